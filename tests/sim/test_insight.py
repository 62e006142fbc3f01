"""Reports that a designer can trust: counted a second time from traces, planted effects found, no false claims."""

from __future__ import annotations

import re
from math import sqrt
from statistics import mean, stdev

import attrs
import pytest
from helpers import ALL, ROOT
from insight_kit import COIN, FREE, NEVER, PLAIN, claimed, miscounted, played_of, report
from native_kit import needs_c

from rulelang.native.totals import EVERY
from rulelang.program.events import Paid
from rulelang.sim.compare import differences, play_sides
from rulelang.sim.dominance import dominated_options, sentences, strong
from rulelang.sim.export import as_csv
from rulelang.sim.figures import Share, margin
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.page import comparison_page
from rulelang.sim.report import report_of
from rulelang.sim.setup import game_of, setup_of
from rulelang.sim.sheet import FIRST, GAINED, PAID
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import fairness, role_sentence, starter_is_drawn

GAMES = 2 * EVERY
HIGHEST = """rules 1
game "Highest" for 2 players
piece Card(value: 1..30) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
var kept[Seat]: Int = 0
setup: shuffle deck
play:
  repeat 3 times:
    for p in seats:
      p chooses n from 1..2 "How many?"
      kept[p] = n
  for p in seats: deal 1 from deck to hand[p]
winner p: most max(c.value for c in hand[p]) + kept[p]
"""


@pytest.mark.few(1)
@pytest.mark.parametrize("name", sorted(ALL))
def test_figures_are_those_of_the_events(name):
    """Offers, takes, payments, roles and lengths, counted a second time; `tests/sweep.py insight` counts 200 games."""
    assert list(miscounted(name, GAMES)) == []


@pytest.mark.parametrize("name", ["english_auction", "dutch_auction"])
def test_what_sales_bring_is_what_players_end_with(name):
    """Nothing but sales changes the score of these games."""
    found = report(ROOT / f"examples/gallery/{name}.rules", 40, engine="python", players=3)
    gains = next(each for each in found.measures if each.name == GAINED).numbers
    purse = {"english_auction": 40, "dutch_auction": 60}[name]
    ended = sum(each.score.mean * each.score.count for each in found.seats)
    assert gains.count * gains.mean == pytest.approx(ended - 3 * 40 * purse)
    assert gains.count == sum(each.times for each in found.uses if each.kind == "auction" and each.name == "sold")


def test_a_score_is_looked_at_only_where_it_can_be(written):
    """The highest card of a hand that is empty half of the time: the rest of the figures are told all the same."""
    found = report(written(HIGHEST), 20, engine="reference")
    assert found.games == 20 and not found.faulty and found.rounds.count == 20
    assert found.changes.count == 0 and found.half.games == 0  # nobody has a card when the rounds begin
    assert report(written(HIGHEST.replace("  repeat 3", "  for p in seats: deal 1 from deck to hand[p]\n  repeat 3")),
                  20, engine="reference").changes.count == 20  # fmt: skip


# ---------------------------------------------------------------- planted effects


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
    assert "Player 1" in fairness(coin) and "the first to choose" in role_sentence(coin, FIRST).lower()
    worse = report(written(NEVER), 20_000)
    assert [each.name for each in dominated_options(worse)] == ["blue"] and "Dominated" in sentences(worse)[0]
    better = report(written(FREE), 20_000)
    assert strong(better)[0].name == "red"


@needs_c
def test_nothing_is_claimed_of_a_game_without_effects(written):
    """A sweep of 200 seeds claims something in fewer than 5 %; these are some of them."""
    name, seeds = written(PLAIN), range(40)
    claims = sum(claimed(report(name, 2_000, seed)) for seed in seeds)
    assert claims <= 5  # of 40 at 5 %, more than 5 come once in sixty times


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
    told = [each for each in verdict_of(differences(sides, 1)).found if "sold" in each]
    said = r"what is sold in “Stand sale” becomes cheaper, by 1\.0\d ± 0\.0\d coins \(1\d\.\d\s%\)"
    assert len(told) == 1 and re.fullmatch(said, told[0])
    page = comparison_page(("nosh", "nosh_second"), [report_of(run) for run in sides.runs], differences(sides, 1))
    assert told[0][1:] in page  # it begins with a capital there


def test_the_interval_of_a_price_is_that_of_payments():
    """By hand, from the events of both sides: the mean difference and its interval, game by game."""
    mod, games = str(ROOT / "examples/mods/nosh_second.rules"), 20
    setups = [setup_of("nosh", engine="python"), setup_of("nosh", mods=[mod], engine="python")]
    found = differences(play_sides(setups, 7, games), 1, lambda name: name.endswith(PAID))
    before, after = (
        [[each.amount for each in match.events if isinstance(each, Paid) and isinstance(each.source, int)]
         for match in played_of(game_of(setup).program, games)] for setup in setups
    )  # fmt: skip
    # A stand that is had for nothing is paid for with no coins: 14 stands are sold in each game.
    steps = [(sum(b) - sum(a)) / 14 for a, b in zip(before, after)]
    error = 2.093 * stdev(steps) / sqrt(games)  # 2.093: Student, 19 degrees of freedom
    assert [each.name for each in found] == ["mean auction StandSale · coins paid"]
    assert (found[0].value, found[0].error) == (pytest.approx(mean(steps)), pytest.approx(error, rel=1e-3))


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
