"""The server: one handler a feature, each a few lines over `rulelang.language`.

Diagnostics come in two steps after an edit: at once what a first look finds, and, when nothing was typed for a moment,
all there is. An edit that comes in between cancels what is not done yet.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.format import formatted
from rulelang.language import outline
from rulelang.language.complete import complete
from rulelang.language.hover import declaration_at, hover_text
from rulelang.language.index import Thing
from rulelang.language.project import OpenTexts, Project
from rulelang.language.rename import NotRenamed, rename
from rulelang.lsp.positions import offset_at, path_of, position, span_range, uri_of
from rulelang.workspace.fixes.edits import offers

PAUSE = 0.2  # seconds without an edit before the whole file is examined
server = LanguageServer("rulelang", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
project = Project()
waiting: dict[Path, asyncio.Task[None]] = {}


# ---------------------------------------------------------------- texts


@server.feature(lsp.INITIALIZED)
def initialized(_: lsp.InitializedParams) -> None:
    project.folders = [path_of(folder.uri) for folder in server.workspace.folders.values()]


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def changed(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
    uri = params.text_document.uri
    path = path_of(uri)
    project.open(path, server.workspace.get_text_document(uri).source)
    publish(path, project.first_problems(path))
    if path in waiting:
        waiting[path].cancel()
    waiting[path] = asyncio.create_task(examine_later(path))


async def examine_later(path: Path) -> None:
    """The whole truth about a file and the open ones that stand on it, when nobody is typing."""
    await asyncio.sleep(PAUSE)
    publish(path, project.problems(path))
    for other in [each for each in project.texts if each != path and path in project.stands_on(each)]:
        await asyncio.sleep(0)
        publish(other, project.problems(other))


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(params: lsp.DidCloseTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    project.close(path)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def publish(path: Path, problems: Iterable[Diagnostic]) -> None:
    """The problems of one file; what is wrong in another file is told there, when that one is open."""
    own = [diagnostic(each) for each in problems if Path(each.span.source.name).resolve() == path]
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(path), own))


SEVERITY = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


def diagnostic(found: Diagnostic) -> lsp.Diagnostic:
    also = [
        lsp.DiagnosticRelatedInformation(location(label.span), label.text) for label in found.labels[1:] if label.text
    ]
    return lsp.Diagnostic(
        range=span_range(found.span),
        message=f"{found.title}\n{found.help}" if found.help else found.title,
        severity=SEVERITY.get(found.severity, lsp.DiagnosticSeverity.Information),
        code=found.code,
        source="rulelang",
        related_information=also or None,
    )


def location(span: Span) -> lsp.Location:
    return lsp.Location(uri_of(Path(span.source.name).resolve()), span_range(span))


# ---------------------------------------------------------------- names


def look_up(params: Any) -> tuple[Path, Source, int, Thing | None]:
    """The file, text and offset that a request is about, and what stands there."""
    path = path_of(params.text_document.uri)
    source = project.source(path) or Source(str(path), "")
    offset = offset_at(source, params.position)
    return path, source, offset, project.index(path).at(source.name, offset)


def declared_in(thing: Thing) -> Any:
    """The declaration of a thing, wherever it stands."""
    if thing.declared is None:
        return None
    tree = project.tree(Path(thing.declared.source.name))
    return declaration_at(tree, thing.declared.start) if tree is not None else None


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    _, _, _, thing = look_up(params)
    if thing is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_text(thing, declared_in(thing))))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
    _, _, _, thing = look_up(params)
    return location(thing.declared) if thing is not None and thing.declared is not None else None


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
    path, _, _, thing = look_up(params)
    return [location(span) for span in mentions(path, thing)] if thing is not None else []


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    path, source, _, thing = look_up(params)
    spans = mentions(path, thing) if thing is not None else []
    return [lsp.DocumentHighlight(span_range(span)) for span in spans if span.source.name == source.name]


def mentions(path: Path, thing: Thing) -> list[Span]:
    """Every place of a name over the game, its mods and its modules."""
    places = set(thing.places)
    for other in project.family(path):
        index = project.index(other)
        key = next((index.root(index.keys[place]) for place in thing.places if place in index.keys), None)
        places |= index.things[key].places if key is not None else set()
    sources = {name: project.source(Path(name)) for name, _, _ in places}
    return [Span(source, start, end) for name, start, end in sorted(places) if (source := sources[name]) is not None]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
    _, source, offset, thing = look_up(params)
    place = next((p for p in thing.places if p[0] == source.name and p[1] <= offset <= p[2]), None) if thing else None
    return span_range(Span(source, place[1], place[2])) if place is not None else None


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    path, source, offset, _ = look_up(params)
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


# ---------------------------------------------------------------- writing

ITEM = lsp.CompletionItemKind
KINDS = {
    "keyword": ITEM.Keyword, "fn": ITEM.Function, "builtin": ITEM.Function, "member": ITEM.EnumMember,
    "field": ITEM.Field, "column": ITEM.Field, "enum": ITEM.Enum, "piece": ITEM.Class, "group": ITEM.Class,
    "const": ITEM.Constant, "option": ITEM.Constant,
}  # fmt: skip


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    path = path_of(params.text_document.uri)
    source = project.source(path) or Source(str(path), "")
    found = complete(source, offset_at(source, params.position), OpenTexts(project))
    return [
        lsp.CompletionItem(each.word, kind=KINDS.get(each.kind, ITEM.Variable), detail=each.detail)
        for each in found
    ]


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    source = project.source(path_of(params.text_document.uri))
    if source is None:
        return []
    text, problems = formatted(source)
    if problems or text == source.text:
        return []
    return [lsp.TextEdit(span_range(source.whole()), text)]


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The fixes of the problems in a range."""
    path = path_of(params.text_document.uri)
    source = project.source(path)
    if source is None:
        return []
    start, end = offset_at(source, params.range.start), offset_at(source, params.range.end)
    found = []
    for each in project.problems(path):
        if each.span.source.name == source.name and each.span.start <= end and start <= each.span.end:
            for edit in offers(each):
                place = Span(source, edit.start, edit.end)
                change = lsp.WorkspaceEdit(changes={uri_of(path): [lsp.TextEdit(span_range(place), edit.text)]})
                title = f"Change to `{edit.text.strip()}`" if edit.text.strip() else "Remove this"
                kind = lsp.CodeActionKind.QuickFix
                found.append(lsp.CodeAction(title, kind=kind, diagnostics=[diagnostic(each)], edit=change))
    return found


