"""What a rulebook is made from: the linked and typed game, and a table for every number of players."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.ir.walk import walk
from rulelang.link import Linked, link
from rulelang.link.linker import Reader
from rulelang.lower import lower
from rulelang.lower.fold import Folder
from rulelang.play.errors import LoadError, problems_text
from rulelang.play.settings import check_options, check_players, check_variants, refusal_of
from rulelang.play.sources import find_mods, find_source
from rulelang.program import Program
from rulelang.rulebook.english import words
from rulelang.syntax import nodes, parse


@attrs.frozen(eq=False)
class Rules:
    """A game for the book: its text, its types, and one program for each number of players."""

    linked: Linked
    game: ir.Game
    programs: dict[int, Program]
    source: Source
    mods: tuple[Source, ...]
    options: Mapping[str, object]
    reader: Reader
    """A reader with a cache, since the game is linked again for each variant."""

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.programs)

    @property
    def program(self) -> Program:
        return next(iter(self.programs.values()))

    def mechanism(self, instance: ir.Instance) -> nodes.Mechanism | None:
        for each in self.linked.declared(nodes.Mechanism):
            if str(each.name) == instance.mechanism and str(each.family.name) == instance.family:
                return each
        return None

    def unions(self) -> dict[tuple[str, ...], str]:
        """The game's names for unions of kinds of pieces."""
        found = {}
        for each in self.linked.declared(nodes.TypeAlias):
            if isinstance(each.type, nodes.Union):
                parts = sorted(str(part.name) for part in each.type.parts if isinstance(part, nodes.TypeName))
                found[tuple(parts)] = str(each.name)
        return found


def gather(
    name: str,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    mods: Iterable[str] = (),
) -> Rules:
    """The rules of a file or bundled game; raises `LoadError` as `load` does."""
    source = find_source(name)
    return read(source, find_mods(mods, source), players, variants, dict(options or {}))


def read(
    source: Source,
    mods: Sequence[Source],
    players: int | None,
    variants: Sequence[str],
    options: Mapping[str, object],
    reader: Reader | None = None,
) -> Rules:
    reader = reader or functools.cache(parse)
    linked, problems = link(source, variants, mods, reader)
    stop(problems)
    assert linked is not None
    check_variants(linked, variants)
    game, problems = check(linked)
    stop(problems)
    assert game is not None
    check_options(game, options)
    counts = game.players if players is None else (check_players(game, players),)
    told = name_long_formulas(game)
    return Rules(linked, told, programs(told, counts, options), source, tuple(mods), options, reader)


FORMULA = 1000  # the largest formula, counted with the functions in it, that is written out at each use


def name_long_formulas(game: ir.Game) -> ir.Game:
    """The game with a text, its name, for each function whose formula would fill a page."""
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            parts = list(walk(game.fns[name].body))
            called = [part.fn for part in parts if isinstance(part, ir.Call) and part.fn in game.fns]
            whole = 1 if game.fns[name].text else len(parts) + sum(map(size, called))
            sizes[name] = min(whole, FORMULA)
        return 1 if sizes[name] == FORMULA else sizes[name]

    named = {name: attrs.evolve(fn, text=words(name)) for name, fn in game.fns.items() if size(name) < sizes[name]}
    return attrs.evolve(game, fns={**game.fns, **named}) if named else game


def programs(game: ir.Game, counts: Sequence[int], options: Mapping[str, object]) -> dict[int, Program]:
    """The game for every number of players that its options allow."""
    found, wrong = {}, []
    for count in counts:
        program, problems = lower(game, count, dict(options), folded=False)
        errors = [each for each in problems if each.severity == "error"]
        wrong += errors
        if not errors:
            found[count] = program
    if not found:
        raise LoadError(refusal_of(wrong) or problems_text(wrong), wrong)
    return found


def stop(problems: Iterable[Any]) -> None:
    errors = [each for each in problems if each.severity == "error"]
    if errors:
        raise LoadError(problems_text(errors), errors)


class Known:
    """What can be computed before play, for every number of players."""

    def __init__(self, rules: Rules) -> None:
        self.folders = {count: Folder(program) for count, program in rules.programs.items()}

    def values(self, expr: ir.Expr) -> dict[int, Any] | None:
        """The value for each number of players, unless it depends on the state of play."""
        found = {}
        for count, folder in self.folders.items():
            made = expr if isinstance(expr, ir.Lit) else folder.evaluate(expr) if folder.is_closed(expr) else None
            if made is None:
                return None
            found[count] = made.value
        return found

    def value(self, expr: ir.Expr) -> tuple[Any] | None:
        """The value, if it is the same for all numbers of players; in a tuple, since it may be none."""
        found = self.values(expr)
        if found is None or len({repr(each) for each in found.values()}) != 1:
            return None
        return (next(iter(found.values())),)

    def condition(self, expr: ir.Expr) -> ir.Expr:
        """A condition without the parts that are already decided."""
        known = self.value(expr)
        if known is not None:
            return ir.Lit(expr.type, expr.span, known[0])
        if isinstance(expr, ir.Op) and expr.op in ("and", "or"):
            deciding = expr.op == "or"
            parts = [self.condition(each) for each in expr.arguments]
            for at, part in enumerate(parts):
                if isinstance(part, ir.Lit):
                    return part if bool(part.value) == deciding else parts[1 - at]
            return attrs.evolve(expr, arguments=tuple(parts))
        return expr
