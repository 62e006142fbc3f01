"""Frozen data classes that are quick to make.

The tree and the typed game have some three hundred classes. `attrs.frozen` writes comparing, hashing and showing anew
for each of them; here all share one of each, which halves the time it takes to start. They are attrs classes in
every other way (and keep their fields in a dictionary, which is quicker to make than slots).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls: type) -> type:
        """`attrs.frozen`, with the methods of Frozen."""
        return attrs.frozen(cls, eq=False, repr=False, slots=False)


class Frozen:
    """Equal if of one class and equal in every field that counts."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        cls: Any = type(self)
        names = compared(cls)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        cls: Any = type(self)
        names = compared(cls)
        return hash((cls, *(getattr(self, name) for name in names)))

    def __repr__(self) -> str:
        cls: Any = type(self)
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown(cls))
        return f"{cls.__name__}({parts})"


@functools.cache
def compared(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.eq)


@functools.cache
def shown(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.repr)
