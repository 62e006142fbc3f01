/* A search over tables of any game: Monte Carlo tree search on information sets, one set for each seat and what it sees.

   Each simulation begins in one of the given worlds, with chance of its own. A seat that is asked takes the option with
   the best upper bound among the simulations in which it saw the same; the first seat that sees something new ends the
   tree, and from there on all choose at random, until points are tallied or the game is over. With a policy (policy.h)
   what it holds likely is tried first and more often. With a value, that is what a simulation comes to where the tree
   ends. Everything is whole numbers, so that every machine finds the same.

   The others hold something else in each world, so they would hardly ever see the same twice. Without policy and value,
   what an option of theirs came to is therefore shared among worlds, by what the seat that thinks sees and by how the
   option looks. It counts as some simulations in which the other saw the same. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t I;
#define ONE (1 << 20)          /* a reward lies between 0 and this */
#define NODES (1 << 18)        /* at most, with options that are shared; a power of two */
#define STATS (1 << 20)        /* options of all nodes, at most */
#define FEW 1024               /* nodes that there is room for at first; a power of two … */
#define MANY (1 << 14)         /* … and at most where a tree is kept for the next search */
#define DEEP 512               /* answers that a simulation learns from */
#define LOGS (1 << 14)
#define SEATS 64
#define ROOT 1                 /* the key of the question that is thought about */
#define GAMMA 0x9E3779B97F4A7C15ULL
#define UNWEIGHED UINT32_MAX   /* as in policy.h */
#define FIRST 4                /* numbers of a result before those of the seats */
#define FAR (1LL << 53)        /* no score lies beyond; what does is none */
#define NEAR (1LL << 42)       /* what is less may be multiplied by ONE */
#define STANDINGS 64           /* numbers of a seat, at most, with whether it is asked … */
#define STAGES 16              /* … and of the table */
#define CLEAR 32767            /* what is more counts as this */
#define LEAST (ONE >> 10)      /* rewards differ by so much at least */
#define FINE 6                 /* bits of a reward that are left out where it is squared */
#define POINT 16               /* bits behind the point of a weight of a value */
#define OFFERED 256            /* options of a question whose keys are known, at most: as in policy.h */
#define SHARED 100             /* simulations that what is shared counts as, at most */
#define ALONE -1

struct Rules {
    void *(*take)(void);
    void (*give)(void *);
    const I *(*row)(const void *);
    I (*lay)(void *, const void *, uint64_t, I);
    I (*step)(void *, int, uint64_t *);
    uint64_t (*sight)(void *, I);
    I (*roll)(void *, I, uint64_t);
    I (*ask)(void *, void *);
    I (*keep)(const void *, void *);
    I (*back)(void *, const void *);
    I (*start)(void *, uint64_t, uint64_t);
    uint64_t (*key)(const void *);
    void (*stand)(void *, const char *, I *);
    I (*offer)(void *, void *, I);
    I (*keys)(void *, void *, uint64_t *);
    I memory, width, players, seat_bits, most, win; /* memory: bytes that `offer` needs; most: the most points win; win: only winning counts */
};
struct Policy { void *at; const uint32_t *odds; I explore; };
/* What a position is worth to a seat: its standings beyond those of the others, each with a weight that changes with the
   stages of the game. `wanted`: which of both are worked out. */
struct Value { I standings, stages; const char *wanted; const I *low, *high, *weight; };
struct Stat { I sum, points; int32_t mean, visits, prior; }; /* mean: the sum through the visits */
/* Also an option that is shared: that has no options of its own. */
struct Node { uint64_t key; I first, visits, sum, squares; int32_t options, tried, weighed; };
struct Search {
    struct Rules rules;
    struct Policy policy;
    struct Value value;
    I seat, explore, at_root, used, nodes, low, high, done, failed, depth, root, ahead[SEATS], before[SEATS], reward[SEATS];
    uint64_t seed;
    I path_node[DEEP], path_stat[DEEP], path_seat[DEEP], path_shared[DEEP];
    I sharing, memory;
    void *offered;             /* memory to note what is offered */
    uint64_t keys[OFFERED];    /* of the options of a question that is shared */
    I room, stats;             /* for nodes, and for options; there are twice as many places of the hash table as nodes */
    int32_t *place;            /* by hash: the number of a node, from 1 on */
    struct Node *node;
    struct Stat *stat;
};
static I deep[LOGS], roots[LOGS], parts[LOGS]; /* by number: the root of its logarithm, its root, one through its root */

static uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static I root_of(uint64_t x) {
    uint64_t found = 0, bit = 1ULL << 62;
    while (bit > x) bit >>= 2;
    for (; bit; bit >>= 2) {
        if (x >= found + bit) { x -= found + bit; found = (found >> 1) + bit; }
        else found >>= 1;
    }
    return (I)found;
}
static I below(uint64_t *state, I n) { return (I)((mix64(*state += GAMMA) >> 32) * (uint64_t)n >> 32); }

static int32_t *place_of(const struct Search *s, uint64_t key) {
    I at = (I)(key >> 40) & (2 * s->room - 1);
    while (s->place[at] && s->node[s->place[at] - 1].key != key) at = (at + 1) & (2 * s->room - 1);
    return &s->place[at];
}
/* Room for another node with so many options; most searches need little, and what is little is quickly at hand. */
static I grows(struct Search *s, I options) {
    if (s->nodes == NODES || s->used + options > STATS) return 0;
    I room = s->nodes == s->room ? 2 * s->room : s->room, stats = s->stats;
    while (s->used + options > stats) stats *= 2;
    if (stats > s->stats) {
        struct Stat *stat = realloc(s->stat, (size_t)stats * sizeof *stat);
        if (!stat) return 0;
        s->stat = stat; s->stats = stats;
    }
    if (room == s->room) return 1;
    struct Node *node = realloc(s->node, (size_t)room * sizeof *node);
    if (node) s->node = node;
    int32_t *place = node ? calloc(2 * (size_t)room, sizeof *place) : 0;
    if (!place) return 0;
    free(s->place);
    s->place = place; s->room = room;
    for (I k = 0; k < s->nodes; k++) *place_of(s, s->node[k].key) = (int32_t)(k + 1);
    return 1;
}
/* The node of a sight, a new one where the work stands at the question; 0 if there is no room, or the policy fails. */
static struct Node *node_of(struct Search *s, void *work, uint64_t key, I options, I *fresh) {
    key |= !key;
    I number = *place_of(s, key);
    *fresh = !number;
    if (number) return s->node[number - 1].options == options ? &s->node[number - 1] : 0;
    if (!grows(s, options) || (s->policy.at && s->rules.ask(work, s->policy.at) <= 0)) return 0;
    struct Node *node = &s->node[s->nodes++];
    *node = (struct Node){key, s->used, 0, 0, 0, (int32_t)options, 0, s->policy.at && s->policy.odds[0] != UNWEIGHED};
    *place_of(s, key) = (int32_t)s->nodes;
    memset(&s->stat[s->used], 0, (size_t)options * sizeof *s->stat);
    if (node->weighed) for (I k = 0; k < options; k++) s->stat[s->used + k].prior = (int32_t)(s->policy.odds[k] >> 4);
    s->used += options;
    return node;
}
/* What is likely is tried first; what was not tried yet counts as much as the rest did. */
static I likeliest(const struct Search *s, const struct Node *node) {
    I best = 0, top = -1, middle = node->visits ? node->sum / node->visits : ONE / 2;
    I wide = s->policy.explore * (node->visits + 1 < LOGS ? roots[node->visits + 1] : root_of((uint64_t)(node->visits + 1) << 20)) >> 10;
    for (I k = 0; k < node->options; k++) {
        const struct Stat *stat = &s->stat[node->first + k];
        I mean = stat->visits ? stat->mean : middle;
        I bound = mean + ((I)stat->prior * wide >> 10) / (stat->visits + 1);
        if (bound > top) { top = bound; best = k; }
    }
    return best;
}
/* How much what is seldom tried counts: with a value, as much as what simulations came to there differs. */
static I width(const struct Search *s, const struct Node *node) {
    I explore = node->key == ROOT ? s->at_root : s->explore, wide = explore * deep[node->visits < LOGS ? node->visits : LOGS - 1] >> 10;
    if (!s->value.weight) return wide;
    I mean = node->sum / node->visits >> FINE, spread = node->squares / node->visits - mean * mean;
    return (I)((__int128)wide * ((root_of((uint64_t)(spread > 0 ? spread : 0)) << FINE) + LEAST) * 2 / ONE);
}
/* What was never tried comes first, any of it; then what may be best. */
static I best_of(const struct Search *s, const struct Node *node, uint64_t *random) {
    const struct Stat *stats = &s->stat[node->first];
    I best = 0, top = -1, untried = node->options - node->tried;
    if (untried) {
        I left = below(random, untried);
        if (!node->tried) return left;
        for (;; best++) if (!stats[best].visits && !left--) return best;
    }
    I wide = width(s, node);
    for (I k = 0; k < node->options; k++) {
        const struct Stat *stat = &stats[k];
        I bound = stat->mean + (wide * parts[stat->visits < LOGS ? stat->visits : LOGS - 1] >> 20);
        if (bound > top) { top = bound; best = k; }
    }
    return best;
}
/* The number of a shared option; ALONE if it is new. */
static I shared_at(const struct Search *s, uint64_t key) { return (I)*place_of(s, key | !key) - 1; }
static I share(struct Search *s, uint64_t key) {
    I at = shared_at(s, key);
    if (at != ALONE || !grows(s, 0)) return at;
    s->node[s->nodes++] = (struct Node){.key = key | !key};
    *place_of(s, key | !key) = (int32_t)s->nodes;
    return s->nodes - 1;
}
/* The option of another seat at its node, by what is known of it there and from all worlds. `fresh`: nothing is known of
   some option, and it is one of those. `key`: of the question, as the seat that thinks sees the table. */
