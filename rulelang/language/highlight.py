"""One table of tokens for every highlighter: TextMate (VS Code, Sublime), Pygments, CodeMirror.

A highlighter sees one line at a time and knows no grammar, so the table contains only what the text alone shows. The
keywords come from `grammar/rulelang.lark`: a reserved word is always a keyword, a word that begins a line of the
language is one at the beginning of a line, and the small words between (`from`, `to`, `of` …) are keywords unless
something of that name is called, indexed or assigned. `tokens` applies the table with Python's `re`; the tests compare
every other highlighter with it, and it with the scanner, on every file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulelang.base.files import bundled_folder
from rulelang.base.frozen import Frozen, frozen
from rulelang.syntax.vocabulary import RESERVED

CONSTANTS = ("false", "none", "true")
TYPES = ("Bool", "Int", "Seat", "Text")
OPERATOR_WORDS = ("and", "div", "in", "mod", "not", "or")


DECLARATIONS = ("_item", "_decl", "_but_table", "_part")  # rules of the grammar that list the declarations
LINES = ("END_GAME", "CHANCE", "OTHERS", "family", "BEFORE", "AFTER")  # terminals and rules that begin a line


# What follows a word that is a name after all: it is called, indexed, assigned or has a field.
NOT_A_NAME = r"(?![.\[(]|[\t ]*(?:,|[+-]?=(?!=)))"


@frozen
class Rule(Frozen):
    """A kind of token. `opens`: it is matched only at the beginning of a line, after blanks."""

    kind: str
    pattern: str
    opens: bool = False


# kind: TextMate scope, Pygments token, CodeMirror tag
KINDS = {
    "comment": ("comment.line.number-sign", "Comment.Single", "lineComment"),
    "text": ("string.quoted.double", "String.Double", "string"),
    "tag": ("entity.other.attribute-name", "Comment.Special", "annotation"),
    "number": ("constant.numeric", "Number.Integer", "number"),
    "declaration": ("keyword.declaration", "Keyword.Declaration", "definitionKeyword"),
    "keyword": ("keyword.control", "Keyword", "keyword"),
    "operator_word": ("keyword.operator.word", "Operator.Word", "operatorKeyword"),
    "constant": ("constant.language", "Keyword.Constant", "bool"),
    "seat": ("variable.language", "Name.Variable.Magic", "atom"),
    "type": ("support.type", "Keyword.Type", "typeName"),
    "upper": ("variable.other.constant", "Name.Constant", "variableName.constant"),
    "title": ("entity.name.type", "Name.Class", "className"),
    "call": ("entity.name.function", "Name.Function", "variableName.function"),
    "name": ("variable.other", "Name", "variableName"),
    "sign": ("keyword.operator", "Operator", "operator"),
    "other": ("invalid.illegal", "Error", "invalid"),
}


@cache
def rules() -> tuple[Rule, ...]:
    """The table, in order: the first rule that matches wins."""
    reserved = RESERVED - {*CONSTANTS, *OPERATOR_WORDS}
    words = grammar_words()
    return (
        Rule("comment", r"#[^\n]*"),
        Rule("text", r'"(?:\\.|[^"\\\n])*"'),
        Rule("tag", r"\[[A-Z]+-[0-9]+(?:\.\.[0-9]+)?(?:,[ ]*(?:[A-Z]+-)?[0-9]+(?:\.\.[0-9]+)?)*\]"),
        Rule("number", r"[0-9]+"),
        Rule("declaration", rf"(?:{any_of(words.declaring)})\b{NOT_A_NAME}", opens=True),
        Rule("keyword", rf"(?:{any_of(words.opening)})\b{NOT_A_NAME}", opens=True),
        Rule("constant", rf"(?:{any_of(CONSTANTS)})\b"),
        Rule("operator_word", rf"(?:{any_of(OPERATOR_WORDS)})\b"),
        Rule("keyword", rf"(?:{any_of(reserved)})\b"),
        Rule("keyword", rf"(?:{any_of(words.inside)})\b{NOT_A_NAME}(?![)\]])"),
        Rule("seat", r"P[0-9]+\b"),
        Rule("type", rf"(?:{any_of(TYPES)})\b"),
        Rule("upper", r"[A-Z][A-Z0-9_]+\b"),
        Rule("title", r"[A-Z][A-Za-z0-9_]*"),
        Rule("call", r"[a-z_][A-Za-z0-9_]*(?=\()"),
        Rule("name", r"[A-Za-z_][A-Za-z0-9_]*"),
        Rule("sign", r"\.\.\.?|->|[=!<>]=|[+-]=|[-+*.,:=()\[\]|?<>\\]"),
        Rule("other", r"[^\t\r\n ]"),
    )


def any_of(words: Any) -> str:
    return "|".join(sorted(words))


@frozen
class Words(Frozen):
    """The words of the grammar by where they are keywords: at the head of a declaration, at the head of another line,
    inside a line. Reserved words are keywords everywhere, and are listed only among the first.
    """

    declaring: frozenset[str]
    opening: frozenset[str]
    inside: frozenset[str]


@cache
def grammar_words() -> Words:
    grammar = (bundled_folder("grammar") / "rulelang.lark").read_text(encoding="utf-8")
    bodies = {}
    for rule in re.split(r"\n(?=\S)", re.sub(r"//.*", "", grammar)):
        head, _, body = rule.partition(":")
        bodies[head.strip("!?").split(".")[0]] = body
    declarations = {name for group in DECLARATIONS for name in re.findall(r"\w+", bodies[group])}
    declaring, opening, inside = set(), set(), set()
    for name, body in bodies.items():
        words = re.findall(r'(?:"|[/+])([a-z]+)', body)
        head = words[:1] if re.match(r'\s*["/(]', body) else []
        if name in declarations:
            declaring |= set(head)
        elif re.search(r"_NL|suite|_stmt", body) or name in LINES:
            opening |= set(head)
        else:
            head = []
        inside |= set(words[len(head) :])
    return Words(frozenset(declaring), frozenset(opening - RESERVED), frozenset(inside - RESERVED))


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """The tokens of a text: kind, start and end."""
    start = 0
    for line in text.split("\n"):
        yield from ((kind, start + first, start + last) for kind, first, last in line_tokens(line))
        start += len(line) + 1


def line_tokens(line: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    table = [(rule, re.compile(rule.pattern)) for rule in rules()]
    while at < len(line):
        for rule, pattern in table:
            found = pattern.match(line, at) if not rule.opens or not line[:at].strip("\t ") else None
            if found:
                yield rule.kind, at, found.end()
                at = found.end()
                break
        else:
            at += 1  # a blank


# ---------------------------------------------------------------- for editors


def textmate() -> str:
    """The TextMate grammar, as JSON."""
    patterns = []
    for rule in rules():
        scope = f"{KINDS[rule.kind][0]}.rulelang"
        if rule.opens:
            patterns.append({"match": rf"^[\t ]*({rule.pattern})", "captures": {"1": {"name": scope}}})
        elif rule.kind == "text":
            inside = [
                {"match": r"\\.", "name": "constant.character.escape.rulelang"},
                {"match": r"\{[^{}]*\}", "name": "meta.interpolation.rulelang"},
            ]
            patterns.append({"match": rule.pattern, "name": scope, "captures": {"0": {"patterns": inside}}})
        else:
            patterns.append({"match": rule.pattern, "name": scope})
    grammar = {
        "name": "rulelang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": patterns,
    }
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


CODEMIRROR = """\
// The tokens of rulelang for CodeMirror 6: `StreamLanguage.define(rulelang)`. Made by `make editors`; do not edit.
const table = [
%s
];

export const rulelang = {
  name: "rulelang",
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
  token(stream) {
    if (stream.eatSpace()) return null;
    const opens = !stream.string.slice(0, stream.pos).trim();
    for (const [tag, pattern, opening] of table) {
      if ((!opening || opens) && stream.match(pattern)) return tag;
    }
    stream.next();
    return null;
  },
};
"""


def codemirror() -> str:
    """The CodeMirror mode, as a JavaScript module."""
    rows = []
    for rule in rules():
        pattern = rule.pattern.replace("/", r"\/")
        rows.append(f'  ["{KINDS[rule.kind][2]}", /^(?:{pattern})/, {str(rule.opens).lower()}],')
    return CODEMIRROR % "\n".join(rows)


def generated_files() -> dict[str, str]:
    """The files that are generated from the table, with their paths under `editors/` and their texts."""
    mode = codemirror()
    return {
        "vscode/syntaxes/rulelang.tmLanguage.json": textmate(),
        "codemirror/rulelang.js": mode,
        "../rulelang/table/static/rulelang.js": mode,
    }


if __name__ == "__main__":
    for name, text in generated_files().items():
        Path("editors", name).write_text(text, encoding="utf-8")
