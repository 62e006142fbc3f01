"""Figures of a report as plots: a share with its interval, distributions with their quantiles."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.present.english import capital
from rulelang.sim.figures import Numbers, Share
from rulelang.sim.main_figures import Value
from rulelang.sim.page.marks import NOTHING, Mark, text
from rulelang.sim.page.parts import EMPTY, Cell, card, figure, paragraph, table, words
from rulelang.sim.page.plots import Dot, ridges
from rulelang.sim.wording import mark, percent, plain, value_row, whole_number

NUMBERS = ("", "count", "mean", "sd", "least", "5 %", "25 %", "median", "75 %", "95 %", "most")


def share_dot(name: str, share: Share, fair: float | None = None) -> Dot:
    sure = "" if fair is None else mark(share, fair)
    return Dot(name, share.value, share.low, share.high, f"{percent(share.value)} {sure}".strip(), sure)


def spread_card(title: str, some: Sequence[tuple[str, Numbers]], label: str, of: str = "") -> Mark:
    """Distributions with their figures; a sentence where nothing varies."""
    there = [(name, numbers) for name, numbers in some if numbers.count]
    if not there:
        return NOTHING
    if len({(each.low, each.high) for _, each in there}) == 1 and there[0][1].low == there[0][1].high:
        return card(title, paragraph(f"{capital(label)}: always {whole_number(there[0][1].low)}."))
    return card(title, ridges(title, there, label), "", number_table(there, of))


def number_table(some: Sequence[tuple[str, Numbers]], of: str = "") -> Mark:
    rows = []
    for name, each in some:
        row = [words(name or of or "all"), figure(each.count, whole_number(each.count))]
        row += [figure(each.mean, plain(each.mean)), figure(each.sd, plain(each.sd))]
        ends = (each.low, each.q05, each.q25, each.median, each.q75, each.q95, each.high)
        rows.append([*row, *(figure(number, whole_number(number)) for number in ends)])
    return table(NUMBERS, rows)


def value_cells(value: Value) -> list[Cell]:
    """A figure, its interval, spread and quantiles, as `value_row` writes them."""
    row = value_row(value)
    sorts: list[float | None] = [None] * len(row)
    if isinstance(value, Numbers):
        sorts = [value.mean, None, value.sd, value.q05, value.median, value.q95]
    elif not isinstance(value, Share):
        sorts[0] = value
    else:
        sorts[0] = value.value
    return [Cell(text(said), number) if said else EMPTY for said, number in zip(row, sorts)]


def mean_cell(some: Numbers) -> Cell:
    """A mean; nothing where there were no numbers."""
    return figure(some.mean, plain(some.mean)) if some.count else EMPTY
