"""Sentences of a rulebook: persons, amounts, capitals and full stops. `present.english` inflects the words.

A sentence of the rulebook is a text with three kinds of markup: `**bold**`, `*slanted*` and `[a link](#place)`. `plain`
escapes a text from the rules, so that it is not read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.base.escape import markdown_text
from rulelang.present.english import is_run, plural, singular
from rulelang.present.english import series as listed
from rulelang.present.english import words_of as words
from rulelang.present.parts import IT, THEY, YOU, Count, Fact, Person, Things, a, person

__all__ = [
    "IT", "LINK", "THEY", "WORKED_OUT", "YES", "YOU", "Count", "Fact", "Person", "Things", "a", "bare_list", "capital",
    "is_plural", "is_several", "listed", "person", "plain", "plural", "sentence", "singular", "small", "some",
    "spans", "title", "words",
]  # fmt: skip

WORKED_OUT = ": "  # separates an amount from a number that needs words
COMPARING = ("at least ", "at most ", "exactly ", "more than ", "fewer than ", "not ", "up to ")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")  # links cannot be nested
plain = markdown_text


def title(name: str) -> str:
    """A name as a heading: Pick dice."""
    return capital(words(name))


def capital(text: str) -> str:
    """With a capital first letter, after any markup."""
    if re.match(r"\*\w\*", text):
        return text  # a letter that stands for something
    found = re.match(r"[*\[“(]*", text)
    at = found.end() if found else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def small(text: str) -> str:
    """With a small first letter, unless the first word is a name or an initial."""
    first = re.match(r"\w+", text)
    if not first or (len(first[0]) > 1 and not first[0].istitle()) or first[0] == "I":
        return text
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capital(text.strip())
    return text if not text or re.search(r"[.:!?…][”*)]*$", text) else f"{text}."


def is_plural(noun: str) -> bool:
    return singular(noun) != noun


def is_several(subject: str) -> bool:
    """Whether it takes a plural verb: they, your points; but not the number of points, what it counts, points + 1."""
    link = LINK.fullmatch(subject)
    said = link[1] if link else subject
    return said in ("they", "you") or (is_plural(said) and " of " not in said and not said.startswith("what "))


def some(number: str, noun: str) -> str:
    """`3 coins`, `1 coin`, `as many coins as there are players`."""
    if isinstance(number, Count):
        return f"as many {noun if is_plural(noun) else plural(noun)} as there are {bare_list(number.things)}"
    if number.startswith("that "):
        return f"so many {noun if is_plural(noun) else plural(noun)}"
    worked_out = " " in number and not number[0].isdigit() and not number.startswith(COMPARING)
    if worked_out or " − " in number:
        return f"{noun if is_plural(noun) else plural(noun)}{WORKED_OUT}{number}"
    return f"{number} {singular(noun) if number == '1' else noun if is_plural(noun) else plural(noun)}"


def bare_list(many: str) -> str:
    """`the dice in the middle` without its article."""
    return many.bare if isinstance(many, Things) else many.removeprefix("the ")


def spans(numbers: Sequence[int]) -> str:
    """`3`, `3 and 4`, `2–5`."""
    if is_run(numbers):
        return f"{numbers[0]}–{numbers[-1]}"
    return listed(map(str, numbers))


YES = "*yes*"  # the answer to a yes-or-no question
