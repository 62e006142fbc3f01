"""Makes a failing game as short and simple as possible: `shrink(rules, outcome, watch, work)`.

First the game is made explicit: every draw and answer that it really made, and the answer after which it is cut. From
there, each of the `PASSES` proposes simpler plans – fewer players, no options, a smaller number for one, an earlier
cut, the first option, the first outcome – and a plan is kept if it fails in the same way and is smaller. They alternate
until none of them helps, or the work budget is used up. The budget counts events and answers, so that a failure shrinks
to the same game on every machine. If there is a time limit and it expires, the best plan so far is the answer.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import attrs

from rulelang.play.match import Match
from rulelang.program import DRAWS
from rulelang.prove.plan import Deviations, Plan, chance
from rulelang.prove.play import LAW_OF, Outcome, Watch, play
from rulelang.prove.stop import Enough
from rulelang.prove.tables import Rules, Table, domain

EACH = 20  # what a game costs that ends at once, in events
SHORT = 12  # answers of a game in which much is tried
SOME = 5  # options that are tried then


def shrink(rules: Rules, outcome: Outcome, watch: Watch, work: int) -> Outcome:
    """The smallest outcome that is found with this much work; it has the same fault."""
    hunt = Shrinking(rules, outcome, watch_for(outcome, watch), work)
    with contextlib.suppress(Enough):
        hunt.write_out()
        changed = True
        while changed and not hunt.late:
            changed = sum(hunt.take_turns(each) for each in PASSES) > 0
    return hunt.best


def watch_for(outcome: Outcome, watch: Watch) -> Watch:
    """Only the law that was broken is tried, and only at the cut."""
    assert outcome.fault is not None
    law = LAW_OF.get(outcome.fault.code)
    replay = outcome.fault.code == "R707"
    return attrs.evolve(watch, laws=(law,) if law else (), every=0, replay=replay)


@attrs.define
class Shrinking:
    """The best outcome so far, and how much work is left."""

    rules: Rules
    best: Outcome
    watch: Watch
    work: int

    @property
    def late(self) -> bool:
        return self.work < 0

    def breaks(self, plan: Plan) -> Outcome | None:
        """The outcome of a plan that has the same fault."""
        outcome = play(self.rules, plan, self.watch)
        self.work -= EACH + (outcome.work if outcome is not None else 0)
        same = outcome is not None and outcome.fault is not None and outcome.fault.key == self.fault_key
        return outcome if same else None

    @property
    def fault_key(self) -> tuple[object, ...]:
        assert self.best.fault is not None
        return self.best.fault.key

    def write_out(self) -> None:
        """Every draw and answer of the game stands in its plan; nothing depends on the seed."""
        plan = write_out(self.rules, self.best)
        outcome = self.breaks(plan) if plan is not None else None
        if outcome is not None:
            self.best = outcome
            outcome.plan = cut_off(outcome)

    def try_plan(self, plan: Plan) -> bool:
        """Keeps a plan that fails in the same way, if it is smaller once everything after the fault is cut off."""
        outcome = self.breaks(plan)
        if outcome is None:
            return False
        outcome.plan = cut_off(outcome)
        if outcome.plan.size >= self.best.plan.size:
            return False
        self.best = outcome
        return True

    def take_turns(self, propose: Callable[[Shrinking], Iterator[Plan]]) -> bool:
        """Follows a pass; whether it helped."""
        helped = False
        for plan in propose(self):
            if self.late:
                break
            if plan != self.best.plan and self.try_plan(plan):
                helped = True
        return helped


def cut_off(outcome: Outcome) -> Plan:
    """The plan without what comes after the fault."""
    taken = len(outcome.taken)
    kept = tuple(each for each in outcome.plan.choices if each[0] < taken)
    return attrs.evolve(outcome.plan, choices=kept, stop=taken) if outcome.plan.seed is None else outcome.plan


def write_out(rules: Rules, outcome: Outcome) -> Plan | None:
    """The plan with every draw and answer that was made, cut after the last answer."""
    plan, game = outcome.plan, rules.game(outcome.plan.table)
    if game is None or (outcome.match is None and plan.seed is None):
        return None
    outcomes: dict[int, int] = {}
    usual = chance(plan)

    def note(draw: object) -> int:
        made = usual(draw)
        outcomes[draw.number] = made  # type: ignore[attr-defined]
        return int(made)

    try:
        match = game.start(seed=0, chance=note)
        for index in outcome.taken:
            match.choose(index)
    except Exception:  # it breaks here: all draws that count are made
        pass
    draws = tuple((number, made) for number, made in sorted(outcomes.items()) if made)
    choices = tuple((number, index) for number, index in enumerate(outcome.taken) if index)
    return Plan(plan.table, draws=draws, choices=choices, stop=len(outcome.taken))


# ---------------------------------------------------------------- passes: plainer plans than the best


def nothing_special(hunt: Shrinking) -> Iterator[Plan]:
    """The simplest possible game; then the simplest at the same table."""
    yield Plan(Table(min(hunt.rules.typed().players)))
    yield Plan(hunt.best.plan.table)


def fewer_players(hunt: Shrinking) -> Iterator[Plan]:
    for players in hunt.rules.typed(hunt.best.plan.table.variants).players:
        table = attrs.evolve(hunt.best.plan.table, players=players)
        yield attrs.evolve(hunt.best.plan, table=table)


def plainer_table(hunt: Shrinking) -> Iterator[Plan]:
    """Without variants, without options."""
    for name in hunt.best.plan.table.variants:
        fewer = tuple(each for each in hunt.best.plan.table.variants if each != name)
        yield attrs.evolve(hunt.best.plan, table=attrs.evolve(hunt.best.plan.table, variants=fewer))
    for name, _ in hunt.best.plan.table.options:
        yield attrs.evolve(hunt.best.plan, table=hunt.best.plan.table.without(name))


def shorter_game(hunt: Shrinking) -> Iterator[Plan]:
    """A smaller number for an option: most likely fewer rounds. It counts if the game is then cut earlier."""
    game = hunt.rules.game(hunt.best.plan.table)
    if game is None:
        return
    for name, option in game.typed.options.items():
        least, now = next(iter(domain(game.program, option)), None), game.options[name]
        if type(least) is int and type(now) is int and least < now:
            yield attrs.evolve(hunt.best.plan, table=hunt.best.plan.table.with_option(name, least))


def earlier_cut(hunt: Shrinking) -> Iterator[Plan]:
    """Half as long, a little shorter; and without some answers in the middle."""
    length = len(hunt.best.taken)
    for stop in (0, length // 4, length // 2, length - 2, length - 1):
        if 0 <= stop < length:
            yield attrs.evolve(hunt.best.plan, stop=stop)
    part = max(1, length // 2)
    while part >= 1:
        for start in range(0, length, part):
            for shifted in (True, False):
                yield without_answers(hunt.best, start, part, shifted)
        part //= 2


def without_answers(outcome: Outcome, start: int, part: int, shifted: bool) -> Plan:
    """Removes answers; later ones move up, and with `shifted` so do the later draws."""
    plan, end = outcome.plan, start + part
    draws = plan.draws
    if shifted and outcome.match is not None:
        marks = draws_before(outcome.match)
        first, last = (marks[min(at, len(marks) - 1)] for at in (start, end))
        draws = cut_out(draws, first, last)
    stop = max(0, (plan.stop or 0) - part)
    return attrs.evolve(plan, draws=draws, choices=cut_out(plan.choices, start, end), stop=stop)


def cut_out(pairs: Deviations, first: int, last: int) -> Deviations:
    """Without those from `first` on; from `last` on they take their place."""
    return tuple((at - last + first if at >= last else at, value) for at, value in pairs if not first <= at < last)


def draws_before(match: Match) -> list[int]:
    """How many draws were made before the answer before each answer: what is asked depends on those since."""
    return [0, *(moment.slots[DRAWS] for moment in match.core.history), match.state.slots[DRAWS]]


def first_options(hunt: Shrinking) -> Iterator[Plan]:
    yield from fewer(hunt, "choices")


def first_outcomes(hunt: Shrinking) -> Iterator[Plan]:
    yield from fewer(hunt, "draws")


def fewer(hunt: Shrinking, field: str) -> Iterator[Plan]:
    """Without all deviations, without halves of them, … without single ones."""
    part = max(1, len(getattr(hunt.best.plan, field)))
    while True:
        start = 0
        while start < len(now := getattr(hunt.best.plan, field)):
            yield with_deviations(hunt.best.plan, field, (*now[:start], *now[start + part :]))
            if getattr(hunt.best.plan, field) == now:
                start += part
        if part == 1:
            return
        part = (part + 1) // 2


def bolder(hunt: Shrinking) -> Iterator[Plan]:
    """Of a short game: an answer less, for another option of one of the others."""
    length = len(hunt.best.taken)
    if length > SHORT:
        return
    for gone in range(length):
        for at in range(length - 1):
            for index in range(SOME):
                shorter = without_answers(hunt.best, gone, 1, True)
                others = tuple(each for each in shorter.choices if each[0] != at)
                yield attrs.evolve(shorter, choices=tuple(sorted((*others, (at, index)))))
                if len(hunt.best.taken) < length:
                    return


def with_deviations(plan: Plan, field: str, value: Deviations) -> Plan:
    return attrs.evolve(plan, draws=value) if field == "draws" else attrs.evolve(plan, choices=value)


def smaller_numbers(hunt: Shrinking) -> Iterator[Plan]:
    """An earlier option, a smaller outcome."""
    for field in ("choices", "draws"):
        for at in range(len(getattr(hunt.best.plan, field))):
            for value in (1, 2, 3):
                now: Deviations = getattr(hunt.best.plan, field)
                if at < len(now) and value < now[at][1]:
                    yield with_deviations(hunt.best.plan, field, (*now[:at], (now[at][0], value), *now[at + 1 :]))


PASSES: tuple[Callable[[Shrinking], Iterator[Plan]], ...] = (
    nothing_special,
    fewer_players,
    plainer_table,
    shorter_game,
    first_outcomes,
    first_options,
    earlier_cut,
    bolder,
    smaller_numbers,
)
