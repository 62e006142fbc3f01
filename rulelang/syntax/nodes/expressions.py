"""Expressions and types: the pure part of the tree."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Node, Word, or_empty


@frozen
class Expr(Node):
    """Anything that has a value and changes nothing."""


# ---------------------------------------------------------------- atoms


@frozen
class Name(Expr):
    """`dealer`"""

    name: Word


@frozen
class Players(Expr):
    """`players`, the number of players"""


@frozen
class Number(Expr):
    """`7`"""

    value: int


@frozen
class Negative(Expr):
    """`-3` in a table cell or a range of a type"""

    value: int


@frozen
class Text(Expr):
    """`"a text"`"""

    value: Word


@frozen
class None_(Expr):
    """`none`, the value of an optional that is not there"""


@frozen
class True_(Expr):
    """`true`"""


@frozen
class False_(Expr):
    """`false`"""


@frozen
class Original(Expr):
    """`original`: the value that an override replaces"""


@frozen
class List(Expr):
    """`[P1, P2]` or `[for c in hand[p] where c.number > 3]`"""

    items: tuple[Expr, ...] | Comprehension = field(converter=or_empty)


@frozen
class Tuple(Expr):
    """`(2, c.number)`: compared part by part"""

    first: Expr
    rest: tuple[Expr, ...]


# ---------------------------------------------------------------- operators


@frozen
class IfExpr(Expr):
    """`if zero[p] then 0 else 1`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class RevealValue(Expr):
    """`reveal owner(two_of_clubs)`, `reveal worth(c) to p`: a value that is told, to all or to some"""

    value: Expr
    to: Expr | None = None


@frozen
class AfterRun(Expr):
    """`(in_check(p) after run make_move(p, m))`: a value as it would be if something were run now"""

    value: Expr
    target: Expr


@frozen
class OrExpr(Expr):
    """`a or b`; on an optional: its value, or b when it is none"""

    left: Expr
    right: Expr


@frozen
class AndExpr(Expr):
    """`a and b`"""

    left: Expr
    right: Expr


@frozen
class NotExpr(Expr):
    """`not a`"""

    value: Expr


@frozen
class Compare(Expr):
    """`a == b`, `a < b` …"""

    left: Expr
    op: Word
    right: Expr


@frozen
class IsIn(Expr):
    """`p in active`"""

    left: Expr
    right: Expr


@frozen
class NotIn(Expr):
    """`p not in active`"""

    left: Expr
    right: Expr


@frozen
class SpanOf(Expr):
    """`1..n`: the list of whole numbers from 1 to n"""

    low: Expr
    high: Expr


@frozen
class Binary(Expr):
    """`a + b`, `a - b`, `a * b`, `a div b`, `a mod b`; lists can be joined and taken from each other"""

    left: Expr
    op: Word
    right: Expr


@frozen
class Minus(Expr):
    """`-n`"""

    value: Expr


@frozen
class Call(Expr):
    """`count(hand[p])`, `Card(blue, 3)`, `sum(worth(c) for c in hand[p])`"""

    function: Expr
    arguments: tuple[Expr, ...] | Comprehension = field(converter=or_empty)


@frozen
class Index(Expr):
    """`hand[p]`, `BONUS[players, 2]`"""

    value: Expr
    indexes: tuple[Expr, ...]


@frozen
class Field(Expr):
    """`c.number`, `p.left`"""

    value: Expr
    name: Word


@frozen
class Binder(Node):
    """`c in hand[p]`"""

    name: Word
    source: Expr


@frozen
class Comprehension(Expr):
    """`E for x in S, y in T where C by K`; without E it gives the last variable"""

    element: Expr | None
    binders: tuple[Binder, ...]
    condition: Expr | None
    key: Expr | None


# ---------------------------------------------------------------- values of functions


@frozen
class LadderLet(Node):
    """`let following = …` at the top of a ladder"""

    name: Word
    value: Expr


@frozen
class Rung(Node):
    """`VALUE when CONDITION "reason"`"""

    value: Expr
    condition: Expr
    reason: Word | None
    tags: tuple[str, ...] = field(converter=or_empty)


@frozen
class Otherwise(Node):
    """`else VALUE`, the last rung"""

    value: Expr
    reason: Word | None
    tags: tuple[str, ...] = field(converter=or_empty)


@frozen
class Ladder(Node):
    """Rungs tried from the top; the first that holds gives the value.

        let best = highest(hand)
        3 when same_number(c)
        else 0
    """

    parts: tuple[LadderLet | Rung | Otherwise, ...] = field(metadata=MANY)

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


@frozen
class Type(Node):
    """A set of values, finite once the game is loaded."""


@frozen
class TypeName(Type):
    """`Seat`, `Color`, `Card`"""

    name: Word


@frozen
class TypeRange(Type):
    """`0..7`"""

    low: Expr
    high: Expr


@frozen
class TypeList(Type):
    """`list of Card`"""

    of: Type


@frozen
class TypeMap(Type):
    """`map Seat to Int`"""

    key: Type
    of: Type


@frozen
class TypeZone(Type):
    """`zone of Card`"""

    of: Type


@frozen
class Union(Type):
    """`Card | Die`"""

    parts: tuple[Type, ...] = field(metadata=MANY)


@frozen
class Optional(Type):
    """`Seat?`"""

    of: Type


@frozen
class Param(Node):
    """`p: Seat`"""

    name: Word
    type: Type
