"""The fixed part of a generated Python module that moves pieces."""

from __future__ import annotations

from rulelang.native.py.parts import Laid, Part, function

GONE = """\
        s = place[c]
        z = Z[s]
        if z.__class__ is int:
            Z[s] = z ^ BIT[c]
        else:
            Z[s] = tuple([each for each in z if each != c])
"""
"""A piece leaves where it lies; written out, since it is most of the work of a move."""


def moving(groups: bool) -> list[Part]:
    """The functions; where there are groups, one that has lost its last piece is disbanded."""
    calls, left = (" disband", "\n        disband(s)") if groups else ("", "")
    return [
        function("lying", "", """
    def lying(zone):
        return ids(Z[zone]) if MASKED[zone] else Z[zone]
"""),
        function("holder", "", """
    def holder(h):
        return h - 1 if h > 0 else PLAYERS - 1 - h
"""),
        function("gone", "place", f"""
    def gone(c):
{GONE}        return s
"""),
        function("to_set", f"parted place{calls}", f"""
    def to_set(c, t):
{GONE}        Z[t] |= BIT[c]
        place[c] = t
        parted(c, s)
        S[t] = None{left}
"""),
        function("to_bag", f"gone parted unface{calls}", f"""
    def to_bag(c, t):
        s = gone(c)
        Z[t] |= BIT[c]
        place[c] = t
        parted(c, s)
        S[t] = None
        unface(c){left}
"""),
        function("to_list", f"parted place{calls}", f"""
    def to_list(c, t, front):
{GONE}        Z[t] = (c, *Z[t]) if front else (*Z[t], c)
        place[c] = t
        parted(c, s){left}
"""),
        function("move", "disband put", """
    def move(jobs):
        if len(jobs) > 1 or len(jobs[0][0]) > 1:
            moved = [c for pieces, _, _ in jobs for c in pieces]
            if len(set(moved)) != len(moved):
                bail()
        left = set()
        for pieces, t, end in jobs:
            put(pieces, t, end, left)
        if left:
            for s in sorted(left):
                disband(s)
"""),
        function("put", "place unface", """
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
                bail()
            z = Z[s]
            if z.__class__ is int:
                Z[s] = z ^ some
            elif len(z) == at - first:
                Z[s] = ()
            else:
                Z[s] = tuple([c for c in z if not some & BIT[c]])
            S[s] = S[t] = None
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
"""),
        function("pour", "", """
    def pour(s, t, front):
        z = Z[s]
        if z:
            Z[s] = ()
            Z[t] = (*z[::-1], *Z[t]) if front else (*Z[t], *z)
""", Laid("""\
            for c in z:
                place[c] = t
""")),
        function("pour_set", "", """
    def pour_set(s, t):
        z = Z[s]
        if s != t and z:
            Z[s] = 0
            Z[t] |= z
            S[s] = S[t] = None
""", Laid("""\
            for c in ids(z):
                place[c] = t
""")),
        function("pay", "", """
    def pay(held, amount, giver, taker, up_to):
        if amount < 0:
            bail()
        if amount > held[giver]:
            if not up_to:
                bail()
            amount = held[giver]
        held[giver] -= amount
        held[taker] += amount
"""),
        *(GROUPS if groups else NO_GROUPS),
    ]


GROUPS = (
    function("disband", "gone place", """
    def disband(s):
        g = INSIDE[s]
        if g is None or Z[s] or place[g] in STOCKS:
            return
        t = STOCK_OF[g]
        outer = place[g]
        gone(g)
        Z[t] |= BIT[g]
        place[g] = t
        S[outer] = S[t] = None
        G[g] = None
        disband(outer)
"""),
    function("form", "move put", """
    def form(stock, held, t, fields):
        if not Z[stock] or not held or not TAKES[t]:
            bail()
        g = lowest_piece(Z[stock])
        put((g,), t, None, set())
        G[g] = fields
        move([(held, INSIDES[g], None)])
"""),
)
NO_GROUPS = (
    function("disband", "", """
    def disband(s):
        pass
"""),
)
