"""What generated code works out before it is needed is never stale, and where it fails the game is played again."""

from __future__ import annotations

import pytest
from native_kit import GUARDED, WRONG, needs_c, program_of, same

from rulelang.native.build import Build
from rulelang.native.host.playout import generated_c, generated_python, reference
from rulelang.native.host.tiers import BOLD, CAREFUL, PLAIN

MOVED = """rules 1
game "Moved" for 2 players "Pieces change their places behind the back of those who chose them."
enum Color: red, blue
piece Die(color: Color) rolls face: 1..2 in bag "Die": 4 each
piece Card(number: 1..4) in deck "Card": 2 each
zone bag: bag of Die, hidden
zone deck: pile of Card, hidden
zone table: set of Die, open
zone dice[Seat]: set of Die, open
zone hand[Seat]: set of Card, open
zone heap: pile of Card, open
var best: 0..4 = 0
var points[Seat]: Int = 0
fn top() -> Int = if empty(heap) then 0 else first(heap).number
fn many() -> Int = count(for d in table where d.face == 2)

phase Fill:
  move Die to bag, Card to deck
  shuffle deck
  deal 6 from bag to table
  roll table
  for p in seats: deal 4 from deck to hand[p]

phase Take:
  repeat 2 times:
    for p in seats:
      p chooses d from table where d.face == 2 or many() < 3
      roll table
      move d to dice[p]
  for p in seats:
    p may choose d from dice[p]: move d to bag
    P1 chooses d from table
    move table to dice[p]
    move d to table

phase Pass:
  repeat 2 times:
    for p in seats:
      points[p] += 3 * count(table) + count(dice[P2])
      move table to dice[P2]
    move dice[P2] to table

phase Lay:
  best = 0
  repeat 3 times:
    for p in seats:
      p chooses c from hand[p] where c.number != best or best == 1
      move c to heap
      best = top()
      points[p] += top() + many() + max(count(hand[q]) for q in seats)

play:
  repeat 3 times: run Fill, Take, Pass, Lay
winner p: most points[p] + count(dice[p])
"""


def test_what_is_worked_out_beforehand_is_never_stale():
    program = program_of(MOVED)
    meaning, traced = reference(program), reference(program, traced=True)
    same(generated_python(program, Build(traced=True)), traced, 30)
    for level in (BOLD, PLAIN, CAREFUL):
        play = generated_python(program)
        play.engines.given_up.update(dict.fromkeys(range(level), 1000))
        same(play, meaning, 10)
        assert play.engines.given_up[level] == 0


def test_what_was_not_needed_does_not_bail_out():
    program = program_of(GUARDED)
    play = generated_python(program)
    same(play, reference(program), 60)
    given_up = play.engines.given_up
    assert 4 < given_up[BOLD] < 30 and not given_up[PLAIN], "a bold engine gives up, and is left aside"
    assert set(play.engines.made) == {BOLD, PLAIN}


LED = """rules 1
game "Led" for 2 players "Each plays two cards, the second by the first."
enum Color: red, blue, green
piece Card(color: Color, number: 1..6) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone cards[Seat]: set of Card, open
var led: Card? = none
var best: Color = red
var points[Seat]: Int = 0
fn trump(c: Card) -> Bool = c.number == 6 or c.color == best
fn fits(c: Card) -> Bool = led == none or (if trump(c) then trump(led) else not trump(led) and c.color == led.color)

setup:
  shuffle deck
  best = random Color
  for p in seats: deal 9 from deck to cards[p]
play:
  repeat 3 times:
    for p in seats:
      led = none
      p may choose c from cards[p] where fits(c) "One?":
        led = c
        points[p] += c.number
      p may choose d from cards[p] where fits(d) "Two?": points[p] += 10 * d.number
winner p: most points[p]
"""


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_what_belongs_to_a_variable_follows_it_from_step_to_step(make):
    program = program_of(LED)
    same(make(program, Build(traced=True)), reference(program, traced=True), 30)


@needs_c
@pytest.mark.parametrize("rules", [MOVED, GUARDED], ids=["moved", "guarded"])
def test_c_notes_what_would_bail_out_and_knows_where_pieces_lie(rules):
    program = program_of(rules)
    play = generated_c(program, Build(traced=True))
    same(play, reference(program, traced=True), 60)
    assert not play.bails

CASES = """rules 1
game "Cases" for 2 players "What a card is worth depends on a card that may not be there."
enum Color: red, blue, green
piece Card(color: Color, number: 1..6) in deck "Card": 1 each
piece Die(color: Color) rolls face: 1..3 in bag "Die": 1 each
zone deck: pile of Card, hidden
zone bag: bag of Die, hidden
zone table: set of Die, open
zone spot: set of Card, open
zone cards[Seat]: set of Card, open
var points[Seat]: Int = 0
fn same(c: Card) -> Int = if c.number == only(spot).number then 3 else if c.color == only(spot).color then 2 else 0
fn guarded(c: Card) -> Int = if empty(spot) then 7 else same(c)
fn other(c: Card, d: Die) -> Int = if c.number == d.face then 30 else if c.color != d.color then 0 else d.face
fn plain(c: Card, d: Die) -> Int = if c.number == d.face and c.color == d.color then 40 else other(c, d)

setup:
  shuffle deck
  deal 3 from bag to table
  roll table
  for p in seats: deal 6 from deck to cards[p]
play:
  repeat 4 times:
    for p in seats:
      p may choose c from cards[p] "Lay it?":
        points[p] += guarded(c) + sum(plain(c, d) for d in table)
    if empty(spot): deal 1 from deck to spot
winner p: most points[p]
"""
WIDE = """rules 1
game "Wide" for 2 players "A hundred chips to choose from."
piece Chip(number: 1..100) in pile "Chip": 1 each
zone pile: set of Chip, open
zone got[Seat]: set of Chip, open
play:
  repeat 50 times:
    for p in seats:
      p chooses c from pile
      move c to got[p]
winner p: most sum(c.number for c in got[p])
"""


@needs_c
@pytest.mark.parametrize("rules", [CASES, WIDE], ids=["cases", "wide"])
def test_c_finds_the_case_and_the_piece_without_a_branch(rules):
    """A case that was not asked for does not bail out; a piece may be behind the 64th, in a second word."""
    program = program_of(rules)
    play = generated_c(program, Build(traced=True))
    same(play, reference(program, traced=True), 40)
    assert not play.bails


# ---------------------------------------------------------------- bailing out

@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_a_mistake_in_the_rules_is_told_by_the_reference(make):
    program = program_of(WRONG)
    play, meaning = make(program), reference(program)
    with pytest.raises(Exception) as wanted:
        meaning(7, 0)
    with pytest.raises(type(wanted.value)) as told:
        play(7, 0)
    assert told.value.diagnostic == wanted.value.diagnostic
