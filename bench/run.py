"""`make bench`: ratios measured side by side in one run.

    python bench/run.py [--quick] [--only games,hearts] [--games nokosu,nosh] [--rounds 5] [--seconds 0.15]
    python bench/run.py --against COMMIT [--engines c,python] [--games nokosu] [--rounds 12] [--callgrind]

Each part prints a table. What a part needs and this machine has not is said, and left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterable

import attrs
import research
from against import against
from engines import FILES, HAND, NUMPY, PLAIN, PLAYERS, PYTHON, REFERENCE, SEED, C, by_hand, engines, game_of
from fresh import cold_starts, peak_after, there_is, there_is_c
from growth import growth
from speed import ENGINES
from steps import LOOKED_AT, MATCH, ROLLED, steps
from timing import Batch, Pace, race

from rulelang import load
from rulelang.native.host.playout import generated_c
from rulelang.sim.setup import prepare, setup_of

COUNTED = "counted"
ROLLOUTS, DRIVEN = "OpenSpiel C++ rollouts, dealing not counted", "OpenSpiel from Python"
WANTED = {  # part, faster, slower: at least so many times as fast
    ("nokosu", PYTHON, PLAIN): 1.5,
    ("nokosu", NUMPY, PLAIN): 2.5,
    ("nokosu", C, PLAIN): 150,
    ("nokosu", C, HAND): 0.8,
    ("hearts", C, ROLLOUTS): 10,
    ("hearts", PYTHON, DRIVEN): 1.5,
    ("states", research.OUR_KUHN, research.PYTHON_KUHN): 1,
    ("states", research.OUR_LEDUC, research.CPP_LEDUC): 0.5,
    ("environments", research.OUR_TABLE, research.CLASSIC_LEDUC): 5,
    ("environments", research.OUR_TABLE, research.CLASSIC_TEXAS): 5,
}
AT_MOST: dict[str, tuple[dict[str, int], float]] = {  # games of the gallery, and how long they may take
    "gin_rummy": ({"most_deals": 1}, 90),
    "column_race": ({}, 3.6),
}


@attrs.frozen
class Wishes:
    """What the command line asks for."""

    pace: Pace
    games: list[str]
    quick: bool


def games_part(wishes: Wishes) -> None:
    """Each engine on each game."""
    head("game, decisions/s", REFERENCE, PYTHON, C, "C : Python")
    for name in wishes.games:
        found = engines(game_of(name))
        found.pop(NUMPY, None)
        speeds = race(found, wishes.pace)
        ratio = f"{speeds[C] / speeds[PYTHON]:.0f}" if C in speeds else "–"
        row(name, *(whole(speeds.get(engine)) for engine in (REFERENCE, PYTHON, C)), ratio)


def nokosu_part(wishes: Wishes) -> None:
    """Nokosu against the same game written by hand."""
    contest("nokosu", {**by_hand(), **engines(game_of("nokosu"))}, PLAIN, wishes.pace)


def hearts_part(wishes: Wishes) -> None:
    """Hearts, one deal a game, against OpenSpiel."""
    if not there_is_open_spiel():
        return
    import open_spiel_speed as rival

    rivals: dict[str, Batch] = {
        ROLLOUTS: rival.rollouts,
        DRIVEN: rival.from_python,
        f"{DRIVEN}, shuffled outside": rival.shuffled_outside,
        f"{DRIVEN}, dealing not counted": rival.dealing_not_counted,
    }
    deal = load(FILES["hearts"], players=4, options={"most_deals": 1})
    contest("hearts", {**rivals, **engines(deal)}, ROLLOUTS, wishes.pace)


def states_part(wishes: Wishes) -> None:
    """Kuhn and Leduc as states of OpenSpiel, driven from Python; steps, chance too."""
    if there_is_open_spiel():
        contest("states", research.states(), research.CPP_LEDUC, wishes.pace, "steps/s")


def environments_part(wishes: Wishes) -> None:
    """Leduc as a PettingZoo environment: steps with an observation and a mask."""
    if importlib.util.find_spec("pettingzoo") is None:
        print("PettingZoo is not installed, so this is left out: `pip install '.[zoo]'`.")
        return
    contest("environments", research.environments(), research.OUR_TABLE, wishes.pace, "steps/s")


def gallery_part(wishes: Wishes) -> None:
    """Games with long searches in generated C: decisions of Nokosu in plain Python while one is played."""
    batches: dict[str, Batch] = {PLAIN: by_hand()[PLAIN]}
    for name, (options, _) in AT_MOST.items():
        play = generated_c(load(name, options=options).program)
        batches[name] = lambda first, games, play=play: len(play.raw(SEED, first, games)) // play.width
    speeds = race(batches, wishes.pace)
    head("game", "games/s", f"decisions in {PLAIN} meanwhile", "wanted")
    for name, (options, most) in AT_MOST.items():
        said = ", ".join(f"{key}={value}" for key, value in options.items())
        row(f"{name} {said}".strip(), whole(speeds[name]), f"{speeds[PLAIN] / speeds[name]:.2f}", f"≤ {most}")


def same_part(wishes: Wishes) -> None:
    """Hearts is OpenSpiel's game: the same deals played on both."""
    if there_is_open_spiel():
        from open_spiel_hearts import report

        report(12 if wishes.quick else 1000)


