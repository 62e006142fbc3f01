"""The plugin of pytest, under pytest: choosing items, stopping, trying failures again, several processes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import warm

SUMS = """\
rules 1
game "Sums" for 2 players
var n: 0..99 = 0
play: n = 4
test "one and one" for 2 players:
  expect 1 + 1 == 2
test "two and two" [SUM-2] for 2 players:
  expect 2 + 2 == 5
test "three and three" for 2 players:
  expect 3 + 3 == 7
test "the play: 2 + 2" for 2 players:
  when play
  expect n == 4
winner p: most n
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sums.rules").write_text(SUMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    return tmp_path


def run(*arguments: str, found: bool = False) -> tuple[int, dict[str, str], str]:
    """Runs pytest here: its exit code, what became of each item by its title, and all it said.

    The plugin is named, and the others that are installed are left out: to load them takes longer than the tests. With
    `found`, pytest finds it as it finds all.
    """
    plugin = [] if found else ["-p", "rulelang.cli.pytest_plugin"]
    words = [*plugin, "-v", "--rules-games", "2", *arguments]
    settings = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    if not found:
        settings["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = warm.run(words, program="pytest", env=settings)
    return done.returncode, outcomes(done.stdout), done.stdout + done.stderr


def outcomes(said: str) -> dict[str, str]:
    """By title: PASSED or FAILED, as `-v` tells it, with xdist or without."""
    alone = re.findall(r"(?m)^sums\.rules::(.+?) (PASSED|FAILED)", said)
    shared = [
        (title, fate) for fate, title in re.findall(r"(?m)^\[gw\d\].*?(PASSED|FAILED) sums\.rules::(.+?) *$", said)
    ]
    return dict([*alone, *shared])


def is_installed() -> bool:
    from importlib.metadata import entry_points

    return any(each.name == "rulelang" for each in entry_points(group="pytest11"))


ALL = {
    "one and one": "PASSED",
    "two and two": "FAILED",
    "three and three": "FAILED",
    "the play: 2 + 2": "PASSED",
    "nothing breaks": "PASSED",
}


def test_every_test_is_an_item() -> None:
    code, found, said = run(found=is_installed())
    assert (code, found) == (1, ALL), said
    assert said.count("this does not hold") >= 2 and "Traceback" not in said


def test_k_chooses_by_title() -> None:
    assert run("-k", "two and not three")[:2] == (1, {"two and two": "FAILED"})
    assert run("-k", "nothing")[:2] == (0, {"nothing breaks": "PASSED"})
    assert run("sums.rules::the play: 2 + 2")[:2] == (0, {"the play: 2 + 2": "PASSED"})


def test_x_stops_at_the_first_failure() -> None:
    code, found, _ = run("-x")
    assert code == 1 and found == {"one and one": "PASSED", "two and two": "FAILED"}


def test_lf_tries_again_what_failed(here: Path) -> None:
    run()
    failed = {title: fate for title, fate in ALL.items() if fate == "FAILED"}
    assert run("--lf")[:2] == (1, failed)
    (here / "sums.rules").write_text(SUMS.replace("== 5", "== 4"), encoding="utf-8")
    assert run("--lf")[:2] == (1, {"two and two": "PASSED", "three and three": "FAILED"})
    assert run("--lf")[:2] == (1, {"three and three": "FAILED"})


def test_xdist_runs_them_all() -> None:
    pytest.importorskip("xdist")
    code, found, said = run("-p", "xdist.plugin", "-n", "2")
    assert (code, found) == (1, ALL), said
    assert said.count("this does not hold") >= 2


def test_what_cannot_be_read_is_a_sentence_and_nothing_hidden_is_shown(here: Path) -> None:
    hidden = "\x1b[2J\u202e"
    (here / "sums.rules").write_text(SUMS.replace("two and two", f"two {hidden}"), encoding="utf-8")
    (here / "bytes.rules").write_bytes(b"rules 1\n\xff\n")
    code, found, said = run("--continue-on-collection-errors", "--rules-games", "0")
    assert code == 1 and found["two ‹U+001B›[2J‹U+202E›"] == "FAILED" and hidden not in said
    assert "`" in said and "bytes.rules` is not UTF-8 at line 2" in said and "read_source" not in said
