"""Reports that a designer can trust: counted a second time from traces, planted effects found, no false claims."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import attrs
import pytest
from helpers import ALL, ROOT, Setup, counts
from native_kit import needs_c

from rulelang.base.rng import Dice, stream
from rulelang.engine.match import Match
from rulelang.native.totals import EVERY, OFFERED
from rulelang.program.events import Chose, Paid
from rulelang.sim.compare import differences, play_sides
from rulelang.sim.dominance import dominated, sentences, strong
from rulelang.sim.engines import interpreted
from rulelang.sim.export import as_csv
from rulelang.sim.figures import Share, margin
from rulelang.sim.instrument import watched
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of
from rulelang.sim.sheet import FIRST
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import fairness, role_sentence, starter_is_drawn

GAMES = 2 * EVERY


def report(name, games: int, seed: int = 7, **more) -> Report:
    return report_of(simulate(setup_of(str(name), **more), seed, games))


@cache
def played(name: str, players: int) -> list[Match]:
    """Some games of random players, with all that happened."""
    program, found = Setup(name, players).game.program, []
    for game in range(GAMES):
        match = Match(program, 7, game=game)
        seats = [Dice(stream(7, game, seat)) for seat in range(program.players + 1)]
        while (question := match.runner.question) is not None:
            match.runner.answer(seats[question.seat].below(len(question.options)))
        found.append(match)
    return found


# ---------------------------------------------------------------- counted a second time


@pytest.mark.parametrize("name", sorted(ALL))
def test_offers_and_takes_are_those_of_the_events(name):
    """What is offered and taken in choices of actions, counted from the events of the reference."""
    players = counts(name)[0]
    program = Setup(name, players).game.program
    offered, taken = Counter(), Counter()
    for match in played(name, players)[::EVERY]:
        for event in match.events:
            names = event.name.split("+") if isinstance(event, Chose) else []
            if not set(names) <= set(program.game.menus):
                continue
            for at, option in enumerate(event.options if names else ()):
                if isinstance(option, tuple):
                    key = names[option[0]], program.game.menus[names[option[0]]].actions[option[1]].name
                    offered[key] += 1
                    taken[key] += at == event.taken
    watch = watched(program)
    row = interpreted(watch).chunk(7, 0, GAMES).row
    found, took = Counter(), Counter()
    for cell, place in enumerate(watch.sheet.offers):
        use = watch.sheet.uses[place]
        if use.kind == "action" and use.name != "pass":
            at = watch.totals.offered + cell * len(OFFERED)
            key = use.group, use.name.rpartition(": ")[2]
            found[key] += row.get(at, 0)
            took[key] += row.get(at + OFFERED.index("taken"), 0)
    known = {key for key in offered if key in found}
    assert +found == Counter({key: offered[key] for key in known}), name
    assert +took == +Counter({key: taken[key] for key in known}), name


@pytest.mark.parametrize("name", sorted(ALL))
def test_values_offered_are_as_many_as_the_events_say(name):
    """Choices of one value: how many options lay before the seats, by decision."""
    players = counts(name)[0]
    program = Setup(name, players).game.program
    offered, sizes = Counter(), Counter()
    for match in played(name, players)[::EVERY]:
        for event in match.events:
            if isinstance(event, Chose) and event.name not in program.game.menus:
                offered[event.name] += len(event.options)
                sizes[event.name] += 1
    watch = watched(program)
    row = interpreted(watch).chunk(7, 0, GAMES).row
    found, took = Counter(), Counter()
    for cell, place in enumerate(watch.sheet.offers):
        use, at = watch.sheet.uses[place], watch.totals.offered + cell * len(OFFERED)
        if use.kind == "answer":
            found[use.group] += row.get(at, 0)
            took[use.group] += row.get(at + OFFERED.index("taken"), 0)
    known = {key for key in offered if found[key]}
    assert {key: found[key] for key in known} == {key: offered[key] for key in known}
    assert {key: took[key] for key in known} == {key: sizes[key] for key in known}


def test_payments_are_those_of_the_events():
    """Prices, payments and what is left over, of every game of Nosh."""
    matches = played("nosh", 3)
    paid = [event.amount for match in matches for event in match.events
            if isinstance(event, Paid) and isinstance(event.source, int) and event.source > 0]  # fmt: skip
    watch = watched(Setup("nosh", 3).game.program)
    row = interpreted(watch).chunk(7, 0, GAMES).row
    found = {}
    for place, each in enumerate(watch.sheet.measures):
        at = watch.totals.series(watch.totals.sampled + place)
        found[each.kind, each.name] = row.get(at, 0), row.get(at + 1, 0)
    assert found["money", "coins paid"] == found["paid", "coins paid"] == (14 * GAMES, sum(paid))  # a stand may be free
    got = [event.amount for match in matches for event in match.events
           if isinstance(event, Paid) and isinstance(event.target, int) and event.target > 0]  # fmt: skip
    assert found["money", "coins unused"] == (3 * GAMES, sum(got) - sum(paid))


@pytest.mark.parametrize("name", ["nosh", "nokosu", "no_thanks", "hearts"])
def test_the_first_to_choose_is_who_the_events_say(name):
    players = counts(name)[0]
    firsts, wins = Counter(), Counter()
    for match in played(name, players):
        first = next(event.seat for event in match.events if isinstance(event, Chose))
        firsts[first] += 1
        for seat in match.winners:
            wins[(seat - first) % players] += 1 / len(match.winners)
    watch = watched(Setup(name, players).game.program)
    row = interpreted(watch).chunk(7, 0, GAMES).row
    cells = [cell for cell, use in enumerate(watch.sheet.uses) if use.group == FIRST and use.name != "other"]
    at = [watch.totals.used + 5 * cell for cell in cells]
    assert [row.get(each + 1, 0) for each in at] == [GAMES] * players
    assert [row.get(each + 2, 0) / watch.totals.win for each in at] == pytest.approx([wins[k] for k in range(players)])


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


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "made.rules"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@needs_c
def test_planted_effects_are_found_and_named(written):
    coin = report(written(COIN), 20_000)
    assert "P1" in fairness(coin) and "the first to choose" in role_sentence(coin, FIRST).lower()
    worse = report(written(NEVER), 20_000)
    assert [each.name for each in dominated(worse)] == ["blue"] and "Dominated" in sentences(worse)[0]
    better = report(written(FREE), 20_000)
    assert strong(better)[0].name == "red"


@needs_c
def test_nothing_is_claimed_of_a_game_without_effects(written):
    """A sweep of 200 seeds claims something in fewer than 5 %; these are some of them."""
    name, seeds = written(PLAIN), range(40)
    claims = sum(claimed(report(name, 2_000, seed)) for seed in seeds)
    assert claims <= 5  # of 40 at 5 %, more than 5 come once in sixty times


def claimed(found: Report) -> bool:
    seats = "No seat" not in fairness(found)
    roles = any("No place" not in role_sentence(found, group) for group in {each.group for each in found.roles})
    return seats or roles or bool(dominated(found) or strong(found))


def test_more_figures_need_a_wider_margin():
    assert margin(1) < margin(4) < margin(100)
    found = Share(0.3, 0.28, 0.32)
    assert found.above(0.27, 1) and not found.above(0.27, 100)


# ---------------------------------------------------------------- roles and money in words


@needs_c
def test_a_drawn_starter_makes_seats_alike():
    drawn = report("nosh", 3000)
    assert starter_is_drawn(drawn) and "alike by construction" in fairness(drawn)
    fixed = report("nosh", 500, options={"start_player": "P2"})
    assert not starter_is_drawn(fixed) and [each.value for each in fixed.starts] == [0, 1, 0]


@needs_c
def test_second_prices_make_stands_cheaper():
    mod = str(ROOT / "examples/mods/nosh_second.rules")
    sides = play_sides([setup_of("nosh"), setup_of("nosh", mods=[mod])], 7, 1000)
    told = [each for each in verdict_of(differences(sides, 1)).found if "StandSale" in each]
    (cheaper,) = told
    assert re.fullmatch(r"what StandSale sells becomes cheaper, by 1\.0\d ± 0\.0\d coins \(1\d\.\d %\)", cheaper)


# ---------------------------------------------------------------- one table of figures


def test_every_main_figure_is_told_everywhere():
    from rulelang.cli.report.simulation import report_lines
    from rulelang.sim.page import report_page

    found = report(ALL["no_thanks"], 60, engine="python")
    csv, page, screen = as_csv([found]), report_page([found]), "\n".join(report_lines(found))
    for each in FIGURES:
        if each.read(found) is not None:
            assert f"game,{each.name}," in csv and each.label in page and each.label in screen, each.name


def test_reports_name_their_players():
    found = report(ALL["no_thanks"], 5, engine="python")
    assert found.bots == ("random",) * found.players
    assert not sentences(attrs.evolve(found, bots=("random", "clever", "random")))
