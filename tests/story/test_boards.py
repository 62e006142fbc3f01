"""Boards in letters: a grid, hexes each half a cell further, a line of spaces; with what lies and stands on them."""

from __future__ import annotations

import pytest
from helpers import ROOT

from rulelang import load
from rulelang.base.source import Source
from rulelang.cli.play.screen import screen
from rulelang.cli.play.story_page import StoryPage, final_sheet
from rulelang.play.game import assemble
from rulelang.present.english import Reader
from rulelang.story import Facts, Story
from rulelang.story.talk import reader_of

GAME = """rules 1
game "Drawn" for 2 players "Looked at."
board Grid: square 3 by 2
board Comb: hex 3 by 3
board Star: hexagon 2
board Track: path 4
piece Stone(of: Seat) in box: 4 each
zone at[Grid]: set of Stone, open
zone secret[Seat, Comb]: set of Stone, owner
var pawn[Seat]: Track = Track(2)
var here: Star = b2
play:
  move first(for s in box where s.of == P1) to at[a1]
  move first(for s in box where s.of == P2) to at[c2]
  move first(for s in box where s.of == P2) to secret[P2, Comb(2, 3)]
  pawn[P2] = Track(4)
  P1 chooses n from 1..2
winner p: most 0
"""
DRAWN = {
    1: """Grid  ● you  ○ Player 2
   2  · · ○
   1  ● · ·
      a b c
Comb
   3      ·   ?   ·
   2    ·   ·   ·
   1  ·   ·   ·
      a   b   c
Star
   3     ·     ·
   2  ·     here  ·
   1     ·     ·
         b     c
Track  ● you  ○ Player 2
  [1]─[2 ●]─[3]─[4 ○]""",
    2: """   3      ·   ○   ·""",
}


@pytest.mark.parametrize("seat", DRAWN)
def test_boards_are_drawn_as_they_lie(seat, tmp_path):
    path = tmp_path / "drawn.rules"
    path.write_text(GAME, encoding="utf-8")
    match = load(path).start(1)
    facts = Facts.of(match.game.program)
    shown = "\n".join(screen(match.view(seat), facts, reader_of(seat, {}, facts, match.game.program.seats)))
    assert DRAWN[seat] in shown


@pytest.mark.parametrize("name", ["connect_four", "hex"])
def test_what_lies_on_a_board_is_not_listed_besides(name):
    match = load(ROOT / f"examples/gallery/{name}.rules").start(2)
    for _ in range(4):
        match.choose(match.decision.options[0])
    facts = Facts.of(match.game.program)
    shown = screen(match.view(1), facts, reader_of(1, {}, facts, match.game.program.seats))
    assert sum("●" in line for line in shown) >= 2 and not any("at a1" in line or "Player 1" in line for line in shown)


ORDER = """rules 1
game "Order" for 2 players
piece Card(number: 1..5) in deck "Card": 1 each
zone deck: set of Card, open
var order: list of Card = []
play:
  repeat 2 times:
    for p in seats:
      p chooses c from deck "Name a card"
      order = order + [c]
winner p: most 1
"""


def test_a_list_of_pieces_is_shown_in_its_order():
    match = assemble(Source("order.rules", ORDER), 2, (), {}, ()).start(1)
    for wanted in ("Card(4)", "Card(2)", "Card(3)"):
        match.choose(next(each for each in match.decision.options if str(each.value) == wanted))
    facts = Facts.of(match.game.program)
    shown = screen(match.view(1), facts, reader_of(1, {}, facts, match.game.program.seats))
    assert any("order 4 · 2 · 3" in line for line in shown)
    assert [each["text"] for each in match.view(1)["variables"]["order"]] == ["Card(4)", "Card(2)", "Card(3)"]


CROWD = """rules 1
game "Crowd" for 2 players "Many pieces on one board."
enum Kind: king, guard
piece Man(kind: Kind) in box: (if kind == king then 1 else 5) each
piece Stone(of: Seat) in box: 4 each
board Grid: square 3 by 3
zone at[Grid]: set of Man | Stone, open
setup:
  for c in [a1, b1, c1]: move first(for m in box where m in Man and m.kind == guard) to at[c]
  move first(for m in box where m in Man and m.kind == king) to at[b2]
  for c in [a3, b3, c3]: move first(for s in box where s in Stone and s.of == P2) to at[c]
play:
  P1 may choose c from [a2, c2] "Where?": move first(for s in box where s in Stone and s.of == P1) to at[c]
winner p: most 0
"""


@pytest.mark.parametrize(
    ("rules", "answer", "told"),
    [
        (CROWD, 0, "3 guards go to a1, b1 and c1. The king goes to b2. 3 of Player 2’s stones go to a3, b3 and c3."),
        (CROWD, 0, "You choose a2. Your stone goes to a2."),
        (CROWD, 2, "You pass."),
        (CROWD.replace("Where?", "Lay one down?"), 2, "You pass on “Lay one down?”."),
        (CROWD + 'look at "cell"\n', 0, "3 guards go to cells a1, b1 and c1. The king goes to cell b2."),
        (CROWD + "zone under[Grid]: set of Man, open\n", 0, "The king goes to at b2."),
    ],
)
def test_pieces_on_a_board_are_told_together_and_by_their_cells(rules: str, answer: int, told: str) -> None:
    """“A stone goes to at a1.” was told, once for each of twenty-four stones."""
    match = assemble(Source("crowd.rules", rules), 2, (), {}, ()).start(seed=1)
    match.choose(answer)
    facts = Facts.of(match.game.program)
    story = Story(StoryPage(facts, match.game.program.seats, Reader(1)))
    assert told in " ".join("\n".join([*story.tell(match.log(1)), *story.close()]).split())
    assert final_sheet([], {1: None, 2: None}, (1, 2), Reader(1), str) == []


SHELF = """rules 1
game "Shelf" for 2 players "Cards are put onto a table, in secret onto the floor."
piece Card(rank: 1..9) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone floor[Seat]: set of Card, owner
zone table: row of Card, open
play:
  for p in seats: deal 3 from deck to hand[p]
  each p in seats secretly:
    p chooses c from hand[p] "Drop one"
    move c to floor[p]
  P1 chooses c from hand[P1] "Play one"
  move c to table
  P2 chooses n from 3..9 "How many?"
winner p: most 0
"""


def test_pieces_lie_on_the_floor_and_are_put_onto_a_table() -> None:
    """“2 in hand and 1 on floor now.” “You put the 2 into the table.”"""
    match = assemble(Source("shelf.rules", SHELF), 2, (), {}, ()).start(seed=1)
    while (match.decision and match.decision.seat == 1) or (match.decision and "rop" in str(match.decision.prompt)):
        match.choose(0)
    story = Story(StoryPage(Facts.of(match.game.program), match.game.program.seats, Reader(1)))
    told = " ".join("\n".join([*story.tell(match.log(1)), *story.close()]).split())
    assert "Player 2 has 2 in hand and 1 on the floor now." in told and " onto the table." in told
    assert match.why("7", Reader(2)).text == "you can do that now"
