/* Chance, and questions.

   One of one is 0 without a draw; this is worked out without a branch, since nobody can foresee it. How many words a
   stream has given is not counted: each adds the same odd number to its state, so that the way from where it began tells. */

#define GAMMA 0x9E3779B97F4A7C15ULL
#define GAMMAS 0xF1DE83E19937733DULL /* GAMMA times this is 1 */
static inline uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static inline uint64_t absorb(uint64_t key, uint64_t word) { return mix64(mix64(key + GAMMA) + word); }
static inline uint64_t (next_word)(CTX_ I k) { return mix64(states[k] += GAMMA) >> 32; }
static inline void (begins)(CTX_ I k, uint64_t state) { states[k] = origins[k] = state; }
static inline I (words_taken)(CTX_ I k) { return (I)((states[k] - origins[k]) * GAMMAS); }
static inline I (below)(CTX_ I k, I n) {
    uint64_t product = (mix64(states[k] + GAMMA) >> 32) * (uint64_t)n, many = n > 1;
    states[k] += GAMMA & -many;
    if (__builtin_expect((uint32_t)product < (uint64_t)n, 0)) {
        uint32_t uneven = (uint32_t)(-(uint32_t)n) % (uint32_t)n;
        while ((uint32_t)product < uneven) product = next_word(k) * (uint64_t)n;
    }
    return (I)(product >> 32);
}
#if SCRIPTED
/* Draws whose outcomes are given, for a past that is told; when they are used up, chance goes on. */
static inline I (drawn)(CTX_ I n) {
    if (n < 2 || !script_left) return below(0, n);
    I outcome = *(const int32_t *)(intptr_t)script;
    script += sizeof(int32_t); script_left--;
    return ix(outcome, n);
}
#else
static inline I (drawn)(CTX_ I n) { return below(0, n); }
#endif
static inline I (chance)(CTX_ I n) {
    if (n < 1) bail();
    I r = drawn(n);
    if (TRACE && n > 1) {
        if (n_draws >= TRACE) bail();
        draws[2 * n_draws] = n; draws[2 * n_draws++ + 1] = r;
    }
    return r;
}
static void (check)(CTX);
static inline I (ask)(CTX_ I seat, I n) {
    if (CHECKED) check();
    asked++;
    OFFERED(n)
    I r = below(ix(seat, PLAYERS + 1), n);
    if (TRACE) {
        if (n_traces >= TRACE) bail();
        traces[3 * n_traces] = seat; traces[3 * n_traces + 1] = r; traces[3 * n_traces++ + 2] = n;
    }
    return r;
}
static void (set_winners)(CTX_ I l) { rl_winners = 0; for (I i = 1; i <= mem[l]; i++) rl_winners |= 1LL << mem[l + i]; }
static I bag_asked(I there, I want, I guarded, I up_to, I passing) {
    if (want > there && !up_to) return !passing;
    I one = want == 0 || there == 0 || (want == there && !up_to);
    return passing || !one || guarded;
}
