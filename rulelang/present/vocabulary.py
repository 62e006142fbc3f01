"""The names and looks of a game's things: as declared, and good words where nothing is declared.

Values are data, as in views and logs: a number, the name of a member, a seat's number, a piece with its kind and
fields, a list. Each becomes a `Word`: a name for sentences, a short form for rows and options, a color.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.appearance import COLORS, Appearance
from rulelang.present.english import capital, is_participle, player, plural, series, singular, words_of

NOTHING = Appearance()
HOLE = re.compile(r"\{(\w+)\}")
NOUN_WORDS = 3  # a text with more words explains a thing, and is not its name
MOST_TOLD = 1 << 14  # cached words: groups that are formed in play may always have new fields
TRUTH = {True: "yes", False: "no"}
P = ParamSpec("P")
T = TypeVar("T")


@attrs.frozen
class Word:
    """`king of hearts`, `K♥`, red."""

    name: str
    short: str = ""
    color: str = ""
    several: str = ""

    @property
    def brief(self) -> str:
        return self.short or self.name

    @property
    def plural(self) -> str:
        return self.several or plural(self.name)


def once(find: Callable[Concatenate[Vocabulary, P], T]) -> Callable[Concatenate[Vocabulary, P], T]:
    """Cache a word in its vocabulary."""

    @wraps(find)
    def recall(self: Vocabulary, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (find, *args)
        if key not in self.told:
            self.told[key] = find(self, *args, **kwargs)
        found: T = self.told[key]
        return found

    return recall


@attrs.frozen(slots=False, eq=False)
class Vocabulary:
    """The words of one game; `names` are those of the players at a table."""

    game: ir.Game
    names: Mapping[int, str] = attrs.field(factory=dict)
    told: dict[Any, Any] = attrs.field(factory=dict, init=False, repr=False)
    """A cache: declared things, and pieces by kind and fields."""

    def look(self, key: str) -> Appearance:
        return self.game.looks.get(key, NOTHING)

    # ------------------------------------------------------------ what is declared

    @once
    def kind(self, name: str) -> Word:
        """A kind of piece: `number card`, with its plural."""
        look, text = self.look(name), self.texts_of_kinds.get(name, "")
        return word_of(attrs.evolve(look, short=""), noun_of(text) or words_of(name))

    @cached_property
    def texts_of_kinds(self) -> dict[str, str]:
        return {name: each.text for kinds in (self.game.pieces, self.game.groups) for name, each in kinds.items()}

    @once
    def place(self, name: str) -> Word:
        """A zone: `display`, `conveyor belt`; a zone called `rolled` is named by its contents: the `rolled dice`."""
        words = words_of(name)
        zone = self.game.zones.get(name)
        if zone is not None and is_participle(words):
            kinds = zone.of.names if isinstance(zone.of, t.Piece) else ()
            words += f" {self.kind(kinds[0]).plural.rpartition(' ')[2] if len(kinds) == 1 else 'pieces'}"
        return word_of(self.look(name), words)

    @once
    def is_told_by_cell(self, name: str) -> bool:
        """Whether a place needs no name besides its cell: the only zone on a board whose cells have names."""
        zone = self.game.zones.get(name)
        on = [index.kind for index in zone.indexes] if zone is not None else []
        board = self.game.boards.get(on[0]) if len(on) == 1 and not self.look(name).name else None
        others = [each for each in self.game.zones.values() if [index.kind for index in each.indexes] == on]
        return board is not None and (board.is_grid or board.shape == "spaces") and len(others) == 1

    @once
    def variable(self, name: str) -> Word:
        return word_of(self.look(name), words_of(name))

    def field_name(self, kind: str, name: str) -> str:
        """A field of a piece, or a column of a table, by its look or name."""
        return self.look(f"{kind}.{name}").name or words_of(name)

    @once
    def heading(self, name: str) -> str:
        """A phase, mechanism, menu or score, as a heading."""
        return capital(self.look(name).name or words_of(name))

    @once
    def resource(self, name: str) -> Word:
        """What is paid: singular and plural."""
        look, words = self.look(name), words_of(name)
        several = look.plural or (words if singular(words) != words and not look.name else "")
        return attrs.evolve(word_of(look, look.name or singular(words)), several=several)

    def pot(self, resource: str, name: str) -> str:
        """A holder that is not a seat: `the bank`."""
        row = self.look(resource).rows.get(name, NOTHING)
        return row.name if row.name.startswith("the ") else f"the {row.name or words_of(name)}"

    def is_shown(self, name: str, running: Callable[[str], bool]) -> bool:
        """Whether a variable or zone means something to people now."""
        look = self.look(name)
        return not look.bookkeeping and (not look.during or any(map(running, look.during)))

    def indexes(self, name: str, given: tuple[str, ...]) -> list[str]:
        """The last indexes of a zone or variable, as in a log: members by their looks, numbers unchanged."""
        declared = self.game.zones.get(name) or self.game.vars.get(name)
        kinds = [index.kind for index in declared.indexes][-len(given) :] if declared else [""] * len(given)
        named = {*self.game.enums, *self.game.boards}
        return [self.member(kind, index).brief if kind in named else index for kind, index in zip(kinds, given)]

    # ------------------------------------------------------------ values

    @once
    def member(self, enum: str, name: str) -> Word:
        """A member of an enum; one named after a color has that color."""
        row = self.look(enum).rows.get(name, NOTHING)
        return word_of(row, words_of(name), name if name in COLORS else "")

    def number(self, key: str, number: int) -> Word:
        """A number of a field or variable: `jack`, `7`."""
        return word_of(self.look(key).rows.get(number, NOTHING), str(number))

    def seat(self, seat: int) -> str:
        """The name that the game gives a seat, or nothing."""
        return self.look("Seat").rows.get(f"P{seat}", NOTHING).name

    def player(self, seat: int) -> str:
        """The name of the person there, else the game's name for the seat, else its number."""
        return player(seat, {seat: self.seat(seat), **self.names})

    def piece(self, kind: str, fields: Mapping[str, Any] | None) -> Word:
        """A piece by its look; a hidden one by its kind only."""
        return self.kind(kind) if fields is None else self.whole(kind, fields)[0]

    def parts(self, kind: str, fields: Mapping[str, Any]) -> Mapping[str, Word]:
        """What a piece shows, by field."""
        return self.whole(kind, fields)[1]

    def whole(self, kind: str, fields: Mapping[str, Any]) -> tuple[Word, Mapping[str, Word]]:
        """A piece, and what it shows."""
        try:
            key = (kind, *fields.items())
            known: tuple[Word, Mapping[str, Word]] | None = self.told.get(key)
        except TypeError:  # a group with a list in a field
            return self.face(kind, fields)
        if known is None:
            if len(self.told) > MOST_TOLD:
                self.told.clear()
            known = self.told[key] = self.face(kind, fields)
        return known

    def face(self, kind: str, fields: Mapping[str, Any]) -> tuple[Word, Mapping[str, Word]]:
        own, look = self.kind(kind), self.look(kind)
        words = {field.name: self.field(kind, field, fields.get(field.name)) for field in self.fields(kind)}
        seen = {name: word for name, word in words.items() if word is not None}
        color = look.color or next((word.color for word in seen.values() if word.color), "")
        name = fill_face(look.face, {key: word.name for key, word in seen.items()})
        usual = " ".join(word.name for word in seen.values())
        several = next(iter(seen.values())).several if len(seen) == 1 and not name else ""
        short = fill_face(look.short, {key: word.brief for key, word in seen.items()}) or look.sign
        brief = short or " ".join(word.brief for word in seen.values()) or own.brief
        return Word(name or usual or own.name, brief, color, several), seen

    @once
    def fields(self, kind: str) -> tuple[ir.FieldType, ...]:
        """The fields of a kind that people are shown: no texts, no bookkeeping."""
        return tuple(each for each in self.all_fields(kind) if not self.look(f"{kind}.{each.name}").bookkeeping)

    def all_fields(self, kind: str) -> list[ir.FieldType]:
        if kind in self.game.groups:
            return list(self.game.groups[kind].fields)
        every = self.game.pieces[kind].all_fields
        named = [field for field in every if not isinstance(field.type, t.Text)]
        return named or list(every)

    def field(self, kind: str, field: ir.FieldType, value: Any) -> Word | None:
        """The value of a field; None if it has none. A boolean field is told by its name, if it is true."""
        if value is None or value == [] or value is False:
            return None
        if value is True:
            return Word(words_of(field.name.removeprefix("is_")))
        return self.value(field.type, value, f"{kind}.{field.name}")

    def value(self, type_: t.Type, value: Any, key: str = "") -> Word:
        """A value by its type; `key` is its field or variable."""
        if isinstance(type_, t.Optional):
            type_ = type_.of
        if value is None:
            return Word("none")
        if isinstance(value, bool):
            return Word(TRUTH[value])
        if is_piece(value):
            return self.piece(value["kind"], value["fields"])
        if isinstance(type_, t.Enum):
            return self.member(type_.name, str(value))
        if isinstance(type_, t.Seat):
            return Word(self.player(value))
        if isinstance(value, int):
            return self.number(key, value)
        if isinstance(value, list) and isinstance(type_, t.List | t.Tuple):
            parts = type_.parts if isinstance(type_, t.Tuple) else (type_.of,) * len(value)
            words = [self.value(part, item, key) for part, item in zip(parts, value)]
            return Word(series([word.name for word in words]), ", ".join(word.brief for word in words))
        return Word(words_of(value) if isinstance(value, str) and isinstance(type_, t.Row) else str(value))


def is_piece(value: Any) -> bool:
    """Whether it is a piece, as in a view."""
    return isinstance(value, Mapping) and {"kind", "fields"} <= value.keys()


def word_of(look: Appearance, name: str, color: str = "") -> Word:
    """A look as a word; `name` and `color` are the defaults."""
    return Word(look.name or name, look.short or look.sign, look.color or color, look.plural)


def fill_face(text: str, words: Mapping[str, str]) -> str:
    """A face with its fields; one that a piece does not have now is left out."""
    return " ".join(HOLE.sub(lambda hole: words.get(hole[1], ""), text).split())


def noun_of(text: str) -> str:
    """The text of a declaration, if it names a thing: `Number card` is a number card."""
    if not text or len(text.split()) > NOUN_WORDS or re.search(r"[^\w\s'’-]", text):
        return ""
    first, space, rest = text.partition(" ")
    return f"{first if first.isupper() and len(first) > 1 else first.lower()}{space}{rest}"
