"""What a game says and does: its title, functions, phases, menus, scores and how it is won."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Decl, Hole, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.blocks import Guard
from rulelang.syntax.nodes.expressions import Binder, Expr, Ladder, Param, Type
from rulelang.syntax.nodes.statements import Suite


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
    tags: Tags = field(converter=or_empty)


@frozen
class Use(Decl):
    """`use std.french`"""

    modules: tuple[Word, ...] = field(metadata=MANY)


@frozen
class Ruling(Decl):
    """`ruling "The last die is not part of the hand."`"""

    text: Word
    tags: Tags = field(converter=or_empty)


@frozen
class Credits(Decl):
    """`credits "Designed by …"`"""

    text: Word


# ---------------------------------------------------------------- rules


@frozen
class Fn(Decl):
    """`fn trump(c: Piece) -> Bool = same_number(c) or same_color(c)`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    type: Type
    text: Word | None
    tags: Tags = field(converter=or_empty)
    value: Expr | Ladder


@frozen
class Step(Decl):
    """`step collect(p: Seat, cards: list of Card): …`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    type: Type | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Phase(Decl):
    """`phase Collect until empty(belt) "Bid until the belt is empty": …`"""

    name: Word
    params: tuple[Param, ...] = field(converter=or_empty)
    until: Expr | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Setup(Decl):
    """`setup: …`"""

    text: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Play(Decl):
    """`play: …`"""

    text: Word | None
    tags: Tags = field(converter=or_empty)
    body: Suite


@frozen
class Action(Node):
    """`swap(q in others(p)) where ready(q) "Swap with {q}": …`"""

    name: Word
    key: Word | None
    binders: tuple[Binder, ...] = field(converter=or_empty)
    guard: Guard | None
    label: Word | None
    tags: Tags = field(converter=or_empty)
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
    params: tuple[Param, ...] = field(converter=or_empty)
    key: Expr | None
    condition: Expr | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    actions: tuple[Action | Hole, ...] = field(metadata=MANY)
    finally_: Finally | None


@frozen
class ScoreLine(Node):
    """`"Bonus": 10 when zero[p]`"""

    label: Word
    value: Expr
    condition: Expr | None
    tags: Tags = field(converter=or_empty)


@frozen
class Score(Decl):
    """`score RoundScore for p into points: …`, an itemised sum"""

    name: Word
    seat: Word
    into: Word | None
    text: Word | None
    tags: Tags = field(converter=or_empty)
    lines: tuple[ScoreLine | Hole, ...] = field(metadata=MANY)


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
    criteria: tuple[Most | Least, ...] = field(metadata=MANY)
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Limit(Decl):
    """`end after 200 Turn for [] "Nobody wins so long a game"`"""

    number: Expr
    proc: Word
    winners: Expr | None
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Ends(Decl):
    """`end when any(points[p] >= 20 for p in seats)`"""

    condition: Expr
    text: Word | None
    tags: Tags = field(converter=or_empty)


@frozen
class Invariant(Decl):
    """`invariant "One centre die" during PlayTricks: count(middle) == 1`"""

    title: Word
    tags: Tags = field(converter=or_empty)
    during: tuple[Word, ...] = field(converter=or_empty)
    condition: Expr
