"""Plan steps as Python statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs

from rulelang.base.numbers import LEAST, MOST
from rulelang.native.passes.provenance import read_zones
from rulelang.native.passes.suspend import NOBODY, asking_units
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Act
from rulelang.native.plan.nodes import MASK, Node, Plan, Step, walk_steps
from rulelang.native.py.expr import Values, clean
from rulelang.native.totals import Totals

Printer = Callable[["Steps", Step], None]
LOOP, NAME = re.compile(r"^ *(for|while) ", re.MULTILINE), re.compile(r"\b[A-Za-z]\w*\b")
FIXED = re.compile(r"Z|S|W|T\d+|[FM]_\w+|r_\w+|place|BIT|SAME|TOP|ID_OF|ids|again|parted|shaded")


@attrs.frozen
class Build:
    """How code is made. `traced`: choices and draws are kept; `invariants`: declared invariants are tested.

    `statistics`: what is watched in a game is added up to such totals; the program was made ready for it.
    `step`: questions are put to somebody outside. `even`: after no word that is drawn from must another be taken.
    """

    traced: bool = False
    invariants: bool = False
    statistics: Totals | None = None
    step: bool = False
    even: bool = False

    @property
    def tells_nothing(self) -> bool:
        """May a question be written out? Not where somebody listens."""
        return not (self.traced or self.invariants or self.statistics or self.step)

    @property
    def counts_words(self) -> bool:
        """Are questions counted by the words that seats take? Each takes one, if it has more than one answer."""
        return self.even and self.tells_nothing


class Steps:
    """Writes functions, one line after another. `outer`: names of the state that the function writes."""

    printers: dict[Act, Printer] = {}

    def __init__(self, plan: Plan, values: Values, build: Build) -> None:
        self.plan = plan
        self.layout = plan.layout
        self.values = values
        self.build = build
        self.lines: list[str] = []
        self.indent = 1
        self.outer: set[str] = set()
        self.serial = 0
        self.read = read_zones(plan, build.invariants)
        self.asking = asking_units(plan) if build.step else NOBODY
        """Who becomes a generator, since it may come to a question."""

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that ends with a colon, and what stands under it."""
        self.line(head)
        before = len(self.lines)
        self.indent += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def function(self, name: str, params: tuple[str, ...]) -> Iterator[None]:
        """A function; what it writes of the state is declared at its head."""
        self.outer, head = set(), len(self.lines) + 1
        with self.block(f"def {name}({', '.join(params)}):"):
            yield
        if LOOP.search("\n".join(self.lines[head:])):
            own = self.at_hand("\n".join(self.lines[head:]), params)
            self.lines[head - 1] = "    " * self.indent + f"def {name}({', '.join((*params, *own))}):"
        if self.outer:
            self.lines.insert(head, "    " * (self.indent + 1) + f"nonlocal {', '.join(sorted(self.outer))}")

    def at_hand(self, text: str, params: tuple[str, ...]) -> list[str]:
        """Parameters that bind what a function with loops reads and nobody binds anew: locals are read sooner."""
        arrays = {f"v_{clean(name)}" for name, var in self.layout.program.vars.items() if var.array.sizes}
        found = sorted(set(NAME.findall(text)) - set(params))
        return [f"{name}={name}" for name in found if name in arrays or FIXED.fullmatch(name)]

    def temp(self) -> str:
        self.serial += 1
        return f"t{self.serial}"

    def suite(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self.printers[step.act](self, step)

    def of(self, node: Node) -> str:
        return self.values.of(node)

    def test(self, node: Node, wanted: bool = True) -> str:
        """A condition, or its opposite, without idle negations."""
        while node.op in (ops.NOT, ops.EMPTY):
            node, wanted = node.args[0], not wanted
        return self.of(node) if wanted else f"not {self.of(node)}"

    def placed(self, node: Node) -> str:
        from rulelang.native.py.placing import placed

        return placed(self, node)

    def name(self, name: str) -> str:
        """A local that is written; one that is seen from afar belongs to the state."""
        if name in self.plan.shared:
            self.outer.add(name)
        return name

    def ask(self, picked: str, seat: str, count: str) -> None:
        """Puts a question to a seat. Where somebody outside answers it, the game waits; invariants hold then."""
        target = f"{picked} = " if picked else ""
        if not self.build.step:
            self.line(f"{target}ask({seat}, {count})")
            return
        if self.build.invariants and self.plan.invariants:
            self.line("check()")
        self.line(f"{target}yield ({seat}, {count})")

    def forced(self) -> None:
        """A build for statistics notes a lone option that is not put to the seat."""
        if self.build.statistics:
            self.line("OFFERED[0] += 1")

    def held(self, node: Node) -> str:
        """A value that can be written down again: a name, or a number."""
        text = self.placed(node)
        if text.isidentifier() or node.op is ops.NUM:
            return text
        return self.named(text)

    def named(self, text: str) -> str:
        name = self.temp()
        self.line(f"{name} = {text}")
        return name


def waiting(asks: bool) -> str:
    """How a function is called that may ask."""
    return "yield from " if asks else ""


def prints(*some: Act) -> Callable[[Printer], Printer]:
    def register(printer: Printer) -> Printer:
        for each in some:
            Steps.printers[each] = printer
        return printer

    return register


# ---------------------------------------------------------------- values


@prints(acts.LET)
def let(out: Steps, step: Step) -> None:
    value = step.args[0]
    tested = value.op is ops.FIT
    value = value.args[0] if tested else value
    text = out.values.items(value) if value.rep == MASK else out.placed(value)
    out.line(f"{out.name(step.data)} = {text}")
    if tested:
        with out.block(f"if not {LEAST} <= {step.data} <= {MOST}:"):
            out.line("trouble()")


@prints(acts.KEEP)
def keep(out: Steps, step: Step) -> None:
    """A value as it is, for a loop that follows."""
    out.line(f"{step.data} = {out.of(step.args[0])}")


@prints(acts.STORE)
def store(out: Steps, step: Step) -> None:
    var, low, high = step.data
    value = step.args[0]
    if value.op is ops.FIT:
        value, low, high = value.args[0], LEAST if low is None else low, MOST if high is None else high
    bounded = (low is not None or high is not None) and not known(value, low, high)
    text = out.held(value) if bounded else out.placed(value)
    if bounded:
        limits = [f"{text} < {low}"] * (low is not None) + [f"{text} > {high}"] * (high is not None)
        free = "" if value.op.number else f"{text} is not None and "
        with out.block(f"if {free}({' or '.join(limits)}):" if free else f"if {' or '.join(limits)}:"):
            out.line("trouble()")
    if len(step.args) > 1:
        out.line(f"v_{clean(var)}[{out.values.place(var, step.args[1])}] = {text}")
        return
    out.outer.add(f"v_{clean(var)}")
    out.line(f"v_{clean(var)} = {text}")


def known(value: Node, low: int | None, high: int | None) -> bool:
    """Is it a number within bounds?"""
    if value.op is not ops.NUM or value.data is None:
        return value.op is ops.NUM
    return (low is None or value.data >= low) and (high is None or value.data <= high)


@prints(acts.RENEW)
def renew(out: Steps, step: Step) -> None:
    var, text = step.data, out.of(step.args[0]) if step.args else "None"
    array = out.layout.program.vars[var].array
    if array.sizes:
        out.line(f"v_{clean(var)}[:] = [{text}] * {array.length + out.values.pad(var)}")
    else:
        out.outer.add(f"v_{clean(var)}")
        out.line(f"v_{clean(var)} = {text}")


@prints(acts.DRAW)
def draw(out: Steps, step: Step) -> None:
    """One of a list by lot; a value that is given comes first."""
    name, items = step.data[0], step.args[0]
    if len(step.args) > 1:
        out.line(f"{name} = {out.of(step.args[1])}")
        with out.block(f"if {name} is None:"):
            draw_one(out, name, items)
    else:
        draw_one(out, name, items)


def draw_one(out: Steps, name: str, items: Node) -> None:
    listed = out.temp()
    out.line(f"{listed} = {out.values.items(items)}")
    out.line(f"{name} = {listed}[chance(len({listed}))]")


@prints(acts.EXPR)
def expr(out: Steps, step: Step) -> None:
    out.line(out.of(step.args[0]))


@prints(acts.REQUIRE)
def require(out: Steps, step: Step) -> None:
    with out.block(f"if not {out.of(step.args[0])}:"):
        out.line("trouble()")


def uses_together(plan: Plan) -> bool:
    units = (*plan.procs.values(), *plan.actions.values())
    return any(step.act is acts.TOGETHER for unit in units for step in walk_steps(unit.body))
