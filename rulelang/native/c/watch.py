"""C of a watched build, which can replay a game as a seat observes it (`rt/c/observe.h`): what is told where, and the
tables that say who sees what.
"""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.analysis.changes import touched
from rulelang.engine.state import sight_mask
from rulelang.ir.types import has_pieces
from rulelang.native.c.effects import amount_sights
from rulelang.native.c.known import declare_row
from rulelang.native.c.stmt import Statements, first_element, prints, tell_value
from rulelang.native.plan import acts, ops
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import LIST, MASK, clean
from rulelang.native.plan.views import elements, secretly_done, simultaneous_writes
from rulelang.native.rt import runtime_text
from rulelang.program import Program

RUNTIME = ("observe.h", "replay.h", "tensor.h", "conflict.h", "no_goods.h", "plan.h", "repair.h", "tree.h")
HOW = {"all": "SHOWN", "none": "HIDDEN", "declared": "DECLARED"}


# ---------------------------------------------------------------- steps


@prints(acts.Show)
def show(out: Statements, step: acts.Show) -> None:
    mask = readers_mask(out, step) if step.to else "EVERYBODY"
    if step.var is None:
        pieces = out.temp("I", out.of(step.args[0]))
        out.line(f"for (I i = 1; i <= mem[{pieces}]; i++) shows_piece(mem[{pieces} + i], {HOW[step.sight]}, {mask});")
        out.line("watched_all();")
        return
    first = f"{first_element(out.layout.program, step.var)} + {out.of(step.args[0])}"
    if step.sight == "answer":
        out.line(f"keeps_answer({first});")
        return
    name = f"v_{clean(step.var)}" if out.layout.program.vars[step.var].array.sizes else f"(&v_{clean(step.var)})"
    value = tell_value(out, step.var, f"{name}[{out.of(step.args[0])} + i]")
    with out.block(f"for (I i = 0; i < {step.count}; i++)"):
        at = out.temp("I", f"{first} + i")
        if step.sight == "own":
            out.line(f"shows_element({at}, DECLARED, 0, 1LL << (i + 1));")
        else:
            out.line(f"shows_element({at}, {HOW[step.sight]}, {mask}, var_sights[{at}]);")
        out.line(f"if (watcher) tells_written({at}, {value});")


def readers_mask(out: Statements, step: acts.Show | acts.Tell) -> str:
    seats, mask = out.temp("I", out.of(step.args[1])), out.temp("I", "0")
    out.line(f"for (I i = 1; i <= mem[{seats}]; i++) {mask} |= 1LL << mem[{seats} + i];")
    return mask


@prints(acts.Tell)
def tell(out: Statements, step: acts.Tell) -> None:
    way = "key_of_list" if step.args[0].rep == LIST else "key_of_value"
    value, tag = out.temp("I", out.of(step.args[0])), "RELEASED" if step.pieces else "NUMBER"
    mask = readers_mask(out, step) if step.to else "EVERYBODY"
    out.line(f"if (watcher) releases({mask}, {way}({value}, {tag}));")


@prints(acts.Block)
def block(out: Statements, step: acts.Block) -> None:
    out.line(f"enters({out.of(step.args[0])});" if step.args else "blocks();")


@prints(acts.Round)
def round_(out: Statements, step: acts.Round) -> None:
    out.line("if (horizon && nobody_holds()) round_ends();" if step.dealt else "round_ends();")


@prints(acts.IfWatched)
def if_watched(out: Statements, step: acts.IfWatched) -> None:
    with out.block("if (ROLLOUT)" if step.rollout else "if (!ROLLOUT)"):
        out.suite(step.bodies[0])


# ---------------------------------------------------------------- options


def rows(out: Statements, lines: list[str], mask: str = "") -> None:
    """Writes down what is offered, if somebody watches; `mask`: the pieces, where it is one of some."""
    if out.watched:
        out.sites += 1
        with out.block(f"if (watcher && rows_of_mask({out.sites}, {mask}))" if mask else "if (watcher)"):
            out.line("I mark = top;" if mask else f"I mark = top; rows({out.sites});")
            for line in lines:
                out.line(line)
            out.line("top = mark;")
        with out.block("if (policy)"):
            out.line(f"I mark = top; offers({out.sites});")
            for line in lines:
                out.line(line)
            out.line("top = mark;")


def row_of_offer(out: Statements, offer: Offer, options: str, count: str) -> list[str]:
    """The options of a choice of a value."""
    tag, some = ("PIECE", 1) if offer.of_pieces else ("NUMBER", 0)
    if offer.want is not None and offer.guard is None:
        each = f"row(); cell_list(kth_bag(k, {options}), {some});"
    elif offer.rep == LIST:
        each = f"row(); cell_list(mem[{options} + 1 + k], {some});"
    elif offer.options.rep == MASK and offer.guard is None:
        each = f"row_of(m_kth({options}, k), {tag});"
    elif offer.options.op is ops.RANGE and offer.guard is None:
        each = f"row_of({options} + k, NUMBER);"
    else:
        each = f"row_of(mem[{options} + 1 + k], {tag});"
    return [f"for (I k = 0; k < {count}; k++) {{ {each} }}", *["row_of(0, PASSING);"] * offer.optional]


# ---------------------------------------------------------------- tables


def element_count(program: Program) -> int:
    """How many elements all variables have."""
    return max(1, sum(max(1, each.array.length) for each in program.vars.values()))


