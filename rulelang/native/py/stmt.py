"""Plan steps as Python statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulelang.native.build import Build
from rulelang.native.passes.provenance import read_zones
from rulelang.native.passes.suspend import NOBODY, asking_units
from rulelang.native.plan import ops
from rulelang.native.plan.acts import Act
from rulelang.native.plan.nodes import Node, Plan, Step, clean
from rulelang.native.py.expr import Values

Printer = Callable[["Steps", Step], None]
LOOP, NAME = re.compile(r"^ *(for|while) ", re.MULTILINE), re.compile(r"\b[A-Za-z]\w*\b")
FIXED = re.compile(r"Z|S|W|T\d+|[FM]_\w+|r_\w+|place|BIT|SAME|TOP|ID_OF|ids|again|parted|shaded")


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
            self.line("OFFERED[3] = 1")

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
