"""Conditions on pieces as masks: which pieces satisfy the condition, computed for all of them at once.

If it depends only on the piece, the mask is a constant; if it depends on the piece and another small value, there is a
table of masks; if a field is compared with a value known elsewhere, there are masks by that field. Faces change in
play, so their masks are kept up to date; a piece that has not been rolled bails out where its face would count.
"""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.engine.fields import rolls
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner
from rulelang.native.plan.expressions import Below, Table, is_op
from rulelang.native.plan.layout import LARGEST, MISSING
from rulelang.native.plan.nodes import MASK, Node, nodes, number, op, same
from rulelang.native.plan.reps import offset

Aliases = set[ir.Local]
HOLDING = (ops.ZONE, ops.MCONST, ops.MTAB, ops.MPICK, ops.MUPTO, ops.FACEMASK)  # masks that hold nothing but pieces


def require_rolled(source: Node, made: Node) -> Node:
    """A set of pieces that must all be rolled, if the condition reads faces."""
    return op(ops.ROLLED, source, rep=MASK) if any(node.op is ops.FACEMASK for node in nodes(made)) else source


def predicate(planner: Planner, cond: ir.Expr, aliases: Aliases, env: Env) -> Node | None:
    """The mask of all pieces for which a condition holds, or None if that cannot be computed with masks."""
    free = planner.free(cond)
    if not free & aliases:
        return gate(planner.scalar(cond, env), constant(planner.layout.full), constant(0))
    if planner.layout.stateless(cond):
        made = tabulate(planner, cond, aliases, free - aliases, env)
        if made is not None:
            return made
    if isinstance(cond, ir.Op):
        return of_op(planner, cond, aliases, env)
    if isinstance(cond, ir.If):
        return branch(planner, (cond.condition, cond.then, cond.otherwise), aliases, env)
    if isinstance(cond, ir.Rungs):
        return of_rungs(planner, cond, aliases, env)
    if isinstance(cond, ir.Call) and cond.fn in planner.game.fns:
        return of_call(planner, cond, aliases, env)
    return None


def constant(mask: int) -> Node:
    return op(ops.MCONST, rep=MASK, data=mask)


def gate(condition: Node, then: Node, otherwise: Node) -> Node:
    if is_op(condition, ops.NUM):
        return then if condition.data else otherwise
    return op(ops.IF, condition, then, otherwise, rep=MASK)


def is_all_or_none(planner: Planner, made: Node) -> bool:
    """All pieces or none, by a condition that does not depend on the piece."""
    return is_switch(made) and is_full(planner, made.args[1])


def both(planner: Planner, one: Node, two: Node) -> Node:
    """The pieces of both; a switch at the beginning says whether the others are looked at."""
    if is_all_or_none(planner, one):
        return gate(one.args[0], two, one.args[2])
    return op(ops.MAND, one, two, rep=MASK)


def either(planner: Planner, one: Node, two: Node) -> Node:
    if is_all_or_none(planner, one):
        return gate(one.args[0], one.args[1], two)
    return op(ops.MOR, one, two, rep=MASK)


def tabulate(planner: Planner, cond: ir.Expr, aliases: Aliases, others: Aliases, env: Env) -> Node | None:
    """A constant, or a table by one other value."""
    if not others:
        mask = mask_of(planner, cond, aliases)
        return None if mask is None else constant(mask)
    if len(others) > 1:
        return None
    (other,) = others
    domain = planner.layout.domain(other.type)
    if domain is None or domain[1] or domain[0].stop * planner.layout.count > LARGEST:
        return None
    masks: list[Any] = [MISSING] * domain[0].stop
    for value in domain[0]:
        planner.layout.slots[planner.layout.make.slot(other)] = value
        found = mask_of(planner, cond, aliases)
        if found is None:
            return None
        masks[value] = found
    reached = {masks[value] for value in domain[0]}
    if len(reached) == 1:
        return constant(reached.pop())
    return op(ops.MTAB, planner.local(other, env), rep=MASK, data=Table(tuple(masks), False))


def mask_of(planner: Planner, cond: ir.Expr, aliases: Aliases) -> int | None:
    """The pieces for which a condition holds that reads no state."""
    layout, found = planner.layout, 0
    closure, kinds = layout.make.of(cond), kinds_of(aliases)
    for piece in planner.program.pieces:
        if piece.kind in kinds:
            for alias in aliases:
                layout.slots[layout.make.slot(alias)] = piece.id
            try:
                found |= bool(closure(layout.slots)) << piece.id
            except Exception:
                return None
    return found


def kinds_of(aliases: Aliases) -> set[str]:
    """The kinds that a piece of all these types can be of."""
    names = [set(kind.names) for each in aliases if isinstance(kind := bare(each.type), types.Piece)]
    return set.intersection(*names) if names else set()


