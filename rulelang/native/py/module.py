"""A plan as the text of one Python module, whose `table()` returns the function that plays a game to its end."""

from __future__ import annotations

from rulelang.engine.fields import field_values
from rulelang.native.build import Build
from rulelang.native.passes.inline import trials
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import Trial, is_op
from rulelang.native.plan.nodes import LIST, Node, Plan, Unit, clean, walk_steps
from rulelang.native.py import assign, control, effects, menus  # noqa: F401  the printers of steps
from rulelang.native.py.expr import Values, literal
from rulelang.native.py.invariants import invariants
from rulelang.native.py.parts import PLACE, Part
from rulelang.native.py.prune import prune
from rulelang.native.py.state import runtime
from rulelang.native.py.stats import WATCHING, standing_function, start_watching
from rulelang.native.py.stmt import Steps, waiting
from rulelang.native.totals import FINALE


def python_text(plan: Plan, build: Build) -> str:
    """The module. Tables come first, then the state and what moves it, then the rules."""
    values = Values(plan)
    out = Steps(plan, values, build)
    for unit in plan.fns.values():
        function(out, unit)
    for name in plan.menus:
        menu_function(out, name)
    for (name, number), unit in plan.actions.items():
        action(out, name, number, unit)
    for unit in plan.procs.values():
        procedure(out, unit)
    for trial in {node.data.fn: node.data for node in trials(plan)}.values():
        try_out(out, trial)
    invariants(out)
    ending(out)
    starts = start(out)
    watched = WATCHING if build.statistics else ()
    before = [Part("", tuple(state(plan, values))), *watched, *runtime(values, build)]
    body = prune([*before, *out.parts, Part("", ("    return play",))], starts)
    head = ["from rulelang.native.rt.py.support import *", "", *state_tables(plan)]
    head += [f"{name} = {text}" for text, name in values.tables.items()]
    return "\n".join([*head, "", "", "def table():", *body, ""])


# ---------------------------------------------------------------- functions


def function(out: Steps, unit: Unit) -> None:
    assert unit.value is not None
    with out.function(f"fn_{clean(unit.name)}", tuple(name for name, _ in unit.params)):
        return_value(out, unit.value)


def return_value(out: Steps, node: Node) -> None:
    """Ladders and lets at the head of a function are statements."""
    while node.op in (ops.LET, ops.IF):
        if is_op(node, ops.LET):
            out.line(f"{node.data} = {out.of(node.args[0])}")
            node = node.args[1]
        else:
            with out.block(f"if {out.of(node.args[0])}:"):
                return_value(out, node.args[1])
            node = node.args[2]
    out.line(f"return {out.of(node)}")


def menu_function(out: Steps, name: str) -> None:
    """Adds the options of a menu to a list: what to run, the menu's arguments, the values of the binders."""
    menu = out.plan.menus[name]
    params = tuple(own for own, _ in menu.params)
    with out.function(f"menu_{clean(name)}", ("options", *params)):
        if menu.condition is not None:
            with out.block(f"if not {out.of(menu.condition)}:"):
                out.line("return options")
        if menu.key is not None:
            out.line(f"key = {out.of(menu.key)}")
        for each in menu.actions:
            depth = out.indent
            if menu.key is not None and each.key is not None:
                out.line(f"if key == {each.key}:")
                out.indent += 1
            for binder, early, source in zip(each.binders, each.early, each.sources):
                open_condition(out, early)
                out.open_loop(f"for {binder.name} in {out.values.items(source)}:")
            open_condition(out, each.late)
            own = f"do_{clean(name)}_{each.number}"
            out.line(f"options.append(({', '.join([own, *params, *(b.name for b in each.binders)])},))", own)
            out.indent = depth
        out.line("return options")


def open_condition(out: Steps, condition: Node | None) -> None:
    """What follows is done if a condition holds."""
    if condition is not None:
        out.line(f"if {out.of(condition)}:")
        out.indent += 1


def action(out: Steps, name: str, number: int, unit: Unit) -> None:
    """What an action does, then what the menu does in the end."""
    params = tuple(own for own, _ in unit.params)
    own = f"{clean(name)}_{number}" if number >= 0 else f"{clean(name)}_end"
    ending = number >= 0 and (name, -1) in out.plan.actions
    with out.function(f"act_{own}" if ending or number < 0 else f"do_{own}", rename_shadowed(out, params)):
        share(out, params)
        out.suite(unit.body)
    if ending:
        first = ", ".join(own for own, _ in out.plan.menus[name].params)
        with out.function(f"do_{own}", params):
            asks, last = ((name, each) in out.asking.actions for each in (number, -1))
            out.line(f"{waiting(asks)}act_{own}({', '.join(params)})", f"act_{own}")
            out.line(f"{waiting(last)}act_{clean(name)}_end({first})", f"act_{clean(name)}_end")


