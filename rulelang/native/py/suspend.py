"""Generated Python that stops at each question.

It is the text of the run-to-end build, in which a question becomes `yield (seat, number of options)`: its value is the
answer. Functions that may ask become generators, and whoever calls them does so by `yield from`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import Any

from rulelang.base.rng import stream
from rulelang.native.host.rng import BLOCK, Stream, words
from rulelang.native.host.tiers import improve
from rulelang.native.plan.nodes import Plan
from rulelang.native.py.module import python_text
from rulelang.native.py.prune import functions_of
from rulelang.native.py.stmt import Build

Walk = Generator[tuple[int, int], int, tuple[Any, Any]]
"""A game on its way: it yields seat and number of options, takes the answer, and returns scores and winners."""

CALL = re.compile(r"^(?P<before> *(?:\w+ = )?)(?P<name>\w+)\((?P<args>.*)\)$")
ACTION = re.compile(r"^( *)((\w+)\[0\]\(\*\3\[1:\]\))$")


def step_text(plan: Plan, build: Build) -> str:
    """The module of a plan; `table()` gives the function that makes a walk from its streams."""
    lines = python_text(plan, build).splitlines()
    functions = list(functions_of(lines))
    asking = asking_of(functions)
    rests = build.invariants and bool(plan.invariants)
    done: list[str] = []
    for name, body in functions:
        if name == "play":
            body = [*body[:-1], "        if 0:", "            yield", body[-1]]
        done += [turned(line, asking, rests) for line in body] if name in asking else body
    return "\n".join([*done, ""])


def asking_of(functions: list[tuple[str, list[str]]]) -> set[str]:
    """The functions that may ask, by themselves or by others."""
    asking, before = {"ask"}, 0
    while len(asking) != before:
        before = len(asking)
        acts = any(name.startswith("do_") for name in asking)
        for name, body in functions:
            if any(asks(line, asking, acts) for line in body):
                asking.add(name)
    return {name for name in asking if name not in ("ask", "")} | {"play"}


def asks(line: str, asking: set[str], acts: bool) -> bool:
    found = CALL.match(line)
    return (found is not None and found["name"] in asking) or (acts and ACTION.match(line) is not None)


def turned(line: str, asking: set[str], rests: bool) -> str:
    """A line of a generator. `rests`: before a question invariants are tested."""
    if found := ACTION.match(line):  # only some actions ask: those that do give a generator
        indent, call, own = found.groups()
        return f"{indent}{own} = {call}\n{indent}if {own} is not None:\n{indent}    yield from {own}"
    found = CALL.match(line)
    if found is None or found["name"] not in (*asking, "ask"):
        return line
    if found["name"] == "ask":
        indent = line[: len(line) - len(line.lstrip())]
        return f"{indent}check()\n" * rests + f"{found['before']}yield ({found['args']})"
    return f"{found['before']}yield from {line[found.start('name') :]}"


class Chance(Stream):
    """The table's stream of chance, which may be turned into another."""

    def __init__(self, seed: int, game: int) -> None:
        self.seed, self.game, key = seed, game, stream(seed, game)
        self.turns = 0
        self.ready = words(key, 0, BLOCK)
        super().__init__(key, self.ready)

    def blocks(self) -> Iterator[Iterator[int]]:
        while True:
            self.rest = iter(self.ready)
            yield self.rest
            self.ready = words(self.key, self.made, BLOCK)
            self.made += BLOCK

    def turn(self, seed: int, game: int) -> None:
        """Goes on with the beginning of another stream: what was made ahead is taken away."""
        self.turns += 1
        self.ready.clear()
        self.key, self.made = stream(seed, game), 0


def python_walks(plan: Plan, build: Build, boldness: int) -> Callable[[Chance], Walk]:
    """What makes a walk of a game from its chance. The plan is used up."""
    improve(plan, build, boldness)
    space: dict[str, Any] = {}
    exec(compile(step_text(plan, build), "<generated>", "exec"), space)

    def start(chance: Chance) -> Walk:
        found = yield from space["table"]()([chance])
        return found[0], found[1]

    return start
