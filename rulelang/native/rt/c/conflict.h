/* What a past that is being made tells the seat, beside what the seat was told: the first difference is a conflict.

   While the real past is told, all that the seat sees is written down effect by effect: pieces that are seen where they were not,
   pieces that move unseen, values of variables, pieces that variables hold. While another is made the same is compared, and
   the conflict says as much as can be known of its cause: which pieces look otherwise and how they should, which variable has
   another value, which seat cannot have answered so. Pieces that look alike are never told apart by their numbers. */

#define LIKE 8  /* a draw of a value that is told so */
struct Choice { int32_t size, seat, block, unknown, sure, option, fits; uint64_t key; M offered; struct Cell cell[WIDE]; };
struct Plan {
    I n_planned, answers, reached, conflict, conflict_seat, conflict_at, conflict_item, conflict_block, n_wrong, question;
    uint64_t wanted_value;
    const struct Heard *offer;
    M offered, order, unexpected; /* unexpected: pieces that are seen and should not be */
    int32_t wrong[COUNT], wanted[COUNT], left[COUNT], here[COUNT], lies[COUNT], looks[COUNT], hidden[COUNT], shown[COUNT], seen_drawn[COUNT], seen_asked[COUNT], lost_drawn[COUNT], lost_asked[COUNT], face_at[COUNT];
    int32_t from_draw, from_answer; /* what is planned otherwise since the last try begins here */
    I sights_at, valued, answered;
    int32_t kind[MOST_DRAWN], sure[MOST_DRAWN];
    I value[MOST_DRAWN];
    int32_t slot[MOST_ASKED]; /* where the answer is planned that was given in this place */
    struct Choice choice[MOST_ASKED];
};
#define PLAN W->plan
enum { ANYTHING, LOOKS, VALUE, ANSWER, ORDER, SIZE, HELD };
#define OTHERWISE -1 /* a piece looks otherwise, whatever that is */

static void __attribute__((noreturn)) (raise_conflict)(CTX_ I what, I seat) {
    struct Plan *p = PLAN;
    p->conflict = what; p->conflict_seat = seat; p->conflict_block = W->blocks; p->question = W->outside_at; p->sights_at = W->sights_at;
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    gives_up(15);
}
/* How it stands where a try was given up. */
static void (note_conflict)(CTX) {
    struct Plan *p = PLAN;
    p->reached = (W->tick + W->values_at + W->outside_at + W->parts) * COUNT - (p->conflict == LOOKS || p->conflict == SIZE || p->conflict == ORDER ? p->n_wrong : 0);
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    for (I c = 0; c < COUNT; c++) {
        p->lies[c] = (int32_t)(GROUPS ? outer(place[c]) : place[c]); p->looks[c] = (int32_t)lk[c]; p->shown[c] = (int32_t)sees(c); p->hidden[c] = !p->shown[c];
        p->seen_drawn[c] = W->visible[c] ? W->last_drawn : W->seen_drawn[c]; p->seen_asked[c] = W->visible[c] ? W->last_asked : W->seen_asked[c]; p->face_at[c] = W->face_at[c];
        p->lost_drawn[c] = W->lost_drawn[c]; p->lost_asked[c] = W->lost_asked[c];
    }
    for (I i = 0; p->conflict == LOOKS && i < p->n_wrong; i++) p->hidden[p->wrong[i]] = 1;
    if (p->conflict == LOOKS) for (M rest = p->unexpected; !m_empty(rest); rest = m_drop(rest)) p->hidden[m_low(rest)] = 1;
}

/* ---- what is seen */

