/* How all seats stand at an open question, and how far the game has come: what a value of the position is made of. */

#define CLEAR 32767 /* more than this is not told apart */

/* Their names, each behind the end of a line; an empty line comes before those of the stages. */
const char *rulelang_standing_names(void) { return STANDING_NAMES; }
/* By standing, that of each seat; then the stages. What cannot be worked out, and what is not `wanted`, is 0. */
void rulelang_work_standing(struct Work *work, const char *wanted, I *found) {
    volatile I at = 0;
    I mark = top, build_mark = bp, many = N_STANDINGS * PLAYERS + N_STAGES;
    stopped = 0; fuel = FUEL; looking = 0;
    if (setjmp(over)) { top = mark; bp = build_mark; found[at++] = 0; }
    for (; at < many; at++) {
        I of_seat = at < N_STANDINGS * PLAYERS, which = of_seat ? at / PLAYERS : at - N_STANDINGS * (PLAYERS - 1);
        I x = wanted[which] ? standing(which, of_seat ? at % PLAYERS + 1 : 1) : 0;
        found[at] = x > CLEAR ? CLEAR : x < -CLEAR ? -CLEAR : x;
        if (x == NONE) found[at] = 0;
        top = mark; bp = build_mark;
    }
}
