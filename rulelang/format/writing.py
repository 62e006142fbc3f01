"""Nodes to phrases: the templates of `shapes`, filled in."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from rulelang.base.source import Span
from rulelang.format.phrase import CHOSEN, COSTS, DECLARED, NESTED, Phrase, bracket, join, join_commas, raise_costs
from rulelang.format.shapes import AND, BINARY, EXPRESSIONS, IF, LINES, OR, PARTS, PLACE, POSTFIX, RIGHT, STATEMENTS
from rulelang.syntax import nodes as n

# A compiled template: texts, costs of breaks, fields with their format, and optional parts.
Part = str | int | tuple[str, str] | list[Any]
TOKEN = re.compile(r"\{(\w+)(?::([^}]+))?\}|([\[\]~])|([^{}\[\]~]+)")
ALONE = -1  # for the only argument of a call, whose brackets look like its own parentheses


def phrase(node: n.Node, level: int = IF) -> Phrase:
    """A node as written where only operators that bind at least as tightly as `level` are allowed."""
    cls: Any = type(node)
    if level == PLACE and isinstance(node, n.RevealValue) and node.to is None:
        return ("reveal ", *phrase(node.value, POSTFIX))
    if isinstance(node, n.RevealValue) and node.to is not None:
        told = raise_costs(fill_template(EXPRESSIONS[cls][1], node), CHOSEN)
        return told if level == RIGHT else bracket("()", told)
    level = {PLACE: POSTFIX, RIGHT: IF}.get(level, level)
    if cls in WAYS:
        return WAYS[cls](node)
    if cls in TEMPLATES:
        return fill_template(TEMPLATES[cls], node)
    own, template = BINARY[node.op] if isinstance(node, n.Binary) else EXPRESSIONS[cls]
    made = fill_template(template, node)
    if own == IF:
        made = raise_costs(made, CHOSEN)
    if own < level or (keeps_parentheses(own, level) and in_parentheses(node.span)):
        return bracket("()", made)
    return made


def keeps_parentheses(own: int, level: int) -> bool:
    """Whether redundant parentheses may stay: around an `if`, and around an `and` in something larger."""
    return (own == IF and level != ALONE) or (own == AND and level in (OR, AND))


def in_parentheses(span: Span) -> bool:
    text = span.source.text
    return letter_before(text, span.start) == "(" and letter_after(text, span.end) == ")"


def letter_before(text: str, at: int) -> str:
    """The last letter before an offset, skipping blanks and line ends."""
    while at > 0 and text[at - 1] in " \t\n\\":
        at -= 1
    return text[at - 1] if at > 0 else ""


def letter_after(text: str, at: int) -> str:
    while at < len(text) and text[at] in " \t\n\\":
        at += 1
    return text[at] if at < len(text) else ""


# ---------------------------------------------------------------- templates


@functools.cache
def compile_template(template: str) -> list[Part]:
    stack: list[list[Part]] = [[]]
    for match in TOKEN.finditer(template):
        field, form, sign, text = match.groups()
        if sign == "[":
            stack.append([])
        elif sign == "]":
            part = stack.pop()
            stack[-1].append(part)
        elif sign == "~":
            word = re.match(r"\w+|", template[match.end() :].lstrip("]"))
            stack[-1].append(COSTS[word[0]] if word else 0)
        else:
            stack[-1].append(text if text else (field, form or ""))
    return stack[0]


def fill_template(template: str, node: n.Node) -> Phrase:
    """The template with the fields of a node."""
    return tuple(fill(compile_template(template), node))


def fill(parts: list[Part], node: n.Node) -> Iterator[str | int]:
    for part in parts:
        if isinstance(part, list):
            if all(is_present(getattr(node, each[0])) for each in part if isinstance(each, tuple)):
                yield from fill(part, node)
        elif isinstance(part, tuple):
            yield from write_field(getattr(node, part[0]), part[1])
        else:
            yield part


def is_present(value: Any) -> bool:
    """Whether something was written; an empty text counts."""
    return value is not None and value is not False and value != ()


def write_field(value: Any, form: str) -> Phrase:
    """A field in one of the forms that `shapes` lists."""
    if form in FORMS:
        return FORMS[form](value)
    if form and form[0] in "([":
        return in_brackets(value, form)
    level = int(form or IF)
    if isinstance(value, tuple):
        return join_commas([write_field(each, form) for each in value])
    return phrase(value, level) if isinstance(value, n.Node) else (str(value),)


def in_brackets(value: Any, form: str) -> Phrase:
    """`(*)` for values, `()` and `(,)` for declarations; `()` is nothing for an empty list."""
    if not value and form in ("()", "[]"):
        return ()
    if isinstance(value, n.Node):
        inner = phrase(value)
    else:
        alone = ALONE if len(value) == 1 and form == "(*)" else IF
        items = [phrase(each, alone) if isinstance(each, n.Node) else (str(each),) for each in value]
        inner = join_commas(items)
    return bracket(form, inner, NESTED if "*" in form else DECLARED)


# ---------------------------------------------------------------- forms of fields


def quote(value: Any) -> Phrase:
    """A text in quotes, or several."""
    if isinstance(value, tuple):
        return join_commas([quote(each) for each in value])
    return ('"' + re.sub(r'(["\\])', r"\\\1", value) + '"',)


def tag(ids: tuple[str, ...]) -> Phrase:
    """Rule ids with the prefix once, three or more consecutive ones as a range: `[HRTS-4, 9..11]`."""
    runs: list[tuple[str, int, int]] = []
    for each in ids:
        prefix, _, number = each.rpartition("-")
        if runs and runs[-1][0] == prefix and runs[-1][2] + 1 == int(number):
            runs[-1] = (prefix, runs[-1][1], int(number))
        else:
            runs.append((prefix, int(number), int(number)))
    said, last = [], ""
    for prefix, first, end in runs:
        numbers = [f"{first}..{end}"] if end > first + 1 else [str(k) for k in range(first, end + 1)]
        if prefix != last:
            numbers[0] = f"{prefix}-{numbers[0]}"
        said += numbers
        last = prefix
    return (f"[{', '.join(said)}]",)


def base_name(word: n.Word) -> Phrase:
    """What a mod extends: a name, or in quotes a path."""
    written = word.span.text
    path = written.startswith('"') if written else not word.isidentifier()
    return quote(word) if path else (str(word),)


def policy(seed: Any) -> Phrase:
    return ("random ", *phrase(seed)) if isinstance(seed, n.Node) else (str(seed),)


def between(sign: str) -> Callable[[Any], Phrase]:
    return lambda values: join(map(phrase, values), sign)


FORMS: dict[str, Callable[[Any], Phrase]] = {
    "q": quote,
    "t": tag,
    "?": lambda value: (),
    "|": between(" | "),
    ".": between(" "),
    "then": between(" then "),
    "name": base_name,
    "policy": policy,
}


def write_tuple(node: Any) -> Phrase:
    return in_brackets((node.first, *node.rest), "(*)")


def write_cell(node: Any) -> Phrase:
    return join(map(phrase, node.atoms), " ")


TEMPLATES: dict[Any, str] = {**PARTS, **STATEMENTS, **LINES}
WAYS: dict[Any, Callable[[Any], Phrase]] = {n.Tuple: write_tuple, n.Cell: write_cell}
