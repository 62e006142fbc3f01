/* Draws and questions that nobody watches. */

#define OBSERVED 0
#define observed(seat, n) 1
#define piece_drawn(at, n) chance(n)
#define bit_drawn(from, n) m_kth_bit(from, chance(n))
#define face_drawn(c, n) chance(n)
#define value_drawn(at, n) chance(n)
#define touches(c) ((void)0)
#define reorders(z) ((void)0)
#define loosens(z) 0
#define settles(z, n) ((void)0)
#define WEIGHED 0
#define AGAIN 0
#define decides(seat, n) 1
