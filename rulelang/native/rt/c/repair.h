/* A past is made from what a seat was told and from chance, and from nothing else, by repair.

   A game is played from the beginning by a plan (plan.h). At the first conflict (conflict.h) it is given up, and the plan is
   repaired: a piece that was to look otherwise is swapped with one that does, since the seat last saw one of them; an answer, a
   face or a number becomes what was shown later; of pieces that look alike one becomes the other, where variables or the order
   of options tell them apart. What a seat did in a block is searched in depth with backjumps: its last answer becomes a
   no-good, and if none is left there, the answer before it, back into the block before (no_goods.h). Where the cause
   is not plain, something is perturbed. Then the game is played again from the last snapshot before what was changed. A plan
   that comes less far than the best is dropped; if nothing helps for long, answers are forgotten, at last all (sampler.c). */

static void (change_from)(CTX_ I draw, I answer_at) {
    struct Plan *p = PLAN;
    if (draw >= 0 && draw < p->from_draw) p->from_draw = (int32_t)draw;
    if (answer_at >= 0 && answer_at < p->from_answer) p->from_answer = (int32_t)answer_at;
}
/* Two pieces change places, since the seat last saw one of them. */
static I (swap_pieces)(CTX_ I x, I y) {
    struct Plan *p = PLAN;
    I since = p->seen_drawn[x] > p->seen_drawn[y] ? p->seen_drawn[x] : p->seen_drawn[y], changed = 0;
    for (I k = since; k < p->n_planned; k++) {
        if (p->kind[k] != OF_PIECES || (p->value[k] != x && p->value[k] != y)) continue;
        p->value[k] = p->value[k] == x ? y : x;
        change_from(k, -1);
        changed = 1;
    }
    if (!changed) return 0;
    int32_t lies = p->lies[x];
    p->lies[x] = p->lies[y]; p->lies[y] = lies;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)(p->here[c] == x ? y : p->here[c] == y ? x : p->here[c]);
    since = p->seen_asked[x] > p->seen_asked[y] ? p->seen_asked[x] : p->seen_asked[y];
    for (I k = since; k < p->answers; k++) {
        struct Choice *choice = &p->choice[p->slot[k]];
        for (I i = 0; choice->unknown && i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || (choice->cell[i].value != x && choice->cell[i].value != y)) continue;
            choice->cell[i].value = choice->cell[i].value == x ? y : x;
            change_from(-1, k);
        }
    }
    return 1;
}
/* The last unknown answer in which a piece was given, though another might have been: it is that other one. */
static I (answer_instead)(CTX_ I y, I x) {
    struct Plan *p = PLAN;
    for (I k = p->answers - 1; k >= p->seen_asked[y]; k--) {
        struct Choice *choice = &p->choice[p->slot[k]];
        if (!choice->unknown || choice->size < 0) continue;
        for (I i = 0; i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || choice->cell[i].value != y) continue;
            if (!m_has(choice->offered, x)) return 0;
            choice->cell[i].value = x;
            change_from(-1, k);
            return 1;
        }
    }
    return 0;
}
/* A piece is to look otherwise: it is another one, or its face is. */
static I (set_look)(CTX_ I y, I wanted, I stays, M *settled) {
    struct Plan *p = PLAN;
    I n = 0, among[COUNT];
    if (wanted >= COUNT && look[y] == wanted % COUNT && p->face_at[y] >= 0) {
        p->value[p->face_at[y]] = wanted / COUNT - 1;
        change_from(p->face_at[y], -1);
        return 1;
    }
    for (; stays >= 0 && !n; stays--) for (I c = 0; c < COUNT; c++)
        if (c != y && p->hidden[c] && (!stays || p->lies[c] == p->lies[y]) && kinds[c] == kinds[y] && !m_has(*settled, c) && (wanted == OTHERWISE ? look[c] != look[y] : p->looks[c] == wanted || look[c] == wanted % COUNT)) among[n++] = c;
    while (n) {
        I at = any_of(n), x = among[at];
        if ((any_of(8) && answer_instead(y, x)) || swap_pieces(x, y) || answer_instead(y, x)) { *settled = m_or(*settled, m_bit(x)); return 1; }
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
static I (pick_hidden)(CTX_ I zone, I elsewhere, I kind, I seat) {
    const struct Plan *p = PLAN;
    I n = 0, needed = 0, among[COUNT], others[COUNT];
    for (I c = 0; c < COUNT; c++) {
        if (!p->hidden[c] || p->shown[c] || (zone >= 0 && (p->lies[c] == zone) == elsewhere) || (kind >= 0 && kinds[c] != kind) || (seat && !(zone_sights[p->lies[c]] >> seat & 1))) continue;
        if (is_needed(c)) others[needed++] = c;
        else among[n++] = c;
    }
    return n && (!needed || any_of(8)) ? among[any_of(n)] : needed ? others[any_of(needed)] : -1;
}
static I (perturb)(CTX_ I seat) {
    struct Plan *p = PLAN;
    for (I left = 8; left; left--) {
        I how = any_of(4);
        if (how < 2) {
            I x = pick_hidden(-1, 0, -1, seat), y = x < 0 ? -1 : pick_hidden(p->lies[x], 1, kinds[x], 0);
            if (y >= 0 && swap_pieces(x, y)) return 1;
        } else if (how == 2 && p->answers) {
            I k = p->answers - 1 - any_of(any_of(p->answers) + 1);
            while (k >= 0 && (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure)) k--;
            if (k >= 0) { p->choice[p->slot[k]].size = -1; change_from(-1, k); return 1; }
        } else if (p->n_planned) {
            I k = p->n_planned - 1 - any_of(any_of(p->n_planned) + 1);
            while (k >= 0 && (p->sure[k] || p->kind[k] == OF_PIECES)) k--;
            if (k >= 0) { p->kind[k] = -1; change_from(k, -1); return 1; }
        }
    }
    return 0;
}
/* What was to be chosen from a zone was not offered: what was offered instead forbids it, and lies elsewhere. */
static I (make_room)(CTX_ I zone, M offered, I taken_one) {
    const struct Plan *p = PLAN;
    I changed = 0;
    for (M rest = offered; !m_empty(rest); rest = m_drop(rest)) {
        I y = m_low(rest), n = 0, among[COUNT];
        if (!p->hidden[y] || (p->lies[y] != zone && y != taken_one)) continue;
        for (I c = 0; c < COUNT; c++) if (p->hidden[c] && !p->shown[c] && p->lies[c] != zone && kinds[c] == kinds[y] && !m_has(offered, c) && !is_needed(c)) among[n++] = c;
        I x = n ? among[any_of(n)] : pick_hidden(zone, 1, kinds[y], 0);
        if (x >= 0) changed |= swap_pieces(x, y);
    }
    return changed;
}
/* Lies the piece there that was wanted in place of another, and was it not to be chosen? What was is in `offered`. */
static I (is_kept_back)(CTX_ I y, I zone, I wanted, M *offered) {
    const struct Plan *p = PLAN;
    I there = 0;
    for (I c = 0; c < COUNT; c++) there |= p->hidden[c] && p->lies[c] == zone && p->looks[c] == wanted;
    for (I k = p->answers - 1; there && k >= p->seen_asked[y]; k--)
        for (I i = 0; i < p->choice[p->slot[k]].size; i++)
            if (p->choice[p->slot[k]].cell[i].tag == PIECE && p->choice[p->slot[k]].cell[i].value == y) {
                *offered = p->choice[p->slot[k]].offered;
                for (I c = 0; c < COUNT; c++) if (p->looks[c] == wanted && m_has(*offered, c)) return 0;
                return 1;
            }
    return 0;
}
/* What is soon to come out of a zone lies there already; `chance_of`: one of so many is left out. */
static I (place_ahead)(CTX_ I until, I chance_of) {
    struct Plan *p = PLAN;
    I changed = 0;
    M settled = m_zero();
    for (I at = p->sights_at; at < W->n_sights && at < p->sights_at + SOON && W->sights[at].question <= until; at++) {
        const struct Sight *want = &W->sights[at];
        I there = 0;
        if (want->from < 0 || !any_of(chance_of)) continue;
        for (I c = 0; c < COUNT; c++) there |= p->lies[c] == want->from && p->looks[c] == want->look;
        I y = there ? -1 : pick_hidden(want->from, 0, -1, 0);
        if (y < 0 || m_has(settled, y) || !set_look(y, want->look, 0, &settled)) continue;
        settled = m_or(settled, m_bit(y));
        changed = 1;
    }
    return changed;
}
/* Dice of one kind are offered in another order: their faces are those that were offered. */
static I (set_faces)(CTX) {
    struct Plan *p = PLAN;
    I changed = 0, k = 0;
    for (M rest = p->order; k < p->offer->offers && !m_empty(rest); rest = m_drop(rest)) {
        I y = m_low(rest), wanted = W->offers[p->offer->offer + k++];
        if (wanted < COUNT || wanted == p->looks[y] || wanted % COUNT != look[y] || p->face_at[y] < 0) continue;
        p->value[p->face_at[y]] = wanted / COUNT - 1;
        change_from(p->face_at[y], -1);
        changed = 1;
    }
    return changed;
}
/* What is offered lies in another order, or a variable holds another piece: of pieces that look alike one is another, and
   has been since it was seen no more before, or from the beginning. `some`: of these, or of all. */
static I (swap_twins)(CTX_ M some) {
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
        I always = !any_of(4);
        p->seen_drawn[x] = always ? 0 : p->lost_drawn[x]; p->seen_asked[x] = always ? 0 : p->lost_asked[x];
        p->seen_drawn[y] = always ? 0 : p->lost_drawn[y]; p->seen_asked[y] = always ? 0 : p->lost_asked[y];
        if (swap_pieces(x, y)) return 1;
    }
    return 0;
}
/* A variable holds a piece that is seen otherwise: it is another one that looked alike before. */
static I (swap_held)(CTX_ I x, uint64_t wanted) {
    struct Plan *p = PLAN;
    I n = 0, among[COUNT];
    for (I c = 0; x >= 0 && c < COUNT; c++)
        if (c != x && look[c] == look[x] && (!wanted || wanted == (p->shown[c] ? mixed(8, p->looks[c]) : mixed(7, kinds[c])))) among[n++] = c;
    if (!n) return 0;
    I y = among[any_of(n)], always = !any_of(4);
    p->seen_drawn[x] = always ? 0 : p->lost_drawn[x]; p->seen_asked[x] = always ? 0 : p->lost_asked[x];
    p->seen_drawn[y] = always ? 0 : p->lost_drawn[y]; p->seen_asked[y] = always ? 0 : p->lost_asked[y];
    return swap_pieces(x, y);
}
/* An unknown answer is given anew: the last of a seat, or one of the last of all. */
static I (answer_anew)(CTX_ I seat) {
    struct Plan *p = PLAN;
    I skip = seat ? 0 : any_of(2 * PLAYERS);
    for (I k = p->answers - 1; k >= 0; k--) {
        if (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure || (seat && p->choice[p->slot[k]].seat != seat) || skip-- > 0) continue;
        p->choice[p->slot[k]].size = -1;
        change_from(-1, k);
        return 1;
    }
    return 0;
}
/* What a seat did in a block is not what was told behind it: its last answer there leads nowhere. If none is left that may
   lead somewhere, the answer before that does not either, and so on, into the block before in which it acted. */
static I (backjump)(CTX_ I seat) {
    struct Plan *p = PLAN;
    for (I k = p->answers - 1; k >= 0; k--) {
        struct Choice *choice = &p->choice[p->slot[k]];
        if (choice->seat != seat || !choice->unknown || choice->sure || !choice->key) continue;
        struct NoGood *one = no_good(mixed(choice->key, choice->option)), *all;
        I fresh = !one->many;
        one->many = 1;
        all = no_good(choice->key);
        all->many += fresh;
        choice->size = -1;
        change_from(-1, k);
        if (all->many < choice->fits) return 1;
    }
    return 0;
}
/* An answer that was given is not offered: what is to come out of a zone is not there, or something there forbids it. */
static I (make_legal)(CTX) {
    struct Plan *p = PLAN;
    if (place_ahead(p->question + 1, 1 << 20)) return 1;
    for (I at = p->sights_at; at < W->n_sights && W->sights[at].question <= p->question + 1; at++)
        if (W->sights[at].from >= 0 && make_room(W->sights[at].from, p->offered, -1)) return 1;
    return 0;
}
static I (repair)(CTX_ I failures) {
    struct Plan *p = PLAN;
    I changed = 0;
    p->from_draw = p->from_answer = INT32_MAX;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)c; /* which piece is in the place of another by now */
    if (p->conflict == SIZE) {
        if (backjump(p->conflict_seat)) return 1;
        W->era++;
        if (any_of(4) && perturb(p->conflict_seat)) return 1;
    }
    if (p->conflict == LOOKS) {
        M settled = m_zero(), offered = m_zero();
        for (I i = 0; i < p->n_wrong; i++) {
            I y = p->here[p->wrong[i]];
            if (p->looks[y] != p->wanted[i]) changed |= (any_of(4) && is_kept_back(y, p->left[i], p->wanted[i], &offered) && make_room(p->left[i], offered, y)) || set_look(y, p->wanted[i], p->left[i] < 0, &settled);
            settled = m_or(settled, m_bit(p->here[p->wrong[i]]));
        }
        if (any_of(2)) place_ahead(INT32_MAX, 4);
    } else if (p->conflict == VALUE && p->valued >= 0 && p->valued < p->n_planned) {
        p->kind[p->valued] = OF_VALUES | LIKE; p->value[p->valued] = (I)p->wanted_value;
        change_from(p->valued, -1);
        changed = 1;
    } else if (p->conflict == VALUE && p->answered >= 0 && p->answered < p->answers) {
        I slot = p->slot[p->answered];
        keep_told(slot, p->conflict_item, p->wanted_value);
        p->choice[slot].size = -1; p->choice[slot].sure = 0;
        change_from(-1, p->answered);
        changed = 1;
    } else if (p->conflict == ANSWER) changed = make_legal();
    else if (p->conflict == ORDER && any_of(8)) changed = (any_of(2) && set_faces()) || swap_twins(p->offered);
    else if (p->conflict == HELD && any_of(8)) changed = swap_held(p->conflict_at, p->wanted_value);
    if (!changed && p->conflict == VALUE && any_of(8)) changed = answer_anew(var_owners[p->conflict_at]);
    if (!changed && p->conflict == ANYTHING && any_of(2)) changed = swap_twins(m_zero());
    if (!changed && !any_of(8)) changed = answer_anew(0);
    if (!changed && any_of(2)) changed = place_ahead(INT32_MAX, 2);
    if (any_of(failures + 20) >= 20) changed |= perturb(0);
    return changed || perturb(p->conflict == ANSWER ? p->conflict_seat : 0) || perturb(0);
}
/* Nothing helps where the plan stands: some of the last unknown answers are forgotten, and perhaps where something lies. False
   if there are not so many of them. */
static I (forget_answers)(CTX_ I many) {
    struct Plan *p = PLAN;
    I seat = any_of(4) ? p->conflict_seat : 0;
    p->from_draw = p->from_answer = INT32_MAX;
    for (I k = p->answers - 1; k >= 0 && many; k--) {
        if (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure || (seat && p->choice[p->slot[k]].seat != seat)) continue;
        p->choice[p->slot[k]].size = -1;
        change_from(-1, k);
        many--;
    }
    for (I left = any_of(4); left; left--) perturb(seat);
    return !many;
}
