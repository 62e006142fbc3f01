"""Texts that are opened, changed and closed, and their diagnostics.

After an edit a file is examined step by step (`workspace.problems.examining`). The findings of the first step are
published at once, the rest when nothing was typed for a moment. Between two steps other requests get their turn: a new
edit cancels the remaining steps, and findings are published only for the current text.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

from rulelang.diagnostics import Diagnostic
from rulelang.lsp.positions import path_of, uri_of
from rulelang.lsp.shared import diagnostic, project, server

PAUSE = 0.1  # seconds without an edit before the remaining steps
BREATH = 0.002  # seconds in which a waiting edit is processed
working: dict[Path, asyncio.Task[None]] = {}


@server.feature(lsp.INITIALIZED)
def initialized(_: lsp.InitializedParams) -> None:
    project.folders = [path_of(folder.uri) for folder in server.workspace.folders.values()]


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    project.open(path, server.workspace.get_text_document(params.text_document.uri).source)
    begin(path)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
async def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    project.close(path)
    stop(path)
    publish(path, [])
    for other in standing_on(path):
        begin(other)


@server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def did_change_on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
    """Other programs have written files: what depends on them is examined again."""
    for path in {path_of(change.uri) for change in params.changes} - set(project.texts):
        project.forget(path)
        for other in standing_on(path):
            begin(other)


def standing_on(path: Path) -> list[Path]:
    """The open files that depend on a file."""
    return [each for each in project.texts if each != path and path in project.stands_on(each)]


# ---------------------------------------------------------------- examining


def begin(path: Path) -> None:
    """Examine a file from the beginning; cancel the running examinations of it and of what depends on it."""
    for each in (path, *standing_on(path)):
        stop(each)
    working[path] = asyncio.create_task(examine(path))


def stop(path: Path) -> None:
    if path in working:
        working.pop(path).cancel()


async def examine(path: Path) -> None:
    """Publish the problems of a file step by step, then examine the open files that depend on it."""
    await asyncio.sleep(BREATH)
    steps = iter(project.examination(path))
    found = next(steps)
    publish(path, found)
    await asyncio.sleep(PAUSE)
    for more in steps:
        found = more
        await asyncio.sleep(BREATH)
    publish(path, found)
    if not gc.get_freeze_count():
        gc.freeze()  # keep what exists out of later collections: typing must not wait for them
    for other in standing_on(path):
        begin(other)


def publish(path: Path, problems: Iterable[Diagnostic]) -> None:
    """The problems of one file; those in another file are published there, when that one is open."""
    own = [diagnostic(each) for each in problems if Path(each.span.source.name).resolve() == path]
    document = server.workspace.text_documents.get(uri_of(path))
    version = document.version if document is not None else None
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(path), own, version))
