/* A past that is made from what a seat was told and from chance, and from nothing else.

   A game is played from the beginning with a plan: what each draw brings, and how each question is answered that the seat
   does not know the answer to. What is not planned is left to chance. At the first thing that the seat was told otherwise
   the game is given up, and the plan is mended: a piece that was to look otherwise changes places with one that does, since
   the seat last saw one of them; an answer, a face or a number is what was shown later. Where that is not plain, something
   is changed at random. A plan that comes less far than the best is forgotten. */

#define WIDE 12 /* parts of an answer that are planned */
#define LIKE 8  /* a draw of a value that is told so */
struct Choice { int32_t size, seat, block, unknown, sure, option, fits; uint64_t key; M offered; struct Cell cell[WIDE]; };
struct Plan {
    I n_planned, answers, reached, blame, blamed_seat, blamed_at, blamed_block, n_wrong, question;
    uint64_t wanted_value;
    const struct Heard *offer;
    M offered, order, unexpected; /* unexpected: pieces that are seen and should not be */
    int32_t wrong[COUNT], wanted[COUNT], left[COUNT], here[COUNT], lies[COUNT], looks[COUNT], hidden[COUNT], shown[COUNT], seen_drawn[COUNT], seen_asked[COUNT], lost_drawn[COUNT], lost_asked[COUNT], face_at[COUNT];
    int32_t from_draw, from_answer; /* what is planned otherwise since the last try begins here */
    I sights_at, valued, answered;
    int32_t kind[MOST_DRAWN], sure[MOST_DRAWN];
    I value[MOST_DRAWN];
    int32_t slot[MOST_ASKED]; /* where the answer is planned that was given in this place */
    struct Choice choice[MOST_ASKED];
};
#define PLAN W->plan
enum { ANYTHING, LOOKS, VALUE, ANSWER, ORDER, SIZE, HELD };
#define OTHERWISE -1 /* a piece looks otherwise, whatever that is */

static void __attribute__((noreturn)) (blames)(CTX_ I what, I seat) {
    struct Plan *p = PLAN;
    p->blame = what; p->blamed_seat = seat; p->blamed_block = W->blocks; p->question = W->outside_at; p->sights_at = W->sights_at;
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    gives_up(15);
}
/* How it stands where a try was given up. */
static void (note_end)(CTX) {
    struct Plan *p = PLAN;
    p->reached = (W->tick + W->values_at + W->outside_at + W->parts) * COUNT - (p->blame == LOOKS || p->blame == SIZE || p->blame == ORDER ? p->n_wrong : 0);
    p->n_planned = W->drawn_at; p->answers = W->asked_at;
    for (I c = 0; c < COUNT; c++) {
        p->lies[c] = (int32_t)(GROUPS ? outer(place[c]) : place[c]); p->looks[c] = (int32_t)lk[c]; p->shown[c] = (int32_t)sees(c); p->hidden[c] = !p->shown[c];
        p->seen_drawn[c] = W->visible[c] ? W->last_drawn : W->seen_drawn[c]; p->seen_asked[c] = W->visible[c] ? W->last_asked : W->seen_asked[c]; p->face_at[c] = W->face_at[c];
        p->lost_drawn[c] = W->lost_drawn[c]; p->lost_asked[c] = W->lost_asked[c];
    }
    for (I i = 0; p->blame == LOOKS && i < p->n_wrong; i++) p->hidden[p->wrong[i]] = 1;
    if (p->blame == LOOKS) for (M rest = p->unexpected; !m_empty(rest); rest = m_drop(rest)) p->hidden[m_low(rest)] = 1;
}

/* ---- what is seen */

static I sight_before(const struct Sight *a, const struct Sight *b) {
    return a->from != b->from ? a->from < b->from : a->to != b->to ? a->to < b->to : a->spot != b->spot ? a->spot < b->spot : a->look < b->look;
}
/* What was seen and is not, and the other way round; `sights` begin at `at` and are of this moment. True if nothing is. */
struct Apart { I lacks[COUNT], extra[COUNT], missing, extras; };
static I (compare_sights)(CTX_ const struct Sight *sights, I n_sights, I *place_at, const struct Sight *now, I n, struct Apart *apart) {
    I at = *place_at, k = 0;
    apart->missing = apart->extras = 0;
    while (1) {
        I heard = at < n_sights && sights[at].tick == W->tick;
        if (!heard && k == n) break;
        if (heard && (k == n || sight_before(&sights[at], &now[k]))) { if (apart->missing < COUNT) apart->lacks[apart->missing++] = at; at++; }
        else if (!heard || sight_before(&now[k], &sights[at])) apart->extra[apart->extras++] = k++;
        else { at++; k++; }
    }
    if (apart->missing || apart->extras) return 0;
    *place_at = at;
    return 1;
}
static void (is_wrong)(CTX_ I c, I from, I wanted) {
    struct Plan *p = PLAN;
    for (I i = 0; i < p->n_wrong; i++) if (p->wrong[i] == c) return;
    if (p->n_wrong == COUNT) return;
    p->wrong[p->n_wrong] = (int32_t)c; p->left[p->n_wrong] = (int32_t)from; p->wanted[p->n_wrong++] = (int32_t)wanted;
}
/* The other seat that alone may change a zone while all act at the same time; 0: there is none. */
static I (owner_of)(CTX_ I z) {
    I own = z < 0 ? 0 : zone_limits[z];
    return !own || own & (own - 1) || own >> W->seat & 1 ? 0 : __builtin_ctzll((uint64_t)own);
}
/* Which piece should have been seen: it lies there and looks as before, or went from there where it is not seen. */
static I (unseen_for)(CTX_ const struct Sight *want) {
    I z = want->to;
    if (want->from < 0) return masked[z] || want->spot > mem[zone_list[z]] ? -1 : mem[zone_list[z] + want->spot];
    for (I c = 0; c < COUNT; c++) if (W->came_at[c] == W->tick && W->came[c] == want->from && !sees(c)) return c;
    return -1;
}
static I (look_before)(CTX_ I z, I spot);
/* Pieces that are seen otherwise. Dice that lack nothing but a face come first; then what lies in the same place, then what
   came from the same place but went elsewhere, since it looks otherwise. */
