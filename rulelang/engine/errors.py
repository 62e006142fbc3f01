"""What can go wrong in play: a mistake in the rules, an answer that was not offered, code that gives up."""

from __future__ import annotations

from typing import Any

from rulelang.base.numbers import LEAST, MOST
from rulelang.base.source import Span
from rulelang.diagnostics import Diagnostic, problem


class RuleError(Exception):
    """A mistake in the rules that showed in play; the state is as before the answer that led to it."""

    def __init__(self, code: str, where: Span, **parts: Any) -> None:
        self.parts = parts
        self.diagnostic: Diagnostic = problem(code, where, **parts)
        super().__init__(self.diagnostic.title)

    @property
    def code(self) -> str:
        return self.diagnostic.code

    @property
    def message(self) -> str:
        return self.diagnostic.title

    @property
    def span(self) -> Span:
        return self.diagnostic.span


def check_number(number: int, where: Span) -> int:
    """The result of arithmetic, if it is within the range of rulelang's numbers."""
    if LEAST <= number <= MOST:
        return number
    raise RuleError("R629", where, value=number, how="large" if number > 0 else "small", least=LEAST, most=MOST)


class IllegalChoice(Exception):
    """An answer that is not among the options; nothing has changed."""


class GivenUp(Exception):
    """Generated code gives up on a game: the reference engine continues, or says what is wrong."""
