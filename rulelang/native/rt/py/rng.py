"""The fixed part of a generated Python module that draws: shuffles, deals, rolls.

Draws are inlined (`Draws`), since most of the time of a deal is spent there.
"""

from __future__ import annotations

import attrs

from rulelang.native.build import Build
from rulelang.native.host.rng import EVEN
from rulelang.native.py.parts import Laid, Part, function


@attrs.frozen
class Draws:
    """How a draw is written. `traced`: what was drawn is kept; `even`: no word is uneven for any of them."""

    traced: bool
    even: bool

    @property
    def uses(self) -> str:
        """The functions that it takes."""
        return "" if self.even else "again"

    def one(self, name: str, n: str, depth: int, word: str = "next(word)") -> str:
        """Lines that draw one of n, which is more than one, by a word."""
        lines = [f"{name} = {word} * {n} >> 32"]
        if not self.even:
            lines = [f"w = {word} * {n}", f"if w & 0xFFFFFFFF < {n}:", f"    w = again(0, w, {n})", f"{name} = w >> 32"]
        if self.traced:
            lines.append(f"draws.append(({n}, {name}))")
        return "\n".join("    " * depth + line for line in lines)


def chance(build: Build, asked: str) -> list[Part]:
    """The streams, draws and questions. `asked`: lines about a question."""
    one_more = "\n            asked -= k > 0" if build.counts_words else ""
    keep_draw = "\n        draws.append((n, w >> 32))" if build.traced else ""
    keep_choice = "\n        trace.append((k, found, n))" if build.traced else ""
    calls, check = (" check", "\n        check()") if build.invariants else ("", "")
    return [
        Part("", ("    W, streams, word = [None] * (PLAYERS + 1), (), None",)),
        function("again", "", f"""
    def again(k, w, n):
        nonlocal asked
        uneven = 4294967296 % n
        while w & 0xFFFFFFFF < uneven:
            w = next(W[k]) * n{one_more}
        return w
"""),
        function("counters", "", """
    def counters():
        return tuple([stream.taken for stream in streams])
"""),
        function("chance", "again", f"""
    def chance(n):
        if n == 1:
            return 0
        w = next(word) * n
        if w & 0xFFFFFFFF < n:
            w = again(0, w, n){keep_draw}
        return w >> 32
"""),
        function("ask", f"again{calls}", f"""
    def ask(k, n):
        nonlocal asked
        asked += {'n == 1' if build.counts_words else '1'}{check}{asked}
        found = 0
        if n > 1:
            w = next(W[k]) * n
            if w & 0xFFFFFFFF < n:
                w = again(k, w, n)
            found = w >> 32{keep_choice}
        return found
"""),
    ]


