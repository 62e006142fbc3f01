"""Text and places in it.

A `Source` is a named text; a `Span` is a range of one, from one offset to another. Offsets count characters from 0;
lines and columns count from 1, as editors show them. Only a line feed ends a line, and a carriage return before it
belongs to the line end. All later stages refer to places by their `Span`, and this module knows nothing about those
stages.
"""

from __future__ import annotations

import difflib
import os
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import attrs

from rulelang.base import limits

LANGUAGE_VERSION = 1  # what `rules 1` says, and records name
LIBRARY = "std/"  # prefix of the names of the library's texts
MOST = 1 << 30  # the most bytes that are read, whatever the limit

HEAD = re.compile(r"\ufeff?(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t]*rules[ \t]+\d")


@attrs.frozen
class Source:
    """A text and its name for the reader."""

    name: str
    text: str = attrs.field(repr=False)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(end.end() for end in re.finditer("\n", self.text)))

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        if not 1 <= number <= len(self.starts):
            raise IndexError(f"{self.name} has no line {number}")
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].removesuffix("\r")

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset; an offset outside the text counts as its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_span(self, number: int = 1) -> Span:
        """The span of a line; by default the first, which stands for a whole file."""
        start = self.starts[number - 1]
        return Span(self, start, start + len(self.line(number)))

    @cached_property
    def is_rules(self) -> bool:
        """Whether it begins with `rules 1`. No line of another text is ever shown to anybody."""
        return HEAD.match(self.text) is not None

    @property
    def is_library(self) -> bool:
        """Is it a part of the library of mechanisms?"""
        return self.name.startswith(LIBRARY)

    def whole(self) -> Span:
        """The span of the whole text."""
        return Span(self, 0, len(self.text))


def common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """The length of the common prefix of two texts or lists."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


@attrs.frozen(eq=False)
class Span:
    """A range of a source: the characters from `start` up to, but not including, `end`."""

    source: Source
    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.start == other.start and self.end == other.end and self.source == other.source

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end))

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> tuple[str, int, int]:
        """Its place, independent of the rest of the text."""
        return self.source.name, self.start, self.end

    def to(self, other: Span) -> Span:
        """The smallest span that contains both, which must be of one source."""
        if other.source != self.source:
            raise ValueError(f"{self!r} and {other!r} are in two files")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def part(self, start: int, end: int) -> Span:
        """A part of it, by offsets from its own start."""
        return Span(self.source, self.start + start, self.start + end)

    def __repr__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


@attrs.define(eq=False)
class Anchor:
    """The start of a block in a text that is being edited: when something changes before the block, only this
    changes.
    """

    source: Source
    start: int


class Anchored(Span):
    """A part of a block, by offsets from its anchor: its place is always that in the current text.

    Data that is kept while a text is edited may contain such spans, and need not be told that they have moved. As a key
    they are valid only as long as nothing moves. Something without a place, such as an empty cell, has offsets below 0
    and keeps them.
    """

    __slots__ = ("anchor", "at", "till")
    anchor: Anchor
    at: int
    till: int

    def __init__(self, anchor: Anchor, at: int, till: int) -> None:
        put = object.__setattr__
        put(self, "anchor", anchor)
        put(self, "at", at)
        put(self, "till", till)

    @property
    def source(self) -> Source:
        return self.anchor.source

    @property
    def start(self) -> int:
        return self.anchor.start + self.at if self.at >= 0 else self.at

    @property
    def end(self) -> int:
        return self.anchor.start + self.till if self.till >= 0 else self.till

    def part(self, start: int, end: int) -> Span:
        return Anchored(self.anchor, self.at + start, self.at + end)

    def __reduce__(self) -> tuple[object, ...]:
        return Span, (self.source, self.start, self.end)


class Unreadable(Exception):
    """A file cannot be used as rules; the message says what, why and what to do, in one sentence."""

    @property
    def message(self) -> str:
        return str(self)


def read_source(path: str | os.PathLike[str]) -> Source:
    """The text of a file, under the name by which it was requested."""
    name = os.fspath(path)
    return Source(name, as_text(name, read_bytes(name)))


def as_text(name: str, data: bytes) -> str:
    """The text of a file's first bytes, if they can be rules."""
    if len(data) > (most := limits.current().file):
        size = f"{most / (1 << 20):g} MiB"
        raise Unreadable(f"`{name}` is larger than {size}, too large for rules; split it, or check the name.")
    if b"\0" in data:
        raise Unreadable(f"`{name}` holds binary data, not text; give the `.rules` file itself.")
    return decode(name, data)


def read_bytes(name: str) -> bytes:
    """The first bytes of a file: at most one more than the limit, so that a device cannot fill the memory."""
    try:
        with open(name, "rb") as file:
            return file.read(enough())
    except (FileNotFoundError, NotADirectoryError):
        raise Unreadable(missing(name)) from None
    except IsADirectoryError:
        raise Unreadable(f"`{name}` is a folder, not a file of rules; {offer_inside(name)}.") from None
    except PermissionError:
        raise Unreadable(f"`{name}` may not be read by you; change its permissions, or copy it.") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"`{name}` cannot be read ({why.lower()}); check the name.") from None


def enough() -> int:
    """How many bytes of a file are read: one more than allowed."""
    return min(limits.current().file, MOST) + 1


def decode(name: str, data: bytes) -> str:
    """The text of UTF-8 bytes; a byte order mark at the front is dropped."""
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"`{name}` is not UTF-8 at line {line}; save it again as UTF-8.") from None


def source_name(name: str) -> str:
    """The name of a file without its folder and suffix: what others are told must reveal nothing about this machine."""
    return Path(name).name.removesuffix(".rules")


def missing(name: str) -> str:
    """What to say of a file that is not there."""
    folder = Path(name).parent
    if not folder.is_dir():
        return f"There is no folder `{folder}`, so no file `{name}`; check the path."
    near = nearest_file(Path(name).name, rules_in(folder))
    hint = f"did you mean `{os.path.join(os.path.dirname(name), near)}`?" if near else "check the name."
    return f"There is no file `{name}`; {hint}"


def nearest_file(name: str, files: list[str]) -> str | None:
    """The file with the most similar name; the same name with `.rules` comes first."""
    if f"{name}.rules" in files:
        return f"{name}.rules"
    stems = {file.removesuffix(".rules").casefold(): file for file in files}
    close = difflib.get_close_matches(Path(name).stem.casefold(), sorted(stems), 1)
    return stems[close[0]] if close else None


def offer_inside(name: str) -> str:
    """The next step for somebody who named a folder."""
    inside = rules_in(Path(name))
    return f"name a file in it, as `{os.path.join(name, inside[0])}`" if inside else "name a `.rules` file"


def rules_in(folder: Path) -> list[str]:
    """The names of the `.rules` files in a folder, sorted; none if it cannot be listed."""
    try:
        return sorted(file.name for file in folder.iterdir() if file.suffix == ".rules")
    except OSError:
        return []
