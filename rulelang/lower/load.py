"""From a typed game to a program: settings, tables, pieces and zones, then slots, then folding.

Everything that can be known before play is computed here, with the same closures that run the game. A mistake only for
this number of players or these options is a problem with a code; nothing is raised. A program with errors must not be
played.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base import limits
from rulelang.base.limits import Allowance
from rulelang.diagnostics import Diagnostic, problem, unique
from rulelang.lower.board import layout_of, pieces_of, zones_of
from rulelang.lower.fold import fold
from rulelang.lower.loading import Loading, names
from rulelang.lower.settings import Lazy, board, constant, setting, settings, table
from rulelang.program import WORK, Program


def lower(
    game: ir.Game,
    players: int,
    options: dict[str, Any] | None = None,
    folded: bool = True,
    work: Allowance | None = None,
) -> tuple[Program, list[Diagnostic]]:
    """The program of a game for a number of players, with the given options; unfolded, if it is only examined.

    `work` limits what several lowerings together may spend on constants.
    """
    work = work or Allowance(limits.current().constants)
    lazy = (
        Lazy(lambda name: constant(load, name)),
        Lazy(lambda name: table(load, name)),
        Lazy(lambda name: board(load, name)),
    )
    load = Loading(game, players, *lazy, work.left)
    if players not in game.players:
        load.report(problem("R503", setting("players", players), players=players, allowed=names(game.players)))
        return load.draft, load.problems
    chosen = settings(load, options or {})
    constants = {name: load.constants[name] for name in ("players", *game.options, *game.constants)}
    tables = {name: load.tables[name] for name in (*game.tables, *game.lookups)}
    boards = {name: load.boards[name] for name in game.boards}
    members = {name: load.members[name] for name in game.enums}
    draft = attrs.evolve(
        load.draft, options=chosen, constants=constants, tables=tables, boards=boards, members=members
    )
    if load.problems:
        return draft, unique(load.problems)
    load.draft, load.members = draft, members
    program = lay_out_table(load)
    work.left = load.slots[WORK]
    if folded and not load.problems:
        program = attrs.evolve(program, game=fold(program))
    return program, unique(load.problems)


def lay_out_table(load: Loading) -> Program:
    """The program with its pieces and zones laid out."""
    zones = zones_of(load)
    pieces = pieces_of(load, zones)
    vars_, resources, layout = layout_of(load, pieces, zones)
    rolled = {name: load.domain(kind.rolls, kind.span) for name, kind in load.game.pieces.items() if kind.rolls}
    return attrs.evolve(
        load.draft,
        pieces=tuple(pieces),
        zones=tuple(zones.list),
        zone_arrays=zones.arrays,
        vars=vars_,
        resources=resources,
        faces={name: (faces[0], faces[-1]) for name, faces in rolled.items()},
        stocks=zones.stocks,
        insides=zones.insides,
        columns=columns(load.game),
        layout=layout,
        procs=tuple(load.game.procs),
    )


def columns(game: ir.Game) -> dict[str, tuple[str, ...]]:
    """The names of the fields of each kind, the rolled one last."""
    found = {}
    for name, kind in game.pieces.items():
        rolled = (kind.rolls.name,) if kind.rolls else ()
        found[name] = (*(field.name for field in kind.fields), *rolled)
    for name, group in game.groups.items():
        found[name] = tuple(field.name for field in group.fields)
    return found
