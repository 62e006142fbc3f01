/* A past as one seat saw it, and others that the seat cannot tell from it (host/sampler.py).

   While a game is played again under somebody's eyes, all that the seat is told is mixed into one number, `fp`: after
   each effect what it sees of the table, at each question who is asked, then the answer as far as the seat sees it. First
   the real past is told, and what the seat was told is written down; from that alone another is made (repair.h), which takes
   its place. That one is told too, and written down: draws, answers, and when the seat last saw each piece. Then others
   are tried: what was drawn unseen is drawn anew, and answers that the seat does not know are given anew. A past is given up
   at the first question where `fp` is not what it was. */

#define MOST_DRAWN 16384
#define MOST_ASKED 4096
#define MOST_ROWS 4096
#define MOST_CELLS 32768
#define MOST_SIGHTS 32768
#define TELLING 1
#define RETELLING 2
#define TRYING 3
#define REPAIRING 4 /* see repair.h */
#define FORKING 5 /* chance is given from outside: see tree.h */
enum { NUMBER, PIECE, PIECES, PASSING, RELEASED };
struct Drawn { int32_t kind, value, time, known; };
struct Asked { int32_t seat, block, first, size, time, known, piece, even; uint64_t fp, told; }; /* even: all options are as long */
struct Cell { I value, tag; };
struct Heard { int32_t seat, block, offer, offers; uint64_t fp, told; };
struct Sight { int32_t tick, question, from, to, spot, look; };
struct Value { I at, tick; uint64_t told; };
struct Outcome { int32_t block, zone, size; uint64_t view; }; /* of a zone, where a block is over in which its owner acted */
struct Plan;
#define WIDE 12 /* parts of an answer that are planned */
#define N_SLOTS (2 * MOST_ASKED)
struct Slot { uint64_t key; uint32_t era; int32_t at; };
#define NO_GOODS 16384
struct NoGood { uint64_t key; uint32_t era, many; }; /* an answer where a seat stands so, or how many of its answers there, lead nowhere */
struct Watch {
    /* how it stands: this part is kept where tries begin */
    uint64_t fp, fp_before, order; /* order: that of the pieces which the seat is offered last */
    I time, block, blocks, drawn_at, asked_at, outside_at, n_outcomes, n_answers, last_value, exceptions;
    int32_t odd[ZONES]; /* how many pieces of a zone are not seen as all there are */
    int32_t inside_at[PLAYERS + 1], here[COUNT], real[COUNT], lay[COUNT];
    I sight[COUNT], var_sight[ELEMENTS], answered[ELEMENTS]; /* answered: the question whose answer an element holds … */
    int32_t item_of[ELEMENTS]; /* … or which item of it; 0: all */
    I part_begun;
    uint64_t last_answer; /* in a block: the key of the last one that might have been another */
    /* … and so much more while a past is told or made */
    I tick, sights_at, unseen_at, values_at, own_at, parts, loose[ZONES];
    int32_t came[COUNT], came_at[COUNT], turn_of[COUNT], turns; /* turn_of: in which order pieces moved; 0: that is not told */
    int32_t was_look[COUNT], was_spot[COUNT], visible[COUNT], seen_drawn[COUNT], seen_asked[COUNT], lost_drawn[COUNT], lost_asked[COUNT], face_at[COUNT], valued[ELEMENTS];
    int32_t last_drawn, last_asked; /* when the seat last looked */
    uint64_t held[ELEMENTS];
    /* what the seat was told: of the real past, nothing else is read to make another (repair.h) */
    I seat, n_heard, n_own, n_sights, n_unseen, n_values, n_ends;
    struct Heard heard[MOST_ASKED], own[MOST_ASKED];
    struct Sight sights[MOST_SIGHTS], unseen[MOST_SIGHTS]; /* what it saw, and what moved though it did not see it */
    struct Value values[MOST_SIGHTS];
    struct Outcome ends[MOST_SIGHTS];
    I n_offers;
    int32_t offers[MOST_SIGHTS]; /* looks of the pieces that the seat was offered, in order; -1: it does not see it */
    struct NoGood no_goods[NO_GOODS];
    struct Slot slots[N_SLOTS];
    uint64_t told_items[MOST_ASKED][WIDE]; /* by slot: items of the answer that are told later, 0 if they are not; at 0 all of it */
    uint32_t era, made;
    I n_slots;
    struct Plan *plan, *best;
    I paused, chanced, effort, holding, by_parts;
    int32_t held_piece[ELEMENTS];
    /* what is known of the past that worlds are made from */
    I mode, failed, outside, given, stop, target_block, target_seat, kept_cells;
    uint64_t target, target_order, chance;
    struct Heard heard_last; /* what is asked last */
    const int32_t *answers;
    struct Drawn drawn[MOST_DRAWN];
    struct Asked questions[MOST_ASKED];
    int32_t open[MOST_ASKED], block_from[MOST_ASKED], seen_at[COUNT], latest[COUNT], among_at[COUNT], moved_at[COUNT], later[MOST_CELLS];
    I wrote_at[ELEMENTS];
    struct Cell kept[MOST_CELLS];
    /* what has changed since the seat looked last */
    int32_t rolled[COUNT], reordered[8];
    I n_rolled, n_reordered, n_changed, n_shifted, noted;
    int32_t changed[COUNT], noted_at[COUNT], spots[COUNT], shifted[8]; /* pieces that may be seen otherwise now; rows in which some may */
    /* the past that is being tried, and what is offered now */
    int32_t outcomes[MOST_DRAWN], given_answers[MOST_ASKED], made_outcomes[MOST_DRAWN], made_answers[MOST_ASKED];
    M offered;
    I site, rows, cells, by_mask, veiled, row[MOST_ROWS + 1]; /* veiled: which piece is picked is not told */
    struct Cell cell[MOST_CELLS];
    /* what chance decides between (tree.h) */
    I forks, weight[MOST_ROWS];
};
#define EVERYBODY ((1LL << (PLAYERS + 1)) - 1)
#define W ((struct Watch *)(intptr_t)watcher)
static void (check_sights)(CTX_ I all);
static void (check_value)(CTX_ I at, uint64_t value);
static void (end_part)(CTX_ I seat);
static struct NoGood *(no_good)(CTX_ uint64_t key);
static uint64_t (key_of_seat)(CTX_ I seat, I n);
static I (distance_of)(CTX_ I seat, I most);
static void (keep_outcomes)(CTX);
static I (plan_draw)(CTX_ I kind, I c, I at, I n);
static I (forked)(CTX_ I kind, I at, I n);
static I (plan_answer)(CTX_ I seat, I n);
static void (learn_answer)(CTX_ I at, uint64_t value);
static I __attribute__((noreturn, cold, noinline)) (gives_up)(CTX_ I why) { W->failed = why; longjmp(over, 1); }
static inline uint64_t mixed(uint64_t key, I value) {
    uint64_t z = (key ^ (uint64_t)value * GAMMA) * 0xD6E8FEB86659FD93ULL;
    return z ^ z >> 32;
}
static inline I (any_of)(CTX_ I n) { return (I)((mix64(W->chance += GAMMA) >> 32) * (uint64_t)n >> 32); }
static inline I (in_own_eyes)(CTX) { return !W->block || W->block == W->seat; }

