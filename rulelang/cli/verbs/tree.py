"""`rulelang tree GAME`: how large a game is as a tree of chance and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options

if TYPE_CHECKING:
    from rulelang.tree import Size, Tree

EXAMPLES = """\
rulelang tree kuhn
rulelang tree connect_four --walks 5"""


@click.command("tree", cls=Verb, help=VERBS["tree"], epilog=EXAMPLES)
@click.argument("game")
@table_options("players", "variants", "settings", "mods")
@click.option("--most", type=click.IntRange(1), default=50_000, metavar="N", help="Count up to N nodes; 50,000.")
@click.option("--walks", type=click.IntRange(2), default=100, metavar="N", help="Else estimate by N walks; 100.")
@click.option("--seed", type=int, default=7, metavar="S", help="What the walks do; 7, if not given.")
@click.option("--json", "as_json", is_flag=True, help="Write the numbers as JSON.")
def command(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    most: int,
    walks: int,
    seed: int,
    as_json: bool,
) -> int:
    """Chance, decisions and ends of a game; counted if it is small, else estimated from random walks."""
    from rulelang.cli.options.load import load_table
    from rulelang.cli.terminal import say, say_json
    from rulelang.tree import Tree, measure

    tree = Tree(load_table(game, players, variants, settings, mods), kept=0)
    size = measure(tree, most, seed, walks)
    if as_json:
        say_json(size_json(tree, size))
    else:
        say("\n".join(size_lines(tree, size)))
    return 0


def size_json(tree: Tree, size: Size) -> dict[str, Any]:
    import attrs

    numbers = attrs.asdict(size)
    if not size.exact:  # more than a reader of JSON can represent exactly
        numbers["nodes"] = dict(zip(("value", "low", "high"), size.nodes.texts))
    return {"version": 1, "title": tree.game.title, "players": tree.players, "actions": len(tree.actions), **numbers}


def size_lines(tree: Tree, size: Size) -> list[str]:
    """The size in words."""
    from rulelang.present.english import pluralize

    head = f"{tree.game.title}, {pluralize(tree.players, 'player')}, as a tree"
    rows = exact_rows(size) if size.exact else estimated_rows(size)
    each = f"{size.branching:.1f} at a decision, {size.widest} at most"
    rows += [
        ("actions", f"{len(tree.actions):,} in the whole game; {each}"),
        ("depth", f"{size.depth} steps" if size.exact else f"{size.depth} steps in the longest walk"),
    ]
    return [head, "", *(f"  {name:<20} {text}" for name, text in rows)]


def exact_rows(size: Size) -> list[tuple[str, str]]:
    from rulelang.present.english import player

    seats = ", ".join(f"{player(seat, {})}: {number:,}" for seat, number in enumerate(size.information or (), 1))
    parts = f"{size.decisions:,} decisions, {size.chance:,} of chance, {size.ends:,} ends"
    return [
        ("nodes", f"{size.nodes.value:,}: {parts}"),
        ("information states", f"{sum(size.information or ()):,} ({seats})"),
    ]


def estimated_rows(size: Size) -> list[tuple[str, str]]:
    value, low, high = size.nodes.texts
    return [
        ("nodes", f"about {value} (95 %: {low} to {high})"),
        ("", f"estimated from {size.walks} walks"),
        ("information states", "not known: too many nodes to count"),
    ]
