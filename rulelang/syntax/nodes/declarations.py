"""Declarations: what a rules file says, from its title to its mechanisms."""

from __future__ import annotations

import attrs

from rulelang.frozen import frozen
from rulelang.syntax.nodes.base import MANY, Hole, Node, Tags, Word, listed
from rulelang.syntax.nodes.expressions import Binder, Expr, Ladder, Param, Type
from rulelang.syntax.nodes.statements import Guard, Suite


@frozen
class Decl(Node):
    """A line or block at the top level of a file, a variant or a mechanism."""


@frozen
class Version(Node):
    """`rules 1`: the version of the language"""

    number: int


@frozen
class Game(Decl):
    """`game "Hearts" for 4 players "Avoid the hearts."`"""

    title: Word
    players: Expr
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Use(Decl):
    """`use std.french`"""

    modules: tuple[Word, ...] = attrs.field(metadata=MANY)


@frozen
class Ruling(Decl):
    """`ruling "The last die is not part of the hand."`"""

    text: Word
    tags: Tags = attrs.field(converter=listed)


@frozen
class Credits(Decl):
    """`credits "Designed by …"`"""

    text: Word


# ---------------------------------------------------------------- data


@frozen
class Option(Decl):
    """`option rounds: 1..12 = 4 where rounds mod 2 == 0 "Rounds in a game"`"""

    name: Word
    type: Type
    default: Expr
    condition: Expr | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Const(Decl):
    """`const PICKS = 3`"""

    name: Word
    type: Type | None
    value: Expr
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Cell(Node):
    """Names, numbers and texts between two bars of a table."""

    atoms: tuple[Expr, ...] = attrs.field(metadata=MANY)


@frozen
class NoCell(Node):
    """`-`: looking this cell up is an error"""


@frozen
class TableRow(Node):
    """`| 3 | 0 | 20 | - |`"""

    cells: tuple[Cell | NoCell, ...] = attrs.field(metadata=MANY)


@frozen
class HeaderCell(Node):
    """`size: 0..5`"""

    name: Word
    type: Type | None


@frozen
class HeaderRow(Node):
    """`| kind: Kind | size: 0..5 |`"""

    cells: tuple[HeaderCell, ...] = attrs.field(metadata=MANY)


@frozen
class Rows(Node):
    """A header and the rows below it."""

    header: HeaderRow
    rows: tuple[TableRow | Hole, ...] = attrs.field(metadata=MANY)


@frozen
class ConstByPlayers(Decl):
    """Constants that depend on the number of players, one a row.

        const by players:
          |       | 3 | 4  |
          | CARDS | 9 | 10 |
    """

    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    rows: tuple[TableRow, ...] = attrs.field(metadata=MANY)


@frozen
class Enum(Decl):
    """`enum Color: red, blue, green`"""

    name: Word
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    members: tuple[Word, ...]


@frozen
class TypeAlias(Decl):
    """`type Piece = Card | Die`"""

    name: Word
    type: Type
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Copies(Node):
    """`2 each where number <= TOP`"""

    number: Expr
    condition: Expr | None


@frozen
class Piece(Decl):
    """`piece Die(color: Color) rolls number: 1..6 in bag "Die": 5 each`, or a table with one row a kind"""

    name: Word
    fields: tuple[Param, ...] = attrs.field(converter=listed)
    rolls: Param | None
    home: Word | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    made: Copies | Rows


@frozen
class Refill(Node):
    """`, refill from discards`"""

    source: Expr


@frozen
class Zone(Decl):
    """`zone hand[Seat]: set of Card, owner`"""

    name: Word
    indexes: tuple[Type, ...] = attrs.field(converter=listed)
    order: Word
    of: Type
    sight: Word
    refill: Refill | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Resource(Decl):
    """`resource coins[Seat, pot]: 200, open`"""

    name: Word
    holders: tuple[Type, ...]
    total: Expr
    sight: Word
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Var(Decl):
    """`var tricks[Seat]: 0..14 = 0, open`"""

    name: Word
    indexes: tuple[Type, ...] = attrs.field(converter=listed)
    type: Type
    start: Expr | None
    sight: Word | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Table(Decl):
    """Records: the header names and types the columns, the first is the key.

        table CARD:
          | kind: Kind | size: 0..5 |
          | peanut     | 3          |
    """

    name: Word
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    rows: Rows


@frozen
class Grid(Decl):
    """`table BONUS[3..4, 0..4]: 0..30:` with a row a first index, a column a second"""

    name: Word
    indexes: tuple[Type, ...]
    type: Type
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    rows: tuple[TableRow | Hole, ...] = attrs.field(metadata=MANY)


