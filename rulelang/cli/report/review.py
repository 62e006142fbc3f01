"""The most expensive answers of a game, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.bots.review import Judged
from rulelang.cli.report.hint import set_apart


def slip_text(judged: Judged, question: str, who: str, names: Sequence[str]) -> str:
    """The answer to a question, and what would have been better."""
    taken, best = set_apart(names[judged.taken]), set_apart(names[judged.thought.best])
    cost = amount(judged, judged.cost)
    return f"Answer {judged.number} ({question}): {who} took {taken}; {best} would have been better by {cost}."


def amount(judged: Judged, cost: float) -> str:
    return f"{cost:.1f} points" if judged.thought.scored else f"{100 * cost:.0f} % of games won"


def sums_text(found: Sequence[Judged], who: dict[int, str]) -> Iterator[str]:
    """By player: the number of choices, and the total loss."""
    for seat, name in who.items():
        own = [each for each in found if each.decision.seat == seat]
        if own:
            choices = f"{len(own)} choice{'s' * (len(own) > 1)}"
            mean = amount(own[0], sum(each.cost for each in own) / len(own))
            yield f"{name}: {choices}, {mean} given away on average."


def review_json(found: Sequence[Judged]) -> list[dict[str, Any]]:
    """All answers with their evaluation."""
    return [
        {
            "answer": each.number,
            "seat": each.decision.seat,
            "taken": each.decision.options[each.taken].value,
            "best": each.decision.options[each.thought.best].value,
            "cost": round(each.cost, 4),
        }
        for each in found
    ]
