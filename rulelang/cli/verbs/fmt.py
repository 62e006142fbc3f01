"""`rulelang fmt PATH…`: rules in the standard style.

A file is replaced atomically, so that an interruption loses nothing. Files with mistakes stay as they are.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from rulelang.base.files import write_whole
from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import paint, say, say_exactly, write_through
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.base.source import Source

EXAMPLES = "rulelang fmt --diff {file}\nrulelang fmt --check {folder}\nrulelang fmt -"
STDIN = "-"
A_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@attrs.frozen
class Outcome:
    """The result for a file: `after` is its formatted text, None if it has mistakes."""

    name: str
    before: str
    after: str | None

    @property
    def changed(self) -> bool:
        return self.after is not None and self.after != self.before


@click.command("fmt", cls=Verb, help=VERBS["fmt"], epilog=EXAMPLES)
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Write nothing; fail if something would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    if STDIN in paths:
        return filter_input(paths, check, diff)
    outcomes = []
    for path in files(paths, check or diff):
        outcome = examine(path)
        if outcome.changed and not (check or diff):
            write_whole(path, outcome.after or "")
        tell(outcome, check, diff)
        outcomes.append(outcome)
    if not diff:
        say(summary(outcomes, check))
    return verdict(outcomes, check)


def verdict(outcomes: Iterable[Outcome], check: bool) -> int:
    return int(any(each.after is None or (check and each.changed) for each in outcomes))


def tell(outcome: Outcome, check: bool, diff: bool) -> None:
    """One line for a changed file; nothing for one that is already formatted."""
    if outcome.changed and diff:
        say_exactly("\n".join([*difference(outcome), ""]))
    elif outcome.changed:
        say(f"{outcome.name}: {'would be formatted' if check else 'formatted'}")
    elif outcome.after is None:
        say(f"{outcome.name}: {paint('not touched', 'bad')}")


def summary(outcomes: list[Outcome], check: bool) -> str:
    """`2 files formatted, 1 file left as it was, 1 file with mistakes`."""
    changed = sum(each.changed for each in outcomes)
    wrong = sum(each.after is None for each in outcomes)
    same = len(outcomes) - changed - wrong
    parts = [
        (changed, f"{pluralize(changed, 'file')} {'would be formatted' if check else 'formatted'}"),
        (same, f"{pluralize(same, 'file')} already in style"),
        (wrong, f"{pluralize(wrong, 'file')} with mistakes"),
    ]
    return ", ".join(text for count, text in parts if count)


def difference(outcome: Outcome) -> list[str]:
    """The change as `diff -u` shows it."""
    before, after = (A_LINE.findall(text) for text in (outcome.before, outcome.after or ""))
    styles = {"+": "good", "-": "bad", "@": "heading"}
    shown = []
    for line in difflib.unified_diff(before, after, outcome.name, f"{outcome.name} (formatted)"):
        shown.append(paint(line.removesuffix("\n"), styles[line[0]]) if line[0] in styles else line.removesuffix("\n"))
        if not line.endswith("\n"):
            shown.append("\\ No newline at end of file")
    return shown


# ---------------------------------------------------------------- reading and writing


def files(paths: tuple[str, ...], only_looking: bool) -> list[Path]:
    """The files to format. A bundled game does not belong to the user, so it is only examined."""
    from rulelang.cli.options.paths import rules_files

    found = rules_files(paths)
    for name in paths:
        if not only_looking and not Path(name).exists():
            raise click.UsageError(
                f"`{name}` comes with rulelang and is not changed; copy it, or give `--diff`.",
                click.get_current_context(),
            )
    return found


def examine(path: Path) -> Outcome:
    """A file and its formatted text; mistakes are reported."""
    from rulelang.base.source import read_bytes, read_source

    after = style(read_source(path))
    return Outcome(str(path), read_bytes(str(path)).decode("utf-8"), after)


def style(source: Source) -> str | None:
    """The formatted text; None after reporting the mistakes in it."""
    from rulelang.cli.errors import tell_problems
    from rulelang.format import format_source

    text, problems = format_source(source)
    tell_problems(problems)
    return None if problems else text


# ---------------------------------------------------------------- from input to output


def filter_input(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Standard input to standard output; a text with mistakes passes through unchanged."""
    from rulelang.base.source import Source, decode

    if len(paths) > 1:
        raise click.UsageError("`-` stands alone: the input is the only file.", click.get_current_context())
    before = take_input()
    source = Source("input", decode("input", before.encode("utf-8", "surrogateescape")))
    outcome = Outcome("input", before, style(source))
    if check or diff:
        tell(outcome, check, diff)
    else:
        write_through(before if outcome.after is None else outcome.after)
    return verdict([outcome], check)


def take_input() -> str:
    if sys.stdin is None:
        return ""
    data = getattr(sys.stdin, "buffer", None)
    return data.read().decode("utf-8", "surrogateescape") if data else sys.stdin.read()