def dealing(draws: Draws) -> list[Part]:
    """Dealing and shuffling."""
    return [
        Part("", ("    bagged, bag, dealt, those = 0, [], 0, []",)),
        function("deal", "chance move refill", """
    def deal(number, s, t, end, up_to):
        if number < 0:
            bail()
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
            bail()
"""),
        function("deal_from_list", "", """
    def deal_from_list(number, s, t, up_to):
        z = Z[s]
        if number < 0 or (number > len(z) and not up_to):
            bail()
        some = 0
        for c in z[:number]:
            some |= BIT[c]
""", Laid("""\
            place[c] = t
"""), """\
        Z[s] = z[number:]
        Z[t] |= some
        S[t] = None
"""),
        function("deal_from_bag", draws.uses, f"""
    def deal_from_bag(number, s, t, up_to):
        nonlocal bagged, bag, dealt, those
        m = Z[s]
        if m != bagged:
            bag = list(ids(m))
        n, some, got = len(bag), [], 0
        if number < 0 or (number > n and not up_to):
            bail()
        for n in range(n, max(n - number, 0), -1):
            at = 0
            if n > 1:
{draws.one("at", "n", 4)}
            c = bag.pop(at)
""", Laid("""\
            place[c] = t
"""), """\
            got |= BIT[c]
            some.append(c)
        Z[s] = bagged = m ^ got
        if Z[t]:
            Z[t] |= got
        else:
            some.sort()
            Z[t], dealt, those = got, got, some
        S[s] = S[t] = None
"""),
        function("refill", "lying move shuffle", """
    def refill(s, source):
        pieces = lying(source)
        if pieces:
            move([(pieces, s, None)])
            shuffle(s)
"""),
        function("shuffled", draws.uses, f"""
    def shuffled(order):
        n = len(order)
        for here, n, w in zip(range(n), range(n, 1, -1), word):
{draws.one("there", "n", 3, "w")}
            there += here
            order[here], order[there] = order[there], order[here]
        return order
"""),
        function("shuffle", "shuffled", """
    def shuffle(s):
        if not MASKED[s]:
            Z[s] = tuple(shuffled(list(Z[s])))
"""),
        function("shuffle_some", "place shuffled", """
    def shuffle_some(pieces):
        zones = {place[c] for c in pieces}
        if len(zones) > 1:
            bail()
        if not zones or MASKED[s := zones.pop()]:
            return
        chosen, z = set(pieces), Z[s]
        new = iter(shuffled([c for c in z if c in chosen]))
        Z[s] = tuple([next(new) if c in chosen else c for c in z])
"""),
    ]


def rolling(kinds: list[tuple[str, int, int]], traced: bool, even: bool) -> list[Part]:
    """Rolling, by what each kind of dice rolls: a field, from its least value to its greatest."""
    sizes = [high - low + 1 for _, low, high in kinds]
    draws = Draws(traced, even and max(sizes, default=0) <= EVEN)
    one_kind, by_kind, number, low = "", "\n            F, M, low, n = ROLLS[c]", "n", "low"
    if len(kinds) == 1:
        field, least, _ = kinds[0]
        one_kind, by_kind, number, low = f"\n        F, M = F_{field}, M_{field}", "", str(sizes[0]), str(least)
    drawn = draws.one("at", number, 3)
    if min(sizes, default=0) <= 1:
        drawn = f"            at = 0\n            if {number} > 1:\n{draws.one('at', number, 4)}"
    return [
        function("face_of", "", """
    def face_of(c):
        face = ROLLS[c][0][c]
        return None if face is UNROLLED else face
"""),
        function("unface", "", """
    def unface(c):
        nonlocal unrolled
        if FACED >> c & 1:
            F, M, _, _ = ROLLS[c]
            if F[c] is not UNROLLED:
                M[F[c]] ^= BIT[c]
                F[c] = UNROLLED
                unrolled |= BIT[c]
"""),
        function("unface_all", "unface", """
    def unface_all(some):
        nonlocal unrolled
        for F, M, F0, M0, dice in FACES:
            if dice & some == dice:
                F[:] = F0
                M.update(M0)
                some ^= dice
                unrolled |= dice
        for c in ids(some):
            unface(c)
"""),
        function("roll_in", "roll", """
    def roll_in(s):
        m = Z[s]
        S[s] = None
        roll(those if m == dealt else ids(m), m)
"""),
        function("roll_some", "place roll", """
    def roll_some(pieces):
        m = 0
        for c in pieces:
            m |= BIT[c]
            S[place[c]] = None
        if m.bit_count() < len(pieces):
            bail()
        roll(sorted(pieces), m)
"""),
        function("roll", f"unface {draws.uses}", f"""
    def roll(pieces, m):
        nonlocal unrolled
        if m & ~unrolled:
            for c in pieces:
                unface(c){one_kind}
        for c in pieces:{by_kind}
{drawn}
            at += {low}
            F[c] = at
            M[at] |= BIT[c]
        unrolled &= ~m
"""),
        function("rolled", "", """
    def rolled(m):
        if m & unrolled:
            bail()
        return m
"""),
    ]
