"""The extension for Visual Studio Code: its manifest names files that exist, and its snippets are rules."""

from __future__ import annotations

import json
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from helpers import ROOT

from rulelang.base.source import Source
from rulelang.workspace.problems import examine

FOLDER = ROOT / "editors/vscode"


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_the_manifest_names_files_that_exist() -> None:
    offered = read("package.json")["contributes"]
    named = [
        *(each["configuration"] for each in offered["languages"]),
        *(each["path"] for each in [*offered["grammars"], *offered["snippets"]]),
    ]
    assert len(named) == 3 and all((FOLDER / name).is_file() for name in named)


def test_lines_that_open_a_block_are_indented_after() -> None:
    opens = re.compile(read("language-configuration.json")["indentationRules"]["increaseIndentPattern"])
    for line in ("play:", '  phase Deal "Deal: all the cards": # comment', "  if count(hand[p]) == 3:"):
        assert opens.match(line), line
    for line in ("zone deck: pile of Card, hidden", '  note "so: "', "# a comment:"):
        assert not opens.match(line), line


def test_the_snippet_of_a_game_is_a_game() -> None:
    body = "\n".join(read("snippets/rulelang.json")["A game"]["body"])
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", body)
    assert examine(Source("snippet.rules", text)).problems == []


def test_the_vsix_is_a_zip_that_says_what_is_in_it(tmp_path: Path) -> None:
    sys.path.insert(0, str(FOLDER))
    try:
        from make_vsix import LEFT_OUT, build
    finally:
        sys.path.remove(str(FOLDER))
    copy = tmp_path / "extension"
    shutil.copytree(FOLDER, copy, ignore=lambda _, names: LEFT_OUT & set(names))
    build(tmp_path / "rulelang.vsix", copy)
    with zipfile.ZipFile(tmp_path / "rulelang.vsix") as vsix:
        assert vsix.testzip() is None
        names = set(vsix.namelist())
        manifest = ElementTree.fromstring(vsix.read("extension.vsixmanifest"))
        types = ElementTree.fromstring(vsix.read("[Content_Types].xml"))
        package = json.loads(vsix.read("extension/package.json"))
    space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    identity = manifest.find("v:Metadata/v:Identity", space)
    assert identity is not None and identity.get("Version") == package["version"]
    assert all(asset.get("Path") in names for asset in manifest.iterfind("v:Assets/v:Asset", space))
    assert f"extension/{package['main'].removeprefix('./')}" in names
    known = {each.get("Extension") for each in types}
    assert {name.rpartition(".")[2] for name in names} - {"xml"} <= known


def test_the_commands_of_the_extension_are_those_of_the_server() -> None:
    """What a lens above a test or a game runs is registered by the extension."""
    said = {each["command"] for each in read("package.json")["contributes"]["commands"]}
    script = (FOLDER / "extension.js").read_text(encoding="utf-8")
    server = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rulelang/lsp").glob("*.py"))
    offered = set(re.findall(r'"(rulelang\.\w+)", arguments', server))
    assert offered and offered <= said and all(f'"{name}"' in script for name in said)
