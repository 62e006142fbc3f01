"""A language server and an editor that drives it: what the tests of the protocol share."""

from __future__ import annotations

import asyncio
from pathlib import Path

import warm
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from rulelang.base.source import Source
from rulelang.lsp.positions import position, uri_of


class Forked(ClientServerConfig):
    """A server that need not wait for its imports."""

    async def start(self, devtools: str | None = None) -> LanguageClient:
        client = self.client_factory()
        command = warm.relay("lsp", libraries="lsprotocol.types,pygls.lsp.server")
        await client.start_io(*command, pass_fds=[warm.server().socket.fileno()])
        return client


SERVER = Forked(server_command=[])


async def begin(client: LanguageClient, folder: Path) -> None:
    """Open a folder."""
    client.folder = folder.resolve()
    await client.initialize_session(
        lsp.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            workspace_folders=[lsp.WorkspaceFolder(uri_of(folder), "rules")],
        )
    )


def opened(client: LanguageClient, name: str) -> Source:
    path = client.folder / name
    text = path.read_text(encoding="utf-8")
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri_of(path), "rulelang", 1, text))
    )
    return Source(str(path), text)


def change(client: LanguageClient, source: Source, text: str, version: int) -> Source:
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version, uri_of(source.name)),
            [lsp.TextDocumentContentChangeWholeDocument(text)],
        )
    )
    return Source(source.name, text)


async def codes(client: LanguageClient, source: Source, wanted: list[str]) -> list[str]:
    """The codes shown for a file, once they are those that are waited for."""
    found: list[str] = []
    for _ in range(600):
        found = [str(each.code) for each in client.diagnostics.get(uri_of(source.name), ())]
        if uri_of(source.name) in client.diagnostics and found == wanted:
            return found
        await asyncio.sleep(0.1)
    return found


def document(source: Source) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri_of(source.name))


def at(source: Source, words: str, inside: int = 1) -> dict:
    """Where some words of a text stand, as the parameters of a request."""
    return {"text_document": document(source), "position": position(source, source.text.index(words) + inside)}
