/* A past as one seat saw it, and others that the seat cannot tell from it (host/sampler.py).

   While a game is played again under somebody's eyes, all that the seat is told is mixed into one number, `fp`: after
   each effect what it sees of the table, at each question who is asked, then the answer as far as the seat sees it. First
   the real past is told, and what the seat was told is written down; from that alone another is made (mend.h), which takes
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
#define MENDING 4 /* see mend.h */
#define FORKING 5 /* chance is given from outside: see tree.h */
enum { NUMBER, PIECE, PIECES, PASSING };
struct Drawn { int32_t kind, value, time, known; };
struct Asked { int32_t seat, block, first, size, time, known, piece; uint64_t fp, told; };
struct Cell { I value, tag; };
struct Heard { int32_t seat, block, offer, offers; uint64_t fp, told; };
struct Sight { int32_t tick, question, from, to, spot, look; };
struct Value { I at, tick; uint64_t told; };
struct Outcome { int32_t block, zone, size; uint64_t view; }; /* of a zone, where a block is over in which its owner acted */
struct Plan;
#define N_SLOTS (2 * MOST_ASKED)
struct Slot { uint64_t key; uint32_t era; int32_t at; };
#define NO_GOODS 16384
struct NoGood { uint64_t key; uint32_t era, many; }; /* an answer where a seat stands so, or how many of its answers there, lead nowhere */
struct Watch {
    /* how it stands: this part is kept where tries begin */
    uint64_t fp, fp_before, order; /* order: that of the pieces which the seat is offered last */
    I time, block, blocks, drawn_at, asked_at, outside_at, n_outcomes, n_answers, last_value, exceptions;
    int32_t inside_at[PLAYERS + 1], here[COUNT], real[COUNT], lay[COUNT];
    I sight[COUNT], var_sight[ELEMENTS], answered[ELEMENTS];
    I part_begun;
    uint64_t last_answer; /* in a block: the key of the last one that might have been another */
    /* … and so much more while a past is told or made */
    I tick, sights_at, unseen_at, values_at, own_at, parts, loose[ZONES];
    int32_t came[COUNT], came_at[COUNT], turn_of[COUNT], turns; /* turn_of: in which order pieces moved; 0: that is not told */
    int32_t was_look[COUNT], was_spot[COUNT], visible[COUNT], seen_drawn[COUNT], seen_asked[COUNT], lost_drawn[COUNT], lost_asked[COUNT], face_at[COUNT], valued[ELEMENTS];
    int32_t last_drawn, last_asked; /* when the seat last looked */
    uint64_t held[ELEMENTS];
    /* what the seat was told: of the real past, nothing else is read to make another (mend.h) */
    I seat, n_heard, n_own, n_sights, n_unseen, n_values, n_ends;
    struct Heard heard[MOST_ASKED], own[MOST_ASKED];
    struct Sight sights[MOST_SIGHTS], unseen[MOST_SIGHTS]; /* what it saw, and what moved though it did not see it */
    struct Value values[MOST_SIGHTS];
    struct Outcome ends[MOST_SIGHTS];
    I n_offers;
    int32_t offers[MOST_SIGHTS]; /* looks of the pieces that the seat was offered, in order; -1: it does not see it */
    struct NoGood no_goods[NO_GOODS];
    struct Slot slots[N_SLOTS];
    uint32_t era, made;
    I n_slots;
    struct Plan *plan, *others;
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
    int32_t changed[COUNT], noted_at[COUNT], shifted[8]; /* pieces that may be seen otherwise now; rows in which some may */
    /* the past that is being tried, and what is offered now */
    int32_t outcomes[MOST_DRAWN], given_answers[MOST_ASKED], made_outcomes[MOST_DRAWN], made_answers[MOST_ASKED];
    M offered;
    I site, rows, cells, by_mask, row[MOST_ROWS + 1];
    struct Cell cell[MOST_CELLS];
    /* what chance decides between (tree.h) */
    I forks, weight[MOST_ROWS];
};
#define EVERYBODY ((1LL << (PLAYERS + 1)) - 1)
#define W ((struct Watch *)(intptr_t)watcher)
static void (sighted)(CTX_ I all);
static void (tells_value)(CTX_ I at, uint64_t value);
static void (ends_part)(CTX_ I seat);
static struct NoGood *(no_good)(CTX_ uint64_t key);
static uint64_t (key_of_seat)(CTX_ I seat, I n);
static I (distance_of)(CTX_ I seat);
static void (ends_parts)(CTX);
static I (mended)(CTX_ I kind, I c, I at, I n);
static I (forked)(CTX_ I kind, I at, I n);
static I (is_mended)(CTX_ I seat, I n);
static I __attribute__((noreturn, cold, noinline)) (gives_up)(CTX_ I why) { W->failed = why; longjmp(over, 1); }
static inline uint64_t told(uint64_t key, I value) {
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
    if (!sees(c)) return told(7, kinds[c]);
    uint64_t key = told(8, lk[c]);
    if (!GROUPS || inside_of[c] < 0) return key;
    for (I k = 0; k < FIELDS; k++) key = told(key, gf[c][k]);
    uint64_t held = 0;
    for (M rest = m_at(zm, inside_of[c]); !m_empty(rest); rest = m_drop(rest)) held += told(9, (I)look_of(m_low(rest)));
    return told(key, (I)held);
}
static uint64_t (told_value)(CTX_ I value, I tag) { return value != NONE && tag == PIECE ? look_of(ix(value, COUNT)) : told(5, value); }
static uint64_t (told_list)(CTX_ I l, I tag) {
    if (l == NONE) return 6;
    uint64_t key = told(6, mem[l]);
    for (I i = 1; i <= mem[l]; i++) key = told(key, (I)told_value(mem[l + i], tag));
    return key;
}
static uint64_t (view_of_zone)(CTX_ I z) {
    I n = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]], open = !GROUPS && !W->exceptions && zone_sights[z] >> W->seat & 1;
    uint64_t own = told((uint64_t)z, n);
    if (zone_alike[z] && !(zone_sights[z] >> W->seat & 1) && !W->exceptions) return own;
    if (masked[z] && open) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += told((uint64_t)z, lk[m_low(rest)]);
    else if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += told((uint64_t)z, (I)look_of(m_low(rest)));
    else for (I i = 1; i <= n; i++) own = told(own, (I)look_of(mem[zone_list[z] + i]));
    return own;
}
static uint64_t (view_of_zones)(CTX) {
    uint64_t key = 0;
    for (I z = 0; z < ZONES; z++) {
        if (!zone_limits[z] || (W->block && !(zone_limits[z] >> W->seat & 1))) continue;
        if (masked[z] ? m_empty(m_at(zm, z)) : !mem[zone_list[z]]) continue;
        key = told(key, (I)view_of_zone(z));
    }
    return key;
}
static uint64_t (view_of_numbers)(CTX_ uint64_t key);
static uint64_t (view_of_held)(CTX);
static uint64_t (tells_held)(CTX_ I at, I piece, uint64_t value);
static void (look_at_held)(CTX);
static I (outer)(CTX_ I z) { while (group_of[z] >= 0) z = place[group_of[z]]; return z; }
static inline I (takes_notes)(CTX) { return W->mode == TELLING || W->mode == MENDING; }
/* A piece that may be seen otherwise, and with it others of its row. */
static void (note_changed)(CTX_ I c) {
    if (W->noted_at[c] == W->noted) return;
    W->noted_at[c] = (int32_t)W->noted;
    W->changed[W->n_changed++] = (int32_t)c;
}
static void (note_shifted)(CTX_ I z) {
    if (masked[z] || !(W->exceptions || zone_sights[z] >> W->seat & 1)) return;
    for (I k = 0; k < W->n_shifted; k++) if (k < 8 && W->shifted[k] == z) return;
    if (W->n_shifted < 8) W->shifted[W->n_shifted] = (int32_t)z;
    W->n_shifted++;
}
static void (lies_now)(CTX_ I c, I now) {
    if (takes_notes()) {
        note_changed(c); note_shifted(now); note_shifted(W->lay[c]);
        W->came[c] = in_own_eyes() ? W->lay[c] : -1; W->came_at[c] = (int32_t)W->tick; W->turn_of[c] = ++W->turns;
    }
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
        if (zone_limits[now] || zone_limits[W->lay[c]]) all += told((uint64_t)W->lay[c], now);
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
    return zone_limits[place[c]] ? told(told(10, place[c]), (I)look_of(c)) : 0;
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
        lies_now(c, now);
        if (!zone_limits[now] && !zone_limits[was]) continue;
        I seen = sees(c), what = seen || before ? lk[c] : -1 - kinds[c];
        if (W->exceptions) {
            if (!masked[now]) looks_at(now);
            if (!masked[was]) looks_at(was);
        } else if (seen && !masked[now]) what += place_in(zone_list[now], c) << 32;
        all += told((uint64_t)(was * ZONES + now), what);
    }
    n_touched = 0;
    for (I k = 0; k < W->n_rolled; k++) { I c = W->rolled[k]; if (sees(c)) all += told((uint64_t)place[c] << 32, lk[c]); }
    for (I k = 0; k < W->n_reordered; k++) {
        I z = W->reordered[k];
        if ((zone_sights[z] & bit || W->exceptions) && (!W->block || zone_limits[z] & bit)) all += view_of_zone(z);
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
        W->fp = told(told(W->fp, (I)moved), (I)view_of_numbers(view_of_zones()));
        if (W->mode == TELLING) look_round();
        if (takes_notes()) { sighted(1); look_at_held(); }
    }
    W->n_rolled = W->n_reordered = 0;
}
static void (watched)(CTX) {
    if (!watcher) return;
    if (n_touched == 2 * COUNT || W->n_rolled == COUNT || W->n_reordered == 8) { watched_all(); return; }
    W->time++; W->last_value = -1;
    if (in_own_eyes()) {
        W->fp = told(W->fp, (I)(changes() + view_of_held()));
        if (W->mode == TELLING) look_round();
        if (takes_notes()) { sighted(0); look_at_held(); }
    } else moves_unseen();
    W->n_rolled = W->n_reordered = 0;
}
/* As far as variables and amounts go. */
static void (watched_numbers)(CTX) {
    if (!watcher) return;
    W->time++; W->last_value = -1;
    if (in_own_eyes()) W->fp = told(W->fp, (I)view_of_numbers(0));
}
static void (tells_written)(CTX_ I at, uint64_t value) {
    W->time++; W->last_value = -1;
    if (!in_own_eyes() || !(W->var_sight[at] >> W->seat & 1)) return;
    W->fp = told(told(W->fp, at), (I)value);
    tells_value(at, value);
}
static void (tells_paid)(CTX_ const I *sights, const I *amounts, I giver, I taker) {
    W->time++; W->last_value = -1;
    if (!in_own_eyes()) return;
    W->fp = told(told(W->fp, giver), sights[giver] >> W->seat & 1 ? amounts[giver] : -1);
    W->fp = told(told(W->fp, taker), sights[taker] >> W->seat & 1 ? amounts[taker] : -1);
}
/* A value that is told on purpose to some seats: a piece by its look, seen or not, and where it lies. */
static uint64_t (key_of_piece)(CTX_ I c);
static uint64_t (released)(CTX_ I value, I tag) {
    if (value == NONE || tag != PIECE) return told(5, value);
    I c = ix(value, COUNT);
    if (GROUPS && inside_of[c] >= 0) gives_up(20);
    return told(key_of_piece(c), GROUPS ? outer(place[c]) : place[c]);
}
static uint64_t (released_list)(CTX_ I l, I tag) {
    if (l == NONE) return 6;
    uint64_t key = told(6, mem[l]);
    for (I i = 1; i <= mem[l]; i++) key = told(key, (I)released(mem[l + i], tag));
    return key;
}
static void (releases)(CTX_ I seats, uint64_t value) { if (in_own_eyes() && seats >> W->seat & 1) W->fp = told(told(W->fp, seats), (I)value); }
static void (tells)(CTX_ I value) { if (watcher && in_own_eyes()) W->fp = told(W->fp, value); }
static void (tells_total)(CTX_ I element, I seat, I value) {
    if (watcher && in_own_eyes() && (element < 0 || W->var_sight[element] >> W->seat & 1)) W->fp = told(told(W->fp, seat), value);
}
/* A block of a seat begins; 0: it is over. */
static void (enters)(CTX_ I seat) {
    if (!watcher) return;
    moves_unseen();
    if (W->block && W->block != W->seat) ends_part(W->block);
    W->block = seat;
    if (!seat) { ends_parts(); watched_all(); }
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
    W->sight[c] = how == DECLARED ? -1 : how == HIDDEN ? 0 : now | mask;
    tells(how);
}
static void (shows_element)(CTX_ I at, I how, I mask, I usual) {
    if (!watcher) return;
    W->var_sight[at] = how == DECLARED ? usual : how == HIDDEN ? 0 : W->var_sight[at] | mask;
    if (W->mode == TELLING && W->answered[at] >= 0 && W->var_sight[at] >> W->seat & 1) W->questions[W->answered[at]].known = 1;
}
static void (keeps_answer)(CTX_ I at) { if (watcher) W->answered[at] = W->asked_at - 1; }
static void (wrote)(CTX_ I at) {
    if (!watcher) return;
    W->answered[at] = -1;
    W->valued[at] = (int32_t)W->last_value;
    if (W->mode == TELLING) W->wrote_at[at] = W->time * 2 + (W->last_value >= 0);
    if (W->mode == TELLING && W->last_value >= 0 && W->var_sight[at] >> W->seat & 1) W->drawn[W->last_value].known = 1;
}

