"""`rulelang rulebook FILE`: a rulebook that a person can play from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from rulelang.base.files import write_whole
from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.terminal import say, say_exactly

if TYPE_CHECKING:
    from rulelang.rulebook.gather import Rules
    from rulelang.rulebook.model import Book

EXAMPLES = """\
rulelang rulebook {file} --html -o rules.html
rulelang rulebook {game} --md --players 4 -o rules.md"""


@click.command("rulebook", cls=Verb, help=VERBS["rulebook"], epilog=EXAMPLES)
@click.argument("game")
@click.option("--md", "form", flag_value="md", help="Write Markdown (the default unless FILE ends in .html).")
@click.option("--html", "form", flag_value="html", help="Write one self-contained HTML page.")
@click.option("--players", type=int, metavar="N", help="For N players only (default: for every number).")
@click.option("--brief", "is_brief", is_flag=True, help="Write the short form: one page.")
@table_options()
@click.option("-o", "output", metavar="FILE", help="Write to FILE (default: the output, as with -).")
def command(
    game: str,
    form: str | None,
    players: int | None,
    is_brief: bool,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    mods: tuple[str, ...],
    output: str | None,
) -> int:
    from rulelang.cli.options.settings import read_settings
    from rulelang.cli.play.record_files import must_be_writable
    from rulelang.rulebook import brief, make_book

    output = None if output == "-" else output
    must_be_writable("-o", output)
    rules = gather_rules(game, players, variants, read_settings(settings), mods)
    book = brief(make_book(rules)) if is_brief else make_book(rules)
    text = write_book(book, form or ("html" if str(output).endswith((".html", ".htm")) else "md"), output)
    if output is None:
        say_exactly(text)
        return 0
    write_whole(output, text)
    say(f"The rulebook is in {output}.")
    return 0


def gather_rules(game: str, *given: Any) -> Rules:
    """The rules; errors in them are reported as every verb does."""
    from rulelang.cli.errors import TABLE_CODES, Wrong, refusal, tell_problems
    from rulelang.play.errors import LoadError
    from rulelang.rulebook import gather

    try:
        return gather(game, *given)
    except LoadError as error:
        if not any(each.code not in TABLE_CODES for each in error.diagnostics):
            raise refusal(str(error)) from None
        tell_problems(error.diagnostics)
        raise Wrong("") from None


def write_book(book: Book, form: str, output: str | None) -> str:
    """The book as Markdown or HTML. Links in Markdown are relative to the output file."""
    from rulelang.rulebook import to_html, to_markdown

    if form == "html":
        return to_html(book)
    folder = os.path.dirname(output or "")
    return to_markdown(book, {name: os.path.relpath(name, folder or ".") for name in book.sources})
