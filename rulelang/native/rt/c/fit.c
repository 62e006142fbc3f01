/* What a value is learned from: games, how seats stood at their questions, and what each had when points were tallied.

   Linear least squares: sums of products are kept, from which weights are worked out (host/value.py). The games are
   played at random, or by short searches with a value that was learned before. */

#define MOST_STANDING 2048     /* questions before a tally that are learned from */
#define LARGE (1 << 20)        /* a margin of more counts as this */
#define HOPELESS 1000          /* games without a tally after which it gives up */
#define ANY 32                 /* one answer of so many is any option */

struct Fit {
    struct Rules rules;
    struct Value value;
    I size, width, many, length, *squares, *products, *low, *high;
    int16_t *kept;             /* by question and seat: the products of standings and stages … */
    int32_t now[MOST_STANDING][SEATS]; /* … and what it would have been ahead then */
    I asked, left;             /* noted since the last tally; questions that are still to be played */
};
static void forget_half(struct Fit *f) {
    I half = MOST_STANDING / 2, row = f->rules.players * f->width;
    memmove(f->kept, f->kept + half * row, (size_t)(half * row) * sizeof *f->kept);
    memmove(f->now, f->now + half, (size_t)half * sizeof *f->now);
    f->asked = half;
}
/* Notes how the seats stand; without sums, how far the stages reach. */
static void note(struct Fit *f, void *work, I seat) {
    const struct Value *v = &f->value;
    I players = f->rules.players, beyond[STANDINGS][SEATS], stage[STAGES], found[STANDINGS * SEATS + STAGES];
    if (!f->squares) {
        f->rules.stand(work, v->wanted, found);
        for (I g = 0; g < v->stages; g++) {
            I x = found[v->standings * players + g];
            if (x < f->low[g]) f->low[g] = x;
            if (x > f->high[g]) f->high[g] = x;
        }
        return;
    }
    if (f->asked == MOST_STANDING) forget_half(f);
    look(&f->rules, v, work, seat, beyond, stage);
    int16_t *to = f->kept + f->asked++ * players * f->width;
    for (I p = 1; p <= players; p++) {
        f->now[f->asked - 1][p] = (int32_t)stands_now(&f->rules, beyond, p);
        for (I k = 0; k <= v->standings; k++) {
            *to++ = (int16_t)beyond[k][p];
            for (I g = 0; g < v->stages; g++) *to++ = (int16_t)(beyond[k][p] * stage[g] >> 7);
        }
    }
}
/* Adds up what is noted, now that it is known what it came to; the longer before, the less that counts. */
static void add(struct Fit *f, const I *row) {
    I players = f->rules.players, faded = ONE;
    for (I q = f->asked; q--; faded -= faded / f->length) {
        const int16_t *from = f->kept + q * players * f->width;
        for (I p = 1; p <= players; p++, from += f->width) {
            I y = margin(&f->rules, row, p) - f->now[q][p];
            y = (y > LARGE ? LARGE : y < -LARGE ? -LARGE : y) * faded / ONE;
            for (I i = 0; i < f->width; i++) {
                if (!from[i]) continue;
                f->products[i] += from[i] * y;
                for (I j = i; j < f->width; j++) f->squares[i * f->width + j] += (I)from[i] * from[j];
            }
        }
    }
    f->many++; f->asked = 0;
}
static I best_visited(const struct Search *s, I n) {
    I best = 0;
    for (I k = 1; s->root >= 0 && k < n; k++)
        if (s->stat[s->node[s->root].first + k].visits > s->stat[s->node[s->root].first + best].visits) best = k;
    return best;
}
/* The best answer to a question, after so many simulations at the table itself. */
static I thinks(const struct Rules *rules, const struct Value *value, const char *table, I size, I code, I simulations, uint64_t seed) {
    I seat = code & (((I)1 << rules->seat_bits) - 1), n = code >> rules->seat_bits;
    if (n == 1) return 0;
    struct Search *s = rulelang_search_new(rules, 0, value, seat, 512, value ? 512 : 2048, seed);
    if (!s) return 0;
    rulelang_search_run(s, table, size, &code, 1, simulations, 0, 0);
    I best = best_visited(s, n);
    rulelang_search_free(s);
    return best;
}
static I answers(const struct Fit *f, const char *table, I code, I simulations, uint64_t seed) {
    I n = code >> f->rules.seat_bits;
    uint64_t random = seed;
    if (!simulations || !below(&random, ANY)) return below(&random, n);
    return thinks(&f->rules, f->value.weight ? &f->value : 0, table, f->size, code, simulations * n, seed);
}
/* Plays a game from its beginning; 0 if it does not come to its end. */
static I plays(struct Fit *f, char *table, void *work, I simulations, uint64_t seed, I game) {
    I code = f->rules.start(table, seed, (uint64_t)game);
    f->asked = 0;
    for (uint64_t number = 1; code > 0 && f->left > 0; number++, f->left--) {
        uint64_t chance = mix64(seed + mix64((uint64_t)game * GAMMA + number));
        if (f->rules.lay(work, table, chance, 1) < 0) return 0;
        note(f, work, code & (((I)1 << f->rules.seat_bits) - 1));
        I k = answers(f, table, code, simulations, chance);
        I after = f->rules.step(work, (int)k, 0);
        if (after < 0) return 0;
        if (!after) { /* a tally, or the end: what comes behind a tally is another deal */
            add(f, f->rules.row(work));
            if (f->rules.lay(work, table, chance, 0) < 0) return 0;
            after = f->rules.step(work, (int)k, 0);
        }
        if (after > 0 && f->rules.keep(work, table) < 0) return 0;
        code = after;
    }
    return code >= 0;
}
/* Games from a number on, until so many questions were asked; how many were begun. `many`: tallies that they came to. */
I rulelang_fit(const struct Rules *rules, const struct Value *value, I size, I simulations, uint64_t seed, I first, I questions, I length, I *squares, I *products, I *low, I *high, I *many) {
    struct Fit *f = calloc(1, sizeof *f);
    if (!f) return 0;
    f->rules = *rules; f->value = *value; f->size = size; f->width = (1 + value->standings) * (1 + value->stages);
    f->squares = squares; f->products = products; f->low = low; f->high = high; f->left = questions; f->length = length;
    f->kept = malloc((size_t)(MOST_STANDING * rules->players * f->width) * sizeof *f->kept);
    char *table = malloc((size_t)size);
    void *work = rules->take();
    I games = 0;
    while (f->kept && table && work && f->left > 0 && games < (f->many ? questions : HOPELESS)) plays(f, table, work, simulations, seed, first + games++);
    if (work) rules->give(work);
    *many += f->many;
    free(table); free(f->kept); free(f);
    return games;
}
