"""The tables of operations and steps are complete, and plans are well formed after each pass."""

from __future__ import annotations

import attrs
import pytest
from helpers import ALL, Setup, counts
from made_games import program_made

from rulelang.native.c.code import Code
from rulelang.native.c.licm import Written
from rulelang.native.c.stmt import STILL, TOLD, Statements
from rulelang.native.passes.cse import share
from rulelang.native.passes.dead_stores import drop_dead, sink
from rulelang.native.passes.inline import inline
from rulelang.native.passes.licm import hoist
from rulelang.native.passes.sources import mark_sources
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import INT, LIST, MASK, Node, Plan, get, number, op
from rulelang.native.plan.program import plan_of
from rulelang.native.plan.verify import faults
from rulelang.native.py.expr import PRINTERS
from rulelang.native.py.stmt import Steps

PASSES = {
    "drop_dead": drop_dead,
    "sink": sink,
    "share": share,
    "inline": inline,
    "mark_sources": mark_sources,
    "hoist": lambda plan: hoist(plan, bold=True, tests=True),
}
FOR_C = {
    "drop_dead": drop_dead,
    "sink": sink,
    "written out": lambda plan: Written(plan).all(),
    "mark_sources": mark_sources,
    "hoist": lambda plan: hoist(plan, bold=True),
}
PYTHON_ONLY = {acts.Totals, acts.Total}  # C keeps scores as functions


def test_every_operation_has_a_spelling_or_a_printer_in_both_languages():
    import rulelang.native.c.module  # noqa: F401  who prints what

    for each in ops.OPS.values():
        assert (each.python == ops.OWN) == (each in PRINTERS), f"{each} in Python"
        assert (each.c == ops.OWN) == (each in Code.printers), f"{each} in C"


def test_every_step_has_a_printer_in_both_languages():
    import rulelang.native.c.module
    import rulelang.native.py.module  # noqa: F401  who prints what

    assert set(Steps.printers) == set(acts.ACTS)
    assert set(Statements.writers) == set(acts.ACTS) - PYTHON_ONLY


# Steps that move no piece by themselves, and tell by themselves what a seat may notice.
TELLING = {
    acts.Draw, acts.Pay, acts.Totals, acts.Total, acts.For, acts.While, acts.Repeat, acts.Together, acts.Run,
    acts.Break, acts.Stop, acts.End, acts.Choose, acts.Menu, acts.Resolve, acts.Show, acts.Tell, acts.Block,
    acts.Round, acts.IfWatched,
}  # fmt: skip


def test_every_step_says_whether_it_moves_pieces():
    """What moves them is in `TOLD`: a seat that watches looks again. `read_zones` says which zones it needs."""
    assert set(acts.ACTS) - TELLING == {*STILL, *TOLD}, "native/c/stmt.py; read_zones in native/passes/provenance.py"


def test_the_constants_are_the_table():
    named = {name: each for name, each in vars(ops).items() if isinstance(each, ops.Op)}
    assert {name.lower() for name in named} == {each.name for each in named.values()} == set(ops.OPS)


# ---------------------------------------------------------------- plans


@pytest.mark.few(5)
@pytest.mark.parametrize("passes", [PASSES, FOR_C], ids=["python", "c"])
@pytest.mark.parametrize("what", [*ALL, *range(12)], ids=str)
def test_every_pass_leaves_a_plan_that_is_well_formed(what, passes):
    plan = plan_of(program_made(what) if isinstance(what, int) else Setup(what, counts(what)[-1]).game.program)
    assert faults(plan) == []
    for name, do in passes.items():
        do(plan)
        assert faults(plan) == [], name


def broken(plan: Plan, value: Node) -> list[str]:
    plan.procs["play"].body = (*plan.procs["play"].body, acts.Expr((value,)))
    return faults(plan)


WRONG = {
    "`add` of im": op(ops.ADD, number(1), op(ops.MCONST, rep=MASK, data=0)),
    "`not` of nothing": op(ops.NOT),
    "`mand` kept as i": op(ops.MAND, *[op(ops.MCONST, rep=MASK, data=0)] * 2),
    "nobody is read and never bound": get("nobody", INT),
    "`bail` with data of class str": op(ops.BAIL, data="text"),
    "`call` of nothing_there, which is not there": Node(ops.CALL, LIST, (), "nothing_there"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_found(fault):
    assert broken(plan_of(program_made(1)), WRONG[fault]) == [f"procedure play: {fault}"]


def test_a_step_with_too_many_suites_is_found():
    plan = plan_of(program_made(1))
    unit = plan.procs["play"]
    unit.body = (*unit.body, acts.Stop(bodies=((),)), acts.Run(proc="nobody"))
    assert faults(plan) == [
        "procedure play: `stop` has 1 suites",
        "procedure play: `run` of nobody, which is not there",
    ]


def test_operations_are_rows_of_a_table_and_steps_are_classes():
    assert attrs.fields(Node).op.type == "Op[Any]"
    assert all(each.data for each in ops.OPS.values()), "each says the classes of what is known of it"
    assert not [(act, field.name) for act in acts.ACTS for field in attrs.fields(act) if "Any" in field.type]
