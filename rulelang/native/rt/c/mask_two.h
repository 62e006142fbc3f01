/* Sets of pieces as two words.

   An array of such masks is two arrays: often one word is all that is asked for, and it is found by one instruction. So
   arrays are read and written by `m_at` and `m_put`, which know their names. `BITS` stands for the table of single pieces. */

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
