"""Generated C that stops at each question and goes on with an answer.

It is the text of the run-to-end build, in which functions that may ask become coroutines. Where one waits, it saves its
locals in a frame of its own, and a question leaves all of them by `longjmp`. To go on, each is called again and jumps
to where it stood (`resuming`). Nothing in the rules may call itself, so no function is under way twice, and a game is
its variables and one frame for each such function, all in a struct (`c_work.py`). A game may also play on by itself,
with answers by lot (`rolling`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.native.c.module import printed, whole
from rulelang.native.c.stmt import Statements, region_name
from rulelang.native.c.suspend import Frame, frame_of
from rulelang.native.c.work import working
from rulelang.native.plan.nodes import LIST, Plan
from rulelang.native.py.stmt import Build
from rulelang.native.rt import fixed

HEAD = re.compile(r"static (?:I|void) (\w+)\(([^)]*)\) \{$")
WRAPPER = "jmp_buf here"
MOST_ITEMS = 128  # of lists that are no zones, while a game waits; with more Python plays


@attrs.frozen
class Function:
    """A function of the text. `lines` without head and end; a piece of text without a name is something else."""

    name: str
    params: str
    head: str
    lines: list[str]

    @property
    def zeros(self) -> str:
        """Arguments that nobody looks at."""
        kinds = [param.split()[0] for param in self.params.split(", ") if param != "void"]
        return ", ".join("m_zero()" if kind == "M" else "0" for kind in kinds)


def step_text(plan: Plan) -> str:
    """The whole file."""
    build = Build(step=True)
    out = printed(plan, build)
    parts = list(functions_of("\n".join(out.lines).splitlines()))
    asking = asking_of(parts)
    frames, done = list[Frame](), list[str]()
    for part in parts:
        if part.name not in asking:
            done += [part.head, *part.lines, *(["}"] if part.name else [])]
            continue
        if any(WRAPPER in line for line in part.lines):
            frame = wrapper(part)
        else:
            frame = frame_of(part.name, part.lines, {"ask": "", **{each: asking[each].zeros for each in asking}})
        frames.append(frame)
        done += [part.head, *frame.lines, "}"]
    frames.append(root(plan))
    out.lines = [*done, "static void root(void) {", *frames[-1].lines, "}"]
    lists = lasting(out, frames)
    defines = {
        "WIDTH": 4 + plan.layout.players * (1 + len(plan.criteria[1])),
        "SEAT_BITS": seat_bits(plan.layout.players),
        "LISTS": len(lists),
        "ROOM": min(sum(size for _, size in lists), plan.layout.count + len(lists) + MOST_ITEMS),
    }
    lines = whole(out, build).replace(ASKED, fixed("put.h") + ASKED, 1).splitlines()
    where = ", ".join(f"{{{place}, {size}}}" for place, size in lists)
    head = ["#include <stdlib.h>", *(f"#define {name} {value}" for name, value in defines.items())]
    known = f"static const struct {{ int32_t at, most; }} lasting[LISTS + 1] = {{{where}}};"
    return "\n".join([*head, *working(lines, [frame.declared for frame in frames]), known, fixed("table.c")])


def seat_bits(players: int) -> int:
    """How many bits of what a step gives are the seat; the others are the number of options."""
    return players.bit_length()


def functions_of(lines: list[str]) -> Iterator[Function]:
    """The text in pieces: functions of several lines, and single lines."""
    found, body = None, list[str]()
    for line in lines:
        if found is not None and line == "}":
            yield Function(found[1], found[2], found[0], body)
            found = None
        elif found is not None:
            body.append(line)
        elif match := HEAD.match(line):
            found, body = match, []
        else:
            yield Function("", "", line, [])


def asking_of(parts: list[Function]) -> dict[str, Function]:
    """The functions that may ask, by themselves or by others."""
    asking: dict[str, Function] = {}
    while True:
        calls = re.compile(rf"\b({'|'.join(['ask', *asking])})\(")
        more = {
            part.name: part
            for part in parts
            if part.name and part.name not in asking and any(map(calls.search, part.lines))
        }
        if not more:
            return asking
        asking.update(more)


def lasting(out: Statements, frames: list[Frame]) -> list[tuple[str, int]]:
    """The lists that are needed behind a question: where they lie, and their size with their length."""
    found = []
    for region, size in out.regions.items():
        each = min(size, out.capacity)
        places = [f"{region_name(region)} + {at}" for at in range(0, size, each)]
        found += [(place, each) for place in places if lasts(out, frames, region)]
    return found


def lasts(out: Statements, frames: list[Frame], region: str) -> bool:
    """Is a list needed behind a question? So are those of zones, variables, and locals that are alive there."""
    kind, _, place = region.partition(" ")
    if kind == "pick":
        ends = [menu for name, menu in out.plan.menus.items() if (name, -1) in out.plan.actions]
        return any(int(place) < len(menu.params) and menu.params[int(place)][1] == LIST for menu in ends)
    return bool(place) or region in out.plan.shared or any(region in frame.names for frame in frames)


def wrapper(part: Function) -> Frame:
    """A phase that can be left; what it needs to be left is set up again when it goes on."""
    inner = f"in_{part.name.removeprefix('run_')}"
    given = ", ".join(param.split()[1] for param in part.params.split(", ") if param != "void")
    lines = [
        f"    struct F_{part.name} *const f = &work->state.frame_{part.name};",
        "    jmp_buf here, *before = stopped;",
        "    I volatile result = NONE;",
        "    if (!resuming) { f->held = together; f->mark = top; f->build_mark = bp; }",
        "    stopped = &here;",
        f"    if (!setjmp(here)) result = {inner}({given});",
        "    else { together = f->held; top = f->mark; bp = f->build_mark; }",
        "    stopped = before;",
        "    return result;",
    ]
    return Frame(part.name, dict.fromkeys(("held", "mark", "build_mark"), ("I", "")), lines)


def root(plan: Plan) -> Frame:
    """What calls all others."""
    lines = ["    struct F_root *const f = &work->state.frame_root;", "    if (!resuming) { reset(); f->pc = 0; }"]
    for at, name in enumerate(name for name in ("setup", "play") if name in plan.procs):
        lines.append(f"    if (f->pc == {at}) {{ run_{name}(); f->pc++; }}")
    return Frame("root", {}, [*lines, "    longjmp(over, 2);"])


ASKED = "static inline I ask("
