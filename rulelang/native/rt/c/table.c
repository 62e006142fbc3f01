/* Tables: games that stop at each question and go on with an answer.

   A table is a struct of bytes that belongs to the caller. To go on, it is copied to a `struct Work`, of which some are
   kept, and back at the next question. If it bails out, the table is left as it was. */

static I go(struct Work *work) {
    stopped = 0;
    fuel = FUEL;
    looking = 0;
    int how = setjmp(over);
    if (!how) root();
    if (how == 3) return work->state.count << SEAT_BITS | work->state.seat;
    if (how == 2 && !setjmp(over)) {
        work->state.seat = work->state.count = 0;
        finish(work->state.row);
        return 0;
    }
    return -1;
}
static void turn(struct Work *work, uint64_t key) { begins(0, absorb(key, 0)); }
static void seats_from(struct Work *work, uint64_t key) {
    for (I k = 1; k <= PLAYERS; k++) begins(k, absorb(key, (uint64_t)k));
}
/* Answers the open question and plays on at random; without an answer (-1) that is at random, too. */
I rulelang_work_roll(struct Work *work, I index, uint64_t chance) {
    turn(work, absorb(chance, 0));
    seats_from(work, absorb(chance, 0));
    answer = index < 0 ? below(work->state.seat, work->state.count) : index;
    resuming = rolling = 1;
    return go(work);
}
#if !ROLLOUT
#define SPARE 16
static struct Work *spare[SPARE];
static struct Work *taken(void) {
    for (int k = 0; k < SPARE; k++) {
        struct Work *work = __atomic_exchange_n(&spare[k], 0, __ATOMIC_ACQUIRE);
        if (work) return work;
    }
    struct Work *work = calloc(1, sizeof *work);
    if (work) fill();
    return work;
}
static void give_back(struct Work *work) {
    for (int k = 0; k < SPARE; k++) {
        struct Work *none = 0;
        if (__atomic_compare_exchange_n(&spare[k], &none, work, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    }
    free(work);
}
static I extent(const I *block, I at, I deep) {
    I total = block[0] + 1;
    for (I i = 1; deep > 1 && i <= block[0]; i++)
        if (block[i] != NONE) total += extent(block + (block[i] - at), block[i], deep - 1);
    return total;
}
/* A table is copied to where it is played on, and back; 0 and less than 0 if it is none. */
static I unpacked(struct Work *work, const struct rulelang_table *t) {
    memcpy(&work->state, &t->state, sizeof t->state);
    script_left = 0;
#if WATCHED
    watcher = policy = anew = horizon = 0;
#endif
    const I *from = t->lists;
    for (int k = 0; k < LISTS; k++) {
        I n = extent(from, lasting[k].at, lasting[k].deep), *to = mem + lasting[k].at;
        if (n < 1 || n > lasting[k].most || n > t->lists + ROOM - from) return 0;
        while (n--) *to++ = *from++;
    }
    return 1;
}
static I packed(struct Work *work, struct rulelang_table *t, I code) {
    I used = 0;
    for (int k = 0; code >= 0 && k < LISTS; k++) used += extent(mem + lasting[k].at, lasting[k].at, lasting[k].deep);
    if (code < 0 || used > ROOM) return -1;
    memcpy(&t->state, &work->state, sizeof t->state);
    I *to = t->lists;
    for (int k = 0; k < LISTS; k++) {
        const I *from = mem + lasting[k].at;
        for (I n = extent(from, lasting[k].at, lasting[k].deep); n--;) *to++ = *from++;
    }
    return code;
}
static struct Work *loaded(const struct rulelang_table *t) {
    struct Work *work = taken();
    if (!work || unpacked(work, t)) return work;
    give_back(work);
    return 0;
}
static I saved(struct Work *work, struct rulelang_table *t, I code) {
    code = packed(work, t, code);
    give_back(work);
    return code;
}
I rulelang_table_size(void) { return sizeof(struct rulelang_table); }
I rulelang_table_width(void) { return WIDTH; }
I rulelang_table_start(struct rulelang_table *t, uint64_t seed, uint64_t game) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    turn(work, absorb(seed, game));
    seats_from(work, absorb(seed, game));
    resuming = rolling = 0;
    return saved(work, t, go(work));
}
I rulelang_table_choose(struct rulelang_table *t, int index) {
    struct Work *work = !t || index < 0 || index >= t->state.count ? 0 : loaded(t);
    if (!work) return -1;
    answer = index; resuming = 1; rolling = 0;
    return saved(work, t, go(work));
}
I rulelang_table_turn(struct rulelang_table *t, uint64_t seed, uint64_t game) {
    struct Work *work = loaded(t);
    if (!work) return -1;
    turn(work, absorb(seed, game));
    return saved(work, t, 0);
}
I rulelang_table_play_out(struct rulelang_table *t, uint64_t seed, uint64_t game) {
    struct Work *work = t->state.count ? loaded(t) : 0;
    if (!work) return -1;
    turn(work, absorb(seed, game));
    seats_from(work, absorb(seed, game));
    answer = below(t->state.seat, t->state.count);
    resuming = rolling = 1;
    return saved(work, t, go(work));
}

/* For a search. A past is given as the outcomes of its draws and its answers: draws of one outcome are not among them.
   `told`: for each question of a seat how it saw the table, how many options it had, and what it answered. */

I rulelang_table_relive(struct rulelang_table *t, const int32_t *outcomes, I drawn, const int32_t *answers, I given, I seat, uint64_t *told, I *many) {
    memset(t, 0, sizeof *t);
    struct Work *work = loaded(t);
    if (!work) return -1;
    I code, next = 0;
    turn(work, 0);
    seats_from(work, 0);
    script = (I)(intptr_t)outcomes; script_left = drawn;
    for (resuming = rolling = 0;; resuming = 1) {
        code = go(work);
        if (code <= 0 || next == given) break;
        answer = answers[next++];
        if (answer < 0 || answer >= work->state.count) code = -1;
        if (work->state.seat == seat) {
            told[0] = key_of_view(seat); told[1] = (uint64_t)work->state.count; told[2] = (uint64_t)answer;
            told += 3; ++*many;
        }
        if (code < 0) break;
    }
    if (script_left || next < given) code = -1;
    script_left = 0;
    return saved(work, t, code);
}
/* The key of the open question as its seat sees the table. */
I rulelang_table_key(const struct rulelang_table *t) {
    struct Work *work = loaded(t);
    if (!work) return 0;
    I key = (I)key_of_view(work->state.seat);
    give_back(work);
    return key;
}
/* A search lays a table down once, and plays on there without copying it at every question. */

struct Work *rulelang_work_take(void) { return taken(); }
void rulelang_work_give(struct Work *work) { give_back(work); }
const I *rulelang_work_row(const struct Work *work) { return work->state.row; }
/* `ends`: a game ends where points are tallied. */
I rulelang_work_lay(struct Work *work, const struct rulelang_table *t, uint64_t chance, I ends) {
    if (!t->state.count || !unpacked(work, t)) return -1;
    turn(work, absorb(chance, 0));
#if WATCHED
    horizon = ends;
#endif
    return 0;
}
/* What is played there is kept in a table, and gone back to. */
I rulelang_work_keep(struct Work *work, struct rulelang_table *t) { return packed(work, t, 0); }
I rulelang_work_back(struct Work *work, const struct rulelang_table *t) { return unpacked(work, t) ? 0 : -1; }
/* As `choose`, with the key of the next question, if that is wanted. */
I rulelang_work_step(struct Work *work, int index, uint64_t *key) {
    if (index < 0 || index >= work->state.count) return -1;
    answer = index; resuming = 1; rolling = 0;
    I code = go(work);
    if (code > 0 && key) *key = key_of_view(work->state.seat);
    return code;
}
uint64_t rulelang_work_key(struct Work *work, I seat) { return key_of_view(seat); }
#endif
