"""Sentences of a story, and how several of them become a paragraph.

Alike sentences in a row become one: P1 and P2 pass. Where only the object differs, the verb is said once: P1 plays
Card(blue, 3), P2 Card(blue, 5). Where one seat goes on doing the same, neither seat nor verb is said again. The
reader's own seat is `you`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from rulelang.cli.terminal import enumerate_words
from rulelang.story.english import third_person

MARK = re.compile(r"⟨(\d+)⟩")


@attrs.frozen
class Sentence:
    """Who does what: `P2` `play` `Card(blue, 3)`. Without a verb, `what` is the whole sentence.

    `shared`: others who do the same may be told with it.
    """

    who: tuple[int, ...]
    does: str
    what: str = ""
    rest: str = ""
    shared: bool = False

    @property
    def pattern(self) -> tuple[str, str]:
        return self.does, self.rest


def plainly(text: str) -> Sentence:
    """A sentence that is given as a whole."""
    return Sentence((), "", text)


def paragraph(sentences: Iterable[Sentence], me: int | None) -> str:
    """The sentences as a text."""
    text = ""
    before: Sentence | None = None
    for each in merge(sentences):
        if before is not None and goes_on(before, each):
            text += f", {each.what}{each.rest}"
        elif before is not None and elides(before, each):
            text += f", {people(each.who, me)} {each.what}"
        else:
            stop = "" if not text else " " if text[-1] in ".!?…" else ". "
            text += f"{stop}{start(full(each, me))}"
        before = each
    text = MARK.sub(lambda seat: people([int(seat[1])], me), text)
    return text if not text or text[-1] in ".!?…" else f"{text}."


def seat_mark(seat: int) -> str:
    """A seat inside a sentence: who it is to the reader is known when the sentence is written."""
    return f"⟨{seat}⟩"


def merge(sentences: Iterable[Sentence]) -> list[Sentence]:
    """One sentence for those in a row that differ in who alone, or in what alone."""
    merged: list[Sentence] = []
    for each in sentences:
        last = merged[-1] if merged else None
        if last and each.shared and last == attrs.evolve(each, who=last.who) and not set(last.who) & set(each.who):
            merged[-1] = attrs.evolve(last, who=last.who + each.who)
        elif last and goes_on(last, each) and last.rest == each.rest:
            merged[-1] = attrs.evolve(last, what=f"{last.what.replace(' and ', ', ')} and {each.what}")
        else:
            merged.append(each)
    return merged


def goes_on(before: Sentence, after: Sentence) -> bool:
    """Does one seat do the same with something else, to or from elsewhere?"""
    same = (before.who, before.does) == (after.who, after.does)
    return same and bool(before.what and after.what) and after.does not in ("", "choose", "bid")


def elides(before: Sentence, after: Sentence) -> bool:
    """May the verb be left out?"""
    single = len(before.who) == 1 and len(after.who) == 1 and before.who != after.who
    return single and bool(after.does and after.what) and before.pattern == after.pattern


def full(sentence: Sentence, me: int | None) -> str:
    """`P2 plays Card(blue, 3)`, `You and P2 get 10 Cards each from deck`."""
    if not sentence.does:
        return sentence.what
    alone = len(sentence.who) == 1 and sentence.who[0] != me
    verb = third_person(sentence.does) if alone else sentence.does
    each = " each" if len(sentence.who) > 1 and sentence.what else ""
    return f"{people(sentence.who, me)} {verb}{' ' if sentence.what else ''}{sentence.what}{each}{sentence.rest}"


def people(seats: Sequence[int], me: int | None) -> str:
    """`P2`, `you`, `P1, P2 and P3`."""
    return enumerate_words(["you" if seat == me else f"P{seat}" for seat in seats])


def start(text: str) -> str:
    """With a capital letter, as a sentence begins."""
    return text[:1].upper() + text[1:]
