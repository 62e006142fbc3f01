"""Statements: the part of the tree that changes the game."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Hole, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.expressions import Expr, Type


@frozen
class Stmt(Node):
    """A step of play. `tags` are the rule ids written at the end of its line."""


@frozen
class Passed(Node):
    """`pass`, the answer that takes nothing"""


@frozen
class Suite(Node):
    """The statements of a block, in order."""

    statements: tuple[Stmt | Hole, ...] = field(metadata=MANY)


@frozen
class Line(Stmt):
    """A simple statement with the rule ids it is tagged with."""

    statement: Stmt
    tags: Tags = field(converter=or_empty)


# ---------------------------------------------------------------- values that need an effect


@frozen
class Effect(Node):
    """The right side of `let` and `=` where an expression is not enough."""


@frozen
class RunValue(Effect):
    """`leader = run Trick(leader)`"""

    target: Expr


@frozen
class Random(Effect):
    """`let c = random deck`"""

    choices: Expr


@frozen
class OrRandom(Effect):
    """`dealer = first_dealer or random seats`: drawn only when the first is none"""

    given: Expr
    choices: Expr


# ---------------------------------------------------------------- simple statements


@frozen
class Let(Stmt):
    """`let buyer = run Sale(here, bidders)`; a `let` never changes"""

    name: Word
    value: Expr | Effect


@frozen
class LocalVar(Stmt):
    """`var level: 0..5 = 5`; may be assigned again in its block"""

    name: Word
    type: Type | None
    value: Expr | Effect


@frozen
class Assign(Stmt):
    """`dealer = dealer.left`; in a test, `tricks = [5, 4, 3, 2]` sets a whole array"""

    target: Expr
    value: Expr | Effect


@frozen
class Augment(Stmt):
    """`tricks[w] += 1`"""

    target: Expr
    op: Word
    value: Expr


@frozen
class Run(Stmt):
    """`run Deal, Draft(seats)`"""

    targets: tuple[Expr, ...] = field(metadata=MANY)


@frozen
class Resolve(Stmt):
    """`resolve Space(p, BOARD[here])`: the one action that applies, unasked; `else` is for when none does"""

    menu: Expr
    fallback: Stmt | Passed | None


@frozen
class Transfer(Node):
    """`hand[p] to floor[p] at left`"""

    pieces: Expr
    target: Expr
    place: Word | None


@frozen
class Move(Stmt):
    """`move mine to bowl[q], theirs to bowl[p]`: all at once"""

    transfers: tuple[Transfer, ...] = field(metadata=MANY)


@frozen
class Deal(Stmt):
    """`deal up to 2 from deck to hand[p]`"""

    up_to: bool = field(converter=bool)
    number: Expr
    source: Expr
    target: Expr
    place: Word | None


@frozen
class Shuffle(Stmt):
    """`shuffle deck, blues`, `shuffle take(belt, 3)`"""

    what: tuple[Expr, ...] = field(metadata=MANY)


@frozen
class Roll(Stmt):
    """`roll dice[p]`"""

    pieces: Expr


@frozen
class Reveal(Stmt):
    """`reveal bid`, `reveal sweetness[q, s] to [p]`"""

    what: Expr
    to: Expr | None


@frozen
class Hide(Stmt):
    """`hide last(belt)`: nobody sees it"""

    what: Expr


@frozen
class Unreveal(Stmt):
    """`unreveal sweetness`: back to the declared sight"""

    what: Expr


@frozen
class Pay(Stmt):
    """`pay up to 2 coins from bank to p`"""

    up_to: bool = field(converter=bool)
    amount: Expr
    resource: Word
    source: Expr
    target: Expr


@frozen
class Form(Stmt):
    """`form Package(k, season) from cards to packages[p]`"""

    group: Word
    fields: tuple[Expr, ...]
    pieces: Expr
    target: Expr


@frozen
class Tally(Stmt):
    """`tally RoundScore`, `tally Show for dealer`"""

    score: Word
    seat: Expr | None


@frozen
class Swap(Stmt):
    """`swap sweetness[p, a], sweetness[p, b]`"""

    left: Expr
    right: Expr


@frozen
class Return(Stmt):
    """`return best`"""

    value: Expr | None


@frozen
class Break(Stmt):
    """`break`: leaves the innermost loop"""


@frozen
class Stop(Stmt):
    """`stop`: leaves the innermost phase"""


@frozen
class Nothing(Stmt):
    """`nothing`"""


@frozen
class OriginalStmt(Stmt):
    """`original`: runs what an override replaces"""


@frozen
class EndGame(Stmt):
    """`end game for [p]`"""

    winners: Expr | None


@frozen
class Put(Stmt):
    """`put Card(blue, 3) into hand[P1]`, in tests only"""

    pieces: Expr
    target: Expr


@frozen
class Note(Stmt):
    """`note "The boss comes."`"""

    text: Word


@frozen
class Require(Stmt):
    """`require count(deck) > 3 "the deck is too small"`"""

    condition: Expr
    text: Word | None
