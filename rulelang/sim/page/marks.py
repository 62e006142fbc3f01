"""Elements of HTML and SVG as text. Whatever is not made here is escaped here."""

from __future__ import annotations

from typing import NewType

from rulelang.base.escape import html_text

Mark = NewType("Mark", str)
"""Text that is markup already."""

NOTHING = Mark("")


def text(value: object) -> Mark:
    """A text from anywhere, as a part of the page."""
    return Mark(html_text(value))


def tag(name: str, *inside: Mark, **attributes: object) -> Mark:
    """An element; `class_` is its class, `data_v` its data-v. What has nothing inside is closed at once."""
    some = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{attribute_text(value)}"' for key, value in attributes.items()
    )
    return Mark(f"<{name}{some}>{''.join(inside)}</{name}>") if inside else Mark(f"<{name}{some}/>")


def attribute_text(value: object) -> str:
    return place(value) if isinstance(value, float) else text(value)


def place(value: float) -> str:
    """A coordinate, to a tenth."""
    written = f"{value:.1f}".removesuffix(".0")
    return "0" if written == "-0" else written


def join_marks(*some: Mark) -> Mark:
    return Mark("".join(some))
