/* A plan for a past: what each draw brings, and how each question is answered that the seat does not know the answer to.

   What is not planned is left to chance, but rather as it will be told: pieces that are soon seen coming from there, numbers that
   are told next, and done in a block as soon as the outcome is right. An answer is planned by its question, not by its turn,
   since in blocks seats give as many answers as they like. */

static I (plan_draw)(CTX_ I kind, I c, I at, I n) {
    struct Plan *p = PLAN;
    I k = W->drawn_at++, found = -1;
    if (k >= MOST_DRAWN) gives_up(1);
    W->effort++;
    I planned = k < p->n_planned ? p->kind[k] : -1;
    if (planned == kind || planned == (kind | LIKE))
        for (I i = 0; i < n && found < 0; i++) {
            I value = kind == OF_FACES ? i : mem[at + i];
            if (planned == kind ? value == p->value[k] : (I)mixed(5, value) == p->value[k]) found = i;
        }
    if (found < 0) { found = any_of(n); W->chanced |= n > 1; }
    p->kind[k] = (int32_t)kind; p->sure[k] = 0;
    p->value[k] = kind == OF_FACES ? found : mem[at + found];
    if (kind == OF_FACES) W->face_at[c] = (int32_t)k;
    if (kind == OF_VALUES) W->last_value = k;
    return came_out(found, n);
}
/* Is a piece seen before the next question, coming from where it lies? */
static I (is_seen_soon)(CTX_ I c, I question) {
    I from = GROUPS ? outer(place[c]) : place[c];
    for (I at = W->sights_at; at < W->n_sights && W->sights[at].question <= question; at++)
        if (W->sights[at].look == lk[c] && (W->sights[at].from < 0 || W->sights[at].from == from)) return 1;
    return 0;
}
/* What is told next of the variables of a seat, each for the first time; how many there are. */
static I (next_values)(CTX_ I seat, uint64_t *values) {
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
static I (count_foreseen)(CTX_ const struct Cell *c, I size, const uint64_t *values, I n) {
    I found = 0;
    if (size == 1) return n && c->tag == NUMBER && mixed(5, c->value) == values[0];
    for (I j = 1; j < size && j <= n; j++) found += c[j].tag == NUMBER && mixed(5, c[j].value) == values[j - 1];
    return found;
}
/* How an answer is told where it is the value of an element. */
static uint64_t (told_cells)(CTX_ const struct Cell *c, I size) {
    if (size == 1) return mixed(5, c->value);
    uint64_t key = mixed(6, size - 1);
    for (I j = 1; j < size; j++) key = mixed(key, (I)mixed(5, c[j].value));
    return key;
}
/* How much of an option is as it is told later. */
static I (count_told)(CTX_ const struct Cell *c, I size, const uint64_t *items) {
    I found = items[0] && told_cells(c, size) == items[0];
    for (I j = 1; j < size && j < WIDE; j++) found += items[j] && c[j].tag == NUMBER && mixed(5, c[j].value) == items[j];
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
        PLAN->choice[at->at].size = W->best->choice[at->at].size = -1;
        memset(W->told_items[at->at], 0, sizeof *W->told_items);
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
static void __attribute__((noreturn)) (raise_order)(CTX_ I seat, const struct Heard *e) {
    struct Plan *p = PLAN;
    I k = 0;
    p->offered = offered_pieces(); p->n_wrong = 0; p->offer = e;
    if (e->seat != seat || seat != W->seat) raise_conflict(ANYTHING, seat);
    if (W->by_mask && e->offers) {
        p->offered = m_zero();
        for (M rest = W->offered; !m_empty(rest); rest = m_drop(rest), k++)
            if (k >= e->offers || W->offers[e->offer + k] != (sees(m_low(rest)) ? lk[m_low(rest)] : -1)) { p->offered = m_or(p->offered, m_bit(m_low(rest))); p->n_wrong++; }
        p->n_wrong += k < e->offers ? e->offers - k : 0;
        p->order = W->offered;
    }
    raise_conflict(ORDER, seat);
}
static I (plan_answer)(CTX_ I seat, I n) {
    struct Plan *p = PLAN;
    const struct Heard *e = 0;
    W->effort++;
    if (W->chanced) return W->paused = 1;
    if (W->block ? W->target_block == W->blocks : W->outside_at == W->outside) {
        if (W->fp != W->target || W->order != W->target_order || seat != W->target_seat || (W->target_block && !W->block)) raise_order(seat, &W->heard_last);
        return 1;
    }
    if (!W->block) e = &W->heard[W->outside_at];
    else if (seat == W->seat) {
        e = &W->own[W->own_at++];
        if (W->own_at > W->n_own || e->block != W->blocks) raise_conflict(ANYTHING, 0);
    }
    if (e && (e->seat != seat || e->fp != W->fp)) raise_order(seat, e);
    I k = W->asked_at, question = W->outside_at + !W->block, many = 0, most = -1, found = -1, only = -1, fits = 0;
    if (k >= MOST_ASKED) gives_up(8);
    p->slot[k] = (int32_t)slot_of(W->block ? mixed(mixed((uint64_t)W->blocks, seat), W->inside_at[seat]++) : (uint64_t)W->outside_at);
    struct Choice *choice = &p->choice[p->slot[k]];
    I planned = choice->seat == seat && choice->size >= 0, kept_to = 0;
    I foresight = any_of(4) > 0, to_come = 0; /* what looks likely is not always so */
    uint64_t values[WIDE];
    if (foresight && !e && seat != W->seat) to_come = next_values(seat, values);
    uint64_t key = !e && W->block && n > 1 ? moves_unseen(), key_of_seat(seat, n) : 0;
    I is_open = !key || !no_good(key)->many;
    I passes = !e && seat != W->seat && any_of(8) ? 1 + !(moves_unseen(), distance_of(seat, 1)) : 0;
    M offered = m_zero();
    for (I i = 0; i < n; i++) {
        const struct Cell *c = W->cell + W->row[i];
        I size = W->row[i + 1] - W->row[i], score = 0;
        if (e && told_row(c, size, W->veiled) != e->told) continue;
        fits++;
        only = i;
        for (I j = 0; j < size; j++) {
            if (c[j].tag != PIECE || c[j].value < 0) continue;
            offered = m_or(offered, m_bit(c[j].value));
            score += foresight && !sees(c[j].value) && is_seen_soon(c[j].value, question);
        }
        if (planned && same_cells(choice, c, size)) { found = i; kept_to = 1; }
        if (kept_to || (!is_open && no_good(mixed(key, i))->many)) continue;
        if (!e) score += 2 * WIDE * count_told(c, size, W->told_items[p->slot[k]]);
        if (to_come && size != 2) score += count_foreseen(c, size, values, to_come);
        if (passes && c->tag == PASSING) score = passes > 1 ? COUNT : -1;
        if (score < most) continue;
        if (score > most) { most = score; many = 0; }
        if (!any_of(++many)) found = i;
    }
    if (found < 0 && fits) { p->n_wrong = COUNT - 1; raise_conflict(SIZE, seat); }
    if (!fits) {
        p->offered = offered_pieces();
        raise_conflict(ANSWER, seat);
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
