"""Answers and chance results as tests write them, matched with what the engine offers.

A piece is matched by look, and fields may be left out at its end. A list of pieces is a bag; another list is compared
in order if some option has that order, else as a bag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang import ir
from rulelang.engine.offers import MenuOffer
from rulelang.engine.runner import PASS, Question
from rulelang.engine.state import State
from rulelang.engine.text import say
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.program import Program
from rulelang.program.text import field_types


def find_option(pattern: ir.Pattern, question: Question, state: State) -> int | None:
    """The index of the option that an answer names, None if it is not offered."""
    for ordered in (True, False):
        for index, option in enumerate(question.options):
            if is_option(pattern.value, option, question, state, ordered):
                return index
    return None


def is_option(value: Any, option: Any, question: Question, state: State, ordered: bool) -> bool:
    """Does a pattern name this option?"""
    value = plain(value)
    if option is PASS:
        return bool(value == PASS)
    if isinstance(question.offer, MenuOffer):
        return is_action(value, option, question.offer, state, ordered)
    kind = question.offer.type
    if isinstance(kind, types.List) and not (isinstance(value, tuple) and value[0] == "list"):
        return len(option) == 1 and fits(value, option[0], kind.of, state, ordered)
    return fits(value, option, kind, state, ordered)


def is_action(value: Any, option: Any, offer: MenuOffer, state: State, ordered: bool) -> bool:
    """`swap(P2, Token(cake))`, or `liar` for an action without binders."""
    action = offer.action(option)
    name, given = (value, ()) if isinstance(value, str) else (value[1], value[2]) if is_call(value) else (None, ())
    if name != action.name or len(given) != len(action.binders):
        return False
    return all(
        fits(each, item, local.type, state, ordered) for each, item, (local, _) in zip(given, option[3], action.binders)
    )


def plain(value: Any) -> Any:
    return value.value if isinstance(value, ir.Pattern) else value


def is_call(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and value[0] == "call"


def is_constant(value: Any) -> bool:
    return isinstance(value, tuple) and value[0] == "const"


def fits(value: Any, item: Any, type_: types.Type, state: State, ordered: bool = False) -> bool:
    """Does a pattern name this value?"""
    value, type_ = plain(value), bare(type_)
    if is_constant(value):
        return bool(state.program.constants[value[1]] == item)
    if item is None or value is None or value == "none":
        return item is None and value in (None, "none")
    if isinstance(type_, types.Piece):
        return is_piece(value, item, state)
    if isinstance(type_, types.List | types.Map):
        return is_list(value, item, type_, state, ordered)
    if isinstance(type_, types.Tuple):
        parts = value[1] if isinstance(value, tuple) and value[0] in ("list", "tuple") else ()
        parts = value[2] if is_call(value) and value[1] == type_.name else parts
        return len(parts) == len(item) and all(fits(*each, state, ordered) for each in zip(parts, item, type_.parts))
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(value == item)
    return isinstance(value, str | bool) and str(value).lower() == say(item, type_, state.program, state).lower()


def is_piece(value: Any, piece: int, state: State) -> bool:
    """`Card(blue, 3)`; `Die` or `Die()` is any die."""
    program: Program = state.program
    kind = program.pieces[piece].kind
    if value == kind:
        return True
    if not is_call(value) or value[1] != kind:
        return False
    fields, given = state.look(piece)[1:], value[2]
    if len(given) > len(fields):
        return False
    return all(fits(each, field, of, state) for each, field, of in zip(given, fields, field_types(program, kind)))


def is_list(value: Any, items: Sequence[Any], type_: types.List | types.Map, state: State, ordered: bool) -> bool:
    if not isinstance(value, tuple) or value[0] != "list" or len(value[1]) != len(items):
        return False
    if ordered and not isinstance(type_.of, types.Piece):
        return all(fits(each, item, type_.of, state, True) for each, item in zip(value[1], items))
    rest = list(items)
    for each in sorted(value[1], key=lambda part: -specificity(part)):
        found = next((at for at, item in enumerate(rest) if fits(each, item, type_.of, state)), None)
        if found is None:
            return False
        del rest[found]
    return True


def specificity(value: Any) -> int:
    """How specific a pattern is: the most specific are matched first."""
    value = plain(value)
    return len(value[2]) if is_call(value) else 0


def text(value: Any) -> str:
    """A pattern as it was written."""
    value = plain(value)
    if value is None:
        return "none"
    if is_call(value):
        return f"{value[1]}({', '.join(map(text, value[2]))})"
    if is_constant(value):
        return str(value[1])
    if isinstance(value, tuple):
        return "[" + ", ".join(map(text, value[1])) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
