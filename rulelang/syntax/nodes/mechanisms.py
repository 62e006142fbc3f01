"""Mechanisms of the library, what they need, and the instances that bind it."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Decl, Hole, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.expressions import Expr, Ladder, Param, Type
from rulelang.syntax.nodes.statements import Suite


@frozen
class Family(Node):
    """`auction`, `trick`, `draft` or `trade`"""

    name: Word


@frozen
class AnyType(Node):
    """`P` in `trick[P]`"""

    name: Word


@frozen
class OrderedType(Node):
    """`S ordered`: values that can be compared"""

    name: Word


@frozen
class HasType(Node):
    """`P has color`: pieces with that field"""

    name: Word
    field: Word


@frozen
class Need(Decl):
    """`need limit(p: Seat) -> Int "the most p may bid"`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    type: Type
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Hook(Decl):
    """`hook raise -> Int = 1 "the least raise"`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    type: Type
    value: Expr
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class OnHook(Decl):
    """`on sold(p: Seat, owed: Int): nothing`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    text: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Show(Node):
    """`bid = high`"""

    name: Word
    value: Expr


@frozen
class Shows(Decl):
    """`shows lot = lot, bid = high`"""

    shows: tuple[Show, ...] = field(metadata=MANY)


@frozen
class Mechanism(Decl):
    """`mechanism sealed is auction[L](lot: L, bidders: list of Seat) -> Seat?: …`"""

    name: Word
    family: Family
    type_params: tuple[AnyType | OrderedType | HasType, ...] = field(converter=or_empty)
    params: tuple[Param, ...] = field(converter=or_empty)
    type: Type | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    parts: tuple[Decl | Hole, ...] = field(metadata=MANY)


@frozen
class Bind(Node):
    """`ties = last_played`, `hand(p) = cards[p]`"""

    name: Word
    params: tuple[Word, ...] = field(converter=or_empty)
    text: Word | None
    tags: Tags = field(converter=or_empty)
    value: Expr | Ladder


@frozen
class BindOn(Node):
    """`on won(w): tricks[w] += 1`"""

    name: Word
    params: tuple[Word, ...] = field(converter=or_empty)
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Instance(Decl):
    """`auction Grab is sealed "The lowest bid wins": …`: a mechanism fitted to the game"""

    family: Family
    name: Word
    mechanism: Word | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    bindings: tuple[Bind | BindOn | Hole, ...] = field(metadata=MANY)
