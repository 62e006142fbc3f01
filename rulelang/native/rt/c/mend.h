/* A past that is made from what a seat was told and from chance, and from nothing else.

   A game is played from the beginning with a plan: what each draw brings, and how each question is answered that the seat
   does not know the answer to. What is not planned is left to chance. At the first thing that the seat was told otherwise
   the game is given up, and the plan is mended: a piece that was to look otherwise changes places with one that does, since
   the seat last saw one of them; an answer, a face or a number is what was shown later. Where that is not plain, something
   is changed at random. A plan that comes less far than the best is forgotten. */

#define WIDE 12 /* parts of an answer that are planned */
#define LIKE 8  /* a draw of a value that is told so */
struct Choice { int32_t size, seat, unknown, sure; M offered; struct Cell cell[WIDE]; };
struct Plan {
    I n_planned, answers, reached, blame, blamed_seat, blamed_at, n_wrong, question;
    uint64_t wanted_value;
    M offered;
    int32_t wrong[COUNT], wanted[COUNT], left[COUNT], here[COUNT], lies[COUNT], looks[COUNT], hidden[COUNT], shown[COUNT], seen_drawn[COUNT], seen_asked[COUNT], face_at[COUNT];
    int32_t from_draw, from_answer; /* what is planned otherwise since the last try begins here */
    I sights_at, valued, answered;
    int32_t kind[MOST_DRAWN], sure[MOST_DRAWN];
    I value[MOST_DRAWN];
    struct Choice choice[MOST_ASKED];
};
#define PLAN W->plan
enum { ANYTHING, LOOKS, VALUE, ANSWER, ORDER };

static void __attribute__((noreturn)) (blames)(CTX_ I what, I seat) {
    struct Plan *p = PLAN;
    p->blame = what; p->blamed_seat = seat; p->question = W->outside_at; p->sights_at = W->sights_at;
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    gives_up(15);
}
/* How it stands where a try was given up. */
static void (note_end)(CTX) {
    struct Plan *p = PLAN;
    p->reached = (W->tick + W->values_at + W->outside_at) * COUNT - (p->blame == LOOKS ? p->n_wrong : 0);
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    for (I c = 0; c < COUNT; c++) {
        p->lies[c] = (int32_t)(GROUPS ? outer(place[c]) : place[c]); p->looks[c] = (int32_t)lk[c]; p->shown[c] = (int32_t)sees(c); p->hidden[c] = W->was_look[c] < 0 && !p->shown[c];
        p->seen_drawn[c] = W->seen_drawn[c]; p->seen_asked[c] = W->seen_asked[c]; p->face_at[c] = W->face_at[c];
    }
    for (I i = 0; p->blame == LOOKS && i < p->n_wrong; i++) p->hidden[p->wrong[i]] = 1;
}

/* ---- what is seen */

