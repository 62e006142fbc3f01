"""Totals: the results of many games, as one row of integers that is added to.

Every engine produces the same numbers, so their meaning is defined here: `Totals` says where each is, `add_game` adds
one game. Generated C does the same by itself (rt/c/stats.c). Rows of two runs are merged by adding them up, so neither
the order of games nor who played them affects a statistic.

A series has a count, a sum, a sum of squares, and a histogram. The bins are single numbers up to 1023, then sixteen for
each doubling, on both sides of zero. Numbers too large to be squared and summed in 64 bits count as the largest that
can.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from math import lcm

from rulelang.base.frozen import Frozen, frozen

# The row begins with these.
HEAD = (
    "games",
    "ties",  # won by several
    "forced",  # choices with a single option
    "real",  # choices with more
    "options",  # … and how many options these had
    "halves",  # games with one winner, and a standing at half-time
    "behind",  # … whose winner did not lead then
    "last",  # … and was last
    "alone",  # … whose winner led alone then
)
SERIES = ("decisions", "rounds", "changes", "second", "spread", "settled")  # then a score a seat, then samples
USED = ("times", "users", "wins", "score", "games")  # of each cell

# Of each option that is offered. A game's sum over seats of what came of it, in wins or points above the average of the
# table, times what `Offer` keeps of the seat; squares and products say how far the mean can be trusted.
OFFERED = ("offered", "offered²", "wins", "wins²", "wins offered", "points", "points²", "points offered", "taken")
SHARE = 60  # what a win counts there
EVERY = 4  # games of which one notes its offers: to note all would take as long as to play

FINALE = "statistics.finale"  # the procedure that watches when the game is over

EXACT, PARTS, DOUBLINGS = 1024, 16, 15
SIDE = EXACT + PARTS * DOUBLINGS
BINS = 2 * SIDE
SERIES_WIDTH = 3 + BINS
LARGEST, LARGEST_SAMPLE = (1 << 24) - 1, (1 << 18) - 1
CHUNK = 1 << 13  # games in a row of 64-bit numbers, at most
MARKS = 1024  # rounds of a game whose standing is kept
SAMPLES = 4096  # samples of a game that generated C can keep
Row = defaultdict[int, int]  # by place; most of a row is zero


def bin_of(value: int) -> int:
    """The bin of a number; negative ones lie behind the others."""
    size = abs(value)
    if size >= EXACT:
        power = size.bit_length() - 11
        size = EXACT + power * PARTS + (size >> power + 6 & 15)
    return size if value >= 0 else SIDE + size


def bounds(place: int) -> tuple[int, int]:
    """The least and the greatest number of a bin."""
    size = place % SIDE
    low = high = size
    if size >= EXACT:
        power, part = divmod(size - EXACT, PARTS)
        low = 16 + part << power + 6
        high = low + (1 << power + 6) - 1
    return (low, high) if place < SIDE else (-high, -low)


@frozen
class Totals(Frozen):
    """Where the numbers lie, by the number of players, cells and series of samples. `most`: high scores are good."""

    players: int
    cells: int
    samples: int
    most: bool
    scored: bool
    offers: int = 0

    @cached_property
    def win(self) -> int:
        """What a win counts; several winners share it, evenly up to two dozen."""
        return lcm(*range(1, min(self.players, 24) + 1))

    @cached_property
    def wins(self) -> int:
        return len(HEAD)

    def series(self, number: int) -> int:
        return self.wins + self.players + number * SERIES_WIDTH

    @cached_property
    def scores(self) -> int:
        """The number of the series of the first seat's scores."""
        return len(SERIES)

    @cached_property
    def sampled(self) -> int:
        return self.scores + self.players

    @cached_property
    def used(self) -> int:
        return self.series(self.sampled + self.samples)

    @cached_property
    def width(self) -> int:
        return self.offered + self.offers * len(OFFERED)

    @cached_property
    def offered(self) -> int:
        return self.used + self.cells * len(USED)


@frozen
class Watched(Frozen):
    """One game, as generated Python and the reference have watched it. `number`: which one of its run it is.

    `counts`, `offers`: by cell and seat.
    """

    number: int
    scores: Sequence[int]
    winners: Sequence[int]
    asked: int
    forced: int
    real: int
    options: int
    counts: Sequence[int]
    offers: Sequence[int]
    samples: Sequence[tuple[int, int]]
    marks: Sequence[tuple[int, int]]


