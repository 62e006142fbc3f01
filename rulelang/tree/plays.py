"""Games played from a seed, with the actions, tensors and utilities of a tree, at the speed of C where possible.

    plays = Plays(rulelang.load("my.rules"))
    play = plays.start(seed=7)
    while play.seat:
        play.take(play.actions[0])
    print(play.utilities)

It is the game of `game.start(seed=7)`, draw for draw. C identifies each option by a key; the word of a new key is asked
of the reference engine, once. What C cannot do, the reference engine does: if it does everything, `Plays.why` says why.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property

from rulelang.engine.errors import GivenUp
from rulelang.engine.match import Decision
from rulelang.engine.state import State
from rulelang.native.c.known import NONE
from rulelang.native.c.stmt import first_element
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.observed import Observed, Observer
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.actions import Word
from rulelang.play.match import Game, Match
from rulelang.program import events as ev
from rulelang.tree.native import Parts
from rulelang.tree.tensor import Numbered, Tensor

MOST_OFFERS = 1 << 14  # cached sets of options


class Plays(Numbered):
    """Starts games. `utility`: see `tree/utility.py`; without `native` the reference engine plays all of them."""

    def __init__(
        self, game: Game, utility: str = "win", native: bool = True, like: Numbered | None = None
    ) -> None:
        super().__init__(game, utility, like)
        self.native = native
        self.letters: dict[int, Word] = {}
        """By the key of an option: its word."""
        self.offers: dict[tuple[int, ...], tuple[dict[Word, int], list[int]]] = {}
        """By the keys of all options: their words, and the legal first actions."""
        self.why = "" if native else "the reference was asked for"

    def __reduce__(self) -> tuple[object, ...]:
        return Plays, (self.game, self.utility.name, self.native)

    @cached_property
    def blank(self) -> bytes:
        """A tensor with nothing in it."""
        return bytes(8 * self.tensors.schema.size)

    @cached_property
    def observer(self) -> Observer | None:
        """Makes tables in C; None if that is impossible, and `why` says why."""
        try:
            return Observer(self.game.program) if self.native else None
        except Unsupported as problem:
            self.why = f"C cannot take {problem}"
        except NoCompiler as problem:
            self.why = str(problem)
        return None

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.game.program, self.tensors)

    def words_of(self, keys: Sequence[int] | None, decision: Callable[[], Decision | None]) -> list[Word]:
        """The words of options by their keys; the reference engine gives the new ones, and all if there are no keys."""
        if keys is not None and all(key in self.letters for key in keys):
            return [self.letters[key] for key in keys]
        asked = decision()
        assert asked is not None
        found = self.actions.values(asked)
        self.letters.update(zip(keys or (), found))
        return found

    def utilities_of(self, table: Observed) -> list[float]:
        """By seat: its utility at the end of a game in C."""
        end = table.end
        return self.utility.at_end(end.winners, end.scores, lambda name: self.amounts_of(table, name))

    def amounts_of(self, table: Observed, name: str) -> list[float]:
        """The amounts or variables of each seat."""
        program, first = self.game.program, 0
        for resource in program.resources.values():
            if resource.name == name:
                places = [first + resource.holders.index(seat) for seat in program.seats]
                return [float(table.value(False, at)) for at in places]
            first += len(resource.holders)
        first = first_element(program, name) - program.vars[name].array.base
        places = [first + program.var_slot(name, (seat,)) for seat in program.seats]
        found = [table.value(True, at) for at in places]
        return [0.0 if each == NONE else float(each) for each in found]

    def start(self, seed: int = 0, number: int = 0) -> Play:
        """Game `number` of a seed, at its first question."""
        return Play(self, seed, number)


class Play:
    """A game that waits for `seat`, which may take one of `actions`. A factored answer is given letter by letter."""

    def __init__(self, plays: Plays, seed: int, number: int) -> None:
        self.plays, self.seed, self.number = plays, seed, number
        self.answers: list[int] = []
        self.taken: list[int] = []
        """All actions so far."""
        self.table: Observed | None = None
        self.reference: Match | None = None
        if plays.observer is not None:
            try:
                self.table = plays.observer.start(seed, number)
            except GivenUp:
                self.table = None
        self.stand()

    def stand(self) -> None:
        """Called at a new question, or at the end."""
        self.spelled: Word = ()
        self.offered: list[int] | None = None
        self.spellings: dict[Word, int] | None = None
        if self.table is not None:
            self.seat = self.table.seat
        else:
            decision = self.match().decision
            self.seat = decision.seat if decision is not None else 0

    def match(self) -> Match:
        """The same game as a match, for everything that only a match offers."""
        if self.reference is None:
            self.reference = self.plays.game.start(self.seed, index=self.number)
        for answer in self.answers[len(self.reference.acts) :]:
            self.reference.choose(answer)
        return self.reference

    @property
    def words(self) -> dict[Word, int]:
        """The word of each option, with its index."""
        if self.spellings is None:
            keys = tuple(self.table.keys) if self.table is not None and self.seat else ()
            found = self.plays.offers.get(keys) if keys else None
            if found is None:
                found = self.spell()
                if keys and len(self.plays.offers) < MOST_OFFERS:
                    self.plays.offers[keys] = found
            self.spellings, self.offered = found
        return self.spellings

    def spell(self) -> tuple[dict[Word, int], list[int]]:
        """The words of the options, and their first actions."""
        values = self.values() if self.seat else []
        words = {word: at for at, word in enumerate(self.plays.actions.number_duplicates(values))}
        return words, sorted({word[0] for word in words})

    def values(self) -> list[Word]:
        """The words of the options."""
        return self.plays.words_of(self.table.keys if self.table is not None else None, lambda: self.match().decision)

    @property
    def actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        words = self.words
        if self.offered is None:
            done = len(self.spelled)
            self.offered = sorted({word[done] for word in words if word[:done] == self.spelled})
        return self.offered.copy()

    def take(self, action: int) -> None:
        """Take an action; an illegal one is refused."""
        if action not in self.actions:
            legal = ", ".join(f"{each} ({self.plays.actions[each]})" for each in self.actions[:8])
            raise ValueError(f"action {action} is not legal for P{self.seat} now; legal are {legal or 'none'}")
        word = (*self.spelled, int(action))
        self.taken.append(int(action))
        if word not in self.words:
            self.spelled, self.offered = word, None
            return
        answer = self.words[word]
        self.answers.append(answer)
        if self.table is not None:
            try:
                self.table.choose(answer)
            except GivenUp:
                self.table = None
        self.stand()

    def clone(self) -> Play:
        """A copy of the game."""
        other = Play.__new__(Play)
        other.plays, other.seed, other.number = self.plays, self.seed, self.number
        other.answers, other.taken = self.answers.copy(), self.taken.copy()
        other.table = self.table.clone() if self.table is not None else None
        other.reference = None
        other.seat, other.spelled, other.offered, other.spellings = (
            self.seat,
            self.spelled,
            self.offered,
            self.spellings,
        )
        return other

    @property
    def block(self) -> tuple[int, ...]:
        """The seats that act at the same time; empty outside a block."""
        if not self.block_number:
            return ()
        block = self.match().state.block
        return tuple(block.seats) if block is not None else ()

    @property
    def block_number(self) -> int:
        """The number of the current block, counted from 1; 0 outside a block."""
        if not self.seat:
            return 0
        if self.table is not None:
            return self.table.block
        match = self.match()
        return 1 + sum(isinstance(each, ev.BlockEnded) for each in match.events) if match.state.block else 0

    def tensor(self, seat: int) -> Tensor[float]:
        """What a seat sees as numbers; `plays.tensors.schema` describes them."""
        tensors = self.plays.tensors
        if self.table is not None:
            found = array("d", self.plays.blank)
            if self.table.write(seat, self.plays.parts.rows, found):
                tensors.address(found, seat, self.seat)
                return found
        match = self.match()
        core = match.branch(seat)
        if core.state.block is None:
            return tensors.of(core.state, seat, self.seat)
        state: State = match.read(seat, core, tables=False).follower.state
        return tensors.of(state, seat, self.seat if self.seat == seat else 0)

    @property
    def utilities(self) -> list[float]:
        """By seat: its utility at the end; zero before."""
        plays = self.plays
        if self.seat:
            return [0.0] * plays.game.players
        if self.table is not None:
            return plays.utilities_of(self.table)
        core = self.match().core
        return plays.utility.of(core.runner.s, core.events)
