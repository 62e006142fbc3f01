"""One token table and every highlighter made from it: all agree with the scanner on every rules file there is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers import ROOT

from rulelang.base.source import Source
from rulelang.language.highlight import KINDS, codemirror, generated_files, textmate, tokens
from rulelang.syntax import comments, parse
from rulelang.syntax.nodes.base import Node, Word
from rulelang.syntax.scan import tokens as scanned

FILES = sorted(path for top in ("games", "examples", "rulelang") for path in (ROOT / top).rglob("*.rules"))
KEYWORDS = {"declaration", "keyword", "operator_word", "constant"}
Tokens = list[tuple[str, int, int]]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def parametrize() -> Any:
    return pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@parametrize()
def test_the_table_finds_the_tokens_of_the_scanner(path: Path) -> None:
    source = Source(str(path), text_of(path))
    notes = [(each.span.start, each.span.end) for each in comments(source)]
    expected = []
    last = 0
    for start, end in [*notes, (len(source.text), len(source.text))]:
        expected += [(token.start, token.end) for token in scanned(source.text, last, start)]
        expected += [(start, end)] if end > start else []
        last = end
    found = list(tokens(source.text))
    tags = [(start, end) for kind, start, end in found if kind == "tag"]
    inside = [place for place in expected if not any(start <= place[0] < end for start, end in tags)]
    assert sorted([*inside, *tags]) == [(start, end) for kind, start, end in found if source.text[start] != "\\"]
    assert "other" not in {kind for kind, _, _ in found}


def test_keywords_are_what_the_parser_takes_for_keywords() -> None:
    """Of all words in all files, at most one in a hundred is coloured otherwise than the parser reads it."""
    wrong = total = 0
    for path in FILES:
        source = Source(str(path), text_of(path))
        names = {word.span.start for word in words_of(parse(source)[0])}
        for kind, start, _ in tokens(source.text):
            if source.text[start].isalpha() and kind not in ("text", "comment", "tag"):
                total += 1
                wrong += (start in names) == (kind in KEYWORDS)
    assert total > 10_000 and wrong / total <= 0.01


def words_of(value: Any) -> Iterator[Word]:
    if isinstance(value, Word):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from words_of(each)
    elif isinstance(value, Node):
        for field in attrs.fields(type(value)):
            yield from words_of(getattr(value, field.name))


# ---------------------------------------------------------------- the highlighters


@parametrize()
def test_pygments_agrees(path: Path) -> None:
    from pygments.token import Whitespace, string_to_tokentype

    from rulelang.language.lexer import RulelangLexer

    text = text_of(path)
    lexer = RulelangLexer(stripnl=False, ensurenl=False)
    parts = lexer.get_tokens_unprocessed(text)
    found = [(at, at + len(part), kind) for at, kind, part in parts if kind is not Whitespace]
    expected = [(start, end, string_to_tokentype(KINDS[kind][1])) for kind, start, end in tokens(text)]
    assert [each for each in found if each[0] < each[1]] == expected


def test_pygments_finds_the_lexer() -> None:
    """The package says where it is; the class exists and answers to its name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, name = project["entry-points"]["pygments.lexers"]["rulelang"].split(":")
    assert getattr(import_module(module), name).aliases == ["rulelang"]


@pytest.mark.few(12)
@parametrize()
def test_textmate_agrees(path: Path) -> None:
    """The grammar has no rules that begin on one line and end on another, so a line at a time is all there is."""
    rules = json.loads(textmate())["patterns"]
    assert all("match" in rule and "begin" not in rule for rule in rules)
    table = [(re.compile(rule["match"]), rule.get("name") or rule["captures"]["1"]["name"]) for rule in rules]
    text, found, start = text_of(path), [], 0
    for line in text.split("\n"):
        at = 0
        while at < len(line):
            hits = [(hit, name) for rule, name in table if (hit := rule.search(line, at))]
            if not hits:
                break
            hit, name = min(hits, key=lambda each: each[0].start())
            group = 1 if hit.re.groups else 0
            found.append((start + hit.start(group), start + hit.end(group), name))
            at = hit.end()
        start += len(line) + 1
    assert found == [(first, last, f"{KINDS[kind][0]}.rulelang") for kind, first, last in tokens(text)]