# ---------------------------------------------------------------- by form


def of_op(planner: Planner, cond: ir.Op, aliases: Aliases, env: Env) -> Node | None:
    if cond.op in ("and", "or"):
        one, two = (predicate(planner, each, aliases, env) for each in cond.arguments)
        if one is None or two is None:
            return None
        return both(planner, one, two) if cond.op == "and" else either(planner, one, two)
    if cond.op == "not":
        return complement(predicate(planner, cond.arguments[0], aliases, env))
    if cond.op in ("eq", "ne"):
        made = compare(planner, cond.arguments, aliases, env)
        return made if cond.op == "eq" else complement(made)
    if cond.op in ORDER:
        return compare_order(planner, cond, aliases, env)
    if cond.op in ("in", "not_in"):
        made = membership(planner, cond, aliases, env)
        return made if cond.op == "in" else complement(made)
    return None


def complement(made: Node | None) -> Node | None:
    return None if made is None else op(ops.MNOT, made, rep=MASK)


def compare(planner: Planner, sides: tuple[ir.Expr, ...], aliases: Aliases, env: Env) -> Node | None:
    """A property of the piece compared with a value that does not depend on it."""
    for mine, other in (sides, sides[::-1]):
        if planner.free(mine) & aliases and not planner.free(other) & aliases:
            if isinstance(bare(mine.type), types.Piece | types.List | types.Tuple):
                return None
            return by_value(planner, mine, aliases, planner.scalar(other, env), env)
    return None


ORDER = {"lt": ("gt", -1, False), "le": ("ge", 0, False), "gt": ("lt", 0, True), "ge": ("le", -1, True)}
"""By comparison: the same with its sides exchanged; what is added for `at most`, and whether it is its opposite."""


def compare_order(planner: Planner, cond: ir.Op, aliases: Aliases, env: Env) -> Node | None:
    """A property of the piece that is less or greater than a value that does not depend on it."""
    for name, (mine, other) in ((cond.op, cond.arguments), (ORDER[cond.op][0], cond.arguments[::-1])):
        if not planner.free(mine) & aliases or planner.free(other) & aliases:
            continue
        _, shift, opposite_ = ORDER[name]
        made = at_most(planner, mine, aliases, other, shift, env)
        return complement(made) if opposite_ else made
    return None


def at_most(
    planner: Planner, mine: ir.Expr, aliases: Aliases, other: ir.Expr, shift: int, env: Env
) -> Node | None:
    """The pieces whose property is at most a value."""
    plain = isinstance(bare(mine.type), types.Int | types.Enum | types.Seat) and mine.type == bare(mine.type)
    if not plain or not planner.layout.stateless(mine) or planner.free(mine) - aliases:
        return None
    masks = masks_by_value(planner, mine, aliases)
    if not masks or max(masks) - min(masks) >= WIDEST:
        return None
    low, found, rows = min(masks), 0, [0]
    for value in range(low, max(masks) + 1):
        found |= masks.get(value, 0)
        rows.append(found)
    return op(ops.MUPTO, offset(planner.scalar(other, env), shift), rep=MASK, data=Below(low, tuple(rows)))


WIDEST = 1000  # from the least value of a property to the greatest


def by_value(planner: Planner, mine: ir.Expr, aliases: Aliases, value: Node, env: Env) -> Node | None:
    """The pieces with this value of a property."""
    if is_face(planner, mine, aliases):
        assert isinstance(mine, ir.PieceField)
        return op(ops.FACEMASK, value, rep=MASK, data=mine.field)
    if planner.layout.stateless(mine) and not planner.free(mine) - aliases:
        masks = masks_by_value(planner, mine, aliases)
        return None if masks is None else op(ops.MPICK, value, rep=MASK, data=masks)
    if isinstance(mine, ir.Call) and mine.fn in planner.game.fns:
        inner = enter_call(planner, mine, aliases, env)
        if inner is not None:
            return by_value(planner, planner.game.fns[mine.fn].body, inner[0], value, inner[1])
    return None


def masks_by_value(planner: Planner, mine: ir.Expr, aliases: Aliases) -> dict[int, int] | None:
    masks: dict[int, int] = {}
    local = min(aliases & planner.free(mine), key=lambda each: each.number)
    for piece, value in (planner.layout.table(mine, local) or {}).items():
        if planner.program.pieces[piece].kind not in kinds_of(aliases):
            continue
        if not isinstance(value, int):
            return None
        masks[int(value)] = masks.get(int(value), 0) | 1 << piece
    return masks


