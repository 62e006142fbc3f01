"""Pure values of the typed game."""

from __future__ import annotations

import attrs

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span
from rulelang.ir.types import Type

Tags = tuple[str, ...]


@attrs.frozen(eq=False)
class Local:
    """A parameter, `let`, binder or chosen value. Each has its own slot: there is no recursion, so one slot is
    enough.
    """

    name: str
    type: Type
    number: int


@frozen
class Message(Frozen):
    """A text with holes: prompts, labels, reasons, notes. Parts are texts and expressions."""

    parts: tuple[str | Expr, ...]


@frozen
class Expr(Frozen):
    """A pure value."""

    type: Type
    span: Span = field(eq=False, repr=False)


@frozen
class Lit(Expr):
    """A value known now: a number, a boolean, None, a seat, an enum member, a row."""

    value: object


@frozen
class Const(Expr):
    """An option, a constant or `players`: known when the game is loaded."""

    name: str


@frozen
class Get(Expr):
    """The value of a local."""

    local: Local


@frozen
class VarAt(Expr):
    """`tricks[p]`: an element of a variable, all its indexes given."""

    var: str
    indexes: tuple[Expr, ...]


@frozen
class VarMap(Expr):
    """`bid`: a whole variable with one index, as a map."""

    var: str


@frozen
class ZoneAt(Expr):
    """`hand[p]` as a zone."""

    zone: str
    indexes: tuple[Expr, ...]


@frozen
class Inside(Expr):
    """The inside of a group as a zone."""

    group: Expr


@frozen
class Contents(Expr):
    """The pieces in a zone, in the canonical order of its kind: `set` and `bag` by id, `row` from the left, `pile` from
    the top.
    """

    zone: Expr


@frozen
class Amount(Expr):
    """`coins[p]`, `coins[bank]`: how much a holder has."""

    resource: str
    holder: Expr


@frozen
class PieceField(Expr):
    """`c.number`: declared, or rolled (an error before the piece is rolled), or given when a group was formed."""

    piece: Expr
    field: str


@frozen
class RowField(Expr):
    """`CARD[k].size`, `here.effect`."""

    row: Expr
    table: str
    column: str


@frozen
class RowAt(Expr):
    """`CARD[k]`: the row of a record table with this key; an error if there is none."""

    table: str
    key: Expr


@frozen
class CellAt(Expr):
    """`BONUS[players, k]`; a `-` cell is an error."""

    table: str
    indexes: tuple[Expr, ...]


@frozen
class Pieces(Expr):
    """`Card` as a value: every piece of these kinds, by id. For groups: those that are formed."""

    names: tuple[str, ...]


@frozen
class Look(Expr):
    """`Card(blue, 3)`: a piece by its look; fields left out at the end (the rolled one is last) may be anything.

    In `put` and in expectations of tests it stands for any piece that matches; elsewhere all fields are given, and it
    is the first piece, by id, that matches (an error if there is none).
    """

    kind: str
    fields: tuple[Expr, ...]


@frozen
class Sees(Expr):
    """In expectations: may a seat know this? A zone (all its pieces; its sight, if it is empty), an element of a
    variable, or an amount.
    """

    seat: Expr
    what: Expr


@frozen
class Members(Expr):
    """`Color` as a value: every member, in order."""

    enum: str


@frozen
class Seats(Expr):
    """`seats`: P1 … Pn."""


@frozen
class Op(Expr):
    """A built-in operation; OPS below lists them."""

    op: str
    arguments: tuple[Expr, ...]


@frozen
class Reveal(Expr):
    """`reveal e`, `reveal e to p`: the value, which is told to all (or to these seats) when the statement runs."""

    value: Expr
    to: Expr | None


@frozen
class After(Expr):
    """`(in_check(p) after run make_move(p, m))`: the value on a copy of the state after this run."""

    proc: str
    arguments: tuple[Expr, ...]
    value: Expr


