/* Nokosu Dice for random players, written by hand for speed: the rules of games/nokosu.rules with their usual options.
 *
 * Chance is that of docs/determinism.md, so that the same seed gives the same game as every engine. A hand is two words:
 * one bit a card (8 to a color), one bit a die (6 to a color, of which one stays free). Alike dice are one option.
 * A row of results: bail, decisions, winners as bits, words taken from each stream, points.
 */
#include <stdint.h>
#include <string.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#ifndef PLAYERS
#define PLAYERS 4
#endif
#if PLAYERS == 4
enum { COLORS = 5, TOP = 7, DICE = 5, CARDS = 10, DRAWN = 2, MIDDLE = 13, TRICKS = 14 };
static const int BONUS[] = {0, 30, 20, 10, 0};
#else
enum { COLORS = 4, TOP = 6, DICE = 4, CARDS = 9, DRAWN = 1, MIDDLE = 10, TRICKS = 12 };
static const int BONUS[] = {0, 20, 10, 0};
#endif
enum { ROUNDS = 4, PICKS = 3, ZERO_BONUS = 10, DECK = COLORS * (TOP + 1), BAG = COLORS * DICE, WIDTH = 4 + 2 * PLAYERS };

#define GAMMA 0x9E3779B97F4A7C15ULL
#define EVERY_COLOR 0x0101010101ULL /* the card 0 of each color */
#define FIRST_DIE 0x01041041u       /* the lowest bit of each color */
#define FREE_BIT 0x20820820u        /* the free bit of each color */
#define NO_DIE 0x80000000u          /* shows nothing */
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef struct { uint64_t cards; uint32_t dice, options; int zero, tricks, points; } Player;
typedef struct { uint64_t state; uint64_t words; } Stream;
typedef struct {
    Stream chance, seats[PLAYERS];
    Player players[PLAYERS];
    uint32_t middle, shows[8]; /* dice by the number they show */
    int decisions, bail;
    uint8_t face[32];
} Game;

static inline uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static inline uint64_t absorb(uint64_t key, uint64_t word) { return mix64(mix64(key + GAMMA) + word); }
static inline Stream stream(uint64_t key, uint64_t number) { return (Stream){absorb(key, number), 0}; }

static inline uint64_t word(Stream *s) {
    s->words++;
    return mix64(s->state += GAMMA) >> 32;
}
/* One of n; n is at least 2. */
static inline uint32_t below(Stream *s, uint32_t n) {
    uint64_t product = word(s) * n;
    if (UNLIKELY((uint32_t)product < n))
        for (uint32_t uneven = -n % n; (uint32_t)product < uneven;) product = word(s) * n;
    return product >> 32;
}
/* One of n, without a draw if n is 1. */
static inline uint32_t one_of(Stream *s, uint32_t n) {
    uint64_t product = (mix64(s->state + GAMMA) >> 32) * n, many = n > 1;
    s->state += GAMMA & -many;
    s->words += many;
    if (UNLIKELY((uint32_t)product < n))
        for (uint32_t uneven = -n % n; (uint32_t)product < uneven;) product = word(s) * n;
    return product >> 32;
}

/* The bit of a mask whose number, from 0 on, is that of the one bit of `which`; none if there are not so many. */
static inline uint64_t nth_bit(uint64_t mask, uint64_t which) {
#if defined(__BMI2__)
    return _pdep_u64(which, mask);
#else
    if (!which) return 0;
    for (; which > 1; which >>= 1) mask &= mask - 1;
    return mask & -mask;
#endif
}
static inline uint64_t kth_bit(uint64_t mask, unsigned k) { return nth_bit(mask, 1ULL << k); }

static inline uint32_t color_dice(int color) { return 31u << 6 * color; }
static inline uint64_t color_cards(int color) { return 255ULL << 8 * color; }

/* Of alike dice only the first. */
static inline uint32_t distinct(const Game *g, uint32_t dice) {
    uint32_t found = 0;
    for (int number = 1; number <= 6; number++) {
        uint32_t some = dice & g->shows[number];
        found |= some & ~((some | FREE_BIT) - FIRST_DIE);
    }
    return found;
}

