"""Functions with one case per class, and no default.

    label: Total[Readers] = total(ir.Expr)

    @label.case(ir.Lit, ir.SeatLit)
    def constant(expr: ir.Lit | ir.SeatLit) -> Readers:
        return ALL

    label.seal()

Each concrete subclass of the base (one without subclasses of its own) needs a case, and a case counts for exactly the
classes it names: whoever adds a class to the language must consider it in every table. `seal` raises while the module
is loaded if a class has no case; an unknown class raises when it is dispatched. A test seals every table again with all
modules loaded.

In the body of a class a table is a method: `self.label(expr)` calls the case with `self` before the expression.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class NotTotal(TypeError):
    """A class has no case, or two."""


class Total(Generic[R]):
    """A function that is chosen by the class of its first argument."""

    def __init__(self, base: type) -> None:
        self.base = base
        self.cases: dict[type, Callable[..., R]] = {}
        self.sealed = False
        TABLES.append(self)

    def case(self, *classes: type) -> Callable[[F], F]:
        """Register the case of these classes."""

        def add(function: F) -> F:
            for cls in classes:
                if cls in self.cases:
                    raise NotTotal(f"{self} has two cases for `{cls.__name__}`")
                if not is_concrete(cls, self.base):
                    raise NotTotal(
                        f"{self} has a case for `{cls.__name__}`, which is no concrete `{self.base.__name__}`"
                    )
                self.cases[cls] = function
            return function

        return add

    def seal(self) -> None:
        """Raises unless every concrete class has its case."""
        missing = [cls.__name__ for cls in concrete(self.base) if cls not in self.cases]
        if missing:
            raise NotTotal(f"{self} has no case for {', '.join(missing)}")
        self.sealed = True

    def of(self, cls: type) -> Callable[..., R]:
        """The case of a class."""
        try:
            return self.cases[cls]
        except KeyError:
            raise NotTotal(f"{self} has no case for {cls.__name__}") from None

    def __call__(self, node: Any, *rest: Any, **named: Any) -> R:
        return self.of(type(node))(node, *rest, **named)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else partial(self.call_method, instance)

    def call_method(self, instance: object, node: Any, *rest: Any, **named: Any) -> R:
        return self.of(type(node))(instance, node, *rest, **named)

    def __repr__(self) -> str:
        first = next(iter(self.cases.values()), None)
        where = f" of `{first.__module__}`" if first is not None else ""
        return f"the table over `{self.base.__name__}`{where}"


TABLES: list[Total[Any]] = []


def total(base: type) -> Total[Any]:
    """A table over the concrete subclasses of a class."""
    return Total(base)


def concrete(base: type) -> list[type]:
    """The subclasses of a class that have none themselves, in the order of their creation."""
    return list(dict.fromkeys(leaves(base)))


def is_concrete(cls: type, base: type) -> bool:
    """Whether a class is one of these. Called for every case, so it builds no list of all."""
    return issubclass(cls, base) and is_current(cls) and not any(map(is_current, cls.__subclasses__()))


def leaves(cls: type) -> Iterator[type]:
    subclasses: list[type] = cls.__subclasses__()
    under = [each for each in subclasses if is_current(each)]
    if not under:
        yield cls
    for each in under:
        yield from leaves(each)


def is_current(cls: type) -> bool:
    """Whether its module knows the class by this name. attrs creates a class with slots twice."""
    module = sys.modules.get(cls.__module__)
    return vars(module).get(cls.__qualname__, cls) is cls if module else True
