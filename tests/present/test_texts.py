"""Options and constants in the texts of a game: at the table, in the story and in the rulebook."""

from __future__ import annotations

import pytest
from cli_kit import rulelang

from rulelang.play.game import load
from rulelang.rulebook import gather, make_book, to_markdown

GAME = """\
rules 1
game "G" for 2..3 players "{players} players, {rounds} rounds."
option rounds: 1..9 = 4 "Rounds in a game"
option night: Bool = false "After dark"
enum Tone: low_note, high
const TONE = high "The tone"
const by players "Table":
  |      | 2 | 3 |
  | HAND | 7 | 5 |
var points[Seat]: Int = 0
play "{rounds} rounds of {HAND} cards; {TONE}, night: {night}":
  run Turn
phase Turn "Everybody has {HAND} cards":
  for p in seats: points[p] += 1
ruling "Nobody plays more than {rounds} rounds."
winner p: most points[p] "the most points after {rounds} rounds"
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "g.rules").write_text(GAME)
    return str(tmp_path / "g.rules")


def test_a_table_is_told_its_own_values(path):
    game = load(path, players=3, options={"rounds": 1, "night": True})
    assert game.text == "3 players, 1 round."
    assert game.typed.procs["play"].text == "1 round of 5 cards; high, night: yes"
    assert game.typed.rulings[0][0] == "Nobody plays more than 1 round."
    assert load(path).typed.winner.text == "the most points after 4 rounds"
    assert "Everybody has 7 cards" in rulelang("run", path, "--seats", "random,random").out


def test_the_rulebook_tells_what_holds_for_each_number_of_players(path):
    text = to_markdown(make_book(gather(path, options={"rounds": 6})), {})
    assert "6 rounds of 7 (2 players) or 5 (3 players) cards" in text and "{" not in text.replace("{#", "")


@pytest.mark.parametrize("name", ["nokosu", "nosh"])
def test_no_text_contradicts_an_option(name):
    """`--set rounds=2` tells two rounds, in the rulebook and at the table."""
    assert "2 rounds" in to_markdown(make_book(gather(name, options={"rounds": 2})), {})
    assert load(name, options={"rounds": 2}).typed.procs["play"].text.startswith("2 rounds")
