"""Statements: the part of the tree that changes the game."""

from __future__ import annotations

import attrs

from rulelang.syntax.nodes.base import MANY, Hole, Node, Tags, Word, listed
from rulelang.syntax.nodes.expressions import Expr, Type


@attrs.frozen
class Stmt(Node):
    """A step of play. `tags` are the rule ids written at the end of its line."""


@attrs.frozen
class Suite(Node):
    """The statements of a block, in order."""

    statements: tuple[Stmt | Hole, ...] = attrs.field(metadata=MANY)


@attrs.frozen
class Line(Stmt):
    """A simple statement with the rule ids it is tagged with."""

    statement: Stmt
    tags: Tags = attrs.field(converter=listed)


# ---------------------------------------------------------------- values that need an effect


@attrs.frozen
class Effect(Node):
    """The right side of `let` and `=` where an expression is not enough."""


@attrs.frozen
class RunValue(Effect):
    """`leader = run Trick(leader)`"""

    target: Expr


@attrs.frozen
class Random(Effect):
    """`let c = random deck`"""

    choices: Expr


@attrs.frozen
class OrRandom(Effect):
    """`dealer = first_dealer or random seats`: drawn only when the first is none"""

    given: Expr
    choices: Expr


@attrs.frozen
class Disclose(Effect):
    """`leader = reveal owner(two_of_clubs)`: a public value made from private ones, on purpose"""

    value: Expr


# ---------------------------------------------------------------- simple statements


@attrs.frozen
class Let(Stmt):
    """`let buyer = run Sale(here, bidders)`; a `let` never changes"""

    name: Word
    value: Expr | Effect


@attrs.frozen
class LocalVar(Stmt):
    """`var level: 0..5 = 5`; may be assigned again in its block"""

    name: Word
    type: Type | None
    value: Expr | Effect


@attrs.frozen
class Assign(Stmt):
    """`dealer = dealer.left`; in a test, `tricks = [5, 4, 3, 2]` sets a whole array"""

    target: Expr
    value: Expr | Effect


@attrs.frozen
class Augment(Stmt):
    """`tricks[w] += 1`"""

    target: Expr
    op: Word
    value: Expr


@attrs.frozen
class Run(Stmt):
    """`run Deal, Draft(seats)`"""

    targets: tuple[Expr, ...] = attrs.field(metadata=MANY)


@attrs.frozen
class Resolve(Stmt):
    """`resolve Space(p, BOARD[here])`: the one action that applies, unasked"""

    menu: Expr


@attrs.frozen
class Transfer(Node):
    """`hand[p] to floor[p] at left`"""

    pieces: Expr
    target: Expr
    place: Word | None


@attrs.frozen
class Move(Stmt):
    """`move mine to bowl[q], theirs to bowl[p]`: all at once"""

    transfers: tuple[Transfer, ...] = attrs.field(metadata=MANY)


@attrs.frozen
class Deal(Stmt):
    """`deal up to 2 from deck to hand[p]`"""

    up_to: bool = attrs.field(converter=bool)
    number: Expr
    source: Expr
    target: Expr
    place: Word | None


@attrs.frozen
class Shuffle(Stmt):
    """`shuffle deck, blues`, `shuffle take(belt, 3)`"""

    what: tuple[Expr, ...] = attrs.field(metadata=MANY)


@attrs.frozen
class Roll(Stmt):
    """`roll dice[p]`"""

    pieces: Expr


@attrs.frozen
class Reveal(Stmt):
    """`reveal bid`, `reveal sweetness[q, s] to [p]`"""

    what: Expr
    to: Expr | None


@attrs.frozen
class Hide(Stmt):
    """`hide last(belt)`: nobody sees it"""

    what: Expr


@attrs.frozen
class Unreveal(Stmt):
    """`unreveal sweetness`: back to the declared sight"""

    what: Expr


@attrs.frozen
class Pay(Stmt):
    """`pay up to 2 coins from bank to p`"""

    up_to: bool = attrs.field(converter=bool)
    amount: Expr
    resource: Word
    source: Expr
    target: Expr


@attrs.frozen
class Form(Stmt):
    """`form Package(k, season) from cards to packages[p]`"""

    group: Word
    fields: tuple[Expr, ...]
    pieces: Expr
    target: Expr


@attrs.frozen
class Tally(Stmt):
    """`tally RoundScore`"""

    score: Word


