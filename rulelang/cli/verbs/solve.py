"""`rulelang solve GAME`: the value of a small game, and what to do where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options

if TYPE_CHECKING:
    from rulelang.story import Facts
    from rulelang.tree.solve import Situation, Solution

ROWS = 24  # information states that are shown

EXAMPLES = """\
rulelang solve kuhn --utility margin
rulelang solve kuhn --set ranks=4 --iterations 50 --json"""


@click.command("solve", cls=Verb, help=VERBS["solve"], epilog=EXAMPLES)
@click.argument("game")
@table_options("players", "variants", "settings", "mods")
@click.option("--utility", default="win", metavar="NAME", help="What players want: win, score, margin or an amount.")
@click.option("--iterations", type=click.IntRange(1), default=200, metavar="N", help="Rounds of CFR+; 200.")
@click.option("--most", type=click.IntRange(1), default=50_000, metavar="N", help="The most nodes; 50,000.")
@click.option("--json", "as_json", is_flag=True, help="Write all that was found as JSON.")
def command(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    utility: str,
    iterations: int,
    most: int,
    as_json: bool,
) -> int:
    """What perfect players would do and get, found by CFR+, and how far from perfect it may be."""
    from rulelang.cli.errors import refusal, report_load_errors
    from rulelang.cli.options.load import load_table
    from rulelang.cli.terminal import say, say_json
    from rulelang.tree import Tree
    from rulelang.tree.solve import TooLarge, solve

    loaded = load_table(game, players, variants, settings, mods)
    with report_load_errors():
        tree = Tree(loaded, utility, kept=0)
    try:
        found = solve(tree, iterations, most)
    except TooLarge:
        raise refusal(
            f"“{loaded.title}” has more than {most:,} nodes, too many to solve; `rulelang tree {game}` says how many. "
            "Make it smaller with `--set`, or allow more with `--most`."
        ) from None
    if as_json:
        say_json(solution_json(found))
    else:
        say("\n".join(solution_lines(found)))
    return 0


def solution_json(found: Solution) -> dict[str, Any]:
    from rulelang.story import Facts

    tree, facts = found.tree, Facts.of(found.tree.game.program)
    states = [
        {
            "seat": each.seat,
            "known": describe_knowledge(each, facts),
            "information": each.node.information(each.seat),
            "policy": {str(tree.actions[action]): share for action, share in zip(each.actions, each.average)},
        }
        for each in found.situations
    ]
    head = {"version": 1, "title": tree.game.title, "players": tree.players, "utility": tree.utility.name}
    numbers = {"nodes": found.nodes, "iterations": found.iterations, "values": found.values, "gains": found.gains}
    return {**head, **numbers, "exploitability": found.exploitability, "states": states}


def solution_lines(found: Solution) -> list[str]:
    """The solution in words."""
    from rulelang.present.english import player, pluralize
    from rulelang.story import Facts

    tree = found.tree
    values = ", ".join(f"{player(seat, {})} {value:+.4f}" for seat, value in enumerate(found.values, 1))
    states = f"{len(found.situations):,} information states"
    lines = [
        f"{tree.game.title}, {pluralize(tree.players, 'player')}: {found.nodes:,} nodes, {states}",
        f"  value ({tree.utility.name})   {values}",
        f"  exploitability   {found.exploitability:.6f} after {found.iterations} rounds of CFR+",
        "",
    ]
    facts = Facts.of(tree.game.program)
    for each in found.situations[:ROWS]:
        lines += situation_lines(found, each, facts)
    if len(found.situations) > ROWS:
        lines.append(f"… and {len(found.situations) - ROWS:,} more; `--json` writes them all")
    return lines


def situation_lines(found: Solution, situation: Situation, facts: Facts) -> list[str]:
    """What a seat knows, and what it should do."""
    from rulelang.cli.terminal import wrap
    from rulelang.present.english import player

    pairs = zip(situation.actions, situation.average)
    todo = ", ".join(f"{found.tree.actions[action].value} {share:.0%}" for action, share in pairs)
    known = f"{player(situation.seat, {})} knows: {describe_knowledge(situation, facts)}"
    return [*wrap(known, "", "    "), *wrap(f"→ {todo}", "    ", "    ")]


def describe_knowledge(situation: Situation, facts: Facts) -> str:
    """What a seat has seen and answered, in the words of the game, on one line."""
    return "; ".join(list_knowledge(situation, facts)) or "nothing yet"


def list_knowledge(situation: Situation, facts: Facts) -> Iterator[str]:
    from rulelang.present.english import Reader, write
    from rulelang.present.phrase import Ref, join
    from rulelang.present.places import read_place

    reader = Reader(situation.seat)
    for entry in situation.node.log(situation.seat):
        pieces = [entry["piece"]] if entry["event"] == "rolled" else entry.get("pieces")
        if entry["event"] == "chose":
            yield f"{write(Ref(entry['seat']), reader)}: {entry['answer']}"
        elif entry["event"] == "moved" and pieces:
            yield write(join(facts.several(pieces), "in", read_place(entry["to"]).phrase(facts.vocabulary)), reader)
        elif entry["event"] in ("showed", "rolled") and pieces:
            yield write(facts.several(pieces), reader)
