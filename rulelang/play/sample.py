"""Another past that a seat cannot tell from the real one.

A sample is a match played from the beginning: draws whose outcome the seat never saw come out otherwise,
choices it does not know are made otherwise, and everything it was shown happens again. The result counts only
if the seat's log is the same, entry by entry; so a sample is always a game that could have been played, under
the rules, before the seat's eyes.

What is dealt anew: pieces of one kind that were shuffled, dealt from a bag or taken by lot together and that
the seat has not seen since; faces it has not seen; answers it does not know. If others' known answers rule such
a past out (a seat that did not follow suit has none of it), another is tried, the later ones nearer to the real
past; the last keeps all of it. From now on chance comes from the seed of the sample. Samples are not drawn
evenly from all possible pasts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulelang import events as ev
from rulelang.chance import Dice, stream
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Match as Core
from rulelang.play.guess import Astray, Guess
from rulelang.play.known import Known, Start
from rulelang.program import COUNTER, KEY

if TYPE_CHECKING:
    from rulelang.play.match import Match, Script

# How often a hidden piece is dealt anew, and from when on unknown answers are given anew, as a share of the events.
PLANS = [
    (1.0, 0.0), (1.0, 0.5), (1.0, 0.75), (1.0, 0.9), (1.0, 0.96), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0),
    (0.6, 1.0), (0.4, 1.0), (0.25, 1.0), (0.15, 1.0), (0.08, 1.0), (0.0, 1.0),
]  # fmt: skip


def sample(match: Match, seat: int, seed: int) -> Match:
    """A match that the seat cannot tell from the real one."""
    known = match.known.get(seat)
    if known is None or not known.holds(match):
        known = match.known[seat] = Known.of(match, seat)
    dice = Dice(stream(seed, match.index, seat))
    # What did not work for the last sample of this seat is left out, but for one step back.
    for number, (share, since) in enumerate(PLANS[known.plan :], known.plan):
        guess = Guess(known, dice, share, since * len(match.core.events))
        try:
            found = led(match, guess, seed)
        except (Astray, RuleError, IllegalChoice):
            continue
        known.plan = max(0, number - 1)
        return found
    return match.clone()


def led(match: Match, guess: Guess, seed: int) -> Match:
    """A match that is led by a guess to where the real one stands."""
    from rulelang.play.match import Match, Script

    script = Script(guess.draw)
    start = guess.known.start
    core = Core(match.game.program, seed, script, match.index) if start is None else begun(start, seed, script)
    guess.compare(core)
    while not guess.arrived(core):
        core.choose(guess.answer(core))
        guess.compare(core)
    guess.finish()
    ahead = {seat: given for seat, given in match.ahead.items() if seat == guess.known.seat}
    return Match(match.game, core, script, None, ahead, [(number, {}) for number in range(len(core.history))])


def begun(start: Start, seed: int, script: Script) -> Core:
    """The match as it was at some answer, its draws so far taken as scripted, the others to come from a seed."""
    core = start.core.clone()
    script.used = {event.number: event.outcome for event in core.events if isinstance(event, ev.Drew)}
    core.seed, core.runner.chance = seed, script
    core.history = [attrs.evolve(moment, slots=reseeded(moment.slots, seed, core.game)) for moment in core.history]
    core.runner.s = reseeded(core.runner.s, seed, core.game)
    return core


def reseeded(slots: list[Any], seed: int, index: int) -> list[Any]:
    slots = slots.copy()
    slots[KEY], slots[COUNTER] = stream(seed, index), 0
    return slots