static void __attribute__((noreturn)) (blames_sights)(CTX_ const struct Sight *now, const int32_t *who, struct Apart *a) {
    struct Plan *p = PLAN;
    p->n_wrong = 0; p->unexpected = m_zero();
    for (I near = 2; near >= 0; near--)
        for (I i = 0; i < a->extras; i++) for (I j = 0; a->extra[i] >= 0 && j < a->missing; j++) {
            const struct Sight *want = a->lacks[j] < 0 ? 0 : &W->sights[a->lacks[j]], *got = &now[a->extra[i]];
            if (!want || want->from != got->from || (near ? want->to != got->to || want->spot != got->spot : want->from < 0)) continue;
            if (near == 2 && want->look % COUNT != look[who[a->extra[i]]]) continue;
            is_wrong(who[a->extra[i]], want->from, want->look);
            a->lacks[j] = a->extra[i] = -1;
        }
    for (I i = 0; i < a->extras; i++) {
        I c = a->extra[i] < 0 ? -1 : who[a->extra[i]], before = c < 0 || now[a->extra[i]].from >= 0 || masked[place[c]] ? -1 : look_before(now[a->extra[i]].to, now[a->extra[i]].spot);
        if (before >= 0) { is_wrong(c, -1, before); a->extra[i] = -1; }
    }
    for (I i = 0; i < a->extras; i++) if (a->extra[i] >= 0) p->unexpected = m_or(p->unexpected, m_bit(who[a->extra[i]]));
    for (I j = 0; j < a->missing; j++) {
        if (a->lacks[j] < 0) continue;
        I c = unseen_for(&W->sights[a->lacks[j]]);
        if (c >= 0) is_wrong(c, W->sights[a->lacks[j]].from, W->sights[a->lacks[j]].look);
    }
    I seat = 0;
    for (I j = 0; j < a->missing; j++) if (a->lacks[j] >= 0 && W->sights[a->lacks[j]].from < 0) seat = owner_of(W->sights[a->lacks[j]].to);
    for (I i = 0; !seat && !p->n_wrong && i < a->extras; i++) is_wrong(who[a->extra[i]], -1, OTHERWISE);
    blames(p->n_wrong ? LOOKS : seat ? SIZE : ANYTHING, seat);
}
/* Pieces that are not seen came from where they should, but went elsewhere: they look otherwise. Or others are seen no
   more behind what seats did at the same time: one of these answered otherwise. */
static void __attribute__((noreturn)) (blames_moves)(CTX_ const struct Sight *now, const int32_t *who, struct Apart *a) {
    struct Plan *p = PLAN;
    I seat = 0;
    p->n_wrong = 0; p->unexpected = m_zero();
    for (I i = 0; i < a->extras; i++) {
        const struct Sight *got = &now[a->extra[i]];
        if (got->from < 0) seat = owner_of(GROUPS ? outer(place[who[a->extra[i]]]) : place[who[a->extra[i]]]);
        for (I j = 0; got->from >= 0 && j < a->missing; j++) {
            const struct Sight *want = a->lacks[j] < 0 ? 0 : &W->unseen[a->lacks[j]];
            if (!want || want->from != got->from) continue;
            is_wrong(who[a->extra[i]], -1, want->look < 0 ? OTHERWISE : want->look);
            a->lacks[j] = -1;
            break;
        }
    }
    blames(p->n_wrong ? LOOKS : seat ? SIZE : ANYTHING, seat);
}
static void (put_sight)(CTX_ struct Sight *now, int32_t *who, I at, struct Sight one, I c) {
    for (; at && sight_before(&one, &now[at - 1]); at--) { now[at] = now[at - 1]; who[at] = who[at - 1]; }
    now[at] = one; who[at] = (int32_t)c;
}
/* How many pieces the seat saw move the same way before this one, or being rolled in the same place. */
static I (turn_among)(CTX_ I c, I from) {
    I before = 0, k = 0;
    if (from >= 0) {
        for (I k = 0, d; W->turn_of[c] && k < W->n_changed; k++)
            d = W->changed[k], before += W->came_at[d] == W->tick && W->came[d] == from && place[d] == place[c] && W->turn_of[d] && W->turn_of[d] < W->turn_of[c] && sees(d);
        return before;
    }
    while (k < W->n_rolled && W->rolled[k] != c) k++;
    if (k < W->n_rolled) while (k--) before += place[W->rolled[k]] == place[c] && sees(W->rolled[k]);
    return before;
}
/* What the seat saw before in a place of a row: a look, -1 if it saw nothing there. Which of two pieces that look alike lies
   where is not told. */
