"""How fast each engine plays: ratios measured side by side in one run.

    python bench/run.py [--games nokosu,hearts] [--rounds 5] [--seconds 0.15]

All engines of a game are timed in turn, round after round, in CPU time of one process; each keeps its best round. Speed
is decisions (questions put to a seat) a second, since a decision is the same thing on every engine. Building and
compiling are not counted, making the random numbers is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from plain_nokosu import Fast, Nokosu

from rulelang import load
from rulelang.native.compile import NoCompiler
from rulelang.native.plan import Unsupported
from rulelang.native.run import Play, generated_c, generated_python, reference

ROOT = Path(__file__).parents[1]
FILES = {path.stem: path for folder in ("games", "examples") for path in sorted((ROOT / folder).glob("*.rules"))}
PLAYERS = 4

Batch = Callable[[int, int], int]
"""Plays so many games from this number on; gives the decisions."""


def plain(first: int, games: int) -> int:
    """Nokosu as a hobbyist writes it."""
    decisions = 0
    for game in range(first, first + games):
        match = Nokosu(PLAYERS, Fast(game), [Fast(game * 8 + seat) for seat in range(1, PLAYERS + 1)])
        match.play()
        decisions += match.decisions
    return decisions


def one_by_one(play: Play) -> Batch:
    return lambda first, games: sum(play(7, game).asked for game in range(first, first + games))


def all_at_once(play: Play) -> Batch:
    """Generated C plays a batch in one call; what it writes down is added up as it comes."""
    width = play.width  # type: ignore[attr-defined]

    def run(first: int, games: int) -> int:
        numbers = play.raw(7, first, games)  # type: ignore[attr-defined]
        assert not any(numbers[::width]), "a game that the reference would have to play"
        return sum(numbers[1::width])

    return run


def engines(name: str) -> dict[str, Batch]:
    program = load(FILES[name], players=min(PLAYERS, max(load(FILES[name]).counts))).program
    found: dict[str, Batch] = {"plain Python": plain} if name == "nokosu" else {}
    found["reference"] = one_by_one(reference(program))
    found["generated Python"] = one_by_one(generated_python(program))
    try:
        found["generated C"] = all_at_once(generated_c(program))
    except (NoCompiler, Unsupported) as problem:
        print(f"{name}: no C: {problem}", file=sys.stderr)
    return found


def timed(batch: Batch, first: int, games: int) -> tuple[float, int]:
    begin = time.process_time()
    decisions = batch(first, games)
    return time.process_time() - begin, decisions


def size_of(batch: Batch, seconds: float) -> int:
    """How many games take about so long."""
    games = 1
    while True:
        taken, _ = timed(batch, 0, games)
        if taken > seconds / 4:
            return max(1, int(games * seconds / taken))
        games *= 4


def measured(name: str, rounds: int, seconds: float) -> dict[str, float]:
    """Decisions a second, the best of some rounds in which the engines take turns."""
    found = engines(name)
    sizes = {engine: size_of(batch, seconds) for engine, batch in found.items()}
    best = dict.fromkeys(found, 0.0)
    for turn in range(rounds):
        for engine, batch in found.items():
            taken, decisions = timed(batch, turn * sizes[engine], sizes[engine])
            best[engine] = max(best[engine], decisions / taken)
    return best


def table(name: str, best: dict[str, float]) -> list[str]:
    base = "plain Python" if "plain Python" in best else "generated Python"
    lines = [f"| {name} | decisions/s | × {base} |", "|---|--:|--:|"]
    lines += [f"| {engine} | {speed:,.0f} | {speed / best[base]:.2f} |" for engine, speed in best.items()]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures every engine on some games, side by side.")
    parser.add_argument("--games", default=",".join(FILES), help="names of games, with commas")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.15, help="of each engine in each round")
    wanted = parser.parse_args()
    for name in wanted.games.split(","):
        if name not in FILES:
            parser.error(f"there is no game {name}; there are {', '.join(FILES)}")
        print("\n".join(table(name, measured(name, wanted.rounds, wanted.seconds))), flush=True)
        print()


if __name__ == "__main__":
    main()
