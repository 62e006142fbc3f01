"""Generated C without variables of its own: they become members of a struct that every function behind them is given.

`struct Work` is what it takes to play on. Its first part, `struct State`, is what a game is. With the lists that last
behind it, that is a table; the rest is dead while a game waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

STATIC = re.compile(r"static (?!const\b|inline\b|void\b|struct\b)(\w+) ((?!\w+\()[^({;]*);")
HEAD = re.compile(r"^static (?:__attribute__\(\([^)]*\)\)|[\w* ])+?\b(\w+)\(([^()]*)\)(?= \{|;)")
CALL = re.compile(r"\b(\w+)\((\)?)")
WORD = re.compile(r"\w+")
SCRATCH = {
    "over", "stopped", "resuming", "rolling", "answer", "mem", "build", "doubt", "traces", "n_traces", "draws",
    "n_draws", "bag_groups", "bag_now", "bag_size", "ways", "ways_sizes", "ways_list", "options", "n_options", "picked",
    "pick_values", "pick_actions", "pick_binders", "fuel", "script", "script_left", "watcher", "touched", "n_touched",
    "policy", "anew", "horizon", "looking",
    "clash", "blocked", "apart_rest", "apart_sums", "apart_path", "apart_best",
}  # fmt: skip
"""Variables that nobody looks at behind a question."""


@attrs.frozen
class Variable:
    """`static I v_points[4];` is an I, v_points, declared as v_points[4]."""

    type: str
    name: str
    text: str

    @property
    def lasts(self) -> bool:
        return self.name not in SCRATCH

    @property
    def reached(self) -> str:
        return f"#define {self.name} work->{'state.' * self.lasts}{self.name}"


def working(lines: list[str], waiting: list[str]) -> list[str]:
    """The text with a struct instead of variables. `waiting`: the members that hold what functions wait with."""
    variables = [each for line in lines for each in variables_of(line)]
    bare = [STATIC.sub("", line) if line.startswith("static ") else line for line in lines]
    first = next(at for at, line in enumerate(lines) if line != bare[at])
    between = [*structs(variables, waiting), *(each.reached for each in variables)]
    return [*lines[:first], *between, *given_work(bare[first:])]


def variables_of(line: str) -> Iterator[Variable]:
    for type_, declared in STATIC.findall(line) if line.startswith("static ") else ():
        for text in declared.split(", "):
            yield Variable(type_, WORD.findall(text)[0], text)


def structs(variables: list[Variable], waiting: list[str]) -> list[str]:
    """A game that is over needs no frames: its result lies there."""
    return [
        "struct State {",
        "    I seat, count;",
        "    union { I row[WIDTH]; struct {",
        *(f"        {each}" for each in waiting),
        "    }; };",
        *(f"    {each.type} {each.text};" for each in variables if each.lasts),
        "};",
        "struct rulelang_table { struct State state; I lists[ROOM + 1]; };",
        "struct Work {",
        "    struct State state;",
        *(f"    {each.type} {each.text};" for each in variables if not each.lasts),
        "};",
    ]


def given_work(lines: list[str]) -> list[str]:
    """Every function is given the struct, and gives it to the others."""
    heads = [HEAD.match(line) for line in lines]
    names = {head[1] for head in heads if head}
    done = []
    for line, head in zip(lines, heads):
        start, text = 0, ""
        if head:
            params = "" if head[2] == "void" else f", {head[2]}"
            start, text = head.end(), f"{line[: head.start(2)]}struct Work *work{params})"
        done.append(text + CALL.sub(lambda call: passed(call, names), line[start:]))
    return done


def passed(call: re.Match[str], names: set[str]) -> str:
    if call[1] not in names:
        return call[0]
    return f"{call[1]}(work{call[2] or ', '}"