static I (look_before)(CTX_ I z, I spot) {
    for (I k = 0, c; k < W->n_changed; k++)
        if (c = W->changed[k], W->was_look[c] >= 0 && W->was_spot[c] == spot && (W->came_at[c] == W->tick ? W->came[c] : GROUPS ? outer(place[c]) : place[c]) == z) return W->was_look[c];
    return -1;
}
/* The pieces that the seat sees now and did not see so before; and those that moved unseen, or are seen no more. */
static I (sights_now)(CTX_ I seen, struct Sight *now, int32_t *who) {
    I n = 0;
    for (I k = 0; k < W->n_changed; k++) {
        I c = W->changed[k];
        I from = W->came_at[c] == W->tick ? W->came[c] : -1, lost = !seen && W->was_look[c] >= 0;
        if ((!seen && from < 0 && !lost) || sees(c) != seen) continue;
        I to = GROUPS ? outer(place[c]) : place[c], spot = !seen ? 0 : masked[place[c]] ? turn_among(c, from) : place_in(zone_list[place[c]], c);
        if (seen ? !zone_limits[to] || (W->was_look[c] == lk[c] && from < 0 && W->was_spot[c] == spot) : from >= 0 && !zone_limits[to] && !zone_limits[from]) continue;
        if (seen && from < 0 && !masked[place[c]] && look_before(to, spot) == lk[c]) continue;
        I what = seen ? lk[c] : lost ? W->was_look[c] : -1 - kinds[c];
        put_sight(now, who, n++, (struct Sight){(int32_t)W->tick, (int32_t)W->outside_at, (int32_t)from, (int32_t)(seen || from >= 0 ? to : -1), (int32_t)spot, (int32_t)what}, c);
    }
    return n;
}
static void (keep_sights)(CTX_ struct Sight *kept, I *n_kept, const struct Sight *now, I n) {
    if (*n_kept + n > MOST_SIGHTS) gives_up(13);
    memcpy(kept + *n_kept, now, (size_t)n * sizeof *now);
    *n_kept += n;
}
static void (forget_changed)(CTX) { W->n_changed = W->n_shifted = 0; W->noted++; }
static void (find_changed)(CTX_ I all) {
    for (I k = 0; k < W->n_rolled; k++) { note_changed(W->rolled[k]); note_shifted(place[W->rolled[k]]); }
    for (I k = 0; k < W->n_reordered; k++) note_shifted(W->reordered[k]);
    if (all || W->n_shifted > 8) { for (I c = 0; c < COUNT; c++) note_changed(c); return; }
    for (I k = 0; k < W->n_shifted; k++) for (I l = zone_list[W->shifted[k]], i = 1; i <= mem[l]; i++) note_changed(mem[l + i]);
}
static void (sighted)(CTX_ I all) {
    find_changed(all);
    struct Sight now[COUNT + 1], unseen[COUNT + 1];
    int32_t who[COUNT + 1], moved[COUNT + 1];
    for (I k = 0; k < W->n_rolled; k++) W->was_look[W->rolled[k]] = -1;
    I n = sights_now(1, now, who), m = sights_now(0, unseen, moved);
    W->effort++;
    if (W->mode == MENDING) {
        struct Apart apart;
        if (!compare_sights(W->sights, W->n_sights, &W->sights_at, now, n, &apart)) blames_sights(now, who, &apart);
        if (!compare_sights(W->unseen, W->n_unseen, &W->unseen_at, unseen, m, &apart)) blames_moves(unseen, moved, &apart);
    } else {
        keep_sights(W->sights, &W->n_sights, now, n);
        keep_sights(W->unseen, &W->n_unseen, unseen, m);
    }
    for (I k = 0; k < W->n_changed; k++) {
        I c = W->changed[k], seen = sees(c);
        if (W->visible[c] && !seen) { W->seen_drawn[c] = W->last_drawn; W->seen_asked[c] = W->last_asked; }
        if (!W->visible[c] && seen) { W->lost_drawn[c] = W->seen_drawn[c]; W->lost_asked[c] = W->seen_asked[c]; }
        W->visible[c] = (int32_t)seen; W->was_look[c] = (int32_t)(seen ? lk[c] : -1);
        if (!seen) continue;
        if (W->mode == MENDING && W->face_at[c] >= 0) PLAN->sure[W->face_at[c]] = 1;
        W->was_spot[c] = (int32_t)(masked[place[c]] ? 0 : place_in(zone_list[place[c]], c));
    }
    W->last_drawn = (int32_t)W->drawn_at; W->last_asked = (int32_t)W->asked_at;
    forget_changed();
    W->tick++;
}
static void (tells_value)(CTX_ I at, uint64_t value) {
    if (W->mode == TELLING) {
        if (W->n_values >= MOST_SIGHTS) gives_up(13);
        W->values[W->n_values++] = (struct Value){at, W->tick, value};
    }
    if (W->mode != MENDING) return;
    const struct Value *want = &W->values[W->values_at];
    if (W->values_at >= W->n_values || want->at != at) blames(ANYTHING, 0);
    if (want->told == value) {
        W->values_at++;
        if (W->valued[at] >= 0) PLAN->sure[W->valued[at]] = 1;
        if (W->answered[at] >= 0) PLAN->choice[PLAN->slot[W->answered[at]]].sure = 1;
        return;
    }
    PLAN->blamed_at = at; PLAN->wanted_value = want->told; PLAN->valued = W->valued[at]; PLAN->answered = W->answered[at];
    blames(VALUE, 0);
}

