"""Plan nodes for single expressions: literals, state, fields, tables, conditions."""

from __future__ import annotations

import itertools
from typing import Any

from rulelang import ir
from rulelang.engine.fields import MISSING as NO_FIELD
from rulelang.engine.fields import field_values, rolls
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.native.plan import ops
from rulelang.native.plan.build import Env, Planner, makes
from rulelang.native.plan.expressions import Face, Part, Table, Trial, is_op
from rulelang.native.plan.layout import LARGEST, LONGEST, MISSING
from rulelang.native.plan.nodes import INT, LIST, MASK, TUPLE, Node, Unit, Unsupported, get, number, op
from rulelang.native.plan.reps import as_list, as_mask, constant_value, offset, within


@makes(ir.Lit)
def literal(planner: Planner, expr: ir.Lit, env: Env) -> Node:
    value: Any = expr.value
    if isinstance(expr.type, types.Seat) and value is not None and value > planner.layout.players:
        return op(ops.BAIL)
    if isinstance(value, tuple):
        if isinstance(expr.type, types.Tuple):
            parts = zip(value, expr.type.parts)
            return spread([literal(planner, ir.Lit(type_, expr.span, part), env) for part, type_ in parts])
        return op(ops.CONST, rep=LIST, data=planner.encode(constant_value(value, expr.type)))
    return number(planner.encode(value))


@makes(ir.Const)
def named_constant(planner: Planner, expr: ir.Const, env: Env) -> Node:
    return literal(planner, ir.Lit(expr.type, expr.span, planner.program.constants[expr.name]), env)


@makes(ir.Members)
def members(planner: Planner, expr: ir.Members, env: Env) -> Node:
    return op(ops.CONST, rep=LIST, data=tuple(range(1, len(planner.program.members[expr.enum]) + 1)))


@makes(ir.Seats)
def seats(planner: Planner, expr: ir.Seats, env: Env) -> Node:
    return op(ops.CONST, rep=LIST, data=planner.program.seats)


@makes(ir.Pieces)
def pieces(planner: Planner, expr: ir.Pieces, env: Env) -> Node:
    mask = planner.layout.kind_mask(expr.names)
    made = op(ops.MCONST, rep=MASK, data=mask)
    if not any(name in planner.game.groups for name in expr.names):
        return made
    for stock in planner.program.stocks.values():
        made = op(ops.MANDNOT, made, op(ops.ZONE, number(stock), rep=MASK), rep=MASK)
    return made


@makes(ir.Get)
def get_local(planner: Planner, expr: ir.Get, env: Env) -> Node:
    return planner.local(expr.local, env)


@makes(ir.VarAt)
def var_at(planner: Planner, expr: ir.VarAt, env: Env) -> Node:
    var = planner.program.vars[expr.var]
    rep = planner.layout.rep_of(planner.game.vars[expr.var].type)
    args = (planner.flat(var.array, expr.indexes, env),) if expr.indexes else ()
    return op(ops.VAR, *args, rep=rep, data=expr.var)


@makes(ir.VarMap)
def var_map(planner: Planner, expr: ir.VarMap, env: Env) -> Node:
    return op(ops.VARMAP, rep=LIST, data=expr.var)


@makes(ir.ZoneAt)
def zone_at(planner: Planner, expr: ir.ZoneAt, env: Env) -> Node:
    array = planner.program.zone_arrays[expr.zone]
    return offset(planner.flat(array, expr.indexes, env), array.base)


@makes(ir.Inside)
def inside(planner: Planner, expr: ir.Inside, env: Env) -> Node:
    table = [planner.program.insides.get(piece, MISSING) for piece in range(planner.layout.count)]
    return op(ops.TAB, planner.scalar(expr.group, env), data=Table(tuple(table), True))


@makes(ir.Contents)
def contents(planner: Planner, expr: ir.Contents, env: Env) -> Node:
    return planner.contents(expr.zone, env)


@makes(ir.Amount)
def amount(planner: Planner, expr: ir.Amount, env: Env) -> Node:
    return op(ops.AMOUNT, holder(planner, expr.holder, env), data=expr.resource)


def holder(planner: Planner, expr: ir.Expr, env: Env) -> Node:
    """The place of a holder: the seats from 0, then the bank, then the pots."""
    made = planner.scalar(expr, env)
    players = planner.layout.players
    if is_op(made, ops.NUM) and made.data is not None:
        return number(made.data - 1 if made.data > 0 else players - 1 - made.data)
    if isinstance(expr.type, types.Seat):
        return offset(made, -1)
    return op(ops.HOLDER, made, data=players)


