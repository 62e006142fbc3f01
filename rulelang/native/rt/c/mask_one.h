/* Sets of pieces, of which there are at most 64: a mask is one word.

   Arrays of masks are read and written by `m_at`, `m_put`, `m_add` and `m_remove`, which know how they lie. */

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
