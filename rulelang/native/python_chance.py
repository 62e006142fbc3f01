"""The fixed part of a generated Python module that draws: shuffles, deals, rolls.

In these texts a line `@draw NAME N` draws one of N, which is more than one. In builds that keep no trace it is written
out, since most of the time of a deal is spent there.
"""

from __future__ import annotations

import re

CHANCE = """
    W, streams, word = [None] * (PLAYERS + 1), (), None

    def again(k, w, n):
        uneven = 4294967296 % n
        while w & 0xFFFFFFFF < uneven:
            w = next(W[k]) * n
        return w

    def counters():
        return tuple([stream.taken for stream in streams])

    def chance(n):
        if n == 1:
            return 0
        w = next(word) * n
        if w & 0xFFFFFFFF < n:
            w = again(0, w, n)#KEEP_DRAW
        return w >> 32

    def ask(k, n):
        nonlocal asked
        asked += 1#CHECK
        found = 0
        if n > 1:
            w = next(W[k]) * n
            if w & 0xFFFFFFFF < n:
                w = again(k, w, n)
            found = w >> 32#KEEP_CHOICE
        return found
"""
KEEP_DRAW = "\n        draws.append((n, w >> 32))"
KEEP_CHOICE = "\n        trace.append((k, found, n))"
DEALING = """
    bagged, bag = 0, []

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

    def deal_from_list(number, s, t, up_to):
        z = Z[s]
        if number < 0 or (number > len(z) and not up_to):
            trouble()
        some = 0
        for c in z[:number]:
            some |= BIT[c]
            place[c] = t
        Z[s] = z[number:]
        Z[t] |= some
        S[t] = None

    def deal_from_bag(number, s, t, up_to):
        nonlocal bagged, bag
        pieces, some = bag if Z[s] == bagged else list(ids(Z[s])), 0
        n = len(pieces)
        if number < 0 or (number > n and not up_to):
            trouble()
        for n in range(n, max(n - number, 0), -1):
            at = 0
            if n > 1:
                @draw at n
            c = pieces.pop(at)
            some |= BIT[c]
            place[c] = t
        Z[s] ^= some
        bagged, bag = Z[s], pieces
        Z[t] |= some
        S[s] = S[t] = None

    def refill(s, source):
        pieces = lying(source)
        if pieces:
            move([(pieces, s, None)])
            shuffle(s)

    def shuffled(order):
        here = 0
        for n in range(len(order), 1, -1):
            @draw there n
            if there:
                there += here
                order[here], order[there] = order[there], order[here]
            here += 1
        return order

    def shuffle(s):
        if not MASKED[s]:
            Z[s] = tuple(shuffled(list(Z[s])))

    def shuffle_some(pieces):
        zones = {place[c] for c in pieces}
        if len(zones) > 1:
            trouble()
        if not zones or MASKED[s := zones.pop()]:
            return
        chosen, z = set(pieces), Z[s]
        new = iter(shuffled([c for c in z if c in chosen]))
        Z[s] = tuple([next(new) if c in chosen else c for c in z])
"""
ROLLING = """
    def face_of(c):
        return ROLLS[c][0].get(c)

    def unface(c):
        nonlocal unrolled
        if FACED >> c & 1:
            F, M, _, _ = ROLLS[c]
            if c in F:
                M[F.pop(c)] ^= BIT[c]
                unrolled |= BIT[c]

    def unface_all(some):
        nonlocal unrolled
        for F, M, F0, M0, dice in FACES:
            if dice & some == dice:
                F.clear()
                F.update(F0)
                M.clear()
                M.update(M0)
                some ^= dice
                unrolled |= dice
        for c in ids(some):
            unface(c)

    def roll(pieces):
        nonlocal unrolled
        some = 0#ONE_KIND
        for c in pieces:#KINDS
            at, bit = 0, BIT[c]
            if n > 1:
                @draw at n
            at += low
            if c in F:
                M[F[c]] ^= bit
            F[c] = at
            M[at] |= bit
            some |= bit
            S[place[c]] = None
        unrolled &= ~some

    def rolled(m):
        if m & unrolled:
            trouble()
        return m
"""
WRITTEN_OUT = r"""\1w = next(word) * \3
\1if w & 0xFFFFFFFF < \3:
\1    w = again(0, w, \3)
\1\2 = w >> 32"""


KINDS = "\n            F, M, low, n = ROLLS[c]"
ONE_KIND = "\n        F, M, low, n = ROLLS[pieces[0]] if pieces else (0, 0, 0, 0)"


def rolling(kinds: int, traced: bool) -> str:
    """The text of rolling; if all dice are of one kind, what they have in common is looked up once."""
    text = ROLLING.replace("#ONE_KIND", ONE_KIND if kinds == 1 else "").replace("#KINDS", KINDS if kinds != 1 else "")
    return drawing(text, traced)


def drawing(text: str, traced: bool) -> str:
    """A text with its draws: written out, or by a call that keeps them."""
    return re.sub(r"( *)@draw (\w+) (\w+)", r"\1\2 = chance(\3)" if traced else WRITTEN_OUT, text)
