"""What each answer of a game cost, as judged by a bot from what the seat could know."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rulelang.base.frozen import Frozen, frozen
from rulelang.bots.kinds import Effort, Thought
from rulelang.bots.thinking import think
from rulelang.engine.match import Decision
from rulelang.play.match import Match

DOUBT = 4  # what so many simulations with an option came to is half believed


@frozen
class Judged(Frozen):
    """An answer, its number from 1, the option that was taken, and what a bot thought of all of them."""

    number: int
    decision: Decision
    taken: int
    thought: Thought

    @property
    def cost(self) -> float:
        """How much worse the answer is than the best one: in final points, or as a share of games won.

        A search soon abandons an option that does badly; the fewer simulations an option had, the less they count.
        """
        thought, tried = self.thought, self.thought.visits[self.taken]
        less = thought.points[thought.best] - thought.points[self.taken]
        return max(0.0, less) * tried / (tried + DOUBT)


def judge(match: Match, answers: Sequence[int], seats: Container[int], effort: Effort, seed: int) -> Iterator[Judged]:
    """Plays the remaining answers of the match, and judges those that some seats gave where they had a real choice."""
    for number, taken in enumerate(answers, 1):
        decision = match.decision
        if decision is not None and decision.seat in seats and len(decision.options) > 1:
            yield Judged(number, decision, taken, think(match, decision.seat, effort, seed))
        match.choose(taken)


def worst(found: Sequence[Judged], most: int) -> list[Judged]:
    """The most costly answers, in the order in which they were given."""
    dear = sorted((each for each in found if each.cost > 0), key=lambda each: (-each.cost, each.number))[:most]
    return sorted(dear, key=lambda each: each.number)
