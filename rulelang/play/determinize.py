"""One attempt at another past: which outcome each draw gets, and which answer each question, on the way to where a
match stands.

The guess keeps, for each piece of the real match, the piece that is in its place here. Where the real match
drew a piece that the seat has not seen since, any such piece of the same kind among the candidates changes
places with it.
"""

from __future__ import annotations

from typing import Any

from rulelang.base.rng import Dice
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import PASS, Draw
from rulelang.play.answers import key_of
from rulelang.play.knowledge import Asked, Known
from rulelang.play.log import Log
from rulelang.play.past import Drawn
from rulelang.play.text import as_seen, everything, look_text
from rulelang.program import events as ev


class Astray(Exception):
    """This past does not lead to where the real match stands."""


class Guess:
    """`share`: how often a hidden piece is dealt anew. `since`: from when on unknown answers are given anew."""

    def __init__(self, known: Known, dice: Dice, share: float, since: float) -> None:
        self.known, self.dice, self.share, self.since = known, dice, share, since
        self.program, self.answers = known.match.game.program, known.match.game.answers
        self.here = {piece.id: piece.id for piece in self.program.pieces}  # by real piece: the one in its place
        self.real = dict(self.here)  # by piece in its place: the real one
        self.drawn, self.rolls, self.asked, self.blocks = 0, 0, 0, 0
        self.used: dict[tuple[int, int], int] = {}  # answers given, by number of block and seat
        self.log = Log(known.seat, self.answers, known.match.follower())
        if (start := known.start) is not None:
            self.drawn, self.rolls, self.asked, self.blocks = start.drawn, start.rolls, start.outside, start.blocks
            self.log = start.log.copy()
        self.done = False

    def compare(self, core: Core) -> None:
        """What the seat has been shown must be what it was really shown."""
        entries, events = len(self.log.entries), len(self.log.read)
        self.log.carry_on(core)
        self.blocks += sum(isinstance(event, ev.BlockBegan) for event in core.events[events:])
        if self.log.entries[entries:] != self.known.log[entries : len(self.log.entries)]:
            raise Astray

    def finish(self) -> None:
        """All that was shown has been shown; from now on chance is free."""
        if len(self.log.entries) != len(self.known.log):
            raise Astray
        self.done = True

    def chance(self, share: float) -> bool:
        return self.dice.below(1000) < share * 1000

    # ------------------------------------------------------------ draws

    def draw(self, draw: Draw) -> int | None:
        """The outcome of a draw."""
        if self.done or self.drawn >= len(self.known.drawn):
            return None
        real = self.known.drawn[self.drawn]
        self.drawn += 1
        if real.what != draw.what:
            raise Astray
        if real.what == "roll":
            return self.roll(real, draw)
        return self.piece(real, draw) if real.is_piece else self.value(real, draw)

    def roll(self, real: Drawn, draw: Draw) -> int:
        seen = self.known.sightings.rolls[self.rolls]
        self.rolls += 1
        return real.outcome if seen or not self.chance(self.share) else self.dice.below(draw.n)

    def piece(self, real: Drawn, draw: Draw) -> int:
        """A piece that the seat has not seen since, if the real one is such."""
        time, kind = self.known.time_of(real), self.program.pieces[real.value].kind
        if self.hidden(real.value, time) and self.chance(self.share):
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
        raise Astray

    def value(self, real: Drawn, draw: Draw) -> int:
        """The real value, unless it went where the seat does not see it."""
        if self.known.unseen_value(real) and self.known.time_of(real) >= self.since:
            return self.dice.below(draw.n)
        if real.value not in draw.candidates:
            raise Astray
        return list(draw.candidates).index(real.value)

    # ------------------------------------------------------------ answers

    def arrived(self, core: Core) -> bool:
        """Does this match stand where the real one does?"""
        there, ours = self.known.match.core, core.decision
        if ours is None:
            if not there.over:
                raise Astray
            return True
        block, open_block = core.state.block, there.state.block
        if block is not None:
            if open_block is None or self.blocks != self.known.blocks:
                return False
            key = self.blocks, block.seat
            left = len(self.known.inside.get(key, ())) - self.used.get(key, 0)
            return left <= 0 and block.seats.index(block.seat) >= open_block.seats.index(open_block.seat)
        if self.asked < len(self.known.outside):
            return False
        if open_block or there.decision is None or (there.decision.seat, there.decision.name) != (ours.seat, ours.name):
            raise Astray
        return True

    def answer(self, core: Core) -> int:
        """The index of the answer to the open question."""
        question, block = core.runner.question, core.state.block
        assert question is not None
        if block is None:
            real = self.known.outside[self.asked]
            self.asked += 1
            if (real.event.seat, real.event.name) != (question.seat, question.name):
                raise Astray
            return self.like(core, real)
        key = self.blocks, question.seat
        queue, used = self.known.inside.get(key, []), self.used.get(key, 0)
        self.used[key] = used + 1
        if used < len(queue):
            return self.like(core, queue[used])
        if question.seat == self.known.seat:
            raise Astray
        last = len(question.options) - 1
        return last if question.options[last] == PASS else self.dice.below(last + 1)

    def like(self, core: Core, real: Asked) -> int:
        """The real answer, its pieces replaced; where the seat does not know it, perhaps one it would see alike."""
        own = real.event.seat == self.known.seat
        if not own and real.unknown and (real.time >= self.since or self.known.in_open_block(self.blocks)):
            return self.any_like(core, real)
        state, event = core.state, real.event
        wanted = self.answers.written(
            key_of(event),
            event.options[event.taken],
            lambda piece: look_text(self.program, state.look(self.here[piece])),
        )
        found = self.options(core, everything(state), wanted)
        if found:
            return found[0]
        if own or not real.unknown:
            raise Astray
        return self.any_like(core, real)

    def any_like(self, core: Core, real: Asked) -> int:
        """Any option that the seat could not tell from the real answer."""
        question = core.runner.question
        assert question is not None
        if real.event.block or real.event.secret:
            return self.dice.below(len(question.options))
        options = self.options(core, as_seen(core.state, self.known.seat), real.told)
        if not options:
            raise Astray
        return options[self.dice.below(len(options))]

    def options(self, core: Core, namer: Any, wanted: Any) -> list[int]:
        """The options that read as wanted."""
        question = core.runner.question
        assert question is not None
        key = question.name, question.span
        written = [self.answers.written(key, option, namer) for option in question.options]
        return [at for at, value in enumerate(written) if value == wanted]
