/* A table that is played on: its options by what they are, and what a seat sees of it as numbers (host/observed.py). */

static uint64_t (key_of_piece)(CTX_ I c) {
    uint64_t key = mixed(8, lk[c]);
    if (GROUPS && inside_of[c] >= 0) for (I k = 0; k < FIELDS; k++) key = mixed(key, gf[c][k]);
    return key;
}
/* Equal for options of one question that are answered with the same words. */
static uint64_t (key_of_row)(CTX_ I k) {
    uint64_t key = mix64((uint64_t)W->site);
    for (I i = W->row[k]; i < W->row[k + 1]; i++) {
        struct Cell c = W->cell[i];
        key = mixed(mixed(key, c.tag), c.tag == PIECE ? (I)key_of_piece(ix(c.value, COUNT)) : c.value);
    }
    return key;
}
/* A field of a tensor: what it is of, where it begins; by look, or by kind of piece, its places behind that (-1: none). */
enum { A_PHASE, A_ZONE, A_NUMBER, A_VALUE, A_PIECE, SOME_VALUES, SOME_PIECES, AN_AMOUNT };
struct Part { I what, at, start, low, size, during; const int32_t *looks, *unseen; };
static I (element_at)(CTX_ I k);
static I (amount_at)(CTX_ I k);
/* Numbers with a point, here alone: all else is compiled for general registers, which have none (TUNING in host/cc.py). */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("sse2")
#endif
static void (adds_piece)(CTX_ const struct Part *p, I c, double *out) {
    I seen = sees(c), at = seen ? p->looks[lk[c]] : p->unseen ? p->unseen[kinds[c]] : -1;
    if (at >= 0) out[at] += 1;
}
static void (writes_zone)(CTX_ const struct Part *p, double *out) {
    I z = p->at, n = masked[z] ? 0 : mem[zone_list[z]];
    if (masked[z]) for (M rest = m_at(zm, z); !m_empty(rest); rest = m_drop(rest)) adds_piece(p, m_low(rest), out);
    for (I i = 1; i <= n; i++) adds_piece(p, mem[zone_list[z] + i], out);
}
static void (writes_variable)(CTX_ const struct Part *p, double *out) {
    if (!(W->var_sight[p->at] >> W->seat & 1)) return;
    *out++ = 1;
    I v = element_at(p->at), many = p->what == SOME_VALUES || p->what == SOME_PIECES, n = 1;
    if (v == NONE) return;
    if (p->what == A_NUMBER) { *out = (double)v; return; }
    if (many) n = mem[v];
    for (I i = 1; i <= n; i++) {
        I each = many ? mem[v + i] : v;
        if (p->what == A_PIECE || p->what == SOME_PIECES) adds_piece(p, ix(each, COUNT), out);
        else if (each != NONE && each >= p->low && each < p->low + p->size) out[each - p->low] += 1;
    }
}
static void (writes_seen)(CTX_ const struct Part *p, I n, double *out) {
    for (; n--; p++) {
        if (p->during >= 0 && !(running >> p->during & 1)) continue;
        if (p->what == A_PHASE) out[p->start] = 1;
        else if (p->what == A_ZONE) writes_zone(p, out + p->start);
        else if (p->what != AN_AMOUNT) writes_variable(p, out + p->start);
        else if (p->low >> W->seat & 1) { out[p->start] = 1; out[p->start + 1] = p->size ? (double)amount_at(p->at) / (double)p->size : (double)amount_at(p->at); }
    }
}
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma GCC pop_options
#endif
