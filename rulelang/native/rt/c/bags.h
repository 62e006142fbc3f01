/* Bags of the items of a list, counted or listed. Alike items count once. */

static I (item_same)(CTX_ I a, I b, I pieces) { return a == b || (pieces && here_same(ix(a, COUNT), ix(b, COUNT))); }
static I (grouped)(CTX_ I l, I pieces, I *sizes) {
    I n = mem[l], r = fresh(n), at = 1, groups = 0;
    M rest = m_zero();
    I by_mask = pieces;
    for (I i = 1; by_mask && i <= n; i++) {
        I c = ix(mem[l + i], COUNT);
        by_mask = masked[place[c]] && (i == 1 || c > mem[l + i - 1]) && (!GROUPS || inside_of[c] < 0);
        rest = m_or(rest, m_bit(c));
    }
    while (by_mask && !m_empty(rest)) {
        I c = m_low(rest);
        M some = m_and(m_and(rest, m_at(zm, place[c])), like(c));
        if (groups >= 256) bail();
        sizes[groups++] = m_count(some);
        rest = m_andnot(rest, some);
        for (; !m_empty(some); some = m_drop(some)) mem[r + at++] = m_low(some);
    }
    for (I i = 1; !by_mask && i <= n; i++) {
        I j = 1;
        while (j < i && !item_same(mem[l + j], mem[l + i], pieces)) j++;
        if (j < i) continue;
        if (groups >= 256) bail();
        sizes[groups] = 0;
        for (I k = i; k <= n; k++)
            if (item_same(mem[l + i], mem[l + k], pieces)) { mem[r + at++] = mem[l + k]; sizes[groups]++; }
        groups++;
    }
    bag_groups = groups;
    return r;
}
static void (push_bag)(CTX) {
    I r = fresh(bag_size);
    for (I i = 0; i < bag_size; i++) mem[r + 1 + i] = bag_now[i];
    push(r);
}
static void (bag_step)(CTX_ I l, const I *sizes, I group, I first, I want) {
    if (!want) { push_bag(); return; }
    if (group == bag_groups || mem[l] - (first - 1) < want) return;
    I most = sizes[group] < want ? sizes[group] : want;
    for (I n = most; n >= 0; n--) {
        for (I k = 0; k < n; k++) bag_now[bag_size + k] = mem[l + first + k];
        bag_size += n;
        bag_step(l, sizes, group + 1, first + sizes[group], want - n);
        bag_size -= n;
    }
}
static I (sub_bags)(CTX_ I l, I wanted, I pieces) {
    I sizes[256], start = bp, r = grouped(l, pieces, sizes);
    if (mem[l] > 500) bail();
    for (I i = 1; i <= mem[wanted]; i++) {
        bag_size = 0;
        if (need(mem[wanted + i]) >= 0) bag_step(r, sizes, 0, 1, mem[wanted + i]);
    }
    return built(start);
}
static I (count_bags)(CTX_ I l, I low, I high, I pieces) {
    I n = mem[l], total = 0;
    if (n > 500) bail();
    ways_list = grouped(l, pieces, ways_sizes);
    if (high > n) high = n;
    if (high > 63) bail();
    for (I w = 0; w <= high; w++) ways[bag_groups][w] = !w;
    for (I g = bag_groups - 1; g >= 0; g--)
        for (I w = 0; w <= high; w++) {
            I sum = 0;
            for (I k = 0; k <= w && k <= ways_sizes[g]; k++) sum += ways[g + 1][w - k];
            if (sum > BUILD) bail();
            ways[g][w] = sum;
        }
    for (I w = low < 0 ? 0 : low; w <= high; w++) total += ways[0][w];
    return total;
}
static I (kth_bag)(CTX_ I k, I low) {
    I w = low < 0 ? 0 : low, first = 1;
    for (; k >= ways[0][w]; w++) k -= ways[0][w];
    I r = fresh(w), at = 1;
    for (I g = 0; w > 0; first += ways_sizes[g++]) {
        I some = ways_sizes[g] < w ? ways_sizes[g] : w;
        for (; k >= ways[g + 1][w - some]; some--) k -= ways[g + 1][w - some];
        for (I i = 0; i < some; i++) mem[r + at++] = mem[ways_list + first + i];
        w -= some;
    }
    return r;
}
static void (multi_step)(CTX_ I l, I first, I want) {
    if (!want) { push_bag(); return; }
    for (I i = first; i <= mem[l]; i++) {
        bag_now[bag_size++] = mem[l + i];
        multi_step(l, i, want - 1);
        bag_size--;
    }
}
static I (multisets)(CTX_ I l, I wanted) {
    I kinds = distinct(l), start = bp;
    for (I i = 1; i <= mem[wanted]; i++) {
        bag_size = 0;
        if (need(mem[wanted + i]) > 500) bail();
        if (mem[wanted + i] >= 0) multi_step(kinds, 1, mem[wanted + i]);
    }
    return built(start);
}
static void (order_step)(CTX_ I l, I used) {
    if (bag_size == mem[l]) { push_bag(); return; }
    for (I i = 1; i <= mem[l]; i++)
        if (!(used >> i & 1)) {
            bag_now[bag_size++] = mem[l + i];
            order_step(l, used | 1LL << i);
            bag_size--;
        }
}
static I (permutations)(CTX_ I l) {
    I start = bp;
    if (mem[l] > 12 || mem[distinct(l)] != mem[l]) bail();
    bag_size = 0;
    order_step(l, 0);
    return built(start);
}
/* Of lists with their values, in `build`, those without an item in common that are worth most together: see `split` in
   the engine. Which lists clash is a table of bits. */
