"""What each pass does: before and after, on games of a few lines. The plan is verified after each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from helpers import ROOT, Setup

from rulelang.base.source import Source
from rulelang.native.build import Build
from rulelang.native.c.module import c_text
from rulelang.native.c.ranges import is_piece
from rulelang.native.c.twins import Wholes
from rulelang.native.host.playout import prepare_plan
from rulelang.native.passes.cse import share
from rulelang.native.passes.dead_stores import drop_dead, sink
from rulelang.native.passes.dead_zones import dead_zones
from rulelang.native.passes.effects import Effects
from rulelang.native.passes.inline import inline
from rulelang.native.passes.licm import hoist
from rulelang.native.passes.pack_tuples import pack
from rulelang.native.passes.provenance import sources
from rulelang.native.passes.sources import mark_sources
from rulelang.native.passes.suspend import alive_in
from rulelang.native.plan import acts
from rulelang.native.plan.nodes import Node, Plan, Step, nodes, walk_steps
from rulelang.native.plan.program import plan_of
from rulelang.native.plan.verify import faults
from rulelang.native.py.module import python_text
from rulelang.play.game import assemble
from rulelang.program import Program

GAME = """rules 1
game "Passes" for 2 players "One pass at a time."
piece Card(number: 1..3) in deck "Card": 2 each
zone deck: set of Card, open
zone hand[Seat]: set of Card, open
zone gone: set of Card, open
var points[Seat]: Int = 0
var spare: Int = 0
step gain(p: Seat, n: Int): points[p] += n
step idle(p: Seat): nothing
fn worth(c: Card) -> Int:
  5 when c.number == 1
  7 when c.number == 2 and spare > 2
  2 when spare == 1
  else 1
fn held(p: Seat) -> Int:
  count(hand[p]) * 3 when spare > count(hand[p])
  count(hand[p]) + count(deck) when spare < count(hand[p]) and points[p] > count(deck)
  2 * count(hand[p]) + points[p] when points[p.left] > count(hand[p]) + count(hand[p.left])
  else count(hand[p])
