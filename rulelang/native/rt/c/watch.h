/* What is kept of a game for statistics. */

static int32_t rl_counts[N_CELLS * (PLAYERS + 1) + 1], rl_options[N_OFFERS * (PLAYERS + 2) + 1], mark_best[N_MARKS], mark_worst[N_MARKS];
static I rl_samples[2 * N_SAMPLES], n_samples, rl_rounds, rl_forced, rl_offered, rl_size, rl_offering;
static void standing(void);
static inline void note_sample(I series, I value) {
    if (n_samples >= N_SAMPLES) bail();
    rl_samples[2 * n_samples] = series; rl_samples[2 * n_samples++ + 1] = value;
}
