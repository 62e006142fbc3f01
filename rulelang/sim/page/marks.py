"""Elements of HTML and SVG as text. Whatever is not made here is escaped here."""

from __future__ import annotations

import html
import re
from typing import NewType

Mark = NewType("Mark", str)
"""Text that is markup already."""

NOTHING = Mark("")
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
HIDDEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")  # would turn what follows around


def text(value: object) -> Mark:
    """A text from anywhere, as a part of the page."""
    return Mark(html.escape(HIDDEN.sub("", FORBIDDEN.sub("\ufffd", str(value)))))


def tag(name: str, *inside: Mark, **attributes: object) -> Mark:
    """An element; `class_` is its class, `data_v` its data-v. What has nothing inside is closed at once."""
    some = "".join(f' {key.rstrip("_").replace("_", "-")}="{shown(value)}"' for key, value in attributes.items())
    return Mark(f"<{name}{some}>{''.join(inside)}</{name}>") if inside else Mark(f"<{name}{some}/>")


def shown(value: object) -> str:
    return place(value) if isinstance(value, float) else text(value)


def place(value: float) -> str:
    """A coordinate, to a tenth."""
    written = f"{value:.1f}".removesuffix(".0")
    return "0" if written == "-0" else written


def joined(*some: Mark) -> Mark:
    return Mark("".join(some))


def clipped(words: str, most: int) -> str:
    """A label that fits; the whole stands in the tables."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
