"""Help while rules are written: completion, signatures, formatting, and fixes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from rulelang.base.source import Source, Span
from rulelang.diagnostics import Diagnostic
from rulelang.format import format_source
from rulelang.language.complete import complete
from rulelang.language.project import OpenTexts
from rulelang.language.signature import call_at, signature
from rulelang.lsp.positions import offset_at, span_range, uri_of
from rulelang.lsp.shared import declaration_of, diagnostic, place_of, project, server, text_of

MOST = 10  # problems whose fixes are tried per request
ITEM = lsp.CompletionItemKind
KINDS = {
    "keyword": ITEM.Keyword, "fn": ITEM.Function, "builtin": ITEM.Function, "member": ITEM.EnumMember,
    "field": ITEM.Field, "column": ITEM.Field, "enum": ITEM.Enum, "piece": ITEM.Class, "group": ITEM.Class,
    "const": ITEM.Constant, "option": ITEM.Constant,
}  # fmt: skip


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    _, source, offset = place_of(params)
    return [
        lsp.CompletionItem(
            each.word, kind=KINDS.get(each.kind, ITEM.Variable), detail=each.detail, documentation=each.text or None
        )
        for each in complete(source, offset, project.trial_reader, OpenTexts(project))
    ]


@server.feature(
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
    lsp.SignatureHelpOptions(trigger_characters=["(", "["], retrigger_characters=[","]),
)
def signature_help(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    path, source, offset = place_of(params)
    call = call_at(source, offset)
    examination = project.examination(path)
    examination.first()
    checker = examination.checkers.get(())
    if call is None or checker is None:
        return None
    symbol = checker.world.symbols.get(call.name)
    found = signature(call, checker, declaration_of(symbol.span if symbol is not None else None))
    if found is None:
        return None
    given = [lsp.ParameterInformation(each) for each in found.parameters]
    shown = lsp.SignatureInformation(found.label, documentation=found.text or None, parameters=given)
    return lsp.SignatureHelp([shown], active_signature=0, active_parameter=call.argument)


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    _, source = text_of(params)
    text, problems = format_source(source)
    if problems or text == source.text:
        return []
    return [lsp.TextEdit(span_range(source.whole()), text)]


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The fixes of the problems in a range."""
    path, source = text_of(params)
    start, end = offset_at(source, params.range.start), offset_at(source, params.range.end)
    here = [each for each in project.problems(path) if each.span.source.name == source.name]
    near = [each for each in here if each.span.start <= end and start <= each.span.end]
    return [action for each in near[:MOST] for action in fixes_of(path, source, each)]


def fixes_of(path: Path, source: Source, found: Diagnostic) -> Iterator[lsp.CodeAction]:
    for edit in project.fixes(path, found):
        change = lsp.TextEdit(span_range(Span(source, edit.start, edit.end)), edit.text)
        yield lsp.CodeAction(
            edit.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[diagnostic(found)],
            edit=lsp.WorkspaceEdit(changes={uri_of(source.name): [change]}),
        )
