"""The table on the screen, as one seat sees it.

It is built from a view alone: first your own places, a line each; then the table, with the running mechanism; then a
paragraph for each other seat; then the scores. Bookkeeping, what means nothing now, and empty or unset things without
information are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulelang.cli.terminal import dye, paint, width, wrap
from rulelang.present.english import Reader, beside, capital, series, words_of
from rulelang.present.faces import BETWEEN
from rulelang.present.places import Place
from rulelang.present.vocabulary import Word
from rulelang.story.boards import lines_of
from rulelang.story.facts import Facts
from rulelang.story.glance import Glance, View


def screen(view: View, facts: Facts, reader: Reader) -> list[str]:
    """The lines of a screen."""
    table = Tableau(view, facts, reader)
    lines = [paint("─" * width(), "dim"), *table.phase(), *table.mine(), *table.draw_boards(), *table.common()]
    return [*lines, *table.others(), *table.scores()]


@attrs.frozen
class Tableau(Glance):
    """A view as lines."""

    # ------------------------------------------------------------ the parts of a screen

    def phase(self) -> list[str]:
        """What is going on."""
        shown = self.running()
        return [paint(" › ".join(shown), "bold")] if shown else []

    def mine(self) -> list[str]:
        if self.me is None:
            return []
        zones = [(place, entry) for place, entry in self.zones() if place.owner == self.me and not place.passing]
        name = self.reader.names.get(self.me)
        title = f"You, {name}" if name else "You"
        empty = [self.words(place) for place, entry in zones if not entry["size"]]
        bare = [f"nothing in {series(empty)}"] if empty else []
        filled = [(place, entry) for place, entry in zones if entry["size"]]
        return [paint(title, "seat"), *self.rows(filled), *paragraph([*self.belongings(self.me), *bare])]

    def common(self) -> list[str]:
        """What belongs to nobody: visible pieces on their own lines, then the rest, and what a mechanism shows."""
        zones = [(place, entry) for place, entry in self.zones() if place.owner is None and entry["size"]]
        seen = [(place, entry) for place, entry in zones if entry["pieces"]]
        hidden = ((self.words(place), entry["size"]) for place, entry in zones if not entry["pieces"])
        parts = [beside(name, str(size)) for name, size in hidden]
        parts += [*self.mechanism_lines(), *self.lone_piece_lines(), *self.shows(), *self.variables(None), *self.pots()]
        lines = [*self.rows(seen), *paragraph(list(dict.fromkeys(parts)))]
        for name, rows in self.tables():
            lines += faces_in_lines([Word(row) for row in rows], f"  {name}  ")
        return [paint("Table", "seat"), *lines] if lines else []

    def draw_boards(self) -> list[str]:
        """Boards as they lie, and whose the signs are."""
        lines: list[str] = []
        for each in self.boards():
            said = (f"{dye(word.brief, word.color)} {self.reader.name(seat)}" for word, seat in each.legend)
            head = paint(capital(words_of(each.board.name)), "seat")
            lines += ["  ".join([head, *said]), *lines_of(each, width(), dye)]
        return lines

    def others(self) -> list[str]:
        found = {}
        for seat in self.seats:
            if seat == self.me:
                continue
            places = [(place, entry) for place, entry in self.zones() if place.owner == seat and not place.passing]
            parts = [f"{self.words(place)} {self.brief(entry)}" for place, entry in places if entry["size"]]
            found[seat] = "; ".join([*parts, *self.belongings(seat)])
        rows = [titled_paragraph(capital(self.reader.name(seat)), text or "–") for seat, text in found.items()]
        return [line for row in rows for line in row] if any(found.values()) else []

    def scores(self) -> list[str]:
        if not self.has_scores():
            return []
        scores = zip(self.seats, self.view["scores"])
        text = BETWEEN.join(beside(self.reader.name(seat), str(score)) for seat, score in scores)
        return [f"{paint('Scores', 'seat')}  {text}"]

    def rows(self, zones: list[tuple[Place, Mapping[str, Any]]]) -> list[str]:
        """One line per place."""
        wide = max((len(self.words(place)) for place, _ in zones), default=0)
        lines = []
        for place, entry in zones:
            lines += faces_in_lines(self.contents(entry), f"  {self.words(place):<{wide}}  ")
        return lines



def faces_in_lines(words: list[Word], first: str) -> list[str]:
    """Faces side by side, each unbroken and in its color, on as many lines as they need."""
    room = width() - len(first) - len(BETWEEN)
    if any(len(word.brief) > room for word in words):
        return wrap(BETWEEN.join(word.brief for word in words), first)
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


def titled_paragraph(name: str, text: str) -> list[str]:
    """A paragraph that begins with a name."""
    first, *rest = wrap(text, f"{name}  ")
    return [paint(name, "seat") + first[len(name) :], *rest]


def paragraph(parts: list[str]) -> list[str]:
    return wrap("; ".join(parts), "  ")
