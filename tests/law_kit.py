"""What the laws of secrets are tested with: every game there is, games that nobody wrote, and a reader that knows only
its log.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from helpers import ALL, ROOT
from made_games import made_game
from play_kit import TEXTS, game_of, readers

from rulelang import Game, Match, load
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.engine.errors import RuleError
from rulelang.link import link
from rulelang.lower import lower
from rulelang.play.answers import Answers
from rulelang.play.retell import Retelling
from rulelang.play.view import LastView, Worked
from rulelang.prove.checks import difference

MODS = {path.stem: path for path in sorted(ROOT.glob("examples/mods/*.rules"))}
FILES = (*TEXTS, *ALL, *MODS)


@cache
def game_named(name: str) -> Game:
    """A small game of the tests, a bundled game, an example, or a mod of one."""
    return game_of(TEXTS[name]) if name in TEXTS else load({**ALL, **MODS}[name])


# What is open in a made game, and how it is kept to its owner or from everybody: whether that leaks is not asked.
HIDING = {
    "zone hand[Seat]: set of Card, open": ("zone hand[Seat]: set of Card, owner",),
    "zone pool: row of Card, open": ("zone pool: row of Card, hidden", "zone pool: pile of Card, open"),
    "zone gone: set of Card, open": ("zone gone: set of Card, hidden", "zone gone: pile of Card, open"),
    "var points[Seat]: Int = 0": ("var points[Seat]: Int = 0, owner",),
    "var level: 0..9 = 1": ("var level: 0..9 = 1, hidden",),
    "var mark[Seat]: 0..5 = 0": ("var mark[Seat]: 0..5 = 0, owner",),
    "var led: Card? = none": ("var led: Card? = none, hidden",),
}


def hidden_game(seed: int) -> Game | None:
    """A made game with some of it hidden, played whether its secrets leak or not; None if it is no game then."""
    dice, text = Dice(stream(seed, 5)), made_game(seed)
    for line, others in HIDING.items():
        if dice.below(2):
            text = text.replace(line, others[dice.below(len(others))])
    return unproven(text)


def unproven(text: str) -> Game | None:
    """A game that is played whether its secrets leak or not; None if it is no game."""
    linked, _ = link(Source("made.rules", text), ())
    typed = check(linked)[0] if linked is not None else None
    if typed is None:
        return None
    program, _ = lower(typed, min(typed.players), {})
    return None if program is None else Game(program, "made", (), Answers.of(program))


def questions(match: Match, seed: int, most: int = 10**6) -> Iterator[int]:
    """The number of each question of a match that is played at random; it ends where the rules break."""
    dice = Dice(stream(seed, 9))
    for number in range(most):
        yield number
        if match.decision is None:
            return
        try:
            match.choose(dice.below(len(match.decision.options)))
        except RuleError:
            return


class Listener:
    """Knows the log of a reader and the rules, and says what the view tells besides."""

    def __init__(self, match: Match, seat: int | None, worked: Worked) -> None:
        self.match, self.seat, self.heard = match, seat, 0
        self.retelling, self.last = Retelling(match.game.program, seat), LastView(worked)

    def difference(self, anew: bool) -> str | None:
        """Where the view is not what the log tells: as it is shown to who has seen the last one; or also `anew`."""
        entries = self.match.log(self.seat)
        for entry in entries[self.heard :]:
            self.retelling.hear(entry)
        self.heard = len(entries)
        told = self.retelling.view()
        for shown in (self.match.view(self.seat, self.last), *([self.match.view(self.seat)] if anew else [])):
            if told != shown:
                return f"P{self.seat}: {difference(told, shown)}"
        return None


def untold(match: Match, seed: int, most: int = 10**6, every: bool = True) -> Iterator[str]:
    """What views show that logs do not tell, at each question of a game: for all readers, or for one in turn. One of
    them looks at the whole table anew.
    """
    worked = Worked()
    known = [Listener(match, seat, worked) for seat in readers(match)]
    for number in questions(match, seed, most):
        turn = known[number % len(known)]
        for each in known if every else [turn]:
            found = each.difference(each is turn)
            if found is not None:
                yield f"question {number}, {found}"


def shown_to_all(match: Match) -> dict[Any, Any]:
    """Everything that anybody is shown now."""
    return {seat: (match.view(seat), match.log(seat)) for seat in readers(match)}
