"""Loading a game for a verb: what is wrong is said in the verb's way and ends it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.terminal import colored, warn
from rulelang.diagnostics import Diagnostic, render
from rulelang.engine.errors import RuleError
from rulelang.link.library import find_game
from rulelang.play.errors import BadRecord, LoadError
from rulelang.play.game import Game, load
from rulelang.play.record import settings_of

if TYPE_CHECKING:
    from rulelang.play.match import Match

# What the table was asked to be, not what the rules say.
TABLE_CODES = {"R214", "R501", "R502", "R503"}


class Wrong(click.ClickException):
    """The rules or the game are wrong: exit code 1. What is wrong was said already, or is the message."""

    exit_code = 1


def load_game(name: str, **settings: Any) -> Game:
    """The game of a file or name; settings as `rulelang.load` takes them."""
    with told():
        return load(name, **settings)


@contextmanager
def told() -> Iterator[None]:
    """What keeps a game from being loaded is said, and ends the verb."""
    try:
        yield
    except LoadError as error:
        if any(each.code not in TABLE_CODES for each in error.diagnostics):
            for each in error.diagnostics:
                tell_problem(each)
            raise Wrong("") from None
        raise refusal(str(error)) from None


def refusal(sentence: str) -> click.UsageError:
    """Wrong usage: one sentence, exit code 2."""
    return click.UsageError(sentence[:1].lower() + sentence[1:], click.get_current_context(silent=True))


def tell_problem(problem: Diagnostic) -> None:
    """A diagnostic on the error stream."""
    warn(render(problem, color=colored(sys.stderr)) + "\n")


# ---------------------------------------------------------------- recorded games


def recorded_game(record: Mapping[str, Any], path: str, rules: str | None) -> tuple[Game, str]:
    """The game a record was made with, and how to name it on a command line."""
    name = rules or find_rules(record["source"], Path(path).parent)
    if name is None:
        raise refusal(
            f"the record is of `{record['source']}`, and no such game is here, beside the record or among the bundled; "
            "say where its rules are."
        )
    return load_game(name, **settings_of(record)), name


def find_rules(source: str, beside: Path) -> str | None:
    """The rules of a recorded game: a file of that name here, in `games`, or beside the record; else a bundled game."""
    for folder in (Path(), Path("games"), beside):
        path = folder / f"{source}.rules"
        if path.is_file():
            return str(path)
    return source if find_game(source) else None


def played_back(game: Game, record: Mapping[str, Any], anyway: bool = False) -> Match:
    """The match of a record; raises what the rules do wrong on the way."""
    try:
        return game.replay(record, anyway=anyway)
    except BadRecord as error:
        if isinstance(error.__cause__, RuleError):
            raise error.__cause__ from None
        hint = " (`rulelang replay --anyway`)" if error.changed and not anyway else ""
        raise Wrong(f"{error}{hint}") from None
