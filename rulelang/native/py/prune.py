"""Prunes a generated Python module: functions that nothing calls, positions that nothing asks for.

Variables of the table that only one function uses become local to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from rulelang.native.py.parts import PLACE, Laid, Part

BEGIN, ROOT = "begin", "play"
ONCE = "run_play"  # runs once in a game


def prune(parts: list[Part], starts: Mapping[str, str]) -> list[str]:
    """The lines of a table, without those that make no difference. `starts`: by variable, the line of BEGIN that gives
    it a known value.
    """
    used = reachable_functions(parts)
    kept = [part for part in parts if not part.name or part.name in used]
    if PLACE not in names(kept):
        kept = [attrs.evolve(part, body=tuple(x for x in part.body if not isinstance(x, Laid))) for part in kept]
    return [line for part in with_own_variables(kept, starts) for line in part.lines]


def names(parts: Iterable[Part]) -> set[str]:
    return {name for part in parts for name in part.uses}


def reachable_functions(parts: list[Part]) -> set[str]:
    """The functions that may be called when a game is played."""
    functions = {part.name: part for part in parts if part.name}
    used, more = set[str](), {ROOT} | names(part for part in parts if not part.name)
    while more := (more & functions.keys()) - used:
        used |= more
        more = names(functions[name] for name in more)
    return used


def with_own_variables(parts: list[Part], starts: Mapping[str, str]) -> list[Part]:
    """Gives the main function the variables that nobody else uses, with what they begin with."""
    functions = {part.name: part for part in parts}
    if ONCE not in functions:
        return parts
    begin, main = functions[BEGIN], functions[ONCE]
    others = names(part for part in parts if part.name not in ("", BEGIN, ONCE))
    own = (main.outer & starts.keys()) - others
    first = [starts[name] for name in sorted(own)]
    changed = {
        BEGIN: attrs.evolve(begin, outer=begin.outer - own, body=tuple(x for x in begin.body if x not in first)),
        ONCE: attrs.evolve(main, outer=main.outer - own, body=(*first, *main.body)),
    }
    return [changed.get(part.name, part) for part in parts]
