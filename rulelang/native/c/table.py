"""Generated C that stops at each question and continues with an answer.

Functions that may ask are coroutines (see `frames`), so a game is its variables and one frame for each of these
functions, all in a struct (see `state`). A game may also continue by itself, with random answers (`rolling`).
"""

from __future__ import annotations

from rulelang.native.build import Build, seat_bits
from rulelang.native.c.frames import Frame
from rulelang.native.c.module import print_functions, whole
from rulelang.native.c.policy import policy_text
from rulelang.native.c.stmt import Statements, region_name
from rulelang.native.c.views import view_key
from rulelang.native.plan.nodes import LIST, Plan
from rulelang.native.rt import runtime_text

STEP = Build(step=True)
MOST_ITEMS, MOST_NESTED = 128, 1024  # of lists that are no zones, while a game waits; with more Python plays


def step_text(plan: Plan, build: Build = STEP) -> str:
    """The whole file."""
    out = print_functions(plan, build)
    root(out)
    lists = lasting(out)
    most = MOST_ITEMS if all(deep == 1 for _, _, deep in lists) else MOST_NESTED
    defines = {
        "WIDTH": 4 + plan.layout.players * (1 + len(plan.criteria[1])),
        "SEAT_BITS": seat_bits(plan.layout.players),
        "LISTS": len(lists),
        "ROOM": min(sum(size for _, size, _ in lists), plan.layout.count + len(lists) + most),
    }
    where = ", ".join(f"{{{place}, {size}, {deep}}}" for place, size, deep in lists)
    head = ["#include <stdlib.h>", *(f"#define {name} {value}" for name, value in defines.items())]
    text = whole(out, build, [*view_key(out), *(policy_text(out) if build.watched else ())])
    known = f"static const struct {{ int32_t at, most, deep; }} lasting[LISTS + 1] = {{{where}}};"
    watching = ("sampler.c", "observed.c", "policy.c", "standing.c") if build.watched and not build.rollout else ()
    return "\n".join([*head, text, known, *map(runtime_text, ("table.c", *watching))])


def lasting(out: Statements) -> list[tuple[str, int, int]]:
    """The lists that are needed behind a question: where they lie, their size with their length, how deep they go."""
    alive = {name for frame in out.frames for name in frame.names}
    found = []
    for region, size in out.regions.items():
        deep = out.depths.get(region, 1)
        each = min(size, out.room(deep))
        places = [f"{region_name(region)} + {at}" for at in range(0, size, each)]
        found += [(place, each, deep) for place in places if lasts(out, alive, region)]
    return found


def lasts(out: Statements, alive: set[str], region: str) -> bool:
    """Is a list needed behind a question? So are those of zones, variables, and locals that are alive there."""
    kind, _, place = region.partition(" ")
    if kind == "result":
        return False
    if kind == "pick":
        ends = [menu for name, menu in out.plan.menus.items() if (name, -1) in out.plan.actions]
        at = int(place.split()[0])
        return any(at < len(menu.params) and menu.params[at][1] == LIST for menu in ends)
    return bool(place) or region in out.plan.shared or region in alive


def root(out: Statements) -> None:
    """The function that calls all others. Its frame says which of them is under way."""
    out.frames.append(Frame("root"))
    with out.block(out.head("void", "root")):
        out.line("struct F_root *const f = &work->state.frame_root;")
        out.line("if (!resuming) { reset(); f->pc = 0; }")
        for at, name in enumerate(name for name in ("setup", "play") if name in out.plan.procs):
            out.line(f"if (f->pc == {at}) {{ run_{name}(); f->pc++; }}")
        out.line("longjmp(over, 2);")
