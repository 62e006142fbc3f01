"""`rulelang sim`, `compare` and `sweep` on the command line."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from pathlib import Path

import pytest
from cli_kit import GUESS, NOT_COMPILED, rulelang, terminal
from native_kit import needs_c

from rulelang.sim import compare
from rulelang.sim.compare import Difference, bounds, differences, play_sides, student
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.report import report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of
from rulelang.sim.verdict import verdict_of


@pytest.fixture(autouse=True)
def folder(two_games):
    """Everything happens in a folder with two small games; nothing is compiled."""
    return two_games


def lines_of(text: str, start: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith(start)]


# ---------------------------------------------------------------- sim


def test_a_report():
    said = rulelang("sim", "guess.rules", "-n", 300)
    assert said.code == 0 and said.err == NOT_COMPILED
    assert said.out.startswith(
        "Guess · 2 players · 300 games · seed 7 · players choose at random\n"
        "Played by generated Python: RULELANG_CC names no"
    )
    assert all(len(line) <= 80 and line == line.rstrip() for line in said.out.splitlines())
    report = report_of(simulate(setup_of("guess.rules"), 7, 9))
    labels = [each.label for each in FIGURES if each.read(report) is not None]
    assert len(labels) > 8
    for start in ("Player 1 ", "Player 2 ", "Roles", *labels, "Ask, n — Which number?", "Hit", "Near"):
        assert lines_of(said.out, start), start
    assert said.out == rulelang("sim", "guess.rules", "-n", 300).out


def test_engines_and_jobs_write_the_same_report():
    texts = [
        rulelang("sim", "guess.rules", "-n", 400, *more).out.splitlines()
        for more in (["--engine", "python"], ["--engine", "reference"], ["--engine", "python", "--jobs", 2])
    ]
    assert texts[1][1] == "Played by the reference engine."
    assert texts[0] == texts[2] and texts[0][2:] == texts[1][2:]


def test_several_numbers_of_players():
    said = rulelang("sim", "guess.rules", "-n", 60, "--players", "2..3", "--set", "top=3")
    assert "· 2 players · 60 games · seed 7 · players choose at random · top=3\n" in said.out
    assert "· 3 players ·" in said.out
    after = said.out.partition("By number of players\n")[2].splitlines()
    assert [line.split()[0] for line in after[1:3]] == ["2", "3"]


def test_json_and_csv():
    said = rulelang("sim", "guess.rules", "-n", 50, "--players", "2,3", "--json", "r.json", "--csv", "r.csv")
    assert said.err == f"{NOT_COMPILED}Written: r.json\nWritten: r.csv\n"
    found = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert [each["players"] for each in found["reports"]] == [2, 3]
    rows = list(csv.DictReader(io.StringIO(Path("r.csv").read_text(encoding="utf-8"))))
    (value,) = [
        row["value"] for row in rows if row["players"] == "3" and row["figure"] == "games" and row["section"] == "run"
    ]
    assert value == "50"
    wins = [
        float(row["value"])
        for row in rows
        if (row["group"], row["figure"], row["players"]) == ("wins", "share value", "2")
    ]
    assert sum(wins) == pytest.approx(1)
    assert json.loads(rulelang("sim", "guess.rules", "-n", 5, "--json", "-").out)["reports"][0]["games"] == 5


def test_without_statistics():
    said = rulelang("sim", "guess.rules", "-n", 100, "--no-statistics")
    assert lines_of(said.out, "decisions a game") and not lines_of(said.out, "choices with") and "Ask.n" not in said.out
    full = rulelang("sim", "guess.rules", "-n", 100)
    assert lines_of(said.out, "Player 1 ") == lines_of(full.out, "Player 1 ")[:1]


@pytest.mark.parametrize("name", ["breaks.rules", "below/broken.rules"])
def test_rules_that_break_are_told_with_how_to_see_it(name):
    """`rulelang run breaks` was told for a file in another folder, where there is no such game."""
    Path("below").mkdir()
    Path("below/broken.rules").write_text(Path("breaks.rules").read_text())
    said = rulelang("sim", name, "-n", 4)
    assert said.code == 1
    assert "4 of 4 games were stopped by a mistake in the rules" in said.out
    (replay, *_) = lines_of(said.out, "To see it: ")
    assert replay.startswith(f"To see it: rulelang run {name} --players 2 --seed 7 --seats random,random")
    words = lines_of(said.out, "To see it: ")[1].removeprefix("To see it: rulelang ")
    again = rulelang(*words.split())
    assert again.code == 1 and f"{name}:8" in again.text


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--players", "5..3"], "write 4, 3..5 or 2,4"),
        (["--players", "9"], "is for 2 or 3 players, not 9"),
        (["--players", "2..4"], "is for 2 or 3 players, not 4"),
        (["--players", "2,3", "--seats", "random,random"], "names 2 seats, and 3 play"),
        (["--seats", "random"], "names 1 seats, and 2 play"),
        (["--seats", "you,random"], "you cannot sit"),
        (["--seats", "ranodm,random"], "did you mean `random`?"),
        (["--set", "tpo=3"], "did you mean `top`?"),
        (["--jobs", "0"], "`--jobs` is a number of processes"),
        (["--engine", "c"], "RULELANG_CC names no compiler"),
        (["-n", "0"], "0"),
    ],
)
def test_wrong_wishes(more, sentence):
    said = rulelang("sim", "guess.rules", *more)
    assert said.code == 2 and sentence in said.err and said.out == ""


@pytest.mark.parametrize("verb", [["sim"], ["compare", "--set", "top=3"], ["sweep", "--set", "top=2..3"]])
@pytest.mark.parametrize("kind", ["--json", "--html"])
def test_a_file_that_cannot_be_written_is_refused_before_play(verb, kind):
    said = rulelang(*verb, "guess.rules", "-n", 10**12, kind, "nowhere/file")
    assert said.code == 2 and f"`{kind} nowhere/file` cannot be written: there is no folder `nowhere`." in said.err


def test_ctrl_c_prints_the_report_of_what_is_finished(folder):
    """Both in this process and in others."""
    for jobs in (1, 2):
        with terminal(folder, "sim", "guess.rules", "-n", 10**9, "--jobs", jobs) as screen:
            screen.wait(r"games/s")
            screen.type("\x03")
            screen.wait(r"Stopped: [\d,]+ of 1,000,000,000 games were finished, and count\.")
            screen.wait(r"Player 1 +\d\d\.\d %")
            assert screen.end() == 130
            assert "Traceback" not in screen.seen


# ---------------------------------------------------------------- compare


def test_a_game_compared_with_itself(folder):
    shutil.copy("guess.rules", "same.rules")
    said = rulelang("compare", "guess.rules", "same.rules", "-n", 200)
    assert said.code == 0
    assert "guess → same · 2 players · 200 games each · seed 7" in said.out
    assert "No difference found in how often each seat wins, decisions a game" in " ".join(said.out.split())
    assert "▲" not in said.out and "▼" not in said.out


def test_a_change_is_found_and_said_in_words():
    said = rulelang("compare", "guess.rules", "--set", "top=3", "-n", 400, "--json", "d.json")
    text = " ".join(said.out.split())
    assert "cores are" in text and "higher" in text and "No difference found in" in text
    found = json.loads(Path("d.json").read_text(encoding="utf-8"))
    (score,) = [each for each in found["differences"] if each["name"] == "score"]
    assert score["found"] and score["after"] > score["before"]
    means = [[seat["score"]["mean"] for seat in side["seats"]] for side in found["sides"]]
    assert score["after"] - score["before"] == pytest.approx((sum(means[1]) - sum(means[0])) / 2)


def test_there_must_be_something_to_compare_with():
    said = rulelang("compare", "guess.rules")
    assert said.code == 2 and "nothing to compare with" in said.err


def test_seeds_are_shared_so_that_chance_falls_away():
    """What a side adds to every game alike has no error at all, though games differ much."""
    Path("more.rules").write_text(GUESS.replace("winner p: most points[p]", "winner p: most points[p] + 100"))
    sides = play_sides([setup_of("guess.rules"), setup_of("more.rules")], 7, 300)
    (score,) = [each for each in differences(sides, 1) if each.name == "score"]
    assert score.value == pytest.approx(100) and score.error == pytest.approx(0, abs=1e-9) and score.found


def test_batches_hold_every_game_once():
    for games in (1, 7, 100, 101, 12345):
        pieces = bounds(games)
        assert [first for first, _ in pieces] == [0, *(first + number for first, number in pieces)][: len(pieces)]
        assert sum(number for _, number in pieces) == games and len(pieces) == min(games, compare.BATCHES)


def test_students_points():
    assert [round(student(freedom), 2) for freedom in (9, 20, 99)] == [2.26, 2.09, 1.98]  # from a printed table


def test_a_verdict():
    told = verdict_of(
        [
            Difference("wins P1", 0.25, 0.271, 0.004),
            Difference("wins P2", 0.25, 0.249, 0.004),
            Difference("decisions", 100, 111, 0.5),
            Difference("ties", 0.02, 0.021, 0.01),
        ]
    )
    assert told.found == ("Player 1 wins 2.1 ± 0.4 points more often", "games are 11.0 ± 0.5 % longer")
    assert told.alike == ("ties for first",)


def test_jobs_do_not_show_in_a_comparison():
    texts = [rulelang("compare", "guess.rules", "--set", "top=3", "-n", 200, "--jobs", jobs).out for jobs in (1, 2)]
    assert texts[0] == texts[1]


def test_a_comparison_that_is_stopped_counts_whole_batches(monkeypatch):
    plain, calls = compare.play_chunk, []

    def stop(*about):
        calls.append(about)
        if len(calls) == 60:
            raise KeyboardInterrupt
        return plain(*about)

    monkeypatch.setattr(compare, "play_chunk", stop)
    said = rulelang("compare", "guess.rules", "--set", "top=3", "-n", 100)
    assert said.code == 130 and "Stopped: 29 of 100 games were finished on both sides" in said.out


# ---------------------------------------------------------------- sweep


def test_a_sweep():
    said = rulelang("sweep", "guess.rules", "--set", "top=2..4", "-n", 200, "--json", "s.json")
    assert said.code == 0 and "Guess · 2 players · 200 games a value · seed 7" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())
    found = json.loads(Path("s.json").read_text(encoding="utf-8"))
    assert [each["value"] for each in found["values"]] == [2, 3, 4]
    assert "Compared with top=2\n" in said.out
    assert [line.split()[0] for line in said.out.splitlines()[5:8]] == ["2", "3", "4"]


def test_the_usual_value_is_what_others_are_compared_with():
    said = rulelang("sweep", "guess.rules", "--set", "top=3,6,9", "-n", 50)
    assert "Compared with top=6\n" in said.out
    assert [line.split()[0] for line in said.out.splitlines()[5:8]] == ["3", "6", "9"]


@needs_c
def test_all_values_of_an_option():
    said = rulelang("sweep", "nosh", "--set", "income=all", "--set", "rounds=2", "-n", 5)
    assert said.code == 0 and "rounds=2" in said.out
    assert all(value in said.out for value in ("end_of_round", "between_rounds", "start_of_round"))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ([], "names no option to go through"),
        (["--set", "top=3"], "names no option to go through"),
        (["--set", "top=2..3", "--set", "top=4,5"], "one option at a time"),
        (["--set", "tap=2..3"], "did you mean `top`?"),
        (["--set", "top=4..2"], "is an empty range"),
        (["--set", "top=1..900"], "900 values"),
        (["--set", "top=1..3"], "top"),
    ],
)
def test_wrong_sweeps(more, sentence):
    said = rulelang("sweep", "guess.rules", "-n", 5, *more)
    assert said.code == 2 and sentence in said.err


def test_nothing_is_left_behind(folder):
    rulelang("sim", "guess.rules", "-n", 5)
    assert sorted(os.listdir(folder)) == ["breaks.rules", "guess.rules"]
