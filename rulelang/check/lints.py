"""Lints, for what is allowed but hardly intended: conditions that are always the same, menus that miss a member, phases
that no play reaches. Only what is certain is reported, nothing that depends on options, variants or the number of
players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulelang import ir
from rulelang.check.calls import callees_of
from rulelang.check.environment import Context
from rulelang.diagnostics import Diagnostic, problem
from rulelang.ir.types import NOTHING, Int, List, Optional, Piece, Unknown
from rulelang.ir.walk import walk
from rulelang.syntax import nodes

# ---------------------------------------------------------------- names

def lint_name(ctx: Context, name: nodes.Word) -> None:
    """Reports a local name that shadows something in the game."""
    old = ctx.world.symbols.get(str(name))
    if old is None or old.span is None or ctx.lookup(str(name)) is not old:
        return
    if any(span.source.is_library for span in (name.span, old.span)):
        return
    step = f"To change the var, write `{name} = …`; if not, choose another name." if old.kind == "var" else ""
    ctx.report("R407", name.span, name=name, kind=old.kind, help=step, also=[(old.span, f"the {old.kind}")])


# ---------------------------------------------------------------- conditions


def lint_condition(ctx: Context, test: ir.Expr | None) -> None:
    """Reports a comparison that the ranges of its two sides already decide. Skips tests and the library."""
    if test is None or ctx.testing or test.span.source.is_library:
        return
    for part in parts(test):
        known = constant_outcome(part)
        if known is not None:
            ctx.report("R405", part.span, known="true" if known else "false", left=part.arguments[0].type)
        elif is_never_none(ctx, part):
            known_to_be = "true" if part.op == "ne" else "false"
            ctx.report("R405", part.span, known=known_to_be, left="a value that is never none")


def lint_order(ctx: Context, node: nodes.Node, sides: tuple[ir.Expr, ir.Expr]) -> None:
    """Reports a list of pieces that is sorted only to be compared: the comparison ignores order."""
    for side in sides:
        pieces = isinstance(side.type, List) and isinstance(side.type.of, Piece)
        if pieces and isinstance(side, ir.Op) and side.op in ("sorted", "reverse"):
            ctx.report("R408", node.span, op=side.op)
            return


def parts(test: ir.Expr) -> Iterable[Any]:
    """The comparisons in a condition."""
    if isinstance(test, ir.Op) and test.op in ("and", "or", "not"):
        for each in test.arguments:
            yield from parts(each)
    elif isinstance(test, ir.Op) and test.op in ORDER:
        yield test


def constant_outcome(part: ir.Op) -> bool | None:
    """The constant outcome of a comparison of numbers, if it has one. A comparison with a constant has none: the
    constant may change with an option, a mod or the number of players.
    """
    left, right = part.arguments
    a, b = left.type, right.type
    if not isinstance(a, Int) or not isinstance(b, Int) or not (of_play(left) or of_play(right)):
        return None
    if any(isinstance(each, ir.Const) for each in walk((left, right))):
        return None
    if None in (a.low, a.high) and None in (b.low, b.high):
        return None
    return ORDER[part.op](a, b)


def is_never_none(ctx: Context, part: ir.Op) -> bool:
    """Whether a local whose type has no `none` is compared with it. In a mechanism the type may be any."""
    left, right = part.arguments
    never = isinstance(left, ir.Get) and not isinstance(left.local.type, Optional | Unknown)
    return never and part.op in ("eq", "ne") and right.type == NOTHING and ctx.instance is None


def of_play(made: ir.Expr) -> bool:
    """Whether a value changes in play."""
    return any(isinstance(each, ir.Get | ir.VarAt | ir.Amount | ir.PieceField | ir.Call) for each in walk(made))


def below(a: Int, b: Int) -> bool | None:
    """Whether a is always less than b, or never; None if it depends."""
    if a.high is not None and b.low is not None and a.high < b.low:
        return True
    if a.low is not None and b.high is not None and a.low >= b.high:
        return False
    return None


def negate(known: bool | None) -> bool | None:
    return None if known is None else not known


def compare_ranges(a: Int, b: Int) -> bool | None:
    return True if below(a, b) or below(b, a) else None


ORDER = {
    "lt": below,
    "gt": lambda a, b: below(b, a),
    "ge": lambda a, b: negate(below(a, b)),
    "le": lambda a, b: negate(below(b, a)),
    "ne": compare_ranges,
    "eq": lambda a, b: None,  # R401 has reported it
}


def goes_on(node: Any, leaving: tuple[type, ...]) -> bool:
    """Whether what follows a statement can be reached. It cannot after an `if` whose branches all leave."""
    inner = node.statement if isinstance(node, nodes.Line) else node
    if isinstance(inner, leaving):
        return False
    if isinstance(inner, nodes.If) and inner.otherwise is not None:
        bodies = [inner.body, *(each.body for each in inner.elifs), inner.otherwise.body]
        return any(not body.statements or goes_on(body.statements[-1], leaving) for body in bodies)
    return True


# ---------------------------------------------------------------- whole games


def lint_menus(game: ir.Game) -> list[Diagnostic]:
    """Menus that are resolved but have no action for some member."""
    parts = (*game.procs.values(), *game.menus.values())
    resolved = {stmt.menu.menu for stmt in walk(parts) if isinstance(stmt, ir.Resolve) and stmt.whole}
    found = []
    for menu in game.menus.values():
        missing = members_missing(game, menu) if menu.name in resolved else []
        if missing:
            found.append(problem("R403", menu.span, name=menu.name, missing=", ".join(missing)))
    return found + menus_as_values(game)


def menus_as_values(game: ir.Game) -> list[Diagnostic]:
    """The options of a menu can only be counted."""
    counted = {
        id(each)
        for node in walk(game.rules)
        if isinstance(node, ir.Op) and node.op in ("count", "empty")
        for each in node.arguments
    }
    kept = [node for node in walk(game.rules) if isinstance(node, ir.MenuOptions) and id(node) not in counted]
    step = "write `count(…)` or `empty(…)` around it; the options themselves are no values"
    return [problem("R306", node.span, kind="menu", name=node.menu.menu, next=step) for node in kept]


def members_missing(game: ir.Game, menu: ir.Menu) -> list[str]:
    """The members of a menu's key that no action is for."""
    enum = game.enums.get(getattr(getattr(menu.key, "type", None), "name", ""))
    if enum is None:
        return []
    there = {action.key for action in menu.actions}
    return [name for number, name in enumerate(enum.members, 1) if number not in there]


