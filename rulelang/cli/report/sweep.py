"""A sweep on the screen: one line per value, and the effects as bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.escape import json_text
from rulelang.cli.errors import refusal
from rulelang.cli.options.settings import read_settings, read_value
from rulelang.cli.options.sim_options import SimOptions
from rulelang.cli.options.simulate import code_of, jobs_of, make_setup, write_file
from rulelang.cli.report.comparison import play_with_bar
from rulelang.cli.report.figures import table
from rulelang.cli.report.simulation import fault_lines
from rulelang.cli.terminal import paint, say, visible, wrap
from rulelang.engine.data import as_text, to_json
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.present.english import pluralize
from rulelang.program import Program
from rulelang.sim.compare import Difference, Sides, differences
from rulelang.sim.main_figures import BY_NAME
from rulelang.sim.report import Report, engine_line, report_of
from rulelang.sim.setup import Setup, game_of
from rulelang.sim.verdict import verdict_of
from rulelang.sim.wording import percent, plain, players_line

MOST = 60  # the most values of an option
WIDE = 40  # columns of a bar
ALIKE = 0.05  # no plot if the bars differ by a smaller share than this

# figure: its title and format
PLOTTED = {
    "decisions": ("Decisions a game", plain),
    "spread": ("From first to last", plain),
    "ties": ("Ties for first", percent),
}


def sweep(given: SimOptions) -> int:
    """Play the game with each value, and report the effects."""
    fixed, (name, text) = split(given.settings)
    options = read_settings(fixed)
    made = game_of(setup_with(given, options))
    values = values_of(made.program, name, text)
    setups = [setup_with(given, {**options, name: each}) for each in values]
    usual = made.options[name]
    order = sorted(range(len(values)), key=lambda at: values[at] != usual)  # the baseline comes first
    workers = jobs_of(given.jobs, given.cluster, thinking=bool(setups[0].seats))
    sides = play_with_bar([setups[at] for at in order], given.seed, given.games, workers)
    sweep = Sweep(name, [values[at] for at in order], sorted(range(len(order)), key=lambda at: order[at]), sides)
    if not given.is_quiet:
        say("\n".join(sweep.lines()))
    write_file(given.json_file, lambda: as_json(sweep))
    write_file(given.html_file, lambda: as_page(sweep))
    return code_of(sides.stopped, sides.failure, sides.faulty)


def setup_with(given: SimOptions, options: dict[str, Any]) -> Setup:
    return make_setup(given.game, given.players, given.variants, options, given.mods, given.engine, given.seats)


# ---------------------------------------------------------------- values


def split(settings: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, str]]:
    """The fixed settings, and the one to vary."""
    several = [text for text in settings if is_range(text.partition("=")[2].strip())]
    if len(several) != 1:
        wrong = "names no option to go through" if not several else "can go through one option at a time"
        raise refusal(f"`sweep` {wrong}; write it as `--set rounds=2..6`, `--set rounds=2,4,6` or `--set rounds=all`.")
    name, _, value = several[0].partition("=")
    return tuple(text for text in settings if text is not several[0]), (name.strip(), value.strip())


def is_range(text: str) -> bool:
    listed = "," in text and not text.startswith("[")
    return text == "all" or listed or re.fullmatch(r"-?\d+\s*\.\.\s*-?\d+", text) is not None


def values_of(program: Program, name: str, text: str) -> list[Any]:
    """The values that a text such as `2..6`, `2,4,6` or `all` stands for."""
    from rulelang.play.sources import choices

    if name not in program.game.options:
        raise refusal(f"there is no option `{name}`; {choices('option', name, program.game.options)}")
    found = every_value(program, name) if text == "all" else list_values(text)
    if len(found) > MOST:
        raise refusal(f"`{name}={text}` stands for {len(found)} values; a sweep goes through {MOST} at most.")
    return found


def list_values(text: str) -> list[Any]:
    low, dots, high = text.partition("..")
    if not dots:
        return list(dict.fromkeys(read_value(part) for part in text.split(",") if part.strip()))
    found = list(range(int(low), int(high) + 1))
    if not found:
        raise refusal(f"`{text}` is an empty range; write the lower number first.")
    return found


def every_value(program: Program, name: str) -> list[Any]:
    """All values of an option, from its declaration."""
    option = program.game.options[name]
    kind = bare(option.type)
    none = [None] if isinstance(option.type, types.Optional) else []
    if isinstance(kind, types.Bool):
        return [*none, False, True]
    if isinstance(kind, types.Enum):
        return [*none, *program.members[kind.name]]
    if isinstance(kind, types.Seat):
        return [*none, *(to_json(program, seat, kind, str) for seat in program.seats)]
    if isinstance(kind, types.Int) and kind.low is not None and kind.high is not None:
        return [*none, *range(kind.low, kind.high + 1)]
    raise refusal(f"the values of `{name}` cannot be listed; name them: `--set {name}=…,…`.")


# ---------------------------------------------------------------- on the screen


@attrs.define
class Sweep:
    """The results. The first side is the baseline; `shown`: the sides in order of values."""

    name: str
    values: list[Any]
    shown: list[int]
    sides: Sides

    def lines(self) -> Iterator[str]:
        told, order = [(as_text(value), report_of(run)) for value, run in zip(self.values, self.sides.runs)], self.shown
        _, base = told[0]
        about = [base.title, pluralize(base.players, "player"), f"{base.games:,} games a value", f"seed {base.seed}"]
        fixed = [f"{name}={as_text(value)}" for name, value in base.options.items() if name != self.name]
        heading = " · ".join([*about, players_line(base), *base.variants, *fixed, *base.mods])
        yield from (paint(line, "heading") for line in wrap(heading))
        yield from (line for text in dict.fromkeys(engine_line(each) for _, each in told) for line in wrap(text))
        if self.sides.stopped:
            yield from wrap(f"Stopped: {base.games:,} of {base.wanted:,} games of each value were finished, and count.")
        if base.games:
            yield from ["", *table(rows(self.name, [told[at] for at in order]))]
            for figure in PLOTTED:
                yield from plot(figure, [told[at] for at in order])
            yield from self.verdicts(told, order)
        for _, report in told:
            yield from fault_lines(report)

    def verdicts(self, told: list[tuple[str, Report]], order: list[int]) -> Iterator[str]:
        """The effect of each value, in words."""
        yield ""
        yield paint(f"Compared with {self.name}={told[0][0]}", "bold")
        for at in order:
            if at:
                found = verdict_of(self.changes(at)).found
                text = "; ".join(found) or "no difference found"
                yield from wrap(f"{text}.", f"  {told[at][0]}: ", "    ")

    def changes(self, at: int) -> list[Difference]:
        return differences(self.sides, at, lambda name: name in BY_NAME or name.startswith("wins "))


def rows(name: str, told: list[tuple[str, Report]]) -> list[list[str]]:
    """One line per value: the players that win most and least often, with their shares; length, closeness."""
    found = [[name, "best player", "worst player", "decisions", "rounds", "first to last", "ties"]]
    for value, report in told:
        seats = sorted(report.seats, key=lambda each: -each.wins.value)
        ends = [f"{each.seat}, {percent(each.wins.value)}" for each in (seats[0], seats[-1])]
        row = [value, *ends, plain(report.decisions.mean), plain(report.rounds.mean)]
        found.append([*row, plain(report.spread.mean), percent(report.ties.value)])
    return found


def plot(figure: str, told: list[tuple[str, Report]]) -> Iterator[str]:
    """One bar per value."""
    title, write = PLOTTED[figure]
    values = [figure_of(report, figure) for _, report in told]
    top = max(values)
    if top <= 0 or top - min(values) < ALIKE * top:
        return
    yield ""
    yield paint(title, "bold")
    wide = max(visible(name) for name, _ in told)
    for (name, _), value in zip(told, values):
        bar = "█" * round(WIDE * value / top) or "▏"
        yield f"  {' ' * (wide - visible(name))}{name}  {bar} {write(value)}".replace("\xa0", " ")


def figure_of(report: Report, figure: str) -> float:
    found = getattr(report, figure)
    return float(found.value if figure == "ties" else found.mean)


def as_json(sweep: Sweep) -> str:
    """The sweep as JSON."""
    sides = [
        {
            "value": value,
            "report": report_of(run).to_json(),
            "differences": [attrs.asdict(each) for each in sweep.changes(at)] if at else [],
        }
        for at, (value, run) in enumerate(zip(sweep.values, sweep.sides.runs))
    ]
    return json_text({"version": 1, "option": sweep.name, "values": sides}, indent=2) + "\n"


def as_page(sweep: Sweep) -> str:
    """The sweep with plots, in order of the values."""
    from rulelang.sim.page.sweep import Swept, sweep_page

    some = []
    for at in sweep.shown:
        value, report = sweep.values[at], report_of(sweep.sides.runs[at])
        number = float(value) if isinstance(value, int) and not isinstance(value, bool) else None
        some.append(Swept(as_text(value), number, report, sweep.changes(at) if at else None))
    return sweep_page(sweep.name, some)
