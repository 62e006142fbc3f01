/* The real past is told once, and one that is made from what was told takes its place; then others are try_past, from where
   the first thing came about that is hidden now. All state is the caller's. */

I rulelang_watch_size(void) { return sizeof(struct Watch); }
static void begin_watch(struct Work *work, struct Watch *w) {
    watcher = (I)(intptr_t)w;
    memset(w, 0, offsetof(struct Watch, seat));
    n_touched = w->n_rolled = w->n_reordered = w->n_changed = w->n_shifted = 0; w->noted++;
    w->last_value = -1;
    for (I c = 0; c < COUNT; c++) { w->here[c] = w->real[c] = (int32_t)c; w->lay[c] = homes[c]; w->sight[c] = w->came_at[c] = w->was_look[c] = w->face_at[c] = -1; }
    for (I k = 0; k < ELEMENTS; k++) { w->var_sight[k] = var_sights[k]; w->answered[k] = w->valued[k] = -1; }
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
    w->seat = seat; w->answers = answers; w->given = given; w->kept_cells = w->n_own = w->n_sights = w->n_unseen = w->n_values = w->n_ends = w->n_offers = 0;
    for (I c = 0; c < COUNT; c++) { w->seen_at[c] = w->latest[c] = w->among_at[c] = w->moved_at[c] = -1; }
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
/* The table, and how it was watched, at a question. */
struct Mark { struct rulelang_table table; I begun; char stand[offsetof(struct Watch, seat)]; };
static size_t stand_size(const struct Watch *w) { return w->mode == TRYING ? offsetof(struct Watch, tick) : offsetof(struct Watch, seat); }
static I back_to(struct Work *work, struct Watch *w, const struct rulelang_table *table, const void *stand) {
    if (!unpacked(work, table)) return 0;
    if (!stand) begin_watch(work, w);
    else { watcher = (I)(intptr_t)w; memcpy(w, stand, stand_size(w)); n_touched = w->n_rolled = w->n_reordered = w->n_changed = w->n_shifted = 0; w->noted++; }
    resuming = stand != 0; rolling = 0;
    return 1;
}
static I mark(struct Work *work, struct Watch *w, struct Mark *at, I code) {
    w->fp = w->fp_before;
    memcpy(at->stand, w, stand_size(w));
    at->begun = 1;
    return packed(work, &at->table, code);
}
/* Another past from there; what the table gives, or less than 1 if the seat could tell it from the real one. */
#define SOME_TRIES 16
#define A_TRY 20      /* effects, draws and answers that a try counts as, beside those that are played again */
#define PART_TRIES 64 /* for what a seat does in a block */
static I try_past(struct Work *work, const struct rulelang_table *start, struct Watch *w, const void *stand, struct Mark *part) {
    I left = PART_TRIES, code;
    if (!back_to(work, w, start, w->stop < 0 ? 0 : stand)) return -1;
    while (1) {
        w->paused = w->failed = 0;
        I done = w->time + w->drawn_at;
        code = go(work);
        w->effort += A_TRY + w->time + w->drawn_at - done;
        if (code > 0 && w->paused) {
            if (mark(work, w, part, code) < 0) { code = -1; break; }
            left = PART_TRIES; resuming = 1;
        } else if (code < 0 && w->failed == PART_FAILED && left--) { if (!back_to(work, w, &part->table, part->stand)) break; }
        else break;
    }
    watcher = 0;
    return code;
}
/* Worlds, each after so many tries at most, and what their tables give, until they are made or `effort` is used up (it becomes
   what was); how many are found. `tries`: how many it took. */
I rulelang_watch_worlds(const struct rulelang_table *start, struct Watch *w, const void *stand, struct rulelang_table *worlds, I *codes, I many, uint64_t seed, I most, I *tries, I *effort) {
    struct Work *work = taken();
    struct Mark *part = malloc(sizeof *part);
    I found = 0;
    w->effort = 0; w->era++; /* no-goods of calls before are forgotten: worlds follow from the log and the seeds */
    for (I k = 0; work && part && k < many && w->effort < *effort; k++) {
        I code = 0;
        w->mode = TRYING; w->chance = mix64(seed + (uint64_t)k * GAMMA);
        for (I left = most; left > 0 && code < 1 && w->effort < *effort; left--) { code = try_past(work, start, w, stand, part); ++*tries; }
        if (code < 1) continue;
        turn(work, w->chance);
        seats_from(work, w->chance);
        codes[found] = packed(work, &worlds[found], code);
        found += codes[found] > 0;
    }
    free(part);
    *effort = w->effort;
    if (work) give_back(work);
    return found;
}
/* Makes a past with the log that was told, by what the log tells alone (repair.h). Where somebody is asked behind something
   unknown, the table is kept, so that a plan is tried from where it was changed. */
#define MARKS 256
#define EFFORT 600000  /* effects, draws and answers that are played again, before there is no past */
#define PATIENCE 24    /* tries that come no further before some answers are forgotten: each second time twice as many … */
#define FORGOTTEN 4    /* … as these, each fourth time four times as many, until all is begun anew */
/* What a past is made with; one is kept, since its memory is dear to take. */
struct Bench { struct Plan now, best; struct Mark marks[MARKS]; };
static struct Bench *spare_bench;
static struct Bench *take_bench(void) {
    struct Bench *bench = __atomic_exchange_n(&spare_bench, 0, __ATOMIC_ACQUIRE);
    return bench ? bench : malloc(sizeof *bench);
}
static void give_bench(struct Bench *bench) { free(__atomic_exchange_n(&spare_bench, bench, __ATOMIC_ACQ_REL)); }
static void copy_plan(struct Plan *to, const struct Plan *from) {
    memcpy(to, from, offsetof(struct Plan, kind));
    memcpy(to->kind, from->kind, (size_t)from->n_planned * sizeof *to->kind);
    memcpy(to->sure, from->sure, (size_t)from->n_planned * sizeof *to->sure);
    memcpy(to->value, from->value, (size_t)from->n_planned * sizeof *to->value);
    for (I k = 0; k < from->answers; k++) { I at = to->slot[k] = from->slot[k]; to->choice[at] = from->choice[at]; }
}
static I standing_at(const struct Mark *mark, I draw, I asked_from) {
    const struct Watch *w = (const void *)mark->stand;
    return !mark->begun || (w->drawn_at <= draw && w->asked_at <= asked_from);
}
/* Every second mark is enough where there are many. */
static struct Mark *thin_out_marks(struct Bench *bench) {
    for (I k = 1; k < MARKS / 2; k++) bench->marks[k] = bench->marks[2 * k];
    return bench->marks + MARKS / 2 - 1;
}
static void forget_plan(struct Watch *w) {
    for (I k = 0; k < w->n_slots; k++) w->plan->choice[k].size = -1;
    memset(w->told_items, 0, (size_t)w->n_slots * sizeof *w->told_items);
    w->plan->n_planned = w->plan->answers = w->plan->from_draw = w->plan->from_answer = 0;
}
static I make_past(struct Work *work, struct Watch *w, struct Bench *bench, uint64_t seed) {
    struct Mark *at = bench->marks;
    struct Plan *now = &bench->now, *best = &bench->best;
    I code = -1, failures = 0, restarts = 0, goes_on = 0;
    memset(at, 0, sizeof *at);
    w->mode = REPAIRING; w->plan = now; w->best = best; w->chance = mix64(seed); w->era++; w->made++; w->n_slots = 0;
    forget_plan(w);
    best->reached = -1;
    while (w->effort < EFFORT) {
        w->chanced = w->paused = w->failed = 0; now->conflict = 0; w->effort += A_TRY;
        if (!goes_on && !back_to(work, w, &at->table, at->begun ? at->stand : 0)) return -1;
        code = go(work);
        if (code > 0 && !w->paused) { watcher = 0; return code; }
        if (code > 0) {
            if (at == bench->marks + MARKS - 1) at = thin_out_marks(bench);
            if (mark(work, w, ++at, code) < 0) return -1;
            goes_on = resuming = 1;
            continue;
        }
        goes_on = 0;
        note_conflict();
        I draw = now->from_draw, asked_from = now->from_answer;
        failures = now->reached > best->reached ? 0 : failures + 1;
        if (now->conflict == SIZE) failures = 0;
        if (best->reached < 0 || now->reached >= best->reached || now->conflict == SIZE || !any_of(16)) copy_plan(best, now);
        else {
            copy_plan(now, best);
            while (!standing_at(at, draw, asked_from)) at--;
        }
        I changed;
        if (failures < PATIENCE) changed = repair(failures);
        else {
            changed = forget_answers(FORGOTTEN << __builtin_ctzll((uint64_t)++restarts));
            best->reached = -1; failures = 0;
        }
        if (!changed) { forget_plan(w); best->reached = -1; }
        while (!standing_at(at, now->from_draw, now->from_answer)) at--;
        watcher = 0;
    }
    return -1;
}
/* Do pasts hardly ever fit where others have acted in blocks? */
static I fits_seldom(struct rulelang_table *t, struct Watch *w, const void *stand, uint64_t seed) {
    I unknown = 0, fits = 0;
    for (I k = 0; k < w->given; k++) unknown |= w->questions[k].block && !w->questions[k].known;
    struct Work *work = unknown && w->n_ends ? taken() : 0;
    if (!work) return 0;
    w->by_parts = 0; w->mode = TRYING; w->chance = mix64(seed + GAMMA);
    for (I k = 0; k < SOME_TRIES; k++) fits += try_past(work, t, w, stand, 0) > 0;
    give_back(work);
    return fits < SOME_TRIES / 4;
}
/* Makes ready for a seat: a past of its own takes the place of the real one, made from what the seat was told and the seed.
   Less than 1: there is none. */
I rulelang_watch_tell(struct rulelang_table *t, struct Watch *w, void *stand, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given, uint64_t seed) {
    if (tell_past(t, w, stand, seat, outcomes, drawn, answers, given) <= 0) return -1;
    struct Work *work = taken();
    struct Bench *bench = take_bench();
    I found = -1;
    w->effort = 0;
    if (work && bench) found = make_past(work, w, bench, seed);
    if (bench) give_bench(bench);
    if (work) give_back(work);
    if (found <= 0) return -1;
    I many = w->n_outcomes, few = w->n_answers;
    memcpy(w->made_outcomes, w->outcomes, (size_t)many * sizeof *w->outcomes);
    memcpy(w->made_answers, w->given_answers, (size_t)few * sizeof *w->given_answers);
    I code = tell_past(t, w, stand, seat, w->made_outcomes, many, w->made_answers, few);
    w->by_parts = code > 0 && fits_seldom(t, w, stand, seed); w->era++;
    memcpy(w->outcomes, w->made_outcomes, (size_t)many * sizeof *w->outcomes); /* it is a past of its own until others are tried */
    memcpy(w->given_answers, w->made_answers, (size_t)few * sizeof *w->given_answers);
    w->n_outcomes = many; w->n_answers = few;
    return code;
}
I rulelang_watch_stands(void) { return offsetof(struct Watch, seat); }
const int32_t *rulelang_watch_outcomes(const struct Watch *w, I *n) { *n = w->n_outcomes; return w->outcomes; }
const int32_t *rulelang_watch_answers(const struct Watch *w, I *n) { *n = w->n_answers; return w->given_answers; }
