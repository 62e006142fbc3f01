/* A policy: how likely each option of a question is taken, learned from games (c/policy.py, host/policy.py).

   Each option has atoms: its value, how its pieces look, what the rules' own functions say of them. Each question has a
   context: what the seat sees of variables, amounts and sizes. Every atom in every context has a weight, found by a hash;
   an option is taken with a chance of 2 to the sum of its weights. All numbers are whole: every machine finds the same. */

#define WEIGHTS (1 << 14)
#define MOST_OFFERED 256
#define MOST_PARTS 1024
#define MOST_ATOMS 24
#define COMPARED 16            /* options of a question that it learns from, at most */
#define EVERY 4                /* it learns from one question of so many */
#define MUCH 1024              /* what an option is worth at most, in 256ths of what is usual */
#define SUMS 512                /* places for sums of an atom's weights; a power of two */
#define UNKNOWN (-999)
#define UNIT 16                /* bits behind the point of a weight */
#define CERTAIN (1 << 24)      /* the odds of what is taken for sure */
struct Question {
    I atoms[COMPARED], odds[COMPARED];
    uint32_t context[N_SIGHTS + 1], atom[COMPARED][MOST_ATOMS];
};
struct Policy {
    I seats, scale, weighed, site, rows, parts, full, at, games, failed, absolute, counted, used;
    I row[MOST_OFFERED + 1], value[MOST_PARTS], tag[MOST_PARTS], sights[N_SIGHTS + 1];
    I found[COUNT * N_FEATURES + 1], asks, n_pieces, summed[SUMS];
    uint32_t asked_at[COUNT], summed_at[SUMS], summed_atom[SUMS];
    uint64_t seen[PIECE_WORDS];
    int16_t pieces[COUNT];
    int32_t weight[WEIGHTS], atoms[MOST_OFFERED];
    uint32_t context[N_SIGHTS + 1], atom[MOST_OFFERED][MOST_ATOMS], odds[MOST_OFFERED];
    I gradient[WEIGHTS], square[WEIGHTS];
    struct Question question;
};
#define P ((struct Policy *)(intptr_t)policy)
#define FACE (-998)
#define UNWEIGHED UINT32_MAX    /* the odds of a question that it knows nothing of */

