"""Loading a game for a verb: errors are reported as verbs do, and end the verb."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.base.files import find_game
from rulelang.cli.errors import Wrong, refusal, report_load_errors
from rulelang.cli.options.settings import read_settings
from rulelang.cli.play.recorded import read_recorded
from rulelang.engine.errors import RuleError
from rulelang.play.errors import BadRecord
from rulelang.play.game_cache import load_kept
from rulelang.play.match import Game
from rulelang.play.record import settings_of

if TYPE_CHECKING:
    from rulelang.play.match import Match

Texts = tuple[str, ...]


def load_game(name: str, **settings: Any) -> Game:
    """The game in a file or of a name; settings as for `rulelang.load`."""
    with report_load_errors():
        from rulelang.play.game import load

        return load(name, **settings)


def ready_game(name: str, **settings: Any) -> Game:
    """The same without the game's tests: from the cache, if it was played before."""
    with report_load_errors():
        return load_kept(name, **settings)


def load_table(name: str, players: int | None, variants: Texts, settings: Texts, mods: Texts) -> Game:
    """A game with the settings that the options of a verb ask for."""
    return load_game(name, players=players, variants=variants, options=read_settings(settings), mods=mods)


# ---------------------------------------------------------------- recorded games


def game_of_record(record: Mapping[str, Any], path: str, rules: str | None) -> tuple[Game, str]:
    """The game of a record, and its name on a command line."""
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


def before_answer(path: str, rules: str | None, answer: int | None, anyway: bool) -> tuple[Match, int]:
    """The match of a recorded game before an answer, or at its end, and how many answers it has."""
    record = read_recorded(path).record
    game, _ = game_of_record(record, path, rules)
    given = len(record["answers"])
    if answer is not None and answer > given + 1:
        raise refusal(f"`{path}` has {given} answers; give a number from 1 to {given + 1}.")
    past = record["answers"] if answer is None else record["answers"][: answer - 1]
    return replay_record(game, {**record, "answers": past}, anyway), given


def replay_record(game: Game, record: Mapping[str, Any], anyway: bool = False) -> Match:
    """Replay a record; raises the error if the rules fail on the way."""
    try:
        return game.replay(record, anyway=anyway)
    except BadRecord as error:
        if isinstance(error.__cause__, RuleError):
            raise error.__cause__ from None
        hint = " (`rulelang replay --anyway`)" if error.changed and not anyway else ""
        raise Wrong(f"{error}{hint}") from None
