"""Requests about a name: hover, definition, references and rename."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from rulelang.base.source import Span
from rulelang.language.hover import hover_text
from rulelang.language.index import Thing
from rulelang.language.rename import NotRenamed, rename
from rulelang.lsp.positions import span_range, uri_of
from rulelang.lsp.shared import declaration_of, location, place_of, project, server


def thing_at(params: Any) -> Thing | None:
    """The thing that the name at a request's position stands for."""
    path, source, offset = place_of(params)
    return project.index(path).at(source.name, offset)


def mentions(params: Any) -> list[Span]:
    """Every mention of that name in the game, its mods and its modules."""
    path, _, _ = place_of(params)
    thing = thing_at(params)
    return project.mentions(path, thing) if thing is not None else []


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    thing = thing_at(params)
    if thing is None:
        return None
    text = hover_text(thing, declaration_of(thing.declared))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
    thing = thing_at(params)
    return location(thing.declared) if thing is not None and thing.declared is not None else None


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
    return [location(span) for span in mentions(params)]


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """In this file alone: an editor asks whenever the cursor moves."""
    _, source, _ = place_of(params)
    thing = thing_at(params)
    places = sorted(thing.places) if thing is not None else ()
    here = (Span(source, start, end) for name, start, end in places if name == source.name)
    return [lsp.DocumentHighlight(span_range(span)) for span in here]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
    path, source, offset = place_of(params)
    place = project.index(path).place_at(source.name, offset)
    return span_range(Span(source, place[1], place[2])) if place is not None else None


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
def rename_symbol(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    path, source, offset = place_of(params)
    try:
        edits = rename(project, path, offset, params.new_name)
    except NotRenamed as error:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
        return None
    changes = {}
    for file, found in edits.items():
        text = project.source(file) or source
        changes[uri_of(file)] = [lsp.TextEdit(span_range(Span(text, start, end)), new) for start, end, new in found]
    return lsp.WorkspaceEdit(changes=changes)
