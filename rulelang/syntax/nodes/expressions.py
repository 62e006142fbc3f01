"""Expressions and types: the pure part of the tree."""

from __future__ import annotations

import attrs

from rulelang.syntax.nodes.base import MANY, Node, Word, listed


@attrs.frozen
class Expr(Node):
    """Anything that has a value and changes nothing."""


# ---------------------------------------------------------------- atoms


@attrs.frozen
class Name(Expr):
    """`dealer`"""

    name: Word


@attrs.frozen
class Players(Expr):
    """`players`, the number of players"""


@attrs.frozen
class Number(Expr):
    """`7`"""

    value: int


@attrs.frozen
class Negative(Expr):
    """`-3` in a table cell or a range of a type"""

    value: int


@attrs.frozen
class Text(Expr):
    """`"a text"`"""

    value: Word


@attrs.frozen
class None_(Expr):
    """`none`, the value of an optional that is not there"""


@attrs.frozen
class True_(Expr):
    """`true`"""


@attrs.frozen
class False_(Expr):
    """`false`"""


@attrs.frozen
class Original(Expr):
    """`original`: the value that an override replaces"""


@attrs.frozen
class List(Expr):
    """`[P1, P2]` or `[for c in hand[p] where c.number > 3]`"""

    items: tuple[Expr, ...] | Comprehension = attrs.field(converter=listed)


@attrs.frozen
class Tuple(Expr):
    """`(2, c.number)`: compared part by part"""

    first: Expr
    rest: tuple[Expr, ...]


# ---------------------------------------------------------------- operators


@attrs.frozen
class IfExpr(Expr):
    """`if zero[p] then 0 else 1`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen
class OrExpr(Expr):
    """`a or b`; on an optional: its value, or b when it is none"""

    left: Expr
    right: Expr


@attrs.frozen
class AndExpr(Expr):
    """`a and b`"""

    left: Expr
    right: Expr


@attrs.frozen
class NotExpr(Expr):
    """`not a`"""

    value: Expr


@attrs.frozen
class Compare(Expr):
    """`a == b`, `a < b` …"""

    left: Expr
    op: Word
    right: Expr


@attrs.frozen
class IsIn(Expr):
    """`p in active`"""

    left: Expr
    right: Expr


@attrs.frozen
class NotIn(Expr):
    """`p not in active`"""

    left: Expr
    right: Expr


@attrs.frozen
class SpanOf(Expr):
    """`1..n`: the list of whole numbers from 1 to n"""

    low: Expr
    high: Expr


@attrs.frozen
class Binary(Expr):
    """`a + b`, `a - b`, `a * b`, `a div b`, `a mod b`; lists can be joined and taken from each other"""

    left: Expr
    op: Word
    right: Expr


@attrs.frozen
class Minus(Expr):
    """`-n`"""

    value: Expr


@attrs.frozen
class Call(Expr):
    """`count(hand[p])`, `Card(blue, 3)`, `sum(worth(c) for c in hand[p])`"""

    function: Expr
    arguments: tuple[Expr, ...] | Comprehension = attrs.field(converter=listed)


@attrs.frozen
class Index(Expr):
    """`hand[p]`, `BONUS[players, 2]`"""

    value: Expr
    indexes: tuple[Expr, ...]


@attrs.frozen
class Field(Expr):
    """`c.number`, `p.left`"""

    value: Expr
    name: Word


@attrs.frozen
class Binder(Node):
    """`c in hand[p]`"""

    name: Word
    source: Expr


@attrs.frozen
class Comprehension(Expr):
    """`E for x in S, y in T where C by K`; without E it gives the last variable"""

    element: Expr | None
    binders: tuple[Binder, ...]
    condition: Expr | None
    key: Expr | None


# ---------------------------------------------------------------- values of functions


@attrs.frozen
class LadderLet(Node):
    """`let following = …` at the top of a ladder"""

    name: Word
    value: Expr


@attrs.frozen
class Rung(Node):
    """`VALUE when CONDITION "reason"`"""

    value: Expr
    condition: Expr
    reason: Word | None
    tags: tuple[str, ...] = attrs.field(converter=listed)


@attrs.frozen
class Otherwise(Node):
    """`else VALUE`, the last rung"""

    value: Expr
    reason: Word | None
    tags: tuple[str, ...] = attrs.field(converter=listed)


@attrs.frozen
class Ladder(Node):
    """Rungs tried from the top; the first that holds gives the value.

        let best = highest(hand)
        3 when same_number(c)
        else 0
    """

    parts: tuple[LadderLet | Rung | Otherwise, ...] = attrs.field(metadata=MANY)

    @property
    def lets(self) -> list[LadderLet]:
        return [part for part in self.parts if isinstance(part, LadderLet)]

    @property
    def rungs(self) -> list[Rung]:
        return [part for part in self.parts if isinstance(part, Rung)]

    @property
    def otherwise(self) -> Otherwise:
        last = self.parts[-1]
        assert isinstance(last, Otherwise)
        return last


# ---------------------------------------------------------------- types


@attrs.frozen
class Type(Node):
    """A set of values, finite once the game is loaded."""


@attrs.frozen
class TypeName(Type):
    """`Seat`, `Color`, `Card`"""

    name: Word


@attrs.frozen
class TypeRange(Type):
    """`0..7`"""

    low: Expr
    high: Expr


@attrs.frozen
class TypeList(Type):
    """`list of Card`"""

    of: Type


@attrs.frozen
class TypeMap(Type):
    """`map Seat to Int`"""

    key: Type
    of: Type


@attrs.frozen
class TypeZone(Type):
    """`zone of Card`"""

    of: Type


@attrs.frozen
class Union(Type):
    """`Card | Die`"""

    parts: tuple[Type, ...] = attrs.field(metadata=MANY)


@attrs.frozen
class Optional(Type):
    """`Seat?`"""

    of: Type


@attrs.frozen
class Param(Node):
    """`p: Seat`"""

    name: Word
    type: Type
