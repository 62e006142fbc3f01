/* A policy at a table: what it thinks of a question, games played out with it, and games it learns from. */

I rulelang_policy_size(void) { return sizeof(struct Policy); }
/* The odds of the question that is open. */
I rulelang_policy_ask(struct Work *work, struct Policy *p) {
    resuming = anew = 1; rolling = 0; policy = (I)(intptr_t)p;
    I code = go(work);
    policy = 0; asked--;
    return code;
}
/* Plays some games, and adds up what they teach; how many came to their end. In two of three it plays with itself, in the
   others against players who choose at random, so that it does not forget how to punish mistakes. */
I rulelang_policy_learn(struct Policy *p, uint64_t seed, I first, I games) {
    struct rulelang_table *t = calloc(1, sizeof *t);
    I done = 0;
    for (I g = first; t && g < first + games; g++) {
        struct Work *work = loaded(t);
        if (!work) break;
        turn(work, absorb(seed, (uint64_t)g));
        seats_from(work, absorb(seed, (uint64_t)g));
        resuming = 0; rolling = 1; policy = (I)(intptr_t)p;
        p->mode = LEARNING; p->recorded = 0;
        p->seats = g % 3 == 2 ? 1LL << (1 + g / 3 % PLAYERS) : -1;
        for (I q = 0; q <= PLAYERS; q++) p->before[q] = 0;
        if (go(work) == 0) { credits(work->state.row); done++; }
        policy = 0;
        give_back(work);
    }
    free(t);
    p->mode = PLAYING; p->seats = -1; p->games += done; p->failed += games - done;
    return done;
}
/* Plays games in each of which it has one seat and the others choose at random. `found`: games that came to their end,
   wins in 2520ths, squares of those, and how far ahead it was in all. */
void rulelang_policy_try(struct Policy *p, uint64_t seed, I first, I games, I *found) {
    struct rulelang_table *t = calloc(1, sizeof *t);
    for (I g = first; t && g < first + games; g++) {
        struct Work *work = loaded(t);
        if (!work) break;
        turn(work, absorb(seed, (uint64_t)g));
        seats_from(work, absorb(seed, (uint64_t)g));
        I seat = 1 + g % PLAYERS;
        resuming = 0; rolling = 1; policy = (I)(intptr_t)p;
        p->seats = 1LL << seat;
        if (go(work) == 0) {
            const I *row = work->state.row;
            I share = row[2] >> seat & 1 ? 2520 / __builtin_popcountll((uint64_t)row[2]) : 0;
            found[0]++; found[1] += share; found[2] += share * share; found[3] += is_ahead(row, seat);
        }
        policy = 0; p->seats = -1;
        give_back(work);
    }
    free(t);
}
static I root_of(I x) {
    I found = 0;
    for (I bit = 1LL << 62; bit; bit >>= 2) {
        if (x >= found + bit) { x -= found + bit; found = (found >> 1) + bit; }
        else found >>= 1;
    }
    return found;
}
/* A step along the gradient: each weight by a rate, as far as its gradient stands out from what it usually is. */
void rulelang_policy_improve(struct Policy *p, I rate) {
    I sum = 0, many = 0;
    for (I k = 0; k < WEIGHTS; k++) {
        I g = p->gradient[k] >> 8, most = 1LL << 30;
        g = g > most ? most : g < -most ? -most : g;
        p->gradient[k] = g;
        p->square[k] = p->square[k] ? p->square[k] + ((g * g - p->square[k]) >> 4) : g * g;
        if (g) { sum += root_of(p->square[k]); many++; }
    }
    I usual = many ? sum / many : 1;
    for (I k = 0; k < WEIGHTS; k++) {
        if (p->gradient[k]) p->weight[k] += (int32_t)(rate * p->gradient[k] / (root_of(p->square[k]) + usual + 1));
        p->gradient[k] = 0;
    }
    if (p->counted) p->scale = 1 + p->absolute / p->counted;
}
const uint32_t *rulelang_policy_odds(const struct Policy *p) { return p->odds; }
int32_t *rulelang_policy_weights(struct Policy *p, I *n) { *n = WEIGHTS; return p->weight; }
void rulelang_policy_begin(struct Policy *p) { memset(p, 0, sizeof *p); p->scale = 1; p->seats = -1; }
/* Adds what another has learned from its games. */
void rulelang_policy_add(struct Policy *p, struct Policy *other) {
    for (I k = 0; k < WEIGHTS; k++) { p->gradient[k] += other->gradient[k]; other->gradient[k] = 0; }
    p->absolute += other->absolute; p->counted += other->counted; p->games += other->games; p->failed += other->failed;
    other->absolute = other->counted = other->games = other->failed = 0;
    other->scale = p->scale;
}