@makes(ir.PieceField)
def piece_field(planner: Planner, expr: ir.PieceField, env: Env) -> Node:
    values, piece = field_values(planner.program, expr.field), planner.scalar(expr.piece, env)
    kinds = bare(expr.piece.type)
    names = kinds.names if isinstance(kinds, types.Piece) else tuple(planner.program.columns)
    table = Table(tuple(MISSING if value is NO_FIELD else planner.encode(value) for value in values), False)
    here = [v for v, p in zip(table.values, planner.program.pieces) if p.kind in names and v is not MISSING]
    rep = LIST if any(isinstance(value, tuple) for value in here) else INT
    plain = [name for name in names if name not in planner.game.groups]
    rolled = [name for name in plain if rolls(planner.program, name, expr.field)]
    if rolled:
        found = op(ops.FACE, piece, data=Face(expr.field, None if len(rolled) == len(plain) else table))
    else:
        found = op(ops.TAB, piece, rep=rep, data=table)
    for name in names:
        if name in planner.game.groups:
            own = op(ops.GROUPFIELD, piece, data=planner.program.columns[name].index(expr.field))
            of_kind = op(ops.BIT, op(ops.MCONST, rep=MASK, data=planner.layout.kind_mask((name,))), piece)
            found = own if len(names) == 1 else op(ops.IF, of_kind, own, found, rep=found.rep)
    return found


@makes(ir.RowAt)
def row_at(planner: Planner, expr: ir.RowAt, env: Env) -> Node:
    return look_up_key(planner, planner.program.records(expr.table).by_key, planner.scalar(expr.key, env))


@makes(ir.RowField)
def row_field(planner: Planner, expr: ir.RowField, env: Env) -> Node:
    table = planner.program.records(expr.table)
    column = table.columns.index(expr.column)
    values = [row[column] for row in table.rows]
    if isinstance(expr.row, ir.RowAt):
        by_key = {key: values[at] for key, at in table.by_key.items()}
        return look_up_key(planner, by_key, planner.scalar(expr.row.key, env))
    return dense(planner, values, planner.scalar(expr.row, env), False)


def look_up_key(planner: Planner, values: dict[Any, Any], key: Node) -> Node:
    """A value by a whole number that may be none of the keys."""
    if not all(isinstance(each, int) for each in values):
        raise Unsupported("a table by other keys than numbers")
    low, high = min(values), max(values)
    if high - low >= LARGEST:
        known = tuple(sorted(values))
        return dense(planner, [*(values[key] for key in known), MISSING], op(ops.RANKED, key, data=known), True)
    index = offset(within(key, low, high), -low)
    return dense(planner, [values.get(at, MISSING) for at in range(low, high + 1)], index, True)


def dense(planner: Planner, values: list[Any], index: Node, checked: bool) -> Node:
    values = [planner.encode(value) for value in values]
    known = [value for value in values if value is not MISSING]
    rep = LIST if any(isinstance(value, tuple) for value in known) else INT
    return op(ops.TAB, index, rep=rep, data=Table(tuple(values), checked and MISSING in values))


@makes(ir.CellAt)
def cell_at(planner: Planner, expr: ir.CellAt, env: Env) -> Node:
    cells: dict[Any, Any] = planner.program.grid(expr.table).cells
    known = [{at[k] for at in cells} for k in range(len(expr.indexes))]
    spans = [range(min(each), max(each) + 1) for each in known]
    index = number(0)
    for n, (each, span) in enumerate(zip(expr.indexes, spans)):
        here = offset(within(planner.scalar(each, env), span[0], span[-1]), -span[0])
        index = op(ops.ADD, op(ops.MUL, index, number(len(span))), here) if n else here
    return dense(planner, [cells.get(at, MISSING) for at in itertools.product(*spans)], index, True)


# ---------------------------------------------------------------- conditions


def alike_reps(one: Node, two: Node) -> tuple[Node, Node]:
    """Two values kept in one way."""
    if one.rep == two.rep:
        return one, two
    masks = as_mask(one), as_mask(two)
    if masks[0] is not None and masks[1] is not None:
        return masks[0], masks[1]
    return as_list(one), as_list(two)


@makes(ir.If)
def if_(planner: Planner, expr: ir.If, env: Env) -> Node:
    then, otherwise = alike_reps(planner.value(expr.then, env), planner.value(expr.otherwise, env))
    return op(ops.IF, planner.scalar(expr.condition, env), then, otherwise, rep=then.rep)


@makes(ir.Rungs)
def rungs(planner: Planner, expr: ir.Rungs, env: Env) -> Node:
    found = planner.value(expr.otherwise, env)
    for rung in reversed(expr.rungs):
        then, found = alike_reps(planner.value(rung.value, env), found)
        found = op(ops.IF, planner.scalar(rung.condition, env), then, found, rep=then.rep)
    return found


@makes(ir.Let)
def let(planner: Planner, expr: ir.Let, env: Env) -> Node:
    value, inner = planner.value(expr.value, env), dict(env)
    name = planner.bind(expr.local, inner, value.rep)
    body = planner.value(expr.body, inner)
    return op(ops.LET, value, body, rep=body.rep, data=name)


@makes(ir.Call)
def call(planner: Planner, expr: ir.Call, env: Env) -> Node:
    return planner.call(expr, env)


@makes(ir.Reveal)
def reveal(planner: Planner, expr: ir.Reveal, env: Env) -> Node:
    """The value itself; in watched builds, a step before the statement tells it (`plan/showing.py`)."""
    return planner.value(expr.value, env)


