"""What every code means, with a wrong example and a right one.

The texts are in `r1.md`, `r2.md` …, one file per first digit. An entry is a heading with the code, a paragraph, and two
blocks of rules; the tests run both. An example that does not begin with `rules` is put into a small game for three
players. Lines before it say how to run it:

    # file: NAME.rules        another file begins; the first one is examined
    # set: rounds=3           an option is set
    # players: 5              the number of players
"""

from __future__ import annotations

import functools
import re
from importlib.resources import files
from string import Formatter

import attrs

from rulelang.diagnostics.codes import CODES, Code

HEAD = {
    "rules": "rules 1\n",
    "game": 'game "An example" for 3 players\n',
    "play": "play: nothing\n",
    "winner": "winner p: most p.number\n",
}
BLOCKS = {
    "R0": "Problems without a code of their own", "R1": "Syntax", "R2": "Files, variants and mods",
    "R3": "Names, types and statements", "R4": "Warnings", "R5": "Players and options",
    "R6": "Errors in play", "R7": "Faults found by playing many games",
}  # fmt: skip
ENTRY = re.compile(r"(?ms)^## (R\d+)\n(.*?)(?=^## |\Z)")
FENCE = re.compile(r"(?ms)^```rules (\w+)\n(.*?)^```$")
HINT = re.compile(r"(?m)^# (?:file: \S+( with| test)|tests)$\n?")


@attrs.frozen
class Explanation:
    """A code explained. `wrong` and `right` are empty if no example is possible; `why` says why."""

    code: Code
    text: str
    wrong: str
    right: str
    why: str = ""

    @property
    def next(self) -> str:
        """What to do in general; if each case has its own remedy, the message names it."""
        if self.code.next == "{next}":
            return "Follow the last line of the message: it says what to write here."
        return blanks(self.code.next)


@functools.cache
def explanations() -> dict[str, Explanation]:
    """Every code that is explained."""
    found: dict[str, Explanation] = {}
    for path in files(__package__).iterdir():
        if path.name.endswith(".md"):
            found |= {code: entry(CODES[code], body) for code, body in ENTRY.findall(path.read_text(encoding="utf-8"))}
    return {code: found[code] for code in sorted(found)}


def entry(code: Code, body: str) -> Explanation:
    examples = dict(FENCE.findall(body))
    prose = FENCE.sub("", body)
    why = re.search(r"<!-- no example: (.*?) -->", prose)
    prose = " ".join(re.sub(r"<!--.*?-->", "", prose).split())
    return Explanation(code, prose, examples.get("wrong", ""), examples.get("right", ""), why[1] if why else "")


def whole(example: str) -> str:
    """An example as a file: with the lines that every game needs, unless it has its own."""
    if re.search(r"(?m)^rules \d", example) or re.search(r"(?m)^(game|mod) ", example):
        return example
    return "".join(line for word, line in HEAD.items() if not re.search(rf"(?m)^{word}\b", example)) + example


def strip_hints(example: str) -> str:
    """An example for people: without the lines that only say how to run it."""
    text = HINT.sub(lambda found: found[0].replace(found[1] or found[0], ""), example)
    text = re.sub(r"(?m)^# set: (.*)$", r"# played with --set \1", text)
    return re.sub(r"(?m)^# players: (.*)$", r"# played with --players \1", text)


def blanks(template: str) -> str:
    """A template for people: `{name}` becomes ‹name›."""
    return "".join(text + (f"‹{name}›" if name else "") for text, name, _, _ in Formatter().parse(template))


def errors_page() -> str:
    """The page of all codes, `docs/errors.md`."""
    lines = ["# Errors", "", INTRODUCTION, ""]
    told = explanations()
    for block, name in BLOCKS.items():
        codes = [each for each in told.values() if each.code.code.startswith(block)]
        lines += [f"## {block}xx: {name}", "", "| code | | what it says |", "|---|---|---|"]
        lines += [
            f"| [{c.code}](#{c.code.lower()}) | {c.severity} | {cell(c.title)} |" for c in (e.code for e in codes)
        ]
        lines += [""]
        for each in codes:
            lines += section(each)
    return "\n".join(lines).rstrip() + "\n"


INTRODUCTION = """\
Every mistake that rulelang finds has a code. `rulelang explain CODE` says the same as this page. The first digit of a
code is the stage that finds it. An example that is not a whole file belongs to a small game for three players.
This page is generated from `rulelang/diagnostics/explained`; the tests run every example."""


def cell(title: str) -> str:
    return blanks(title).replace("|", "\\|")


def section(each: Explanation) -> list[str]:
    lines = [f"### {each.code.code}", "", f"**{blanks(each.code.title)}**", "", each.text, ""]
    if each.wrong:
        lines += ["Wrong:", "", "```text", strip_hints(each.wrong).rstrip(), "```", ""]
        lines += ["Right:", "", "```text", strip_hints(each.right).rstrip(), "```", ""]
    return [*lines, f"What to do: {each.next}", ""]
