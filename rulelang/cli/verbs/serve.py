"""`rulelang serve`: tables in the browser, for friends and bots."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.base.extras import missing
from rulelang.cli.group import VERBS, Verb

EXAMPLES = """\
rulelang serve
rulelang serve {game} --open
rulelang serve {file} --host 0.0.0.0
rulelang serve {file} --edit
rulelang serve --port 8080 --db tables.db --public https://play.example.org
rulelang serve --db tables.db --host-link TABLE"""


@click.command("serve", cls=Verb, help=VERBS["serve"], epilog=EXAMPLES)
@click.argument("games", metavar="[GAME|FILE]…", nargs=-1)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=7480,
    metavar="N",
    show_default=True,
    help="Where to listen; 0 takes any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDR",
    show_default=True,
    help="Who can reach it: 127.0.0.1 is this computer alone, 0.0.0.0 the whole network.",
)
@click.option(
    "--db",
    default="",
    metavar="FILE|URL",
    help="Where tables are kept, instead of your data folder: a file, or a PostgreSQL database that servers share.",
)
@click.option("--public", default="", metavar="URL", help="The address that others use, if a proxy stands in between.")
@click.option(
    "--keep-days",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    metavar="N",
    show_default=True,
    help="Tables that nobody touches for so many days are cleared away.",
)
@click.option("--edit", is_flag=True, help="Open a workshop: the rules beside their table, to write and to try them.")
@click.option(
    "--uploads/--no-uploads",
    default=None,
    help="May others send rules to play? (Default: only if nobody but this computer can reach the server.)",
)
@click.option("--open", "open_it", is_flag=True, help="Open the browser.")
@click.option("--host-link", metavar="TABLE", help="Make a new key for the host of a table, and exit.")
def command(games: tuple[str, ...], port: int, host: str, db: str, public: str, keep_days: float, edit: bool,
            uploads: bool | None, open_it: bool, host_link: str | None) -> int:  # fmt: skip
    from rulelang.cli.terminal import say

    try:
        from rulelang.table import serve
        from rulelang.table.room import Refused
        from rulelang.table.store import BadStore
    except ImportError as error:
        raise click.UsageError(missing("serve", error), click.get_current_context()) from None
    try:
        if host_link is not None:
            token = serve.new_host_key(db, host_link)
            say(f"Open the table's link with this at its end; the old key is worth nothing:\n  /t/{host_link}#{token}")
            return 0
        if edit:
            edited, games = file_to_edit(games), ()
        files = {path.stem: path for path in map(find_rules, games)}
        plan = serve.Plan(host, port, db, public, keep_days, edited if edit else None, uploads)

        def show(link: str) -> None:
            if open_it:
                click.launch(link)

        serve.start(plan, files, list(files), say, show)
    except (serve.CannotServe, BadStore, Refused) as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        pass
    return 0


def file_to_edit(games: tuple[str, ...]) -> Path:
    """The one file that the workshop edits."""
    import os

    if len(games) != 1 or not games[0].endswith(".rules"):
        how = "`--edit` needs one file to write, as in `rulelang serve my.rules --edit`; `rulelang new` makes one."
        raise click.UsageError(how, click.get_current_context())
    path = find_rules(games[0])
    if not os.access(path, os.W_OK):
        raise click.UsageError(f"`{path}` cannot be written; copy it first.", click.get_current_context())
    return path


def find_rules(name: str) -> Path:
    """The file of a game: a path, or the name of a bundled game."""
    from rulelang.base.files import bundled_games
    from rulelang.play.errors import LoadError
    from rulelang.play.sources import find_source

    try:
        path = Path(find_source(name).name)
    except LoadError as error:
        raise click.UsageError(str(error), click.get_current_context()) from None
    return bundled_games().get(name, path)
