/* Blocks in which seats act at the same time: what a seat has done there is seen when all are done.

   What another seat does in a block depends on its own zones and variables alone, and so does what is told of it. So each part
   is tested by itself as soon as it is over, against the outcome that was told of the seat's zones, and searched by itself: an
   answer that leads nowhere where the seat stands so is a no-good, and is not given there again. */

/* What the seat will be told of the zones of another that has acted in a block, when all have: what others do there at the
   same time is none of its business, so that this can be tested as soon as that one is done. */
static void (keep_outcomes)(CTX) {
    if (W->mode != TELLING) return;
    for (I z = 0; z < ZONES; z++) {
        if (!owner_of(z)) continue;
        if (W->n_ends >= MOST_SIGHTS) gives_up(13);
        I many = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        W->ends[W->n_ends++] = (struct Outcome){(int32_t)W->blocks, (int32_t)z, (int32_t)many, view_of_zone(z)};
    }
}
/* How far the zones of a seat that acts in this block are from what will be told of them; `most` is far enough. */
static I (distance_of)(CTX_ I seat, I most) {
    I apart = 0, low = 0, high = W->n_ends, block = W->block;
    W->block = 0;
    while (low < high) { I at = (low + high) / 2; if (W->ends[at].block < W->blocks) low = at + 1; else high = at; }
    for (; low < W->n_ends && W->ends[low].block == W->blocks && apart < most; low++) {
        const struct Outcome *end = &W->ends[low];
        I z = end->zone;
        if (owner_of(z) != seat) continue;
        I many = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        apart += many != end->size ? llabs(many - end->size) : view_of_zone(z) != end->view;
    }
    W->block = block;
    return apart;
}
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
    uint64_t key = mixed(mixed((uint64_t)W->blocks, seat), n);
    W->seat = seat; W->block = 0;
    for (I z = 0; z < ZONES; z++) if (zone_limits[z] == 1LL << seat) key = mixed(key, (I)view_of_zone(z));
    key = view_of_numbers(key);
    W->seat = own; W->block = block;
    return key;
}
static void (end_part)(CTX_ I seat) {
    if (W->mode != REPAIRING && (W->mode != TRYING || !W->by_parts)) return;
    I apart = distance_of(seat, W->mode == TRYING ? 1 : INT32_MAX);
    if (apart && W->mode == TRYING) fail_part();
    if (W->mode == TRYING) return;
    PLAN->n_wrong = apart < COUNT ? apart : COUNT - 1;
    if (apart) raise_conflict(SIZE, seat);
    W->parts++;
}