@frozen
class Group(Decl):
    """`group Package(kind: Kind) of Card, at most 40`"""

    name: Word
    fields: tuple[Param, ...]
    of: Type
    stock: Expr
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


# ---------------------------------------------------------------- rules


@frozen
class Fn(Decl):
    """`fn trump(c: Piece) -> Bool = same_number(c) or same_color(c)`"""

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    type: Type
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    value: Expr | Ladder


@frozen
class Step(Decl):
    """`step collect(p: Seat, cards: list of Card): …`"""

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    type: Type | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Phase(Decl):
    """`phase Collect until empty(belt) "Bid until the belt is empty": …`"""

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    until: Expr | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Setup(Decl):
    """`setup: …`"""

    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Play(Decl):
    """`play: …`"""

    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Action(Node):
    """`swap(q in others(p)) where ready(q) "Swap with {q}": …`"""

    name: Word
    key: Word | None
    binders: tuple[Binder, ...] = attrs.field(converter=listed)
    guard: Guard | None
    label: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Finally(Node):
    """`then: …`, after any action of its menu"""

    body: Suite


@frozen
class Menu(Decl):
    """An open set of actions.

        menu Swaps(p: Seat) "Exchange a sweet":
          swap(q in others(p)) "Swap with {q}": …
    """

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    key: Expr | None
    condition: Expr | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    actions: tuple[Action | Hole, ...] = attrs.field(metadata=MANY)
    finally_: Finally | None


@frozen
class ScoreLine(Node):
    """`"Bonus": 10 when zero[p]`"""

    label: Word
    value: Expr
    condition: Expr | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Score(Decl):
    """`score RoundScore for p into points: …`, an itemised sum"""

    name: Word
    seat: Word
    into: Word | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    lines: tuple[ScoreLine | Hole, ...] = attrs.field(metadata=MANY)


@frozen
class Most(Node):
    """`most points[p]`"""

    value: Expr


@frozen
class Least(Node):
    """`least total[p]`"""

    value: Expr


@frozen
class Winner(Decl):
    """`winner p: most points[p] then least cards[p]`"""

    seat: Word
    criteria: tuple[Most | Least, ...] = attrs.field(metadata=MANY)
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Ends(Decl):
    """`end when any(points[p] >= 20 for p in seats)`"""

    condition: Expr
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Invariant(Decl):
    """`invariant "One centre die" during PlayTricks: count(middle) == 1`"""

    title: Word
    tags: Tags = attrs.field(converter=listed)
    during: tuple[Word, ...] = attrs.field(converter=listed)
    condition: Expr


# ---------------------------------------------------------------- families


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
    params: tuple[Param, ...] = attrs.field(converter=listed)
    type: Type
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class Hook(Decl):
    """`hook raise -> Int = 1 "the least raise"`"""

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    type: Type
    value: Expr
    text: Word | None
    tags: Tags = attrs.field(converter=listed)


@frozen
class OnHook(Decl):
    """`on sold(p: Seat, owed: Int): nothing`"""

    name: Word
    params: tuple[Param, ...] = attrs.field(converter=listed)
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Show(Node):
    """`bid = high`"""

    name: Word
    value: Expr


@frozen
class Shows(Decl):
    """`shows lot = lot, bid = high`"""

    shows: tuple[Show, ...] = attrs.field(metadata=MANY)


@frozen
class Mechanism(Decl):
    """`mechanism sealed is auction[L](lot: L, bidders: list of Seat) -> Seat?: …`"""

    name: Word
    family: Family
    type_params: tuple[AnyType | OrderedType | HasType, ...] = attrs.field(converter=listed)
    params: tuple[Param, ...] = attrs.field(converter=listed)
    type: Type | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    parts: tuple[Decl | Hole, ...] = attrs.field(metadata=MANY)


@frozen
class Bind(Node):
    """`ties = last_played`, `hand(p) = cards[p]`"""

    name: Word
    params: tuple[Word, ...] = attrs.field(converter=listed)
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    value: Expr | Ladder


@frozen
class BindOn(Node):
    """`on won(w): tricks[w] += 1`"""

    name: Word
    params: tuple[Word, ...] = attrs.field(converter=listed)
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@frozen
class Instance(Decl):
    """`auction Grab is sealed "The lowest bid wins": …`: a mechanism fitted to the game"""

    family: Family
    name: Word
    mechanism: Word | None
    text: Word | None
    tags: Tags = attrs.field(converter=listed)
    bindings: tuple[Bind | BindOn | Hole, ...] = attrs.field(metadata=MANY)