/* What the seat sees of the pieces that variables hold: which of two that looked alike has come back is told nowhere else. */
static uint64_t (tells_held)(CTX_ I at, I piece, uint64_t value) {
    if (!W->holding) return value;
    W->held_piece[at] = (int32_t)(piece == NONE ? -1 : piece);
    if (W->held[at] == value) return value;
    W->held[at] = value;
    if (W->mode == TELLING) {
        if (W->n_values >= MOST_SIGHTS) gives_up(13);
        W->values[W->n_values++] = (struct Value){-1 - at, W->tick, value};
        return value;
    }
    const struct Value *want = &W->values[W->values_at];
    I heard = W->values_at < W->n_values && want->at == -1 - at && want->tick == W->tick;
    if (!heard || want->told != value) { PLAN->blamed_at = W->held_piece[at]; PLAN->wanted_value = heard ? want->told : 0; blames(HELD, 0); }
    W->values_at++;
    return value;
}
static void (look_at_held)(CTX) {
    W->holding = 1;
    view_of_held();
    W->holding = 0;
    const struct Value *want = &W->values[W->values_at];
    if (W->mode != MENDING || W->values_at >= W->n_values || want->at >= 0 || want->tick != W->tick) return;
    PLAN->blamed_at = W->held_piece[-1 - want->at]; PLAN->wanted_value = want->told;
    blames(HELD, 0);
}

/* What the seat will be told of the zones of another that has acted in a block, when all have: what others do there at the
   same time is none of its business, so that this can be tested as soon as that one is done. */
static void (ends_parts)(CTX) {
    if (W->mode != TELLING) return;
    for (I z = 0; z < ZONES; z++) {
        if (!owner_of(z)) continue;
        if (W->n_ends >= MOST_SIGHTS) gives_up(13);
        I many = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        W->ends[W->n_ends++] = (struct Outcome){(int32_t)W->blocks, (int32_t)z, (int32_t)many, view_of_zone(z)};
    }
}
/* How far the zones of a seat that acts in this block are from what will be told of them. */
static I (distance_of)(CTX_ I seat) {
    I apart = 0, low = 0, high = W->n_ends, block = W->block;
    W->block = 0;
    while (low < high) { I at = (low + high) / 2; if (W->ends[at].block < W->blocks) low = at + 1; else high = at; }
    for (; low < W->n_ends && W->ends[low].block == W->blocks; low++) {
        const struct Outcome *end = &W->ends[low];
        I z = end->zone, many = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        if (owner_of(z) != seat) continue;
        apart += many != end->size ? llabs(many - end->size) : view_of_zone(z) != end->view;
    }
    W->block = block;
    return apart;
}
/* ---- answers in blocks that lead nowhere */

static struct NoGood *(no_good)(CTX_ uint64_t key) {
    struct NoGood *at = 0;
    for (I k = 0; k < 8; k++) {
        at = &W->no_goods[(key + (uint64_t)k) % NO_GOODS];
        if (at->era != W->era || at->key == key) break;
    }
    if (at->era != W->era || at->key != key) *at = (struct NoGood){key, W->era, 0};
    return at;
}
/* How a seat stands that acts in a block: what it does there depends on its own zones and variables alone. */
static uint64_t (key_of_seat)(CTX_ I seat, I n) {
    I own = W->seat, block = W->block;
    uint64_t key = told(told((uint64_t)W->blocks, seat), n);
    W->seat = seat; W->block = 0;
    for (I z = 0; z < ZONES; z++) if (zone_limits[z] == 1LL << seat) key = told(key, (I)view_of_zone(z));
    key = view_of_numbers(key);
    W->seat = own; W->block = block;
    return key;
}
static void (ends_part)(CTX_ I seat) {
    if (W->mode != MENDING && (W->mode != TRYING || !W->by_parts)) return;
    I apart = distance_of(seat);
    if (apart && W->mode == TRYING) part_fails();
    if (W->mode == TRYING) return;
    PLAN->n_wrong = apart < COUNT ? apart : COUNT - 1;
    if (apart) blames(SIZE, seat);
    W->parts++;
}

/* ---- draws and answers */

static I (mended)(CTX_ I kind, I c, I at, I n) {
    struct Plan *p = PLAN;
    I k = W->drawn_at++, found = -1;
    if (k >= MOST_DRAWN) gives_up(1);
    W->effort++;
    I planned = k < p->n_planned ? p->kind[k] : -1;
    if (planned == kind || planned == (kind | LIKE))
        for (I i = 0; i < n && found < 0; i++) {
            I value = kind == OF_FACES ? i : mem[at + i];
            if (planned == kind ? value == p->value[k] : (I)told(5, value) == p->value[k]) found = i;
        }
    if (found < 0) { found = any_of(n); W->chanced |= n > 1; }
    p->kind[k] = (int32_t)kind; p->sure[k] = 0;
    p->value[k] = kind == OF_FACES ? found : mem[at + found];
    if (kind == OF_FACES) W->face_at[c] = (int32_t)k;
    if (kind == OF_VALUES) W->last_value = k;
    return came_out(found, n);
}
/* Is a piece seen before the next question, coming from where it lies? */
static I (is_foreseen)(CTX_ I c, I question) {
    I from = GROUPS ? outer(place[c]) : place[c];
    for (I at = W->sights_at; at < W->n_sights && W->sights[at].question <= question; at++)
        if (W->sights[at].look == lk[c] && (W->sights[at].from < 0 || W->sights[at].from == from)) return 1;
    return 0;
}
/* What is told next of the variables of a seat, each for the first time; how many there are. */
static I (values_to_come)(CTX_ I seat, uint64_t *values) {
    I n = 0, first = -1;
    for (I at = W->values_at; at < W->n_values && n < WIDE; at++) {
        const struct Value *each = &W->values[at];
        if (each->at < 0 || var_owners[each->at] != seat) continue;
        if (each->at == first) break;
        if (!n) first = each->at;
        values[n++] = each->told;
    }
    return n;
}
/* How many numbers of a list are told so, in its order. */
static I (numbers_foreseen)(CTX_ const struct Cell *c, I size, const uint64_t *values, I n) {
    I found = 0;
    if (size == 1) return n && c->tag == NUMBER && told(5, c->value) == values[0];
    for (I j = 1; j < size && j <= n; j++) found += c[j].tag == NUMBER && told(5, c[j].value) == values[j - 1];
    return found;
}
static I (same_cells)(CTX_ const struct Choice *choice, const struct Cell *c, I n) {
    if (choice->size != n) return 0;
    for (I i = 0; i < n; i++) if (choice->cell[i].value != c[i].value || choice->cell[i].tag != c[i].tag) return 0;
    return 1;
}
/* Where the answer to a question is planned: by its number, or in a block by that of the seat's there, since seats give as many
   answers as they like. */
