"""Frozen data classes that are quick to start with.

The tree and the typed game have some three hundred classes. `attrs.frozen` writes and compiles the methods of each.
Here all share how they compare, hash and show, and a class is made only when it has its first instance or is asked for
its fields, for few games need them all. They are attrs classes in every other way (and keep their fields in a
dictionary, which is quicker to make than slots).
"""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any

import attrs

LOCK = threading.RLock()

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls: type) -> type:
        """`attrs.frozen`, at first use, with the methods of Frozen."""
        cls.__init__, cls.__attrs_attrs__ = first, FIELDS
        return cls


def first(self: Any, *values: Any, **named: Any) -> None:
    """What the first instance of a class begins with; others find the `__init__` that was made for it."""
    make(type(self))
    self.__init__(*values, **named)


class Fields:
    """What attrs calls the fields of a class, until that is made and has its own."""

    def __get__(self, instance: object, cls: Any) -> tuple[Any, ...]:
        make(cls)
        fields: tuple[Any, ...] = cls.__attrs_attrs__
        return fields


FIELDS = Fields()


def make(cls: type) -> None:
    """Makes a class, and before it those that it stands on."""
    with LOCK:
        for each in reversed(cls.__mro__):
            if vars(each).get("__attrs_attrs__") is FIELDS:
                attrs.frozen(each, init=True, eq=False, repr=False, slots=False)


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
