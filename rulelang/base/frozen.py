"""Frozen data classes with a fast start.

The tree and the typed game have some three hundred classes, and creating one with attrs takes as long as parsing three
lines of rules. So they share their comparison, hash and repr. Each gets only its own `__init__`, and only when it has
its first instance or is asked for its fields, since few games need them all. attrs accepts them as its own: `fields`,
`evolve`, `asdict` and `astuple` work. They keep their fields in a dictionary, which is faster to create than slots.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

LOCK = threading.RLock()
NO_METADATA: Mapping[str, Any] = MappingProxyType({})


class Field:
    """A field, with the attributes that attrs needs."""

    __slots__ = ("alias", "converter", "default", "eq", "factory", "init", "metadata", "name", "repr")

    def __init__(
        self,
        *,
        default: Any = attrs.NOTHING,
        factory: Callable[[], Any] | None = None,
        converter: Callable[[Any], Any] | None = None,
        eq: bool = True,
        repr: bool = True,
        metadata: Mapping[str, Any] = NO_METADATA,
    ) -> None:
        self.default, self.factory, self.converter = default, factory, converter
        self.eq, self.repr, self.metadata = eq, repr, metadata
        self.init = True

    def with_name(self, name: str) -> Field:
        self.name = self.alias = name
        return self


if TYPE_CHECKING:
    from attrs import field as field
    from attrs import frozen as frozen
else:
    field = Field

    def frozen(cls: type) -> type:
        """A class that is completed at first use, with the methods of Frozen."""
        cls.__init__, cls.__attrs_attrs__ = init_on_first_use, FIELDS
        return cls


# ---------------------------------------------------------------- at first use


def init_on_first_use(self: Any, *values: Any, **named: Any) -> None:
    """The `__init__` for the first instance of a class: it creates the real one and calls it."""
    make(type(self))
    self.__init__(*values, **named)


class Fields:
    """The `__attrs_attrs__` of a class until the class is completed and has its own."""

    def __get__(self, instance: object, cls: Any) -> tuple[Field, ...]:
        make(cls)
        fields: tuple[Field, ...] = cls.__attrs_attrs__
        return fields


FIELDS = Fields()


def make(cls: type) -> None:
    """Complete a class, after its bases."""
    with LOCK:
        for each in reversed(cls.__mro__):
            if vars(each).get("__attrs_attrs__") is FIELDS:
                make_one(each)


def make_one(cls: Any) -> None:
    """Give a class its fields, those of its bases before its own, and an `__init__`."""
    found = {field.name: field for base in reversed(cls.__mro__[1:]) for field in vars(base).get("__attrs_attrs__", ())}
    for name in vars(cls).get("__annotations__", ()):
        given = vars(cls).get(name, attrs.NOTHING)
        found.pop(name, None)
        found[name] = (given if isinstance(given, Field) else Field(default=given)).with_name(name)
        if name in vars(cls):
            delattr(cls, name)
    fields = tuple(found.values())
    cls.__init__ = init_of(cls, fields)
    cls.__attrs_attrs__ = fields


def init_of(cls: Any, fields: tuple[Field, ...]) -> Any:
    """`def __init__(self, suit, rank=…): …`, which sets each field."""
    known: dict[str, Any] = {"NOTHING": attrs.NOTHING}
    head, lines = ["self"], ["_ = self.__dict__"]
    for each in fields:
        name = value = each.name
        known |= {f"default_{name}": each.default, f"new_{name}": each.factory, f"convert_{name}": each.converter}
        if each.factory is not None:
            head.append(f"{name}=NOTHING")
            value = f"new_{name}() if {name} is NOTHING else {name}"
        else:
            head.append(name if each.default is attrs.NOTHING else f"{name}=default_{name}")
        if each.converter is not None:
            value = f"convert_{name}({value})"
        lines.append(f"_[{name!r}] = {value}")
    exec(f"def __init__({', '.join(head)}):\n    " + "\n    ".join(lines), known)
    known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return known["__init__"]


# ---------------------------------------------------------------- what all share


class Frozen:
    """Equal if of one class and equal in every field that counts."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __delattr__(self, name: str) -> NoReturn:
        raise attrs.exceptions.FrozenInstanceError

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        cls: Any = type(self)
        names = compared_fields(cls)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        cls: Any = type(self)
        names = compared_fields(cls)
        return hash((cls, *(getattr(self, name) for name in names)))

    def __repr__(self) -> str:
        cls: Any = type(self)
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown_fields(cls))
        return f"{cls.__name__}({parts})"


@functools.cache
def compared_fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.eq)


@functools.cache
def shown_fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.repr)
