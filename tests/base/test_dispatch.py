"""Tables with one case a class: what is missing is found when the module is loaded, what is unknown when it is met."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import rulelang
from rulelang.base import dispatch
from rulelang.base.dispatch import NotTotal, Total, concrete, is_concrete, total


class Shape: ...


class Round(Shape): ...


class Square(Shape): ...


class Circle(Round): ...


class Oval(Round): ...


@pytest.fixture
def table():
    """A table that others do not see."""
    made = total(Shape)
    yield made
    dispatch.TABLES.remove(made)


def test_a_case_is_chosen_by_the_class_of_the_first_argument(table):
    table.case(Circle, Oval)(lambda shape, word: f"round {word}")
    table.case(Square)(lambda shape, word: f"square {word}")
    table.seal()
    assert (table(Oval(), "a"), table(Square(), word="b")) == ("round a", "square b")


def test_classes_between_need_no_case():
    assert concrete(Shape) == [Circle, Oval, Square]
    assert [cls for cls in (Shape, Round, Square, Circle, Oval, int) if is_concrete(cls, Shape)] == [
        Square, Circle, Oval]  # fmt: skip


def test_a_missing_case_stops_the_loading(table):
    table.case(Circle)(lambda shape: 1)
    with pytest.raises(NotTotal, match=r"the table over `Shape` of `.*test_dispatch` has no case for Oval, Square"):
        table.seal()


def test_a_class_made_later_is_an_error_and_not_a_default(table):
    table.case(Circle, Oval, Square)(lambda shape: 1)
    table.seal()

    class Late(Square): ...

    try:
        with pytest.raises(NotTotal, match="no case for Late"):
            table(Late())
        with pytest.raises(NotTotal, match="no case for Late"):
            table.seal()
    finally:
        Late.__bases__ = (Other,)


class Other: ...


def test_a_case_is_for_the_class_it_names_and_for_that_once(table):
    with pytest.raises(NotTotal, match="`Round`, which is no concrete `Shape`"):
        table.case(Round)(lambda shape: 1)
    with pytest.raises(NotTotal, match="`int`, which is no concrete"):
        table.case(int)(lambda shape: 1)
    table.case(Circle)(lambda shape: 1)
    with pytest.raises(NotTotal, match="two cases for `Circle`"):
        table.case(Circle)(lambda shape: 2)


def test_in_a_class_a_table_is_a_method(table):
    class Reader:
        word = "seen"
        read: Total[str] = table

        @read.case(Circle, Oval, Square)
        def any_shape(self, shape: Shape) -> str:
            return f"{type(shape).__name__} {self.word}"

        read.seal()

    assert Reader().read(Oval()) == "Oval seen"


def test_every_table_of_the_package_is_total_with_all_modules_loaded():
    for module in pkgutil.walk_packages(rulelang.__path__, "rulelang."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert all(each.sealed for each in dispatch.TABLES)
    for each in dispatch.TABLES:
        each.seal()
