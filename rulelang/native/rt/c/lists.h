/* Lists in memory: the length, then the items. New ones are made at `top`. */

static I fresh(I n) {
    if (n < 0 || n >= MEMORY - 1 - top) trouble();
    I l = top;
    mem[l] = n;
    top += n + 1;
    return l;
}
static I fresh_copy(I l) {
    I n = mem[need(l)], r = fresh(n);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[l + i];
    return r;
}
static I copied(I to, I l, I cap) {
    I n = mem[need(l)];
    if (n + 1 > cap) trouble();
    if (to < l) for (I i = 0; i <= n; i++) mem[to + i] = mem[l + i];
    else for (I i = n; i >= 0; i--) mem[to + i] = mem[l + i];
    return to;
}
static I listed(const I *v, I n) { I r = fresh(n); for (I i = 0; i < n; i++) mem[r + 1 + i] = v[i]; return r; }
static inline void push(I x) { if (bp >= BUILD) trouble(); build[bp++] = x; }
static void push_by(I start, I *best, I key, I x, I better) {
    if (!better) { push(key); push(x); return; }
    if (bp == start || (better > 0 ? key > *best : key < *best)) { bp = start; *best = key; push(x); }
    else if (key == *best) push(x);
}
static I built(I start) {
    I n = bp - start, r = fresh(n);
    for (I i = 0; i < n; i++) mem[r + 1 + i] = build[start + i];
    bp = start;
    return r;
}
static I built_in_order(I start) {
    I n = (bp - start) / 2, r = fresh(n), *b = build + start;
    for (I i = 1; i < n; i++) {
        I k = b[2 * i], x = b[2 * i + 1], j = i;
        for (; j > 0 && b[2 * j - 2] > k; j--) { b[2 * j] = b[2 * j - 2]; b[2 * j + 1] = b[2 * j - 1]; }
        b[2 * j] = k;
        b[2 * j + 1] = x;
    }
    for (I i = 0; i < n; i++) mem[r + 1 + i] = b[2 * i + 1];
    bp = start;
    return r;
}
static I ids(M m) {
    I r = fresh(m_count(m));
    for (I i = 1; !m_empty(m); m = m_drop(m)) mem[r + i++] = m_low(m);
    return r;
}
static I span(I low, I high) {
    I n = high < low ? 0 : high - low + 1, r = fresh(n);
    for (I i = 0; i < n; i++) mem[r + 1 + i] = low + i;
    return r;
}
static I join(I a, I b) {
    I n = mem[a], r = fresh(n + mem[b]);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[a + i];
    for (I i = 1; i <= mem[b]; i++) mem[r + n + i] = mem[b + i];
    return r;
}
static I without(I a, I b) {
    I r = fresh_copy(a);
    for (I i = 1; i <= mem[b]; i++)
        for (I j = 1; j <= mem[r]; j++)
            if (mem[r + j] == mem[b + i]) {
                for (I k = j; k < mem[r]; k++) mem[r + k] = mem[r + k + 1];
                mem[r]--;
                break;
            }
    return r;
}
static I take(I l, I n) { I r = fresh_copy(l); if (n < 0) n = 0; if (n < mem[r]) mem[r] = n; return r; }
static I reverse(I l) {
    I n = mem[l], r = fresh(n);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[l + n + 1 - i];
    return r;
}
static I distinct(I l) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start;
        while (j < bp && build[j] != mem[l + i]) j++;
        if (j == bp) push(mem[l + i]);
    }
    return built(start);
}
static I in_list(I x, I l) { for (I i = 1; i <= mem[l]; i++) if (mem[l + i] == x) return 1; return 0; }
static I same_list(I a, I b) { return mem[a] == mem[b] && !memcmp(mem + a, mem + b, (mem[a] + 1) * sizeof(I)); }
static inline I l_first(I l) { if (!mem[l]) trouble(); return mem[l + 1]; }
static inline I l_last(I l) { if (!mem[l]) trouble(); return mem[l + mem[l]]; }
static inline I l_only(I l) { if (mem[l] != 1) trouble(); return mem[l + 1]; }
static inline I l_first_or_none(I l) { return mem[l] ? mem[l + 1] : NONE; }
static inline I l_last_or_none(I l) { return mem[l] ? mem[l + mem[l]] : NONE; }
static inline I l_at(I l, I i, I low) { return mem[need(l) + 1 + ix(need(i) - low, mem[l])]; }
static I l_sum(I l) { I r = 0; for (I i = 1; i <= mem[l]; i++) r = sum_ck(r, need(mem[l + i])); return r; }
static I l_any(I l) { for (I i = 1; i <= mem[l]; i++) if (mem[l + i]) return 1; return 0; }
static I l_all(I l) { for (I i = 1; i <= mem[l]; i++) if (!mem[l + i]) return 0; return 1; }
static I l_max(I l) {
    I r = need(l_first(l));
    for (I i = 2; i <= mem[l]; i++) if (need(mem[l + i]) > r) r = mem[l + i];
    return r;
}
static I l_min(I l) {
    I r = need(l_first(l));
    for (I i = 2; i <= mem[l]; i++) if (need(mem[l + i]) < r) r = mem[l + i];
    return r;
}
