"""A quick sample of the long runs of `tests/sweep.py`."""

from __future__ import annotations

import pytest
import sweep
from helpers import ALL, GAMES, Setup, counts, option_values


def test_every_setting_is_in_a_group():
    """All variants, all values of enums and choices of gold cards, ends and three values between of every range."""
    groups = sweep.groups("nuts", 3)
    assert list(groups) == ["variants", "gold_types", "hand_limit", "coffee_cap", "hot_spice_scope", "combinations"]
    assert len(groups["variants"]) == 12
    assert len(groups["gold_types"]) == 20 + 15
    assert [dict(setup.options)["hand_limit"] for setup in groups["hand_limit"]] == [0, 2, 3, 4, 6, 9]
    assert len(set(groups["combinations"])) > 15
    assert option_values("sweet_nose", 5)["market_size"] == (1, 2, 3, 4, 5)
    assert option_values("nosh", 4)["start_player"] == (None, 1, 2, 3, 4)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_some_settings(name):
    players = counts(name)[-1]
    setups = [some[-1] for some in sweep.groups(name, players).values()][-3:]
    for number, setup in enumerate(setups):
        row = sweep.play_games(sweep.Job(name, setup, number, 1))
        assert not row.failures and row.size > 0


def test_a_failure_is_named_with_its_setting_and_seed(monkeypatch):
    def broken(play, match):
        raise ValueError("no")

    monkeypatch.setattr(sweep.Play, "end", broken)
    row = sweep.play_games(sweep.Job("nosh", Setup("nosh", 3, (), (("rounds", 2),)), 5, 2))
    assert row.failures == ["nosh/3 rounds=2, seed 5: ValueError: no", "nosh/3 rounds=2, seed 6: ValueError: no"]
    assert "failures" in sweep.table({"nosh 3 rounds": row}, "games", "decisions")


def test_some_edits():
    rows = [(job, sweep.edit_files(job)) for job in list(sweep.edit_jobs(len(ALL), list(ALL), 0, most=1))]
    assert [job.what for job, _ in rows] == list(ALL)
    slow = [each for _, row in rows for each in row.failures if not each.endswith(" s")]
    assert not slow


def test_the_command(capsys):
    assert sweep.main(["nokosu", "--games", "3", "--processes", "1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in out[1:3]] == [["nokosu", "3", "3"], ["nokosu", "4", "3"]]
    assert out[3].split()[:2] == ["all", "6"]