play:
BODY
winner p: most points[p]
"""


def program_of(*body: str) -> Program:
    text = GAME.replace("BODY", "\n".join(f"  {line}" for line in body))
    return assemble(Source("passes.rules", text), 2, (), {}, ()).program


def shown(thing: Any) -> str:
    """A part of a plan as text; numbers of locals are left out."""
    if isinstance(thing, Node):
        parts = [*map(shown, thing.args), *([] if thing.data is None else [shown(thing.data)])]
        return thing.op.name + (f"({', '.join(parts)})" if parts else "")
    if isinstance(thing, tuple):
        return " ".join(map(shown, thing))
    if attrs.has(type(thing)):
        return shown(tuple(getattr(thing, field.name) for field in attrs.fields(type(thing))))
    return re.sub(r"\bl_(\w+?)_\d+\b", r"\1", str(thing))


def lines(steps: tuple[Step, ...], indent: str = "") -> list[str]:
    found = []
    for step in steps:
        said = " ".join(filter(None, [step.word, *map(shown, (*step.args, *step.parts[1:]))]))
        if isinstance(step, acts.Choose):
            said = said.partition(" None count(")[0]  # how it is asked is left out
        found.append(indent + said)
        found += [line for body in step.bodies for line in lines(body, indent + "  ")]
    return found


LOOP = "for const(1 2) p i"
OFFER = "i merge(zone(num(2)))"
POINT = "add(get(p), num(-1))"
PLANS: dict[str, tuple[Callable[[Plan], None], str, tuple[str, ...], list[str], list[str]]] = {
    "dead_stores": (
        drop_dead,
        "play",
        ("run idle(P1)", "spare = 1"),
        ["run num(1) idle None i", "store num(1) spare None None"],
        ["store num(1) spare None None"],
    ),
    "inline": (
        inline,
        "play",
        ("for p in seats: run gain(p, 2)",),
        [LOOP, "  run get(p) num(2) gain None i"],
        [
            LOOP,
            "  let get(p) p",
            "  let num(2) n",
            f"  store fit(add(var({POINT}, points), get(n))) {POINT} points None None",
        ],
    ),
    "sources": (
        mark_sources,
        "play",
        ("P1 may choose c from hand[P1]: move c to gone",),
        [f"choose num(1) c {OFFER}", "  move mbit(get(c)) num(4) None True True set None"],
        [f"choose num(1) c {OFFER}", "  move mbit(get(c)) num(4) None True True set frozenset({2}) num(2)"],
    ),
    "licm": (
        lambda plan: hoist(plan, bold=True),
        "play",
        ("for p in seats: points[p] = count(deck) * spare",),
        [LOOP, f"  store fit(mul(count(zone(num(1))), var(spare))) {POINT} points None None"],
        [
            "keep fit(mul(count(zone(num(1))), var(spare))) k_1",
            LOOP,
            f"  store get(k_1) {POINT} points None None",
        ],
    ),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_before_and_after(name):
    do, unit, body, before, after = PLANS[name]
    plan = plan_of(program_of(*body))
    assert lines(plan.procs[unit].body) == before
    do(plan)
    assert lines(plan.procs[unit].body) == after
    assert faults(plan) == []


def test_sink_writes_behind_a_loop_what_only_counts_the_last_time():
    plan = plan_of(Setup("nokosu", 3).game.program)

    def stores() -> list[str]:
        return [line[:14] for line in lines(plan.procs["Trick"].body) if "store last(" in line]

    assert stores() == ["  store last(e"]
    sink(plan)
    assert stores() == ["store last(eac"] and faults(plan) == []


def test_sink_leaves_what_somebody_may_see_to_builds_that_are_watched():
    plan = plan_of(Setup("nokosu", 3).game.program, watched=True)
    sink(plan, watched=True)
    split = [step for step in walk_steps(plan.procs["Trick"].body) if isinstance(step, acts.IfWatched)]
    assert [step.rollout for step in split] == [False, True] and split[0].bodies == split[1].bodies
    assert faults(plan) == []


def test_cse_works_out_once_what_stands_there_twice():
    plan = plan_of(program_of("for p in seats: points[p] += held(p)"))
    size, deck = "count(zone(add(get(p), num(1))))", "count(zone(num(1)))"

    def times() -> list[int]:
        return [shown(plan.fns["held"].value).count(each) for each in (size, deck)]

    assert times() == [7, 2]
    share(plan)
    assert times() == [1, 1] and faults(plan) == []


def value_of(plan: Plan) -> Node:
    """What the last statement works with."""
    return plan.procs["play"].body[-1].args[0]


def test_pack_tuples_compares_one_number():
    key = "(c.number, if spare > 2 then 1 else 0)"
    plan = plan_of(program_of(f"spare = first(highest(c for c in deck by {key})).number"))
    pair = next(node for node in nodes(value_of(plan)) if node.op.name == "tuple")
    assert pack(plan.layout, pair).op.name == "add"


def test_provenance_knows_the_places_of_a_set():
    plan = plan_of(program_of("spare = count(for c in hand[P1] where c.number > 1)"))
    inner = value_of(plan).args[0]
    assert shown(tuple(sources(plan, inner) or ())) == "num(2)"


def test_effects_are_what_is_read_and_what_is_changed():
    plan = plan_of(program_of("spare = count(hand[P1]) + points[P2]", "move hand[P2] to gone"))
    first, second = plan.procs["play"].body
    assert Effects(plan).reads(first.args[0]) == {"z 2", "v points"}
    assert Effects(plan).changes((first,)) == {"v spare"}
    assert {"z 3", "z 4"} <= Effects(plan).changes((second,))


def test_dead_zones_are_those_that_nobody_looks_into():
    plan = plan_of(program_of("move hand[P1] to gone"))
    names = {plan.layout.program.zones[zone].name for zone in dead_zones(plan.layout, invariants=False)}
    assert "gone" in names and "hand" not in names


def test_ranges_know_what_is_a_piece():
    plan = plan_of(program_of("spare = first(deck).number", "spare = spare + 1"))
    first, second = (step.args[0] for step in plan.procs["play"].body)
    assert is_piece(first.args[0], set()) and not is_piece(second, set())


def test_twins_lie_together_or_are_told_apart():
    plan = plan_of(program_of("spare = count(for c in hand[P1] where c.number > 1)", "spare = count(take(deck, 1))"))
    whole, part = (node for step in plan.procs["play"].body for node in nodes(step.args[0]) if node.op.name == "count")
    assert Wholes(plan).judge(whole.args[0]) == (True, True)
    assert Wholes(plan).judge(part.args[0])[0] is False


def test_suspend_saves_what_is_alive_at_a_question():
    plan = plan_of(program_of("let kept = spare", "let lost = spare", "P1 chooses n from 1..3", "spare = kept + n"))
    unit = plan.procs["play"]
    asked = next(step for step in walk_steps(unit.body) if isinstance(step, acts.Choose))
    assert {shown(name) for name in alive_in(unit)[id(asked)].behind} == {"kept", "n"}  # not what was lost


# ---------------------------------------------------------------- what printers do

TEXTS = {
    "if_convert": (c_text, "spare = if count(deck) > 1 then 3 else points[P1]", "i_if(m_several(m_at(zm, 1)), 3, "),
    "decision_tables": (c_text, "spare = worth(first(deck))", "[16] = {1, 2, 1, 2, 1, 2, 7, 7, 5, 5, 5, 5, 5"),
    "bulk_moves": (python_text, "move Card to gone", "Z[4] |= 63"),
    "fusion": (python_text, "if any(c.number > spare for c in deck): spare = 1", "if (Z[1] & (~up_to(T0, v_spare, "),
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_printed(name):
    text, rule, wanted = TEXTS[name]
    assert wanted in text(prepare_plan(program_of(rule), Build()), Build())


@pytest.mark.parametrize(
    "condition, made", [("points[q] > only(deck).number", False), ("only(hand[q]).number > spare", True)]
)
def test_fusion_makes_a_list_only_where_some_item_may_bail_out_and_others_not(condition, made):
    rule = f"for p in seats where p in [for q in seats where {condition}]: spare = 1"
    assert ("= in_list(" in c_text(prepare_plan(program_of(rule), Build()), Build())) == made


def test_prune_drops_what_nobody_calls():
    unused = python_text(prepare_plan(program_of("spare = 1"), Build()), Build())
    used = python_text(prepare_plan(program_of("P1 chooses n from 1..3", "spare = n"), Build()), Build())
    assert "def again(" in used and "def again(" not in unused


def test_every_pass_of_the_page_has_a_case():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = page.split("| pass | what it does |")[1].split("\n\n")[0].splitlines()[2:]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    own = {name for test in globals() if test.startswith("test_") for name in named if name in test}
    assert named == {*PLANS, *TEXTS, *own}
