"""What a typed line means among the visible options.

Options are chosen by what they are. A typed number is a number in the option, never its place in the list: a place is
`#3`. A line that equals an option takes it; any other line keeps the options that contain all its words. If the options
are orders of the same things (`2, 4, 1, 3`), the words are the beginning, or continue what is settled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

import attrs

from rulelang.base.source import common_prefix

WORD = re.compile(r"-?\d+|[^\W\d]+|[^\w\s(),\[\]“”\"'`;:·]")
NUMBER = re.compile(r"-?\d+")
PLACE = re.compile(r"#\s*(\d+)")
PASS = "pass"

Words = tuple[str, ...]


@attrs.frozen(slots=False)
class Choice:
    """An option: its text on the screen, other ways to type it, and its color."""

    label: str
    others: tuple[str, ...] = ()
    color: str = ""

    @cached_property
    def spellings(self) -> tuple[Words, ...]:
        return tuple(dict.fromkeys(read_words(text) for text in (self.label, *self.others)))


@attrs.frozen
class Taken:
    """The line is this option."""

    index: int


@attrs.frozen
class Narrowed:
    """The line keeps these options."""

    left: tuple[int, ...]


@attrs.frozen
class Refused:
    """The line matches no option; `text` says what to do."""

    text: str


def interpret(choices: Sequence[Choice], left: Sequence[int], line: str) -> Taken | Narrowed | Refused:
    """What a line means when only the choices in `left` are visible."""
    place = PLACE.fullmatch(line.strip())
    if place is not None:
        return at_place(int(place[1]) - 1, choices, left)
    words = read_words(line)
    exact = [at for at in left if words in choices[at].spellings]
    if len(exact) == 1:
        return Taken(exact[0])
    kept = exact or (keep(choices, left, words) if words else [])
    return Narrowed(tuple(kept)) if kept else Refused(refusal(choices, left, line, words))


def read_words(text: str) -> Words:
    """The words and numbers of a text, without its brackets and commas: `Card(blue, 3)` is card, blue, 3."""
    return tuple(WORD.findall(text.casefold().replace("_", " ")))


def at_place(index: int, choices: Sequence[Choice], left: Sequence[int]) -> Taken | Refused:
    if index in left:
        return Taken(index)
    if 0 <= index < len(choices):
        return Refused(f"#{index + 1} is not among the options shown. Press Enter to see all of them.")
    return Refused(f"There is no #{index + 1}: the list goes from #1 to #{len(choices)}.")


def keep(choices: Sequence[Choice], left: Sequence[int], words: Words) -> list[int]:
    """The visible options that contain the words."""
    tests: list[Callable[[Words], bool]] = [lambda spelling: holds(spelling, words)]
    if are_orders(choices):
        settled = common_beginning([choices[at].spellings[0] for at in left])
        tests = [lambda spelling: begins(spelling, words), lambda spelling: begins(spelling, settled + words), *tests]
    for test in tests:
        kept = [at for at in left if any(map(test, choices[at].spellings))]
        if kept:
            return kept
    return []


def holds(spelling: Words, words: Words) -> bool:
    """Whether the words are parts of different words in the option. Numbers must be equal."""
    free = list(spelling)
    for word in sorted(words, key=len, reverse=True):
        found = next((each for each in free if each == word), None) or next(
            (each for each in free if word in each and not NUMBER.fullmatch(word)), None
        )
        if found is None:
            return False
        free.remove(found)
    return True


def begins(spelling: Words, words: Words) -> bool:
    return bool(words) and spelling[: len(words)] == words


def are_orders(choices: Sequence[Choice]) -> bool:
    """Whether all options are the same things in different orders."""
    bags = {frozenset(Counter(each.spellings[0]).items()) for each in choices if each.label != PASS}
    return len(bags) == 1 and len(choices) > 2


def common_beginning(spellings: Sequence[Words]) -> Words:
    """The common prefix, in words."""
    first, last = min(spellings), max(spellings)
    return first[: common_prefix(first, last)]


def refusal(choices: Sequence[Choice], left: Sequence[int], line: str, words: Words) -> str:
    """Why a line matches nothing here, and what to type instead."""
    if len(left) < len(choices):
        return f"None of the options shown holds `{line}`. Press Enter to see all of them."
    if len(words) == 1 and NUMBER.fullmatch(line) and 1 <= int(line) <= len(choices):
        return f"No option is `{line}`. To take one by its place in the list, type #{line}."
    if all_numbers(choices):
        return f"`{line}` is not on the list. Type one of the numbers shown."
    return f"No option holds `{line}`. Type part of an option, #1 for the first one, or ? for help."


def all_numbers(choices: Sequence[Choice]) -> bool:
    """Whether all options are numbers, except `pass`."""
    return all(NUMBER.fullmatch(each.label) or each.label == PASS for each in choices)
