"""Allocates cells and series for what is counted, and maps values to cells."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Span
from rulelang.engine.data import look_text, to_json, to_text
from rulelang.engine.looks import Looks
from rulelang.ir import types
from rulelang.ir.counting import Count, Offer, Sample
from rulelang.ir.types import bare
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Grid, PieceInstance, Program
from rulelang.sim.sheet import Measure, Use

MOST = 80  # values that have a cell each; where there are more, they are not told apart


@frozen
class Values(Frozen):
    """The values of a small type: `names` from `low` on, or by `bins`."""

    names: tuple[str, ...]
    low: int = 0
    bins: tuple[int, ...] = ()


def values_of(program: Program, type_: types.Type) -> Values | None:
    """The values that can be counted one by one; None if there are too many."""
    kind = bare(type_)
    if isinstance(kind, types.Piece):
        return looks_of(program, kind)
    span = span_of(program, kind)
    if span is None or len(span) > MOST:
        return None
    if isinstance(kind, types.Bool):
        return Values(("no", "yes"))
    return Values(distinct(program, kind, span), span.start)


def distinct(program: Program, kind: types.Type, values: Iterable[Any]) -> tuple[str, ...]:
    """Names of values: as the game names them, unless two would have the same name. Seats have numbers in a report."""
    written = [to_text(program, value, kind) for value in values]
    if isinstance(kind, types.Seat):
        return tuple(written)
    vocabulary = Vocabulary(program.game)
    told = [vocabulary.value(kind, to_json(program, value, kind, str)).name for value in values]
    return tuple(told if len(set(told)) == len(told) else written)


def span_of(program: Program, kind: types.Type) -> range | None:
    if isinstance(kind, types.Bool):
        return range(2)
    if isinstance(kind, types.Seat):
        return range(1, program.players + 1)
    if isinstance(kind, types.Enum):
        return range(1, len(program.members[kind.name]) + 1)
    if isinstance(kind, types.Row):
        return range(len(getattr(program.tables[kind.table], "rows", ())))
    if isinstance(kind, types.Int) and kind.low is not None and kind.high is not None:
        return range(kind.low, kind.high + 1)
    return None


def looks_of(program: Program, kind: types.Piece) -> Values | None:
    """Pieces by their look, without the face of a die; only by kind, if there are too many looks."""
    ids = Looks(program).ids
    some = [piece for piece in program.pieces if piece.kind in kind.names]
    looks: dict[Any, str] = {ids[p.id]: look_text(program, (p.kind, *p.fields)) for p in some}
    told = {ids[p.id]: piece_name(program, p, len(kind.names) > 1) for p in some}
    looks = told if len(set(told.values())) == len(told) else looks
    key = ids
    if len(looks) > MOST:
        looks = {name: name for name in dict.fromkeys(p.kind for p in some)}
        key = [piece.kind for piece in program.pieces]  # type: ignore[misc]
    order = {look: place for place, look in enumerate(looks)}
    bins = tuple(order.get(key[piece.id], len(looks)) for piece in program.pieces)
    return Values(tuple(looks.values()), 0, bins) if looks else None


def piece_name(program: Program, piece: PieceInstance, mixed: bool) -> str:
    """A piece by its face, and by its kind where kinds are mixed."""
    game, vocabulary = program.game, Vocabulary(program.game)
    fields = game.groups[piece.kind].fields if piece.is_group else game.pieces[piece.kind].fields
    seen = {field.name: to_json(program, value, field.type, str) for field, value in zip(fields, piece.fields)}
    name, kind = vocabulary.piece(piece.kind, seen).name, vocabulary.kind(piece.kind).name
    return f"{name} {kind}" if mixed and kind not in name and not vocabulary.look(piece.kind).face else name


class Cells:
    """Gives out cells and series; the same thing asked for twice is one."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.uses: list[Use] = []
        self.measures: list[Measure] = []
        self.places: dict[Any, int] = {}
        self.offers: list[int] = []
        self.offered: dict[int, int] = {}

    def one(self, use: Use, seat: ir.Expr | None, span: Span) -> Count:
        """Counts one thing."""
        return Count(span, (), self.first((use,)), seat)

    def each(self, use: Use, values: Values, value: ir.Expr, seat: ir.Expr | None) -> Count:
        """Counts the values of a thing; `use` names it as a whole."""
        some = [attrs.evolve(use, name=name) for name in values.names]
        first = self.first((*some, attrs.evolve(use, name="other", rest=True)))
        return Count(value.span, (), first, seat, value, values.low, len(values.names) + 1, values.bins)

    def first(self, uses: tuple[Use, ...]) -> int:
        if uses not in self.places:
            self.places[uses] = len(self.uses)
            self.uses += uses
        return self.places[uses]

    def offer(self, count: Count, taken: bool = False, among: ir.Expr | None = None) -> Offer:
        """The same thing, offered; or taken, with the number of options."""
        assert count.seat is not None
        if count.cell not in self.offered:
            self.offered[count.cell] = len(self.offers)
            self.offers += range(count.cell, count.cell + count.size)
        about = count.seat, count.value, count.low, count.size, count.bins
        return Offer(count.span, (), self.offered[count.cell], *about, taken, among)

    def sample(self, measure: Measure, value: ir.Expr) -> Sample:
        """Keeps a number."""
        if measure not in self.measures:
            self.measures.append(measure)
        return Sample(value.span, (), self.measures.index(measure), value)

    def row(self, table: str, indexes: tuple[ir.Expr, ...], seat: ir.Expr | None) -> Count | None:
        """Counts which cell of a grid is looked at."""
        grid = self.program.tables[table]
        if not isinstance(grid, Grid) or not grid.cells or len(grid.cells) > MOST:
            return None
        columns: list[Any] = list(zip(*grid.cells))
        spans: list[tuple[Any, Any]] = [
            (index.value, index.value) if isinstance(index, ir.Lit) else (min(column), max(column))
            for index, column in zip(indexes, columns)
        ]  # what is known before play needs no rows for what it could have been
        keys = list(product(*(range(low, high + 1) for low, high in spans)))
        if len(keys) > MOST:
            return None
        kinds = [index.type for index in indexes]
        vocabulary = Vocabulary(self.program.game)
        names = tuple(
            ", ".join(vocabulary.value(t, to_json(self.program, k, t, str)).name for k, t in zip(key, kinds))
            for key in keys
        )
        place: ir.Expr = number(0, indexes[0].span)
        for index, (low, high) in zip(indexes, spans):
            wide = ir.Op(types.INT, index.span, "mul", (place, number(high - low + 1, index.span)))
            off = ir.Op(types.INT, index.span, "sub", (index, number(low, index.span)))
            place = ir.Op(types.INT, index.span, "add", (wide, off))
        return self.each(Use("row", table, "", self.program.game.tables[table].text), Values(names), place, seat)


def number(value: int, span: Span) -> ir.Lit:
    return ir.Lit(types.INT, span, value)
