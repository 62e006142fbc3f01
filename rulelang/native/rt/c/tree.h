/* A game as a tree (host/observed.py): what chance decides is given from outside, outcome by outcome; where none is given,
   the game stops, and `weight` says between what. Outcomes that nobody can tell apart are one. The order of a zone that
   nobody sees is not drawn when it is shuffled, but card by card when it is dealt from. */

#define FORKED 22
static I (are_alike)(CTX_ I kind, I one, I other) {
    if (kind != OF_PIECES) return kind == OF_VALUES && one == other;
    if (GROUPS && (inside_of[one] >= 0 || inside_of[other] >= 0)) gives_up(21);
    return place[one] == place[other] && lk[one] == lk[other] && W->sight[one] == W->sight[other];
}
/* One of some pieces or values, which lie in memory, or of the faces of a die. */
static I (forked)(CTX_ I kind, I at, I n) {
    I first[MOST_ROWS];
    if (n > MOST_ROWS) gives_up(21);
    W->forks = 0;
    for (I k = 0; k < n; k++) {
        I j = 0;
        while (j < W->forks && !are_alike(kind, mem[at + first[j]], mem[at + k])) j++;
        if (j == W->forks) { first[W->forks] = k; W->weight[W->forks++] = 0; }
        W->weight[j]++;
    }
    if (W->forks == 1) return first[0];
    if (!script_left) gives_up(FORKED);
    I outcome = *(const int32_t *)(intptr_t)script;
    script += sizeof(int32_t); script_left--;
    return first[ix(outcome, W->forks)];
}
/* Is a zone shuffled without a draw? Its pieces are put in order: any of them may lie anywhere. */
static I (loosens)(CTX_ I z) {
    if (!watcher || W->mode != FORKING) return 0;
    I l = zone_list[z], n = mem[l];
    W->loose[z] = 0;
    if (n < 2 || W->block || zone_sights[z]) return 0;
    for (I i = 1; i <= n; i++) {
        I c = mem[l + i];
        if (W->sight[c] > 0 || kinds[c] != kinds[mem[l + 1]] || (GROUPS && inside_of[c] >= 0)) return 0;
    }
    for (I i = 2; i <= n; i++) for (I j = i; j > 1 && mem[l + j] < mem[l + j - 1]; j--) {
        I c = mem[l + j];
        mem[l + j] = mem[l + j - 1]; mem[l + j - 1] = c;
    }
    W->loose[z] = n;
    return 1;
}
/* Says which pieces lie first in such a zone; those behind them stay in order. */
static void (settles)(CTX_ I z, I n) {
    if (!watcher || W->mode != FORKING || !W->loose[z]) return;
    I l = zone_list[z];
    if (mem[l] != W->loose[z]) gives_up(21);
    for (I i = 1; i <= n; i++) {
        I k = i + piece_drawn(l + i, mem[l] - i + 1), c = mem[l + k];
        for (; k > i; k--) mem[l + k] = mem[l + k - 1];
        mem[l + i] = c;
    }
    W->loose[z] -= n;
}
