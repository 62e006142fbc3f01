/* Draws and questions that somebody watches: see observe.h. */

static I watcher;
#define OBSERVED watcher
static I observed(I seat, I n);
static I piece_drawn(I at, I n);
static M bit_drawn(M from, I n);
static I face_drawn(I c, I n);
static I value_drawn(I at, I n);
