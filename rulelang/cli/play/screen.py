"""The table on the screen, as one seat sees it.

Built from a view alone: your own places first, each on its line; then the table, with the mechanism that runs; then a
paragraph for each other seat; then the scores. Empty and unset things that tell nothing are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang.cli.terminal import paint, tint, width, wrapped
from rulelang.story.english import Place, humanise, listing, read_place
from rulelang.story.facts import Facts
from rulelang.story.pieces import is_piece, line_of, short, texts, told

PILE = 6  # a pile of more is told by its size and its top
View = Mapping[str, Any]


def screen(view: View, facts: Facts) -> list[str]:
    """The lines of a screen."""
    table = Tableau(view, facts)
    lines = [paint("─" * width(), "dim"), *table.phase(), *table.mine(), *table.common(), *table.others()]
    return [*lines, *table.scores()]


@attrs.frozen
class Tableau:
    """A view, read as lines."""

    view: View
    facts: Facts

    @property
    def me(self) -> int | None:
        return self.view["seat"]

    @property
    def seats(self) -> range:
        return range(1, self.view["players"] + 1)

    # ------------------------------------------------------------ the parts of a screen

    def phase(self) -> list[str]:
        """What is going on."""
        running = [each for each in self.view["phases"] if each["kind"] in ("phase", "mechanism")]
        return [paint(" › ".join(humanise(each["name"]) for each in running), "bold")] if running else []

    def mine(self) -> list[str]:
        if self.me is None:
            return []
        zones = [(place, entry) for place, entry in self.zones() if place.owner == self.me and not place.passing]
        return [paint(f"You, P{self.me}", "seat"), *rows(zones), *paragraph(self.belongings(self.me))]

    def common(self) -> list[str]:
        """What belongs to nobody: what can be seen on lines of its own, then the rest, and what a mechanism shows."""
        zones = [(place, entry) for place, entry in self.zones() if place.owner is None and entry["size"]]
        seen = [(place, entry) for place, entry in zones if entry["pieces"]]
        parts = [f"{place}{':' * bool(place.rest)} {brief(entry)}" for place, entry in zones if not entry["pieces"]]
        parts += [*self.laid(), *self.shows(), *self.variables(None)]
        for resource, holders in self.view["resources"].items():
            parts += [f"{resource} in {name}: {n}" for name, n in holders.items() if read_seat(name) is None and n]
        lines = [*rows(seen), *paragraph(list(dict.fromkeys(parts)))]
        return [paint("Table", "seat"), *lines] if lines else []

    def others(self) -> list[str]:
        lines = []
        for seat in self.seats:
            if seat == self.me:
                continue
            places = [(place, entry) for place, entry in self.zones() if place.owner == seat and not place.passing]
            parts = [f"{place} {brief(entry)}" for place, entry in places if entry["size"]]
            lines += titled(f"P{seat}", "; ".join([*parts, *self.belongings(seat)]) or "–")
        return lines

    def scores(self) -> list[str]:
        scores = self.view["scores"]
        if not scores or all(score == "?" for score in scores):
            return []
        who = ["you" if seat == self.me else f"P{seat}" for seat in self.seats]
        text = " · ".join(f"{name} {score}" for name, score in zip(who, scores))
        return [f"{paint('Scores', 'seat')}  {text}"]

    # ------------------------------------------------------------ what there is

    def zones(self) -> Iterator[tuple[Place, Mapping[str, Any]]]:
        for name, entry in self.view["zones"].items():
            yield read_place(name), entry

    def laid(self) -> list[str]:
        """Places of a mechanism that belong to seats, all of a name together: `laid P2 blue 3 · P3 blue 5`."""
        found: dict[str, list[str]] = {}
        for place, entry in self.zones():
            if place.passing and place.owner and entry["size"]:
                who = "you" if place.owner == self.me else f"P{place.owner}"
                found.setdefault(place.name, []).append(f"{who} {listing(texts(entry['pieces']), entry['unseen'])}")
        return [f"{name}: {', '.join(parts)}" for name, parts in found.items()]

    def shows(self) -> list[str]:
        parts = []
        for mechanism in self.view["mechanisms"]:
            name = mechanism["name"]
            for word, value in mechanism["shows"].items():
                place = f"{name}.{word}" in self.facts.places_shown
                if value not in (None, "?") and not place and (is_piece(value) or not isinstance(value, dict | list)):
                    parts.append(f"{word} {self.facts.shown(f'{name}.{word}', value)}")
        return parts

    def variables(self, seat: int | None) -> list[str]:
        """The variables of a seat, or of nobody, that say something; those of one name together."""
        found: dict[str, list[str]] = {}
        scores = self.scoring()
        for name, value in self.view["variables"].items():
            place, base = read_place(name), name.partition("[")[0]
            if place.passing or place.owner != seat or base == scores or value in (None, False, "?", []):
                continue
            word = told(texts(value), ordered=True) if pieces(value) else self.facts.shown(base, value)
            said = "" if value is True else word
            found.setdefault(place.name, []).append(f"{place.rest} {said}".strip())
        return [f"{name}{':' * (len(each) > 1)} {', '.join(each)}".strip() for name, each in found.items()]

    def belongings(self, seat: int) -> list[str]:
        """What a seat has besides pieces."""
        amounts = ((name, holders.get(f"P{seat}")) for name, holders in self.view["resources"].items())
        return [f"{name} {amount}" for name, amount in amounts if amount is not None] + self.variables(seat)

    def scoring(self) -> str | None:
        """The variable that the scores are, if there is one."""
        for name in dict.fromkeys(name.partition("[")[0] for name in self.view["variables"]):
            values = [self.view["variables"].get(f"{name}[P{seat}]") for seat in self.seats]
            if values == self.view["scores"]:
                return name
        return None


def rows(zones: list[tuple[Place, Mapping[str, Any]]]) -> list[str]:
    """A line a place."""
    wide = max((len(str(place)) for place, _ in zones), default=0)
    return [tint(line) for place, entry in zones for line in wrapped(shown(entry), f"  {place!s:<{wide}}  ")]


def titled(name: str, text: str) -> list[str]:
    """A paragraph that begins with a name."""
    first, *rest = wrapped(text, f"{name}  ")
    return [paint(name, "seat") + tint(first[len(name) :]), *map(tint, rest)]


def paragraph(parts: list[str]) -> list[str]:
    return [tint(line) for line in wrapped("; ".join(parts), "  ")]


def shown(entry: Mapping[str, Any]) -> str:
    """What lies in a place; a high pile is its size and its top."""
    if entry["order"] == "pile" and entry["size"] > PILE:
        top = next((piece["text"] for piece in entry["pieces"][:1] if piece["fields"] is not None), "")
        return f"{entry['size']}, on top {short(top)}" if top else str(entry["size"])
    return line_of(entry)


def brief(entry: Mapping[str, Any]) -> str:
    """What lies in a place of another seat: of what is not seen, or is a pile, the number."""
    if entry["order"] == "pile" or not entry["pieces"]:
        return str(entry["size"])
    return line_of(entry)


def pieces(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_piece, value))


def read_seat(name: str) -> int | None:
    return int(name[1:]) if name[:1] == "P" and name[1:].isdigit() else None
