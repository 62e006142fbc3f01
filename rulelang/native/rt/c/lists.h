/* Lists in memory: the length, then the items. New ones are made at `top`. */

static I (fresh)(CTX_ I n) {
    if (n < 0 || n >= MEMORY - 1 - top) bail();
    I l = top;
    mem[l] = n;
    top += n + 1;
    return l;
}
static I (fresh_copy)(CTX_ I l) {
    I n = mem[need(l)], r = fresh(n);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[l + i];
    return r;
}
static I (copied)(CTX_ I to, I l, I cap) {
    I n = mem[need(l)];
    if (n + 1 > cap) bail();
    if (to < l) for (I i = 0; i <= n; i++) mem[to + i] = mem[l + i];
    else for (I i = n; i >= 0; i--) mem[to + i] = mem[l + i];
    return to;
}
static I (listed)(CTX_ const I *v, I n) { I r = fresh(n); for (I i = 0; i < n; i++) mem[r + 1 + i] = v[i]; return r; }
static inline void (push)(CTX_ I x) { if (bp >= BUILD) bail(); build[bp++] = x; }
/* An item if a condition holds, without a branch that nobody can foresee. */
static inline void (push_if)(CTX_ I holds, I x) { if (bp >= BUILD) bail(); build[bp] = x; bp += holds != 0; }
static void (push_by)(CTX_ I start, I *best, I key, I x, I better) {
    if (!better) { push(key); push(x); return; }
    if (bp == start || (better > 0 ? key > *best : key < *best)) { bp = start; *best = key; push(x); }
    else if (key == *best) push(x);
}
static I (built)(CTX_ I start) {
    I n = bp - start, r = fresh(n);
    for (I i = 0; i < n; i++) mem[r + 1 + i] = build[start + i];
    bp = start;
    return r;
}
static I (built_in_order)(CTX_ I start) {
    I n = (bp - start) / 2, r = fresh(n), *b = build + start;
    for (I i = 1; i < n; i++) {
        I k = b[2 * i], x = b[2 * i + 1], j = i;
        for (; j > 0 && b[2 * j - 2] > k; j--) { b[2 * j] = b[2 * j - 2]; b[2 * j + 1] = b[2 * j - 1]; }
        b[2 * j] = k;
        b[2 * j + 1] = x;
    }
    for (I i = 0; i < n; i++) mem[r + 1 + i] = b[2 * i + 1];
    bp = start;
    return r;
}
/* The subsets of a set, one after another. More than so many are left to the reference, which may refuse them. */
struct Some { M now, bits[SUBSET]; I low, high, size, n, made; int at[SUBSET]; };
static I some_now(struct Some *s) {
    s->now = m_zero();
    for (I i = 0; i < s->size; i++) s->now = m_or(s->now, s->bits[s->at[i]]);
    return 1;
}
static I (some_more)(CTX_ struct Some *s) {
    I k = ++s->size, fewer = k < s->n - k ? k : s->n - k, number = 1;
    if (k > s->high || k > s->n) return 0;
    for (I i = 0; i < fewer && number <= LISTED; i++) number = number * (s->n - i) / (i + 1);
    s->made += number;
    if (s->made > LISTED || s->made * k / 10 > LISTED) bail();
    burn(1 + number / 8);
    for (I i = 0; i < k; i++) s->at[i] = (int)i;
    return some_now(s);
}
static I (some_first)(CTX_ struct Some *s, M m, I low, I high) {
    s->n = s->made = 0;
    s->high = high;
    s->size = (low < 0 ? 0 : low) - 1;
    if (m_count(m) > SUBSET) bail();
    if (high >= low && m_count(m) > s->size) for (; !m_empty(m); m = m_drop(m)) s->bits[s->n++] = m_bit(m_low(m));
    return some_more(s);
}
static I (some_next)(CTX_ struct Some *s) {
    I k = s->size, i = k - 1;
    while (i >= 0 && s->at[i] == s->n - k + i) i--;
    if (i < 0) return some_more(s);
    for (s->at[i]++; ++i < k;) s->at[i] = s->at[i - 1] + 1;
    return some_now(s);
}
static I (ids)(CTX_ M m) {
    I r = fresh(m_count(m));
    for (I i = 1; !m_empty(m); m = m_drop(m)) mem[r + i++] = m_low(m);
    return r;
}
static I (span)(CTX_ I low, I high) {
    I n = high < low ? 0 : high - low + 1, r = fresh(n);
    for (I i = 0; i < n; i++) mem[r + 1 + i] = low + i;
    return r;
}
static I (join)(CTX_ I a, I b) {
    I n = mem[a], r = fresh(n + mem[b]);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[a + i];
    for (I i = 1; i <= mem[b]; i++) mem[r + n + i] = mem[b + i];
    return r;
}
static I (without)(CTX_ I a, I b) {
    I r = fresh_copy(a);
    for (I i = 1; i <= mem[b]; i++)
        for (I j = 1; j <= mem[r]; j++)
            if (mem[r + j] == mem[b + i]) {
                for (I k = j; k < mem[r]; k++) mem[r + k] = mem[r + k + 1];
                mem[r]--;
                break;
            }
    return r;
}
static I (take)(CTX_ I l, I n) { I r = fresh_copy(l); if (n < 0) n = 0; if (n < mem[r]) mem[r] = n; return r; }
static I (reverse)(CTX_ I l) {
    I n = mem[l], r = fresh(n);
    for (I i = 1; i <= n; i++) mem[r + i] = mem[l + n + 1 - i];
    return r;
}
static I (distinct)(CTX_ I l) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start;
        while (j < bp && build[j] != mem[l + i]) j++;
        if (j == bp) push(mem[l + i]);
    }
    return built(start);
}
static I (in_list)(CTX_ I x, I l) { for (I i = 1; i <= mem[l]; i++) if (mem[l + i] == x) return 1; return 0; }
static I (same_list)(CTX_ I a, I b) { return mem[a] == mem[b] && !memcmp(mem + a, mem + b, (mem[a] + 1) * sizeof(I)); }

