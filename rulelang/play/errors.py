"""What can be wrong with what a caller passes in: rules that do not load, a record that cannot be replayed.

Mistakes of the rules in play (`RuleError`) and answers that were not offered (`IllegalChoice`) belong to the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic

__all__ = ["LoadError", "BadRecord", "NoSample"]


class LoadError(Exception):
    """A game that cannot be loaded: the sentence that says why, and the problems found in the rules, if any."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(message)


class BadRecord(Exception):
    """A record that cannot be replayed; the message is a sentence. `changed`: the declarations that have changed."""

    def __init__(self, message: str, changed: Iterable[str] = ()) -> None:
        self.changed = tuple(changed)
        super().__init__(message)


class NoSample(Exception):
    """No other history was found that the seat could not distinguish from the real one. Continue without a sample: use
    a policy that needs none, or try again with another seed or later in the game.
    """


def problems_text(diagnostics: Iterable[Diagnostic]) -> str:
    """Problems in plain sentences, one a line."""
    return "\n".join(map(sentence, diagnostics))


def sentence(diagnostic: Diagnostic) -> str:
    """`games/a.rules:14:24: no zone is named `hadn`; did you mean `hand`?`"""
    return f"{diagnostic.span!r}: {diagnostic.title}; {diagnostic.help[:1].lower()}{diagnostic.help[1:]}"
