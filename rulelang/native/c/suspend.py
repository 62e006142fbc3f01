"""The frame of a coroutine: which locals of a C function are alive where it waits, and the function that saves them
there and takes them up again.

This works on the lines of the generated text, where each statement has its line, and braces are balanced in a line but
for one that opens or closes a block.
"""

from __future__ import annotations

import re

import attrs

from rulelang.native.c.stmt import QUESTION
from rulelang.native.plan.nodes import Unsupported

DECLARED = re.compile(r"^(?P<before> *(?:for \()?)(?P<type>I|M) (?P<names>\w+(?:\[\d+\])?(?: = |,|;).*)$")
NAME = re.compile(r"(\w+)((?:\[\d+\])?)")

Kind = tuple[str, str]
"""Type, and size in brackets if it is an array."""


@attrs.frozen
class Frame:
    """`names`: the locals that are kept while it waits. `lines`: the function's, from where it goes on if it waited."""

    name: str
    names: dict[str, Kind]
    lines: list[str]

    @property
    def declared(self) -> str:
        """As a member of a struct."""
        fields = "".join(f" {type_} {own}{size};" for own, (type_, size) in self.names.items())
        return f"struct F_{self.name} {{ I pc;{fields} }} frame_{self.name};"


@attrs.frozen
class Declaration:
    """Locals that a line declares: names, sizes of arrays, and where the line says more."""

    type: str
    names: tuple[tuple[str, str, str], ...]
    """Name, size in brackets, first value."""
    before: str
    rest: str


@attrs.define
class Block:
    """A block that is open: what it has declared so far, and the stop of the question that began in it."""

    names: list[str] = attrs.Factory(list)
    stop: int = 0


@attrs.define
class Stops:
    """The places of a function to go on from, with the locals that are alive there.

    A question is put again to be answered: its stop is where it begins, so that nothing that was worked out for it need
    be kept. A call of somebody who may ask is a stop itself.
    """

    alive: list[list[str]] = attrs.Factory(list)
    of_line: list[list[int]] = attrs.Factory(list)
    kinds: dict[str, Kind] = attrs.Factory(dict)

    @property
    def kept(self) -> dict[str, Kind]:
        return {own: self.kinds[own] for names in self.alive for own in names}

    def begin(self, blocks: list[Block]) -> int:
        self.alive.append(list(dict.fromkeys(own for block in blocks for own in block.names)))
        return len(self.alive)

    def declare(self, found: Declaration, block: Block) -> None:
        """Names that are used again are one."""
        for own, size, _ in found.names:
            if self.kinds.setdefault(own, (found.type, size)) != (found.type, size):
                raise Unsupported(f"two kinds of `{own}` in a function that asks")
            block.names.append(own)

    def copied(self, stop: int, to: str, source: str) -> str:
        """Copies what is alive at a stop."""
        return " ".join(
            f"memcpy({to}{own}, {source}{own}, sizeof {own});" if self.kinds[own][1] else f"{to}{own} = {source}{own};"
            for own in self.alive[stop - 1]
        )


def frame_of(name: str, lines: list[str], asking: dict[str, str]) -> Frame:
    """The frame of a function. `asking`: who may ask, and arguments that nobody looks at."""
    calls = re.compile(rf"(?:(I |M |)\b(\w+) = )?\b({'|'.join(asking)})\(")
    stops = stops_of(lines, calls)
    kept, done = stops.kept, list[str]()
    for line, here in zip(lines, stops.of_line):
        found = declaration(line)
        if found and any(own in kept for own, _, _ in found.names):
            line = assigned(found)
        done.append(f"L{here[0]}: ;" if line.strip() == QUESTION else stopping(line, calls, asking, stops, here))
    jumps = [f"    case {at}: {stops.copied(at, '', 'f->')} goto L{at};" for at in range(1, len(stops.alive) + 1)]
    head = [f"    {type_} {own}{size};" for own, (type_, size) in kept.items()]
    head += [f"    struct F_{name} *const f = &work->state.frame_{name};", "    switch (resuming ? f->pc : 0) {"]
    return Frame(name, kept, [*head, *jumps, "    }", *done])


def stops_of(lines: list[str], calls: re.Pattern[str]) -> Stops:
    stops, blocks = Stops(), [Block()]
    for line in lines:
        opened = line.count("{") - line.count("}")
        blocks += [Block() for _ in range(opened)]
        if line.strip() == QUESTION:
            blocks[-1].stop = stops.begin(blocks)
            stops.of_line.append([blocks[-1].stop])
        else:
            stops.of_line.append(
                [asked_in(blocks) if call[3] == "ask" else stops.begin(blocks) for call in calls.finditer(line)]
            )
        if found := declaration(line):
            stops.declare(found, blocks[-1])
        for _ in range(-opened):
            blocks.pop()
    return stops


def asked_in(blocks: list[Block]) -> int:
    """The stop of the question that is open."""
    return next(block.stop for block in reversed(blocks) if block.stop)


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


def stopping(line: str, calls: re.Pattern[str], asking: dict[str, str], stops: Stops, here: list[int]) -> str:
    """A line in which each question is put, or answered if it was put before; and each call goes on if it waits."""
    at = 0
    for stop in here:
        found = calls.search(line, at)
        assert found is not None
        end = closing(line, found.end())
        if line[end : end + 2] != ");":
            raise Unsupported(f"a question inside an expression: {line.strip()}")
        type_, to, name, args = found[1], found[2], found[3], line[found.end() : end]
        target, saved = f"{to} = " if to else "", f"{stops.copied(stop, 'f->', '')} f->pc = {stop};"
        text = f"{type_}{to}; " if type_ else ""
        if name == "ask":
            text += f"{{ if (resuming) resuming = 0; else if (put({args})) {{ {saved} longjmp(over, 3); }} "
            text += f"{target}answer; }}"
        else:
            call = f"resuming ? {name}({asking[name]}) : {name}({args})" if args else f"{name}()"
            text += f"{{ if (!rolling) {{ {saved} }} L{stop}: ; {target}{call}; }}"
        line = line[: found.start()] + text + line[end + 2 :]
        at = found.start() + len(text)
    return line


def closing(line: str, at: int) -> int:
    """Where the bracket closes that was opened just before."""
    depth = 1
    while depth:
        depth += (line[at] == "(") - (line[at] == ")")
        at += 1
    return at - 1
