"""Options as given for a table, constants and tables, each computed on first access.

A value comes from Python, a test or a command line: a number, `true`, `P2`, the name of an enum member, `none`, or a
list of these. It is converted to the engine's form, and checked against the option's declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang import ir
from rulelang.base import limits
from rulelang.base.numbers import LEAST, MOST, is_in_bounds
from rulelang.base.source import Source, Span
from rulelang.diagnostics import nearest, problem
from rulelang.ir import types
from rulelang.lower.loading import Loading
from rulelang.program import Grid, Records, boards
from rulelang.program.boards import Board

DIGITS = 20  # with a sign: beyond rulelang's numbers


class Lazy(dict[str, Any]):
    """A dictionary whose entries are computed on first access."""

    def __init__(self, make: Callable[[str], Any]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: str) -> Any:
        self[key] = None  # a circular value is none; the checker has reported it
        self[key] = self.make(key)
        return self[key]


class Unfit(ValueError):
    """A value that is not of its option's type."""


# ---------------------------------------------------------------- options


def settings(load: Loading, given: dict[str, object]) -> dict[str, object]:
    """The value of every option: as given, or its default."""
    options = load.game.options
    for name in given:
        if name not in options:
            near = nearest(name, options)
            load.report(
                problem("R501", setting(name, given[name]), help=f"did you mean `{near}`?" if near else "", name=name)
            )
    for name, option in options.items():
        load.constants[name] = option_value(load, option, given)
    for option in options.values():
        check_option(load, option, given)
    return {name: load.constants[name] for name in options}


def option_value(load: Loading, option: ir.Option, given: dict[str, object]) -> object:
    """The value given for an option, or its default."""
    if option.name not in given:
        return load.value(option.default, f"the default of `{option.name}`")
    try:
        return read(load, given[option.name], option.type)
    except Unfit:
        refuse(load, option, given, given[option.name], describe_type(option.type))
        return load.value(option.default, f"the default of `{option.name}`")


def describe_type(type_: types.Type) -> str:
    """A description of a type's values, for somebody who gave another."""
    bounds = type_ == types.INT and f" from {LEAST} to {MOST}"
    return f"a value of type {type_}{bounds or ''}"


def check_option(load: Loading, option: ir.Option, given: dict[str, object]) -> None:
    """Checks an option's range and condition."""
    value = load.constants[option.name]
    low, high = load.bounds(option.low, option.high, f"option `{option.name}`", option.span)
    numbers: Iterable[Any] = value if isinstance(value, tuple) else (value,)
    for number in numbers:
        if isinstance(number, int) and not is_inside(number, low, high):
            refuse(load, option, given, value, f"{low}..{high}")
            return
    if option.condition is not None and not load.value(option.condition, f"the condition of `{option.name}`"):
        refuse(load, option, given, value, "what stands after its `where`")


def is_inside(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)


def refuse(load: Loading, option: ir.Option, given: dict[str, object], value: object, rule: str) -> None:
    where = setting(option.name, given[option.name]) if option.name in given else option.span
    also = [(option.span, "declared here")] if option.name in given else []
    shown = load.show(value, option.type) if isinstance(value, tuple | int) or value is None else str(value)
    load.report(problem("R502", where, also=also, name=option.name, value=shown, allowed=rule))


def setting(name: str, value: object) -> Span:
    """A setting as a span in a text, so that a problem can show it."""
    return Source("options", f"{name} = {value}").whole()


