"""A view in words: what on a table is worth showing to a reader, and its names.

It is built from a view alone. Bookkeeping, what means nothing now, and empty or unset things without information are
left out. Screens do the layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs

from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import Reader, beside, write
from rulelang.present.faces import BETWEEN
from rulelang.present.phrase import Ref, Told
from rulelang.present.places import Place, read_place, read_seat
from rulelang.present.vocabulary import Word
from rulelang.program.boards import Board
from rulelang.story.boards import Drawn, seat_sign, words_on
from rulelang.story.facts import Facts

PILE = 6  # a higher pile is told by its size and its top
View = Mapping[str, Any]


@attrs.frozen
class Glance:
    """What a reader sees at a glance."""

    view: View
    facts: Facts
    reader: Reader

    @property
    def me(self) -> int | None:
        return self.view["seat"]

    @property
    def seats(self) -> range:
        return range(1, self.view["players"] + 1)

    def running(self) -> list[str]:
        """The running phases and mechanisms, as headings, outermost first."""
        names = [each["name"] for each in self.view["phases"] if each["kind"] in ("phase", "mechanism")]
        return [self.facts.vocabulary.heading(name) for name in names if self.facts.is_shown(name)]

    def has_scores(self) -> bool:
        """Whether anybody's score is known."""
        scores = self.view["scores"]
        return bool(scores) and any(score != "?" for score in scores)

    # ------------------------------------------------------------ places

    def zones(self) -> Iterator[tuple[Place, Mapping[str, Any]]]:
        for name, entry in self.view["zones"].items():
            place = read_place(name)
            if self.means(place.name) and place.name not in self.facts.lying and place.name != "box":
                yield place, entry

    def means(self, name: str) -> bool:
        """Whether a zone or variable means something now."""
        return self.facts.vocabulary.is_shown(name, self.now_running.__contains__)

    @cached_property
    def now_running(self) -> frozenset[str]:
        return frozenset(each["name"] for each in self.view["phases"])

    def words(self, place: Place) -> str:
        return place.words(self.facts.vocabulary)

    def contents(self, entry: Mapping[str, Any]) -> list[Word]:
        """The contents of a place; for a high pile, its size and its top."""
        pieces = entry["pieces"]
        if entry["order"] == "pile" and entry["size"] > PILE:
            top = [self.facts.faces.face(piece).brief for piece in pieces[:1] if piece["fields"] is not None]
            return [Word(f"{entry['size']}, on top {top[0]}" if top else str(entry["size"]))]
        words = self.facts.faces.row(pieces, entry["order"] in ("row", "pile"))
        listed = sum(piece["fields"] is None for piece in pieces)  # a row lists hidden pieces at their positions
        if sum(entry["unseen"].values()) > listed:
            numbers = (self.facts.faces.number(kind, number) for kind, number in entry["unseen"].items())
            words = [*words, *(Word(write(number, self.reader)) for number in numbers)]
        return words or [Word("–")]

    def brief(self, entry: Mapping[str, Any]) -> str:
        """The contents of another seat's place: for hidden pieces and piles, only the number."""
        if entry["order"] == "pile" or not entry["pieces"]:
            return str(entry["size"])
        return BETWEEN.join(word.brief for word in self.contents(entry))

    def mechanism_lines(self) -> list[str]:
        """The zones of a mechanism that belong to seats, grouped by name: `laid: Ann blue 3, Ben blue 5`."""
        found: dict[str, list[str]] = {}
        for place, entry in self.zones():
            if place.passing and place.owner and entry["size"]:
                what = BETWEEN.join(word.brief for word in self.contents(entry))
                found.setdefault(self.words(place), []).append(beside(self.reader.name(place.owner), what))
        return [f"{name}: {', '.join(parts)}" for name, parts in found.items()]

    # ------------------------------------------------------------ values

    def tables(self) -> list[tuple[str, list[str]]]:
        """The tables that matter now: name and rows."""
        return [(self.facts.vocabulary.variable(name).name, rows)
                for name, rows in self.facts.tables.items() if self.means(name)]  # fmt: skip

    def lone_piece_lines(self) -> list[str]:
        """What it means that a piece lies alone in its place: `trumps are hearts`."""
        found = []
        for place, entry in self.zones():
            says, pieces = self.facts.vocabulary.look(place.name).says, entry["pieces"]
            if says and entry["size"] == 1 and pieces and pieces[0]["fields"] is not None:
                words = self.facts.vocabulary.parts(pieces[0]["kind"], pieces[0]["fields"])
                holes = tuple((name, word.name) for name, word in words.items())
                found.append(write(Told(says, holes), self.reader))
        return found

    def shows(self) -> list[str]:
        parts = []
        for mechanism in self.view["mechanisms"]:
            for word, value in mechanism["shows"].items():
                name = f"{mechanism['name']}.{word}"
                if word == "bid" and mechanism["shows"].get("bidder", 0) is None:
                    continue  # nobody has bid so far
                if value not in (None, "?", []) and name not in self.facts.places_shown and self.means(name):
                    parts.append(f"{self.facts.vocabulary.variable(name).name} {self.value(name, value)}")
        return parts

    def variables(self, seat: int | None) -> list[str]:
        """The variables of a seat, or of nobody, that say something, grouped by name."""
        facts, named = [], dict[str, list[str]]()
        for place, value in self.telling.get(seat, ()):
            says = self.facts.vocabulary.look(place.name).says
            if says:
                facts.append(self.fact(says, place, value))
            elif self.is_count(place, value):
                facts.append(write(self.facts.number(place.name, value), self.reader))
            elif not place.indexes and self.is_of_seats(place.name):
                facts.append(write(self.facts.stands(place.name, self.facts.value(place.name, value)), self.reader))
            elif value is False or value != 0 or not place.indexes or not place.indexes[-1].isdigit():
                index = place.index(self.facts.vocabulary)
                said = "" if value is True else self.value(place.name, value)
                word = self.facts.vocabulary.variable(place.name).name
                named.setdefault(word, []).append(beside(index, said).strip())
        told = [f"{word}{':' * (len(each) > 1)} {', '.join(each)}".strip() for word, each in named.items()]
        return [*told, *facts]

    @cached_property
    def telling(self) -> dict[int | None, list[tuple[Place, Any]]]:
        """The variables that say something, by owner."""
        found: dict[int | None, list[tuple[Place, Any]]] = {}
        for name, value in self.view["variables"].items():
            place = read_place(name)
            if self.tells(place, value):
                found.setdefault(place.owner, []).append((place, value))
        return found

    def tells(self, place: Place, value: Any) -> bool:
        """Whether a variable is worth a word. Not if it is unset, unknown, shown by the scores, or meaningless now.

        A false value is told only if the rules have a sentence that can be negated.
        """
        known = value not in (None, "?", []) and place.name not in self.facts.lying
        known = known and (value is not False or self.facts.can_deny(place))
        return known and not place.passing and place.name != self.facts.score_variable and self.means(place.name)

    # ------------------------------------------------------------ boards

    def boards(self) -> list[Drawn]:
        """The boards with their pieces, and with the variables that are indexed by cells or hold a cell."""
        if not self.facts.boards:
            return self.paths()
        found: dict[str, list[tuple[str, list[Word]]]] = {name: [] for name in self.facts.lying.values()}
        for name, entry in self.view["zones"].items():
            place = read_place(name)
            if place.name in self.facts.lying and self.means(place.name) and entry["size"]:
                pieces = [self.piece_sign(piece) for piece in entry["pieces"]]
                hidden = [Word("?")] * (entry["size"] - len(pieces))
                found[self.facts.lying[place.name]].append((place.indexes[-1], [*pieces, *hidden]))
        for name, value in self.view["variables"].items():
            place = read_place(name)
            if place.name in self.facts.lying and value not in (None, "?", False, 0, []) and self.means(place.name):
                cell, word = self.mark(place, value)
                found[self.facts.lying[place.name]].append((cell, [word]))
        known = ((board, found[name]) for name, board in self.facts.boards.items() if name in found)
        return [*(self.with_legend(board, words_on(on)) for board, on in known), *self.paths()]

    def paths(self) -> list[Drawn]:
        """Tables whose rows are spaces, with the signs of the seats that stand there."""
        boards, found = dict[str, Board](), dict[str, list[tuple[str, list[Word]]]]()
        for name, value in self.view["variables"].items() if self.facts.spaces else ():
            place = read_place(name)
            spaces = self.facts.spaces.get(place.name)
            if spaces is not None and place.owner and value in spaces.cells and self.means(place.name):
                boards[spaces.board.name] = spaces.board
                found.setdefault(spaces.board.name, []).append((spaces.cells[value], [seat_sign(place.owner)]))
        return [self.with_legend(boards[name], words_on(on)) for name, on in found.items()]

    def with_legend(self, board: Board, on: dict[str, tuple[Word, ...]]) -> Drawn:
        signs = {seat_sign(seat): seat for seat in self.seats}
        met = dict.fromkeys(word for words in on.values() for word in words if word in signs)
        return Drawn(board, on, tuple((word, signs[word]) for word in met))

    def mark(self, place: Place, value: Any) -> tuple[str, Word]:
        """Where a variable is drawn, and how: by the sign of its seat, by its value, or by its name."""
        game = self.facts.vocabulary.game
        if place.indexes:
            return place.indexes[-1], self.value_sign(place.name, value)
        name = self.facts.vocabulary.variable(place.name).name
        lying, board = self.facts.lying, self.facts.lying[place.name]
        several = [each for each in lying if each in game.vars and game.vars[each].indexes and lying[each] == board]
        sign = seat_sign(place.owner) if place.owner else Word(name)
        return value, sign if not place.owner or len(several) < 2 else Word(f"{sign.brief}{name[:1]}", color=sign.color)

    def value_sign(self, name: str, value: Any) -> Word:
        type_ = self.facts.types.get(name)
        inner = type_ and bare(type_)
        if isinstance(inner, t.Seat) and isinstance(value, int):
            return seat_sign(value)
        return Word("×") if value is True else Word(self.value(name, value))

    def piece_sign(self, piece: Mapping[str, Any]) -> Word:
        """A piece in few letters: if it shows nothing but its owner, the sign of that seat."""
        fields, vocabulary = piece["fields"], self.facts.vocabulary
        declared = vocabulary.game.pieces.get(piece["kind"])
        look = vocabulary.look(piece["kind"])
        plain = not (look.short or look.sign or vocabulary.look("Seat").rows)
        if plain and declared and fields and len(fields) == 1 and isinstance(declared.fields[0].type, t.Seat):
            return seat_sign(next(iter(fields.values())))
        return self.facts.faces.face(piece)

    def is_count(self, place: Place, value: Any) -> bool:
        """Whether it is a count of something, such as `3 tricks`."""
        named = bool(self.facts.vocabulary.look(place.name).name) and not place.indexes
        return named and isinstance(value, int) and isinstance(self.facts.types.get(place.name), t.Int)

    def is_of_seats(self, name: str) -> bool:
        """Whether a variable holds a seat, or several."""
        type_ = self.facts.types.get(name)
        inner = type_.of if isinstance(type_, t.Optional | t.List) else type_
        return isinstance(inner, t.Seat)

    def fact(self, says: str, place: Place, value: Any) -> str:
        """The sentence of a variable."""
        type_ = self.facts.types.get(place.name)
        seat = isinstance(type_ and bare(type_), t.Seat) and isinstance(value, int)
        holes = (("seat", Ref(place.owner or 0)), ("value", Ref(value) if seat else self.value(place.name, value)))
        return write(Told(says, holes, value is not False), self.reader)

    def value(self, name: str, value: Any) -> str:
        """A value in few words."""
        type_ = self.facts.types.get(name)
        inner = type_ and bare(type_)
        if inner is None or isinstance(inner, t.Seat) or (isinstance(inner, t.List) and isinstance(inner.of, t.Seat)):
            return write(self.facts.value(name, value), self.reader)
        if isinstance(value, list) and isinstance(inner, t.List) and isinstance(inner.of, t.Piece):
            return self.facts.faces.line(value, ordered=True)
        return self.facts.vocabulary.value(inner, value, name).brief

    def belongings(self, seat: int) -> list[str]:
        """What a seat has besides pieces."""
        amounts = ((name, holders.get(f"P{seat}")) for name, holders in self.view["resources"].items())
        return [self.amount(name, amount) for name, amount in amounts if amount is not None] + self.variables(seat)

    def pots(self) -> list[str]:
        """What the bank and the pots hold."""
        return [
            f"{self.amount(resource, number)} in {self.facts.vocabulary.pot(resource, name)}"
            for resource, holders in self.view["resources"].items()
            for name, number in holders.items()
            if read_seat(name) is None and number
        ]

    def amount(self, resource: str, number: int | str) -> str:
        word = self.facts.vocabulary.resource(resource)
        return f"{number} {word.name if number == 1 else word.plural}"