static void (offers)(CTX_ I site) { P->site = site; P->rows = P->parts = P->full = 0; }
static void (offers_row)(CTX) {
    if (P->rows < MOST_OFFERED) { P->row[P->rows++] = P->parts; P->row[P->rows] = P->parts; }
    else P->full = 1;
}
static void (offers_part)(CTX_ I value, I tag) {
    if (P->full || P->parts >= MOST_PARTS) { P->full = 1; return; }
    P->value[P->parts] = value; P->tag[P->parts++] = tag;
    P->row[P->rows] = P->parts;
}
static inline I bucket(I x) {
    I far = x < 0 ? -x : x;
    if (far > 8) far = far < 24 ? 8 + (far - 5) / 4 : far < 100 ? 14 : 15;
    return x < 0 ? -far : far;
}
static I (sees_piece)(CTX_ I seat, I c) { return seen_zones[place[c]] >> seat & 1; }
static I (field)(CTX_ I c, I which) {
    I x = field_of[c][which];
    return x == FACE ? (lk[c] == look[c] ? UNKNOWN : (lk[c] - look[c]) / COUNT) : x;
}
static I (alike_in)(CTX_ I z, I c, I which) {
    I wanted = field_of[c][which], many = 0;
    if (wanted == UNKNOWN || wanted == FACE) return UNKNOWN;
    for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) many += field_of[m_low(rest)][which] == wanted;
    return many;
}
static inline void (atom)(CTX_ I row, I kind, I value) {
    struct Policy *p = P;
    if (value == UNKNOWN || p->atoms[row] >= MOST_ATOMS) return;
    p->atom[row][p->atoms[row]++] = (uint32_t)mix64((uint64_t)p->site << 52 ^ (uint64_t)kind << 32 ^ (uint32_t)value);
}
static I ahead_of_others(const I *of, I seat) {
    I best = NONE;
    for (I q = 1; q <= PLAYERS; q++) if (q != seat && of[q - 1] > best) best = of[q - 1];
    return best == NONE ? UNKNOWN : of[seat - 1] - best;
}
static I (sizes_of)(CTX_ I first, I many) {
    I all = 0;
    for (I z = first; z < first + many; z++) all += masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
    return all;
}
/* How many pieces of a set does the seat not see? */
static I (unseen)(CTX_ const uint64_t *some) {
    I many = 0;
    for (I k = 0; k < PIECE_WORDS; k++) many += __builtin_popcountll(some[k] & ~P->seen[k]);
    return many;
}
/* How many of the offered pieces are lower or higher, among those of which `which` says the same. */
static I (stands)(CTX_ I c, I field, I which, I sign) {
    const struct Policy *p = P;
    const I *found = p->found + which;
    I own = field_of[c][field], many = 0;
    if (own == UNKNOWN || own == FACE) return UNKNOWN;
    for (I k = 0; k < p->n_pieces; k++) {
        I d = p->pieces[k];
        many += (field_of[d][field] - own) * sign > 0 && field_of[d][field] != UNKNOWN
            && (which < 0 || found[d * N_FEATURES] == found[c * N_FEATURES]);
    }
    return many < 4 ? many : 4;
}
static inline I sign_of(I one, I two) { return (one > two) - (one < two); }
static inline I (need_one)(CTX_ I z) { if (!mem[zone_list[z]]) bail(); return 1; }
static I (feature)(CTX_ I which, I seat, I c);
static I (sight)(CTX_ I which, I seat);
/* The sum of what a function says of all pieces in some zones. */
static I (in_all)(CTX_ I first, I many, I which, I seat) {
    I all = 0;
    for (I z = first; z < first + many; z++) {
        if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) all += feature(which, seat, m_low(rest));
        else for (I k = 1; k <= mem[zone_list[z]]; k++) all += feature(which, seat, mem[zone_list[z] + k]);
    }
    return all;
}
static void (look_at_pieces)(CTX_ I seat) {
    memset(P->seen, 0, sizeof P->seen);
    for (I c = 0; c < COUNT; c++) P->seen[c >> 6] |= (uint64_t)sees_piece(seat, c) << (c & 63);
}
/* The pieces among the options that the seat sees, each once. */
static void (find_pieces)(CTX_ I seat) {
    struct Policy *p = P;
    p->n_pieces = 0;
    for (I part = 0; part < p->parts; part++) {
        I c = p->value[part];
        if (p->tag[part] != PIECE || p->asked_at[c] == (uint32_t)p->asks || !sees_piece(seat, c)) continue;
        p->asked_at[c] = (uint32_t)p->asks;
        p->pieces[p->n_pieces++] = (int16_t)c;
    }
}
/* Works out what the rules' functions say; one that fails tells nothing. */
static void (ask_rules)(CTX_ I seat) {
    struct Policy *p = P;
    jmp_buf before;
    I mark = top, build_mark = bp;
    memcpy(before, over, sizeof before);
    p->at = 0;
    if (setjmp(over)) { top = mark; bp = build_mark; p->sights[p->at++] = UNKNOWN; }
    for (; p->at < N_SIGHTS; p->at++) p->sights[p->at] = sight(p->at, seat);
    find_pieces(seat);
    if (p->n_pieces) look_at_pieces(seat);
    p->at = 0;
    if (setjmp(over)) { top = mark; bp = build_mark; p->found[p->pieces[p->at % p->n_pieces] * N_FEATURES + p->at / p->n_pieces] = UNKNOWN; p->at++; }
    for (; p->at < p->n_pieces * N_FEATURES; p->at++) {
        I c = p->pieces[p->at % p->n_pieces], which = p->at / p->n_pieces;
        p->found[c * N_FEATURES + which] = feature(which, seat, c);
    }
    memcpy(over, before, sizeof before);
}
static void (find_atoms)(CTX_ I seat, I n) {
    struct Policy *p = P;
    p->context[0] = 0;
    for (I k = 0; k < N_SIGHTS; k++) p->context[k + 1] = (uint32_t)mix64((uint64_t)(k + 1) << 32 ^ (uint32_t)bucket(p->sights[k]));
    for (I k = 0; k < n; k++) {
        I first = p->row[k], code = p->tag[first] == NUMBER && p->row[k + 1] > first + 1 ? p->value[first] + 1 : 0;
        p->atoms[k] = 0;
        for (I part = first; part < p->row[k + 1]; part++) {
            I value = p->value[part], base = (code << 10 ^ (part - first) << 6) + 8;
            if (p->tag[part] != PIECE) { atom(k, base + p->tag[part] % 4, value); continue; }
            atom(k, base + 4, kinds[value]);
            if (!sees_piece(seat, value)) continue;
            atom(k, base + 5, lk[value]);
            for (I f = 0; f < N_FIELDS; f++) atom(k, base + 6 + f, field(value, f));
            for (I f = 0; f < N_FEATURES; f++) atom(k, base + 32 + f, p->found[value * N_FEATURES + f]);
        }
    }
}
/* The weights of an atom in all contexts of the question; options have many atoms in common. */
static inline I (sum_of)(CTX_ uint32_t atom) {
    struct Policy *p = P;
    I at = atom >> 20 & (SUMS - 1), sum = 0;
    if (p->summed_at[at] == (uint32_t)p->asks && p->summed_atom[at] == atom) return p->summed[at];
    for (I c = 0; c <= N_SIGHTS; c++) sum += p->weight[(atom ^ p->context[c]) & (WEIGHTS - 1)];
    p->summed_at[at] = (uint32_t)p->asks; p->summed_atom[at] = atom; p->summed[at] = sum;
    return sum;
}
static void (weigh)(CTX_ I seat, I n) {
    struct Policy *p = P;
    I sums[MOST_OFFERED], best = -(1LL << 60);
    uint64_t total = 0;
    p->asks++;
    ask_rules(seat);
    find_atoms(seat, n);
    for (I k = 0; k < n; k++) {
        I sum = 0;
        for (I a = 0; a < p->atoms[k]; a++) sum += sum_of(p->atom[k][a]);
        sums[k] = sum;
        if (sum > best) best = sum;
    }
    for (I k = 0; k < n; k++) {
        I less = (best - sums[k]) >> (UNIT - 8), whole = less >> 8;
        p->odds[k] = whole > 20 ? 1 : halves[less & 255] >> whole;
        total += p->odds[k];
    }
    for (I k = 0; k < n; k++) p->odds[k] = (uint32_t)((uint64_t)p->odds[k] * CERTAIN / total);
}
/* The option that a number below CERTAIN stands for, so that each is as likely as its odds say. */
static I option_at(const struct Policy *p, I n, I number) {
    I k = 0;
    while (k < n - 1 && (number -= p->odds[k]) >= 0) k++;
    return k;
}
static I (decides)(CTX_ I seat, I n) {
    struct Policy *p = P;
    anew = 0;
    p->weighed = n > 1 && !p->full && p->rows == n && p->seats >> seat & 1;
    if (p->weighed) weigh(seat, n);
    else p->odds[0] = UNWEIGHED;
    if (!rolling) return 1;
    if (!p->weighed) { answer = below(seat, n); return 0; }
    answer = option_at(p, n, (I)(next_word(seat) * CERTAIN >> 32));
    return 0;
}
/* How far a seat is ahead of the others, by what decides first; without that, whether it wins. */
static I (is_ahead)(CTX_ const I *row, I seat) {
    I each = (WIDTH - 4 - PLAYERS) / PLAYERS, all = 0, own = 0;
    if (!each) { for (I q = 1; q <= PLAYERS; q++) all += row[2] >> q & 1; return all ? (row[2] >> seat & 1) * 64 / all : 0; }
    for (I q = 1; q <= PLAYERS; q++) {
        I score = row[4 + PLAYERS + (q - 1) * each];
        if (score > 1LL << 40 || score < -(1LL << 40)) score = 0;
        all += score;
        if (q == seat) own = score;
    }
    I ahead = PLAYERS > 1 ? own * PLAYERS - all : own;
    return MOST_WINS ? ahead : -ahead;
}
/* Where all is gathered and shuffled, a new deal begins. */
static I (nobody_holds)(CTX) {
    for (I z = 0; z < ZONES; z++) if (zone_owners[z] && sizes_of(z, 1)) return 0;
    return 1;
}
static void (round_ends)(CTX) { if (horizon && WIDTH > 4 + PLAYERS) longjmp(over, 2); }
