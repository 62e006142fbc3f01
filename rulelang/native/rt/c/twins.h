/* Pieces that look alike.

   `firsts` holds, of alike pieces in each zone, the first. It is kept up to date as single pieces move; where many have
   moved or were rolled, a zone is `stale`, and looked at again when somebody asks. A set that holds of alike pieces all or
   none is merged by it at once. Of dice few are alike, and each is looked at by itself: no step waits for the one before. */

static inline I (key_same)(CTX_ I a, I b) {
    if (lk[a] != lk[b]) return 0;
    if (inside_of[a] < 0) return 1;
    for (int k = 0; k < FIELDS; k++) if (gf[a][k] != gf[b][k]) return 0;
    return 1;
}
static I (here_same)(CTX_ I a, I b) {
    if (place[a] != place[b] || !key_same(a, b)) return 0;
    if (!GROUPS || inside_of[a] < 0) return 1;
    M x = m_at(zm, inside_of[a]), y = m_at(zm, inside_of[b]);
    if (m_count(x) != m_count(y)) return 0;
    for (; !m_empty(x); x = m_drop(x)) {
        M rest = y;
        while (!m_empty(rest) && !key_same(m_low(x), m_low(rest))) rest = m_drop(rest);
        if (m_empty(rest)) return 0;
        y = m_andnot(y, m_bit(m_low(rest)));
    }
    return 1;
}
static inline I (alike)(CTX_ I a, I b) {
    return a == b || (a != NONE && b != NONE && key_same(ix(a, COUNT), ix(b, COUNT)));
}
static I (same_bag)(CTX_ I a, I b, I depth) {
    if (a == b || a == NONE || b == NONE) return a == b;
    I n = mem[a], start = bp;
    if (mem[b] != n) return 0;
    for (I i = 1; depth > 1 && i <= n; i++) if (!same_bag(mem[a + i], mem[b + i], depth - 1)) return 0;
    for (I i = 1; depth == 1 && i <= n; i++) push(mem[b + i]);
    for (I i = 1; depth == 1 && i <= n; i++) {
        I j = start;
        while (j < bp && !alike(mem[a + i], build[j])) j++;
        if (j == bp) { bp = start; return 0; }
        build[j] = build[--bp];
    }
    bp = start;
    return 1;
}
static I (by_looks)(CTX_ I l, I depth) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start, x = mem[l + i];
        while (j < bp && !(depth > 1 ? same_bag(build[j], x, depth - 1) : alike(build[j], x))) j++;
        if (j == bp) push(x);
    }
    return built(start);
}
static M (merge)(CTX_ M m);
static inline void (leaves)(CTX_ I c, M bit, I z, I is_first) {
    if (!FIRSTS) return;
    M here = m_and(bit, twins), others = m_andnot(m_and(m_and(m_at(zm, z), twins), like(c)), here);
    M next = m_or(m_andnot(m_at(firsts, z), here), m_andnot(others, m_drop(others)));
    m_put(firsts, z, is_first ? next : m_if(!m_empty(m_and(m_at(firsts, z), here)), next, m_at(firsts, z)));
}
static inline void (comes)(CTX_ I c, M bit, I z) {
    if (!FIRSTS) return;
    M all = m_and(m_or(m_and(m_at(zm, z), like(c)), bit), twins);
    m_put(firsts, z, m_or(m_andnot(m_at(firsts, z), all), m_andnot(all, m_drop(all))));
}
static inline M (first_ones)(CTX_ M m) {
    M found = m_zero();
    m = m_and(m, twins);
    for (M rest = m; !m_empty(rest); rest = DICE ? m_drop(rest) : rest) {
        M some = m_and(m, like(m_low(rest)));
        found = m_or(found, m_andnot(some, m_drop(some)));
        if (!DICE) rest = m_andnot(rest, some);
    }
    return found;
}
static void __attribute__((noinline)) (look_again)(CTX_ I z) {
    m_put(firsts, z, first_ones(m_at(zm, z)));
    stale[z] = 0;
}
static inline M (first_in)(CTX_ I z) {
    if (__builtin_expect(stale[z], 0)) look_again(z);
    return m_at(firsts, z);
}
static M (merge_slowly)(CTX_ M m, M rest) {
    I seen[COUNT + 1], n = 0;
    for (; !m_empty(rest); rest = m_drop(rest)) {
        I c = m_low(rest), k = 0;
        while (k < n && !here_same(seen[k], c)) k++;
        if (k == n) seen[n++] = c;
        else m = m_andnot(m, m_bit(c));
    }
    return m;
}
static M (merge)(CTX_ M m) {
    M rest = m_and(m, twins), gone = m_zero();
    while (!m_empty(rest)) {
        I c = m_low(rest), z = place[c];
        if (!masked[z] || (GROUPS && inside_of[c] >= 0)) return merge_slowly(m_andnot(m, gone), rest);
        M others = m_drop(m_and(m_and(rest, m_at(zm, z)), like(c)));
        gone = m_or(gone, others);
        rest = m_andnot(m_drop(rest), others);
    }
    return m_andnot(m, gone);
}
static I (merge_list)(CTX_ I l) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start, c = ix(mem[l + i], COUNT);
        while (j < bp && build[j] != c && !here_same(build[j], c)) j++;
        if (j == bp) push(c);
    }
    return built(start);
}
