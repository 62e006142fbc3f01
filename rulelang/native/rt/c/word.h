/* Words of 64 bits, and numbers chosen without a branch. */

#if defined(__BMI2__)
#include <immintrin.h>
static inline uint64_t w_kth(uint64_t a, I k) { return _pdep_u64(1ULL << k, a); }
#else
static inline uint64_t w_kth(uint64_t a, I k) { while (k--) a &= a - 1; return a & -a; }
#endif
static inline I i_if(I c, I a, I b) { return b ^ ((a ^ b) & -(I)(c != 0)); }
