"""Text to nodes: Lark's tables for the grammar, run by our own loop.

The loop does the work of Lark's parser, contextual lexer and indenter, and builds the nodes on the way; a test compares
the two on many texts. It is fast for three reasons: one pattern finds every token; a rule that only passes its value on
(`sum: term`) is skipped, since the state it leads to is cached by (state below, state, token); and a run has no shared
mutable state, so that many threads can parse at once. It differs from Lark in two things, both for the author: a
keyword ends where the word ends (`zonedeck` is not `zone deck`), and a word that is not RESERVED is a name wherever
only a name can really stand, even if the parser state lists it too.

A run may be given `patches`, by which recovery (see recover.py) replaces parts of the text by other tokens: offset ->
(offset to continue from, texts of the tokens). Spans always refer to the text as the author wrote it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import attrs

from rulelang.base.source import Source
from rulelang.syntax.build import Leaf, Maker, Makers, leaves
from rulelang.syntax.scan import CARRIED, JOINED, LINE, NEXT, NUMBER, PHRASES, SIGN, TEXT, WORD
from rulelang.syntax.tables import Tables, load
from rulelang.syntax.vocabulary import RESERVED

DEEPEST = 60  # nested brackets
TALLEST = 2000  # states on the stack; thirty nested blocks take less than 400
TAB = 4
CLOSES = {"LPAR": "RPAR", "LSQB": "RSQB"}

Patch = tuple[int, tuple[str, ...]]
NO_PATCHES: dict[int, Patch] = {}
NO_LEVELS: dict[int, int] = {}


@attrs.define
class At:
    """The state of a run at the beginning of a line; `tops` are the last two lines before it in the first column."""

    pos: int
    states: list[int]
    levels: list[int]
    tops: tuple[At, ...] = ()


@attrs.define
class Failure:
    """Where a run cannot continue: at a token that is not expected, or (type "") at something that is no token.

    `line` is the state at the beginning of the line, or of the lines that brackets join; `opened` are the open
    brackets, each with its offset and the terminal that closes it.
    """

    pos: int
    end: int
    type: str
    states: list[int]
    levels: list[int]
    opened: list[tuple[int, str]]
    line: At
    value: Any = None


@attrs.define
class Grammar:
    """The tables, ready for use."""

    tables: Tables
    makers: Makers
    leaves: dict[str, Leaf]
    blanks: list[Maker]  # for parsing without nodes
    passes: frozenset[int]  # ~rule, for the rules that only pass on their one value
    phrases: dict[str, re.Pattern[str]]
    shortcuts: dict[tuple[int, int, str], int] = attrs.Factory(dict)


@functools.cache
def grammar() -> Grammar:
    """The grammar; loaded at first use."""
    tables = load()
    used = [name for names in PHRASES.values() for name in names]
    return Grammar(
        tables,
        Makers(tables),
        leaves(tables),
        [lambda source, values, start, end: None] * len(tables.rules),
        frozenset(~i for i, (_, length, made, _) in enumerate(tables.rules) if not made and length == 1),
        {name: re.compile(tables.patterns[name]) for name in [*used, "TAG"]},
    )


def read(
    source: Source,
    text: str,
    patches: Mapping[int, Patch] = NO_PATCHES,
    indents: Mapping[int, int] = NO_LEVELS,
    at: At | None = None,
    stop: int | None = None,
    *,
    trial: bool = False,
) -> Failure:
    """Parse a text that ends with a line end, from its beginning or from `at`.

    The result says where parsing ended: at the end of the text with type "done" and the file as value, or at a mistake.
    `indents` overrides the indentation of lines, by the offset of their first letter; with `stop`, parsing ends before
    the first token at or after that offset (type "stop"). A `trial` builds no nodes.
    """
    g = grammar()
    rows, rules, words, signs = g.tables.rows, g.tables.rules, g.tables.words, g.tables.signs
    passes, shortcuts, phrases = g.passes, g.shortcuts, g.phrases
    make, leaf = (g.makers, g.leaves) if at is None and not trial else (g.blanks, {})
    match_next = NEXT.match
    states = [g.tables.start] if at is None else at.states.copy()
    levels = [0] if at is None else at.levels.copy()
    pos = int(text.startswith("\ufeff")) if at is None else at.pos
    values: list[Any] = [None] * (len(states) - 1)  # when resuming from `at`, no nodes are built
    starts = [-1] * (len(states) - 1)
    ends = starts.copy()
    opened: list[tuple[int, str]] = []
    tops: tuple[At, ...] = (at.tops or (at,) * (len(levels) == 1)) if at is not None else ()
    line = At(pos, states.copy(), levels.copy(), tops)
    length, done = len(text), g.tables.end
    queue: list[tuple[str, str, int, int]] = []  # inserted tokens, the next one last
    patched = -1

    def failure(kind: str, start: int, end: int, value: Any = None) -> Failure:
        return Failure(start, end, kind, states, levels, opened, line, value)

    while True:
        row = rows[states[-1]]
        blocks = 0
        # ------------------------------------------------ the next token, by what the state expects
        if queue:
            kind, token, start, end = queue.pop()
            if not kind:
                kind = type_of(g, token, row)
            if kind == "LPAR" or kind == "LSQB":
                opened.append((start, CLOSES[kind]))
            elif opened and kind == opened[-1][1]:
                opened.pop()
            elif kind == "_INDENT":
                levels.append(levels[-1] + 1)
        else:
            match: Any = match_next(text, pos)
            if match:
                group = match.lastindex
                start = match.start(group)
            else:
                group = 0
                start = pos
                while start < length and text[start] in "\t ":
                    start += 1
            if patches and start in patches and start != patched:
                pos, inserted = patches[start]
                patched = start
                place = (-1, -1) if pos == start else (start, pos)
                queue = [(*inserted_token(item), *place) for item in reversed(inserted)]
                continue
            if stop is not None and start >= stop:
                return failure("stop", start, start)
            if group == WORD:
                token = match[WORD]
                end = match.end()
                kind = ""
                if token in PHRASES:
                    for name in PHRASES[token]:
                        if name in row and (phrase := phrases[name].match(text, start)):
                            kind, end = name, phrase.end()
                            break
                if not kind:
                    kind = words.get(token, "NAME")
                    if "NAME" in row and kind != "NAME" and not (token in RESERVED and kind in row):
                        kind = kind if kind in row and shifts(states, kind) else "NAME"
            elif group == SIGN:
                token = match[SIGN]
                end = match.end()
                kind = signs[token]
                if kind not in row:
                    for size in range(len(token) - 1, 0, -1):
                        if signs.get(token[:size]) in row:
                            token = token[:size]
                            kind, end = signs[token], start + size
                            break
                if kind == "LSQB" and "TAG" in row and start > pos and (tag := phrases["TAG"].match(text, pos)):
                    kind, token, end = "TAG", tag[0], tag.end()
                elif kind == "LPAR" or kind == "LSQB":
                    opened.append((start, CLOSES[kind]))
                    if len(opened) > DEEPEST:
                        return failure("deep", start, end)
                elif opened and kind == opened[-1][1]:
                    opened.pop()
            elif group == LINE:
                end = match.end()
                if opened:
                    pos = end
                    continue
                kind = token = "_NL"
                blocks = 1
            elif group == NUMBER:
                token, kind, end = match[NUMBER], "INT", match.end()
            elif group == TEXT:
                token, kind, end = match[TEXT], "TEXT", match.end()
            elif group in (JOINED, CARRIED):
                pos = match.end()
                continue
            elif start >= length:
                if len(levels) > 1:
                    levels.pop()
                    kind = token = "_DEDENT"
                else:
                    kind = token = "$END"
                end = start
            else:
                return failure("", start, start + 1)
            pos = end

        # ------------------------------------------------ what the parser does with it
        while True:
            act = row.get(kind)
            if act is None:
                return failure(kind, start, end)
            if act >= 0:
                states.append(act)
                values.append(leaf[kind](source, token, start, end) if kind in leaf else None)
                if kind[0] == "_":
                    starts.append(-1)
                    ends.append(-1)
                else:
                    starts.append(start)
                    ends.append(end)
                if not blocks:
                    break
                # A line has ended: the indentation of the next opens and closes blocks.
                if blocks == 1:
                    if len(states) > TALLEST:
                        return failure("deep", start, end)
                    indent = indents.get(end, -1) if indents else -1
                    if indent < 0:
                        ahead = text[text.rfind("\n", start, end) + 1 : end] if "\n" in text[start:end] else ""
                        indent = len(ahead) + (TAB - 1) * ahead.count("\t")
                    if end >= length:
                        indent = 0
                    blocks = 2
                if indent > levels[-1] and kind != "_DEDENT":
                    levels.append(indent)
                    kind = token = "_INDENT"
                    start = end
                    row = rows[states[-1]]
                    blocks = 3
                    continue
                if indent < levels[-1]:
                    if indent > levels[-2]:
                        return failure("aside", end, end)
                    levels.pop()
                    kind = token = "_DEDENT"
                    start = end
                    row = rows[states[-1]]
                    continue
                line = At(end, states.copy(), levels.copy(), tops)
                if len(levels) == 1:
                    tops = (*tops[-1:], At(end, line.states, line.levels))
                break
            if act in passes:
                key = (states[-2], states[-1], kind)
                top = shortcuts.get(key)
                if top is None:
                    top = shortcuts[key] = shortcut(g, *key)
                states[-1] = top
                row = rows[top]
                continue
            rule = ~act
            name, size, _, _ = rules[rule]
            if size:
                first, last = starts[-size], ends[-1]
                if first < 0:
                    first = next((place for place in starts[-size:] if place >= 0), -1)
                if last < 0:
                    last = next((place for place in reversed(ends[-size:]) if place >= 0), -1)
                value = make[rule](source, values[-size:], first, last)
                del states[-size:], values[-size:], starts[-size:], ends[-size:]
            else:
                first = last = -1
                value = make[rule](source, [], -1, -1)
            top = rows[states[-1]][name]
            if top == done and kind == "$END":
                return failure("done", start, end, value)
            states.append(top)
            values.append(value)
            starts.append(first)
            ends.append(last)
            row = rows[top]


def shifts(states: list[int], name: str) -> bool:
    """Whether a terminal can really follow; a row also lists some that lead nowhere here."""
    rows, rules = grammar().tables.rows, grammar().tables.rules
    stack = states.copy()
    while True:
        act = rows[stack[-1]].get(name)
        if act is None:
            return False
        if act >= 0:
            return True
        rule, size, _, _ = rules[~act]
        if size:
            del stack[-size:]
        stack.append(rows[stack[-1]][rule])


def acceptable(states: list[int]) -> set[str]:
    """The terminals that can really follow."""
    row = grammar().tables.rows[states[-1]]
    return {name for name in row if (name.isupper() or name == "$END") and shifts(states, name)}


def shortcut(g: Grammar, below: int, top: int, kind: str) -> int:
    """The state after the rules that only pass on their value, before a token."""
    while (act := g.tables.rows[top].get(kind)) in g.passes:
        top = g.tables.rows[below][g.tables.rules[~act][0]]
    return top


def inserted_token(item: str) -> tuple[str, str]:
    """The type and text of a token that recovery inserts; `TYPE:text` after a null character gives the type."""
    kind, _, token = item[1:].partition(":") if item[0] == "\0" else ("", "", item)
    return kind, token


def type_of(g: Grammar, token: str, row: Mapping[str, int]) -> str:
    """The type of an inserted token in its context."""
    if token[0] == '"':
        return "TEXT"
    if token[0].isdigit():
        return "INT"
    for name in PHRASES.get(token.split(" ")[0], ()):
        if name in row and g.phrases[name].fullmatch(token):
            return name
    kind = g.tables.words.get(token) or g.tables.signs.get(token, "NAME")
    return "NAME" if kind not in row and token.isidentifier() else kind