static I sight_before(const struct Sight *a, const struct Sight *b) {
    return a->from != b->from ? a->from < b->from : a->to != b->to ? a->to < b->to : a->spot != b->spot ? a->spot < b->spot : a->look < b->look;
}
static void (compare_sights)(CTX_ const struct Sight *now, const int32_t *who, I n) {
    I at = W->sights_at, k = 0, missing = 0, lacks[COUNT];
    struct Plan *p = PLAN;
    I first = at, extra[COUNT], extras = 0;
    while (1) {
        I heard = at < W->n_sights && W->sights[at].tick == W->tick;
        if (!heard && k == n) break;
        if (heard && (k == n || sight_before(&W->sights[at], &now[k]))) { if (missing < COUNT) lacks[missing++] = at; at++; }
        else if (!heard || sight_before(&now[k], &W->sights[at])) extra[extras++] = k++;
        else { at++; k++; }
    }
    if (!missing && !extras) { W->sights_at = at; return; }
    p->n_wrong = 0;
    for (I alike = 1; alike >= 0; alike--) /* dice that lack nothing but a face come first */
        for (I i = 0; i < extras; i++) for (I j = 0; extra[i] >= 0 && j < missing; j++) {
            const struct Sight *want = lacks[j] < 0 ? 0 : &W->sights[lacks[j]], *got = &now[extra[i]];
            if (!want || want->to != got->to || want->from != got->from || want->spot != got->spot || (alike && want->look % COUNT != look[who[extra[i]]])) continue;
            p->wrong[p->n_wrong] = who[extra[i]]; p->left[p->n_wrong] = want->from; p->wanted[p->n_wrong++] = want->look;
            lacks[j] = extra[i] = -1;
        }
    W->sights_at = first;
    blames(p->n_wrong ? LOOKS : ANYTHING, 0);
}
static void (sighted)(CTX) {
    if (W->mode != TELLING && W->mode != MENDING) return;
    struct Sight now[COUNT + 1];
    int32_t who[COUNT + 1];
    I n = 0;
    for (I k = 0; k < W->n_rolled; k++) W->was_look[W->rolled[k]] = -1;
    for (I c = 0; c < COUNT; c++) {
        if (!sees(c)) continue;
        I to = GROUPS ? outer(place[c]) : place[c], from = W->came_at[c] == W->tick ? W->came[c] : -1;
        I spot = masked[place[c]] ? 0 : place_in(zone_list[place[c]], c);
        if (!zone_limits[to] || (W->was_look[c] == lk[c] && from < 0 && W->was_spot[c] == spot)) continue;
        struct Sight one = {(int32_t)W->tick, (int32_t)W->outside_at, (int32_t)from, (int32_t)to, (int32_t)spot, (int32_t)lk[c]};
        I at = n++;
        for (; at && sight_before(&one, &now[at - 1]); at--) { now[at] = now[at - 1]; who[at] = who[at - 1]; }
        now[at] = one; who[at] = (int32_t)c;
    }
    if (W->mode == MENDING) compare_sights(now, who, n);
    else {
        if (W->n_sights + n > MOST_SIGHTS) gives_up(13);
        memcpy(W->sights + W->n_sights, now, (size_t)n * sizeof *now);
        W->n_sights += n;
    }
    for (I c = 0; c < COUNT; c++) {
        if (!sees(c)) { W->was_look[c] = -1; continue; }
        if (W->mode == MENDING && W->face_at[c] >= 0) PLAN->sure[W->face_at[c]] = 1;
        W->was_spot[c] = (int32_t)(masked[place[c]] ? 0 : place_in(zone_list[place[c]], c));
        W->was_look[c] = (int32_t)lk[c]; W->seen_drawn[c] = (int32_t)W->drawn_at; W->seen_asked[c] = (int32_t)W->asked_at;
    }
    W->tick++;
}
static void (tells_value)(CTX_ I at, uint64_t value) {
    if (W->mode == TELLING) {
        if (W->n_values >= MOST_SIGHTS) gives_up(13);
        W->values[W->n_values++] = (struct Value){at, value};
    }
    if (W->mode != MENDING) return;
    const struct Value *want = &W->values[W->values_at];
    if (W->values_at >= W->n_values || want->at != at) blames(ANYTHING, 0);
    if (want->told == value) {
        W->values_at++;
        if (W->valued[at] >= 0) PLAN->sure[W->valued[at]] = 1;
        if (W->answered[at] >= 0) PLAN->choice[W->answered[at]].sure = 1;
        return;
    }
    PLAN->blamed_at = at; PLAN->wanted_value = want->told; PLAN->valued = W->valued[at]; PLAN->answered = W->answered[at];
    blames(VALUE, 0);
}

/* ---- draws and answers */

