"""Plan nodes as Python expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from rulelang.native.passes.cse import next_to
from rulelang.native.passes.provenance import shaded_places, shape
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import (
    Below,
    Bounds,
    Face,
    Fold,
    NodeOf,
    Op,
    Reference,
    Table,
    Turn,
    data_of,
    is_op,
)
from rulelang.native.plan.layout import MISSING
from rulelang.native.plan.nodes import MASK, Node, Plan, clean, number_of
from rulelang.native.plan.reps import offset
from rulelang.native.py.parts import PLACE
from rulelang.program import Program

D = TypeVar("D")
Printer = Callable[["Values", Any], str]
PRINTERS: dict[Op[Any], Printer] = {}
"""Who writes an operation that has no spelling in the table."""
STEADY = ("Z", "S", "W", "BIT", "SAME", "TOP", "ID_OF", "ids", "again", "parted", "shaded", PLACE)
SPELLED = {
    ops.ZONE: "Z", ops.ANYZONE: "lying", ops.PLACE: PLACE, ops.HOLDER: "holder", ops.MBIT: "BIT", ops.IDS: "ids",
    ops.ONLY_OR_NONE: "ID_OF", ops.SAMEBAG: "samebag", ops.ALIKE: "alike", ops.LOOKS: "by_looks",
}  # fmt: skip
"""The names of the module in the spelling of an operation."""


def spell(*operations: Op[D], by: Callable[[Values, NodeOf[D]], str]) -> None:
    """Some operations are written by a printer, which knows what is known of them."""
    assert PRINTERS.keys().isdisjoint(operations), operations
    PRINTERS.update(dict.fromkeys(operations, by))


class Name(str):
    """A value that is written as a name."""


class Values:
    """Writes expressions; collects the tables they need, and the names of the module that they use."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.program: Program = plan.layout.program
        self.tables: dict[str, str] = {}
        self.near: dict[tuple[str, int], str] = {}
        self.uses: set[str] = set()
        """Functions of the module, and variables of its table, in the function that is being written."""
        self.laid = False
        """Does it write down where pieces lie?"""
        self.steady = set(STEADY)
        """Those that nobody binds anew."""

    def begin(self) -> set[str]:
        """Another function: the names that it will use."""
        self.uses, self.laid = set(), False
        return self.uses

    def use(self, name: str) -> Name:
        self.uses.add(name)
        return Name(name)

    def state_name(self, kind: str, name: str) -> Name:
        """A list or a table of the state, which is changed but not bound anew: F faces, M their masks, r amounts, v the
        elements of a variable.
        """
        own = f"{kind}_{clean(name)}"
        self.steady.add(own)
        return self.use(own)

    def table(self, text: str) -> Name:
        """The name of a table with this text."""
        name = self.tables.setdefault(text, f"T{len(self.tables)}")
        self.steady.add(name)
        return self.use(name)

    def of(self, node: Node) -> str:
        if next_to(node):
            near = self.near.get((data_of(node.args[0], ops.GET), number_of(node.args[1])))
            if near is not None:
                return Name(near)
        if node.op.python:
            if node.op in SPELLED:
                self.use(SPELLED[node.op])
            return node.op.python.format(*map(self.operand if node.op.strict else self.of, node.args), data=node.data)
        return PRINTERS[node.op](self, node)

    def operand(self, node: Node) -> str:
        """A value that something is done with at once, so that a face that is none shows."""
        if is_op(node, ops.FACE):
            return f"{self.state_name('F', node.data.field)}[{self.of(node.args[0])}]"
        return self.of(node)

    def pad(self, var: str) -> int:
        """A variable by seat has an element more, so that a seat is its own index."""
        array = self.program.vars[var].array
        return int(array.lows == (1,))

    def place(self, var: str, flat: Node) -> str:
        return self.of(offset(flat, self.pad(var)))

    def shades(self, node: NodeOf[list[Node] | None]) -> list[Node] | None:
        """The places whose alike pieces have to be left out, if they are known."""
        return shaded_places(self.plan, node.args[0]) if node.data is None else node.data

    def merge(self, node: NodeOf[list[Node] | None], inner: str) -> str:
        """Alike pieces once. Where it is known which places they lie in, all but the first are masked out."""
        if node.rep != MASK:
            return f"{self.use('merge_list')}({inner})"
        places = self.shades(node)
        if places is None:
            return f"{self.use('merge')}({inner})"
        for place in map(self.of, places):
            self.uses |= {"S", "shaded"}
            inner = f"({inner} & ~(S[{place}] if S[{place}] is not None else shaded({place})))"
        return inner

    def all(self, args: tuple[Node, ...]) -> str:
        return ", ".join(self.of(arg) for arg in args)

    def key_of(self, pieces: bool) -> str:
        """What tells items apart."""
        return self.use("key_here") if pieces else "same"

    def items(self, node: Node) -> str:
        """Something to go through: a list, or the pieces of a mask."""
        return f"{self.use('ids')}({self.of(node)})" if node.rep == MASK else self.of(node)


def literal(value: Any) -> str:
    if value is MISSING:
        return "None"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    return str(int(value)) if value is not None else "None"


