"""How long an editor waits: from an edit to diagnostics, against a whole check of the same text in the same run.

    python bench/edits.py [--edits 200] [--games nuts,nokosu]

Seconds are those of the processor. `first`: the problems of the file as it stands; `all`: also those that only some
variant or number of players has.
"""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from helpers import GAMES  # noqa: E402
from retyped import Edit, retype  # noqa: E402

WIDTHS = "{:<12} {:>6} {:>11} {:>11} {:>11} {:>12} {:>10} {:>6}"
RUN = 10  # edits in a row


def measured(name: str, edits: int) -> list[Edit]:
    return [each for seed in range(edits // RUN) for each in retype(GAMES[name], seed, RUN)]


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def line(name: str, found: list[Edit]) -> str:
    """95 of 100 edits take no longer than this; the last two columns are parts of a whole check."""
    times = [[getattr(each, part) for each in found] for part in ("first", "last", "whole")]
    shares = [p95([getattr(each, part) / each.whole for each in found]) for part in ("first", "last")]
    shown = [f"{1000 * p95(each):.0f} ms" for each in times] + [f"{each:.2f}" for each in shares]
    return WIDTHS.format(name, len(found), *shown, sum(bool(each.stale) for each in found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200, help="edits of each game (%(default)s)")
    parser.add_argument("--games", default=",".join(GAMES), help="with commas: %(default)s")
    given = parser.parse_args()
    gc.set_threshold(50_000)  # as the command line has it
    measured("nokosu", RUN)
    gc.freeze()  # as the server does when it has told what it found the first time
    print(WIDTHS.format("p95", "edits", "first", "all", "whole", "first/whole", "all/whole", "stale"))
    for name in given.games.split(","):
        print(line(name, measured(name, given.edits)), flush=True)


if __name__ == "__main__":
    main()
