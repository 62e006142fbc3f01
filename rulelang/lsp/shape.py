"""The shape of a file: outline, symbols of the workspace, folding, colours, lenses and inlay hints."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from rulelang.language import outline
from rulelang.language.hints import hints, option_hints
from rulelang.lsp.positions import offset_at, path_of, position, span_range
from rulelang.lsp.shared import location, project, server, text_of, tree_of
from rulelang.syntax import nodes

MOST = 1000  # symbols of a workspace, about
SYMBOLS = {
    "game": lsp.SymbolKind.Module, "enum": lsp.SymbolKind.Enum, "piece": lsp.SymbolKind.Class,
    "group": lsp.SymbolKind.Class, "zone": lsp.SymbolKind.Array, "var": lsp.SymbolKind.Variable,
    "const": lsp.SymbolKind.Constant, "option": lsp.SymbolKind.Property, "fn": lsp.SymbolKind.Function,
    "test": lsp.SymbolKind.Event,
}  # fmt: skip


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    _, tree = tree_of(params)
    return [symbol_of(entry) for entry in outline.outline(tree)]


def symbol_of(entry: outline.Entry) -> lsp.DocumentSymbol:
    kind = SYMBOLS.get(entry.kind, lsp.SymbolKind.Method)
    inside = [symbol_of(each) for each in entry.inside]
    return lsp.DocumentSymbol(
        entry.name, kind, span_range(entry.span), span_range(entry.name_span), detail=entry.kind, children=inside
    )


@server.feature(lsp.WORKSPACE_SYMBOL)
def workspace_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """As many as anybody looks through; what cannot have one is not parsed."""
    wanted, found = params.query.casefold(), list[lsp.WorkspaceSymbol]()
    for path in sorted(project.files()):
        source = project.source(path)
        tree = project.tree(path) if source is not None and wanted in source.text.casefold() else None
        for entry in outline.outline(tree) if tree is not None else ():
            if wanted in entry.name.casefold():
                kind = SYMBOLS.get(entry.kind, lsp.SymbolKind.Method)
                found.append(lsp.WorkspaceSymbol(location(entry.name_span), entry.name, kind, container_name=path.stem))
        if len(found) >= MOST:
            break
    return found


@server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    _, source = text_of(params)
    return [lsp.FoldingRange(start, end) for start, end in outline.folds(source)]


LEGEND = lsp.SemanticTokensLegend(token_types=list(outline.SEMANTIC), token_modifiers=[])


@server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
def semantic_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    path, source = text_of(params)
    data: list[int] = []
    line = column = 0
    for start, end, kind in outline.meanings(source, project.index(path)):
        at, last = position(source, start), position(source, end)
        data += [at.line - line, at.character - (column if at.line == line else 0), last.character - at.character]
        data += [outline.SEMANTIC.index(kind), 0]
        line, column = at.line, at.character
    return lsp.SemanticTokens(data)


@server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """The types of names that are declared without one, and the numbers of options of choices."""
    path, _ = text_of(params)
    source, tree = tree_of(params)
    start, end = offset_at(source, params.range.start), offset_at(source, params.range.end)
    types = sorted(hints(source, tree, project.index(path), start, end))
    game = project.examination(path).rules()
    numbers = sorted(option_hints(source, game, start, end)) if game is not None else []
    return [
        *(lsp.InlayHint(position(source, at), text, lsp.InlayHintKind.Type) for at, text in types),
        *(lsp.InlayHint(position(source, at), text, padding_left=True) for at, text in numbers),
    ]


# ---------------------------------------------------------------- lenses


@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Above a game or mod: play it, or run its tests; above each test: run it, or play from there; above a phase: play
    from there.
    """
    source, tree = tree_of(params)
    path = str(path_of(params.text_document.uri))
    found = []
    for part in tree.parts:
        place = position(source, part.span.start)
        found += [lsp.CodeLens(lsp.Range(place, place), command) for command in lens_commands(part, path)]
    return found


def lens_commands(part: nodes.Node, path: str) -> Iterator[lsp.Command]:
    if isinstance(part, nodes.Game | nodes.ModHead):
        yield lsp.Command("▶ play", "rulelang.play", arguments=[path])
        yield lsp.Command("▶ run all tests", "rulelang.test", arguments=[path])
    elif isinstance(part, nodes.Test):
        yield lsp.Command("▶ run test", "rulelang.test", arguments=[path, str(part.title)])
        if any(isinstance(each, nodes.When) for each in part.parts):
            yield lsp.Command("▶ play from here", "rulelang.play", arguments=[path, str(part.title)])
    elif isinstance(part, nodes.Phase):
        yield lsp.Command("▶ play from here", "rulelang.play", arguments=[path, str(part.name)])
