"""What decides who wins: the same beginnings continued many times by players who choose differently.

A deal is all the chance of a game: how cards lie, how dice fall. If it is played again with other choices, whatever
stays the same in the result was decided by the deal. The same goes for the first half of a game: if it is continued
from the middle of its decisions with other choices and dice, whatever stays the same was decided before. The share of
the variance is the intraclass correlation of a one-way analysis of variance, seat by seat. The interval is from a
jackknife over the beginnings, which are the independent observations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.engine.errors import RuleError
from rulelang.native.host.select import Stepper, Table, stepper
from rulelang.sim.figures import Share, Z
from rulelang.sim.setup import Setup, game_of

PLAYS = 8  # of each beginning
Deal = tuple[tuple[float, ...], ...]
"""What each seat came to, by play and seat: its part of the win."""
Progress = Callable[[int], None]
Begin = Callable[[Stepper, int, int, int], Deal]
"""Plays one beginning several times: on these tables, of this seed, that number, for so many players."""


def replay_deals(setup: Setup, seed: int, deals: int, progress: Progress | None = None) -> list[Deal]:
    """Some deals, each played several times by players who choose at random."""
    return again(one_deal, setup, seed, deals, progress)


def continue_games(setup: Setup, seed: int, games: int, progress: Progress | None = None) -> list[Deal]:
    """The first halves of some games of players who choose at random, each finished several times."""
    return again(one_half, setup, seed, games, progress)


def again(begin: Begin, setup: Setup, seed: int, number: int, progress: Progress | None) -> list[Deal]:
    """Some beginnings; those that the rules cannot play to their end are left out."""
    tables = stepper(game_of(attrs.evolve(setup, seats=(), engine="auto")).program)
    found = []
    for game in range(number):
        try:
            found.append(begin(tables, seed, game, setup.players))
        except RuleError:
            continue
        if progress is not None:
            progress(len(found))
    return found


def one_deal(tables: Stepper, seed: int, deal: int, players: int) -> Deal:
    """Chance is that of the deal, choices are those of the play."""
    return tuple(wins(one_play(tables, seed, deal, players + 1 + play).winners, players) for play in range(PLAYS))


def one_half(tables: Stepper, seed: int, game: int, players: int) -> Deal:
    """The first half of the decisions are those of the game; from there on, choices and chance are new."""
    answers = one_play(tables, seed, game, players + 1).answers
    half = tables.start(seed, game)
    for answer in answers[: len(answers) // 2]:
        half.choose(answer)
    seeds = [stream(seed, game, players + 2 + play) for play in range(PLAYS)]
    return tuple(wins(half.rollout(each).winners, players) for each in seeds)


def one_play(tables: Stepper, seed: int, game: int, lots: int) -> Table:
    """A game to its end; choices are those of a stream."""
    table, dice = tables.start(seed, game), Dice(stream(seed, game, lots))
    while not table.over:
        table.choose(dice.below(table.options))
    return table


def wins(winners: Sequence[int], players: int) -> tuple[float, ...]:
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(1, players + 1))


def share_decided(deals: Sequence[Deal]) -> Share | None:
    """The share of who wins that beginnings decide; None if too few were played, or nothing ever differs."""
    rows = [parts(deal) for deal in deals]
    sums = [sum(column) for column in zip(*rows)]
    if len(deals) < 3 or ratio(sums, len(deals)) is None:
        return None
    value = ratio(sums, len(deals)) or 0.0
    without = [ratio([whole - own for whole, own in zip(sums, row)], len(deals) - 1) for row in rows]
    left_out = [value if each is None else each for each in without]
    mean = sum(left_out) / len(left_out)
    error = Z * sqrt((len(deals) - 1) / len(deals) * sum((each - mean) ** 2 for each in left_out))
    return Share(min(1.0, max(0.0, value)), max(0.0, value - error), min(1.0, value + error))


def parts(deal: Deal) -> tuple[float, ...]:
    """What a deal adds, over its seats: sums of squares inside it, squares of its means, and by seat its means."""
    means = [sum(column) / len(deal) for column in zip(*deal)]
    inside = sum((value - mean) ** 2 for play in deal for value, mean in zip(play, means))
    return inside, sum(mean * mean for mean in means), *means


def ratio(sums: Sequence[float], deals: int) -> float | None:
    """The intraclass correlation from what deals add up to."""
    inside, squares, *means = sums
    within = inside / (deals * (PLAYS - 1))
    between = PLAYS * (squares - sum(total * total for total in means) / deals) / (deals - 1)
    whole = between + (PLAYS - 1) * within
    return (between - within) / whole if whole > 1e-12 else None
