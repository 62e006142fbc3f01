"""`rulelang run` away from a terminal: bots play, the game is told, files are written; and a person at a pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from cli_kit import BREAKS, GAMES, GUESS, LOOPS, ROOT, rulelang, script

from rulelang.cli.options import load


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(GUESS)
    (tmp_path / "breaks.rules").write_text(BREAKS)
    (tmp_path / "loops.rules").write_text(LOOPS)
    return tmp_path


# ---------------------------------------------------------------- the told game


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told_to_its_end(game: str) -> None:
    """Plain lines of at most 80 columns, no trailing spaces, no holes; then the score sheet and the winners."""
    said = rulelang("run", game, "--seed", 11)
    assert said.code == 0 and not said.err
    lines = said.out.splitlines()
    assert "seed 11" in lines[0] and "\x1b" not in said.out
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    assert not re.search(r"\bNone\b|\{|\[P\d|  \.|\(\)|\\", said.out.partition("━━ The game is over")[0])
    assert re.search(r"(win|wins)( together)?(,? with .*)?\.$", lines[-1]) or lines[-1] == "Nobody wins."


def test_the_score_sheet_has_every_labelled_line() -> None:
    out = rulelang("run", "guess.rules", "--seed", 3, "--players", 3).out
    sheet = out.partition("━━ The game is over ━━\n")[2]
    result = json.loads(rulelang("run", "guess.rules", "--seed", 3, "--players", 3, "--json").out)
    assert len(result["score_sheet"]) == 3
    tallies = re.split(r"^Rate \d+$", sheet, flags=re.M)[1:]
    for block, tally in zip(result["score_sheet"], tallies, strict=True):
        rows = {row.split()[0]: row.split()[1:] for row in tally.splitlines() if row.startswith("  ")}
        for seat, entry in block["seats"].items():
            assert entry["total"] == sum(line["value"] for line in entry["lines"])
            told = {line["label"]: line["value"] for line in entry["lines"]} | {"Total": entry["total"]}
            assert all(rows[label][int(seat) - 1] == str(told.get(label, "–")) for label in {*rows, *told})
    assert sheet.splitlines()[-2].split()[1:] == [str(score) for score in result["scores"]]
    assert f"Player {result['winners'][0]}" in sheet.splitlines()[-1]


def test_the_same_seed_is_the_same_game_byte_for_byte() -> None:
    """In other processes, with other hashes, in another width of terminal."""
    command = [script(), "run", str(ROOT / "games" / f"{GAMES[0]}.rules"), "--seed", "5"]
    told = set()
    for hashes, columns in (("0", "80"), ("1", "40"), ("77", "200")):
        env = {**os.environ, "PYTHONHASHSEED": hashes, "COLUMNS": columns}
        told.add(subprocess.run(command, check=True, capture_output=True, env=env, stdin=subprocess.DEVNULL).stdout)
    assert len(told) == 1


def test_a_seed_is_drawn_and_printed() -> None:
    first, other = (rulelang("run", "guess.rules", "--set", "top=40").out for _ in range(2))
    seed = re.search(r"seed (\d+)", first)
    assert seed and first != other
    assert rulelang("run", "guess.rules", "--set", "top=40", "--seed", seed[1]).out == first


def test_players_follow_from_seats_and_the_other_way_round() -> None:
    assert "3 players" in rulelang("run", "guess.rules", "--seats", "random,random,random").out
    assert "3 players" in rulelang("run", "guess.rules", "--players", 3).out
    assert "2 players" in rulelang("run", "guess.rules").out


def test_settings_are_said_and_hold() -> None:
    said = rulelang("run", "guess.rules", "--seed", 1, "--set", "top=2")
    assert "top=2" in said.out.splitlines()[0]
    assert set(re.findall(r"(?:chooses|Player 2) (\d+)", said.out)) <= {"1", "2"}


def test_the_result_as_json() -> None:
    said = rulelang("run", "guess.rules", "--seed", 3, "--json")
    result = json.loads(said.out)
    assert result["seed"] == 3 and result["players"] == 2 and result["options"] == {"top": 6}
    assert result["answers"] == 6 and len(result["scores"]) == 2 and result["seats"] == ["random", "random"]


# ---------------------------------------------------------------- files


def test_a_record_and_a_trace_are_written(here: Path) -> None:
    said = rulelang("run", "guess.rules", "--seed", 3, "--record", "r.json", "--trace", "t.jsonl")
    record = json.loads((here / "r.json").read_text())
    lines = [json.loads(line) for line in (here / "t.jsonl").read_text().splitlines()]
    assert said.code == 0 and "r.json" in said.out
    assert record["seed"] == 3 and len(record["answers"]) == 6
    assert lines[0]["format"] == "rulelang trace" and lines[-1]["event"] in ("ended", "left")
    assert sorted(path.name for path in here.iterdir() if path.suffix != ".rules") == ["r.json", "t.jsonl"]


def test_bots_go_on_as_they_would_have(here: Path) -> None:
    """A record cut anywhere and resumed becomes the game that was not cut."""
    whole = rulelang("run", "guess.rules", "--seed", 3, "--set", "top=40", "--record", "whole.json").out
    record = json.loads((here / "whole.json").read_text())
    for count in range(7):
        (here / "cut.json").write_text(json.dumps({**record, "answers": record["answers"][:count], "result": None}))
        said = rulelang("run", "guess.rules", "--resume", "cut.json")
        told = [line for line in said.out.splitlines() if "seed 3" not in line]
        assert said.code == 0
        assert told == [line for line in whole.splitlines() if "seed 3" not in line and "whole.json" not in line]


def test_resuming_finds_the_rules_by_their_name(here: Path) -> None:
    rulelang("run", "guess.rules", "--seed", 3, "--record", "r.json")
    assert rulelang("run", "--resume", "r.json").code == 0
    (here / "guess.rules").rename(here / "other.rules")
    said = rulelang("run", "--resume", "r.json")
    assert said.code == 2 and "`guess`" in said.err
    assert rulelang("run", "other.rules", "--resume", "r.json").code == 0


def test_resuming_under_other_rules_is_refused(here: Path) -> None:
    rulelang("run", "guess.rules", "--seed", 3, "--record", "r.json")
    (here / "guess.rules").write_text(GUESS.replace('"Near": 3', '"Near": 4'))
    said = rulelang("run", "--resume", "r.json")
    assert said.code == 1 and "`Rate`" in said.err and "--anyway" in said.err


# ---------------------------------------------------------------- rules that fail


def test_a_rule_error_shows_line_seed_and_the_command_that_does_it_again(here: Path) -> None:
    said = rulelang("run", "breaks.rules", "--seed", 9)
    assert said.code == 1 and "breaks.rules:8:" in said.err and "seed was 9" in said.err
    command = said.err.splitlines()[-1].split()
    assert command[0] == "rulelang"
    again = rulelang(*command[1:])
    assert (again.code, again.err) == (1, said.err)


def test_rules_that_loop_are_stopped_before_the_first_question() -> None:
    said = rulelang("run", "loops.rules", "--seed", 9)
    assert said.code == 1 and "R618" in said.err and "--seed 9" in said.err


def test_a_person_gets_a_record_of_the_failure(here: Path) -> None:
    said = rulelang("run", "breaks.rules", "--seed", 9, "--seats", "you,random", typed="1\n2\n")
    assert said.code == 1 and "n += 1" in said.err
    again = rulelang(*said.err.splitlines()[-1].split()[1:])
    assert again.code == 1 and "n += 1" in again.err and "Player 1 chooses 1" in again.out


# ---------------------------------------------------------------- a person at a pipe


def test_answers_may_come_through_a_pipe(here: Path) -> None:
    said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="4\n2\n6\n")
    assert said.code == 0 and "You are Player 1" in said.out
    assert said.out.count("Which number?") == 3 and "You choose 4" in said.out


def test_when_the_input_ends_the_game_is_kept(here: Path) -> None:
    said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="4\n")
    assert said.code == 130
    command = said.err.splitlines()[-1].split()
    assert command[:2] == ["rulelang", "run"]
    went_on = rulelang(*command[1:], typed="2\n6\n")
    whole = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="4\n2\n6\n")
    assert went_on.code == 0
    assert went_on.out.partition("━━ The game is over")[2] == whole.out.partition("━━ The game is over")[2]


def test_records_do_not_overwrite_each_other(here: Path) -> None:
    for _ in range(3):
        rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,random", typed="q\n")
    names = sorted(path.name for path in here.glob("*.json"))
    assert names == ["guess-3-2.record.json", "guess-3-3.record.json", "guess-3.record.json"]


def test_you_may_hold_several_seats() -> None:
    said = rulelang("run", "guess.rules", "--seed", 3, "--seats", "you,you", typed="1\n" * 6)
    assert said.code == 0 and "You are Player 1 and Player 2" in said.out and "Player 2 chooses" in said.out


def test_a_long_record_of_rules_that_break_is_not_tried_answer_by_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rulelang("run", "breaks.rules", "--seed", 1, "--seats", "random,random", "--record", "r.json")
    record = json.loads(Path("r.json").read_text())
    record["answers"] = [*record["answers"][:1], *[record["answers"][-1]] * 400]
    Path("r.json").write_text(json.dumps(record))
    tried = list[int]()
    replayed = load.replay_record
    monkeypatch.setattr(load, "replay_record", lambda *given: tried.append(1) or replayed(*given))
    said = rulelang("replay", "r.json")
    assert said.code == 1 and "error[R605]" in said.err and said.out.count("Player 1 chooses") == 1 and len(tried) < 15
