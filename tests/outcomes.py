"""What every game comes to, as hashes: so that a change of an engine can be seen to change no game.

A digest is that of one game of one seed: its scores, winners, choices, draws, and the words of chance it took. They are
the same on every engine and every machine. `tests/data/outcomes.json` has them for some seeds of every setting; how to
record and check many more: `python tests/sweep.py outcomes --help`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from helpers import ALL, ROOT, Setup, counts, variants

from rulelang.native.build import Build
from rulelang.native.host.playout import Outcome, Play, generated_c, generated_python, reference
from rulelang.program import Program

FILE = ROOT / "tests/data/outcomes.json"
SEEDS = 20  # of each setting in the file

ENGINES: dict[str, Callable[[Program], Play]] = {
    "reference": lambda program: reference(program, traced=True),
    "python": lambda program: generated_python(program, Build(traced=True)),
    "c": lambda program: generated_c(program, Build(traced=True)),
}


def settings(names: Iterable[str] = ALL) -> list[Setup]:
    """Each game and example with each number of players: plain, and with each variant."""
    return [
        Setup(name, players, some)
        for name in names
        for players in counts(name)
        for some in variants(name)
        if len(some) < 2
    ]


def digests(setup: Setup, engine: str, seeds: Iterable[int]) -> list[str]:
    """The digests of some seeds of a setting, played by an engine."""
    play = ENGINES[engine](setup.game.program)
    return [of_seed(play, seed) for seed in seeds]


def of_seed(play: Play, seed: int) -> str:
    """The digest of a game; a game that generated code hands to the reference has none."""
    before = getattr(play, "bails", 0)
    found = digest(play(seed, 0))
    return found if getattr(play, "bails", 0) == before else "given up"


def digest(outcome: Outcome) -> str:
    """All of an outcome in eight letters. Engines may write a truth as a number."""
    parts = outcome.scores, outcome.winners, outcome.asked, outcome.counters, outcome.choices, outcome.draws
    return hashlib.sha256(json.dumps(as_numbers(parts)).encode()).hexdigest()[:8]


def as_numbers(value: Any) -> Any:
    return [as_numbers(each) for each in value] if isinstance(value, tuple | list) else value and int(value)


def read(path: Path = FILE) -> dict[str, list[str]]:
    """The digests in a file, by setting and in the order of seeds."""
    return {name: words.split() for name, words in json.loads(path.read_text(encoding="utf-8")).items()}


def write(path: Path, found: dict[str, list[str]]) -> None:
    lines = {name: " ".join(words) for name, words in sorted(found.items())}
    path.write_text(json.dumps(lines, indent=0) + "\n", encoding="utf-8")