def find_unreached(game: ir.Game) -> dict[str, ir.Proc | ir.Menu]:
    """The phases, steps and menus that no play of this game reaches, by name. A game without a play has none."""
    every: dict[str, Any] = {**game.fns, **game.procs, **game.menus}
    if not game.procs["play"].body:
        return {}
    reached: set[str] = set()
    waiting = ["setup", "play"]
    waiting += callees_of((game.scores, game.winner, game.endings, game.vars, game.zones, game.instances))
    while waiting:
        name = waiting.pop()
        if name not in reached and name in every:
            reached.add(name)
            waiting += callees_of(every[name])
            waiting += [other for other in (f"{name}~", f"{name}'") if other in every]
    left = {**game.procs, **game.menus}
    own: dict[str, Any] = {name: part for name, part in left.items() if name not in reached and name.isidentifier()}
    return {name: part for name, part in own.items() if not part.span.source.is_library}


def never_reached(each: Sequence[dict[str, ir.Proc | ir.Menu]], changed: set[str]) -> list[Diagnostic]:
    """What no play reaches with any variant, from what is unreached with each. What a mod only changes is left to its
    base.
    """
    if not each:
        return []
    always = [name for name in each[0] if name not in changed and all(name in other for other in each)]
    return [
        problem("R406", part.span, kind=getattr(part, "kind", "menu"), name=name)
        for name in always
        for part in (each[0][name],)
    ]