def add_game(row: Row, totals: Totals, game: Watched) -> None:
    """Adds a game."""
    scores = [max(-LARGEST, min(LARGEST, score)) for score in game.scores]
    share = totals.win // max(1, len(game.winners))
    for place, number in enumerate((1, len(game.winners) > 1, game.forced, game.real, game.options)):
        row[place] += number
    for seat in game.winners:
        row[totals.wins + seat - 1] += share
    add_numbers(row, totals, game, scores)
    add_half(row, game)
    if (settled := when_settled(game)) is not None:
        sample(row, totals, SERIES.index("settled"), settled)
    add_uses(row, totals, game, scores, share)
    if game.number % EVERY == 0:
        add_offers(row, totals, game, scores)


def add_numbers(row: Row, totals: Totals, game: Watched, scores: list[int]) -> None:
    sample(row, totals, 0, game.asked)
    sample(row, totals, 1, len(game.marks))
    if len(game.marks) > 1 and game.marks[1][0]:
        sample(row, totals, 2, lead_changes(game))
    if totals.scored:
        order = sorted(scores, reverse=totals.most)
        sample(row, totals, 3, abs(order[0] - order[min(1, len(order) - 1)]))
        sample(row, totals, 4, abs(order[0] - order[-1]))
        for seat, score in enumerate(scores):
            sample(row, totals, totals.scores + seat, score)
    for series, value in game.samples:
        sample(row, totals, totals.sampled + series, max(-LARGEST_SAMPLE, min(LARGEST_SAMPLE, value)))


def sample(row: Row, totals: Totals, number: int, value: int) -> None:
    at = totals.series(number)
    row[at] += 1
    row[at + 1] += value
    row[at + 2] += value * value
    row[at + 3 + bin_of(value)] += 1


def standings(game: Watched) -> list[tuple[int, int]]:
    """Who leads and who is last after each round but the final one."""
    return list(game.marks[1:MARKS])


def winners_mask(game: Watched) -> int:
    return sum(1 << seat for seat in game.winners)


def lead_changes(game: Watched) -> int:
    """How often somebody led alone who was not the last to do so; the winner leads in the end."""
    leader, changes = 0, 0
    for leaders in [*(leaders for leaders, _ in standings(game)), winners_mask(game)]:
        if leaders and not leaders & (leaders - 1):
            changes += leader not in (0, leaders)
            leader = leaders
    return changes


def add_half(row: Row, game: Watched) -> None:
    """How the winner stood after half of the rounds."""
    half, winner = min(len(game.marks) // 2, MARKS - 1), winners_mask(game)
    if half < 1 or len(game.winners) != 1 or not standings(game)[half - 1][0]:
        return
    leaders, last = standings(game)[half - 1]
    facts = (1, not leaders & winner, bool(last & winner) and not leaders & winner, leaders == winner)
    for place, fact in enumerate(facts, HEAD.index("halves")):
        row[place] += fact


def when_settled(game: Watched) -> int | None:
    """After which part of the rounds, in percent, the winner led alone for good; None if that cannot be told."""
    kept, winner = min(len(game.marks), MARKS), winners_mask(game)
    if kept < 2 or len(game.winners) != 1 or not game.marks[1][0]:
        return None
    since = kept
    while since > 1 and game.marks[since - 1][0] == winner:
        since -= 1
    return 100 * since // kept


def add_offers(row: Row, totals: Totals, game: Watched, scores: list[int]) -> None:
    """Option by option: how often it was offered, and what came of it for those who took it."""
    players, number, width = totals.players, len(game.winners), totals.players + 2
    shares = [SHARE // number if seat in game.winners else 0 for seat in range(1, players + 1)]
    won = [players * share - SHARE if number else 0 for share in shares]
    ahead = [players * score - sum(scores) for score in scores]
    for first in range(0, len(game.offers), width):
        offered, *sizes, took = game.offers[first : first + width]
        if offered:
            wins = sum(one * size for one, size in zip(won, sizes))
            points = sum(one * size for one, size in zip(ahead, sizes)) * (1 if totals.most else -1)
            wins, points = (max(-LARGEST, min(LARGEST, each)) for each in (wins, points))
            found = (offered, offered**2, wins, wins**2, wins * offered, points, points**2, points * offered, took)
            for place, each in enumerate(found, totals.offered + first // width * len(OFFERED)):
                row[place] += each


def add_uses(row: Row, totals: Totals, game: Watched, scores: list[int], share: int) -> None:
    """Cell by cell: times, seats that did it, what they won and scored, games."""
    width, at, counts = totals.players + 1, totals.used, game.counts
    for first in range(0, len(counts), width):
        here = counts[first : first + width]
        if any(here):
            row[at] += sum(here)
            row[at + 4] += 1
            for seat, times in enumerate(here):
                if seat and times:
                    row[at + 1] += 1
                    row[at + 2] += share if seat in game.winners else 0
                    row[at + 3] += scores[seat - 1]
        at += len(USED)
