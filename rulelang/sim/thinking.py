"""What skill changes: which of the offered options thinking players take, compared with players who choose at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.sim.figures import FEWEST, Share, Z, margin
from rulelang.sim.main_figures import FIGURES, Value
from rulelang.sim.report import Offered, Report
from rulelang.sim.setup import Setup
from rulelang.sim.wording import group_texts, percent

BESIDE = 25  # games of players who think
EXPECTED = 5  # times that those who think must be expected to take an option, and to leave it
MOST = 6  # options that are named


@frozen
class Taste(Frozen):
    """How often an option is taken by players who choose at random, and by players who think."""

    option: Offered
    thinkers: Offered

    @property
    def more(self) -> float:
        """How much more of the times that it is offered those who think take it."""
        return self.thinkers.taken.value - self.option.taken.value

    @property
    def tells(self) -> bool:
        """Was it offered often enough to tell?"""
        part = self.option.taken.value
        return self.option.offered >= FEWEST and self.thinkers.offered * min(part, 1 - part) >= EXPECTED

    def sure(self, among: int) -> bool:
        """Is it more than chance would give players who choose alike, considering how many options are examined?"""
        part = self.option.taken.value
        variance = part * (1 - part) * (1 / self.option.offered + 1 / self.thinkers.offered)
        return abs(self.more) > margin(among) * Z * sqrt(variance)


def thinkers(setup: Setup, kind: str) -> Setup:
    """The same with a bot of this kind at every seat."""
    return attrs.evolve(setup, seats=(kind,) * setup.players, engine="auto")


def key_of(option: Offered) -> tuple[str, str, str]:
    return option.kind, option.group, option.name


def tastes(report: Report) -> dict[tuple[str, str, str], Taste]:
    """Every option that lay before both kinds of players."""
    if report.beside is None:
        return {}
    taken = {key_of(each): each for each in report.beside.offers}
    return {key_of(each): Taste(each, taken[key_of(each)]) for each in report.offers if key_of(each) in taken}


def taken_shares(report: Report, kind: str = "", group: str = "") -> dict[str, Share]:
    """Of a group, by name: how often those who think take it."""
    found = {key: each.thinkers.taken for key, each in tastes(report).items()}
    return {name: taken for (*where, name), taken in found.items() if where == [kind, group]}


def sure_tastes(report: Report) -> list[Taste]:
    """What those who think take surely more or less often, the most first."""
    some = [each for each in tastes(report).values() if each.tells]
    return sorted((each for each in some if each.sure(len(some))), key=lambda each: -abs(each.more))


def figure_pairs(report: Report) -> list[tuple[str, Value, Value]]:
    """The main figures: what each is, of these players and of those who think."""
    found = [(figure.label, figure.read(report), figure.read(report.beside)) for figure in FIGURES if report.beside]
    return [(name, these, those) for name, these, those in found if these is not None and those is not None]


def player_words(report: Report) -> str:
    """The players of the report itself, in a word or two."""
    return "at random" if report.at_random else "these"


def taste_sentences(report: Report) -> list[str]:
    """What skill changes, in words; nothing where nobody thinks."""
    if report.beside is None:
        return []
    who = f"Players who think ({report.beside.bots[0]}, {report.beside.games:,} games)"
    found = sure_tastes(report)
    told = describe_tastes(who, "more", [each for each in found if each.more > 0])
    told += describe_tastes("They" if told else who, "less", [each for each in found if each.more < 0])
    return told or [f"{who} take nothing surely more or less often than players who choose at random."]


def describe_tastes(who: str, how: str, some: Sequence[Taste]) -> list[str]:
    if not some:
        return []
    names = [(each.option.group, f"{each.option.name} ({taste_text(each)})") for each in some]
    return [f"{who} take {how} often than players who choose at random: {group_texts(names, MOST)}."]


def taste_text(each: Taste) -> str:
    """`96.2 % of the times it is offered, not 35.1 %`."""
    mine, others = (percent(option.taken.value) for option in (each.thinkers, each.option))
    return f"{mine} of the times it is offered, not {others}"