ENGINE = """
const fs = require("fs"), tm = require("vscode-textmate"), onig = require("vscode-oniguruma");
const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
const lib = onig.loadWASM(wasm).then(() => ({
  createOnigScanner: (patterns) => new onig.OnigScanner(patterns),
  createOnigString: (text) => new onig.OnigString(text),
}));
const [path, ...files] = process.argv.slice(2);
const loadGrammar = async () => tm.parseRawGrammar(fs.readFileSync(path, "utf8"), path);
new tm.Registry({ onigLib: lib, loadGrammar }).loadGrammar("source.rulelang").then((grammar) => {
  console.log(JSON.stringify(files.map((file) => {
    const found = []; let start = 0, state = tm.INITIAL;
    for (const line of fs.readFileSync(file, "utf8").split("\\n")) {
      const read = grammar.tokenizeLine(line, state);
      for (const each of read.tokens)
        if (each.scopes.length > 1) found.push([start + each.startIndex, start + each.endIndex, each.scopes[1]]);
      state = read.ruleStack; start += line.length + 1;
    }
    return found;
  })));
});
"""


def test_textmate_agrees_in_the_engine_of_vs_code(tmp_path: Path) -> None:
    """Where node finds the engine; `make textmate-test` fetches it."""
    names = "['vscode-textmate', 'vscode-oniguruma'].map((name) => require.resolve(name))"
    if subprocess.run(["node", "-e", names], capture_output=True).returncode:
        assert "NODE_PATH" not in os.environ, "it was to be there"
        pytest.skip("no vscode-textmate here")
    (tmp_path / "run.cjs").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "rulelang.tmLanguage.json").write_text(textmate(), encoding="utf-8")
    command = ["node", str(tmp_path / "run.cjs"), str(tmp_path / "rulelang.tmLanguage.json"), *map(str, FILES)]
    answers = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for path, found in zip(FILES, answers):
        text = text_of(path)
        expected = [[*places(text, start, end), f"{KINDS[kind][0]}.rulelang"] for kind, start, end in tokens(text)]
        assert merged(found) == merged(expected), path


def merged(found: list[Any]) -> list[Any]:
    """The engine tells neighbours of one scope as one token."""
    made: list[Any] = []
    for start, end, name in found:
        if made and made[-1][1] == start and made[-1][2] == name:
            made[-1] = [made[-1][0], end, name]
        else:
            made.append([start, end, name])
    return made


RUN = """
import { readFileSync } from "node:fs";
import { rulelang } from "./rulelang.mjs";
class Stream {
  constructor(line) { this.string = line; this.pos = 0; }
  eatSpace() { return this.match(/^[\\t\\r ]+/) !== null; }
  match(pattern) {
    const hit = pattern.exec(this.string.slice(this.pos));
    if (hit) this.pos += hit[0].length;
    return hit;
  }
  next() { this.pos++; }
}
const answers = process.argv.slice(2).map((path) => {
  const found = []; let start = 0;
  for (const line of readFileSync(path, "utf8").split("\\n")) {
    const stream = new Stream(line);
    while (stream.pos < line.length) {
      const at = stream.pos, tag = rulelang.token(stream);
      if (tag) found.push([tag, start + at, start + stream.pos]);
    }
    start += line.length + 1;
  }
  return found;
});
console.log(JSON.stringify(answers));
"""


def test_codemirror_agrees(tmp_path: Path) -> None:
    (tmp_path / "rulelang.mjs").write_text(codemirror(), encoding="utf-8")
    (tmp_path / "run.mjs").write_text(RUN, encoding="utf-8")
    command = ["node", str(tmp_path / "run.mjs"), *map(str, FILES)]
    answers = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for path, found in zip(FILES, answers):
        text = text_of(path)
        expected = [[KINDS[kind][2], *places(text, start, end)] for kind, start, end in tokens(text)]
        assert found == expected, path


def places(text: str, start: int, end: int) -> tuple[int, int]:
    """Places in UTF-16, which is what JavaScript counts in."""
    first = len(text[:start].encode("utf-16-le")) // 2
    return first, first + len(text[start:end].encode("utf-16-le")) // 2


def test_the_files_for_editors_are_up_to_date() -> None:
    for name, made in generated_files().items():
        assert (ROOT / "editors" / name).read_text(encoding="utf-8") == made, "run `make editors`"
