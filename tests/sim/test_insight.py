"""Reports that a designer can trust: counted a second time from traces, planted effects found, no false claims."""

from __future__ import annotations

import re

import attrs
import pytest
from helpers import ALL, ROOT
from insight_kit import COIN, FREE, NEVER, PLAIN, claimed, miscounted, played, report
from native_kit import needs_c

from rulelang.native.totals import EVERY
from rulelang.program.events import Paid
from rulelang.sim.compare import differences, play_sides
from rulelang.sim.dominance import dominated, sentences, strong
from rulelang.sim.export import as_csv
from rulelang.sim.figures import Share, margin
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.setup import setup_of
from rulelang.sim.sheet import FIRST
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import fairness, role_sentence, starter_is_drawn

GAMES = 2 * EVERY


@pytest.mark.parametrize("name", sorted(ALL))
def test_figures_are_those_of_the_events(name):
    """Offers, takes, payments, roles and lengths, counted a second time; `tests/sweep.py insight` counts 200 games."""
    assert list(miscounted(name, GAMES)) == []


def test_prices_are_what_buyers_pay():
    """Of every game of Nosh: 14 stands are sold in each, and a stand may be free."""
    paid = [event.amount for match in played("nosh", GAMES) for event in match.events
            if isinstance(event, Paid) and isinstance(event.source, int) and event.source > 0]  # fmt: skip
    prices = next(each for each in report("nosh", GAMES).measures if each.kind == "paid").numbers
    assert (prices.count, prices.mean * prices.count) == (14 * GAMES, pytest.approx(sum(paid)))


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