static I sight_before(const struct Sight *a, const struct Sight *b) {
    return a->from != b->from ? a->from < b->from : a->to != b->to ? a->to < b->to : a->spot != b->spot ? a->spot < b->spot : a->look < b->look;
}
/* What was seen and is not, and the other way round; `sights` begin at `at` and are of this moment. True if nothing is. */
struct Apart { I lacks[COUNT], extra[COUNT], missing, extras; };
static I (compare_sights)(CTX_ const struct Sight *sights, I n_sights, I *place_at, const struct Sight *now, I n, struct Apart *apart) {
    I at = *place_at, k = 0;
    apart->missing = apart->extras = 0;
    while (1) {
        I heard = at < n_sights && sights[at].tick == W->tick;
        if (!heard && k == n) break;
        if (heard && (k == n || sight_before(&sights[at], &now[k]))) { if (apart->missing < COUNT) apart->lacks[apart->missing++] = at; at++; }
        else if (!heard || sight_before(&now[k], &sights[at])) apart->extra[apart->extras++] = k++;
        else { at++; k++; }
    }
    if (apart->missing || apart->extras) return 0;
    *place_at = at;
    return 1;
}
static void (note_wrong)(CTX_ I c, I from, I wanted) {
    struct Plan *p = PLAN;
    for (I i = 0; i < p->n_wrong; i++) if (p->wrong[i] == c) return;
    if (p->n_wrong == COUNT) return;
    p->wrong[p->n_wrong] = (int32_t)c; p->left[p->n_wrong] = (int32_t)from; p->wanted[p->n_wrong++] = (int32_t)wanted;
}
/* The other seat that alone may change a zone while all act at the same time; 0: there is none. */
static I (owner_of)(CTX_ I z) {
    I own = z < 0 ? 0 : zone_limits[z];
    return !own || own & (own - 1) || own >> W->seat & 1 ? 0 : __builtin_ctzll((uint64_t)own);
}
/* Places in a pile are counted from below, so that what is laid on it changes nothing under it. */
static I (spot_in)(CTX_ I z, I i) { return is_pile[z] ? mem[zone_list[z]] + 1 - i : i; }
/* Which piece should have been seen: it lies there and looks as before, or went from there where it is not seen. */
static I (find_missing)(CTX_ const struct Sight *want) {
    I z = want->to;
    if (want->from < 0) return masked[z] || want->spot < 1 || want->spot > mem[zone_list[z]] ? -1 : mem[zone_list[z] + spot_in(z, want->spot)];
    for (I c = 0; c < COUNT; c++) if (W->came_at[c] == W->tick && W->came[c] == want->from && !sees(c)) return c;
    return -1;
}
static I (look_before)(CTX_ I z, I spot);
/* Pieces that are seen otherwise. Dice that lack nothing but a face come first; then what lies in the same place, then what
   came from the same place but went elsewhere, since it looks otherwise. */
static void __attribute__((noreturn)) (raise_sights)(CTX_ const struct Sight *now, const int32_t *who, struct Apart *a) {
    struct Plan *p = PLAN;
    p->n_wrong = 0; p->unexpected = m_zero();
    for (I near = 2; near >= 0; near--)
        for (I i = 0; i < a->extras; i++) for (I j = 0; a->extra[i] >= 0 && j < a->missing; j++) {
            const struct Sight *want = a->lacks[j] < 0 ? 0 : &W->sights[a->lacks[j]], *got = &now[a->extra[i]];
            if (!want || want->from != got->from || (near ? want->to != got->to || want->spot != got->spot : want->from < 0)) continue;
            if (near == 2 && want->look % COUNT != look[who[a->extra[i]]]) continue;
            note_wrong(who[a->extra[i]], want->from, want->look);
            a->lacks[j] = a->extra[i] = -1;
        }
    for (I i = 0; i < a->extras; i++) {
        I c = a->extra[i] < 0 ? -1 : who[a->extra[i]], before = c < 0 || now[a->extra[i]].from >= 0 || masked[place[c]] ? -1 : look_before(now[a->extra[i]].to, now[a->extra[i]].spot);
        if (before >= 0) { note_wrong(c, -1, before); a->extra[i] = -1; }
    }
    for (I i = 0; i < a->extras; i++) if (a->extra[i] >= 0) p->unexpected = m_or(p->unexpected, m_bit(who[a->extra[i]]));
    for (I j = 0; j < a->missing; j++) {
        if (a->lacks[j] < 0) continue;
        I c = find_missing(&W->sights[a->lacks[j]]);
        if (c >= 0) note_wrong(c, W->sights[a->lacks[j]].from, W->sights[a->lacks[j]].look);
    }
    for (I i = 0; !p->n_wrong && i < a->extras; i++) if (a->extra[i] >= 0) note_wrong(who[a->extra[i]], -1, OTHERWISE);
    raise_conflict(p->n_wrong ? LOOKS : ANYTHING, 0);
}
/* Pieces that are not seen came from where they should, but went elsewhere: they look otherwise. */
static void __attribute__((noreturn)) (raise_moves)(CTX_ const struct Sight *now, const int32_t *who, struct Apart *a) {
    struct Plan *p = PLAN;
    p->n_wrong = 0; p->unexpected = m_zero();
    for (I i = 0; i < a->extras; i++) {
        const struct Sight *got = &now[a->extra[i]];
        for (I j = 0; got->from >= 0 && j < a->missing; j++) {
            const struct Sight *want = a->lacks[j] < 0 ? 0 : &W->unseen[a->lacks[j]];
            if (!want || want->from != got->from) continue;
            note_wrong(who[a->extra[i]], -1, want->look < 0 ? OTHERWISE : want->look);
            a->lacks[j] = -1;
            break;
        }
    }
    raise_conflict(p->n_wrong ? LOOKS : ANYTHING, 0);
}
static void (put_sight)(CTX_ struct Sight *now, int32_t *who, I at, struct Sight one, I c) {
    for (; at && sight_before(&one, &now[at - 1]); at--) { now[at] = now[at - 1]; who[at] = who[at - 1]; }
    now[at] = one; who[at] = (int32_t)c;
}
/* How many pieces the seat saw move the same way before this one, or being rolled in the same place. */
static I (turn_among)(CTX_ I c, I from) {
    I before = 0, k = 0;
    if (from >= 0) {
        for (I k = 0, d; W->turn_of[c] && k < W->n_changed; k++)
            d = W->changed[k], before += W->came_at[d] == W->tick && W->came[d] == from && place[d] == place[c] && W->turn_of[d] && W->turn_of[d] < W->turn_of[c] && sees(d);
        return before;
    }
    while (k < W->n_rolled && W->rolled[k] != c) k++;
    if (k < W->n_rolled) while (k--) before += place[W->rolled[k]] == place[c] && sees(W->rolled[k]);
    return before;
}
/* What the seat saw before in a place of a row: a look, -1 if it saw nothing there. Which of two pieces that look alike lies
   where is not told. */
