"""Mistakes of meaning: each is told once, on its line, with what to do next."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from corpus import HEAD, SHIFT, cases

from rulelang.base.source import Source, read_source
from rulelang.workspace.problems import examine

ROOT = Path(__file__).parents[2]
CASES = cases("check")
GAMES = sorted(ROOT.glob("games/**/*.rules")) + sorted(ROOT.glob("examples/*.rules"))


@cache
def problems(text: str) -> list:
    return examine(Source("case", HEAD + text)).problems


@pytest.mark.parametrize(("text", "want"), CASES, ids=lambda value: None)
def test_each_mistake_is_told_once_on_its_line(text, want):
    found = [(each.line - SHIFT, each.code) for each in problems(text)]
    assert sorted(found) == sorted(want)


@pytest.mark.parametrize(("text", "want"), CASES, ids=lambda value: None)
def test_every_message_is_whole(text, want):
    for each in problems(text):
        assert each.title and each.help
        assert "{" not in re.sub(r"\{\{|\{c", "", each.title)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_the_games_have_no_problems(path):
    assert [str(each.title) for each in examine(read_source(path)).problems] == []


def test_a_name_is_suggested():
    (only,) = problems("var dealer: Seat = P1\nphase A: delaer = P2\n")
    assert only.help == "did you mean `dealer`?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("table PRICE[0..2]: Int:\n  | 0 | 1 | 2 |\n", "no header: each row is a key and its value"),
        ("phase A: P1 chooses 1..2 some from [3, 4]\n", "`p chooses cs from subsets(LIST, 1..2)`"),
    ],
)
def test_the_next_step_is_told(text, said):
    assert said in problems(text)[0].help


def test_a_name_used_often_is_told_once_with_its_uses():
    (only,) = problems("fn f() -> Int = foo + foo + foo\n")
    assert "used 3 times" in only.title
