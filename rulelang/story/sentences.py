"""Sentences of a story, and how they are combined into a paragraph.

Equal sentences in a row become one: Ann and Ben pass. If only the object differs, the verb is said once: Ann plays the
blue 3, Ben the blue 5. If one seat continues to do the same, neither seat nor verb is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.present.english import Reader, capital, split_predicate, write
from rulelang.present.phrase import Clause, Phrase, Ref, Series, Told

END_MARKS = ".!?…"


@attrs.frozen
class Sentence:
    """Who does what: Ann, `play`, the blue 3. Without a verb, `what` is the whole sentence.

    `rest`: follows the objects. `remarks`: in brackets at the end. `shared`: it may be merged with the same sentence
    about other seats.
    """

    who: tuple[int, ...]
    does: str
    what: tuple[Phrase, ...] = ()
    rest: tuple[Phrase, ...] = ()
    remarks: tuple[tuple[str, Phrase], ...] = ()
    """The subject and the text of each remark."""
    shared: bool = False
    about: str = ""
    """The variable whose value it tells: of one seat, only the last value counts."""
    answers: str = ""
    """The question whose answer it tells; answers to another one begin a sentence of their own."""

    @property
    def pattern(self) -> tuple[str, tuple[Phrase, ...]]:
        return self.does, self.rest


def plain_sentence(*parts: Phrase) -> Sentence:
    """A sentence that is given as a whole."""
    return Sentence((), "", parts)


def tell_fact(says: str, seat: int, holds: bool) -> Sentence:
    """A fact about a seat in the words of the rules, that it holds or no longer does; it may be merged with others."""
    known = split_predicate(says)
    if known is not None:
        verb, rest = known
        return Sentence((seat,), verb, (), (rest if holds else f"no longer {rest}",), shared=True)
    return plain_sentence(Told(says, (("seat", Ref(seat)), ("value", "yes")), over=not holds))


MOST = 2000  # sentences of a paragraph


def paragraph(sentences: Iterable[Sentence], reader: Reader) -> str:
    """The sentences as a text; if there are more than anybody reads, the first and the last."""
    told = list(sentences)
    if len(told) > MOST:
        half, more = MOST // 2, f"{len(told) - MOST:,} more"
        return f"{paragraph(told[:half], reader)} … ({more}) … {paragraph(told[-half:], reader)}"
    parts: list[str] = []
    before: Sentence | None = None
    for each in merge(told):
        if before is not None and goes_on(before, each):
            parts.append(f", {tail(each, reader)}")
        elif before is not None and elides(before, each):
            parts.append(f", {without_verb(attrs.evolve(each, rest=()), reader)}")
        else:
            text = capital(full_text(each, reader))
            parts.append(f"{end_of(parts)} {text}" if parts else text)
        before = each
    return "".join([*parts, end_of(parts)])


def end_of(parts: list[str]) -> str:
    """The full stop, if the text so far lacks one."""
    return "." if parts and parts[-1] and parts[-1][-1] not in END_MARKS else ""


def merge(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Merge sentences in a row that differ only in who, or only in what; where a loop tells two things about each seat,
    merge both.
    """
    merged: list[Sentence] = []
    for each in sentences:
        last = merged[-1] if merged else None
        if last and shares(last, each):
            merged[-1] = attrs.evolve(last, who=last.who + each.who)
        elif len(merged) > 1 and last and last.shared and differ_in_seats(last, each) and shares(merged[-2], each):
            merged[-2] = attrs.evolve(merged[-2], who=merged[-2].who + each.who)
        elif last and goes_on(last, each) and last.rest == each.rest and not last.remarks:
            merged[-1] = attrs.evolve(each, what=last.what + each.what)
        else:
            merged.append(each)
    return merged


def shares(before: Sentence, after: Sentence) -> bool:
    """Whether the same is told about other seats."""
    return after.shared and before == attrs.evolve(after, who=before.who) and differ_in_seats(before, after)


def differ_in_seats(before: Sentence, after: Sentence) -> bool:
    """Are they about different seats?"""
    return not set(before.who) & set(after.who)


def goes_on(before: Sentence, after: Sentence) -> bool:
    """Whether one seat does the same with something else, or to or from elsewhere."""
    same = (before.who, before.does) == (after.who, after.does)
    return same and bool(before.what and after.what) and after.does not in ("", "choose", "bid")


def elides(before: Sentence, after: Sentence) -> bool:
    """Whether the verb may be left out."""
    single = len(before.who) == 1 and len(after.who) == 1 and before.who != after.who
    return single and bool(after.does and after.what) and before.pattern == after.pattern and not before.remarks and (
        before.answers == after.answers
    )


def without_verb(sentence: Sentence, reader: Reader) -> str:
    """`Ben the blue 5`; with its verb if a number would follow a number: `Player 2 gets 3 cards`."""
    who, what = write(people(sentence), reader), tail(sentence, reader)
    return full_text(sentence, reader) if who[-1:].isdigit() and what[:1].isdigit() else f"{who} {what}"


def full_text(sentence: Sentence, reader: Reader) -> str:
    """`Ann plays the blue 3`, `you and Ann get 10 cards each from the deck`."""
    if not sentence.does:
        return tail(sentence, reader)
    return write(Clause(people(sentence), sentence.does, (tail(sentence, reader),)), reader).rstrip()


def tail(sentence: Sentence, reader: Reader) -> str:
    """All that follows the verb."""
    what = sentence.what if not sentence.does else (objects(sentence.what),) if sentence.what else ()
    each = ("each",) if len(sentence.who) > 1 and sentence.what else ()
    remarks = [f"({write(text, reader)})" for _, text in sentence.remarks]
    return " ".join([*(write(part, reader) for part in (*what, *each, *sentence.rest)), *remarks])


def objects(what: tuple[Phrase, ...]) -> Phrase:
    """Several objects as one list."""
    items = [item for each in what for item in (each.items if isinstance(each, Series) else (each,))]
    return Series(tuple(items))


def people(sentence: Sentence) -> Phrase:
    return Series(tuple(Ref(seat) for seat in sentence.who))