static I (slot_of)(CTX_ uint64_t key) {
    for (uint64_t k = mix64(key);; k++) {
        struct Slot *at = &W->slots[k % N_SLOTS];
        if (at->era == W->made && at->key == key) return at->at;
        if (at->era == W->made) continue;
        if (W->n_slots >= MOST_ASKED) gives_up(8);
        *at = (struct Slot){key, W->made, (int32_t)W->n_slots++};
        PLAN->choice[at->at].size = W->others->choice[at->at].size = -1;
        return at->at;
    }
}
static M (offered_pieces)(CTX) {
    M all = W->by_mask ? W->offered : m_zero();
    for (I j = 0; j < W->cells; j++) if (W->cell[j].tag == PIECE && W->cell[j].value >= 0) all = m_or(all, m_bit(W->cell[j].value));
    return all;
}
/* Something is told otherwise where a seat is asked: if it is the seat that watches, which pieces it is offered, and in which
   order. */
static void __attribute__((noreturn)) (blames_order)(CTX_ I seat, const struct Heard *e) {
    struct Plan *p = PLAN;
    I k = 0;
    p->offered = offered_pieces(); p->n_wrong = 0; p->offer = e;
    if (e->seat != seat || seat != W->seat) blames(ANYTHING, seat);
    if (W->by_mask && e->offers) {
        p->offered = m_zero();
        for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest), k++)
            if (k >= e->offers || W->offers[e->offer + k] != (sees(m_low(rest)) ? lk[m_low(rest)] : -1)) { p->offered = m_or(p->offered, m_bit(m_low(rest))); p->n_wrong++; }
        p->n_wrong += k < e->offers ? e->offers - k : 0;
        p->order = W->offered;
    }
    blames(ORDER, seat);
}
static I (is_mended)(CTX_ I seat, I n) {
    struct Plan *p = PLAN;
    const struct Heard *e = 0;
    W->effort++;
    if (W->chanced) return W->paused = 1;
    if (W->block ? W->target_block == W->blocks : W->outside_at == W->outside) {
        if (W->fp != W->target || W->order != W->target_order || seat != W->target_seat || (W->target_block && !W->block)) blames_order(seat, &W->heard_last);
        return 1;
    }
    if (!W->block) e = &W->heard[W->outside_at];
    else if (seat == W->seat) {
        e = &W->own[W->own_at++];
        if (W->own_at > W->n_own || e->block != W->blocks) blames(ANYTHING, 0);
    }
    if (e && (e->seat != seat || e->fp != W->fp)) blames_order(seat, e);
    I k = W->asked_at, question = W->outside_at + !W->block, many = 0, most = -1, found = -1, only = -1, fits = 0;
    if (k >= MOST_ASKED) gives_up(8);
    p->slot[k] = (int32_t)slot_of(W->block ? told(told((uint64_t)W->blocks, seat), W->inside_at[seat]++) : (uint64_t)W->outside_at);
    struct Choice *choice = &p->choice[p->slot[k]];
    I planned = choice->seat == seat && choice->size >= 0, kept_to = 0;
    I foresight = any_of(4) > 0, to_come = 0; /* what looks likely is not always so */
    uint64_t values[WIDE];
    if (foresight && !e && seat != W->seat) to_come = values_to_come(seat, values);
    uint64_t key = !e && W->block && n > 1 ? moves_unseen(), key_of_seat(seat, n) : 0;
    I is_open = !key || !no_good(key)->many;
    I passes = !e && seat != W->seat && any_of(8) ? 1 + !(moves_unseen(), distance_of(seat)) : 0;
    M offered = m_zero();
    for (I i = 0; i < n; i++) {
        const struct Cell *c = W->cell + W->row[i];
        I size = W->row[i + 1] - W->row[i], score = 0;
        if (e && told_row(c, size) != e->told) continue;
        fits++;
        only = i;
        for (I j = 0; j < size; j++) {
            if (c[j].tag != PIECE || c[j].value < 0) continue;
            offered = m_or(offered, m_bit(c[j].value));
            score += foresight && !sees(c[j].value) && is_foreseen(c[j].value, question);
        }
        if (planned && choice->unknown == LIKE && size == 1 && c->tag == NUMBER && (I)told(5, c->value) == choice->cell[0].value) { found = i; kept_to = 1; }
        if (planned && choice->unknown != LIKE && same_cells(choice, c, size)) { found = i; kept_to = 1; }
        if (kept_to || (!is_open && no_good(told(key, i))->many)) continue;
        if (to_come && size != 2) score += numbers_foreseen(c, size, values, to_come);
        if (passes && c->tag == PASSING) score = passes > 1 ? COUNT : -1;
        if (score < most) continue;
        if (score > most) { most = score; many = 0; }
        if (!any_of(++many)) found = i;
    }
    if (found < 0 && fits) { p->n_wrong = COUNT - 1; blames(SIZE, seat); }
    if (!fits) {
        p->offered = offered_pieces();
        blames(ANSWER, seat);
    }
    if (fits > 1 && !kept_to) W->chanced = 1;
    const struct Cell *c = W->cell + W->row[found];
    I size = W->row[found + 1] - W->row[found];
    choice->size = (int32_t)(size <= WIDE ? size : -1); choice->seat = (int32_t)seat; choice->block = (int32_t)(W->block ? W->blocks : 0); choice->unknown = fits > 1; choice->sure = 0; choice->key = key; choice->option = (int32_t)found; choice->fits = (int32_t)fits; choice->offered = offered;
    if (size <= WIDE) memcpy(choice->cell, c, (size_t)size * sizeof *c);
    if (!W->block) W->outside_at++;
    W->asked_at++; W->time++;
    return answers_with(found);
}

