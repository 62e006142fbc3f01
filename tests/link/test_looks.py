"""Looks: they never change a rule or a record, and a mod changes them part by part."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import ir
from rulelang.play.game import load

GAME = """\
rules 1
game "Suits" for 2 players
enum Suit: clubs, hearts
piece Card(suit: Suit, rank: 1..3) in deck "Card": 1 each
zone deck: pile of Card, open
var points[Seat]: Int = 0
play:
  for p in seats:
    p chooses c from deck
    points[p] += c.rank
winner p: most points[p]
"""
LOOKS = """\
look Suit "suit":
  clubs sign "♣" color black
  hearts "heart" sign "♥" color red
look Card "card" face "{rank} of {suit}"
"""
MOD = """\
rules 1
mod "Names" extends suits
override look Suit:
  clubs "clover" sign "♧"
override look Card short "{rank}{suit}"
look points "point"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "suits.rules").write_text(GAME + LOOKS)
    (tmp_path / "plain.rules").write_text(GAME)
    (tmp_path / "names.rules").write_text(MOD)
    return tmp_path


def test_looks_are_no_part_of_a_hash() -> None:
    assert dict(load("suits.rules").typed.hashes) == dict(load("plain.rules").typed.hashes)


WORDED = """\
rules 1
game "Worded" for 2 players {0} {1}
credits "By nobody."
ruling {0} {1}
option most: 1..9 = 3 {0} {1}
piece Card(rank: 1..3) in deck: 1 each
zone deck: pile of Card, open {0}
var points[Seat]: Int = 0 {0} {1}
fn low(c: Card) -> Bool {0} {1}:
  true when c.rank == 1 {0} {1}
  else false {0}
menu Take(p: Seat) {0} {1}:
  take(c in deck) where low(c) else {0} {0} {1}: points[p] += c.rank
play {0}:
  for p in seats {1}:
    p chooses from Take(p) {0} {1}
    note {0}
    require points[p] > 0 {0}
score Total for p {0} {1}:
  {0}: points[p] {1}
invariant "Nobody owes" {1}: all(points[p] >= 0 for p in seats)
winner p: most points[p] {0} {1}
"""


def worded(here: Path, text: str, tag: str) -> dict[str, str]:
    (here / "worded.rules").write_text(WORDED.format(f'"{text}"', f"[{tag}]"))
    return dict(load("worded.rules").typed.hashes)


def test_words_are_no_part_of_a_hash(here: Path) -> None:
    """A text, prompt, label, reason or tag may be written better, and records of before are still of these rules."""
    once, better = worded(here, "so it was said", "OLD-1"), worded(here, "and so it is now", "NEW-7")
    assert once == better and not {"credits", "ruling"} & once.keys()
    path = here / "worded.rules"
    path.write_text(path.read_text().replace("c.rank == 1", "c.rank == 2"))
    changed = dict(load("worded.rules").typed.hashes)
    assert [name for name in once if once[name] != changed[name]] == ["low"]


def test_a_mod_changes_the_parts_that_it_gives() -> None:
    looks = load("names.rules").typed.looks
    assert looks["Suit"] == ir.Appearance(
        name="suit",
        rows={
            "clubs": ir.Appearance(name="clover", sign="♧"),
            "hearts": ir.Appearance(name="heart", sign="♥", color="red"),
        },
    )
    assert looks["Card"] == ir.Appearance(name="card", face="{rank} of {suit}", short="{rank}{suit}")
    assert looks["points"] == ir.Appearance(name="point")
    assert dict(load("names.rules").typed.hashes) == dict(load("plain.rules").typed.hashes)


def test_what_is_removed_needs_no_look(here: Path) -> None:
    (here / "less.rules").write_text('rules 1\nmod "Less" extends more\nremove var extra\n')
    (here / "more.rules").write_text(GAME + "var extra: Int = 0\nlook extra bookkeeping\n")
    assert load("less.rules").typed.looks == {}
