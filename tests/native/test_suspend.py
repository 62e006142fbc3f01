"""What a game that waits has to remember, worked out over the plan: hand-made units, and the example of a frame."""

from __future__ import annotations

import pytest

from rulelang.base.source import Source
from rulelang.native.build import Build
from rulelang.native.c.table import step_text
from rulelang.native.host.playout import prepare_plan
from rulelang.native.passes.suspend import alive_in, asking_units
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import INT, LIST, Node, Step, Unit, get, number, op
from rulelang.native.plan.program import plan_of
from rulelang.play.game import assemble
from rulelang.program import Program


def program_of(text: str) -> Program:
    return assemble(Source("stops.rules", text), 2, (), {}, ()).program


def let(name: str, *read: str) -> Step:
    value = number(1)
    for each in read:
        value = op(ops.ADD, value, get(each, INT))
    return acts.Let((value,), name=name)


def run(into: str | None = None, *read: str) -> Step:
    """A call that may wait."""
    return acts.Run(tuple(get(each, INT) for each in read), proc="ask", into=into)


def loop(name: str, *body: Step) -> Step:
    return acts.For((get("list", LIST),), (body,), name=name, rep=INT)


def behind(body: tuple[Step, ...], stop: Step) -> set[str]:
    return set(alive_in(Unit("proc", "unit", (), None, body))[id(stop)].behind)


STOP = run()
CASES = {
    "what is read later": ((let("a"), let("b"), STOP, let("c", "a")), {"a"}),
    "what is written anew": ((let("a"), STOP, let("a"), let("c", "a")), set()),
    "what only one branch reads": (
        (let("a"), let("b"), STOP, acts.If((get("b", INT),), ((let("c", "a"),), ()))),
        {"a", "b"},
    ),
    "what the next round reads": ((let("a"), loop("x", let("c", "a"), STOP)), {"a", "list"}),
    "what the next round writes first": ((let("a"), loop("x", let("a", "x"), let("c", "a"), STOP)), {"list"}),
    "what is read behind a loop that is left": ((let("a"), loop("x", STOP, acts.Break()), let("c", "a")), {"a"}),
    "nothing behind a return": ((let("a"), STOP, acts.Return(), let("c", "a")), set()),
    "what an early value was made of": (
        (let("a"), acts.Keep((get("a", INT),), name="k"), STOP, let("c", "k")),
        {"a", "k"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_alive_behind_a_stop(name):
    body, wanted = CASES[name]
    assert behind(body, STOP) == wanted


def test_arguments_are_dead_behind_their_call_and_so_is_the_result_before_it():
    call = run("r", "a")
    found = alive_in(Unit("proc", "unit", (), None, (let("a"), call, let("c", "r"))))[id(call)]
    assert found.before == {"a"} and found.behind == {"r"}


def test_a_step_in_two_places_is_asked_for_both():
    assert behind((let("a"), STOP, let("c", "a"), let("b"), STOP, let("d", "b")), STOP) == {"a", "b"}


# ---------------------------------------------------------------- whole programs

DISCARD = """rules 1
game "Discard" for 2..3 players "Everyone may give a card."
piece Card(value: 1..4) in deck "Card": 2 each
zone deck: set of Card, open
zone hand[Seat]: set of Card, open
zone gone: set of Card, open
var points[Seat]: Int = 0
var limit: 0..4 = 1
var bonus: 1..3 = 2
play:
  run Discard
  run Quiet
phase Discard:
  for p in seats:
    p may choose c from hand[p] where c.value > limit:
      move c to gone
      points[p] += c.value * bonus
  limit = 1
phase Quiet:
  for p in seats: points[p] += 1
winner p: most points[p]
"""


def test_who_asks_is_closed_over_calls():
    asking = asking_units(plan_of(program_of(DISCARD)))
    assert asking.procs == {"play", "Discard"} and not asking.actions


def test_the_frame_of_a_loop_is_its_seat_and_its_place():
    """The seat, where the loop is, and the mask of `c.value > limit`, which is worked out once before the loop; nothing
    else that the question was worked out with but marks of memory.
    """
    text = step_text(prepare_plan(program_of(DISCARD), Build(step=True)))
    (frame,) = (line for line in text.splitlines() if " frame_run_play;" in line)
    fields = [part.split()[-1] for part in frame.split("{")[1].split("}")[0].split(";") if part.strip()]
    marks = {name for name in fields if name == "floor_" or f"    {name} = top;" in text}
    assert sorted(name.rstrip("0123456789") for name in set(fields) - marks) == ["i", "k_", "l_p_", "pc"]


def test_a_step_that_is_not_known_is_an_error():
    with pytest.raises(KeyError):
        alive_in(Unit("proc", "unit", (), None, ()))[id(Node(ops.NUM, INT))]