def there_is_open_spiel() -> bool:
    found = importlib.util.find_spec("pyspiel") is not None
    if not found:
        print(
            "OpenSpiel is not installed, so this is left out: `pip install open_spiel`, or `make bench`, which does it."
        )
    return found


def start_part(wishes: Wishes) -> None:
    """Cold start: fresh processes, in seconds."""
    head("command", "CPU", "clock")
    for label, (cpu, clock) in cold_starts(1 if wishes.quick else 5).items():
        row(label, f"{cpu:.3f}", f"{clock:.3f}")


def memory_part(wishes: Wishes) -> None:
    """Memory: the peak in MiB of a fresh process that plays so many games of Nokosu."""
    shrink = 10 if wishes.quick else 1
    most_games = {"python": 10_000}
    most_games |= {"c": 1_000_000} if there_is_c() else {}
    most_games |= {"sim": 1_000_000} if there_is("sim") else {}
    for engine, most in most_games.items():
        numbers = (1, most // shrink // 10, most // shrink)
        head("`rulelang sim`" if engine == "sim" else f"generated {engine.capitalize()}", *(f"{n:,}" for n in numbers))
        row("peak, MiB", *(f"{peak_after(engine, n) / 1024:.1f}" for n in numbers))
        print()


def growth_part(wishes: Wishes) -> None:
    """How time grows with players, rounds and pieces."""
    head("", "decisions a game", "Python, µs a decision", "C, µs a decision", "C, µs a game")
    for grown in growth(wishes.pace, wishes.quick):
        python, native = grown.micro(PYTHON), grown.micro(C)
        numbers = (f"{grown.decisions:.0f}", f"{python:.2f}", f"{native:.4f}", f"{native * grown.decisions:.1f}")
        row(grown.what, *(number.replace("nan", "–") for number in numbers))


def steps_part(wishes: Wishes) -> None:
    """Step builds: every question answered from Python."""
    columns = (LOOKED_AT, MATCH, REFERENCE, PYTHON, C, ROLLED)
    head("game, decisions/s", *columns)
    for name in wishes.games:
        speeds = race(steps(game_of(name)), wishes.pace)
        row(name, *(whole(speeds.get(column)) for column in columns))


def statistics_part(wishes: Wishes) -> None:
    """`sim` with statistics and without: how many times as long a game takes if everything is counted."""
    head("game", "generated Python", "generated C", "wanted")
    for name in wishes.games:
        found = {
            engine: slowdown(name, engine, wishes.pace) for engine in ("python", "c") if engine != "c" or there_is_c()
        }
        row(name, *(f"{found[engine]:.2f}" if engine in found else "–" for engine in ("python", "c")), "≤ 1.3")


def slowdown(name: str, engine: str, pace: Pace) -> float:
    batches = {word: sim_batch(name, engine, word == COUNTED) for word in (COUNTED, "not counted")}
    speeds = race(batches, pace)
    return speeds["not counted"] / speeds[COUNTED]


def sim_batch(name: str, engine: str, statistics: bool) -> Batch:
    """Games as `sim` plays them, in this process; as many as are asked for."""
    chunk = prepare(setup_of(name, PLAYERS, engine=engine, statistics=statistics)).engine.chunk
    return lambda first, games: chunk(SEED, first, games).games


PARTS: dict[str, Callable[[Wishes], None]] = {
    "games": games_part,
    "steps": steps_part,
    "statistics": statistics_part,
    "nokosu": nokosu_part,
    "hearts": hearts_part,
    "same": same_part,
    "states": states_part,
    "environments": environments_part,
    "gallery": gallery_part,
    "start": start_part,
    "memory": memory_part,
    "growth": growth_part,
}


# ---------------------------------------------------------------- tables


def contest(part: str, batches: dict[str, Batch], base: str, pace: Pace, unit: str = "decisions/s") -> None:
    """Races some runners; then the ratios that are wanted of this part."""
    speeds = race(batches, pace)
    head(part, unit, f"× {base}")
    for name, speed in speeds.items():
        row(name, whole(speed), f"{speed / speeds[base]:.3g}")
    print()
    head("ratio", "measured", "wanted")
    for (where, faster, slower), least in WANTED.items():
        if where == part and faster in speeds and slower in speeds:
            row(f"{faster} : {slower}", f"{speeds[faster] / speeds[slower]:.2f}", f"≥ {least}")


def head(first: str, *others: str) -> None:
    row(first, *others)
    print("|---|" + "--:|" * len(others))


def row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


def whole(speed: float | None) -> str:
    """A speed to three digits, as more would be noise."""
    return "–" if speed is None else f"{float(f'{speed:.3g}'):,.0f}"


# ---------------------------------------------------------------- the command


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the engines side by side.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, to see that everything works")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, with commas: %(default)s")
    parser.add_argument("--games", default=",".join(FILES), help="games of the parts `games` and `steps`, with commas")
    parser.add_argument("--rounds", type=int, help="in which all take turns; 5, or 2 if quick; 12 against a commit")
    parser.add_argument("--seconds", type=float, help="of each in each round; 0.15, or 0.03 if quick")
    parser.add_argument("--against", metavar="COMMIT", help="compare this working copy with a commit, and nothing else")
    parser.add_argument("--engines", default=",".join(ENGINES), help="against a commit, with commas: %(default)s")
    parser.add_argument("--callgrind", action="store_true", help="against a commit: instructions of C decide")
    given = parser.parse_args()
    games = chosen(parser, "game", given.games, FILES)
    if given.against:
        some = chosen(parser, "engine", given.engines, ENGINES)
        rounds, seconds = given.rounds or 12, given.seconds or 0.1
        sys.exit(0 if against(given.against, games, some, rounds, seconds, given.callgrind) else 1)
    pace = Pace(given.rounds or (2 if given.quick else 5), given.seconds or (0.03 if given.quick else 0.15))
    parts = chosen(parser, "part", given.only, PARTS)
    wishes = Wishes(pace, games, given.quick)
    for name in parts:
        print(f"## {PARTS[name].__doc__}\n", flush=True)
        PARTS[name](wishes)
        print()


def chosen(parser: argparse.ArgumentParser, kind: str, names: str, known: Iterable[str]) -> list[str]:
    """The names of a list, each of which must be known."""
    found = names.split(",")
    for name in found:
        if name not in known:
            parser.error(f"there is no {kind} {name}; there are {', '.join(known)}")
    return found


if __name__ == "__main__":
    main()
