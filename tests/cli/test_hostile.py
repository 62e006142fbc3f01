"""Files made to exhaust time and memory, and damaged commands: a share of `tests/sweep.py hostile`.

Each is run behind walls (`walled`): what takes minutes is stopped there by a signal, which counts as breaking.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from fuzz import command, failure
from hostile import CASES, HOSTILE_VERBS, game, hostile
from walled import walled

import rulelang

# What takes long to read is left to the sweep, and what takes a compiler.
SLOW = {
    "deep/sum_on_a_line", "deep/sum_on_many_lines", "deep/elifs", "deep/rungs", "deep/lets", "deep/call_chain",
    "deep/step_chain", "deep/phase_chain", "deep/constant_chain", "deep/alias_chain", "large/thirty_players",
    "large/nearly_a_name", "large/functions", "large/constants", "large/steps", "large/tests", "large/rulings",
    "large/invariants", "large/many_menus", "doubling/variants", "doubling/tests_of_variants", "files/large_modules",
}  # fmt: skip
QUICK = [name for name in CASES if name not in SLOW]
LIGHT = [verb for verb, words in enumerate(HOSTILE_VERBS) if words[0] not in ("run", "sim", "tree", "test")]
MOST = 400  # megabytes

# In play: what stops it, and with which code.
STOPPED = {
    "work/range_in_play": "R631", "work/subsets_in_play": "R631", "work/permutations_in_play": "R631",
    "work/best_split": "R631", "work/long_prompt": "R631", "work/keys": "R631", "work/sorted_again": "R631",
    "work/tried_steps": "R631",
    "work/product_in_play": "R631", "work/options": "R631", "work/options_of_bags": "R631", "work/growing_list": "R631",
    "work/endless_loop": "R618", "doubling/calls_twice": "R631", "work/subsets_of_pairs": "R631",
}  # fmt: skip
REFUSED = {
    "large/between_cells": "R134", "large/reactions": "R134",
    "doubling/records_twice": "R389", "doubling/tuples_twice": "R134",
    "large/pieces": "R134", "large/pieces_of_a_product": "R134", "large/zones": "R134", "large/variables": "R134",
    "large/enum": "R134", "large/statements": "R134", "work/subsets": "R134", "deep/brackets": "R131",
    "files/many_modules": "R134", "files/uses_a_game": "R205", "files/uses_a_mod": "R205", "large/players": "R326",
}  # fmt: skip


@pytest.mark.few(10)
@pytest.mark.parametrize("at", range(0, len(QUICK), 4))
def test_no_file_breaks_a_verb(at, tmp_path):
    given = hostile(QUICK[at], LIGHT[at % len(LIGHT)])
    run = given.run(tmp_path)
    assert not failure(given, run) and run.megabytes < MOST


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("doubling/calls_twice", "rulebook"), ("doubling/calls_twice", "tree"), ("doubling/numbers_squared", "check"),
        ("doubling/menus_twice", "check"), ("large/long_text", "run"), ("doubling/records_twice", "check"),
        ("doubling/tuples_twice", "check"),
    ],
)  # fmt: skip
def test_what_doubles_is_gone_through_once(name, verb, tmp_path):
    """Functions in functions, squares of squares, menus in menus, a word of a million letters: each once."""
    given = hostile(name, [words[0] for words in HOSTILE_VERBS].index(verb))
    run = given.run(tmp_path)
    assert not failure(given, run) and run.seconds < 5


RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.mark.few(8)
@pytest.mark.parametrize("verb", ["run", "rulebook", "test", "check"])
@pytest.mark.parametrize("name", ["odd/title", "odd/note", "odd/looks", "odd/labels", "odd/test", "odd/ruling"])
def test_no_control_character_is_shown_as_it_is(name, verb, tmp_path):
    number = next(at for at, words in enumerate(HOSTILE_VERBS) if words[0] == verb)
    run = hostile(name, number).run(tmp_path)
    assert not run.broke and not RAW.search(run.text)


def test_rules_that_break_are_told_by_verbs_that_do_not_play(tmp_path):
    run = hostile("work/orders_in_a_menu", [words[0] for words in HOSTILE_VERBS].index("tree")).run(tmp_path)
    assert run.code == 1 and "error[R631]" in run.err and "a.rules:" in run.err


def test_much_that_happens_at_once_is_told_in_short(tmp_path):
    run = hostile("work/payments", 2).run(tmp_path)
    assert run.code == 0 and "(88,000 more)" in " ".join(run.out.split()) and len(run.out) < 200_000


@pytest.mark.few(2)
@pytest.mark.parametrize("name", STOPPED)
def test_play_is_stopped_with_a_code(name, tmp_path):
    run = hostile(name, 2).run(tmp_path)
    assert not run.broke and run.megabytes < MOST and f"error[{STOPPED[name]}]" in run.err


@pytest.mark.parametrize("name", REFUSED)
def test_loading_is_refused_with_a_code(name, tmp_path):
    run = hostile(name, 0).run(tmp_path)
    assert not run.broke and run.megabytes < MOST and f"error[{REFUSED[name]}]" in run.err


@pytest.mark.parametrize("seed", range(6))
def test_damaged_commands(seed, tmp_path):
    given = command(seed)
    assert not failure(given, given.run(tmp_path))


# ---------------------------------------------------------------- what was an internal error once


def test_modules_use_modules(tmp_path):
    for name, text in CASES["files/uses_a_user"].items():
        (tmp_path / name).write_text(text)
    assert rulelang.load(tmp_path / "a.rules").program.constants["H"] == 1


def test_a_pipe_beside_a_module_is_not_waited_for(tmp_path):
    """Who checks a part of a game looks for the game that uses it."""
    (tmp_path / "parts.rules").write_text("rules 1\nfn twice(n: Int) -> Int = 2 * n\n")
    os.mkfifo(tmp_path / "another.rules")
    assert "R201" in walled(["check", "parts.rules"], tmp_path, hang=20).text


def test_a_hundred_problems_are_enough(tmp_path):
    (tmp_path / "a.rules").write_text(game("play:\n" + "".join(f"  n += m{i}\n" for i in range(130))))
    run = walled(["check", "a.rules"], tmp_path)
    assert run.err.count("error[R301]") == 100 and "… and 30 more problems" in run.err and "130 errors" in run.out


@pytest.mark.parametrize("compiler", ["'", "/bin/true", "cat"])
def test_a_compiler_that_is_none(compiler, tmp_path, monkeypatch):
    monkeypatch.setenv("RULELANG_CC", compiler)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run = walled(["sim", "nokosu", "-n", "1", "--engine", "c"], tmp_path)
    assert run.code == 2 and "cannot be played" in run.err


@pytest.mark.parametrize("words", ["--jobs -2", "--jobs 0", "--jobs 99999", "--players ²", "--players 1..99999999999"])
def test_odd_numbers_for_sim(words, tmp_path):
    run = walled(["sim", "nokosu", "-n", "1", "--engine", "reference", *words.split()], tmp_path)
    assert run.code == 2 and not run.broke


def test_a_closed_output(tmp_path):
    closed = [sys.executable, "-c", "import os, sys; os.close(1); os.execv(sys.executable, sys.argv[1:])"]
    words = [*closed, sys.executable, "-m", "rulelang", "games"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "mistake" not in done.stderr and "Traceback" not in done.stderr