def tab(values: Values, node: NodeOf[Table]) -> str:
    """A lookup; where an index may have no value it is a dictionary, so that asking bails out."""
    index, table = node.args[0], node.data
    shift = 0
    if index.op is ops.ADD and index.args[0].op is ops.WITHIN and index.args[1].op is ops.NUM:
        shift, index = number_of(index.args[1]), index.args[0]
    ends = index.data if is_op(index, ops.WITHIN) else None
    if ends or table.checked:
        index = index.args[0] if ends else index
        pairs = [(at - shift, value) for at, value in enumerate(table.values) if value is not MISSING]
        pairs = [(key, value) for key, value in pairs if not ends or ends.low <= key <= ends.high]
        text = "{" + ", ".join(f"{key}: {literal(value)}" for key, value in pairs) + "}"
    elif index.op is ops.ADD and index.args[0].op is ops.MUL and index.args[0].args[1].op is ops.NUM:
        return in_rows(values, table.values, index)
    else:
        text = literal(table.values)
    return f"{values.table(text)}[{values.operand(index)}]"


def in_rows(values: Values, known: tuple[Any, ...], index: Node) -> str:
    """A lookup by two values. The second one selects the row, because it changes less often."""
    (first, size), second = index.args[0].args, index.args[1]
    width = number_of(size)
    rows = tuple(known[at::width] for at in range(width))
    return f"{values.table(literal(rows))}[{values.operand(second)}][{values.operand(first)}]"


def each(values: Values, node: NodeOf[Fold]) -> str:
    kind, names = node.data
    *sources, condition, element, key = node.args
    loops = " ".join(f"for {name} in {values.items(source)}" for name, source in zip(names, sources))
    where = "" if is_op(condition, ops.NUM) and condition.data else f" if {values.of(condition)}"
    made = values.of(element)
    if kind in ("highest", "lowest", "sorted", "best_split"):
        helper = "in_order" if kind == "sorted" else kind
        return f"{helper}([({values.of(key)}, {made}) {loops}{where}])"
    if kind in ("count", "empty"):
        listed = f"[1 {loops}{where}]"
        return f"len({listed})" if kind == "count" else f"(not {listed})"
    listed = f"[{made} {loops}{where}]"
    forms = {"list": f"tuple({listed})", "first": f"{listed}[0]", "first_or_none": f"({listed} or (None,))[0]"}
    return forms.get(kind) or f"{kind}({listed})"


def var(values: Values, node: NodeOf[str]) -> str:
    if not node.args:
        return values.use(f"v_{clean(node.data)}")
    return f"{values.state_name('v', node.data)}[{values.place(node.data, node.args[0])}]"


def end_of(values: Values, node: Node) -> str:
    inner = values.of(node.args[0])
    if node.args[0].rep == MASK:
        if node.op is ops.ONLY:
            return f"{values.use('ID_OF')}[{inner}]"
        return f"{ENDS[node.op]}({inner})"
    return LIST_ENDS[node.op].format(inner)


ENDS = {
    ops.FIRST: "lowest_piece", ops.LAST: "last_piece", ops.FIRST_OR_NONE: "lowest_or_none",
    ops.LAST_OR_NONE: "last_or_none",
}  # fmt: skip
LIST_ENDS = {
    ops.FIRST: "{0}[0]",
    ops.LAST: "{0}[-1]",
    ops.ONLY: "only({0})",
    ops.FIRST_OR_NONE: "({0} or (None,))[0]",
    ops.LAST_OR_NONE: "({0} or (None,))[-1]",
}


def face(values: Values, node: NodeOf[Face]) -> str:
    """The face of a piece. To add nothing bails out if there is none."""
    return f"({values.operand(node)} + 0)"


def facemask(values: Values, node: NodeOf[str]) -> str:
    return f"{values.state_name('M', node.data)}.get({values.operand(node.args[0])}, 0)"


def rank(values: Values, node: NodeOf[tuple[int, ...]]) -> str:
    """The place of a number among those that are known, the least first; behind the last if it is none of them."""
    places = "{" + ", ".join(f"{key}: {at}" for at, key in enumerate(node.data)) + "}"
    return f"{values.table(places)}.get({values.operand(node.args[0])}, {len(node.data)})"


def mpick(values: Values, node: NodeOf[dict[int, int]]) -> str:
    value = node.args[0]
    if is_op(value, ops.NUM) and value.data is not None:
        return str(node.data.get(value.data, 0))
    text = "{" + ", ".join(f"{key}: {mask}" for key, mask in sorted(node.data.items())) + "}"
    return f"{values.table(text)}.get({values.operand(value)}, 0)"


def mupto(values: Values, node: NodeOf[Below]) -> str:
    low, rows = node.data
    value = node.args[0]
    if is_op(value, ops.NUM) and value.data is not None:
        return str(rows[max(0, min(value.data - low + 1, len(rows) - 1))])
    return f"up_to({values.table(literal(rows))}, {values.operand(value)}, {low})"