def is_face(planner: Planner, mine: ir.Expr, aliases: Aliases) -> bool:
    """Is it a field of the piece that some kinds roll?"""
    if not isinstance(mine, ir.PieceField) or not isinstance(mine.piece, ir.Get) or mine.piece.local not in aliases:
        return False
    kinds = bare(mine.piece.type)
    names = kinds.names if isinstance(kinds, types.Piece) else ()
    grouped = any(name in planner.game.groups for name in names)
    return not grouped and any(rolls(planner.program, name, mine.field) for name in names)


def membership(planner: Planner, cond: ir.Op, aliases: Aliases, env: Env) -> Node | None:
    """A property of the piece among values known now; or the piece itself among others."""
    mine, items = cond.arguments
    if isinstance(mine, ir.Get) and mine.local in aliases and not planner.free(items) & aliases:
        made = planner.pieces(items, env)
        return made if made.rep == MASK else None
    if isinstance(items, ir.Op) and items.op == "range" and not planner.free(items) & aliases:
        low, high = items.arguments
        below, upto = (at_most(planner, mine, aliases, *end, env) for end in ((low, -1), (high, 0)))
        return None if below is None or upto is None else op(ops.MANDNOT, upto, below, rep=MASK)
    if not isinstance(items, ir.Lit) or not isinstance(items.value, tuple):
        return None
    found: Node | None = constant(0)
    for value in items.value:
        here = by_value(planner, mine, aliases, number(value), env)
        found = None if here is None or found is None else op(ops.MOR, found, here, rep=MASK)
    return found


def branch(planner: Planner, parts: tuple[ir.Expr, ...], aliases: Aliases, env: Env) -> Node | None:
    condition, then, otherwise = (predicate(planner, part, aliases, env) for part in parts)
    if condition is None or then is None or otherwise is None:
        return None
    return select(planner, condition, then, otherwise)


def select(planner: Planner, condition: Node, then: Node, otherwise: Node) -> Node:
    if is_all_or_none(planner, condition):
        return gate(condition.args[0], then, otherwise)
    if is_switch(then) and is_switch(otherwise) and opposite(then.args[0], otherwise.args[0]):
        all_ = is_full(planner, then.args[1]) and holds_pieces(condition)
        these = condition if all_ else op(ops.MAND, condition, then.args[1], rep=MASK)
        return gate(then.args[0], these, op(ops.MANDNOT, otherwise.args[1], condition, rep=MASK))
    these, others = op(ops.MAND, condition, then, rep=MASK), op(ops.MANDNOT, otherwise, condition, rep=MASK)
    return op(ops.MOR, these, others, rep=MASK)


def holds_pieces(mask: Node) -> bool:
    """Has a mask no bits but those of pieces?"""
    if mask.op in HOLDING:
        return True
    if mask.op is ops.MAND:
        return any(map(holds_pieces, mask.args))
    if mask.op in (ops.MOR, ops.IF):
        return all(map(holds_pieces, mask.args[-2:]))
    return mask.op in (ops.MANDNOT, ops.MERGE, ops.ROLLED, ops.MLOW) and holds_pieces(mask.args[0])


def is_full(planner: Planner, made: Node) -> bool:
    return bool(is_op(made, ops.MCONST) and made.data == planner.layout.full)


def is_switch(made: Node) -> bool:
    """Some pieces or none, by a condition that does not depend on the piece."""
    return made.op is ops.IF and is_op(made.args[2], ops.MCONST) and made.args[2].data == 0


def opposite(one: Node, two: Node) -> bool:
    return any(a.op is ops.NOT and same(a.args[0], b) for a, b in ((one, two), (two, one)))


def of_rungs(planner: Planner, cond: ir.Rungs, aliases: Aliases, env: Env) -> Node | None:
    found = predicate(planner, cond.otherwise, aliases, env)
    for rung in reversed(cond.rungs):
        test, value = (predicate(planner, part, aliases, env) for part in (rung.condition, rung.value))
        found = None if test is None or value is None or found is None else select(planner, test, value, found)
    return found


def of_call(planner: Planner, cond: ir.Call, aliases: Aliases, env: Env) -> Node | None:
    inner = enter_call(planner, cond, aliases, env)
    return None if inner is None else predicate(planner, planner.game.fns[cond.fn].body, *inner)


def enter_call(planner: Planner, call: ir.Call, aliases: Aliases, env: Env) -> tuple[Aliases, Env] | None:
    """The parameters of a call that are the piece itself, and what the others are."""
    inner, given, params = set(aliases), dict(env), planner.game.fns[call.fn].params
    for param, argument in zip(params, call.arguments):
        if isinstance(argument, ir.Get) and argument.local in aliases:
            inner.add(param)
        elif planner.free(argument) & aliases:
            return None
        else:
            inner.discard(param)
            given[param] = planner.scalar(argument, env) if single(argument) else planner.pieces(argument, env)
    return inner & (set(params) | aliases), given


def single(expr: ir.Expr) -> bool:
    return not isinstance(bare(expr.type), types.List | types.Map)
