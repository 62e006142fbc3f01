"""Games played by bots: their answers are given to the reference, which counts as in any game."""

from __future__ import annotations

from rulelang.bots.kinds import read_kind
from rulelang.bots.players import play, seat_players
from rulelang.engine.match import Match
from rulelang.native.totals import EVERY, Watched
from rulelang.play.match import Game
from rulelang.sim.in_python import Play, finale_of, one_by_one, watched_match
from rulelang.sim.instrument import Watch
from rulelang.sim.model import Chunk


def bots(watch: Watch, game: Game, seats: tuple[str, ...]) -> Chunk:
    """Games of players of these kinds, one at each seat."""
    return one_by_one(watch, bots_play(watch, game, seats))


def bots_play(watch: Watch, game: Game, seats: tuple[str, ...]) -> Play:
    kinds = tuple(map(read_kind, seats))
    program, finale = watch.program, finale_of(watch.program)

    def play_one(seed: int, number: int) -> Watched:
        answers = play(game.start(seed=seed, index=number), seat_players(kinds, seed, number))
        match = Match(program, seed, game=number)
        for index in answers:
            match.runner.answer(index)
        finale(match.runner.s)
        return watched_match(watch, match, number * EVERY, len(answers))  # games of bots are few: all note their offers

    return play_one
