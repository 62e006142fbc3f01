/* Sets of pieces as an array of words. */

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
