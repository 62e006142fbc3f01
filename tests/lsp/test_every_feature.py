"""Every feature of the server on every bundled game, and on a workspace with a game, three mods and a module."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import pytest_lsp
from helpers import GAMES, ROOT
from lsp_kit import SERVER, at, begin, change, codes, document, opened
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient
from retyped import WORKSPACE
from slips import HEAD, slips

from rulelang.base.source import Source
from rulelang.lsp.positions import offset_at, position, span_range, uri_of
from rulelang.workspace.problems import examine


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient, tmp_path: Path, request: pytest.FixtureRequest):
    """An editor in a folder with a workspace, and all bundled games beside it where a test is about one of them."""
    for path in GAMES.values() if "game" in request.fixturenames else ():
        shutil.copy(path, tmp_path)
    (tmp_path / "space").mkdir()
    for name, text in WORKSPACE.items():
        (tmp_path / "space" / name).write_text(text, encoding="utf-8")
    await begin(lsp_client, tmp_path)
    yield
    await lsp_client.shutdown_session()


def declared(source: Source) -> tuple[str, int]:
    """A function or phase that the game declares, and the place of its name."""
    found = re.search(r"^(?:fn|phase) (\w+)", source.text, re.MULTILINE)
    assert found is not None
    return found[1], found.start(1)


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
async def test_every_feature_on_a_bundled_game(game: str, client: LanguageClient) -> None:
    source = opened(client, f"{game}.rules")
    assert await codes(client, source, []) == []
    name, start = declared(source)
    here = {"text_document": document(source), "position": position(source, start + 1)}
    whole = span_range(source.whole())

    shown = await client.text_document_hover_async(lsp.HoverParams(**here))
    assert name in shown.contents.value
    place = await client.text_document_definition_async(lsp.DefinitionParams(**here))
    assert offset_at(source, place.range.start) == start
    uses = await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), **here))
    marked = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**here))
    own = [each.range for each in uses if each.uri == uri_of(source.name)]
    assert own == [each.range for each in marked] and len(own) > 1
    assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**here)) == place.range
    fresh = f"Zq{name}" if name[0].isupper() else f"zq_{name}"
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name=fresh, **here))
    assert {each.new_text for each in edit.changes[uri_of(source.name)]} == {fresh}

    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document(source)))
    assert name in {each.name for each in symbols}
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(name))
    assert game in {each.container_name for each in found}
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document(source)))
    assert folds and all(each.start_line < each.end_line for each in folds)
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document(source)))
    assert tokens.data and len(tokens.data) % 5 == 0
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document(source), whole))
    assert hints and all(each.label.startswith(": ") or each.label.endswith(" options") for each in hints)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document(source)))
    assert {each.command.command for each in lenses} == {"rulelang.play", "rulelang.test"}
    assert len({tuple(each.command.arguments) for each in lenses if each.command.command == "rulelang.play"}) > 2
    style = lsp.DocumentFormattingParams(document(source), lsp.FormattingOptions(2, True))
    assert not await client.text_document_formatting_async(style)

    typed = change(client, source, source.text + "\nfn zz_late(p: Seat) -> Int = count(sea", 2)
    end = {"text_document": document(source), "position": position(typed, len(typed.text))}
    offered = await client.text_document_completion_async(lsp.CompletionParams(**end))
    assert "seats" in {each.label for each in offered}
    taken = await client.text_document_signature_help_async(lsp.SignatureHelpParams(**end))
    assert taken.signatures[0].label == "count(list)" and taken.active_parameter == 0

    wrong = change(client, source, source.text + "\nfn zz_late(p: Seat) -> Int = count(seets)\n", 3)
    assert await codes(client, source, ["R301"]) == ["R301"]
    spot = position(wrong, wrong.text.index("seets"))
    asked = lsp.CodeActionParams(document(source), lsp.Range(spot, spot), lsp.CodeActionContext([]))
    actions = await client.text_document_code_action_async(asked)
    assert "Change to `seats`" in {each.title for each in actions}


async def test_every_fix_is_offered_and_mends(client: LanguageClient) -> None:
    """The fixes at a problem are tried before they are offered: after the first of them nothing is wrong."""
    path = client.folder / "slip.rules"
    path.write_text(HEAD, encoding="utf-8")
    source = opened(client, "slip.rules")
    for at_, (wrong, right) in enumerate(slips()):
        text = HEAD + wrong
        expected = [each.code for each in examine(Source(str(path), text)).problems]
        source = change(client, source, text, 2 * at_ + 2)
        assert await codes(client, source, expected) == expected
        (found,) = client.diagnostics[uri_of(path)]
        asked = lsp.CodeActionParams(document(source), found.range, lsp.CodeActionContext([found]))
        actions = await client.text_document_code_action_async(asked)
        assert actions, wrong
        (edit,) = actions[0].edit.changes[uri_of(path)]
        assert applied(source, edit) == HEAD + right
        source = change(client, source, HEAD + right, 2 * at_ + 3)
        assert await codes(client, source, []) == []


def applied(source: Source, edit: lsp.TextEdit) -> str:
    start, end = offset_at(source, edit.range.start), offset_at(source, edit.range.end)
    return source.text[:start] + edit.new_text + source.text[end:]


async def test_a_name_that_is_wrong_everywhere_is_changed_everywhere(client: LanguageClient) -> None:
    text = HEAD + "var dealer: Seat = P1\nphase A:\n  delaer = P2\n  delaer = P3\nsetup: run A\n"
    (client.folder / "slip.rules").write_text(text, encoding="utf-8")
    source = opened(client, "slip.rules")
    assert await codes(client, source, ["R301"]) == ["R301"]
    (found,) = client.diagnostics[uri_of(source.name)]
    asked = lsp.CodeActionParams(document(source), found.range, lsp.CodeActionContext([found]))
    (action,) = await client.text_document_code_action_async(asked)
    (edit,) = action.edit.changes[uri_of(source.name)]
    assert action.title == "Change to `dealer` everywhere"
    assert applied(source, edit) == text.replace("delaer", "dealer")
    assert (edit.range.start.line, edit.range.end.line) == (6, 7)  # and not the whole text


# ---------------------------------------------------------------- a game, three mods and a module


async def test_a_game_three_mods_and_a_module(client: LanguageClient) -> None:
    """A name is found and renamed in all of them; an edit is felt in what stands on the file."""
    sources = {name: opened(client, f"space/{name}") for name in WORKSPACE if name != "parts.rules"}
    parts = opened(client, "space/parts.rules")
    for source in sources.values():
        assert await codes(client, source, []) == []

    uses = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), **at(sources["base.rules"], "worth(c)"))
    )
    assert {Path(each.uri).name for each in uses} == {"parts.rules", "base.rules", "deep.rules"}
    edit = await client.text_document_rename_async(
        lsp.RenameParams(new_name="add", **at(sources["base.rules"], "gain(p, worth"))
    )
    assert {Path(uri).name for uri in edit.changes} == {"base.rules", "double.rules", "deep.rules"}
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="height", **at(parts, "rank", 0)))
    assert {Path(uri).name: len(found) for uri, found in edit.changes.items()} == {"parts.rules": 1, "base.rules": 2}

    taken = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(**at(sources["base.rules"], "gain(p, worth", len("gain(p, ")))
    )
    assert taken.signatures[0].label == "gain(p: Seat, n: Int)" and taken.active_parameter == 1
    whole = span_range(sources["base.rules"].whole())
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document(sources["base.rules"]), whole))
    assert [each.label for each in hints] == [": Seat", ": Seat", ": Card", ": 1..5", "5 options"]

    change(client, parts, parts.text.replace("worth", "value"), 2)
    assert await codes(client, sources["base.rules"], ["R301"]) == ["R301"]
    change(client, parts, parts.text, 3)
    base = sources["base.rules"]
    change(client, base, base.text.replace("option bonus", "option extra"), 2)
    assert await codes(client, sources["more.rules"], ["R207"]) == ["R207"]
    change(client, base, base.text, 3)
    for source in sources.values():
        assert await codes(client, source, []) == []


async def test_a_hundred_edits_at_once_end_with_the_last(client: LanguageClient) -> None:
    """Edits that come faster than they can be examined: the last counts, and nothing of the others stays."""
    shutil.copy(GAMES["nuts"], client.folder)
    source = opened(client, "nuts.rules")
    for number in range(100):
        change(client, source, source.text + "\nfn zz_late() -> Int = nothing_of_the_kind\n"[: number + 1], number + 2)
    change(client, source, source.text, 200)
    assert await codes(client, source, []) == []
    await asyncio.sleep(0.5)
    assert await codes(client, source, []) == []


def test_a_websocket_serves_the_same() -> None:
    websockets = pytest.importorskip("websockets.sync.client")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "rulelang", "lsp", "--websocket", f"127.0.0.1:{port}"]
    with subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL) as server:
        try:
            with patient(websockets.connect, f"ws://127.0.0.1:{port}") as editor:
                asked = {"processId": None, "rootUri": None, "capabilities": {}}
                editor.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}))
                answer = json.loads(editor.recv(timeout=60))
                text = {"uri": "file:///a.rules", "languageId": "rulelang", "version": 1, "text": "rules 1\nzone"}
                asked = {"textDocument": text}
                editor.send(json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": asked}))
                told = json.loads(editor.recv(timeout=60))
            assert answer["result"]["capabilities"]["signatureHelpProvider"]["triggerCharacters"] == ["(", "["]
            assert told["method"] == "textDocument/publishDiagnostics" and told["params"]["diagnostics"]
        finally:
            server.terminate()


def patient(connect, address: str):
    """A connection to a server that may still be starting."""
    import time

    for _ in range(600):
        try:
            return connect(address)
        except OSError:
            time.sleep(0.1)
    return connect(address)
