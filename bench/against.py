"""This working copy against a commit: `make bench ARGS="--against COMMIT"`.

The commit is checked out in a folder of its own. Both play the same games in fresh processes that take turns, and each
keeps its best; a ratio above 1 says that the working copy is faster. On a busy machine a ratio says little: with
`--callgrind`, valgrind counts the instructions of generated C, which nothing else on the machine can change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

import attrs

ROOT = Path(__file__).parents[1]
SPEED, PLAYS = (Path(__file__).with_name(name) for name in ("speed.py", "plays.c"))
MEAN, LEAST = 0.97, 0.95  # what a change may cost: on the average of an engine, and in any game
COUNTED = {"hearts": 40, "nuts": 40}  # games that valgrind watches, where it is not 100


@attrs.frozen
class Tree:
    """A version of rulelang on disk, with a cache of its own."""

    root: Path
    cache: Path

    def command(self, name: str, engine: str, *more: object) -> list[str]:
        path = next(each for folder in ("games", "examples") if (each := self.root / folder / f"{name}.rules").exists())
        return [sys.executable, str(SPEED), engine, str(path), *map(str, more)]

    def run(self, command: list[str]) -> str:
        own = {"PYTHONPATH": str(self.root), "XDG_CACHE_HOME": str(self.cache), "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Left(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it failed")
        return done.stdout

    def speed(self, name: str, engine: str, seconds: float) -> tuple[float, str]:
        """Decisions a second, and the hash of how the first games ended."""
        speed, ended = self.run(self.command(name, engine, seconds)).split()
        return float(speed), ended

    def instructions(self, name: str, counter: Path) -> int:
        """How many instructions generated C takes for some games, played by a program that does nothing else."""
        own = attrs.evolve(self, cache=self.cache / name)
        own.run(own.command(name, "c", 0, 1))
        (library,) = own.cache.rglob("*.so")
        out = own.cache / "counted"
        watch = ["valgrind", "--tool=callgrind", "--toggle-collect=rulelang_play", f"--callgrind-out-file={out}"]
        self.run([*watch, str(counter), str(library), str(COUNTED.get(name, 100))])
        return int(re.findall(r"(?m)^(?:summary|totals): (\d+)", out.read_text())[-1])


class Left(Exception):
    """Something that cannot be measured; the text says why."""


@attrs.frozen
class Compared:
    """A game on an engine: decisions a second before and now, and whether it is the same game."""

    engine: str
    name: str
    before: float
    now: float
    same: bool

    @property
    def ratio(self) -> float:
        return self.now / self.before


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The tree of a commit, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="rulelang-against-") as folder:
        tree = Path(folder) / "tree"
        git("worktree", "add", "--detach", "--quiet", str(tree), commit)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def git(*arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: {done.stderr.strip()}")


def against(commit: str, games: list[str], engines: list[str], rounds: int, seconds: float, callgrind: bool) -> bool:
    """Measures, prints, and says whether the change is quick enough and plays the same games."""
    with checked_out(commit) as root, tempfile.TemporaryDirectory() as caches:
        before, now = Tree(root, Path(caches) / "before"), Tree(ROOT, Path(caches) / "now")
        print("| engine | game | decisions/s before | now | ratio |\n|---|---|--:|--:|--:|", flush=True)
        found = [each for engine in engines for each in measured(before, now, engine, games, rounds, seconds)]
        print("\n".join(summary(found)), flush=True)
        good = all(verdict(found, engine) for engine in {each.engine for each in found})
        if callgrind:
            return counted(before, now, games) and all(each.same for each in found)
        return good


def measured(before: Tree, now: Tree, engine: str, games: list[str], rounds: int, seconds: float) -> Iterator[Compared]:
    for name in games:
        try:
            one, two = compare(before, now, name, engine, rounds, seconds)
        except Left as problem:
            print(f"| {engine} | {name} | left out: {problem} | | |", flush=True)
            continue
        each = Compared(engine, name, one[0], two[0], one[1] == two[1])
        note = "" if each.same else " **another game**"
        print(f"| {engine} | {name} | {each.before:,.0f} | {each.now:,.0f} | {each.ratio:.3f}{note} |", flush=True)
        yield each


def compare(
    before: Tree, now: Tree, name: str, engine: str, rounds: int, seconds: float
) -> tuple[tuple[float, str], tuple[float, str]]:
    """The best of each. Who goes first changes from round to round."""
    best = {before: (0.0, ""), now: (0.0, "")}
    for turn in range(rounds):
        for tree in (before, now) if turn % 2 else (now, before):
            best[tree] = max(best[tree], tree.speed(name, engine, seconds))
    return best[before], best[now]


def summary(found: list[Compared]) -> Iterator[str]:
    """The mean and the least ratio of each engine."""
    yield "\n| engine | mean | least | wanted |\n|---|--:|--:|---|"
    for engine in dict.fromkeys(each.engine for each in found):
        least = min((each for each in found if each.engine == engine), key=lambda each: each.ratio)
        says = "yes" if verdict(found, engine) else "**no**"
        average = mean(each.ratio for each in found if each.engine == engine)
        yield f"| {engine} | {average:.3f} | {least.ratio:.3f} ({least.name}) | ≥ {MEAN}, ≥ {LEAST}: {says} |"


def verdict(found: list[Compared], engine: str) -> bool:
    mine = [each for each in found if each.engine == engine]
    ratios = [each.ratio for each in mine]
    return mean(ratios) >= MEAN and min(ratios) >= LEAST and all(each.same for each in mine)


def counted(before: Tree, now: Tree, games: list[str]) -> bool:
    """Instructions of generated C; a ratio above 1 says that it takes fewer now."""
    print("\n| game, instructions of C | before | now | ratio |\n|---|--:|--:|--:|", flush=True)
    ratios, counter = [], now.cache / "plays"
    counter.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-O1", "-o", str(counter), str(PLAYS), "-ldl"], check=True)
    for name in games:
        one, two = before.instructions(name, counter), now.instructions(name, counter)
        ratios.append(one / two)
        print(f"| {name} | {one:,} | {two:,} | {ratios[-1]:.3f} |", flush=True)
    print(f"| mean, least | | | {mean(ratios):.3f}, {min(ratios):.3f} |")
    return mean(ratios) >= MEAN and min(ratios) >= LEAST