# ---------------------------------------------------------------- shape


def parsed(uri: str) -> tuple[Source, Any]:
    path = path_of(uri)
    source, tree = project.source(path), project.tree(path)
    return source or Source(str(path), ""), tree


SYMBOLS = {
    "game": lsp.SymbolKind.Module, "enum": lsp.SymbolKind.Enum, "piece": lsp.SymbolKind.Class,
    "group": lsp.SymbolKind.Class, "zone": lsp.SymbolKind.Array, "var": lsp.SymbolKind.Variable,
    "const": lsp.SymbolKind.Constant, "option": lsp.SymbolKind.Property, "fn": lsp.SymbolKind.Function,
    "test": lsp.SymbolKind.Event,
}  # fmt: skip


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    _, tree = parsed(params.text_document.uri)
    return [symbol_of(entry) for entry in outline.outline(tree)] if tree is not None else []


def symbol_of(entry: outline.Entry) -> lsp.DocumentSymbol:
    kind = SYMBOLS.get(entry.kind, lsp.SymbolKind.Method)
    inside = [symbol_of(each) for each in entry.inside]
    return lsp.DocumentSymbol(
        entry.name, kind, span_range(entry.span), span_range(entry.name_span), detail=entry.kind, children=inside
    )


@server.feature(lsp.WORKSPACE_SYMBOL)
def workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    wanted = params.query.casefold()
    found = []
    for path in sorted(project.files()):
        tree = project.tree(path)
        for entry in outline.outline(tree) if tree is not None else ():
            if wanted in entry.name.casefold():
                kind = SYMBOLS.get(entry.kind, lsp.SymbolKind.Method)
                found.append(lsp.WorkspaceSymbol(location(entry.name_span), entry.name, kind, container_name=path.stem))
    return found


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    source, _ = parsed(params.text_document.uri)
    return [lsp.FoldingRange(start, end) for start, end in outline.folds(source)]


LEGEND = lsp.SemanticTokensLegend(token_types=list(outline.SEMANTIC), token_modifiers=[])


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
def semantic_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    path = path_of(params.text_document.uri)
    source, _ = parsed(params.text_document.uri)
    data: list[int] = []
    line = column = 0
    for start, end, kind in outline.meanings(source, project.index(path)):
        at, last = position(source, start), position(source, end)
        data += [at.line - line, at.character - (column if at.line == line else 0), last.character - at.character]
        data += [outline.SEMANTIC.index(kind), 0]
        line, column = at.line, at.character
    return lsp.SemanticTokens(data)


@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Above a game: play it; above each test: run it."""
    source, tree = parsed(params.text_document.uri)
    path = str(path_of(params.text_document.uri))
    lenses = []
    for part in tree.parts if tree is not None else ():
        command = lens_command(part, path)
        if command is not None:
            place = position(source, part.span.start)
            lenses.append(lsp.CodeLens(lsp.Range(place, place), command))
    return lenses


def lens_command(part: Any, path: str) -> lsp.Command | None:
    kind = type(part).__name__
    if kind == "Game":
        return lsp.Command("▶ play", "rulelang.play", arguments=[path])
    if kind == "Test":
        return lsp.Command("▶ run test", "rulelang.test", arguments=[path, str(part.title)])
    return None


def start(websocket: tuple[str, int] | None = None) -> None:
    """Serve on standard input and output, or on a WebSocket."""
    if websocket is not None:
        server.start_ws(*websocket)
    else:
        server.start_io(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))  # it closes what it is given