def rename_shadowed(out: Steps, params: tuple[str, ...]) -> tuple[str, ...]:
    """Parameters, under another name where the name belongs to the state."""
    return tuple(f"p_{name}" if name in out.plan.shared else name for name in params)


def share(out: Steps, params: tuple[str, ...]) -> None:
    for name in params:
        if name in out.plan.shared:
            out.line(f"{out.name(name)} = p_{name}")


def procedure(out: Steps, unit: Unit) -> None:
    params, name = tuple(name for name, _ in unit.params), clean(unit.name)
    phase = unit.role in ("phase", "setup", "play")
    stops = phase and any(isinstance(step, acts.Stop) for each in out.plan.units for step in walk_steps(each.body))
    watched = out.build.invariants and any(unit.name in during for during, _ in out.plan.invariants)
    rests = out.build.invariants and unit.role == "phase" and bool(out.plan.invariants)
    wrapped = stops or watched or rests
    inner = f"in_{name}" if wrapped else f"run_{name}"
    call = f"{waiting(unit.name in out.asking.procs)}in_{name}(*given)"
    with out.function(inner, rename_shadowed(out, params)):
        share(out, params)
        out.suite(unit.body)
    if not wrapped:
        return
    with out.function(f"run_{name}", ("*given",)):
        if watched:
            out.line(f"running[{unit.name!r}] += 1")
        if stops:
            out.outer.add("together")
            out.line("before, result, depth = together, None, dict(running)")
            with out.block("try:"):
                out.line(f"result = {call}", inner)
            with out.block("except StopPhase:"):
                out.line("together = before")
                out.line("running.update(depth)")
        else:
            out.line(f"result = {call}", inner)
        if rests:
            out.line("check()", "check")
        if watched:
            out.line(f"running[{unit.name!r}] -= 1")
        out.line("return result")


def try_out(out: Steps, trial: Trial) -> None:
    """Runs a procedure, works a value out, and puts the state back as it was."""
    plan, program = out.plan, out.layout.program
    given = [f"a{at}" for at in range(trial.given)]
    params = [name for name, _ in plan.fns[trial.fn].params]
    single = ["together", "winners", "unrolled", *plan.shared]
    single += [f"v_{clean(name)}" for name, var in program.vars.items() if not var.array.sizes]
    arrays = [name for name, var in program.vars.items() if var.array.sizes]
    kept, fields = out.values.state_name, sorted(rolled_fields(plan))
    with out.function(f"try_{clean(trial.fn)}", (*given, *params)):
        out.outer |= {*single, "looking"}
        out.values.uses |= {"Z", "S", PLACE, f"run_{clean(trial.proc)}", f"fn_{clean(trial.fn)}"}
        several = ["Z", "S", "place", "G", *(kept("r", name) for name in program.resources)]
        several += [*(kept("v", name) for name in arrays), *(kept("F", field) for field in fields)]
        several += ["COUNTS", "OPTIONS", "SAMPLES", "MARKS", "OFFERED"] if out.build.statistics else []
        named = ["running", *(kept("M", field) for field in fields)]
        out.line(f"single, looking = ({', '.join(single)}), looking + 1")
        out.line(f"several = [(each, each[:]) for each in ({', '.join(several)})]")
        out.line(f"named = [(each, dict(each)) for each in ({', '.join(named)},)]")
        with out.block("try:"):
            out.line(f"run_{clean(trial.proc)}({', '.join(given)})")
        with out.block("except Over:"):
            out.line("pass")
        out.line(f"found = fn_{clean(trial.fn)}({', '.join(params)})")
        with out.loop("for each, before in several:"):
            out.line("each[:] = before")
        with out.loop("for each, before in named:"):
            out.line("each.clear()")
            out.line("each.update(before)")
        out.line(f"({', '.join(single)}), looking = single, looking - 1")
        out.line("return found")


# ---------------------------------------------------------------- beginning and end


def ending(out: Steps) -> None:
    name, criteria = out.plan.criteria
    with out.function("scores", ()):
        values = ", ".join(out.of(value) for _, value in criteria)
        out.line(f"return tuple([({values}{',' if criteria else ''}) for {name or '_'} in {out.layout.program.seats}])")
    if out.build.statistics:
        standing_function(out)
    with out.function("best", ("found",)):
        out.line(f"seats = {out.layout.program.seats}")
        for at, (most, _) in enumerate(criteria):
            out.line(f"wanted = {'max' if most else 'min'}([found[seat - 1][{at}] for seat in seats])")
            out.line(f"seats = tuple([seat for seat in seats if found[seat - 1][{at}] == wanted])")
        out.line("return seats")


