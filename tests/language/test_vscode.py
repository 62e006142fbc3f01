"""The extension for Visual Studio Code: its manifest names files that exist, and its snippets are rules."""

from __future__ import annotations

import json
import re
from typing import Any

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
