"""Turns the options of `run` into a table that is ready to play."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.base.files import is_stream
from rulelang.cli.errors import refusal
from rulelang.cli.options.load import game_of_record, load_game, ready_game, replay_record
from rulelang.cli.options.settings import read_settings
from rulelang.cli.play.record_files import Order, must_be_writable, replay_command
from rulelang.cli.play.recorded import read_recorded
from rulelang.cli.play.seats import Bots, read_names, read_seats
from rulelang.cli.terminal import is_person
from rulelang.play.journal import is_in_use
from rulelang.play.match import Game, Match
from rulelang.present.english import pluralize, series

if TYPE_CHECKING:
    from rulelang.cli.play.starts import Opening


@attrs.frozen
class RunOptions:
    """The options of `run`, as given."""

    game: str | None
    players: int | None
    seed: int | None
    variants: tuple[str, ...]
    settings: tuple[str, ...]
    mods: tuple[str, ...]
    seats: str | None
    trace: str | None
    record: str | None
    resume: str | None
    as_json: bool
    names: str | None = None
    start: str | None = None

    def refuse_table(self, why: str, more: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Refuse options that set up a table: this one is fixed already."""
        fixed = {"--players": self.players, "--variant": self.variants, "--set": self.settings, **more}
        flags = [flag for flag, value in fixed.items() if value not in (None, ())]
        if flags:
            raise refusal(f"{why}; leave out {series(flags)}.")


@attrs.frozen
class Plan:
    """A game, a seed, who sits where, and where to write the record and the trace."""

    game: Game
    order: Order
    kinds: tuple[str, ...]
    kept: Path | None
    names: dict[int, str]
    past: dict[str, Any] | None = None
    source: str | None = None
    opening: Opening | None = None

    def begin(self) -> Match:
        """The match at its first question, or where its record ends; raises the error if the rules fail."""
        if self.past is not None:
            return replay_record(self.game, self.past)
        return self.opening.match if self.opening is not None else self.game.start(seed=self.order.seed)

    @property
    def news(self) -> str:
        """What the players should know about the part that was already played."""
        if self.past is not None:
            return f"The game goes on after {pluralize(len(self.past['answers']), 'answer')}."
        return self.opening.news if self.opening is not None else ""

    def again(self) -> str:
        """The command that leads to the same position."""
        if self.source is not None:
            return replay_command(self.order.game, self.source)
        return self.order.text(self.kinds)

    def bots(self) -> Bots:
        return Bots.seat(self.kinds, self.order.seed)


OURS = b'"rulelang '  # the format of records, journals and traces


def plan(given: RunOptions) -> Plan:
    """What to play, with every option checked."""
    must_be_writable("--trace", given.trace, OURS)
    must_be_writable("--record", given.record, OURS)
    found = plan_new(given) if given.resume is None else plan_resumed(given, given.resume)
    if found.kept is not None and not is_stream(found.kept) and is_in_use(found.kept):
        raise refusal(f"another game is kept in `{found.kept}` now; end it first, or give another file to `--record`.")
    return found


def plan_new(given: RunOptions) -> Plan:
    if given.game is None:
        raise refusal("say which game to play: a file, or a name that `rulelang games` lists.")
    kinds = read_seats(given.seats) if given.seats is not None else None
    options = read_settings(given.settings)
    players = given.players if given.players is not None else len(kinds) if kinds else None
    opening = None
    if given.start is not None:
        opening = open_at(given, given.game, given.start, players)
        game, seed = opening.match.game, opening.match.seed
    else:
        game = ready_game(given.game, players=players, variants=given.variants, options=options, mods=given.mods)
        seed = int.from_bytes(os.urandom(4)) % 1_000_000 if given.seed is None else given.seed
    order = Order(given.game, game.players, seed, given.variants, given.settings, given.mods, start=given.start)
    kept = Path(given.record) if given.record else None
    if kinds is None and game.test is not None and is_person() and not given.as_json:
        kinds = ("you",) * game.players  # the author of a test wants to try all seats in its position
    seats = kinds_of_seats(kinds, game.players, given.as_json)
    return Plan(game, order, seats, kept, read_names(given.names, game.players), opening=opening)


def open_at(given: RunOptions, name: str, words: str, players: int | None) -> Opening:
    """A match at the position that was asked for: the beginning of a test, or of a phase."""
    from rulelang.cli.play.starts import AtTest, at_phase, at_test, find_start

    start = find_start(name, given.mods, words)
    if isinstance(start, AtTest):
        game = load_game(name, mods=given.mods, test=start.title)
        others = None if given.players == game.players else given.players
        attrs.evolve(given, players=others).refuse_table(f"the test is for {game.players} players as it says itself")
        return at_test(game, given.seed)
    table = {"players": players, "variants": given.variants, "options": read_settings(given.settings)}
    return at_phase(load_game(name, mods=given.mods, **table), start.name, given.seed)


def plan_resumed(given: RunOptions, path: str) -> Plan:
    more = {"--seed": given.seed, "--mod": given.mods, "--from": given.start}
    given.refuse_table("`--resume` goes on with the game as it was", more)
    recorded = read_recorded(path)
    record = recorded.record
    game, name = game_of_record(record, path, given.game)
    kinds = read_seats(given.seats) if given.seats is not None else None
    order = Order(name, game.players, record["seed"], resumed=True)
    same = None if recorded.is_trace else Path(path)
    kept = Path(given.record) if given.record else same
    names = read_names(given.names, game.players)
    return Plan(game, order, kinds_of_seats(kinds, game.players, given.as_json), kept, names, record, path)


def kinds_of_seats(kinds: tuple[str, ...] | None, players: int, as_json: bool) -> tuple[str, ...]:
    """The kind of each seat: as asked; else you and thinking bots at a terminal, and random bots elsewhere."""
    if kinds is None:
        you = is_person() and not as_json
        return ("you", *["medium"] * (players - 1)) if you else ("random",) * players
    if len(kinds) != players:
        raise refusal(f"{players} play, and `--seats` names {len(kinds)}; name one kind for each seat.")
    if as_json and "you" in kinds:
        raise refusal("`--json` writes only the result, so you cannot sit there; give `--seats` with bots alone.")
    return kinds