def owners(program: Program, name: str) -> list[int]:
    """By element of a variable: the seat that it belongs to; 0 for none."""
    var, many = program.vars[name], max(1, program.vars[name].array.length)
    return [at * program.players // many + 1 if var.by_seat else 0 for at in range(many)]


def watch_tables(out: Statements) -> list[str]:
    """What is known of sights, before any function. While seats act at the same time, each sees its own zones alone:
    what the others do to theirs is not told before all are done.
    """
    layout, program = out.layout, out.layout.program
    at_once = any(isinstance(node, ir.Stmt) and touched(node) for node in secretly_done(program.game))
    hidden = {zone.id for zone in program.zones if zone.group is not None} | set(program.stocks.values())
    names = sorted({piece.kind for piece in program.pieces})
    limits, sights = [], []
    for zone in program.zones:
        own = 0 if zone.owner is None else 1 << zone.owner
        limits.append(0 if zone.id in hidden else own if own and at_once else program.everybody)
        sights.append(sight_mask(program, zone.sight, zone.owner))
    homes = {piece.id: piece.home for piece in program.pieces}
    rows = {
        "zone_sights": sights,
        "zone_limits": limits,
        "zone_owners": [zone.owner or 0 for zone in program.zones],
        "zone_alike": [int(zone.of is not None and len(zone.of) == 1) for zone in program.zones],
        "kinds": [names.index(piece.kind) for piece in program.pieces] or [0],
        "homes": [homes.get(at, 0) for at in range(max(layout.count, 1))],
        "var_owners": [each for name in program.vars for each in owners(program, name)] or [0],
        "var_sights": [each for name in program.vars for each in elements(program, name, False)] or [0],
    }
    return [*(declare_row(name, row) for name, row in rows.items()), *map(runtime_text, RUNTIME)]


def watch_numbers(out: Statements) -> list[str]:
    """What the seat sees of variables and amounts, as one number."""
    program = out.layout.program
    _, names = simultaneous_writes(program.game)
    lines = [out.head("uint64_t", "view_of_numbers", "uint64_t key") + " {"]
    for name, var in program.vars.items():
        first, many = first_element(program, name), max(1, var.array.length)
        place = f"v_{clean(name)}[i]" if var.array.sizes else f"v_{clean(name)}"
        value = tell_value(out, name, place)
        limit = ", ".join(map(str, elements(program, name, name in names))) if name in names else ""
        barred = f"static const I limits[] = {{{limit}}}; " if limit else ""
        own = " && (!W->block || limits[i] >> W->seat & 1)" if limit else ""
        lines.append(f"    {{ {barred}for (I i = 0; i < {many}; i++)")
        lines.append(f"        if (W->var_sight[{first} + i] >> W->seat & 1{own}) key = mixed(key, (I){value}); }}")
    for name in program.resources:
        masks = amount_sights(program, name)
        text = ", ".join(map(str, masks))
        lines.append(f"    {{ static const I sights[] = {{{text}}}; for (I i = 0; i < {len(masks)}; i++)")
        lines.append(f"        if (sights[i] >> W->seat & 1) key = mixed(key, r_{clean(name)}[i]); }}")
    return [*lines, "    return key;", "}", *watch_held(out), *watch_values(out)]


def watch_values(out: Statements) -> list[str]:
    """The elements of all variables, and the amounts of all holders, by number."""
    program, elements_, amounts, last = out.layout.program, list[str](), list[str](), 0
    for name, var in program.vars.items():
        first = first_element(program, name)
        place = f"v_{clean(name)}[k - {first}]" if var.array.sizes else f"v_{clean(name)}"
        elements_.append(f"    if (k < {first + max(1, var.array.length)}) return {place};")
    for name, each in program.resources.items():
        amounts.append(f"    if (k < {last + len(each.holders)}) return r_{clean(name)}[k - {last}];")
        last += len(each.holders)
    lines = [out.head("I", "element_at", "I k") + " {", *elements_, "    return NONE + 0 * k;", "}"]
    return [*lines, out.head("I", "amount_at", "I k") + " {", *amounts, "    return NONE + 0 * k;", "}"]


def watch_held(out: Statements) -> list[str]:
    """What the seat sees of the pieces that variables hold: it changes when these move."""
    program = out.layout.program
    lines = [out.head("uint64_t", "view_of_held") + " {", "    uint64_t key = 0;"]
    for name, var in program.vars.items():
        if has_pieces(program.game.vars[name].type):
            place = f"v_{clean(name)}[i]" if var.array.sizes else f"v_{clean(name)}"
            first = first_element(program, name)
            one = "-1" if out.layout.rep_of(program.game.vars[name].type) == LIST else place
            lines.append(f"    for (I i = 0; i < {max(1, var.array.length)}; i++)")
            with_look = f"check_held({first} + i, {one}, {tell_value(out, name, place)})"
            lines.append(f"        if (W->var_sight[{first} + i] >> W->seat & 1) key = mixed(key, (I){with_look});")
    return [*lines, "    return key;", "}"]


def row_of_pick(out: Statements) -> list[str]:
    """The option of a menu that was picked, as a row."""
    plan, game = out.plan, out.layout.game
    lines = [out.head("void", "row_picked") + " {", "    row(); cell(picked, NUMBER);", "    switch (picked) {"]
    for code, (name, place) in enumerate(key for key in plan.actions if key[1] >= 0):
        menu = game.menus[name]
        locals_ = [*menu.params, *(local for local, _ in menu.actions[place].binders)]
        cells = "".join(cell_of(out, at, local.type) for at, local in enumerate(locals_))
        lines.append(f"    case {code}: {cells}break;")
    return [*lines, "    }", "}"]


def cell_of(out: Statements, at: int, type_: Any) -> str:
    tag, some = ("PIECE", 1) if has_pieces(type_) else ("NUMBER", 0)
    if out.layout.rep_of(type_) == LIST:
        return f"cell_list(pick_values[{at}], {some}); "
    return f"cell(pick_values[{at}], pick_values[{at}] == NONE ? NUMBER : {tag}); "
