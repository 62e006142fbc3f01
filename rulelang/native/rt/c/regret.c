/* Small games as a whole: regret matching on information sets (MCCFR with external sampling).

   Each round deals anew and is about one seat, in turn: it tries every option of that seat, and the others answer as they
   would now. What an option would have brought more than was brought is its regret; options are taken as often as they are
   regretted. On average over all rounds that comes close to an equilibrium, so nobody can profit from foreseeing it.
   A seat is known by what it saw at each of its own questions, and what it answered. All numbers are whole. */

#define SETS (1 << 16)         /* places of the hash table; a power of two */
#define CELLS (1 << 18)        /* options of all sets */
#define FLOORS 64              /* questions of a seat in one game */
#define WIDEST 64              /* options of a question */
#define CHANCE (1 << 16)       /* what is taken for sure */

struct Set { uint64_t key; I first, options; };
struct Cell { I regret, taken; };
struct Whole {
    struct Rules rules;
    I size, sets, used, rounds, ended, failed, most;
    uint64_t random, *sights;
    char *tables;
    struct Set set[SETS];
    struct Cell cell[CELLS];
};

static struct Set *set_of(struct Whole *w, uint64_t key, I options, I make) {
    I at = (I)(key >> 40) & (SETS - 1);
    key |= !key;
    while (w->set[at].key && w->set[at].key != key) at = (at + 1) & (SETS - 1);
    struct Set *set = &w->set[at];
    if (set->key) return set->options == options ? set : 0;
    if (!make || options > WIDEST || w->sets > SETS / 2 || w->used + options > CELLS) return 0;
    *set = (struct Set){key, w->used, options};
    w->used += options; w->sets++;
    return set;
}
static uint64_t sight_of(uint64_t before, uint64_t key, I options) { return mix64(before ^ mix64(key + (uint64_t)options)); }
/* How likely each option is taken now. */
static void chances(const struct Whole *w, const struct Set *set, I *chance) {
    I all = 0, left = CHANCE;
    for (I k = 0; k < set->options; k++) if (w->cell[set->first + k].regret > 0) all += w->cell[set->first + k].regret;
    for (I k = 0; k < set->options; k++) {
        I regret = w->cell[set->first + k].regret;
        chance[k] = !all ? CHANCE / set->options : regret > 0 ? (I)((__int128)regret * CHANCE / all) : 0;
        left -= chance[k];
    }
    for (I k = 0; left > 0; k = (k + 1) % set->options) if (!all || chance[k]) { chance[k]++; left--; }
}
static I worth(const struct Whole *w, const I *row, I seat) {
    if (w->rules.win) return (row[2] >> seat & 1) ? w->rules.players * 256 / __builtin_popcountll((uint64_t)row[2]) : 0;
    return points(&w->rules, row, seat) * 256;
}
/* What a position is worth to a seat, in 256ths of a point; `w->failed` where the game cannot be played so. */
static I visit(struct Whole *w, void *work, I code, uint64_t key, const uint64_t *before, I hero, I floor) {
    I seats = ((I)1 << w->rules.seat_bits) - 1, chance[WIDEST], value[WIDEST], sum = 0;
    uint64_t *sights = w->sights + floor * (w->rules.players + 1);
    memcpy(sights, before, (size_t)(w->rules.players + 1) * sizeof *sights);
    while (code > 0) {
        I seat = code & seats, n = code >> w->rules.seat_bits, k = 0;
        uint64_t own = sight_of(sights[seat], key, n);
        struct Set *set = set_of(w, own, n, 1);
        if (!set || floor + 2 >= FLOORS) { w->failed = 1; return 0; }
        chances(w, set, chance);
        if (seat == hero) {
            char *kept = w->tables + floor * w->size;
            if (w->rules.keep(work, kept) < 0) { w->failed = 1; return 0; }
            for (k = 0; k < n && !w->failed; k++) {
                uint64_t next = key;
                if (k && w->rules.back(work, kept) < 0) { w->failed = 1; return 0; }
                sights[seat] = mix64(own + (uint64_t)k + 1);
                code = w->rules.step(work, (int)k, &next);
                value[k] = visit(w, work, code, next, sights, hero, floor + 1);
                sum += value[k] * chance[k];
            }
            if (w->failed) return 0;
            sum /= CHANCE;
            for (k = 0; k < n; k++) w->cell[set->first + k].regret += value[k] - sum;
            return sum;
        }
        for (I at = below(&w->random, CHANCE); k < n - 1 && (at -= chance[k]) >= 0;) k++;
        for (I at = 0; at < n; at++) w->cell[set->first + at].taken += chance[at] * (1 + (w->rounds >> 4));
        sights[seat] = mix64(own + (uint64_t)k + 1);
        code = w->rules.step(work, (int)k, &key);
    }
    if (code < 0 || ++w->ended > w->most) { w->failed = 1; return 0; }
    return worth(w, w->rules.row(work), hero);
}
void rulelang_whole_free(struct Whole *w) {
    if (w) { free(w->tables); free(w->sights); }
    free(w);
}
struct Whole *rulelang_whole_new(const struct Rules *rules, I size, uint64_t seed) {
    struct Whole *w = calloc(1, sizeof *w);
    if (!w) return 0;
    w->rules = *rules; w->size = size; w->random = seed;
    w->tables = malloc((size_t)(FLOORS * size));
    w->sights = calloc((size_t)(FLOORS * (rules->players + 1)), sizeof *w->sights);
    if (w->tables && w->sights) return w;
    rulelang_whole_free(w);
    return 0;
}
/* Rounds until so many games have come to their end in all; 0 if the game is too large for this, or cannot be played. */
I rulelang_whole_run(struct Whole *w, I games) {
    void *work = w->rules.take();
    if (!work) return 0;
    uint64_t nothing[64] = {0};
    w->most = 2 * games;
    while (!w->failed && w->ended < games) {
        uint64_t key = 0;
        char *table = w->tables + (FLOORS - 1) * w->size;
        I code = w->rules.start(table, mix64(w->random += GAMMA), 0);
        if (code <= 0 || w->rules.players > 60) { w->failed = 1; break; }
        key = w->rules.key(table);
        if (w->rules.back(work, table) < 0) { w->failed = 1; break; }
        visit(w, work, code, key, nothing, 1 + w->rounds % w->rules.players, 0);
        w->rounds++;
    }
    w->rules.give(work);
    return !w->failed;
}
/* How often each option of the question is taken that a seat comes to from a table, after it has seen and answered what
   is told, and has given some answers ahead of the others; how many options it has, 0 if it was never there. */
I rulelang_whole_read(const struct Whole *w, const void *table, I code, I seat, const uint64_t *told, I many, const int32_t *ahead, I given, I *taken) {
    I seats = ((I)1 << w->rules.seat_bits) - 1, options = 0;
    uint64_t sight = 0, key = w->rules.key(table);
    void *work = w->rules.take();
    for (I k = 0; k < many; k++, told += 3) sight = mix64(sight_of(sight, told[0], (I)told[1]) + told[2] + 1);
    if (work && w->rules.back(work, table) < 0) code = -1;
    while (work && code > 0 && !options) {
        I own = (code & seats) == seat, n = code >> w->rules.seat_bits, k = 0;
        if (own) sight = sight_of(sight, key, n);
        if (own && !given) {
            const struct Set *set = set_of((struct Whole *)w, sight, n, 0);
            for (I at = 0; set && at < n; at++) taken[at] = w->cell[set->first + at].taken >> 4;
            options = set ? n : -1;
        } else {
            if (own) { k = *ahead++; given--; sight = mix64(sight + (uint64_t)k + 1); }
            code = w->rules.step(work, (int)k, &key);
        }
    }
    if (work) w->rules.give(work);
    return options > 0 ? options : 0;
}
