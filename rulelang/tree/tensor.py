"""What a seat sees, as named numbers: a tensor whose schema is derived from the declarations.

A tensor is written from a view, so it contains nothing that the seat may not know, and it is equal wherever the seat's
logs are equal. It describes the present table. It leaves out how the game got there, the order of rows and piles, what
groups hold, and values that cannot be enumerated (texts, maps, rows of tables); `Schema.left_out` names them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import attrs

from rulelang.engine.data import UNKNOWN, look_text, to_text
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.play import tableau
from rulelang.play.actions import Actions, all_looks
from rulelang.play.match import Game
from rulelang.play.view import phases
from rulelang.program import Program
from rulelang.tree.utility import Utility, utility_of

ONE_HOT = 64  # the most values of a number that are one-hot encoded; a wider range is a single number
Tensor = array  # of C doubles: other libraries read its memory
Write = Callable[["Tensor[float]", int, Any], None]
"""Writes a value into the tensor at an offset."""


@attrs.frozen
class Field:
    """A range of a tensor; `labels` names each entry."""

    name: str
    start: int
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.labels)


@attrs.frozen
class Schema:
    """The layout of the tensors of a game."""

    fields: tuple[Field, ...]
    left_out: tuple[str, ...]

    @cached_property
    def size(self) -> int:
        return sum(field.size for field in self.fields)


@attrs.frozen
class Shape:
    """How a value is encoded: one label per entry."""

    labels: tuple[str, ...]
    write: Write


class Tensors:
    """Writes the tensors of a game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields: list[Field] = []
        self.left_out = ["the past", "the order of rows and piles"]
        self.shapes: dict[str, tuple[int, Shape]] = {}
        names = [f"P{seat}" for seat in program.seats]
        self.add("seat", one_hot(names))
        self.add("asked", one_hot(names))
        kinds = {proc.declared: 0 for proc in program.game.procs.values()}
        self.add("phases", count_shape(kinds))
        for zone, name, _ in tableau.named_zones(program):
            self.add(f"zone {name}", zone_shape(program, zone.of))
        for name, elements in tableau.element_names(program).items():
            shape = shape_of(program, name)
            if shape is None:
                self.left_out.append(f"variable {name}")
                continue
            for _, text in elements:
                self.add(f"variable {text}", with_known_flag(shape))
        for resource in program.resources.values():
            for holder in resource.holders:
                label = f"resource {resource.name} {tableau.holder_name(resource, holder)}"
                self.add(label, with_known_flag(Shape(("share of all",), scale(resource.total))))
        if program.game.groups:
            self.left_out.append("what groups hold")
        self.schema = Schema(tuple(self.fields), tuple(self.left_out))
        self.first_asked = self.shapes["asked"][0]

    def add(self, name: str, shape: Shape) -> None:
        start = self.fields[-1].start + self.fields[-1].size if self.fields else 0
        self.fields.append(Field(name, start, shape.labels))
        self.shapes[name] = start, shape

    def address(self, out: Tensor[float], seat: int, asked: int) -> None:
        """Whose tensor it is, and who is asked."""
        out[seat - 1] = 1.0
        if asked:
            out[self.first_asked + asked - 1] = 1.0

    def of(self, state: State, seat: int, asked: int) -> Tensor[float]:
        """The table as a seat sees it, and who is asked as far as it knows (0: nobody, or unknown)."""
        found = array("d", bytes(8 * self.schema.size))

        def put(name: str, value: Any) -> None:
            if name in self.shapes:
                start, shape = self.shapes[name]
                shape.write(found, start, value)

        self.address(found, seat, asked)
        put("phases", [phase["name"] for phase in phases(state)])
        for zone, name, _ in tableau.public_zones(state):
            put(f"zone {name}", tableau.contents(state, zone, seat))
        for name, value in tableau.variables(state, seat).items():
            put(f"variable {name}", value)
        for resource, amounts in tableau.amounts(state, seat).items():
            for holder, amount in amounts.items():
                put(f"resource {resource} {holder}", amount)
        return found


