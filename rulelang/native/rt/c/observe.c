/* The real past is told once, and one that is made from what was told takes its place; then others are tried, from where
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
#define PART_TRIES 64 /* for what a seat does in a block */
static I tried(struct Work *work, const struct rulelang_table *start, struct Watch *w, const void *stand, struct Mark *part) {
    I left = PART_TRIES, code;
    if (!back_to(work, w, start, w->stop < 0 ? 0 : stand)) return -1;
    while (1) {
        w->paused = w->failed = 0;
        code = go(work);
        if (code > 0 && w->paused) {
            if (mark(work, w, part, code) < 0) { code = -1; break; }
            left = PART_TRIES; resuming = 1;
        } else if (code < 0 && w->failed == PART_FAILED && left--) { if (!back_to(work, w, &part->table, part->stand)) break; }
        else break;
    }
    watcher = 0;
    return code;
}
/* Worlds, each after so many tries at most, and what their tables give; how many are found. `tries`: how many it took. */
I rulelang_watch_worlds(const struct rulelang_table *start, struct Watch *w, const void *stand, struct rulelang_table *worlds, I *codes, I many, uint64_t seed, I most, I *tries) {
    struct Work *work = taken();
    struct Mark *part = malloc(sizeof *part);
    I found = 0;
    if (!work || !part) return 0;
    for (I k = 0; k < many; k++) {
        I code = 0;
        w->mode = TRYING; w->chance = mix64(seed + (uint64_t)k * GAMMA);
        for (I left = most; left > 0 && code < 1; left--) { code = tried(work, start, w, stand, part); ++*tries; }
        if (code < 1) continue;
        turn(work, w->chance);
        seats_from(work, w->chance);
        codes[found] = packed(work, &worlds[found], code);
        found += codes[found] > 0;
    }
    free(part);
    give_back(work);
    return found;
}
/* Makes a past with the log that was told, by what the log tells alone (mend.h). Where somebody is asked behind something
   unknown, the table is kept, so that a plan is tried from where it was changed. */
#define MARKS 256
#define EFFORT 600000  /* effects, draws and answers that are played again, before there is no past … */
#define A_TRY 20       /* … and a try counts as so many of them */
#define PATIENCE 24    /* tries in vain before some answers are forgotten: each second time twice as many … */
#define FORGOTTEN 4    /* … as these, each fourth time four times as many, until all is begun anew */
struct Mending { struct Plan now, best; struct Mark marks[MARKS]; };
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
static I make_past(struct Work *work, struct Watch *w, struct Mending *m, uint64_t seed) {
    struct Mark *at = m->marks;
    struct Plan *now = &m->now, *best = &m->best;
    I code = -1, vain = 0, lapses = 0;
    memset(at, 0, sizeof *at);
    now->n_planned = now->answers = now->blame = 0; best->reached = -1;
    w->mode = MENDING; w->plan = now; w->chance = mix64(seed); w->era++; w->made++; w->n_slots = 0; w->others = best;
    while (w->effort < EFFORT) {
        w->chanced = w->paused = w->failed = 0; now->blame = 0; w->effort += A_TRY;
        if (!back_to(work, w, &at->table, at->begun ? at->stand : 0)) return -1;
        code = go(work);
        if (code > 0 && !w->paused) { watcher = 0; return code; }
        if (code > 0) {
            if (at == m->marks + MARKS - 1) { for (I k = 1; k < MARKS / 2; k++) m->marks[k] = m->marks[2 * k]; at = m->marks + MARKS / 2 - 1; }
            if (mark(work, w, ++at, code) < 0) return -1;
            continue;
        }
        note_end();
        I draw = now->from_draw, asked_from = now->from_answer;
        vain = now->reached > best->reached ? 0 : vain + 1;
        if (now->blame == SIZE) vain = 0;
        if (best->reached < 0 || now->reached >= best->reached || now->blame == SIZE || !any_of(16)) copy_plan(best, now);
        else {
            copy_plan(now, best);
            while (!standing_at(at, draw, asked_from)) at--;
        }
        I changed;
        if (vain < PATIENCE) changed = mends(vain);
        else {
            changed = forgets(FORGOTTEN << __builtin_ctzll((uint64_t)++lapses));
            best->reached = -1; vain = 0;
        }
        if (!changed) { for (I k = 0; k < w->n_slots; k++) now->choice[k].size = -1; now->n_planned = now->answers = now->from_draw = now->from_answer = 0; best->reached = -1; }
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
    for (I k = 0; k < SOME_TRIES; k++) fits += tried(work, t, w, stand, 0) > 0;
    give_back(work);
    return fits < SOME_TRIES / 4;
}
/* Makes ready for a seat: a past of its own takes the place of the real one, made from what the seat was told and the seed.
   Less than 1: there is none. */
I rulelang_watch_tell(struct rulelang_table *t, struct Watch *w, void *stand, I seat, const int32_t *outcomes, I drawn, const int32_t *answers, I given, uint64_t seed) {
    if (tell_past(t, w, stand, seat, outcomes, drawn, answers, given) <= 0) return -1;
    struct Work *work = taken();
    struct Mending *m = malloc(sizeof *m);
    I found = -1;
    w->effort = 0;
    if (work && m) found = make_past(work, w, m, seed);
    free(m);
    if (work) give_back(work);
    if (found <= 0) return -1;
    I many = w->n_outcomes, few = w->n_answers;
    memcpy(w->made_outcomes, w->outcomes, sizeof w->outcomes);
    memcpy(w->made_answers, w->given_answers, sizeof w->given_answers);
    I code = tell_past(t, w, stand, seat, w->made_outcomes, many, w->made_answers, few);
    w->by_parts = code > 0 && fits_seldom(t, w, stand, seed); w->era++;
    memcpy(w->outcomes, w->made_outcomes, sizeof w->outcomes);  /* it is a past of its own until others are tried */
    memcpy(w->given_answers, w->made_answers, sizeof w->given_answers);
    w->n_outcomes = many; w->n_answers = few;
    return code;
}
I rulelang_watch_stands(void) { return offsetof(struct Watch, seat); }
const int32_t *rulelang_watch_outcomes(const struct Watch *w, I *n) { *n = w->n_outcomes; return w->outcomes; }
const int32_t *rulelang_watch_answers(const struct Watch *w, I *n) { *n = w->n_answers; return w->given_answers; }

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