/* Lists of lists: an item is where the inner list lies. How deep they go is said: 1 for a list of numbers. */

static I (same_deep)(CTX_ I a, I b, I depth) {
    if (a == b || !depth || a == NONE || b == NONE) return a == b;
    if (mem[a] != mem[b]) return 0;
    for (I i = 1; i <= mem[a]; i++) if (!same_deep(mem[a + i], mem[b + i], depth - 1)) return 0;
    return 1;
}
static I (in_deep)(CTX_ I x, I l, I depth) {
    for (I i = 1; i <= mem[l]; i++) if (same_deep(x, mem[l + i], depth)) return 1;
    return 0;
}
static I (distinct_deep)(CTX_ I l, I depth) {
    I start = bp;
    for (I i = 1; i <= mem[l]; i++) {
        I j = start;
        while (j < bp && !same_deep(build[j], mem[l + i], depth)) j++;
        if (j == bp) push(mem[l + i]);
    }
    return built(start);
}
static I (without_deep)(CTX_ I a, I b, I depth) {
    I r = fresh_copy(a);
    for (I i = 1; i <= mem[b]; i++)
        for (I j = 1; j <= mem[r]; j++)
            if (same_deep(mem[r + j], mem[b + i], depth)) {
                for (I k = j; k < mem[r]; k++) mem[r + k] = mem[r + k + 1];
                mem[r]--;
                break;
            }
    return r;
}
static I (fresh_deep)(CTX_ I l, I depth) {
    I r = fresh_copy(l);
    for (I i = 1; depth > 1 && i <= mem[r]; i++) if (mem[r + i] != NONE) mem[r + i] = fresh_deep(mem[r + i], depth - 1);
    return r;
}
static I (laid_out)(CTX_ I l, I depth, I *end, I limit) {
    I r = *end, n = mem[l];
    if (n + 1 > limit - r) bail();
    *end += n + 1;
    mem[r] = n;
    for (I i = 1; i <= n; i++)
        mem[r + i] = depth > 1 && mem[l + i] != NONE ? laid_out(mem[l + i], depth - 1, end, limit) : mem[l + i];
    return r;
}
static I (copied_deep)(CTX_ I to, I l, I cap, I depth) {
    I mark = top, end = to;
    laid_out(fresh_deep(l, depth), depth, &end, to + cap);
    top = mark;
    return to;
}
static I (settled)(CTX_ I l, I mark) {
    if (l < mark) { top = mark; return l; }
    I n = mem[l];
    memmove(mem + mark, mem + l, (size_t)(n + 1) * sizeof(I));
    top = mark + n + 1;
    return mark;
}
static inline I (l_first)(CTX_ I l) { if (!mem[l]) bail(); return mem[l + 1]; }
static inline I (l_last)(CTX_ I l) { if (!mem[l]) bail(); return mem[l + mem[l]]; }
static inline I (l_only)(CTX_ I l) { if (mem[l] != 1) bail(); return mem[l + 1]; }
static inline I (l_first_or_none)(CTX_ I l) { return mem[l] ? mem[l + 1] : NONE; }
static inline I (l_last_or_none)(CTX_ I l) { return mem[l] ? mem[l + mem[l]] : NONE; }
static inline I (l_at)(CTX_ I l, I i, I low) { return mem[need(l) + 1 + ix(need(i) - low, mem[l])]; }
static I (l_sum)(CTX_ I l) { I r = 0; for (I i = 1; i <= mem[l]; i++) r = sum_ck(r, need(mem[l + i])); return r; }
static I (l_any)(CTX_ I l) { for (I i = 1; i <= mem[l]; i++) if (mem[l + i]) return 1; return 0; }
static I (l_all)(CTX_ I l) { for (I i = 1; i <= mem[l]; i++) if (!mem[l + i]) return 0; return 1; }
static I (l_max)(CTX_ I l) {
    I r = need(l_first(l));
    for (I i = 2; i <= mem[l]; i++) if (need(mem[l + i]) > r) r = mem[l + i];
    return r;
}
static I (l_min)(CTX_ I l) {
    I r = need(l_first(l));
    for (I i = 2; i <= mem[l]; i++) if (need(mem[l + i]) < r) r = mem[l + i];
    return r;
}