static void deal(Game *g, int dealer) {
    uint8_t deck[DECK];
    for (int k = 0; k < DECK; k++) deck[k] = (COLORS - 1 - k / (TOP + 1)) * 8 + TOP - k % (TOP + 1);
    for (int k = 0; k + 1 < DECK; k++) {
        int other = k + below(&g->chance, DECK - k);
        uint8_t card = deck[k];
        deck[k] = deck[other];
        deck[other] = card;
    }
    const uint8_t *next = deck;
    for (int k = 1; k <= PLAYERS; k++) {
        Player *p = &g->players[(dealer + k) % PLAYERS];
        uint64_t cards = 0;
        for (int c = 0; c < CARDS; c++) cards |= 1ULL << *next++;
        p->cards = cards;
        p->zero = p->tricks = 0;
    }
}

static uint32_t rolled(Game *g, uint32_t dice) {
    for (uint32_t rest = dice; rest; rest &= rest - 1) {
        int die = __builtin_ctz(rest), number = 1 + below(&g->chance, 6);
        g->face[die] = number;
        g->shows[number] |= 1u << die;
    }
    return dice;
}
static uint32_t from_bag(Game *g, uint32_t *bag, int number) {
    uint32_t found = 0;
    while (number--) {
        uint32_t die = (uint32_t)kth_bit(*bag, one_of(&g->chance, __builtin_popcount(*bag)));
        *bag ^= die;
        found |= die;
    }
    return found;
}
static void roll(Game *g, int dealer) {
    uint32_t bag = 0;
    for (int color = 0; color < COLORS; color++) bag |= ((1u << DICE) - 1) << 6 * color;
    memset(g->shows, 0, sizeof g->shows);
    for (int k = 1; k <= PLAYERS; k++)
        g->players[(dealer + k) % PLAYERS].dice = rolled(g, from_bag(g, &bag, DRAWN));
    g->middle = rolled(g, from_bag(g, &bag, MIDDLE));
}

static inline uint32_t ask(Game *g, int seat, uint32_t n) {
    g->decisions++;
    return one_of(&g->seats[seat], n);
}

static void pick_and_declare(Game *g, int dealer) {
    for (int k = 1; k <= PICKS * PLAYERS; k++) {
        int seat = (dealer + k) % PLAYERS;
        uint32_t options = distinct(g, g->middle);
        if (UNLIKELY(!options)) { g->bail = 1; return; }
        uint32_t die = (uint32_t)kth_bit(options, ask(g, seat, __builtin_popcount(options)));
        g->middle ^= die;
        g->players[seat].dice |= die;
    }
    for (int k = 1; k <= PLAYERS; k++) {
        int seat = (dealer + k) % PLAYERS;
        uint32_t options = distinct(g, g->players[seat].dice), n = __builtin_popcount(options);
        uint32_t picked = ask(g, seat, n + 1);
        if (picked == n) continue;
        g->players[seat].dice ^= (uint32_t)kth_bit(options, picked);
        g->players[seat].zero = 1;
    }
}

typedef struct { uint64_t cards; uint32_t dice; } Pieces;

/* What a round's trump makes of each piece: cards by 8 * color + number, dice from 64 on. */
typedef struct {
    uint8_t rank[96], suit[96], color[96]; /* the suit of trumps is COLORS */
    Pieces follow[COLORS + 1];
} Suits;

static inline void set_suit(Suits *s, int piece, int number, int color, int trump_number, int trump_color) {
    int is_number = number == trump_number, is_color = color == trump_color;
    s->color[piece] = color;
    s->suit[piece] = is_number | is_color ? COLORS : color;
    s->rank[piece] = is_number ? 30 + 10 * is_color : 10 + 10 * is_color + number;
}

static void make_suits(const Game *g, Suits *s, int centre) {
    int trump_number = g->face[centre], trump_color = centre / 6;
    Pieces trump = {EVERY_COLOR << trump_number | color_cards(trump_color),
                    g->shows[trump_number] | color_dice(trump_color)};
    for (int color = 0; color < COLORS; color++) {
        s->follow[color] = (Pieces){color_cards(color) & ~trump.cards, color_dice(color) & ~trump.dice};
        for (int number = 0; number <= TOP; number++)
            set_suit(s, 8 * color + number, number, color, trump_number, trump_color);
        for (int k = 0; k < DICE; k++)
            set_suit(s, 64 + 6 * color + k, g->face[6 * color + k], color, trump_number, trump_color);
    }
    s->follow[COLORS] = trump;
}

