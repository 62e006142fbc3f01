"""The page a story is written on: chapters, headings, paragraphs and score tables, as lines.

A heading waits for something to stand below it. If nothing comes, it is written only the first time, for what it says
of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.cli.terminal import paint, tint, wrapped
from rulelang.present.english import Reader, capital
from rulelang.present.phrase import Joined, Phrase, Ref
from rulelang.story.facts import Facts
from rulelang.story.sentences import Sentence, paragraph
from rulelang.story.sheet import score_rows, table

INDENT = "  "


@attrs.define
class Page:
    """`waiting`: headings not yet written, by phase. `label`: what the next paragraph begins with."""

    facts: Facts
    seats: Sequence[int]
    reader: Reader
    lines: list[str] = attrs.field(factory=list)
    waiting: dict[str, list[str]] = attrs.field(factory=dict)
    explained: set[str] = attrs.field(factory=set)
    label: str = ""
    sentences: list[Sentence] = attrs.field(factory=list)
    scores: list[Mapping[str, Any]] = attrs.field(factory=list)
    totals: dict[int, Any] = attrs.field(factory=dict)

    def taken(self) -> list[str]:
        """The lines written since the last time."""
        lines, self.lines = self.lines, []
        return lines

    # ------------------------------------------------------------ headings

    def chapter(self, title: str, news: Sequence[str], phase: str | None = None) -> None:
        """A round, or a turn that is a phase itself."""
        self.write()
        self.put_headings()
        self.lines += ["", paint(f"━━ {' · '.join([title, *news])} ━━", "heading")]
        text = self.text(phase) if phase else ""
        self.lines += wrapped(text) if text else []

    def heading(self, phase: str) -> None:
        """A phase begins: its name, and the first time what it is about."""
        self.write()
        new = phase not in self.explained
        title, text = self.facts.vocabulary.heading(phase), self.text(phase)
        first, *rest = wrapped(f"{title}: {text}" if text else title)
        lines = ["", paint(title, "bold") + first[len(title) :], *rest]
        if new and text:
            self.put_headings()
            self.lines += lines
        else:
            self.waiting[phase] = lines

    def leave(self, phase: str) -> None:
        """A phase ends; if nothing happened in it, there is nothing to tell."""
        self.waiting.pop(phase, None)

    def text(self, phase: str) -> str:
        """What the rules say of a phase, if it was not said yet."""
        if phase in self.explained:
            return ""
        self.explained.add(phase)
        return self.facts.texts.get(phase, "")

    def put_headings(self) -> None:
        for lines in self.waiting.values():
            self.lines += lines
        self.waiting.clear()

    # ------------------------------------------------------------ paragraphs

    def write(self) -> None:
        """Write down the paragraph, and the scores that came with it."""
        text = paragraph(self.sentences, self.reader)
        if text:
            self.put_headings()
            first, *rest = wrapped(f"{self.label} {text}".lstrip(), INDENT)
            at = len(INDENT) + len(self.label)
            self.lines += [INDENT + paint(self.label, "bold") + tint(first[at:]), *map(tint, rest)]
            self.sentences, self.label = [], ""
        if self.scores:
            self.score_table()

    def remark(self, seat: int | None, about: str, text: Phrase) -> None:
        """Something has become so by what was just told: in brackets behind it, of each thing the last word only."""
        last = self.sentences[-1] if self.sentences else None
        if last is None or not last.who or not seat:
            return
        own = text if last.who == (seat,) else Joined((Ref(seat), text))
        kept = tuple((key, said) for key, said in last.remarks if key != about)
        self.sentences[-1] = attrs.evolve(last, remarks=(*kept, (about, own)), shared=False)

    # ------------------------------------------------------------ scores

    def score(self, entry: Mapping[str, Any]) -> None:
        """A seat's score; those of one tally become a table."""
        if self.scores and (self.scores[-1]["score"] != entry["score"] or entry["seat"] in scored_seats(self.scores)):
            self.write()
        self.scores.append(entry)

    def sums(self, variable: str, seat: int | None, value: Any) -> bool:
        """Is this what a tally has just added to?"""
        if not self.scores or seat is None or variable != self.facts.into.get(self.scores[-1]["score"]):
            return False
        self.totals[seat] = value
        return True

    def score_table(self) -> None:
        scores, totals = self.scores, self.totals
        self.scores, self.totals = [], {}
        rows = score_rows(scores)
        name = scores[0]["score"]
        if totals and totals != rows[-1][1]:
            rows.append((capital(f"{self.facts.sum_name(name)} so far"), totals))
        self.put_headings()
        self.lines.append("")
        title = self.facts.vocabulary.heading(name)
        self.lines += [INDENT + line for line in table(title, rows, self.seats, self.reader)]


def scored_seats(entries: Sequence[Mapping[str, Any]]) -> set[int]:
    return {entry["seat"] for entry in entries}
