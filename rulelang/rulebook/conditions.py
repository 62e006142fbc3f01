"""Conditions in words: `count(hand[p]) > 3` is “they have more than 3 cards in their hand”."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import THEIRS
from rulelang.rulebook import phrases, predicates, quantifiers, telling
from rulelang.rulebook.english import (
    YES,
    Fact,
    Things,
    a,
    is_plural,
    is_several,
    listed,
    plain,
    some,
    words,
)
from rulelang.rulebook.naming import Teller, name_text, whose
from rulelang.rulebook.telling import CLAUSES, NOUNS, clause

# comparison: the predicate
COMPARED = {
    "eq": "{}", "ne": "{}", "lt": "less than {}", "le": "at most {}", "gt": "more than {}", "ge": "at least {}",
}  # fmt: skip
ORDERED = {"lt": "before {}", "gt": "after {}", "le": "after {}", "ge": "before {}"}  # for enum members
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
FIRST = {"lt": "lt", "le": "lt", "gt": "gt", "ge": "gt"}  # how the first of several parts is compared


def of_get(tell: Teller, expr: ir.Get) -> str:
    name = name_text(tell.local(expr.local))
    return Fact("the answer" if name == YES else name, False, "be", "yes")


def of_let(tell: Teller, expr: ir.Let) -> str:
    with tell.naming((expr.local, telling.noun(tell, expr.value))):
        return clause(tell, expr.body)


def of_const(tell: Teller, expr: ir.Const) -> str:
    players = " or ".join(str(count) for count, value in (tell.known.values(expr) or {}).items() if value)
    return f"{players} play" if players else f"{words(expr.name)} is set"


def of_field(tell: Teller, expr: ir.PieceField | ir.RowField) -> str:
    return Fact(NOUNS[type(expr)](tell, expr), False, "be", "yes")


def of_if(tell: Teller, expr: ir.If) -> str:
    """`if a then b else c` between conditions."""
    when, then, other = (clause(tell, each) for each in (expr.condition, expr.then, expr.otherwise))
    if then == "always":
        return f"{when}, or else {other}"
    return f"{then} (if {when}), or {other} (if not)"


def rungs(tell: Teller, expr: ir.Rungs) -> str:
    """A ladder of booleans: what excludes it, then what is required; in a mixed one, what holds when."""
    values = [tell.known.value(each.value) for each in expr.rungs]
    when = [clause(tell, each.condition) for each in expr.rungs]
    last = clause(tell, expr.otherwise)
    if all(value == (False,) for value in values):
        return f"{last}, and none of these holds: {'; '.join(when)}" if when else last
    said = [
        case if value == (True,) else f"{'never' if value == (False,) else clause(tell, each.value)} (if {case})"
        for each, value, case in zip(expr.rungs, values, when)
    ]
    return f"{', or '.join(said)}, or {last} (otherwise)"


# ---------------------------------------------------------------- operators


def comparison(tell: Teller, expr: ir.Op) -> str:
    left, right = expr.arguments
    op = expr.op
    if isinstance(right.type, t.Nothing) or (isinstance(right, ir.Lit) and right.value is None):
        return of_none(tell, left, op == "eq")
    if isinstance(left, ir.Call) and left.fn in tell.game.fns and not tell.game.fns[left.fn].text:
        fn = tell.game.fns[left.fn]
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in left.arguments])):
            return comparison(tell, attrs.evolve(expr, arguments=(fn.body, right)))
    if isinstance(left, ir.Op) and left.op == "count":
        return quantifiers.describe_count(tell, left.arguments[0], op, right)
    if isinstance(left.type, t.Bool):
        return clause(tell, left) if (op == "eq") == (tell.known.value(right) == (True,)) else deny(tell, left)
    if isinstance(left, ir.Amount):
        who = phrases.holder(tell, left.holder, left.resource)
        known = tell.known.value(right)
        if known == (0,) and op in ("eq", "gt", "ne"):
            return Fact(who.name, who.many, "have", f"{'no' if op == 'eq' else 'any'} {tell.resource(left.resource)}")
        number = quantifiers.number_words(tell, op, right)
        return Fact(who.name, who.many, "have", some(number, tell.resource(left.resource)))
    if op == "eq" and (alone := by_oneself(tell, left, right)):
        return alone
    if isinstance(bare(left.type), t.Seat) and op in ("eq", "ne"):
        for field, seat in ((left, right), (right, left)):
            if isinstance(field, ir.PieceField) and isinstance(field.piece, ir.Get):
                owner = THEIRS.get(whose(telling.who(tell, seat)), whose(telling.who(tell, seat)))
                return Fact(telling.noun(tell, field.piece), False, "be", owner, op == "ne")
        one, other = (telling.who(tell, each) for each in (left, right))
        one, other = (other, one) if other.many else (one, other)
        return Fact(one.name, one.many, "be", other.object, op == "ne")
    subject = telling.noun(tell, left)
    value = either(tell, right) if isinstance(right, ir.If) else by_name(tell, left, right)
    if isinstance(left.type, t.Enum) and op in ORDERED:
        return Fact(subject, False, "come", ORDERED[op].format(value), op in ("le", "ge"))
    if isinstance(left, ir.TupleOf) and isinstance(right, ir.TupleOf) and op in FIRST:
        return in_order(tell, op, left.items, right.items)
    if isinstance(left.type, t.Tuple):
        return Fact(subject, False, "equal" if op == "eq" else "differ", value if op == "eq" else f"from {value}")
    return Fact(subject, is_several(subject), "be", COMPARED[op].format(value), op == "ne", *owner_of(tell, left))


def by_name(tell: Teller, field: ir.Expr, value: ir.Expr) -> str:
    """The right side of a comparison; the number of a field by its name: a queen, not 12."""
    known = tell.known.value(value)
    if known is not None and isinstance(field, ir.PieceField) and isinstance(field.type, t.Int):
        kinds = field.piece.type.names if isinstance(field.piece.type, t.Piece) else ()
        names = {tell.vocabulary.number(f"{kind}.{field.field}", known[0]).name for kind in kinds}
        if len(names) == 1:
            return plain(names.pop())
    return telling.noun(tell, value)


def by_oneself(tell: Teller, best: ir.Expr, only: ir.Expr) -> str:
    """`highest(for q in seats by count(taken[q])) == [p]`: you alone have the most; "" for other comparisons."""
    if not (isinstance(best, ir.Op) and best.op in ("highest", "lowest") and isinstance(only, ir.ListOf)):
        return ""
    each = best.arguments[0]
    if not (isinstance(each, ir.Each) and each.key is not None and len(only.items) == 1 and each.condition is None):
        return ""
    local, source = each.binders[-1]
    if not (isinstance(bare(local.type), t.Seat) and isinstance(source, ir.Seats)):
        return ""
    who = telling.who(tell, only.items[0])
    with tell.naming((local, who)):
        by = telling.noun(tell, each.key)
    link = "[" if by.startswith("[") else ""
    by = link + by.removeprefix(link).removeprefix("the ").removeprefix(f"{who.own} ")
    return f"{who.name} alone {who.verb('have')} the {best.op} {by}"


def in_order(tell: Teller, op: str, left: tuple[ir.Expr, ...], right: tuple[ir.Expr, ...]) -> str:
    """`(n, f) > (number, face)`: n is more than the number, or the same and f is more than the face."""
    one, *rest = left
    other, *others = right
    if not rest:
        return comparison(tell, ir.Op(t.BOOL, one.span, op, (one, other)))
    first = comparison(tell, ir.Op(t.BOOL, one.span, FIRST[op], (one, other)))
    return f"{first}, or the same and {in_order(tell, op, tuple(rest), tuple(others))}"


def owner_of(tell: Teller, expr: ir.Expr) -> tuple[str, str]:
    """The owner of something, and the thing: for `the price of that kind`, that kind and the price."""
    if isinstance(expr, ir.PieceField) and isinstance(expr.piece, ir.Get):
        return name_text(tell.local(expr.piece.local)), ""
    if isinstance(expr, ir.RowField) and isinstance(expr.row, ir.Get):
        return name_text(tell.local(expr.row.local)), ""
    if isinstance(expr, ir.RowField) and isinstance(expr.row, ir.RowAt):
        link, key = tell.link("table", expr.row.table, tell.field(expr)), expr.row.key
        if isinstance(key, ir.Get):
            return name_text(tell.local(key.local)), link
        if isinstance(key, ir.PieceField) and isinstance(key.piece, ir.Get):
            return name_text(tell.local(key.piece.local)), f"{tell.field(key)}'s {link}"
    if isinstance(expr, ir.VarAt) and predicates.seat_first(tell.game.vars[expr.var].indexes):
        who = telling.who(tell, expr.indexes[0])
        return (who.name, "") if who.many or " of " not in who.name else ("", "")
    return "", ""


def either(tell: Teller, expr: ir.If) -> str:
    """One of two values, each with its condition."""
    when = clause(tell, expr.condition)
    return f"{telling.noun(tell, expr.then)} (if {when}) or {telling.noun(tell, expr.otherwise)} (if not)"


def of_none(tell: Teller, what: ir.Expr, missing: bool) -> str:
    said = telling.noun(tell, what)
    if said.startswith("the "):
        name = said.removeprefix("the ")
        return f"there is no {name}" if missing else f"there is {a(name)}"
    return Fact(said, False, "be", "missing" if missing else "there")


def both(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        parts = [tell.known.condition(each) for each in expr.arguments]
        said = [clause(tell, each) for each in parts]
        if word == "and":
            said = [f"({each})" if isinstance(part, ir.Op) and part.op == "or" else each
                    for each, part in zip(said, parts)]  # fmt: skip
        first, second = said
        if word == "and" and isinstance(first, Fact) and isinstance(second, Fact):
            same = (first.subject, first.verb, first.negated) == (second.subject, second.verb, second.negated)
            if same and first.verb in ("be", "have"):
                return f"{first} and {second.rest}" if not first.negated else f"{first} {word} {second}"
        return f"{first} {word} {second}"

    return tell_it


def negation(tell: Teller, expr: ir.Op) -> str:
    return deny(tell, expr.arguments[0])


def deny(tell: Teller, expr: ir.Expr) -> str:
    """The opposite of a condition."""
    if isinstance(expr, ir.Get) and name_text(tell.local(expr.local)) == YES:
        return Fact("the answer", False, "be", "no")
    if isinstance(expr, ir.Op) and expr.op == "all" and isinstance(each := expr.arguments[0], ir.Each):
        other = ir.Op(t.BOOL, each.element.span, "not", (each.element,))
        return clause(tell, ir.Op(t.BOOL, expr.span, "any", (attrs.evolve(each, element=other),)))
    if isinstance(expr, ir.VarAt):
        return predicates.state(tell, expr, False)
    if isinstance(expr, ir.Op) and expr.op in OPPOSITE:
        return clause(tell, ir.Op(expr.type, expr.span, OPPOSITE[expr.op], expr.arguments))
    if isinstance(expr, ir.Op) and expr.op == "empty":
        return quantifiers.emptiness(tell, expr.arguments[0], False)
    if isinstance(expr, ir.Op) and expr.op == "any":
        return quantifiers.every(tell, expr, "no")
    if isinstance(expr, ir.Op) and expr.op == "in":
        return clause(tell, ir.Op(expr.type, expr.span, "not_in", expr.arguments))
    if isinstance(expr, ir.Call) and (fn := quantifiers.plain_fn(tell, expr)) is not None:
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in expr.arguments])):
            return deny(tell, fn.body)
    said = clause(tell, expr)
    return said.negation if isinstance(said, Fact) else f"{telling.NOT_SO}{said}"


def among(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        left, right = expr.arguments
        subject = telling.noun(tell, left)
        many, no = subject in ("they", "you") or (is_plural(subject) and " of " not in subject), bool(word)
        if isinstance(right, ir.Op) and right.op == "range":
            low, high = (telling.noun(tell, each) for each in right.arguments)
            return Fact(subject, many, "be", f"from {low} to {high}", no, *owner_of(tell, left))
        if isinstance(right, ir.ListOf):
            options = listed([telling.noun(tell, each) for each in right.items], "or")
            return Fact(subject, many, "be", options, no, *owner_of(tell, left))
        said = telling.noun(tell, right)
        if isinstance(said, Things) and said.rest.startswith(" on the list "):
            return Fact(subject, many, "be", said.rest.strip(), no)
        return Fact(subject, many, "be", f"among {quantifiers.some_of(said)}", no, *owner_of(tell, left))

    return tell_it


CLAUSES |= dict.fromkeys(COMPARED, comparison)
CLAUSES |= {
    "and": both("and"),
    "or": both("or"),
    "not": negation,
    "in": among(""),
    "not_in": among("not "),
    "empty": lambda tell, expr: quantifiers.emptiness(tell, expr.arguments[0], True),
    "any": lambda tell, expr: quantifiers.every(tell, expr, "some"),
    "all": lambda tell, expr: quantifiers.every(tell, expr, "every"),
    ir.After: lambda tell, expr: f"{clause(tell, expr.value)} after “{words(expr.proc)}”",
    ir.Reveal: lambda tell, expr: clause(tell, expr.value),
    ir.Get: of_get,
    ir.If: of_if,
    ir.Rungs: rungs,
    ir.Let: of_let,
    ir.Const: of_const,
    ir.PieceField: of_field,
    ir.RowField: of_field,
}
