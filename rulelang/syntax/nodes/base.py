"""The base of all nodes: a span, left out of equality so that trees compare by meaning."""

from __future__ import annotations

from typing import Any

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span


class Word(str):
    """A name or a text as the author wrote it, with its span."""

    span: Span

    def __new__(cls, text: str, span: Span) -> Word:
        word = super().__new__(cls, text)
        word.span = span
        return word

    def __reduce__(self) -> tuple[Any, ...]:
        return Word, (str(self), self.span)


Tags = tuple[str, ...]


MANY = {"many": True}
"""Marks the field that takes all children that the other fields leave."""


def or_empty(items: Any) -> Any:
    """For an optional list: omitted means empty."""
    return items or ()


@frozen
class Node(Frozen):
    """A construct of the language, from `span.start` up to `span.end` of its source."""

    span: Span = field(eq=False, repr=False)


@frozen
class Hole(Node):
    """What is not written yet, or could not be parsed.

        ...
    """


@frozen
class Decl(Node):
    """A line or block at the top level of a file, a variant or a mechanism."""
