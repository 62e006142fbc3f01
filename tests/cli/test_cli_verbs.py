"""`check`, `test`, `games`, `replay` and `explain`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import attrs
import pytest
from cli_kit import GAMES, GUESS, rulelang

from rulelang.bots.kinds import Thought
from rulelang.cli.report.hint import hint_text
from rulelang.diagnostics import CODES
from rulelang.play.game import load

TESTED = (
    GUESS
    + """
fn double(n: Int) -> Int [G-1] = n * 2
test "G-T1: twice is twice" [G-1] for 2 players:
  expect double(2) == 4
test "a number is said" [G-2, 10] for 2 players:
  when Ask:
    P1: 4
    P2: 2
  expect said[P1] == 4
"""
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(TESTED)
    (tmp_path / "wrong.rules").write_text(
        GUESS.replace("run Hide, Ask", "run Hid, Ask").replace("tally Rate", "taly Rate")
    )
    return tmp_path


# ---------------------------------------------------------------- check


def test_good_rules() -> None:
    said = rulelang("check", "guess.rules")
    assert (said.code, said.out, said.err) == (0, "guess.rules: no problems (2 and 3 players)\n", "")


def test_every_mistake_is_told_once_and_every_file_gets_a_line() -> None:
    said = rulelang("check", "wrong.rules", "guess.rules", "wrong.rules")
    assert said.code == 1
    assert "`Hid`" in said.err and "taly" in said.err and said.err.count("error[") == 2
    assert said.out == "wrong.rules: 2 errors\nguess.rules: no problems (2 and 3 players)\n"
    assert not any(line.endswith(" ") for line in said.text.splitlines())


def test_warnings_do_not_fail(here: Path) -> None:
    (here / "warns.rules").write_text(GUESS.replace("  reveal goal\n", "  reveal goal\n  stop\n  reveal goal\n"))
    said = rulelang("check", "warns.rules")
    assert said.code == 0 and "warning[R402]" in said.err
    assert said.out == "warns.rules: 1 warning (2 and 3 players)\n"


def test_a_folder_is_all_the_rules_in_it(here: Path) -> None:
    (here / "inner").mkdir()
    (here / "inner" / "more.rules").write_text(GUESS)
    said = rulelang("check", ".")
    assert [line.partition(":")[0] for line in said.out.splitlines()] == [
        "guess.rules",
        "inner/more.rules",
        "wrong.rules",
    ]


def test_a_bundled_game_is_checked_by_name() -> None:
    """`tests/check` checks them all."""
    said = rulelang("check", GAMES[0])
    assert said.code == 0 and "no problems" in said.out and said.out.endswith(" players)\n")


def test_check_for_programs() -> None:
    said = rulelang("check", "--json", "wrong.rules", "guess.rules")
    wrong, right = json.loads(said.out)["files"]
    assert said.code == 1 and not said.err
    assert not wrong["ok"] and len(wrong["diagnostics"]) == 2 and wrong["diagnostics"][0]["labels"][0]["line"] > 1
    assert right == {"file": "guess.rules", "ok": True, "players": [2, 3], "diagnostics": []}


# ---------------------------------------------------------------- test


def test_tests_that_pass() -> None:
    said = rulelang("test", "guess.rules", "--no-search")
    assert (said.code, said.out, said.err) == (0, "guess.rules: 2 tests passed\n", "")


def test_games_are_played_after_the_tests() -> None:
    said = rulelang("test", "guess.rules", "--games", "5")
    assert said.code == 0 and said.out.endswith("guess.rules: 5 games played, nothing broken\n")


def test_tests_that_fail_show_their_lines_and_what_happened(here: Path) -> None:
    (here / "guess.rules").write_text(
        TESTED.replace("double(2) == 4", "double(2) == 5").replace("said[P1] == 4", "said[P1] == 3")
    )
    said = rulelang("test", "guess.rules")
    assert said.code == 1 and said.out.endswith("guess.rules: 2 of 2 tests failed\n")
    happened = "Player 2’s said is now 2"
    for line in ("when Ask:", "P1: 4", "expect said[P1] == 3", "^^^", "expected:  3", "there was: 4", happened):
        assert line in said.out, line


def test_some_tests_by_title_or_rule() -> None:
    assert rulelang("test", "guess.rules", "-k", "TWICE").out == "guess.rules: 1 test passed\n"
    assert rulelang("test", "guess.rules", "-k", "g-10").out == "guess.rules: 1 test passed\n"


def test_rules_that_are_wrong_run_no_test() -> None:
    said = rulelang("test", "wrong.rules")
    assert said.code == 1 and "`Hid`" in said.err and "no test was run" in said.out


def test_tests_for_programs(here: Path) -> None:
    result = json.loads(rulelang("test", "--json", "guess.rules").out)["files"][0]
    assert [each["title"] for each in result["tests"]] == ["G-T1: twice is twice", "a number is said"]
    assert all(each["passed"] and each["players"] == 2 and not each["failures"] for each in result["tests"])


def test_the_matrix_of_rules() -> None:
    said = rulelang("test", "--rules", "guess.rules")
    rows = [line.split() for line in said.out.splitlines()]
    assert "3 rules, 0 without a test, 2 without a line" in said.out
    assert [row[0] for row in rows[1:]] == ["G-1", "G-2", "G-10"]
    assert rows[1][1].isdecimal() and rows[1][2] == "G-T1" and "no line" in said.out
    matrix = json.loads(rulelang("test", "--rules", "--json", "guess.rules").out)["files"][0]["rules"]
    assert matrix[0] == {"id": "G-1", "lines": [int(rows[1][1])], "tests": ["G-T1: twice is twice"]}


def test_the_bundled_games_pass_their_tests() -> None:
    said = rulelang("test", GAMES[0], "--no-search")
    assert said.code == 0 and re.search(r": \d+ tests passed$", said.out.strip())


# ---------------------------------------------------------------- games, explain


def test_what_is_bundled() -> None:
    said = rulelang("games")
    games = json.loads(rulelang("games", "--json").out)["games"]
    assert said.code == 0 and [game["name"] for game in games] == GAMES
    for game in games:
        assert game["title"] in said.out and game["players"] and game["credits"] and game["text"]
        for option in game["options"]:
            assert f"--set {option['name']}={option['default']}" in said.out
        assert all(f"--variant {variant['name']}" in said.out for variant in game["variants"])
        assert len(game["mods"]) >= 6 and all(f"--mod {mod['name']}" in said.out for mod in game["mods"])
        assert all(mod["text"] and Path(mod["file"]).is_file() for mod in game["mods"])
        assert f"rules: {Path(game['file'])}"[-20:] in said.out
    assert all(line == line.rstrip() for line in said.out.splitlines())


def test_defaults_can_be_given_back() -> None:
    """What `games` prints after `--set` is what `run` takes, and changes nothing."""
    for game in json.loads(rulelang("games", "--json").out)["games"]:
        given = [word for o in game["options"] for word in ("--set", f"{o['name']}={o['default']}")]
        plain, same = (rulelang("run", game["name"], "--seed", 1, "--json", *words) for words in ([], given))
        assert plain.code == 0 and json.loads(plain.out) == json.loads(same.out), same.err


def test_every_code_is_explained() -> None:
    listed = rulelang("explain").out
    for code, row in CODES.items():
        said = rulelang("explain", code.lower())
        assert said.code == 0 and said.out.startswith(f"{row.severity}[{code}]: ") and "What to do:" in said.out
        title, step = said.out.splitlines()[0], said.out.rpartition("What to do:")[2]
        assert code in listed and ("{" not in title + step or "{{" in row.title + row.next)
    assert json.loads(rulelang("explain", "R100", "--json").out)["code"] == "R100"


# ---------------------------------------------------------------- replay


@pytest.fixture
def played(here: Path) -> str:
    """A game that was played, with its record and trace; what was told of it."""
    said = rulelang("run", "guess.rules", "--seed", 3, "--record", "r.json", "--trace", "t.jsonl")
    return "\n".join(line for line in said.out.splitlines()[2:] if not line.startswith("The record"))


@pytest.mark.parametrize("file", ["r.json", "t.jsonl"])
def test_a_game_is_told_again(played: str, file: str) -> None:
    said = rulelang("replay", file)
    assert said.code == 0 and "\n".join(said.out.splitlines()[1:]) == played


def test_part_of_a_game(played: str) -> None:
    said = rulelang("replay", "r.json", "--to", 3)
    assert said.code == 0 and "after answer 3 of 6" in said.out and "game is over" not in said.out
    told = said.out.splitlines()[1:-2]
    assert played.startswith("\n".join(told[:6]))


def test_a_game_as_a_seat_knew_it(played: str) -> None:
    assert "You choose" in rulelang("replay", "r.json", "--seat", 2).out
    assert rulelang("replay", "r.json", "--spectator").out == rulelang("replay", "r.json").out
    assert rulelang("replay", "r.json", "--seat", 9).code == 2
    assert rulelang("replay", "r.json", "--seat", 1, "--spectator").code == 2


def test_a_record_of_other_rules(played: str, here: Path) -> None:
    (here / "guess.rules").write_text(TESTED.replace('"Near": 3', '"Near": 4'))
    refused = rulelang("replay", "r.json")
    assert refused.code == 1 and "`Rate`" in refused.err and "--anyway" in refused.err
    assert rulelang("replay", "r.json", "--anyway").code == 0


def test_a_replay_for_programs(played: str) -> None:
    result = json.loads(rulelang("replay", "r.json", "--json", "--seat", 1).out)
    assert result["over"] and result["seat"] == 1 and result["log"][0]["event"] == "began" and result["winners"]


@pytest.mark.parametrize(
    "damage", ["", "{}", "[]", '{"format": "rulelang record"}', '{"format": "rulelang trace"}', "\0"]
)
def test_damaged_records(damage: str, here: Path) -> None:
    (here / "bad.json").write_text(damage)
    for verb in (["replay", "bad.json"], ["run", "--resume", "bad.json"]):
        said = rulelang(*verb)
        assert said.code == 2 and len(said.err.splitlines()) == 1 and not said.out


def test_damaged_answers(played: str, here: Path) -> None:
    record = json.loads((here / "r.json").read_text())
    for answers in ([{"seat": 1}], [{**record["answers"][0], "seat": 2}], [{**record["answers"][0], "value": 99}]):
        (here / "bad.json").write_text(json.dumps({**record, "answers": answers}))
        said = rulelang("replay", "bad.json")
        assert said.code in (1, 2) and len(said.err.splitlines()) == 1 and "Traceback" not in said.err


# ---------------------------------------------------------------- mods on top of a game


def test_a_game_is_checked_with_mods_upon_it(tmp_path):
    said = rulelang("check", "nokosu", "--mod", "nokosu_first", "--mod", "nokosu_hundred")
    assert said.code == 0 and "no problems" in said.out
    mine = tmp_path / "mine.rules"
    mine.write_text('rules 1\nmod "Mine" extends nokosu\noverride trick Trick:\n  ties = first_played\n')
    said = rulelang("check", "nokosu", "--mod", str(mine), "--mod", "nokosu_first")
    assert said.code == 1 and "R208" in said.err and "mine.rules:4" in said.err
    said = rulelang("check", "nokosu", "--mod", "nuts_crash")
    assert said.code == 2 and "is a mod of `nuts`, not of `nokosu`" in said.err
    assert "without `--mod`" in rulelang("check", "nokosu", "--mod", "nokosu_first", "--fix").err


def test_mutants_are_tried_with_mods_upon_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("count.rules").write_text(
        'rules 1\ngame "Count" for 2 players\nconst STEP = 1\nvar points[Seat]: Int = 0\n'
        "play: points[P1] += STEP\nwinner p: most points[p]\n"
    )
    Path("proved.rules").write_text(
        'rules 1\nmod "Proved" extends count\ntest "one": \n  when play\n  expect points == [1, 0]\n'
    )
    alone = json.loads(rulelang("test", "count.rules", "--mutants", "6", "--json").out)["files"][0]["mutants"]
    proved = rulelang("test", "count.rules", "--mod", "proved.rules", "--mutants", "6", "--json")
    proved = json.loads(proved.out)["files"][0]["mutants"]
    assert alone["tried"] == proved["tried"] and len(proved["unnoticed"]) < len(alone["unnoticed"])
    assert "name the mod" in rulelang("test", "--rules", "count.rules", "--mod", "proved.rules").err


def test_verbs_take_the_same_options_for_a_table():
    for verb, names in {"run": "variant set mod", "rulebook": "variant set mod", "diff": "variant set mod",
                        "check": "mod", "test": "mod"}.items():  # fmt: skip
        said = rulelang(verb, "--help").out
        assert all(re.search(rf"--{name} ", said) for name in names.split()), verb
    by_option = rulelang("diff", "nokosu", "--mod", "nokosu_first", "--short").out
    assert by_option == rulelang("diff", "nokosu", "nokosu_first", "--short").out


def test_a_hint_and_a_slip_set_apart_what_was_offered() -> None:
    """“Player 3 took Pair of 6: take 1; pass would have been better”, “Next best: 5: level; 0: 0.2 points ahead”."""
    thought = Thought((60, 30, 10), (0.6, 0.5, 0.4), 9, (1.5, 0.0, 0.2))
    names = ["Pair of 6: take 1", "pass", "12"]
    assert hint_text(thought, names) == (
        "The bot would take “Pair of 6: take 1”: 1.5 points ahead of the others in the end, after 100 simulations over "
        "9 deals that fit what you know. It also looked at pass: level with the others in the end; 12: 0.2 points "
        "ahead of the others in the end."
    )
    assert "after 100 simulations. It" in hint_text(attrs.evolve(thought, worlds=1), names)


def test_a_review_of_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = load("kuhn").start(seed=1).record()
    Path("empty.json").write_text(json.dumps(record), encoding="utf-8")
    assert rulelang("review", "empty.json", "--bot", "bot:4").out == "Nobody has chosen anything in this record.\n"
