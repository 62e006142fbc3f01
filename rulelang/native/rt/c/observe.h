/* A past as one seat saw it, and others that the seat cannot tell from it (host/sampler.py).

   While a game is played again under somebody's eyes, all that the seat is told is mixed into one number, `fp`: after
   each effect what it sees of the table, at each question who is asked, then the answer as far as the seat sees it. First
   the real past is told, and written down: draws, answers, and when the seat last saw each piece. Then other pasts are
   tried: what was drawn unseen is drawn anew, and answers that the seat does not know are given anew. A past is given up
   at the first question where `fp` is not what it was. */

#define MOST_DRAWN 16384
#define MOST_ASKED 4096
#define MOST_ROWS 4096
#define MOST_CELLS 32768
#define TELLING 1
#define RETELLING 2
#define TRYING 3
enum { NUMBER, PIECE, PIECES, PASSING };
struct Drawn { int32_t kind, value, time, known; };
struct Asked { int32_t seat, block, first, size, time, known; uint64_t fp, told; };
struct Cell { I value, tag; };
struct Watch {
    /* how it stands: this part is kept where tries begin */
    uint64_t fp, fp_before;
    I time, block, blocks, drawn_at, asked_at, outside_at, n_outcomes, n_answers, last_value, exceptions;
    int32_t inside_at[PLAYERS + 1], here[COUNT], real[COUNT], lay[COUNT];
    I sight[COUNT], var_sight[ELEMENTS], answered[ELEMENTS];
    /* what is known of the real past */
    I seat, mode, failed, outside, given, stop, target_block, target_seat, kept_cells;
    uint64_t target, chance;
    const int32_t *answers;
    struct Drawn drawn[MOST_DRAWN];
    struct Asked questions[MOST_ASKED];
    int32_t open[MOST_ASKED], seen_at[COUNT], latest[COUNT], among_at[COUNT], moved_at[COUNT];
    I wrote_at[ELEMENTS];
    struct Cell kept[MOST_CELLS];
    /* the past that is being tried, and what is offered now */
    int32_t outcomes[MOST_DRAWN], given_answers[MOST_ASKED];
    I rows, cells, row[MOST_ROWS + 1];
    struct Cell cell[MOST_CELLS];
};
#define EVERYBODY ((1LL << (PLAYERS + 1)) - 1)
#define W ((struct Watch *)(intptr_t)watcher)
static I __attribute__((noreturn, cold, noinline)) gives_up(I why) { W->failed = why; longjmp(over, 1); }
static inline uint64_t told(uint64_t key, I value) { return mix64(key * GAMMA + (uint64_t)value); }
static I any_of(I n) { return (I)((mix64(W->chance += GAMMA) >> 32) * (uint64_t)n >> 32); }
static inline I in_own_eyes(void) { return !W->block || W->block == W->seat; }

/* ---- what the seat sees */

