"""Sentences that readers and players once found, and what stands in their place: none of them is ever printed again."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from cli_kit import rulelang
from prose_kit import played, refused, wide

from rulelang.base.rng import Dice, stream
from rulelang.cli.group import VERBS
from rulelang.cli.play.screen import screen
from rulelang.cli.play.story_page import StoryPage
from rulelang.play.game import load
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.rulebook import gather, make_book, to_markdown
from rulelang.story import Facts, Story

ROOT = Path(__file__).parents[2]

# what was written: what is written now, and where ("" if the passage is gone)
WRITTEN = {
    "There is nothing to program": ("You don't program anything", "README.md"),
    "how those fare who do it": ("", ""),
    "Players choose by lot": ("Players choose at random", "README.md"),
    "because those use it who are behind": ("", ""),
    "Run the tests that stand in rules": ("Run the tests in a rules file", "--help"),
    "Write rules in the one style": ("Format rules files", "--help"),
    "and say what they come to": ("Simulate many games", "--help"),
    "What chance brings; 7, if not given": ("Random seed", "sim --help"),
    "Say what a code of a diagnostic means": ("Explain an error code", "--help"),
    "Show the version and leave": ("Show the version and exit", "--help"),
    "all are told at once; mend the first": ("reported at once; fix the first", "docs/tutorial.md"),
    "looked after your invariant": ("checked your invariant", "docs/tutorial.md"),
    "no thing is named": ("nothing is named `baskte`", "docs/tutorial.md"),
    "Write Markdown; so it is, unless FILE ends in .html": ("the default unless FILE ends in .html", "rulebook --help"),
}


@cache
def page(where: str) -> str:
    text = rulelang(*where.split()).out if where.endswith("--help") else (ROOT / where).read_text(encoding="utf-8")
    return " ".join(text.split())


@cache
def every_page() -> str:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))]
    return " ".join(" ".join([*texts, *(page(f"{verb} --help") for verb in VERBS)]).split())


@pytest.mark.parametrize("never", WRITTEN)
def test_plain_english_in_pages_and_help(never: str) -> None:
    instead, where = WRITTEN[never]
    assert never not in every_page() and (not where or instead in page(where))


def test_what_cannot_be_read_is_unexpected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.rules").write_text('rules 1\ngame "G" for 2 players\nplay: nothing from\n', encoding="utf-8")
    said = rulelang("check", "g.rules")
    assert "unexpected `from`" in said.out + said.err and "cannot stand" not in said.out + said.err


# game: what its story said, and what it says now, to player 1 of the game with seed 5
TOLD = {
    "nokosu": ("into bag (who has promised", "You promise Zero Tricks and return the green 1."),
    "nosh": ("Revealed in favorite", "You reveal the candy apple from the favorite, Player 2 the popcorn"),
    "connect_four": ("disc of", "Your disc goes to cell"),
    "court": ("chooses no", "You put a guard into the fallen friends. You are out of the game."),
    "sweet_nose": ("chooses “swap”", "You start."),
    "pretzel": ("“steal” (P2)", "Player 2 chooses “Steal 1 from you”."),
}
ALSO = {
    "court": ("Player 2 says no.", "One player is left."),
    "nokosu": ("Trumps are blue and every 2.", "Tricks won "),
    "nosh": ("You choose stand 2.", "Player 2 has to pass on “Claim a goal?”."),
    "pretzel": (
        "stands on space 11.", "You stand on space 21. You slide on: Butter slick. You stand on space 18.",
        "Somebody holds enough pretzels: the game ends at once.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_a_story_without_holes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.cli.terminal.width", wide)
    game = load(name)
    match, _ = played(game, 5, 99_999)
    story = Story(StoryPage(Facts.of(game.program), game.program.seats, Reader(1)))
    text = "\n".join([*story.tell(match.log(1)), *story.close()])
    never, instead = TOLD[name]
    assert never not in text and all(each in text for each in (instead, *ALSO.get(name, ())))
    assert "(?)" not in text and "Die(" not in text and "P2" not in text


@pytest.mark.parametrize("seat", [1, 2])
def test_who_shares_the_keyboard_is_told_what_they_chose(seat: int) -> None:
    """“P2 chooses Card(?).” was told to P2."""
    game = load("court")
    match, _ = played(game, 5, 0)
    story = Story(StoryPage(Facts.of(game.program), game.program.seats, Reader(seat)))
    text = " ".join(" ".join([*story.tell(match.log(seat)), *story.close()]).split())
    own = re.findall(r"\b[Yy]ou (?:choose|play|put) ([^.]*)", text)
    assert own and not any("?" in each or each.startswith(("a card", "no ")) for each in own), own


def test_why_a_trick_was_won_tells_how_a_tie_was_broken() -> None:
    match, dice, told = load("nokosu", players=3).start(seed=5), Dice(stream(5, 0, 1)), set[str]()
    while match.decision is not None and len(told) < 2:
        told |= {each.text.partition(":")[0] for each in match.why_trick()[1:]}
        match.choose(dice.below(len(match.decision.options)))
    assert told == {"is weaker", "is as strong, but the last one played wins"}


@pytest.mark.parametrize("name", ["nokosu", "pretzel"])
def test_why_speaks_no_code(name: str) -> None:
    told = [each.rpartition(" (")[0] for each in refused(load(name), 5, 12)]
    never = ("does not hold", "the rules leave it out", "`", ">=", "==")
    assert told and not [each for each in told if any(word in each for word in never)]


# game, question and how often it was asked before: what the table showed, and what it shows now, with seed 5
SHOWN = {
    ("nokosu", "PickDice", 0): (("leader", "P1", "Die("), ("drafter you", "no tricks")),
    ("nokosu", "Declare", 1): (("false",), ("you have not promised", "Player 1 has promised", "Player 3 has not")),
    ("nosh", "StandSale", 0): (("bid -1", "plan", "you starts"), ("goals of round 7", "you start;", "you are hungry")),
    ("nosh", "StandSale", 3): (("false",), ("you are hungry", "Player 3 is not")),
    ("nosh", "StandSale", 1): (("Me First",), ("bid 14; bidder Player 3",)),
    ("nokosu", "Trick", 0): (("Die(",), ("trumps are blue and every 2",)),
    ("nuts", "Pack", 0): (("Package(",), ("peanut: brown, size 3, value 2, penalty 2", "bad nut: red, penalty 5")),
    ("nuts", "Cleanup", 3): (("Package(",), ("almond (season 3) [almond ×3 · honey roasted]",)),
    ("nuts", "Grab", 0): (("Card(",), ("belt 1  peanut · almond · peanut · raisin",)),
    ("pretzel", "Turn.d", 0): (
        ("pawn", "pushing"),
        ("you stand on space 0", "dice to use  2 · 3 · 6 6", "[0 · ● ○]─", "─[5 steal 1]─[6 ·]─"),
    ),
    ("sweet_nose", "Shop", 0): (("shelve 1 ·", "same_swap"), ("same swap (level 1) · unshelve (level 2)",)),
    ("sweet_nose", "Swaps", 0): (("store area", "set aside"), ("plate cake ×2 · skewer ×3 · rice cake · jelly ×2",)),
    ("cribbage", "play_card", 3): (("sequence 9♠ · 9♥",), ("sequence 9♠ · 9♦ · 9♥",)),
}


@pytest.mark.parametrize(("name", "question", "before"), SHOWN)
def test_a_table_in_the_words_of_the_game(name: str, question: str, before: int) -> None:
    never, instead = SHOWN[name, question, before]
    match, dice = load(name).start(seed=5), Dice(stream(5, 0, 1))
    while match.decision and (question not in match.decision.name or before):
        before -= question in match.decision.name
        match.choose(dice.below(len(match.decision.options)))
    assert match.decision
    seat = match.decision.seat
    text = "\n".join(screen(match.view(seat), Facts.of(match.game.program), Reader(seat)))
    assert not any(each in text for each in never) and all(each in text for each in instead), text


def test_why_a_game_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.cli.terminal.width", wide)
    game = load("pretzel", players=2, options={"first_player": 1})
    match = game.start(chance=[0] * 5)
    for seat, said in ((1, "You have rolled five pretzels: the game is over."), (2, "Player 1 has rolled five")):
        story = Story(StoryPage(Facts.of(game.program), game.program.seats, Reader(seat)))
        assert match.decision is None and said in "\n".join([*story.tell(match.log(seat)), *story.close()])


SOME_COUNTS = """rules 1
game "Some" for 2..10 players
enum Suit: red, blue
fn there(s: Suit) -> Bool "blue only with more" = players > 2 or s == red
piece Card(suit: Suit, number: 1..3) in deck: 1 each where there(suit)
zone deck: pile of Card, hidden
play: nothing
winner p: most p.number
"""


def test_what_only_some_numbers_of_players_have(tmp_path: Path) -> None:
    path = tmp_path / "some.rules"
    path.write_text(SOME_COUNTS, encoding="utf-8")
    said = to_markdown(make_book(gather(str(path))), {})
    assert "blue (only with 3–10 players)" in said and "3, 4, 5" not in said


# game: what its components did not have, or had in another form
BOX = {
    "pretzel": (
        "**Pawns** | one for each player | 2 | 3 | 4 | 5 |", "**Board** – a path of 24 spaces",
        "face pretzel (1) and 2–6, rolled", "There are 5. They begin among the used dice.",
    ),
    "sweet_nose": ("**Markers**, or pen and paper, for what there is", "One: starter – who holds the thunder god, the"),
    "nosh": ("One: starter – who holds Me First!, the marker", "One for each player: hungry – who has no stand"),
    "nokosu": (
        "purple (only with 4 players, as [the table sets it](#options) here)", "7 (only with 4 players)",
        "their Zero Tricks card", "**Piece** – a card or a die; a card and a die of the same color",
    ),
    "hearts": ("rank 2–10, jack (11), queen (12), king (13) and ace (14)",),
}  # fmt: skip


@pytest.mark.parametrize("name", BOX)
def test_components_are_what_a_box_contains(name: str) -> None:
    told = to_markdown(make_book(gather(name)), {}).partition("## Components")[2].partition("\n## ")[0]
    assert all(each in told for each in BOX[name]), told


# game and question: an option as it was called, and how it is called now
CALLED = {
    ("nokosu", "PickDice"): ("Die(red, 4)", "red 4"),
    ("hearts", "Trick"): ("Card(", "of clubs"),
    ("sweet_nose", "Swaps"): ("swap(", "Trade mung-bean cake for Player 3’s hawthorn skewer"),
}


@pytest.mark.parametrize(("name", "question"), CALLED)
def test_options_in_the_words_of_the_game(name: str, question: str) -> None:
    never, instead = CALLED[name, question]
    match, dice = load(name).start(seed=5), Dice(stream(5, 0, 1))
    while match.decision and question not in match.decision.name:
        match.choose(dice.below(len(match.decision.options)))
    assert match.decision
    words = Speech(Facts.of(match.game.program).vocabulary, Reader(match.decision.seat)).options(match.decision)
    assert any(instead in word.name for word in words) and not any(never in word.name for word in words)
