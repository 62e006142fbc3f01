/* Draws and questions that somebody watches: see observe.h. */

static I watcher;
#define OBSERVED watcher
static I observed(I seat, I n);
static I piece_drawn(I at, I n);
static M bit_drawn(M from, I n);
static I face_drawn(I c, I n);
static I value_drawn(I at, I n);
static void reorders(I z);
static void last_drawn(I c);
/* The pieces that were moved since the seat looked last; full: any may have been. */
static uint16_t touched[2 * COUNT];
static I n_touched;
static inline void touches(I c) { if (n_touched < 2 * COUNT) touched[n_touched++] = (uint16_t)c; }
/* Questions that a policy answers or weighs: see policy.h. `anew`: the open question is put once more. `horizon`: a
   game ends where points are tallied. */
static I policy, anew, horizon;
#define WEIGHED policy
#define AGAIN (watcher || anew)
static I decides(I seat, I n);
static void offers(I site);
static void offers_row(void);
static void offers_part(I value, I tag);
static void round_ends(void);
