"""Texts from strangers in our files: one escaper for each format, and no other way in.

Hidden characters (`hidden.is_hidden`) are written as their numbers everywhere except in JSON, which can escape a
character so that it is read back unchanged.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

from rulelang.base.hidden import is_hidden, terminal_text

MARKS = re.compile(r"([\\*\[\]<>`])")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def html_text(text: object) -> str:
    """A text for an HTML element or a quoted attribute."""
    return html.escape("\n".join(map(terminal_text, str(text).split("\n"))))


def markdown_text(text: str) -> str:
    """A text for a sentence of Markdown, escaped so that nothing is read as markup, a link or HTML."""
    return MARKS.sub(r"\\\1", terminal_text(text))


def csv_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: a text that looks like one gets an apostrophe."""
    if not isinstance(value, str):
        return value
    text = terminal_text(value)
    return f"'{text}" if value.startswith(FORMULA) and not NUMBER.fullmatch(value) else text


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON with letters as they are, and all that is hidden as `\\u202e`."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(json.dumps(each)[1:-1] if each != "\n" and is_hidden(each) else each for each in text)