static I best_shared(struct Search *s, const struct Node *node, uint64_t key, uint64_t *random, I *fresh) {
    I mean[OFFERED], visits[OFFERED], all = 0, untried = 0, best = 0, top = -1;
    for (I k = 0; k < node->options; k++) {
        const struct Stat *own = &s->stat[node->first + k];
        I at = shared_at(s, mix64(key ^ s->keys[k])), other = at == ALONE ? 0 : s->node[at].visits;
        I counted = other < SHARED ? other : SHARED;
        visits[k] = own->visits + counted;
        mean[k] = visits[k] ? (own->sum + (other ? s->node[at].sum / other * counted : 0)) / visits[k] : 0;
        all += visits[k]; untried += !visits[k];
    }
    *fresh = untried > 0;
    if (untried) {
        I left = below(random, untried);
        for (;; best++) if (!visits[best] && !left--) return best;
    }
    I wide = s->explore * deep[all < LOGS ? all : LOGS - 1] >> 10;
    for (I k = 0; k < node->options; k++) {
        I bound = mean[k] + (wide * parts[visits[k] < LOGS ? visits[k] : LOGS - 1] >> 20);
        if (bound > top) { top = bound; best = k; }
    }
    return best;
}
static I points(const struct Rules *rules, const I *row, I seat) {
    I players = rules->players, each = (rules->width - FIRST - players) / players, all = 0, own = 0;
    for (I p = 1; p <= players; p++) {
        I score = row[FIRST + players + (p - 1) * each];
        if (score > FAR || score < -FAR) score = 0;
        all += score;
        if (p == seat) own = score;
    }
    I ahead = players > 1 ? own * players - all : own;
    return rules->most ? ahead : -ahead;
}
/* How far a seat is ahead of the others in the end: in points, or, where only winning counts, in shares of a win. */
static I margin(const struct Rules *rules, const I *row, I seat) {
    if (!rules->win) return points(rules, row, seat);
    return (row[2] >> seat & 1 ? ONE / __builtin_popcountll((uint64_t)row[2]) : 0) * rules->players - ONE;
}
static I clear(I x) { return x > CLEAR ? CLEAR : x < -CLEAR ? -CLEAR : x; }
/* How each seat stands beyond the others at the open question, and the stages, from -128 to 128. */
static void look(const struct Rules *rules, const struct Value *v, void *work, I asked, I beyond[][SEATS], I *stage) {
    I players = rules->players, found[STANDINGS * SEATS + STAGES];
    rules->stand(work, v->wanted, found);
    for (I f = 0; f <= v->standings; f++) {
        I all = 0, *own = found + f * players;
        if (f == v->standings) for (I p = 0; p < players; p++) beyond[f][p + 1] = (p + 1 == asked) * players - 1;
        else {
            for (I p = 0; p < players; p++) all += own[p];
            for (I p = 0; p < players; p++) beyond[f][p + 1] = clear(players > 1 ? own[p] * players - all : own[p]);
        }
    }
    for (I g = 0; g < v->stages; g++) {
        I x = found[v->standings * players + g], low = v->low[g], high = v->high[g];
        stage[g] = high <= low ? 0 : x <= low ? -128 : x >= high ? 128 : (x - low) * 256 / (high - low) - 128;
    }
}
/* What a seat would be ahead if points were tallied now: the first standing is what decides first who wins. */
static I stands_now(const struct Rules *rules, I beyond[][SEATS], I p) {
    return rules->win ? 0 : rules->most ? beyond[0][p] : -beyond[0][p];
}
/* What an open question is worth to each seat: what it has, and what is to be expected beyond that. */
static void value_of(struct Search *s, void *work, I asked) {
    const struct Value *v = &s->value;
    I players = s->rules.players, beyond[STANDINGS][SEATS], stage[STAGES];
    look(&s->rules, v, work, asked, beyond, stage);
    for (I p = 1; p <= players; p++) s->ahead[p] = 0;
    for (I f = 0; f <= v->standings; f++) {
        const I *weight = v->weight + f * (1 + v->stages);
        I own = weight[0];
        for (I g = 0; g < v->stages; g++) own += weight[1 + g] * stage[g] >> 7;
        if (own) for (I p = 1; p <= players; p++) s->ahead[p] += own * beyond[f][p];
    }
    for (I p = 1; p <= players; p++) s->ahead[p] = (s->ahead[p] >> POINT) + stands_now(&s->rules, beyond, p);
}
/* What that is as a reward: between 0 and ONE by the least and the most that were seen. With a value, what the question was
   worth in this world is taken off: it is no merit of the answer. */