static I (look_before)(CTX_ I z, I spot) {
    for (I k = 0, c; k < W->n_changed; k++)
        if (c = W->changed[k], W->was_look[c] >= 0 && W->was_spot[c] == spot && (W->came_at[c] == W->tick ? W->came[c] : GROUPS ? outer(place[c]) : place[c]) == z) return W->was_look[c];
    return -1;
}
/* The pieces that the seat sees now and did not see so before; and those that moved unseen, or are seen no more. */
static I (list_sights)(CTX_ I seen, struct Sight *now, int32_t *who) {
    I n = 0;
    for (I k = 0; k < W->n_changed; k++) {
        I c = W->changed[k];
        I from = W->came_at[c] == W->tick ? W->came[c] : -1, lost = !seen && W->was_look[c] >= 0;
        if ((!seen && from < 0 && !lost) || sees(c) != seen) continue;
        I to = GROUPS ? outer(place[c]) : place[c], spot = !seen ? 0 : masked[place[c]] ? turn_among(c, from) : W->spots[c];
        if (seen ? !zone_limits[to] || (W->was_look[c] == lk[c] && from < 0 && W->was_spot[c] == spot) : from >= 0 && !zone_limits[to] && !zone_limits[from]) continue;
        if (seen && from < 0 && !masked[place[c]] && look_before(to, spot) == lk[c]) continue;
        I what = seen ? lk[c] : lost ? W->was_look[c] : -1 - kinds[c];
        put_sight(now, who, n++, (struct Sight){(int32_t)W->tick, (int32_t)W->outside_at, (int32_t)from, (int32_t)(seen || from >= 0 ? to : -1), (int32_t)spot, (int32_t)what}, c);
    }
    return n;
}
static void (keep_sights)(CTX_ struct Sight *kept, I *n_kept, const struct Sight *now, I n) {
    if (*n_kept + n > MOST_SIGHTS) gives_up(13);
    memcpy(kept + *n_kept, now, (size_t)n * sizeof *now);
    *n_kept += n;
}
static void (forget_changed)(CTX) { W->n_changed = W->n_shifted = 0; W->noted++; }
static void (note_spots)(CTX_ I z) {
    for (I l = zone_list[z], i = 1; l && i <= mem[l]; i++) { note_changed(mem[l + i]); W->spots[mem[l + i]] = (int32_t)spot_in(z, i); }
}
static void (find_changed)(CTX_ I all) {
    for (I k = 0; k < W->n_rolled; k++) { note_changed(W->rolled[k]); note_shifted(place[W->rolled[k]]); }
    for (I k = 0; k < W->n_reordered; k++) note_shifted(W->reordered[k]);
    if (all || W->n_shifted > 8) {
        for (I c = 0; c < COUNT; c++) note_changed(c);
        for (I z = 0; z < ZONES; z++) if (!masked[z]) note_spots(z);
    } else for (I k = 0; k < W->n_shifted; k++) note_spots(W->shifted[k]);
}
static void (check_sights)(CTX_ I all) {
    find_changed(all);
    struct Sight now[COUNT + 1], unseen[COUNT + 1];
    int32_t who[COUNT + 1], moved[COUNT + 1];
    for (I k = 0; k < W->n_rolled; k++) W->was_look[W->rolled[k]] = -1;
    I n = list_sights(1, now, who), m = list_sights(0, unseen, moved);
    W->effort++;
    if (W->mode == REPAIRING) {
        struct Apart apart;
        if (!compare_sights(W->sights, W->n_sights, &W->sights_at, now, n, &apart)) raise_sights(now, who, &apart);
        if (!compare_sights(W->unseen, W->n_unseen, &W->unseen_at, unseen, m, &apart)) raise_moves(unseen, moved, &apart);
    } else {
        keep_sights(W->sights, &W->n_sights, now, n);
        keep_sights(W->unseen, &W->n_unseen, unseen, m);
    }
    for (I k = 0; k < W->n_changed; k++) {
        I c = W->changed[k], seen = sees(c);
        if (W->visible[c] && !seen) { W->seen_drawn[c] = W->last_drawn; W->seen_asked[c] = W->last_asked; }
        if (!W->visible[c] && seen) { W->lost_drawn[c] = W->seen_drawn[c]; W->lost_asked[c] = W->seen_asked[c]; }
        W->visible[c] = (int32_t)seen; W->was_look[c] = (int32_t)(seen ? lk[c] : -1);
        if (!seen) continue;
        if (W->mode == REPAIRING && W->face_at[c] >= 0) PLAN->sure[W->face_at[c]] = 1;
        W->was_spot[c] = masked[place[c]] ? 0 : W->spots[c];
    }
    W->last_drawn = (int32_t)W->drawn_at; W->last_asked = (int32_t)W->asked_at;
    forget_changed();
    W->tick++;
}
/* An item of an answer, or all of it (0), is as it is told later. */
static void (keep_told)(CTX_ I slot, I item, uint64_t value) {
    struct Choice *choice = &PLAN->choice[slot];
    I all = 1;
    if (item < WIDE) W->told_items[slot][item] = value;
    for (I i = 1; item && i < choice->size; i++) all &= W->told_items[slot][i] != 0;
    choice->sure = (int32_t)all;
}
static void (check_value)(CTX_ I at, uint64_t value) {
    if (W->mode == TELLING) {
        if (W->n_values >= MOST_SIGHTS) gives_up(13);
        W->values[W->n_values++] = (struct Value){at, W->tick, value};
    }
    if (W->mode != REPAIRING) return;
    const struct Value *want = &W->values[W->values_at];
    if (W->values_at >= W->n_values || want->at != at) raise_conflict(ANYTHING, 0);
    if (want->told == value) {
        W->values_at++;
        if (W->valued[at] >= 0) PLAN->sure[W->valued[at]] = 1;
        if (W->answered[at] >= 0) keep_told(PLAN->slot[W->answered[at]], W->item_of[at], value);
        return;
    }
    PLAN->conflict_at = at; PLAN->conflict_item = W->item_of[at]; PLAN->wanted_value = want->told; PLAN->valued = W->valued[at]; PLAN->answered = W->answered[at];
    raise_conflict(VALUE, 0);
}

