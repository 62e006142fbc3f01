"""Do two files define the same game? `same_game(one, other)` compares what is left of them once everything that is
known before play has been evaluated.

The programs are compared at every number of players: with default options under every set of variants, and without
variants with each option at each of its other values in turn. A program is its pieces, zones, amounts, tables, and what
runs. Spelling and spans do not count; so a constant may differ if nothing that runs depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.ir.calls import reach
from rulelang.ir.types import Type
from rulelang.lower import lower
from rulelang.prove.tables import domain
from rulelang.workspace.problems import Examined

PROGRAM = ("options", "pieces", "zones", "zone_arrays", "vars", "resources", "tables", "faces", "stocks", "procs")
GAME = ("procs", "menus", "scores", "winner", "endings", "invariants", "instances", "zones", "vars")
ASIDE = {"span", "text", "tags", "label", "title", "hashes", "looks"}


def same_game(one: Examined, other: Examined) -> bool:
    """Is there no table at which the two games differ?"""
    if list(one.games) != list(other.games):
        return False
    return all(same_tables(a, b) for a, b in zip(one.games.values(), other.games.values()))


def same_tables(one: ir.Game, other: ir.Game) -> bool:
    if one.players != other.players or list(one.options) != list(other.options):
        return False
    ways = [{}] if one.active else choices(one)
    return all(same_program(one, other, players, options) for options in ways for players in one.players)


def choices(game: ir.Game) -> Iterator[dict[str, Any]]:
    """Every option at its default; then each of their values in turn."""
    yield {}
    program, _ = lower(game, game.players[0], {}, folded=False)
    for option in game.options.values():
        for value in domain(program, option):
            yield {option.name: value}


def same_program(one: ir.Game, other: ir.Game, players: int, options: dict[str, Any]) -> bool:
    (a, wrong), (b, wrong_too) = lower(one, players, options), lower(other, players, options)
    if wrong or wrong_too:
        return [each.code for each in wrong] == [each.code for each in wrong_too]
    return (
        all(alike(getattr(a, part), getattr(b, part)) for part in PROGRAM)
        and all(alike(getattr(a.game, part), getattr(b.game, part)) for part in GAME)
        and alike(called_functions(a.game), called_functions(b.game))
    )


def called_functions(game: ir.Game) -> dict[str, ir.Fn]:
    """The functions that are still called, by whatever runs or by each other."""
    parts = tuple(getattr(game, part) for part in GAME)
    names = {node.fn for node in reach(game, parts) if isinstance(node, ir.Call)}
    return {name: game.fns[name] for name in sorted(names & set(game.fns))}


def alike(a: Any, b: Any) -> bool:
    """Are two values the same except for where and how they are written?"""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(alike(a[key], b[key]) for key in a)
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, Type) or not attrs.has(type(a)):
        return bool(a == b)
    names = [field.name for field in attrs.fields(type(a)) if field.name not in ASIDE]
    return all(alike(getattr(a, name), getattr(b, name)) for name in names)