static I (share_an_item)(CTX_ I a, I b, I deep) {
    for (I i = 1; i <= mem[a]; i++) if (in_deep(mem[a + i], b, deep)) return 1;
    return 0;
}
static I (best_split)(CTX_ I start, I deep) {
    I n = 0, found = 0, best = 0, depth = 0, at = 0, *b = build + start;
    for (I i = 0, all = (bp - start) / 2; i < all; i++)
        if (b[2 * i] > 0) { b[2 * n] = b[2 * i]; b[2 * n++ + 1] = b[2 * i + 1]; }
    bp = start;
    if (!n) return fresh(0);
    if (n > APART) bail();
    I words = (n + 63) / 64;
    apart_rest[n] = 0;
    for (I i = n - 1; i >= 0; i--) {
        if (__builtin_add_overflow(apart_rest[i + 1], b[2 * i], &apart_rest[i])) bail();
        for (I w = 0; w < words; w++) clash[i][w] = 0;
        for (I j = 0; j < n; j++) if (j == i || share_an_item(b[2 * i + 1], b[2 * j + 1], deep)) clash[i][j / 64] |= 1ULL << j % 64;
    }
    for (I w = 0; w < words; w++) blocked[0][w] = 0;
    apart_sums[0] = 0;
    for (;;) {
        while (at < n && blocked[depth][at / 64] >> at % 64 & 1) at++;
        if (apart_sums[depth] + apart_rest[at] <= best) {
            if (!depth) break;
            at = apart_path[--depth] + 1;
            continue;
        }
        burn(1);
        for (I w = 0; w < words; w++) blocked[depth + 1][w] = blocked[depth][w] | clash[at][w];
        apart_sums[depth + 1] = apart_sums[depth] + b[2 * at];
        apart_path[depth++] = at;
        if (apart_sums[depth] > best) {
            best = apart_sums[depth];
            found = depth;
            for (I i = 0; i < found; i++) apart_best[i] = apart_path[i];
        }
        at++;
    }
    I r = fresh(found);
    for (I i = 0; i < found; i++) mem[r + 1 + i] = b[2 * apart_best[i] + 1];
    return r;
}
static void (grow)(CTX_ I l, I x, I cap) { if (mem[l] + 2 > cap) bail(); mem[l + ++mem[l]] = x; }
static I (among)(CTX_ const I *items, I n, I x) {
    for (I i = 0; i < n; i++) if (items[i] == x) return 1;
    return 0;
}
/* All bags that begin with some items, one after another: how many of each group are taken besides, most of the first
   first, as `bag_step` lists them; smaller bags before larger ones. */
