"""The page that a story is written on: chapters, headings, paragraphs and score tables. Each kind of screen has its own
page class.

A heading waits until something stands below it. If nothing comes, it is written only the first time, for what it says
about the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from rulelang.present.english import Reader, capital
from rulelang.present.phrase import Joined, Phrase, Ref
from rulelang.story.facts import Facts
from rulelang.story.sentences import Sentence, paragraph
from rulelang.story.sheet import Row, score_rows

Part = TypeVar("Part")


@attrs.define
class Page(ABC, Generic[Part]):
    """What is told, and when; a subclass defines the parts of its page.

    `waiting`: headings not yet written, by phase. `label`: the beginning of the next paragraph.
    """

    facts: Facts
    seats: Sequence[int]
    reader: Reader
    parts: list[Part] = attrs.field(factory=list)
    waiting: dict[str, list[Part]] = attrs.field(factory=dict)
    explained: set[str] = attrs.field(factory=set)
    label: str = ""
    sentences: list[Sentence] = attrs.field(factory=list)
    scores: list[Mapping[str, Any]] = attrs.field(factory=list)
    totals: dict[int, Any] = attrs.field(factory=dict)

    @abstractmethod
    def chapter_parts(self, title: str, about: str) -> list[Part]: ...

    @abstractmethod
    def heading_parts(self, title: str, about: str) -> list[Part]: ...

    @abstractmethod
    def paragraph_parts(self, label: str, text: str) -> list[Part]: ...

    @abstractmethod
    def score_parts(self, title: str, rows: list[Row]) -> list[Part]: ...

    def take(self) -> list[Part]:
        """What was written since the last time."""
        parts, self.parts = self.parts, []
        return parts

    # ------------------------------------------------------------ headings

    def chapter(self, title: str, news: Sequence[str], phase: str | None = None) -> None:
        """A chapter: a round, or a turn that is itself a phase."""
        self.write()
        self.put_headings()
        self.parts += self.chapter_parts(" · ".join([title, *news]), self.text(phase) if phase else "")

    def heading(self, phase: str) -> None:
        """A phase begins: its name and, the first time, its text."""
        self.write()
        new = phase not in self.explained
        text = self.text(phase)
        parts = self.heading_parts(self.facts.vocabulary.heading(phase), text)
        if new and text:
            self.put_headings()
            self.parts += parts
        else:
            self.waiting[phase] = parts

    def leave(self, phase: str) -> None:
        """A phase ends; if nothing happened in it, nothing is written."""
        self.waiting.pop(phase, None)

    def text(self, phase: str) -> str:
        """What the rules say about a phase, if that was not told yet."""
        if phase in self.explained:
            return ""
        self.explained.add(phase)
        return self.facts.texts.get(phase, "")

    def put_headings(self) -> None:
        for parts in self.waiting.values():
            self.parts += parts
        self.waiting.clear()

    # ------------------------------------------------------------ paragraphs

    def write(self) -> None:
        """Write the current paragraph, and its scores."""
        text = paragraph(self.sentences, self.reader)
        if text:
            self.put_headings()
            self.parts += self.paragraph_parts(self.label, text)
            self.sentences, self.label = [], ""
        if self.scores:
            self.score_table()

    def remark(self, seat: int | None, about: str, text: Phrase, verb: str) -> None:
        """Something has changed as a result of what was just told: in brackets after it, with only the last value for
        each thing. If no action of a seat was told, it is a sentence of its own.
        """
        last = self.sentences[-1] if self.sentences else None
        if not seat:
            return
        if last is None or not last.who or last.about:
            over = isinstance(text, str) and text.startswith("no longer ")
            what, rest = ((), (text,) if over else (text, "now")) if verb == "be" else ((text,), ("now",))
            told = Sentence((seat,), verb, what, rest, shared=True, about=about)
            self.sentences = [each for each in self.sentences if (each.who, each.about) != ((seat,), about)] + [told]
            return
        own, key = (text if last.who == (seat,) else Joined((Ref(seat), text))), f"{about} {seat}"
        kept = tuple((each, said) for each, said in last.remarks if each != key)
        self.sentences[-1] = attrs.evolve(last, remarks=(*kept, (key, own)), shared=False)

    # ------------------------------------------------------------ scores

    def score(self, entry: Mapping[str, Any]) -> None:
        """A seat's score; those of one tally become a table."""
        if self.scores and (self.scores[-1]["score"] != entry["score"] or entry["seat"] in scored_seats(self.scores)):
            self.write()
        self.scores.append(entry)

    def sums(self, variable: str, seat: int | None, value: Any) -> bool:
        """Whether this is the variable that a tally has just added to."""
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
        self.parts += self.score_parts(self.facts.vocabulary.heading(name), rows)


def scored_seats(entries: Sequence[Mapping[str, Any]]) -> set[int]:
    return {entry["seat"] for entry in entries}
