/* The real past is told once; then others are tried, from where the first thing came about that is hidden now. All state
   is the caller's. */

I rulelang_watch_size(void) { return sizeof(struct Watch); }
static void begin_watch(struct Work *work, struct Watch *w) {
    watcher = (I)(intptr_t)w;
    memset(w, 0, offsetof(struct Watch, seat));
    w->last_value = -1;
    for (I c = 0; c < COUNT; c++) { w->here[c] = w->real[c] = (int32_t)c; w->lay[c] = homes[c]; w->sight[c] = -1; }
    for (I k = 0; k < ELEMENTS; k++) { w->var_sight[k] = var_sights[k]; w->answered[k] = -1; }
}
static I tell(struct Work *work, struct Watch *w, I mode, const int32_t *outcomes, I drawn) {
    w->mode = mode; w->failed = 0;
    begin_watch(work, w);
    turn(work, 0);
    seats_from(work, 0);
    script = (I)(intptr_t)outcomes; script_left = drawn;
    resuming = rolling = 0;
    I code = go(work);
    if (mode == TELLING && script_left) code = -1;
    script_left = 0;
    return code;
}
/* Tells a past to a seat, and keeps the table where tries begin. `stand`: room for a copy of the part that changes. */
I rulelang_watch_tell(struct rulelang_table *t, struct Watch *w, void *stand, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    w->seat = seat; w->answers = answers; w->given = given; w->kept_cells = 0;
    for (I c = 0; c < COUNT; c++) w->seen_at[c] = w->latest[c] = w->among_at[c] = w->moved_at[c] = -1;
    for (I k = 0; k < ELEMENTS; k++) w->wrote_at[k] = -1;
    I code = tell(work, w, TELLING, outcomes, drawn);
    if (code > 0) {
        w->time = INT32_MAX;
        look_round(work);
        w->stop = starting_question(work);
    }
    watcher = 0;
    code = saved(work, t, code);
    if (code <= 0) return -1;
    memset(t, 0, sizeof *t);
    if (w->stop < 0) return code;
    work = loaded(t);
    if (!work) return -1;
    if (tell(work, w, RETELLING, outcomes, drawn) <= 0) { watcher = 0; give_back(work); return -1; }
    w->fp = w->fp_before;
    memcpy(stand, w, offsetof(struct Watch, seat));
    watcher = 0;
    return saved(work, t, code);
}
/* Tries so many other pasts from there, until one is found that the seat cannot tell from the real one; how many it took,
   or 0. */
I rulelang_watch_try(const struct rulelang_table *start, struct rulelang_table *t, struct Watch *w, const void *stand, uint64_t seed, I most, I *code) {
    w->mode = TRYING; w->chance = seed;
    for (I k = 1; k <= most; k++) {
        struct Work *work = loaded(start);
        if (!work) return 0;
        if (w->stop < 0) begin_watch(work, w);
        else { watcher = (I)(intptr_t)w; memcpy(w, stand, offsetof(struct Watch, seat)); }
        turn(work, 0);
        seats_from(work, 0);
        resuming = w->stop >= 0; rolling = 0;
        *code = go(work);
        watcher = 0;
        if (saved(work, t, *code) > 0) return k;
    }
    return 0;
}
I rulelang_watch_stands(void) { return offsetof(struct Watch, seat); }
const int32_t *rulelang_watch_outcomes(const struct Watch *w, I *n) { *n = w->n_outcomes; return w->outcomes; }
const int32_t *rulelang_watch_answers(const struct Watch *w, I *n) { *n = w->n_answers; return w->given_answers; }
I rulelang_watch_failed(const struct Watch *w) { return w->failed; }
