"""What of the state an expression looks at: nothing that changes in play may count as known."""

from __future__ import annotations

import pytest

from rulelang import ir
from rulelang.analysis import builtins, reads
from rulelang.base.source import Source
from rulelang.play.game import assemble

GAME = """rules 1
game "Reads" for 2 players "Each function looks at something."
piece Card(number: 1..3) in deck "Card": 2 each
piece Die rolls face: 1..6 in cup "Die": 3 each
zone deck: pile of Card, open
zone cup: set of Die, open
resource coin[Seat]: 9, open "coins"
var turn: Seat = P1
fn looked() -> T = WHAT
fn called() -> T = looked()
setup: roll cup
play: note "{called()}"
winner p: most coin[p]
"""


@pytest.mark.parametrize(
    ("what", "kind", "wanted"),
    [
        ("count(distinct(Die))", "Int", {"pieces"}),
        ("first(Die) == last(Die)", "Bool", {"pieces"}),
        ("first(Die) in Die", "Bool", {"pieces"}),
        ("(first(Die), 1) == (last(Die), 1)", "Bool", {"pieces"}),
        ("count(subsets(Die, 2))", "Int", {"pieces"}),
        ("first(Die).face", "Int", {"pieces"}),
        ("count(deck)", "Int", {"pieces"}),
        ("owner(first(Card)) == P1", "Bool", {"pieces"}),
        ("coin[turn]", "Int", {"coin", "turn"}),
    ],
)
def test_what_changes_in_play_is_read(what, kind, wanted):
    program = game(what, kind)
    call = ir.Call(program.game.fns["called"].body.type, program.game.fns["called"].span, "called", ())
    assert reads.reads(program.game, call) == wanted
    assert reads.reads_state(program, program.game, call, {})
    assert reads.footprint(program, call)


@pytest.mark.parametrize(
    ("what", "kind"),
    [("count(distinct(Card))", "Int"), ("first(Card) == last(Card)", "Bool"), ("count(Die)", "Int")],
)
def test_what_is_printed_on_pieces_is_known(what, kind):
    program = game(what, kind)
    assert isinstance(program.game.fns["looked"].body, ir.Lit)


def test_built_ins_that_do_not_look_at_pieces_are_built_ins():
    assert set(builtins.BUILTINS) == set(ir.OPS) > reads.BLIND


def game(what, kind):
    text = GAME.replace("WHAT", what).replace("-> T", f"-> {kind}")
    return assemble(Source("reads.rules", text), 2, (), {}, ()).program
