"""Generated C with every test that the compiler can build in: memory that is not there, numbers that do not fit.

A small `main` is put behind the text of a game, since a library with such tests cannot be loaded into Python. Its first
report ends the program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rulelang.base.rng import fold
from rulelang.engine.ending import all_scores
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.native.build import Build
from rulelang.native.c.module import c_text
from rulelang.native.c.table import step_text
from rulelang.native.host.cc import build_sanitized
from rulelang.native.host.playout import prepare_plan, reference
from rulelang.program import Program

SEED = 7
Rows = list[tuple[int, ...] | None]
"""How games end: questions, winners as a mask, then scores seat by seat; None where C leaves it to the reference."""

PLAYING = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    I games = atoll(argv[2]), width = rulelang_width(), *out = calloc(games * width, sizeof(I));
    rulelang_play(strtoull(argv[1], 0, 10), 0, games, out);
    for (I g = 0; g < games; g++, puts(""))
        for (I k = 0; k < width; k++) printf("%lld ", (long long)out[g * width + k]);
    free(out);
}
"""
STEPPING = """
#include <stdio.h>
static I stepped(struct rulelang_table *t, I code, uint64_t seed, I game, I most) {
    for (I at = 0; code > 0 && at < most; at++) {
        I many = code >> SEAT_BITS;
        if (at % 8 == 3) {
            struct rulelang_table *other = malloc(sizeof *other);
            memcpy(other, t, sizeof *t);
            rulelang_table_play_out(other, seed, game);
            free(other);
        }
        code = rulelang_table_choose(t, (int)((game * 5 + at * 7 + at * at * 3) % many));
    }
    return code;
}
int main(int argc, char **argv) {
    I games = atoll(argv[2]), width = rulelang_table_width();
    uint64_t seed = strtoull(argv[1], 0, 10);
    for (I g = 0; g < games; g++, puts("")) {
        struct rulelang_table *t = malloc(sizeof *t);
        I code = stepped(t, rulelang_table_start(t, seed, g), seed, g, 5000);
        printf("%d ", code != 0);
        for (I k = 1; k < width; k++) printf("%lld ", (long long)(code ? 0 : t->state.row[k]));
        free(t);
    }
    for (int k = 0; k < SPARE; k++) free(spare[k]);
}
"""


def played(program: Program, games: int, folder: Path, build: Build = Build()) -> Rows:  # noqa: B008  frozen
    """Games played to their end by seats that choose at random."""
    return run(program, c_text(prepare_plan(program, build), build) + PLAYING, games, folder)


def stepped(program: Program, games: int, folder: Path) -> Rows:
    """Games that stop at each question; tables are copied and played out on the way."""
    return run(program, step_text(prepare_plan(program, Build(step=True))) + STEPPING, games, folder)


def run(program: Program, text: str, games: int, folder: Path) -> Rows:
    made = build_sanitized(text, folder / "game")
    words = [str(made), str(fold(SEED)), str(games)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[:2000]
    rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return [None if row[0] else (*row[1:3], *row[4 + program.players :]) for row in rows]


def differences(rows: Rows, meaning: Callable[[int], tuple[int, ...] | str]) -> list[str]:
    """Where C has played to the end what the reference plays otherwise."""
    wants = [(game, row, meaning(game)) for game, row in enumerate(rows) if row is not None]
    return [f"game {game}: C has {row}, the reference {want}" for game, row, want in wants if row != want]


def at_random(program: Program) -> Callable[[int], tuple[int, ...] | str]:
    play = reference(program)

    def end(game: int) -> tuple[int, ...] | str:
        try:
            found = play(SEED, game)
        except RuleError as error:
            return error.code
        return (found.asked, sum(1 << seat for seat in found.winners), *(each for row in found.scores for each in row))

    return end


def in_order(program: Program) -> Callable[[int], tuple[int, ...] | str]:
    """With the answers that `stepped` gives."""

    def end(game: int) -> tuple[int, ...] | str:
        match, at = Match(program, SEED, game=game), 0
        try:
            while (question := match.runner.question) is not None:
                match.runner.answer((game * 5 + at * 7 + at * at * 3) % len(question.options))
                at += 1
        except RuleError as error:
            return error.code
        scores = [each for row in all_scores(match.runner, match.runner.s) for each in row]
        return at, sum(1 << seat for seat in match.winners), *scores

    return end


# ---------------------------------------------------------------- watched builds

FLAGS = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
RUNTIMES = ("libasan.so", "libubsan.so")
PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
from twin_worlds import try_game
from rulelang import load
from rulelang.native.host import cc
cc.FLAGS = cc.QUICK
tried = try_game(load(sys.argv[2]), 3, most=int(sys.argv[3]), seeds=1)
assert not tried.failures, tried.failures
"""


def watched(path: Path, positions: int, folder: Path) -> str:
    """Positions of a game, told, made anew and searched; the report of the first thing that C does not define, or "".

    Such a library can be loaded into Python if the runtime of the tests is there before anything else, so another
    process does it, with a cache of its own.
    """
    gcc = shutil.which("gcc")
    if gcc is None:
        return "no sanitizers"
    asked = ([gcc, f"-print-file-name={name}"] for name in RUNTIMES)
    found = [subprocess.run(each, capture_output=True, text=True, check=True).stdout.strip() for each in asked]
    if not all(Path(each).is_absolute() for each in found):
        return "no sanitizers"
    here = Path(__file__).parent
    env = {
        **os.environ,
        "PYTHONPATH": str(here.parent),
        "XDG_CACHE_HOME": str(folder),
        "RULELANG_CC": f"{gcc} {FLAGS}",
        "LD_PRELOAD": " ".join(found),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    words = [sys.executable, "-c", PROBE, str(here), str(path), str(positions)]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=1800)
    return done.stderr[-2000:] if done.returncode else ""
