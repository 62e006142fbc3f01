/* Numbers and sets that are tested: what is not as it should be bails out, and the game is left to the reference. */

static inline I m_several(M x) { return !m_empty(m_drop(x)); }
static inline I m_kth(M x, I k) { return m_piece(m_kth_bit(x, k)); }
#define ALWAYS inline __attribute__((always_inline))
static I __attribute__((noreturn, cold, noinline)) (bail)(CTX) { longjmp(over, 1); }
static inline void (burn)(CTX_ I n) { if ((fuel -= n) < 0) bail(); }
static inline I (ix)(CTX_ I i, I n) { if ((uint64_t)i >= (uint64_t)n) bail(); return i; }
static inline I (need)(CTX_ I x) { if (x == NONE) bail(); return x; }
static inline I (found)(CTX_ I x) { if (x == MISS) bail(); return x; }
static inline I (found_face)(CTX_ I x) { if (x == NONE) bail(); return x; }
static inline I (shown)(CTX_ I number, I before) { if (!number) bail(); return number + before; }
static inline I (within)(CTX_ I x, I low, I high) { if (x < low || x > high) bail(); return x; }
static inline I counts(I x) { return (uint64_t)x + MOST <= 2 * (uint64_t)MOST; }
static inline I (fit)(CTX_ I x) { if (!counts(x)) bail(); return x; }
static inline I (mul_ck)(CTX_ I a, I b) { I r; if (__builtin_mul_overflow(a, b, &r)) bail(); return fit(r); }
static inline I (sum_ck)(CTX_ I a, I b) { I r; if (__builtin_add_overflow(a, b, &r)) bail(); return r; }
static inline I (upto)(CTX_ I low, I high) { if (high - low >= LISTED) bail(); return high; }
static inline I rounds(I n) { return n < ROUNDS ? n : ROUNDS; }
static inline I (floor_div)(CTX_ I a, I b) { if (!b) bail(); I q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
static inline I (floor_mod)(CTX_ I a, I b) { if (!b) bail(); I r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }
static inline I (around)(CTX_ I p, I shift, I n) { return floor_mod(p + shift - 1, n) + 1; }
static inline I holder(I h) { return h > 0 ? h - 1 : PLAYERS - 1 - h; }
static inline I (part)(CTX_ I x, I most) { if (x < -most || x > most) bail(); return x; }
static inline I (part_or_none)(CTX_ I x, I most) { return x == NONE ? -most - 1 : part(x, most); }
static inline I part_value(I x, I middle) { return x == -middle ? NONE : x; }
static inline I first_part(I x, I shift, I middle) { return part_value(x >> shift, middle); }
static inline I part_at(I x, I shift, I middle) { return part_value((x >> shift & (2 * middle - 1)) - middle, middle); }
static inline I decided(const I *known, const I *adding, I at, I more) {
    return known[at] + (more & adding[at]);
}
static inline I (m_first)(CTX_ M a) { if (m_empty(a)) bail(); return m_low(a); }
static inline I (m_last)(CTX_ M a) { if (m_empty(a)) bail(); return m_high(a); }
static inline I (m_only)(CTX_ M a) { if (m_empty(a) || !m_empty(m_drop(a))) bail(); return m_low(a); }
static inline I m_first_or_none(M a) { return m_empty(a) ? NONE : m_low(a); }
static inline I m_last_or_none(M a) { return m_empty(a) ? NONE : m_high(a); }
static inline M m_take(M a, I n) {
    M r = m_zero();
    for (; n > 0 && !m_empty(a); n--, a = m_drop(a)) r = m_or(r, m_bit(m_low(a)));
    return r;
}
static inline I clamped(I x, I low, I most) { return x < low ? 0 : x - low >= most ? most : x - low + 1; }
static I place_among(const I *known, I n, I x) {
    I low = 0, high = n;
    while (low < high) { I at = (low + high) / 2; if (known[at] < x) low = at + 1; else high = at; }
    return low < n && known[low] == x ? low : n;
}
static inline I slot(I x, I low, I high) { return x < low || x > high ? high - low + 1 : x - low; }
static inline void (m_or_list)(CTX_ M *m, I l) {
    for (I i = 1; i <= mem[l]; i++) {
        if (m_has(*m, mem[l + i])) bail();
        *m = m_or(*m, m_bit(ix(mem[l + i], COUNT)));
    }
}
static inline M (mask_of)(CTX_ I l) { M m = m_zero(); m_or_list(&m, l); return m; }
