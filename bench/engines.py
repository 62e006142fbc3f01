"""What is raced: our engines, and the other ways to play the same game that can be had on this machine."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from plain_nokosu import Fast, Nokosu
from timing import Batch

from rulelang import Game, load
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.playout import Play, generated_c, generated_python, reference
from rulelang.native.plan.nodes import Unsupported

ROOT = Path(__file__).parents[1]
FILES = {path.stem: path for folder in ("games", "examples") for path in sorted((ROOT / folder).glob("*.rules"))}
PLAYERS = 4
SEED = 7

PLAIN, HAND = "plain Python", "hand-written C"
REFERENCE, PYTHON, NUMPY, C = "reference", "generated Python", "generated Python, NumPy", "generated C"


def game_of(name: str) -> Game:
    """A game for four, or for as many as it can be played by."""
    return load(FILES[name], players=min(PLAYERS, max(load(FILES[name]).counts)))


def engines(game: Game, meaning: bool = True) -> dict[str, Batch]:
    """Our engines for a game; the reference if its meaning is wanted too, C if it can be had.

    Generated Python is that of the standard library alone; where there is NumPy, it is raced with it too.
    """
    found: dict[str, Batch] = {REFERENCE: one_by_one(reference(game.program))} if meaning else {}
    found[PYTHON] = one_by_one(generated_python(game.program, numpy=False))
    if find_spec("numpy"):
        found[NUMPY] = one_by_one(generated_python(game.program))
    try:
        play = generated_c(game.program)
        found[C] = all_at_once(play.raw, play.width)  # type: ignore[attr-defined]
    except (NoCompiler, Unsupported) as problem:
        print(f"{game.title}: no C: {problem}", file=sys.stderr)
    return found


def one_by_one(play: Play) -> Batch:
    return lambda first, games: sum(play(SEED, game).asked for game in range(first, first + games))


def all_at_once(raw, width: int) -> Batch:
    """C plays a batch in one call; what it writes down is added up as it comes."""

    def run(first: int, games: int) -> int:
        numbers = raw(SEED, first, games)
        assert not any(numbers[::width]), "a game that the reference would have to play"
        return sum(numbers[1::width])

    return run


# ---------------------------------------------------------------- Nokosu, written by hand


def by_hand() -> dict[str, Batch]:
    """Nokosu as a hobbyist writes it, and in C as well as can be."""
    found: dict[str, Batch] = {PLAIN: plain}
    if Path(__file__).with_name("hand_nokosu.c").exists():
        from hand import hand_nokosu

        try:
            found[HAND] = all_at_once(*hand_nokosu(PLAYERS))
        except NoCompiler as problem:
            print(f"no hand-written C: {problem}", file=sys.stderr)
    return found


def plain(first: int, games: int) -> int:
    decisions = 0
    for game in range(first, first + games):
        match = Nokosu(PLAYERS, Fast(game), [Fast(game * 8 + seat) for seat in range(1, PLAYERS + 1)])
        match.play()
        decisions += match.decisions
    return decisions
