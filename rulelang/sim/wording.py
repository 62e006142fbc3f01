"""Figures and sentences of a report, worded the same on the screen and on a page."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.present.english import Reader, capital, pluralize, series, words_of
from rulelang.sim.compare import Difference
from rulelang.sim.figures import Numbers, Share, share
from rulelang.sim.main_figures import BY_NAME, Value
from rulelang.sim.report import Measured, Report
from rulelang.sim.sheet import BUYER, FIRST, GAINED

KINDS = {
    "action": "Actions", "answer": "Answers", "row": "Rows of tables", "score": "Lines of scores",
    "auction": "Auctions", "money": "Money", "trick": "Tricks",
}  # fmt: skip

SHARES = ("wins ", "users ", *(each.name for each in BY_NAME.values() if each.unit == "share"))  # parts of a whole


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


def signed_text(value: float) -> str:
    text = plain(value)
    return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"


def whole_number(value: int) -> str:
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def about(some: Numbers) -> str:
    return f"{plain(some.mean)} (sd {plain(some.sd)})"


# ---------------------------------------------------------------- words


def group_title(group: str) -> str:
    """What is counted together, in words: `Pack+GoldPack` is “Pack or gold pack”, `Grab.bid` is “Grab, bid”."""
    names, colon, rest = group.partition(": ")
    said = " or ".join(", ".join(map(words_of, each.split("."))) for each in names.split("+"))
    return f"{capital(said)}{colon}{rest}"


def group_texts(some: Sequence[tuple[str, str]], most: int) -> str:
    """Things with what is said about them, those of a group together: `Grab, bid · 3 (…), 4 (…); Pack · take (…)`."""
    groups: dict[str, list[str]] = {}
    for group, said in some[:most]:
        groups.setdefault(group, []).append(said)
    told = "; ".join(f"{group_title(group)} · {', '.join(each)}" for group, each in groups.items())
    return f"{told}; and {len(some) - most} more" if len(some) > most else told


def number_of(count: int, thing: str) -> str:
    """`1 test`, `3,000 tests`."""
    return pluralize(count, thing, style=",")


def stopped_line(report: Report) -> str:
    return f"Stopped: {report.games:,} of {report.wanted:,} games were finished, and count."


def players_line(report: Report) -> str:
    """Who plays, in a few words."""
    if report.at_random:
        return "players choose at random"
    return f"played by bots ({', '.join(report.bots)})"


def seat_name(seat: int) -> str:
    """A seat in a report, called as it is everywhere."""
    return Reader().name(seat)


def fairness(report: Report) -> str:
    """Do seats win as often as they should?"""
    some = [(seat_name(each.seat), each.wins) for each in report.seats]
    if not report.at_random and report.seats:
        return among_bots(report, unfair(some, 1 / report.players))
    none = f"No seat wins more or less often than a fair {percent(1 / report.players)}"
    found = unfair(some, 1 / report.players) or f"{none}, as far as {report.games:,} games can tell."
    return f"{found} {DRAWN}" if starter_is_drawn(report) else found


def among_bots(report: Report, told: str) -> str:
    """Is seat 1 too strong? Among players of one kind, only the seat can be the reason; otherwise the player counts as
    well.
    """
    fair, first = 1 / report.players, report.seats[0].wins
    if len(set(report.bots)) > 1:
        none = f"Nobody wins surely more or less often than a fair {percent(fair)}."
        return f"{told or none} Seats have different players: {', '.join(report.bots)}."
    if first.above(fair, report.players):
        how = "too strong"
    elif first.below(fair, report.players):
        how = "too weak"
    else:
        how = f"neither too strong nor too weak, as far as {report.games:,} games can tell"
    wins = f"it wins {percent(first.value)} ({interval(first)}) where {percent(fair)} are fair"
    return f"Among {report.bots[0]} bots, seat 1 is {how}: {wins}. {told}".rstrip()


DRAWN = "Who starts is drawn, each seat as often as any other: seats are alike by construction, and roles tell more."


def starter_is_drawn(report: Report) -> bool:
    """Does every seat start equally often, as far as can be told?"""
    fair = 1 / report.players
    drawn = [each.value > 0 and not each.above(fair) and not each.below(fair) for each in report.starts]
    return report.players > 1 and bool(drawn) and all(drawn)


def role_sentence(report: Report, group: str) -> str:
    """Is a place in turn order good or bad?"""
    some = [(f"the {each.name}" if group == FIRST else each.name, each.wins)
            for each in report.roles if each.group == group]  # fmt: skip
    fair = 1 / report.players
    told = unfair([(f"{name} to choose" if group == FIRST else name, wins) for name, wins in some], fair,
                  len(report.roles))  # fmt: skip
    return told or f"No place in turn order wins more or less often than a fair {percent(fair)}, as far as can be told."


def sale_sentences(report: Report) -> list[str]:
    """Do buyers pay more than they get? A sentence for each auction that the score can judge."""
    return [sale_sentence(report, each) for each in report.measures if each.kind == "auction" and each.name == GAINED]


def sale_sentence(report: Report, gain: Measured) -> str:
    """`Stand sale: buyers lose points by 57.6 % of sales (57.1–58.1); a sale brings them −0.51 ± 0.02 points …`"""
    uses = [each for each in report.uses if each.kind == "auction" and each.group == gain.group]
    lost = share(uses[0].times, gain.numbers.count)
    mean = f"{signed_text(gain.numbers.mean)} ± {plain(gain.numbers.error)}"
    often = f"{percent(lost.value)} of sales ({interval(lost)})"
    told = f"{group_title(gain.group.removesuffix(BUYER))}: buyers lose points by {often}"
    return f"{told}; a sale brings them {mean} points on average."


def unfair(some: Sequence[tuple[str, Share]], fair: float, among: int = 0) -> str:
    """Who wins surely more or less than a fair share, as a sentence; empty if nobody does. `among`: of how many."""
    among = among or len(some)
    lucky = [f"{name} ({percent(wins.value)})" for name, wins in some if wins.above(fair, among)]
    poor = [f"{name} ({percent(wins.value)})" for name, wins in some if wins.below(fair, among)]
    parts = [(lucky, "more"), (poor, "less")]
    told = [
        f"{series(names)} {'wins' if len(names) == 1 else 'win'} {how} often than a fair {percent(fair)}"
        for names, how in parts
        if names
    ]
    text = "; ".join(told)
    return f"{capital(text)}." if text else ""


def mark(share: Share, fair: float, among: int = 4) -> str:
    """▲ if it is significantly more than fair, ▼ if less, considering how many are examined."""
    return "▲" if share.above(fair, among) else "▼" if share.below(fair, among) else ""


def value_row(value: Value, points: bool = False) -> list[str]:
    """A figure, its interval, spread and quantiles, as far as it has them."""
    if isinstance(value, Share):
        return [percent(value.value), interval(value), "", "", "", ""]
    if isinstance(value, Numbers):
        ends = [whole_number(each) for each in (value.q05, value.median, value.q95)]
        return [plain(value.mean), f"± {plain(value.error)}", plain(value.sd), *ends]
    return [plain(value), "", "", "", "", ""]


# ---------------------------------------------------------------- differences


def title_of(name: str) -> str:
    """A main figure that is compared, as a line of a table calls it."""
    if name.startswith("wins "):
        return f"{winning(name)} wins"
    return BY_NAME[name].label


def winning(name: str) -> str:
    """Who wins, of a figure that is compared: `wins P1`."""
    return seat_name(int(name.removeprefix("wins P")))


def thing_of(name: str) -> str:
    """What is done, of a figure that is compared: `times answer Grab.bid · 3` is “Grab, bid · 3”."""
    group, _, thing = name.split(" ", 2)[2].partition(" · ")
    return " · ".join(filter(None, (group_title(group), thing)))


def difference_row(each: Difference) -> list[str]:
    """Before, after, the difference, its interval, and ▲ or ▼ if it is significant."""
    scale, unit = (100, "\xa0%") if each.name.startswith(SHARES) else (1, "")
    before, after, value = (plain(scale * number) for number in (each.before, each.after, each.value))
    sign = "+" if each.value > 0 and value.strip("0.,") else ""
    found = each.found and value.strip("−0.,")
    mark = "▲" if found and each.value > 0 else "▼" if found else ""
    error = "" if each.error is None else plain(scale * each.error)
    return [before + unit, after + unit, sign + value, error, mark]