static I (mended)(CTX_ I kind, I c, I at, I n) {
    struct Plan *p = PLAN;
    I k = W->drawn_at++, found = -1;
    if (k >= MOST_DRAWN) gives_up(1);
    I planned = k < p->n_planned ? p->kind[k] : -1;
    if (planned == kind || planned == (kind | LIKE))
        for (I i = 0; i < n && found < 0; i++) {
            I value = kind == OF_FACES ? i : mem[at + i];
            if (planned == kind ? value == p->value[k] : (I)told(5, value) == p->value[k]) found = i;
        }
    if (found < 0) { found = any_of(n); W->chanced |= n > 1; }
    p->kind[k] = (int32_t)kind; p->sure[k] = 0;
    p->value[k] = kind == OF_FACES ? found : mem[at + found];
    if (kind == OF_FACES) W->face_at[c] = (int32_t)k;
    if (kind == OF_VALUES) W->last_value = k;
    return came_out(found, n);
}
/* Is a piece seen before the next question, coming from where it lies? */
static I (is_foreseen)(CTX_ I c, I question) {
    I from = GROUPS ? outer(place[c]) : place[c];
    for (I at = W->sights_at; at < W->n_sights && W->sights[at].question <= question; at++)
        if (W->sights[at].look == lk[c] && (W->sights[at].from < 0 || W->sights[at].from == from)) return 1;
    return 0;
}
static I (same_cells)(CTX_ const struct Choice *choice, const struct Cell *c, I n) {
    if (choice->size != n) return 0;
    for (I i = 0; i < n; i++) if (choice->cell[i].value != c[i].value || choice->cell[i].tag != c[i].tag) return 0;
    return 1;
}
static M (offered_pieces)(CTX) {
    M all = W->by_mask ? W->offered : m_zero();
    for (I j = 0; j < W->cells; j++) if (W->cell[j].tag == PIECE && W->cell[j].value >= 0) all = m_or(all, m_bit(W->cell[j].value));
    return all;
}
static I (is_mended)(CTX_ I seat, I n) {
    struct Plan *p = PLAN;
    const struct Heard *e = 0;
    if (W->chanced && !W->block) return W->paused = 1;
    if (W->block ? W->target_block == W->blocks : W->outside_at == W->outside) {
        p->offered = offered_pieces();
        if (W->fp != W->target || W->order != W->target_order || seat != W->target_seat || (W->target_block && !W->block)) blames(seat == W->seat ? ORDER : ANYTHING, 0);
        return 1;
    }
    if (!W->block) e = &W->heard[W->outside_at];
    else if (seat == W->seat) {
        e = &W->own[W->own_at++];
        if (W->own_at > W->n_own || e->block != W->blocks) blames(ANYTHING, 0);
    }
    if (e && (e->seat != seat || e->fp != W->fp)) {
        p->offered = offered_pieces();
        blames(e->seat == seat && seat == W->seat ? ORDER : ANYTHING, seat);
    }
    I k = W->asked_at, question = W->outside_at + !W->block, many = 0, most = 0, found = -1, only = -1, fits = 0;
    if (k >= MOST_ASKED) gives_up(8);
    struct Choice *choice = &p->choice[k];
    I planned = k < p->answers && choice->seat == seat && choice->size >= 0, kept_to = 0;
    M offered = m_zero();
    for (I i = 0; i < n; i++) {
        const struct Cell *c = W->cell + W->row[i];
        I size = W->row[i + 1] - W->row[i], score = 0;
        if (e && told_row(c, size) != e->told) continue;
        fits++;
        only = i;
        for (I j = 0; j < size; j++) {
            if (c[j].tag != PIECE || c[j].value < 0) continue;
            offered = m_or(offered, m_bit(c[j].value));
            score += !sees(c[j].value) && is_foreseen(c[j].value, question);
        }
        if (planned && choice->unknown == LIKE && size == 1 && c->tag == NUMBER && (I)told(5, c->value) == choice->cell[0].value) { found = i; kept_to = 1; }
        if (planned && choice->unknown != LIKE && same_cells(choice, c, size)) { found = i; kept_to = 1; }
        if (kept_to) continue;
        if (!e && c->tag == PASSING) score = any_of(2) && !most ? 1 : 0;
        if (score < most) continue;
        if (score > most) { most = score; many = 0; }
        if (!any_of(++many)) found = i;
    }
    if (!fits) {
        p->offered = offered_pieces();
        blames(ANSWER, seat);
    }
    if (fits > 1 && !kept_to) W->chanced = 1;
    const struct Cell *c = W->cell + W->row[found];
    I size = W->row[found + 1] - W->row[found];
    choice->size = (int32_t)(size <= WIDE ? size : -1); choice->seat = (int32_t)seat; choice->unknown = fits > 1; choice->sure = 0; choice->offered = offered;
    if (size <= WIDE) memcpy(choice->cell, c, (size_t)size * sizeof *c);
    if (!W->block) W->outside_at++;
    W->asked_at++; W->time++;
    return answers_with(found);
}

