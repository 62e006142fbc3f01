"""The fields of a tensor as C writes them: a row for each (`native/host/observed.py`), from the same declarations.

What C identifies by number (elements of variables, holders, procedures, looks) has the same numbers here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.engine.data import look_text
from rulelang.engine.looks import Looks
from rulelang.engine.state import amount_sight
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.native.c.stmt import first_element
from rulelang.native.host.observed import AMOUNT, NUMBER, PHASE, PIECE, PIECES, VALUE, VALUES, ZONE, Part
from rulelang.play import tableau
from rulelang.play.view import SHOWN_KINDS
from rulelang.program import Program
from rulelang.tree.tensor import ONE_HOT, Tensors


class Parts:
    """The rows of a game. `rows` is passed to C; the arrays that it points at are kept alive beside it."""

    def __init__(self, program: Program, tensors: Tensors) -> None:
        self.program, self.tensors = program, tensors
        self.kept: list[Any] = []
        found = [*self.phases(), *self.zones(), *self.variables(), *self.resources()]
        self.rows = (Part * len(found))(*found)

    def running(self, name: str | None) -> int:
        return -1 if name is None else self.program.procs.index(name)

    def phases(self) -> Iterator[Part]:
        start, shape = self.tensors.shapes["phases"]
        for number, name in enumerate(self.program.procs):
            proc = self.program.game.procs[name]
            if proc.kind in SHOWN_KINDS:
                yield Part(what=PHASE, start=start + shape.labels.index(proc.declared), during=number)

    def zones(self) -> Iterator[Part]:
        for zone, name, _ in tableau.named_zones(self.program):
            start, shape = self.tensors.shapes[f"zone {name}"]
            places = {"looks": self.looks(shape.labels), "unseen": self.unseen(shape.labels)}
            yield Part(what=ZONE, at=zone.id, start=start, during=self.running(zone.during), **places)

    def variables(self) -> Iterator[Part]:
        program = self.program
        for name, elements in tableau.element_names(program).items():
            first, var = first_element(program, name) - program.vars[name].array.base, program.game.vars[name]
            for at, text in elements:
                if f"variable {text}" in self.tensors.shapes:
                    start, shape = self.tensors.shapes[f"variable {text}"]
                    row = self.value(name, bare(var.type), shape.labels[1:])
                    row.at, row.start, row.during = first + program.var_slot(name, at), start, self.running(var.during)
                    yield row

    def value(self, name: str, type_: t.Type, labels: Sequence[str]) -> Part:
        """How a variable is encoded; see `shape_of` in `tree/tensor.py`."""
        var = self.program.vars[name]
        if isinstance(type_, t.List):
            if isinstance(bare(type_.of), t.Piece):
                return Part(what=PIECES, looks=self.looks(labels))
            return Part(what=VALUES, low=1, size=len(labels))
        if isinstance(type_, t.Piece):
            return Part(what=PIECE, looks=self.looks(labels))
        if isinstance(type_, t.Int) and var.low is not None and var.high is not None and var.high - var.low < ONE_HOT:
            return Part(what=VALUE, low=var.low, size=len(labels))
        if isinstance(type_, t.Int | t.Bool):
            return Part(what=NUMBER)
        return Part(what=VALUE, low=1, size=len(labels))

    def resources(self) -> Iterator[Part]:
        number = 0
        for resource in self.program.resources.values():
            for holder in resource.holders:
                start, _ = self.tensors.shapes[f"resource {resource.name} {tableau.holder_name(resource, holder)}"]
                sight = amount_sight(self.program, resource.sight, holder)
                yield Part(what=AMOUNT, at=number, start=start, low=sight, size=resource.total, during=-1)
                number += 1

    # ------------------------------------------------------------ looks and kinds by number

    def looks(self, labels: Sequence[str]) -> Any:
        """By look, as C numbers it: its index among the labels. Each face of a die is `many` looks further."""
        program, places = self.program, {label: at for at, label in enumerate(labels)}
        ids, many, faces = Looks(program).ids, max(len(program.pieces), 1), program.faces
        most = max((high - low + 1 for low, high in faces.values()), default=0)
        found = [-1] * (many * (most + 1))
        for piece, number in zip(program.pieces, ids):
            look = (piece.kind, *piece.fields)
            if piece.is_group:
                found[number] = places.get(f"{piece.kind}(…)", -1)
            elif piece.kind not in faces:
                found[number] = places.get(look_text(program, look), -1)
            else:
                low, high = faces[piece.kind]
                for step, face in enumerate((None, *range(low, high + 1))):
                    found[number + step * many] = places.get(look_text(program, (*look, face)), -1)
        return self.array(found)

    def unseen(self, labels: Sequence[str]) -> Any:
        """By kind, as C numbers it: the index for hidden pieces."""
        places = {label: at for at, label in enumerate(labels)}
        names = sorted({piece.kind for piece in self.program.pieces})
        return self.array([places.get(f"{name}(?)", -1) for name in names] or [-1])

    def array(self, numbers: list[int]) -> Any:
        self.kept.append((ctypes.c_int32 * len(numbers))(*numbers))
        return ctypes.cast(self.kept[-1], ctypes.POINTER(ctypes.c_int32))
