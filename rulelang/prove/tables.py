"""The tables a game can be played at: players, variants, options.

`Rules` holds a file, checked once for each set of variants, and loads a game for any table. `pool` lists tables worth
playing at, simple ones first: a search draws from it and shrinks towards its beginning.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, TypeVar

import attrs

from rulelang import ir
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source, source_name
from rulelang.check import check
from rulelang.diagnostics import Diagnostic
from rulelang.engine.closures import Closures
from rulelang.engine.data import to_json
from rulelang.engine.errors import RuleError
from rulelang.ir import types as t
from rulelang.link import Linked, link
from rulelang.lower import lower
from rulelang.play.answers import Answers
from rulelang.play.errors import LoadError, problems_text
from rulelang.play.match import Game
from rulelang.program import Program
from rulelang.syntax import parse
from rulelang.workspace.problems import conflicting_variants, settings

Made = TypeVar("Made")
POOL = 32  # tables a search plays at
FEW = 12  # a range of so many numbers is tried whole
MANY = 2000  # lists that an option is tried with


@attrs.frozen
class Table:
    """Who plays, with what. Options are as `load` takes them; those not named have their default."""

    players: int
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def without(self, option: str) -> Table:
        return attrs.evolve(self, options=tuple(each for each in self.options if each[0] != option))

    def with_option(self, option: str, value: Any) -> Table:
        return attrs.evolve(self, options=(*self.without(option).options, (option, value)))


def stop_at_errors(made: Made | None, problems: Sequence[Diagnostic]) -> Made:
    errors = [each for each in problems if each.severity == "error"]
    if made is None or errors:
        raise LoadError(problems_text(errors), errors)
    return made


@attrs.define(eq=False)
class Rules:
    """A rules file and the games loaded from it; everything is computed once."""

    source: Source
    mods: tuple[Source, ...] = ()
    reader: Any = attrs.Factory(lambda: functools.cache(parse))
    links: dict[tuple[str, ...], Linked] = attrs.Factory(dict)
    checked: dict[tuple[str, ...], ir.Game] = attrs.Factory(dict)
    games: dict[Table, Game | None] = attrs.Factory(dict)

    def linked(self, variants: tuple[str, ...] = ()) -> Linked:
        if variants not in self.links:
            self.links[variants] = stop_at_errors(*link(self.source, variants, self.mods, self.reader))
        return self.links[variants]

    def typed(self, variants: tuple[str, ...] = ()) -> ir.Game:
        """The typed game; raises LoadError where the rules do not hold."""
        if variants not in self.checked:
            self.checked[variants] = stop_at_errors(*check(self.linked(variants)))
        return self.checked[variants]

    def game(self, table: Table) -> Game | None:
        """The game at a table; None where the rules do not allow it."""
        if table not in self.games:
            self.games[table] = self.lower_table(table)
        return self.games[table]

    def lower_table(self, table: Table) -> Game | None:
        try:
            typed = self.typed(table.variants)
        except LoadError:
            return None
        if table.players not in typed.players or any(name not in typed.options for name, _ in table.options):
            return None
        program, problems = lower(typed, table.players, dict(table.options))
        if any(each.severity == "error" for each in problems):
            return None
        mods = tuple(source_name(each.name) for each in self.mods)
        return Game(program, source_name(self.source.name), mods, Answers.of(program))


# ---------------------------------------------------------------- which tables


def pool(rules: Rules, size: int = POOL) -> list[Table]:
    """Tables to play at: every number of players, every set of variants, every value of an option; then any of them."""
    found: dict[Table, None] = {}
    for table in tables(rules):
        found[table] = None
        if len(found) == size:
            break  # to look for more would load the game at each of them
    return list(found)


def tables(rules: Rules) -> Iterator[Table]:
    for players in rules.typed().players:
        yield Table(players)
    dice = Dice(stream(1))
    sets = variant_sets(rules)
    for variants in sets[1:]:
        yield Table(one_of(rules.typed(variants).players, dice), variants)
    yield from (table for table in with_options(rules) if rules.game(table) is not None)
    for _ in range(4 * POOL):
        table = one_table(rules, sets, dice)
        if rules.game(table) is not None:
            yield table


def with_options(rules: Rules) -> Iterator[Table]:
    """Tables at which every option takes each of its values in turn, all options at once."""
    typed = rules.typed()
    plain = rules.game(Table(typed.players[0]))
    if plain is None or not typed.options:
        return
    known = {name: telling(domain(plain.program, option)) for name, option in typed.options.items()}
    for number in range(min(FEW, max(map(len, known.values())))):
        chosen = tuple((name, some[number % len(some)]) for name, some in known.items() if some)
        yield Table(typed.players[number % len(typed.players)], (), chosen)


def telling(known: list[Any]) -> list[Any]:
    """Of lists as few as name every member; of anything else all, the last first, since the default is often first."""
    if not known or not isinstance(known[0], tuple):
        return known[::-1]
    found: list[Any] = []
    missing = {member for each in known for member in each}
    while missing:
        found.append(max(known, key=lambda each: len(missing.intersection(each))))
        missing -= set(found[-1])
    return found


def variant_sets(rules: Rules) -> list[tuple[str, ...]]:
    """No variant, each alone, those that tests ask for together, and pairs; without those that do not hold."""
    linked = rules.linked()
    pairs = list(combinations(linked.variants, 2))
    sets = dict.fromkeys([(), *settings(linked), *pairs[:FEW]])
    return [each for each in sets if not conflicting_variants(linked, each) and is_sound(rules, each)]


def is_sound(rules: Rules, variants: tuple[str, ...]) -> bool:
    try:
        rules.typed(variants)
    except LoadError:
        return False
    return True


def one_table(rules: Rules, sets: Sequence[tuple[str, ...]], dice: Dice) -> Table:
    """A table with one to three options that are not their default."""
    variants = one_of(sets, dice) if dice.below(3) == 0 else ()
    typed = rules.typed(variants)
    table = Table(one_of(typed.players, dice), variants)
    plain = rules.game(table)
    if plain is None or not typed.options:
        return table
    for _ in range(1 + dice.below(3)):
        name = one_of(list(typed.options), dice)
        values = domain(plain.program, typed.options[name])
        table = table.with_option(name, one_of(values, dice)) if values else table
    return table


def one_of(items: Sequence[Any], dice: Dice) -> Any:
    return items[dice.below(len(items))]


# ---------------------------------------------------------------- options


def domain(program: Program, option: ir.Option) -> list[Any]:
    """Values an option may be given, as `load` takes them; of a long range its ends and what is near the default."""
    default = to_json(program, program.options[option.name], option.type, str)
    found = dict.fromkeys(values(program, option, option.type, default))
    return [each for each in found if holds(program, option, each)]


def holds(program: Program, option: ir.Option, value: Any) -> bool:
    """Does a value fulfil the condition of its option?"""
    if option.condition is None:
        return True
    trial = attrs.evolve(program, constants={**program.constants, option.name: raw(program, option.type, value)})
    try:
        return bool(Closures(trial).of(option.condition)(program.blank()))
    except RuleError:
        return False


def raw(program: Program, type_: t.Type, value: Any) -> Any:
    """A value as the engine computes with it."""
    if isinstance(type_, t.Optional):
        return None if value is None else raw(program, type_.of, value)
    if isinstance(type_, t.List):
        return tuple(raw(program, type_.of, each) for each in value)
    return program.members[type_.name].index(value) + 1 if isinstance(type_, t.Enum) else value


def values(program: Program, option: ir.Option, type_: t.Type, default: Any) -> list[Any]:
    if isinstance(type_, t.Optional):
        return [None, *values(program, option, type_.of, default)]
    if isinstance(type_, t.Bool):
        return [False, True]
    if isinstance(type_, t.Seat):
        return list(program.seats)
    if isinstance(type_, t.Enum):
        return list(program.members[type_.name])
    if isinstance(type_, t.List):
        size = len(default or ())
        return list(islice(combinations(values(program, option, type_.of, None), size), MANY))
    return numbers(program, option, type_, default) if isinstance(type_, t.Int) else []


def numbers(program: Program, option: ir.Option, type_: t.Int, default: Any) -> list[int]:
    """The numbers of a range."""
    low, high = (
        range_end(program, expr, known) for expr, known in ((option.low, type_.low), (option.high, type_.high))
    )
    if low is None or high is None:
        return [default] if isinstance(default, int) else []
    if high - low <= FEW:
        return list(range(low, high + 1))
    near = [default - 1, default, default + 1] if isinstance(default, int) else []
    return [each for each in (low, low + 1, *near, (low + high) // 2, high - 1, high) if low <= each <= high]


def range_end(program: Program, expr: ir.Expr | None, known: int | None) -> int | None:
    """An end of a range, worked out for this table."""
    return known if expr is None else int(Closures(program).of(expr)(program.blank()))
