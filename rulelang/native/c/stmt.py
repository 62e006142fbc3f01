"""Plan steps as C statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rulelang.ir.types import has_pieces
from rulelang.native.c.code import Code
from rulelang.native.c.expr import index
from rulelang.native.c.frames import Frame
from rulelang.native.c.lists import MOST_PLACES, is_cheap, known_places
from rulelang.native.passes.dead_zones import dead_zones
from rulelang.native.passes.inline import trials
from rulelang.native.passes.provenance import shape, sources
from rulelang.native.passes.suspend import Alive, Asking, asking_units
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import uses_together
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import (
    LIST,
    MASK,
    Node,
    Plan,
    Step,
    Unsupported,
    clean,
    nodes,
    walk_steps,
)
from rulelang.native.plan.reps import drop_test, is_within, list_depth
from rulelang.program import Program

Printer = Callable[["Statements", Any], None]
S = TypeVar("S", bound=Step)
NESTED = 4096  # numbers that a list of lists may take

STILL = (
    acts.Let, acts.Keep, acts.Store, acts.Expr, acts.Require, acts.If, acts.Until, acts.Ends, acts.Renew, acts.Return,
    acts.Count, acts.Offer, acts.Sample, acts.Standing,
)  # fmt: skip
"""Steps that move nothing."""
TOLD = (acts.Move, acts.Deal, acts.Shuffle, acts.ShuffleSome, acts.Roll, acts.Form, acts.Tally)
"""Steps behind which a seat that watches looks again; others tell by themselves what they change."""


def zeros(params: tuple[tuple[str, str], ...]) -> list[str]:
    """Arguments that nobody looks at."""
    return ["m_zero()" if rep == MASK else "0" for _, rep in params]


def region_name(name: str) -> str:
    return f"AT_{clean(name)}"


def has_bit(offer: Offer) -> bool:
    """Is the choice one of the pieces of a mask?"""
    return bool(offer.options.rep == MASK and offer.guard is None and offer.want is None)


def locals_in(places: list[Node]) -> set[Any]:
    return {node.data for place in places for node in nodes(place) if is_op(node, ops.GET)}


class Statements(Code):
    """Writes functions. Lists that outlive a statement have a region of memory, found by their name."""

    writers: dict[type[Step], Printer] = {}

    def __init__(self, plan: Plan, invariants: bool = False, stops: bool = False, watched: bool = False) -> None:
        super().__init__(plan)
        self.invariants, self.watched, self.sites = invariants, watched, 0
        self.asking: Asking | None = asking_units(plan) if stops else None
        """In a build that stops at questions: who may come to one."""
        self.alive: dict[int, Alive] = {}
        """By step, in a function that can wait: the locals that are needed there."""
        self.open: list[str] = []
        """What the loops round this place have to remember."""
        self.asked_at = 0
        """The stop of the question that is being put."""
        self.frames: list[Frame] = []
        self.regions: dict[str, int] = {}
        """By name, how many numbers a list may take with its length. Where it lies is said in the end."""
        self.depths: dict[str, int] = {}
        """By name, how deep the lists there go, if that is more than one."""
        self.capacity = plan.layout.count + 64
        self.declared: set[str] = set()
        self.takers: dict[tuple[str, ...], str] = {}
        """By menus, the function that runs the action that was picked from one of them."""
        self.rounds = 1
        """How often the loops round this place go round together, where that is known."""
        self.branches = 0
        """How many conditions this place is under, in its procedure."""
        self.together = uses_together(plan)
        self.tries = bool(trials(plan))
        """Is anything tried out on a copy of the state?"""
        self.idle = set() if watched else dead_zones(plan.layout, invariants)
        self.in_sets: set[str] = set()
        """Locals that hold a piece which lies in a set."""
        self.lies: dict[str, list[Node]] = {}
        """The places that a chosen piece lies in one of."""
        self.firsts: set[str] = set()
        """Those that hold the first of its like there."""
        self.bits: set[str] = set()
        """Those whose mask, of one piece, is kept beside them."""

    def region(self, name: str, lists: int = 1, deep: int = 1) -> str:
        """Where the list of this name is kept, or several lists one behind the other."""
        if deep > self.depths.get(name, 1):
            self.depths[name] = deep
        self.regions[name] = max(self.regions.get(name, 0), self.room(deep) * lists)
        return region_name(name)

    def room(self, deep: int) -> int:
        """How many numbers a list may take that goes so deep."""
        return self.capacity if deep <= 1 else NESTED

    def copy_list(self, name: str, text: str, deep: int, at: str = "", lists: int = 1) -> str:
        """A list, copied to the region of its name; `at`: to a place in there."""
        place = self.region(name, lists, deep) + (f" + {at} * {self.room(deep)}" if at else "")
        if deep <= 1:
            return f"copied({place}, {text}, {self.capacity})"
        return f"copied_deep({place}, {text}, {NESTED}, {deep})"

    def steady_copy(self, text: str, asks: bool, deep: int) -> str:
        """A copy of a list that nobody changes; if questions are put meanwhile, it has its own place."""
        if not asks:
            return self.temp("I", self.rt("fresh_deep", text, str(deep)) if deep > 1 else self.rt("fresh_copy", text))
        return self.temp("I", self.copy_list(f"t{self.serial + 1}", text, deep))

    # ------------------------------------------------------------ waiting

    def question(self, step: Step) -> None:
        """A question begins here: until it is answered nothing changes, so all from here on may be done again."""
        if self.frame is not None:
            self.asked_at = self.frame.stop([*self.alive[id(step)].before, *self.open])
            self.lines.append(f"L{self.asked_at}: ;")

    def ask(self, into: str, seat: str, count: str) -> str:
        """The statement that puts the question to a seat, and keeps the answer under a name, if it has one."""
        target = f"{into} = " if into else ""
        if self.frame is None:
            return f"{target}ask({seat}, {count});"
        saved = self.frame.save_macro(self.asked_at)
        ask = f"if (put({seat}, {count})) {{ {saved} longjmp(over, 3); }}"
        put = f"if (resuming && !AGAIN) resuming = 0; else {{ resuming = 0; {ask} }}"
        return f"{{ {put} {target}answer; }}" if into else f"{{ {put} }}"

    def call(self, into: str, function: str, args: list[str], zeros: list[str], alive: Iterable[str] | None) -> str:
        """The statement that calls a function; `alive`: what is needed behind the call of one that can wait.

        If it did wait, it is called again with arguments that it does not look at, `zeros`.
        """
        target, call = f"{into} = " if into else "", f"{function}({', '.join(args)})"
        if self.frame is None or alive is None:
            return f"{target}{call};"
        stop = self.frame.stop([*alive, *self.open])
        again = f"resuming ? {function}({', '.join(zeros)}) : {call}" if args else call
        return f"{{ if (!rolling) {{ {self.frame.save_macro(stop)} }} L{stop}: ; {target}{again}; }}"

    @contextmanager
    def remembering(self, *names: str) -> Iterator[None]:
        """A loop that needs some names until it ends."""
        self.open += names
        yield
        del self.open[len(self.open) - len(names) :]

    # ------------------------------------------------------------ steps

    def suite(self, steps: tuple[Step, ...]) -> None:
        """Each step in a block of its own, which gives back the memory it took."""
        for step in steps:
            if step.loops:
                self.forget()
            write = self.writers.get(type(step))
            if write is None:
                raise Unsupported(f"`{step.word}`")
            if isinstance(step, acts.Break | acts.Stop):
                write(self, step)
                continue
            with self.block("if (!looking)" if step.watches and self.tries else ""), self.release_memory():
                write(self, step)
                if self.watched and isinstance(step, TOLD):
                    self.line("watched_numbers();" if isinstance(step, acts.Tally) else "watched();")
            if not all(isinstance(each, STILL) for each in walk_steps((step,))):
                self.forget()
            self.unbind({each.name for each in walk_steps((step,)) if isinstance(each, acts.Let | acts.Keep)})
            if isinstance(step, acts.Choose) and not step.bodies:
                if self.wholes.in_sets(step.offer.options):
                    self.in_sets.add(step.offer.name)
                self.note_choice(step.offer)

    def forget(self) -> None:
        """Pieces may have moved."""
        self.in_sets, self.firsts, self.bits, self.lies = set(), set(), set(), {}

    def unbind(self, names: set[Any]) -> None:
        """Locals that have another value now."""
        self.in_sets -= names
        self.firsts -= names
        self.bits -= names
        self.lies = {
            name: places for name, places in self.lies.items() if name not in names and not names & locals_in(places)
        }

    def note_choice(self, offer: Offer) -> None:
        """Where a piece lies that was just chosen, if that is known."""
        places = self.places_of(offer)
        if places is None:
            return
        self.lies[offer.name] = places
        if known_places(self, offer.options):
            self.firsts.add(offer.name)
        if has_bit(offer):
            self.bits.add(offer.name)

    def places_of(self, offer: Offer) -> list[Node] | None:
        """The few places that a chosen piece lies in one of."""
        found = sources(self.plan, offer.options) if offer.want is None else None
        places = None if found is None else list({shape(place): place for place in found}.values())
        return places if places is not None and len(places) <= MOST_PLACES and all(map(is_cheap, places)) else None

    def declare(self, name: str) -> None:
        """A local of the function that is being written."""
        if name not in self.plan.shared:
            self.declared.add(name)

    def keep(self, name: str, value: Node) -> None:
        """Writes a local; a list is copied to its region."""
        self.declare(name)
        text = self.of(value)
        if value.rep == MASK:
            text = self.temp("I", self.rt("ids", text))
        if value.rep in (LIST, MASK):
            self.line(f"{name} = {self.copy_list(name, text, self.plan.depths.get(name, 1))};")
        elif self.may_be_none(value) and name not in self.plan.optional:
            self.line(f"{name} = need({text});")
        else:
            self.line(f"{name} = {text};")


def prints(*some: type[S]) -> Callable[[Callable[[Statements, S], None]], Callable[[Statements, S], None]]:
    def register(printer: Callable[[Statements, S], None]) -> Callable[[Statements, S], None]:
        for each in some:
            Statements.writers[each] = printer
        return printer

    return register


# ---------------------------------------------------------------- values


@prints(acts.Let)
def let(out: Statements, step: acts.Let) -> None:
    out.keep(step.name, step.args[0])


def element(out: Statements, var: str, place: Node | None) -> tuple[str, str]:
    """An element of a variable, and its number as a text."""
    array = out.layout.program.vars[var].array
    if place is None:
        return f"v_{clean(var)}", "0"
    at = out.temp("I", index(out, place, array.length))
    return f"v_{clean(var)}[{at}]", at


def is_list(out: Statements, var: str) -> bool:
    return bool(out.layout.rep_of(out.layout.game.vars[var].type) == LIST)


@prints(acts.Store)
def store(out: Statements, step: acts.Store) -> None:
    var, low, high = step.var, step.low, step.high
    value = step.args[0] if low is None or high is None else drop_test(step.args[0])
    text = out.temp("I", out.of(value) if value.rep != MASK else out.rt("ids", out.of(value)))
    if not is_within(value, low, high):
        limits = [f"{text} < {low}"] * (low is not None) + [f"{text} > {high}"] * (high is not None)
        if limits:
            out.line(f"if ({text} != NONE && ({' || '.join(limits)})) bail();")
    if out.may_be_none(value) and var not in out.loose and out.layout.game.vars[var].start is not None:
        out.line(f"need({text});")
    target, at = element(out, var, step.args[1] if len(step.args) > 1 else None)
    if out.watched:
        place = f"{first_element(out.layout.program, var)} + {at}"
        origin = trace_copy(out, step.args[0])
        out.line(f"if (watcher) copies_answer({place}, {origin});" if origin else f"wrote({place});")
    if is_list(out, var):
        out.line(f"{target} = {text} == NONE ? NONE : {copy_to_element(out, var, text, at)};")
    else:
        out.line(f"{target} = {text};")
    tell_written(out, var, target, at)


def trace_copy(out: Statements, value: Node) -> str:
    """The element that a value is copied from, and of its list the item, 0 for all of it; nothing if it is made
    otherwise, or if something decides whether it is written.
    """
    while value.op in (ops.NEED, ops.FIT, ops.WITHIN):
        value = value.args[0]
    of_list = is_op(value, ops.AT) and value.data == 1
    source = value.args[0] if of_list else value
    if not is_op(source, ops.VAR) or out.branches:
        return ""
    item = out.of(value.args[1]) if of_list else "0"
    at = index(out, source.args[0], out.layout.program.vars[source.data].array.length) if source.args else "0"
    return f"{first_element(out.layout.program, source.data)} + {at}, {item}"


def tell_written(out: Statements, var: str, target: str, at: str) -> None:
    if out.watched:
        place = f"{first_element(out.layout.program, var)} + {at}"
        out.line(f"if (watcher) tells_written({place}, {tell_value(out, var, target)});")


def tell_value(out: Statements, var: str, target: str) -> str:
    """What a seat that sees a variable is told of its value."""
    type_ = out.layout.program.game.vars[var].type
    way = "key_of_list" if is_list(out, var) else "key_of_value"
    return f"{way}({target}, {'PIECE' if has_pieces(type_) else 'NUMBER'})"


def first_element(program: Program, var: str) -> int:
    """Where the elements of a variable begin among those of all."""
    names = list(program.vars)
    return sum(max(1, program.vars[name].array.length) for name in names[: names.index(var)])


def copy_to_element(out: Statements, var: str, text: str, at: str) -> str:
    """A list, copied to the place of an element."""
    many, deep = max(1, out.layout.program.vars[var].array.length), list_depth(out.layout.game.vars[var].type)
    return out.copy_list(f"v {var}", text, deep, at, many)


@prints(acts.Renew)
def renew(out: Statements, step: acts.Renew) -> None:
    var = step.var
    array = out.layout.program.vars[var].array
    text = out.temp("I", out.of(step.args[0]) if step.args else "NONE")
    if array.sizes:
        with out.block(f"for (I at = 0; at < {array.length}; at++)"):
            fresh(out, var, f"v_{clean(var)}[at]", text, "at")
    else:
        fresh(out, var, f"v_{clean(var)}", text, "0")


def fresh(out: Statements, var: str, target: str, text: str, at: str) -> None:
    if is_list(out, var):
        out.line(f"{target} = {text} == NONE ? NONE : {copy_to_element(out, var, text, at)};")
    else:
        out.line(f"{target} = {text};")
    tell_written(out, var, target, at)


@prints(acts.Draw)
def draw(out: Statements, step: acts.Draw) -> None:
    name = step.name
    out.declare(name)
    given = out.of(step.args[1]) if len(step.args) > 1 else "NONE"
    out.line(f"{name} = {given};")
    with out.block(f"if ({name} == NONE)"):
        items = step.args[0]
        if items.rep == MASK:
            mask = out.temp("M", out.of(items))
            out.line(f"if (m_empty({mask})) bail();")
            out.line(f"{name} = m_piece(bit_drawn({mask}, m_count({mask})));")
        else:
            listed = out.temp("I", out.of(items))
            way = "piece_drawn" if step.piece else "value_drawn"
            out.line(f"{name} = mem[{listed} + 1 + {way}({listed} + 1, mem[{listed}])];")
    if step.rep == LIST:
        out.line(f"{name} = {out.copy_list(name, name, out.plan.depths.get(name, 1))};")


@prints(acts.Expr)
def expr(out: Statements, step: acts.Expr) -> None:
    out.line(f"(void)({out.of(step.args[0])});")


@prints(acts.Require)
def require(out: Statements, step: acts.Require) -> None:
    out.line(f"if (!({out.of(step.args[0])})) bail();")
