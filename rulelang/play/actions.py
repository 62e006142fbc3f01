"""A fixed numbering of all possible answers in a game, for programs that learn: `game.actions()`.

A number means the same in every state and on every engine: the name of a decision and a value, such as card play and
`Card(blue, 3)`. If a choice has too many values for a list (a bag of cards, a pair of large numbers), it is *factored*:
an answer is spelled by several actions, one after another. So every option of a decision is a *word* of one or more
actions, and no word is a prefix of another. Options come in canonical order, as everywhere.

A `Codec` says how the values of a type are spelled; it is derived from the declarations alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.engine.data import look_text, to_text
from rulelang.engine.match import Decision
from rulelang.engine.runner import PASS
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.ir.types import has_pieces
from rulelang.ir.walk import walk
from rulelang.play.answers import Answers, Menus
from rulelang.program import BANK, Program, Records
from rulelang.program.text import field_types

MOST = 4096  # values that are numbered one by one; a longer list is factored
ALIKE = 8  # the base of the numbers that tell options apart which look the same
DIGITS = 64  # a number without known bounds is itself if it is below this, else spelled by digits of this base
Word = tuple[int, ...]
Spell = Callable[[Any, Any], Word]
"""The word of a value in a state; of what does not depend on one, None will do."""


@attrs.frozen
class Codec:
    """How values are spelled: the labels of its letters, and the word of a value in a state."""

    labels: tuple[str, ...]
    spell: Spell
    flat: bool = True
    """Is every word one letter?"""


@attrs.frozen
class Action:
    """An action: its number, the decision it belongs to, and the value, or the part of one, that it stands for."""

    number: int
    decision: str
    value: str

    def __str__(self) -> str:
        return f"{self.decision}: {self.value}" if self.decision else self.value


@attrs.frozen(eq=False)
class Actions(Sequence[Action]):
    """The actions of a game, by number."""

    answers: Answers
    listed: tuple[Action, ...]
    codecs: dict[Any, tuple[int, Codec]]
    """By choice: its first number, and how its values are spelled."""
    alike: tuple[int, Codec]
    """Which of several options that look the same: the first number, and how it is spelled."""

    @classmethod
    def of(cls, answers: Answers) -> Actions:
        listed, codecs, known = [Action(0, "", PASS)], {}, dict[tuple[str, tuple[str, ...]], int]()
        for key, kind in answers.choices.items():
            codec = choice_codec(answers.program, kind)
            name = key[0]
            first = known.setdefault((name, codec.labels), len(listed))
            if first == len(listed):
                listed += [Action(first + at, name, label) for at, label in enumerate(codec.labels)]
            codecs[key] = first, codec
        alike = whole_numbers(ALIKE, 8) if may_repeat(answers.program) else Codec((), lambda value, state: ())
        last = len(listed)
        listed += [Action(last + at, "alike", label) for at, label in enumerate(alike.labels)]
        return cls(answers, tuple(listed), codecs, (last, alike))

    def __len__(self) -> int:
        return len(self.listed)

    def __getitem__(self, at: Any) -> Any:
        return self.listed[at]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed)

    def words(self, decision: Decision) -> list[Word]:
        """By option of a decision: the actions that spell it."""
        return self.number_duplicates(self.values(decision))

    def values(self, decision: Decision) -> list[Word]:
        """The same by what is offered alone: options that look the same have the same word."""
        first, codec = self.codecs[decision.name, decision.question.span]
        state = decision.state
        return [
            (0,) if option is PASS else tuple([first + letter for letter in codec.spell(option, state)])
            for option in decision.question.options
        ]

    def number_duplicates(self, words: list[Word]) -> list[Word]:
        """Words with a number behind those that occur more than once."""
        if len(set(words)) == len(words):
            return words
        many, seen, found = Counter(words), Counter[Word](), []
        first, codec = self.alike
        for word in words:
            if many[word] > 1:
                found.append(word + tuple(first + letter for letter in codec.spell(seen[word], None)))
                seen[word] += 1
            else:
                found.append(word)
        return found

    def first(self, decision: Decision) -> list[int]:
        """The actions that an answer may begin with: all of it, unless the choice is factored."""
        return sorted({word[0] for word in self.words(decision)})

    def mask(self, decision: Decision) -> list[bool]:
        """By number: can an answer begin with it?"""
        legal = set(self.first(decision))
        return [number in legal for number in range(len(self.listed))]


@attrs.frozen
class Choice:
    """A question that a game can ask.

    `kind`: the type of what is chosen, or the menus that its actions are from. `values`: all possible answers except
    `pass`, as a record writes them; None if there is no short list.
    """

    name: str
    kind: str
    values: tuple[str, ...] | None


def all_choices(answers: Answers) -> tuple[Choice, ...]:
    """The questions of a game, in the order of its rules; those that share name and values are one."""
    found: dict[Choice, None] = {}
    for (name, _), kind in answers.choices.items():
        codec = choice_codec(answers.program, kind)
        told = " and ".join(ref.menu for ref in kind) if isinstance(kind, tuple) else str(kind)
        found[Choice(name, told, codec.labels if codec.flat else None)] = None
    return tuple(found)


def choice_codec(program: Program, kind: t.Type | Menus) -> Codec:
    """How the options of a choice are spelled."""
    return menus_codec(program, kind) if isinstance(kind, tuple) else codec_of(kind, program)


def menus_codec(program: Program, refs: Menus) -> Codec:
    """An action of a menu and its arguments."""
    labels: list[str] = []
    parts: dict[tuple[int, int], tuple[int, Codec]] = {}
    for at, ref in enumerate(refs):
        menu = program.game.menus[ref.menu]
        params = menu.params if ref.binders else ()
        for number, action in enumerate(menu.actions):
            types = [local.type for local in (*params, *(local for local, _ in action.binders))]
            codec = name_codec(action.name, together([codec_of(each, program) for each in types]))
            parts[at, number] = len(labels), codec
            labels += codec.labels

    def spell(option: Any, state: State) -> Word:
        at, number, arguments, values = option
        first, codec = parts[at, number]
        given = (*arguments, *values) if refs[at].binders else values
        return tuple([first + letter for letter in codec.spell(given, state)])

    return Codec(tuple(labels), spell, all(codec.flat for _, codec in parts.values()))


def name_codec(name: str, codec: Codec) -> Codec:
    """Values behind a name: `swap(P2, Card(blue, 3))` in one letter, or first `swap`, then its arguments."""
    if codec.flat:
        return Codec(tuple(f"{name}({label})" if label else name for label in codec.labels), codec.spell)
    labels = (name, *(f"{name}({label})" for label in codec.labels))
    return Codec(labels, lambda value, state: (0, *(1 + each for each in codec.spell(value, state))), False)


def together(parts: list[Codec]) -> Codec:
    """Several values: one letter for all of them if that is no long list, else one after another."""
    sizes = [len(part.labels) for part in parts]
    if all(part.flat for part in parts) and prod(sizes) <= MOST:
        labels = tuple(", ".join(each) for each in product(*(part.labels for part in parts)))

        def place(values: Any, state: State) -> Word:
            number = 0
            for value, part, size in zip(values, parts, sizes):
                number = number * size + part.spell(value, state)[0]
            return (number,)

        return Codec(labels, place)
    firsts = [sum(sizes[:at]) for at in range(len(parts))]

    def spell(values: Any, state: State) -> Word:
        spelled = zip(firsts, (part.spell(value, state) for part, value in zip(parts, values)))
        return tuple([first + letter for first, word in spelled for letter in word])

    return Codec(tuple(label for part in parts for label in part.labels), spell, False)


def one_of(values: dict[Any, str]) -> Codec:
    """One of some values, each with its label."""
    numbers = {value: (at,) for at, value in enumerate(values)}
    return Codec(tuple(values.values()), lambda value, state: numbers[value])


def whole_numbers(base: int = DIGITS, lengths: int = 14) -> Codec:
    """Numbers without known bounds: small ones as they are, others by sign and length, then digit by digit."""
    signs = [f"{sign}{length} digits" for sign in ("", "-") for length in range(1, lengths + 1)]
    labels = (*map(str, range(base)), *signs, *(f"digit {digit}" for digit in range(base)))

    def spell(value: int, state: Any) -> Word:
        if 0 <= value < base:
            return (value,)
        digits, rest = list[int](), abs(value)
        while rest:
            rest, digit = divmod(rest, base)
            digits.append(base + len(signs) + digit)
        return (base + len(digits) - 1 + (lengths if value < 0 else 0), *digits[::-1])

    return Codec(labels, spell, False)


def may_repeat(program: Program) -> bool:
    """Can two options of one choice look the same? Identical pieces in one zone are one option, those in two zones are
    not.
    """
    sources = [(each.source, each.local) for each in walk((program.game.procs, program.game.menus)) if is_asking(each)]
    for menu in program.game.menus.values():
        sources += [(source, local) for action in menu.actions for local, source in action.binders]
    return any(has_pieces(local.type) and not one_zone(source.type, program) for source, local in sources)


def is_asking(node: Any) -> bool:
    return isinstance(node, ir.Asking)


def one_zone(type_: t.Type, program: Program) -> bool:
    """A zone that holds no groups?"""
    return isinstance(type_, t.Zone) and not set(type_.of.names) & set(program.game.groups)


# ---------------------------------------------------------------- by type


codec_of: Total[Codec] = total(t.Type)
"""`codec_of(type, program)`: how the values of a type are spelled."""


@codec_of.case(t.Int)
def number(type_: t.Int, program: Program) -> Codec:
    low, high = type_.low, type_.high
    if low is None or high is None or high - low >= MOST:
        return whole_numbers()
    return one_of({value: str(value) for value in range(low, high + 1)})


@codec_of.case(t.Bool)
def boolean(type_: t.Bool, program: Program) -> Codec:
    return one_of({False: "false", True: "true"})


@codec_of.case(t.Seat, t.Enum, t.Row, t.Holder, t.Zone)
def member(type_: t.Type, program: Program) -> Codec:
    return one_of({value: to_text(program, value, type_) for value in members(type_, program)})


def members(type_: t.Type, program: Program) -> Sequence[int]:
    """All values of a type that has a list of them."""
    if isinstance(type_, t.Seat):
        return program.seats
    if isinstance(type_, t.Enum):
        return range(1, len(program.members[type_.name]) + 1)
    if isinstance(type_, t.Zone):
        return range(len(program.zones))
    if isinstance(type_, t.Holder):
        return (*program.seats, *range(BANK, BANK - len(program.resources[type_.resource].pots) - 1, -1))
    assert isinstance(type_, t.Row)
    table = program.tables[type_.table]
    return range(len(table.rows)) if isinstance(table, Records) else ()


@codec_of.case(t.Optional)
def optional(type_: t.Optional, program: Program) -> Codec:
    inner = codec_of(type_.of, program)

    def spell(value: Any, state: State) -> Word:
        return (0,) if value is None else tuple([1 + letter for letter in inner.spell(value, state)])

    return Codec(("none", *inner.labels), spell, inner.flat)


@codec_of.case(t.Tuple)
def pair(type_: t.Tuple, program: Program) -> Codec:
    return together([codec_of(part, program) for part in type_.parts])


@codec_of.case(t.List, t.Map)
def listing(type_: t.List | t.Map, program: Program) -> Codec:
    """Item by item, then `done`."""
    item = codec_of(type_.of, program)

    def spell(values: Any, state: State) -> Word:
        return (*(1 + letter for value in values for letter in item.spell(value, state)), 0)

    return Codec(("done", *item.labels), spell, False)


@codec_of.case(t.Piece)
def piece(type_: t.Piece, program: Program) -> Codec:
    """By look. A group is its kind, then its fields."""
    looks = {look: at for at, look in enumerate(all_looks(type_, program))}
    labels = [look_text(program, look) for look in looks]
    groups: dict[str, tuple[int, Codec]] = {}
    for kind in type_.names or program.game.groups:
        if kind in program.game.groups:
            groups[kind] = (
                len(labels),
                name_codec(kind, together([codec_of(f, program) for f in field_types(program, kind)])),
            )
            labels += groups[kind][1].labels

    def spell(value: int, state: State) -> Word:
        look = state.look(value)
        if look in looks:
            return (looks[look],)
        first, codec = groups[str(look[0])]
        return tuple([first + letter for letter in codec.spell(look[1:], state)])

    return Codec(tuple(labels), spell, all(codec.flat for _, codec in groups.values()))


def all_looks(type_: t.Piece, program: Program) -> list[tuple[object, ...]]:
    """How pieces of some kinds can look, in the order of the pieces; a die shows no face before it is rolled."""
    found = dict[tuple[object, ...], None]()
    for each in program.pieces:
        if not each.is_group and (not type_.names or each.kind in type_.names):
            faces = program.faces.get(each.kind)
            look = (each.kind, *each.fields)
            ways = [look] if faces is None else [(*look, face) for face in (*range(faces[0], faces[1] + 1), None)]
            found.update(dict.fromkeys(ways))
    return list(found)


@codec_of.case(t.Text, t.Nothing, t.Unknown, t.Actions, t.Param)
def never(type_: t.Type, program: Program) -> Codec:
    """What nobody chooses among: there is one value of it at most."""
    return Codec(("",), lambda value, state: (0,))


codec_of.seal()
