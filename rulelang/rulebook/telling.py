"""Values, conditions and steps of play in words, dispatched on their kind.

The tables hold the functions; `phrases` and `lists` fill `NOUNS` and `OPS`, `conditions` fills `CLAUSES`, `statements`
fills `STEPS`. So each module can tell parts that another one handles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook.english import Fact, Person, capital, person, sentence, small
from rulelang.rulebook.model import Item, Ref
from rulelang.rulebook.naming import Teller

NOT_SO = "it is not so that "
SHORT = 90  # a head and a single step up to this length are one sentence

NOUNS: dict[type, Callable[[Teller, Any], str]] = {}
"""By kind of expression: its value in words."""
OPS: dict[str, Callable[..., str]] = {}
"""By operator: its value in words, from its operands."""
CLAUSES: dict[type | str, Callable[[Teller, Any], str]] = {}
"""By kind of expression, or by operator: the condition as a clause that can follow `if`."""
STEPS: dict[type, Callable[[Teller, Any], Any]] = {}
"""By kind of statement: a sentence, an entry, or several."""


# ---------------------------------------------------------------- values


def noun(tell: Teller, expr: ir.Expr) -> str:
    """A value, in words."""
    if isinstance(expr.type, t.Bool) and not isinstance(expr, ir.Lit | ir.Const):
        return f"whether {clause(tell, expr)}"
    if isinstance(expr, ir.Const | ir.Op | ir.Call | ir.If | ir.CellAt | ir.RowField) and is_value(tell, expr):
        values = tell.known.values(expr)
        own = isinstance(expr, ir.Const) and (expr.name == "players" or isinstance(expr.type, t.List))
        if values is not None and not (own and len(values) > 1):
            return tell.by_players(values, expr.type)
    speak = NOUNS.get(type(expr))
    return speak(tell, expr) if speak else "…"


def is_value(tell: Teller, expr: ir.Expr) -> bool:
    """Whether something is better told as a number or member than by its formula."""
    if isinstance(expr, ir.Call) and tell.game.fns[expr.fn].text:
        return False
    kind = bare(expr.type)
    kind = kind.of if isinstance(kind, t.List) and isinstance(expr, ir.Const) else kind
    return isinstance(kind, t.Int | t.Enum | t.Bool)


def who(tell: Teller, expr: ir.Expr) -> Person:
    """A seat as a person."""
    if isinstance(expr, ir.Get):
        name = tell.local(expr.local)
        return name if isinstance(name, Person) else person(name)
    return person(noun(tell, expr))


def name_of(tell: Teller, expr: ir.Expr) -> str | Person:
    """A form for possessives: a person for a seat, else words."""
    return who(tell, expr) if isinstance(bare(expr.type), t.Seat) else noun(tell, expr)


# ---------------------------------------------------------------- conditions


def clause(tell: Teller, expr: ir.Expr) -> str:
    """A condition as a clause that can follow `if`."""
    if isinstance(expr, ir.Op) and expr.op in ("and", "or"):
        expr = tell.known.condition(expr)
    known = tell.known.value(expr)
    if known is not None and not isinstance(expr, ir.Get):
        return "always" if known[0] else "never"
    speak = CLAUSES.get(expr.op if isinstance(expr, ir.Op) else type(expr))
    if speak is not None:
        return speak(tell, expr)
    values = tell.known.values(expr)
    return counts_where(values) if values else "this holds"


def when(tell: Teller, expr: ir.Expr) -> str:
    """`if` and the condition; `unless` for a negated condition, if nothing shorter says it."""
    if isinstance(expr, ir.Op) and expr.op == "not" and not isinstance(said := clause(tell, expr), Fact):
        return f"unless {clause(tell, expr.arguments[0])}" if said.startswith(NOT_SO) else f"if {said}"
    return f"if {clause(tell, expr)}"


def counts_where(values: dict[int, Any]) -> str:
    """A condition that depends only on the number of players."""
    return f"{' or '.join(str(count) for count, value in values.items() if value)} play"


# ---------------------------------------------------------------- steps


def steps(tell: Teller, suite: Iterable[ir.Stmt]) -> tuple[Item, ...]:
    """The statements of a block; later ones know the names from earlier ones."""
    return tuple(item for statement in suite for item in step(tell, statement))


def nobody_wrote(tell: Teller, statement: ir.Stmt) -> bool:
    """Whether a statement was generated: the counter of a table limit, or the draw at the end of play. Both are told
    with the end of the game.
    """
    drawn = isinstance(statement, ir.EndGame) and statement.winners is not None
    if drawn and statement.winners.span == statement.span:  # type: ignore[attr-defined]
        return True
    return any(statement.span == limit.span for limit in tell.game.limits)


def step(tell: Teller, statement: ir.Stmt) -> list[Item]:
    speak = STEPS.get(type(statement))
    if speak is None or nobody_wrote(tell, statement):
        return []
    ref = Ref(statement.tags, statement.span)
    said = speak(tell, statement)
    items = [said] if isinstance(said, str | Item) else list(said)
    made = [
        Item(sentence(each), ref) if isinstance(each, str) else with_ref(each, ref, at) for at, each in enumerate(items)
    ]
    return [each for each in made if each.text]


def with_ref(item: Item, ref: Ref, at: int) -> Item:
    """The tags of a statement go to its first entry."""
    whole = ref + item.ref if at == 0 else item.ref if item.ref.span else Ref((), ref.span)
    return Item(item.text, whole, item.inside, item.numbered)


def head(text: str, inside: tuple[Item, ...], ref: Ref | None = None) -> Item:
    """A head with its steps; with a single step, they are one sentence."""
    ref = ref or Ref()
    if len(inside) == 1 and not inside[0].inside and len(inside[0].text) + len(text) < 2 * SHORT:
        only = inside[0]
        return Item(f"{capital(text)}: {small(only.text)}", Ref(ref.tags, ref.span) + only.ref)
    return Item(f"{capital(text)}:", ref, inside)


def head_steps(text: str, inside: tuple[Item, ...]) -> list[Item]:
    """A head with its steps; nothing if there are no steps."""
    return [head(text, inside)] if inside else []


def steps_naming(tell: Teller, suite: Iterable[ir.Stmt], *names: Any) -> tuple[Item, ...]:
    with tell.naming(*names):
        return steps(tell, suite)
