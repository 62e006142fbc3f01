"""What each grammar rule builds.

A rule builds the node class of the same name: the values of its symbols, in order, are the fields of the class. The
table LISTS names the rules that are only lists of something and build a plain tuple; SPECIAL names the exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import attrs

from rulelang.base.source import Source, Span
from rulelang.syntax import nodes
from rulelang.syntax.nodes import Node, Word
from rulelang.syntax.tables import Recipe, Tables

LISTS = {"names", "params", "binders", "exprs", "index_types", "settings", "type_params", "look_parts"}
FLAGS = {"UP_TO", "SECRETLY", "ONE_BY_ONE"}

Value = Any
Leaf = Callable[[Source, str, int, int], Value]  # source, text, start, end
Maker = Callable[[Source, list[Value], int, int], Value]  # source, values of the symbols, start, end


# ---------------------------------------------------------------- tokens


def word(source: Source, text: str, start: int, end: int) -> Word:
    """A name or sign; the same as calling Word, in half the time."""
    made = str.__new__(Word, text)
    made.span = Span(source, start, end)
    return made


def text_of(source: Source, text: str, start: int, end: int) -> Word:
    return word(source, unquote(text) if "\\" in text else text[1:-1], start, end)


def number(source: Source, text: str, start: int, end: int) -> int:
    """A whole number; digits beyond the limit are cut off, since no game needs such numbers."""
    return int(text[:DIGITS]) if len(text) > DIGITS else int(text)


def tag(source: Source, text: str, start: int, end: int) -> tuple[str, ...]:
    return rule_ids(text)


def flag(source: Source, text: str, start: int, end: int) -> bool:
    return True


DIGITS = 30
MOST_IDS = 200
LEAVES: dict[str, Leaf] = {
    "NAME": word,
    "INT": number,
    "TEXT": text_of,
    "TAG": tag,
    **dict.fromkeys(FLAGS, flag),
}


def unquote(text: str) -> str:
    """The text between the quotes, with escapes undone: a backslash keeps the next character as it is."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def rule_ids(tag: str) -> tuple[str, ...]:
    """The rule ids in a tag: ` [HRTS-4, 9..11]` has four of them."""
    ids: list[str] = []
    prefix = ""
    for part in tag.strip().strip("[]").split(","):
        match = re.fullmatch(r"(?:([A-Z]+)-)?(\d+)(?:\.\.(\d+))?", part.strip())
        assert match, tag
        prefix = match[1] or prefix
        first = int(match[2][:DIGITS])
        last = min(int((match[3] or match[2])[:DIGITS]), first + MOST_IDS)
        ids += [f"{prefix}-{number}" for number in range(first, last + 1)]
    return tuple(ids)


# ---------------------------------------------------------------- rules


class Makers(dict[int, Maker]):
    """The maker of each rule of the tables, by its number; created on first use."""

    def __init__(self, tables: Tables) -> None:
        self.rules = tables.rules

    def __missing__(self, number: int) -> Maker:
        made = self[number] = maker(self.rules[number])
        return made


def leaves(tables: Tables) -> dict[str, Leaf]:
    """The value of each terminal that a node keeps; the others have none."""
    names = {*tables.words.values(), *tables.signs.values()}
    return {**dict.fromkeys(names, word), **LEAVES}


def maker(rule: Recipe) -> Maker:
    _, length, result, arguments = rule
    if result == "":
        return passing(arguments[0])
    take = taking(length, arguments)
    if result == "*":
        return lambda source, values, start, end: take(values)
    make = making(result)
    return lambda source, values, start, end: make(Span(source, start, end), take(values))


def passing(at: int) -> Maker:
    return lambda source, values, start, end: values[at]


def taking(length: int, arguments: tuple[int, ...]) -> Callable[[list[Value]], list[Value]]:
    """How to take the arguments of a rule from the values of its symbols; the first list is reused."""
    if arguments == tuple(range(length)):
        return lambda values: values
    if all(at >= -1 for at in arguments):
        return picking(arguments)

    def take(values: list[Value]) -> list[Value]:
        taken: list[Value] = []
        for at in arguments:
            if at >= 0:
                taken.append(values[at])
            elif at == -1:
                taken.append(None)
            elif taken:
                taken += values[-2 - at]
            else:
                taken = values[-2 - at]
        return taken

    return take


def picking(arguments: tuple[int, ...]) -> Callable[[list[Value]], list[Value]]:
    """Arguments that are single values; an omitted one is the None at the end of the values."""
    if not arguments:
        return lambda values: []
    pick = itemgetter(*arguments)
    if len(arguments) == 1:
        return lambda values: [pick([*values, None])]
    return lambda values: list(pick([*values, None]))


def making(result: str) -> Callable[[Span, list[Value]], Value]:
    if result in LISTS:
        return lambda span, values: tuple(values)
    return SPECIAL.get(result) or constructor(CLASSES[result])


def constructor(cls: Any) -> Callable[[Span, list[Value]], Node]:
    """How to call a class with the values of its rule; the `many` field takes all that the others leave."""
    fields = [field for field in attrs.fields(cls) if field.name != "span"]
    middle = next((i for i, field in enumerate(fields) if field.metadata.get("many")), None)
    if middle is None:
        return lambda span, values: cls(span, *values)
    after = len(fields) - middle - 1

    def construct(span: Span, values: list[Value]) -> Node:
        end = len(values) - after
        return cls(span, *values[:middle], tuple(values[middle:end]), *values[end:])

    return construct


# ---------------------------------------------------------------- rules that are not simply their class


def _line(span: Span, values: list[Value]) -> Value:
    """A line without a tag is its statement."""
    statement, tags = values
    return nodes.Line(span, statement, tags) if tags else statement


def _up_to(span: Span, values: list[Value]) -> Value:
    return nodes.UpTo(span, values[1])


def _join_dots(span: Span, values: list[Value]) -> Value:
    return Word(".".join(values), span)


def _menu_key(span: Span, values: list[Value]) -> Value:
    return values[0]


SPECIAL: dict[str, Callable[[Span, list[Value]], Value]] = {
    "line": _line,
    "up_to": _up_to,
    "dotted": _join_dots,
    "menu_key": _menu_key,
}


def rule_of(cls: type[Node]) -> str:
    """The grammar's name for a class: `RunValue` is `run_value`, `None_` is `none`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower().rstrip("_")


def node_classes() -> list[type[Node]]:
    """Every class of the tree that stands for a rule: those without subclasses."""
    found = [cls for cls in vars(nodes).values() if isinstance(cls, type) and issubclass(cls, Node)]
    return [cls for cls in found if not cls.__subclasses__()]


CLASSES = {rule_of(cls): cls for cls in node_classes()}
