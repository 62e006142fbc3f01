"""A story as paragraphs for a page: chapters, headings, texts and score tables as data, not as lines of a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.present.english import capital
from rulelang.story.facts import Facts
from rulelang.story.page import Page
from rulelang.story.sentences import paragraph
from rulelang.story.sheet import score_rows

Data = dict[str, Any]


@attrs.define
class Paragraphs(Page):
    """`held`: headings that wait for something to stand below them, by phase."""

    items: list[Data] = attrs.field(factory=list)
    held: dict[str, Data] = attrs.field(factory=dict)

    def taken_items(self) -> list[Data]:
        """The paragraphs written since the last time."""
        items, self.items = self.items, []
        return items

    def chapter(self, title: str, news: Sequence[str], phase: str | None = None) -> None:
        self.write()
        self.put_headings()
        about = self.text(phase) if phase else ""
        self.items.append({"kind": "chapter", "text": " · ".join([title, *news]), "about": about})

    def heading(self, phase: str) -> None:
        self.write()
        new = phase not in self.explained
        item = {"kind": "heading", "text": self.facts.vocabulary.heading(phase), "about": self.text(phase)}
        if new and item["about"]:
            self.put_headings()
            self.items.append(item)
        else:
            self.held[phase] = item

    def leave(self, phase: str) -> None:
        self.held.pop(phase, None)

    def put_headings(self) -> None:
        self.items += self.held.values()
        self.held.clear()

    def write(self) -> None:
        text = paragraph(self.sentences, self.reader)
        if text:
            self.put_headings()
            self.items.append({"kind": "text", "label": self.label, "text": text})
            self.sentences, self.label = [], ""
        if self.scores:
            self.score_table()

    def score_table(self) -> None:
        scores, totals = self.scores, self.totals
        self.scores, self.totals = [], {}
        rows = score_rows(scores)
        name = scores[0]["score"]
        if totals and totals != rows[-1][1]:
            rows.append((capital(f"{self.facts.sum_name(name)} so far"), totals))
        self.put_headings()
        cells = [self.row(label, values) for label, values in rows]
        self.items.append({"kind": "scores", "text": self.facts.vocabulary.heading(name), "rows": cells})

    def row(self, label: str, values: Mapping[int, Any]) -> Data:
        return {"label": label, "values": [values.get(seat) for seat in self.seats]}


def score_sheet(log: Sequence[Mapping[str, Any]], facts: Facts, seats: Sequence[int]) -> list[Data]:
    """Every tally that a reader was told of, below one another, and at the end what decides who has won."""
    blocks = tallies(log)
    often, count, rows = Counter(block[0]["score"] for block in blocks), Counter[str](), list[Data]()
    for block in blocks:
        name = block[0]["score"]
        count[name] += 1
        number = f" {count[name]}" if often[name] > 1 else ""
        rows.append({"label": f"{facts.vocabulary.heading(name)}{number}", "values": None})
        rows += [row(label, values, seats) for label, values in score_rows(block)]
    ends = [entry["scores"] for entry in log if entry["event"] == "ended"]
    if ends and any(ends[-1]):
        rows.append(row("Score", {seat: score[0] for seat, score in zip(seats, ends[-1]) if score}, seats))
    return rows


def tallies(log: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The entries of scores, those of one tally together."""
    blocks: list[list[Mapping[str, Any]]] = []
    for entry in log:
        if entry["event"] == "scored":
            last = blocks[-1] if blocks else []
            if not last or last[0]["score"] != entry["score"] or any(each["seat"] == entry["seat"] for each in last):
                blocks.append([])
            blocks[-1].append(entry)
    return blocks


def row(label: str, values: Mapping[int, Any], seats: Sequence[int]) -> Data:
    return {"label": label, "values": [values.get(seat) for seat in seats]}
