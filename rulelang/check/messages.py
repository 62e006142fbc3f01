"""Texts with holes: `"Your {mine.kind} for {q}'s"`. The holes are checked like code."""

from __future__ import annotations

import re

from rulelang import ir
from rulelang.base.source import Span
from rulelang.check.environment import Context
from rulelang.syntax import nodes
from rulelang.syntax.scan import HOLE

TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*)|(\d+)|(.))")


def message(ctx: Context, text: nodes.Word | None) -> ir.Message | None:
    """The parts of a text, or None if there is none."""
    from rulelang.check.expressions import expr

    if text is None:
        return None
    parts: list[str | ir.Expr] = []
    at = 0
    for hole in HOLE.finditer(text):
        parts.append(text[at : hole.start()])
        at = hole.end()
        place = text.span.part(1 + hole.start(1), 1 + hole.end(1))
        node = HoleReader(hole[1], place).whole()
        if node is None:
            ctx.report("R319", place, text=hole[1])
        else:
            parts.append(expr(ctx, node))
    parts.append(text[at:])
    return ir.Message(tuple(part for part in parts if part != ""))


class HoleReader:
    """Reads `name`, `a.b`, `a[b, c]`, `f(a)`, and `reveal` before one of these: enough for a text."""

    def __init__(self, text: str, span: Span) -> None:
        self.span = span
        found = [m for m in TOKEN.finditer(text) if m.lastindex]
        self.tokens = [(m[1], m[2], m[3], m.start(m.lastindex or 0), m.end()) for m in found]
        self.at = 0

    def whole(self) -> nodes.Expr | None:
        revealing = bool(self.tokens) and self.tokens[0][0] == "reveal"
        self.at = int(revealing)
        node = self.postfix()
        if revealing and node is not None:
            node = nodes.RevealValue(self.place(0), node)
        return node if node is not None and self.at == len(self.tokens) else None

    def place(self, first: int) -> Span:
        end = self.tokens[self.at - 1][4]
        return self.span.part(self.tokens[first][3], end)

    def symbol(self) -> str:
        return self.tokens[self.at][2] or "" if self.at < len(self.tokens) else ""

    def postfix(self) -> nodes.Expr | None:
        first = self.at
        node = self.atom()
        while node is not None and self.symbol() in (".", "[", "("):
            node = self.more(node, first)
        return node

    def atom(self) -> nodes.Expr | None:
        if self.at >= len(self.tokens):
            return None
        name, number, _, _, _ = self.tokens[self.at]
        self.at += 1
        span = self.place(self.at - 1)
        if name == "players":
            return nodes.Players(span)
        if name:
            return nodes.Name(span, nodes.Word(name, span))
        return nodes.Number(span, int(number)) if number else None

    def more(self, node: nodes.Expr, first: int) -> nodes.Expr | None:
        opening = self.symbol()
        self.at += 1
        if opening == ".":
            field = self.atom()
            return nodes.Field(self.place(first), node, field.name) if isinstance(field, nodes.Name) else None
        inner = self.several("]" if opening == "[" else ")")
        if inner is None:
            return None
        made = nodes.Index if opening == "[" else nodes.Call
        return made(self.place(first), node, inner)

    def several(self, closing: str) -> tuple[nodes.Expr, ...] | None:
        items: list[nodes.Expr] = []
        while self.symbol() != closing:
            item = self.postfix()
            if item is None or self.symbol() not in (",", closing):
                return None
            items.append(item)
            self.at += self.symbol() == ","
        self.at += 1
        return tuple(items)