/* ---- how a plan is mended */

static void (plan_from)(CTX_ I draw, I answer_at) {
    struct Plan *p = PLAN;
    if (draw >= 0 && draw < p->from_draw) p->from_draw = (int32_t)draw;
    if (answer_at >= 0 && answer_at < p->from_answer) p->from_answer = (int32_t)answer_at;
}
/* Two pieces change places, since the seat last saw one of them. */
static I (exchanged)(CTX_ I x, I y) {
    struct Plan *p = PLAN;
    I since = p->seen_drawn[x] > p->seen_drawn[y] ? p->seen_drawn[x] : p->seen_drawn[y], changed = 0;
    for (I k = since; k < p->n_planned; k++) {
        if (p->kind[k] != OF_PIECES || (p->value[k] != x && p->value[k] != y)) continue;
        p->value[k] = p->value[k] == x ? y : x;
        plan_from(k, -1);
        changed = 1;
    }
    if (!changed) return 0;
    int32_t lies = p->lies[x];
    p->lies[x] = p->lies[y]; p->lies[y] = lies;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)(p->here[c] == x ? y : p->here[c] == y ? x : p->here[c]);
    since = p->seen_asked[x] > p->seen_asked[y] ? p->seen_asked[x] : p->seen_asked[y];
    for (I k = since; k < p->answers; k++) {
        struct Choice *choice = &p->choice[k];
        for (I i = 0; choice->unknown && i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || (choice->cell[i].value != x && choice->cell[i].value != y)) continue;
            choice->cell[i].value = choice->cell[i].value == x ? y : x;
            plan_from(-1, k);
        }
    }
    return 1;
}
/* The last unknown answer in which a piece was given, though another might have been: it is that other one. */
static I (answered_with)(CTX_ I y, I x) {
    struct Plan *p = PLAN;
    for (I k = p->answers - 1; k >= p->seen_asked[y]; k--) {
        struct Choice *choice = &p->choice[k];
        if (!choice->unknown || choice->size < 0) continue;
        for (I i = 0; i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || choice->cell[i].value != y) continue;
            if (!m_has(choice->offered, x)) return 0;
            choice->cell[i].value = x;
            plan_from(-1, k);
            return 1;
        }
    }
    return 0;
}
/* A piece is to look otherwise: it is another one, or its face is. */
static I (looks_so)(CTX_ I y, I wanted, M *settled) {
    struct Plan *p = PLAN;
    I n = 0, among[COUNT];
    if (look[y] == wanted % COUNT && wanted >= COUNT && p->face_at[y] >= 0) {
        p->value[p->face_at[y]] = wanted / COUNT - 1;
        plan_from(p->face_at[y], -1);
        return 1;
    }
    for (I c = 0; c < COUNT; c++)
        if (c != y && p->hidden[c] && kinds[c] == kinds[y] && !m_has(*settled, c) && (p->looks[c] == wanted || look[c] == wanted % COUNT)) among[n++] = c;
    while (n) {
        I at = any_of(n), x = among[at];
        if ((any_of(8) && answered_with(y, x)) || exchanged(x, y) || answered_with(y, x)) { *settled = m_or(*settled, m_bit(x)); return 1; }
        among[at] = among[--n];
    }
    return 0;
}
/* Is a piece soon to be seen coming from where it lies? */
#define SOON 64
static I (is_needed)(CTX_ I c) {
    const struct Plan *p = PLAN;
    for (I at = p->sights_at; at < W->n_sights && at < p->sights_at + SOON; at++)
        if (W->sights[at].look == p->looks[c] && W->sights[at].from == p->lies[c]) return 1;
    return 0;
}
/* A hidden piece of some kind in a zone, or of all others; rather one that is not needed there. */
static I (hidden_piece)(CTX_ I zone, I elsewhere, I kind, I seat) {
    const struct Plan *p = PLAN;
    I n = 0, needed = 0, among[COUNT], others[COUNT];
    for (I c = 0; c < COUNT; c++) {
        if (!p->hidden[c] || p->shown[c] || (zone >= 0 && (p->lies[c] == zone) == elsewhere) || (kind >= 0 && kinds[c] != kind) || (seat && !(zone_sights[p->lies[c]] >> seat & 1))) continue;
        if (is_needed(c)) others[needed++] = c;
        else among[n++] = c;
    }
    return n && (!needed || any_of(8)) ? among[any_of(n)] : needed ? others[any_of(needed)] : -1;
}
static I (shaken)(CTX_ I seat) {
    struct Plan *p = PLAN;
    for (I left = 8; left; left--) {
        I how = any_of(4);
        if (how < 2) {
            I x = hidden_piece(-1, 0, -1, seat), y = x < 0 ? -1 : hidden_piece(p->lies[x], 1, kinds[x], 0);
            if (y >= 0 && exchanged(x, y)) return 1;
        } else if (how == 2 && p->answers) {
            I k = p->answers - 1 - any_of(any_of(p->answers) + 1);
            while (k >= 0 && (!p->choice[k].unknown || p->choice[k].sure)) k--;
            if (k >= 0) { p->choice[k].size = -1; plan_from(-1, k); return 1; }
        } else if (p->n_planned) {
            I k = p->n_planned - 1 - any_of(any_of(p->n_planned) + 1);
            while (k >= 0 && (p->sure[k] || p->kind[k] == OF_PIECES)) k--;
            if (k >= 0) { p->kind[k] = -1; plan_from(k, -1); return 1; }
        }
    }
    return 0;
}
/* What was to be chosen from a zone was not offered: what was offered instead forbids it, and lies elsewhere. */
static I (makes_room)(CTX_ I zone, M offered, I taken_one) {
    const struct Plan *p = PLAN;
    I changed = 0;
    for (M rest = offered; !m_empty(rest); rest = m_drop(rest)) {
        I y = m_low(rest), n = 0, among[COUNT];
        if (!p->hidden[y] || (p->lies[y] != zone && y != taken_one)) continue;
        for (I c = 0; c < COUNT; c++) if (p->hidden[c] && !p->shown[c] && p->lies[c] != zone && kinds[c] == kinds[y] && !m_has(offered, c) && !is_needed(c)) among[n++] = c;
        I x = n ? among[any_of(n)] : hidden_piece(zone, 1, kinds[y], 0);
        if (x >= 0) changed |= exchanged(x, y);
    }
    return changed;
}
/* Lies the piece there that was wanted in place of another, and was it not to be chosen? What was is in `offered`. */
static I (is_kept_back)(CTX_ I y, I zone, I wanted, M *offered) {
    const struct Plan *p = PLAN;
    I there = 0;
    for (I c = 0; c < COUNT; c++) there |= p->hidden[c] && p->lies[c] == zone && p->looks[c] == wanted;
    for (I k = p->answers - 1; there && k >= p->seen_asked[y]; k--)
        for (I i = 0; i < p->choice[k].size; i++)
            if (p->choice[k].cell[i].tag == PIECE && p->choice[k].cell[i].value == y) {
                *offered = p->choice[k].offered;
                for (I c = 0; c < COUNT; c++) if (p->looks[c] == wanted && m_has(*offered, c)) return 0;
                return 1;
            }
    return 0;
}
/* What is soon to come out of a zone lies there already; `chance_of`: one of so many is left out. */
static I (foresees)(CTX_ I until, I chance_of) {
    struct Plan *p = PLAN;
    I changed = 0;
    M settled = m_zero();
    for (I at = p->sights_at; at < W->n_sights && at < p->sights_at + SOON && W->sights[at].question <= until; at++) {
        const struct Sight *want = &W->sights[at];
        I there = 0;
        if (want->from < 0 || !any_of(chance_of)) continue;
        for (I c = 0; c < COUNT; c++) there |= p->lies[c] == want->from && p->looks[c] == want->look;
        I y = there ? -1 : hidden_piece(want->from, 0, -1, 0);
        if (y < 0 || m_has(settled, y) || !looks_so(y, want->look, &settled)) continue;
        settled = m_or(settled, m_bit(y));
        changed = 1;
    }
    return changed;
}
/* What is offered lies in another order, or a variable holds another piece: of pieces that look alike one is another, and
   has been from the beginning. `some`: of these, or of all. */
