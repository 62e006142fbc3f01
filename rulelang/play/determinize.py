"""Determinization: another past that a seat cannot tell from the real one.

A sample is a match played again, from where the oldest thing hidden now came about: draws whose outcome the seat never
saw come out otherwise, choices it does not know are made otherwise, and everything it was shown happens again. Where
that contradicts what the seat was shown, the last unknown answer before it is given anew, with the draws behind it, and
after some vain tries the one before that; then all begins again. What is written unseen, and shown to the seat later,
must be written as it will be shown; if it is not, and belongs to some seat, the last unknown answer of that seat is
wrong. After so many beginnings `NoSample` is raised. The result counts only if the seat's log is the same, entry by
entry; so a sample is always a game that could have been played, under the rules, before the seat's eyes.

What is drawn anew: pieces of one kind that were shuffled, dealt from a bag or drawn together and that the seat has not
seen since; faces it has not seen; values that went where it does not look; answers it does not know. In a block that is
still open nobody else has answered. The real past is never taken for want of another. Of what a seat does not know only
this is taken over: by which hidden way a piece went that the seat has seen at its end, how many answers others gave in
a block that is over, and what has left no trace in the game as it stands. From now on chance comes from the seed of the
sample. Samples are not drawn evenly from all possible pasts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

import attrs

from rulelang.base.limits import Allowance
from rulelang.base.rng import Dice, stream
from rulelang.engine.data import as_seen, everything, look_text
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import PASS, Draw
from rulelang.play.answers import key_of
from rulelang.play.errors import NoSample
from rulelang.play.executor import Executor
from rulelang.play.knowledge import UNSHOWN, Asked, Element, Known, Watch
from rulelang.play.log import Log
from rulelang.play.past import Drawn
from rulelang.play.progress import P, Progress, Script
from rulelang.program import COUNTER, KEY
from rulelang.program import events as ev

ATTEMPTS = 4  # beginnings, before there is no sample …
REDONE = 150  # … each with so many answers that are given anew …
TRIES = 12  # … and each of these so often, before the one before it is
EFFORT = 1500  # answers given in all beginnings: nobody waits longer than it takes to play a few dozen games


def sample(match: P, seat: int, seed: int) -> P:
    """A match that the seat cannot tell from the real one."""
    known, dice = knowledge(match, seat), Dice(stream(seed, match.index, seat))
    asked, left = asks(match, seat), Allowance(EFFORT)
    for _ in range(ATTEMPTS):
        try:
            made = carried_out(Attempt(known, dice), match, seed, left)
        except (Contradiction, RuleError, IllegalChoice):
            continue
        if asks(made, seat) == asked:
            return made
    raise NoSample(f"No other past was found for P{seat} in {ATTEMPTS} attempts; go on without a sample here.")


def knowledge(match: Progress[Any], seat: int) -> Known:
    """What the seat knows now; what it knew before is carried on."""
    known = match.known.get(seat)
    if known is None or not known.holds(match):
        watch = known.watch if known is not None and known.watch.holds(match) else Watch(match, seat)
        known = match.known[seat] = Known.of(watch)
    return known


def asks(match: Progress[Any], seat: int) -> list[int | str] | None:
    """What the seat is offered now; all that happened before is compared as it happens."""
    decision = match.branch(seat).decision
    return [option.value for option in decision.options] if decision is not None and decision.seat == seat else None


class Contradiction(Exception):
    """This past does not lead to what the seat was shown; `whose`: the seat whose answer is to blame, if one is."""

    def __init__(self, whose: int | None = None) -> None:
        self.whose = whose


def carried_out(attempt: Attempt, match: P, seed: int, left: Allowance) -> P:
    """The match that an attempt leads to, where the real one stands."""
    script, start = Script(attempt.draw), attempt.known.start
    core = Core(match.game.program, seed, script, match.index) if start is None else begun(start.core, seed, script)
    attempt.compare(core)
    core = led(attempt, core, script, left)
    attempt.done = True
    made = type(match)(match.game, Executor.of(core), script, None, {}, [(n, {}) for n in range(len(core.history))])
    return answered_ahead(made, attempt)


@attrs.define
class Turn:
    """An unknown answer that may be given otherwise: how all stood before it, and how often it was tried."""

    core: Core
    attempt: dict[str, Any]
    used: dict[int, int]
    seat: int
    tries: int = 1
    answer: int | None = None
    wrong: set[int] = attrs.Factory(set)
    """Answers that were to blame for what came out otherwise."""


def led(attempt: Attempt, core: Core, script: Script, left: Allowance) -> Core:
    """Answers every question until the match stands where the real one does, or no effort is left."""
    turns: list[Turn] = []
    redone = 0
    again = False
    while again or not attempt.arrived(core):
        free = again or attempt.is_free(core)
        if free and not again:
            assert core.runner.question is not None
            turns.append(Turn(core.clone(), attempt.copy(), script.used.copy(), core.runner.question.seat))
        try:
            again = False
            left.left -= 1
            index = attempt.answer(core, turns[-1].wrong if free else frozenset())
            if free:
                turns[-1].answer = index
            core.choose(index)
            attempt.compare(core)
        except (Contradiction, RuleError, IllegalChoice) as error:
            whose, again = error.whose if isinstance(error, Contradiction) else None, True
            if not blamed(turns, whose):
                redone += 1
                while turns and turns[-1].tries > TRIES:
                    turns.pop()
            if not turns or redone > REDONE or left.left <= 0:
                raise
            core = back_to(turns[-1], attempt, script)
    return core


def blamed(turns: list[Turn], whose: int | None) -> bool:
    """Goes back to the last unknown answer of a seat, if it has one: that answer will not do."""
    last = next((at for at in range(len(turns) - 1, -1, -1) if turns[at].seat == whose), None)
    if last is None:
        return False
    del turns[last + 1 :]
    turn = turns[last]
    if turn.answer is not None:
        turn.wrong.add(turn.answer)
    turn.tries = 0
    return True


def back_to(turn: Turn, attempt: Attempt, script: Script) -> Core:
    """All as it stood before an unknown answer."""
    turn.tries += 1
    attempt.__dict__.update(turn.attempt)
    turn.attempt = attempt.copy()
    script.used = turn.used.copy()
    return turn.core.clone()


def element(event: ev.Wrote) -> Element:
    return event.var, event.indexes


def answered_ahead(made: P, attempt: Attempt) -> P:
    """In an open block the seat's own answers are given ahead, since those before it have not answered in a sample."""
    for value in attempt.known.own[attempt.used() :]:
        asked = next((each for each in made.pending if each.seat == attempt.known.seat), None)
        option = next((each for each in asked.options if each.value == value), None) if asked is not None else None
        if option is None:
            raise Contradiction
        made.choose(option)
    return made


