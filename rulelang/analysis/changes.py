"""What a statement changes by itself: pieces and places, variables and resources."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.dispatch import Total, total
from rulelang.ir.counting import Aside, Count, Offer, Options, Sample, Standing

COUNTING = (Aside, Count, Offer, Options, Sample, Standing)  # they tell statistics what happens

NO_PIECES = (
    ir.Assign, ir.Draw, ir.Run, ir.Original, ir.Show, ir.Pay, ir.Tally, ir.SwapValues, ir.Return, ir.Break, ir.Stop,
    ir.EndGame, ir.Note, ir.Require, ir.Branch, ir.For, ir.While, ir.Repeat, ir.Together, ir.Choose, ir.ChooseAction,
    ir.Resolve, ir.EachChooses, ir.EachSecretly, *COUNTING,
)  # fmt: skip

touched: Total[tuple[Any, ...]] = total(ir.Stmt)
"""`touched(stmt)`: the pieces and places that it names and changes: what lies there, in which order, with which face.
Statements in it answer for themselves."""


@touched.case(*NO_PIECES)
def touches_nothing(stmt: ir.Stmt) -> tuple[Any, ...]:
    return ()


@touched.case(ir.Move)
def moves(stmt: ir.Move) -> tuple[Any, ...]:
    return tuple(part for pieces, place, _ in stmt.transfers for part in (pieces, place))


@touched.case(ir.Deal)
def deals(stmt: ir.Deal) -> tuple[Any, ...]:
    return stmt.source, stmt.target


@touched.case(ir.Form)
def forms(stmt: ir.Form) -> tuple[Any, ...]:
    return stmt.pieces, stmt.target


@touched.case(ir.Put)
def puts(stmt: ir.Put) -> tuple[Any, ...]:
    return stmt.patterns, stmt.target


@touched.case(ir.Shuffle)
def shuffles(stmt: ir.Shuffle) -> tuple[Any, ...]:
    return stmt.what


@touched.case(ir.Roll)
def rolls(stmt: ir.Roll) -> tuple[Any, ...]:
    return (stmt.pieces,)


touched.seal()

NO_NAMES = (
    ir.Original, ir.Move, ir.Deal, ir.Form, ir.Put, ir.Shuffle, ir.Roll, ir.Show, ir.Return, ir.Break, ir.Stop,
    ir.EndGame, ir.Note, ir.Require, ir.Branch, ir.For, ir.While, ir.Repeat, ir.Together, ir.Choose, ir.ChooseAction,
    ir.Resolve, ir.EachSecretly, *COUNTING,
)  # fmt: skip

written: Total[set[str]] = total(ir.Stmt)
"""`written(stmt, game)`: the variables and resources that it changes. Statements in it answer for themselves."""


@written.case(*NO_NAMES)
def writes_nothing(stmt: ir.Stmt, game: ir.Game) -> set[str]:
    return set()


@written.case(ir.Assign, ir.Draw)
def assigns(stmt: ir.Assign | ir.Draw, game: ir.Game) -> set[str]:
    return variable(stmt.target)


@written.case(ir.SwapValues)
def swaps(stmt: ir.SwapValues, game: ir.Game) -> set[str]:
    return variable(stmt.left) | variable(stmt.right)


@written.case(ir.Run)
def runs(stmt: ir.Run, game: ir.Game) -> set[str]:
    """What comes of it; a mechanism's own variables start afresh."""
    own = {name for name, var in game.vars.items() if var.during == stmt.proc}
    return own | (variable(stmt.into) if stmt.into is not None else set())


@written.case(ir.Pay)
def pays(stmt: ir.Pay, game: ir.Game) -> set[str]:
    return {stmt.resource}


@written.case(ir.Tally)
def tallies(stmt: ir.Tally, game: ir.Game) -> set[str]:
    into = game.scores[stmt.score].into
    return set() if into is None else {into}


@written.case(ir.EachChooses)
def asks_each(stmt: ir.EachChooses, game: ir.Game) -> set[str]:
    return {stmt.var}


written.seal()


def variable(target: ir.Target) -> set[str]:
    return set() if isinstance(target, ir.LocalTarget) else {target.var}
