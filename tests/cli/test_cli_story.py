"""Telling a game at the terminal: options in columns, screens, and the story of every game."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from cli_kit import GAMES, rulelang

from rulelang.base.rng import Dice, stream
from rulelang.cli.options.settings import read_value
from rulelang.cli.play.prompt import columns
from rulelang.cli.play.screen import screen
from rulelang.cli.play.story_page import StoryPage
from rulelang.play.game import load
from rulelang.play.match import Match
from rulelang.present.english import Reader
from rulelang.story import Facts, Story


def test_values_of_options_as_a_test_writes_them() -> None:
    texts = ("7", "-2", "true", "none", "P2", "red", "[red, 3]", "[]")
    assert [read_value(text) for text in texts] == [7, -2, True, None, "P2", "red", ["red", 3], []]


# ---------------------------------------------------------------- questions


def test_options_stand_in_columns_that_fit() -> None:
    many = columns([f"{number:>3}  Card(blue, {number})" for number in range(1, 31)], 6)
    assert len(many) == 10 and all(len(line) <= 80 for line in many) and many[0].count("Card") == 3
    assert columns(["1  a", "2  b"], 6) == ["1  a", "2  b"]
    wide = columns([" 1  " + "long words " * 12], 6)
    assert len(wide) == 2 and all(len(line) <= 80 for line in wide)


# ---------------------------------------------------------------- every game


def moments(match: Match, seed: int) -> Iterator[Match]:
    """A match at each of its questions, played at random."""
    dice = Dice(stream(seed, 0, 1))
    while match.decision:
        yield match
        match.choose(dice.below(len(match.decision.options)))


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_of_every_game(game: str) -> None:
    """At every question, from the seat that is asked and for a spectator: lines of 80 columns without holes."""
    loaded = load(game)
    facts = Facts.of(loaded.program)
    for number, match in enumerate(moments(loaded.start(seed=2), 2)):
        if number % 7 == 0:
            assert match.decision
            for seat in (match.decision.seat, None):
                lines = screen(match.view(seat), facts, Reader(seat))
                assert lines and all(len(line) <= 80 and line == line.rstrip() for line in lines)
                assert not any(word in line for line in lines for word in ("None", "{", "[P", ";;", "  ;"))


@pytest.mark.parametrize("game", GAMES)
def test_a_story_told_in_parts_is_the_story(game: str) -> None:
    """Nothing is lost or told twice between two questions."""
    loaded = load(game)
    story, told_so_far, lines = Story(StoryPage(Facts.of(loaded.program), loaded.program.seats, Reader())), 0, []
    match = loaded.start(seed=2)
    for _ in moments(match, 2):
        entries = match.log(None)
        lines += story.tell(entries[told_so_far:])
        told_so_far = len(entries)
    lines += [*story.tell(match.log(None)[told_so_far:]), *story.close()]
    whole = Story(StoryPage(Facts.of(loaded.program), loaded.program.seats, Reader()))
    assert lines == [*whole.tell(match.log(None)), *whole.close()]


def test_a_story_as_data_tells_each_event_once(tmp_path, monkeypatch) -> None:
    """`replay --json`: the parts name the entries they tell, in order and none twice; the sentences are the story."""
    monkeypatch.chdir(tmp_path)
    rulelang("run", GAMES[0], "--seed", 7, "--seats", "random,random,random", "--record", "r.json")
    told = json.loads(rulelang("replay", "r.json", "--seat", 1, "--json").out)
    texts = [part for part in told["story"] if part["kind"] in ("text", "scores")]
    numbers = [number for part in texts for number in part["events"]]
    assert numbers == sorted(set(numbers)) and numbers[-1] < len(told["log"])
    assert all(part["events"] for part in told["story"])
    whole = " ".join(rulelang("replay", "r.json", "--seat", 1).out.split())
    assert all(part["text"] in whole for part in texts if part["kind"] == "text")
