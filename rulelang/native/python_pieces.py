"""The fixed part of a generated Python module: chance, and pieces that are moved."""

from __future__ import annotations

CHANCE = """
    B, K, N = [[] for _ in range(PLAYERS + 1)], [0] * (PLAYERS + 1), [0] * (PLAYERS + 1)

    def more(k):
        block = words(K[k], N[k])
        N[k] += 1
        B[k] = block
        return block.pop()

    def below(k, n):
        block = B[k]
        w = (block.pop() if block else more(k)) * n
        if w & 0xFFFFFFFF < n:
            uneven = 4294967296 % n
            while w & 0xFFFFFFFF < uneven:
                w = (B[k].pop() if B[k] else more(k)) * n
        return w >> 32

    def counters():
        return tuple([N[k] * BLOCK - len(B[k]) for k in range(PLAYERS + 1)])
"""
PLAIN = """
    def chance(n):
        if n == 1:
            return 0
        return below(0, n)

    def ask(k, n):
        nonlocal asked
        asked += 1#CHECK
        if n == 1:
            return 0
        block = B[k]
        w = (block.pop() if block else more(k)) * n
        if w & 0xFFFFFFFF < n:
            uneven = 4294967296 % n
            while w & 0xFFFFFFFF < uneven:
                w = (B[k].pop() if B[k] else more(k)) * n
        return w >> 32
"""
TRACED = """
    def chance(n):
        if n == 1:
            return 0
        found = below(0, n)
        draws.append((n, found))
        return found

    def ask(k, n):
        nonlocal asked
        asked += 1#CHECK
        found = 0 if n == 1 else below(k, n)
        trace.append((k, found, n))
        return found
"""
TABLE = """
    def lying(zone):
        return ids(Z[zone]) if MASKED[zone] else Z[zone]

    def holder(h):
        return h - 1 if h > 0 else PLAYERS - 1 - h

    def gone(c):
        s = place[c]
        z = Z[s]
        if z.__class__ is int:
            Z[s] = z ^ BIT[c]
        else:
            Z[s] = tuple([each for each in z if each != c])
        return s

    def to_set(c, t):
        s = place[c]
        z = Z[s]
        if z.__class__ is int:
            Z[s] = z ^ BIT[c]
        else:
            Z[s] = tuple([each for each in z if each != c])
        Z[t] |= BIT[c]
        place[c] = t#DISBAND

    def to_bag(c, t):
        s = gone(c)
        Z[t] |= BIT[c]
        place[c] = t
        unface(c)#DISBAND

    def to_list(c, t, front):
        s = place[c]
        z = Z[s]
        if z.__class__ is int:
            Z[s] = z ^ BIT[c]
        else:
            Z[s] = tuple([each for each in z if each != c])
        Z[t] = (c, *Z[t]) if front else (*Z[t], c)
        place[c] = t#DISBAND

    def move(jobs):
        if len(jobs) > 1 or len(jobs[0][0]) > 1:
            moved = [c for pieces, _, _ in jobs for c in pieces]
            if len(set(moved)) != len(moved):
                trouble()
        left = set()
        for pieces, t, end in jobs:
            put(pieces, t, end, left)
        if left:
            for s in sorted(left):
                disband(s)

    def put(pieces, t, end, left):
        masked, takes, front = MASKED[t], TAKES[t], end in ("top", "left") or (end is None and FRONT[t])
        at, size = 0, len(pieces)
        while at < size:
            s, first, some = place[pieces[at]], at, 0
            while at < size and place[pieces[at]] == s:
                some |= BIT[pieces[at]]
                place[pieces[at]] = t
                at += 1
            if some & ~takes:
                trouble()
            z = Z[s]
            if z.__class__ is int:
                Z[s] = z ^ some
            elif len(z) == at - first:
                Z[s] = ()
            else:
                Z[s] = tuple([c for c in z if not some & BIT[c]])
            if INSIDE[s] is not None:
                left.add(s)
            if masked:
                Z[t] |= some
                if BAG[t] and some & FACED:
                    for c in pieces[first:at]:
                        unface(c)
            elif front:
                Z[t] = (*pieces[first:at][::-1], *Z[t])
            else:
                Z[t] = (*Z[t], *pieces[first:at])

    def pour(s, t, front):
        z = Z[s]
        if z:
            Z[s] = ()
            Z[t] = (*z[::-1], *Z[t]) if front else (*Z[t], *z)
            for c in z:
                place[c] = t

    def deal(number, s, t, end, up_to):
        if number < 0:
            trouble()
        left = number
        if BAG[s] and s != t and s not in REFILLS:
            pieces, some = list(ids(Z[s])), []
            while left > 0 and pieces:
                some.append(pieces.pop(chance(len(pieces))))
                left -= 1
            if some:
                move([(tuple(some), t, end)])
        while left > 0:
            if not Z[s] and s in REFILLS:
                refill(s, REFILLS[s]())
            z = Z[s]
            if not z:
                break
            if BAG[s]:
                pieces = ids(z)
                some = (pieces[chance(len(pieces))],)
            else:
                some = (ids(z) if MASKED[s] else z)[:left]
            move([(some, t, end)])
            left -= len(some)
        if left and not up_to:
            trouble()

    def refill(s, source):
        pieces = lying(source)
        if pieces:
            move([(pieces, s, None)])
            shuffle(s)

    def shuffle(s):
        if MASKED[s]:
            return
        order = list(Z[s])
        for here in range(len(order) - 1):
            there = here + chance(len(order) - here)
            order[here], order[there] = order[there], order[here]
        Z[s] = tuple(order)

    def shuffle_some(pieces):
        zones = {place[c] for c in pieces}
        if len(zones) > 1:
            trouble()
        if not zones or MASKED[s := zones.pop()]:
            return
        chosen, z = set(pieces), Z[s]
        order = [c for c in z if c in chosen]
        for here in range(len(order) - 1):
            there = here + chance(len(order) - here)
            order[here], order[there] = order[there], order[here]
        new = iter(order)
        Z[s] = tuple([next(new) if c in chosen else c for c in z])

    def pay(held, amount, giver, taker, up_to):
        if amount < 0:
            trouble()
        if amount > held[giver]:
            if not up_to:
                trouble()
            amount = held[giver]
        held[giver] -= amount
        held[taker] += amount

    def key_of(c):
        if FACED >> c & 1:
            return LOOK[c], face_of(c)
        return (LOOK[c], G[c]) if c in INSIDES else LOOK[c]

    def key_here(c):
        if c not in INSIDES:
            return place[c], key_of(c)
        return place[c], key_of(c), tuple(sorted([repr(key_of(each)) for each in ids(Z[INSIDES[c]])]))

    def merge(m):
        rest = m & TWINS
        if not rest & (rest - 1):
            return m
        if rest & GROUPED:
            return merge_groups(m)
        seen = set()
        while rest:
            low = rest & -rest
            rest ^= low
            c = low.bit_length() - 1
            key = LK[c], place[c]
            if key in seen:
                m ^= low
            else:
                seen.add(key)
        return m

    def merge_groups(m):
        seen = set()
        for c in ids(m & TWINS):
            key = key_here(c)
            if key in seen:
                m ^= BIT[c]
            else:
                seen.add(key)
        return m

    def merge_list(items):
        found = {}
        for c in items:
            found.setdefault(key_here(c), c)
        return tuple(found.values())

    def by_looks(items):
        found = {}
        for c in items:
            found.setdefault(repr(key_of(c)), c)
        return tuple(found.values())

    def alike(a, b):
        return a == b or (a is not None and b is not None and key_of(a) == key_of(b))

    def samebag(a, b):
        return sorted([repr(key_of(c)) for c in a]) == sorted([repr(key_of(c)) for c in b])
"""
GROUPS = """
    def disband(s):
        g = INSIDE[s]
        if g is None or Z[s] or place[g] in STOCKS:
            return
        t = STOCK_OF[g]
        outer = place[g]
        gone(g)
        Z[t] |= BIT[g]
        place[g] = t
        G[g] = None
        disband(outer)

    def form(stock, held, t, fields):
        if not Z[stock] or not held or not TAKES[t]:
            trouble()
        g = lowest_piece(Z[stock])
        put((g,), t, None, set())
        G[g] = fields
        move([(held, INSIDES[g], None)])
"""
NO_GROUPS = """
    def disband(s):
        pass
"""
