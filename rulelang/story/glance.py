"""A view in words: what of a table is worth showing to a reader, and how it is called.

Built from a view alone. What is bookkeeping, or means nothing now, is left out, and so are empty and unset things that
tell nothing. Screens lay it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang.ir import types as t
from rulelang.present.english import Reader, write
from rulelang.present.faces import BETWEEN
from rulelang.present.phrase import Ref, Told
from rulelang.present.places import Place, read_place, read_seat
from rulelang.present.vocabulary import Word
from rulelang.story.facts import Facts

PILE = 6  # a pile of more is told by its size and its top
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
        """The phases and mechanisms that run, as headings, outermost first."""
        names = [each["name"] for each in self.view["phases"] if each["kind"] in ("phase", "mechanism")]
        return [self.facts.vocabulary.heading(name) for name in names if self.facts.is_shown(name)]

    def has_scores(self) -> bool:
        """Is the score of somebody known?"""
        scores = self.view["scores"]
        return bool(scores) and any(score != "?" for score in scores)

    # ------------------------------------------------------------ places

    def zones(self) -> Iterator[tuple[Place, Mapping[str, Any]]]:
        for name, entry in self.view["zones"].items():
            place = read_place(name)
            if self.means(place.name):
                yield place, entry

    def means(self, name: str) -> bool:
        """Does a zone or variable mean something now?"""
        running = {each["name"] for each in self.view["phases"]}
        return self.facts.vocabulary.is_shown(name, running.__contains__)

    def words(self, place: Place) -> str:
        return place.words(self.facts.vocabulary)

    def shown(self, entry: Mapping[str, Any]) -> list[Word]:
        """What lies in a place; a high pile is its size and its top."""
        pieces = entry["pieces"]
        if entry["order"] == "pile" and entry["size"] > PILE:
            top = [self.facts.faces.face(piece).brief for piece in pieces[:1] if piece["fields"] is not None]
            return [Word(f"{entry['size']}, on top {top[0]}" if top else str(entry["size"]))]
        words = self.facts.faces.row(pieces, entry["order"] in ("row", "pile"))
        listed = sum(piece["fields"] is None for piece in pieces)  # a row names the unseen at their places
        if sum(entry["unseen"].values()) > listed:
            numbers = (self.facts.faces.number(kind, number) for kind, number in entry["unseen"].items())
            words = [*words, *(Word(write(number, self.reader)) for number in numbers)]
        return words or [Word("–")]

    def brief(self, entry: Mapping[str, Any]) -> str:
        """What lies in a place of another seat: of what is not seen, or is a pile, the number."""
        if entry["order"] == "pile" or not entry["pieces"]:
            return str(entry["size"])
        return BETWEEN.join(word.brief for word in self.shown(entry))

    def laid(self) -> list[str]:
        """Places of a mechanism that belong to seats, all of a name together: `laid: Ann blue 3, Ben blue 5`."""
        found: dict[str, list[str]] = {}
        for place, entry in self.zones():
            if place.passing and place.owner and entry["size"]:
                what = BETWEEN.join(word.brief for word in self.shown(entry))
                found.setdefault(self.words(place), []).append(f"{self.reader.name(place.owner)} {what}")
        return [f"{name}: {', '.join(parts)}" for name, parts in found.items()]

    # ------------------------------------------------------------ values

    def shows(self) -> list[str]:
        parts = []
        for mechanism in self.view["mechanisms"]:
            for word, value in mechanism["shows"].items():
                name = f"{mechanism['name']}.{word}"
                if value not in (None, "?", []) and name not in self.facts.places_shown and self.means(name):
                    parts.append(f"{self.facts.vocabulary.variable(name).name} {self.value(name, value)}")
        return parts

    def variables(self, seat: int | None) -> list[str]:
        """The variables of a seat, or of nobody, that say something; those of one name together."""
        facts, named = [], dict[str, list[str]]()
        for name, value in self.view["variables"].items():
            place = read_place(name)
            says = self.facts.vocabulary.look(place.name).says
            if place.owner != seat or not self.tells(place, value):
                continue
            if says:
                facts.append(self.fact(says, place, value))
            elif self.is_count(place, value):
                facts.append(write(self.facts.number(place.name, value), self.reader))
            else:
                index = " ".join(place.indexes).replace("_", " ")
                said = "" if value is True else self.value(place.name, value)
                word = self.facts.vocabulary.variable(place.name).name
                named.setdefault(word, []).append(f"{index} {said}".strip())
        told = [f"{word}{':' * (len(each) > 1)} {', '.join(each)}".strip() for word, each in named.items()]
        return [*told, *facts]

    def tells(self, place: Place, value: Any) -> bool:
        """Is a variable worth a word? Not what is unset, unknown, told by the scores, or meaningless now."""
        known = value not in (None, "?", []) and value is not False
        return known and not place.passing and place.name != self.facts.score_variable and self.means(place.name)

    def is_count(self, place: Place, value: Any) -> bool:
        """Is it a number of something, as `3 tricks`?"""
        named = bool(self.facts.vocabulary.look(place.name).name) and not place.indexes
        return named and isinstance(value, int) and isinstance(self.facts.types.get(place.name), t.Int)

    def fact(self, says: str, place: Place, value: Any) -> str:
        """The sentence of a variable."""
        holes = (("seat", Ref(place.owner or 0)), ("value", self.value(place.name, value)))
        return write(Told(says, holes), self.reader)

    def value(self, name: str, value: Any) -> str:
        """A value in few words."""
        type_ = self.facts.types.get(name)
        inner = type_.of if isinstance(type_, t.Optional) else type_
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
