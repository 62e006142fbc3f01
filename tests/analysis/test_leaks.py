"""Ways to tell a secret that were accepted once: each is refused, and what is much like it and tells nothing is not."""

from __future__ import annotations

import pytest
from made_secrets import program_of, refusals, told_apart, with_play

SEAT_OF = 'P1 chooses k from 1..2 "Which seat?"\n'
DO = 'menu Do(p: Seat, n: Int):\n  a "Keep it": own[p] = n\n  b "Leave it": nothing\n'
MELD = "group Meld(n: 0..4) of Card, at most 4\nzone melds[Seat]: set of Meld, owner\n"
LAND = 'menu Land(p: Seat, here: Color) by here:\n  red(n in 0..1) "Take {n}": own[p] = n\n  blue: nothing\n'
SHAKER = "zone shaker[Seat]: set of Die, owner\nvar favourite: Die? = none\n"
JOKERS = """piece Joker in jokers "Joker": 3 each
zone jokers: set of Joker, open
zone mix[Seat]: set of Card | Joker, owner
zone pool: pile of Card | Joker, hidden
zone jokers_box: set of Joker, hidden
"""
TO_SEAT = "(reveal {} to seat(own[P1]))"

LEAKS = {
    # what leaves a loop narrows its next round
    "break": "repeat 2 times:\n  note \"x\"\n  if own[P1] > 1: break",
    "return": "for q in seats:\n  note \"x\"\n  if own[P1] > 1: return",
    "stop": "for q in seats:\n  note \"x\"\n  if own[P1] > 1: stop",
    "while": "while level < 3 at most 5:\n  level += 1\n  if own[P1] > 1: break",
    # a local no longer holds the seat that could tell that play is here
    "seat in a branch": "var q = random seats\nif own[q] > 2:\n  if level == 0: q = q.left\n  own[q] = 0",
    "seat in a loop": "var q = random seats\nif own[q] > 2:\n  repeat 1 times: q = q.left\n  own[q] = 0",
    "seat that left": "var q = random seats\nrepeat 2 times:\n  own[q] = 0\n  if own[q] > 2: break\n  q = q.left",
    # a seat without a name sees what is its own
    "unnamed variable": f"{SEAT_OF}own[seat(k)] = own[P1]",
    "unnamed hand": f"{SEAT_OF}move min(for c in hand[seat(k)] by c.number * own[P1]) to kept[P2]",
    "unnamed group": (f"{SEAT_OF}form Meld(own[P1]) from take(hand[P1], 1) to melds[seat(k)]", MELD),
    # something drawn is kept where only some see it
    "drawn, in an action": ("let n = random 0..4\nP1 chooses from Do(P1, n)\nlevel = n", DO),
    "drawn, as an index": "let q = random seats\nown[q] = 3\nlevel = q.number",
    "drawn, as a condition": "let coin = random [true, false]\nif coin: own[P1] = 3\nif coin: level = 1",
    "drawn, in a group": ("let n = random 0..4\nform Meld(n) from take(hand[P1], 1) to melds[P1]\nlevel = n", MELD),
    "drawn, told to one": "let n = random 0..4\nlet m = (reveal n to P1)\nlevel = n",
    "drawn, as an amount": "let n = random 0..2\npay n gems from bank to P1\nlevel = n",
    # a phase tests again and again whether it goes on
    "until, of a die that is rolled": (
        "favourite = first(cup[0])\nrun Go(P1)",
        f"{SHAKER}phase Go(p: Seat) until favourite != none and favourite.face == 6:\n"
        "  move cup[0] to shaker[p]\n  roll shaker[p]\n  level = 1\n",
    ),
    "until, of a die that is passed on": (
        "let d = first(cup[0])\nrun Go(P1, d)",
        f"{SHAKER}phase Go(p: Seat, d: Die) until d.face == 6:\n"
        "  move cup[0] to shaker[p]\n  roll shaker[p]\n  level = 1\n",
    ),
    "until, of a card that is lost": (
        "P1 chooses c from hand[P1]\nrun Go(c)",
        "phase Go(c: Card) until owner(c) == P1:\n  move Card to deck\n  shuffle deck\n"
        "  for q in seats: deal 2 from deck to hand[q]\n  level = 2\n",
    ),
    # a `reveal` tells that play has come to it
    "that it is told": "if own[P1] > 2:\n  let n = reveal 1",
    "that it is told to one": "if own[P1] > 2: own[P1] = (reveal own[P1] to P2)",
    "that it is told to several": "if own[P1] > 2: own[P1] = (reveal 1 to [P1, P2])",
    "that it is told, in a step": (
        "own[P1] = run judge(P1)", "step judge(p: Seat) -> Int:\n  if own[p] > 2: return reveal 1\n  return 0\n"
    ),
    "that it is told, by an answer": 'P1 secretly may "Raise?": own[P1] = (reveal 1 to P2)',
    "that it is told, in a block": "each z in seats secretly:\n  if own[z] > 2: own[z] = (reveal 1 to z.left)",
    "that it is told, after another test": "if own[P1] > 2: nothing\nelif reveal 1 == 1: nothing",
    "that it is told, in a round": "while reveal level < 3 at most 4:\n  if own[P1] > 1: break",
    # a line that nothing runs reveals nothing
    "revealed by an idle step": ("level = sum(c.number for c in hand[P1]) mod 9", "step idle(): reveal hand[P1]\n"),
    "revealed by an idle phase": ("level = own[P1]", "phase Idle: reveal own\n"),
    "revealed by an idle menu": ("level = own[P1]", "menu Idle(p: Seat):\n  show: reveal own\n"),
    # how many of a kind lie in a zone that holds others, too
    "all of a kind": (
        "move deck to pool\nmove jokers to pool\nshuffle pool\ndeal 2 from pool to mix[P1]\nmove Joker to jokers_box",
        JOKERS,
    ),
    # a `reveal` tells what it says, and to whom
    "contents of a place": "for c in (reveal hand[P1]): points[P1] += c.number",
    "contents, to one": (
        "let cs = (reveal hand[P1] to P2)\nP2 chooses k from 0..sum(c.number for c in cs) \"Which?\""
    ),
    "contents of a group": (
        "form Meld(1) from take(hand[P1], 2) to melds[P1]\nlet m = reveal only(melds[P1])\n"
        "level = sum(c.number for c in m)",
        MELD,
    ),
    "to whom, of a place": f"shuffle pile[{TO_SEAT.format(1)}]",
    "to whom, of an index": f"points[{TO_SEAT.format('P1')}] = 1",
    "to whom, of a swap": f"swap points[{TO_SEAT.format('P1')}], points[P2]",
    "to whom, of a draw": f"let x = random take([1, 2, 3], {TO_SEAT.format(1)})",
    "to whom, of what applies": (f"resolve Land(P1, {TO_SEAT.format('red')})", LAND),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_way_to_tell_a_secret_is_refused(name: str) -> None:
    lines, more = LEAKS[name] if isinstance(LEAKS[name], tuple) else (LEAKS[name], "")
    assert {each.code for each in refusals(program_of(with_play(lines, more)))} == {"R347"}


HONEST = {
    "all of all kinds": ("move deck to pool\nmove jokers to mix[P1]\nmove Card + Joker to pool", JOKERS),
    "an idle step by itself": ("nothing", "step idle():\n  reveal own\n  level = own[P1]\n"),
    "a private payment from the bank": "if own[P1] > 2: pay 1 gems from bank to P1",
    "a private number of rounds": "repeat 3 times:\n  own[P1] = 1\n  if own[P1] > 2: break",
    "a seat that goes on": "var q = seats[level + 1]\nrepeat 2 times:\n  if own[q] > 2: own[q] = 0\n  q = q.left",
    "a reveal to oneself": "if own[P1] > 2: own[P1] = (reveal 1 to P1)",
    "a reveal in a block": "each z in seats secretly: own[z] = (reveal own[z] to z.left)",
    "something drawn and told to one": (
        "let n = random 0..4\nlet m = (reveal n to P1)\nP1 chooses k from 0..m \"Which?\"\nown[P1] = n", ""
    ),
    "something drawn and told": "let n = random 0..4\nnote \"{n}\"\nown[P1] = n\nlevel = n",
}

TWO_KINDS = """rules 1
game "Jokers" for 2 players "Two kinds in one deck."
piece Card(number: 1..5) "Card": 1 each
piece Joker "Joker": 2 each
zone deck: pile of Card | Joker, hidden
zone hand[Seat]: set of Card | Joker, owner
setup:
  move Card to deck
  move Joker to deck
  shuffle deck
play:
  for p in seats: deal 2 from deck to hand[p]
  {}
  move Card + Joker to deck
winner p: most 1
"""


@pytest.mark.parametrize("name", HONEST)
def test_what_is_much_like_it_is_not(name: str) -> None:
    lines, more = HONEST[name] if isinstance(HONEST[name], tuple) else (HONEST[name], "")
    assert refusals(program_of(with_play(lines, more))) == []


@pytest.mark.parametrize(("again", "codes"), [("", set()), ("move Joker to deck", {"R347"})])
def test_when_play_begins_all_know_what_lies_where(again: str, codes: set[str]) -> None:
    """Later, jokers that are gathered by themselves tell who has held some."""
    program = program_of(TWO_KINDS.format(again or "nothing"))
    assert {each.code for each in refusals(program)} == codes


def test_how_many_cards_an_open_group_gets_is_told_by_its_line() -> None:
    lines = 'P1 chooses k from 0..1 "Go on?"\nform Meld(1) from [for c in hand[P1] where c.number > 1] to laid_down'
    program = program_of(with_play(lines, MELD + "zone laid_down: set of Meld, open\n"))
    assert refusals(program) == []
    assert told_apart(program, games=6, tries=6)[0] is None
