"""The variables of a generated C file, and how functions get them.

In a playout build they are static, which is the fastest to access. A table build has no variables of its own, since
many games may be in progress. They are members of a struct that is passed to every function that works on a game:
definitions are written with CTX, and macros add the struct to calls by name alone (`rt/c/work.h`). `struct Work` is
what it takes to play on. Its first part, `struct State`, is the state of a game: together with the lists that outlive a
question, this is a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from rulelang.native.build import Build
from rulelang.native.rt import runtime_text


@attrs.frozen
class Variable:
    """`I v_points[4]` is an I, v_points, of the size [4]. `lasts`: it is needed behind a question."""

    type: str
    name: str
    size: str = ""
    lasts: bool = True

    @property
    def declaration(self) -> str:
        return f"{self.type} {self.name}{self.size};"

    @property
    def member_macro(self) -> str:
        """How a name stands for a member."""
        return f"#define {self.name} work->{'state.' * self.lasts}{self.name}"


def lasting(type_: str, *names: str, **arrays: str) -> tuple[Variable, ...]:
    """Variables that are part of a game."""
    return tuple(Variable(type_, name, size) for name, size in {**dict.fromkeys(names, ""), **arrays}.items())


def scratch(type_: str, *names: str, **arrays: str) -> tuple[Variable, ...]:
    """Variables that nobody looks at behind a question."""
    return tuple(attrs.evolve(each, lasts=False) for each in lasting(type_, *names, **arrays))


ALWAYS = (
    *scratch("I", mem="[MEMORY]", build="[BUILD]"),
    *scratch("jmp_buf", "over"),
    *scratch("jmp_buf *", "stopped"),
    *lasting("I", "top", "bp", "together", "asked", "rl_winners"),
    *lasting("uint64_t", states="[PLAYERS + 1]", origins="[PLAYERS + 1]"),
    *lasting("M", "left_zones_of_groups"),
    *scratch("I", "fuel", "looking", "doubt", "n_traces", "n_draws", traces="[3 * TRACE + 1]", draws="[2 * TRACE + 1]"),
    *scratch("I", "bag_groups", "bag_size", "ways_list", bag_now="[512]", ways="[257][64]", ways_sizes="[256]"),
    *scratch("uint64_t", clash="[APART][APART / 64]", blocked="[APART + 1][APART / 64]"),
    *scratch("I", apart_rest="[APART + 1]", apart_sums="[APART + 1]", apart_path="[APART]", apart_best="[APART]"),
    *scratch("I", "picked", "n_options", "pick_actions", "pick_binders"),
    *scratch("I", pick_values="[32]", options="[MOST_OPTIONS * OPTION_SIZE]"),
)
"""What the files of `rt/c` work with."""
STEP = scratch("I", "resuming", "rolling", "answer", "script", "script_left")
"""Where questions are put. `script`: where the next outcome of a past that is told lies; `script_left`: how many do."""
WATCHED = (
    *scratch("I", "watcher", "n_touched", "policy", "anew", "horizon"),
    *scratch("uint16_t", touched="[2 * COUNT]"),
    *lasting("I", "running"),
)
"""Where somebody watches. `touched`: the pieces that were moved since the seat looked last; full: any may have been.
`anew`: the open question is put once more. `horizon`: a game ends where points are tallied. `running`: a bit for each
procedure under way that may ask.
"""
SETTLED = {"rolling": 1, "watcher": 0, "policy": 0, "anew": 0, "script_left": 0}
"""What a rollout knows without looking; what is written there is forgotten."""


def runtime_variables(build: Build) -> list[Variable]:
    return [*ALWAYS, *(STEP if build.step else ()), *(WATCHED if build.watched else ())]


def playout_state(variables: Iterable[Variable]) -> list[str]:
    """Variables of their own, and functions that are handed nothing."""
    return ["#define CTX void", "#define CTX_", *(f"static {each.declaration}" for each in variables)]


def table_state(
    variables: list[Variable], waiting: Iterable[str], functions: Mapping[str, bool], build: Build
) -> list[str]:
    """The structs. `waiting`: the members that hold what functions wait with; `functions`: those of the rules that work
    on a game, and whether they take more than that.

    A game that is over needs no frames: its result lies there.
    """
    calls = {True: "#define {0}(...) {0}(work, __VA_ARGS__)", False: "#define {0}() {0}(work)"}
    return [
        "struct State {",
        "    I seat, count;",
        "    union { I row[WIDTH]; struct {",
        *(f"        {each}" for each in waiting),
        "    }; };",
        *(f"    {each.declaration}" for each in variables if each.lasts),
        "};",
        "struct rulelang_table { struct State state; I lists[ROOM + 1]; };",
        "struct Work {",
        "    struct State state;",
        *(f"    {each.declaration}" for each in variables if not each.lasts),
        "};",
        *(each.member_macro for each in variables if not (build.rollout and each.name in SETTLED)),
        *(f"#define {name} ((I){{{value}}})" for name, value in SETTLED.items() if build.rollout),
        runtime_text("work.h"),
        *(calls[more].format(name) for name, more in functions.items()),
    ]
