"""The frame of a coroutine: which locals of a C function are alive while it waits, and the function with them in it.

This works on the lines of the generated text, where each statement has its line, and braces are balanced in a line but
for one that opens or closes a block.
"""

from __future__ import annotations

import re

import attrs

from rulelang.native.plan import Unsupported

DECLARED = re.compile(r"^(?P<before> *(?:for \()?)(?P<type>I|M) (?P<names>\w+(?:\[\d+\])?(?: = |,|;).*)$")
NAME = re.compile(r"(\w+)((?:\[\d+\])?)")


@attrs.frozen
class Frame:
    """`declared`: the struct. `lines`: the function's. `stops`: how many places there are to go on from."""

    declared: str
    lines: list[str]
    stops: int


@attrs.frozen
class Declaration:
    """Locals that a line declares: names, sizes of arrays, and where the line says more."""

    type: str
    names: tuple[tuple[str, str, str], ...]
    """Name, size in brackets, first value."""
    before: str
    rest: str


def frame_of(name: str, lines: list[str], asking: dict[str, str]) -> Frame:
    """The frame of a function. `asking`: who may ask, and arguments that nobody looks at."""
    calls = re.compile(rf"(?:(?:[IM] )?(\w+) = )?\b({'|'.join(asking)})\(")
    kept = alive(lines, calls)
    word = re.compile(rf"(?<![\w.>])({'|'.join(kept)})\b") if kept else None
    done, stops = [], 0
    for line in lines:
        found = declaration(line)
        if found and any(own in kept for own, _, _ in found.names):
            line = assigned(found)
        line, stops = stopping(line, calls, asking, stops)
        done.append(word.sub(r"f->\1", line) if word else line)
    fields = " ".join(f"{type_} {own}{size};" for own, (type_, size) in kept.items())
    return Frame(f"struct F_{name} {{ I pc; {fields} }};", done, stops)


def alive(lines: list[str], calls: re.Pattern[str]) -> dict[str, tuple[str, str]]:
    """The locals whose block is open at some question, with type and size. Names that are used again are one."""
    kept: dict[str, tuple[str, str]] = {}
    known: dict[str, tuple[str, str]] = {}
    blocks: list[list[str]] = [[]]
    for line in lines:
        found = declaration(line)
        opened = line.count("{") - line.count("}")
        if opened > 0:
            blocks += [[] for _ in range(opened)]
        for own, size, _ in found.names if found else ():
            assert found is not None
            if known.setdefault(own, (found.type, size)) != (found.type, size):
                raise Unsupported(f"two kinds of `{own}` in a function that asks")
            blocks[-1].append(own)
        if calls.search(line):
            kept.update({own: known[own] for block in blocks for own in block})
        for _ in range(-opened):
            blocks.pop()
    return kept


def declaration(line: str) -> Declaration | None:
    found = DECLARED.match(line)
    if not found:
        return None
    parts, rest = split(found["names"])
    names = []
    for part in parts:
        own = NAME.match(part)
        assert own is not None
        names.append((own[1], own[2], part.partition(" = ")[2]))
    return Declaration(found["type"], tuple(names), found["before"], rest)


def split(text: str) -> tuple[list[str], str]:
    """What commas part before the first semicolon, brackets left alone; and the rest from there on."""
    depth, parts, start = 0, [], 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char in ",;" and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
            if char == ";":
                return parts, text[at:]
    raise Unsupported(f"a line of C that is not understood: {text}")


def assigned(found: Declaration) -> str:
    """A declaration as an assignment."""
    values = ", ".join(f"{own} = {value}" for own, _, value in found.names if value)
    return f"{found.before}{values}{found.rest}"


def stopping(line: str, calls: re.Pattern[str], asking: dict[str, str], stops: int) -> tuple[str, int]:
    """A line in which each question, and each call of somebody who may ask, is a place to go on from."""
    at = 0
    while found := calls.search(line, at):
        end = closing(line, found.end())
        if line[end : end + 2] != ");":
            raise Unsupported(f"a question inside an expression: {line.strip()}")
        stops += 1
        to, name, args = f"{found[1]} = " if found[1] else "", found[2], line[found.end() : end]
        if name == "ask":
            text = f"{{ if (put({args})) {{ f->pc = {stops}; longjmp(over, 3); L{stops}: ; resuming = 0; }} "
            text += f"{to}answer; }}"
        else:
            call = f"resuming ? {name}({asking[name]}) : {name}({args})" if args else f"{name}()"
            text = f"{{ f->pc = {stops}; L{stops}: ; {to}{call}; sp_ = AFTER(f); }}"
        line = line[: found.start()] + text + line[end + 2 :]
        at = found.start() + len(text)
    return line, stops


def closing(line: str, at: int) -> int:
    """Where the bracket closes that was opened just before."""
    depth = 1
    while depth:
        depth += (line[at] == "(") - (line[at] == ")")
        at += 1
    return at - 1