def begun(real: Core, seed: int, script: Script) -> Core:
    """A copy of a match whose draws so far count as scripted; those to come are of another seed."""
    core = real.clone()
    script.used = {event.number: event.outcome for event in core.events if isinstance(event, ev.Drew)}
    core.seed, core.runner.chance = seed, script
    core.history = [attrs.evolve(moment, slots=reseeded(moment.slots, seed, core.game)) for moment in core.history]
    core.runner.s = reseeded(core.runner.s, seed, core.game)
    return core


def reseeded(slots: list[Any], seed: int, index: int) -> list[Any]:
    slots = slots.copy()
    slots[KEY], slots[COUNTER] = stream(seed, index), 0
    return slots


class Attempt:
    """One other past: which outcome each draw gets, and which answer each question.

    It keeps, for each piece of the real match, the piece that is in its place here. Where the real match drew a piece
    that the seat has not seen since, any such piece of the same kind among the candidates changes places with it.
    """

    def __init__(self, known: Known, dice: Dice) -> None:
        self.known, self.dice = known, dice
        self.program, self.answers = known.match.game.program, known.match.game.answers
        self.outside, self.inside = known.watch.outside, known.watch.inside
        self.here = {piece.id: piece.id for piece in self.program.pieces}  # by real piece: the one in its place
        self.real = dict(self.here)  # by piece in its place: the real one
        self.drawn, self.rolls, self.asked, self.blocks = 0, 0, 0, 0
        self.given: dict[tuple[int, int], int] = {}  # answers given, by number of block and seat
        self.log = Log(known.seat, self.answers, known.match.follower(), brief=True)
        self.wrote: Counter[Element] = Counter()  # how often each element of a variable was written
        if (start := known.start) is not None:
            self.wrote.update(element(event) for event in start.core.events if isinstance(event, ev.Wrote))
            self.drawn, self.rolls, self.asked, self.blocks = start.drawn, start.rolls, start.outside, start.blocks
            self.log = start.log.copy()
        self.done = False

    def copy(self) -> dict[str, Any]:
        """All that changes on the way."""
        fresh = {name: self.__dict__[name].copy() for name in ("here", "real", "given", "log", "wrote")}
        return {**fresh, **{name: self.__dict__[name] for name in ("drawn", "rolls", "asked", "blocks")}}

    def is_free(self, core: Core) -> bool:
        """Is the open question one whose answer the seat does not know?"""
        question = core.runner.question
        if question is None or question.seat == self.known.seat:
            return False
        if core.state.block is not None:
            key = self.blocks, question.seat
            queue, used = self.inside.get(key, []), self.given.get(key, 0)
            return used >= len(queue) or self.is_unknown(queue[used])
        return self.asked < len(self.outside) and self.is_unknown(self.outside[self.asked])

    def is_unknown(self, real: Asked) -> bool:
        return real.time in self.known.unknown

    def compare(self, core: Core) -> None:
        """What the seat has been shown must be what it was really shown."""
        entries, events = len(self.log.entries), len(self.log.read)
        self.log.carry_on(core)
        self.blocks += sum(isinstance(event, ev.BlockBegan) for event in core.events[events:])
        if self.log.entries[entries:] != self.known.log[entries : len(self.log.entries)]:
            raise Contradiction
        for event in core.events[events:]:
            if isinstance(event, ev.Wrote):
                self.compare_written(event)

    def compare_written(self, event: ev.Wrote) -> None:
        """What is shown to the seat later must be written now. An element by seat is blamed on that seat's answer."""
        key = element(event)
        known, number = self.known.written.get(key, []), self.wrote[key]
        self.wrote[key] += 1
        if number < len(known) and known[number] is not UNSHOWN and known[number] != event.value:
            by_seat = self.program.vars[event.var].by_seat
            raise Contradiction(int(str(event.indexes[0])) if by_seat else None)

    # ------------------------------------------------------------ draws

    def draw(self, draw: Draw) -> int | None:
        """The outcome of a draw."""
        if self.done or self.drawn >= len(self.known.drawn):
            return None
        real = self.known.drawn[self.drawn]
        self.drawn += 1
        if real.what != draw.what:
            raise Contradiction
        if real.what == "roll":
            return self.roll(real, draw)
        return self.piece(real, draw) if real.is_piece else self.value(real, draw)

    def roll(self, real: Drawn, draw: Draw) -> int:
        seen = self.known.sightings.rolls[self.rolls]
        self.rolls += 1
        return real.outcome if seen else self.dice.below(draw.n)

    def piece(self, real: Drawn, draw: Draw) -> int:
        """A piece that the seat has not seen since, if the real one is such."""
        time, kind = self.known.time_of(real), self.program.pieces[real.value].kind
        if self.hidden(real.value, time):
            others = [
                each for each in draw.candidates if self.hidden(self.real[each], time) and self.kind(each) == kind
            ]
            if others:
                self.exchange(real.value, others[self.dice.below(len(others))])
        if self.here[real.value] not in draw.candidates:
            self.exchange(real.value, self.twin(real.value, draw))
        return list(draw.candidates).index(self.here[real.value])

    def hidden(self, piece: int, time: float) -> bool:
        """Has the seat not seen a real piece since?"""
        return self.known.sightings.pieces.get(piece, -1) < time

    def kind(self, piece: int) -> str:
        return self.program.pieces[piece].kind

    def exchange(self, real: int, piece: int) -> None:
        """Puts a piece in the place of a real one; the two change places."""
        other, old = self.real[piece], self.here[real]
        self.here[real], self.here[other] = piece, old
        self.real[piece], self.real[old] = real, other

    def twin(self, real: int, draw: Draw) -> int:
        """A candidate that looks like a real piece."""
        wanted = self.program.pieces[real]
        for each in draw.candidates:
            piece = self.program.pieces[each]
            if (piece.kind, piece.fields) == (wanted.kind, wanted.fields):
                return int(each)
        raise Contradiction

    def value(self, real: Drawn, draw: Draw) -> int:
        """The real value if the seat was told it, else any."""
        if not self.known.told_value(real):
            return self.dice.below(draw.n)
        if real.value not in draw.candidates:
            raise Contradiction
        return list(draw.candidates).index(real.value)

    # ------------------------------------------------------------ answers

    def arrived(self, core: Core) -> bool:
        """Does this match stand where the real one does, as far as the seat knows?"""
        there, ours = self.known.match.core, core.decision
        if ours is None:
            if not there.over:
                raise Contradiction
            return True
        block, open_block = core.state.block, there.state.block
        if block is not None:
            # Who else has answered in an open block is not known: here nobody has.
            here = open_block is not None and self.blocks == self.known.watch.blocks
            return here and (block.seat != self.known.seat or self.used() >= len(self.known.own))
        if self.asked < len(self.outside):
            return False
        decision = there.decision
        if open_block or decision is None or (decision.seat, decision.name) != (ours.seat, ours.name):
            raise Contradiction
        return True

    def used(self) -> int:
        """How many answers the seat has given in this block."""
        return self.given.get((self.blocks, self.known.seat), 0)

    def answer(self, core: Core, wrong: Set[int]) -> int:
        """The index of the answer to the open question; of those that are not known none that is wrong."""
        question, block = core.runner.question, core.state.block
        assert question is not None
        if block is None:
            real = self.outside[self.asked]
            self.asked += 1
            if (real.event.seat, real.event.name) != (question.seat, question.name):
                raise Contradiction
            return self.unknown_like(core, real, wrong) if self.is_unknown(real) else self.like(core, real)
        key = self.blocks, question.seat
        queue, used = self.inside.get(key, []), self.given.get(key, 0)
        self.given[key] = used + 1
        if used < len(queue):
            real = queue[used]
            return self.unknown_like(core, real, wrong) if self.is_unknown(real) else self.like(core, real)
        if question.seat == self.known.seat:
            raise Contradiction
        last = len(question.options) - 1
        return last if question.options[last] == PASS else self.dice.below(last + 1)

    def like(self, core: Core, real: Asked) -> int:
        """The real answer, its pieces replaced."""
        state, event = core.state, real.event
        wanted = self.answers.written(
            key_of(event),
            event.options[event.taken],
            lambda piece: look_text(self.program, state.look(self.here[piece])),
        )
        found = self.options(core, everything(state), wanted)
        if not found:
            raise Contradiction
        return found[0]

    def unknown_like(self, core: Core, real: Asked, wrong: Set[int]) -> int:
        """Any option the seat could not tell from the real answer; pieces that it sees later are in both or in none."""
        question = core.runner.question
        assert question is not None
        key, event = (question.name, question.span), real.event
        options = range(len(question.options))
        if not event.secret and not event.block:
            options = self.options(core, as_seen(core.state, self.known.seat), real.told)  # type: ignore[assignment]
        later = {self.here[piece] for piece, time in self.known.sightings.pieces.items() if time > real.time}
        wanted = {self.here[piece] for piece in self.answers.pieces(key_of(event), event.options[event.taken])} & later
        fit = [
            at
            for at in options
            if at not in wrong and later.intersection(self.answers.pieces(key, question.options[at])) == wanted
        ]
        if not fit:
            raise Contradiction
        return fit[self.dice.below(len(fit))]

    def options(self, core: Core, namer: Any, wanted: Any) -> list[int]:
        """The options that read as wanted."""
        question = core.runner.question
        assert question is not None
        key = question.name, question.span
        written = [self.answers.written(key, option, namer) for option in question.options]
        return [at for at, value in enumerate(written) if value == wanted]