def read(load: Loading, value: object, type_: types.Type) -> object:
    """Convert a value as people write it to the engine's form."""
    if isinstance(type_, types.Optional):
        return None if value is None or value == "none" else read(load, value, type_.of)
    if isinstance(type_, types.List):
        return tuple(read(load, item, type_.of) for item in split_list(value))
    if isinstance(type_, types.Bool):
        return one_of(value, {True: True, False: False, "true": True, "false": False}, bool)
    if isinstance(type_, types.Seat):
        return one_of(value, {key: p for p in load.seats for key in (p, str(p), f"P{p}")}, int)
    if isinstance(type_, types.Enum):
        members = enumerate(load.members[type_.name], 1)
        return one_of(value, {name: at for at, name in members}, int)
    if isinstance(value, str) and len(value) <= DIGITS and value.removeprefix("-").isdecimal():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and is_in_bounds(value):
        return value
    raise Unfit(value)


def split_list(value: object) -> list[object]:
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, str):
        return [part for part in value.strip("[]").replace(",", " ").split() if part]
    raise Unfit(value)


def one_of(value: object, known: dict[Any, Any], kind: type) -> object:
    if isinstance(value, str):
        value = value.strip()
    elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Unfit(value)
    if value not in known:
        raise Unfit(value)
    return known[value]


# ---------------------------------------------------------------- constants and tables


def constant(load: Loading, name: str) -> object:
    """The value of a constant at this table."""
    if name == "players":
        return load.players
    if name not in load.game.constants:
        return load.constants[name]
    declared = load.game.constants[name]
    expr = declared.value if declared.value is not None else declared.by_players.get(load.players)
    if expr is None:
        load.report(problem("R504", declared.span, name=name, players=load.players))
        return 0
    return load.value(expr, f"`{name}`")


def table(load: Loading, name: str) -> Records | Grid:
    """A table with its cells evaluated."""
    if name in load.game.lookups:
        return lookup(load, *name.split("."))
    declared = load.game.tables[name]
    if not declared.columns:
        return grid(load, declared)
    columns = tuple(column.name for column in declared.columns)
    ranges = [load.bounds(c.low, c.high, f"`{c.name}`", declared.span) for c in declared.columns]
    rows = []
    for row in declared.rows:
        cells = tuple(load.value(cell, f"a cell of `{name}`") for cell in row)
        for cell, value, (low, high), column in zip(row, cells, ranges, columns):
            in_range(load, value, low, high, column, cell.span)
        rows.append(cells)
    return Records(columns, tuple(rows), {row[0]: at for at, row in enumerate(rows)})


def board(load: Loading, name: str) -> Board:
    """A board with its cells."""
    declared = load.game.boards[name]
    if declared.shape == "spaces":
        return boards.spaces(name, "spaces", load.game.enums[name].members, list(declared.links))
    said = (declared.width, declared.height)
    sizes = [1 if size is None else load.value(size, f"the size of `{name}`") for size in said]
    if min(sizes) < 1:
        load.report(problem("R508", declared.span, what=f"the size of `{name}`", value=min(sizes)))
    width, height = (max(1, size) for size in sizes)
    limits.check(3 * width * width if declared.shape == "hexagon" else width * height, "members", declared.span)
    return boards.grid(name, declared.shape, width, height)


PAIR = 2  # cost in items of a pair of cells: each is a row of its own


def lookup(load: Loading, name: str, what: str) -> Grid:
    """A board property that rules look up."""
    made, declared = load.boards[name], load.game.boards[name]
    load.spend(PAIR * made.size**2 if what in ("distance", "between", "in_line") else made.size, declared.span)
    return Grid(made.lookup(what))


def grid(load: Loading, declared: ir.TableType) -> Grid:
    cells = {}
    for keys, cell in zip(declared.keys, declared.cells):
        at = tuple(load.value(key, f"an index of `{declared.name}`") for key in keys)
        if cell is not None:
            cells[at] = load.value(cell, f"a cell of `{declared.name}`")
    return Grid(cells)


def in_range(load: Loading, value: object, low: int | None, high: int | None, name: str, where: Span) -> None:
    """Reports a number outside its declared range."""
    if isinstance(value, int) and not isinstance(value, bool) and not is_inside(value, low, high):
        load.report(problem("R509", where, what="value", name=name, value=value, low=low, high=high))
