"""Which expressions depend on the state of play."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.ir.walk import walk
from rulelang.program import Program

READS = (ir.VarAt, ir.VarMap, ir.Contents, ir.Amount, ir.MenuOptions, ir.Sees, ir.After)


def reads_state(program: Program, game: ir.Game, expr: ir.Expr, known: dict[str, bool]) -> bool:
    """Does the value of an expression depend on the state, apart from its locals?"""
    return any(looks_at_state(program, game, node, known) for node in walk(expr))


def looks_at_state(program: Program, game: ir.Game, node: Any, known: dict[str, bool]) -> bool:
    """Does a node depend on the state, whatever it holds?"""
    if isinstance(node, READS) or (isinstance(node, ir.Op) and node.op == "owner"):
        return True
    if isinstance(node, ir.Pieces | ir.PieceField | ir.Look):
        return stored(program, node)
    return isinstance(node, ir.Call) and not stateless(program, game, node.fn, known)


def stored(program: Program, node: ir.Expr) -> bool:
    """Are some fields, or the pieces themselves, a matter of the state?"""
    if isinstance(node, ir.Pieces):
        return any(name in program.game.groups for name in node.names)
    if isinstance(node, ir.Look):
        return node.kind in program.faces or node.kind in program.game.groups
    assert isinstance(node, ir.PieceField)
    kinds = getattr(node.piece.type, "of", node.piece.type)
    names = getattr(kinds, "names", tuple(program.columns))
    return any(
        name in program.game.groups or (name in program.faces and program.columns[name][-1] == node.field)
        for name in names
    )


def stateless(program: Program, game: ir.Game, fn: str, known: dict[str, bool]) -> bool:
    """Does a function depend on its arguments alone?"""
    if fn not in known:
        known[fn] = False
        bodies = [game.fns[fn].body] if fn in game.fns else list(walk(game.scores[fn].lines))
        known[fn] = not any(reads_state(program, game, body, known) for body in bodies if isinstance(body, ir.Expr))
    return known[fn]


def reads(game: ir.Game, expr: Any, seen: set[str] | None = None) -> set[str]:
    """What of the state an expression looks at: "pieces", and the names of variables and resources."""
    found: set[str] = set()
    seen = set() if seen is None else seen
    for node in walk(expr):
        if isinstance(node, ir.After):
            found |= {"pieces", *game.vars, *game.resources}
        elif isinstance(node, ir.VarAt | ir.VarMap):
            found.add(node.var)
        elif isinstance(node, ir.Amount):
            found.add(node.resource)
        elif isinstance(node, ir.Contents | ir.Inside | ir.PieceField | ir.Pieces | ir.Look) or (
            isinstance(node, ir.Op) and node.op == "owner"
        ):
            found.add("pieces")
        elif isinstance(node, ir.MenuRef) and node.menu not in seen:
            seen.add(node.menu)
            menu = game.menus[node.menu]
            offered = [(action.binders, action.guard) for action in menu.actions]
            found |= reads(game, (menu.key, menu.condition, tuple(offered)), seen)
        elif isinstance(node, ir.Call) and node.fn not in seen:
            seen.add(node.fn)
            found |= reads(game, game.fns[node.fn].body if node.fn in game.fns else game.scores[node.fn].lines, seen)
    return found


def mentions(game: ir.Game, part: Any, seen: set[str]) -> set[str]:
    """The zones, variables and resources that a part of the game names, also by way of what it calls, runs or offers;
    and the kinds of pieces, wherever they lie.
    """
    found: set[str] = set()
    for node in walk(part):
        if isinstance(node, ir.VarAt | ir.VarMap | ir.VarTarget | ir.VarWhole):
            found.add(node.var)
        elif isinstance(node, ir.Amount | ir.Pay):
            found.add(node.resource)
        elif isinstance(node, ir.ZoneAt):
            found.add(node.zone)
        elif isinstance(node, ir.Pieces):
            found |= set(node.names)
        elif isinstance(node, ir.Look):
            found.add(node.kind)
        elif isinstance(node, ir.Tally):
            found |= mentions(game, game.scores[node.score], seen) | {game.scores[node.score].into or ""}
        name = called(node)
        if name and name not in seen:
            seen.add(name)
            for parts in (game.fns, game.scores, game.procs, game.menus):
                found |= mentions(game, parts[name], seen) if name in parts else set()
    return found - {""}


def called(node: Any) -> str:
    """What a node calls, runs or offers."""
    if isinstance(node, ir.Run | ir.After):
        return node.proc
    return node.fn if isinstance(node, ir.Call) else node.menu if isinstance(node, ir.MenuRef) else ""


def all_open(game: ir.Game, part: Any, hidden: set[str]) -> bool:
    """Is all that a part of the game names open to all, and never hidden?"""
    sights = {name: each.sight for parts in (game.zones, game.vars, game.resources) for name, each in parts.items()}
    for name in mentions(game, part, set()):
        kinds = [zone.name for zone in game.zones.values() if name in zone.of.names]
        for each in kinds or [name]:
            if each in hidden or sights.get(each) != "open":
                return False
    return True


def footprint(program: Program, expr: Any, seen: set[str] | None = None) -> set[int]:
    """The slots that an expression may read, apart from locals."""
    game, found = program.game, set[int]()
    seen = set() if seen is None else seen
    for node in walk(expr):
        found |= slots_of(program, node)
        if isinstance(node, ir.MenuRef) and node.menu not in seen:
            seen.add(node.menu)
            menu = game.menus[node.menu]
            offered = tuple((action.binders, action.guard) for action in menu.actions)
            found |= footprint(program, (menu.key, menu.condition, offered), seen)
        elif isinstance(node, ir.Call) and node.fn not in seen:
            seen.add(node.fn)
            body: Any = game.fns[node.fn].body if node.fn in game.fns else game.scores[node.fn].lines
            found |= footprint(program, body, seen)
    return found


def slots_of(program: Program, node: Any) -> set[int]:
    """The slots that one node may read."""
    layout, pieces = program.layout, range(len(program.pieces))
    if isinstance(node, ir.After):
        return set(range(layout.locals, layout.size))
    if isinstance(node, ir.VarAt | ir.VarMap):
        array = program.vars[node.var].array
        return set(range(array.base, array.base + array.length))
    if isinstance(node, ir.Amount):
        resource = program.resources[node.resource]
        return {resource.slot(holder) for holder in resource.holders}
    if isinstance(node, ir.ZoneAt):
        zones = program.zone_arrays[node.zone]
        return {layout.zones + zone for zone in range(zones.base, zones.base + zones.length)}
    if isinstance(node, ir.Inside):
        return {layout.zones + zone for zone in program.insides.values()}
    if isinstance(node, ir.PieceField | ir.Look) and stored(program, node):
        rolled = {layout.faces + piece.id for piece in program.pieces if piece.kind in program.faces}
        return rolled | {layout.groups + piece.id for piece in program.pieces if piece.is_group}
    if isinstance(node, ir.Pieces) and stored(program, node):
        return {layout.places + piece.id for piece in program.pieces if piece.is_group}
    return {layout.places + piece for piece in pieces} if isinstance(node, ir.Op) and node.op == "owner" else set()
