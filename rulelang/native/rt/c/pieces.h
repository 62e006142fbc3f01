/* Pieces that are moved, dealt and shuffled, payments and groups. */

static inline void (set_place)(CTX_ I c, I z) { if (PLACES) { place[c] = z; touches(c); } }
enum { SET = 1, BAG, PILE, ROW, KEPT = 8 };
static inline I (zl)(CTX_ I z) { I l = zone_list[z]; if (!l) bail(); return l; }
static I (lying)(CTX_ I z) { return masked[ix(z, ZONES)] ? ids(m_at(zm, z)) : zl(z); }
static void (take_off)(CTX_ I c, I s) {
    I l = zone_list[s], n = mem[l], i = 1;
    while (i <= n && mem[l + i] != c) i++;
    if (i > n) bail();
    for (; i < n; i++) mem[l + i] = mem[l + i + 1];
    mem[l] = n - 1;
}
static ALWAYS void (take_out)(CTX_ I c, M bit, I known) {
    I s = place[c];
    if (known || (masked[s] && kept[s])) {
        leaves(c, bit, s, known > 1);
        m_remove(zm, s, c, bit);
    } else if (kept[s]) take_off(c, s);
}
static ALWAYS void (put_in)(CTX_ I c, M bit, I t, I side, I kind) {
    set_place(c, t);
    if (!(kind & KEPT) && !kept[t]) return;
    kind &= ~KEPT;
    if (kind ? kind < PILE : masked[t]) {
        if ((kind ? kind == BAG : is_bag[t]) && has_face[c]) unface(c);
        comes(c, bit, t);
        m_add(zm, t, c, bit);
        return;
    }
    I l = zone_list[t], n = mem[l];
    if (n >= COUNT) bail();
    mem[l] = n + 1;
    if (side == 1 || (side == 0 && (kind ? kind == PILE : is_pile[t]))) {
        for (; n > 0; n--) mem[l + n + 1] = mem[l + n];
        mem[l + 1] = c;
    } else mem[l + 1 + n] = c;
}
static ALWAYS void (leave)(CTX_ I c, M bit, I z, I half, I twin, I is_first) {
    bit = m_half(bit, half);
    if (twin) leaves(c, bit, z, is_first);
    m_remove(zm, z, c, bit);
}
static void (disband)(CTX_ I s) {
    I g = group_of[s];
    if (g < 0 || !m_empty(m_at(zm, s)) || place[g] == stock_of[g]) return;
    I outer = place[g];
    take_out(g, m_bit(g), 0);
    put_in(g, m_bit(g), stock_of[g], 0, 0);
    for (int k = 0; k < FIELDS; k++) gf[g][k] = NONE;
    disband(outer);
}
static inline void (disband_left)(CTX) {
    if (!GROUPS) return;
    M m = left_zones_of_groups;
    left_zones_of_groups = m_zero();
    for (; !m_empty(m); m = m_drop(m)) disband(inside_of[m_low(m)]);
}
static ALWAYS void (carry)(CTX_ I c, I t, I side, I kind, I fits, I known) {
    ix(c, COUNT); ix(t, ZONES);
    if (!fits && !m_has(m_at(takes, t), c)) bail();
    if (GROUPS && group_of[place[c]] >= 0)
        left_zones_of_groups = m_or(left_zones_of_groups, m_bit(group_of[place[c]]));
    M bit = m_bit(c);
    take_out(c, bit, known);
    put_in(c, bit, t, side, kind);
}
static ALWAYS void (move_one)(CTX_ I c, I t, I side, I kind, I fits, I known) {
    carry(c, t, side, kind, fits, known);
    disband_left();
}
static void (move_mask)(CTX_ M m, I t, I side) {
    for (; !m_empty(m); m = m_drop(m)) carry(m_low(m), t, side, 0, 0, 0);
    disband_left();
}
static inline void (lay)(CTX_ const I *some, I n, I t, I side) {
    for (I i = 0; PLACES && i < n; i++) set_place(some[i], t);
    if (!kept[t]) return;
    if (masked[t]) {
        M m = m_at(zm, t);
        for (I i = 0; i < n; i++) {
            m = m_or(m, m_bit(some[i]));
            if (is_bag[t] && has_face[some[i]]) unface(some[i]);
        }
        m_put(zm, t, m);
        stale[t] = 1;
        return;
    }
    I z = zone_list[t], old = mem[z];
    if (old + n > COUNT) bail();
    if (side == 1 || (side == 0 && is_pile[t])) {
        for (I i = old; i > 0; i--) mem[z + n + i] = mem[z + i];
        for (I i = 0; i < n; i++) mem[z + n - i] = some[i];
    } else for (I i = 0; i < n; i++) mem[z + 1 + old + i] = some[i];
    mem[z] = old + n;
}
static void (move_all)(CTX_ I l, I t, I side) {
    I n = mem[l], rest = n;
    ix(t, ZONES);
    M some = m_zero();
    for (I i = 1; i <= n; i++) {
        I c = ix(mem[l + i], COUNT), s = place[c];
        if (!m_has(m_at(takes, t), c)) bail();
        if (GROUPS && group_of[s] >= 0) left_zones_of_groups = m_or(left_zones_of_groups, m_bit(group_of[s]));
        if (!kept[s]) rest--;
        else if (masked[s]) { leaves(c, m_bit(c), s, 0); m_remove(zm, s, c, m_bit(c)); rest--; }
        else some = m_or(some, m_bit(c));
    }
    for (I i = 1; rest > 0 && i <= n; i++) {
        I s = place[mem[l + i]];
        if (masked[s] || !kept[s]) continue;
        I z = zone_list[s], stay = 0;
        if (!mem[z] || !m_has(some, mem[l + i])) continue;
        for (I k = 1; k <= mem[z]; k++) {
            I c = mem[z + k];
            if (m_has(some, c)) { some = m_andnot(some, m_bit(c)); rest--; }
            else mem[z + ++stay] = c;
        }
        mem[z] = stay;
    }
    lay(mem + l + 1, n, t, side);
}
static ALWAYS void (move_zone)(CTX_ I s, I t, I side, I fits) {
    if (s == t || GROUPS || masked[s] || !kept[s]) {
        I mark = top;
        move_all(fresh_copy(lying(s)), t, side);
        disband_left();
        top = mark;
        return;
    }
    I l = zone_list[s], n = mem[l];
    if (!fits) for (I i = 1; i <= n; i++) if (!m_has(m_at(takes, t), mem[l + i])) bail();
    mem[l] = 0;
    if (kept[t]) lay(mem + l + 1, n, t, side);
    else for (I i = 1; PLACES && i <= n; i++) set_place(mem[l + i], t);
}
static inline void (shed)(CTX_ I s, I t) {
    I l = zone_list[s], n = mem[l];
    mem[l] = 0;
    for (I i = 1; PLACES && i <= n; i++) set_place(mem[l + i], t);
}
static inline void (clear_zone)(CTX_ I z) {
    if (!kept[z]) return;
    if (masked[z]) m_put(zm, z, m_zero());
    else mem[zone_list[z]] = 0;
}
static void (thin_out)(CTX_ I z, M gone) {
    if (!kept[z]) return;
    if (masked[z]) { m_put(zm, z, m_andnot(m_at(zm, z), gone)); stale[z] = 1; return; }
    I l = zone_list[z], stay = 0;
    for (I i = 1; i <= mem[l]; i++) if (!m_has(gone, mem[l + i])) { stay++; mem[l + stay] = mem[l + i]; }
    mem[l] = stay;
}
static void (lay_known)(CTX_ const I *some, I n, M m, I t, I side) {
    if (!masked[t]) { lay(some, n, t, side); return; }
    for (I i = 0; PLACES && i < n; i++) set_place(some[i], t);
    if (!kept[t]) return;
    if (is_bag[t]) unface_all(m);
    m_put(zm, t, m_or(m_at(zm, t), m));
    stale[t] = 1;
}
static void (mix)(CTX_ I l) {
    for (I i = 0, n = mem[l]; i + 1 < n; i++) {
        I j = i + piece_drawn(l + 1 + i, n - i), x = mem[l + 1 + i];
        mem[l + 1 + i] = mem[l + 1 + j];
        mem[l + 1 + j] = x;
    }
}
static void (shuffle)(CTX_ I z) { if (!masked[ix(z, ZONES)] && !loosens(z)) { mix(zl(z)); reorders(z); } }
static void (shuffle_some)(CTX_ I l) {
    if (!mem[l]) return;
    I z = place[ix(mem[l + 1], COUNT)];
    M some = m_zero();
    for (I i = 1; i <= mem[l]; i++) {
        if (place[ix(mem[l + i], COUNT)] != z) bail();
        some = m_or(some, m_bit(mem[l + i]));
    }
    if (masked[z]) return;
    I start = bp, zone = zl(z), k = 1, mark = top;
    for (I i = 1; i <= mem[zone]; i++) if (m_has(some, mem[zone + i])) push(mem[zone + i]);
    I order = built(start);
    mix(order);
    for (I i = 1; i <= mem[zone]; i++) if (m_has(some, mem[zone + i])) mem[zone + i] = mem[order + k++];
    top = mark;
    reorders(z);
}
static inline I (deal_list)(CTX_ I number, I s, I t, I side, I half) {
    I z = zl(ix(s, ZONES)), n = mem[z] < number ? mem[z] : number;
    M some = m_zero();
    ix(t, ZONES);
    settles(s, n);
    for (I i = 1; i <= n; i++) some = m_or(some, m_half(m_bit(mem[z + i]), half));
    if (!m_empty(m_andnot(some, m_at(takes, t)))) bail();
    lay_known(mem + z + 1, n, some, t, side);
    mem[z] -= n;
    memmove(mem + z + 1, mem + z + n + 1, (size_t)mem[z] * sizeof(I));
    return n;
}
static ALWAYS I (deal_bag)(CTX_ I number, I s, I t, I half) {
    M from = m_half(m_at(zm, ix(s, ZONES)), half), got = m_zero();
    I n = m_count(from), left = number;
    ix(t, ZONES);
    for (; left > 0 && n > 0; left--, n--) {
        M one = bit_drawn(from, n);
        if (PLACES) set_place(m_piece(one), t);
        from = m_andnot(from, one);
        got = m_or(got, one);
    }
    if (!m_empty(m_andnot(got, m_at(takes, t)))) bail();
    m_put(zm, s, from);
    m_put(zm, t, m_or(m_at(zm, t), got));
    stale[t] = 1;
    return number - left;
}
static I (refill_of)(CTX_ I z);
static void (deal)(CTX_ I number, I s, I t, I side, I up_to) {
    ix(s, ZONES);
    if (number < 0) bail();
    I left = number, mark = top;
    while (left > 0) {
        I empty = masked[s] ? m_empty(m_at(zm, s)) : !mem[zl(s)];
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
            left -= deal_list(left, s, t, side, 0);
            continue;
        }
        if (is_bag[s] && masked[t] && !is_bag[t] && kept[t] && !GROUPS) {
            left -= deal_bag(left, s, t, 0);
            continue;
        }
        M here = m_at(zm, s);
        I c = is_bag[s] ? m_piece(bit_drawn(here, m_count(here))) : masked[s] ? m_low(here) : mem[zl(s) + 1];
        carry(c, t, side, 0, 0, 0);
        left--;
    }
    disband_left();
    top = mark;
    if (left && !up_to) bail();
}
static void (pay)(CTX_ I *r, I amount, I giver, I taker, I up_to) {
    if (amount < 0) bail();
    if (amount > r[giver]) { if (!up_to) bail(); amount = r[giver]; }
    r[giver] -= amount;
    r[taker] += amount;
}
static I (form)(CTX_ I stock, I held, I t) {
    if (m_empty(m_at(zm, stock)) || !mem[held]) bail();
    I g = m_low(m_at(zm, stock));
    carry(g, t, 0, 0, 0, 0);
    return g;
}
