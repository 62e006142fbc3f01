/* A policy at a table: what it thinks of a question, games played out with it, and games it learns from. */

I rulelang_policy_size(void) { return sizeof(struct Policy); }
/* The odds of the question that is open. */
I rulelang_policy_ask(struct Work *work, struct Policy *p) {
    resuming = anew = 1; rolling = 0; policy = (I)(intptr_t)p;
    I code = go(work);
    policy = 0; asked--;
    return code;
}
/* As `rulelang_work_step`, and notes the options of the next question; `p` need only be memory. */
I rulelang_policy_step(struct Work *work, struct Policy *p, I index) {
    if (index < 0 || index >= work->state.count) return -1;
    p->seats = p->rows = 0;
    answer = index; resuming = 1; rolling = 0; policy = (I)(intptr_t)p;
    I code = go(work);
    policy = 0;
    return code;
}
/* Keys of the options that it has noted, equal in all worlds for what looks alike; how many: 0 if they are unknown. */
I rulelang_policy_keys(struct Work *work, const struct Policy *p, uint64_t *keys) {
    if (p->full || p->rows != work->state.count) return 0;
    for (I k = 0; k < p->rows; k++) {
        keys[k] = (uint64_t)p->site;
        for (I part = p->row[k]; part < p->row[k + 1]; part++) {
            I tag = p->tag[part], value = tag == PIECE ? lk[p->value[part]] : p->value[part];
            keys[k] = mix64(keys[k] ^ (uint64_t)value << 8 ^ (uint64_t)tag);
        }
    }
    return p->rows;
}
/* Options of a question that are worth playing out: all, or some that are likely and some that are any. */
static I options_to_compare(const struct Policy *p, I n, uint64_t random, I *some) {
    I many = 0;
    if (n <= COMPARED) { for (; many < n; many++) some[many] = many; return n; }
    for (I tries = 0; many < COMPARED && tries < 4 * COMPARED; tries++) {
        uint64_t word = mix64(random += GAMMA) >> 32;
        I k = tries % 2 ? option_at(p, n, (I)(word * CERTAIN >> 32)) : (I)(word * (uint64_t)n >> 32), at = 0;
        while (at < many && some[at] != k) at++;
        if (at == many) some[many++] = k;
    }
    return many;
}
/* Plays an open question out with each of some options, all with the same chance, until points are tallied. What an option
   comes to beyond what the policy comes to is what it teaches. 0 if a game did not come to its end. */
static I compare(struct Work *work, struct Policy *p, const struct rulelang_table *open, uint64_t chance) {
    I some[COMPARED], worth[COMPARED], all = 0, mean = 0;
    struct Question *q = &p->question;
    I many = options_to_compare(p, open->state.count, chance, some);
    memcpy(q->context, p->context, sizeof q->context);
    for (I at = 0; at < many; at++) {
        q->odds[at] = p->odds[some[at]]; q->atoms[at] = p->atoms[some[at]];
        memcpy(q->atom[at], p->atom[some[at]], sizeof q->atom[at]);
        all += q->odds[at];
    }
    for (I at = 0; at < many; at++) {
        if (!unpacked(work, open)) return 0;
        turn(work, chance);
        seats_from(work, chance);
        answer = some[at]; resuming = rolling = horizon = 1; policy = (I)(intptr_t)p;
        if (go(work)) return 0;
        worth[at] = is_ahead(work->state.row, open->state.seat) * 256 / p->scale;
    }
    for (I at = 0; at < many; at++) mean += q->odds[at] * worth[at] / (all + !all);
    for (I at = 0; at < many; at++) {
        I more = worth[at] - mean;
        p->absolute += (more < 0 ? -more : more) * p->scale / 256; p->counted++; p->used += q->atoms[at] * (N_SIGHTS + 1);
        more = more > MUCH ? MUCH : more < -MUCH ? -MUCH : more;
        for (I a = 0; a < q->atoms[at]; a++)
            for (I c = 0; c <= N_SIGHTS; c++)
                p->gradient[(q->atom[at][a] ^ q->context[c]) & (WEIGHTS - 1)] += more * q->odds[at] >> 12;
    }
    return 1;
}
/* Plays some games, and adds up what they teach at some of their questions; how many came to their end. In two of three it
   plays with itself, in the others against players who choose at random, so that it does not forget how to punish
   mistakes. */
I rulelang_policy_learn(struct Policy *p, uint64_t seed, I first, I games) {
    struct rulelang_table *t = calloc(2, sizeof *t), *open = t + 1;
    I done = 0;
    for (I g = first; t && g < first + games; g++) {
        struct Work *work = loaded(t);
        if (!work) break;
        uint64_t key = absorb(seed, (uint64_t)g);
        turn(work, key);
        seats_from(work, key);
        p->seats = g % 3 == 2 ? 1LL << (1 + g / 3 % PLAYERS) : -1;
        resuming = 0;
        I code;
        for (uint64_t number = 0;; number++) {
            rolling = 0; policy = (I)(intptr_t)p;
            code = go(work);
            if (code <= 0) break;
            I seat = work->state.seat, n = work->state.count;
            I taken = p->weighed ? option_at(p, n, (I)(next_word(seat) * CERTAIN >> 32)) : below(seat, n);
            uint64_t chance = absorb(key, number);
            if (p->weighed && chance % EVERY == 0 && packed(work, open, code) > 0) {
                compare(work, p, open, chance);
                unpacked(work, open);
            }
            answer = taken; resuming = 1;
        }
        done += code == 0;
        policy = 0;
        give_back(work);
    }
    free(t);
    p->seats = -1; p->games += done; p->failed += games - done;
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
/* A step along the gradient: each weight by a rate, as far as its gradient stands out from what it usually is. The more
   weights an option has, the less each is moved. */
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
    if (p->counted) rate /= 1 + root_of(p->used / p->counted);
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
    p->absolute += other->absolute; p->counted += other->counted; p->used += other->used; p->games += other->games; p->failed += other->failed;
    other->absolute = other->counted = other->used = other->games = other->failed = 0;
    other->scale = p->scale;
}
