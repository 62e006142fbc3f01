"""Players: anything that sits at a seat and answers for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.bots.apart import Apart
from rulelang.bots.kinds import Effort, Kind, Thought
from rulelang.bots.plugins import Bot, answer_of, make
from rulelang.play.match import Match


class Player(Protocol):
    """Answers for a seat that is asked: the index of an option."""

    def answer(self, match: Match, seat: int) -> int: ...


@attrs.define
class RandomPlayer:
    """Chooses uniformly at random, from its own random stream, so that exchanging a bot does not change the deal."""

    dice: Dice

    def answer(self, match: Match, seat: int) -> int:
        assert match.decision is not None
        return self.dice.below(len(match.decision.options))


@attrs.frozen
class Searcher:
    """Thinks about each question independently: its answer depends only on the seat's log and the seed.

    The search is loaded at the first question, so that a table appears without delay.
    """

    effort: Effort
    seed: int

    def think(self, match: Match, seat: int) -> Thought:
        from rulelang.bots.thinking import think

        return think(match, seat, self.effort, self.seed)

    def answer(self, match: Match, seat: int) -> int:
        from rulelang.bots.thinking import decide

        return decide(self.think(match, seat), self.effort, match, seat, self.seed)


@attrs.frozen
class Plugged:
    """A third-party bot. It receives plain data."""

    name: str
    bot: Bot

    def answer(self, match: Match, seat: int) -> int:
        view = match.view(seat)
        if view["decision"] is None:
            raise AssertionError("only who is asked can answer")
        return answer_of(self.name, self.bot, view, match.log(seat))


def player_of(kind: Kind, seat: int, seed: int, game: int = 0) -> Player:
    """A player of a kind at a seat, for one game of a seed. Raises BotError."""
    if kind.plugin:
        made = Apart if kind.apart else make
        return Plugged(kind.plugin, made(kind.plugin, stream(seed, game, seat)))
    if kind.effort is not None:
        return Searcher(kind.effort, seed)
    return RandomPlayer(Dice(stream(seed, game, seat)))


def seat_players(kinds: Sequence[Kind], seed: int, game: int = 0) -> dict[int, Player]:
    """A player for each seat."""
    return {seat: player_of(kind, seat, seed, game) for seat, kind in enumerate(kinds, 1)}


def play(match: Match, players: dict[int, Player]) -> list[int]:
    """Plays a match to its end; returns all answers that were given."""
    given = []
    while (decision := match.decision) is not None:
        index = players[decision.seat].answer(match, decision.seat)
        match.choose(index)
        given.append(index)
    return given
