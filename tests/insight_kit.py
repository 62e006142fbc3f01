"""An independent count of what reports tell: from the events of the reference, and games with planted effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import attrs
from helpers import Setup, counts

from rulelang.base.rng import Dice, stream
from rulelang.engine.match import Match
from rulelang.native.totals import EVERY, OFFERED, SERIES, USED
from rulelang.program import Program
from rulelang.program.events import Chose, Entered, Event, Left, Moved, Paid
from rulelang.sim.dominance import dominated_options, strong
from rulelang.sim.engines import reference_engine
from rulelang.sim.instrument import Watch, watch_program
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of
from rulelang.sim.sheet import BUYER, FIRST, GAINED, PAID
from rulelang.sim.thinking import sure_tastes, thinkers
from rulelang.sim.wording import fairness, role_sentence

SEED = 7


def report(name: object, games: int, seed: int = SEED, **more: Any) -> Report:
    return report_of(simulate(setup_of(str(name), **more), seed, games))


@lru_cache(maxsize=2)
def played(name: str, games: int, first: int = 0) -> list[Match]:
    """Some games of random players, with all that happened."""
    return played_of(program_of(name), games, first)


def played_of(program: Program, games: int, first: int = 0) -> list[Match]:
    found = []
    for game in range(first, first + games):
        match = Match(program, SEED, game=game)
        seats = [Dice(stream(SEED, game, seat)) for seat in range(program.players + 1)]
        while (question := match.runner.question) is not None:
            match.runner.answer(seats[question.seat].below(len(question.options)))
        found.append(match)
    return found


def program_of(name: str) -> Program:
    return Setup(name, counts(name)[0]).game.program


# ---------------------------------------------------------------- counted a second time

Row = Mapping[int, int]
Count = dict[Any, tuple[int, int]]
"""How often, and how much or how often taken, by what it is."""


def miscounted(name: str, games: int, first: int = 0) -> Iterator[str]:
    """Figures of a report that are not those of the events. Only some games note offers: `first` is one of them."""
    assert first % EVERY == 0
    matches, program = played(name, games, first), program_of(name)
    watch = watch_program(program)
    row = reference_engine(watch).chunk(SEED, first, games).row
    for what, told, counted in (
        ("actions", actions_told(watch, row), actions_counted(program, matches[::EVERY])),
        ("values", values_told(watch, row), values_counted(program, matches[::EVERY])),
        ("payments", payments_told(watch, row), payments_counted(matches)),
        ("prices", prices_told(watch, row), prices_counted(program, matches)),
        ("gains", gains_told(name, watch, row), gains_counted(name, matches)),
        ("roles", roles_told(watch, row), roles_counted(matches, program.players)),
        ("length", length_told(watch, row), length_counted(matches)),
    ):
        for key in told:
            if told[key] != counted.get(key, (0, 0)):
                yield f"{name}, {what}: {key} is {told[key]}, and {counted.get(key)} by the events"


def actions_counted(program: Program, matches: list[Match]) -> Count:
    offered: Counter[Any] = Counter()
    taken: Counter[Any] = Counter()
    for event in (event for match in matches for event in match.events if isinstance(event, Chose)):
        names = event.name.split("+")
        for at, option in enumerate(event.options if set(names) <= set(program.game.menus) else ()):
            if isinstance(option, tuple):
                key = names[option[0]], program.game.menus[names[option[0]]].actions[option[1]].name
                offered[key] += 1
                taken[key] += at == event.taken
    return {key: (offered[key], taken[key]) for key in offered}


def actions_told(watch: Watch, row: Row) -> Count:
    found: Count = {}
    for use, offered, taken in offers(watch, row):
        if use.kind == "action" and use.name != "pass":
            key = use.group, use.name.rpartition(": ")[2]
            before = found.get(key, (0, 0))
            found[key] = before[0] + offered, before[1] + taken
    return found


def values_counted(program: Program, matches: list[Match]) -> Count:
    """Choices of one value: how many options lay before the seats, and how often, by decision."""
    found: Count = {}
    for event in (event for match in matches for event in match.events if isinstance(event, Chose)):
        if event.name not in program.game.menus:
            before = found.get(event.name, (0, 0))
            found[event.name] = before[0] + len(event.options), before[1] + 1
    return found


def values_told(watch: Watch, row: Row) -> Count:
    found: Count = {}
    for use, offered, taken in offers(watch, row):
        if use.kind == "answer" and offered and use.group.partition(".")[0] not in watch.program.game.menus:
            before = found.get(use.group, (0, 0))
            found[use.group] = before[0] + offered, before[1] + taken
    return found


def offers(watch: Watch, row: Row) -> Iterator[tuple[Any, int, int]]:
    for cell, place in enumerate(watch.sheet.offers):
        at = watch.totals.offered + cell * len(OFFERED)
        yield watch.sheet.uses[place], row.get(at, 0), row.get(at + OFFERED.index("taken"), 0)


def payments_counted(matches: list[Match]) -> Count:
    """By resource: how much seats have paid, to whomever, and how much they have left of what they ever got."""
    paid: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for event in (event for match in matches for event in match.events if isinstance(event, Paid)):
        if isinstance(event.source, int) and event.source > 0:
            paid[event.resource] += event.amount
            left[event.resource] -= event.amount
        if isinstance(event.target, int) and event.target > 0:
            left[event.resource] += event.amount
    return {("paid", name): (0, paid[name]) for name in left} | {("unused", name): (0, left[name]) for name in left}


def payments_told(watch: Watch, row: Row) -> Count:
    found: Count = {}
    for place, each in enumerate(watch.sheet.measures):
        if each.kind == "money":
            resource, _, what = each.name.rpartition(" ")
            at = watch.totals.series(watch.totals.sampled + place)
            found[what, resource] = 0, found.get((what, resource), (0, 0))[1] + row.get(at + 1, 0)
    return {key: count for key, count in found.items() if count[1]}


def prices_counted(program: Program, matches: list[Match]) -> Count:
    """By auction and resource: sales, and what was paid while they ran. (Nobody but the buyer pays.)"""
    found: Count = {}
    for name, window in ((name, window) for match in matches for name, window in sales(program, match)):
        sold = any(isinstance(event, Chose) and isinstance(event.options[event.taken], int) for event in window)
        for resource in program.game.resources:
            amounts = [each.amount for each in window if isinstance(each, Paid) and each.resource == resource]
            before = found.get((name, resource), (0, 0))
            found[name, resource] = before[0] + sold, before[1] + sum(amounts)
    return found


def sales(program: Program, match: Match) -> Iterator[tuple[str, list[Event]]]:
    """The events of each auction of a game, from when it is entered until it is left."""
    open_at: dict[str, int] = {}
    for at, event in enumerate(match.events):
        name = program.game.procs[event.proc].declared if isinstance(event, Entered | Left) else ""
        instance = program.game.instances.get(name)
        if instance is not None and instance.family == "auction":
            if isinstance(event, Entered):
                open_at[name] = at
            else:
                yield name, list(match.events[open_at.pop(name) : at])


def prices_told(watch: Watch, row: Row) -> Count:
    found: Count = {}
    for place, each in enumerate(watch.sheet.measures):
        if each.kind == "auction" and each.name.endswith(PAID):
            at = watch.totals.series(watch.totals.sampled + place)
            found[each.group, each.name.removesuffix(PAID)] = row.get(at, 0), row.get(at + 1, 0)
    return found


def gains_counted(name: str, matches: list[Match]) -> Count:
    """What the buyers of stands have made of them: goals, the Favorite on these, and what their coins lose."""
    found: Counter[str] = Counter()
    for gain in (gain for match in matches if name == "nosh" for gain in stand_gains(match)):
        found["sales"] += 1
        found["gain"] += gain
        found["loses points by it" if gain < 0 else "gains points" if gain else "comes out even"] += 1
    return {key: (0, count) for key, count in found.items()}


def stand_gains(match: Match) -> Iterator[int]:
    """What each sale has brought its buyer, until the buyer was served."""
    coins, zones, favorite = Counter[object](), match.program.zones, dict[object, object]()
    buyer, gain = 0, 0
    for event in match.events:
        if isinstance(event, Paid):
            coins[event.source] -= event.amount
            coins[event.target] += event.amount
        elif isinstance(event, Entered) and event.proc == "StandSale.sold":
            buyer = int(str(event.arguments[0]))
            gain = -(coins[buyer] // 2)
        elif isinstance(event, Moved) and zones[event.target].name == "favorite":
            favorite[zones[event.target].owner] = event.looks[0][1]
        elif isinstance(event, Moved) and zones[event.target].name == "claimed" and buyer:
            _, _, points, needs = event.looks[0]
            gain += int(str(points)) + 2 * (favorite[buyer] in tuple(needs))  # type: ignore[arg-type]
        elif isinstance(event, Left) and event.proc == "serve" and buyer:
            yield gain + coins[buyer] // 2
            buyer = 0


def gains_told(name: str, watch: Watch, row: Row) -> Count:
    if name != "nosh":
        return {}
    place = next(place for place, each in enumerate(watch.sheet.measures) if each.name == GAINED)
    at = watch.totals.series(watch.totals.sampled + place)
    uses = {use.name: watch.totals.used + len(USED) * cell for cell, use in enumerate(watch.sheet.uses)
            if use.group.endswith(BUYER) and not use.rest}  # fmt: skip
    shares = {name: (0, row.get(place, 0)) for name, place in uses.items()}
    return {"sales": (0, row.get(at, 0)), "gain": (0, row.get(at + 1, 0)), **shares}


def roles_counted(matches: list[Match], players: int) -> Count:
    """By place behind who chose first: games, and wins. Where all choose at the same time, nobody is first."""
    found: dict[Any, list[Any]] = {place: [0, 0.0] for place in range(players)}
    for match in matches:
        asked = (event for event in match.events if isinstance(event, Chose) and not event.secret)
        first = next((event.seat for event in asked), None)
        for seat in range(1, players + 1) if first is not None else ():
            row = found[(seat - first) % players]
            row[0] += 1
            row[1] += (seat in match.winners) / max(1, len(match.winners))
    return {place: (row[0], round(row[1] * 1000)) for place, row in found.items()}


def roles_told(watch: Watch, row: Row) -> Count:
    cells = [cell for cell, use in enumerate(watch.sheet.uses) if use.group == FIRST and use.name != "other"]
    at = [watch.totals.used + 5 * cell for cell in cells]
    return {
        place: (row.get(each + 1, 0), round(1000 * row.get(each + 2, 0) / watch.totals.win))
        for place, each in enumerate(at)
    }


def length_counted(matches: list[Match]) -> Count:
    asked = [sum(isinstance(event, Chose) and event.asked for event in match.events) for match in matches]
    return {"decisions": (len(asked), sum(asked))}


def length_told(watch: Watch, row: Row) -> Count:
    at = watch.totals.series(SERIES.index("decisions"))
    return {"decisions": (row.get(at, 0), row.get(at + 1, 0))}


# ---------------------------------------------------------------- planted effects

PLAIN = """rules 1
game "Plain" for 3 players "Draw, and take one of three."
enum Pick: red, green, blue
var points[Seat]: Int = 0
resource coins[Seat]: 60, open
setup:
  for p in seats: pay 5 coins from bank to p
play:
  repeat 4 times:
    for p in seats:
      p chooses c from Pick "Take one"
      let gain = random 1..6
      points[p] += gain
winner p: most points[p] + coins[p]
"""
COIN = PLAIN.replace("play:\n", "play:\n  pay 2 coins from bank to P1\n")
NEVER = PLAIN.replace("points[p] += gain", "points[p] += if c == blue then gain - 1 else gain")
FREE = PLAIN.replace("points[p] += gain", "points[p] += if c == red then gain + 1 else gain")


def claimed(found: Report) -> bool:
    """Does a report say that anything in a game is not even?"""
    seats = "No seat" not in fairness(found)
    roles = any("No place" not in role_sentence(found, group) for group in {each.group for each in found.roles})
    return seats or roles or bool(dominated_options(found) or strong(found))


def alike_told_apart(path: object, seed: int, games: int = 5_000, **more: Any) -> bool:
    """Are bots that choose at random said to choose otherwise than players who do?"""
    beside = report_of(simulate(thinkers(setup_of(str(path)), "random"), seed, 25))
    return bool(sure_tastes(attrs.evolve(report(path, games, seed, **more), beside=beside)))
