"""Every game, example, mod and draft, and games that nobody wrote, on every engine: for `tests/sweep.py engines`.

Decisions are played in C with invariants tested, at every table. One in a hundred of them is played by builds that stop
at the first thing that C does not define (of each file at one table, since these are slow to make), one in a thousand
by generated Python and the reference too.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
from helpers import ROOT
from made_games import ENGINES, ended, program_made
from sanitized import at_random, differences, in_order, played, stepped

from rulelang import load
from rulelang.engine.errors import RuleError
from rulelang.native.build import Build
from rulelang.native.host.playout import Outcome, generated_c, reference
from rulelang.native.plan.nodes import Unsupported
from rulelang.program import Program

SEED, BATCH = 7, 20
LEFT = 200  # games that C may leave to the reference, and one in ten of all
MADE = "made"
Engines = dict[str, Callable[[Program], Any]]
DRAFTS = ROOT.parent / "shared" / "drafts"


@attrs.frozen
class Table:
    """A file, or the seed of a made game, for so many players; `watched`: also in builds that stop at faults of C."""

    name: str
    what: Path | int
    players: int
    watched: bool

    def program(self) -> Program:
        if isinstance(self.what, Path):
            return load(self.what, players=self.players).program
        return program_made(self.what)


@attrs.define
class Played:
    """What came of a table: decisions by kind, and what went wrong."""

    games: int = 0
    in_c: int = 0
    sanitized: int = 0
    compared: int = 0
    failures: list[str] = attrs.field(factory=list)


def tables(made: int, folder: Path = DRAFTS) -> Iterator[Table]:
    """Every table; of each file another one is watched, in turn."""
    folders = [ROOT / "games", ROOT / "examples", ROOT / "examples/gallery", ROOT / "examples/mods", folder]
    for at, path in enumerate(path for each in folders for path in sorted(each.glob("*.rules"))):
        counts = load(path).counts
        for number, players in enumerate(counts):
            yield Table(path.stem, path, players, number == at % len(counts))
    for seed in range(made):
        yield Table(MADE, seed, 2 + seed % 2, seed % 4 == 0)


def play_table(table: Table, decisions: int, watched: int, compared: int) -> Played:
    """So many decisions in C, so many watched, so many compared."""
    program, done = table.program(), Played()
    engines = {name: ENGINES[name] for name in ("python", "python steps")}
    with suppress(Unsupported):
        play = generated_c(program, Build(invariants=True))
        engines["c"] = lambda _: play
        play_in_c(program, play, decisions, done, table.name == MADE)
    compare(program, engines, compared, done)
    if table.watched:
        with tempfile.TemporaryDirectory(prefix="rulelang-") as folder:
            watch(program, watched, Path(folder), done)
    done.failures = [f"{table.name} {table.players}, {table.what}: {each}" for each in done.failures]
    return done


def play_in_c(program: Program, play: Any, decisions: int, done: Played, may_break: bool) -> None:
    """Games with invariants, until there are so many decisions or a rule breaks; the reference plays what C leaves."""
    meaning, left = reference(program), 0
    try:
        while done.in_c < decisions and done.games < decisions:
            many = min(BATCH + done.games, 5000)
            rows = play.raw(SEED, done.games, many)
            troubles = [game for game, trouble in enumerate(rows[0 :: play.width]) if trouble]
            for game in troubles:
                meaning(SEED, done.games + game)
            left += len(troubles)
            if left > LEFT and left > (done.games + many) // 10:
                done.failures += [] if may_break else [f"C gives up {left} of {done.games + many} games"]
                return
            done.in_c += sum(rows[1 :: play.width]) - sum(rows[game * play.width + 1] for game in troubles)
            done.games += many
    except RuleError as error:
        done.failures += [] if may_break else [f"{error.code}: {error}"]


def compare(program: Program, engines: Engines, decisions: int, done: Played) -> None:
    """The first games, on these engines; a game that breaks a rule counts as one decision. Generated Python tells all
    it does, the others how games end.
    """
    meaning, wants = reference(program, traced=True), []
    while done.compared < decisions:
        wants.append(ended(meaning, len(wants)))
        done.compared += max(1, wants[-1].asked if isinstance(wants[-1], Outcome) else 1)
    for name, make in engines.items():
        with suppress(Unsupported):
            play = make(program)
            for game, want in enumerate(wants):
                alike = ended(play, game) == want if name == "python" else end(ended(play, game)) == end(want)
                done.failures += [] if alike else [f"game {game}: {name} plays it otherwise"]


def end(found: Any) -> Any:
    """Scores, winners and number of questions; or the error."""
    return (found.scores, found.winners, found.asked) if isinstance(found, Outcome) else found


def watch(program: Program, decisions: int, folder: Path, done: Played) -> None:
    """So many decisions with all that the compiler can test, in both builds; the first games are compared with the
    reference. A game that stops at each question is also played out from one in eight of them.
    """
    long = 1 + done.in_c // max(1, done.games)
    try:
        for play, cost, meaning in (
            (played, long, at_random(program)),
            (stepped, long * (1 + long // 16), in_order(program)),
        ):
            rows = play(program, max(2, decisions // cost), folder)
            done.sanitized += sum(row[0] for row in rows if row is not None)
            done.failures += differences(rows[:2], meaning)
    except Unsupported:
        pass
    except (AssertionError, subprocess.TimeoutExpired) as report:
        done.failures.append(str(report))