/* ---- what the seat sees */

static I (sees_inside)(CTX_ I c);
static inline I (sees)(CTX_ I c) {
    I z = place[c], e = W->exceptions ? W->sight[c] : -1, bit = 1LL << W->seat;
    if (GROUPS && group_of[z] >= 0) return sees_inside(c);
    if (W->block && !(zone_limits[z] & bit)) return 0;
    return ((e < 0 ? zone_sights[z] : e) & bit) != 0;
}
static I (sees_inside)(CTX_ I c) { return sees(group_of[place[c]]) || (W->exceptions && W->sight[c] >= 0 && W->sight[c] >> W->seat & 1); }
static uint64_t (look_of)(CTX_ I c) {
    if (!sees(c)) return mixed(7, kinds[c]);
    uint64_t key = mixed(8, lk[c]);
    if (!GROUPS || inside_of[c] < 0) return key;
    for (I k = 0; k < FIELDS; k++) key = mixed(key, gf[c][k]);
    uint64_t held = 0;
    for (M rest = m_at(zm, inside_of[c]); !m_empty(rest); rest = m_drop(rest)) held += mixed(9, (I)look_of(m_low(rest)));
    return mixed(key, (I)held);
}
/* A piece that is told on purpose (RELEASED) is told by its look, seen or not, and where it lies. */
static uint64_t (key_of_piece)(CTX_ I c);
static I (outer)(CTX_ I z) { while (group_of[z] >= 0) z = place[group_of[z]]; return z; }
static uint64_t (release_piece)(CTX_ I c) {
    if (GROUPS && inside_of[c] >= 0) gives_up(20);
    return mixed(key_of_piece(c), GROUPS ? outer(place[c]) : place[c]);
}
static uint64_t (key_of_value)(CTX_ I value, I tag) {
    if (value == NONE || tag == NUMBER) return mixed(5, value);
    return tag == RELEASED ? release_piece(ix(value, COUNT)) : look_of(ix(value, COUNT));
}
static uint64_t (key_of_list)(CTX_ I l, I tag) {
    if (l == NONE) return 6;
    uint64_t key = mixed(6, mem[l]);
    for (I i = 1; i <= mem[l]; i++) key = mixed(key, (I)key_of_value(mem[l + i], tag));
    return key;
}
static uint64_t (view_of_zone)(CTX_ I z) {
    I n = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]], open = !GROUPS && !W->odd[z] && zone_sights[z] >> W->seat & 1;
    uint64_t own = mixed((uint64_t)z, n);
    if (zone_alike[z] && !(zone_sights[z] >> W->seat & 1) && !W->odd[z]) return own;
    if (masked[z] && open) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += mixed((uint64_t)z, lk[m_low(rest)]);
    else if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += mixed((uint64_t)z, (I)look_of(m_low(rest)));
    else for (I i = 1; i <= n; i++) own = mixed(own, (I)look_of(mem[zone_list[z] + i]));
    return own;
}
static uint64_t (view_of_zones)(CTX) {
    uint64_t key = 0;
    for (I z = 0; z < ZONES; z++) {
        if (!zone_limits[z] || (W->block && !(zone_limits[z] >> W->seat & 1))) continue;
        if (masked[z] ? m_empty(m_at(zm, z)) : !mem[zone_list[z]]) continue;
        key = mixed(key, (I)view_of_zone(z));
    }
    return key;
}
static uint64_t (view_of_numbers)(CTX_ uint64_t key);
static uint64_t (view_of_held)(CTX);
static uint64_t (check_held)(CTX_ I at, I piece, uint64_t value);
static void (check_all_held)(CTX);
static inline I (takes_notes)(CTX) { return W->mode == TELLING || W->mode == REPAIRING; }
/* A piece that may be seen otherwise, and with it others of its row. */
static void (note_changed)(CTX_ I c) {
    if (W->noted_at[c] == W->noted) return;
    W->noted_at[c] = (int32_t)W->noted;
    W->changed[W->n_changed++] = (int32_t)c;
}
static void (note_shifted)(CTX_ I z) {
    if (masked[z] || !(W->odd[z] || zone_sights[z] >> W->seat & 1)) return;
    for (I k = 0; k < W->n_shifted; k++) if (k < 8 && W->shifted[k] == z) return;
    if (W->n_shifted < 8) W->shifted[W->n_shifted] = (int32_t)z;
    W->n_shifted++;
}
static void (lies_now)(CTX_ I c, I now) {
    if (takes_notes()) {
        note_changed(c); note_shifted(now); note_shifted(W->lay[c]);
        W->came[c] = in_own_eyes() ? W->lay[c] : -1; W->came_at[c] = (int32_t)W->tick; W->turn_of[c] = ++W->turns;
    }
    if (W->sight[c] >= 0) W->odd[W->lay[c]]--;
    W->lay[c] = (int32_t)now; W->sight[c] = -1;
    if (W->mode == TELLING) W->moved_at[c] = (int32_t)W->time;
}
/* Which pieces have moved; where that may be any, all are looked at. */
static uint64_t (moves)(CTX) {
    uint64_t all = 0;
    int32_t before = W->turns;
    for (I k = 0; n_touched < 2 * COUNT && k < n_touched; k++) {
        if (W->turn_of[touched[k]] <= before) W->turn_of[touched[k]] = ++W->turns;
        if (takes_notes()) { note_changed(touched[k]); note_shifted(place[touched[k]]); }
    }
    for (I c = 0; c < COUNT; c++) {
        I now = place[c], turn = W->turn_of[c];
        if (GROUPS) now = outer(now);
        if (now == W->lay[c]) continue;
        if (zone_limits[now] || zone_limits[W->lay[c]]) all += mixed((uint64_t)W->lay[c], now);
        lies_now(c, now);
        W->turn_of[c] = (int32_t)(turn > before ? turn : 0);
    }
    n_touched = 0;
    return all;
}
/* What lies in a group goes with it. */
static void (lies_within)(CTX_ I group) {
    for (M rest = m_at(zm, inside_of[group]); !m_empty(rest); rest = m_drop(rest)) {
        I c = m_low(rest), now = outer(place[c]);
        if (W->lay[c] != now) { lies_now(c, now); W->turn_of[c] = 0; }
        if (inside_of[c] >= 0) lies_within(c);
    }
}
/* The same without a word. */
static void (moves_unseen)(CTX) {
    if (n_touched == 2 * COUNT) { moves(); return; }
    for (I k = 0; k < n_touched; k++) {
        I c = touched[k], now = GROUPS ? outer(place[c]) : place[c];
        if (W->lay[c] != now) lies_now(c, now);
        if (GROUPS && inside_of[c] >= 0) lies_within(c);
    }
    n_touched = 0;
}
static void (reorders)(CTX_ I z) { if (watcher && W->n_reordered < 8) W->reordered[W->n_reordered++] = (int32_t)z; }
static I (place_in)(CTX_ I l, I c) {
    I n = mem[l], i = 1;
    if (mem[l + n] == c) return n;
    while (i < n && mem[l + i] != c) i++;
    return i;
}
static void (looks_at)(CTX_ I z) {
    I k = 0;
    while (k < W->n_reordered && W->reordered[k] != z) k++;
    if (k == W->n_reordered) reorders(z);
}
/* What the seat sees of the group that a piece is in, or is. */
static uint64_t (view_of_group)(CTX_ I c) {
    while (group_of[place[c]] >= 0) c = group_of[place[c]];
    return zone_limits[place[c]] ? mixed(mixed(10, place[c]), (I)look_of(c)) : 0;
}
/* What the seat is told of the pieces that have moved or were rolled: each by itself, with its place in a row that the seat
   sees. Where pieces of a row are shown one by one, all of it is told. */