static I sees(I c) {
    I z = place[c], group = group_of[z], e = W->sight[c], bit = 1LL << W->seat;
    if (group >= 0) return sees(group) || (e >= 0 && e & bit);
    if (W->block && !(zone_limits[z] & bit)) return 0;
    return ((e < 0 ? zone_sights[z] : e) & bit) != 0;
}
static uint64_t look_of(I c) {
    if (!sees(c)) return told(7, kinds[c]);
    uint64_t key = told(8, lk[c]);
    if (!GROUPS || inside_of[c] < 0) return key;
    for (I k = 0; k < FIELDS; k++) key = told(key, gf[c][k]);
    uint64_t held = 0;
    for (M rest = m_at(zm, inside_of[c]); !m_empty(rest); rest = m_drop(rest)) held += told(9, (I)look_of(m_low(rest)));
    return told(key, (I)held);
}
static uint64_t told_value(I value, I tag) { return value != NONE && tag == PIECE ? look_of(ix(value, COUNT)) : told(5, value); }
static uint64_t told_list(I l, I tag) {
    if (l == NONE) return 6;
    uint64_t key = told(6, mem[l]);
    for (I i = 1; i <= mem[l]; i++) key = told(key, (I)told_value(mem[l + i], tag));
    return key;
}
static uint64_t view_of_zones(void) {
    uint64_t key = 0;
    for (I z = 0; z < ZONES; z++) {
        if (!zone_limits[z] || (W->block && !(zone_limits[z] >> W->seat & 1))) continue;
        I n = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        if (!n) continue;
        uint64_t own = told((uint64_t)z, n);
        if (zone_alike[z] && !(zone_sights[z] >> W->seat & 1) && !W->exceptions) { key = told(key, (I)own); continue; }
        I open = !GROUPS && !W->exceptions && zone_sights[z] >> W->seat & 1;
        if (masked[z] && open) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += told((uint64_t)z, lk[m_low(rest)]);
        else if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += told((uint64_t)z, (I)look_of(m_low(rest)));
        else for (I i = 1; i <= n; i++) own = told(own, (I)look_of(mem[zone_list[z] + i]));
        key = told(key, (I)own);
    }
    return key;
}
static uint64_t view_of_numbers(uint64_t key);
static I outer(I z) { while (group_of[z] >= 0) z = place[group_of[z]]; return z; }
static void lie_still(void) { for (I c = 0; c < COUNT; c++) W->lay[c] = (int32_t)outer(place[c]); }
static uint64_t moves(void) {
    uint64_t all = 0;
    for (I c = 0; c < COUNT; c++) {
        I now = place[c];
        if (GROUPS) now = outer(now);
        if (now == W->lay[c]) continue;
        if (zone_limits[now] || zone_limits[W->lay[c]]) all += told((uint64_t)W->lay[c], now);
        W->lay[c] = (int32_t)now; W->sight[c] = -1;
        if (W->mode == TELLING) W->moved_at[c] = (int32_t)W->time;
    }
    return all;
}
static void look_round(void) {
    for (I c = 0; c < COUNT; c++) {
        if (!sees(c)) continue;
        W->seen_at[c] = (int32_t)W->time;
        if (W->latest[c] >= 0) W->drawn[W->latest[c]].known = 1;
    }
}
static void watched(void) {
    if (!watcher) return;
    W->time++; W->last_value = -1;
    uint64_t moved = moves();
    if (!in_own_eyes()) return;
    W->fp = told(told(W->fp, (I)moved), (I)view_of_numbers(view_of_zones()));
    if (W->mode == TELLING) look_round();
}
/* As far as variables and amounts go. */
static void watched_numbers(void) {
    if (!watcher) return;
    W->time++; W->last_value = -1;
    if (in_own_eyes()) W->fp = told(W->fp, (I)view_of_numbers(0));
}
static void tells(I value) { if (watcher && in_own_eyes()) W->fp = told(W->fp, value); }
static void tells_total(I element, I seat, I value) {
    if (watcher && in_own_eyes() && (element < 0 || W->var_sight[element] >> W->seat & 1)) W->fp = told(told(W->fp, seat), value);
}
/* A block of a seat begins; 0: it is over. */
static void enters(I seat) {
    if (!watcher) return;
    moves();
    W->block = seat;
    lie_still();
    if (!seat) watched();
}
static void blocks(void) {
    if (!watcher) return;
    W->blocks++;
    for (I p = 0; p <= PLAYERS; p++) W->inside_at[p] = 0;
}
enum { DECLARED, HIDDEN, SHOWN };
static void shows_piece(I c, I how, I mask) {
    if (!watcher) return;
    I z = place[ix(c, COUNT)], now = W->sight[c] < 0 ? zone_sights[z] : W->sight[c];
    if (group_of[z] >= 0) gives_up(20);
    W->exceptions = 1;
    W->sight[c] = how == DECLARED ? -1 : how == HIDDEN ? 0 : now | mask;
    tells(how);
}
static void shows_element(I at, I how, I mask, I usual) {
    if (!watcher) return;
    W->var_sight[at] = how == DECLARED ? usual : how == HIDDEN ? 0 : W->var_sight[at] | mask;
    if (W->mode == TELLING && W->answered[at] >= 0 && W->var_sight[at] >> W->seat & 1) W->questions[W->answered[at]].known = 1;
}
static void keeps_answer(I at) { if (watcher) W->answered[at] = W->asked_at - 1; }
static void wrote(I at) {
    if (!watcher) return;
    W->answered[at] = -1;
    if (W->mode == TELLING) W->wrote_at[at] = W->time * 2 + (W->last_value >= 0);
    if (W->mode == TELLING && W->last_value >= 0 && W->var_sight[at] >> W->seat & 1) W->drawn[W->last_value].known = 1;
}

