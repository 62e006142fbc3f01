/* Who is best by a criterion. */

static I best_of(I seats, const I *scores, I stride, I most) {
    I best = NONE, kept = 0;
    for (I p = 1; p <= PLAYERS; p++) {
        I x = scores[(p - 1) * stride];
        if (seats >> p & 1 && (best == NONE || (most ? x > best : x < best))) best = x;
    }
    for (I p = 1; p <= PLAYERS; p++) if (seats >> p & 1 && scores[(p - 1) * stride] == best) kept |= 1LL << p;
    return kept;
}