/* ---- how a plan is mended */

static void (plan_from)(CTX_ I draw, I answer_at) {
    struct Plan *p = PLAN;
    if (draw >= 0 && draw < p->from_draw) p->from_draw = (int32_t)draw;
    if (answer_at >= 0 && answer_at < p->from_answer) p->from_answer = (int32_t)answer_at;
}
/* Two pieces change places, since the seat last saw one of them. */
static I (exchanged)(CTX_ I x, I y) {
    struct Plan *p = PLAN;
    I since = p->seen_drawn[x] > p->seen_drawn[y] ? p->seen_drawn[x] : p->seen_drawn[y], changed = 0;
    for (I k = since; k < p->n_planned; k++) {
        if (p->kind[k] != OF_PIECES || (p->value[k] != x && p->value[k] != y)) continue;
        p->value[k] = p->value[k] == x ? y : x;
        plan_from(k, -1);
        changed = 1;
    }
    if (!changed) return 0;
    int32_t lies = p->lies[x];
    p->lies[x] = p->lies[y]; p->lies[y] = lies;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)(p->here[c] == x ? y : p->here[c] == y ? x : p->here[c]);
    since = p->seen_asked[x] > p->seen_asked[y] ? p->seen_asked[x] : p->seen_asked[y];
    for (I k = since; k < p->answers; k++) {
        struct Choice *choice = &p->choice[p->slot[k]];
        for (I i = 0; choice->unknown && i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || (choice->cell[i].value != x && choice->cell[i].value != y)) continue;
            choice->cell[i].value = choice->cell[i].value == x ? y : x;
            plan_from(-1, k);
        }
    }
    return 1;
}
/* The last unknown answer in which a piece was given, though another might have been: it is that other one. */
static I (answered_with)(CTX_ I y, I x) {
    struct Plan *p = PLAN;
    for (I k = p->answers - 1; k >= p->seen_asked[y]; k--) {
        struct Choice *choice = &p->choice[p->slot[k]];
        if (!choice->unknown || choice->size < 0) continue;
        for (I i = 0; i < choice->size; i++) {
            if (choice->cell[i].tag != PIECE || choice->cell[i].value != y) continue;
            if (!m_has(choice->offered, x)) return 0;
            choice->cell[i].value = x;
            plan_from(-1, k);
            return 1;
        }
    }
    return 0;
}
/* A piece is to look otherwise: it is another one, or its face is. */
static I (looks_so)(CTX_ I y, I wanted, I stays, M *settled) {
    struct Plan *p = PLAN;
    I n = 0, among[COUNT];
    if (wanted >= COUNT && look[y] == wanted % COUNT && p->face_at[y] >= 0) {
        p->value[p->face_at[y]] = wanted / COUNT - 1;
        plan_from(p->face_at[y], -1);
        return 1;
    }
    for (; stays >= 0 && !n; stays--) for (I c = 0; c < COUNT; c++)
        if (c != y && p->hidden[c] && (!stays || p->lies[c] == p->lies[y]) && kinds[c] == kinds[y] && !m_has(*settled, c) && (wanted == OTHERWISE ? look[c] != look[y] : p->looks[c] == wanted || look[c] == wanted % COUNT)) among[n++] = c;
    while (n) {
        I at = any_of(n), x = among[at];
        if ((any_of(8) && answered_with(y, x)) || exchanged(x, y) || answered_with(y, x)) { *settled = m_or(*settled, m_bit(x)); return 1; }
        among[at] = among[--n];
    }
    return 0;
}
/* Is a piece soon to be seen coming from where it lies? */
#define SOON 64
static I (is_needed)(CTX_ I c) {
    const struct Plan *p = PLAN;
    for (I at = p->sights_at; at < W->n_sights && at < p->sights_at + SOON; at++)
        if (W->sights[at].look == p->looks[c] && W->sights[at].from == p->lies[c]) return 1;
    return 0;
}
/* A hidden piece of some kind in a zone, or of all others; rather one that is not needed there. */
static I (hidden_piece)(CTX_ I zone, I elsewhere, I kind, I seat) {
    const struct Plan *p = PLAN;
    I n = 0, needed = 0, among[COUNT], others[COUNT];
    for (I c = 0; c < COUNT; c++) {
        if (!p->hidden[c] || p->shown[c] || (zone >= 0 && (p->lies[c] == zone) == elsewhere) || (kind >= 0 && kinds[c] != kind) || (seat && !(zone_sights[p->lies[c]] >> seat & 1))) continue;
        if (is_needed(c)) others[needed++] = c;
        else among[n++] = c;
    }
    return n && (!needed || any_of(8)) ? among[any_of(n)] : needed ? others[any_of(needed)] : -1;
}
static I (shaken)(CTX_ I seat) {
    struct Plan *p = PLAN;
    for (I left = 8; left; left--) {
        I how = any_of(4);
        if (how < 2) {
            I x = hidden_piece(-1, 0, -1, seat), y = x < 0 ? -1 : hidden_piece(p->lies[x], 1, kinds[x], 0);
            if (y >= 0 && exchanged(x, y)) return 1;
        } else if (how == 2 && p->answers) {
            I k = p->answers - 1 - any_of(any_of(p->answers) + 1);
            while (k >= 0 && (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure)) k--;
            if (k >= 0) { p->choice[p->slot[k]].size = -1; plan_from(-1, k); return 1; }
        } else if (p->n_planned) {
            I k = p->n_planned - 1 - any_of(any_of(p->n_planned) + 1);
            while (k >= 0 && (p->sure[k] || p->kind[k] == OF_PIECES)) k--;
            if (k >= 0) { p->kind[k] = -1; plan_from(k, -1); return 1; }
        }
    }
    return 0;
}
/* What was to be chosen from a zone was not offered: what was offered instead forbids it, and lies elsewhere. */
static I (makes_room)(CTX_ I zone, M offered, I taken_one) {
    const struct Plan *p = PLAN;
    I changed = 0;
    for (M rest = offered; !m_empty(rest); rest = m_drop(rest)) {
        I y = m_low(rest), n = 0, among[COUNT];
        if (!p->hidden[y] || (p->lies[y] != zone && y != taken_one)) continue;
        for (I c = 0; c < COUNT; c++) if (p->hidden[c] && !p->shown[c] && p->lies[c] != zone && kinds[c] == kinds[y] && !m_has(offered, c) && !is_needed(c)) among[n++] = c;
        I x = n ? among[any_of(n)] : hidden_piece(zone, 1, kinds[y], 0);
        if (x >= 0) changed |= exchanged(x, y);
    }
    return changed;
}
/* Lies the piece there that was wanted in place of another, and was it not to be chosen? What was is in `offered`. */
static I (is_kept_back)(CTX_ I y, I zone, I wanted, M *offered) {
    const struct Plan *p = PLAN;
    I there = 0;
    for (I c = 0; c < COUNT; c++) there |= p->hidden[c] && p->lies[c] == zone && p->looks[c] == wanted;
    for (I k = p->answers - 1; there && k >= p->seen_asked[y]; k--)
        for (I i = 0; i < p->choice[p->slot[k]].size; i++)
            if (p->choice[p->slot[k]].cell[i].tag == PIECE && p->choice[p->slot[k]].cell[i].value == y) {
                *offered = p->choice[p->slot[k]].offered;
                for (I c = 0; c < COUNT; c++) if (p->looks[c] == wanted && m_has(*offered, c)) return 0;
                return 1;
            }
    return 0;
}
/* What is soon to come out of a zone lies there already; `chance_of`: one of so many is left out. */
static I (foresees)(CTX_ I until, I chance_of) {
    struct Plan *p = PLAN;
    I changed = 0;
    M settled = m_zero();
    for (I at = p->sights_at; at < W->n_sights && at < p->sights_at + SOON && W->sights[at].question <= until; at++) {
        const struct Sight *want = &W->sights[at];
        I there = 0;
        if (want->from < 0 || !any_of(chance_of)) continue;
        for (I c = 0; c < COUNT; c++) there |= p->lies[c] == want->from && p->looks[c] == want->look;
        I y = there ? -1 : hidden_piece(want->from, 0, -1, 0);
        if (y < 0 || m_has(settled, y) || !looks_so(y, want->look, 0, &settled)) continue;
        settled = m_or(settled, m_bit(y));
        changed = 1;
    }
    return changed;
}
/* Dice of one kind are offered in another order: their faces are those that were offered. */
static I (faces_in_order)(CTX) {
    struct Plan *p = PLAN;
    I changed = 0, k = 0;
    for (M rest = p->order; k < p->offer->offers && !m_empty(rest); rest = m_drop(rest)) {
        I y = m_low(rest), wanted = W->offers[p->offer->offer + k++];
        if (wanted < COUNT || wanted == p->looks[y] || wanted % COUNT != look[y] || p->face_at[y] < 0) continue;
        p->value[p->face_at[y]] = wanted / COUNT - 1;
        plan_from(p->face_at[y], -1);
        changed = 1;
    }
    return changed;
}
/* What is offered lies in another order, or a variable holds another piece: of pieces that look alike one is another, and
   has been since it was seen no more before, or from the beginning. `some`: of these, or of all. */
