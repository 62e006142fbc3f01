"""Plan nodes as C expressions; anything that needs a loop is written before the statement that uses it.

A number is an `I`, none is NONE, a mask is an `M`. A list is the address in `mem` of its length, which is followed by
its items; new lists are built at `top`, which every statement that builds some resets. Every index is bounds-checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rulelang.ir import types
from rulelang.native.c.frames import Frame
from rulelang.native.c.if_convert import Keys, Speculation
from rulelang.native.c.known import SPELLED, consecutive, few_items, known_rows, limits, narrow, number
from rulelang.native.c.masks import mask_text, masks_text
from rulelang.native.c.ranges import goes_through_pieces
from rulelang.native.c.twins import Wholes
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import NodeOf, Op, Trial, is_op
from rulelang.native.plan.nodes import MASK, Node, Plan, Unsupported
from rulelang.native.plan.reps import Parts

D = TypeVar("D")
Printer = Callable[["Code", Any], str]
TYPES = {"i": "I", "l": "I", "t": "I", "m": "M"}
MAKERS = frozenset(
    (
        "fresh", "fresh_copy", "fresh_deep", "listed", "built", "built_in_order", "ids", "span", "join", "without",
        "take", "reverse", "distinct", "sub_bags", "multisets", "permutations", "merge_list", "lying", "next_ones",
        "count_bags", "kth_bag", "distinct_deep", "without_deep", "by_looks", "best_split", "connected",
        "walk_bags", "bag_walked",
    )
)  # fmt: skip
"""Functions that take memory and leave it to the caller to give it back."""
FINDERS = frozenset(
    (
        "lying", "merge", "merge_list", "move_one", "move_mask", "move_all", "move_zone", "shuffle_some", "deal",
        "form", "sub_bags", "count_bags", "kth_bag", "multisets", "next_ones",
    )
)  # fmt: skip
"""Functions that look up where a piece lies."""
TESTS = frozenset(
    (
        "ix", "need", "found", "found_face", "shown", "within", "rolled", "m_only", "m_first", "m_last", "part",
        "part_or_none",
        "fit", "mul_ck", "bail", "passed", "sure_i", "sure_m",
    )
)  # fmt: skip
"""Functions that bail out, and have a twin that only notes it: `noted_ix`, and so on."""


SHORT, LITTLE = 6, 4000  # items of a list, characters of what is done with each …
LONGER, TINY = 16, 500  # … and of longer lists with which little is done
DEEPEST = 24  # steps that a line is indented at most


class Leaving(str):
    """A line that leaves its function; `freed`: the same where memory has to be given back before."""

    freed: str

    def __new__(cls, text: str, freed: str) -> Leaving:
        made = super().__new__(cls, text)
        made.freed = freed
        return made


class Code:
    """Lines of C, and the tables they need."""

    printers: dict[Op[Any], Printer] = {}

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layout = plan.layout
        self.lines: list[str] = []
        self.indent = 1
        self.serial = 0
        self.tables: dict[str, str] = {}
        self.constants: dict[tuple[int, ...], int] = {}
        self.memory = 1
        self.wholes = Wholes(plan)
        self.merges = False
        self.proven: Keys = frozenset()
        self.before: dict[str, str] = {}
        """What the function that is being written works out before its loops, and the types."""
        self.instead: dict[str, Node] = {}
        """What cannot be worked out before: written where it stands."""
        self.doubted: set[str] = set()
        """Of what is worked out before, that which may bail out; `raw`: not where this is tested already."""
        self.raw: set[str] = set()
        self.pieces: set[str] = set()
        """Locals that surely hold a piece."""
        self.speculation = Speculation(plan.fns, self.may_be_none)
        self.unrolls = 0
        """How many loops have been unrolled."""
        self.taken = self.tested = 0
        """How many calls have been written that take memory, and how many that may bail out."""
        self.finds = False
        """Does anything that has been written find out where a piece lies?"""
        self.noting = False
        """Are failures noted in what is being written, so that it does not bail out?"""
        self.trials: dict[str, Trial] = {}
        """By function, what is tried out before it is worked out."""
        self.frame: Frame | None = None
        """Of the function that is being written, if it can wait for an answer."""
        self.functions: dict[str, bool] = {}
        """Those that work on a game, and whether they take more than that."""

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        self.lines.append(self.margin + text)

    @property
    def margin(self) -> str:
        """What a line begins with. Rules may be nested as deep as they like; lines do not go on moving to the right."""
        return "    " * min(self.indent, DEEPEST)

    def head(self, type_: str, name: str, params: str = "") -> str:
        """The head of a function that works on a game. In a build of tables it is handed more than its parameters."""
        self.functions[name] = bool(params)
        return f"static {type_} ({name})({f'CTX_ {params}' if params else 'CTX'})"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head + " {")
        self.indent += 1
        yield
        self.indent -= 1
        self.line("}")

    @contextmanager
    def unroll_short(self, rows: list[tuple[int, ...]] | None) -> Iterator[None]:
        """A loop through a short known list is unrolled, unless much is done in it, or it holds another that is."""
        start, before = len(self.lines), self.unrolls
        yield
        text, size = sum(map(len, self.lines[start:])), max(map(len, rows)) if rows else 0
        short = (size <= SHORT and text <= LITTLE) or (size <= LONGER and text <= TINY)
        if self.unrolls == before and size > 1 and short:
            self.lines.insert(start, f"#pragma GCC unroll {size}")
            self.unrolls += 1

    def leave(self, value: str, condition: str = "") -> None:
        """Leaves the function with a value, if a condition holds."""
        before, freed = self.margin + condition, f"{{ I r_ = {value}; top = floor_; return r_; }}"
        self.lines.append(Leaving(f"{before}return {value};", f"{before}{freed}"))

    def temp(self, type_: str, text: str) -> str:
        """A new name for a value."""
        self.serial += 1
        self.line(f"{self.local(type_, f't{self.serial}')} = {text};")
        return f"t{self.serial}"

    def rt(self, name: str, *args: str) -> str:
        """A call of a function of the runtime; what it does is kept in mind."""
        self.taken += name in MAKERS
        self.tested += name in TESTS
        self.finds = self.finds or name in FINDERS
        return f"{'noted_' if self.noting and name in TESTS else ''}{name}({', '.join(args)})"

    def local(self, type_: str, name: str) -> str:
        """A local as it is written where it gets its first value."""
        return f"{type_} {name}" if self.frame is None else self.frame.local(type_, name)

    @contextmanager
    def release_memory(self) -> Iterator[None]:
        """Whatever memory is taken inside is given back behind it."""
        outer, self.lines, stops = self.lines, [], len(self.frame.stops) if self.frame else 0
        before = self.taken
        yield
        inner, self.lines = self.lines, outer
        if self.taken == before:
            self.lines += inner
            return
        mark = self.temp("I", "top")
        self.lines += inner
        self.line(f"top = {mark};")
        if self.frame:
            self.frame.keep(mark, since=stops)

    def capture(self, node: Node) -> tuple[str, list[str]]:
        """An expression, and the lines it needs before it."""
        outer, self.lines = self.lines, []
        text = self.of(node)
        found, self.lines = self.lines, outer
        return text, found

    # ------------------------------------------------------------ values

    def of(self, node: Node) -> str:
        if node.op.c is None:
            raise Unsupported(f"`{node.op}`")
        if (asked := emptiness(node)) is not None:
            return asked[0].format(self.of(asked[1]))
        if not node.op.c:
            return self.printers[node.op](self, node)
        args = map(self.sure if node.op.needs else self.of, node.args)
        if "{" in node.op.c:
            return node.op.c.format(*args, data=node.data)
        text = self.rt(node.op.c, *args)
        return self.temp("I", text) if node.op.makes else text

    def sure(self, node: Node) -> str:
        """A number that must not be none."""
        return self.rt("need", self.of(node)) if self.may_be_none(node) else self.of(node)

    def may_be_none(self, node: Node) -> bool:
        if is_op(node, ops.GET):
            return node.data in self.plan.optional
        if is_op(node, ops.NUM):
            return node.data is None
        if is_op(node, ops.VAR):
            var = self.layout.game.vars[node.data]
            return var.start is None or node.data in self.loose
        if is_op(node, ops.TAB):
            return None in node.data.values
        if node.op in (ops.IF, ops.DEFAULT, ops.LET):
            return any(self.may_be_none(arg) for arg in node.args[1:])
        if is_op(node, ops.CALL):
            value = self.plan.fns[node.data].value
            return value is not None and self.may_be_none(value)
        return node.op in (ops.FIRST_OR_NONE, ops.LAST_OR_NONE, ops.AT, ops.FIRST, ops.LAST, ops.ONLY)

    @property
    def loose(self) -> set[str]:
        """Variables that may be none by their type."""
        found = self.layout.game.vars.items()
        return {name for name, var in found if isinstance(var.type, types.Optional | types.Nothing) or var.chosen}

    def constant(self, items: tuple[Any, ...]) -> int:
        """Where a known list lies."""
        key = tuple(map(self.item, items))
        if key not in self.constants:
            self.constants[key] = self.memory
            self.memory += len(key) + 1
        return self.constants[key]

    def item(self, value: Any) -> int:
        """A value that is known, as it lies in a list."""
        is_list = isinstance(value, tuple) and not isinstance(value, Parts)
        return self.constant(value) if is_list else number(value)

    def table(self, values: list[int], type_: str = "") -> str:
        """Numbers that are looked up, as narrow as they may be if it is not said."""
        cells = ", ".join(SPELLED.get(each, str(each)) for each in values)
        return self.intern_table(f"static const {type_ or narrow(values)} %s[{len(values)}] = {{{cells}}};")

    def masks(self, values: list[int]) -> str:
        """A table of masks."""
        return self.intern_table(masks_text(self.layout, values))

    def array(self, type_: str, items: list[int]) -> str:
        """Numbers that are known now, to be copied to others of this type."""
        return self.intern_table(
            f"static const {type_} %s[{max(1, len(items))}] = {{{', '.join(map(str, items)) or 0}}};"
        )

    def intern_table(self, text: str) -> str:
        """The name of a table; `%s` stands for it."""
        return self.tables.setdefault(text, f"T{len(self.tables)}")

    def mask(self, value: int) -> str:
        return mask_text(self.layout, value)

    @contextmanager
    def loop(self, name: str, source: Node) -> Iterator[None]:
        """Goes through a list, a range or a mask."""
        self.serial += 1
        at = f"t{self.serial}"
        if source.op is ops.IDS:
            source = source.args[0]
        rows = known_rows(source)
        if goes_through_pieces(source):
            self.pieces.add(name)
        if source.op is ops.ONLY_IF:
            test, inner = source.args
            with self.block(f"for (I {at} = {self.of(test)}; {at}; {at} = 0)"), self.loop(name, inner):
                yield
            return
        if source.op is ops.ONE:
            with self.block(f"for (I {at} = 1; {at}; {at} = 0)"):
                self.line(f"{TYPES[source.args[0].rep]} {name} = {self.of(source.args[0])}; (void){name};")
                yield
            return
        if source.op is ops.SOME:
            mask, low, high = self.of(source.args[0]), self.sure(source.args[1]), self.sure(source.args[2])
            self.line(f"struct Some {at}s;")
            begin = f"some_first(&{at}s, {mask}, {low}, {high})"
            with self.block(f"for (I {at} = {begin}; {at}; {at} = some_next(&{at}s))"):
                self.line(f"M {name} = {at}s.now;")
                yield
            return
        few = few_items(source)
        if few is not None:
            self.line(f"const I {at}v[] = {{{', '.join(map(self.of, few))}}};")
            head, item = f"for (I {at} = 0; {at} < {len(few)}; {at}++)", f"{at}v[{at}]"
        elif source.rep == MASK:
            head, item = f"for (M {at} = {self.of(source)}; !m_empty({at}); {at} = m_drop({at}))", f"m_low({at})"
        elif source.op is ops.RANGE:
            low, high = (self.sure(arg) for arg in source.args)
            head, item = f"for (I {at} = {low}, {at}e = upto({at}, {high}); {at} <= {at}e; {at}++)", at
        elif (ends := consecutive(source)) is not None:
            head, item = f"for (I {at} = {ends[0]}; {at} <= {ends[1]}; {at}++)", at
        elif rows is not None:
            row, _, size = self.known_list(source, rows)
            head, item = f"for (I {at} = 0; {at} < {size}; {at}++)", f"{row}[{at}]"
        else:
            head = f"for (I {at}l = {self.of(source)}, {at} = 1; {at} <= mem[{at}l]; {at}++)"
            item = f"mem[{at}l + {at}]"
        with self.unroll_short(rows), self.block(head):
            self.line(f"I {name} = {item}; (void){name};{limits(name, rows, name in self.pieces)}")
            if few is not None and source.op is ops.DISTINCT:
                self.line(f"I {at}b = 0; while ({at}v[{at}b] != {name}) {at}b++; if ({at}b < {at}) continue;")
            yield

    def known_list(self, source: Node, rows: list[tuple[int, ...]]) -> tuple[str, list[str], int]:
        """A list that is known now, or known for each value of something: where it begins, the locals that say so, and
        its size.
        """
        size = max(map(len, rows))
        cells = [each for row in rows for each in (*row, *([0] * (size - len(row))))]
        name = self.table(cells or [0])
        if source.op is ops.CONST:
            return name, [], size
        here = self.temp("I", f"ix({self.sure(source.args[0])}, {len(rows)})")
        if not all(rows):
            there = self.table([int(bool(row)) for row in rows])
            self.line(f"if (!{there}[{here}]) bail();")
        return f"({name} + {here} * {size})", [here], size


def emptiness(node: Node) -> tuple[str, Node] | None:
    """A comparison of the size of a mask that asks whether it is empty, or holds more than one."""
    if node.op not in ASKING:
        return None
    counted, limit = node.args
    if counted.op is not ops.COUNT or counted.args[0].rep != MASK or not is_op(limit, ops.NUM):
        return None
    return (SIZES[node.op, limit.data], counted.args[0]) if (node.op, limit.data) in SIZES else None


SIZES: dict[tuple[Op[Any], int | None], str] = {
    (ops.EQ, 0): "m_empty({})",
    (ops.NE, 0): "(!m_empty({}))",
    (ops.GT, 0): "(!m_empty({}))",
    (ops.GE, 1): "(!m_empty({}))",
    (ops.LT, 1): "m_empty({})",
    (ops.GT, 1): "m_several({})",
    (ops.GE, 2): "m_several({})",
    (ops.LE, 1): "(!m_several({}))",
    (ops.LT, 2): "(!m_several({}))",
}
ASKING = frozenset(op for op, _ in SIZES)


def spell(*operations: Op[D], by: Callable[[Code, NodeOf[D]], str]) -> None:
    """Some operations are written by a printer, which knows what is known of them."""
    assert Code.printers.keys().isdisjoint(operations), operations
    Code.printers.update(dict.fromkeys(operations, by))
