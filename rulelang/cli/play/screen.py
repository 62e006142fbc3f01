"""The table on the screen, as one seat sees it.

Built from a view alone: your own places first, each on its line; then the table, with the mechanism that runs; then a
paragraph for each other seat; then the scores. What is bookkeeping, or means nothing now, is left out, and so are empty
and unset things that tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang.cli.terminal import dye, paint, width, wrapped
from rulelang.ir import types as t
from rulelang.present.english import Reader, capital, write
from rulelang.present.faces import BETWEEN
from rulelang.present.phrase import Ref, Told
from rulelang.present.vocabulary import Word
from rulelang.story.facts import Facts
from rulelang.story.places import Place, read_place, read_seat

PILE = 6  # a pile of more is told by its size and its top
View = Mapping[str, Any]


def screen(view: View, facts: Facts, reader: Reader) -> list[str]:
    """The lines of a screen."""
    table = Tableau(view, facts, reader)
    lines = [paint("─" * width(), "dim"), *table.phase(), *table.mine(), *table.common(), *table.others()]
    return [*lines, *table.scores()]


@attrs.frozen
class Tableau:
    """A view, read as lines."""

    view: View
    facts: Facts
    reader: Reader

    @property
    def me(self) -> int | None:
        return self.view["seat"]

    @property
    def seats(self) -> range:
        return range(1, self.view["players"] + 1)

    # ------------------------------------------------------------ the parts of a screen

    def phase(self) -> list[str]:
        """What is going on."""
        running = [each["name"] for each in self.view["phases"] if each["kind"] in ("phase", "mechanism")]
        shown = [self.facts.vocabulary.heading(name) for name in running if self.facts.is_shown(name)]
        return [paint(" › ".join(shown), "bold")] if shown else []

    def mine(self) -> list[str]:
        if self.me is None:
            return []
        zones = [(place, entry) for place, entry in self.zones() if place.owner == self.me and not place.passing]
        name = self.reader.names.get(self.me)
        title = f"You, {name}" if name else "You"
        return [paint(title, "seat"), *self.rows(zones), *paragraph(self.belongings(self.me))]

    def common(self) -> list[str]:
        """What belongs to nobody: what can be seen on lines of its own, then the rest, and what a mechanism shows."""
        zones = [(place, entry) for place, entry in self.zones() if place.owner is None and entry["size"]]
        seen = [(place, entry) for place, entry in zones if entry["pieces"]]
        hidden = ((self.words(place), entry["size"]) for place, entry in zones if not entry["pieces"])
        parts = [f"{name}{': ' if name[-1:].isdigit() else ' '}{size}" for name, size in hidden]
        parts += [*self.laid(), *self.shows(), *self.variables(None), *self.pots()]
        lines = [*self.rows(seen), *paragraph(list(dict.fromkeys(parts)))]
        return [paint("Table", "seat"), *lines] if lines else []

    def others(self) -> list[str]:
        lines = []
        for seat in self.seats:
            if seat == self.me:
                continue
            places = [(place, entry) for place, entry in self.zones() if place.owner == seat and not place.passing]
            parts = [f"{self.words(place)} {self.brief(entry)}" for place, entry in places if entry["size"]]
            lines += titled(capital(self.reader.name(seat)), "; ".join([*parts, *self.belongings(seat)]) or "–")
        return lines

    def scores(self) -> list[str]:
        scores = self.view["scores"]
        if not scores or all(score == "?" for score in scores):
            return []
        text = BETWEEN.join(f"{self.reader.name(seat)} {score}" for seat, score in zip(self.seats, scores))
        return [f"{paint('Scores', 'seat')}  {text}"]

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

    def rows(self, zones: list[tuple[Place, Mapping[str, Any]]]) -> list[str]:
        """A line a place."""
        wide = max((len(self.words(place)) for place, _ in zones), default=0)
        lines = []
        for place, entry in zones:
            lines += faces_in_lines(self.shown(entry), f"  {self.words(place):<{wide}}  ")
        return lines

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


def faces_in_lines(words: list[Word], first: str) -> list[str]:
    """Faces side by side, each whole and in its color, in as many lines as they need."""
    room = width() - len(first) - len(BETWEEN)
    if any(len(word.brief) > room for word in words):
        return wrapped(BETWEEN.join(word.brief for word in words), first)
    rows: list[list[Word]] = [[]]
    for word in words:
        used = sum(len(each.brief) + len(BETWEEN) for each in rows[-1])
        if used + len(word.brief) > room:
            rows.append([])
        rows[-1].append(word)
    texts = [BETWEEN.join(dye(word.brief, word.color) for word in row) for row in rows]
    heads = [first, *[" " * len(first)] * (len(rows) - 1)]
    ends = [*[BETWEEN.rstrip()] * (len(rows) - 1), ""]
    return [f"{head}{text}{end}" for head, text, end in zip(heads, texts, ends)]


def titled(name: str, text: str) -> list[str]:
    """A paragraph that begins with a name."""
    first, *rest = wrapped(text, f"{name}  ")
    return [paint(name, "seat") + first[len(name) :], *rest]


def paragraph(parts: list[str]) -> list[str]:
    return wrapped("; ".join(parts), "  ")