static I (renamed)(CTX_ M some) {
    struct Plan *p = PLAN;
    for (I left = 8; left; left--) {
        I x = any_of(COUNT), n = 0, others[COUNT];
        if (!m_empty(some)) {
            M rest = some;
            for (I skip = any_of(m_count(some)); skip; skip--) rest = m_drop(rest);
            x = m_low(rest);
        }
        for (I c = 0; c < COUNT; c++) if (c != x && look[c] == look[x]) others[n++] = c;
        if (!n) continue;
        I y = others[any_of(n)];
        p->seen_drawn[x] = p->seen_drawn[y] = p->seen_asked[x] = p->seen_asked[y] = 0;
        if (exchanged(x, y)) return 1;
    }
    return 0;
}
/* An unknown answer is given anew: the last of a seat, or one of the last of all. */
static I (answers_anew)(CTX_ I seat) {
    struct Plan *p = PLAN;
    I skip = seat ? 0 : any_of(2 * PLAYERS);
    for (I k = p->answers - 1; k >= 0; k--) {
        if (!p->choice[k].unknown || p->choice[k].sure || (seat && p->choice[k].seat != seat) || skip-- > 0) continue;
        p->choice[k].size = -1;
        plan_from(-1, k);
        return 1;
    }
    return 0;
}
/* An answer that was given is not offered: what is to come out of a zone is not there, or something there forbids it. */
static I (makes_possible)(CTX) {
    struct Plan *p = PLAN;
    if (foresees(p->question + 1, 1 << 20)) return 1;
    for (I at = p->sights_at; at < W->n_sights && W->sights[at].question <= p->question + 1; at++)
        if (W->sights[at].from >= 0 && makes_room(W->sights[at].from, p->offered, -1)) return 1;
    return 0;
}
static I (mends)(CTX_ I vain) {
    struct Plan *p = PLAN;
    I changed = 0;
    p->from_draw = p->from_answer = INT32_MAX;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)c; /* which piece is in the place of another by now */
    if (p->blame == LOOKS) {
        M settled = m_zero(), offered = m_zero();
        for (I i = 0; i < p->n_wrong; i++) {
            I y = p->here[p->wrong[i]];
            if (p->looks[y] != p->wanted[i]) changed |= (any_of(4) && is_kept_back(y, p->left[i], p->wanted[i], &offered) && makes_room(p->left[i], offered, y)) || looks_so(y, p->wanted[i], &settled);
            settled = m_or(settled, m_bit(p->here[p->wrong[i]]));
        }
        if (any_of(2)) foresees(INT32_MAX, 4);
    } else if (p->blame == VALUE && p->valued >= 0 && p->valued < p->n_planned) {
        p->kind[p->valued] = OF_VALUES | LIKE; p->value[p->valued] = (I)p->wanted_value;
        plan_from(p->valued, -1);
        changed = 1;
    } else if (p->blame == VALUE && p->answered >= 0 && p->answered < p->answers) {
        struct Choice *choice = &p->choice[p->answered];
        choice->unknown = LIKE; choice->size = 1; choice->cell[0] = (struct Cell){(I)p->wanted_value, NUMBER};
        plan_from(-1, p->answered);
        changed = 1;
    } else if (p->blame == ANSWER) changed = makes_possible();
    else if (p->blame == ORDER && any_of(4)) changed = renamed(p->offered);
    if (!changed && p->blame == VALUE && any_of(8)) changed = answers_anew(var_owners[p->blamed_at]);
    if (!changed && p->blame == ANYTHING && any_of(2)) changed = renamed(m_zero());
    if (!changed && !any_of(8)) changed = answers_anew(0);
    if (!changed && any_of(2)) changed = foresees(INT32_MAX, 2);
    if (any_of(vain + 20) >= 20) changed |= shaken(0);
    return changed || shaken(p->blame == ANSWER ? p->blamed_seat : 0) || shaken(0);
}
