"""What all handlers share: the server, the project, and conversions to the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.language.hover import declaration_at
from rulelang.language.project import Project
from rulelang.lsp.positions import offset_at, path_of, span_range, uri_of
from rulelang.syntax import nodes
from rulelang.syntax.nodes.base import Node

server = LanguageServer("rulelang", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
project = Project()


def place_of(params: Any) -> tuple[Path, Source, int]:
    """The file, text and offset of a request."""
    path, source = text_of(params)
    return path, source, offset_at(source, params.position)


def text_of(params: Any) -> tuple[Path, Source]:
    """The file of a request, and its text; empty if it cannot be read."""
    path = path_of(params.text_document.uri)
    return path, project.source(path) or Source(str(path), "")


def tree_of(params: Any) -> tuple[Source, nodes.File]:
    """The text of a request, and its tree."""
    path, source = text_of(params)
    return source, project.tree(path) or nodes.File(source.whole(), ())


def declaration_of(span: Span | None) -> Node | None:
    """The declaration whose name is at a span, in any file."""
    tree = project.tree(Path(span.source.name)) if span is not None else None
    return declaration_at(tree, span.start) if span is not None and tree is not None else None


def location(span: Span) -> lsp.Location:
    return lsp.Location(uri_of(Path(span.source.name).resolve()), span_range(span))


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
