"""What the tests of the generated engines share: a compiler that is quick, a game that often bails out, pasts."""

from __future__ import annotations

import shutil
from itertools import groupby

import pytest

from rulelang.base.source import Source
from rulelang.engine.match import Match as Core
from rulelang.native.host import cc
from rulelang.native.host.playout import Outcome, Play
from rulelang.play.game import assemble
from rulelang.play.log import Log
from rulelang.program import Program
from rulelang.program import events as ev

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
WRONG = """rules 1
game "Wrong" for 2 players "The rules run into a wall."
piece Chip(number: 1..3) in pile "Chip": 1 each
zone pile: set of Chip, open
var small: 0..3 = 0
play:
  repeat 9 times:
    P1 may choose c from pile: small += c.number
winner p: most small
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


# ---------------------------------------------------------------- pasts


def past(events):
    """The outcomes of draws, and the answers."""
    outcomes = [event.outcome for event in events if isinstance(event, ev.Drew)]
    return outcomes, [event.taken for event in events if isinstance(event, ev.Chose) and event.asked]


def played(game, outcomes, answers):
    """A past on the reference."""
    left = iter(outcomes)
    core = Core(game.program, 0, lambda draw: next(left) if draw.n > 1 else 0)
    for answer in answers:
        core.choose(answer)
    assert next(left, None) is None
    return core


def log_of(match, core, seat):
    log = Log(seat, match.game.answers, match.follower(), brief=True)
    log.carry_on(core)
    return [entry for part in told_together(log.entries) for entry in part]


def told_together(entries):
    """In what order a line moves, rolls, shows or offers pieces that look alike does not count."""
    for event, some in groupby(entries, key=lambda entry: entry["event"]):
        if event == "moved":
            rows = []
            for one in some:
                hidden = [f"unseen {kind}" for kind, many in one["unseen"].items() for _ in range(many)]
                rows += [(one["from"], one["to"], piece) for piece in (*one["pieces"], *hidden)]
            yield sorted(rows)
        elif event == "rolled":
            yield sorted((one["zone"], one["piece"]) for one in some)
        elif event == "showed":
            yield [{**one, **{part: sorted(one[part]) for part in ("pieces", "covered")}} for one in some]
        elif event == "asked":
            yield [{**one, "options": sorted(map(str, one.get("options", ())))} for one in some]
        else:
            yield some
