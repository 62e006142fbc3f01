"""How things are called and shown. Looks never change what the rules do."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Decl, Hole, Node, Word, or_empty
from rulelang.syntax.nodes.expressions import Expr


@frozen
class LookWord(Node):
    """`plural`, `face`, `short`, `sign` or `says`"""

    name: Word


@frozen
class LookText(Node):
    """`sign "♥"`"""

    word: LookWord
    text: Word


@frozen
class LookColor(Node):
    """`color red`"""

    color: Word


@frozen
class LookDuring(Node):
    """`during Draft, PlayTricks`: at other times it means nothing"""

    procs: tuple[Word, ...]


@frozen
class LookBookkeeping(Node):
    """`bookkeeping`: of no concern to people"""


LookPart = LookText | LookColor | LookDuring | LookBookkeeping


@frozen
class LookRow(Node):
    """`hearts "heart" sign "♥" color red`"""

    key: Expr
    text: Word | None
    parts: tuple[LookPart, ...] = field(converter=or_empty)


@frozen
class Look(Decl):
    """The name, sign and color of a thing, and of each of its members or values.

        look Suit:
          hearts "heart" sign "♥" color red
          spades "spade" sign "♠" color black
        look Card face "{rank} of {suit}" short "{rank}{suit}"
    """

    name: Word
    text: Word | None
    parts: tuple[LookPart, ...] = field(converter=or_empty)
    rows: tuple[LookRow | Hole, ...] = field(metadata=MANY)
