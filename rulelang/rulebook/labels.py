"""Prompts, labels and reasons: texts with holes, as short as possible."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook.english import LINK, plain
from rulelang.rulebook.naming import Teller, name_text
from rulelang.rulebook.telling import noun, who


def message(tell: Teller, text: ir.Message | None) -> str:
    """A prompt or label with its holes slanted."""
    if text is None:
        return ""
    parts = [plain(part) if isinstance(part, str) else hole(tell, part) for part in text.parts]
    return "".join(parts).strip()


def strip_marks(text: str) -> str:
    """A text without markup: links and slanted letters."""
    return LINK.sub(lambda found: found[1], text).replace("*", "")


def hole(tell: Teller, expr: ir.Expr) -> str:
    """The words for a hole of a text, as short as possible."""
    known = tell.known.value(expr) if not isinstance(expr, ir.Get) else None
    if known is not None:
        return tell.value(known[0], expr.type)
    if isinstance(expr, ir.PieceField | ir.RowField):
        return f"*{tell.field(expr)}*"
    if isinstance(bare(expr.type), t.Seat):
        name = who(tell, expr).name
        return "another player" if name in ("the other player", "they") else name
    if isinstance(expr, ir.Get):
        said = name_text(tell.local(expr.local))
        return said if said.startswith("*") else f"*{said.removeprefix('the ')}*"
    if isinstance(expr, ir.Op) and expr.op == "at" and isinstance(expr.arguments[0], ir.Get):
        return f"*{tell.thing(expr.type)}*"
    return f"*{strip_marks(noun(tell, expr))}*"