def start(out: Steps) -> dict[str, str]:
    """Sets the variables, then plays. Returns the lines that set them, by variable, where these are known."""
    starts = {}
    with out.function("begin", ()):
        for name, rep in out.plan.shared.items():
            out.line(f"{out.name(name)} = {'()' if rep == LIST else None}")
            starts[name] = out.lines[-1]
        started = dict(out.plan.starts)
        for var, place in out.layout.program.vars.items():
            value, own = started.get(var), f"v_{clean(var)}"
            text = "None" if value is None else out.of(value)
            if place.array.sizes:
                out.line(
                    f"{out.values.state_name('v', var)}[:] = [{text}] * {place.array.length + out.values.pad(var)}"
                )
                continue
            out.outer.add(own)
            out.line(f"{own} = {text}")
            if value is None or value.op is ops.NUM or (value.op is ops.LIST and not value.args):
                starts[own] = out.lines[-1]
    with out.function("play", ("given", "offering") if out.build.statistics else ("given",)):
        out.line("reset(given)", "reset")
        out.line("begin()", "begin")
        if out.build.statistics:
            start_watching(out)
        with out.block("try:"):
            for name in ("setup", "play"):
                if name in out.plan.procs:
                    out.line(f"{waiting(name in out.asking.procs)}run_{name}()", f"run_{name}")
        with out.block("except Over:"):
            out.line("pass")
        out.line("found = scores()", "scores")
        if FINALE in out.plan.procs:
            out.line(f"run_{clean(FINALE)}()", f"run_{clean(FINALE)}")
        told = ", watched()" if out.build.statistics else ""
        out.line("taken = counters()", "counters")
        questions = "asked + sum(taken[1:])" if out.build.counts_words else "asked"
        if out.build.step:  # a game is a generator, even if nobody is ever asked
            with out.block("if 0:"):
                out.line("yield")
        out.values.uses |= {"best", "watched"}
        out.line(f"return found, best(found) if winners is None else winners, {questions}, taken, trace, draws{told}")
    return starts


def state(plan: Plan, values: Values) -> list[str]:
    """The names of the state, declared so that functions can write them."""
    lines = ["    together, winners, asked, trace, draws, unrolled, looking = 0, None, 0, [], [], 0, 0"]
    lines += [f"    {name} = None" for name in plan.shared]
    for name, var in plan.layout.program.vars.items():
        start = f"[None] * {var.array.length + values.pad(name)}" if var.array.sizes else "None"
        lines.append(f"    v_{clean(name)} = {start}")
    for name, resource in plan.layout.program.resources.items():
        lines.append(f"    r_{clean(name)} = [0] * {len(resource.holders)}")
    return lines


def state_tables(plan: Plan) -> list[str]:
    """What is known of the pieces and zones."""
    layout, program = plan.layout, plan.layout.program
    masks = [layout.kind_mask(zone.of) if zone.of is not None else layout.full for zone in program.zones]
    lines = [
        f"BIT = {literal(tuple(1 << piece for piece in range(layout.count)))}",
        "TOP = (0, *BIT)",
        "ID_OF = {bit: piece for piece, bit in enumerate(BIT)}",
        f"MASKED = {literal(tuple(layout.masked))}",
        f"FRONT = {literal(tuple(zone.order == 'pile' for zone in program.zones))}",
        f"BAG = {literal(tuple(zone.order == 'bag' for zone in program.zones))}",
        f"TAKES = {literal(tuple(masks))}",
        f"LOOK = {literal(tuple(layout.looks))}",
        f"INSIDE = {literal(tuple(zone.group for zone in program.zones))}",
        f"INSIDES = {dict(program.insides)}",
        f"FACED = {layout.mask(layout.faced)}",
        f"GROUPED = {layout.mask(layout.groups)}",
        f"TWINS = {layout.twins}",
        f"SAME = {literal(tuple(layout.alike))}",
    ]
    for field in sorted(rolled_fields(plan)):
        known = {at: value for at, value in enumerate(field_values(program, field)) if isinstance(value, int)}
        faces = ", ".join(str(int(known[at])) if at in known else "UNROLLED" for at in range(layout.count))
        lines.append(f"F0_{clean(field)} = [{faces}]")
        by_face = dict.fromkeys((*faces_of(plan, field), *known.values()), 0)
        for at, value in known.items():
            by_face[value] |= 1 << at
        lines.append(f"M0_{clean(field)} = {by_face}")
    return lines


def rolled_fields(plan: Plan) -> set[str]:
    return {plan.layout.program.columns[kind][-1] for kind in plan.layout.program.faces}


def faces_of(plan: Plan, field: str) -> list[int]:
    """Every value that a roll can give a field."""
    program = plan.layout.program
    spans = [bounds for kind, bounds in program.faces.items() if program.columns[kind][-1] == field]
    return sorted({face for low, high in spans for face in range(low, high + 1)})