static I (renamed)(CTX_ M some) {
    struct Plan *p = PLAN;
    for (I left = 8; left; left--) {
        I x = any_of(COUNT), n = 0, others[COUNT];
        if (!m_empty(some)) {
            M rest = some;
            for (I skip = any_of(m_count(some)); skip; skip--) rest = m_drop(rest);
            x = m_low(rest);
        }
        for (I c = 0; c < COUNT; c++) if (c != x && look[c] == look[x]) others[n++] = c;
        if (!n) continue;
        I y = others[any_of(n)];
        I always = !any_of(4);
        p->seen_drawn[x] = always ? 0 : p->lost_drawn[x]; p->seen_asked[x] = always ? 0 : p->lost_asked[x];
        p->seen_drawn[y] = always ? 0 : p->lost_drawn[y]; p->seen_asked[y] = always ? 0 : p->lost_asked[y];
        if (exchanged(x, y)) return 1;
    }
    return 0;
}
/* A variable holds a piece that is seen otherwise: it is another one that looked alike before. */
static I (is_another)(CTX_ I x, uint64_t wanted) {
    struct Plan *p = PLAN;
    I n = 0, among[COUNT];
    for (I c = 0; x >= 0 && c < COUNT; c++)
        if (c != x && look[c] == look[x] && (!wanted || wanted == (p->shown[c] ? told(8, p->looks[c]) : told(7, kinds[c])))) among[n++] = c;
    if (!n) return 0;
    I y = among[any_of(n)], always = !any_of(4);
    p->seen_drawn[x] = always ? 0 : p->lost_drawn[x]; p->seen_asked[x] = always ? 0 : p->lost_asked[x];
    p->seen_drawn[y] = always ? 0 : p->lost_drawn[y]; p->seen_asked[y] = always ? 0 : p->lost_asked[y];
    return exchanged(x, y);
}
#define RECENT 24
/* An unknown answer is given anew: the last of a seat, or one of the last of all. */
static I (answers_anew)(CTX_ I seat) {
    struct Plan *p = PLAN;
    I skip = seat ? 0 : any_of(2 * PLAYERS);
    for (I k = p->answers - 1; k >= 0; k--) {
        if (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure || (seat && p->choice[p->slot[k]].seat != seat) || skip-- > 0) continue;
        p->choice[p->slot[k]].size = -1;
        plan_from(-1, k);
        return 1;
    }
    return 0;
}
/* What a seat did in a block is not what was told behind it: its last answer there leads nowhere. If none is left that may
   lead somewhere, the answer before that does not either, and so on, into the block before in which it acted. */