/* Cells of a board, as a set of bits: cell k is bit k of its words. */
#define CELL_WORDS 16
typedef struct { uint64_t w[CELL_WORDS]; } Cells;
static inline int cell_in(const Cells *c, I k) { return c->w[k >> 6] >> (k & 63) & 1; }
static inline void cell_put(Cells *c, I k) { c->w[k >> 6] |= (uint64_t)1 << (k & 63); }
static void (cells_of)(CTX_ Cells *c, I l, I n) {
    for (I i = 0; i <= n >> 6; i++) c->w[i] = 0;
    for (I i = 1; i <= mem[l]; i++) cell_put(c, need(mem[l + i]));
}
/* The cells of `among` that one comes to from those of `start` that are in it. `links`: the neighbours of each cell. */
static I (connected)(CTX_ I start, I among, const I *links, I n) {
    if (n >= CELL_WORDS * 64) bail();
    Cells free, found;
    cells_of(&free, among, n);
    for (I i = 0; i <= n >> 6; i++) found.w[i] = 0;
    I begin = bp;
    for (I i = 1; i <= mem[start]; i++) {
        I k = need(mem[start + i]);
        if (cell_in(&free, k) && !cell_in(&found, k)) { cell_put(&found, k); push(k); }
    }
    for (I at = begin; at < bp; at++) {
        I near = links[build[at] - 1];
        for (I i = 1; i <= mem[near]; i++) {
            I k = mem[near + i];
            if (cell_in(&free, k) && !cell_in(&found, k)) { cell_put(&found, k); push(k); }
        }
    }
    I count = bp - begin, r = fresh(count);
    for (I k = 1, i = 1; k <= n && i <= count; k++) if (cell_in(&found, k)) mem[r + i++] = k;
    bp = begin;
    return r;
}
/* The longest straight line on a board that fits a word, where the cell after each lies so many bits on. `on`: for each
   way how many bits, and the cells that have one after them. */
static I (longest_in_word)(CTX_ I l, const I *on, I axes) {
    uint64_t held = 0;
    I best = 0;
    for (I i = 1; i <= mem[l]; i++) held |= (uint64_t)1 << need(mem[l + i]);
    for (I axis = 0; axis < axes; axis++, on += 2) {
        I length = 0;
        for (uint64_t k = held; k; length++) {
            k &= (uint64_t)on[1];
            k = (on[0] < 0 ? k >> -on[0] : k << on[0]) & held;
        }
        if (length > best) best = length;
    }
    return best;
}
/* The longest straight line of cells side by side. `ahead`: for each way, the cell after each. */
static I (longest_line)(CTX_ I l, const I *ahead, I axes, I n) {
    if (n >= CELL_WORDS * 64) bail();
    Cells held;
    I best = 0;
    cells_of(&held, l, n);
    for (I axis = 0; axis < axes; axis++, ahead += n)
        for (I i = 1; i <= mem[l]; i++) {
            I length = 1, k = ahead[mem[l + i] - 1];
            while (k && cell_in(&held, k) && length < n) { length++; k = ahead[k - 1]; }
            if (length > best) best = length;
        }
    return best;
}