def require_rolled(values: Values, node: Node) -> str:
    """A set of pieces that must all be rolled."""
    inner = values.of(node.args[0])
    if isinstance(inner, Name):
        return f"({inner} if not {inner} & unrolled else bail())"
    return f"{values.use('rolled')}({inner})"


def within(values: Values, node: NodeOf[Bounds]) -> str:
    low, high = node.data
    inner = node.args[0]
    if is_op(inner, ops.NUM) and inner.data is not None and low <= inner.data <= high:
        return values.of(inner)
    return f"within({values.of(inner)}, {low}, {high})"


def count(values: Values, node: Node) -> str:
    inner = values.of(node.args[0])
    return f"{inner}.bit_count()" if node.args[0].rep == MASK else f"len({inner})"


def merge(values: Values, node: NodeOf[list[Node] | None]) -> str:
    return values.merge(node, values.of(node.args[0]))


def menusize(values: Values, node: NodeOf[Reference]) -> str:
    ref = node.data
    menu = values.use(f"menu_{clean(ref.menu)}")
    call = f"len({menu}([]{''.join(', ' + values.of(arg) for arg in ref.args)}))"
    loops = " ".join(f"for {binder.name} in {values.items(binder.values)}" for binder in ref.binders)
    test = "" if ref.condition is None else values.of(ref.condition)
    if loops:
        return f"sum([{call} {loops}{f' if {test}' if test else ''}])"
    return f"({call} if {test} else 0)" if test else call


def either(values: Values, node: Node) -> str:
    """A conditional; `or` says it sooner where the condition is that something is not empty."""
    test, one, two = factor_condition(node).args
    if node.rep == MASK and test.op in DENIALS:
        denied = test.args[0]
        if shape(denied) == shape(two):
            return f"({values.of(two)} or {values.of(one)})"
        if denied.op in DENIALS and shape(denied.args[0]) == shape(one):
            return f"({values.of(one)} or {values.of(two)})"
    first = values.of(test)
    return f"({values.of(one)} if {first} else {values.of(two)})"


DENIALS = (ops.NOT, ops.EMPTY)


def factor_condition(node: Node) -> Node:
    """`a if x and y else b if x else c` asks for x once."""
    both, one, rest = node.args
    if both.op is not ops.AND or rest.op is not ops.IF or shape(rest.args[0]) != shape(both.args[0]):
        return node
    inner = attrs.evolve(node, args=(both.args[1], one, rest.args[1]))
    return attrs.evolve(node, args=(both.args[0], inner, rest.args[2]))


def on_board(values: Values, node: NodeOf[tuple[tuple[int, ...], ...]]) -> str:
    """What goes by the neighbours, or by the lines, of a board."""
    return f"{node.op.name}({values.all(node.args)}, {values.table(literal(node.data))})"


def around(values: Values, node: NodeOf[Turn]) -> str:
    return f"(({values.of(node.args[0])} + {node.data.by - 1}) % {node.data.players} + 1)"


def tuple_(values: Values, node: Node) -> str:
    return f"({values.all(node.args)}{',' if len(node.args) == 1 else ''})"


spell(ops.NUM, by=lambda values, node: str(node.data))
spell(ops.GET, by=lambda values, node: values.use(str(node.data)))
spell(ops.VAR, by=var)
spell(ops.VARMAP, by=lambda values, node: f"tuple({values.state_name('v', node.data)}[{values.pad(node.data)}:])")
spell(ops.TAB, by=tab)
spell(ops.EACH, by=each)
spell(ops.CONST, by=lambda values, node: values.table(literal(node.data)))
spell(ops.MCONST, by=lambda values, node: str(node.data))
spell(ops.MTAB, by=lambda values, node: f"{values.table(literal(node.data.values))}[{values.of(node.args[0])}]")
spell(ops.RANKED, by=rank)
spell(ops.MPICK, by=mpick)
spell(ops.MUPTO, by=mupto)
spell(ops.FACEMASK, by=facemask)
spell(ops.FACE, by=face)
spell(ops.AMOUNT, by=lambda values, node: f"{values.state_name('r', node.data)}[{values.of(node.args[0])}]")
spell(ops.WITHIN, by=within)
spell(ops.ROLLED, by=require_rolled)
spell(ops.IF, by=either)
spell(ops.CALL, by=lambda values, node: f"{values.use(f'fn_{clean(node.data)}')}({values.all(node.args)})")
spell(ops.AFTER, by=lambda values, node: f"{values.use(f'try_{clean(node.data.fn)}')}({values.all(node.args)})")
spell(ops.LIST, ops.TUPLE, by=tuple_)
spell(ops.PART, by=lambda values, node: f"{values.of(node.args[0])}[{node.data.at}]")
spell(ops.COUNT, by=count)
spell(ops.SUBSETS, by=lambda values, node: f"subsets({values.all(node.args)}, {values.key_of(node.data)})")
spell(ops.AROUND, by=around)
spell(ops.MERGE, by=merge)
spell(ops.MENUSIZE, by=menusize)
spell(ops.CONNECTED, ops.LONGEST_LINE, by=on_board)
spell(*LIST_ENDS, by=end_of)
