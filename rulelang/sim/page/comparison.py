"""The page of a comparison: the verdict, differences around zero, and both sides one above the other."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.present.english import capital, series
from rulelang.sim.compare import Difference, surest
from rulelang.sim.main_figures import BY_NAME
from rulelang.sim.page.axes import as_change
from rulelang.sim.page.marks import NOTHING, Mark, join_marks
from rulelang.sim.page.parts import EMPTY, Cell, card, figure, grid, listing, page, paragraph, section, table, words
from rulelang.sim.page.plots import Dot, dots
from rulelang.sim.page.rows import strip, strip_head, strip_scale
from rulelang.sim.page.simulation import faults, stopped_note
from rulelang.sim.page.spreads import spread_card
from rulelang.sim.report import Report
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import (
    SHARES,
    difference_row,
    number_of,
    players_line,
    seat_name,
    signed_text,
    thing_of,
    title_of,
)

# how a name begins: the title of its table, and what its strips show
DONE = {
    "times ": ("Done more or less often", "change in %"),
    "users ": ("How often those win who do it", "points, difference"),
    "mean ": ("Numbers that came up", "change in %"),
}


def comparison_page(names: tuple[str, str], reports: Sequence[Report], found: Sequence[Difference]) -> str:
    """The page of two sides."""
    before = reports[0]
    facts = [number_of(before.players, "player"), f"{number_of(before.games, 'game')} each", f"seed {before.seed}"]
    titles = dict.fromkeys(each.title for each in reports)
    lead = [" and ".join(titles) + f", compared on the same seeds; {players_line(before)}."]
    body = [stopped_note(before)]
    if found:
        main = [each for each in found if each.name in BY_NAME or each.name.startswith("wins ")]
        body += [
            verdict(found),
            section("What differs", *changes(main)),
            section("Both sides", *both_distributions(names, reports)),
        ]
        body += [use_changes(found, *each) for each in DONE.items()]
    body += [
        section(f"Games that the rules of {name} could not play", *faults(each)) for name, each in zip(names, reports)
    ]
    return page(f"{names[0]} → {names[1]}", facts, lead, [], *body)


def verdict(found: Sequence[Difference]) -> Mark:
    """What differs, in words, and in what no difference was found."""
    told = verdict_of(found)
    some = [listing([f"{capital(each)}." for each in told.found])]
    some += [paragraph(f"No difference found in {series(told.alike, 'or')}.")] if told.alike else []
    return section("Verdict", *some, place="verdict")


# ---------------------------------------------------------------- the main figures


def changes(found: Sequence[Difference]) -> list[Mark]:
    """Plots by unit, and everything as a table."""
    seats = [each for each in found if each.name.startswith("wins ")]
    shares = [each for each in found if each.name.startswith(SHARES) and each not in seats]
    rest = [each for each in found if each not in seats and each not in shares and each.name != "score" and each.before]
    plots = [
        difference_plot("How much more often each seat wins", seats, "points of a percentage"),
        difference_plot("How much more often these come", shares, "points of a percentage"),
        difference_plot("How much larger each figure is", rest, "percent of what it was before", relative=True),
    ]
    note = "Both sides play the same games. A bar is the 95 % interval; where it holds 0, the difference may be chance."
    head = ["", "before", "after", "difference", "± 95 %", ""]
    rows = [[words(title_of(each.name)), *difference_cells(each)] for each in found]
    return [paragraph(note), grid(*plots), table(head, rows)]


def difference_plot(title: str, some: Sequence[Difference], label: str, relative: bool = False) -> Mark:
    known = [each for each in some if each.error is not None]
    if not known:
        return NOTHING
    return card(
        title, dots(title, [difference_dot(each, relative) for each in known], label, as_change, 0.0, "as before")
    )


def difference_dot(each: Difference, relative: bool) -> Dot:
    scale = 100 / abs(each.before) if relative else 100.0
    value, error = scale * each.value, scale * (each.error or 0.0)
    sure = difference_row(each)[-1]
    said = f"{signed_text(value)} ± {abs(error):.1f} {sure}".strip()
    return Dot(title_of(each.name), value, value - error, value + error, said, sure)


def difference_cells(each: Difference) -> list[Cell]:
    before, after, value, error, sure = difference_row(each)
    cells = [figure(each.before, before), figure(each.after, after), figure(each.value, value)]
    return [*cells, figure(each.error, error) if each.error is not None else EMPTY, words(sure) if sure else EMPTY]


# ---------------------------------------------------------------- both sides


def both_distributions(names: tuple[str, str], reports: Sequence[Report]) -> list[Mark]:
    """Distributions of both sides on one axis."""
    sides = list(zip(("before", "after"), reports))
    plots = [spread_card("How long a game is", [(name, each.decisions) for name, each in sides], "decisions in a game")]
    if all(each.rounds_are for each in reports):
        plots.append(spread_card("How many rounds a game has", [(n, e.rounds) for n, e in sides], "rounds in a game"))
    if all(each.scored and each.players > 1 for each in reports):
        scores = [
            (f"{seat_name(seat + 1)} {name}", each.seats[seat].score)
            for seat in range(reports[0].players)
            for name, each in sides
        ]
        plots.append(spread_card("Scores of each seat", scores, "score at the end of a game"))
        plots.append(spread_card("How far first and last are apart", [(n, e.spread) for n, e in sides], "points"))
    plots.append(spread_card("How often the lead changes", [(n, e.changes) for n, e in sides], "changes in a game"))
    return [paragraph(f"Before: {names[0]}. After: {names[1]}."), grid(*plots)]


# ---------------------------------------------------------------- what is done


def use_changes(found: Sequence[Difference], start: str, said: tuple[str, str]) -> Mark:
    """Of everything that is done, what differs surely, the surest first."""
    some = surest(found, start)
    if not some:
        return NOTHING
    title, unit = said
    strips = [scale_difference(each, start in SHARES) for each in some]
    scale = strip_scale([*(end for value, error in strips for end in (value - error, value + error)), 0.0])
    drawn = strip_head(scale, as_change, unit)
    head: list[str | Cell] = ["which", "before", "after", "difference", "± 95 %", "", drawn]
    rows = []
    for each, (value, error) in zip(some, strips):
        name = thing_of(each.name)
        mark = "▲" if value > 0 else "▼"
        shown = strip(value, value - error, value + error, scale, 0.0, mark, f"{name}: {signed_text(value)}")
        rows.append([words(name), *difference_cells(each), Cell(shown, value, True)])
    return section(title, join_marks(table(head, rows, sorts=True)))


def scale_difference(each: Difference, share: bool) -> tuple[float, float]:
    """A difference and its interval: for shares in percentage points, otherwise in percent of the value before, which
    may be close to zero.
    """
    scale = 100.0 if share else 100 / max(abs(each.before), 1e-9)
    return scale * each.value, scale * (each.error or 0.0)
