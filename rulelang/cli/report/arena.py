"""A tournament of bots: playing it, and its result on the screen, as data and as a page."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any

import attrs

from rulelang.base.processes import map_unordered
from rulelang.bots.arena import Contest, Deal, Share, Table, play_deal, table
from rulelang.cli import INTERRUPTED, OK
from rulelang.cli.errors import refusal
from rulelang.cli.options.load import load_game
from rulelang.cli.options.settings import read_settings
from rulelang.cli.options.simulate import Bar, jobs_of, write_file
from rulelang.cli.play.seats import check_kind, make_player
from rulelang.cli.report.figures import table as aligned
from rulelang.cli.terminal import is_watched, paint, say, warn, wrap
from rulelang.play.match import Game
from rulelang.present.english import pluralize

LONG = 0.25  # seconds per deal from which on more processes pay off


def run_arena(
    game: str,
    kinds: tuple[str, ...],
    deals: int,
    players: int | None,
    seed: int,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    jobs: int | None,
    json_file: str | None,
    html_file: str | None,
) -> int:
    """Play a tournament, and report how strong each bot is."""
    check_kinds(kinds)
    options = read_settings(settings)
    loaded = load_game(game, players=players, variants=variants, options=options, mods=mods)
    if loaded.players < 2:
        raise refusal("a tournament is for two players or more; this table has one.")
    plain = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in options.items())
    contest = Contest(game, loaded.players, kinds, variants, plain, mods)
    workers = jobs_of(jobs, None, thinking=set(kinds) != {"random"})
    assert isinstance(workers, int)
    found, began, stopped = dict[int, Deal](), time.monotonic(), False
    bar = Bar(deals, "deals") if is_watched() else None
    try:
        with closing(play_deals(contest, seed, deals, workers)) as rows:
            for number, deal in rows:
                found[number] = deal
                if bar is not None:
                    bar.show(len(found))
    except KeyboardInterrupt:
        stopped = True
    finally:
        if bar is not None:
            bar.close()
    if not found:
        warn("Stopped before the first deal was played.")
        return INTERRUPTED
    ended = table(contest, [found[number] for number in sorted(found)])
    seconds = time.monotonic() - began
    if "-" not in (json_file, html_file):
        say("\n".join(lines(ended, loaded, contest, seed, deals, seconds)))
    write_file(json_file, lambda: as_json(ended, loaded, contest, seed))
    write_file(html_file, lambda: as_page(ended, loaded, seed))
    return INTERRUPTED if stopped else OK


def check_kinds(kinds: tuple[str, ...]) -> None:
    """Refuse fewer than two kinds, equal kinds, and kinds that cannot play by themselves."""
    if len(kinds) < 2:
        raise refusal("a tournament needs two kinds of players or more; name them: `rulelang arena GAME hard random`.")
    if len(set(kinds)) < len(kinds):
        raise refusal("the same kind is named twice; each plays against the others, so name it once.")
    for kind in kinds:
        if kind == "you":
            raise refusal("you cannot play in a tournament; every seat is a bot's.")
        check_kind(kind)
        make_player(kind, 1, 0)


def play_deals(contest: Contest, seed: int, deals: int, jobs: int) -> Generator[tuple[int, Deal], None, None]:
    """The deals, as they finish: the first ones in this process, until a deal takes long enough for other processes to
    pay.
    """
    for number in range(deals):
        began = time.monotonic()
        yield number, play_deal(contest, seed, number)
        if jobs > 1 and time.monotonic() - began > LONG:
            rest = range(number + 1, deals)
            yield from map_unordered(play_numbered, ((contest, seed, each) for each in rest), jobs)
            return


def play_numbered(contest: Contest, seed: int, number: int) -> tuple[int, Deal]:
    return number, play_deal(contest, seed, number)


# ---------------------------------------------------------------- what came out


def lines(ended: Table, game: Game, contest: Contest, seed: int, wanted: int, seconds: float) -> Iterator[str]:
    games = ended.deals * ended.players
    about = [pluralize(ended.players, "player"), pluralize(ended.deals, "deal"), pluralize(games, "game")]
    yield paint(" · ".join([game.title, *about, f"seed {seed}"]), "heading")
    if ended.deals < wanted:
        yield from wrap(f"Stopped: {ended.deals} of {wanted} deals were finished, and count.")
    yield from wrap(f"Every deal is played once from each seat. {seconds / games:.1f} seconds a game.")
    yield ""
    rows = [["", "rating", "95 %", "wins", "95 %", "seats"]]
    for each in sort_standings(ended):
        row = [each.kind, f"{each.rating.value:.0f}", f"± {(each.rating.high - each.rating.low) / 2:.0f}"]
        rows.append([*row, percent(each.wins.value), between(each.wins), f"{each.games:,}"])
    yield from aligned(rows)
    yield from ["", *wrap(f"An even share of wins is {percent(1 / ended.players)}."), ""]
    yield paint("Ahead of whom: the share of meetings in which the row came out ahead, ties as half", "bold")
    yield from aligned(cross_rows(ended))
    yield from ["", *wrap(verdict(ended))]


def sort_standings(ended: Table) -> list[Any]:
    return sorted(ended.standings, key=lambda each: -each.rating.value)


def cross_rows(ended: Table) -> list[list[str]]:
    order = sorted(range(len(ended.standings)), key=lambda at: -ended.standings[at].rating.value)
    rows = [["", *(ended.standings[at].kind for at in order)]]
    for one in order:
        cells = [cell(ended.cross.get((one, two))) if one != two else "–" for two in order]
        rows.append([ended.standings[one].kind, *cells])
    return rows


def cell(share: Share | None) -> str:
    return "?" if share is None else f"{percent(share.value)} ({between(share)})"


def verdict(ended: Table) -> str:
    """Who is stronger than whom, as far as these deals show."""
    best, last = sort_standings(ended)[0], sort_standings(ended)[-1]
    at = {each.kind: number for number, each in enumerate(ended.standings)}
    share = ended.cross.get((at[best.kind], at[last.kind]))
    if share is None:
        return f"{best.kind} has the highest rating."
    if share.low > 0.5:
        ahead = f"ahead in {percent(share.value)} of meetings ({between(share)})"
        return f"{best.kind} is stronger than {last.kind}: {ahead}."
    return f"No difference is certain between {best.kind} and {last.kind}; play more deals (`-n`)."


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def between(share: Share) -> str:
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"


def as_json(ended: Table, game: Game, contest: Contest, seed: int) -> str:
    """The tournament as JSON."""
    import json

    cross = [
        {"kind": contest.kinds[one], "against": contest.kinds[two], **attrs.asdict(share)}
        for (one, two), share in sorted(ended.cross.items())
    ]
    standings = [attrs.asdict(each) for each in sort_standings(ended)]
    head = {"version": 1, "title": game.title, "players": ended.players, "seed": seed, "deals": ended.deals}
    return json.dumps({**head, "standings": standings, "cross": cross}, indent=2) + "\n"


def as_page(ended: Table, game: Game, seed: int) -> str:
    """The tournament as a page."""
    from rulelang.sim.page.parts import figure, page, paragraph, section, words
    from rulelang.sim.page.parts import table as table_of

    rows = [
        [
            words(each.kind),
            figure(each.rating.value, f"{each.rating.value:.0f}"),
            words(f"± {(each.rating.high - each.rating.low) / 2:.0f}"),
            figure(each.wins.value, percent(each.wins.value)),
            words(between(each.wins)),
            figure(each.games, f"{each.games:,}"),
        ]
        for each in sort_standings(ended)
    ]
    head, *cross = cross_rows(ended)
    games = pluralize(ended.deals * ended.players, "game")
    facts = [pluralize(ended.players, "player"), pluralize(ended.deals, "deal"), games, f"seed {seed}"]
    lead = ["A tournament of bots: every deal is played once from each seat.", verdict(ended)]
    even = paragraph(f"An even share of wins is {percent(1 / ended.players)}.")
    strength = table_of(["", "rating", "95 %", "wins", "95 %", "seats"], rows, sorts=True)
    ahead = "The share of meetings in which the row came out ahead of the column, ties as half."
    meetings = table_of(head, [[words(each) for each in row] for row in cross])
    parts = section("Strength", strength, even), section("Meetings", paragraph(ahead), meetings)
    return page(game.title, facts, lead, [], *parts)
