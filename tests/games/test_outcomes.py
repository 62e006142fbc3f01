"""Every game comes to what it always came to, on the reference and in C; `tests/sweep.py outcomes` plays many more."""

from __future__ import annotations

import json

import outcomes
import pytest
import sweep
from helpers import Setup, counts
from native_kit import needs_c

RECORDED = outcomes.read()
ALL = outcomes.settings()
# To load and to compile takes longer than to play, so variants are played at one table only, and in C every game is.
IN_C = [setup for setup in ALL if setup.players == counts(setup.name)[-1]]
IN_CLOSURES = [setup for setup in ALL if setup in IN_C or not setup.variants]


def test_every_setting_is_recorded():
    assert sorted(map(str, ALL)) == sorted(RECORDED)
    assert {len(found) for found in RECORDED.values()} == {outcomes.SEEDS}


@pytest.mark.few(9)
@pytest.mark.parametrize("setup", IN_CLOSURES, ids=str)
def test_the_reference_plays_as_before(setup):
    first = sum(map(ord, str(setup))) % outcomes.SEEDS  # another seed for each setting
    assert outcomes.digests(setup, "reference", [first]) == RECORDED[str(setup)][first : first + 1]


@pytest.mark.few(2)
@needs_c
@pytest.mark.parametrize("setup", IN_C, ids=str)
def test_c_plays_as_before(setup):
    assert outcomes.digests(setup, "c", range(outcomes.SEEDS)) == RECORDED[str(setup)]


@needs_c
def test_c_that_is_optimised_plays_as_before(monkeypatch):
    """All others compile without: once with the flags that users have."""
    monkeypatch.delenv("RULELANG_CC", raising=False)
    setup = Setup("nokosu", 4)
    assert outcomes.digests(setup, "c", range(outcomes.SEEDS)) == RECORDED[str(setup)]


# ---------------------------------------------------------------- the command


def test_what_is_recorded_is_checked(tmp_path, capsys):
    file, arguments = tmp_path / "found.json", ["outcomes", "--game", "no_thanks", "--games", "2", "--processes", "1"]
    assert sweep.main([*arguments, "--engines", "reference,python", "--record", str(file)]) == 0
    assert outcomes.read(file)["no_thanks/3"] == RECORDED["no_thanks/3"][:2]
    assert sweep.main([*arguments, "--engines", "python", "--check", str(file)]) == 0
    found = json.loads(file.read_text())
    found["no_thanks/4"] = "00000000 00000000"
    file.write_text(json.dumps(found))
    assert sweep.main([*arguments, "--engines", "python", "--check", str(file)]) == 1
    assert "no_thanks/4, seed 0: python does not play what was recorded" in capsys.readouterr().out


def test_engines_that_differ_are_told(monkeypatch):
    monkeypatch.setattr(outcomes, "digests", lambda setup, engine, seeds: [engine] if engine == "c" else ["x"])
    row = sweep.hash_games(sweep.Job("no_thanks 3", (Setup("no_thanks", 3), ("reference", "c"), {}), 0, 1))
    assert row.failures == ["no_thanks/3, seed 0: c does not play as reference does"]
