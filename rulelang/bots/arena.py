"""A tournament: several kinds of players on the same deals, with seats rotated.

For each deal, the contestants sit down in some order and then play the same deal once per rotation of the seats. So a
good deal or a good seat helps everybody equally. In each game, every player is compared with each contestant of another
kind: better, level or worse. A deal is one observation, because its games are not independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.bots.kinds import Kind, read_kind
from rulelang.bots.players import play, seat_players
from rulelang.play.game import load
from rulelang.play.match import Game

ELO = 400 / log(10)  # points of rating for a factor e of the odds
SPREAD = 1.96  # standard errors to either side, for 95 %


@frozen
class Contest(Frozen):
    """Who plays what: the game as `load` takes it, and the contestants by kind. Plain data, for other processes."""

    game: str
    players: int
    kinds: tuple[str, ...]
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    mods: tuple[str, ...] = ()


@attrs.frozen
class Deal:
    """The results of a deal.

    By pair of contestants: how often they were compared, and the sum of 1, ½ and 0. `wins`, `sat`: by contestant, the
    shares of games won and the number of games played, per seat.
    """

    pairs: dict[tuple[int, int], tuple[int, float]]
    wins: tuple[float, ...]
    sat: tuple[int, ...]


@lru_cache(maxsize=4)
def table_of(contest: Contest) -> tuple[Game, tuple[Kind, ...]]:
    game = load(
        contest.game,
        players=contest.players,
        variants=contest.variants,
        options=dict(contest.options),
        mods=contest.mods,
    )
    return game, tuple(map(read_kind, contest.kinds))


def line_up(contestants: int, players: int, deal: int) -> list[int]:
    """Who sits at a deal: each contestant as often as possible, with a different one first from deal to deal."""
    return [(deal + seat) % contestants for seat in range(players)]


def play_deal(contest: Contest, seed: int, deal: int) -> Deal:
    """The games of a deal: the same draws, with every contestant once at every seat."""
    game, kinds = table_of(contest)
    order = line_up(len(kinds), game.players, deal)
    wins, sat = [0.0] * len(kinds), [0] * len(kinds)
    pairs: dict[tuple[int, int], tuple[int, float]] = {}
    for turn in range(game.players):
        seats = order[turn:] + order[:turn]
        match = game.start(seed=seed, index=deal)
        play(match, seat_players([kinds[who] for who in seats], seed, deal))
        ranks = ranks_of(game, match)
        for place, who in enumerate(seats):
            sat[who] += 1
            wins[who] += (place + 1 in match.winners) / max(1, len(match.winners))
            for other, whom in enumerate(seats):
                if who != whom:
                    number, total = pairs.get((who, whom), (0, 0.0))
                    pairs[who, whom] = number + 1, total + compare_ranks(ranks[place], ranks[other])
    return Deal(pairs, tuple(wins), tuple(sat))


def ranks_of(game: Game, match: Any) -> list[Any]:
    """A rank for each seat, larger is better: first whether it wins, then the first criterion of `winner`."""
    winner = game.typed.winner
    sign = -1 if winner is not None and winner.criteria and not winner.criteria[0][0] else 1
    scores = [match.scores[seat] for seat in game.program.seats]
    known = all(isinstance(score, int) for score in scores)
    return [(seat in match.winners, sign * score if known else 0) for seat, score in zip(game.program.seats, scores)]


def compare_ranks(one: Any, two: Any) -> float:
    return 1.0 if one > two else 0.5 if one == two else 0.0


# ---------------------------------------------------------------- what it comes to


@attrs.frozen
class Share:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


@attrs.frozen
class Standing:
    """A contestant: rating (the mean of all is 1500), share of games won beside an even share, seats played."""

    kind: str
    rating: Share
    wins: Share
    even: float
    games: int


@attrs.frozen
class Table:
    """The end of a tournament. `cross`: by pair, how often the first came out ahead, ties as half."""

    standings: tuple[Standing, ...]
    cross: dict[tuple[int, int], Share]
    deals: int
    players: int


def table(contest: Contest, deals: Sequence[Deal]) -> Table:
    """Ratings and the cross table of a tournament. Ratings are Bradley–Terry, on the chess scale."""
    number = len(contest.kinds)
    cross = {
        (one, two): pair_share(deals, one, two)
        for one in range(number)
        for two in range(number)
        if one != two and any((one, two) in deal.pairs for deal in deals)
    }
    ratings = rate(deals, number)
    standings = []
    for who, kind in enumerate(contest.kinds):
        wins = ratio([(deal.wins[who], deal.sat[who]) for deal in deals])
        games = sum(deal.sat[who] for deal in deals)
        standings.append(Standing(kind, ratings[who], wins, 1 / contest.players, games))
    return Table(tuple(standings), cross, len(deals), contest.players)


def pair_share(deals: Iterable[Deal], one: int, two: int) -> Share:
    found = [deal.pairs[one, two] for deal in deals if (one, two) in deal.pairs]
    return ratio([(total, number) for number, total in found])


def ratio(parts: Sequence[tuple[float, int]]) -> Share:
    """The ratio of two sums, with the standard error between deals."""
    weight = sum(number for _, number in parts)
    if not weight:
        return Share(0.5, 0.0, 1.0)
    value = sum(total for total, _ in parts) / weight
    many = len(parts)
    if many < 2:
        return Share(value, 0.0, 1.0)
    mean = weight / many
    spread = sum((total - value * number) ** 2 for total, number in parts) / (many - 1)
    error = SPREAD * sqrt(spread / many) / mean
    return Share(value, max(0.0, value - error), min(1.0, value + error))


def rate(deals: Sequence[Deal], number: int) -> list[Share]:
    """Ratings with intervals: those of the whole, and how far they move when one deal is left out (the jackknife)."""
    whole = totals(deals, number)
    best = bradley_terry(whole, number)
    if len(deals) < 2:
        return [Share(value, value - 800, value + 800) for value in best]
    groups = min(len(deals), 40)
    others = []
    for group in range(groups):
        part = totals([deal for at, deal in enumerate(deals) if at % groups == group], number)
        others.append(bradley_terry({key: less(whole[key], part.get(key)) for key in whole}, number))
    found = []
    for who, value in enumerate(best):
        mean = sum(each[who] for each in others) / groups
        error = SPREAD * sqrt((groups - 1) / groups * sum((each[who] - mean) ** 2 for each in others))
        found.append(Share(value, value - error, value + error))
    return found


Totals = dict[tuple[int, int], tuple[int, float]]


def totals(deals: Iterable[Deal], number: int) -> Totals:
    found: Totals = {}
    for deal in deals:
        for key, (times, total) in deal.pairs.items():
            before = found.get(key, (0, 0.0))
            found[key] = before[0] + times, before[1] + total
    return found


def less(whole: tuple[int, float], part: tuple[int, float] | None) -> tuple[int, float]:
    return whole if part is None else (whole[0] - part[0], whole[1] - part[1])


def bradley_terry(pairs: Totals, number: int, rounds: int = 200) -> list[float]:
    """Maximum likelihood ratings; half a drawn game is added to each pair, so that a contestant who never lost is not
    infinitely strong.
    """
    strength = [1.0] * number
    for _ in range(rounds):
        fresh = []
        for who in range(number):
            won = below = 0.0
            for other in range(number):
                if (who, other) in pairs:
                    times, total = pairs[who, other]
                    won += total + 0.25
                    below += (times + 0.5) / (strength[who] + strength[other])
            fresh.append(won / below if below else 1.0)
        middle = exp(sum(map(log, fresh)) / number)
        strength = [each / middle for each in fresh]
    return [1500 + ELO * log(each) for each in strength]
