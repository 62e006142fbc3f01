/* Values that are worked out before they are needed. A test that fails is only noted, beside the value, in `doubt`; the
   code bails out where the value is used. */

static inline I (noted_bail)(CTX) { doubt = 1; return 0; }
static inline I (noted_ix)(CTX_ I i, I n) { I bad = (uint64_t)i >= (uint64_t)n; doubt |= bad; return bad ? 0 : i; }
static inline I (noted_need)(CTX_ I x) { doubt |= x == NONE; return x == NONE ? 0 : x; }
static inline I (noted_found)(CTX_ I x) { doubt |= x == MISS; return x == MISS ? 0 : x; }
static inline I (noted_found_face)(CTX_ I x) { doubt |= x == NONE; return x == NONE ? 0 : x; }
static inline I (noted_shown)(CTX_ I number, I before) { doubt |= !number; return number + before; }
static inline I (noted_within)(CTX_ I x, I low, I high) { I bad = x < low || x > high; doubt |= bad; return bad ? low : x; }
static inline I (noted_m_only)(CTX_ M a) {
    I bad = m_empty(a) || !m_empty(m_drop(a));
    doubt |= bad;
    return bad ? 0 : m_low(a);
}
static inline I (noted_m_first)(CTX_ M a) { doubt |= m_empty(a); return m_empty(a) ? 0 : m_low(a); }
static inline I (noted_m_last)(CTX_ M a) { doubt |= m_empty(a); return m_empty(a) ? 0 : m_high(a); }
static inline I (noted_fit)(CTX_ I x) { I bad = !counts(x); doubt |= bad; return bad ? 0 : x; }
static inline I (noted_mul_ck)(CTX_ I a, I b) {
    I r, bad = __builtin_mul_overflow(a, b, &r);
    doubt |= bad;
    return bad ? 0 : noted_fit(r);
}
static inline I (noted_part)(CTX_ I x, I most) { I bad = x < -most || x > most; doubt |= bad; return bad ? 0 : x; }
static inline I (noted_part_or_none)(CTX_ I x, I most) { return x == NONE ? -most - 1 : noted_part(x, most); }
static inline M (noted_rolled)(CTX_ M m) { doubt |= !m_empty(unrolled(m)); return m; }
static inline I (passed)(CTX_ I c, I if_so, I if_not) {
    if (__builtin_expect((if_so | if_not) != 0, 0) && (c ? if_so : if_not)) bail();
    return c;
}
static inline I (noted_passed)(CTX_ I c, I if_so, I if_not) { doubt |= c ? if_so : if_not; return c; }
static inline I (noted_sure_i)(CTX_ I bad, I x) { doubt |= bad; return x; }
static inline M (noted_sure_m)(CTX_ I bad, M x) { doubt |= bad; return x; }
static inline I (sure_i)(CTX_ I bad, I x) { if (__builtin_expect(bad, 0)) bail(); return x; }
static inline M (sure_m)(CTX_ I bad, M x) { if (__builtin_expect(bad, 0)) bail(); return x; }