/* ---- draws */

enum { OF_PIECES, OF_FACES, OF_VALUES };
static struct Drawn *(next_draw)(CTX_ I kind) {
    if (W->drawn_at >= MOST_DRAWN) gives_up(1);
    struct Drawn *d = &W->drawn[W->drawn_at++];
    if (W->mode == TELLING) *d = (struct Drawn){(int32_t)kind, 0, (int32_t)W->time + 1, 0};
    else if (W->mode == TRYING && d->kind != kind) gives_up(2);
    return d;
}
static I (came_out)(CTX_ I outcome, I n) { if (n > 1) W->outcomes[W->n_outcomes++] = (int32_t)outcome; return outcome; }
static inline I (is_hidden)(CTX_ I c, I time) { return W->seen_at[c] < time; }
static void (exchange)(CTX_ I real, I c) {
    I other = W->real[c], old = W->here[real];
    W->here[real] = (int32_t)c; W->here[other] = (int32_t)old;
    W->real[c] = (int32_t)real; W->real[old] = (int32_t)other;
}
/* Which of some pieces is drawn; they lie in memory, one behind the other. */
static I (piece_drawn)(CTX_ I at, I n) {
    if (n < 1) bail();
    if (!watcher) return chance(n);
    if (W->mode == MENDING) return mended(OF_PIECES, 0, at, n);
    if (W->mode == FORKING) return forked(OF_PIECES, at, n);
    struct Drawn *d = next_draw(OF_PIECES);
    if (W->mode != TRYING) {
        I k = chance(n);
        if (W->mode == TELLING) {
            d->value = (int32_t)mem[at + k];
            for (I i = 0; i < n; i++) W->among_at[mem[at + i]] = d->time;
        }
        return came_out(k, n);
    }
    I real = d->value, many = 0, kind = kinds[real];
    if (!d->known) {
        for (I tries = 0; tries < 8; tries++) {
            I i = any_of(n);
            if (is_hidden(W->real[mem[at + i]], d->time) && kinds[mem[at + i]] == kind) return came_out(i, n);
        }
        for (I i = 0; i < n; i++) many += is_hidden(W->real[mem[at + i]], d->time) && kinds[mem[at + i]] == kind;
        if (!many) gives_up(3);
        many = any_of(many) + 1;
        I i = 0;
        for (;; i++) if (is_hidden(W->real[mem[at + i]], d->time) && kinds[mem[at + i]] == kind && !--many) break;
        return came_out(i, n);
    }
    for (I i = 0; i < n; i++) if (mem[at + i] == W->here[real]) return came_out(i, n);
    for (I i = 0; i < n; i++) if (look[mem[at + i]] == look[real]) { exchange(real, mem[at + i]); return came_out(i, n); }
    gives_up(3);
}
static M (bit_drawn)(CTX_ M from, I n) {
    if (!watcher) return m_kth_bit(from, chance(n));
    I mark = top, l = ids(from), k = piece_drawn(l + 1, n);
    top = mark;
    return m_kth_bit(from, k);
}
static I (face_drawn)(CTX_ I c, I n) {
    if (!watcher) return chance(n);
    if (W->n_rolled < COUNT) W->rolled[W->n_rolled++] = (int32_t)c;
    if (W->mode == MENDING) return mended(OF_FACES, c, 0, n);
    if (W->mode == FORKING) return forked(OF_FACES, 0, n);
    struct Drawn *d = next_draw(OF_FACES);
    if (W->mode != TRYING) {
        I k = chance(n);
        if (W->mode == TELLING) { W->latest[c] = (int32_t)(W->drawn_at - 1); d->value = (int32_t)k; }
        return came_out(k, n);
    }
    return came_out(d->known ? ix(d->value, n) : any_of(n), n);
}
static I (value_drawn)(CTX_ I at, I n) {
    if (n < 1) bail();
    if (!watcher) return chance(n);
    if (W->mode == MENDING) return mended(OF_VALUES, 0, at, n);
    if (W->mode == FORKING) return forked(OF_VALUES, at, n);
    struct Drawn *d = next_draw(OF_VALUES);
    if (W->mode != TRYING) {
        I k = chance(n);
        if (mem[at + k] != (int32_t)mem[at + k]) gives_up(4);
        if (W->mode == TELLING) { d->value = (int32_t)mem[at + k]; W->last_value = W->drawn_at - 1; }
        return came_out(k, n);
    }
    if (!d->known) return came_out(any_of(n), n);
    for (I i = 0; i < n; i++) if (mem[at + i] == d->value) return came_out(i, n);
    gives_up(5);
}

