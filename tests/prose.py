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
    "a doubled word": re.compile(r"\b(?!had|that|[A-Z]\w+ [A-Z])([^\W\d]{2,}) (?i:\1)\b"),
    "an article before a plural": re.compile(r"\b(a|an) (cards|dice|coins|tricks|points|pretzels|sweets|boxes)\b"),
    "a wrong article": re.compile(r"\b(a (?!one\b|once\b|eu)[aeio]\w|an [bcdfgjklmnpqrstvwxyz]\w)"),
    "a wrong verb": re.compile(r"(?<!of )\b(you|they) (is|has|was|becomes|does)\b|\b(they|you)['’]s\b"),
    "a wrong case": re.compile(r"\b(to|for|of) they\b"),
    "two determiners": re.compile(r"\b(a|an) (your|their|the|its|numbers|one of)\b|\bthe the\b|\ball of all\b"),
    "a condition that is none": re.compile(r"\bif (always|never)\b|there is the\b"),
    "a letter that is not slanted": re.compile(r"\bthe [b-hj-z]\b(?![*-])"),
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


LINK = re.compile(r"\[([^\]]*)\]\(#[^)]*\)")


def book_faults(markdown: str) -> list[str]:
    """What is wrong with a rulebook: in each line what `faults` finds, and how each ends that is no heading or cell."""
    found, lines = [], [line for line in markdown.splitlines() if line.strip()]
    for line, after in zip(lines, [*lines[1:], ""]):
        text = LINK.sub(r"\1", re.sub(r"<a [^>]*></a>|<sub>.*?</sub>", "", line)).replace("\\", "").strip()
        found += [f"{fault} in: {text[:90]}" for fault in faults(text)]
        in_list = re.fullmatch(r"- \[[^\]]*\]\(#[\w-]*\)", line.strip())
        if not text or text.startswith(("#", "|", "<", "*")) or in_list or after.startswith("|"):
            continue  # headings, cells and captions are no sentences
        entry = text.lstrip("-0123456789. ")
        ended = entry.rstrip("*”) ").endswith((".", ":", "?", "!", "…")) or entry.startswith("**") or ": **" in entry
        found += [] if ended else [f"no end mark: …{entry[-70:]}"]
    return found


def paragraphs(lines: Iterable[str]) -> list[str]:
    """The paragraphs of a story that was told on wide lines; tables have wide gaps."""
    return [line.strip() for line in lines if line.startswith("  ") and "  " not in line.strip()]