@attrs.frozen
class Swap(Stmt):
    """`swap sweetness[p, a], sweetness[p, b]`"""

    left: Expr
    right: Expr


@attrs.frozen
class Return(Stmt):
    """`return best`"""

    value: Expr | None


@attrs.frozen
class Break(Stmt):
    """`break`: leaves the innermost loop"""


@attrs.frozen
class Stop(Stmt):
    """`stop`: leaves the innermost phase"""


@attrs.frozen
class Nothing(Stmt):
    """`nothing`"""


@attrs.frozen
class OriginalStmt(Stmt):
    """`original`: runs what an override replaces"""


@attrs.frozen
class EndGame(Stmt):
    """`end game for [p]`"""

    winners: Expr | None


@attrs.frozen
class Put(Stmt):
    """`put Card(blue, 3) into hand[P1]`, in tests only"""

    pieces: Expr
    target: Expr


@attrs.frozen
class Note(Stmt):
    """`note "The boss comes."`"""

    text: Word


@attrs.frozen
class Require(Stmt):
    """`require count(deck) > 3 "the deck is too small"`"""

    condition: Expr
    text: Word | None


# ---------------------------------------------------------------- choices


@attrs.frozen
class Guard(Node):
    """`where c.kind != d.kind else "they are of one kind"`"""

    condition: Expr
    reason: Word | None


@attrs.frozen
class Exactly(Node):
    """`3` in `p chooses 3 cards from hand[p]`"""

    number: Expr


@attrs.frozen
class UpTo(Node):
    """`up to 3` in `p chooses up to 3 cards from hand[p]`"""

    number: Expr


@attrs.frozen
class Choose(Stmt):
    """`p chooses c from hand[p] where legal(c) "Play a card"`"""

    seat: Expr
    secretly: bool = attrs.field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = attrs.field(converter=bool)
    prompt: Word | None


@attrs.frozen
class Passed(Node):
    """`pass`, the answer that takes nothing"""


@attrs.frozen
class ChooseAction(Stmt):
    """`p chooses from Swaps(p), [UseStore(p, t) for t in store[p]] else pass`"""

    seat: Expr
    secretly: bool = attrs.field(converter=bool)
    menus: tuple[Expr, ...]
    prompt: Word | None
    fallback: Stmt | Passed | None


@attrs.frozen
class MayChooseAction(Stmt):
    """`p may choose from Pack(p) else break`"""

    seat: Expr
    menus: tuple[Expr, ...]
    prompt: Word | None
    fallback: Stmt | Passed | None


@attrs.frozen
class EachChooses(Stmt):
    """`each p in bidders secretly chooses bid from offers(p) "Write your bid"`"""

    seat: Word
    seats: Expr
    secretly: bool = attrs.field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = attrs.field(converter=bool)
    prompt: Word | None


# ---------------------------------------------------------------- blocks


@attrs.frozen
class Elif(Node):
    """`elif empty(deck): …`"""

    condition: Expr
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class Else(Node):
    """`else: …`"""

    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class If(Stmt):
    """`if empty(deck): …`"""

    condition: Expr
    tags: Tags = attrs.field(converter=listed)
    body: Suite
    elifs: tuple[Elif, ...] = attrs.field(metadata=MANY)
    otherwise: Else | None


@attrs.frozen
class For(Stmt):
    """`for p in seats where hungry[p]: …`"""

    name: Word
    source: Expr
    condition: Expr | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class While(Stmt):
    """`while not empty(deck) at most 40: …`"""

    condition: Expr
    bound: Expr
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class Repeat(Stmt):
    """`repeat 3 times: …`"""

    number: Expr
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class RepeatAtMost(Stmt):
    """`repeat at most 40 times: …`; going round once more is an error"""

    number: Expr
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class MayChoose(Stmt):
    """`p may choose d from dice[p] "Declare?": …`"""

    seat: Expr
    secretly: bool = attrs.field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = attrs.field(converter=bool)
    prompt: Word | None
    tags: Tags = attrs.field(converter=listed)
    body: Suite
    otherwise: Else | None


@attrs.frozen
class EachSecretly(Stmt):
    """`each p in seats secretly: …`: a private block a seat"""

    seat: Word
    seats: Expr
    secretly: bool = attrs.field(converter=bool)
    tags: Tags = attrs.field(converter=listed)
    body: Suite


@attrs.frozen
class Together(Stmt):
    """`together: …`: several effects as one"""

    tags: Tags = attrs.field(converter=listed)
    body: Suite
