"""Small changes to rules: which there are, which are the same game, and whether they are noticed."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_kit import rulelang

from rulelang.base.source import Source, read_source
from rulelang.cli.report import reach
from rulelang.cli.report.reach import excerpts
from rulelang.prove.equivalence import same_game
from rulelang.prove.mutate import mutants
from rulelang.prove.mutation_testing import Trial, Verdict, try_mutant, try_mutants
from rulelang.workspace.problems import examine

FOLDER = Path(__file__).parents[1] / "faults"


def test_mutants_are_small_and_tried() -> None:
    source = read_source(FOLDER / "market.rules")
    found = mutants(source)
    assert {each.kind for each in found} >= {"comparison", "constant", "tie policy", "removed line", "swapped zone"}
    tests = source.text.index("invariant")
    assert all(each.start < tests and each.text(source) != source.text for each in found)
    price = next(each for each in found if source.text[each.start :].startswith("pay c.rank coins from p to pot"))
    assert try_mutant(Trial.of(source), price) == Verdict(price, "noticed", "buying costs the rank")
    trial = Trial.of(source, games=4, answers=100)
    verdicts = try_mutants(trial, 4, jobs=2)
    assert len(verdicts.counted) == 4 and all(each.counts for each in verdicts.counted)
    assert verdicts == try_mutants(trial, 4, jobs=1)


def test_another_seed_makes_other_mutants() -> None:
    trial = Trial(read_source(FOLDER / "market.rules"), games=0)
    one, other = (try_mutants(trial, 3, seed, jobs=1).counted for seed in (0, 1))
    assert [each.mutant for each in one] != [each.mutant for each in other]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_loses_no_verdict(jobs: int) -> None:
    trial = Trial(read_source(FOLDER / "market.rules"), games=0)
    whole = try_mutants(trial, 3, jobs=1)
    cut = try_mutants(
        trial, 50, jobs=jobs, progress=lambda done: signal.raise_signal(signal.SIGINT) if done == 3 else None
    )
    assert cut.interrupted and not whole.interrupted and cut.counted == whole.counted


def test_the_command_tells_what_was_tried_until_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def stopping(title: str, things: str, quiet: bool) -> Iterator[object]:
        yield lambda done, *_: signal.raise_signal(signal.SIGINT) if done == 2 else None

    shutil.copy(FOLDER / "market.rules", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reach, "progress_bar", stopping)
    said = rulelang("test", "market.rules", "--no-search", "--mutants", 50, "--jobs", 1)
    assert said.code == 130 and said.out.endswith(" of 2 mutants noticed (interrupted)\n")
    found = json.loads(rulelang("test", "market.rules", "--no-search", "--mutants", 50, "--jobs", 1, "--json").out)
    assert found["files"][0]["mutants"]["tried"] == 2 and found["files"][0]["mutants"]["interrupted"]


def test_what_goes_unnoticed_is_told_in_80_columns() -> None:
    before = f"play: {'x' * 70} == {'y' * 70}"
    for line in excerpts(before, before.replace("==", "!="), 76):
        assert len(line) == 76 and line[0] == line[-1] == "…" and re.search("x [=!]= y", line)
    assert excerpts("  a == b", "  a != b", 76) == ("a == b", "a != b")
    assert excerpts(before, "", 76)[1] == ""


CHANGES = """\
rules 1
game "Changes" for 2..3 players
enum Size: small, large
const BONUS = 3
const by players:
  |      | 2 | 3 |
  | HAND | 4 | 5 |
zone pot: pile of Coin, open
zone box_of: pile of Coin, open
zone purse[Seat]: set of Coin, open
piece Coin(size: Size) in pot: 9 each
var lead: Seat = P1
var turn: Seat = P1
var points[Seat]: 0..99 = 0
fn good(p: Seat) -> Bool = points[p] > 2 and not rich(p)
fn rich(p: Seat) -> Bool = points[p] >= 9
fn sound() -> Bool = all(points[p] != 77 for p in seats)
setup: lead = P2
play:
  for p in seats_from(lead) where good(p): points[p] += BONUS
  while points[P1] < HAND at most 10 - 3: points[P1] += 1
  tally Final
score Final for p:
  "Points": points[p]
  "Bonus": worth(p) when good(p)
fn worth(p: Seat) -> Int:
  0 when rich(p) "the rich get nothing"
  else 2
winner p: most points[p]
invariant "Sound": sound()
variant Long:
  override fn sound() -> Bool = all(points[p] != 78 for p in seats)
  invariant "Longer": points[P1] < 3
  override fn rich(p: Seat) -> Bool = points[p] >= 8
test "the start" for 2 players:
  expect points[P1] == 0
"""


def changes(line: int) -> set[tuple[str, str]]:
    """The mutants of a line of the text above: what it becomes, and the kind."""
    source = Source("changes.rules", CHANGES)
    found = [each for each in mutants(source) if each.line(source) == line]
    return {(each.lines(source)[1].strip(), each.kind) for each in found}


def test_every_kind_of_change() -> None:
    def line(text: str) -> int:
        return CHANGES[: CHANGES.index(text)].count("\n") + 1

    assert changes(line("const BONUS")) >= {("const BONUS = 4", "constant"), ("const BONUS = 2", "constant")}
    assert changes(line("setup:")) == {("setup: turn = P2", "swapped variable")}
    good = "fn good(p: Seat) -> Bool ="
    assert {
        (f"{good} points[p] > 2 or not rich(p)", "comparison"),
        (f"{good} points[p] > 2 and  rich(p)", "comparison"),
        (f"{good} points[p] > 2", "comparison"),
        (f"{good} not rich(p)", "comparison"),
        (f"{good} points[p] > 2 and not good(p)", "swapped function"),
    } <= changes(line("fn good"))
    loop = changes(line("  for p in"))
    assert ("for p in seats_after(lead) where good(p): points[p] += BONUS", "order") in loop
    assert ("for p in seats_from(lead) where true: points[p] += BONUS", "comparison") in loop
    assert ("for p in seats_from(lead) where good(p): points[p] += HAND", "constant") in loop
    assert ("nothing", "removed line") in loop
    assert all("at most 10 - 3:" in text for text, _ in changes(line("  while")) if text != "nothing"), "a bound"
    assert ("", "removed line") in changes(line('  "Bonus"')) and ("", "removed line") in changes(line("  0 when"))
    assert changes(line("  override fn rich"))
    assert changes(line("  override fn sound")) == changes(line("  invariant")) == set()
    assert changes(line("fn sound")) == changes(line("invariant")) == changes(line("piece")) == set()


def test_what_makes_the_same_game_is_no_mutant() -> None:
    text = CHANGES.replace("9 each", "9 each where BONUS > 1")
    whole = examine(Source("changes.rules", text))

    def same(old: str, new: str) -> bool:
        other = examine(Source("changes.rules", text.replace(old, new)))
        assert not other.errors and text.replace(old, new) != text
        return same_game(whole, other)

    assert same("BONUS > 1", "BONUS > 2") and same("sound()", " sound()")
    assert not same("BONUS > 1", "BONUS > 3") and not same("BONUS = 3", "BONUS = 2") and not same("!= 77", "!= 7")
    assert not same("| 4 | 5 |", "| 4 | 6 |"), "only three players meet it"
