/* A question of a build that stops at each. */

static inline I (put)(CTX_ I seat, I n) {
    asked++;
    work->state.seat = ix(seat, PLAYERS + 1);
    work->state.count = n;
    if (OBSERVED) return observed(work->state.seat, n);
    if (WEIGHED) return decides(work->state.seat, n);
    if (!rolling) return 1;
    answer = below(work->state.seat, n);
    return 0;
}
