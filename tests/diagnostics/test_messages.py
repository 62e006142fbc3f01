"""What a message says to do, where a message once misled."""

from __future__ import annotations

import pytest
from corpus import HEAD

from rulelang.base.source import Source
from rulelang.workspace.problems import examine

# ruff: noqa: E501 — a table with one row a message
# The lines | words of the one message.
SAID = """
fn lucky() -> Seat = random seats | write a `step` that has `let x = random …`
phase A:;  let x = [random seats] | `random` stands alone behind `=`
fn two() -> (Int, Int) = (1, 2) | Give several values a type of their own
fn total() -> Int:;  for c in 1..3: c | steps stand in a `step`
phase A:;  c = P1 chooses from 1..3 | Write `P1 chooses c from …`
phase A:;  end | Write `end game`
die D6 | piece Die rolls face: 1..6
phase A: roll 2d8 | `piece Die rolls face: 1..8 in dice: 2 each`
var points[Seat]: Int = 0;phase A: points[P1] = points + 3 | write `points[p]` for one of them
menu M(p: Seat):;  go: return true;phase A: P1 chooses from M(P1) | An action gives no value
phase A: return 3 | A phase gives no value
blue | a declaration, which begins with a word such as
fn f() -> Int = 3;+ 4 | Indent it
step one() -> Int: return 1;step two() -> Int: return run one() | `let x = run …` on a line of its own, and `return x` below
step one() -> Bool: return true;phase A:;  if run one(): nothing | write `let x = run one()` above, and use `x` here
var n: Int = 0;step one() -> Int: return 1;phase A: n += run one() | write `let x = run one()` above, and use `x` here
phase A:;  for p in seats:;    if p == P2: end game, p wins | Write `end game for [p]`
phase A: P1 wins the game | Write `end game for [P1]`
fn f(n: Int) -> Int:;  3 if n == 1;  else 0 | Write `3 when n == 1`
piece Card in heap: 1 each;zone heap: pile of Card, open;phase A:;  if heap is empty: nothing | Write `empty(heap)`
piece Card in heap: 1 each;zone heap: pile of Card, open;phase A:;  if heap is not empty: nothing | Write `not empty(heap)`
piece Card in heap: 1 each;zone heap: pile of Card, open;phase A: move all Card to heap | Leave `all` out
piece Card(n: 1..3): 1 each;piece Wild: 1 each;fn f(c: Card |Wild) -> Int = c.n | Ask first whether it is one that has it: `c in Card`
phase A: each player gets 7 cards | `for p in seats: deal 5 from deck to hand[p]`
phase A(p): nothing | `p: Seat` for a player
piece Card(n: 1..3) in deck: 1 each;zone deck: pile of Card, hidden;zone hand[Seat]: set of Card, owner;phase A:;  let it = first(for c in hand[P1] where c.n == 1);  reveal it | Write `reveal reveal it`: one shows it, the other tells on purpose which it is
phase A:;  total = 0 | If it is new here, write `var total = …`
piece Card: 1 each;zone heap[Seat]: set of Card, open;phase A: swap heap[P1], heap[P2] | Write `move heap[P1] to heap[P2], heap[P2] to heap[P1]`
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines(), ids=lambda row: row[:30])
def test_what_is_said(row):
    text, words = row.split(" | ")
    errors = examine(Source("case", HEAD + text.replace(";", "\n") + "\n")).errors
    assert len(errors) == 1 and words in errors[0].help, [(each.title, each.help) for each in errors]


def test_what_is_missing_at_the_end_stands_behind_the_last_word():
    (error,) = examine(Source("case", HEAD + "piece Wild: 4\n")).errors
    assert error.title == "`each` is missing" and error.labels[0].text == "after this"
