"""What a bot thinks of a question, in words and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.bots.kinds import Thought
from rulelang.engine.match import Decision
from rulelang.present.english import pluralize

OTHERS = 2  # options besides the best that are shown


def hint_text(thought: Thought, names: Sequence[str]) -> str:
    """What the bot would choose, what it expects from that, and its other candidates."""
    if len(names) == 1:
        return f"There is nothing to think about: {set_apart(names[0])} is all that is offered."
    if not thought.worlds:
        return "The bot knows no better than you: it found no deal that fits all you have seen, and would guess."
    best = thought.best
    rest = sorted(set(range(len(names))) - {best}, key=lambda at: (-thought.visits[at], at))[:OTHERS]
    deals = f" over {thought.worlds} deals that fit what you know" if thought.worlds > 1 else ""
    simulated = f"after {pluralize(thought.simulations, 'simulation')}{deals}"
    told = f"The bot would take {set_apart(names[best])}: {expectation(thought, best)}, {simulated}."
    others = "; ".join(f"{set_apart(names[at])}: {expectation(thought, at)}" for at in rest if thought.visits[at])
    return f"{told} It also looked at {others}." if others else told


def set_apart(name: str) -> str:
    """An option in a sentence: in quotes if it has signs of its own."""
    return f"“{name}”" if any(sign in name for sign in ":;.?!") else name


def expectation(thought: Thought, at: int) -> str:
    """The expected outcome of an option."""
    value = thought.points[at]
    if not thought.scored:
        return f"{100 * value:.0f} % of games won"
    if abs(value) < 0.05:
        return "level with the others in the end"
    return f"{abs(value):.1f} points {'ahead of' if value > 0 else 'behind'} the others in the end"


def thought_json(thought: Thought, decision: Decision) -> dict[str, Any]:
    """What the bot thinks, as JSON."""
    options = [
        {"index": at, "value": option.value, "visits": thought.visits[at], "expected": round(thought.points[at], 4)}
        for at, option in enumerate(decision.options)
    ]
    measure = "points ahead" if thought.scored else "games won"
    return {"best": thought.best, "worlds": thought.worlds, "measure": measure, "options": options}
