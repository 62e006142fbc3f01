"""The fixed part of a generated Python module that knows which pieces are identical.

Of identical pieces in one zone, only the first is an option. `S[s]` is the mask of the others in zone s, possibly with
some that have left; None if it has to be recomputed. `merge` is for sets that are not simply taken from known zones.
"""

from __future__ import annotations

from rulelang.native.plan.nodes import Plan, clean
from rulelang.native.py.parts import Part, function

FACED = """
            if same and FACED >> c & 1:
                F, M, _, _ = ROLLS[c]"""
ALL_FACED = """
            if same:"""


def looks(plan: Plan) -> list[Part]:
    """The functions; where all that may look alike is rolled, and in one way, that need not be found out for each."""
    layout, program = plan.layout, plan.layout.program
    fields = {program.columns[kind][-1] for kind in program.faces}
    faces, faced, alike, uses = "", FACED, "like(c, Z[s])", "like"
    if len(fields) == 1 and not layout.twins & ~layout.mask(layout.faced):
        field = clean(fields.pop())
        shown = f"(M_{field}[F_{field}[c]] if F_{field}[c] is not UNROLLED else unrolled)"
        faces, faced, alike, uses = f"\n        F, M = F_{field}, M_{field}", ALL_FACED, f"Z[s] & SAME[c] & {shown}", ""
    return [
        function("key_of", "face_of", """
    def key_of(c):
        if FACED >> c & 1:
            return LOOK[c], face_of(c)
        return (LOOK[c], G[c]) if c in INSIDES else LOOK[c]
"""),
        function("key_here", "key_of place", """
    def key_here(c):
        if c not in INSIDES:
            return place[c], key_of(c)
        return place[c], key_of(c), tuple(sorted([repr(key_of(each)) for each in ids(Z[INSIDES[c]])]))
"""),
        function("like", "", """
    def like(c, some):
        some &= SAME[c]
        if some and FACED >> c & 1:
            F, M, _, _ = ROLLS[c]
            return some & (M[F[c]] if F[c] is not UNROLLED else unrolled)
        return some
"""),
        function("shaded", "", f"""
    def shaded(s):
        rest, found = Z[s] & TWINS, 0{faces}
        while rest:
            c = rest.bit_length() - 1
            rest ^= BIT[c]
            same = rest & SAME[c]{faced}
                same &= M[F[c]] if F[c] is not UNROLLED else unrolled
            if same:
                found |= BIT[c]
        S[s] = found
        return found
"""),
        function("parted", uses, f"""
    def parted(c, s):
        if S[s]:
            rest = {alike}
            if rest:
                S[s] &= ~(rest & -rest)
"""),
        function("merge", "like merge_groups place", """
    def merge(m):
        rest = m & TWINS
        if not rest & (rest - 1):
            return m
        if rest & GROUPED:
            return merge_groups(m)
        while rest:
            low = rest & -rest
            rest ^= low
            c = low.bit_length() - 1
            same = like(c, rest)
            if same:
                s = place[c]
                for other in ids(same):
                    if place[other] == s:
                        m ^= BIT[other]
                        rest ^= BIT[other]
        return m
"""),
        function("merge_groups", "key_here", """
    def merge_groups(m):
        seen = set()
        for c in ids(m & TWINS):
            key = key_here(c)
            if key in seen:
                m ^= BIT[c]
            else:
                seen.add(key)
        return m
"""),
        function("merge_list", "key_here", """
    def merge_list(items):
        found = {}
        for c in items:
            found.setdefault(key_here(c), c)
        return tuple(found.values())
"""),
        function("by_looks", "looks_of", """
    def by_looks(items):
        found = {}
        for c in items:
            found.setdefault(repr(looks_of(c)), c)
        return tuple(found.values())
"""),
        function("alike", "key_of", """
    def alike(a, b):
        return a == b or (a is not None and b is not None and key_of(a) == key_of(b))
"""),
        function("samebag", "looks_of", """
    def samebag(a, b):
        return looks_of(a) == looks_of(b)
"""),
        function("looks_of", "key_of", """
    def looks_of(value):
        if value.__class__ is not tuple:
            return value if value is None else key_of(value)
        if any([each.__class__ is tuple for each in value]):
            return [looks_of(each) for each in value]
        return sorted([repr(looks_of(each)) for each in value])
"""),
    ]
