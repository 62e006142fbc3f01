"""A report on the screen: who wins, how long games take, what players do and how often that wins."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulelang.base.source import source_name
from rulelang.cli.options.settings import command_again
from rulelang.cli.report.figures import histogram, table
from rulelang.cli.terminal import paint, wrap
from rulelang.present.english import pluralize, series
from rulelang.sim.dominance import is_sure, plus_minus, sentences
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.report import Measured, Offered, Report, Used, engine_line
from rulelang.sim.thinking import figure_pairs, player_words, taken_shares, taste_sentences
from rulelang.sim.wording import (
    KINDS,
    fairness,
    group_title,
    interval,
    mark,
    percent,
    plain,
    players_line,
    role_sentence,
    sale_sentences,
    seat_name,
    signed_text,
    stopped_line,
    value_row,
    whole_number,
)

MOST = 12  # rows of a group that are shown


def report_lines(report: Report) -> Iterator[str]:
    """The whole report."""
    yield from (paint(line, "heading") for line in wrap(heading(report)))
    yield from wrap(engine_line(report))
    if report.stopped:
        yield from wrap(stopped_line(report))
    if report.games:
        yield from ["", *seat_lines(report), *role_lines(report), "", *game_lines(report)]
        if report.statistics:
            yield from option_lines(report)
            yield from beside_lines(report)
            yield from use_lines(report)
    yield from fault_lines(report)


def heading(report: Report, players: str = "") -> str:
    """What was played, and by whom. `players`: a text about the players, for games that are not the report's; then the
    caller says how many games.
    """
    settings = [*report.variants, *(f"{name}={value}" for name, value in report.options.items()), *report.mods]
    games = [] if players else [f"{report.games:,} games"]
    parts = [report.title, pluralize(report.players, "player"), *games, f"seed {report.seed}"]
    who = players or players_line(report)
    others = f", beside {pluralize(report.beside.games, 'game')} of {report.beside.bots[0]}" if report.beside else ""
    return " · ".join([*parts, f"{who}{others}", *settings])


# ---------------------------------------------------------------- seats


def seat_lines(report: Report) -> list[str]:
    """Wins and scores, one line per seat; then whether the seats are equally good."""
    scores = [each.score for each in report.seats]
    rows = [["", "wins", "95 %"]]
    if report.scored:
        rows[0] += ["score", "sd", "5 %", "median", "95 %", ""]
    low, high = min(each.low for each in scores), max(each.high for each in scores)
    for each in report.seats:
        row = [seat_name(each.seat), percent(each.wins.value), interval(each.wins)]
        if report.scored:
            some = each.score
            row += [
                plain(some.mean),
                plain(some.sd),
                whole_number(some.q05),
                whole_number(some.median),
                whole_number(some.q95),
            ]
            row.append(histogram(some, 14, low, high))
        rows.append(row)
    return [*table(rows), "", *wrap(fairness(report))]


def role_lines(report: Report) -> Iterator[str]:
    """Wins by position in turn order, with a sentence each."""
    for group in dict.fromkeys(each.group for each in report.roles):
        some = [each for each in report.roles if each.group == group]
        yield ""
        yield paint(f"Roles, {group}", "bold")
        rows = [["", "wins", "95 %", "score"]]
        for each in some:
            score = "" if each.score is None else plain(each.score)
            rows.append([each.name, percent(each.wins.value), interval(each.wins), score])
        yield from table(rows)
        yield from wrap(role_sentence(report, group))


# ---------------------------------------------------------------- the game


def game_lines(report: Report) -> list[str]:
    """Every main figure, one line each."""
    rows = [["", "mean", "95 %", "sd", "5 %", "median", "95 %"]]
    for figure in FIGURES:
        value = figure.read(report)
        if value is not None:
            rows.append([figure.label, *value_row(value)])
    return table(rows)


def beside_lines(report: Report) -> Iterator[str]:
    """The main figures of thinking players beside those of the report; then what they do differently."""
    if report.beside is None:
        return
    rows = [["", player_words(report), "95 %", report.beside.bots[0], "95 %"]]
    rows += [[name, *value_row(mine)[:2], *value_row(other)[:2]] for name, mine, other in figure_pairs(report)]
    yield from ["", paint("What skill changes", "bold"), *table(rows)]
    for sentence in taste_sentences(report):
        yield from wrap(sentence, "", "  ")


# ---------------------------------------------------------------- what was done


def option_lines(report: Report) -> Iterator[str]:
    """Dominated options, in words."""
    told = sentences(report)
    yield from [""] if told else []
    for sentence in told:
        yield from wrap(sentence, "", "  ")


def use_lines(report: Report) -> Iterator[str]:
    """All counts, by kind and group."""
    for kind, title in KINDS.items():
        groups = list(report.groups(kind))
        if groups:
            yield ""
            yield paint(title, "bold")
        for sentence in sale_sentences(report) if kind == "auction" else ():
            yield from wrap(sentence, "  ")
        idle = []
        for group, uses, some in groups:
            if uses and not any(each.times for each in uses):
                idle.append(group_title(group))
                continue
            yield from group_lines(report, group, uses)
            yield from [] if uses or not some else wrap(group_title(group), "  ")
            yield from measure_lines(some)
        if idle:
            yield from wrap(f"Never: {series(idle)}", "  ", "    ")


def group_lines(report: Report, group: str, uses: list[Used]) -> Iterator[str]:
    """The rows of a group: how often, by whom, and with which result."""
    if not uses:
        return
    text = next((each.text for each in uses if each.text), "")
    title = group_title(group)
    yield from wrap(f"{title} — {text}" if text and uses[0].kind != "action" else title, "  ")
    shown = [each for each in uses if each.times]
    if len(uses) == 1 and uses[0].kind == "answer":
        yield f"    {plain(uses[0].times / report.games)} a game"
        return
    offers = {each.name: each for each in report.offers if (each.kind, each.group) == (uses[0].kind, group)}
    best, worst = best_and_worst(report, shown, offers)
    rows = offer_rows(report, [*best, *worst], offers) if offers else use_rows(report, [*best, *worst], shown)
    lines = table(rows, indent=4)
    left = len(shown) - len(best) - len(worst)
    at = len(lines) - sum(len(table([rows[0], row], indent=4)) - 1 for row in rows[len(rows) - len(worst) :])
    between = [f"    … {left} more between the best and the worst, in --json and --csv"] if left else []
    yield from [*lines[:at], *between, *lines[at:]] if worst else lines
    never = [each.name for each in uses if not each.times]
    if never:
        names = series(never[:6]) if len(never) <= 6 else f"{', '.join(never[:6])} and {len(never) - 6} more"
        yield from wrap(f"never: {names}", "    ")


def best_and_worst(report: Report, uses: list[Used], offers: dict[str, Offered]) -> tuple[list[Used], list[Used]]:
    """All of a short group; of a long one the best and the worst, by effect or else by wins."""
    if len(uses) <= MOST:
        return uses, []

    def worth(each: Used) -> float:
        found = offers[each.name].wins if each.name in offers else None
        return found.value if found is not None else each.wins.value - 1 / report.players if each.wins else 0.0

    order = sorted(uses, key=worth, reverse=True)
    return order[: MOST // 2], order[-MOST // 2 :]


def offer_rows(report: Report, uses: list[Used], offers: dict[str, Offered]) -> list[list[str]]:
    """Options: how often chosen, how often when offered, and their effect compared with the others of the same
    decision.
    """
    thinkers = taken_shares(report, uses[0].kind, uses[0].group) if uses else {}
    by = f"by {report.beside.bots[0]}" if report.beside else ""
    rows = [["", "a game", "taken of offered", by, "win", "beside the others", "points", "cost"]]
    for use in uses:
        each = offers.get(use.name)
        row = [use.name, plain(use.times / report.games), "" if each is None else percent(each.taken.value)]
        row.append(percent(thinkers[use.name].value) if use.name in thinkers else "")
        row.append("" if use.wins is None else percent(use.wins.value))
        row.append("" if each is None or each.wins is None else f"{plus_minus(each)} {arrow(report, each)}")
        row.append("" if each is None or each.points is None else signed_text(each.points.value))
        rows.append([*row, "" if each is None else ", ".join(f"{plain(cost)} {name}" for name, cost in each.cost)])
    empty = [at for at in range(1, len(rows[0])) if all(not row[at] for row in rows[1:])]
    return [[cell for at, cell in enumerate(row) if at not in empty] for row in rows]


def arrow(report: Report, option: Offered) -> str:
    """▲ or ▼ where the effect is significant."""
    if option.wins is None or not is_sure(report, option):
        return " "
    return "▲" if option.wins.value > 0 else "▼"


def use_rows(report: Report, uses: list[Used], shown: list[Used]) -> list[list[str]]:
    total = sum(each.times for each in shown)
    rows = [["", "a game", "share", "used by", "win", "95 %", "score"]]
    rows += [use_row(report, each, total) for each in uses]
    seatless = all(each.wins is None for each in shown)
    unscored = all(each.score is None for each in shown)
    keep = 3 if seatless else 6 if unscored else 7
    return [row[:keep] for row in rows]


def use_row(report: Report, use: Used, total: int) -> list[str]:
    row = [use.name, plain(use.times / report.games), percent(use.times / total)]
    if use.wins is None:
        return [*row, "", "", "", ""]
    fair = 1 / report.players
    row += [percent(use.users / (report.games * report.players))]
    row += [f"{percent(use.wins.value)} {mark(use.wins, fair, len(report.uses)) or ' '}"]
    return [*row, interval(use.wins), "" if use.score is None else signed_text(use.score - report.score)]


def measure_lines(measures: list[Measured]) -> list[str]:
    """Measures: one line per series of numbers."""
    rows = [["", "mean", "sd", "least", "median", "most", ""]] if measures else []
    for each in measures:
        some = each.numbers
        row = [
            each.name or "how much",
            plain(some.mean),
            plain(some.sd),
            whole_number(some.low),
            whole_number(some.median),
        ]
        rows.append([*row, whole_number(some.high), histogram(some, 20)])
    return table(rows, indent=4)


def fault_lines(report: Report) -> Iterator[str]:
    """Games in which the rules failed, with the command to see each."""
    from rulelang.base.rng import seed_of

    if not report.faulty:
        return
    yield ""
    share = f"{report.faulty:,} of {report.faulty + report.games:,} games"
    verb = "was" if report.faulty == 1 else "were"
    yield from wrap(f"{share} {verb} stopped by a mistake in the rules, and {verb} left out:")
    for fault in report.faults[:3]:
        game = f"game {fault.game} of seed {report.seed}"
        yield from wrap(f"{game}: {fault.message} ({fault.place}).", "  • ", "    ")
        yield f"    To see it: {replay(report, seed_of(report.seed, fault.game))}"


def replay(report: Report, seed: int) -> str:
    """The command that plays a game again."""
    settings = [f"{name}={value}" for name, value in report.options.items()]
    table = report.players, seed, report.variants, settings, [as_typed(mod) for mod in report.mods]
    return command_again(("run", as_typed(report.game)), *table, ["--seats", ",".join(report.bots)])


def as_typed(name: str) -> str:
    """A game or mod as it was named on the command line: a report does not tell in which folder it is."""
    context = click.get_current_context(silent=True)
    values = context.params.values() if context is not None else ()
    typed = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return next((word for word in typed if isinstance(word, str) and source_name(word) == name), name)
