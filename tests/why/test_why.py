"""Why a move is not offered: the reason of the rules, the line, the ids; and nothing that the player cannot see."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import rulelang
from rulelang.base.rng import Dice, stream
from rulelang.engine.text import say
from rulelang.ir.types import Piece

ROOT = Path(__file__).parents[2]
GAMES = sorted(ROOT.glob("games/*.rules"))


def until(match, name: str, wanted=lambda decision: True):
    dice = Dice(stream(3, 0, 1))
    while match.decision is not None and not (match.decision.name.startswith(name) and wanted(match.decision)):
        match.choose(dice.below(len(match.decision.options)))
    assert match.decision is not None
    return match.decision


def hand(decision) -> list[int]:
    zones = decision.state.program.zone_arrays["cards"]
    return list(decision.state.zone(zones.at((decision.seat,))))


def must_follow(decision) -> bool:
    offered = {option.raw for option in decision.options}
    return any(card not in offered for card in hand(decision))


def test_who_must_follow_is_told_so():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)
    decision = until(match, "Trick", must_follow)
    offered = {option.raw for option in decision.options}
    card = next(card for card in hand(decision) if card not in offered)
    found = match.why(say(card, Piece(("Card",)), decision.state.program, decision.state))
    assert found.text.startswith("you must follow ") and "you hold" in found.text
    assert found.ids == ("NOKO-24", "NOKO-25")
    path, line = found.rule.rsplit(":", 1)
    assert "follows(c, led)" in Path(path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_the_locked_die_has_its_own_reason():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)

    def locked(decision) -> bool:
        dice = decision.state.zone(decision.state.program.zone_arrays["dice"].at((decision.seat,)))
        kept = not decision.state.var("zero", (decision.seat,))
        return kept and len(dice) == 1 and dice[0] not in {option.raw for option in decision.options}

    decision = until(match, "Trick", locked)
    (die,) = decision.state.zone(decision.state.program.zone_arrays["dice"].at((decision.seat,)))
    found = match.why(say(die, Piece(("Die",)), decision.state.program, decision.state))
    assert "keeps the last die" in found.text and "NOKO-22" in found.ids


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        ("nuts", "Grab", "you can choose a number from 0 to 17"),
        ("nosh", "StandSale", "you can choose a number from 0 to 15"),
        ("nosh", "Fair", "you can choose a number from 1 to 3"),
    ],
)
def test_a_number_out_of_range_is_told_the_range(game, question, said):
    match = rulelang.load(ROOT / f"games/{game}.rules", players=3).start(seed=5)
    until(match, question)
    assert match.why("99").text == said


def test_an_action_names_the_condition_that_fails():
    match = rulelang.load(ROOT / "games/pretzel.rules", players=3).start(seed=5)
    until(match, "Combination")
    found = match.why("four 6")
    assert found.text == "it takes at least 4 of the unused dice that show 6, and there are 2"
    assert found.move == "Four 6: take 1 and steal 2" and found.ids == ("PRETZ-12",)


def test_a_word_that_is_said_twice_is_meant_twice():
    match = rulelang.load(ROOT / "games/sweet_nose.rules", players=3).start(seed=2)
    until(match, "Swaps")
    kinds = {str(option.value).partition("(")[2].partition(")")[0] for option in match.decision.options}
    found = next(found for kind in kinds if (found := match.why(f"{kind} for {kind}")) is not None)
    assert found.text.startswith("both are ") and "SWEET-11" in found.ids


def test_a_ladder_says_which_of_its_lines_forbids_an_action():
    match = rulelang.load(ROOT / "games/nuts.rules", players=3).start(seed=5)
    until(match, "Pack")
    found = match.why("pack broom 0")
    assert found.text == "no set of broom: broom goes into no package" and found.ids == ("NUTS-33",)
    kinds = ("macadamia", "cashew", "almond")
    missing = next(kind for kind in kinds if "in the list" not in match.why(f"pack {kind} 0").text)
    last, number = match.why(f"pack {missing} 0"), 4 if missing == "macadamia" else 3
    assert last.text == f"no set of {missing}: it takes {number} of them, raisins included" and last.ids == ("NUTS-30",)
    path, line = last.rule.rsplit(":", 1)
    assert "of them" in Path(path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_an_offered_move_is_said_to_be_offered():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)
    decision = match.decision
    assert match.why(str(decision.options[0].value)).text == "you can do that now, as #1 in the list"


def test_what_is_not_in_sight_is_not_spoken_of():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)
    decision = until(match, "Trick")
    state, zones = decision.state, decision.state.program.zone_arrays["cards"]
    other = decision.seat % 3 + 1
    for card in state.zone(zones.at((other,))):
        assert match.why(say(card, Piece(("Card",)), state.program, state)) is None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_any_question_has_an_answer_or_none(path):
    match = rulelang.load(path).start(seed=2)
    dice = Dice(stream(2, 0, 1))
    words = ["7 blue", "pass", "P2", "3", "peanut", "swap cake rice", "", "((", "claim"]
    for turn in range(60):
        if match.decision is None:
            break
        found = match.why(words[turn % len(words)])
        assert found is None or str(found)
        match.choose(dice.below(len(match.decision.options)))


def test_a_trick_is_explained_by_its_rungs():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)
    until(match, "Trick", lambda decision: any(getattr(e, "proc", "") == "Trick" for e in match.events[-30:]))
    dice = Dice(stream(3, 0, 1))
    while not match.why_trick():
        match.choose(dice.below(len(match.decision.options)))
    first, *others = match.why_trick()
    assert "takes the trick" in first.text and len(others) == 2
    assert first.ids[0].startswith("NOKO-") and ".rules:" in first.rule


def test_the_winner_told_is_the_winner_of_the_trick():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=4).start(seed=9)
    dice, seen = Dice(stream(9, 0, 1)), 0
    while match.decision is not None:
        before = [match.core.state.var("tricks", (p,)) for p in range(1, 5)]
        match.choose(dice.below(len(match.decision.options)))
        after = [match.core.state.var("tricks", (p,)) for p in range(1, 5)]
        if sum(after) == sum(before) + 1:
            winner = next(p for p in range(4) if after[p] > before[p]) + 1
            assert match.why_trick()[0].move.startswith(f"Player {winner}’s ")
            seen += 1
    assert seen >= 50


EQUALS = """rules 1
game "Equals" for 3 players "Some cards are as strong as others."
piece Card(number: 1..9) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone taken[Seat]: pile of Card, open
var taker: Seat = P1
setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
trick Trick "Play any card":
  follows(c, led) = true
  strength(c, led) = c.number mod 2
  ties = TIES
  goes_to(w) = taken[w]
