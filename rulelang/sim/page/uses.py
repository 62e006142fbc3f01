"""What players do in a game, by kind and group: tables with the share and the win rate of those who do it, and prices.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.present.english import capital, series
from rulelang.sim.dominance import amount, is_sure, plus_minus
from rulelang.sim.figures import Share
from rulelang.sim.page.axes import Scale, as_change, as_percent
from rulelang.sim.page.marks import NOTHING, Mark, tag, text
from rulelang.sim.page.parts import EMPTY, Cell, figure, grid, paragraph, section, table, words
from rulelang.sim.page.rows import portion, strip, strip_head, strip_scale
from rulelang.sim.page.spreads import number_table, spread_card
from rulelang.sim.report import Measured, Offered, Report, Used
from rulelang.sim.thinking import taken_shares
from rulelang.sim.wording import (
    KINDS,
    group_title,
    interval,
    mark,
    percent,
    plain,
    sale_sentences,
    signed_text,
    whole_number,
)

EXPLAINED = (
    "“Used by” are the seats in games that did it at least once; “win” is how often these won, with the 95 % interval, "
    "and the line is a fair {fair}. “Score” is theirs against that of all seats. "
    "▲ and ▼: surely more or less than fair. This shows what goes together, not what causes what."
)
BESIDE = (
    "“Taken” is a part of the times it was offered; “win” and “points” are what comes of taking it, beside all who "
    "faced the same decisions and chose at random. From every 4th game."
)
SORTED = "A click on the head of a column sorts by it."
SERIES = {  # kind: what its numbers are called, and what is on their axis; else they speak for themselves
    "score": ("How much it gives", "points from the line"),
    "answer": ("How much is answered", "number that was chosen"),
    "money": ("How much", "amount"),
}
MOST = 12  # plots of a group


def use_sections(report: Report, level: int) -> list[Mark]:
    """A section for each kind of things."""
    found = [section(title, *kind(report, name, level + 1), level=level) for name, title in KINDS.items()]
    if any(found):
        explained = EXPLAINED.format(fair=percent(1 / report.players))
        found[:0] = [paragraph(explained), tag("p", text(SORTED), class_="screen")]
    return found


def kind(report: Report, name: str, level: int) -> list[Mark]:
    """The groups of a kind; those in which nothing was ever done are named at its end."""
    found, idle = [], []
    for group, uses, measures in report.groups(name):
        if uses and not any(each.times for each in uses):
            idle.append(group_title(group))
        else:
            found.append(section(title_of(group, uses, name), *group_parts(report, uses, measures), level=level))
    found[:0] = [paragraph(each) for each in sale_sentences(report)] if name == "auction" else []
    return [*found, paragraph(f"Never: {series(idle)}.")] if idle else found


def title_of(group: str, uses: Sequence[Used], kind: str) -> str:
    said = next((each.text for each in uses if each.text), "") if kind != "action" else ""
    return f"{group_title(group)} — {said}" if said else group_title(group)


def group_parts(report: Report, uses: Sequence[Used], measures: Sequence[Measured]) -> list[Mark]:
    never = [each.name for each in uses if not each.times]
    found = [use_table(report, [each for each in uses if each.times])] if uses else []
    found += [offer_table(report, uses[0].kind, uses[0].group)] if uses else []
    found += [paragraph(f"Never: {series(never)}.")] if never else []
    return [*found, measure_plots(measures)]


def use_table(report: Report, uses: Sequence[Used]) -> Mark:
    """A row each: how often, by whom, and how they fared."""
    fair, total = 1 / report.players, sum(each.times for each in uses)
    ends = [end for each in uses if each.wins for end in (each.wins.low, each.wins.high)]
    scale = strip_scale([*ends, fair])
    top = max(each.times / total for each in uses)
    wins = strip_head(scale, as_percent, "win, 95 % interval")
    head: list[str | Cell] = ["which", "a game", "share", "", "used by", "win", "", "95 %", wins, "score"]
    return table(head, [use_row(report, each, total, top, scale) for each in uses], sorts=len(uses) > 1)


def offer_table(report: Report, kind: str, group: str) -> Mark:
    """What comes of each option, beside the others of the same decision."""
    some = [each for each in report.offers if (each.kind, each.group) == (kind, group)]
    if not some:
        return NOTHING
    known = [each.wins for each in some if each.wins is not None]
    ends = [100 * end for each in known for end in (each.value - each.error, each.value + each.error)]
    scale = strip_scale([*ends, 0.0])
    thinkers = taken_shares(report, kind, group)
    who = f"by {report.beside.bots[0]}" if report.beside else ""
    head: list[str | Cell] = ["option", "offered", "taken", who, "win", ""]
    head += [strip_head(scale, as_change, "win in points, 95 % interval"), "points", "cost"]
    rows = [offer_row(report, each, scale, thinkers.get(each.name)) for each in some]
    return table(head, rows, sorts=len(some) > 1, caption=BESIDE)


def offer_row(report: Report, each: Offered, scale: Scale, thinkers: Share | None) -> list[Cell]:
    row = [words(each.name), figure(each.offered, whole_number(each.offered))]
    row.append(figure(each.taken.value, percent(each.taken.value)))
    row.append(EMPTY if thinkers is None else figure(thinkers.value, percent(thinkers.value)))
    if each.wins is None:
        row += [EMPTY] * 3
    else:
        value, error = 100 * each.wins.value, 100 * each.wins.error
        sure = ("▲" if value > 0 else "▼") if is_sure(report, each) else ""
        drawn = strip(value, value - error, value + error, scale, 0.0, sure, f"{each.name}: {amount(each)}")
        row += [figure(value, plus_minus(each)), words(sure) if sure else EMPTY, Cell(drawn, value, True)]
    row.append(EMPTY if each.points is None else figure(each.points.value, signed_text(each.points.value)))
    cost = ", ".join(f"{plain(number)} {name}" for name, number in each.cost)
    return [*row, words(cost) if cost else EMPTY]


def use_row(report: Report, use: Used, total: int, top: float, scale: Scale) -> list[Cell]:
    part, often, fair = use.times / total, use.times / report.games, 1 / report.players
    row = [words(use.name), figure(often, plain(often)), figure(part, percent(part))]
    row.append(Cell(portion(part, top, f"{use.name}: {percent(part)}"), part, True))
    if use.wins is None:
        return [*row, *[EMPTY] * 6]
    wins, by = use.wins, use.users / (report.games * report.players)
    sure = mark(wins, fair, len(report.uses))
    row += [figure(by, percent(by)), figure(wins.value, percent(wins.value)), words(sure) if sure else EMPTY]
    told = f"{use.name}: {percent(wins.value)}, from {interval(wins)}"
    row += [
        words(interval(wins)),
        Cell(strip(wins.value, wins.low, wins.high, scale, fair, sure, told), wins.value, True),
    ]
    return [
        *row,
        EMPTY if use.score is None else figure(use.score - report.score, signed_text(use.score - report.score)),
    ]


def measure_plots(measures: Sequence[Measured]) -> Mark:
    """Numbers that came up: a plot each, since one line of a score may give tens and another ones."""
    if len(measures) > MOST:
        return number_table([(each.name, each.numbers) for each in measures])
    return grid(*(measure_card(each) for each in measures))


def measure_card(each: Measured) -> Mark:
    title, label = SERIES.get(each.kind, ("", each.name))
    titles = [title, each.name] if title else [capital(each.name)]
    return spread_card(": ".join(filter(None, titles)), [("", each.numbers)], label)
