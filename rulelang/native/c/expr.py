"""Plan nodes as C expressions: state, tables, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from rulelang.native.c.code import TYPES, Code, spell
from rulelang.native.c.conditions import branch, logic, split
from rulelang.native.c.known import MISS, NONE, SPELLED, number
from rulelang.native.c.masks import split_of, words_of
from rulelang.native.c.ranges import is_piece, is_zone
from rulelang.native.c.tuples import pack, unpack
from rulelang.native.passes.provenance import possible_pieces, zones_at
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Below, Bounds, Face, Fold, NodeOf, Op, Table, Trial, is_op
from rulelang.native.plan.layout import LARGEST, MISSING, Layout
from rulelang.native.plan.nodes import INT, LIST, MASK, Node, Unit, clean, is_number, number_of, op

# ---------------------------------------------------------------- state and tables


def var(code: Code, node: NodeOf[str]) -> str:
    array = code.layout.program.vars[node.data].array
    name = f"v_{clean(node.data)}"
    return f"{name}[{index(code, node.args[0], array.length)}]" if node.args else name


def index(code: Code, node: Node, size: int) -> str:
    if is_op(node, ops.NUM) and node.data is not None and 0 <= node.data < size:
        return str(node.data)
    if size == code.layout.count and is_piece(node, code.pieces):
        return code.of(node)
    if size == len(code.layout.program.zones) and is_zone(node, size):
        return code.of(node)
    return code.rt("ix", code.of(node), str(size))


def tab(code: Code, node: NodeOf[Table]) -> str:
    values = node.data.values
    here = node.args[0]
    if here.op is ops.ADD and here.args[0].op is ops.MUL and is_number(here.args[0].args[1]) and not node.data.checked:
        classes = classes_of(values, number_of(here.args[0].args[1]))
        if classes is not None:
            one, two = (index(code, arg, len(classes)) for arg in (here.args[0].args[0], here.args[1]))
            name = code.table(classes)
            return f"({name}[{one}] == {name}[{two}])"
    if node.rep == LIST:
        cells = [code.constant(value) if isinstance(value, tuple) else NONE for value in values]
    else:
        missing = MISS if node.data.checked else 0  # by its type it is never asked for
        cells = [missing if value is MISSING else number(value) for value in values]
    text = f"{code.table(cells)}[{index(code, here, len(values))}]"
    return code.rt("found", text) if node.data.checked else text


def classes_of(values: tuple[Any, ...], size: int) -> list[int] | None:
    """The class of each value, if a table of two tells whether they are of one class."""
    if size < 1 or len(values) != size * size or any(each not in (0, 1) for each in values):
        return None
    rows = [tuple(map(int, values[at * size : (at + 1) * size])) for at in range(size)]
    first: dict[tuple[int, ...], int] = {}
    classes = [first.setdefault(row, at) for at, row in enumerate(rows)]
    same = all(row[at] == (classes[at] == own) for row, own in zip(rows, classes) for at in range(size))
    return classes if same else None


def zone(code: Code, node: Node) -> str:
    place = index(code, node.args[0], len(code.layout.program.zones))
    if node.rep == MASK:
        return one_word(code.layout, node.args[0], f"m_at(zm, {place})")
    if not any(code.layout.masked[each] for each in zones_at(code.layout, node.args[0])):
        return f"zone_list[{place}]"
    return f"zl({place})"


def one_word(layout: Layout, place: Node, text: str) -> str:
    """A mask; one of its words is empty if the pieces of a place are all in the other."""
    return (text, f"m_head({text})", f"m_tail({text})")[half_of(layout, place)]


def half_of(layout: Layout, place: Node) -> int:
    """The word that all pieces of a place are in, of two: 1 or 2; 0 if they may be in both."""
    held, split = possible_pieces(layout, place), split_of(layout)
    if words_of(layout.count) != 2 or (held >> split and held & (1 << split) - 1):
        return 0
    return 2 if held >> split else 1


def place(code: Code, node: Node) -> str:
    code.finds = True
    return f"place[{index(code, node.args[0], code.layout.count)}]"


def face(code: Code, node: NodeOf[Face]) -> str:
    return code.rt("shown", number_shown(code, node), str(code.layout.spans[node.data.field][0] - 1))


def number_shown(code: Code, node: NodeOf[Face]) -> str:
    """The number of the value that a piece shows."""
    return f"n_{clean(node.data.field)}[{index(code, node.args[0], code.layout.count)}]"


def facemask(code: Code, node: NodeOf[str]) -> str:
    low, high = code.layout.spans[node.data]
    if is_op(node.args[0], ops.FACE) and node.args[0].data.field == node.data:
        return f"m_at(fm_{clean(node.data)}, {code.rt('shown', number_shown(code, node.args[0]), '0')})"
    return f"m_at(fm_{clean(node.data)}, slot({code.of(node.args[0])}, {low}, {high}) + 1)"


def rank(code: Code, node: NodeOf[tuple[int, ...]]) -> str:
    """The place of a number among those that are known, the least first; behind the last if it is none of them."""
    return place_among(code, list(node.data), code.of(node.args[0]))


def place_among(code: Code, known: list[int], value: str) -> str:
    return f"place_among({code.array('I', known)}, {len(known)}, {value})"


def mpick(code: Code, node: NodeOf[dict[int, int]]) -> str:
    masks, value = node.data, node.args[0]
    if is_op(value, ops.NUM) and value.data is not None:
        return code.mask(masks.get(value.data, 0))
    low, high = min(masks, default=0), max(masks, default=0)
    if high - low >= LARGEST:
        name = code.masks([mask for _, mask in sorted(masks.items())] + [0])
        return f"m_at({name}, {place_among(code, sorted(masks), code.of(value))})"
    name = code.masks([masks.get(at, 0) for at in range(low, high + 2)])
    table = value.data if is_op(value, ops.TAB) else None
    if table and not table.checked and all(is_within(each, low, high) for each in table.values):
        return f"m_at({name}, {code.of(value)} - {low})"
    return f"m_at({name}, slot({code.of(value)}, {low}, {high}))"


def mupto(code: Code, node: NodeOf[Below]) -> str:
    """The pieces whose property is at most a value: a row for what is less than all, then one by one."""
    low, rows = node.data
    value = node.args[0]
    if is_op(value, ops.NUM) and value.data is not None:
        return code.mask(rows[max(0, min(value.data - low + 1, len(rows) - 1))])
    return f"m_at({code.masks(list(rows))}, clamped({code.sure(value)}, {low}, {len(rows) - 1}))"


def is_within(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high


def mtab(code: Code, node: NodeOf[Table]) -> str:
    values = [0 if value is MISSING else value for value in node.data.values]
    return f"m_at({code.masks(values)}, {index(code, node.args[0], len(values))})"


def varmap(code: Code, node: NodeOf[str]) -> str:
    array = code.layout.program.vars[node.data].array
    return code.temp("I", code.rt("listed", f"v_{clean(node.data)}", str(array.length)))


def function_name(unit: Unit) -> str:
    return f"{'list_' if unit.rep == LIST else ''}fn_{clean(unit.name)}"


def call(code: Code, node: NodeOf[str]) -> str:
    """A function that makes a list leaves it to its caller to give back the memory."""
    unit = code.plan.fns[node.data]
    code.taken += unit.rep == LIST
    return f"{function_name(unit)}({', '.join(code.of(arg) for arg in node.args)})"


def after(code: Code, node: NodeOf[Trial]) -> str:
    """What something would be on a copy of the state, worked out by a function of its own (see `trials`)."""
    trial = node.data
    code.trials[trial.fn] = trial
    code.taken += node.rep == LIST
    code.finds = True
    return code.temp(TYPES[node.rep], f"try_{clean(trial.fn)}({', '.join(map(code.of, node.args))})")


# ---------------------------------------------------------------- conditions


def default(code: Code, node: Node) -> str:
    one = code.temp("I", code.of(node.args[0]))
    sides = [code.capture(node.args[1]), (one, [])]
    return split(code, f"{one} == NONE", sides, "I")


def let(code: Code, node: NodeOf[str]) -> str:
    text = code.of(node.args[0])
    code.line(f"{code.local(TYPES[node.args[0].rep], node.data)} = {text};")
    if is_piece(node.args[0], code.pieces):
        code.pieces.add(node.data)
    return code.of(node.args[1])


def between(code: Code, node: Node) -> str:
    one = code.temp("I", code.sure(node.args[0]))
    return f"({code.sure(node.args[1])} <= {one} && {one} <= {code.sure(node.args[2])})"


def size(code: Code, node: Node) -> str:
    inner = node.args[0]
    if inner.rep == MASK:
        return f"m_count({code.of(inner)})" if node.op is ops.COUNT else f"m_empty({code.of(inner)})"
    if node.op is ops.COUNT and inner.op is ops.DISTINCT:
        made = inner.args[0]
        if of_small_numbers(made):
            return code.of(op(ops.EACH, *made.args, data=Fold("different", made.data.names)))
    return f"mem[{code.of(inner)}]" if node.op is ops.COUNT else f"(mem[{code.of(inner)}] == 0)"


def end_of(code: Code, node: Node) -> str:
    inner = node.args[0]
    if is_op(inner, ops.EACH) and inner.data.kind in ("highest", "lowest", "sorted", "list") and node.op in ENDS:
        element = inner.args[-2]
        if element.rep == INT and not code.may_be_none(element):
            return code.of(ENDS[node.op](inner))
    kind = "m" if inner.rep == MASK else "l"
    return code.rt(f"{kind}_{node.op}", code.of(inner))


def of_small_numbers(made: Node) -> TypeGuard[NodeOf[Fold]]:
    """Is it a comprehension whose items are numbers of bits of a word, from a table?"""
    if not is_op(made, ops.EACH) or made.data.kind != "list" or not is_op(made.args[-2], ops.TAB):
        return False
    return all(isinstance(each, int) and 0 <= each < 64 for each in made.args[-2].data.values if each is not MISSING)


def one_of(needed: bool, last: bool) -> Callable[[NodeOf[Fold]], Node]:
    """Of a list that is made one by one, the first or last alone."""

    def shorter(made: NodeOf[Fold]) -> Node:
        kind, names = made.data
        found = op(ops.EACH, *made.args, data=Fold(f"{kind} {'last' if last else 'first'}", names))
        return op(ops.NEED, found) if needed else found

    return shorter


ENDS: dict[Op[Any], Callable[[NodeOf[Fold]], Node]] = {
    ops.FIRST: one_of(True, False),
    ops.LAST: one_of(True, True),
    ops.FIRST_OR_NONE: one_of(False, False),
    ops.LAST_OR_NONE: one_of(False, True),
}


def fit(code: Code, node: Node) -> str:
    """A result that must be a number that rulelang counts with; on the way there a sum may go beyond."""
    inner = node.args[0]
    if inner.op is ops.MUL:
        return code.rt("mul_ck", *map(code.sure, inner.args))
    if is_op(inner, ops.EACH):
        inner = op(ops.EACH, *inner.args, rep=inner.rep, data=Fold("sum_ck", inner.data.names))
    return code.rt("fit", code.of(inner))


def whole(code: Code, node: NodeOf[Bounds]) -> str:
    text = code.of(node.args[0]) if node.data.low >= 0 else code.sure(node.args[0])
    return code.rt("within", text, *map(str, node.data))


spell(ops.OFFERING, by=lambda code, node: "rl_offering")
spell(ops.NUM, by=lambda code, node: SPELLED.get(number(node.data), str(number(node.data))))
spell(ops.VAR, by=var)
spell(ops.VARMAP, by=varmap)
spell(ops.TAB, by=tab)
spell(ops.CONST, by=lambda code, node: str(code.constant(node.data)))
spell(ops.MCONST, by=lambda code, node: code.mask(node.data))
spell(ops.MTAB, by=mtab)
spell(ops.RANKED, by=rank)
spell(ops.MPICK, by=mpick)
spell(ops.MUPTO, by=mupto)
spell(ops.FACEMASK, by=facemask)
spell(ops.FACE, by=face)
spell(
    ops.GROUPFIELD,
    by=lambda code, node: code.rt("found_face", f"gf[{index(code, node.args[0], code.layout.count)}][{node.data}]"),
)
spell(ops.ZONE, by=zone)
spell(ops.PLACE, by=place)
spell(
    ops.AMOUNT,
    by=lambda code, node: (
        f"r_{clean(node.data)}[{index(code, node.args[0], len(code.layout.program.resources[node.data].holders))}]"
    ),
)
spell(ops.WITHIN, by=whole)
spell(ops.FIT, by=fit)
spell(ops.DEFAULT, by=default)
spell(ops.IF, by=branch)
spell(ops.LET, by=let)
spell(ops.AND, ops.OR, by=logic)
spell(ops.CALL, by=call)
spell(ops.AFTER, by=after)
spell(ops.TUPLE, by=pack)
spell(ops.PART, by=unpack)
spell(ops.COUNT, ops.EMPTY, by=size)
spell(ops.BETWEEN, by=between)
spell(ops.AROUND, by=lambda code, node: f"around({code.sure(node.args[0])}, {node.data.by}, {node.data.players})")
spell(ops.MBIT, by=lambda code, node: f"m_bit({index(code, node.args[0], code.layout.count)})")
spell(ops.FIRST, ops.LAST, ops.ONLY, ops.FIRST_OR_NONE, ops.LAST_OR_NONE, by=end_of)
