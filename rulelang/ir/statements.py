"""Steps of play of the typed game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rulelang.base.frozen import Frozen, field, frozen
from rulelang.base.source import Span
from rulelang.ir.expressions import Expr, Local, MenuRef, Message, Tags


@frozen
class Stmt(Frozen):
    """A step of play. `tags` are the rule ids of its line.

    Each class says what it `changes` by itself, without the statements inside it: the fields that name pieces and
    zones, a target, a variable, a resource, a score or a procedure (`analysis/changes.py`).
    """

    span: Span = field(eq=False, repr=False)
    tags: Tags = field(eq=False, repr=False)

    if TYPE_CHECKING:
        changes: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "changes" not in vars(cls):
            raise TypeError(f"the statement {cls.__name__} does not say what it changes")


Suite = tuple["Stmt", ...]


@frozen
class LocalTarget(Frozen):
    local: Local


@frozen
class VarTarget(Frozen):
    """A variable to write. `low` and `high` come from its declaration; a value out of range is a run-time error."""

    var: str
    indexes: tuple[Expr, ...]


@frozen
class VarWhole(Frozen):
    """In tests: a whole variable, from a list with one value per element."""

    var: str


Target = LocalTarget | VarTarget | VarWhole


@frozen
class Assign(Stmt):
    """`x = e`; also `let`, local `var`, `+=` and `-=`. Only an assignment to a variable of the game is an effect."""

    changes = ("target",)
    target: Target
    value: Expr


@frozen
class Draw(Stmt):
    """`x = random LIST`; with `given`: only if that is none. One draw of the list's length; an empty list is an error.
    """

    changes = ("target",)
    target: Target
    choices: Expr
    given: Expr | None


@frozen
class Run(Stmt):
    """Runs a procedure and stores its result in the target, if there is one."""

    changes = ("proc", "into")
    proc: str
    arguments: tuple[Expr, ...]
    into: Target | None


@frozen
class Original(Stmt):
    """Runs the body that an override replaced, with the same parameters."""

    changes = ()
    body: Suite


@frozen
class Move(Stmt):
    """Pieces to zones, all at once: sources are evaluated first. `place`: "left", "right", "top", "bottom" or None for
    the zone's own end.
    """

    changes = ("transfers",)
    transfers: tuple[tuple[Expr, Expr, str | None], ...]


@frozen
class Deal(Stmt):
    """From the top of a pile, the left of a row, at random from a bag (one draw per piece), by id from a set. Too few
    pieces are an error unless `up_to`.

    If the source runs empty and has a refill, the refill's pieces are moved in and shuffled, and dealing continues.
    """

    changes = ("source", "target")
    number: Expr
    source: Expr
    target: Expr
    place: str | None
    up_to: bool


@frozen
class Shuffle(Stmt):
    """A zone, or some pieces of one zone among their positions; each piece keeps its face and whether it is shown."""

    changes = ("what",)
    what: tuple[Expr, ...]


@frozen
class Roll(Stmt):
    """Each piece gets a face, in id order, with one draw each."""

    changes = ("pieces",)
    pieces: Expr


DRAWING: tuple[type[Stmt], ...] = (Draw, Shuffle, Roll)
"""What always leaves something to chance; a `Deal` does where pieces come from a bag, or from a zone with a refill."""


@frozen
class Show(Stmt):
    """`reveal` (sight "all" or to `seats`), `hide` (sight "none"), `unreveal` (sight "declared"); pieces, or a
    variable (some or all of its indexes).
    """

    changes = ()
    sight: str
    pieces: Expr | None
    var: str | None
    indexes: tuple[Expr, ...]
    seats: Expr | None


@frozen
class Pay(Stmt):
    """Amounts move between holders; too little is an error unless `up_to`. A negative amount is an error."""

    changes = ("resource",)
    resource: str
    amount: Expr
    source: Expr
    target: Expr
    up_to: bool


@frozen
class Form(Stmt):
    """A group from the stock gets fields and pieces and is put into a zone. It is an error if no group is left, or
    there are no pieces.
    """

    changes = ("pieces", "target")
    group: str
    fields: tuple[Expr, ...]
    pieces: Expr
    target: Expr


@frozen
class Tally(Stmt):
    """Computes every seat's score, line by line; then, if the score has `into`, adds it to that variable.

    With `seat`, for one seat only.
    """

    changes = ("score",)
    score: str
    seat: Expr | None = None


@frozen
class SwapValues(Stmt):
    changes = ("left", "right")
    left: Target
    right: Target


@frozen
class Put(Stmt):
    """In tests: pieces (by look) into a zone. A piece is taken from the box first, else from where it began; rolled
    faces are set.
    """

    changes = ("patterns", "target")
    patterns: Expr
    target: Expr


@frozen
class Return(Stmt):
    changes = ()
    value: Expr | None


@frozen
class Break(Stmt):
    """Leaves the innermost loop."""

    changes = ()

@frozen
class Stop(Stmt):
    """Leaves the innermost running phase."""

    changes = ()

@frozen
class EndGame(Stmt):
    """The game is over; with `winners`, these have won."""

    changes = ()
    winners: Expr | None


@frozen
class Note(Stmt):
    changes = ()
    text: Message


@frozen
class Require(Stmt):
    """A run-time error with this text unless the condition holds."""

    changes = ()
    condition: Expr
    text: Message | None


@frozen
class Branch(Stmt):
    """if, elif, else: the first condition that holds."""

    changes = ()
    branches: tuple[tuple[Expr, Suite], ...]
    otherwise: Suite


@frozen
class For(Stmt):
    """Evaluates the list once, and the condition before each item."""

    changes = ()
    local: Local
    source: Expr
    condition: Expr | None
    body: Suite


@frozen
class While(Stmt):
    """Exceeding the bound is a run-time error."""

    changes = ()
    condition: Expr
    bound: Expr
    body: Suite


ENDLESS = 1_000_000
"""The most rounds of `repeat:`; a table limit ends the game before."""


@frozen
class Repeat(Stmt):
    """N times; with `at_most`, one more round is a run-time error."""

    changes = ()
    number: Expr
    at_most: bool
    body: Suite


@frozen
class Together(Stmt):
    """One effect for `until` and `end when`."""

    changes = ()
    body: Suite


# ---------------------------------------------------------------- choices


@frozen
class Quantity(Frozen):
    """The number of pieces (or values) in one answer: exactly `number`, or up to it."""

    number: Expr
    up_to: bool


@frozen
class Asking(Frozen):
    """What is offered. One option per value; alike pieces of one zone are one option; with a quantity, one per distinct
    bag.

    Without a quantity the local is each candidate while the guard is tested, and the answer afterwards; with one, the
    bag.
    """

    local: Local
    source: Expr
    guard: Expr | None
    reason: Message | None
    quantity: Quantity | None
    one_by_one: bool
    prompt: Message | None


@frozen
class Choose(Stmt):
    """A choice of a value. `optional`: `pass` is the last option, and `body` runs only if a value is taken, else
    `otherwise`.

    Compulsory: `body` and `otherwise` are empty, and having no option is a run-time error. `secret`: only the chooser
    knows the value.
    """

    changes = ()
    seat: Expr
    asking: Asking
    optional: bool
    secret: bool
    body: Suite
    otherwise: Suite


@frozen
class ChooseAction(Stmt):
    """A choice among the actions of menus. `optional`: `pass` is the last option.

    If nothing is legal, a compulsory choice is an error unless `fallback` is not None. `fallback` runs if nothing is
    legal or the chooser passes; it is empty for `else pass`.
    """

    changes = ()
    seat: Expr
    menus: tuple[MenuRef, ...]
    prompt: Message | None
    optional: bool
    secret: bool
    fallback: Suite | None


@frozen
class Resolve(Stmt):
    """Runs the one applicable action of a menu; only its binders ask (the seat is the menu's first parameter).

    `whole`: the menu must have an action for every case; otherwise an `else` handles the remaining cases.
    """

    changes = ()
    menu: MenuRef
    whole: bool = True


@frozen
class EachChooses(Stmt):
    """Every seat of the list answers, in the order of the list, and nobody sees the others' answers. The answers go to
    the variable `var`, which has one index Seat; at the start it is cleared (none) and hidden, and each seat sees its
    own element.
    """

    changes = ("var",)
    seat: Local
    seats: Expr
    var: str
    asking: Asking


@frozen
class EachSecretly(Stmt):
    """The body for every seat of the list; only that seat is asked, and the others' views stand still until the last is
    done.
    """

    changes = ()
    seat: Local
    seats: Expr
    body: Suite