static void weigh(struct Search *s) {
    I players = s->rules.players, fixed = s->rules.win && !s->value.weight, gain[SEATS];
    if (fixed) { s->low = -ONE; s->high = ONE * (players - 1); }
    for (I p = 1; p <= players; p++) {
        gain[p] = s->ahead[p] - s->before[p];
        if (gain[p] < s->low) s->low = gain[p];
        if (gain[p] > s->high) s->high = gain[p];
    }
    I wide = s->high - s->low;
    for (I p = 1; p <= players; p++) {
        if (!wide) s->reward[p] = ONE / 2;
        else if (wide < NEAR) s->reward[p] = (gain[p] - s->low) * ONE / wide;
        else s->reward[p] = (I)((__int128)(gain[p] - s->low) * ONE / wide);
    }
}
static void learn(struct Search *s) {
    weigh(s);
    for (I d = 0; d < s->depth; d++) {
        struct Node *node = &s->node[s->path_node[d]];
        struct Stat *stat = &s->stat[s->path_stat[d]];
        I reward = s->reward[s->path_seat[d]];
        node->visits++; node->sum += reward; node->squares += (reward >> FINE) * (reward >> FINE);
        node->tried += !stat->visits++; stat->sum += reward; stat->points += s->ahead[s->path_seat[d]];
        stat->mean = (int32_t)(stat->sum / stat->visits);
        if (s->path_shared[d] != ALONE) { s->node[s->path_shared[d]].visits++; s->node[s->path_shared[d]].sum += reward; }
    }
}
static I step(struct Search *s, void *work, I k) {
    return s->sharing ? s->rules.offer(work, s->offered, k) : s->rules.step(work, (int)k, 0);
}
/* One simulation; 0 if it came to an end. `ahead`: what the seat has answered already, before the others. */
static I simulate(struct Search *s, const void *table, I code, void *work, const int32_t *ahead, I given, uint64_t seed) {
    const struct Rules *rules = &s->rules;
    uint64_t random = seed;
    I rooted = 0, asked = 0, seats = ((I)1 << rules->seat_bits) - 1, k = -1;
    if (rules->lay(work, table, mix64(seed + 1), 1) < 0) return -1;
    for (s->depth = 0; code > 0; asked++, k = -1) {
        I seat = code & seats, n = code >> rules->seat_bits, fresh = 0;
        if (seat == s->seat && given) { k = *ahead++; given--; }
        else if (n == 1) k = 0;
        else {
            I is_root = seat == s->seat && !rooted;
            uint64_t asks = mix64((uint64_t)(asked << 40 | seat << 32 | n)), own = is_root ? ROOT : mix64(rules->sight(work, seat) ^ asks);
            struct Node *node = s->depth < DEEP ? node_of(s, work, own, n, &fresh) : 0;
            if (!node) break;
            rooted |= is_root;
            if (is_root) s->root = node - s->node;
            if (is_root && s->value.weight) { value_of(s, work, seat); memcpy(s->before, s->ahead, sizeof s->before); }
            if (fresh && !is_root && rooted && s->value.weight) break;
            s->path_node[s->depth] = node - s->node; s->path_shared[s->depth] = ALONE;
            I first = node->first, others = s->sharing && rooted && seat != s->seat && rules->keys(work, s->offered, s->keys) == n;
            if (others) {
                uint64_t key = mix64(rules->sight(work, s->seat) ^ ~asks);
                k = best_shared(s, node, key, &random, &fresh);
                s->path_shared[s->depth] = share(s, mix64(key ^ s->keys[k]));
            } else k = node->weighed ? likeliest(s, node) : best_of(s, node, &random);
            s->path_stat[s->depth] = first + k; s->path_seat[s->depth++] = seat;
            if (fresh && rooted) break;
        }
        code = step(s, work, k);
    }
    if (code > 0 && s->value.weight && k >= 0) code = rules->step(work, (int)k, 0);
    if (code > 0 && s->value.weight) { value_of(s, work, code & seats); learn(s); return 0; }
    if (code > 0) code = rules->roll(work, k, mix64(seed + 2));
    for (I p = 1; !code && p <= rules->players; p++) s->ahead[p] = margin(rules, rules->row(work), p);
    if (!code) learn(s);
    return code;
}
static void fill(void) {
    for (I k = 1, log = 0; k < LOGS; k++) {
        log += ONE / k;
        deep[k] = root_of((uint64_t)log << 20); roots[k] = root_of((uint64_t)k << 20); parts[k] = root_of((1ULL << 40) / (uint64_t)k);
    }
}
/* Some trees are kept, since to ask for memory takes longer than to clear what was used. */
#define SPARE 8
static struct Search *spare[SPARE];
static void drop(struct Search *s) {
    if (s) { free(s->place); free(s->node); free(s->stat); free(s->offered); }
    free(s);
}
static struct Search *planted(void) {
    struct Search *s = calloc(1, sizeof *s);
    if (!s) return 0;
    s->room = FEW; s->stats = 4 * FEW;
    s->place = malloc(2 * FEW * sizeof *s->place);
    s->node = malloc(FEW * sizeof *s->node);
    s->stat = malloc(4 * FEW * sizeof *s->stat);
    if (s->place && s->node && s->stat) return s;
    drop(s);
    return 0;
}
void rulelang_search_free(struct Search *s) {
    for (int k = 0; s && s->room <= MANY && k < SPARE; k++) {
        struct Search *none = 0;
        if (__atomic_compare_exchange_n(&spare[k], &none, s, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    }
    drop(s);
}
struct Search *rulelang_search_new(const struct Rules *rules, const struct Policy *policy, const struct Value *value, I seat, I explore, I at_root, uint64_t seed) {
    struct Search *s = 0;
    for (int k = 0; !s && k < SPARE; k++) s = __atomic_exchange_n(&spare[k], 0, __ATOMIC_ACQUIRE);
    if (!s) s = planted();
    if (!s) return 0;
    if (!parts[LOGS - 1]) fill();
    s->policy = policy ? *policy : (struct Policy){0};
    s->value = value ? *value : (struct Value){0};
    s->rules = *rules; s->seat = seat; s->explore = explore; s->at_root = at_root; s->seed = seed;
    memset(s->before, 0, sizeof s->before);
    s->used = s->nodes = s->done = s->failed = 0; s->root = -1;
    s->low = FAR * rules->players; s->high = -s->low;
    memset(s->place, 0, 2 * (size_t)s->room * sizeof *s->place);
    return s;
}
/* Are there several worlds, and is nothing known of what others do in them? Is there memory to note it? */
static I shares(struct Search *s, I many) {
    if (many == 1 || !s->rules.offer || s->policy.at || s->value.weight) return 0;
    if (s->memory >= s->rules.memory) return 1;
    free(s->offered);
    s->offered = calloc(1, (size_t)s->rules.memory);
    s->memory = s->offered ? s->rules.memory : 0;
    return s->memory > 0;
}
/* Simulations in turn over some worlds, whose tables lie one behind the other; how many came to an end in all. */
I rulelang_search_run(struct Search *s, const char *tables, I size, const I *codes, I many, I number, const int32_t *ahead, I given) {
    void *work = s->rules.take();
    s->sharing = shares(s, many);
    for (I k = 0; work && k < number; k++) {
        uint64_t seed = mix64(s->seed + (uint64_t)(s->done + s->failed + 1) * GAMMA);
        I at = k % many;
        if (simulate(s, tables + at * size, codes[at], work, ahead, given, seed)) s->failed++;
        else s->done++;
    }
    if (work) s->rules.give(work);
    return s->done;
}
/* How often each option of the question was tried, the sums of what that came to, as a reward and as points, and how
   likely the policy held it. */
I rulelang_search_read(const struct Search *s, I *visits, I *sums, I *ahead, I *priors, I most) {
    if (s->root < 0) return 0;
    const struct Node *node = &s->node[s->root];
    for (I k = 0; k < node->options && k < most; k++) {
        visits[k] = s->stat[node->first + k].visits;
        sums[k] = s->stat[node->first + k].sum;
        ahead[k] = s->stat[node->first + k].points;
        priors[k] = s->stat[node->first + k].prior;
    }
    return node->options;
}
