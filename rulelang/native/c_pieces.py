"""The fixed part of a generated C file: pieces that are moved."""

from __future__ import annotations

PIECES = """
static inline I zl(I z) { I l = zone_list[z]; if (!l) trouble(); return l; }
static I lying(I z) { return masked[ix(z, ZONES)] ? ids(zm[z]) : zl(z); }
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
static M merge(M m) {
    M rest = m_and(m, twins);
    if (m_empty(rest) || m_empty(m_drop(rest))) return m;
    I seen[COUNT + 1], n = 0;
    for (; !m_empty(rest); rest = m_drop(rest)) {
        I c = m_low(rest), k = 0;
        if (GROUPS && inside_of[c] >= 0) {
            while (k < n && (seen[k] < COUNT || !here_same(seen[k] - COUNT, c))) k++;
            if (k == n) seen[n++] = c + COUNT;
            else m = m_andnot(m, m_bit(c));
            continue;
        }
        I key = -1 - (lk[c] * ZONES + place[c]);
        while (k < n && seen[k] != key) k++;
        if (k == n) seen[n++] = key;
        else m = m_andnot(m, m_bit(c));
    }
    return m;
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
static inline void take_out(I c) {
    I s = place[c];
    if (masked[s]) { zm[s] = m_andnot(zm[s], m_bit(c)); return; }
    I l = zone_list[s], n = mem[l], i = 1;
    while (i <= n && mem[l + i] != c) i++;
    if (i > n) trouble();
    memmove(mem + l + i, mem + l + i + 1, (n - i) * sizeof(I));
    mem[l] = n - 1;
}
static inline void put_in(I c, I t, I side) {
    if (masked[t]) {
        zm[t] = m_or(zm[t], m_bit(c));
        if (is_bag[t] && has_face[c]) unface(c);
    } else {
        I l = zone_list[t], n = mem[l];
        if (n >= COUNT) trouble();
        if (side == 1 || (side == 0 && is_pile[t])) {
            memmove(mem + l + 2, mem + l + 1, n * sizeof(I));
            mem[l + 1] = c;
        } else mem[l + 1 + n] = c;
        mem[l] = n + 1;
    }
    place[c] = t;
}
static M left_zones_of_groups;
static void disband(I s) {
    I g = group_of[s];
    if (g < 0 || !m_empty(zm[s]) || place[g] == stock_of[g]) return;
    I outer = place[g];
    take_out(g);
    put_in(g, stock_of[g], 0);
    for (int k = 0; k < FIELDS; k++) gf[g][k] = NONE;
    disband(outer);
}
static inline void disband_left(void) {
    if (!GROUPS) return;
    M m = left_zones_of_groups;
    left_zones_of_groups = m_zero();
    for (; !m_empty(m); m = m_drop(m)) disband(inside_of[m_low(m)]);
}
static inline void carry(I c, I t, I side) {
    ix(c, COUNT); ix(t, ZONES);
    if (!m_has(takes[t], c)) trouble();
    if (GROUPS && group_of[place[c]] >= 0)
        left_zones_of_groups = m_or(left_zones_of_groups, m_bit(group_of[place[c]]));
    take_out(c);
    put_in(c, t, side);
}
static inline void move_one(I c, I t, I side) { carry(c, t, side); disband_left(); }
static inline void lay(const I *some, I n, I t, I side) {
    for (I i = 0; i < n; i++) place[some[i]] = t;
    if (masked[t]) {
        M m = zm[t];
        for (I i = 0; i < n; i++) {
            m = m_or(m, m_bit(some[i]));
            if (is_bag[t] && has_face[some[i]]) unface(some[i]);
        }
        zm[t] = m;
        return;
    }
    I z = zone_list[t], old = mem[z];
    if (old + n > COUNT) trouble();
    if (side == 1 || (side == 0 && is_pile[t])) {
        memmove(mem + z + 1 + n, mem + z + 1, old * sizeof(I));
        for (I i = 0; i < n; i++) mem[z + n - i] = some[i];
    } else memcpy(mem + z + 1 + old, some, n * sizeof(I));
    mem[z] = old + n;
}
static void move_all(I l, I t, I side) {
    I n = mem[l], rest = n;
    ix(t, ZONES);
    M some = m_zero();
    for (I i = 1; i <= n; i++) {
        I c = ix(mem[l + i], COUNT), s = place[c];
        if (!m_has(takes[t], c)) trouble();
        if (GROUPS && group_of[s] >= 0) left_zones_of_groups = m_or(left_zones_of_groups, m_bit(group_of[s]));
        if (masked[s]) { zm[s] = m_andnot(zm[s], m_bit(c)); rest--; }
        else some = m_or(some, m_bit(c));
    }
    for (I i = 1; rest > 0 && i <= n; i++) {
        I s = place[mem[l + i]];
        if (masked[s]) continue;
        I z = zone_list[s], kept = 0;
        if (!mem[z] || !m_has(some, mem[l + i])) continue;
        for (I k = 1; k <= mem[z]; k++) {
            I c = mem[z + k];
            if (m_has(some, c)) { some = m_andnot(some, m_bit(c)); rest--; }
            else mem[z + ++kept] = c;
        }
        mem[z] = kept;
    }
    lay(mem + l + 1, n, t, side);
}
static void mix(I l) {
    for (I i = 0, n = mem[l]; i + 1 < n; i++) {
        I j = i + chance(n - i), x = mem[l + 1 + i];
        mem[l + 1 + i] = mem[l + 1 + j];
        mem[l + 1 + j] = x;
    }
}
static void shuffle(I z) { if (!masked[ix(z, ZONES)]) mix(zl(z)); }
static void shuffle_some(I l) {
    if (!mem[l]) return;
    I z = place[ix(mem[l + 1], COUNT)];
    M some = m_zero();
    for (I i = 1; i <= mem[l]; i++) {
        if (place[ix(mem[l + i], COUNT)] != z) trouble();
        some = m_or(some, m_bit(mem[l + i]));
    }
    if (masked[z]) return;
    I start = bp, zone = zl(z), k = 1, mark = top;
    for (I i = 1; i <= mem[zone]; i++) if (m_has(some, mem[zone + i])) push(mem[zone + i]);
    I order = built(start);
    mix(order);
    for (I i = 1; i <= mem[zone]; i++) if (m_has(some, mem[zone + i])) mem[zone + i] = mem[order + k++];
    top = mark;
}
static I refill_of(I z);
static void deal(I number, I s, I t, I side, I up_to) {
    ix(s, ZONES);
    if (number < 0) trouble();
    I left = number, mark = top;
    while (left > 0) {
        I empty = masked[s] ? m_empty(zm[s]) : !mem[zl(s)];
        if (empty) {
            I from = refill_of(s);
            if (from < 0) break;
            I l = fresh_copy(lying(from));
            if (!mem[l]) break;
            move_all(l, s, 0);
            disband_left();
            shuffle(s);
        }
        if (!masked[s] && s != t) {
            I z = zl(s), n = mem[z] < left ? mem[z] : left, mark = top, l = fresh(n);
            ix(t, ZONES);
            memcpy(mem + l + 1, mem + z + 1, n * sizeof(I));
            for (I i = 1; i <= n; i++) if (!m_has(takes[t], mem[l + i])) trouble();
            mem[z] -= n;
            memmove(mem + z + 1, mem + z + 1 + n, mem[z] * sizeof(I));
            lay(mem + l + 1, n, t, side);
            top = mark;
            left -= n;
            continue;
        }
        I c = is_bag[s] ? m_kth(zm[s], chance(m_count(zm[s]))) : masked[s] ? m_low(zm[s]) : mem[zl(s) + 1];
        carry(c, t, side);
        left--;
    }
    disband_left();
    top = mark;
    if (left && !up_to) trouble();
}
static void pay(I *r, I amount, I giver, I taker, I up_to) {
    if (amount < 0) trouble();
    if (amount > r[giver]) { if (!up_to) trouble(); amount = r[giver]; }
    r[giver] -= amount;
    r[taker] += amount;
}
static I form(I stock, I held, I t) {
    if (m_empty(zm[stock]) || !mem[held]) trouble();
    I g = m_low(zm[stock]);
    carry(g, t, 0);
    return g;
}
"""
