"""The names of things in a rulebook: pieces, places, players, members, and the locals of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import possessive
from rulelang.present.parts import name_parameters
from rulelang.present.vocabulary import Vocabulary
from rulelang.rulebook.english import LINK, THEY, Person, is_plural, listed, person, plain, plural, words
from rulelang.rulebook.gather import Known, Rules

# Endings of nouns for persons; other words are adjectives: the dealer, but the active player.
PEOPLE = re.compile(r"(er|or|ist|ion|ent|ee|im|man|ness)$")


class Teller:
    """Tells the rules of one game. `env` has the names of its locals, `terms` the functions it has mentioned."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = rules.game
        self.known = Known(rules)
        self.vocabulary = Vocabulary(rules.game)
        self.unions = rules.unions()
        self.env: dict[int, str | Person] = {}
        self.looped: set[int] = set()
        """Locals of loops: what is told in a loop is about the player that it has come to."""
        self.terms: dict[str, None] = {}
        self.tables: dict[str, None] = {}
        self.ends = False
        """Whether the next statement is the whole body of a phase that has an `until`."""
        self.waiting: dict[tuple[str, str], None] = {}
        """Procedures and menus that were mentioned: (kind, name), in order."""

    # ------------------------------------------------------------ locals

    @contextmanager
    def naming(self, *pairs: tuple[ir.Local, str | Person]) -> Iterator[None]:
        """Names some locals inside the `with`."""
        before = dict(self.env)
        self.env.update({local.number: name for local, name in pairs})
        try:
            yield
        finally:
            self.env = before

    def fresh(self, local: ir.Local, other: bool = False) -> str | Person:
        """A name for a new local: a word as it is, a letter slanted; the first player is `they`."""
        name = words(local.name)
        if isinstance(bare(local.type), t.Seat):
            if len(local.name) > 2:
                return person(f"the {self.human(name)}")
            if other:
                return person("the other player" if "the other player" not in self.names() else "the third player")
            return THEY if THEY not in self.env.values() else person("that player")
        if isinstance(bare(local.type), t.Row):
            return f"the {self.thing(local.type)}"
        if isinstance(bare(local.type), t.Int):
            return f"*{name}*"
        if len(local.name) < 3:
            return f"*{local.name}*"
        many = bare(local.type)
        if isinstance(many, t.List) and isinstance(many.of, t.Piece | t.Enum) and not is_plural(name):
            return f"the {name} {plural(self.thing(many.of))}"
        return f"the {name}"

    def names(self) -> set[str]:
        return {each.name if isinstance(each, Person) else each for each in self.env.values()}

    def human(self, name: str) -> str:
        """`dealer`, but `active player`."""
        if name == "turn":
            return "player in turn"
        return name if PEOPLE.search(name) or name.endswith("player") else f"{name} player"

    def local(self, local: ir.Local) -> str | Person:
        return self.env.get(local.number) or self.fresh(local)

    # ------------------------------------------------------------ pieces and places

    def piece(self, names: tuple[str, ...]) -> str:
        """One piece of these kinds."""
        if names in self.unions:
            return words(self.unions[names])
        if len(names) != 1:
            several = len(names) > 3 or not names
            return "piece" if several else listed([self.piece((name,)) for name in names], "or")
        if look := self.vocabulary.look(names[0]).name:
            return plain(look)
        declared: Any = self.game.pieces.get(names[0]) or self.game.groups.get(names[0])
        text = declared.text if declared else ""
        if text and len(text.split()) <= 2:
            return plain(text[:1].lower() + text[1:])
        for union, name in self.unions.items():
            if names[0] in union:
                return f"{words(names[0])} {words(name)}"
        return words(names[0])

    def thing(self, type_: t.Type) -> str:
        """A noun for a type: a number, a player, a card."""
        type_ = bare(type_)
        if isinstance(type_, t.Piece):
            return self.piece(type_.names)
        if isinstance(type_, t.Enum):
            board = self.game.boards.get(type_.name)
            if board is not None:
                return "cell" if board.is_grid else "space"
            return plain(self.vocabulary.look(type_.name).name) or words(type_.name)
        if isinstance(type_, t.Row):
            return words(self.game.tables[type_.table].columns[0].name)
        if isinstance(type_, t.Zone):
            return "place"
        if isinstance(type_, t.List):
            return f"set of {plural(self.thing(type_.of))}"
        return "player" if isinstance(type_, t.Seat) else "number" if isinstance(type_, t.Int) else "value"

    def holds(self, zone: str) -> str:
        """A noun for the pieces in a zone."""
        return self.piece(self.game.zones[zone].of.names) if zone in self.game.zones else "piece"

    def place(self, zone: str) -> str:
        """A place by its look or name."""
        return plain(self.vocabulary.place(zone).name)

    def is_named_after_pieces(self, zone: str) -> bool:
        """Whether a zone has the name of its pieces, such as `cards` or `dice`."""
        name, many = self.place(zone), plural(self.holds(zone))
        first, last = name.partition(" ")[0], name.rpartition(" ")[2]
        return first == many or (is_plural(name) and last == many.rpartition(" ")[2])

    def variable(self, name: str) -> str:
        """A variable by its look or name."""
        look = self.vocabulary.look(name)
        many = look.name and isinstance(self.game.vars[name].type, t.Int)
        return plain((look.plural or plural(look.name)) if many else look.name) or words(name)

    def member(self, enum: str, name: str) -> str:
        """A member of an enum by its look or name."""
        return plain(self.vocabulary.member(enum, name).name)

    def field(self, expr: ir.PieceField | ir.RowField) -> str:
        """A field of a piece, or a column of a table, by its look or name."""
        if isinstance(expr, ir.RowField):
            return plain(self.vocabulary.field_name(expr.table, expr.column))
        kinds = bare(expr.piece.type)
        kind = kinds.names[0] if isinstance(kinds, t.Piece) and kinds.names else ""
        return plain(self.vocabulary.field_name(kind, expr.field))

    def resource(self, name: str) -> str:
        """The plural of a resource."""
        return plain(self.vocabulary.resource(name).plural)

    def heading(self, name: str) -> str:
        """A phase, step, mechanism, menu or score by its look or name."""
        return plain(self.vocabulary.look(name).name) or words(name)

    def is_bookkeeping(self, name: str) -> bool:
        """Whether nobody at the table keeps track of it."""
        return self.vocabulary.look(name).bookkeeping and not self.game.vars[name].indexes

    # ------------------------------------------------------------ values

    def value(self, value: Any, type_: t.Type) -> str:
        """A value in words."""
        type_ = bare(type_)
        if value is None:
            return "nobody" if isinstance(type_, t.Seat | t.Nothing) else "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(type_, t.Enum):
            members = self.rules.program.members[type_.name]
            return self.member(type_.name, members[value - 1])
        if isinstance(type_, t.Seat):
            return self.vocabulary.seat(value) or f"player {value}"
        if isinstance(type_, t.Row):
            table: Any = self.rules.program.tables[type_.table]
            return self.value(table.rows[value][0], self.game.tables[type_.table].columns[0].type)
        if isinstance(value, tuple):
            parts = type_.parts if isinstance(type_, t.Tuple) else [getattr(type_, "of", t.INT)] * len(value)
            return listed([self.value(item, of) for item, of in zip(value, parts)]) or "nothing"
        return plain(str(value)).replace("-", "−")

    def by_players(self, values: dict[int, Any], type_: t.Type) -> str:
        """`3`, or `9 (3 players) or 10 (4 players)`."""
        groups: dict[str, list[int]] = {}
        for count, value in values.items():
            groups.setdefault(self.value(value, type_), []).append(count)
        if len(groups) == 1:
            return next(iter(groups))
        between = "; " if isinstance(type_, t.List) else " or "
        return between.join(f"{said} ({listed(map(str, counts))} players)" for said, counts in groups.items())

    # ------------------------------------------------------------ places in the book

    def link(self, kind: str, name: str, said: str) -> str:
        """A link to a section; the section is created if it does not exist yet."""
        if kind == "term":
            self.terms.setdefault(name)
        elif kind == "table":
            self.tables.setdefault(name)
        elif kind not in ("score", "mark"):
            self.waiting.setdefault((kind, name))
        return f"[{LINK.sub(lambda found: found[1], said)}](#{anchor(kind, name)})"

    def fn_text(self, fn: ir.Fn, said: list[str | Person]) -> str:
        """The text of a function with the names of its arguments."""
        return fill(fn.text, {param.name: arg for param, arg in zip(fn.params, said)})


def fill(text: str, names: dict[str, str | Person]) -> str:
    """Replace the letters `p` or `c` in a text by words."""
    people = {name: said if isinstance(said, Person) else person(said) for name, said in names.items()}
    return name_parameters(plain(text), people)


def anchor(kind: str, name: str) -> str:
    return f"{kind}-{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')}"


def whose(name: str | Person) -> str:
    return name.own if isinstance(name, Person) else possessive(name)


def name_text(name: str | Person) -> str:
    return name.name if isinstance(name, Person) else name
