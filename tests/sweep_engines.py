"""Every game, example, mod and draft, and games that nobody wrote, on every engine: for `tests/sweep.py engines`.

Most decisions are played in C with invariants tested. The first games of each table are compared with generated Python
and the reference, and some are played by a build that stops at the first thing that C does not define.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs
from helpers import ROOT
from made_games import ENGINES, ended, made_game
from sanitized import at_random, differences, in_order, played, stepped

from rulelang import load
from rulelang.base.source import Source
from rulelang.engine.errors import RuleError
from rulelang.native.build import Build
from rulelang.native.host.playout import Outcome, generated_c, reference
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.game import assemble
from rulelang.program import Program

SEED, BATCH = 11, 20
COMPARED, SANITIZED = 3, 6  # games of each table
DRAFTS = ROOT.parent / "shared" / "drafts"


@attrs.frozen
class Played:
    """What came of a table: games, decisions, and what went wrong."""

    games: int
    decisions: int
    failures: list[str]


def tables(made: int, folder: Path = DRAFTS) -> Iterator[tuple[str, object, int]]:
    """Name, file or seed, and number of players of every table."""
    folders = [ROOT / "games", ROOT / "examples", ROOT / "examples/gallery", ROOT / "examples/mods", folder]
    for path in [path for each in folders for path in sorted(each.glob("*.rules"))]:
        for players in load(path).counts:
            yield f"{path.stem} {players}", path, players
    for seed in range(made):
        yield "made", seed, 2 + seed % 2


def play_table(name: str, what: object, players: int, decisions: int) -> Played:
    """So many decisions in C, then the comparisons."""
    program = program_of(what, players)
    games, size, failures = in_c(program, decisions)
    failures += compared(program)
    with tempfile.TemporaryDirectory(prefix="rulelang-") as folder:
        failures += sanitized(program, Path(folder))
    return Played(games, size, [f"{name}, {what}: {each}" for each in failures])


def program_of(what: object, players: int) -> Program:
    if isinstance(what, Path):
        return load(what, players=players).program
    return assemble(Source("made.rules", made_game(int(str(what)))), players, (), {}, ()).program


def in_c(program: Program, decisions: int) -> tuple[int, int, list[str]]:
    """Games with invariants, until there are so many decisions or a rule breaks."""
    games = size = 0
    try:
        play = generated_c(program, Build(invariants=True))
        while size < decisions and games < decisions:
            size += sum(each.asked for each in play.many(SEED, games, BATCH))  # type: ignore[attr-defined]
            games += BATCH
    except Unsupported:
        return 0, 0, []  # what C cannot take is compared all the same
    except RuleError as error:
        return games, size, [] if program.game.title == "Made by lot" else [f"{error.code}: {error}"]
    return games, size, []


def compared(program: Program) -> list[str]:
    """The first games, on every engine that takes the rules."""
    meaning, found = reference(program, traced=True), []
    wants = [ended(meaning, game) for game in range(COMPARED)]
    for name, make in ENGINES.items():
        try:
            play = make(program)
        except Unsupported:
            continue
        for game, want in enumerate(wants):
            if name.endswith("steps") and isinstance(want, Outcome):
                want = want.scores, want.winners, want.asked
            if ended(play, game) != want:
                found.append(f"game {game}: {name} plays it otherwise")
    return found


def sanitized(program: Program, folder: Path) -> list[str]:
    """Some games with all that the compiler can test, both builds."""
    try:
        found = differences(played(program, SANITIZED, folder)[:1], at_random(program))
        return found + differences(stepped(program, SANITIZED // 2, folder)[:1], in_order(program))
    except Unsupported:
        return []
    except AssertionError as report:
        return [str(report)]
