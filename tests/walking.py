"""Walks through a game that was played: each event with the table before and after it, and stretches of them.

What is read is only what happened; no property asks the engine what should happen. `Changed` is a setup with one line
of its rules written another way, without the invariants of the file: the properties alone must notice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import attrs
from helpers import ALL, Play, Setup

from rulelang import Game, Match
from rulelang.base.source import Source
from rulelang.engine.state import State
from rulelang.play.game import assemble
from rulelang.program import events as ev
from rulelang.prove.audit import STILL

Property = Callable[["Walk"], None]


@attrs.frozen(eq=False, repr=False)
class Table:
    """Everything on the table at one moment."""

    state: State

    def zone(self, name: str, *indexes: int) -> tuple[int, ...]:
        """The pieces in a place, in order."""
        return self.state.zone(self.state.program.zone_id(name, indexes))

    def looks(self, name: str, *indexes: int) -> list[tuple[Any, ...]]:
        return [self.state.look(piece) for piece in self.zone(name, *indexes)]

    def var(self, name: str, *indexes: int) -> Any:
        return self.state.var(name, indexes)

    def amount(self, resource: str, holder: int | str) -> int:
        """What a seat, the bank or a pot has."""
        known = self.state.program.resources[resource]
        number = next(each for each in known.holders if each == holder or known.title(each) == holder)
        return self.state.amount(resource, number)


@attrs.frozen(eq=False, repr=False)
class Moment:
    event: Any
    before: Table
    after: Table

    def place(self, zone: int) -> tuple[Any, ...]:
        """A place by its name and indexes: `("hand", 2)`."""
        known = self.before.state.program.zones[zone]
        return (known.name, *known.indexes)

    @property
    def source(self) -> tuple[Any, ...]:
        return self.place(self.event.source)

    @property
    def target(self) -> tuple[Any, ...]:
        return self.place(self.event.target)

    @property
    def answer(self) -> Any:
        return self.event.options[self.event.taken]


@attrs.frozen(eq=False, repr=False)
class Stretch:
    """What happened from entering a procedure to leaving it; not `whole` if the game ended inside."""

    moments: Sequence[Moment]
    whole: bool = True

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.moments[0].event.arguments

    @property
    def before(self) -> Table:
        return self.moments[0].before

    @property
    def after(self) -> Table:
        return self.moments[-1].after

    def of(self, kind: type, **fields: Any) -> list[Moment]:
        """The moments of a kind of event, with these fields."""
        found = (each for each in self.moments if isinstance(each.event, kind))
        return [each for each in found if all(getattr(each.event, name) == value for name, value in fields.items())]

    def answers(self, *names: str) -> list[Moment]:
        """The answers that were given; to some questions only."""
        return [each for each in self.of(ev.Chose) if not names or each.event.name in names]

    def moves(self, source: str | None = None, target: str | None = None) -> list[Moment]:
        """The moves from one sort of place to another."""
        found = self.of(ev.Moved)
        return [each for each in found if source in (None, each.source[0]) and target in (None, each.target[0])]

    def paid(self) -> list[Moment]:
        return self.of(ev.Paid)

    def runs(self, proc: str) -> list[Stretch]:
        """Every run of a procedure, in order; none of them is within itself."""
        found, start = [], None
        for at, moment in enumerate(self.moments):
            if isinstance(moment.event, ev.Entered) and moment.event.proc == proc:
                start = at
            elif isinstance(moment.event, ev.Left) and moment.event.proc == proc and start is not None:
                found.append(Stretch(self.moments[start : at + 1]))
                start = None
        return found if start is None else [*found, Stretch(self.moments[start:], whole=False)]

    def until(self, is_next: Callable[[Moment], bool]) -> list[Stretch]:
        """Cut where a moment begins the next part; what comes before the first is left out."""
        starts = [at for at, moment in enumerate(self.moments) if is_next(moment)]
        ends = [*starts[1:], len(self.moments)]
        return [Stretch(self.moments[start:end]) for start, end in zip(starts, ends)]


@attrs.frozen(eq=False, repr=False)
class Walk(Stretch):
    """A whole game."""

    game: Game = attrs.field(kw_only=True)

    @cached_property
    def options(self) -> dict[str, Any]:
        return self.game.options

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def seats(self) -> range:
        return self.game.program.seats

    @property
    def ended(self) -> ev.Ended:
        return self.moments[-1].event

    def option_name(self, menu: str, number: int) -> str:
        return self.game.program.game.menus[menu].actions[number].name


def walk(match: Match, change: Callable[[list[ev.Event]], Iterable[ev.Event]] = list) -> Walk:
    """The walk through a match; `change` may tell another story than the engine told."""
    return Walk(list(steps(match, change(list(match.events)))), game=match.game)


def steps(match: Match, events: Iterable[ev.Event]) -> Iterator[Moment]:
    follower = match.follower()
    before = Table(follower.state.clone())
    for event in events:
        follower.apply(event)
        still = isinstance(event, STILL) and not isinstance(event, ev.Began)
        after = before if still else Table(follower.state.clone())
        yield Moment(event, before, after)
        before = after


# ---------------------------------------------------------------- properties, and rules that break them


@attrs.frozen
class Unwilling(Play):
    """A play in which whoever may pass does, three times in four: few promises, few claims, few actions."""

    def steps(self, match: Match | None = None, most: int = 10**6) -> Iterator[Match]:
        match = match or self.start()
        while match.decision is not None and len(match.acts) < most:
            yield match
            options = match.decision.options
            answer = self.answer(len(match.acts), len(options) * 4)
            passes = options[-1].value == "pass" and answer >= len(options)
            match.choose(len(options) - 1 if passes else answer % len(options))
        yield match


def keeps(play: Play, properties: Iterable[Property], seeds: int = 1) -> None:
    """Raises what a property has to say of a play, of unwilling players, or of the same table with other seeds.

    To load a table takes longer than to play at it a few times.
    """
    unwilling = Unwilling(play.setup, play.seed, play.draws, play.answers)
    for each, more in product((play, unwilling), range(seeds)):
        way = walk(attrs.evolve(each, seed=play.seed + more).end())
        for holds in properties:
            holds(way)


STATEMENT = re.compile(r"(?m)^( *)(?:remove )?invariant .*\n(?:\1    .*\n)*")


@attrs.frozen
class Changed(Setup):
    """A game with one passage of its rules in other words."""

    old: str = ""
    new: str = ""

    @property
    def game(self) -> Game:
        return changed(self)


@lru_cache(maxsize=8)
def changed(setup: Changed) -> Game:
    text, _, _ = ALL[setup.name].read_text(encoding="utf-8").partition('\ntest "')
    assert text.count(setup.old) == 1, f"{setup.old!r} is there {text.count(setup.old)} times"
    text = STATEMENT.sub("", text.replace(setup.old, setup.new) + "\n")
    return assemble(Source(setup.name, text), setup.players, setup.variants, dict(setup.options), ())


def notices(holds: Property, setup: Setup, change: Callable[[list[ev.Event]], Iterable[ev.Event]] = list) -> bool:
    """Does a property fail in one of a few games?"""
    for seed in range(12):
        way = walk(Play(setup, seed).end(), change)
        try:
            holds(way)
        except AssertionError:
            return True
    return False
