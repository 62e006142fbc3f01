"""The checker's environment: the symbols of a game, the locals in scope, and the problems found so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.limits import current
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, most_similar, problem
from rulelang.ir.types import UNKNOWN, Type
from rulelang.link.library import ON_REQUEST, library_file
from rulelang.syntax.nodes.base import Word

ANYTHING = "thing"  # the kind of a name that could be anything
CHOSEN = "chosen"  # the declaration kind of a variable that holds what each seat has chosen
PROBE = "zz_what_may_stand_here"
Key = tuple[str, object]
"""What a fact is about: ("local", number) or ("var", name)."""


@attrs.define(eq=False)
class Symbol:
    """A name and what it stands for. `kind` is the keyword that declares it."""

    kind: str
    name: str
    """Its name in the typed game: `Trick.led` for the `led` of the instance Trick."""
    type: Type = UNKNOWN
    params: tuple[Type, ...] = ()
    indexes: tuple[Type, ...] = ()
    span: Span | None = None
    decl: Any = None
    local: ir.Local | None = None
    mutable: bool = False
    uses: int = 0
    faulty: bool = False
    """Its declaration is wrong, which is reported there; its uses are not judged."""


@attrs.frozen(eq=False)
class Mention:
    """A name in a text and what it stands for there, for editors."""

    word: Word
    symbol: Symbol


@attrs.frozen(eq=False)
class Implied:
    """An unbound hook that uses the game's declaration of the same name: `hand(p)` for `hand[p]`."""

    instance: Any
    hook: str
    params: tuple[str, ...]
    symbol: Symbol


@attrs.define(eq=False)
class World:
    """One for each game that is checked."""

    least: int
    most: int
    problems: list[Diagnostic] = attrs.field(factory=list)
    symbols: dict[str, Symbol] = attrs.field(factory=dict)
    enums: dict[str, ir.EnumType] = attrs.field(factory=dict)
    boards: dict[str, ir.BoardType] = attrs.field(factory=dict)
    pieces: dict[str, ir.PieceType] = attrs.field(factory=dict)
    groups: dict[str, ir.GroupType] = attrs.field(factory=dict)
    piece_fields: dict[str, dict[str, Type]] = attrs.field(factory=dict)
    """By piece or group: the type of each field, the rolled one last."""
    records: dict[str, tuple[ir.FieldType, ...]] = attrs.field(factory=dict)
    tables: dict[str, ir.TableType] = attrs.field(factory=dict)
    columns: dict[str, dict[str, Type]] = attrs.field(factory=dict)
    vars: dict[str, ir.VarType] = attrs.field(factory=dict)
    zones: dict[str, ir.ZoneType] = attrs.field(factory=dict)
    resources: dict[str, ir.ResourceType] = attrs.field(factory=dict)
    fns: dict[str, ir.Fn] = attrs.field(factory=dict)
    procs: dict[str, ir.Proc] = attrs.field(factory=dict)
    menus: dict[str, ir.Menu] = attrs.field(factory=dict)
    invariants: list[ir.Invariant] = attrs.field(factory=list)
    """Invariants of mechanisms, which hold while their instance runs."""
    chosen: dict[str, list[ir.Local]] = attrs.field(factory=dict)
    """What is chosen, by the name of the decision: `Declare.d`, `TableCard.coffee_break.q`; filled when looks are
    checked.
    """
    originals: dict[int, Any] = attrs.field(factory=dict)
    unknown: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    """By name: its index in `problems`, and how often it occurred."""
    lost: frozenset[str] = frozenset()
    """Words in parts that could not be parsed: a missing declaration of one of them is not reported."""
    asked: dict[str, bool] = attrs.field(factory=dict)
    """The words for which `is_lost` was asked, with its answers."""
    missed: int = 0
    """How many mistakes occurred of those that are reported once for many: unknown names, values that may be none."""
    unused: set[str] = attrs.field(factory=set)
    """Library modules that the game needs but does not `use`: each is reported once."""
    excused: set[Key] = attrs.field(factory=set)
    """What was reported as possibly none, so as not to repeat it."""
    locals: int = 0
    mentions: list[Mention] = attrs.field(factory=list)
    """Every resolved name, at its declaration and its uses."""
    implied: list[Implied] = attrs.field(factory=list)
    """What was bound to mechanisms by its name alone."""
    offered: dict[str, Symbol | None] | None = None
    """What may stand at PROBE: completion writes that name at the cursor and checks the game."""
    parts: dict[tuple[str, str], Symbol] = attrs.field(factory=dict)
    """Members of enums, fields of pieces and columns of tables, by owner and name."""

    def report(self, code: str, span: Span, **parts: Any) -> None:
        self.problems.append(problem(code, span, **parts))

    def is_lost(self, word: str) -> bool:
        """Whether this could have been declared in a part that could not be parsed."""
        self.asked[word] = word in self.lost
        return self.asked[word]

    def new_local(self, name: str, type_: Type) -> ir.Local:
        self.locals += 1
        return ir.Local(name, type_, self.locals - 1)

    def mention(self, word: object, symbol: Symbol) -> None:
        """Records what a name stands for; generated names have no span, and are not recorded."""
        if isinstance(word, Word):
            self.mentions.append(Mention(word, symbol))

    def declare_part(self, kind: str, owner: str, word: Word, type_: Type) -> None:
        """Record the declaration of a member, field or column."""
        symbol = self.parts.setdefault((owner, str(word)), Symbol(kind, f"{owner}.{word}", type_, span=word.span))
        self.mention(word, symbol)

    def mention_part(self, owner: str, word: object) -> None:
        """Record the use of a member, field or column."""
        symbol = self.parts.get((owner, str(word)))
        if symbol is not None:
            self.mention(word, symbol)

    def members(self, name: str) -> list[str]:
        """The enums that have a member of this name, and the boards that may have such a cell."""
        return [enum for enum in self.enums if self.is_member(name, enum)]

    def is_member(self, name: str, enum: str) -> bool:
        board = self.boards.get(enum)
        return name in self.enums[enum].members or (board is not None and board.could_have(name))