@frozen
class If(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Let(Expr):
    """A `let` of a ladder."""

    local: Local
    value: Expr
    body: Expr


@frozen
class Rungs(Expr):
    """A ladder: the first rung whose condition holds gives the value, else the last line. Reasons are for `why`."""

    rungs: tuple[Rung, ...]
    otherwise: Expr
    reason: Message | None = None
    """The reason of the last line, with its rule ids."""
    tags: Tags = ()


@frozen
class Rung(Frozen):
    condition: Expr
    value: Expr
    reason: Message | None
    tags: Tags
    span: Span = field(eq=False, repr=False)


@frozen
class Call(Expr):
    """A call of a declared function, with arguments by value."""

    fn: str
    arguments: tuple[Expr, ...]


@frozen
class Each(Expr):
    """`E for x in S, y in T where C by K`: a list. Binders from left to right, then the condition, then element and
    key.

    A key occurs only directly under `highest`, `lowest`, `sorted`, `min`, `max`, `first`, `last`.
    """

    binders: tuple[tuple[Local, Expr], ...]
    condition: Expr | None
    element: Expr
    key: Expr | None


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class TupleOf(Expr):
    items: tuple[Expr, ...]


@frozen
class MenuRef(Frozen):
    """`UseStore(p, t) for t in store[p]`: a menu with its arguments, perhaps for each item of some lists."""

    menu: str
    arguments: tuple[Expr, ...]
    binders: tuple[tuple[Local, Expr], ...]
    condition: Expr | None


@frozen
class MenuOptions(Expr):
    """A menu as a value: its legal options now, as a list that can be counted or tested for emptiness."""

    menu: MenuRef


# op: operand types -> result type. Lists are values; `T?` may be None. Division and modulo round down.
OPS = {
    "neg": "Int -> Int",
    "add": "Int Int -> Int",
    "sub": "Int Int -> Int",
    "mul": "Int Int -> Int",
    "div": "Int Int -> Int, an error by 0",
    "mod": "Int Int -> Int, an error by 0",
    "eq": "T T -> Bool; lists of pieces compare as bags of looks, pieces by look",
    "ne": "T T -> Bool",
    "lt": "T T -> Bool, tuples part by part",
    "le": "T T -> Bool",
    "gt": "T T -> Bool",
    "ge": "T T -> Bool",
    "and": "Bool Bool -> Bool, the second only if needed",
    "or": "Bool Bool -> Bool, the second only if needed",
    "not": "Bool -> Bool",
    "default": "T? T -> T, the second only if the first is none",
    "in": "T list -> Bool",
    "not_in": "T list -> Bool",
    "range": "Int Int -> list of Int, both ends in it, empty if the first is greater",
    "join": "list list -> list",
    "without": "list list -> list, each item of the second takes away one equal item of the first, by id",
    "count": "list -> Int",
    "empty": "list -> Bool",
    "sum": "list of Int -> Int",
    "any": "list of Bool -> Bool",
    "all": "list of Bool -> Bool",
    "first": "list -> T, an error if empty",
    "last": "list -> T, an error if empty",
    "first_or_none": "list -> T?",
    "last_or_none": "list -> T?",
    "only": "list -> T, an error unless it has one item; T? -> T, an error if none",
    "min": "list of Int -> Int, an error if empty; or several Ints",
    "max": "list of Int -> Int, an error if empty; or several Ints",
    "highest": "list -> list, all items whose key (or value) is the greatest, in order",
    "lowest": "list -> list, likewise",
    "sorted": "list -> list, by key (or value), least first, stable",
    "reverse": "list -> list",
    "distinct": "list -> list, the first of each value (pieces by look)",
    "take": "list Int -> list, the first n, all if there are fewer",
    "subsets": (
        "list (Int or list of Int) -> list of list: sub-bags of these sizes, alike items merged, "
        "canonical order"
    ),
    "bags": "list (Int or list of Int) -> list of list: multisets of these sizes, canonical order",
    "permutations": "list -> list of list, lexicographic in the order given",
    "best_split": (
        "list of list -> list of list: those without an item in common whose keys (or lengths) add up to the most; of "
        "equals those that come first, none whose key is 0 or less"
    ),
    "owner": "Piece -> Seat?: the seat in the first index of the zone it lies in",
    "seat": "Int -> Seat, wrapping round the table",
    "left": "Seat -> Seat",
    "right": "Seat -> Seat",
    "number": "Seat or Enum -> Int",
    "at": "list Int -> T, from 1, an error outside",
    "map_at": "map K -> T",
    "part": "record Int -> T: one of its parts, counted from 0",
    "ranged": "Int? Int Int Text -> Int?: a number that must lie between two others, for the field of this name",
    "connected": "list of cells, list of cells -> list: those of the second that one comes to from the first",
    "longest_line": "list of cells -> Int: how many lie in a line, one beside the other",
    "values": "map -> list, in the order of its keys",
}
