/* The real past is told once; then others are tried. All state is the caller's. */

I rulelang_watch_size(void) { return sizeof(struct Watch); }
static void begin_watch(struct Work *work, struct Watch *w) {
    watcher = (I)(intptr_t)w;
    w->fp = 0; w->failed = 0;
    w->time = w->block = w->blocks = w->drawn_at = w->asked_at = w->outside_at = w->n_outcomes = w->n_answers = 0;
    w->last_value = -1;
    for (I c = 0; c < COUNT; c++) { w->here[c] = w->real[c] = (int32_t)c; w->lay[c] = homes[c]; w->sight[c] = -1; }
    for (I k = 0; k < ELEMENTS; k++) { w->var_sight[k] = var_sights[k]; w->answered[k] = -1; }
}
I rulelang_watch_tell(struct rulelang_table *t, struct Watch *w, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    w->seat = seat; w->mode = TELLING; w->answers = answers; w->given = given; w->kept_cells = 0;
    begin_watch(work, w);
    for (I c = 0; c < COUNT; c++) { w->seen_at[c] = w->latest[c] = -1; }
    turn(work, 0);
    seats_from(work, 0);
    script = (I)(intptr_t)outcomes; script_left = drawn;
    resuming = rolling = 0;
    I code = go(work);
    if (script_left) code = -1;
    script_left = 0;
    if (code > 0) {
        w->time = INT32_MAX;
        look_round(work);
    }
    watcher = 0;
    return saved(work, t, code);
}
/* Tries so many other pasts, until one is found that the seat cannot tell from the real one; how many it took, or 0. */
I rulelang_watch_try(struct rulelang_table *t, struct Watch *w, uint64_t seed, I most, I *code) {
    w->mode = TRYING; w->chance = seed;
    for (I k = 1; k <= most; k++) {
        memset(t, 0, sizeof *t);
        struct Work *work = loaded(t);
        if (!work) return 0;
        begin_watch(work, w);
        turn(work, 0);
        seats_from(work, 0);
        resuming = rolling = 0;
        *code = go(work);
        watcher = 0;
        if (saved(work, t, *code) > 0) return k;
    }
    return 0;
}
const int32_t *rulelang_watch_outcomes(const struct Watch *w, I *n) { *n = w->n_outcomes; return w->outcomes; }
const int32_t *rulelang_watch_answers(const struct Watch *w, I *n) { *n = w->n_answers; return w->given_answers; }
I rulelang_watch_failed(const struct Watch *w) { return w->failed; }
