/* Tables that are played on under somebody's eyes, and trees of games (host/observed.py). All state is the caller's. */

/* A table that is played on under somebody's eyes; `stand` is kept beside it. `keys`: of the options of the next question. */
I rulelang_play_rows(void) { return MOST_ROWS; }
static I played(struct Work *work, struct rulelang_table *t, struct Watch *w, void *stand, uint64_t *keys) {
    w->mode = RETELLING; w->failed = 0;
    I code = go(work);
    for (I k = 0; code > 0 && k < w->rows; k++) keys[k] = key_of_row(k);
    watcher = 0;
    w->fp = w->fp_before;
    memcpy(stand, w, offsetof(struct Watch, seat));
    return saved(work, t, code);
}
I rulelang_play_start(struct rulelang_table *t, struct Watch *w, void *stand, uint64_t *keys, uint64_t seed, uint64_t game) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    w->seat = w->stop = 0;
    begin_watch(work, w);
    turn(work, absorb(seed, game));
    seats_from(work, absorb(seed, game));
    resuming = rolling = 0;
    return played(work, t, w, stand, keys);
}
I rulelang_play_choose(struct rulelang_table *t, struct Watch *w, void *stand, uint64_t *keys, int32_t index) {
    struct Work *work = index < 0 || index >= t->state.count ? 0 : loaded(t);
    if (!work) return -1;
    watcher = (I)(intptr_t)w;
    memcpy(w, stand, offsetof(struct Watch, seat));
    w->drawn_at = w->asked_at = w->outside_at = w->n_outcomes = w->n_answers = 0;
    n_touched = w->n_rolled = w->n_reordered = w->n_changed = w->n_shifted = 0; w->noted++;
    w->seat = 0; w->stop = 1; w->answers = &index;
    resuming = 1; rolling = 0;
    return played(work, t, w, stand, keys);
}
/* What a seat sees, as numbers; 0 while seats act at the same time, since then nobody sees the table as it is. */
I rulelang_play_observe(const struct rulelang_table *t, struct Watch *w, const void *stand, I seat, const struct Part *parts, I n, double *out) {
    struct Work *work = loaded(t);
    if (!work) return 0;
    watcher = (I)(intptr_t)w;
    memcpy(w, stand, offsetof(struct Watch, seat));
    w->seat = seat;
    if (!w->block) writes_seen(parts, n, out);
    watcher = 0;
    give_back(work);
    return !w->block;
}
/* The number of the block in which seats act at the same time; 0: none does. */
I rulelang_play_block(const struct Watch *stand) { return stand->block ? stand->blocks : 0; }
/* An element of a variable, or else an amount. */
I rulelang_play_value(const struct rulelang_table *t, I variable, I at) {
    struct Work *work = loaded(t);
    if (!work) return NONE;
    I value = variable ? element_at(at) : amount_at(at);
    give_back(work);
    return value;
}
/* A tree: from where a table stands, by an answer and some outcomes, up to the next question, draw without an outcome, or the
   end; under the eyes of one seat. `from` is 0 at the beginning, and -2 is given where chance decides. */
I rulelang_tree_go(const struct rulelang_table *from, const void *before, struct rulelang_table *t, struct Watch *w, void *stand, I seat, int32_t index, const int32_t *outcomes, I drawn, uint64_t *keys, uint64_t *known) {
    if (from) memcpy(t, from, sizeof *t);
    else memset(t, 0, sizeof *t);
    struct Work *work = from && (index < 0 || index >= t->state.count) ? 0 : loaded(t);
    if (!work) return -1;
    w->seat = seat; w->mode = FORKING; w->failed = 0;
    if (from) {
        watcher = (I)(intptr_t)w;
        memcpy(w, before, offsetof(struct Watch, seat));
        w->drawn_at = w->asked_at = w->outside_at = w->n_outcomes = w->n_answers = 0;
        n_touched = w->n_rolled = w->n_reordered = w->n_changed = w->n_shifted = 0; w->noted++;
    } else {
        begin_watch(work, w);
        turn(work, 0);
        seats_from(work, 0);
    }
    w->stop = from != 0; w->answers = &index;
    script = (I)(intptr_t)outcomes; script_left = drawn;
    resuming = from != 0; rolling = 0;
    I code = go(work);
    if (code >= 0 && script_left) code = -1;
    script_left = 0;
    for (I k = 0; code > 0 && k < w->rows; k++) keys[k] = key_of_row(k);
    watcher = 0;
    if (code < 0 && w->failed == FORKED) { give_back(work); return -2; }
    *known = w->fp;
    w->fp = w->fp_before;
    memcpy(stand, w, offsetof(struct Watch, seat));
    return saved(work, t, code);
}
I rulelang_tree_forks(const struct Watch *w, const I **weights) { *weights = w->weight; return w->forks; }
