"""What a condition requires and what there is: “it takes at least 2 of the unused dice with this face, and there is 1”.

This is for conditions without a text of their own. A value is told only if the seat can see everything it depends on. A
condition without words gives an empty text, and the reader is shown the rule instead.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.why.sight import Sight

NEEDED = {
    "eq": "exactly {}", "ne": "another number than {}", "lt": "fewer than {}", "le": "at most {}",
    "gt": "more than {}", "ge": "at least {}",
}  # fmt: skip
COMPARED = {
    "eq": "must be {}", "ne": "must not be {}", "lt": "must be less than {}", "le": "must be at most {}",
    "gt": "must be more than {}", "ge": "must be at least {}",
}  # fmt: skip


def unmet(at: Sight, condition: ir.Expr) -> str:
    """Why a condition does not hold, in words; "" if there are none."""
    if not isinstance(condition, ir.Op):
        return ""
    if condition.op == "empty":
        things = thing(at, condition.arguments[0])
        return f"there is still something in {things}" if things else ""
    if condition.op == "not":
        return describe_met(at, condition.arguments[0])
    if condition.op not in COMPARED:
        return ""
    left, right = condition.arguments
    if isinstance(left, ir.Op) and left.op == "count":
        return too_few(at, condition.op, left, right)
    if isinstance(left, ir.Amount):
        return too_little(at, condition.op, left, right)
    return different(at, condition.op, left, right)


def describe_met(at: Sight, condition: ir.Expr) -> str:
    """What holds although a condition requires the opposite, in words; "" if there are none."""
    if isinstance(condition, ir.Op) and condition.op == "empty":
        things = thing(at, condition.arguments[0])
        return f"there is nothing in {things}" if things else ""
    own = text_of(at, condition)
    return own if own and isinstance(condition.type, t.Bool) else ""


def too_few(at: Sight, op: str, counted: ir.Op, right: ir.Expr) -> str:
    things, needed = thing(at, counted.arguments[0]), at.show(right)
    if not things or not needed:
        return ""
    number = at.show(counted)
    there = f", and there {'is' if number == '1' else 'are'} {number}" if number else ""
    return f"it takes {NEEDED[op].format(needed)} of {things}{there}"


def too_little(at: Sight, op: str, left: ir.Amount, right: ir.Expr) -> str:
    needed, has, word = at.show(right), at.show(left), at.speech.vocabulary.resource(left.resource)
    if not needed:
        return ""
    there = f", not {has}" if has else ""
    return f"it takes {NEEDED[op].format(needed)} {word.name if needed == '1' else word.plural}{there}"


def different(at: Sight, op: str, left: ir.Expr, right: ir.Expr) -> str:
    subject, value, wanted = thing(at, left), at.show(left), at.show(right)
    if not subject or not wanted:
        return ""
    return f"{subject}{f' is {value} and' if value else ''} {COMPARED[op].format(wanted)}"


# ---------------------------------------------------------------- the parts of a condition


def thing(at: Sight, expr: ir.Expr) -> str:
    """What a value is a value of, in a few words; "" if there are none."""
    words = at.speech.vocabulary
    match expr:
        case ir.Call():
            return text_of(at, expr)
        case ir.Contents(zone=ir.ZoneAt(zone=name)) if name != "box":
            return f"the {words.place(name).name}"
        case ir.VarAt(var=name):
            return f"the {words.variable(name).name}"
        case ir.PieceField(piece=piece, field=field):
            of = at.show(piece)
            kinds = piece.type.names if isinstance(piece.type, t.Piece) else ("",)
            return f"the {words.field_name(kinds[0], field)} of the {of}" if of else ""
        case _:
            return ""


def text_of(at: Sight, expr: ir.Expr) -> str:
    text = at.of_call(expr)
    return "" if text.endswith("?") else text
