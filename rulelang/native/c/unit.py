"""The functions of a generated C file: pure ones, menus, actions, procedures."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.native.c.code import TYPES, Leaving
from rulelang.native.c.expr import function_name
from rulelang.native.c.frames import Frame
from rulelang.native.c.stmt import Statements, zeros
from rulelang.native.passes.suspend import alive_in
from rulelang.native.plan import acts
from rulelang.native.plan.menus import Action, Menu
from rulelang.native.plan.nodes import INT, LIST, Plan, Unit, Unsupported, clean, walk_steps


def signature(out: Statements, name: str, params: tuple[tuple[str, str], ...], rep: str = INT) -> str:
    return out.head(TYPES[rep], name, ", ".join(f"{TYPES[kind]} {own}" for own, kind in params))


def rename_params(params: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((f"p_{name}", rep) for name, rep in params)


def heads(out: Statements) -> list[str]:
    """What is called before it is written."""
    plan = out.plan
    lines = [signature(out, function_name(unit), unit.params, unit.rep) + ";" for unit in plan.fns.values()]
    for name, menu in plan.menus.items():
        lines.append(signature(out, f"menu_{clean(name)}", (("base", "i"), ("want", "i"), *menu.params)) + ";")
    lines += [
        signature(out, f"run_{clean(unit.name)}", rename_params(unit.params)) + ";" for unit in plan.procs.values()
    ]
    for fn, trial in out.trials.items():
        params = tuple((f"a{at}", rep) for at, (_, rep) in enumerate(plan.procs[trial.proc].params))
        lines.append(signature(out, f"try_{clean(fn)}", (*params, *plan.fns[fn].params), plan.fns[fn].rep) + ";")
    lines += [out.head("void", name) + ";" for name in out.takers.values()]
    return [*lines, *[out.head("void", "row_picked") + ";"] * out.watched]


def function(out: Statements, unit: Unit) -> None:
    assert unit.value is not None
    out.indent = 0
    with out.block(signature(out, function_name(unit), unit.params, unit.rep)):
        for name, _ in unit.params:
            out.line(f"(void){name};")
        before = out.taken
        text, lines = out.capture(unit.value)
        if unit.rep == LIST or out.taken == before:
            out.lines += [*lines, f"    return {text};"]
        else:
            out.lines += ["    I mark = top;", *lines, f"    {TYPES[unit.rep]} result = {text};"]
            out.lines += ["    top = mark;", "    return result;"]


def menu_function(out: Statements, name: str) -> None:
    """Counts the options of a menu; the one that is wanted is kept, or all are written down (see `menus`), or each
    is shown to who watches.
    """
    menu = out.plan.menus[name]
    out.indent = 0
    with out.block(signature(out, f"menu_{clean(name)}", (("base", "i"), ("want", "i"), *menu.params))):
        for own, _ in menu.params:
            out.line(f"(void){own};")
        out.line("I n = 0, mark = top;")
        if menu.condition is not None:
            out.line(f"if (!({out.of(menu.condition)})) {{ top = mark; return 0; }}")
        key = out.temp("I", out.of(menu.key)) if menu.key is not None else ""
        for each in menu.actions:
            with out.block(f"if ({key} == {each.key})" if key and each.key is not None else ""):
                option(out, name, each, 0)
        out.line("top = mark;")
        out.line("return n;")


def option(out: Statements, name: str, action: Action, at: int) -> None:
    binders, guard = action.binders, action.late
    if at < len(binders):
        early = action.early[at]
        with out.block(f"if ({out.of(early)})" if early is not None else ""):
            if at == len(binders) - 1 and action.narrowed is not None:
                count_narrowed(out, name, action)
                return
            with out.loop(binders[at].name, action.sources[at]), out.release_memory():
                option(out, name, action, at + 1)
        return
    with out.block(f"if ({out.of(guard)})" if guard is not None else ""):
        menu = out.plan.menus[name]
        number_ = action.number
        values = [*menu.params, *((binder.name, binder.rep) for binder in binders)]
        if writes_down(menu):
            kept = " ".join(f"option[{place}] = {own};" for place, (own, _) in enumerate(values, 1))
            code = pick_code(out.plan, name, number_)
            out.line(f"if (want == ALL) {{ I *option = new_option(); option[0] = {code}; {kept} }}")
        each = " || want == AS_ROWS" if out.watched else ""
        with out.block(f"{'else ' * writes_down(menu)}if (want >= 0{each})"):
            out.line(f"pick_actions |= 1LL << {number_};")
            with out.block(f"if (base + n == want{each})"):
                out.line(f"picked = {pick_code(out.plan, name, number_)}; pick_binders = {len(binders)};")
                for place, (own, rep) in enumerate(values):
                    out.line(f"pick_values[{place}] = {copy_picked(out, place, own, rep)};")
                if each:
                    out.line("if (want == AS_ROWS) row_picked();")
        out.line("n++;")


def count_narrowed(out: Statements, name: str, action: Action) -> None:
    """Options that are the pieces of a mask are counted all at once."""
    menu = out.plan.menus[name]
    assert action.narrowed is not None
    some = out.temp("M", out.of(action.narrowed))
    size = out.temp("I", f"m_count({some})")
    each = "want == AS_ROWS || " if out.watched else ""
    with out.block(f"if (({each}want >= 0) && {size})"):
        out.line(f"pick_actions |= 1LL << {action.number};")
        with out.block(f"if ({each}(want >= base + n && want < base + n + {size}))"):
            out.line(f"picked = {pick_code(out.plan, name, action.number)}; pick_binders = {len(action.binders)};")
            values = [*menu.params, *((binder.name, binder.rep) for binder in action.binders)]
            for place, (own, rep) in enumerate(values[:-1]):
                out.line(f"pick_values[{place}] = {copy_picked(out, place, own, rep)};")
            last = f"pick_values[{len(values) - 1}]"
            if each:
                loop = f"for (M rest = {some}; want == AS_ROWS && !m_empty(rest); rest = m_drop(rest))"
                out.line(f"{loop} {{ {last} = m_low(rest); row_picked(); }}")
            out.line(f"{'if (want >= 0) ' * bool(each)}{last} = m_kth({some}, want - base - n);")
    out.line(f"n += {size};")


def copy_picked(out: Statements, place: int, own: str, rep: str) -> str:
    """What is kept of a value of the option that was picked: lists go as deep as the deepest at this place."""
    if rep != LIST:
        return own
    deep = out.plan.depths.get(own, 1)
    return out.copy_list(f"pick {place} {deep}", own, deep)


def writes_down(menu: Menu) -> bool:
    """Are its options numbers only, and to be gone through one by one? Then all can be written down in one go."""
    if any(action.narrowed is not None for action in menu.actions):
        return False
    lists = [rep for action in menu.actions for rep in (binder.rep for binder in action.binders)]
    return LIST not in (*lists, *(rep for _, rep in menu.params))


def width(menu: Menu) -> int:
    return len(menu.params) + max([0, *(len(action.binders) for action in menu.actions)])


def option_size(plan: Plan) -> int:
    """How many numbers an option of a menu takes, where it is written down."""
    return 1 + max([0, *map(width, plan.menus.values())])


def pick_code(plan: Plan, name: str, place: int) -> int:
    keys = [key for key in plan.actions if key[1] >= 0]
    return keys.index((name, place))


def action(out: Statements, name: str, place: int, unit: Unit) -> None:
    own = f"act_{clean(name)}_{'end' if place < 0 else place}"
    routine(out, own, unit, out.asking is not None and (name, place) in out.asking.actions)


def routine(out: Statements, name: str, unit: Unit, waits: bool) -> None:
    """A function with its parameters kept, its locals declared, and its steps."""
    out.frame, out.alive = (Frame(name), alive_in(unit)) if waits else (None, {})
    outer, out.lines, out.declared, out.before, out.indent = out.lines, [], set(), {}, 1
    out.forget()
    taken = out.taken
    for own, rep in unit.params:
        out.declare(own)
        keep = out.copy_list(own, f"p_{own}", out.plan.depths.get(own, 1)) if rep == LIST else f"p_{own}"
        out.line(f"{own} = {keep};")
    out.suite(unit.body)
    body, out.lines = out.lines, outer
    if out.taken > taken:
        body = [line.freed if isinstance(line, Leaving) else line for line in body]
        body.insert(0, f"    {out.local('I', 'floor_')} = top;")
        if out.frame:
            out.frame.keep("floor_", since=0)
    body.append("    return NONE;")
    first = [f"    I {own} = NONE; (void){own};" for own in sorted(out.declared)]
    starts = {"I": "0", "M": "m_zero()"}
    first += [f"    {type_} {own} = {starts[type_]};" for own, type_ in sorted(out.before.items())]
    write_function(out, signature(out, name, rename_params(unit.params)), first, body)


def write_function(out: Statements, head: str, first: list[str], body: list[str]) -> None:
    """A function that is whole. `first`: declarations; one that can wait has more of them, and goes on behind them."""
    frame, out.frame, out.alive, out.indent = out.frame, None, {}, 0
    if frame is None:
        out.lines += [f"{head} {{", *first, *body, "}"]
        return
    declared = [f"    {type_} {own}{frame.size(own)};" for own, type_ in frame.locals.items()]
    frame.own({**dict.fromkeys(out.declared, "I"), **out.before})
    out.frames.append(frame)
    out.lines += [*frame.saves, f"{head} {{", *first, *declared, *frame.resume_lines, *body, "}"]


def taker(out: Statements, menus: Iterable[str]) -> str:
    """The function that runs the action that was picked from some menus."""
    return out.takers.setdefault(tuple(sorted(set(menus))), f"take_pick_{len(out.takers)}")


def picks(out: Statements) -> None:
    """What runs the actions that were picked."""
    for menus, own in out.takers.items():
        take_pick(out, menus, own)


def take_pick(out: Statements, menus: tuple[str, ...], own: str) -> None:
    """Runs the action that was picked, then what its menu does in the end. Actions of other menus may ask meanwhile."""
    outer, out.lines, out.indent, out.declared, out.before = out.lines, [], 1, set(), {}
    size = max(1, *(width(out.plan.menus[name]) for name in menus))
    first = [f"    I v[{size}];"]
    if out.asking is not None and out.asking.taking(menus):
        out.frame, first = Frame(own, locals={"v": "I"}, sizes={"v": size}), []
    out.line(f"for (I i = 0; i < {size}; i++) v[i] = pick_values[i];")
    with out.block("switch (picked)"):
        for name, place in out.plan.actions:
            if place >= 0 and name in menus:
                ends = (name, -1) in out.plan.actions
                acts = run_action(out, name, place, ["v"] if ends else [])
                end = " " + run_action(out, name, -1, []) if ends else ""
                out.line(f"case {pick_code(out.plan, name, place)}: {acts}{end} break;")
        out.line("default: bail();")
    body, out.lines = out.lines, outer
    write_function(out, out.head("void", own), first, body)


def run_action(out: Statements, name: str, place: int, alive: list[str]) -> str:
    """The statement that runs an action, or what its menu does in the end."""
    params = out.plan.actions[name, place].params
    waits = out.asking is not None and (name, place) in out.asking.actions
    own = f"act_{clean(name)}_{'end' if place < 0 else place}"
    return out.call("", own, [f"v[{at}]" for at in range(len(params))], zeros(params), alive if waits else None)


def procedure(out: Statements, unit: Unit) -> None:
    name = clean(unit.name)
    phase = unit.role in ("phase", "setup", "play")
    units = (*out.plan.procs.values(), *out.plan.actions.values())
    stops = phase and any(isinstance(step, acts.Stop) for each in units for step in walk_steps(each.body))
    watched = out.invariants and any(unit.name in during for during, _ in out.plan.invariants)
    rests = out.invariants and unit.role == "phase"
    waits = out.asking is not None and unit.name in out.asking.procs
    if not (stops or watched or rests or (waits and out.watched)):
        routine(out, f"run_{name}", unit, waits)
        return
    routine(out, f"in_{name}", unit, waits)
    if waits and stops:
        write_leavable_phase(out, unit)
        return
    if waits:
        under_way(out, unit)
        return
    args = ", ".join(own for own, _ in rename_params(unit.params))
    with out.block(signature(out, f"run_{name}", rename_params(unit.params))):
        if watched:
            out.line(f"on_{name}++;")
        if stops:
            out.line("jmp_buf here, *before = stopped;")
            out.line("I volatile result = NONE; I held = together, mark = top, build_mark = bp;")
            for each in running(out):
                out.line(f"I {each}_before = {each};")
            left = [f"{each} = {each}_before;" for each in running(out)]  # procedures that are left on the way
            out.line("stopped = &here;")
            out.line(f"if (!setjmp(here)) result = in_{name}({args});")
            out.line(f"else {{ together = held; top = mark; bp = build_mark; {' '.join(left)} }}")
            out.line("stopped = before;")
        else:
            out.line(f"I result = in_{name}({args});")
        if rests:
            out.line("check();")
        if watched:
            out.line(f"on_{name}--;")
        out.line("return result;")


def under_way(out: Statements, unit: Unit) -> None:
    """A procedure that can wait, in a build that is watched: who looks on sees that it runs."""
    name, args = clean(unit.name), ", ".join(own for own, _ in rename_params(unit.params))
    with out.block(signature(out, f"run_{name}", rename_params(unit.params))):
        out.line(f"running |= {running_bit(out, unit)};")
        out.line(f"I result = in_{name}({args});")
        out.line(f"running &= ~{running_bit(out, unit)};")
        out.line("return result;")


def running_bit(out: Statements, unit: Unit) -> str:
    """The bit of a procedure in `running`."""
    number = out.layout.program.procs.index(unit.name)
    if number > 62:
        raise Unsupported("more than 63 procedures, in a game that is watched")
    return f"{1 << number}LL"


def write_leavable_phase(out: Statements, unit: Unit) -> None:
    """A phase that can be left, and can wait: what it needs to be left is set up again when it goes on."""
    name, kept = clean(unit.name), ("held", "mark", "build_mark", *["before"] * out.watched)
    frame = Frame(f"run_{name}", [list(kept)], dict.fromkeys(kept, "I"))
    out.frames.append(frame)
    args = ", ".join(own for own, _ in rename_params(unit.params))
    with out.block(signature(out, f"run_{name}", rename_params(unit.params))):
        out.line(f"struct F_run_{name} *const f = &work->state.frame_run_{name};")
        out.line("jmp_buf here, *before = stopped;")
        out.line("I volatile result = NONE;")
        ran = " f->before = running;" * out.watched
        out.line(f"if (!resuming) {{ f->held = together; f->mark = top; f->build_mark = bp;{ran} }}")
        if out.watched:
            out.line(f"running |= {running_bit(out, unit)};")
        out.line("stopped = &here;")
        out.line(f"if (!setjmp(here)) result = in_{name}({args});")
        out.line("else { together = f->held; top = f->mark; bp = f->build_mark; }")
        out.line("stopped = before;")
        if out.watched:
            out.line("running = f->before;")
        out.line("return result;")


def refills(out: Statements) -> None:
    out.indent = 0
    with out.block(out.head("I", "refill_of", "I z")):
        for name, source in out.plan.refills.items():
            array = out.layout.program.zone_arrays[name]
            with out.block(f"if (z >= {array.base} && z < {array.base + array.length})"):
                out.line(f"return {out.of(source)};")
        out.line("return -1;")


def running(out: Statements) -> list[str]:
    """The variables that say which procedures run, as far as an invariant depends on that."""
    names = {name for during, _ in out.plan.invariants for name in during} if out.invariants else set()
    return [f"on_{clean(name)}" for name in sorted(names)]


def checks(out: Statements) -> None:
    """The declared invariants."""
    with out.block(out.head("void", "check")):
        out.line("if (looking) return;")
        out.line("I mark = top;")
        for during, condition in out.plan.invariants if out.invariants else []:
            when = " || ".join(f"on_{clean(name)}" for name in sorted(during)) or "1"
            with out.block(f"if ({when})"):
                out.line(f"if (!({out.of(condition)})) bail();")
        out.line("top = mark;")
