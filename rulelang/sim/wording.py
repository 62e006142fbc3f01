"""Figures and sentences of a report, as the screen and a page write them alike."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.sim.compare import Difference
from rulelang.sim.figures import Numbers, Share
from rulelang.sim.report import Report
from rulelang.sim.verdict import SAID

KINDS = {
    "action": "Actions", "answer": "Answers", "row": "Rows of tables", "score": "Lines of scores",
    "auction": "Auctions", "trick": "Tricks",
}  # fmt: skip

SHARES = ("wins ", "ties", "behind", "forced", "users ")  # figures that are parts of a whole


# ---------------------------------------------------------------- numbers


def percent(value: float) -> str:
    return f"{100 * value:.1f}\xa0%"


def interval(share: Share) -> str:
    return f"{100 * share.low:.1f}–{100 * share.high:.1f}"


def plain(value: float) -> str:
    """A mean with as many places as it needs; minus as a minus sign."""
    size = abs(value)
    text = f"{size:,.0f}" if size >= 1000 else f"{size:.1f}" if size >= 10 else f"{size:.2f}"
    return f"−{text}" if value < 0 and text.strip("0.,") else text


def who_plays(report: Report) -> str:
    """The players of a report, in words."""
    return f"bots ({', '.join(report.kinds)})" if report.kinds else "players who choose at random"


def signed(value: float) -> str:
    text = plain(value)
    return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"


def whole(value: int) -> str:
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def about(some: Numbers) -> str:
    return f"{plain(some.mean)} (sd {plain(some.sd)})"


# ---------------------------------------------------------------- words


def number_of(count: int, thing: str, several: str = "") -> str:
    """`1 test`, `3 tests`."""
    return f"{count:,} {thing if count == 1 else several or thing + 's'}"


def enumerate_words(words: Sequence[str], last: str = "and") -> str:
    """`3`, `3 and 4`, `2, 3 and 4`."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def fairness(report: Report) -> str:
    """Do seats win as often as they should?"""
    fair = 1 / report.players
    lucky = [f"P{each.seat}" for each in report.seats if each.wins.above(fair)]
    poor = [f"P{each.seat}" for each in report.seats if each.wins.below(fair)]
    found = [f"{enumerate_words(lucky)} more often"] if lucky else []
    found += [f"{enumerate_words(poor)} less often"] if poor else []
    if found:
        verb = "wins" if len(lucky or poor) == 1 else "win"
        first, *rest = found
        seats, _, how = first.partition(" more" if lucky else " less")
        sentence = f"{seats} {verb} {'more' if lucky else 'less'}{how} than a fair {percent(fair)}"
        return f"{sentence}; {rest[0]}." if rest else f"{sentence}."
    return f"No seat wins more or less often than a fair {percent(fair)}, as far as {report.games:,} games can tell."


def mark(share: Share, fair: float) -> str:
    """▲ if it is surely more than fair, ▼ if less."""
    return "▲" if share.above(fair) else "▼" if share.below(fair) else ""


# ---------------------------------------------------------------- differences


def title_of(name: str) -> str:
    """A main figure that is compared, as a line of a table calls it."""
    if name.startswith("wins "):
        return f"{name.removeprefix('wins ')} wins"
    return SAID[name][0].removeprefix("the ").replace("how far first and", "from first to").removesuffix(" are apart")


def difference_row(each: Difference) -> list[str]:
    """Before, after, the difference, its interval, and ▲ or ▼ where it is sure."""
    scale, unit = (100, "\xa0%") if each.name.startswith(SHARES) else (1, "")
    before, after, value = (plain(scale * number) for number in (each.before, each.after, each.value))
    sign = "+" if each.value > 0 and value.strip("0.,") else ""
    found = each.found and value.strip("−0.,")
    mark = "▲" if found and each.value > 0 else "▼" if found else ""
    error = "" if each.error is None else plain(scale * each.error)
    return [before + unit, after + unit, sign + value, error, mark]
