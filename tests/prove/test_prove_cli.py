"""`rulelang test` with its search, `rulelang replay --step`, and the plugin of pytest."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import warm
from cli_kit import rulelang, script

FOLDER = Path(__file__).parents[1] / "faults"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("market", "ties", "unreachable"):
        shutil.copy(FOLDER / f"{name}.rules", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_games_are_played_after_the_tests() -> None:
    said = rulelang("test", "market.rules", "--games", 5)
    assert (said.code, said.out) == (0, "market.rules: 1 test passed\nmarket.rules: 5 games played, nothing broken\n")
    assert rulelang("test", "market.rules", "--no-search").out == "market.rules: 1 test passed\n"
    assert rulelang("test", "market.rules", "-k", "buying").out == "market.rules: 1 test passed\n"
    assert "warning[R710]: no game reached phase `Bonus`" in rulelang("test", "unreachable.rules", "--games", 70).err


def test_a_failure_is_told_and_kept_to_replay() -> None:
    said = rulelang("test", "ties.rules")
    assert said.code == 1 and "champion is P2" in said.out and "ties.rules: 1 game played, the rules break" in said.out
    command = said.out.partition("Go through it: ")[2].splitlines()[0].split()[1:]
    stepped = rulelang(*command, typed="e\nb\ns 2\n?\na\n99\nq\n")
    assert stepped.code == 1 and "It breaks here: [R614]" in stepped.out
    assert "as Player 2 knows it" in stepped.out and "Enter, n" in stepped.out and "Event 1 of" in stepped.out
    assert rulelang(*command[:-1]).code == 1
    assert rulelang(*command, "--json").code == 2


def test_json_has_it_all() -> None:
    said = rulelang("test", "market.rules", "unreachable.rules", "--games", 20, "--json", "--coverage")
    files = json.loads(said.out)["files"]
    assert [each["search"]["games"] for each in files] == [20, 20] and files[0]["search"]["failure"] is None
    assert [each["code"] for each in files[1]["search"]["warnings"]] == ["R710"]
    assert files[1]["coverage"]["gaps"][0]["first"] == 3
    broken = json.loads(rulelang("test", "ties.rules", "--json").out)["files"][0]["search"]["failure"]
    assert broken["code"] == "R614" and Path(broken["record"]).is_file() and len(broken["story"]) < 25


def test_coverage_and_mutants(here: Path) -> None:
    said = rulelang("test", "unreachable.rules", "--games", 5, "--coverage", "--html", "page.html")
    assert "unreachable.rules: 1 of 3 rule lines reached (33.3 %)" in said.out and (here / "page.html").is_file()
    said = rulelang("test", "market.rules", "--no-search", "--mutants", 2)
    assert said.code == 0 and said.out.rstrip().endswith("of 2 mutants noticed")
    assert rulelang("test", "market.rules", "--html", "x.html").code == 2


@pytest.mark.parametrize("time", ["2q", "0", "-3s", ""])
def test_a_time_that_is_none(time: str) -> None:
    said = rulelang("test", "market.rules", "--time", time)
    assert said.code == 2 and "is not a time; write `60s`, `5m` or `1h`" in said.err


def test_ctrl_c_tells_what_was_played() -> None:
    process = subprocess.Popen(
        [script(), "test", "market.rules", "--time", "10m"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "market.rules: 1 test passed\n"
    while seconds_of_work(process.pid) < 2:  # however busy the machine is, by then it plays
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 130 and "nothing broken (interrupted)" in out


def seconds_of_work(pid: int) -> float:
    """The seconds of CPU that a process has had, as Linux and macOS tell them."""
    said = subprocess.run(["ps", "-o", "time=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout
    parts = [float(part) for part in said.strip().replace("-", ":").split(":")]
    return sum(part * unit for part, unit in zip(reversed(parts), (1, 60, 3600, 86400)))


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Without the other plugins that are installed: to load them takes longer than the tests."""
    plugins = ["-p", "rulelang.cli.pytest_plugin", "-p", "xdist.plugin"]
    settings = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return warm.run([*plugins, "-p", "no:cacheprovider", *arguments], program="pytest", env=settings)


def test_pytest_collects_rules() -> None:
    said = run_pytest("-v", "--rules-games", "3", ".")
    assert said.returncode == 1, said.stdout
    assert "market.rules::buying costs the rank PASSED" in said.stdout
    assert "market.rules::nothing breaks PASSED" in said.stdout
    assert "ties.rules::nothing breaks FAILED" in said.stdout and "champion is P2" in said.stdout
    assert run_pytest("-q", "--rules-games", "0", "-n", "1", "market.rules").returncode == 0


def test_pytest_shows_failures_and_mistakes(here: Path) -> None:
    (here / "market.rules").write_text((here / "market.rules").read_text().replace("coins[P1] == 1", "coins[P1] == 2"))
    (here / "ties.rules").write_text("rules 1\ngame 7\n")
    said = run_pytest("--continue-on-collection-errors", "--rules-games", "2", ".")
    assert "^^^" in said.stdout and "this does not hold" in said.stdout and "error[R" in said.stdout
