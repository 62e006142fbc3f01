/* Plays some games of a compiled library: what valgrind counts, without Python around it. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    void *lib = count == 3 ? dlopen(words[1], RTLD_NOW) : NULL;
    if (!lib) {
        fprintf(stderr, "plays LIBRARY GAMES: %s\n", count == 3 ? dlerror() : "two words are wanted");
        return 1;
    }
    int64_t (*width)(void) = dlsym(lib, "rulelang_width");
    void (*play)(uint64_t, uint64_t, int64_t, void *) = dlsym(lib, "rulelang_play");
    int64_t games = atoll(words[2]), asked = 0, *out = calloc(width() * games, sizeof *out);
    play(7, 0, games, out);
    for (int64_t game = 0; game < games; game++)
        asked += out[game * width() + 1];
    printf("%lld\n", (long long)asked);
}
