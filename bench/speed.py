"""One measurement in a fresh process: how fast the rulelang on the path plays a game on an engine.

    python bench/speed.py ENGINE GAME.rules SECONDS [GAMES]

Prints decisions a second, and a hash of how some games ended. With GAMES it plays that many and prints the hash alone,
which is what valgrind counts. It uses public paths only, so that it measures commits whose insides are arranged
otherwise.
"""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Any

from timing import Batch, size_of, timed

ENGINES = ("c", "python", "c steps", "python steps", "reference steps")
SEED, HASHED = 7, 20


def main() -> None:
    engine, path, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if engine not in ENGINES:
        sys.exit(f"there is no engine `{engine}`; there are: {', '.join(ENGINES)}")
    if engine == "python":
        os.environ["RULELANG_CC"] = "no-compiler"
    batch, found = player(engine, path)
    if len(sys.argv) > 4:
        batch(0, int(sys.argv[4]))
        print(found())
        return
    size, best = size_of(batch, seconds), 0.0
    for turn in range(3):
        taken, decisions = timed(batch, turn * size, size)
        best = max(best, decisions / taken)
    print(best, found())


def player(engine: str, path: str) -> tuple[Batch, Any]:
    """What plays games, and what tells how the first ones end."""
    import rulelang

    most = max(rulelang.load(path).counts)
    program = rulelang.load(path, players=min(4, most)).program
    if engine.endswith(" steps"):
        from rulelang.native.step import stepper

        tables = stepper(program, engine.split()[0])
        return stepping(tables), lambda: digest([ended(tables, game) for game in range(HASHED)])
    from rulelang.native.run import fastest

    play, why = fastest(program)
    if engine == "c" and why:
        sys.exit(why)
    batch = all_at_once(play) if engine == "c" else one_by_one(play)
    return batch, lambda: digest([(each.scores, each.winners) for each in map(play, [SEED] * HASHED, range(HASHED))])


def one_by_one(play: Any) -> Batch:
    return lambda first, games: sum(play(SEED, game).asked for game in range(first, first + games))


def all_at_once(play: Any) -> Batch:
    return lambda first, games: sum(play.raw(SEED, first, games)[1 :: play.width])


def stepping(tables: Any) -> Batch:
    """Answers by a simple generator, so that hardly any time is spent on them."""

    def run(first: int, games: int) -> int:
        return sum(answered(tables.start(SEED, game), game).asked for game in range(first, first + games))

    return run


def answered(table: Any, number: int) -> Any:
    while table.seat:
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
        table.choose((number >> 8) % table.options)
    return table


def ended(tables: Any, game: int) -> Any:
    table = answered(tables.start(SEED, game), game)
    return table.scores, table.winners


def digest(outcomes: list[Any]) -> str:
    return hashlib.sha256(repr(outcomes).replace("True", "1").replace("False", "0").encode()).hexdigest()[:12]


if __name__ == "__main__":
    main()
