"""What must hold in every game, whoever wrote the rules: one function per law, each raising `Found`.

The cheap laws are checked at every question: pieces and amounts are where they should be, and nothing secret is written
where everyone can see it. The others try something on copies – every option, an answer that is not offered, a sample of
what a seat does not know, another clone – and are checked only now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from rulelang.analysis.report import analysis
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Decision, Option
from rulelang.engine.state import State, sight_mask
from rulelang.native.host.cache import is_watched
from rulelang.play.errors import NoSample
from rulelang.play.match import Match
from rulelang.play.retell import Retelling
from rulelang.program import BLOCK, HEADER, Program
from rulelang.program import events as ev
from rulelang.prove.audit import census
from rulelang.prove.faults import Fault, Found, crash, fault, rule_fault
from rulelang.prove.twins import compare

SOME = 8  # options tried of a long list
AHEAD = 3  # answers that clones are played on

Answering = Callable[[int, Decision], int]


@attrs.frozen
class Moment:
    """A match at a question: how many answers were given before, and how further answers are chosen."""

    match: Match
    number: int
    answering: Answering
    salt: int = 0

    @property
    def decision(self) -> Decision:
        found = self.match.decision
        assert found is not None
        return found


# ---------------------------------------------------------------- at every question


def all_there(state: State) -> None:
    """Everything is where it was left, even where no effect ran."""
    for what, how in census(state.program, state.slots):
        raise Found(fault("R709", detail=what, what=what, how=how))


def check_undisclosed(program: Program, events: Iterable[ev.Event]) -> None:
    """No secret is written to a variable that was revealed and never hidden again."""
    for event in events:
        if not isinstance(event, ev.Wrote) or event.value is None:
            continue
        var = program.vars[event.var]
        if var.sight == "open" or program.game.vars[event.var].chosen:
            continue
        owner = event.indexes[0] if var.by_seat and event.indexes else None
        meant = sight_mask(program, var.sight, owner)  # type: ignore[arg-type]
        if event.seen & ~meant and event.rule in analysis(program).private_writes:
            raise Found(fault("R706", event.rule, name=event.var))


# ---------------------------------------------------------------- now and then


def options_hold(moment: Moment) -> None:
    """Every option that is offered can be taken."""
    options = moment.decision.options
    stride = max(1, len(options) // SOME)
    for option in options[moment.salt % stride :: stride]:
        trial = moment.match.clone()
        try:
            trial.choose(option)
        except IllegalChoice:
            raise Found(refusal_fault(option), option.index) from None
        except RuleError as error:
            raise Found(rule_fault(error), option.index) from None
        except Exception as error:
            raise Found(crash(error), option.index) from None


def refusal_fault(option: Option) -> Fault:
    return fault("R703", option=f"`{option.value}`", seat=f"P{option.decision.seat}")


def nothing_else(moment: Moment) -> None:
    """What is not offered is refused, and changes nothing."""
    decision, match = moment.decision, moment.match
    before = snapshot(match)
    count = len(decision.options)
    for wrong in (-1, count, one_more(decision)):
        try:
            match.choose(wrong)
        except IllegalChoice:
            if snapshot(match) != before:
                raise Found(change_fault("a refused answer")) from None
            continue
        name = wrong.index if isinstance(wrong, Option) else wrong
        raise Found(fault("R704", option=f"option {name}", seat=f"P{decision.seat}"))


def one_more(decision: Decision) -> Option:
    """An option behind the last."""
    option = Option(decision, len(decision.options))
    option.raw = decision.options[-1].raw
    return option


def no_leak(moment: Moment) -> None:
    """A view tells what the log has told, and nothing else: it can be built from the log alone."""
    match = moment.match
    seat = moment.salt % (match.game.players + 1) or None
    shown, told = match.view(seat), Retelling.of(match.game.program, seat, match.log(seat)).view()
    if shown != told:
        who = f"P{seat}" if seat else "a spectator"
        raise Found(fault("R705", seat=who, what=difference(shown, told)))


def same_sample(moment: Moment) -> None:
    """Everything hidden is dealt again, and the seat cannot notice. This is checked only if samples are available at
    once: compiling the sampler for each of many tables would take longer than all the games.
    """
    match = moment.match
    if not is_watched(match.game.program):
        return
    seat = moment.salt % match.game.players + 1
    try:
        other = match.sample(seat, moment.salt)
    except NoSample:
        return
    if match.log(seat) != other.log(seat):  # then the view is the same, too: that is the law of leaks
        raise Found(fault("R713", seat=f"P{seat}", what="its log"))


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two views first differ: `variables.goal`."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{path}.{key}" if path else str(key))
    return f"`{path}`"


def same_future(moment: Moment) -> None:
    """A clone continues like its original and leaves it alone; undoing answers leads back to the same state."""
    before = snapshot(moment.match)
    one, other = moment.match.clone(), moment.match.clone()
    if snapshot(one) != before:
        raise Found(change_fault("a clone"))
    steps = carry_on(one, moment, AHEAD)
    if snapshot(moment.match) != before:
        raise Found(change_fault("a match whose clone is played on"))
    carry_on(other, moment, AHEAD)
    if snapshot(one) != snapshot(other):
        raise Found(change_fault("a second clone"))
    for _ in range(steps):
        other.undo()
    if snapshot(other) != before:
        raise Found(change_fault("taking answers back"))
    carry_on(other, moment, AHEAD)
    if snapshot(one) != snapshot(other):
        raise Found(change_fault("an answer taken back and given again"))


def change_fault(what: str) -> Fault:
    return fault("R708", detail=what, what=what)


def carry_on(match: Match, moment: Moment, answers: int) -> int:
    """Plays a match on; how many answers were taken. Where the rules break it stops: the game will come there."""
    for step in range(answers):
        if match.decision is None:
            return step
        try:
            match.choose(moment.answering(moment.number + step, match.decision))
        except (RuleError, IllegalChoice):
            return step
    return answers


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything that play depends on; locals are left out, since their last values mean nothing."""
    slots, layout = match.core.runner.s, match.game.program.layout
    known = slots[layout.locals + match.game.typed.locals :]
    header = [slots[at] if at != BLOCK or slots[at] is None else slots[at][0] for at in range(HEADER)]
    return header, known, match.core.events.copy(), len(match.core.history)


def check_replay(match: Match) -> None:
    """The record of a game gives the same game."""
    again = match.game.replay(match.record())
    if tuple(again.core.events) != tuple(match.core.events) or again.view(None) != match.view(None):
        raise Found(fault("R707"))


def alike(moment: Moment) -> None:
    """Two tables that a seat cannot distinguish continue the same for it, except for what the rules release."""
    match = moment.match
    seat = moment.salt % match.game.players + 1
    found = compare(match.core, match.game.answers, seat, moment.salt)
    if found is not None:
        raise Found(fault("R712", found.span, seat=f"P{seat}", what=found.what))


# name: the law, as it is tried at a question
LAWS: dict[str, Callable[[Moment], None]] = {
    "options": options_hold,
    "refusal": nothing_else,
    "leak": no_leak,
    "twins": alike,
    "sample": same_sample,
    "future": same_future,
}
