"""Sentences of a story side by side: what is left out, what is said again, and how verbs follow their seats."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from rulelang.cli.play.story_page import StoryPage
from rulelang.play.game import load
from rulelang.present.english import Reader, write
from rulelang.present.phrase import Joined, Noun, Quantity
from rulelang.present.speech import Speech
from rulelang.story import Facts, Story
from rulelang.story.answers import with_owners
from rulelang.story.sentences import Sentence, paragraph, tell_fact


def gets(seat: int, number: int) -> Sentence:
    return Sentence((seat,), "get", (Quantity(number, Noun("card"), "a"),))


@pytest.mark.parametrize(
    ("names", "number", "told"),
    [
        ({1: "Ann", 2: "Ben"}, 3, "Ann gets 2 cards, Ben 3 cards."),
        ({1: "Bot 1", 2: "Bot 2"}, 3, "Bot 1 gets 2 cards, Bot 2 gets 3 cards."),
        ({}, 1, "Player 1 gets 2 cards, Player 2 a card."),
    ],
)
def test_no_number_follows_a_name_that_ends_in_one(names: dict[int, str], number: int, told: str) -> None:
    assert paragraph([gets(1, 2), gets(2, number)], Reader(None, names)) == told


LABEL = ["Claim the knight: ", {"seat": 1}, " loses a card"]
OWNER = ["Trade ", "rice cake", " for ", {"seat": 1}, "'s ", "peanut candy"]


@pytest.mark.parametrize(
    ("parts", "reader", "told"),
    [
        (LABEL, None, "Claim the knight: Player 1 loses a card"),
        (LABEL, 1, "Claim the knight: you lose a card"),
        (OWNER, None, "Trade rice cake for Player 1’s peanut candy"),
        (OWNER, 1, "Trade rice cake for your peanut candy"),
        (["Steal from ", {"seat": 1}, " across the table"], 1, "Steal from you across the table"),
    ],
)
def test_what_an_action_says_of_a_seat(parts: list[object], reader: int | None, told: str) -> None:
    assert write(Joined(tuple(with_owners(parts)), ""), Reader(reader)) == told


@pytest.mark.parametrize(("reader", "said"), [(None, "Player 1 loses a card"), (1, "you lose a card")])
def test_a_verb_follows_a_seat_and_not_its_number(reader: int | None, said: str) -> None:
    """“Player 1 lose a card” was told, as of one thing that is counted."""
    match = load("court", players=3).start(seed=5)
    for _ in range(7):
        match.choose(0)
    assert match.decision and match.decision.seat == 2
    speech = Speech(Facts.of(match.game.program).vocabulary, Reader(reader))
    assert f"Claim the knight, pay three coins: {said}" in [speech.option(each).name for each in match.decision.options]


DISCS = """rules 1
game "Discs" for 2 players "A disc goes, a point comes."
piece Disc(value: 1..2) in box "Disc": 1 each
zone hand[Seat]: set of Disc, owner
zone lost: set of Disc, hidden
var won[Seat]: 0..2 = 0 "rounds won"
var lucky[Seat]: Bool = false "who was lucky"
setup:
  for p in seats: move reveal [for d in box where d.value == p.number] to hand[p]
play:
  run Lose
phase Lose "Player 1 loses a disc":
  let gone = random hand[P1]
  move gone to lost
  won[P2] += 1
  note "The round is over"
  lucky[P2] = true
winner p: most won[p]
"""


def test_whose_piece_goes_and_who_has_won_is_told_though_nobody_chose(tmp_path: Path) -> None:
    """“A disc goes to the lost.” did not say whose, and a number that changed behind it was not told at all."""
    (tmp_path / "discs.rules").write_text(DISCS, encoding="utf-8")
    match = load(tmp_path / "discs.rules").start(seed=1)
    story = Story(StoryPage(Facts.of(match.game.program), match.game.program.seats, Reader()))
    told = " ".join(" ".join([*story.tell(match.log(None)), *story.close()]).split())
    assert "A disc goes from Player 1 to the lost. Player 2 has won 1 now." in told
    assert "The round is over. Player 2 is lucky now." in told


HUNGRY, STANDS = "{seat} is/are hungry", "{seat} stands/stand on the hill"


@pytest.mark.parametrize(
    ("says", "holds", "reader", "told"),
    [
        (HUNGRY, True, None, "Player 1 and Player 2 are hungry."),
        (HUNGRY, False, 1, "You and Player 2 are no longer hungry."),
        ("{seat} has/have promised it", False, 2, "Player 1 and you have no longer promised it."),
        (STANDS, False, 1, "You no longer stand on the hill. Player 2 no longer stands on the hill."),
    ],
)
def test_a_fact_is_told_when_it_begins_and_when_it_is_over(
    says: str, holds: bool, reader: int | None, told: str
) -> None:
    assert paragraph([tell_fact(says, seat, holds) for seat in (1, 2)], Reader(reader)) == told


def test_two_things_that_a_loop_does_for_each_seat_are_two_sentences() -> None:
    """The deal was told seat by seat, once it also ended a promise."""
    each = [(attrs.evolve(gets(seat, 9), shared=True), tell_fact(HUNGRY, seat, False)) for seat in (2, 3, 1)]
    said = paragraph([sentence for pair in each for sentence in pair], Reader(None, {1: "Ann", 2: "Ben", 3: "Cleo"}))
    assert said == "Ben, Cleo and Ann get 9 cards each. Ben, Cleo and Ann are no longer hungry."


def test_what_several_seats_have_now_is_told_of_each() -> None:
    """“Player 1 has 27 points now (Player 3: 26 points)” was told, and of player 2 nothing."""
    page = StoryPage(Facts.of(load("nuts").program), (1, 2, 3), Reader())
    for seat, number in ((1, 5), (1, 27), (2, 31), (3, 26)):
        page.remark(seat, "points", Quantity(number, Noun("point")), "have")
    for seat in (1, 3):
        page.remark(seat, "bidding", "bidding", "be")
    has = "Player 1 has 27 points now, Player 2 has 31 points, Player 3 has 26 points"
    assert paragraph(page.sentences, Reader()) == f"{has}. Player 1 and Player 3 are bidding now."


def test_what_is_over_is_not_so_now() -> None:
    """“Player 1 is no longer safe now.” was told."""
    page = StoryPage(Facts.of(load("nuts").program), (1, 2, 3), Reader())
    page.remark(1, "safe", "no longer safe", "be")
    page.write()
    assert "".join(page.take()).strip() == "Player 1 is no longer safe."


ORDERS = """rules 1
game "Orders" for 2 players "One orders, the other may stop it."
enum Role: duke, fool
var won[Seat]: Int = 0
menu Order(p: Seat):
  tax "Raise a tax":
    p.left may choose r from Role "Stop it as whom?": nothing
    else: won[p] += 1
  rest "Rest": nothing
play:
  for p in seats: p chooses from Order(p) "What?"
winner p: most won[p]
"""


def test_answers_to_two_questions_are_two_sentences(tmp_path: Path) -> None:
    """“Player 1 chooses “Raise a tax”, Player 2 duke.” was told."""
    (tmp_path / "orders.rules").write_text(ORDERS, encoding="utf-8")
    match = load(tmp_path / "orders.rules").start(seed=1)
    for number in (0, 0, 1):
        match.choose(number)
    story = Story(StoryPage(Facts.of(match.game.program), match.game.program.seats, Reader()))
    told = " ".join(" ".join([*story.tell(match.log(None)), *story.close()]).split())
    assert "Player 1 chooses “Raise a tax”. Player 2 chooses duke. Player 2 chooses “Rest”." in told
