"""The fixed part of a generated C file: masks of one word, two or many, and tested numbers."""

from __future__ import annotations

WORD = """
#if defined(__BMI2__)
#include <immintrin.h>
static inline I w_kth(uint64_t a, I k) { return __builtin_ctzll(_pdep_u64(1ULL << k, a)); }
#else
static inline I w_kth(uint64_t a, I k) { while (k--) a &= a - 1; return __builtin_ctzll(a); }
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
static inline I m_kth(M a, I k) { return w_kth(a, k); }
static inline M m_if(I c, M a, M b) { return b ^ ((a ^ b) & -(M)(c != 0)); }
static inline void m_set(M *a, I i) { *a |= 1ULL << i; }
static inline void m_clear(M *a, I i) { *a &= ~(1ULL << i); }
static inline I m_test(const M *a, I i) { return *a >> i & 1; }
"""
TWO_WORDS = """
typedef unsigned __int128 M;
static inline M m_zero(void) { return 0; }
static inline M m_and(M a, M b) { return a & b; }
static inline M m_or(M a, M b) { return a | b; }
static inline M m_not(M a) { return ~a; }
static inline M m_andnot(M a, M b) { return a & ~b; }
static inline I m_empty(M a) { return a == 0; }
static inline I m_count(M a) { return __builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64)); }
static inline I m_low(M a) {
    return (uint64_t)a ? __builtin_ctzll((uint64_t)a) : 64 + __builtin_ctzll((uint64_t)(a >> 64));
}
static inline I m_high(M a) {
    return a >> 64 ? 127 - __builtin_clzll((uint64_t)(a >> 64)) : 63 - __builtin_clzll((uint64_t)a);
}
static inline M m_drop(M a) { return a & (a - 1); }
static inline M m_bit(I i) { return (M)1 << i; }
static inline I m_has(M a, I i) { return (uint64_t)i < COUNT && (I)(a >> i & 1); }
static inline I m_kth(M a, I k) {
    I n = __builtin_popcountll((uint64_t)a);
    return k < n ? w_kth((uint64_t)a, k) : 64 + w_kth((uint64_t)(a >> 64), k - n);
}
static inline M m_if(I c, M a, M b) {
    uint64_t all = -(uint64_t)(c != 0), low = (uint64_t)b, high = (uint64_t)(b >> 64);
    low ^= ((uint64_t)a ^ low) & all;
    high ^= ((uint64_t)(a >> 64) ^ high) & all;
    return (M)high << 64 | low;
}
typedef uint64_t __attribute__((may_alias)) W;
#define PART(i) (((i) >> 6) ^ (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
static inline void m_set(M *a, I i) { ((W *)a)[PART(i)] |= 1ULL << (i & 63); }
static inline void m_clear(M *a, I i) { ((W *)a)[PART(i)] &= ~(1ULL << (i & 63)); }
static inline I m_test(const M *a, I i) { return ((const W *)a)[PART(i)] >> (i & 63) & 1; }
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
static inline I m_kth(M a, I k) {
    for (int at = 0; at < WORDS; at++) {
        I n = __builtin_popcountll(a.w[at]);
        if (k < n) return 64 * at + w_kth(a.w[at], k);
        k -= n;
    }
    return COUNT;
}
static inline M m_if(I c, M a, M b) {
    uint64_t all = -(uint64_t)(c != 0);
    EACH a.w[k] = b.w[k] ^ ((a.w[k] ^ b.w[k]) & all);
    return a;
}
static inline void m_set(M *a, I i) { a->w[i >> 6] |= 1ULL << (i & 63); }
static inline void m_clear(M *a, I i) { a->w[i >> 6] &= ~(1ULL << (i & 63)); }
static inline I m_test(const M *a, I i) { return a->w[i >> 6] >> (i & 63) & 1; }
"""
BASICS = """
static jmp_buf over, *stopped;
static I top, bp, together, asked, rl_winners;
static I __attribute__((noreturn, cold, noinline)) trouble(void) { longjmp(over, 1); }
static inline I ix(I i, I n) { if ((uint64_t)i >= (uint64_t)n) trouble(); return i; }
static inline I need(I x) { if (x == NONE) trouble(); return x; }
static inline I found(I x) { if (x == MISS) trouble(); return x; }
static inline I found_face(I x) { if (x == NONE) trouble(); return x; }
static inline I within(I x, I low, I high) { if (x < low || x > high) trouble(); return x; }
static inline I floor_div(I a, I b) { if (!b) trouble(); I q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
static inline I floor_mod(I a, I b) { if (!b) trouble(); I r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }
static inline I around(I p, I shift, I n) { return floor_mod(p + shift - 1, n) + 1; }
static inline I holder(I h) { return h > 0 ? h - 1 : PLAYERS - 1 - h; }
static inline I pack(I high, I low) {
    if (low < -500000 || low > 500000) trouble();
    return high * 1048576 + low + 524288;
}
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
static inline M face_mask(const M *masks, I x, I low, I high) {
    return x < low || x > high ? m_zero() : masks[x - low];
}
static inline void m_or_list(M *m, I l) {
    for (I i = 1; i <= mem[l]; i++) {
        if (m_has(*m, mem[l + i])) trouble();
        *m = m_or(*m, m_bit(ix(mem[l + i], COUNT)));
    }
}
static inline M mask_of(I l) { M m = m_zero(); m_or_list(&m, l); return m; }
"""