/* ---- options: a row for each, of numbers and pieces */

static void (rows)(CTX_ I site) { W->fp_before = W->fp; W->site = site; W->rows = W->cells = W->by_mask = 0; W->fp ^= in_own_eyes() ? mix64((uint64_t)site) : 0; }
/* The pieces of a mask are offered. They are not written down if the answer is known to be one of them. */
static I (rows_of_mask)(CTX_ I site, M some) {
    rows(site);
    W->offered = some; W->by_mask = 1;
    if (W->mode != TRYING || W->block || W->outside_at >= W->outside) return 1;
    return !W->questions[W->open[W->outside_at]].piece;
}
static void (row)(CTX) { if (!watcher) { offers_row(); return; } if (W->rows >= MOST_ROWS) gives_up(6); W->row[W->rows++] = W->cells; W->row[W->rows] = W->cells; }
static void (cell)(CTX_ I value, I tag) {
    if (!watcher) { offers_part(value, tag); return; }
    if (W->cells >= MOST_CELLS) gives_up(6);
    W->cell[W->cells++] = (struct Cell){value, tag};
    W->row[W->rows] = W->cells;
}
static void (cell_list)(CTX_ I l, I pieces) {
    cell(mem[l], pieces ? PIECES : NUMBER);
    for (I i = 1; i <= mem[l]; i++) cell(mem[l + i], pieces ? PIECE : NUMBER);
}
static void (row_of)(CTX_ I value, I tag) { row(); cell(value, tag); }
static uint64_t (told_row)(CTX_ const struct Cell *c, I n) {
    uint64_t key = 0;
    for (I i = 0; i < n; i++) {
        if (c[i].tag == PIECES) {
            uint64_t all = 0;
            I size = c[i].value;
            for (I k = 0; k < size; k++) all += told(3, (I)look_of(c[++i].value));
            key = told(key, (I)all);
        } else key = told(key, c[i].tag == PIECE ? (I)look_of(c[i].value) : c[i].value * 4 + c[i].tag);
    }
    return key;
}
static I (knows_row)(CTX_ const struct Cell *c, I n) {
    for (I i = 0; i < n; i++) if (c[i].tag == PIECE && !sees(c[i].value)) return 0;
    return 1;
}
static I (like_piece)(CTX_ I real, I c) { I d = W->here[real]; return d == c || key_same(c, d); }
static I (like_row)(CTX_ const struct Cell *real, const struct Cell *c, I n) {
    for (I i = 0; i < n; i++) {
        if (real[i].tag != c[i].tag || (c[i].tag != PIECE && real[i].value != c[i].value)) return 0;
        if (c[i].tag == PIECE && !like_piece(real[i].value, c[i].value)) return 0;
        if (c[i].tag != PIECES) continue;
        I size = c[i].value, used[64] = {0};
        if (size > 64) gives_up(7);
        for (I k = 1; k <= size; k++) {
            I j = 1;
            while (j <= size && (used[j - 1] || !like_piece(real[i + k].value, c[i + j].value))) j++;
            if (j > size) return 0;
            used[j - 1] = 1;
        }
        i += size;
    }
    return 1;
}
/* Pieces that the seat sees later are in both answers or in none. */
static I (later_alike)(CTX_ const struct Asked *e, const struct Cell *c, I n) {
    I wanted = 0, got = 0;
    for (I i = 0; i < e->size; i++) wanted += W->later[e->first + i] >= 0;
    for (I k = 0; k < n; k++) {
        if (c[k].tag != PIECE) continue;
        I found = 0;
        for (I i = 0; i < e->size; i++) found |= W->later[e->first + i] >= 0 && W->here[W->later[e->first + i]] == c[k].value;
        if (!found && W->seen_at[W->real[c[k].value]] > e->time && !sees(c[k].value)) return 0;
        got += found;
    }
    return got == wanted;
}
/* ---- questions */

