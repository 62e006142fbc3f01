"""How verbs report errors: a sentence for wrong usage, diagnostics for wrong rules. Imports no engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from rulelang.base.limits import current
from rulelang.cli.terminal import warn, warn_rendered
from rulelang.play.errors import LoadError
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic

# Mistakes in what was asked of the table, not in the rules.
TABLE_CODES = {"R214", "R501", "R502", "R503"}


class Wrong(click.ClickException):
    """The rules or the game are wrong: exit code 1. The details are in the message, or were printed already."""

    exit_code = 1


@contextmanager
def report_load_errors() -> Iterator[None]:
    """Report why a game cannot be loaded, and end the verb."""
    try:
        yield
    except LoadError as error:
        if any(each.code not in TABLE_CODES for each in error.diagnostics):
            tell_problems(error.diagnostics)
            raise Wrong("") from None
        raise refusal(str(error)) from None


def refusal(sentence: str) -> click.UsageError:
    """Wrong usage: one sentence, exit code 2."""
    return click.UsageError(sentence[:1].lower() + sentence[1:], click.get_current_context(silent=True))


def tell_problems(problems: Sequence[Diagnostic]) -> None:
    """Print diagnostics on the error stream, but no more than anybody reads; then the number of the others."""
    most = current().shown
    for each in problems[:most]:
        tell_problem(each)
    if len(problems) > most:
        warn(f"… and {pluralize(len(problems) - most, 'more problem')}; mend these first.\n")


def tell_problem(problem: Diagnostic) -> None:
    """Print a diagnostic on the error stream."""
    from rulelang.diagnostics import render

    warn_rendered(lambda color: render(problem, color) + "\n")
