"""A report on the screen: who wins, how long games take, what players do and how often it wins."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.cli.report.figures import histogram, table
from rulelang.cli.terminal import enumerate_words, number_of, paint, wrapped
from rulelang.sim.report import Measured, Report, Used, engine_line
from rulelang.sim.wording import KINDS, about, fairness, interval, mark, percent, plain, signed, whole

MOST = 12  # rows of one group that are shown


def report_lines(report: Report) -> Iterator[str]:
    """The whole report."""
    yield paint(heading(report), "heading")
    yield from wrapped(engine_line(report))
    if report.stopped:
        yield from wrapped(f"Stopped: {report.games:,} of {report.wanted:,} games were finished, and count.")
    if report.games:
        yield from ["", *seat_lines(report), "", *game_lines(report)]
        if report.statistics:
            yield from done_lines(report)
    yield from fault_lines(report)


def heading(report: Report) -> str:
    settings = [*report.variants, *(f"{name}={value}" for name, value in report.options.items()), *report.mods]
    parts = [report.title, number_of(report.players, "player"), f"{report.games:,} games", f"seed {report.seed}"]
    return " · ".join([*parts, *settings])


# ---------------------------------------------------------------- seats


def seat_lines(report: Report) -> list[str]:
    """Wins and scores, a line a seat; then whether the seats are alike."""
    scores = [each.score for each in report.seats]
    rows = [["", "wins", "95 %"]]
    if report.scored:
        rows[0] += ["score", "sd", "5 %", "median", "95 %", ""]
    low, high = min(each.low for each in scores), max(each.high for each in scores)
    for each in report.seats:
        row = [f"P{each.seat}", percent(each.wins.value), interval(each.wins)]
        if report.scored:
            some = each.score
            row += [plain(some.mean), plain(some.sd), whole(some.q05), whole(some.median), whole(some.q95)]
            row.append(histogram(some, 20, low, high))
        rows.append(row)
    return [*table(rows), "", *wrapped(fairness(report))]


# ---------------------------------------------------------------- the game


def game_lines(report: Report) -> list[str]:
    """Length, closeness, leads, decisions."""
    rows = [("Length", length(report))]
    if report.scored and report.players > 1:
        close = f"first to second {about(report.second)}, first to last {about(report.spread)}"
        rows.append(("Closeness", f"{close}; {percent(report.ties.value)} tied for first"))
    else:
        rows.append(("Ties", f"{percent(report.ties.value)} tied for first"))
    if report.changes.count:
        rows.append(("Lead", f"{plain(report.changes.mean)} changes a game; {half(report)}"))
    if report.statistics:
        forced = f"{percent(report.forced.value)} forced, with one option"
        rows.append(("Choices", f"{forced}; else {plain(report.branching)} options on average"))
    return [line for name, text in rows for line in wrapped(text, f"  {name:<10} ", " " * 13)]


def length(report: Report) -> str:
    some = report.decisions
    text = f"{plain(some.mean)} decisions (sd {plain(some.sd)}; 90 % of games {whole(some.q05)} to {whole(some.q95)})"
    if report.rounds_are:
        rounds = report.rounds
        several = f" ({whole(rounds.low)} to {whole(rounds.high)})" if rounds.low != rounds.high else ""
        text += f", {plain(rounds.mean)} rounds{several}"
    return text


def half(report: Report) -> str:
    """How winners stood at half-time."""
    half = report.half
    if not half.games:
        return "no standing at half-time"
    ahead, behind, last = (percent(each.value) for each in (half.alone, half.behind, half.last))
    return f"at half-time {ahead} of winners led alone, {behind} were behind, {last} last"


# ---------------------------------------------------------------- what was done


def done_lines(report: Report) -> Iterator[str]:
    """Everything that was counted, by kind and group."""
    for kind, title in KINDS.items():
        kinds: list[Used | Measured] = [*report.uses, *report.measures]
        groups = dict.fromkeys(each.group for each in kinds if each.kind == kind)
        if groups:
            yield ""
            yield paint(title, "bold")
        idle = []
        for group in groups:
            uses = [each for each in report.uses if (each.kind, each.group) == (kind, group)]
            if uses and not any(each.times for each in uses):
                idle.append(group)
                continue
            yield from group_lines(report, group, uses)
            yield from measure_lines([each for each in report.measures if (each.kind, each.group) == (kind, group)])
        if idle:
            yield from wrapped(f"Never: {enumerate_words(idle)}", "  ", "    ")


def group_lines(report: Report, group: str, uses: list[Used]) -> Iterator[str]:
    """The rows of a group: how often, by whom, and how they fared."""
    if not uses:
        return
    text = next((each.text for each in uses if each.text), "")
    yield from wrapped(f"{group} — {text}" if text and uses[0].kind != "action" else group, "  ")
    shown = [each for each in uses if each.times]
    if len(uses) == 1 and uses[0].kind == "answer":
        yield f"    {plain(uses[0].times / report.games)} a game"
        return
    total = sum(each.times for each in shown)
    rows = [["", "a game", "share", "used by", "win", "95 %", "score"]]
    rows += [use_row(report, each, total) for each in chosen(report, shown)]
    seatless = all(each.wins is None for each in shown)
    unscored = all(each.score is None for each in shown)
    keep = 3 if seatless else 6 if unscored else 7
    yield from table([row[:keep] for row in rows], indent=4)
    left = len(shown) - (len(rows) - 1)
    if left:
        yield f"    … {left} more, in --json and --csv"
    never = [each.name for each in uses if not each.times]
    if never:
        names = enumerate_words(never[:6]) if len(never) <= 6 else f"{', '.join(never[:6])} and {len(never) - 6} more"
        yield from wrapped(f"never: {names}", "    ")


def chosen(report: Report, uses: list[Used]) -> list[Used]:
    """All of a short group; of a long one those whose users fared best and worst."""
    if len(uses) <= MOST:
        return uses
    fair = 1 / report.players
    known = sorted(uses, key=lambda each: -each.wins.value if each.wins else -fair)
    best = [*known[: MOST // 2], *known[-MOST // 2 :]]
    return [each for each in known if each in best]


def use_row(report: Report, use: Used, total: int) -> list[str]:
    row = [use.name, plain(use.times / report.games), percent(use.times / total)]
    if use.wins is None:
        return [*row, "", "", "", ""]
    fair = 1 / report.players
    row += [percent(use.users / (report.games * report.players))]
    row += [f"{percent(use.wins.value)} {mark(use.wins, fair) or ' '}"]
    return [*row, interval(use.wins), "" if use.score is None else signed(use.score - report.score)]


def measure_lines(measures: list[Measured]) -> list[str]:
    """How much: a line a series of numbers."""
    rows = [["", "mean", "sd", "least", "median", "most", ""]] if measures else []
    for each in measures:
        some = each.numbers
        row = [each.name or "how much", plain(some.mean), plain(some.sd), whole(some.low), whole(some.median)]
        rows.append([*row, whole(some.high), histogram(some, 20)])
    return table(rows, indent=4)


def fault_lines(report: Report) -> Iterator[str]:
    """Games that the rules could not play to their end, with how to see them."""
    from rulelang.sim.replay import seed_of

    if not report.faulty:
        return
    yield ""
    share = f"{report.faulty:,} of {report.faulty + report.games:,} games"
    verb = "was" if report.faulty == 1 else "were"
    yield from wrapped(f"{share} {verb} stopped by a mistake in the rules, and {verb} left out:")
    for fault in report.faults[:3]:
        game = f"game {fault.game} of seed {report.seed}"
        yield from wrapped(f"{game}: {fault.message} ({fault.place}).", "  • ", "    ")
        yield f"    To see it: {replay(report, seed_of(report.seed, fault.game))}"


def replay(report: Report, seed: int) -> str:
    """The command that plays a game again."""
    words = ["rulelang run", report.game, f"--players {report.players}", f"--seed {seed}"]
    words += [f"--variant {name}" for name in report.variants]
    words += [f"--set {name}={value}" for name, value in report.options.items()]
    words += [f"--mod {name}" for name in report.mods]
    kinds = report.kinds or ("random",) * report.players
    return " ".join([*words, f"--seats {','.join(kinds)}"])
