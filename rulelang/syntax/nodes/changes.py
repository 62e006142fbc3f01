"""Changes and proofs: variants, mods, overrides and tests."""

from __future__ import annotations

from rulelang.base.frozen import field, frozen
from rulelang.syntax.nodes.base import MANY, Decl, Hole, Node, Tags, Word, or_empty
from rulelang.syntax.nodes.blocks import Passed
from rulelang.syntax.nodes.data import HeaderRow, TableRow
from rulelang.syntax.nodes.declarations import Action
from rulelang.syntax.nodes.expressions import Expr
from rulelang.syntax.nodes.statements import Suite


@frozen
class ModHead(Decl):
    """`mod "Color Trumps" extends hearts "Only the color is trump."`"""

    title: Word
    base: Word
    text: Word | None


@frozen
class Breaks(Decl):
    """`breaks "N-S1", "N-S2"`: tests of the base that this mod fails on purpose"""

    tests: tuple[Word, ...] = field(metadata=MANY)


@frozen
class Variant(Decl):
    """`variant MoreLuck excludes LessLuck "Three cards lie face down": …`"""

    name: Word
    excludes: tuple[Word, ...] = field(converter=or_empty)
    text: Word | None
    tags: Tags = field(converter=or_empty)
    changes: tuple[Decl | Hole, ...] = field(metadata=MANY)


@frozen
class Override(Decl):
    """`override fn same_number(c: Piece) -> Bool = false`"""

    declaration: Decl


@frozen
class OverrideOption(Decl):
    """`override option rounds = 5`"""

    name: Word
    value: Expr


@frozen
class OverrideGame(Decl):
    """`override game for 2..6 players`"""

    players: Expr


@frozen
class OverrideAction(Decl):
    """`override action Combination.pair(v in 2..6) "Pair of {v}": …`"""

    menu: Word
    action: Action


@frozen
class ExtendRows(Decl):
    """`table COPIES:` with the rows to add after `extend`, or to change after `override`; a header may have types"""

    name: Word
    rows: tuple[HeaderRow | TableRow | Hole, ...] = field(metadata=MANY)


@frozen
class Extend(Decl):
    """`extend enum Kind: pistachio`"""

    declaration: Decl


@frozen
class RemoveAction(Decl):
    """`remove action Combination.straight`"""

    menu: Word
    name: Word


@frozen
class RemoveScore(Decl):
    """`remove score RoundScore "Bonus"`"""

    score: Word
    label: Word


@frozen
class RemoveInvariant(Decl):
    """`remove invariant "One centre die"`"""

    title: Word


@frozen
class RemoveTest(Decl):
    """`remove test "N-S1: …"`"""

    title: Word


@frozen
class Removable(Node):
    """The word after `remove` that says what is taken away: `variant`, `piece` …"""

    name: Word


@frozen
class RemoveDecl(Decl):
    """`remove variant Exploding`"""

    kind: Removable
    name: Word


@frozen
class Weave(Decl):
    """`after setup: …`, `before Cleanup: …`"""

    when: Word
    target: Word
    body: Suite


# ---------------------------------------------------------------- proof


@frozen
class Setting(Node):
    """`rounds = 2` or `MixedNuts`, after `with`"""

    name: Word
    value: Expr | None


@frozen
class Given(Node):
    """`given: …`: the position a test starts from"""

    body: Suite


@frozen
class Target(Node):
    """What a test runs: `Trick(P1)`, `setup`, `play`"""

    what: Expr | Word


@frozen
class Answer(Node):
    """`P1: Card(blue, 3)`"""

    seat: Expr
    value: Expr | Passed


@frozen
class ExactlyThese(Node):
    """`P2 may: Card(blue, 6), pass`"""

    seat: Expr
    values: tuple[Expr | Passed, ...] = field(metadata=MANY)


@frozen
class NoneOfThese(Node):
    """`P2 may not: Card(green, 2)`"""

    seat: Expr
    values: tuple[Expr | Passed, ...] = field(metadata=MANY)


@frozen
class Chance(Node):
    """`chance: 1, 1, 3`: the next results of chance"""

    results: tuple[Expr, ...]


@frozen
class Policy(Node):
    """`others: first` or `others: random 7`: who answers what the script leaves open"""

    seed: Expr | Word


@frozen
class When(Node):
    """`when Trick(P1): …`"""

    target: Target
    script: tuple[Answer | ExactlyThese | NoneOfThese | Chance | Policy | Hole, ...] = field(metadata=MANY)


@frozen
class Expect(Node):
    """`expect result == P4`"""

    condition: Expr


@frozen
class ExpectSees(Node):
    """`expect P2 sees plan[7]`: a zone, a variable or an amount that a seat may know"""

    seat: Expr
    what: Expr


@frozen
class ExpectBlind(Node):
    """`expect P2 cannot see cards[P1]`"""

    seat: Expr
    what: Expr


@frozen
class Test(Decl):
    """`test "N-S1: …" for 4 players with rounds = 2: …`"""

    title: Word
    tags: Tags = field(converter=or_empty)
    players: Expr | None
    settings: tuple[Setting, ...] = field(converter=or_empty)
    parts: tuple[Given | When | Expect | ExpectSees | ExpectBlind | Hole, ...] = field(metadata=MANY)


@frozen
class File(Node):
    """A rules file: its version and its declarations, in order."""

    parts: tuple[Node, ...] = field(metadata=MANY)

    @property
    def declarations(self) -> list[Decl]:
        return [part for part in self.parts if isinstance(part, Decl)]
