/* Draws and questions that somebody watches: see observe.h. */

#define OBSERVED watcher
static I (observed)(CTX_ I seat, I n);
static I (piece_drawn)(CTX_ I at, I n);
static M (bit_drawn)(CTX_ M from, I n);
static I (face_drawn)(CTX_ I c, I n);
static I (value_drawn)(CTX_ I at, I n);
static void (reorders)(CTX_ I z);
static I (loosens)(CTX_ I z);
static void (settles)(CTX_ I z, I n);
static inline void (touches)(CTX_ I c) { if (!ROLLOUT && n_touched < 2 * COUNT) touched[n_touched++] = (uint16_t)c; }
/* Questions that a policy answers or weighs: see policy.h. */
#define WEIGHED policy
#define AGAIN (watcher || anew)
static I (decides)(CTX_ I seat, I n);
static void (offers)(CTX_ I site);
static void (offers_row)(CTX);
static void (offers_part)(CTX_ I value, I tag);
static void (round_ends)(CTX);
static I (nobody_holds)(CTX);
