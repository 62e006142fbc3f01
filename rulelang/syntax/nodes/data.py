"""What a game has: options, constants, pieces, zones, resources, variables and tables."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Decl, Hole, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.expressions import Expr, Param, Type


@frozen
class Option(Decl):
    """`option rounds: 1..12 = 4 where rounds mod 2 == 0 "Rounds in a game"`"""

    name: Word
    type: Type
    default: Expr
    condition: Expr | None
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Const(Decl):
    """`const PICKS = 3`"""

    name: Word
    type: Type | None
    value: Expr
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Cell(Node):
    """Names, numbers and texts between two bars of a table."""

    atoms: tuple[Expr, ...] = field(metadata=MANY)


@frozen
class NoCell(Node):
    """`-`: looking this cell up is an error"""


@frozen
class TableRow(Node):
    """`| 3 | 0 | 20 | - |`"""

    cells: tuple[Cell | NoCell, ...] = field(metadata=MANY)


@frozen
class HeaderCell(Node):
    """`size: 0..5`"""

    name: Word
    type: Type | None


@frozen
class HeaderRow(Node):
    """`| kind: Kind | size: 0..5 |`"""

    cells: tuple[HeaderCell, ...] = field(metadata=MANY)


@frozen
class Rows(Node):
    """A header and the rows below it."""

    header: HeaderRow
    rows: tuple[TableRow | Hole, ...] = field(metadata=MANY)


@frozen
class ConstByPlayers(Decl):
    """Constants that depend on the number of players, one a row.

        const by players:
          |       | 3 | 4  |
          | CARDS | 9 | 10 |
    """

    text: Word | None
    tags: Tags = field(converter=or_empty)
    rows: tuple[TableRow, ...] = field(metadata=MANY)


@frozen
class Enum(Decl):
    """`enum Color: red, blue, green`"""

    name: Word
    text: Word | None
    tags: Tags = field(converter=or_empty)
    members: tuple[Word, ...]


@frozen
class Record(Node):
    """`(tricks: 1..7, suit: Suit?)`: what the values of a type are made of"""

    fields: tuple[Param, ...] = field(converter=or_empty)


@frozen
class TypeAlias(Decl):
    """`type Piece = Card | Die`, `type Bid = (tricks: 1..7, suit: Suit?)`"""

    name: Word
    type: Type | Record
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Copies(Node):
    """`2 each where number <= TOP`"""

    number: Expr
    condition: Expr | None


@frozen
class Piece(Decl):
    """`piece Die(color: Color) rolls number: 1..6 in bag "Die": 5 each`, or a table with one row a kind"""

    name: Word
    fields: tuple[Param, ...] = field(converter=or_empty)
    rolls: Param | None
    home: Word | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    made: Copies | Rows


@frozen
class Refill(Node):
    """`, refill from discards`"""

    source: Expr


@frozen
class Zone(Decl):
    """`zone hand[Seat]: set of Card, owner`"""

    name: Word
    indexes: tuple[Type, ...] = field(converter=or_empty)
    order: Word
    of: Type
    sight: Word
    refill: Refill | None
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Resource(Decl):
    """`resource coins[Seat, pot]: 200, open`"""

    name: Word
    holders: tuple[Type, ...]
    total: Expr
    sight: Word
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Var(Decl):
    """`var tricks[Seat]: 0..14 = 0, open`"""

    name: Word
    indexes: tuple[Type, ...] = field(converter=or_empty)
    type: Type
    start: Expr | None
    sight: Word | None
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Table(Decl):
    """Records: the header names and types the columns, the first is the key.

        table CARD:
          | kind: Kind | size: 0..5 |
          | peanut     | 3          |
    """

    name: Word
    text: Word | None
    tags: Tags = field(converter=or_empty)
    rows: Rows


@frozen
class Grid(Decl):
    """`table BONUS[3..4, 0..4]: 0..30:` with a row a first index, a column a second"""

    name: Word
    indexes: tuple[Type, ...]
    type: Type
    text: Word | None
    tags: Tags = field(converter=or_empty)
    rows: tuple[TableRow | Hole, ...] = field(metadata=MANY)


@frozen
class Board(Decl):
    """`board Grid: square 7 by 6`"""

    name: Word
    shape: Word
    width: Expr
    height: Expr | None
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Spaces(Decl):
    """`board Island:` with a row a space: its name, and the names of those it is joined with"""

    name: Word
    text: Word | None
    tags: Tags = field(converter=or_empty)
    rows: tuple[TableRow | Hole, ...] = field(metadata=MANY)


@frozen
class Group(Decl):
    """`group Package(kind: Kind) of Card, at most 40`"""

    name: Word
    fields: tuple[Param, ...]
    of: Type
    stock: Expr
    text: Word | None
    tags: Tags = field(converter=or_empty)
