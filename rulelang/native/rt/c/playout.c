/* Whole games, played by seats that choose at random. `RUNS` stands for the calls of set-up and play, `WIDTH` for the
   numbers of a result. */

static void (fill)(CTX);
static void __attribute__((noinline)) start(void) { reset(); RUNS longjmp(over, 2); }
static void one(I *out) {
    fuel = FUEL;
    int how = setjmp(over);
    if (!how) start();
    if (how == 2) {
        if (!setjmp(over)) { finish(out); out[0] = 0; return; }
    }
    out[0] = 1;
}
I rulelang_width(void) { return WIDTH; }
static void game(uint64_t seed, uint64_t number, I *out) {
    static int ready;
    if (!ready) { fill(); ready = 1; }
    uint64_t key = absorb(seed, number);
    for (I k = 0; k <= PLAYERS; k++) begins(k, absorb(key, (uint64_t)k));
    one(out);
}
void rulelang_play(uint64_t seed, uint64_t first, I games, I *out) {
    for (I g = 0; g < games; g++, out += WIDTH) game(seed, first + (uint64_t)g, out);
}
I rulelang_choices(const I **at) { *at = traces; return n_traces; }
I rulelang_draws(const I **at) { *at = draws; return n_draws; }
