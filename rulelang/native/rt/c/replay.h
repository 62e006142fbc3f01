/* Draws and questions of a past that is told, and of others that are tried.

   What is told is written down: each draw, each question with its answer, and whether the seat knows it by now. A try draws
   anew what was drawn unseen and answers anew what the seat does not know; a piece that is another in this past stands for
   the one it was (`here`, `real`). Where whole pasts hardly ever fit, what another seat does in a block is tried by itself,
   from where its part begins (`by_parts`), and answers that led nowhere are not given again (no_goods.h). */

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
    if (W->mode == REPAIRING) return plan_draw(OF_PIECES, 0, at, n);
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
    if (W->mode == REPAIRING) return plan_draw(OF_FACES, c, 0, n);
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
    if (W->mode == REPAIRING) return plan_draw(OF_VALUES, 0, at, n);
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

static void (rows)(CTX_ I site) { W->fp_before = W->fp; W->site = site; W->rows = W->cells = W->by_mask = W->veiled = 0; W->fp ^= in_own_eyes() ? mix64((uint64_t)site) : 0; }
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
/* Items are picked one by one in the order of what they show: a picked one is told to who sees all of them. */
static void (picked_from)(CTX_ I l) {
    if (watcher) for (I i = 1; i <= mem[l]; i++) W->veiled |= !sees(mem[l + i]);
}
static uint64_t (told_row)(CTX_ const struct Cell *c, I n, I veiled) {
    uint64_t key = 0;
    for (I i = 0; i < n; i++) {
        if (veiled && c[i].tag == PIECE) key = mixed(key, (I)mixed(7, kinds[c[i].value]));
        else if (c[i].tag == PIECES) {
            uint64_t all = 0;
            I size = c[i].value;
            for (I k = 0; k < size; k++) all += mixed(3, (I)look_of(c[++i].value));
            key = mixed(key, (I)all);
        } else key = mixed(key, c[i].tag == PIECE ? (I)look_of(c[i].value) : c[i].value * 4 + c[i].tag);
    }
    return key;
}
static I (knows_row)(CTX_ const struct Cell *c, I n) {
    for (I i = 0; i < n; i++) if (c[i].tag == PIECE && (W->veiled || !sees(c[i].value))) return 0;
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
/* Pieces that the seat sees later are in both answers or in none, and numbers that it is told are the same. */
#define TOLD -3
static I (later_alike)(CTX_ const struct Asked *e, const struct Cell *c, I n) {
    I wanted = 0, got = 0;
    for (I i = 0; i < e->size; i++) {
        wanted += W->later[e->first + i] >= 0;
        if (W->later[e->first + i] == TOLD && (i >= n || c[i].tag != NUMBER || c[i].value != W->kept[e->first + i].value)) return 0;
    }
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

static void (tell_question)(CTX_ I seat, I n) {
    if (!in_own_eyes()) return;
    W->fp = mixed(mixed(W->fp, seat), 1);
    if (seat != W->seat) return;
    if (W->by_mask) {
        W->order = 0;
        for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest)) W->order = mixed(W->order, (I)look_of(m_low(rest)));
        W->fp = mixed(mixed(W->fp, n), (I)W->order);
    } else for (I k = 0; k < n; k++) W->fp = mixed(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k], 0));
}
static I (takes_piece)(CTX_ I real) {
    I c = W->here[real], k = 0;
    for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest), k++) {
        I d = m_low(rest);
        if (d != c && !key_same(d, c)) continue;
        if (in_own_eyes()) W->fp = mixed(W->fp, (I)mixed(0, (I)look_of(d)));
        if (W->n_answers >= MOST_ASKED) gives_up(8);
        W->given_answers[W->n_answers++] = (int32_t)k;
        answer = k;
        return 0;
    }
    gives_up(11);
}
static I (answers_with)(CTX_ I k) {
    if (in_own_eyes()) W->fp = mixed(W->fp, (I)told_row(W->cell + W->row[k], W->row[k + 1] - W->row[k], W->veiled));
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
/* The seat is told what an element holds, and so what was drawn or answered that was copied there. */
static void (learn_answer)(CTX_ I at, uint64_t value) {
    I draw = W->valued[at], question = W->answered[at], item = W->item_of[at];
    if (draw >= 0 && mixed(5, W->drawn[draw].value) == value) W->drawn[draw].known = 1;
    if (question < 0) return;
    struct Asked *e = &W->questions[question];
    if (item && item < e->size && W->kept[e->first + item].tag == NUMBER) W->later[e->first + item] = TOLD;
    I all = !item || e->even;
    for (I i = 1; item && i < e->size; i++) all &= W->later[e->first + i] == TOLD;
    e->known |= (int32_t)all;
}
/* Are all options as long? */
static I (is_even)(CTX_ I n) {
    for (I k = 1; k < n; k++) if (W->row[k + 1] - W->row[k] != W->row[1] - W->row[0]) return 0;
    return 1;
}
static I (tell_answer)(CTX_ I seat, I n) {
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
    struct Heard heard = hear(seat, told_row(c, size, W->veiled));
    if (!W->block) W->heard[W->outside_at] = heard;
    else if (seat == W->seat) W->own[W->n_own++] = heard;
    if (!W->block) W->open[W->outside_at++] = (int32_t)W->asked_at;
    W->questions[W->asked_at++] = (struct Asked){(int32_t)seat, (int32_t)(W->block ? W->blocks : 0), (int32_t)first, (int32_t)size, (int32_t)W->time, (int32_t)known, 0, (int32_t)(W->block && is_even(n)), W->fp, told_row(c, size, W->veiled)};
    if (W->block) W->inside_at[seat]++;
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
        } else if ((e->block || told_row(c, size, W->veiled) == e->told) && later_alike(e, c, size) && !any_of(++many)) found = k;
    }
    if (found < 0) gives_up(11);
    return found;
}
/* Where a whole past hardly ever fits, what another seat does in a block is tried by itself, from where it begins. */
#define PART_FAILED 17
static void __attribute__((noreturn)) (fail_part)(CTX) {
    if (!W->last_answer) gives_up(18);
    no_good(W->last_answer)->many = 1;
    gives_up(PART_FAILED);
}
static I (answer_in_part)(CTX_ I seat, const struct Asked *e, I n) {
    moves_unseen();
    uint64_t key = key_of_seat(seat, n);
    I done = !distance_of(seat, 1), many = 0, fits = 0, found = -1, passing = -1;
    for (I k = 0; k < n; k++) {
        const struct Cell *c = W->cell + W->row[k];
        I size = W->row[k + 1] - W->row[k];
        if (e && (e->known ? size != e->size || !like_row(W->kept + e->first, c, size) : !later_alike(e, c, size))) continue;
        fits++;
        if (no_good(mixed(key, k))->many) continue;
        if (c->tag == PASSING) passing = k;
        else if (!any_of(++many)) found = k;
        if (e && e->known) break;
    }
    if (passing >= 0 && (done || found < 0)) found = passing;
    if (found < 0) fail_part();
    if (fits > 1) W->last_answer = mixed(key, found);
    return found;
}
static I (try_answer)(CTX_ I seat, I n) {
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
static I (retell_answer)(CTX) {
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
            if (W->later[i] != TOLD) W->later[i] = later ? (int32_t)c : -1;
        }
    }
}
#define ROWS_AT_ONCE 4 /* options that are as much effort as an effect */
static I (observed)(CTX_ I seat, I n) {
    if (W->rows != n && !(W->by_mask && !W->rows && W->mode == TRYING)) gives_up(12);
    W->effort += W->rows / ROWS_AT_ONCE;
    tell_question(seat, n);
    return W->mode == TELLING ? tell_answer(seat, n) : W->mode == TRYING ? try_answer(seat, n) : W->mode == REPAIRING ? plan_answer(seat, n) : retell_answer();
}
