"""What is said, before it is English: nouns, amounts, lists, people and clauses. `english.write` makes text of them.

A text of the author, or a name, is a plain string and stays as it is.
"""

from __future__ import annotations

from typing import Literal

from rulelang.base.frozen import Frozen, frozen

Article = Literal["", "a", "the"]


class Tree(Frozen):
    """A phrase that is not yet text."""


@frozen
class Ref(Tree):
    """A seat: a name, or `you` to the one who reads."""

    seat: int


@frozen
class Noun(Tree):
    """A thing: `the king of hearts`, `a card`, `your hand`. `plural`: several, where the usual plural is wrong."""

    name: str
    plural: str = ""
    article: Article = ""
    owner: Ref | None = None


@frozen
class Quantity(Tree):
    """So many of a thing: `3 coins`, `a card`, `some coins` if the number is not known."""

    number: int | None
    noun: Noun
    one: Literal["1", "a"] = "1"
    """How a single one is told: `1 coin`, `a card`."""


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
    """A sentence of the author: `{seat} promises/promise Zero Tricks`, with what stands in its holes.

    Of `promises/promise` the second is for the reader, if a hole at the beginning is the reader. What does not hold is
    told by the opposite, what held until now as over.
    """

    text: str
    holes: tuple[tuple[str, Phrase], ...]
    holds: bool = True
    over: bool = False


@frozen
class Clause(Tree):
    """Who does what: `Ann plays the blue 3`. `verb` is in its plain form. Without a subject it is an order."""

    subject: Phrase | None
    verb: str
    objects: tuple[Phrase, ...] = ()
    negated: bool = False


Phrase = str | Tree


def join(*parts: Phrase) -> Joined:
    """Phrases with spaces between them; empty ones are left out."""
    return Joined(tuple(part for part in parts if part != ""))
