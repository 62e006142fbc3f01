"""What a message says to do, where a message once misled."""

from __future__ import annotations

import pytest
from corpus import HEAD

from rulelang.base.source import Source
from rulelang.workspace.problems import examine

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
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines(), ids=lambda row: row[:30])
def test_what_is_said(row):
    text, words = row.split(" | ")
    errors = examine(Source("case", HEAD + text.replace(";", "\n") + "\n")).errors
    assert len(errors) == 1 and words in errors[0].help, [(each.title, each.help) for each in errors]
