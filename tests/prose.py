"""A lint over what people are shown: what it finds is program residue, or no English. It only reads."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

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
    return [*found, *undefined_letters(lines)]


# ---------------------------------------------------------------- letters

LETTER = re.compile(r"\*([a-z])\*")
INTRODUCED = [
    re.compile(r"\(\*([a-z])\*\)"),  # a number from 2 to 6 (*v*)
    re.compile(r"\b(?:for (?:each|every|at least one|no)|numbers?|cells|cards?|things) \*([a-z])\*", re.I),
    re.compile(r"[(,] ?\*([a-z])\*:"),  # with (*n*: 2)
    re.compile(r"\*([a-z])\* is an? "),
    re.compile(r"\*\*When [^*]* (?:bid,|for|with) \*([a-z])\*"),  # a heading tells what it hears
]
OF = re.compile(r"\(of ([^)]*)\)")  # Home (of a card *c*)
LET = re.compile(r"\*([a-z])\* is |.*: this is \*([a-z])\*")  # a step that those after it can speak of


def introduced(line: str) -> set[str]:
    """The letters that a line says the meaning of."""
    found = {letter for sign in INTRODUCED for letter in sign.findall(line)}
    return found.union(*(LETTER.findall(names) for names in OF.findall(line)))


def undefined_letters(lines: list[str]) -> list[str]:
    """Letters that neither their line introduces, nor a line that it stands under, nor the head of their section. What
    an action has in its title is introduced below.
    """
    found, section, above = [], set(), list[tuple[int, set[str]]]()
    plain = [LINK.sub(r"\1", re.sub(r"<a [^>]*></a>|<sub>.*?</sub>", "", line)) for line in lines]
    for at, line in enumerate(plain):
        if line.startswith("#"):
            section, above = set(), []
            continue
        entry = re.match(r" *(?:-|\d+\.) ", line)
        if not entry:
            section |= introduced(line)
        depth = len(line) - len(line.lstrip())
        above = [(deep, letters) for deep, letters in above if deep < depth]
        if entry and (let := LET.match(line[entry.end() :])):
            (above[-1][1] if above else section).update(filter(None, let.groups()))
        own = introduced(line)
        if "**" in line:
            own = own.union(*(introduced(below) for below in inside(plain[at + 1 :], depth)))
        above.append((depth, own))
        lost = set(LETTER.findall(line)) - section.union(*(letters for _, letters in above))
        found += [f"an undefined letter: {letter} in: {line.strip()[:200]}" for letter in sorted(lost)]
    return found


def inside(lines: list[str], depth: int) -> Iterator[str]:
    """The lines that stand under one of this depth."""
    return itertools.takewhile(lambda line: len(line) - len(line.lstrip()) > depth, lines)


def paragraphs(lines: Iterable[str]) -> list[str]:
    """The paragraphs of a story that was told on wide lines; tables have wide gaps."""
    return [line.strip() for line in lines if line.startswith("  ") and "  " not in line.strip()]