static uint64_t (changes)(CTX) {
    uint64_t all = 0;
    I n = n_touched, bit = 1LL << W->seat;
    for (I k = 0; k < n; k++) {
        I c = touched[k], now = GROUPS ? outer(place[c]) : place[c], was = W->lay[c];
        if (GROUPS && inside_of[c] >= 0) lies_within(c);
        if (GROUPS && (place[c] != now || inside_of[c] >= 0)) all += view_of_group(c);
        if (now == was) { if (takes_notes()) note_shifted(now); continue; }
        I before = (W->sight[c] < 0 ? zone_sights[was] : W->sight[c]) & bit;
        I odd = W->odd[was];
        lies_now(c, now);
        if (!zone_limits[now] && !zone_limits[was]) continue;
        I seen = sees(c), what = seen || before ? lk[c] : -1 - kinds[c];
        if (odd || W->odd[now]) {
            if (!masked[now]) looks_at(now);
            if (!masked[was]) looks_at(was);
        } else if (seen && !masked[now]) what += place_in(zone_list[now], c) << 32;
        all += mixed((uint64_t)(was * ZONES + now), what);
    }
    n_touched = 0;
    for (I k = 0; k < W->n_rolled; k++) { I c = W->rolled[k]; if (sees(c)) all += mixed((uint64_t)place[c] << 32, lk[c]); }
    for (I k = 0; k < W->n_reordered; k++) {
        I z = W->reordered[k];
        if ((zone_sights[z] & bit || W->odd[z]) && (!W->block || zone_limits[z] & bit)) all += view_of_zone(z);
    }
    return all;
}
static void (look_round)(CTX) {
    for (I c = 0; c < COUNT; c++) {
        if (!sees(c)) continue;
        W->seen_at[c] = (int32_t)W->time;
        if (W->latest[c] >= 0) W->drawn[W->latest[c]].known = 1;
    }
}
static void (watched_all)(CTX) {
    if (!watcher) return;
    W->time++; W->last_value = -1;
    uint64_t moved = moves();
    if (in_own_eyes()) {
        W->fp = mixed(mixed(W->fp, (I)moved), (I)view_of_numbers(view_of_zones()));
        if (W->mode == TELLING) look_round();
        if (takes_notes()) { check_sights(1); check_all_held(); }
    }
    W->n_rolled = W->n_reordered = 0;
}
static void (watched)(CTX) {
    if (!watcher) return;
    if (n_touched == 2 * COUNT || W->n_rolled == COUNT || W->n_reordered == 8) { watched_all(); return; }
    W->time++; W->last_value = -1;
    if (in_own_eyes()) {
        W->fp = mixed(W->fp, (I)(changes() + view_of_held()));
        if (W->mode == TELLING) look_round();
        if (takes_notes()) { check_sights(0); check_all_held(); }
    } else moves_unseen();
    W->n_rolled = W->n_reordered = 0;
}
/* As far as variables and amounts go. */
static void (watched_numbers)(CTX) {
    if (!watcher) return;
    W->time++; W->last_value = -1;
    if (in_own_eyes()) W->fp = mixed(W->fp, (I)view_of_numbers(0));
}
static void (tells_written)(CTX_ I at, uint64_t value) {
    W->time++; W->last_value = -1;
    if (!in_own_eyes() || !(W->var_sight[at] >> W->seat & 1)) return;
    W->fp = mixed(mixed(W->fp, at), (I)value);
    if (W->mode == TELLING) learn_answer(at, value);
    check_value(at, value);
}
static void (tells_paid)(CTX_ const I *sights, const I *amounts, I giver, I taker) {
    W->time++; W->last_value = -1;
    if (!in_own_eyes()) return;
    W->fp = mixed(mixed(W->fp, giver), sights[giver] >> W->seat & 1 ? amounts[giver] : -1);
    W->fp = mixed(mixed(W->fp, taker), sights[taker] >> W->seat & 1 ? amounts[taker] : -1);
}
/* A value is told on purpose to some seats. */
static void (releases)(CTX_ I seats, uint64_t value) { if (in_own_eyes() && seats >> W->seat & 1) W->fp = mixed(mixed(W->fp, seats), (I)value); }
static void (tells)(CTX_ I value) { if (watcher && in_own_eyes()) W->fp = mixed(W->fp, value); }
static void (tells_total)(CTX_ I element, I seat, I value) {
    if (watcher && in_own_eyes() && (element < 0 || W->var_sight[element] >> W->seat & 1)) W->fp = mixed(mixed(W->fp, seat), value);
}
/* A block of a seat begins; 0: it is over. */
static void (enters)(CTX_ I seat) {
    if (!watcher) return;
    moves_unseen();
    if (W->block && W->block != W->seat) end_part(W->block);
    W->block = seat;
    if (!seat) { keep_outcomes(); watched_all(); }
}
static void (blocks)(CTX) {
    if (!watcher) return;
    W->blocks++;
    for (I p = 0; p <= PLAYERS; p++) W->inside_at[p] = 0;
}
enum { DECLARED, HIDDEN, SHOWN };
static void (shows_piece)(CTX_ I c, I how, I mask) {
    if (!watcher) return;
    I z = place[ix(c, COUNT)], now = W->sight[c] < 0 ? zone_sights[z] : W->sight[c];
    if (group_of[z] >= 0) gives_up(20);
    W->exceptions = 1;
    W->odd[W->lay[c]] += (how != DECLARED) - (W->sight[c] >= 0);
    W->sight[c] = how == DECLARED ? -1 : how == HIDDEN ? 0 : now | mask;
    tells(how);
}
static void (shows_element)(CTX_ I at, I how, I mask, I usual) {
    if (!watcher) return;
    W->var_sight[at] = how == DECLARED ? usual : how == HIDDEN ? 0 : W->var_sight[at] | mask;
}
static void (wrote)(CTX_ I at) {
    if (!watcher) return;
    W->answered[at] = -1;
    W->valued[at] = (int32_t)W->last_value;
    if (W->mode == TELLING) W->wrote_at[at] = W->time * 2 + (W->last_value >= 0);
    if (W->mode == TELLING && W->last_value >= 0 && W->var_sight[at] >> W->seat & 1) W->drawn[W->last_value].known = 1;
}
/* An element holds what its seat has just answered; nothing was asked if there was one option only. */
static void (keeps_answer)(CTX_ I at) {
    if (!watcher || !W->inside_at[W->block]) return;
    W->answered[at] = W->asked_at - 1; W->item_of[at] = 0;
}
/* An element becomes what another holds, or an item of that. */
static void (copies_answer)(CTX_ I at, I from, I item) {
    I question = W->answered[from];
    wrote(at);
    if (question < 0 || W->block || (item && W->item_of[from])) return;
    W->answered[at] = question; W->item_of[at] = (int32_t)(item ? item : W->item_of[from]);
}
