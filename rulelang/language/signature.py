"""Signature help while a call is being typed: `deal_to(p: Seat, n: Int)`, and the argument at the cursor."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang.base.source import Source
from rulelang.check.checker import Checker
from rulelang.check.environment import Symbol
from rulelang.ir.types import Unknown
from rulelang.language.hover import BUILTINS
from rulelang.syntax.nodes.base import Node
from rulelang.syntax.scan import WORD, tokens

CLOSING = {"(": ")", "[": "]"}


@attrs.frozen
class Call:
    """The open call or index at the cursor: `name`, its bracket, and the number of the argument."""

    name: str
    bracket: str
    argument: int


@attrs.frozen
class Signature:
    """The parameters and result of a name, and its author's text."""

    name: str
    bracket: str
    parameters: tuple[str, ...]
    result: str = ""
    text: str = ""

    @property
    def label(self) -> str:
        given = ", ".join(self.parameters)
        return f"{self.name}{self.bracket}{given}{CLOSING[self.bracket]}{self.result}"


def call_at(source: Source, offset: int) -> Call | None:
    """The innermost open call at an offset, within the enclosing declaration."""
    begin = left_edge(source.text, offset)
    found: list[tuple[str, str, int]] = []
    before = None
    for token in tokens(source.text, begin, offset):
        if token.text in CLOSING:
            name = before.text if before is not None and before.kind == WORD and before.end == token.start else ""
            found.append((name, token.text, 0))
        elif found and token.text in CLOSING.values():
            found.pop()
        elif found and token.text == ",":
            name, bracket, at = found.pop()
            found.append((name, bracket, at + 1))
        before = token
    return Call(*found[-1]) if found and found[-1][0] else None


def left_edge(text: str, offset: int) -> int:
    """The start of the first-column line that an offset belongs to."""
    here = text.rfind("\n", 0, offset) + 1
    while here > 0 and (text[here : here + 1].isspace() or text[here : here + 1] in ("", "#")):
        here = text.rfind("\n", 0, here - 1) + 1
    return here


def signature(call: Call, checker: Checker, declaration: Node | None) -> Signature | None:
    """The signature of the thing with this name; `declaration`: its declaration, if known."""
    symbol = checker.world.symbols.get(call.name)
    if symbol is None:
        return of_builtin(call)
    types = symbol.params if call.bracket == "(" else symbol.indexes
    named = fields(checker, call) or params(declaration) if call.bracket == "(" else []
    given = tuple(named or map(str, types))
    text = str(getattr(declaration, "text", None) or "")
    return Signature(call.name, call.bracket, given, result(symbol), text) if given else None


def of_builtin(call: Call) -> Signature | None:
    if call.name not in BUILTINS or call.bracket != "(":
        return None
    head, _, text = BUILTINS[call.name].partition(": ")
    given = head.removeprefix(f"{call.name}(").removesuffix(")")
    return Signature(call.name, "(", tuple(given.split(", ")), text=text)


def fields(checker: Checker, call: Call) -> list[str]:
    """The fields of a kind of piece: `Card(suit: Suit, rank: 1..9)`."""
    return [f"{name}: {type_}" for name, type_ in checker.world.piece_fields.get(call.name, {}).items()]


def params(declaration: Node | None) -> list[str]:
    """The parameters as their author wrote them."""
    written: Iterable[Node] = getattr(declaration, "params", ())
    return [each.span.text for each in written]


def result(symbol: Symbol) -> str:
    return "" if isinstance(symbol.type, Unknown) else f" -> {symbol.type}"
