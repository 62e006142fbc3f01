"""Tournaments, and simulations that bots play."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_kit import NIM

from rulelang.bots.arena import Contest, Deal, bradley_terry, line_up, play_deal, ratio, table
from rulelang.cli.options.simulate import jobs_of
from rulelang.sim.dominance import sentences
from rulelang.sim.figures import Share
from rulelang.sim.questions import Inquiry, skill
from rulelang.sim.report import Offered, report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import play_chunk, setup_of
from rulelang.sim.wording import fairness


@pytest.fixture
def nim(tmp_path):
    path = tmp_path / "nim.rules"
    path.write_text(NIM, encoding="utf-8")
    return str(path)


@given(st.integers(2, 5), st.integers(2, 6), st.integers(0, 50))
def test_over_the_deals_everybody_sits_down(contestants, players, deal):
    seats = [who for each in range(contestants) for who in line_up(contestants, players, deal + each)]
    assert {seats.count(who) for who in range(contestants)} == {players}


def test_who_thinks_is_ahead_at_nim(nim):
    contest = Contest(nim, 2, ("bot:100", "random"))
    deals = [play_deal(contest, 3, number) for number in range(6)]
    ended = table(contest, deals)
    assert ended.cross[0, 1].value + ended.cross[1, 0].value == 1
    assert ended.cross[0, 1].low > 0.5 and ended.standings[0].rating.value > 1500 > ended.standings[1].rating.value
    assert ended.standings[0].games == ended.standings[1].games == 12
    assert play_deal(contest, 3, 2) == deals[2]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(4, 8)), min_size=2, max_size=30))
def test_a_share_lies_in_its_interval(parts):
    share = ratio([(float(total), number) for total, number in parts])
    assert 0 <= share.low <= share.value <= share.high <= 1


@given(st.integers(1, 50), st.integers(0, 50))
def test_ratings_follow_results(times, won):
    won = min(won, times)
    one, two = bradley_terry({(0, 1): (times, won), (1, 0): (times, times - won)}, 2)
    assert (one > two) == (2 * won > times) or 2 * won == times
    assert abs(one + two - 3000) < 1e-6


def test_a_deal_that_nobody_met_in_says_nothing():
    nobody = Contest("any", 2, ("a", "b"))
    ended = table(nobody, [Deal({}, (0.0, 0.0), (0, 0)), Deal({}, (0.0, 0.0), (0, 0))])
    assert not ended.cross and [each.wins.low for each in ended.standings] == [0.0, 0.0]


def test_bots_in_a_simulation(nim):
    """Equal tallies however the games are cut; and who thinks wins."""
    setup = attrs.evolve(setup_of(nim), seats=("bot:100", "random"))
    whole = play_chunk(setup, 5, 0, 6)
    assert play_chunk(setup, 5, 0, 2).plus(play_chunk(setup, 5, 2, 4)) == whole
    assert simulate(setup, 5, 6).tally == whole
    report = report_of(simulate(setup, 5, 6))
    assert report.seats[0].wins.value == 1 and report.bots == ("bot:100", "random")


def reported(nim, *seats, games=12):
    return report_of(simulate(attrs.evolve(setup_of(nim), seats=seats), 5, games))


def test_a_report_names_the_bots_and_says_whether_seat_1_is_too_strong(nim):
    """Whoever begins this nim wins, if both think; where they differ, it may be the player and not the seat."""
    wins = "it wins 100.0\xa0% (75.8–100.0) where 50.0\xa0% are fair. Player 1 (100.0\xa0%) wins more often"
    assert fairness(reported(nim, "bot:100", "bot:100")).startswith(f"Among bot:100 bots, seat 1 is too strong: {wins}")
    assert fairness(reported(nim, "bot:100", "random")).endswith("Seats have different players: bot:100, random.")
    few = fairness(reported(nim, "bot:2", "bot:2", games=2))
    assert few.startswith("Among bot:2 bots, seat 1 is neither too strong nor too weak, as far as 2 games can tell: ")


def test_what_players_who_think_never_take_is_named(nim):
    report = reported(nim, "bot:2", "bot:2", games=1)
    rows = (("hat", 90, 0.0), ("bat", 29, 0.0), ("cat", 90, 0.1), ("rat", 30, 0.0))
    offers = tuple(Offered("answer", "Take.n", *row[:2], Share(row[2], 0, 1), None, None) for row in rows)
    (told,) = sentences(attrs.evolve(report, offers=offers))
    assert told == "Never taken by bot:2 bots: Take, n · hat (offered 90 times), rat (offered 30 times)."
    assert not sentences(attrs.evolve(report, offers=offers[1:3]))


def test_skill_is_that_of_the_two_kinds_that_sit_there(nim):
    setup = attrs.evolve(setup_of(nim), seats=("bot:100", "random"))
    told = skill(Inquiry(setup, 5, 4, 1, report_of(simulate(setup, 5, 1))))
    assert told.sentence.startswith("A player of kind bot:100 wins ")
    assert "of games against players of kind random: " in told.sentence


def test_bots_that_think_take_every_core(monkeypatch):
    monkeypatch.setattr("joblib.cpu_count", lambda: 3)
    assert [jobs_of(None, None, thinking=thinks) for thinks in (False, True)] == [1, 3]
    assert [jobs_of(number, None, thinking=True) for number in (1, 2, -1)] == [1, 2, 3]
