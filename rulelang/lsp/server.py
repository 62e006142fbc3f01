"""The server with all its handlers: one module per subject, each handler a few lines over `rulelang.language`."""

from __future__ import annotations

import os
import sys

from rulelang.lsp import names, shape, texts, writing
from rulelang.lsp.shared import server

HANDLERS = (texts, names, writing, shape)  # each registers its handlers on import


def start(websocket: tuple[str, int] | None = None) -> None:
    """Serve on standard input and output, or on a WebSocket."""
    if websocket is not None:
        server.start_ws(*websocket)
    else:
        server.start_io(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))  # it closes what it is given
