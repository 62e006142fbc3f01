/* A small table for the fixed code of generated C: two seats, four pieces, four zones. What a game would declare. */
#define PLAYERS 2
#define ZONES 4
#define NONE (-4611686018427387904LL)
#define MISS (NONE + 1)
#define MOST 9007199254740991LL
#define LISTED 100000
#define ROUNDS 1000000
#define ARENA_START 64
#define MEMORY 4096
#define BUILD 1024
#define MOST_OPTIONS 64
#define OPTION_SIZE 4
#define WATCHED 0
#define WIDTH 8
#define ROOM 64
#define FUEL 1000000
#define TRACE 0
#define CHECKED 0
#define GROUPS 0
#define PLACES 1
#define FIRSTS 1
#define DICE 0
#define FIELDS 1
#define FORCED
#define OFFERED(n)
