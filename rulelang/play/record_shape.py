"""The shape that a record must have, part by part; a file that claims to be a record may contain anything.

A shape checks a value at a place and returns what is wrong there: the place, and words for what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulelang.base.hidden import clean

Wrong = tuple[str, str]
Shape = Callable[[Any, str], Iterator[Wrong]]
DEEPEST = 20  # lists in lists, in the value of an option
LONGEST = 40  # letters of a value in a message


def one(words: str, fits: Callable[[Any], bool]) -> Shape:
    """A value that passes a test."""

    def look(value: Any, place: str) -> Iterator[Wrong]:
        if not fits(value):
            yield place, words

    return look


def many(words: str, item: Shape) -> Shape:
    """A list of items."""

    def look(value: Any, place: str) -> Iterator[Wrong]:
        if not isinstance(value, list):
            yield place, words
            return
        for number, each in enumerate(value):
            yield from item(each, f"{place}[{number}]")

    return look


def by_key(words: str, item: Shape, fits: Callable[[str], bool] = bool) -> Shape:
    """Items by keys that pass a test."""

    def look(value: Any, place: str) -> Iterator[Wrong]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) and fits(key) for key in value):
            yield place, words
            return
        for key, each in value.items():
            yield from item(each, f"{place}[{briefly(key)}]")

    return look


def fields(words: str, shapes: dict[str, Shape]) -> Shape:
    """Parts that all must be there, each in its shape."""

    def look(value: Any, place: str) -> Iterator[Wrong]:
        if not isinstance(value, Mapping):
            yield place, words
            return
        for key, shape in shapes.items():
            yield from shape(value.get(key), f"{place}.{key}" if place else key)

    return look


def optional(shape: Shape) -> Shape:
    """A part that may be missing."""
    return lambda value, place: shape(value, place) if value is not None else iter(())


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_file(value: Any) -> bool:
    """A name without a folder: a record says what was played, not where to look on this machine."""
    return isinstance(value, str) and re.search(r"[/\\\0]", value) is None


def is_draw(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 19


def is_option(value: Any, deep: int = DEEPEST) -> bool:
    """A number, a text, yes or no, nothing, or a list of these."""
    if isinstance(value, list):
        return deep > 0 and all(is_option(each, deep - 1) for each in value)
    return value is None or isinstance(value, int | str)


def briefly(value: object) -> str:
    """A value from a record in a message: on one line and not too long."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = clean(str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


NUMBER = one("a number", is_number)
PLACE = one("a number from 0", lambda value: is_number(value) and value >= 0)
TEXT = one("a text", is_text)
FILE = one("the name of a file without its folder", is_file)
ANSWER = fields(
    "an answer",
    {
        "seat": NUMBER,
        "name": TEXT,
        "value": one("a number or a text", lambda value: is_number(value) or is_text(value)),
        "index": PLACE,
    },
)
RECORD = fields(
    "a record",
    {
        "language": NUMBER,
        "rng": NUMBER,
        "title": TEXT,
        "source": FILE,
        "declarations": by_key("hashes by name", TEXT),
        "players": NUMBER,
        "options": by_key("values by name", one("a value", is_option)),
        "variants": many("a list of names", TEXT),
        "mods": many("a list of names", FILE),
        "test": optional(TEXT),
        "seed": NUMBER,
        "index": PLACE,
        "chance": by_key("outcomes by number of draw", PLACE, is_draw),
        "answers": many("a list of answers", ANSWER),
        "result": optional(
            fields("winners and scores", {"winners": many("a list", NUMBER), "scores": one("a list", is_option)})
        ),
    },
)
