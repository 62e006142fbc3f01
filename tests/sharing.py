"""Games are linked, checked and loaded once in a process, for all that is asked of them there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulelang.base import limits
from rulelang.base.source import Source
from rulelang.play import game
from rulelang.play.match import Game


def share_games(changed: Callable[[], bool] = lambda: False) -> None:
    """From now on. `changed`: has something changed what games are made by?"""

    def stands_alone(source: Source, mods: Sequence[Source], shelf: Any) -> bool:
        """Not so if it stands on files that may have changed."""
        return not mods and shelf is None and "extends" not in source.text and not changed()

    game.link, game.check = shared_checks(game.link, game.check, stands_alone)
    game.assemble_within = shared_games(game.assemble_within, stands_alone)


def shared_checks(
    link: Callable[..., Any], check: Callable[..., Any], stands_alone: Callable[..., bool]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Links and checks the rules of a game once for all tables that it is played at."""
    linked: dict[Any, Any] = {}
    checked: dict[int, Any] = {}

    def shared_link(source: Source, variants: Sequence[str], mods: Sequence[Source], shelf: Any) -> Any:
        if not stands_alone(source, mods, shelf):
            return link(source, variants, mods, shelf=shelf)
        key = source, tuple(variants), limits.current()
        if key not in linked:
            linked[key] = link(source, variants, mods, shelf=shelf)
        return linked[key]

    def shared_check(found: Any) -> Any:
        if not any(found is each for each, _ in linked.values()):
            return check(found)
        if id(found) not in checked:
            checked[id(found)] = check(found)
        return checked[id(found)]

    return shared_link, shared_check


def shared_games(assembled: Callable[..., Game], stands_alone: Callable[..., bool]) -> Callable[..., Game]:
    """Loads a game at a table once, unless it stands on others."""
    kept: dict[Any, Game] = {}

    def shared(
        source: Source,
        players: int | None,
        variants: Sequence[str],
        options: Mapping[str, object],
        mods: Sequence[Source],
        shelf: Any,
        test: str | None = None,
    ) -> Game:
        if test is not None or not stands_alone(source, mods, shelf):
            return assembled(source, players, variants, options, mods, shelf, test)
        key = source, players, tuple(variants), repr(sorted(options.items())), limits.current()
        if key not in kept:
            kept[key] = assembled(source, players, variants, options, mods, shelf)
        return kept[key]

    return shared