play:
  repeat 3 times: taker = run Trick(taker)
winner p: most count(taken[p])
"""


def test_the_winner_told_is_the_winner_however_ties_are_broken(tmp_path):
    """By every word that the library has for it; `why/results.py` knows what they mean."""
    library = (ROOT / "rulelang/std/trick.rules").read_text(encoding="utf-8")
    takers: dict[str, list[int]] = {word: [] for word in re.search(r"(?m)^enum Tie .*: (.+)$", library)[1].split(", ")}
    for word, seed in product(takers, range(5)):
        (tmp_path / f"{word}.rules").write_text(EQUALS.replace("TIES", word), encoding="utf-8")
        match = rulelang.load(tmp_path / f"{word}.rules").start(seed=seed)
        for trick in range(3):
            for _ in range(3 * (trick < 2)):  # the last cards are played without asking
                match.choose(0)
            takers[word].append(match.core.state.var("taker", ()))
            assert match.why_trick()[0].move.startswith(f"Player {takers[word][-1]}’s "), (word, seed)
    assert len({*map(tuple, takers.values())}) == len(takers), "two words of `Tie` mean the same in std/trick.rules"


def test_a_score_names_its_lines():
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3, options={"rounds": 2}).start(seed=5)
    dice = Dice(stream(3, 0, 1))
    while not match.why_score(1):
        match.choose(dice.below(len(match.decision.options)))
    assert any(each.move == "Tricks won" and each.ids == ("NOKO-33",) for each in match.why_score(1))


def test_a_trick_is_judged_by_the_table_of_then():
    """After the next deal the trumps are others, and no die is the centre die yet."""
    match = rulelang.load(ROOT / "games/nokosu.rules", players=3).start(seed=5)
    dice, told = Dice(stream(3, 0, 1)), []
    while match.decision is not None and not (match.decision.name.startswith("PickDice") and told):
        match.choose(dice.below(len(match.decision.options)))
        told = match.why_trick() if match.decision.name.startswith("Trick") else told
    assert match.why_trick()[0].text.startswith("takes the trick: ")


SECRET = """\
rules 1
game "Secret" for 2 players
var own[Seat]: 0..9 = 4, owner
var points[Seat]: Int = 0
fn few(n: Int, q: Seat) -> Bool:
  let most = own[q]
  true when n < 2
  else false "{n} is not {most}"
fn less(n: Int, most: Int) -> Bool:
  true when n < 2
  else false "{n} is not {most}"
setup: own[P2] = 7
play:
  let mine = own[P1]
  let theirs = own[P2]
  P1 chooses n from 0..3 where CONDITION "How many?"
winner p: most points[p]
"""


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("few(n, P1)", "3 is not 4"),
        ("few(n, P2)", ""),
        ("less(n, own[P1])", "3 is not 4"),
        ("less(n, own[P2])", ""),
        ("less(n, theirs)", ""),
        ("less(n, points[P2])", "3 is not 0"),
    ],
)
def test_a_reason_does_not_tell_a_secret_by_way_of_a_local(condition: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "secret.rules"
    path.write_text(SECRET.replace("CONDITION", condition), encoding="utf-8")
    found = rulelang.load(path).start(seed=1).why("3")
    assert found is not None and (found.text == text or not text) and "7" not in found.text


TRICK = """\
rules 1
game "Trick" for 2 players
use std.french
zone hand[Seat]: set of Card, owner
zone won[Seat]: set of Card, open
var own[Seat]: 0..99 = 44, owner
var points[Seat]: Int = 0
trick Trick:
  hand(p) = hand[p]
  follows(c, led) = c.suit == led.suit
  goes_to(w) = won[w]
  ties = first_played
  strength(c, led):
    let most = own[P2]
    c.rank when c.suit == led.suit "as {TEXT}"
    else 0 "as {TEXT}"
setup:
  shuffle deck
  for p in seats: deal 1 from deck to hand[p]
play:
  let w = run Trick(P1)
winner p: most points[p]
"""


@pytest.mark.parametrize(("text", "told"), [("most", False), ("own[P2]", False), ("points[P2]", True)])
def test_the_reason_of_a_trick_does_not_tell_a_secret(text: str, told: bool, tmp_path: Path) -> None:
    path = tmp_path / "trick.rules"
    path.write_text(TRICK.replace("TEXT", text), encoding="utf-8")
    match = rulelang.load(path).start(seed=1)
    while match.decision is not None:
        match.choose(0)
    said = [each.text for each in match.why_trick()]
    assert said and all((": as 0" in each) == told and "44" not in each for each in said)
