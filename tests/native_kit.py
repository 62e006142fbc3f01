"""What the tests of the generated engines share: a compiler that is quick, a game that often bails out."""

from __future__ import annotations

import shutil

import pytest

from rulelang.base.source import Source
from rulelang.native.host import cc
from rulelang.native.host.playout import Outcome, Play
from rulelang.play.game import assemble
from rulelang.program import Program

needs_c = pytest.mark.skipif(not any(map(shutil.which, cc.COMPILERS)), reason="there is no C compiler")

GUARDED = """rules 1
game "Guarded" for 2 players "What is asked for in a loop is often not there."
piece Chip(number: 1..3) in pile "Chip": 1 each
zone pile: set of Chip, open
zone got[Seat]: set of Chip, open
var points[Seat]: Int = 0
play:
  for p in seats:
    p may choose c from pile: move c to got[p]
  repeat 3 times:
    for p in seats:
      if not empty(got[P1]): points[p] += only(got[P1]).number
winner p: most points[p]
"""


def program_of(rules: str) -> Program:
    """A small game, at a table of two."""
    return assemble(Source("game.rules", rules), 2, (), {}, ()).program


def same(play: Play, meaning: Play, games: int, seed: int = 7) -> list[Outcome]:
    """Plays some games on both; every one must be the same, and the reference must not have had to help."""
    found = []
    for game in range(games):
        wanted = meaning(seed, game)
        assert play(seed, game) == wanted
        found.append(wanted)
    assert play.bails == 0
    return found