/* What the seat sees of the pieces that variables hold: which of two that looked alike has come back is told nowhere else. */
static uint64_t (check_held)(CTX_ I at, I piece, uint64_t value) {
    if (!W->holding) return value;
    W->held_piece[at] = (int32_t)(piece == NONE ? -1 : piece);
    if (W->held[at] == value) return value;
    W->held[at] = value;
    if (W->mode == TELLING) {
        if (W->n_values >= MOST_SIGHTS) gives_up(13);
        W->values[W->n_values++] = (struct Value){-1 - at, W->tick, value};
        return value;
    }
    const struct Value *want = &W->values[W->values_at];
    I heard = W->values_at < W->n_values && want->at == -1 - at && want->tick == W->tick;
    if (!heard || want->told != value) { PLAN->conflict_at = W->held_piece[at]; PLAN->wanted_value = heard ? want->told : 0; raise_conflict(HELD, 0); }
    W->values_at++;
    return value;
}
static void (check_all_held)(CTX) {
    W->holding = 1;
    view_of_held();
    W->holding = 0;
    const struct Value *want = &W->values[W->values_at];
    if (W->mode != REPAIRING || W->values_at >= W->n_values || want->at >= 0 || want->tick != W->tick) return;
    PLAN->conflict_at = W->held_piece[-1 - want->at]; PLAN->wanted_value = want->told;
    raise_conflict(HELD, 0);
}
