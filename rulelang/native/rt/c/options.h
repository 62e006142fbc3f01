/* Options of a menu that are written down, all in one go. */

#define ALL -2
#define AS_ROWS -3 /* … or shown one by one to who watches: row_picked */
static inline I *(new_option)(CTX) {
    if (n_options >= MOST_OPTIONS) bail();
    return options + n_options++ * OPTION_SIZE;
}
static inline void (take_option)(CTX_ I k) {
    const I *option = options + ix(k, n_options) * OPTION_SIZE;
    picked = option[0];
    for (I i = 1; i < OPTION_SIZE; i++) pick_values[i - 1] = option[i];
}
