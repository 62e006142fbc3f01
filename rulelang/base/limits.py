"""How much a rules file may use. One table, for every verb and for `rulelang.load`.

Rules may come from strangers, so their cost is bounded before anything is built: code that creates something large
calls `check(number, "pieces", span)` first. The limits are set by the reader, never by the file: nothing in a rules
file can raise them; `--limits pieces=20000`, `--limits none` and `load(…, limits=…)` can.

While rules are parsed, linked, checked and lowered, the limits are ambient, in a context variable: nearly every pass
would have to pass them on, and few use them. Play is different: a game may be loaded here and played there, in another
thread or process. So a program carries the limits that it was loaded with, and play uses only these.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import attrs

PLENTY = 1 << 62  # more than any machine has
SHOWN = 10**15  # a larger number is told as more than this


def bound(number: int, what: str, where: str) -> Any:
    """A row of the table: the default, what is counted, and where."""
    return attrs.field(default=number, metadata={"what": what, "where": where})


@attrs.frozen
class Limits:
    """The maximum of everything. `none` is far more than any machine can do."""

    file: int = bound(1 << 20, "bytes", "in a file")
    files: int = bound(64, "files", "that a file depends on, mods and modules")
    words: int = bound(60_000, "words and signs", "in all files of a game, without comments")
    depth: int = bound(100, "nested calls", "of functions, steps, phases and menus")
    declarations: int = bound(5_000, "declarations", "of a game, including those of each mechanism it uses")
    linkings: int = bound(200, "sets of variants", "that `check` examines: each variant, and those of tests")
    checked_words: int = bound(600_000, "words and signs", "that `check` reads with all these sets of variants")
    members: int = bound(1_000, "members", "of an enum, keys of a table or parts of a tuple")
    pieces: int = bound(10_000, "pieces and groups", "on the table")
    zones: int = bound(10_000, "zones", "on the table")
    elements: int = bound(10_000, "elements", "of all variables")
    constants: int = bound(1_000_000, "items", "for computing constants, tables and pieces")
    list: int = bound(100_000, "items", "in a list")
    text: int = bound(10_000, "letters", "in a text with values")
    options: int = bound(20_000, "options", "of a choice")
    steps: int = bound(1_000_000, "steps", "from one question to the next")
    items: int = bound(10_000_000, "items", "looked at from one question to the next")
    events: int = bound(1_000_000, "events", "of a match")
    shown: int = bound(100, "problems", "shown for a file")

    @classmethod
    def none(cls) -> Limits:
        """For files that you trust."""
        return cls(**{each.name: PLENTY for each in attrs.fields(cls)})


NAMES = {each.name: each.metadata["what"] for each in attrs.fields(Limits)}
DEFAULT = Limits()
CURRENT: ContextVar[Limits] = ContextVar("limits", default=DEFAULT)


@attrs.define
class Allowance:
    """What is left of a limit that several share."""

    left: int


class Excess(Exception):
    """More than a limit allows; the rules cannot be loaded. `place`: its span, None where the whole file is meant."""

    def __init__(self, number: object, what: str, limit: object, name: str, place: Any) -> None:
        self.parts: dict[str, Any] = {"number": number, "what": what, "limit": limit, "name": name}
        self.place = place
        super().__init__(f"{number} {what}, at most {limit}")


class BadLimits(ValueError):
    """Limits that cannot be read; the message is a sentence."""


def current() -> Limits:
    """The limits that hold here."""
    return CURRENT.get()


def check(number: int, name: str, place: Any = None, what: str = "") -> None:
    """Raises Excess if this is more than the limit of this name allows."""
    limit: int = getattr(CURRENT.get(), name)
    if number > limit:
        raise Excess(shorten_number(number), what or NAMES[name], limit, name, place)


def shorten_number(number: int) -> str:
    """A number in a sentence; nobody reads a hundred digits."""
    return str(number) if number <= SHOWN else f"more than {SHOWN}"


@contextmanager
def use_limits(limits: Limits | None) -> Iterator[None]:
    """Other limits inside a `with`; None leaves them as they are."""
    if limits is None:
        yield
        return
    token = CURRENT.set(limits)
    try:
        yield
    finally:
        CURRENT.reset(token)


def excess_of(error: BaseException) -> Excess:
    """The limit that rules exceeded when the interpreter itself gave up on them."""
    if isinstance(error, Excess):
        return error
    if isinstance(error, MemoryError):
        return Excess("too much", "memory", "what this process may use", "list", None)
    return Excess("too many", "things in each other", current().depth, "depth", None)


EXHAUSTED = (Excess, RecursionError, MemoryError)


def read_limits(text: str) -> Limits:
    """`pieces=20000,zones=500` or `none`."""
    if text.strip() == "none":
        return Limits.none()
    return attrs.evolve(current(), **dict(read_limit(part) for part in text.split(",")))


def read_limit(part: str) -> tuple[str, int]:
    name, equals, number = (each.strip() for each in part.partition("="))
    if not equals:
        raise BadLimits(f"a limit is written NAME=N, not `{part.strip()}`; `none` alone takes all limits away.")
    if name not in NAMES:
        raise BadLimits(f"there is no limit `{name}`; there are: {', '.join(NAMES)}.")
    if number == "none":
        return name, PLENTY
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise BadLimits(f"the limit `{name}` is a whole number of 0 or more, or none; not `{number}`.")
    return name, int(number)
