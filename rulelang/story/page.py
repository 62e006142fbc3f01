"""The page a story is written on: chapters, headings, paragraphs and score tables. A screen has a page of its own kind.

A heading waits for something to stand below it. If nothing comes, it is written only the first time, for what it says
of the rules.
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
    """What is told, and when; a page of a kind says what parts it is written in.

    `waiting`: headings not yet written, by phase. `label`: what the next paragraph begins with.
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
        """A round, or a turn that is a phase itself."""
        self.write()
        self.put_headings()
        self.parts += self.chapter_parts(" · ".join([title, *news]), self.text(phase) if phase else "")

    def heading(self, phase: str) -> None:
        """A phase begins: its name, and the first time what it is about."""
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
        """A phase ends; if nothing happened in it, there is nothing to tell."""
        self.waiting.pop(phase, None)

    def text(self, phase: str) -> str:
        """What the rules say of a phase, if it was not said yet."""
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
        """Write down the paragraph, and the scores that came with it."""
        text = paragraph(self.sentences, self.reader)
        if text:
            self.put_headings()
            self.parts += self.paragraph_parts(self.label, text)
            self.sentences, self.label = [], ""
        if self.scores:
            self.score_table()

    def remark(self, seat: int | None, about: str, text: Phrase, verb: str) -> None:
        """Something has become so by what was just told: in brackets behind it, of each thing the last word only; as a
        sentence of its own where nothing was told that a seat did.
        """
        last = self.sentences[-1] if self.sentences else None
        if not seat:
            return
        if last is None or not last.who or last.about:
            what, rest = ((), (text, "now")) if verb == "be" else ((text,), ("now",))
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
        self.parts += self.score_parts(self.facts.vocabulary.heading(name), rows)


def scored_seats(entries: Sequence[Mapping[str, Any]]) -> set[int]:
    return {entry["seat"] for entry in entries}
