"""Frozen classes that are made at their first use."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading

import attrs
import pytest

from rulelang import ir
from rulelang.base.frozen import FIELDS, Field, Frozen, field, frozen
from rulelang.ir import types
from rulelang.program import events
from rulelang.sim import report
from rulelang.sim.tally import Fault
from rulelang.syntax import nodes


def made(cls: type) -> bool:
    return vars(cls)["__attrs_attrs__"] is not FIELDS


def fresh() -> tuple[type, type]:
    """Two classes that nobody has used, one standing on the other."""

    @frozen
    class Base(Frozen):
        place: int = field(eq=False, repr=False)

    @frozen
    class Card(Base):
        suit: str
        rank: int = field(default="2", converter=int)
        tags: tuple[str, ...] = field(factory=tuple)

    return Base, Card


def test_a_class_is_made_by_its_first_instance() -> None:
    base, card = fresh()
    assert not made(base) and not made(card)
    one = card(1, "blue", rank="3")
    assert made(base) and made(card)
    assert (one.place, one.suit, one.rank, one.tags) == (1, "blue", 3, ())
    assert one == card(9, "blue", 3) != card(1, "blue")
    assert hash(one) == hash(card(9, "blue", 3))
    assert repr(one) == "Card(suit='blue', rank=3, tags=())"
    assert attrs.evolve(one, suit="red") == card(0, "red", 3)


def test_a_class_is_made_where_its_fields_are_asked_for() -> None:
    _, card = fresh()
    assert [field.name for field in attrs.fields(card)] == ["place", "suit", "rank", "tags"]
    assert made(card) and attrs.has(card)


def test_a_base_that_is_made_does_not_stand_for_what_stands_on_it() -> None:
    base, card = fresh()
    assert base(1).place == 1 and not made(card)
    assert card(1, "blue").rank == 2


def test_instances_are_frozen_and_take_what_their_class_has() -> None:
    _, card = fresh()
    with pytest.raises(TypeError, match="suit"):
        card(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        card(1, "blue").suit = "red"


def test_attrs_takes_them_for_its_own() -> None:
    _, card = fresh()
    one = card(1, "blue", 3, ("x",))
    assert attrs.asdict(one) == {"place": 1, "suit": "blue", "rank": 3, "tags": ("x",)}
    assert attrs.astuple(one) == (1, "blue", 3, ("x",))
    assert attrs.evolve(one, place=2).place == 2


def test_several_threads_make_a_class_once() -> None:
    _, card = fresh()
    together, found = threading.Barrier(8), []

    def make_one() -> None:
        together.wait()
        found.append(card(1, "blue"))

    threads = [threading.Thread(target=make_one) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [card(1, "blue")] * 8 and {each.rank for each in found} == {2}


def test_an_instance_of_another_process_is_whole() -> None:
    """Unpickling calls no `__init__`, so the class may not be made yet."""
    fault = Fault(3, "there is no card", "a.rules:1")
    text = "import pickle, sys; one, two = pickle.load(sys.stdin.buffer); print(one == two, one)"
    sent = pickle.dumps([fault, Fault(3, "there is no card", "a.rules:1")])
    told = subprocess.run([sys.executable, "-c", text], input=sent, capture_output=True, check=True)
    assert told.stdout.decode() == f"True {fault}\n"



@pytest.mark.parametrize("module", [nodes, ir, types, events, report], ids=lambda module: module.__name__)
def test_every_class_can_be_made(module: object) -> None:
    """What is wrong with a class shows when it is made, so all are made here."""
    classes = [cls for cls in vars(module).values() if isinstance(cls, type) and issubclass(cls, Frozen)]
    for cls in classes:
        for each in attrs.fields(cls) if cls is not Frozen else ():
            assert type(each) is Field and type(each.default) is not type(attrs.field()), (cls, each.name)


def test_importing_makes_no_class() -> None:
    text = (
        "import rulelang.syntax.nodes as nodes, rulelang.ir; from rulelang.base.frozen import FIELDS;"
        "print(sum(vars(cls)['__attrs_attrs__'] is not FIELDS for cls in nodes.Node.__subclasses__()))"
    )
    assert subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout == "0\n"
