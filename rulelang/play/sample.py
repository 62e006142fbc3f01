"""Another past that a seat cannot tell from the real one.

A sample is a match played again, from where the oldest thing hidden now came about: draws whose outcome the
seat never saw come out otherwise, choices it does not know are made otherwise, and everything it was shown
happens again. The result counts only if the seat's log is the same, entry by entry; so a sample is always a
game that could have been played, under the rules, before the seat's eyes.

What is dealt anew: pieces of one kind that were shuffled, dealt from a bag or taken by lot together and that
the seat has not seen since; faces it has not seen; answers it does not know. If others' known answers rule such
a past out (a seat that did not follow suit has none of it), another is tried, the later ones nearer to the real
past; the last keeps all of it. From now on chance comes from the seed of the sample. Samples are not drawn
evenly from all possible pasts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Match as Core
from rulelang.play.determinize import Astray, Guess
from rulelang.play.executor import Executor
from rulelang.play.knowledge import Known
from rulelang.program import COUNTER, KEY
from rulelang.program import events as ev

if TYPE_CHECKING:
    from rulelang.play.match import Ahead, Match, Script

# How often a hidden piece is dealt anew, and from when on unknown answers are given anew, as a share of the events.
PLANS = [
    (1.0, 0.0), (1.0, 0.6), (1.0, 0.9), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0),
    (0.6, 1.0), (0.4, 1.0), (0.25, 1.0), (0.15, 1.0), (0.08, 1.0), (0.0, 1.0),
]  # fmt: skip


def sample(match: Match, seat: int, seed: int) -> Match:
    """A match that the seat cannot tell from the real one."""
    known = match.known.get(seat)
    if known is None or not known.holds(match):
        known = match.known[seat] = Known.of(match, seat)
    dice = Dice(stream(seed, match.index, seat))
    for share, since in PLANS:
        guess = Guess(known, dice, share, since * len(match.core.events))
        try:
            return led(match, guess, seed)
        except (Astray, RuleError, IllegalChoice):
            continue
    return real_past(match, seat, seed)


def led(match: Match, guess: Guess, seed: int) -> Match:
    """A match that is led by a guess to where the real one stands."""
    from rulelang.play.match import Script

    script, start = Script(guess.draw), guess.known.start
    core = Core(match.game.program, seed, script, match.index) if start is None else begun(start.core, seed, script)
    guess.compare(core)
    while not guess.arrived(core):
        core.choose(guess.answer(core))
        guess.compare(core)
    guess.finish()
    return as_match(match, guess.known.seat, core, script)


def real_past(match: Match, seat: int, seed: int) -> Match:
    """The match itself, with another future."""
    from rulelang.play.match import Script

    script = Script(lambda draw: None)
    return as_match(match, seat, begun(match.core, seed, script), script)


def as_match(match: Match, seat: int, core: Core, script: Script) -> Match:
    """A sample to play on; answers that others gave ahead are theirs, and forgotten."""
    ahead = {who: given for who, given in match.ahead.items() if who == seat}
    acts: list[tuple[int, Ahead]] = [(number, {}) for number in range(len(core.history))]
    return type(match)(match.game, Executor.of(core), script, None, ahead, acts)


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