/* ---- draws */

enum { OF_PIECES, OF_FACES, OF_VALUES };
static struct Drawn *next_draw(I kind) {
    if (W->drawn_at >= MOST_DRAWN) gives_up(1);
    struct Drawn *d = &W->drawn[W->drawn_at++];
    if (W->mode == TELLING) *d = (struct Drawn){(int32_t)kind, 0, (int32_t)W->time + 1, 0};
    else if (W->mode == TRYING && d->kind != kind) gives_up(2);
    return d;
}
static I came_out(I outcome, I n) { if (n > 1) W->outcomes[W->n_outcomes++] = (int32_t)outcome; return outcome; }
static inline I is_hidden(I c, I time) { return W->seen_at[c] < time; }
static void exchange(I real, I c) {
    I other = W->real[c], old = W->here[real];
    W->here[real] = (int32_t)c; W->here[other] = (int32_t)old;
    W->real[c] = (int32_t)real; W->real[old] = (int32_t)other;
}
/* Which of some pieces is drawn; they lie in memory, one behind the other. */
static I piece_drawn(I at, I n) {
    if (n < 1) trouble();
    if (!watcher) return chance(n);
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
    if (is_hidden(real, d->time)) {
        for (I i = 0; i < n; i++) many += is_hidden(W->real[mem[at + i]], d->time) && kinds[mem[at + i]] == kind;
        if (many) {
            many = any_of(many) + 1;
            I i = 0;
            for (;; i++) if (is_hidden(W->real[mem[at + i]], d->time) && kinds[mem[at + i]] == kind && !--many) break;
            exchange(real, mem[at + i]);
        }
    }
    for (I i = 0; i < n; i++) if (mem[at + i] == W->here[real]) return came_out(i, n);
    for (I i = 0; i < n; i++) if (look[mem[at + i]] == look[real]) { exchange(real, mem[at + i]); return came_out(i, n); }
    gives_up(3);
}
static M bit_drawn(M from, I n) {
    if (!watcher) return m_kth_bit(from, chance(n));
    I mark = top, l = ids(from), k = piece_drawn(l + 1, n);
    top = mark;
    return m_kth_bit(from, k);
}
static I face_drawn(I c, I n) {
    if (!watcher) return chance(n);
    struct Drawn *d = next_draw(OF_FACES);
    if (W->mode != TRYING) {
        I k = chance(n);
        if (W->mode == TELLING) { W->latest[c] = (int32_t)(W->drawn_at - 1); d->value = (int32_t)k; }
        return came_out(k, n);
    }
    return came_out(d->known ? ix(d->value, n) : any_of(n), n);
}
static I value_drawn(I at, I n) {
    if (n < 1) trouble();
    if (!watcher) return chance(n);
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

static void rows(I site) { W->fp_before = W->fp; W->rows = W->cells = 0; W->fp ^= in_own_eyes() ? mix64((uint64_t)site) : 0; }
static void row(void) { if (W->rows >= MOST_ROWS) gives_up(6); W->row[W->rows++] = W->cells; W->row[W->rows] = W->cells; }
static void cell(I value, I tag) {
    if (W->cells >= MOST_CELLS) gives_up(6);
    W->cell[W->cells++] = (struct Cell){value, tag};
    W->row[W->rows] = W->cells;
}
static void cell_list(I l, I pieces) {
    cell(mem[l], pieces ? PIECES : NUMBER);
    for (I i = 1; i <= mem[l]; i++) cell(mem[l + i], pieces ? PIECE : NUMBER);
}
static void row_of(I value, I tag) { row(); cell(value, tag); }
static uint64_t told_row(const struct Cell *c, I n) {
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
static I knows_row(const struct Cell *c, I n) {
    for (I i = 0; i < n; i++) if (c[i].tag == PIECE && !sees(c[i].value)) return 0;
    return 1;
}
static I like_piece(I real, I c) { I d = W->here[real]; return d == c || key_same(c, d); }
static I like_row(const struct Cell *real, const struct Cell *c, I n) {
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
static I later_alike(const struct Asked *e, const struct Cell *c, I n) {
    I wanted = 0, got = 0;
    const struct Cell *real = W->kept + e->first;
    for (I i = 0; i < e->size; i++) wanted += real[i].tag == PIECE && W->seen_at[real[i].value] > e->time;
    for (I k = 0; k < n; k++) {
        if (c[k].tag != PIECE || W->seen_at[W->real[c[k].value]] <= e->time) continue;
        I found = 0;
        for (I i = 0; i < e->size; i++) found |= real[i].tag == PIECE && W->here[real[i].value] == c[k].value;
        if (!found) return 0;
        got++;
    }
    return got == wanted;
}

/* ---- questions */

static void is_asked(I seat, I n) {
    if (!in_own_eyes()) return;
    W->fp = told(told(W->fp, seat), 1);
    if (seat != W->seat) return;
    for (I k = 0; k < n; k++) W->fp = told(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k]));
}
static I answers_with(I k) {
    if (in_own_eyes()) W->fp = told(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k]));
    if (W->n_answers >= MOST_ASKED) gives_up(8);
    W->given_answers[W->n_answers++] = (int32_t)k;
    answer = k;
    return 0;
}
static I is_told(I seat, I n) {
    if (W->asked_at == W->given) {
        W->target = W->fp; W->target_seat = seat; W->target_block = W->block ? W->blocks : 0; W->outside = W->outside_at;
        return 1;
    }
    if (W->asked_at >= MOST_ASKED) gives_up(8);
    I k = W->answers[W->asked_at], first = W->kept_cells, size = W->row[ix(k, n) + 1] - W->row[k];
    const struct Cell *c = W->cell + W->row[k];
    if (first + size > MOST_CELLS) gives_up(8);
    memcpy(W->kept + first, c, (size_t)size * sizeof *c);
    W->kept_cells += size;
    I known = seat == W->seat || (!W->block && knows_row(c, size));
    if (!W->block) W->open[W->outside_at++] = (int32_t)W->asked_at;
    W->questions[W->asked_at++] = (struct Asked){(int32_t)seat, (int32_t)(W->block ? W->blocks : 0), (int32_t)first, (int32_t)size, (int32_t)W->time, (int32_t)known, W->fp, told_row(c, size)};
    W->time++;
    return answers_with(k);
}
static struct Asked *asked_in_block(I seat) {
    I skip = W->inside_at[seat]++;
    for (I at = 0; at < W->given; at++) {
        struct Asked *e = &W->questions[at];
        if (e->block == W->blocks && e->seat == seat && !skip--) return e;
    }
    return 0;
}
static I answer_like(const struct Asked *e, I n) {
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
static I is_tried(I seat, I n) {
    struct Asked *e = 0;
    if (W->block ? W->target_block == W->blocks : W->outside_at == W->outside) {
        if (W->fp != W->target || seat != W->target_seat || (W->target_block && !W->block)) gives_up(9);
        return 1;
    }
    if (!W->block) {
        e = &W->questions[W->open[W->outside_at++]];
        if (e->seat != seat) gives_up(10);
    } else e = asked_in_block(seat);
    if (e && in_own_eyes() && e->fp != W->fp) gives_up(9);
    if (!e && seat == W->seat) gives_up(10);
    W->asked_at++; W->time++;
    if (e) return answers_with(answer_like(e, n));
    return answers_with(W->cell[W->row[n - 1]].tag == PASSING ? n - 1 : any_of(n));
}
static I is_told_again(void) {
    if (W->asked_at == W->stop) return 1;
    if (!W->block) W->outside_at++;
    W->time++;
    return answers_with(W->answers[W->asked_at++]);
}
/* The time from which on the past may have been another: of all that is hidden now, what came about first. */
static I first_unknown(I since, I until) {
    for (I k = 0; k < W->given; k++) {
        const struct Asked *e = &W->questions[k];
        if (!e->known && e->time > since && e->time <= until) return e->time;
    }
    return INT32_MAX;
}
static I hidden_since(void) {
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
static I starting_question(void) {
    I since = hidden_since(), found = -1;
    for (I k = 0; k < W->outside; k++) if (W->questions[W->open[k]].time <= since) found = W->open[k];
    return since == INT32_MAX && !W->target_block ? W->given : found;
}
static I observed(I seat, I n) {
    if (W->rows != n) gives_up(12);
    is_asked(seat, n);
    return W->mode == TELLING ? is_told(seat, n) : W->mode == TRYING ? is_tried(seat, n) : is_told_again();
}
