"""Labels: what everybody may know of a value."""

from __future__ import annotations

import pytest
from engine_kit import program

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.public import PRIVATE, PUBLIC, SIZE
from rulelang.analysis.reads import walk

GAME = """
piece Card(color: Color, number: 1..3) in deck "Card": 1 each
piece Die rolls face: 1..6 in cup "Die": 2 each
piece Coin rolls side: 1..2 in plate "Coin": 2 each
zone cup: set of Die, hidden
zone plate: set of Coin, open
zone deck: pile of Card, hidden
zone table: row of Card, open
zone veiled: row of Card, open
zone hand[Seat]: set of Card, owner
resource coins[Seat]: 9, open
resource chips[Seat]: 9, owner
var open_one: Int = 0
var own[Seat]: Int = 0, owner
fn worth(c: Card) -> Int = c.number
fn pick(p: Seat) -> list of Card = if open_one > 0 then hand[p] else table
fn of_size(p: Seat) -> Int = count(hand[p]) + count(deck)
menu Take(p: Seat):
  card(c in table) where c.number > 1: nothing
menu Give(p: Seat):
  give(c in hand[p]) where c.number > 1: nothing
step veil(): hide veiled
play:
  let a = first(table)
  let b = first(hand[P1])
  P1 chooses said from 1..3
  P1 chooses shown from hand[P1]
  P1 secretly chooses thought from 1..3
  var told = 0
  if own[P1] > 3: told = 1
  var traded = 0
  var mine = own[P1]
  swap traded, mine
  score[P1] = reveal EXPR
"""


def label(text: str) -> int:
    made = program(GAME.replace("EXPR", text))
    flow = Flow(made)
    stmt = made.game.procs["play"].body[-1]
    assert isinstance(stmt, ir.Assign) and isinstance(stmt.value, ir.Reveal)
    assert flow.label(stmt.value, flow.locals) == PUBLIC
    return flow.label(stmt.value.value, flow.locals)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open_one + coins[P2]", PUBLIC),
        ("own[P1]", PRIVATE),
        ("chips[P1]", PRIVATE),
        ("count(hand[P1]) + count(deck)", PUBLIC),
        ("of_size(P2)", PUBLIC),
        ("first(table).number", PUBLIC),
        ("first(hand[P1]).number", PRIVATE),
        ("count(for c in hand[P1] where c.number == 1)", PRIVATE),
        ("count(for c in hand[P1])", PUBLIC),
        ("sum(c.number for c in table)", PUBLIC),
        ("count(veiled)", PUBLIC),
        ("sum(c.number for c in veiled)", PRIVATE),
        ("sum(d.face for d in Die)", PRIVATE),
        ("open_one + count(Die)", PUBLIC),
        ("sum(c.side for c in Coin)", PUBLIC),
        ("open_one + sum(c.number for c in Card)", PUBLIC),
        ("traded + 0", PRIVATE),
        ("worth(a)", PUBLIC),
        ("worth(b)", PRIVATE),
        ("count(pick(P1))", PUBLIC),
        ("first(pick(P1)).number", PRIVATE),
        ("said", PUBLIC),
        ("worth(shown)", PRIVATE),
        ("thought", PRIVATE),
        ("told", PRIVATE),
        ("count(Take(P1))", PUBLIC),
        ("count(Give(P1))", PRIVATE),
        ("if own[P1] > 0 then 1 else 2", PRIVATE),
        ("if open_one > 0 then 1 else 2", PUBLIC),
        ("count(take(hand[P1], 2) + table)", PUBLIC),
    ],
)
def test_labels(text: str, expected: int) -> None:
    assert label(text) == expected


def test_the_size_of_a_private_list_is_public() -> None:
    made = program(GAME.replace("EXPR", "0"))
    flow = Flow(made)
    sources = [node for node in walk(made.game.menus["Give"].actions) if isinstance(node, ir.Contents)]
    assert flow.label(sources[0], flow.locals) == SIZE
    assert flow.label(sources[0], {}) == PRIVATE  # of a local that nobody labelled nothing is known
