"""What parts of the state an expression depends on.

`own_reads` says this for each class of expressions, without its subexpressions; everything else here is a fold over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from rulelang import ir
from rulelang.analysis.changes import written
from rulelang.base.dispatch import Total, total
from rulelang.base.frozen import Frozen, frozen
from rulelang.ir.calls import body, evaluates, reach, runs
from rulelang.ir.types import kinds, kinds_within
from rulelang.ir.walk import walk, walk_free
from rulelang.program import Program

What = Literal[
    "variable", "resource",
    "place", "contents", "inside",  # a place that is named, what lies in one, what lies in groups
    "fields", "looks", "kinds", "owner",  # of pieces: one field, all that they show, which there are, whose one is
    "menu", "all",
]  # fmt: skip


@frozen
class Read(Frozen):
    """Something that an expression looks at, by name: of which kinds of pieces, which variable, resource or place."""

    what: What
    names: tuple[str, ...] = ()
    at: object = None
    """Which field; or the number of a place that was worked out when the game was loaded."""


own_reads: Total[tuple[Read, ...]] = total(ir.Expr)
"""`own_reads(expr)`: what it looks at by itself; the values in it, and what it calls or offers, answer
for themselves."""

BLIND = {
    "count", "empty", "first", "last", "first_or_none", "last_or_none", "only", "at", "take", "join", "reverse",
    "default", "part", "map_at", "values", "owner",
}  # fmt: skip
"""The built-ins for which pieces may look as they like; all others may compare them, and pieces are equal by look."""


@own_reads.case(
    ir.Lit, ir.Const, ir.Get, ir.RowField, ir.RowAt, ir.CellAt, ir.Members, ir.Seats, ir.Reveal, ir.If, ir.Let,
    ir.Rungs, ir.Call, ir.Each, ir.ListOf, ir.TupleOf,
)  # fmt: skip
def nothing(expr: ir.Expr) -> tuple[Read, ...]:
    return ()


@own_reads.case(ir.VarAt, ir.VarMap)
def variable(expr: ir.VarAt | ir.VarMap) -> tuple[Read, ...]:
    return (Read("variable", (expr.var,)),)


@own_reads.case(ir.Amount)
def amount(expr: ir.Amount) -> tuple[Read, ...]:
    return (Read("resource", (expr.resource,)),)


@own_reads.case(ir.ZoneAt)
def place(expr: ir.ZoneAt) -> tuple[Read, ...]:
    return (Read("place", (expr.zone,)),)


@own_reads.case(ir.Inside)
def inside(expr: ir.Inside) -> tuple[Read, ...]:
    return (Read("inside"),)


@own_reads.case(ir.Contents)
def contents(expr: ir.Contents) -> tuple[Read, ...]:
    """Of a place that is named, here or where a local got it; or that was worked out when the game was loaded."""
    return (Read("contents", (), expr.zone.value if isinstance(expr.zone, ir.Lit) else None),)


@own_reads.case(ir.PieceField)
def fields(expr: ir.PieceField) -> tuple[Read, ...]:
    return (Read("fields", kinds(expr.piece.type) or (), expr.field),)


@own_reads.case(ir.Look)
def look(expr: ir.Look) -> tuple[Read, ...]:
    return Read("looks", (expr.kind,)), Read("kinds", (expr.kind,))


@own_reads.case(ir.Pieces)
def pieces(expr: ir.Pieces) -> tuple[Read, ...]:
    return (Read("kinds", expr.names),)


@own_reads.case(ir.Op)
def operation(expr: ir.Op) -> tuple[Read, ...]:
    pieces = () if expr.op in BLIND else tuple(name for part in expr.arguments for name in kinds_within(part.type))
    looks = (Read("looks", pieces),) if pieces else ()
    return (*looks, Read("owner")) if expr.op == "owner" else looks


@own_reads.case(ir.MenuOptions)
def options(expr: ir.MenuOptions) -> tuple[Read, ...]:
    return (Read("menu", (expr.menu.menu,)),)


@own_reads.case(ir.After, ir.Sees)
def everything(expr: ir.After | ir.Sees) -> tuple[Read, ...]:
    return (Read("all"),)


own_reads.seal()


# ---------------------------------------------------------------- does it depend on the state?


def reads_state(program: Program, game: ir.Game, expr: ir.Expr, known: dict[str, bool]) -> bool:
    """Does the value of an expression depend on the state, apart from its locals?"""
    return any(looks_at_state(program, game, node, known) for node in walk(expr))


def looks_at_state(program: Program, game: ir.Game, node: Any, known: dict[str, bool]) -> bool:
    """Does a node depend on the state, whatever it holds?"""
    if isinstance(node, ir.Call):
        return not stateless(program, game, node.fn, known)
    return isinstance(node, ir.Expr) and any(is_state(program, read) for read in own_reads(node))


def is_state(program: Program, read: Read) -> bool:
    """Is it a matter of the state? Which places there are is not, nor what is printed on pieces."""
    groups = program.game.groups
    if read.what == "fields":
        kinds = read.names or program.columns
        return any(name in groups or (name in program.faces and program.columns[name][-1] == read.at) for name in kinds)
    if read.what == "looks":
        return changes(program.game, read.names)
    if read.what == "kinds":
        return any(name in groups for name in read.names)
    return read.what not in ("place", "inside")


def changes(game: ir.Game, kinds: tuple[str, ...]) -> bool:
    """Do some of these pieces not always look the same: are they rolled, or groups that are formed?"""
    return any(name in game.groups or game.pieces[name].rolls is not None for name in kinds)


def stateless(program: Program, game: ir.Game, fn: str, known: dict[str, bool]) -> bool:
    """Does a function depend on its arguments alone?"""
    if fn not in known:
        known[fn] = False
        known[fn] = not reads_state(program, game, body(game, fn), known)
    return known[fn]


# ---------------------------------------------------------------- what of the state?


def all_reads(game: ir.Game, part: Any) -> Iterator[Read]:
    """What a part of the game looks at, also by way of what it calls or offers."""
    for node in reach(game, part, evaluates):
        if isinstance(node, ir.Expr):
            yield from own_reads(node)


def reads(game: ir.Game, expr: Any) -> set[str]:
    """What of the state an expression looks at: "pieces", and the names of variables and resources."""
    found: set[str] = set()
    for read in all_reads(game, expr):
        if read.what == "all":
            found |= {"pieces", *game.vars, *game.resources}
        elif read.what in ("variable", "resource"):
            found |= set(read.names)
        elif read.what == "looks":
            found |= {"pieces"} if changes(game, read.names) else set()
        elif read.what not in ("place", "menu"):
            found.add("pieces")
    return found


def footprint(program: Program, expr: Any) -> set[int]:
    """The slots that an expression may read, apart from locals."""
    return {slot for read in all_reads(program.game, expr) for slot in SLOTS[read.what](program, read)}


def of_variables(program: Program, read: Read) -> Iterator[int]:
    for name in read.names:
        array = program.vars[name].array
        yield from range(array.base, array.base + array.length)


def of_resources(program: Program, read: Read) -> Iterator[int]:
    for resource in map(program.resources.__getitem__, read.names):
        yield from map(resource.slot, resource.holders)


def of_places(program: Program, read: Read) -> Iterator[int]:
    for zones in map(program.zone_arrays.__getitem__, read.names):
        yield from range(program.layout.zones + zones.base, program.layout.zones + zones.base + zones.length)


def of_contents(program: Program, read: Read) -> Iterator[int]:
    if isinstance(read.at, int):
        yield program.layout.zones + read.at


def of_insides(program: Program, read: Read) -> Iterator[int]:
    yield from (program.layout.zones + zone for zone in program.insides.values())


def of_fields(program: Program, read: Read) -> Iterator[int]:
    if is_state(program, read):
        yield from (program.layout.faces + piece.id for piece in program.pieces if piece.kind in program.faces)
        yield from (program.layout.groups + piece.id for piece in program.pieces if piece.is_group)


def of_kinds(program: Program, read: Read) -> Iterator[int]:
    if is_state(program, read):
        yield from (program.layout.places + piece.id for piece in program.pieces if piece.is_group)


def of_owners(program: Program, read: Read) -> Iterator[int]:
    yield from (program.layout.places + piece.id for piece in program.pieces)


def of_menu(program: Program, read: Read) -> Iterator[int]:
    """What it offers is followed."""
    yield from ()


def of_all(program: Program, read: Read) -> Iterator[int]:
    yield from range(program.layout.locals, program.layout.size)


SLOTS = {
    "variable": of_variables, "resource": of_resources, "place": of_places, "contents": of_contents,
    "inside": of_insides, "fields": of_fields, "looks": of_fields, "kinds": of_kinds, "owner": of_owners,
    "menu": of_menu, "all": of_all,
}  # fmt: skip
assert set(SLOTS) == set(get_args(What))


# ---------------------------------------------------------------- where do pieces lie?


def lying(game: ir.Game, pieces: Any) -> set[str]:
    """The zones in which the pieces of an expression may lie: those that it names, also by way of functions; all, if it
    has pieces from elsewhere.
    """
    named = {node.zone for node in reach(game, pieces) if isinstance(node, ir.ZoneAt)}
    return set(game.zones) if not named or kinds_held(game, pieces) else named


def kinds_held(game: ir.Game, pieces: Any) -> set[str]:
    """The kinds of pieces that an expression, or a function it calls, reads from elsewhere than a zone that it names.
    """
    called = [body(game, node.fn) for node in reach(game, pieces) if isinstance(node, ir.Call)]
    nodes = (node for part in (pieces, *called) for node in walk_free(part))
    held = (node for node in nodes if isinstance(node, ir.VarAt | ir.Get | ir.Lit | ir.Pieces))
    return {kind for node in held for kind in kinds_within(node.type)}


# ---------------------------------------------------------------- is all of it open?


NAMING = ("variable", "resource", "place", "kinds")


def mentions(game: ir.Game, part: Any) -> set[str]:
    """The zones, variables and resources that a part of the game names, also by way of what it calls, runs or offers;
    and the kinds of pieces, wherever they lie. What cannot be said by name is "?".
    """
    found: set[str] = set()
    for node in reach(game, part, runs):
        if isinstance(node, ir.Stmt):
            found |= written(node, game)
        elif isinstance(node, ir.Expr) and not isinstance(node, ir.After):  # what that runs is gone through
            for read in own_reads(node):
                nameless = read.what == "all" or (read.what == "contents" and read.at is not None)
                found |= {"?"} if nameless else set(read.names) if read.what in NAMING else set()
    return found


def all_open(game: ir.Game, part: Any, hidden: set[str]) -> bool:
    """Is all that a part of the game names open to all, and never hidden?"""
    sights = {name: each.sight for parts in (game.zones, game.vars, game.resources) for name, each in parts.items()}
    for name in mentions(game, part):
        kinds = [zone.name for zone in game.zones.values() if name in zone.of.names]
        for each in kinds or [name]:
            if each in hidden or sights.get(each) != "open":
                return False
    return True
