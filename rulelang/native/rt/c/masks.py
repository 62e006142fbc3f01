"""The fixed part of a generated C file: masks of one word, two or many, and tested numbers.

An array of masks of two words is two arrays: often one word is all that is asked for, and it is found by one
instruction. So arrays of masks are read and written by `m_at`, `m_put`, `m_add` and `m_remove`, which know their names.
"""

from __future__ import annotations

WORD = """
#if defined(__BMI2__)
#include <immintrin.h>
static inline uint64_t w_kth(uint64_t a, I k) { return _pdep_u64(1ULL << k, a); }
#else
static inline uint64_t w_kth(uint64_t a, I k) { while (k--) a &= a - 1; return a & -a; }
#endif
static inline I i_if(I c, I a, I b) { return b ^ ((a ^ b) & -(I)(c != 0)); }
"""
ONE_WORD = """
typedef uint64_t M;
static inline M m_zero(void) { return 0; }
static inline M m_and(M a, M b) { return a & b; }
static inline M m_or(M a, M b) { return a | b; }
static inline M m_not(M a) { return ~a; }
static inline M m_andnot(M a, M b) { return a & ~b; }
static inline I m_empty(M a) { return a == 0; }
static inline I m_count(M a) { return __builtin_popcountll(a); }
static inline I m_low(M a) { return __builtin_ctzll(a); }
static inline I m_high(M a) { return 63 - __builtin_clzll(a); }
static inline M m_drop(M a) { return a & (a - 1); }
static inline M m_bit(I i) { return 1ULL << i; }
static inline I m_has(M a, I i) { return (uint64_t)i < COUNT && (a >> i & 1); }
static inline M m_kth_bit(M a, I k) { return w_kth(a, k); }
static inline I m_piece(M bit) { return m_low(bit); }
static inline M m_if(I c, M a, M b) { return b ^ ((a ^ b) & -(M)(c != 0)); }
static inline M m_half(M x, I half) { return x; }
#define m_at(name, i) (name[i])
#define m_put(name, i, m) (name[i] = (m))
#define m_add(name, i, c, bit) (name[i] |= (bit))
#define m_remove(name, i, c, bit) (name[i] &= ~(bit))
"""
TWO_WORDS = """
typedef struct { uint64_t a, b; } M;
static inline M m_zero(void) { return (M){0, 0}; }
static inline M m_and(M x, M y) { return (M){x.a & y.a, x.b & y.b}; }
static inline M m_or(M x, M y) { return (M){x.a | y.a, x.b | y.b}; }
static inline M m_not(M x) { return (M){~x.a, ~x.b}; }
static inline M m_andnot(M x, M y) { return (M){x.a & ~y.a, x.b & ~y.b}; }
static inline M m_head(M x) { return (M){x.a, 0}; }
static inline M m_tail(M x) { return (M){0, x.b}; }
static inline I m_empty(M x) { return !(x.a | x.b); }
static inline I m_count(M x) { return (I)__builtin_popcountll(x.a) + (I)__builtin_popcountll(x.b); }
static inline I m_low(M x) { return __builtin_ctzll(x.a ? x.a : x.b) + (x.a ? 0 : SPLIT); }
static inline I m_high(M x) { return 63 - __builtin_clzll(x.b ? x.b : x.a) + (x.b ? SPLIT : 0); }
static inline M m_drop(M x) { return (M){x.a & (x.a - 1), x.a ? x.b : x.b & (x.b - 1)}; }
static inline M m_pair(const uint64_t *a, const uint64_t *b, I i) { return (M){a[i], b[i]}; }
static inline void m_put_pair(uint64_t *a, uint64_t *b, I i, M m) { a[i] = m.a; b[i] = m.b; }
#define m_at(name, i) m_pair(name##_a, name##_b, i)
#define m_put(name, i, m) m_put_pair(name##_a, name##_b, i, m)
#define m_add(name, i, c, bit) m_put(name, i, m_or(m_at(name, i), bit))
#define m_remove(name, i, c, bit) m_put(name, i, m_andnot(m_at(name, i), bit))
BITS
static inline M m_bit(I i) { return m_at(bits, i); }
static inline M m_if(I c, M x, M y) {
    uint64_t all = -(uint64_t)(c != 0);
    return (M){y.a ^ ((x.a ^ y.a) & all), y.b ^ ((x.b ^ y.b) & all)};
}
static inline M m_kth_bit(M x, I k) {
    if (__builtin_constant_p(!x.a) && !x.a) return (M){0, w_kth(x.b, k)};
    if (__builtin_constant_p(!x.b) && !x.b) return (M){w_kth(x.a, k), 0};
    I n = __builtin_popcountll(x.a);
#if defined(__BMI2__)
    if (__builtin_expect(k < 64 && (SPLIT < 64 || n < 64), 1))
        return (M){_pdep_u64(1ULL << k, x.a), _pdep_u64(1ULL << k >> n, x.b)};
#endif
    return k < n ? (M){w_kth(x.a, k), 0} : (M){0, w_kth(x.b, k - n)};
}
static inline I m_piece(M bit) { return (I)__builtin_ctzll(bit.a | bit.b) + (bit.a ? 0 : SPLIT); }
static inline M m_half(M x, I half) { return half == 1 ? m_head(x) : half == 2 ? m_tail(x) : x; }
static inline I m_has(M x, I i) { return (uint64_t)i < COUNT && !m_empty(m_and(x, m_bit(i))); }
"""
MANY_WORDS = """
typedef struct { uint64_t w[WORDS]; } M;
#define EACH for (int k = 0; k < WORDS; k++)
static inline M m_zero(void) { M r; EACH r.w[k] = 0; return r; }
static inline M m_and(M a, M b) { EACH a.w[k] &= b.w[k]; return a; }
static inline M m_or(M a, M b) { EACH a.w[k] |= b.w[k]; return a; }
static inline M m_not(M a) { EACH a.w[k] = ~a.w[k]; return a; }
static inline M m_andnot(M a, M b) { EACH a.w[k] &= ~b.w[k]; return a; }
static inline I m_empty(M a) { uint64_t r = 0; EACH r |= a.w[k]; return r == 0; }
static inline I m_count(M a) { I r = 0; EACH r += __builtin_popcountll(a.w[k]); return r; }
static inline I m_low(M a) { EACH if (a.w[k]) return 64 * k + __builtin_ctzll(a.w[k]); return COUNT; }
static inline I m_high(M a) {
    for (int k = WORDS - 1; k >= 0; k--) if (a.w[k]) return 64 * k + 63 - __builtin_clzll(a.w[k]);
    return COUNT;
}
static inline M m_drop(M a) { EACH if (a.w[k]) { a.w[k] &= a.w[k] - 1; return a; } return a; }
static inline M m_bit(I i) { M r = m_zero(); r.w[i >> 6] = 1ULL << (i & 63); return r; }
static inline I m_has(M a, I i) { return (uint64_t)i < COUNT && (I)(a.w[i >> 6] >> (i & 63) & 1); }
static inline M m_kth_bit(M a, I k) {
    M r = m_zero();
    for (int at = 0; at < WORDS; at++) {
        I n = __builtin_popcountll(a.w[at]);
        if (k < n) { r.w[at] = w_kth(a.w[at], k); break; }
        k -= n;
    }
    return r;
}
static inline I m_piece(M bit) { return m_low(bit); }
static inline M m_if(I c, M a, M b) {
    uint64_t all = -(uint64_t)(c != 0);
    EACH a.w[k] = b.w[k] ^ ((a.w[k] ^ b.w[k]) & all);
    return a;
}
static inline M m_half(M x, I half) { return x; }
#define m_at(name, i) (name[i])
#define m_put(name, i, m) (name[i] = (m))
#define m_add(name, i, c, bit) (name[i].w[(c) >> 6] |= 1ULL << ((c) & 63))
#define m_remove(name, i, c, bit) (name[i].w[(c) >> 6] &= ~(1ULL << ((c) & 63)))
"""
BASICS = """
static inline I m_several(M x) { return !m_empty(m_drop(x)); }
static inline I m_kth(M x, I k) { return m_piece(m_kth_bit(x, k)); }
#define ALWAYS inline __attribute__((always_inline))
static jmp_buf over, *stopped;
static I top, bp, together, asked, rl_winners;
static I __attribute__((noreturn, cold, noinline)) trouble(void) { longjmp(over, 1); }
static inline I ix(I i, I n) { if ((uint64_t)i >= (uint64_t)n) trouble(); return i; }
static inline I need(I x) { if (x == NONE) trouble(); return x; }
static inline I found(I x) { if (x == MISS) trouble(); return x; }
static inline I found_face(I x) { if (x == NONE) trouble(); return x; }
static inline I shown(I number, I before) { if (!number) trouble(); return number + before; }
static inline I within(I x, I low, I high) { if (x < low || x > high) trouble(); return x; }
static inline I counts(I x) { return (uint64_t)x + MOST <= 2 * (uint64_t)MOST; }
static inline I fit(I x) { if (!counts(x)) trouble(); return x; }
static inline I mul_ck(I a, I b) { I r; if (__builtin_mul_overflow(a, b, &r)) trouble(); return fit(r); }
static inline I sum_ck(I a, I b) { I r; if (__builtin_add_overflow(a, b, &r)) trouble(); return r; }
static inline I upto(I low, I high) { if (high - low >= ROUNDS) trouble(); return high; }
static inline I rounds(I n) { return n < ROUNDS ? n : ROUNDS; }
static inline I floor_div(I a, I b) { if (!b) trouble(); I q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
static inline I floor_mod(I a, I b) { if (!b) trouble(); I r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }
static inline I around(I p, I shift, I n) { return floor_mod(p + shift - 1, n) + 1; }
static inline I holder(I h) { return h > 0 ? h - 1 : PLAYERS - 1 - h; }
static inline I part(I x) { if (x < -500000 || x > 500000) trouble(); return x; }
static inline I pack_small(I high, I low) { return high * 1048576 + low + 524288; }
static inline I decided(const I *known, const I *adding, I at, I more) {
    return known[at] + (more & adding[at]);
}
static inline I pack(I high, I low) { return pack_small(high, part(low)); }
static inline I m_first(M a) { if (m_empty(a)) trouble(); return m_low(a); }
static inline I m_last(M a) { if (m_empty(a)) trouble(); return m_high(a); }
static inline I m_only(M a) { if (m_empty(a) || !m_empty(m_drop(a))) trouble(); return m_low(a); }
static inline I m_first_or_none(M a) { return m_empty(a) ? NONE : m_low(a); }
static inline I m_last_or_none(M a) { return m_empty(a) ? NONE : m_high(a); }
static inline M m_take(M a, I n) {
    M r = m_zero();
    for (; n > 0 && !m_empty(a); n--, a = m_drop(a)) r = m_or(r, m_bit(m_low(a)));
    return r;
}
static inline I slot(I x, I low, I high) { return x < low || x > high ? high - low + 1 : x - low; }
static inline void m_or_list(M *m, I l) {
    for (I i = 1; i <= mem[l]; i++) {
        if (m_has(*m, mem[l + i])) trouble();
        *m = m_or(*m, m_bit(ix(mem[l + i], COUNT)));
    }
}
static inline M mask_of(I l) { M m = m_zero(); m_or_list(&m, l); return m; }
"""
