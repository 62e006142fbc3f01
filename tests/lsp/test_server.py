"""The language server, driven as an editor drives it: a game, a mod of it and a module in one workspace."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest_lsp
from helpers import ROOT
from lsp_kit import SERVER, at, begin, change, codes, opened
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from rulelang.base.source import Source
from rulelang.lsp.positions import offset_at, path_of, position, span_range, uri_of

MOD = """\
rules 1
mod "Longer" extends nokosu "More rounds."
override option rounds = 6
after Declare: note "all have said"
"""


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient, tmp_path: Path):
    shutil.copy(ROOT / "games/nokosu.rules", tmp_path)
    (tmp_path / "longer.rules").write_text(MOD, encoding="utf-8")
    await begin(lsp_client, tmp_path)
    yield
    await lsp_client.shutdown_session()


async def test_a_game_is_read_like_a_book(client: LanguageClient) -> None:
    """Hover, definition, references, outline, folding, colours, lenses of a bundled game."""
    source = opened(client, "nokosu.rules")
    assert await codes(client, source, []) == []
    document = lsp.TextDocumentIdentifier(uri_of(source.name))

    shown = await client.text_document_hover_async(lsp.HoverParams(**at(source, "follows(c, led)", 0)))
    assert shown is not None
    shown = await client.text_document_hover_async(lsp.HoverParams(**at(source, "Declare, PlayTricks", 2)))
    assert shown is not None and "Zero Tricks" in shown.contents.value

    place = await client.text_document_definition_async(lsp.DefinitionParams(**at(source, "Declare, PlayTricks", 2)))
    assert source.line(place.range.start.line + 1).startswith("phase Declare")

    uses = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), **at(source, "Declare, PlayTricks", 2))
    )
    assert {Path(each.uri).name for each in uses} == {"nokosu.rules", "longer.rules"}

    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert {"Nokosu Dice", "Declare", "Trick"} <= {each.name for each in symbols}
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("declare"))
    assert "Declare" in {each.name for each in found}
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert all(each.start_line < each.end_line for each in folds) and len(folds) > 20
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 5000
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert {each.command.command for each in lenses} == {"rulelang.play", "rulelang.test"}
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
    )
    assert not edits


async def test_a_mistake_is_shown_and_fixed_as_it_is_typed(client: LanguageClient) -> None:
    source = opened(client, "nokosu.rules")
    wrong = change(client, source, source.text.replace(", Declare, PlayTricks", ", Declar, PlayTricks", 1), 2)
    assert await codes(client, wrong, ["R301"]) == ["R301"]
    start = position(wrong, wrong.text.index(", Declar, PlayTricks") + 4)
    document = lsp.TextDocumentIdentifier(uri_of(wrong.name))
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, lsp.Range(start, start), lsp.CodeActionContext([]))
    )
    (edit,) = actions[0].edit.changes[uri_of(wrong.name)]
    first, last = offset_at(wrong, edit.range.start), offset_at(wrong, edit.range.end)
    assert wrong.text[:first] + edit.new_text + wrong.text[last:] == source.text
    change(client, wrong, source.text, 3)
    assert await codes(client, source, []) == []


async def test_completion_knows_scope_and_type(client: LanguageClient) -> None:
    source = opened(client, "nokosu.rules")
    for typed, wanted, unwanted in (
        ("\nfn late(c: Card) -> Bool = c.", {"color"}, {"dealer", "phase"}),
        ("\nfn late(c: Card) -> Bool = de", {"dealer"}, {"phase"}),
        ("\nfn late(c: Ca", {"Card", "Die"}, {"dealer"}),
        ("\nph", {"phase"}, {"move"}),
    ):
        text = source.text.rstrip("\n") + typed
        changed = change(client, source, text, 2)
        params = lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri_of(source.name)), position(changed, len(changed.text))
        )
        offered = {each.label: each for each in await client.text_document_completion_async(params)}
        assert wanted <= offered.keys() and not unwanted & offered.keys(), typed
        if "Die" in offered:
            assert offered["Die"].documentation == "Die" and offered["Die"].detail.startswith("piece Die")


async def test_a_name_is_changed_in_the_game_and_its_mod(client: LanguageClient) -> None:
    source, mod = opened(client, "nokosu.rules"), opened(client, "longer.rules")
    place = at(source, "phase Declare", 7)
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="Promise", **place))
    assert set(edit.changes) == {uri_of(source.name), uri_of(mod.name)}
    (there,) = edit.changes[uri_of(mod.name)]
    assert there.range == span_range(mod_span(mod, "Declare")) and there.new_text == "Promise"
    refused = await client.text_document_rename_async(lsp.RenameParams(new_name="Trick", **place))
    assert refused is None and "Trick" in client.messages[-1].message


def mod_span(source: Source, word: str):
    from rulelang.base.source import Span

    start = source.text.index(word)
    return Span(source, start, start + len(word))


async def test_a_text_that_is_not_saved_counts(client: LanguageClient) -> None:
    """A mod is judged by the game as it stands in the other tab."""
    source, mod = opened(client, "nokosu.rules"), opened(client, "longer.rules")
    assert await codes(client, mod, []) == []
    change(client, source, source.text.replace("option rounds", "option turns").replace("rounds", "turns"), 2)
    assert await codes(client, mod, ["R207"]) == ["R207"]


def test_an_address_that_names_no_file_is_a_file_that_is_not_there() -> None:
    for uri in ("file:///tmp/a%00b.rules", "http://[::1", "untitled:x"):
        assert not path_of(uri).exists()
