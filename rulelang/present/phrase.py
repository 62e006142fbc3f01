"""What is said, before it is English: nouns, amounts, lists, people and clauses. `english.write` turns them into text.

An author's text, or a name, is a plain string and stays as it is.
"""

from __future__ import annotations

from typing import Literal

from rulelang.base.frozen import Frozen, frozen

Article = Literal["", "a", "the"]


class Tree(Frozen):
    """A phrase that is not yet text."""


@frozen
class Ref(Tree):
    """A seat: a name, or `you` for the reader."""

    seat: int


@frozen
class Noun(Tree):
    """A thing: `the king of hearts`, `a card`, `your hand`. `plural`: an irregular plural."""

    name: str
    plural: str = ""
    article: Article = ""
    owner: Ref | None = None


@frozen
class Quantity(Tree):
    """A number of things: `3 coins`, `a card`, `some coins` if the number is unknown."""

    number: int | None
    noun: Noun
    one: Literal["1", "a"] = "1"
    """The form for a single one: `1 coin`, `a card`."""


@frozen
class Series(Tree):
    """`a, b and c`."""

    items: tuple[Phrase, ...]
    last: str = "and"


@frozen
class Joined(Tree):
    """Phrases one after the other: `from` `the deck`."""

    parts: tuple[Phrase, ...]
    between: str = " "


@frozen
class Told(Tree):
    """An author's sentence: `{seat} promises/promise Zero Tricks`, with the contents of its holes.

    Of `promises/promise` the second form is for the reader, if a hole at the beginning is the reader. A fact that does
    not hold is told by its negation, one that has ended by “no longer”.
    """

    text: str
    holes: tuple[tuple[str, Phrase], ...]
    holds: bool = True
    over: bool = False


@frozen
class Clause(Tree):
    """Who does what: `Ann plays the blue 3`. `verb` is in its plain form. Without a subject it is an imperative."""

    subject: Phrase | None
    verb: str
    objects: tuple[Phrase, ...] = ()
    negated: bool = False


Phrase = str | Tree


def join(*parts: Phrase) -> Joined:
    """Phrases with spaces between them; empty ones are left out."""
    return Joined(tuple(part for part in parts if part != ""))
