/* What a seat sees of the zones, as one number. Pieces that look alike count alike; in a set their order does not count.
   It is a sum over all that is seen, each by its place, so that nothing has to wait for the one before it. */

static inline uint64_t seen(uint64_t where, I value) {
    uint64_t z = ((uint64_t)value + where * GAMMA) * 0xD6E8FEB86659FD93ULL;
    return (z ^ z >> 32) * 0xD6E8FEB86659FD93ULL;
}
static uint64_t (key_of_zones)(CTX_ I seat) {
    uint64_t key = 0;
    for (I z = 0; z < ZONES; z++) {
        if (!kept[z] || !(seen_sizes[z] >> seat & 1)) continue;
        I open = seen_zones[z] >> seat & 1, n = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        uint64_t here = (uint64_t)z << 20;
        key += seen(here, n);
#if ALL_DIFFER
        if (open && masked[z]) { key += seen(here + 1, (I)zm[z]); continue; } /* no two pieces look alike */
#endif
        if (open && masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) key += seen(here + 1, lk[m_low(rest)]);
        else if (open) for (I i = 1; i <= n; i++) key += seen(here + 1 + (uint64_t)i, lk[mem[zone_list[z] + i]]);
    }
    return key;
}
