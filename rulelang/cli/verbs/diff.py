"""`rulelang diff BASE [MOD…]`: what a mod, a variant or an option changes, in English and as lines of rules."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.terminal import paint, say, say_json, wrap
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.diff import Change, Difference, Side

EXAMPLES = "rulelang diff {game} {mod}\nrulelang diff {file} {mod} --short\nrulelang diff {game} {mod} --json"
MOST = 14  # lines of rules that are shown for one change


@click.command("diff", cls=Verb, help=VERBS["diff"], epilog=EXAMPLES)
@click.argument("base")
@click.argument("others", metavar="[MOD…]", nargs=-1)
@table_options()
@click.option("--short", is_flag=True, help="Show only the sentences, not the lines of rules.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(
    base: str,
    others: tuple[str, ...],
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    short: bool,
    as_json: bool,
) -> int:
    from rulelang.cli.errors import report_load_errors
    from rulelang.cli.options.settings import read_settings
    from rulelang.diff import compare

    with report_load_errors():
        found = compare(side(base), other_side(base, others + mods, variants, read_settings(settings)))
    if as_json:
        say_json(found.to_json())
    else:
        tell(found, short)
    return 0


def side(name: str, mods: tuple[str, ...] = (), variants: tuple[str, ...] = (), options: object = None) -> Side:
    """One side of the diff; errors in the game end the verb."""
    from rulelang.diff import Side
    from rulelang.play.game import load_checked

    given = dict(options) if isinstance(options, dict) else {}
    return Side(*load_checked(name, variants, given, mods), given)


def other_side(base: str, mods: tuple[str, ...], variants: tuple[str, ...], options: dict[str, object]) -> Side:
    """The game to compare with: the base with mods, or another game if one file and no mod is given."""
    from rulelang.cli.errors import refusal
    from rulelang.play.sources import MOD, find_mod, find_source, is_path

    if len(mods) == 1 and is_path(mods[0]) and not MOD.search(find_mod(mods[0], find_source(base)).text):
        return side(mods[0], (), variants, options)
    if not mods and not variants and not options:
        raise refusal("there is nothing to compare with; name a mod, `--variant` or `--set`.")
    return side(base, mods, variants, options)


# ---------------------------------------------------------------- on the screen


def tell(found: Difference, short: bool) -> None:
    say(paint(f"{found.before} → {found.after}", "heading"))
    if found.text:
        say("\n".join(wrap(found.text)))
    written = [each for each in found.changes if not each.follows and each.sort != "test"]
    follows = [each for each in found.changes if each.follows]
    tests = [each for each in found.changes if each.sort == "test"]
    if not found.changes:
        say("\nNothing is different.")
    for title, group in (("What changes", written), ("What follows", follows)):
        if group:
            say(f"\n{paint(title, 'bold')}")
            for change in group:
                say("\n".join(bullet(change, short or change.follows)))
    if tests:
        say(f"\n{paint('Tests', 'bold')}")
        say("\n".join(test_lines(tests)))


def bullet(change: Change, short: bool) -> Iterator[str]:
    yield from wrap(change.text, "  • ", "    ")
    if not short:
        yield from rule_lines(change)


def rule_lines(change: Change) -> Iterator[str]:
    """The changed lines of rules: removed ones with a minus, new ones with a plus."""
    before = list(change.before.text) if change.before else []
    after = list(change.after.text) if change.after else []
    place = change.after or change.before
    if place is None:
        return
    yield paint(f"      {place.file}:{place.line}", "dim")
    shown = [line for line in difflib.ndiff(before, after) if line[:1] != "?"]
    for line in shown[:MOST]:
        style = {"-": "bad", "+": "good"}.get(line[:1], "dim")
        yield paint(f"      {line}", style)
    if len(shown) > MOST:
        yield paint(f"      … {pluralize(len(shown) - MOST, 'line')} more", "dim")


def test_lines(tests: list[Change]) -> Iterator[str]:
    """New tests by name; of those that may fail or are gone, only a few."""
    for verb in ("New test", "Gone test", "May fail now"):
        titles = [each.name for each in tests if each.text.startswith(verb)]
        for title in titles[:5]:
            yield from wrap(f"{verb}: {title}", "  • ", "    ")
        if len(titles) > 5:
            yield f"    … and {len(titles) - 5} more"
