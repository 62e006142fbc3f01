"""Fresh processes: how long a command takes from nothing, and how much memory many games take.

python bench/fresh.py python|c|sim GAMES     plays so many games of Nokosu, and prints the peak of its memory in KiB
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from rulelang.native.host.cc import NoCompiler, compiler

ROOT = Path(__file__).parents[1]
RULELANG = str(Path(sys.executable).with_name("rulelang"))
PLAY = [sys.executable, str(Path(__file__))]
CHECK = [RULELANG, "check", "games/nokosu.rules"]
BATCH = 1000

COMMANDS = {
    "`python -c pass`": [sys.executable, "-c", "pass"],
    "`rulelang --help`": [RULELANG, "--help"],
    "`rulelang check games/nokosu.rules`": CHECK,
    "`rulelang check examples/hearts.rules`": [RULELANG, "check", "examples/hearts.rules"],
    "`rulelang run nokosu`, a whole game of bots": [RULELANG, "run", "nokosu", "--seed", "7", "--players", "4"],
    "load Nokosu, generate Python, play a game": [*PLAY, "python", "1"],
}
NATIVE = {
    "load Nokosu, generate C, compile, play a game": [*PLAY, "c", "1"],
    "load Nokosu, find its C in the cache, play a game": [*PLAY, "c", "1"],
}
PLAY_MANY = [RULELANG, "sim", "games/nokosu.rules", "-n"]
SIM = {
    "`rulelang sim games/nokosu.rules -n 1`, compiled": [*PLAY_MANY, "1"],
    "`rulelang sim games/nokosu.rules -n 1`, found in the cache": [*PLAY_MANY, "1"],
    "`rulelang sim games/nokosu.rules -n 1000`, found in the cache": [*PLAY_MANY, "1000"],
}


# ---------------------------------------------------------------- from outside


def cold_starts(times: int) -> dict[str, tuple[float, float]]:
    """Seconds of CPU and of the clock for each command, the least of several times. Commands take turns.

    The first round is not counted: it writes the bytecode that an installed rulelang has from the beginning.
    """
    commands = {**COMMANDS, **(NATIVE if there_is_c() else {}), **(SIM if there_is("sim") else {})}
    least = dict.fromkeys(commands, (float("inf"), float("inf")))
    with tempfile.TemporaryDirectory() as bytecode:
        own = {"PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        for count in range(times + 1):
            with tempfile.TemporaryDirectory() as cache:  # the first command that wants C has to compile it
                own["XDG_CACHE_HOME"] = cache
                seconds_of(CHECK, own)  # keeps the tables of the parser, which a wheel brings along
                for label, command in commands.items():
                    found = seconds_of(command, own)
                    if count:
                        least[label] = (min(least[label][0], found[0]), min(least[label][1], found[1]))
    return least


def there_is(verb: str) -> bool:
    return subprocess.run([RULELANG, verb, "--help"], capture_output=True, check=False).returncode == 0


def there_is_c() -> bool:
    try:
        return bool(compiler())
    except NoCompiler as problem:
        print(f"Without C: {problem}", file=sys.stderr)
        return False


def seconds_of(command: list[str], more: Mapping[str, str]) -> tuple[float, float]:
    """CPU and clock of a command; what it starts itself, such as a compiler, is counted."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=ROOT, env={**os.environ, **more}, stdout=subprocess.DEVNULL, check=True)
    clock, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def peak_after(engine: str, games: int) -> int:
    """The peak in KiB of a process that plays so many games of Nokosu."""
    command = [*PLAY, engine, str(games)]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()[-1])


# ---------------------------------------------------------------- the process itself


def peak() -> int:
    """The peak of this process in KiB. Linux counts a parent's peak into `ru_maxrss`, so its own account goes first."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def main() -> None:
    engine, games = sys.argv[1], int(sys.argv[2])
    if engine == "sim":
        from rulelang.cli import main as command

        command(["sim", "games/nokosu.rules", "-n", str(games), "--players", "4"])
    else:
        play_in_batches(engine, games)
    print(peak())


def play_in_batches(engine: str, games: int) -> None:
    """What a batch gives is let go before the next."""
    from rulelang import load
    from rulelang.native.host.playout import generated_c, generated_python

    program = load(ROOT / "games/nokosu.rules", players=4).program
    play = generated_c(program) if engine == "c" else generated_python(program)
    for first in range(0, games, BATCH):
        number = min(BATCH, games - first)
        if engine == "c":
            play.raw(7, first, number)  # type: ignore[attr-defined]
        else:
            for game in range(first, first + number):
                play(7, game)


if __name__ == "__main__":
    main()
