"""The part of a generated Python module that holds the table: zones, faces, chance."""

from __future__ import annotations

from rulelang.native.build import Build
from rulelang.native.host.rng import EVEN
from rulelang.native.plan import acts
from rulelang.native.plan.nodes import Plan, clean, walk_steps
from rulelang.native.py.expr import Values
from rulelang.native.py.parts import Laid, Part, function
from rulelang.native.py.stats import ASKED
from rulelang.native.rt.py.pieces import moving
from rulelang.native.rt.py.rng import Draws, chance, dealing, rolling
from rulelang.native.rt.py.twins import looks
from rulelang.program import BANK


def runtime(values: Values, build: Build) -> list[Part]:
    """What keeps the table, fitted to the program."""
    plan, program = values.plan, values.program
    stocks = {piece.id: program.stocks[piece.kind] for piece in program.pieces if piece.is_group}
    head = (
        f"    PLAYERS = {program.players}",
        f"    STOCKS, STOCK_OF = {set(program.stocks.values()) or 'set()'}, {stocks}",
        f"    running = {dict.fromkeys(program.procs, 0)}",
    )
    draws = Draws(build.traced, build.even and plan.layout.count <= EVEN)
    return [
        Part("", head),
        *chance(build, ASKED if build.statistics else ""),
        *looks(plan),
        *dealing(draws),
        *moving(bool(program.insides)),
        refills(values),
        *faces(plan, build),
        *reset(plan, build),
    ]


def refills(values: Values) -> Part:
    """By zone: where its refill comes from."""
    found = []
    values.uses.clear()
    for name, source in values.plan.refills.items():
        array = values.program.zone_arrays[name]
        found += [f"{zone}: lambda: {values.of(source)}" for zone in range(array.base, array.base + array.length)]
    return Part("", (f"    REFILLS = {{{', '.join(found)}}}",), frozenset(values.uses))


def faces(plan: Plan, build: Build) -> list[Part]:
    """Rolling, and the fields that it sets."""
    program = plan.layout.program
    kinds = {name: (program.columns[name][-1], *bounds) for name, bounds in program.faces.items()}
    fields = sorted({field for field, _, _ in kinds.values()})
    lines = [f"    F_{clean(f)}, M_{clean(f)} = list(F0_{clean(f)}), dict(M0_{clean(f)})" for f in fields]
    of = {p.id: kinds[p.kind] for p in program.pieces if p.kind in kinds}
    rows = ", ".join(f"{c}: (F_{clean(f)}, M_{clean(f)}, {low}, {high - low + 1})" for c, (f, low, high) in of.items())
    lines += [f"    ROLLS = {{{rows}}}"]
    masks = {field: sum(1 << c for c, row in of.items() if row[0] == field) for field in fields}
    rows = ", ".join(f"({', '.join(f'{k}_{clean(f)}' for k in ('F', 'M', 'F0', 'M0'))}, {masks[f]})" for f in fields)
    lines += [f"    FACES = [{rows}]"]
    rolls = [(clean(field), low, high) for field, low, high in kinds.values()]
    return [Part("", tuple(lines)), *rolling(rolls, build.traced, build.even)]


def counts_running(plan: Plan, build: Build) -> bool:
    """Does anything depend on which procedures run?"""
    bodies = [unit.body for unit in (*plan.procs.values(), *plan.actions.values())]
    return build.invariants or any(isinstance(step, acts.Stop) for body in bodies for step in walk_steps(body))


def reset(plan: Plan, build: Build) -> list[Part]:
    """Everything in its place before set-up."""
    program, layout = plan.layout.program, plan.layout
    zones: list[object] = [0 if masked else () for masked in layout.masked]
    for piece in program.pieces:
        here = zones[piece.home]
        zones[piece.home] = here | 1 << piece.id if isinstance(here, int) else (*here, piece.id)
    state = (
        f"    Z0, P0 = {zones}, {[piece.home for piece in program.pieces]}",
        "    Z, S, place, G = list(Z0), [None] * len(Z0), list(P0), [None] * len(P0)",
        "",
    )
    lines = [
        "    def reset(given):",
        "        nonlocal together, winners, asked, trace, draws, unrolled, looking, streams, word",
        f"        together, winners, asked, trace, draws, unrolled = 0, None, 0, [], [], {layout.mask(layout.faced)}",
        "        looking = 0",
        "        Z[:], S[:] = Z0, [None] * len(Z0)",
        Laid("        place[:] = P0"),
        f"        streams, W[:] = given, [stream.{'even_words' if build.even else 'words'}() for stream in given]",
        "        word = W[0]",
    ]
    if program.insides:
        lines.append("        G[:] = [None] * len(P0)")
    if counts_running(plan, build):
        lines += ["        for each in running:", "            running[each] = 0"]
    for name, resource in program.resources.items():
        amounts = [resource.total if holder == BANK else 0 for holder in resource.holders]
        lines.append(f"        r_{clean(name)}[:] = {amounts}")
    if program.faces:
        lines.append("        unface_all(FACED)")
    return [Part("", state), function("reset", "unface_all" * bool(program.faces), *lines)]
