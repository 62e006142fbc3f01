"""A story as paragraphs for a page: chapters, headings, texts and score tables as data, not as lines of a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.story.facts import Facts
from rulelang.story.page import Page
from rulelang.story.sheet import Row, score_rows

Data = dict[str, Any]


@attrs.define
class Paragraphs(Page[Data]):
    """A page of a browser."""

    def chapter_parts(self, title: str, about: str) -> list[Data]:
        return [{"kind": "chapter", "text": title, "about": about}]

    def heading_parts(self, title: str, about: str) -> list[Data]:
        return [{"kind": "heading", "text": title, "about": about}]

    def paragraph_parts(self, label: str, text: str) -> list[Data]:
        return [{"kind": "text", "label": label, "text": text}]

    def score_parts(self, title: str, rows: list[Row]) -> list[Data]:
        cells = [row(label, values, self.seats) for label, values in rows]
        return [{"kind": "scores", "text": title, "rows": cells}]


def score_sheet(log: Sequence[Mapping[str, Any]], facts: Facts, seats: Sequence[int]) -> list[Data]:
    """Every tally that a reader was told of, one below the other, then what decides who has won."""
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
        final = row("Score", {seat: score[0] for seat, score in zip(seats, ends[-1]) if score}, seats)
        same = bool(rows) and rows[-1]["values"] == final["values"]  # the last total is the score: show it once
        rows = [*(rows[:-1] if same else rows), final]
    return rows


def tallies(log: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The score entries, grouped by tally."""
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
