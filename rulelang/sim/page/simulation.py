"""The page of a simulation: a section for each number of players, and before them how these compare."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.data import as_text
from rulelang.present.english import series
from rulelang.sim.dominance import sentences
from rulelang.sim.figures import Numbers
from rulelang.sim.main_figures import FIGURES
from rulelang.sim.page.axes import as_change, as_percent
from rulelang.sim.page.marks import NOTHING, Mark, join_marks
from rulelang.sim.page.parts import (
    EMPTY,
    Cell,
    card,
    figure,
    grid,
    listing,
    page,
    paragraph,
    section,
    table,
    tiles,
    words,
)
from rulelang.sim.page.plots import Dot, dots
from rulelang.sim.page.spreads import mean_cell, share_dot, spread_card, value_cells
from rulelang.sim.page.uses import use_sections
from rulelang.sim.report import Report
from rulelang.sim.thinking import figure_pairs, player_words, taste_sentences
from rulelang.sim.wording import (
    fairness,
    interval,
    mark,
    number_of,
    percent,
    plain,
    players_line,
    role_sentence,
    seat_name,
    signed_text,
    stopped_line,
    whole_number,
)


def report_page(reports: Sequence[Report]) -> str:
    """The page of one report, or of one for each number of players."""
    first = reports[0]
    counts = series([str(each.players) for each in reports])
    played = f"{counts} {'player' if counts == '1' else 'players'}"
    games = max(each.games for each in reports)
    facts = [played, number_of(games, "game") + (" each" if len(reports) > 1 else ""), f"seed {first.seed}"]
    others = f", beside {number_of(first.beside.games, 'game')} of {first.beside.bots[0]}" if first.beside else ""
    lead = [f"What these rules come to; {players_line(first)}{others}."]
    several = len(reports) > 1
    links = [("counts", "By number of players")] if several else []
    links += [(place_of(each), number_of(each.players, "player")) for each in reports] if several else []
    body = [by_players(reports)] if several else []
    body += [one_report(each) if several else join_marks(*whole_report(each)) for each in reports]
    return page(first.title, [*facts, *settings_of(first)], lead, links, *body)


def settings_of(report: Report) -> list[str]:
    return [*report.variants, *(f"{name}={as_text(value)}" for name, value in report.options.items()), *report.mods]


def place_of(report: Report) -> str:
    return f"players-{report.players}"


def one_report(report: Report) -> Mark:
    title = number_of(report.players, "player")
    return section(title, *whole_report(report, 3), place=place_of(report))


def whole_report(report: Report, level: int = 2) -> list[Mark]:
    """Everything of one number of players."""
    found = [stopped_note(report)]
    if report.games:
        found += [tiles(main_figures(report)), section("Seats", *seats(report), level=level)]
        found += [section("Roles", *roles(report), level=level)]
        found += [section("The course of a game", *course(report), figure_table(report), level=level)]
        found += [section("Options", *map(paragraph, sentences(report)), level=level)]
        found += [section("What skill changes", *skill(report), level=level)]
        found += use_sections(report, level)
    return [*found, section("Games that the rules could not play", *faults(report), level=level)]


def stopped_note(report: Report) -> Mark:
    return paragraph(stopped_line(report)) if report.stopped else NOTHING


def faults(report: Report) -> list[Mark]:
    if not report.faulty:
        return []
    games = number_of(report.faulty, "game")
    verb = "was" if report.faulty == 1 else "were"
    some = [f"Game {each.game}: {each.message} ({each.place.rpartition('/')[2]})." for each in report.faults[:3]]
    return [paragraph(f"{games} {verb} stopped by a mistake in the rules, and {verb} left out."), listing(some)]


def main_figures(report: Report) -> list[tuple[str, str, str]]:
    """The figures in large letters."""
    length = report.decisions
    found = [
        ("Decisions a game", plain(length.mean), f"90 % from {whole_number(length.q05)} to {whole_number(length.q95)}")
    ]
    if report.rounds_are and report.rounds.count:
        found.append(("Rounds", plain(report.rounds.mean), reach(report.rounds)))
    if report.scored and report.players > 1:
        found.append(("First to second", plain(report.second.mean), f"to last {plain(report.spread.mean)}"))
    found.append(("Ties for first", percent(report.ties.value), ""))
    if report.changes.count:
        found.append(("Changes of the lead", plain(report.changes.mean), "a game"))
    if report.half.games:
        found.append(("Comebacks", percent(report.half.behind.value), "of winners were behind at half-time"))
    if report.statistics:
        found.append(("Forced choices", percent(report.forced.value), f"else {plain(report.branching)} options"))
    return found


def reach(some: Numbers) -> str:
    return "in every game" if some.low == some.high else f"{whole_number(some.low)} to {whole_number(some.high)}"


# ---------------------------------------------------------------- seats


def seats(report: Report) -> list[Mark]:
    """Who wins, and with which scores."""
    fair = 1 / report.players
    some = [share_dot(seat_name(each.seat), each.wins, fair) for each in report.seats]
    title = "How often each seat wins"
    found = [paragraph(fairness(report))]
    plots = [card(title, dots(title, some, "share of games won", as_percent, fair, f"fair {percent(fair)}"),
                  "The bar is the 95 % interval. A win that is shared counts its part.")]  # fmt: skip
    if report.scored:
        scores = [(seat_name(each.seat), each.score) for each in report.seats]
        plots.append(spread_card("Scores of each seat", scores, "score at the end of a game"))
    head = ["seat", "wins", "95 %", "", "score", "sd", "5 %", "median", "95 %"]
    rows = [seat_row(report, at, fair) for at in range(len(report.seats))]
    return [*found, grid(*plots), table(head if report.scored else head[:4], rows)]


def seat_row(report: Report, at: int, fair: float) -> list[Cell]:
    each = report.seats[at]
    row = [words(seat_name(each.seat)), figure(each.wins.value, percent(each.wins.value)), words(interval(each.wins))]
    row.append(words(mark(each.wins, fair)))
    some = each.score
    if report.scored:
        row += [figure(some.mean, plain(some.mean)), figure(some.sd, plain(some.sd))]
        row += [figure(number, whole_number(number)) for number in (some.q05, some.median, some.q95)]
    return row


def roles(report: Report) -> list[Mark]:
    """Who wins by place in turn order."""
    fair, found = 1 / report.players, []
    for group in dict.fromkeys(each.group for each in report.roles):
        some = [each for each in report.roles if each.group == group]
        title = f"How often each place wins, {group}"
        plot = dots(title, [share_dot(each.name, each.wins, fair) for each in some], "share of games won", as_percent,
                    fair, f"fair {percent(fair)}")  # fmt: skip
        rows = [[words(each.name), figure(each.wins.value, percent(each.wins.value)), words(interval(each.wins)),
                 EMPTY if each.score is None else figure(each.score, plain(each.score))] for each in some]  # fmt: skip
        found += [paragraph(role_sentence(report, group)), grid(card(title, plot)),
                  table(["place", "wins", "95 %", "score"], rows)]  # fmt: skip
    return found


# ---------------------------------------------------------------- the course of a game


def figure_table(report: Report) -> Mark:
    """Every main figure."""
    rows = []
    for each in FIGURES:
        value = each.read(report)
        if value is not None:
            rows.append([words(each.label), *value_cells(value)])
    return table(["", "mean", "95 %", "sd", "5 %", "median", "95 %"], rows)


def skill(report: Report) -> list[Mark]:
    """What players who think do otherwise."""
    if report.beside is None:
        return []
    rows = [
        [words(name), *value_cells(mine)[:2], *value_cells(other)[:2]] for name, mine, other in figure_pairs(report)
    ]
    head = ["", player_words(report), "95 %", report.beside.bots[0], "95 %"]
    return [*map(paragraph, taste_sentences(report)), table(head, rows)]


def course(report: Report) -> list[Mark]:
    """Length, closeness, leads, comebacks."""
    games = "games"
    plots = [spread_card("How long a game is", [("", report.decisions)], "decisions in a game", games)]
    if report.rounds_are:
        plots.append(spread_card("How many rounds a game has", [("", report.rounds)], "rounds in a game", games))
    if report.scored and report.players > 1:
        far = [("of the second", report.second)]
        far += [("of the last", report.spread)] if report.players > 2 else []
        plots.append(spread_card("How far the first is ahead", far, "points", games))
    plots.append(spread_card("How often the lead changes", [("", report.changes)], "changes in a game", games))
    half = report.half
    if half.games:
        title = "How the winner stood at half-time"
        some = [("led alone", half.alone), ("was behind", half.behind)]
        some += [("was last", half.last)] if report.players > 2 else []
        plot = dots(title, [share_dot(*each) for each in some], "share of games with one winner", as_percent, None)
        plots.append(card(title, plot, "Half-time is after half of the rounds; who was last was behind too."))
    return [grid(*plots)]


# ---------------------------------------------------------------- numbers of players


def by_players(reports: Sequence[Report]) -> Mark:
    """How the game changes with the number of players."""
    some = [each for each in reports if each.games]
    named = [(number_of(each.players, "player"), each) for each in some]
    title = "How much more than its fair share the first seat wins"
    first = [advantage(name, each) for name, each in named]
    plots = [card(title, dots(title, first, "points of a percentage", as_change, 0.0, "fair"))] if first else []
    plots.append(
        spread_card("How long a game is", [(name, each.decisions) for name, each in named], "decisions in a game")
    )
    if all(each.scored and each.players > 1 for each in some):
        plots.append(spread_card("How far first and last are apart", [(n, each.spread) for n, each in named], "points"))
    title = "How often it is tied for first"
    ties = [share_dot(name, each.ties) for name, each in named]
    plots += [card(title, dots(title, ties, "share of games", as_percent, None))] if ties else []
    head = ["players", "P1 wins", "95 %", "decisions", "rounds", "ties", "first to last", "lead changes", "forced"]
    return section(
        "By number of players", grid(*plots), table(head, [count_row(each) for each in some]), place="counts"
    )


def advantage(name: str, report: Report) -> Dot:
    fair, wins = 1 / report.players, report.seats[0].wins
    value, low, high = (100 * (each - fair) for each in (wins.value, wins.low, wins.high))
    sure = mark(wins, fair)
    return Dot(name, value, low, high, f"{signed_text(value)} {sure}".strip(), sure)


def count_row(report: Report) -> list[Cell]:
    first = report.seats[0].wins
    row = [words(report.players), figure(first.value, percent(first.value)), words(interval(first))]
    row += [mean_cell(report.decisions), mean_cell(report.rounds)]
    row.append(figure(report.ties.value, percent(report.ties.value)))
    row += [mean_cell(report.spread), mean_cell(report.changes)]
    return [*row, figure(report.forced.value, percent(report.forced.value))]