class Numbered:
    """A game in numbers: its utility (see `tree/utility.py`), actions and tensors. `like`: another object that has them
    already.
    """

    def __init__(self, game: Game, utility: str, like: Numbered | None = None) -> None:
        self.game, self.like = game, like
        self.utility: Utility = utility_of(game, utility)

    @cached_property
    def actions(self) -> Actions:
        """All actions of the game, by number."""
        return self.game.actions() if self.like is None else self.like.actions

    @cached_property
    def tensors(self) -> Tensors:
        """The encoder for what a seat sees."""
        return Tensors(self.game.program) if self.like is None else self.like.tensors


# ---------------------------------------------------------------- shapes


def one_hot(labels: Iterable[Any]) -> Shape:
    """One-hot encoding of one value."""
    places = {label: at for at, label in enumerate(labels)}

    def write(out: Tensor[float], start: int, value: Any) -> None:
        if value in places:
            out[start + places[value]] = 1.0

    return Shape(tuple(map(str, places)), write)


def count_shape(labels: Iterable[Any]) -> Shape:
    """The count of each value."""
    places = {label: at for at, label in enumerate(labels)}

    def write(out: Tensor[float], start: int, values: Any) -> None:
        for value in values:
            if value in places:
                out[start + places[value]] += 1.0

    return Shape(tuple(map(str, places)), write)


def scale(most: int) -> Write:
    def write(out: Tensor[float], start: int, value: Any) -> None:
        out[start] = value / most if most else float(value)

    return write


def with_known_flag(shape: Shape) -> Shape:
    """A shape with a leading flag: whether the seat knows the value."""

    def write(out: Tensor[float], start: int, value: Any) -> None:
        if value != UNKNOWN:
            out[start] = 1.0
            if value is not None:
                shape.write(out, start + 1, value)

    return Shape(("known", *shape.labels), write)


def zone_shape(program: Program, kinds: tuple[str, ...] | None) -> Shape:
    """The number of visible pieces of each look, and of hidden pieces of each kind."""
    names = tuple(dict.fromkeys(piece.kind for piece in program.pieces if kinds is None or piece.kind in kinds))
    looks = [look_text(program, look) for look in all_looks(t.Piece(names), program)] if names else []
    groups = [name for name in names if name in program.game.groups]
    labels = (*looks, *(f"{name}(…)" for name in groups), *(f"{name}(?)" for name in names))
    places = {label: at for at, label in enumerate(labels)}

    def write(out: Tensor[float], start: int, entry: Any) -> None:
        for piece in entry["pieces"]:
            text = f"{piece['kind']}(…)" if piece["kind"] in groups else piece["text"]
            if piece["fields"] is not None and text in places:
                out[start + places[text]] += 1.0
        for kind, number in entry["unseen"].items():
            out[start + places[f"{kind}(?)"]] = float(number)

    return Shape(labels, write)


def shape_of(program: Program, name: str) -> Shape | None:
    """The encoding of a variable; None if it is left out."""
    var, type_ = program.vars[name], bare(program.game.vars[name].type)
    if isinstance(type_, t.Int):
        if var.low is not None and var.high is not None and var.high - var.low < ONE_HOT:
            return one_hot(range(var.low, var.high + 1))
        return Shape(("value",), lambda out, start, value: out.__setitem__(start, float(value)))
    if isinstance(type_, t.Bool):
        return Shape(("true",), lambda out, start, value: out.__setitem__(start, float(value)))
    if isinstance(type_, t.List):
        items = values_of(program, bare(type_.of))
        return count_shape_by_text(items) if items else None
    items = values_of(program, type_)
    if not items:
        return None
    inner = one_hot(items)
    return Shape(inner.labels, lambda out, start, value: inner.write(out, start, text_of(value)))


def count_shape_by_text(items: list[Any]) -> Shape:
    inner = count_shape(items)
    return Shape(inner.labels, lambda out, start, values: inner.write(out, start, map(text_of, values)))


def values_of(program: Program, type_: t.Type) -> list[Any]:
    """All values of a type as a view shows them; empty if they cannot be enumerated."""
    if isinstance(type_, t.Seat):
        return list(program.seats)
    if isinstance(type_, t.Enum):
        return [to_text(program, value, type_) for value in range(1, len(program.members[type_.name]) + 1)]
    if isinstance(type_, t.Piece) and not set(type_.names) & set(program.game.groups):
        return [look_text(program, look) for look in all_looks(type_, program)]
    return []


def text_of(value: Any) -> Any:
    """A piece by its text, anything else unchanged."""
    return value["text"] if isinstance(value, dict) else value
