"""What a generated Python module can do without: functions that nobody calls, places that nobody asks for.

Variables of the table that one function alone knows become its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

HEAD, NAME = re.compile(r"    def (\w+)\("), re.compile(r"\w+")
LAID = re.compile(r" *place\[[^]]*\] = (?!.*place\[)")
OUTER, START = re.compile(r"        nonlocal (.*)"), re.compile(r"        (\w+) = (?:None|\(\)|-?\d+)$")
BEGIN, ROOT = "begin", "play"
ONCE = "run_play"  # runs once in a game


def pruned(lines: list[str]) -> list[str]:
    """The lines of `table`, without those that make no difference."""
    found = list(functions_of(lines))
    used = needed(found)
    kept = [(name, body) for name, body in found if not name or name in used]
    asked = any("place[" in line and not LAID.match(line) for _, body in kept for line in body)
    kept = kept if asked else [(name, without_places(body)) for name, body in kept]
    return [line for _, body in with_own_variables(kept) for line in body]


def functions_of(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The functions with their names; what stands between them has no name."""
    name, body = "", list[str]()
    for line in lines:
        head = HEAD.match(line)
        if head or (line.strip() and not line.startswith("        ")):
            yield name, body
            name, body = head[1] if head else "", []
        body.append(line)
    yield name, body


def needed(found: list[tuple[str, list[str]]]) -> set[str]:
    """The functions that may be called when a game is played."""
    mentioned = {name: set(NAME.findall("\n".join(body))) for name, body in found if name}
    used, more = set[str](), {ROOT}.union(*(NAME.findall("\n".join(body)) for name, body in found if not name))
    while more := (more & mentioned.keys()) - used:
        used |= more
        more = set().union(*(mentioned[name] for name in more))
    return used


def without_places(body: list[str]) -> list[str]:
    """A function that does not write down where pieces lie, nor goes through pieces for nothing else."""
    kept: list[str] = []
    for line in body:
        if not LAID.match(line):
            while kept and is_empty(kept[-1], line):
                kept.pop()
            kept.append(line)
    return kept


def is_empty(head: str, line: str) -> bool:
    """Is nothing left of a loop, now that this line follows its head?"""
    return head.lstrip().startswith("for ") and head.endswith(":") and depth(line) <= depth(head)


def depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def with_own_variables(found: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Gives the main function the variables that nobody else uses, with what they begin with."""
    bodies = dict(found)
    if ONCE not in bodies:
        return found
    starts = {head[1]: line for line in bodies[BEGIN] if (head := START.match(line))}
    others = {word for name, body in found if name not in ("", BEGIN, ONCE) for word in NAME.findall("\n".join(body))}
    own = {name for name in outer(bodies[ONCE]) & starts.keys() if name not in others}
    begin = [line for line in released(bodies[BEGIN], own) if line not in {starts[name] for name in own}]
    main = released(bodies[ONCE], own)
    at = 1 + bool(outer(main[1:2]))
    changed = {BEGIN: begin, ONCE: [*main[:at], *(starts[name] for name in sorted(own)), *main[at:]]}
    return [(name, changed.get(name, body)) for name, body in found]


def outer(body: list[str]) -> set[str]:
    """The variables of the table that a function writes."""
    return {name for line in body if (head := OUTER.match(line)) for name in head[1].split(", ")}


def released(body: list[str], own: set[str]) -> list[str]:
    """A function that does not say of some variables that they are not its own."""
    rest = sorted(outer(body) - own)
    declared = f"        nonlocal {', '.join(rest)}" if rest else "        pass"
    return [declared if OUTER.match(line) else line for line in body]
