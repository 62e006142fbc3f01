/* What a seat sees of the zones, as one number. Pieces that look alike count alike; in a set their order does not count. */

static inline uint64_t seen(uint64_t key, I value) { return mix64(key * GAMMA + (uint64_t)value); }
static uint64_t key_of_zones(I seat) {
    uint64_t key = 0;
    for (I z = 0; z < ZONES; z++) {
        if (!kept[z] || !(seen_sizes[z] >> seat & 1)) continue;
        I open = seen_zones[z] >> seat & 1, n = masked[z] ? m_count(m_at(zm, z)) : mem[zone_list[z]];
        uint64_t own = seen((uint64_t)z, n);
        if (open && masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) own += seen((uint64_t)z, lk[m_low(rest)]);
        else if (open) for (I i = 1; i <= n; i++) own = seen(own, lk[mem[zone_list[z] + i]]);
        key = seen(key, (I)own);
    }
    return key;
}
