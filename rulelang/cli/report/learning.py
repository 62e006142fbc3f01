"""Learning on the screen: how well a bot plays after so many games, and where its policy is saved."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from rulelang.base.files import Unwritable
from rulelang.bots.learned import Learned, cache_path, write
from rulelang.bots.learning import Judged, Progress, learn
from rulelang.cli import INTERRUPTED, OK
from rulelang.cli.errors import refusal
from rulelang.cli.options.load import load_table
from rulelang.cli.play.record_files import must_be_writable
from rulelang.cli.terminal import say, warn
from rulelang.native.host.cc import NoCompiler
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.match import Game
from rulelang.present.english import pluralize

MARKS = 16  # points of the learning curve
TESTS = 1000  # test games per point, against random players
VERDICTS = {  # by value and by prior
    (False, False): "does no better with what was learned, and does not use it",
    (False, True): "is better if it first tries the options that were learned to be likely, and does so",
    (True, False): "is better with the learned value of positions, and uses it",
    (True, True): "is better with the learned value of positions and the options learned to be likely, and uses both",
}
WIDTH = 40  # columns of the bar for 100 % wins


def learn_policy(
    game: str,
    players: int | None,
    games: int,
    seed: int,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    to: str | None,
    threads: int,
) -> int:
    """Learn, show the curve, and save the policy."""
    must_be_writable("--to", to)
    loaded = load_table(game, players, variants, settings, mods)
    try:
        curve = learn(loaded, games, seed, threads, MARKS, TESTS)
        first = next(curve)
        say(f"{loaded.title} · {pluralize(loaded.players, 'player')} · {games:,} games with itself")
        say(f"Games won against players who choose at random (even: {1 / loaded.players:.0%}):")
        for found in chain((first,), curve):
            if isinstance(found, Progress):
                bar = "▇" * round(found.wins * WIDTH)
                say(f"{found.games:>9,}  {bar:<{WIDTH}} {found.wins:.1%} ± {1.96 * found.error:.1%}")
            elif isinstance(found, Judged):
                say(f"A search {VERDICTS[found.value, found.prior]}.")
            else:
                keep(loaded, found, to)
    except (Unsupported, NoCompiler) as problem:
        raise refusal(f"bots cannot learn {loaded.title} here: {problem}.") from None
    except KeyboardInterrupt:
        warn("Stopped; nothing was kept.")
        return INTERRUPTED
    return OK


def keep(game: Game, found: Learned, to: str | None) -> None:
    """Save the policy in the cache, and in a file if asked."""
    places = [place for place in (cache_path(game.program), Path(to) if to else None) if place is not None]
    try:
        for place in places:
            write(place, game.program, found, mode=0o600 if str(place) != to else None)
    except Unwritable as problem:
        raise refusal(str(problem)) from None
    say("Bots know it from now on" + (f"; it is written to {to}." if to else "."))
