"""Statements with parts of their own: choices, conditions and loops."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.expressions import Expr
from rulelang.syntax.nodes.statements import Passed, Stmt, Suite

# ---------------------------------------------------------------- choices


@frozen
class Guard(Node):
    """`where c.kind != d.kind else "they are of one kind"`"""

    condition: Expr
    reason: Word | None


@frozen
class Exactly(Node):
    """`3` in `p chooses 3 cards from hand[p]`"""

    number: Expr


@frozen
class UpTo(Node):
    """`up to 3` in `p chooses up to 3 cards from hand[p]`"""

    number: Expr


@frozen
class Choose(Stmt):
    """`p chooses c from hand[p] where legal(c) "Play a card"`"""

    seat: Expr
    secretly: bool = field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = field(converter=bool)
    prompt: Word | None


@frozen
class ChooseAction(Stmt):
    """`p chooses from Swaps(p), [UseStore(p, t) for t in store[p]] else pass`"""

    seat: Expr
    secretly: bool = field(converter=bool)
    menus: tuple[Expr, ...]
    prompt: Word | None
    fallback: Stmt | Passed | None


@frozen
class MayChooseAction(Stmt):
    """`p may choose from Pack(p) else break`"""

    seat: Expr
    menus: tuple[Expr, ...]
    prompt: Word | None
    fallback: Stmt | Passed | None


@frozen
class EachChooses(Stmt):
    """`each p in bidders secretly chooses bid from offers(p) "Write your bid"`"""

    seat: Word
    seats: Expr
    secretly: bool = field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = field(converter=bool)
    prompt: Word | None


# ---------------------------------------------------------------- blocks


@frozen
class Elif(Node):
    """`elif empty(deck): …`"""

    condition: Expr
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Else(Node):
    """`else: …`"""

    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class If(Stmt):
    """`if empty(deck): …`"""

    condition: Expr
    tags: Tags = field(converter=or_empty)
    body: Suite
    elifs: tuple[Elif, ...] = field(metadata=MANY)
    otherwise: Else | None


@frozen
class For(Stmt):
    """`for p in seats where hungry[p]: …`"""

    name: Word
    source: Expr
    condition: Expr | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class While(Stmt):
    """`while not empty(deck) at most 40: …`"""

    condition: Expr
    bound: Expr
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Repeat(Stmt):
    """`repeat 3 times: …`"""

    number: Expr
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class RepeatOn(Stmt):
    """`repeat: …`: until it is left, or the table limit ends the game"""

    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class RepeatAtMost(Stmt):
    """`repeat at most 40 times: …`; going round once more is an error"""

    number: Expr
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class YesOrNo(Stmt):
    """`p may "Challenge {q}?": …`, with `else` for a no"""

    seat: Expr
    secretly: bool = field(converter=bool)
    prompt: Word
    tags: Tags = field(converter=or_empty)
    body: Suite
    otherwise: Else | None


@frozen
class MayChoose(Stmt):
    """`p may choose d from dice[p] "Declare?": …`"""

    seat: Expr
    secretly: bool = field(converter=bool)
    quantity: Exactly | UpTo | None
    name: Word
    source: Expr
    guard: Guard | None
    one_by_one: bool = field(converter=bool)
    prompt: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite
    otherwise: Else | None


@frozen
class EachSecretly(Stmt):
    """`each p in seats secretly: …`: a private block a seat"""

    seat: Word
    seats: Expr
    secretly: bool = field(converter=bool)
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Together(Stmt):
    """`together: …`: several effects as one"""

    tags: Tags = field(converter=or_empty)
    body: Suite