@attrs.define(eq=False)
class Context:
    """The position of the checker: the locals in scope, the facts about them, and what is allowed here."""

    world: World
    symbols: list[dict[str, Symbol]]
    """Innermost last: globals, the names of a mechanism, then blocks."""
    facts: dict[Key, Type] = attrs.field(factory=dict)
    instance: str | None = None
    original: Any = None
    """What `original` means here: a function that builds an expression or statements."""
    result: Type | None = None
    kind: str = ""
    loops: int = 0
    testing: bool = False
    secret_seat: ir.Local | None = None
    telling: bool = False
    """Whether a statement or heading is being checked, which would tell a `reveal` in its expressions."""

    # ------------------------------------------------------------ names

    def lookup(self, name: str) -> Symbol | None:
        """What a name stands for here."""
        for table in reversed(self.symbols):
            if name in table:
                self.world.mention(name, table[name])
                return table[name]
        return None

    def locals_in_sight(self) -> list[str]:
        return [name for table in self.symbols for name in table]

    def bind(self, name: Any, type_: Type, *, mutable: bool = False) -> ir.Local:
        """A new local in the innermost block."""
        span = getattr(name, "span", None)
        old = self.lookup(str(name))
        if old is not None and old.local is not None and span is not None and old.span is not None:
            self.world.report("R302", span, name=name, also=[(old.span, "the first one")])
        local = self.world.new_local(str(name), type_)
        symbol = self.symbols[-1][str(name)] = Symbol(
            "local", str(name), type_, span=span, local=local, mutable=mutable
        )
        self.world.mention(name, symbol)
        return local

    @contextmanager
    def block(self) -> Iterator[None]:
        """Inside, a new scope."""
        self.symbols.append({})
        try:
            yield
        finally:
            self.symbols.pop()

    @contextmanager
    def knowing(self, facts: dict[Key, Type]) -> Iterator[None]:
        """Inside, these facts hold."""
        before = self.facts
        self.facts = {**before, **facts}
        try:
            yield
        finally:
            self.facts = before

    def forget(self, key: Key) -> None:
        self.facts = {k: t for k, t in self.facts.items() if k != key}

    def forget_shared(self) -> None:
        """Drop facts about the game's variables, since other code has run; a mechanism's own facts still hold."""
        own = f"{self.instance}." if self.instance else None
        self.facts = {
            key: type_
            for key, type_ in self.facts.items()
            if key[0] == "local" or (own is not None and str(key[1]).startswith(own))
        }

    def child(self, **changes: Any) -> Context:
        """A context for another body: same world and globals, nothing else."""
        base = self.symbols[:1] if not changes.get("keep") else list(self.symbols)
        changes.pop("keep", None)
        return Context(self.world, [*base, {}], **changes)

    @contextmanager
    def allow_reveal(self, telling: bool) -> Iterator[None]:
        """Inside, `reveal` is allowed in expressions, or not."""
        before, self.telling = self.telling, telling
        try:
            yield
        finally:
            self.telling = before

    # ------------------------------------------------------------ problems

    def report(self, code: str, span: Span, **parts: Any) -> None:
        self.world.report(code, span, **parts)

    def unknown_name(self, name: Any, what: str, candidates: list[str], otherwise: str = "") -> None:
        """Reports an unknown name once, however often it is used; not at all if it may be declared in a line that
        cannot be parsed.
        """
        if str(name) == PROBE:
            self.world.offered = {each: self.lookup(each) for each in candidates}
        self.world.missed += 1
        if self.world.is_lost(str(name)):
            return
        seen = self.world.unknown.get(str(name))
        if seen is not None:
            at, uses = seen
            self.world.unknown[str(name)] = (at, uses + 1)
            old = self.world.problems[at]
            title = old.title.split(" (used")[0] + f" (used {uses + 1} times)"
            self.world.problems[at] = attrs.evolve(old, title=title)
            return
        module = declaring_module(str(name))
        if module is not None and module in self.world.unused:
            return
        read = len(self.world.problems) < current().shown  # the others are only counted
        near = most_similar(str(name), candidates) if read else []
        close = near[0] if near else None
        help_ = f"did you mean `{close}`?" if close else otherwise
        if not close or close.casefold() != str(name).casefold():
            help_ = MEANT.get(str(name), help_)
        if module is not None:
            self.world.unused.add(module)
            help_ = f"`{module}` declares it: add a line `use {module}`"
        self.world.unknown[str(name)] = (len(self.world.problems), 1)
        known = {"kind": what, "name": name, "label": "looked up here", "help": help_, "names": tuple(near)}
        self.report("R301", name.span, **known)
        last = self.world.problems[-1] if self.world.problems else None
        if what == ANYTHING and last is not None and last.code == "R301":
            self.world.problems[-1] = attrs.evolve(last, title=f"nothing is named `{name}`")


