"""A report: all results of a simulation as plain data. The terminal, JSON, CSV and HTML show the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import source_name
from rulelang.native.totals import HEAD, OFFERED, SERIES, SHARE, USED
from rulelang.sim.engines import NAMES
from rulelang.sim.figures import Effect, Numbers, Share, effect, numbers, share
from rulelang.sim.run import Run
from rulelang.sim.setup import prepare
from rulelang.sim.sheet import FIRST, STARTS, Use
from rulelang.sim.tally import Fault

VERSION = 3


@frozen
class Seat(Frozen):
    """A win that is shared counts its part."""

    seat: int
    wins: Share
    score: Numbers


@frozen
class Used(Frozen):
    """Something that was done. `users`: seats in games that did it. `wins`, `score`: theirs; none where none did."""

    kind: str
    group: str
    name: str
    text: str
    times: int
    games: int
    users: int
    wins: Share | None
    score: float | None


@frozen
class Offered(Frozen):
    """An option, in the games that note offers. `taken`: of the times it was offered.

    `wins`, `points`: how much more often those win who take it, and by how many points more they beat the average of
    their table, than all who face the same decisions and choose at random. None where it was offered too seldom to
    say. `cost`: what an action makes its taker pay, by resource.
    """

    kind: str
    group: str
    name: str
    offered: int
    taken: Share
    wins: Effect | None
    points: Effect | None
    cost: tuple[tuple[str, float], ...] = ()


@frozen
class Role(Frozen):
    """How those fared who had a place in turn order. `games`: in which somebody had it."""

    group: str
    name: str
    games: int
    wins: Share
    score: float | None


@frozen
class Measured(Frozen):
    """Numbers that came up: prices, answers, lines of scores."""

    kind: str
    group: str
    name: str
    text: str
    numbers: Numbers


@frozen
class Half(Frozen):
    """The standing of winners after half of the rounds, in games with one winner. `behind` includes `last`."""

    games: int
    alone: Share
    behind: Share
    last: Share


@frozen
class Report(Frozen):
    """`why`: one line on the engine, empty if it is C. `rounds_are`: the loops whose passes are rounds."""

    title: str
    game: str
    players: int
    variants: tuple[str, ...]
    options: dict[str, Any]
    mods: tuple[str, ...]
    seed: int
    wanted: int
    games: int
    stopped: bool
    engine: str
    why: str
    statistics: bool
    bots: tuple[str, ...]
    """Who sat at each seat."""
    seats: tuple[Seat, ...]
    roles: tuple[Role, ...]
    starts: tuple[Share, ...]
    """By seat, how often it was the first to choose."""
    scored: bool
    most: bool
    ties: Share
    decisions: Numbers
    rounds: Numbers
    rounds_are: tuple[str, ...]
    changes: Numbers
    second: Numbers
    spread: Numbers
    settled: Numbers
    half: Half
    forced: Share
    branching: float
    uses: tuple[Used, ...]
    offers: tuple[Offered, ...]
    measures: tuple[Measured, ...]
    faulty: int
    faults: tuple[Fault, ...]
    beside: Report | None
    """Games of players who think, beside these."""

    def groups(self, kind: str) -> Iterator[tuple[str, list[Used], list[Measured]]]:
        """Of a kind of things each group: what was done in it how often, and what was measured."""
        some: list[Used | Measured] = [*self.uses, *self.measures]
        for group in dict.fromkeys(each.group for each in some if each.kind == kind):
            uses = [each for each in self.uses if (each.kind, each.group) == (kind, group)]
            yield group, uses, [each for each in self.measures if (each.kind, each.group) == (kind, group)]

    @property
    def at_random(self) -> bool:
        """Did all players choose at random?"""
        return set(self.bots) == {"random"}

    @property
    def score(self) -> float:
        """The mean score of a seat."""
        return sum(each.score.mean for each in self.seats) / max(1, len(self.seats))

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {"version": VERSION, **attrs.asdict(self)}


def report_of(run: Run) -> Report:
    """What a run comes to."""
    engine, why = engine_of(run)
    sheet, setup, row = prepare(run.setup).sheet, run.setup, run.tally.row
    totals = sheet.totals
    head = {name: row.get(place, 0) for place, name in enumerate(HEAD)}
    games, win = head["games"], totals.win
    series = {name: numbers(row, totals.series(place)) for place, name in enumerate(SERIES)}
    seats = tuple(
        Seat(
            seat,
            share(row.get(totals.wins + seat - 1, 0) / win, games),
            numbers(row, totals.series(totals.scores + seat - 1)),
        )
        for seat in range(1, totals.players + 1)
    )
    measures = tuple(
        Measured(each.kind, each.group, each.name, each.text, numbers(row, totals.series(totals.sampled + place)))
        for place, each in enumerate(sheet.measures)
    )
    halves, done = head["halves"], use_rows(run)
    return Report(
        title=sheet.title,
        game=source_name(setup.source.name),
        players=setup.players,
        variants=setup.variants,
        options=json.loads(setup.options),
        mods=tuple(source_name(mod.name) for mod in setup.mods),
        seed=run.seed,
        wanted=run.wanted,
        games=games,
        stopped=run.stopped,
        engine=engine,
        why=why,
        statistics=setup.statistics,
        bots=setup.seats or ("random",) * setup.players,
        seats=seats,
        roles=roles_of(done, seats),
        starts=tuple(share(each.times, games) for each in done if each.group == STARTS and each.name != "other"),
        scored=totals.scored,
        most=totals.most,
        ties=share(head["ties"], games),
        **series,
        rounds_are=sheet.rounds,
        half=Half(halves, *(share(head[name], halves) for name in ("alone", "behind", "last"))),
        forced=share(head["forced"], head["forced"] + head["real"]),
        branching=head["options"] / max(1, head["real"]),
        uses=tuple(each for each in done if each.kind != "role"),
        offers=offer_rows(run, measures),
        measures=tuple(each for each in measures if each.numbers.count and not is_price_again(each, measures)),
        faulty=run.tally.faulty,
        faults=run.tally.faults,
        beside=None,
    )


def use_rows(run: Run) -> tuple[Used, ...]:
    """Everything that could be done; what is left over only if it was."""
    sheet, row, found = prepare(run.setup).sheet, run.tally.row, []
    for cell, use in enumerate(sheet.uses):
        at = sheet.totals.used + cell * len(USED)
        times, users, wins, score, games = (row.get(at + place, 0) for place in range(len(USED)))
        if use.rest and not times:
            continue
        fared = share(wins / sheet.totals.win, users) if users else None
        mean = score / users if users and sheet.totals.scored else None
        found.append(Used(use.kind, use.group, use.name, use.text, times, games, users, fared, mean))
    return tuple(found)


def roles_of(done: Sequence[Used], seats: Sequence[Seat]) -> tuple[Role, ...]:
    """The places in turn order, as other uses are counted; who always chooses first, or is always P1, needs no second
    name.
    """
    some = [each for each in done if each.kind == "role" and each.group != STARTS and each.name != "other"]
    roles = [Role(each.group, each.name, each.users, each.wins, each.score) for each in some if each.wins]
    wins = {group: [each.wins for each in roles if each.group == group] for group in (each.group for each in roles)}
    known = [wins.get(FIRST), [each.wins for each in seats]]
    return tuple(each for each in roles if each.group == FIRST or wins[each.group] not in known)


def offer_rows(run: Run, measures: Sequence[Measured]) -> tuple[Offered, ...]:
    """Every option that was offered."""
    sheet, row, found = prepare(run.setup).sheet, run.tally.row, []
    players = sheet.totals.players
    for cell, use in enumerate(sheet.uses[place] for place in sheet.offers):
        at = sheet.totals.offered + cell * len(OFFERED)
        number, taken = row.get(at, 0), row.get(at + OFFERED.index("taken"), 0)
        if number:
            wins = effect(row, at, OFFERED.index("wins"), players * SHARE)
            points = effect(row, at, OFFERED.index("points"), players) if sheet.totals.scored else None
            cost = cost_of(use, row.get(sheet.totals.used + sheet.offers[cell] * len(USED), 0), measures)
            found.append(Offered(use.kind, use.group, use.name, number, share(taken, number), wins, points, cost))
    return tuple(found)


def cost_of(use: Use, times: int, measures: Sequence[Measured]) -> tuple[tuple[str, float], ...]:
    """What taking an action makes one pay, on average, by resource."""
    where = f"{use.group}.{use.name}"
    pays = [each for each in measures if (each.kind, each.group) == ("money", where)] if use.kind == "action" else []
    return tuple((each.name.removesuffix(" paid"), each.numbers.mean * each.numbers.count / times)
                 for each in pays if times and each.numbers.count)  # fmt: skip


def is_price_again(payment: Measured, measures: Sequence[Measured]) -> bool:
    """Are payments those that an auction has told as its prices?"""
    prices = [each for each in measures if each.kind == "auction" and each.name == payment.name]
    at, numbers = payment.group.partition(".")[0], payment.numbers
    return payment.kind == "money" and any(each.group == at and each.numbers == numbers for each in prices)


def engine_of(run: Run) -> tuple[str, str]:
    """The engine that played, and why not a faster one; for several on a cluster, the fastest, and the others."""
    played = [name for name in NAMES if name in run.engines]
    if not played:
        engine = prepare(run.setup).engine
        return engine.name, engine.why
    first, *others = played
    told = [f"on some workers by {NAMES[name]} ({run.engines[name]})" for name in others]
    return first, "; ".join([run.engines[first], *told] if run.engines[first] else told)


def engine_line(report: Report) -> str:
    """Who has played, on which engine, and why on no faster one."""
    line = f"Played by {NAMES[report.engine]}"
    return f"{line}: {report.why}." if report.why else f"{line}."