/* Takes the piece that a seat plays out of its hand. No branch here could be foreseen, so there is hardly one. */
static inline int played(Game *g, int seat, Pieces follow) {
    Player *p = &g->players[seat];
    uint32_t dice = p->options & -(uint32_t)(p->zero | ((p->dice & (p->dice - 1)) != 0));
    Pieces legal = {p->cards & follow.cards, dice & follow.dice};
    int stuck = !(legal.cards | legal.dice);
    legal.cards = stuck ? p->cards : legal.cards;
    legal.dice = stuck ? dice : legal.dice;
    unsigned cards = __builtin_popcountll(legal.cards), n = cards + __builtin_popcount(legal.dice);
    if (UNLIKELY(!n)) return -1;
    unsigned picked = ask(g, seat, n);
    uint64_t card = kth_bit(legal.cards, picked);
    uint32_t die = nth_bit(legal.dice, 1ULL << picked >> cards);
    int place = __builtin_ctz(die | NO_DIE);
    p->cards ^= card;
    p->dice ^= die;
    uint32_t alike = p->dice & g->shows[g->face[place]] & color_dice(place / 6);
    p->options = (p->options ^ die) | (alike & -alike);
    return card ? __builtin_ctzll(card) : 64 + place;
}

static void play_tricks(Game *g, int dealer) {
    if (UNLIKELY(!g->middle || g->middle & (g->middle - 1))) { g->bail = 1; return; }
    Suits suits;
    make_suits(g, &suits, __builtin_ctz(g->middle));
    for (int seat = 0; seat < PLAYERS; seat++) g->players[seat].options = distinct(g, g->players[seat].dice);
    int leader = (dealer + 1) % PLAYERS;
    for (int trick = 0; trick < TRICKS; trick++) {
        int led = played(g, leader, (Pieces){0, 0}), seat = leader, winner = leader;
        if (UNLIKELY(led < 0)) { g->bail = 1; return; }
        int best = suits.rank[led], led_color = suits.color[led];
        Pieces follow = suits.follow[suits.suit[led]];
        for (int turn = 1; turn < PLAYERS; turn++) {
            seat = seat + 1 == PLAYERS ? 0 : seat + 1;
            int piece = played(g, seat, follow);
            if (UNLIKELY(piece < 0)) { g->bail = 1; return; }
            int counts = (suits.suit[piece] == COLORS) | (suits.color[piece] == led_color);
            int value = suits.rank[piece] & -counts;
            winner = value >= best ? seat : winner;
            best = value >= best ? value : best;
        }
        g->players[winner].tricks++;
        leader = winner;
    }
}

static void score(Game *g) {
    int eligible[PLAYERS], number = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        Player *p = &g->players[seat];
        if (UNLIKELY(!p->zero && !p->dice)) { g->bail = 1; return; }
        eligible[seat] = p->tricks == (p->zero ? 0 : g->face[__builtin_ctz(p->dice)]);
        number += eligible[seat];
    }
    for (int seat = 0; seat < PLAYERS; seat++) {
        Player *p = &g->players[seat];
        p->points += p->tricks + (eligible[seat] ? BONUS[number] + ZERO_BONUS * p->zero : 0);
    }
}

static void play(Game *g) {
    int dealer = below(&g->chance, PLAYERS);
    for (int round = 0; round < ROUNDS && !g->bail; round++) {
        deal(g, dealer);
        roll(g, dealer);
        pick_and_declare(g, dealer);
        if (!g->bail) play_tricks(g, dealer);
        if (!g->bail) score(g);
        dealer = (dealer + 1) % PLAYERS;
    }
}

int64_t hand_width(void) { return WIDTH; }

void hand_play(uint64_t seed, uint64_t first, int64_t games, int64_t *out) {
    for (int64_t k = 0; k < games; k++, out += WIDTH) {
        Game g = {0};
        uint64_t key = absorb(seed, first + (uint64_t)k);
        g.chance = stream(key, 0);
        for (int seat = 0; seat < PLAYERS; seat++) g.seats[seat] = stream(key, seat + 1);
        play(&g);
        int most = g.players[0].points;
        for (int seat = 1; seat < PLAYERS; seat++) if (g.players[seat].points > most) most = g.players[seat].points;
        out[0] = g.bail, out[1] = g.decisions, out[2] = 0, out[3] = g.chance.words;
        for (int seat = 0; seat < PLAYERS; seat++) {
            out[2] |= (int64_t)(g.players[seat].points == most) << (seat + 1);
            out[4 + seat] = g.seats[seat].words;
            out[4 + PLAYERS + seat] = g.players[seat].points;
        }
    }
}