static void (is_asked)(CTX_ I seat, I n) {
    if (!in_own_eyes()) return;
    W->fp = told(told(W->fp, seat), 1);
    if (seat != W->seat) return;
    if (W->by_mask) {
        W->order = 0;
        for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest)) W->order = told(W->order, (I)look_of(m_low(rest)));
        W->fp = told(told(W->fp, n), (I)W->order);
    } else for (I k = 0; k < n; k++) W->fp = told(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k]));
}
static I (takes_piece)(CTX_ I real) {
    I c = W->here[real], k = 0;
    for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest), k++) {
        I d = m_low(rest);
        if (d != c && !key_same(d, c)) continue;
        if (in_own_eyes()) W->fp = told(W->fp, (I)told(0, (I)look_of(d)));
        if (W->n_answers >= MOST_ASKED) gives_up(8);
        W->given_answers[W->n_answers++] = (int32_t)k;
        answer = k;
        return 0;
    }
    gives_up(11);
}
static I (answers_with)(CTX_ I k) {
    if (in_own_eyes()) W->fp = told(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k]));
    if (W->n_answers >= MOST_ASKED) gives_up(8);
    W->given_answers[W->n_answers++] = (int32_t)k;
    answer = k;
    return 0;
}
/* What the seat hears of a question, and in which order it is offered pieces. */
static struct Heard (hear)(CTX_ I seat, uint64_t answer_told) {
    struct Heard heard = {(int32_t)seat, (int32_t)W->blocks, (int32_t)W->n_offers, 0, W->fp, answer_told};
    if (W->by_mask && seat == W->seat) for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest)) {
        if (W->n_offers >= MOST_SIGHTS) gives_up(13);
        W->offers[W->n_offers++] = sees(m_low(rest)) ? (int32_t)lk[m_low(rest)] : -1;
        heard.offers++;
    }
    return heard;
}
static I (is_told)(CTX_ I seat, I n) {
    if (W->asked_at == W->given) {
        W->target = W->fp; W->target_order = W->order; W->target_seat = seat; W->target_block = W->block ? W->blocks : 0; W->outside = W->outside_at;
        W->heard_last = hear(seat, 0);
        return 1;
    }
    if (W->asked_at >= MOST_ASKED) gives_up(8);
    I k = W->answers[W->asked_at], first = W->kept_cells, size = W->row[ix(k, n) + 1] - W->row[k];
    const struct Cell *c = W->cell + W->row[k];
    if (first + size > MOST_CELLS) gives_up(8);
    memcpy(W->kept + first, c, (size_t)size * sizeof *c);
    W->kept_cells += size;
    I known = seat == W->seat || (!W->block && knows_row(c, size));
    for (I i = 0; i < size; i++) {
        W->later[first + i] = -1;
        if (c[i].tag != PIECE) continue;
        if (sees(c[i].value)) W->later[first + i] = -2;
    }
    struct Heard heard = hear(seat, told_row(c, size));
    if (!W->block) W->heard[W->outside_at] = heard;
    else if (seat == W->seat) W->own[W->n_own++] = heard;
    if (!W->block) W->open[W->outside_at++] = (int32_t)W->asked_at;
    W->questions[W->asked_at++] = (struct Asked){(int32_t)seat, (int32_t)(W->block ? W->blocks : 0), (int32_t)first, (int32_t)size, (int32_t)W->time, (int32_t)known, 0, W->fp, told_row(c, size)};
    W->time++;
    return answers_with(k);
}
static struct Asked *(asked_in_block)(CTX_ I seat) {
    I skip = W->inside_at[seat];
    for (I at = W->blocks < MOST_ASKED ? W->block_from[W->blocks] : W->given; at < W->given && W->questions[at].block == W->blocks; at++)
        if (W->questions[at].seat == seat && !skip--) return &W->questions[at];
    return 0;
}
static I (answer_like)(CTX_ const struct Asked *e, I n) {
    I many = 0, found = -1;
    for (I k = 0; k < n; k++) {
        const struct Cell *c = W->cell + W->row[k];
        I size = W->row[k + 1] - W->row[k];
        if (e->known) {
            if (size == e->size && like_row(W->kept + e->first, c, size)) return k;
        } else if ((e->block || told_row(c, size) == e->told) && later_alike(e, c, size) && !any_of(++many)) found = k;
    }
    if (found < 0) gives_up(11);
    return found;
}
/* Where a whole past hardly ever fits, what another seat does in a block is tried by itself, from where it begins. */
#define PART_FAILED 17
static void __attribute__((noreturn)) (part_fails)(CTX) {
    if (!W->last_answer) gives_up(18);
    no_good(W->last_answer)->many = 1;
    gives_up(PART_FAILED);
}
static I (answer_in_part)(CTX_ I seat, const struct Asked *e, I n) {
    moves_unseen();
    uint64_t key = key_of_seat(seat, n);
    I done = !distance_of(seat), many = 0, fits = 0, found = -1, passing = -1;
    for (I k = 0; k < n; k++) {
        const struct Cell *c = W->cell + W->row[k];
        I size = W->row[k + 1] - W->row[k];
        if (e && (e->known ? size != e->size || !like_row(W->kept + e->first, c, size) : !later_alike(e, c, size))) continue;
        fits++;
        if (no_good(told(key, k))->many) continue;
        if (c->tag == PASSING) passing = k;
        else if (!any_of(++many)) found = k;
        if (e && e->known) break;
    }
    if (passing >= 0 && (done || found < 0)) found = passing;
    if (found < 0) part_fails();
    if (fits > 1) W->last_answer = told(key, found);
    return found;
}
static I (is_tried)(CTX_ I seat, I n) {
    struct Asked *e = 0;
    if (W->block ? W->target_block == W->blocks : W->outside_at == W->outside) {
        if (W->fp != W->target || W->order != W->target_order || seat != W->target_seat || (W->target_block && !W->block)) gives_up(9);
        return 1;
    }
    if (!W->block) {
        e = &W->questions[W->open[W->outside_at++]];
        if (e->seat != seat) gives_up(10);
    } else e = asked_in_block(seat);
    if (e && in_own_eyes() && e->fp != W->fp) gives_up(9);
    if (!e && seat == W->seat) gives_up(10);
    I in_part = W->by_parts && W->block && seat != W->seat && !(e && e->known), part = W->blocks * (PLAYERS + 1) + seat;
    if (in_part && W->part_begun != part) { W->part_begun = part; W->last_answer = 0; return W->paused = 1; }
    if (W->block) W->inside_at[seat]++;
    W->asked_at++; W->time++;
    if (in_part) return answers_with(answer_in_part(seat, e, n));
    if (e && W->by_mask && e->piece) return takes_piece(W->kept[e->first].value);
    if (e) return answers_with(answer_like(e, n));
    return answers_with(W->cell[W->row[n - 1]].tag == PASSING ? n - 1 : any_of(n));
}
static I (is_told_again)(CTX) {
    if (W->asked_at == W->stop) return 1;
    if (!W->block) W->outside_at++;
    W->time++;
    return answers_with(W->answers[W->asked_at++]);
}
/* The time from which on the past may have been another: of all that is hidden now, what came about first. */
static I (first_unknown)(CTX_ I since, I until) {
    for (I k = 0; k < W->given; k++) {
        const struct Asked *e = &W->questions[k];
        if (!e->known && e->time > since && e->time <= until) return e->time;
    }
    return INT32_MAX;
}
static I (hidden_since)(CTX) {
    I first = INT32_MAX;
    for (I c = 0; c < COUNT; c++) {
        I seen = W->seen_at[c], drawn = W->among_at[c], when = INT32_MAX;
        if (seen == INT32_MAX) continue;
        if (drawn > seen) when = drawn - 1;
        if (W->latest[c] >= 0 && W->drawn[W->latest[c]].time > seen && W->drawn[W->latest[c]].time - 1 < when) when = W->drawn[W->latest[c]].time - 1;
        I answered = first_unknown(seen > drawn ? seen : drawn, W->moved_at[c]);
        if (answered < when) when = answered;
        if (when < first) first = when;
    }
    for (I k = 0; k < ELEMENTS; k++) {
        I wrote = W->wrote_at[k], when = INT32_MAX;
        if (wrote < 0 || W->var_sight[k] >> W->seat & 1) continue;
        if (wrote & 1) when = wrote / 2;
        else for (I q = 0; q < W->given; q++) if (!W->questions[q].known && W->questions[q].time <= wrote / 2) when = W->questions[q].time;
        if (when < first) first = when;
    }
    return first;
}
/* The last question outside blocks that was put before that; -1: there is none. */
static I (starting_question)(CTX) {
    I since = hidden_since(), found = -1;
    for (I k = 0; k < W->outside; k++) if (W->questions[W->open[k]].time <= since) found = W->open[k];
    return since == INT32_MAX && !W->target_block ? W->given : found;
}
/* Answers that were one piece, which the seat has seen by now. */
static void (note_pieces)(CTX) {
    for (I k = 0; k < W->given; k++) {
        struct Asked *e = &W->questions[k];
        const struct Cell *c = W->kept + e->first;
        e->piece = !e->block && e->size == 1 && c->tag == PIECE && (e->known || W->later[e->first] >= 0);
        if (e->piece && !e->known) W->kept[e->first].value = W->later[e->first];
    }
}
/* Facts of one past that is whole: what it really was. */
static void (note_facts)(CTX) {
    for (I k = 0; k < MOST_ASKED; k++) W->block_from[k] = (int32_t)W->given;
    for (I k = W->given; k--;) if (W->questions[k].block < MOST_ASKED) W->block_from[W->questions[k].block] = (int32_t)k;
    for (I k = 0; k < W->drawn_at; k++) if (W->drawn[k].kind == OF_PIECES) W->drawn[k].known = W->seen_at[W->drawn[k].value] >= W->drawn[k].time;
    for (I k = 0; k < W->given; k++) {
        const struct Asked *e = &W->questions[k];
        for (I i = e->first; i < e->first + e->size; i++) {
            I c = W->kept[i].value, later = W->kept[i].tag == PIECE && (W->later[i] == -2 ? W->moved_at[c] : W->seen_at[c]) > e->time;
            W->later[i] = later ? (int32_t)c : -1;
        }
    }
}
static I (observed)(CTX_ I seat, I n) {
    if (W->rows != n && !(W->by_mask && !W->rows && W->mode == TRYING)) gives_up(12);
    is_asked(seat, n);
    return W->mode == TELLING ? is_told(seat, n) : W->mode == TRYING ? is_tried(seat, n) : W->mode == MENDING ? is_mended(seat, n) : is_told_again();
}

