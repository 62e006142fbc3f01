"""Writes docs/gallery.md: every game of the gallery in a few lines, with figures of games at random.

    python bench/gallery.py              # all games
    python bench/gallery.py hex pig      # these; of the others the page keeps what it says

Lengths and wins follow from the seed and are the same everywhere; speeds are of the machine it runs on, by the time
that its processor works for the games, so that other work does not change them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rulelang.base.files import gallery_games
from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.sim.engines import NAMES
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import Run, simulate
from rulelang.sim.setup import setup_of

PAGE = Path(__file__).parents[1] / "docs/gallery.md"
FEW, MANY = 100, 5000  # games
HEAD = """# The gallery

Traditional and generic games. Each is a rules file with tests, invariants, and an option or a variant.
`rulelang run NAME` plays one, `rulelang games --all` lists them with their options, and a mod may say `extends NAME`.

The figures are from {few} games ({many} for quick games) in which everybody chooses at random, with the fewest
players that the game allows. *First seat* is how often P1 wins; a shared win counts as a fraction. Speeds are per
CPU second of one core, with all statistics counted. `python bench/gallery.py` writes this page.
"""


def entry(name: str, game: Game, speed: float, report: Report) -> str:
    lines = [
        f"\n**{name}** – {game.title}, for {counted(game.counts)}. {game.text}",
        f"{' '.join(game.credits)}",
        f"{figures(speed, report)}",
    ]
    return "\\\n".join(lines) + "\n"


def counted(counts: tuple[int, ...]) -> str:
    """The numbers of players, which are a range."""
    few, many = min(counts), max(counts)
    return f"{few} to {many} players" if few < many else "1 player" if many == 1 else f"{many} players"


def figures(speed: float, report: Report) -> str:
    fair, first = 100 / report.players, 100 * report.seats[0].wins.value
    won = f"first seat {first:.0f} % (fair: {fair:.0f} %)" if report.players > 1 else "played alone"
    return f"{report.decisions.mean:,.0f} decisions; {won}; about {rounded(speed):,} games/s in {NAMES[report.engine]}."


def rounded(number: float) -> int:
    """A number with one digit that means something."""
    size = 10 ** max(0, len(str(int(number))) - 1)
    return max(1, round(number / size) * size)


def timed(name: str, games: int) -> tuple[Run, float]:
    """Games, and for how many seconds the processor worked."""
    began = time.process_time()
    run = simulate(setup_of(name), 1, games)
    return run, time.process_time() - began


def kept() -> dict[str, str]:
    """What the page says of each game."""
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return {part.partition("**")[0]: f"\n**{part.rstrip()}\n" for part in page.split("\n\n**")[1:]}


def main() -> None:
    entries, known, wanted = [], kept(), set(sys.argv[1:])
    for name in gallery_games():
        if wanted and name not in wanted and name in known:
            entries.append(known[name])
            continue
        print(name, file=sys.stderr, flush=True)
        simulate(setup_of(name), 1, 8)  # compiles
        run, seconds = timed(name, FEW)
        if seconds < 1:
            run, seconds = timed(name, MANY)
        entries.append(entry(name, load(name), run.finished / max(seconds, 1e-9), report_of(run)))
    PAGE.write_text(HEAD.format(few=FEW, many=f"{MANY:,}") + "".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
