"""Plan steps as Python statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rulelang.native.build import Build
from rulelang.native.passes.provenance import read_zones
from rulelang.native.passes.suspend import NOBODY, asking_units
from rulelang.native.plan import ops
from rulelang.native.plan.nodes import Node, Plan, Step
from rulelang.native.py.expr import Name, Values
from rulelang.native.py.parts import PLACE, Laid, Part

Printer = Callable[["Steps", Any], None]
S = TypeVar("S", bound=Step)


class Steps:
    """Writes functions, one line after another. `outer`: names of the state that the function writes.

    With each line it is said which names of the module stand in it, besides those of the values that were written.
    """

    printers: dict[type[Step], Printer] = {}

    def __init__(self, plan: Plan, values: Values, build: Build) -> None:
        self.plan = plan
        self.layout = plan.layout
        self.values = values
        self.build = build
        self.parts: list[Part] = []
        self.lines: list[str] = []
        self.indent = 1
        self.loops = False
        """Does the function that is being written go round?"""
        self.outer: set[str] = set()
        self.serial = 0
        self.read = read_zones(plan, build.invariants)
        self.asking = asking_units(plan) if build.step else NOBODY
        """Who becomes a generator, since it may come to a question."""

    # ------------------------------------------------------------ lines

    def line(self, text: str, *uses: str) -> None:
        self.values.uses.update(uses)
        self.lines.append("    " * self.indent + text)

    def lay(self, text: str) -> None:
        """A line that only writes down where pieces lie."""
        self.values.laid = True
        self.lines.append(Laid("    " * self.indent + text))

    def lay_all(self, piece: str, pieces: str, place: str) -> None:
        """The same for many pieces; `piece`: a new name for one."""
        self.lay(f"for {piece} in {pieces}:")
        self.lay(f"    place[{piece}] = {place}")
        self.loops = True

    @contextmanager
    def block(self, head: str, *uses: str) -> Iterator[None]:
        """A line that ends with a colon, and what stands under it."""
        self.line(head, *uses)
        before = len(self.lines)
        self.indent += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def function(self, name: str, params: tuple[str, ...]) -> Iterator[None]:
        """A function; what it writes of the state is declared at its head."""
        self.outer, self.lines, self.loops, self.indent = set(), [], False, 2
        uses = self.values.begin()
        yield
        own = self.bound_names(params) if self.loops else []
        head = f"    def {name}({', '.join((*params, *own))}):"
        body = tuple(self.lines) or ("        pass",)
        self.parts.append(Part(name, body, frozenset(uses | self.outer), (head,), frozenset(self.outer)))
        self.indent = 1

    def bound_names(self, params: tuple[str, ...]) -> list[str]:
        """Parameters that bind what a function with loops reads and nobody binds anew: locals are read sooner."""
        found = self.values.uses | ({PLACE} if self.values.laid else set())
        return [f"{name}={name}" for name in sorted(found & self.values.steady - set(params))]

    def temp(self) -> Name:
        self.serial += 1
        return Name(f"t{self.serial}")

    def suite(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self.printers[type(step)](self, step)

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

    @contextmanager
    def loop(self, head: str, *uses: str) -> Iterator[None]:
        """A block that is gone through many times."""
        self.loops = True
        with self.block(head, *uses):
            yield

    def open_loop(self, head: str) -> None:
        """A loop that others stand in; who opens it closes it."""
        self.loops = True
        self.line(head)
        self.indent += 1

    def ask(self, picked: str, seat: str, count: str) -> None:
        """Asks a seat. If somebody outside answers, the game waits; invariants hold then."""
        target = f"{picked} = " if picked else ""
        if not self.build.step:
            self.line(f"{target}ask({seat}, {count})", "ask")
            return
        if self.build.invariants and self.plan.invariants:
            self.line("check()", "check")
        self.line(f"{target}yield ({seat}, {count})")

    def note_forced(self) -> None:
        """In a build for statistics, notes a single option that the seat is not asked about."""
        if self.build.statistics:
            self.line("OFFERED[0] += 1")
            self.line("OFFERED[3] = 1")

    def assign_temp(self, text: str, *uses: str) -> Name:
        name = self.temp()
        self.line(f"{name} = {text}", *uses)
        return name


def waiting(asks: bool) -> str:
    """How a function is called that may ask."""
    return "yield from " if asks else ""


def prints(*some: type[S]) -> Callable[[Callable[[Steps, S], None]], Callable[[Steps, S], None]]:
    def register(printer: Callable[[Steps, S], None]) -> Callable[[Steps, S], None]:
        for each in some:
            Steps.printers[each] = printer
        return printer

    return register
