"""Who sits at a table: people and bots, by kind.

A bot has its own random stream, separate from the table's: the seed and the people's answers determine the whole game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import click

from rulelang.base.rng import Dice, stream
from rulelang.cli.errors import refusal

if TYPE_CHECKING:
    from rulelang.bots.kinds import Effort
    from rulelang.bots.players import Player
    from rulelang.play.match import Match


def read_seats(text: str) -> tuple[str, ...]:
    """The kinds of seats that a text such as `you,hard,random` names."""
    kinds = tuple(part.strip() for part in text.split(","))
    for kind in kinds:
        if kind not in ("you", "random"):
            check_kind(kind)
    return kinds


def check_kind(text: str) -> None:
    """Refuse an unknown kind of player."""
    from rulelang.bots.kinds import BadKind, read_kind

    try:
        read_kind(text)
    except BadKind as error:
        raise click.UsageError(str(error), click.get_current_context()) from None


def read_thinker(text: str) -> Effort:
    """The effort of a kind of bot; a kind that does not think is refused."""
    from rulelang.bots.kinds import read_kind

    check_kind(text)
    effort = read_kind(text).effort
    if effort is None:
        raise refusal(f"`{text}` does not think ahead; name one that does: easy, medium, hard, bot:500 or bot:2s.")
    return effort


def read_names(text: str | None, players: int) -> dict[int, str]:
    """The names of players that a text such as `Ann,Ben` gives, from the first seat on."""
    names = [part.strip() for part in text.split(",")] if text else []
    if len(names) > players:
        said = f"{players} play, and `--names` names {len(names)}; give one name for each seat."
        raise click.UsageError(said, click.get_current_context())
    if len({name for name in names if name}) < sum(map(bool, names)):
        raise click.UsageError("two players have the same name; tell them apart.", click.get_current_context())
    return {seat: name for seat, name in enumerate(names, 1) if name}


@attrs.define
class Bots:
    """The bots of a table: random bots by their random streams, all others as players.

    `counters` holds the positions of all streams before each answer so far.
    """

    kinds: tuple[str, ...]
    dice: dict[int, Dice]
    players: dict[int, Player]
    counters: list[dict[int, int]] = attrs.field(factory=list)

    @classmethod
    def seat(cls, kinds: tuple[str, ...], seed: int) -> Bots:
        """Bots for the seats that want one, at the beginning of a game."""
        dice = {seat: Dice(stream(seed, 0, player=seat)) for seat, kind in enumerate(kinds, 1) if kind == "random"}
        return cls(
            kinds, dice, {seat: make_player(kind, seat, seed) for seat, kind in enumerate(kinds, 1) if is_player(kind)}
        )

    def plays(self, seat: int) -> bool:
        return seat in self.dice or seat in self.players

    def answer(self, match: Match, seat: int) -> int:
        """The option that the bot at this seat chooses."""
        self.note()
        assert match.decision is not None
        if seat in self.dice:
            return self.dice[seat].below(len(match.decision.options))
        return self.players[seat].answer(match, seat)

    def hear(self, seat: int, options: int) -> None:
        """An answer that the bots need not think about: a person's, or one from a game that is resumed."""
        self.note()
        if seat in self.dice:
            self.dice[seat].below(options)

    def note(self) -> None:
        self.counters.append({each: dice.counter for each, dice in self.dice.items()})

    def take_back(self) -> None:
        """Undo the last answer."""
        for seat, counter in self.counters.pop().items():
            self.dice[seat].counter = counter


def is_player(kind: str) -> bool:
    return kind not in ("you", "random")


def make_player(kind: str, seat: int, seed: int) -> Player:
    """A player of a kind; if a third-party bot cannot be created, say so."""
    from rulelang.bots.kinds import read_kind
    from rulelang.bots.players import player_of
    from rulelang.bots.plugins import BotError

    try:
        return player_of(read_kind(kind), seat, seed)
    except BotError as error:
        raise refusal(str(error)) from None
