/* The real past is told once; then others are tried, from where the first thing came about that is hidden now. All state
   is the caller's. */

I rulelang_watch_size(void) { return sizeof(struct Watch); }
static void begin_watch(struct Work *work, struct Watch *w) {
    watcher = (I)(intptr_t)w;
    memset(w, 0, offsetof(struct Watch, seat));
    n_touched = w->n_rolled = w->n_reordered = 0;
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
static I tell_past(struct rulelang_table *t, struct Watch *w, void *stand, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    w->seat = seat; w->answers = answers; w->given = given; w->kept_cells = w->n_steps = w->n_last = w->guided = w->pausing = 0;
    for (I c = 0; c < COUNT; c++) { w->seen_at[c] = w->latest[c] = w->among_at[c] = w->moved_at[c] = -1; w->in_sight[c] = 0; w->noted[c] = homes[c]; }
    for (I k = 0; k < ELEMENTS; k++) w->wrote_at[k] = -1;
    I code = tell(work, w, TELLING, outcomes, drawn);
    if (code > 0) {
        w->time = INT32_MAX;
        look_round();
        w->stop = starting_question();
        note_facts();
        note_pieces();
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
/* Another past from there; what the table gives, or less than 1 if the seat could tell it from the real one. */
static I tried(struct Work *work, const struct rulelang_table *start, struct Watch *w, const void *stand) {
    if (!unpacked(work, start)) return -1;
    if (w->stop < 0) begin_watch(work, w);
    else { watcher = (I)(intptr_t)w; memcpy(w, stand, offsetof(struct Watch, seat)); n_touched = w->n_rolled = w->n_reordered = 0; }
    resuming = w->stop >= 0; rolling = 0;
    I code = go(work);
    watcher = 0;
    return code;
}
/* Worlds, each after so many tries at most, and what their tables give; how many are found. `tries`: how many it took. */
I rulelang_watch_worlds(const struct rulelang_table *start, struct Watch *w, const void *stand, struct rulelang_table *worlds, I *codes, I many, uint64_t seed, I most, I *tries) {
    struct Work *work = taken();
    I found = 0;
    if (!work) return 0;
    for (I k = 0; k < many; k++) {
        I code = 0;
        w->mode = TRYING; w->chance = mix64(seed + (uint64_t)k * GAMMA);
        for (I left = most; left > 0 && code < 1; left--) { code = tried(work, start, w, stand); ++*tries; }
        if (code < 1) continue;
        turn(work, w->chance);
        seats_from(work, w->chance);
        codes[found] = packed(work, &worlds[found], code);
        found += codes[found] > 0;
    }
    give_back(work);
    return found;
}
/* Looks for a past with the log that was told, by what the log tells alone. Where somebody is asked behind something
   unknown, the table is kept; what does not fit is tried again from there, and after some times from the one before. */
#define MARKS 200
#define TRIES 12
#define EFFORT 2500
struct Mark { struct rulelang_table table; I fails, begun; char stand[offsetof(struct Watch, seat)]; };
static I find_past(struct Work *work, struct Watch *w, const struct rulelang_table *start, const void *stand, I whole) {
    struct Mark *marks = malloc(MARKS * sizeof *marks), *at = marks;
    I code = -1;
    if (!marks) return -1;
    marks->table = *start; marks->fails = 0; marks->begun = !whole && w->stop >= 0;
    if (marks->begun) memcpy(marks->stand, stand, sizeof marks->stand);
    else memset(&marks->table, 0, sizeof marks->table);
    w->mode = TRYING; w->guided = 1; w->pausing = 1;
    for (I effort = 0; effort < EFFORT; effort++) {
        w->chanced = w->paused = 0;
        if (!unpacked(work, &at->table)) break;
        if (!at->begun) begin_watch(work, w);
        else { watcher = (I)(intptr_t)w; memcpy(w, at->stand, sizeof at->stand); n_touched = w->n_rolled = w->n_reordered = 0; }
        resuming = at->begun; rolling = 0;
        code = go(work);
        watcher = 0;
        if (code > 0 && !w->paused) break;
        if (code > 0) {
            if (at == marks + MARKS - 1) { memmove(marks, marks + MARKS / 2, (MARKS - MARKS / 2) * sizeof *marks); at -= MARKS / 2; }
            at++;
            w->fp = w->fp_before;
            memcpy(at->stand, w, sizeof at->stand);
            at->fails = 0; at->begun = 1;
            if (packed(work, &at->table, code) < 0) break;
        } else {
            I stuck = !w->chanced;
            while (at > marks && (stuck || ++at->fails > TRIES)) { at--; stuck = 0; }
            if (stuck) break;
        }
        code = -1;
    }
    w->guided = w->pausing = 0;
    free(marks);
    return code;
}
/* Makes ready for a seat: a past of its own takes the place of the real one, made from what the seat was told and the seed.
   `whole`: from the beginning, else from where all that is hidden now came about. Where nothing
   is hidden, and where none is found, it is the real one. */
#define BEGINNINGS 4
I rulelang_watch_tell(struct rulelang_table *t, struct Watch *w, void *stand, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given, uint64_t seed, I whole) {
    I code = tell_past(t, w, stand, seat, outcomes, drawn, answers, given), found = -1;
    w->made = code > 0 && w->stop == given && !whole;
    if (code <= 0 || w->made) return code;
    struct Work *work = taken();
    struct Tracks *tracks = malloc(sizeof *tracks);
    for (I k = 0; work && tracks && k < BEGINNINGS && found <= 0; k++) {
        w->chance = mix64(seed + (uint64_t)k * GAMMA);
        watcher = (I)(intptr_t)w;
        find_facts(tracks);
        note_pieces();
        watcher = 0;
        found = find_past(work, w, t, stand, whole);
    }
    free(tracks);
    if (work) give_back(work);
    w->made = found > 0;
    if (!w->made) return tell_past(t, w, stand, seat, outcomes, drawn, answers, given);
    I many = w->n_outcomes, few = w->n_answers;
    memcpy(w->made_outcomes, w->outcomes, sizeof w->outcomes);
    memcpy(w->made_answers, w->given_answers, sizeof w->given_answers);
    return tell_past(t, w, stand, seat, w->made_outcomes, many, w->made_answers, few);
}
I rulelang_watch_stands(void) { return offsetof(struct Watch, seat); }
const int32_t *rulelang_watch_outcomes(const struct Watch *w, I *n) { *n = w->n_outcomes; return w->outcomes; }
const int32_t *rulelang_watch_answers(const struct Watch *w, I *n) { *n = w->n_answers; return w->given_answers; }
I rulelang_watch_made(const struct Watch *w) { return w->made; }