/* ---- a table that is played on: its options by what they are, and what a seat sees of it as numbers (host/observed.py) */

static uint64_t (key_of_piece)(CTX_ I c) {
    uint64_t key = told(8, lk[c]);
    if (GROUPS && inside_of[c] >= 0) for (I k = 0; k < FIELDS; k++) key = told(key, gf[c][k]);
    return key;
}
/* Equal for options of one question that are answered with the same words. */
static uint64_t (key_of_row)(CTX_ I k) {
    uint64_t key = mix64((uint64_t)W->site);
    for (I i = W->row[k]; i < W->row[k + 1]; i++) {
        struct Cell c = W->cell[i];
        key = told(told(key, c.tag), c.tag == PIECE ? (I)key_of_piece(ix(c.value, COUNT)) : c.value);
    }
    return key;
}
/* A field of a tensor: what it is of, where it begins; by look, or by kind of piece, its places behind that (-1: none). */
enum { A_PHASE, A_ZONE, A_NUMBER, A_VALUE, A_PIECE, SOME_VALUES, SOME_PIECES, AN_AMOUNT };
struct Part { I what, at, start, low, size, during; const int32_t *looks, *unseen; };
static I (element_at)(CTX_ I k);
static I (amount_at)(CTX_ I k);
static void (adds_piece)(CTX_ const struct Part *p, I c, double *out) {
    I seen = sees(c), at = seen ? p->looks[lk[c]] : p->unseen ? p->unseen[kinds[c]] : -1;
    if (at >= 0) out[at] += 1;
}
static void (writes_zone)(CTX_ const struct Part *p, double *out) {
    I z = p->at, n = masked[z] ? 0 : mem[zone_list[z]];
    if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) adds_piece(p, m_low(rest), out);
    for (I i = 1; i <= n; i++) adds_piece(p, mem[zone_list[z] + i], out);
}
static void (writes_variable)(CTX_ const struct Part *p, double *out) {
    if (!(W->var_sight[p->at] >> W->seat & 1)) return;
    *out++ = 1;
    I v = element_at(p->at), many = p->what == SOME_VALUES || p->what == SOME_PIECES, n = 1;
    if (v == NONE) return;
    if (p->what == A_NUMBER) { *out = (double)v; return; }
    if (many) n = mem[v];
    for (I i = 1; i <= n; i++) {
        I each = many ? mem[v + i] : v;
        if (p->what == A_PIECE || p->what == SOME_PIECES) adds_piece(p, ix(each, COUNT), out);
        else if (each != NONE && each >= p->low && each < p->low + p->size) out[each - p->low] += 1;
    }
}
static void (writes_seen)(CTX_ const struct Part *p, I n, double *out) {
    for (; n--; p++) {
        if (p->during >= 0 && !(running >> p->during & 1)) continue;
        if (p->what == A_PHASE) out[p->start] = 1;
        else if (p->what == A_ZONE) writes_zone(p, out + p->start);
        else if (p->what != AN_AMOUNT) writes_variable(p, out + p->start);
        else if (p->low >> W->seat & 1) { out[p->start] = 1; out[p->start + 1] = p->size ? (double)amount_at(p->at) / (double)p->size : (double)amount_at(p->at); }
    }
}
