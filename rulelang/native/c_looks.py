"""The fixed part of a generated C file: pieces that look alike.

`firsts` holds, of alike pieces in one zone, the first. It is kept up to date as single pieces move; where many have
moved or were rolled, they are `stale`, and looked at again when somebody asks. A set that holds of alike pieces all or
none is merged by it at once. Of dice few are alike, and each is looked at by itself: no step waits for the one before.
"""

from __future__ import annotations

LOOKS = """
static inline I key_same(I a, I b) {
    if (lk[a] != lk[b]) return 0;
    if (inside_of[a] < 0) return 1;
    for (int k = 0; k < FIELDS; k++) if (gf[a][k] != gf[b][k]) return 0;
    return 1;
}
static I here_same(I a, I b) {
    if (place[a] != place[b] || !key_same(a, b)) return 0;
    if (!GROUPS || inside_of[a] < 0) return 1;
    M x = zm[inside_of[a]], y = zm[inside_of[b]];
    if (m_count(x) != m_count(y)) return 0;
    for (; !m_empty(x); x = m_drop(x)) {
        M rest = y;
        while (!m_empty(rest) && !key_same(m_low(x), m_low(rest))) rest = m_drop(rest);
        if (m_empty(rest)) return 0;
        y = m_andnot(y, m_bit(m_low(rest)));
    }
    return 1;
}
static inline I alike(I a, I b) {
    return a == b || (a != NONE && b != NONE && key_same(ix(a, COUNT), ix(b, COUNT)));
}
static M merge(M m);
static inline void leaves(I c, I z) {
    if (!FIRSTS || !m_test(&twins, c)) return;
    M others = m_and(zm[z], like(c));
    if (!m_test(&firsts, c)) return;
    m_clear(&others, c);
    m_clear(&firsts, c);
    firsts = m_or(firsts, m_andnot(others, m_drop(others)));
}
static inline void comes(I c, I z) {
    if (!FIRSTS || !m_test(&twins, c)) return;
    M all = m_and(zm[z], like(c));
    m_set(&all, c);
    firsts = m_or(m_andnot(firsts, all), m_andnot(all, m_drop(all)));
}
static inline M first_ones(M m) {
    if (!DICE) return merge(m);
    M found = m_zero();
    for (M rest = m_and(m, twins); !m_empty(rest); rest = m_drop(rest)) {
        M some = m_and(m, like(m_low(rest)));
        found = m_or(found, m_andnot(some, m_drop(some)));
    }
    return found;
}
static void look_again(M m) {
    for (m = m_and(m, twins); !m_empty(m); ) {
        I z = place[m_low(m)];
        if (!masked[z]) { m = m_drop(m); continue; }
        firsts = m_or(m_andnot(firsts, zm[z]), first_ones(zm[z]));
        stale = m_andnot(stale, zm[z]);
        m = m_andnot(m, zm[z]);
    }
}
static M merge_slowly(M m, M rest) {
    I seen[COUNT + 1], n = 0;
    for (; !m_empty(rest); rest = m_drop(rest)) {
        I c = m_low(rest), k = 0;
        while (k < n && !here_same(seen[k], c)) k++;
        if (k == n) seen[n++] = c;
        else m = m_andnot(m, m_bit(c));
    }
    return m;
}
static M merge(M m) {
    M rest = m_and(m, twins), gone = m_zero();
    while (!m_empty(rest)) {
        I c = m_low(rest), z = place[c];
        if (!masked[z] || (GROUPS && inside_of[c] >= 0)) return merge_slowly(m_andnot(m, gone), rest);
        M others = m_drop(m_and(m_and(rest, zm[z]), like(c)));
        gone = m_or(gone, others);
        rest = m_andnot(m_drop(rest), others);
    }
    return m_andnot(m, gone);
}
static inline M merge_known(M m) {
    if (GROUPS && !m_empty(m_and(m, groups))) return merge(m);
    if (!FIRSTS) return merge(m);
    M old = m_and(m, stale);
    if (__builtin_expect(!m_empty(old), 0)) look_again(old);
    return m_and(m, m_or(firsts, m_not(twins)));
}
static I merge_list(I l) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start, c = ix(mem[l + i], COUNT);
        while (j < bp && build[j] != c && !here_same(build[j], c)) j++;
        if (j == bp) push(c);
    }
    return built(start);
}
"""
