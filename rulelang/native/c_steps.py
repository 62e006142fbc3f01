"""Plan steps as C statements."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.native.c_code import Code, known_rows, limits
from rulelang.native.c_values import index
from rulelang.native.idle import idle_zones
from rulelang.native.plan import LIST, MASK, Node, Plan, Step, Unsupported, walk_steps
from rulelang.native.python_steps import known, uses_together
from rulelang.native.python_values import clean

Printer = Callable[["Statements", Step], None]


STILL = ("let", "store", "expr", "require", "if", "until", "ends", "renew", "return")  # they move nothing


class Statements(Code):
    """Writes functions. Lists that outlive a statement have a region of memory, found by their name."""

    writers: dict[str, Printer] = {}

    def __init__(self, plan: Plan, invariants: bool = False) -> None:
        super().__init__(plan)
        self.invariants = invariants
        self.regions: dict[str, int] = {}
        self.capacity = plan.layout.count + 64
        self.declared: set[str] = set()
        self.together = uses_together(plan)
        self.idle = idle_zones(plan.layout, invariants)
        self.in_sets: set[str] = set()
        """Locals that hold a piece which lies in a set."""

    def region(self, name: str) -> int:
        """Where the list of this name is kept."""
        if name not in self.regions:
            self.regions[name] = self.memory
            self.memory += self.capacity
        return self.regions[name]

    def suite(self, steps: tuple[Step, ...]) -> None:
        """Each step in a block of its own, which gives back the memory it took."""
        for step in steps:
            if step.op not in self.writers:
                raise Unsupported(f"`{step.op}`")
            if step.op in ("break", "stop"):
                self.writers[step.op](self, step)
                continue
            with self.block(""), self.given_back():
                self.writers[step.op](self, step)
            if not all(each.op in STILL for each in walk_steps((step,))):
                self.in_sets = set()
            if step.op == "choose" and not step.bodies and self.wholes.in_sets(step.data.options):
                self.in_sets.add(step.data.name)

    def declare(self, name: str) -> None:
        """A local of the function that is being written."""
        if name not in self.plan.shared:
            self.declared.add(name)

    def keep(self, name: str, value: Node) -> None:
        """Writes a local; a list is copied to its region."""
        self.declare(name)
        text = self.of(value)
        if value.rep == MASK:
            text = self.temp("I", f"ids({text})")
        if value.rep in (LIST, MASK):
            self.line(f"{name} = copied({self.region(name)}, {text}, {self.capacity});")
        elif self.may_be_none(value) and name not in self.plan.optional:
            self.line(f"{name} = need({text});")
        else:
            self.line(f"{name} = {text};")


def prints(*ops: str) -> Callable[[Printer], Printer]:
    def register(printer: Printer) -> Printer:
        for each in ops:
            Statements.writers[each] = printer
        return printer

    return register


# ---------------------------------------------------------------- values


@prints("let")
def let(out: Statements, step: Step) -> None:
    out.keep(step.data, step.args[0])


def element(out: Statements, var: str, place: Node | None) -> tuple[str, str]:
    """An element of a variable, and its number as a text."""
    array = out.layout.program.vars[var].array
    if place is None:
        return f"v_{clean(var)}", "0"
    at = out.temp("I", index(out, place, array.length))
    return f"v_{clean(var)}[{at}]", at


def is_list(out: Statements, var: str) -> bool:
    return bool(out.layout.rep_of(out.layout.game.vars[var].type) == LIST)


@prints("store")
def store(out: Statements, step: Step) -> None:
    var, low, high = step.data
    value = step.args[0]
    text = out.temp("I", out.of(value) if value.rep != MASK else f"ids({out.of(value)})")
    if not known(value, low, high):
        limits = [f"{text} < {low}"] * (low is not None) + [f"{text} > {high}"] * (high is not None)
        if limits:
            out.line(f"if ({text} != NONE && ({' || '.join(limits)})) trouble();")
    if out.may_be_none(value) and var not in out.loose and out.layout.game.vars[var].start is not None:
        out.line(f"need({text});")
    target, at = element(out, var, step.args[1] if len(step.args) > 1 else None)
    if is_list(out, var):
        place = f"{var_region(out, var)} + {at} * {out.capacity}"
        out.line(f"{target} = {text} == NONE ? NONE : copied({place}, {text}, {out.capacity});")
    else:
        out.line(f"{target} = {text};")


def var_region(out: Statements, var: str) -> int:
    name = f"v {var}"
    if name not in out.regions:
        out.regions[name] = out.memory
        out.memory += out.capacity * max(1, out.layout.program.vars[var].array.length)
    return out.regions[name]


@prints("renew")
def renew(out: Statements, step: Step) -> None:
    var = step.data
    array = out.layout.program.vars[var].array
    text = out.temp("I", out.of(step.args[0]) if step.args else "NONE")
    if array.sizes:
        with out.block(f"for (I at = 0; at < {array.length}; at++)"):
            fresh(out, var, f"v_{clean(var)}[at]", text, "at")
    else:
        fresh(out, var, f"v_{clean(var)}", text, "0")


def fresh(out: Statements, var: str, target: str, text: str, at: str) -> None:
    if is_list(out, var):
        place = f"{var_region(out, var)} + {at} * {out.capacity}"
        out.line(f"{target} = {text} == NONE ? NONE : copied({place}, {text}, {out.capacity});")
    else:
        out.line(f"{target} = {text};")


@prints("draw")
def draw(out: Statements, step: Step) -> None:
    name, rep = step.data
    if rep == LIST:
        raise Unsupported("a list by lot")
    out.declare(name)
    given = out.of(step.args[1]) if len(step.args) > 1 else "NONE"
    out.line(f"{name} = {given};")
    with out.block(f"if ({name} == NONE)"):
        items = step.args[0]
        if items.rep == MASK:
            mask = out.temp("M", out.of(items))
            out.line(f"{name} = m_kth({mask}, chance(m_count({mask})));")
        else:
            listed = out.temp("I", out.of(items))
            out.line(f"{name} = mem[{listed} + 1 + chance(mem[{listed}])];")


@prints("expr")
def expr(out: Statements, step: Step) -> None:
    out.line(f"(void)({out.of(step.args[0])});")


@prints("require")
def require(out: Statements, step: Step) -> None:
    out.line(f"if (!({out.of(step.args[0])})) trouble();")


# ---------------------------------------------------------------- flow


@prints("if")
def branch(out: Statements, step: Step) -> None:
    depth = 0
    for test, body in zip(step.args, step.bodies):
        with out.block(f"if ({out.of(test)})"):
            out.suite(body)
        out.line("else {")
        out.indent += 1
        depth += 1
    out.suite(step.bodies[-1])
    for _ in range(depth):
        out.indent -= 1
        out.line("}")


@prints("for")
def for_(out: Statements, step: Step) -> None:
    """The list once: what lies in a zone is copied, since the body may move it."""
    name, rep = step.data
    out.declare(name)
    source = step.args[0]
    source = source.args[0] if source.op == "ids" else source
    rows = known_rows(source)
    out.serial += 1
    at = f"i{out.serial}"
    if source.rep == MASK:
        head = f"for (M {at} = {out.of(source)}; !m_empty({at}); {at} = m_drop({at}))"
        item = f"m_low({at})"
    elif rows is not None and rep != LIST:
        row, size = out.known_list(source, rows)
        head, item = f"for (I {at} = 0; {at} < {size}; {at}++)", f"{row}[{at}]"
    elif source.op == "range":
        low, high = (out.temp("I", out.sure(arg)) for arg in source.args)
        head, item = f"for (I {at} = {low}; {at} <= {high}; {at}++)", at
    else:
        text = out.of(source)
        listed = out.temp("I", text if steady(out, source, step.bodies[0]) else f"fresh_copy({text})")
        head = f"for (I {at} = 1; {at} <= mem[{listed}]; {at}++)"
        item = f"mem[{listed} + {at}]"
    with out.block(head):
        if rep == LIST:
            item = f"copied({out.region(name)}, {item}, {out.capacity})"
        out.line(f"{name} = {item};{limits(name, rows) if rep != LIST else ''}")
        if len(step.args) > 1:
            out.line(f"if (!({out.of(step.args[1])})) continue;")
        out.suite(step.bodies[0])


def steady(out: Statements, source: Node, body: tuple[Step, ...]) -> bool:
    """Does a list stay as it is while the body runs?"""
    if source.op != "get":
        return source.op in ("const", "tab", "range", "each")
    return source.data not in out.plan.shared and source.data not in written(body)


def written(steps: tuple[Step, ...]) -> set[str]:
    """The locals that some steps write."""
    found: set[str] = set()
    for step in walk_steps(steps):
        data = step.data if isinstance(step.data, tuple) else (getattr(step.data, "name", step.data),)
        found |= {each for each in data if isinstance(each, str)}
    return found


@prints("while")
def while_(out: Statements, step: Step) -> None:
    condition, bound = step.args
    with out.block(f"for (I {step.data} = 0;; {step.data}++)"):
        out.line(f"if (!({out.of(condition)})) break;")
        out.line(f"if ({step.data} >= {out.sure(bound)}) trouble();")
        out.suite(step.bodies[0])


@prints("repeat")
def repeat(out: Statements, step: Step) -> None:
    name, at_most = step.data
    limit = out.temp("I", out.sure(step.args[0]))
    with out.block(f"for (I {name} = 0;; {name}++)"):
        out.line(f"if ({name} >= {limit}) {{ {'trouble(); ' if at_most else ''}break; }}")
        out.suite(step.bodies[0])


@prints("together")
def together(out: Statements, step: Step) -> None:
    out.line("together++;")
    out.suite(step.bodies[0])
    out.line("together--;")


@prints("run")
def run(out: Statements, step: Step) -> None:
    proc, name = step.data
    unit = out.plan.procs[proc]
    args = []
    for (param, _), arg in zip(unit.params, step.args):
        text = out.of(arg)
        args.append(f"need({text})" if out.may_be_none(arg) and param not in out.plan.optional else text)
    text = f"run_{clean(proc)}({', '.join(args)})"
    if name is None:
        out.line(f"{text};")
        return
    out.declare(name)
    if unit.rep == LIST:
        raise Unsupported("a list as the result of a procedure")
    out.line(f"{name} = {text};")


@prints("return")
def return_(out: Statements, step: Step) -> None:
    value = out.of(step.args[0]) if step.args else "NONE"
    if step.args and step.args[0].rep in (LIST, MASK):
        raise Unsupported("a list as the result of a procedure")
    if step.data:
        out.line(f"together -= {step.data};")
    out.line(f"return {value};")


@prints("break")
def break_(out: Statements, step: Step) -> None:
    if step.data:
        out.line(f"together -= {step.data};")
    out.line("break;")


@prints("stop")
def stop(out: Statements, step: Step) -> None:
    out.line("longjmp(*stopped, 1);")


@prints("end")
def end(out: Statements, step: Step) -> None:
    if step.args:
        out.line(f"set_winners({out.of(step.args[0])});")
    out.line("longjmp(over, 2);")


@prints("ends", "until")
def tested(out: Statements, step: Step) -> None:
    """Endings and `until` rest while effects are taken together."""
    text, lines = out.capture(step.args[0])
    with out.block("if (!together)" if out.together else ""):
        out.lines += lines
        out.line(f"if ({text}) {'longjmp(over, 2)' if step.op == 'ends' else 'return NONE'};")
