"""`rulelang lsp`: the language server for editors, on standard input and output or on a WebSocket."""

from __future__ import annotations

import click

from rulelang.base.extras import missing
from rulelang.cli.group import VERBS, Verb


@click.command("lsp", cls=Verb, help=VERBS["lsp"], epilog="rulelang lsp\nrulelang lsp --websocket 127.0.0.1:7475")
@click.option("--websocket", metavar="HOST:PORT", help="Serve on a WebSocket instead of standard input and output.")
def command(websocket: str | None) -> None:
    try:
        from rulelang.lsp.server import start
    except ImportError as error:
        raise click.UsageError(missing("lsp", error), click.get_current_context()) from None
    start(address(websocket) if websocket else None)


def address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or not 0 < int(port) < 65536:
        raise click.UsageError(f"`{text}` is no address: write HOST:PORT, such as 127.0.0.1:7475.")
    return host, int(port)