@makes(ir.After)
def after(planner: Planner, expr: ir.After, env: Env) -> Node:
    """The value is a function of its own, of the locals that it reads: it is worked out on another state."""
    args = tuple(as_list(planner.value(each, env)) for each in expr.arguments)
    free = sorted(planner.free(expr.value), key=lambda local: local.number)
    given = {local: planner.local(local, env) for local in free if local in env or local not in planner.layout.shared}
    names = {local: planner.fresh(local) for local in given}
    inner = {local: get(names[local], given[local].rep) for local in given}
    value = planner.value(expr.value, inner)
    name = f"after {next(planner.serial)}"
    params = tuple((names[local], given[local].rep) for local in given)
    planner.plan.fns[name] = Unit("fn", name, params, value, rep=value.rep)
    return op(ops.AFTER, *args, *given.values(), rep=value.rep, data=Trial(expr.proc, name, len(args)))


@makes(ir.ListOf)
def list_of(planner: Planner, expr: ir.ListOf, env: Env) -> Node:
    items = tuple(planner.value(item, env) for item in expr.items)
    return op(ops.LIST, *map(as_list, items), rep=LIST)


@makes(ir.TupleOf)
def tuple_of(planner: Planner, expr: ir.TupleOf, env: Env) -> Node:
    items = [as_list(planner.value(item, env)) for item in expr.items]
    made = spread(items, [tuple_size(item.type) for item in expr.items])
    if len(made.args) > LONGEST or any(arg.rep == LIST for arg in made.args):
        odd = Unsupported(f"a tuple with a list in it, or of more than {LONGEST} parts").at(expr.span)
        planner.plan.not_in_c = planner.plan.not_in_c or odd
    return made


def tuple_size(type_: types.Type) -> int:
    """How many parts a tuple has, with those of the tuples in it."""
    kind = bare(type_)
    return sum(map(tuple_size, kind.parts)) if isinstance(kind, types.Tuple) else 1


def spread(items: list[Node], sizes: list[int] | None = None) -> Node:
    """A tuple; one that stands in it is compared like its parts in its place."""
    parts: list[Node] = []
    for item, size in zip(items, sizes or [1] * len(items)):
        if item.op is ops.TUPLE:
            parts += item.args
        elif item.rep == TUPLE:
            parts += (op(ops.PART, item, data=Part(at, size)) for at in range(size))
        else:
            parts.append(item)
    return op(ops.TUPLE, *parts, rep=TUPLE)


@makes(ir.Look)
def look(planner: Planner, expr: ir.Look, env: Env) -> Node:
    """The first piece, by id, that looks so; a piece that is not rolled shows nothing."""
    if expr.kind in planner.game.groups:
        return planner.value(first_formed(planner, expr), env)
    found = op(ops.MCONST, rep=MASK, data=planner.layout.kind_mask((expr.kind,)))
    for field, value in zip(planner.program.columns[expr.kind], expr.fields):
        wanted = as_list(planner.value(value, env))
        if rolls(planner.program, expr.kind, field):
            same = op(ops.FACEMASK, wanted, rep=MASK, data=field)
        else:
            masks: dict[int, int] = {}
            for piece, known in enumerate(map(planner.encode, field_values(planner.program, field))):
                if planner.program.pieces[piece].kind == expr.kind:
                    masks[known] = masks.get(known, 0) | 1 << piece
            same = op(ops.MPICK, wanted, rep=MASK, data=masks) if wanted.rep == INT else with_list(wanted, masks)
        found = op(ops.MAND, found, same, rep=MASK)
    return op(ops.FIRST, found)


def with_list(wanted: Node, masks: dict[Any, int]) -> Node:
    """The pieces that have this list in a field."""
    found = op(ops.MCONST, rep=MASK, data=0)
    for known, mask in masks.items():
        same = op(ops.SAMELIST, wanted, op(ops.CONST, rep=LIST, data=known))
        found = op(ops.IF, same, op(ops.MCONST, rep=MASK, data=mask), found, rep=MASK)
    return found


def first_formed(planner: Planner, expr: ir.Look) -> ir.Expr:
    """`Meld(red, 1)`: the first group of its kind that has been formed with these fields."""
    kind, span = expr.type, expr.span
    group = ir.Local("group", kind, -next(planner.serial))
    same: ir.Expr = ir.Lit(types.BOOL, span, True)
    for name, value in zip(planner.program.columns[expr.kind], expr.fields):
        here = ir.PieceField(value.type, span, ir.Get(kind, span, group), name)
        same = ir.Op(types.BOOL, span, "and", (same, ir.Op(types.BOOL, span, "eq", (here, value))))
    every = ir.Pieces(types.List(kind), span, (expr.kind,))
    alike = ir.Each(types.List(kind), span, ((group, every),), same, ir.Get(kind, span, group), None)
    return ir.Op(kind, span, "first", (alike,))


@makes(ir.MenuOptions)
def menu_options(planner: Planner, expr: ir.MenuOptions, env: Env) -> Node:
    raise Unsupported("the options of a menu as a list")


@makes(ir.Sees)
def sees(planner: Planner, expr: ir.Sees, env: Env) -> Node:
    raise Unsupported("sight in play")
