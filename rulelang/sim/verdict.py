"""Differences in plain words: what was found, and in what nothing was found."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.sim.compare import Difference

# figure: what it is called, how it is said (points of a percentage, a part of itself, a number), more, less
SAID = {
    "decisions": ("the length of a game", "part", "games are {} longer", "games are {} shorter"),
    "rounds": ("the number of rounds", "number", "games have {} more rounds", "games have {} fewer rounds"),
    "score": ("scores", "number", "scores are {} higher", "scores are {} lower"),
    "spread": (
        "how far first and last are apart",
        "number",
        "first and last are {} further apart",
        "first and last are {} closer together",
    ),
    "second": (
        "how far first and second are apart",
        "number",
        "first and second are {} further apart",
        "first and second are {} closer together",
    ),
    "ties": ("ties for first", "points", "ties for first come {} more often", "ties for first come {} less often"),
    "changes": (
        "changes of the lead",
        "number",
        "the lead changes {} times more often a game",
        "the lead changes {} times less often a game",
    ),
    "behind": (
        "comebacks",
        "points",
        "winners come from behind {} more often",
        "winners come from behind {} less often",
    ),
    "forced": ("forced choices", "points", "choices are forced {} more often", "choices are forced {} less often"),
    "branching": ("the number of options", "number", "choices have {} more options", "choices have {} fewer options"),
}


@attrs.frozen
class Verdict:
    """Sentences on what differs, and names of what does not as far as can be told."""

    found: tuple[str, ...]
    alike: tuple[str, ...]


def verdict_of(differences: Sequence[Difference]) -> Verdict:
    """The main figures in words; the seats come first."""
    found, alike = [], []
    seats = [each for each in differences if each.name.startswith("wins ")]
    for each in seats:
        if each.found:
            often = "more" if each.value > 0 else "less"
            found.append(f"{each.name.removeprefix('wins ')} wins {amount(each, 'points')} {often} often")
    if seats and not found:
        alike.append("how often each seat wins")
    for each in differences:
        if each.name in SAID:
            title, unit, more, less = SAID[each.name]
            said = amount(each, unit)
            if each.found and said.split(" ")[0].strip("0.,"):
                found.append((more if each.value > 0 else less).format(said))
            else:
                alike.append(title)
    return Verdict(tuple(found), tuple(alike))


def amount(each: Difference, unit: str) -> str:
    """`2.1 ± 0.4 points`, `11.0 ± 0.3 %`, `3.2 ± 0.1`."""
    size, error = abs(each.value), each.error or 0.0
    if unit == "points":
        return f"{100 * size:.1f} ± {100 * error:.1f} points"
    if unit == "part" and each.before:
        return f"{100 * size / abs(each.before):.1f} ± {100 * error / abs(each.before):.1f} %"
    places = 0 if size >= 1000 else 1 if size >= 10 else 2
    return f"{size:,.{places}f} ± {error:,.{places}f}"
