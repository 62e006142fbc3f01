"""A lint over what people are shown: what it finds is program residue, or no English. It only reads."""

from __future__ import annotations

import re
from collections.abc import Iterable

# what is wrong: how it shows
FAULTS = {
    "an underscore": re.compile(r"\w_|_\w"),
    "a call": re.compile(r"\b[A-Z]\w*\((?!s\))[^)]*\)"),
    "a tilde": re.compile("~"),
    "a list": re.compile(r"\[\w+, \w+"),
    "one of several": re.compile(
        r"\b1 (players|cards|dice|coins|tricks|points|pretzels|sweets|rounds|chips|boxes|pieces)\b"
    ),
    "a doubled word": re.compile(r"\b(?!had|that)([^\W\d]{2,}) \1\b", re.IGNORECASE),
    "an article before a plural": re.compile(r"\b(a|an) (cards|dice|coins|tricks|points|pretzels|sweets|boxes)\b"),
    "a wrong article": re.compile(r"\b(a [aeio]\w|an [bcdfgjklmnpqrstvwxyz]\w)"),
    "a seat": re.compile(r"\bP\d\b"),
    "a brace": re.compile(r"[{}]"),
    "none": re.compile(r"\bNone\b|\(\?\)"),
    "an empty place": re.compile(r" ,|\( |\(\)| \.|;;| ;|  \S.*\bnull\b"),
}


def faults(text: str) -> list[str]:
    """What is wrong with a text, each with the words around it."""
    found = [f"{what}: …{text[max(0, at.start() - 30) : at.end() + 30]}…" for what, sign in FAULTS.items()
             for at in sign.finditer(text)]  # fmt: skip
    if text.count("“") != text.count("”"):
        found.append(f"an open quote: {text[:80]}")
    return found


def sentence_faults(paragraph: str) -> list[str]:
    """A paragraph begins with a capital and ends with an end mark."""
    text = paragraph.strip()
    found = [] if not text or text[-1] in ".!?…:" else [f"no end mark: …{text[-60:]}"]
    return found if not text or not text[0].isalpha() or text[0].isupper() else [*found, f"no capital: {text[:60]}"]


def paragraphs(lines: Iterable[str]) -> list[str]:
    """The paragraphs of a story that was told on wide lines; tables have wide gaps."""
    return [line.strip() for line in lines if line.startswith("  ") and "  " not in line.strip()]