static I (backjumps)(CTX_ I seat) {
    struct Plan *p = PLAN;
    for (I k = p->answers - 1; k >= 0; k--) {
        struct Choice *choice = &p->choice[p->slot[k]];
        if (choice->seat != seat || !choice->unknown || choice->sure || !choice->key) continue;
        struct NoGood *one = no_good(told(choice->key, choice->option)), *all;
        I fresh = !one->many;
        one->many = 1;
        all = no_good(choice->key);
        all->many += fresh;
        choice->size = -1;
        plan_from(-1, k);
        if (all->many < choice->fits) return 1;
    }
    return 0;
}
/* An answer that was given is not offered: what is to come out of a zone is not there, or something there forbids it. */
static I (makes_possible)(CTX) {
    struct Plan *p = PLAN;
    if (foresees(p->question + 1, 1 << 20)) return 1;
    for (I at = p->sights_at; at < W->n_sights && W->sights[at].question <= p->question + 1; at++)
        if (W->sights[at].from >= 0 && makes_room(W->sights[at].from, p->offered, -1)) return 1;
    return 0;
}
static I (mends)(CTX_ I vain) {
    struct Plan *p = PLAN;
    I changed = 0;
    p->from_draw = p->from_answer = INT32_MAX;
    for (I c = 0; c < COUNT; c++) p->here[c] = (int32_t)c; /* which piece is in the place of another by now */
    if (p->blame == SIZE) {
        if (backjumps(p->blamed_seat)) return 1;
        W->era++;
        if (any_of(4) && shaken(p->blamed_seat)) return 1;
    }
    if (p->blame == LOOKS) {
        M settled = m_zero(), offered = m_zero();
        for (I i = 0; i < p->n_wrong; i++) {
            I y = p->here[p->wrong[i]];
            if (p->looks[y] != p->wanted[i]) changed |= (any_of(4) && is_kept_back(y, p->left[i], p->wanted[i], &offered) && makes_room(p->left[i], offered, y)) || looks_so(y, p->wanted[i], p->left[i] < 0, &settled);
            settled = m_or(settled, m_bit(p->here[p->wrong[i]]));
        }
        if (any_of(2)) foresees(INT32_MAX, 4);
    } else if (p->blame == VALUE && p->valued >= 0 && p->valued < p->n_planned) {
        p->kind[p->valued] = OF_VALUES | LIKE; p->value[p->valued] = (I)p->wanted_value;
        plan_from(p->valued, -1);
        changed = 1;
    } else if (p->blame == VALUE && p->answered >= 0 && p->answered < p->answers) {
        struct Choice *choice = &p->choice[p->slot[p->answered]];
        choice->unknown = LIKE; choice->size = 1; choice->cell[0] = (struct Cell){(I)p->wanted_value, NUMBER};
        plan_from(-1, p->answered);
        changed = 1;
    } else if (p->blame == ANSWER) changed = makes_possible();
    else if (p->blame == ORDER && any_of(8)) changed = (any_of(2) && faces_in_order()) || renamed(p->offered);
    else if (p->blame == HELD && any_of(8)) changed = is_another(p->blamed_at, p->wanted_value);
    
    if (!changed && p->blame == VALUE && any_of(8)) changed = answers_anew(var_owners[p->blamed_at]);
    if (!changed && p->blame == ANYTHING && any_of(2)) changed = renamed(m_zero());
    if (!changed && !any_of(8)) changed = answers_anew(0);
    if (!changed && any_of(2)) changed = foresees(INT32_MAX, 2);
    if (any_of(vain + 20) >= 20) changed |= shaken(0);
    return changed || shaken(p->blame == ANSWER ? p->blamed_seat : 0) || shaken(0);
}
/* Nothing helps where the plan stands: some of the last unknown answers are forgotten, and perhaps where something lies. False
   if there are not so many of them. */
static I (forgets)(CTX_ I many) {
    struct Plan *p = PLAN;
    I seat = any_of(4) ? p->blamed_seat : 0;
    p->from_draw = p->from_answer = INT32_MAX;
    for (I k = p->answers - 1; k >= 0 && many; k--) {
        if (!p->choice[p->slot[k]].unknown || p->choice[p->slot[k]].sure || (seat && p->choice[p->slot[k]].seat != seat)) continue;
        p->choice[p->slot[k]].size = -1;
        plan_from(-1, k);
        many--;
    }
    for (I left = any_of(4); left; left--) shaken(seat);
    return !many;
}
