"""Generated C that stops at each question and goes on with an answer.

It is the text of the run-to-end build, in which functions that may ask become coroutines: what is alive while they wait
lies in a frame on a stack of our own, and a question leaves all of them by `longjmp`. To go on, each is called again
and jumps to where it stood (`resuming`). So all there is of a game is its variables and that stack: to copy it is to
copy these (`c_kept.py`). A game may also play on by itself, with answers by lot (`rolling`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulelang.native.c import c_text
from rulelang.native.c_frames import Frame, frame_of
from rulelang.native.c_kept import keeping
from rulelang.native.plan import Plan, Unsupported
from rulelang.native.python_steps import Build

HEAD = re.compile(r"static (?:I|void) (\w+)\(([^)]*)\) \{$")
WRAPPER = "jmp_buf here"
EXPORTS = "static void __attribute__((noinline)) start(void)"
FILL = "static void fill(void) {"


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
    text = c_text(plan, Build(step=True))
    before, _, rest = text.partition(EXPORTS)
    exports, _, fill = rest.partition(FILL)
    if not exports or not fill:
        raise Unsupported("a build that stops at questions: the text has changed its form")
    parts = list(functions_of(before.splitlines()))
    asking = asking_of(parts)
    frames, done = [], []
    for part in parts:
        if part.name not in asking:
            done += [part.head, *part.lines, *(["}"] if part.name else [])]
        elif any(WRAPPER in line for line in part.lines):
            frames.append(f"struct F_{part.name} {{ I held, mark, build_mark; }};")
            done += wrapper(part)
        else:
            frame = frame_of(part.name, part.lines, {"ask": "", **{each: asking[each].zeros for each in asking}})
            frames.append(frame.declared)
            done += coroutine(part, frame)
    at = done.index(next(line for line in done if line.startswith("static void check(void);")))
    done[at:at] = [STACK, *frames]
    width = 4 + plan.layout.players * (1 + len(plan.criteria[1]))
    return "\n".join([*done, FILL + fill, keeping(done), root(plan), STEPS.replace("WIDTH", str(width))])


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


def coroutine(part: Function, frame: Frame) -> list[str]:
    jumps = " ".join(f"case {at}: goto L{at};" for at in range(1, frame.stops + 1))
    return [
        part.head,
        f"    struct F_{part.name} *f = frame(sizeof *f);",
        f"    switch (resuming ? f->pc : 0) {{ {jumps} }}",
        *frame.lines,
        "}",
    ]


def wrapper(part: Function) -> list[str]:
    """A phase that can be left; what it needs to be left is set up again when it goes on."""
    inner = f"in_{part.name.removeprefix('run_')}"
    given = ", ".join(param.split()[1] for param in part.params.split(", ") if param != "void")
    return [
        part.head,
        f"    struct F_{part.name} *f = frame(sizeof *f);",
        "    jmp_buf here, *before = stopped;",
        "    I volatile result = NONE;",
        "    if (!resuming) { f->held = together; f->mark = top; f->build_mark = bp; }",
        "    stopped = &here;",
        f"    if (!setjmp(here)) result = {inner}({given});",
        "    else { together = f->held; top = f->mark; bp = f->build_mark; }",
        "    stopped = before;",
        "    return result;",
        "}",
    ]


STACK = """
#define STACK_SIZE 65536
#define AFTER(f) (((char *)((f) + 1) - stack_ + 15) & ~15)
static char stack_[STACK_SIZE] __attribute__((aligned(16)));
static I sp_, resuming, rolling, answer, q_seat, q_count;
static inline void *frame(I size) {
    void *f = stack_ + sp_;
    sp_ += (size + 15) & ~15;
    if (sp_ > STACK_SIZE) trouble();
    return f;
}
static inline I put(I seat, I n) {
    asked++;
    q_seat = ix(seat, PLAYERS + 1);
    q_count = n;
    if (!rolling) return 1;
    answer = below(q_seat, n);
    return 0;
}
"""


def root(plan: Plan) -> str:
    """What calls all others."""
    lines = ["struct F_root { I pc; };", "static void __attribute__((noinline)) root(void) {"]
    lines += ["    struct F_root *f = frame(sizeof *f);", "    if (!resuming) { reset(); f->pc = 0; }"]
    for at, name in enumerate(name for name in ("setup", "play") if name in plan.procs):
        lines.append(f"    if (f->pc == {at}) {{ run_{name}(); sp_ = AFTER(f); f->pc++; }}")
    return "\n".join([*lines, "    longjmp(over, 2);", "}"])


STEPS = """
static I row[WIDTH];
static I go(void) {
    sp_ = 0;
    stopped = 0;
    int how = setjmp(over);
    if (!how) root();
    if (how == 3) return q_seat << 32 | q_count;
    if (how == 2 && !setjmp(over)) { q_count = 0; finish(row); return 0; }
    return -1;
}
static void seats_from(uint64_t key) {
    for (I k = 1; k <= PLAYERS; k++) { states[k] = absorb(key, (uint64_t)k); counters[k] = 0; }
}
I rulelang_step_width(void) { return WIDTH; }
const I *rulelang_step_row(void) { return row; }
I rulelang_step_start(uint64_t seed, uint64_t game) {
    static int ready;
    if (!ready) { fill(); ready = 1; }
    uint64_t key = absorb(seed, game);
    states[0] = absorb(key, 0); counters[0] = 0;
    seats_from(key);
    resuming = rolling = 0;
    return go();
}
I rulelang_step_choose(I index) {
    if (index < 0 || index >= q_count) return -1;
    answer = index; resuming = 1; rolling = 0;
    return go();
}
void rulelang_step_turn(uint64_t seed, uint64_t game) {
    states[0] = absorb(absorb(seed, game), 0);
    counters[0] = 0;
}
I rulelang_step_rollout(uint64_t seed, uint64_t game) {
    if (!q_count) return -1;
    rulelang_step_turn(seed, game);
    seats_from(absorb(seed, game));
    answer = below(q_seat, q_count);
    resuming = rolling = 1;
    return go();
}
"""