struct bag_walk { I begun[64], have, items[512], first[257], left[257], takes[257], groups, size, most; };
static I fill_bag(struct bag_walk *w, I group, I want) {
    for (; group < w->groups; group++) {
        w->takes[group] = w->left[group] < want ? w->left[group] : want;
        want -= w->takes[group];
    }
    return !want;
}
static I next_size(struct bag_walk *w) {
    while (w->size < w->most) if (fill_bag(w, 0, ++w->size)) return 1;
    return 0;
}
static I next_bag(struct bag_walk *w) {
    I behind = w->groups ? w->takes[w->groups - 1] : 0, room = w->groups ? w->left[w->groups - 1] : 0;
    for (I g = w->groups - 2; g >= 0; g--) {
        if (w->takes[g] && behind < room) { w->takes[g]--; return fill_bag(w, g + 1, behind + 1); }
        behind += w->takes[g];
        room += w->left[g];
    }
    return next_size(w);
}
static I (walk_bags)(CTX_ struct bag_walk *w, I l, I chosen, I item, I low, I high, I pieces) {
    I sizes[256], r = grouped(l, pieces, sizes), first = 1, used = 0;
    w->have = mem[chosen] + 1;
    if (w->have > 64 || mem[l] > 500) bail();
    for (I i = 1; i < w->have; i++) w->begun[i - 1] = mem[chosen + i];
    w->begun[w->have - 1] = item;
    w->groups = 0;
    for (I g = 0, reached = 0; g < bag_groups; first += sizes[g++]) {
        if (!reached && among(mem + r + first, sizes[g], item)) {
            reached = 1;
            for (I i = 0; i < w->have; i++) used += among(mem + r + first, sizes[g], w->begun[i]);
        }
        if (!reached) continue;
        I skip = w->groups ? 0 : used < sizes[g] ? used : sizes[g];
        w->first[w->groups] = first + skip - 1;
        w->left[w->groups++] = sizes[g] - skip;
    }
    for (I i = 0; i < mem[l]; i++) w->items[i] = mem[r + 1 + i];
    w->size = (low > w->have ? low - w->have : 0) - 1;
    w->most = high - w->have;
    return next_size(w);
}
static I (bag_walked)(CTX_ struct bag_walk *w) {
    I r = fresh(w->have + w->size), at = 1;
    for (I i = 0; i < w->have; i++) mem[r + at++] = w->begun[i];
    for (I g = 0; g < w->groups; g++) for (I k = 0; k < w->takes[g]; k++) mem[r + at++] = w->items[w->first[g] + k];
    return r;
}
static I (next_ones)(CTX_ I l, I chosen, I low, I high, I pieces, I *enough) {
    I sizes[256], r = grouped(l, pieces, sizes), have = mem[chosen], group = 0, first = 1, used = 0;
    if (have) {
        I last = mem[chosen + have];
        for (;; first += sizes[group++]) {
            if (group == bag_groups) bail();
            I k = 0;
            while (k < sizes[group] && mem[r + first + k] != last) k++;
            if (k < sizes[group]) break;
        }
        for (I i = 1; i <= have; i++) used += among(mem + r + first, sizes[group], mem[chosen + i]);
    }
    I start = bp;
    for (I g = group, at = first; g < bag_groups; at += sizes[g++]) {
        I skip = g == group ? used : 0, rest = mem[r] - (at + skip - 1) - 1;
        if (skip >= sizes[g]) continue;
        I most = have + 1 + rest;
        if (have + 1 <= high && most >= (low > have + 1 ? low : have + 1)) push(mem[r + at + skip]);
    }
    *enough = low <= have && have <= high;
    return built(start);
}
