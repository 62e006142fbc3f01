"""Small random edits of rules files: a token deleted, doubled, swapped or misspelt; a line cut or indented."""

from __future__ import annotations

import re

from rulelang.base.rng import Dice, stream

TOKEN = re.compile(r'"[^"\n]*"|\w+|\.\.|[-+=!<>]=|->|\S')


def mutant(text: str, seed: int) -> str:
    """The text with one edit; the same seed makes the same edit."""
    dice = Dice(stream(seed))
    return EDITS[dice.below(len(EDITS))](text, dice)


def _tokens(text: str, dice: Dice) -> tuple[list[re.Match[str]], int]:
    found = list(TOKEN.finditer(text))
    return found, dice.below(max(len(found) - 1, 1))


def delete(text: str, dice: Dice) -> str:
    found, at = _tokens(text, dice)
    return text[: found[at].start()] + text[found[at].end() :]


def double(text: str, dice: Dice) -> str:
    found, at = _tokens(text, dice)
    return text[: found[at].end()] + " " + found[at][0] + text[found[at].end() :]


def swap(text: str, dice: Dice) -> str:
    found, at = _tokens(text, dice)
    a, b = found[at], found[at + 1]
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def misspell(text: str, dice: Dice) -> str:
    words = list(re.finditer(r"[A-Za-z_]{3,}", text))
    word = words[dice.below(len(words))]
    at = word.start() + dice.below(len(word[0]) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def cut_line(text: str, dice: Dice) -> str:
    lines = text.splitlines(keepends=True)
    del lines[dice.below(len(lines))]
    return "".join(lines)


def indent_line(text: str, dice: Dice) -> str:
    lines = text.splitlines(keepends=True)
    lines[dice.below(len(lines))] = " " * (1 + dice.below(4)) + lines[dice.below(len(lines))]
    return "".join(lines)


def garble(text: str, dice: Dice) -> str:
    at = dice.below(len(text))
    return text[:at] + SIGNS[dice.below(len(SIGNS))] + text[at + 1 :]


SIGNS = "{}();:\\\"'\t\x00é→|"
EDITS = (delete, double, swap, misspell, cut_line, indent_line, garble)
