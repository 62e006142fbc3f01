"""`rulelang diff`: what a change means, said in English and shown as lines of rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_kit import rulelang
from link_kit import BASE

ROOT = Path(__file__).parents[2]
MODS = sorted((ROOT / "examples" / "mods").glob("*.rules"))


@pytest.fixture
def diff(tmp_path, monkeypatch):
    """The sentences that tell a mod of the base game of the tests from it."""
    monkeypatch.chdir(tmp_path)
    Path("base.rules").write_text(BASE)

    def run(text: str = "", *arguments: str) -> list[str]:
        mods = []
        if text:
            Path("a.rules").write_text(f'rules 1\nmod "A mod" extends base "A text."\n{text}\n')
            mods = ["a.rules"]
        said = rulelang("diff", "base.rules", *mods, *arguments, "--json")
        assert said.code == 0, said.text
        return [change["text"] for change in json.loads(said.out)["changes"]]

    return run


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("override option rounds = 3", "Rounds: 3 (was 2)"),
        ("option more: Bool = true \"More\"", "New option `more`: More (normally true)"),
        ("remove option fast", "Option `fast` is gone: "),
        ("override const GOAL = 7", "Goal: 7 (was 5)"),
        ("override const HAND = original + players", "Hand: 5 (was 3) with 2 players; 5 (was 2) with 3 players"),
        ("override game for 2 players", "For 2 players (was: 2 and 3 players)"),
        ("override table CARD:\n  | kind | cost |\n  | blue | 7 |", "Card, blue: cost 7 (was 2)"),
        ("extend table STEPS:\n  | 3 | 9 |", "Steps, new row 3: 9"),
        ("override table COPIES[Kind, 2..3]: 0..9:\n  | kind | 3 |\n  | red | 8 |",
         "Red card: 8 (was 3) with 3 players"),
        ("extend piece Tile:\n  | worth | name |\n  | 4 | two |", "New: two 4 tile: 1"),
        ("override fn twice(n: Int) -> Int \"half\" = n", "Twice: half (was: n + n)"),
        ("fn half(n: Int) -> Int \"a half\" = n", "New: half, a half"),
        ("extend menu Act:\n  jump \"Jump\": nothing", "New action “Jump” (act)"),
        ("remove action Act.wait", "No longer an action: “Wait” (act)"),
        ("override action Act.wait \"Rest\": nothing", "Action: “Rest” (was “Wait”)"),
        ("extend score Total for p:\n  \"Gift\": 3", "“Gift” counts too: 3"),
        ("remove score Total \"Goal\"", "“Goal” counts no longer"),
        ("override score Total for p:\n  \"Goal\": 1", "“Goal” counts: 1 (was: GOAL when points[p] > 3)"),
        ("override winner p: least points[p]", "Winner: least points[p] (was: most Total(p))"),
        ("end when log > 3 \"three\"", "The game also ends when three"),
        ("after Round: log += 1", "After round: log += 1"),
        ("override phase Round \"In turn\": nothing", "Round: In turn"),
        ("var more[Seat]: Int = 0 \"what is more\"", "New: more: what is more"),
        ("override zone deck: pile of Card, open", "Deck: open (was hidden)"),
        ("look Kind:\n  red \"ruby\" sign \"♦\"\n  blue color cyan", "Red: called “ruby”; sign ♦"),
        ("look log bookkeeping", "Log: no longer shown to players"),
        ("look Card \"playing card\" plural \"playing cards\"",
         "Card: called “playing card”; several are “playing cards”"),
        ("look log \"diary\" during Round", "Log: called “diary”; shown during round"),
        ("remove variant Slow", "Gone variant Slow: Slowly"),
        ("remove invariant \"No debts\"", "“No debts” need not hold any more"),
        ("remove test \"waiting\"", "Gone test: waiting"),
        ("breaks \"waiting\"\nremove action Act.wait", "May fail now: waiting"),
        ("test \"new\":\n  expect true", "New test: new"),
    ],
    ids=lambda value: None,
)  # fmt: skip
def test_sentences(diff, text, sentence):
    assert sentence in diff(text)


def test_a_new_name_of_a_piece_is_no_new_piece(diff):
    """“Playing cards:” with nothing behind it was told, as if the old ones were gone."""
    assert diff('look Card "playing card"') == ["Card: called “playing card”"]


def test_what_follows_is_told_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = rulelang("diff", "sweet_nose", "sweet_nose_sixth", "--json")
    changes = {each["text"]: each["follows"] for each in json.loads(said.out)["changes"]}
    assert changes["New sweet: nougat"] is False and changes["Kinds: 6 (was 5)"] is True
    assert changes["New: nougat sweet: 9"] is True


def test_variants_and_options(diff):
    assert diff("", "--variant", "Slow") == ["Twice: original - 1 (was: n + n)"]
    assert diff("", "--set", "rounds=4") == ["Rounds: 4 (was 2)"]


def test_ties():
    said = rulelang("diff", "nokosu", "nokosu_first")
    assert "• Ties in trick: of equals, the first one played wins (was: last played)" in said.out
    assert "- ties = last_played" in said.out and '= first_played' in said.out


def test_nothing_is_different(diff):
    assert diff("", "--set", "rounds=2") == []
    said = rulelang("diff", "base.rules", "--set", "rounds=2")
    assert "Nothing is different." in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nokosu"], "there is nothing to compare with"),
        (["nokosu", "no_such"], "there is no mod `no_such`"),
        (["nokosu", "nosh_short"], "is a mod of `nosh`"),
        (["nuts", "--variant", "MoreLuck", "--variant", "LessLuck"], "exclude each other"),
        (["nokosu", "--set", "rounds=99"], "cannot be 99"),
    ],
)
def test_what_cannot_be_compared(arguments, sentence):
    said = rulelang("diff", *arguments)
    assert said.code == 2 and sentence in said.err


@pytest.mark.few(2)
@pytest.mark.parametrize("path", MODS[::4], ids=lambda path: path.stem)
def test_every_mod_has_something_to_say(path):
    """Each shipped mod is told in whole sentences, and at least one of them is its own."""
    game = re.search(r"extends (\w+)", path.read_text(encoding="utf-8"))[1]
    said = rulelang("diff", game, str(path), "--json")
    changes = [each for each in json.loads(said.out)["changes"] if each["sort"] != "test"]
    assert changes and all(each["text"] and not each["text"].endswith((":", ",")) for each in changes)
