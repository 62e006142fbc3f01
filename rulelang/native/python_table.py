"""The part of a generated Python module that keeps the table: zones, faces, chance."""

from __future__ import annotations

from rulelang.native.plan import Plan
from rulelang.native.python_pieces import CHANCE, GROUPS, NO_GROUPS, PLAIN, TABLE, TRACED
from rulelang.native.python_steps import Build
from rulelang.native.python_values import Values, clean
from rulelang.program import BANK


def runtime(plan: Plan, build: Build) -> list[str]:
    """The text of what keeps the table, fitted to the program."""
    program = plan.layout.program
    check = "\n        check()" if build.invariants else ""
    text = CHANCE + (TRACED if build.traced else PLAIN).replace("#CHECK", check)
    text += TABLE.replace("#DISBAND", "\n        disband(s)" if program.insides else "")
    text += GROUPS if program.insides else NO_GROUPS
    head = f"    PLAYERS = {program.players}"
    stocks = {piece.id: program.stocks[piece.kind] for piece in program.pieces if piece.is_group}
    head += f"\n    STOCKS, STOCK_OF = {set(program.stocks.values()) or 'set()'}, {stocks}"
    head += f"\n    running = {dict.fromkeys(program.procs, 0)}"
    return [*head.splitlines(), *text.splitlines(), *refills(plan), *faces(plan), *reset(plan)]


def refills(plan: Plan) -> list[str]:
    """By zone: where its refill comes from."""
    found, values = [], Values(plan.layout.program)
    for name, source in plan.refills.items():
        array = plan.layout.program.zone_arrays[name]
        found += [f"{zone}: lambda: {values.of(source)}" for zone in range(array.base, array.base + array.length)]
    return [f"    REFILLS = {{{', '.join(found)}}}"]


def faces(plan: Plan) -> list[str]:
    """Rolling, and the fields that it sets."""
    program = plan.layout.program
    kinds = {name: (program.columns[name][-1], *bounds) for name, bounds in program.faces.items()}
    fields = sorted({field for field, _, _ in kinds.values()})
    lines = [f"    F_{clean(field)}, M_{clean(field)} = {{}}, {{}}" for field in fields]
    of = {p.id: kinds[p.kind] for p in program.pieces if p.kind in kinds}
    rows = ", ".join(f"{c}: (F_{clean(f)}, M_{clean(f)}, {low}, {high - low + 1})" for c, (f, low, high) in of.items())
    lines += [f"    ROLLS = {{{rows}}}"]
    text = """
    def face_of(c):
        return ROLLS[c][0].get(c)

    def unface(c):
        nonlocal unrolled
        if FACED >> c & 1:
            F, M, _, _ = ROLLS[c]
            if c in F:
                M[F.pop(c)] ^= BIT[c]
                unrolled |= BIT[c]
                LK[c] = LOOK[c]

    def roll(pieces):
        nonlocal unrolled
        for c in pieces:
            F, M, low, number = ROLLS[c]
            face = low + chance(number)
            if c in F:
                M[F[c]] ^= BIT[c]
            F[c] = face
            LK[c] = LOOK[c] + (face + 1000) * len(LOOK)
            M[face] = M.get(face, 0) | BIT[c]
            unrolled &= ~BIT[c]

    def rolled(m):
        if m & unrolled:
            trouble()
        return m
"""
    return [*lines, *text.splitlines()]


def reset(plan: Plan) -> list[str]:
    """Everything in its place before set-up."""
    program, layout = plan.layout.program, plan.layout
    zones: list[object] = [0 if masked else () for masked in layout.masked]
    for piece in program.pieces:
        here = zones[piece.home]
        zones[piece.home] = here | 1 << piece.id if isinstance(here, int) else (*here, piece.id)
    lines = [
        f"    Z0, P0 = {zones}, {[piece.home for piece in program.pieces]}",
        "    Z, place, G, LK = list(Z0), list(P0), [None] * len(P0), list(LOOK)",
        "",
        "    def reset(keys):",
        "        nonlocal together, winners, asked, trace, draws, unrolled",
        f"        together, winners, asked, trace, draws, unrolled = 0, None, 0, [], [], {layout.mask(layout.faced)}",
        "        Z[:], place[:], G[:], LK[:] = Z0, P0, [None] * len(P0), LOOK",
        "        K[:], N[:], B[:] = keys, [0] * len(keys), [[] for _ in keys]",
        "        for each in running:",
        "            running[each] = 0",
    ]
    for name, resource in program.resources.items():
        amounts = [resource.total if holder == BANK else 0 for holder in resource.holders]
        lines.append(f"        r_{clean(name)}[:] = {amounts}")
    for field in sorted({program.columns[kind][-1] for kind in program.faces}):
        lines += [
            f"        F_{clean(field)}.clear()",
            f"        F_{clean(field)}.update(F0_{clean(field)})",
            f"        M_{clean(field)}.clear()",
            f"        for c, face in F0_{clean(field)}.items():",
            f"            M_{clean(field)}[face] = M_{clean(field)}.get(face, 0) | BIT[c]",
        ]
    return lines
