/* Games added up: the same numbers as totals.py, game by game. `CRITERIA` stands for how many `winner` has. */

static void start_watching(uint64_t number) {
    rl_offering = number % N_EVERY == 0;
    memset(rl_counts, 0, sizeof rl_counts);
    if (rl_offering) memset(rl_options, 0, sizeof rl_options);
    n_samples = rl_rounds = rl_forced = rl_offered = 0;
}
static inline I rl_within(I x, I most) { return x > most ? most : x < -most ? -most : x; }
static inline void add_sample(I *row, I series, I x) {
    I *at = row + N_AT_SERIES + series * N_SERIES_WIDTH;
    uint64_t size = x < 0 ? -x : x;
    if (size >= N_EXACT) {
        I power = 53 - __builtin_clzll(size);
        size = N_EXACT + power * N_PARTS + (size >> (power + 6) & 15);
    }
    at[0]++; at[1] += x; at[2] += x * x; at[3 + (x < 0 ? N_SIDE : 0) + size]++;
}
static I lead_changes(I winners) {
    I leader = 0, changes = 0, kept = rl_rounds < N_MARKS ? rl_rounds : N_MARKS;
    for (I k = 1; k <= kept; k++) {
        I best = k < kept ? mark_best[k] : winners;
        if (best && !(best & (best - 1))) { changes += leader && leader != best; leader = best; }
    }
    return changes;
}
static void add_half(I *row, I winners, I number) {
    I half = rl_rounds / 2 < N_MARKS - 1 ? rl_rounds / 2 : N_MARKS - 1;
    if (half < 1 || number != 1 || !mark_best[half]) return;
    I best = mark_best[half], worst = mark_worst[half];
    row[N_AT_HALVES]++;
    row[N_AT_HALVES + 1] += !(best & winners);
    row[N_AT_HALVES + 2] += (worst & winners) && !(best & winners);
    row[N_AT_HALVES + 3] += best == winners;
}
static void add_scores(I *row, const I *scores) {
    I first = scores[0], last = scores[0], second;
    for (I p = 1; p < PLAYERS; p++) {
        if (N_MOST ? scores[p] > first : scores[p] < first) first = scores[p];
        if (N_MOST ? scores[p] < last : scores[p] > last) last = scores[p];
    }
    second = last;
    I at_first = 0;
    for (I p = 0; p < PLAYERS; p++) {
        if (scores[p] == first && at_first++ == 0) continue;
        if (N_MOST ? scores[p] > second : scores[p] < second) second = scores[p];
    }
    add_sample(row, 3, N_MOST ? first - second : second - first);
    add_sample(row, 4, N_MOST ? first - last : last - first);
    for (I p = 0; p < PLAYERS; p++) add_sample(row, N_AT_SCORES + p, scores[p]);
}
static void add_uses(I *row, const I *scores, I winners, I share) {
    const int32_t *here = rl_counts;
    I *at = row + N_AT_USED, won[PLAYERS];
    for (I p = 0; p < PLAYERS; p++) won[p] = winners >> (p + 1) & 1 ? share : 0;
    for (I cell = 0; cell < N_CELLS; cell++, here += PLAYERS + 1, at += N_USED) {
        I times = here[0], users = 0, wins = 0, score = 0;
        for (I p = 0; p < PLAYERS; p++) {  /* without a branch: who does what cannot be foreseen */
            I used = -(I)(here[p + 1] != 0);
            times += here[p + 1]; users -= used; wins += won[p] & used; score += scores[p] & used;
        }
        at[0] += times; at[1] += users; at[2] += wins; at[3] += score; at[4] += times != 0;
    }
}
static void add_offers(I *row, const I *scores, I winners, I number) {
    I all = 0, won[PLAYERS], ahead[PLAYERS];
    for (I p = 0; p < PLAYERS; p++) all += scores[p];
    for (I p = 0; p < PLAYERS; p++) {
        won[p] = number ? PLAYERS * (winners >> (p + 1) & 1 ? N_SHARE / number : 0) - N_SHARE : 0;
        ahead[p] = N_MOST ? PLAYERS * scores[p] - all : all - PLAYERS * scores[p];
    }
    const int32_t *here = rl_options;
    I *at = row + N_AT_OFFERS;
    for (I cell = 0; cell < N_OFFERS; cell++, here += PLAYERS + 2, at += N_OFFERED) {
        I offered = here[0], wins = 0, points = 0;
        if (!offered) continue;
        for (I p = 0; p < PLAYERS; p++) { wins += won[p] * here[p + 1]; points += ahead[p] * here[p + 1]; }
        wins = rl_within(wins, N_LARGEST); points = rl_within(points, N_LARGEST);
        at[0] += offered; at[1] += offered * offered;
        at[2] += wins; at[3] += wins * wins; at[4] += wins * offered;
        at[5] += points; at[6] += points * points; at[7] += points * offered; at[8] += here[PLAYERS + 1];
    }
}
static void add_settled(I *row, I winners, I number) {
    I kept = rl_rounds < N_MARKS ? rl_rounds : N_MARKS, since = kept;
    if (kept < 2 || number != 1 || !mark_best[1]) return;
    while (since > 1 && mark_best[since - 1] == winners) since--;
    add_sample(row, 5, 100 * since / kept);
}
static void add_game(I *row, const I *out) {
    I winners = out[2], number = __builtin_popcountll((uint64_t)winners), share = N_WIN / (number ? number : 1);
    I scores[PLAYERS];
    for (I p = 0; p < PLAYERS; p++) scores[p] = N_SCORED ? rl_within(out[4 + PLAYERS + p * CRITERIA], N_LARGEST) : 0;
    row[0]++; row[1] += number > 1; row[2] += rl_forced; row[3] += rl_offered >> 32; row[4] += rl_offered & 0xFFFFFFFF;
    for (I p = 1; p <= PLAYERS; p++) if (winners >> p & 1) row[N_AT_WINS + p - 1] += share;
    add_sample(row, 0, out[1]);
    add_sample(row, 1, rl_rounds);
    if (rl_rounds > 1 && mark_best[1]) add_sample(row, 2, lead_changes(winners));
    if (N_SCORED) add_scores(row, scores);
    for (I k = 0; k < n_samples; k++)
        add_sample(row, N_AT_SAMPLES + rl_samples[2 * k], rl_within(rl_samples[2 * k + 1], N_LARGEST_SAMPLE));
    add_half(row, winners, number);
    add_settled(row, winners, number);
    add_uses(row, scores, winners, share);
    if (rl_offering) add_offers(row, scores, winners, number);
}
I rulelang_tally(uint64_t seed, uint64_t first, I games, I *pairs, I *again) {
    static I row[N_ROW];
    I out[4 + PLAYERS * (1 + CRITERIA)], bails = 0, number = 0;
    memset(row, 0, sizeof row);
    for (I g = 0; g < games; g++) {
        start_watching(first + (uint64_t)g);
        game(seed, first + (uint64_t)g, out);
        if (out[0]) again[++bails] = first + g;
        else add_game(row, out);
    }
    again[0] = bails;
    for (I k = 0; k < N_ROW; k++) if (row[k]) { pairs[2 * number] = k; pairs[2 * number++ + 1] = row[k]; }
    return number;
}