# Names from other languages, and how to write the same here.
MEANT = {
    "len": "Write `count(…)` for how many there are.",
    "length": "Write `count(…)` for how many there are.",
    "size": "Write `count(…)` for how many there are.",
    "range": "Write `1..n` for the numbers from 1 to n.",
    "next": "Write `p.left` for the next seat in turn order.",
    "a": "Leave it out: one thing is chosen unless a number stands there.",
    "an": "Leave it out: one thing is chosen unless a number stands there.",
    "yes": "Yes and no are `true` and `false`.",
    "no": "Yes and no are `true` and `false`.",
    "Player": "Write `Seat`, the type of the players' places.",
    "player": "Write `Seat` for the type; a single player has a name of its own, as in `for p in seats`.",
    "Number": "Write `Int`, or a range such as `0..9`.",
    "number": "Write `Int`, or a range such as `0..9`.",
    "String": "Write `Text`.",
    "string": "Write `Text`.",
    "boolean": "Write `Bool`.",
}


def declaring_module(name: str) -> str | None:
    """The library module that declares a name, among those that need a `use`."""
    for module in ON_REQUEST:
        file, _ = library_file(module)
        for node in file.declarations:
            if name == str(getattr(node, "name", "")) or name in getattr(node, "members", ()):
                return f"std.{module}"
    return None


def lit(value: object, type_: Type, span: Span) -> ir.Lit:
    return ir.Lit(type_, span, value)


def seat_names(world: World) -> list[str]:
    """All possible seats: P1, P2, …"""
    return [f"P{number}" for number in range(1, world.most + 1)]


def seat_literal(name: str) -> int | None:
    """`P3` is 3."""
    if len(name) >= 2 and name[0] == "P" and name[1:].isdigit():
        return int(name[1:])
    return None
