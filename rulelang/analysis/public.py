"""How much of a value is public: a label for each expression, from the declarations alone.

A label says how much everybody knows: all of it, only its size (a list of pieces in a zone that not everybody sees), or
nothing. Labels pass through functions by the labels of the arguments. The analysis is conservative: what it calls
public, everybody really knows.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.analysis.reads import all_open, lying
from rulelang.base.dispatch import Total, total
from rulelang.base.frozen import Frozen, frozen
from rulelang.ir import types
from rulelang.ir.types import item
from rulelang.ir.walk import walk
from rulelang.program import Program

PUBLIC, SIZE, PRIVATE = 0, 1, 2
Labels = dict[ir.Local, int]

SIZED = ("reverse", "sorted")  # built-ins that keep the size of a list


@frozen
class Offered(Frozen):
    """The labels of a choice of a value: what it is taken from, how many, and the guard (public where there is
    none).
    """

    source: int
    number: int
    guard: int


@frozen
class Listed(Frozen):
    """The labels of a menu in a choice: its binders and condition, its key and condition, and each action's binders
    and guard.
    """

    binders: tuple[int, ...]
    condition: int
    key: int
    when: int
    actions: tuple[tuple[tuple[int, ...], int], ...]

    @property
    def is_public(self) -> bool:
        """Does everybody know all that decides what is offered?"""
        inside = [*self.binders, self.condition, self.key, self.when]
        inside += [label for labels, guard in self.actions for label in (*labels, guard)]
        return max(inside) == PUBLIC


class Public:
    """The labels of values, as far as those of locals are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self.locals: Labels = {}
        self.results: dict[str, int] = {}
        self.calls: dict[tuple[str, tuple[int, ...]], int] = {}
        self.veiled = veiled_zones(self.game)
        self.secret_vars = secret_vars(self.game)
        self.unseen_vars: set[str] = set()
        """Variables that all see, and that may hold a piece of which they do not see what it shows."""
        self.settled = False

    # ------------------------------------------------------------ choices

    def label_choice(self, asking: ir.Asking) -> Offered:
        """The labels of a choice of a value."""
        source = self.label(asking.source, self.locals)
        number = self.label(asking.quantity.number, self.locals) if asking.quantity else PUBLIC
        inner = {**self.locals, asking.local: item_of(source)}
        return Offered(source, number, self.maybe(asking.guard, inner))

    def label_menu(self, ref: ir.MenuRef, env: Labels | None = None) -> Listed:
        """The labels of a menu where it is offered."""
        env, binders = self.bind_all(ref.binders, dict(self.locals if env is None else env))
        condition = self.maybe(ref.condition, env)
        menu = self.game.menus[ref.menu]
        for param, argument in zip(menu.params, ref.arguments):
            env[param] = self.label(argument, env)
        actions = []
        for action in menu.actions:
            inner, labels = self.bind_all(action.binders, dict(env))
            actions.append((labels, self.maybe(action.guard, inner)))
        return Listed(binders, condition, self.maybe(menu.key, env), self.maybe(menu.condition, env), tuple(actions))

    def bind_all(self, binders: tuple[tuple[ir.Local, ir.Expr], ...], env: Labels) -> tuple[Labels, tuple[int, ...]]:
        """The labels of some binders' lists; each binder is known as far as the items of its list are."""
        labels = []
        for local, source in binders:
            labels.append(self.label(source, env))
            env[local] = item_of(labels[-1])
        return env, tuple(labels)

    # ------------------------------------------------------------ expressions

    def maybe(self, expr: ir.Expr | None, env: Labels) -> int:
        return PUBLIC if expr is None else self.label(expr, env)

    def label(self, expr: ir.Expr, env: Labels) -> int:
        """How much of a value is public."""
        made: int = LABELS.of(type(expr))(self, expr, env)
        return made

    def join(self, exprs: tuple[ir.Expr, ...], env: Labels) -> int:
        """Public if all are, else private."""
        return PUBLIC if all(self.label(expr, env) == PUBLIC for expr in exprs) else PRIVATE

    def label_call(self, fn: str, labels: tuple[int, ...]) -> int:
        """The label of a function's value, by those of its arguments."""
        if (fn, labels) not in self.calls:
            self.calls[fn, labels] = PRIVATE
            if fn in self.game.fns:
                declared = self.game.fns[fn]
                env = {**self.locals, **dict(zip(declared.params, labels))}
                self.calls[fn, labels] = self.label(declared.body, env)
            else:
                score = self.game.scores[fn]
                lines = tuple(e for line in score.lines for e in (line.condition, line.value) if e is not None)
                self.calls[fn, labels] = self.join(lines, {**self.locals, score.seat: labels[0]})
        return self.calls[fn, labels]

    def sees_zone(self, zone: ir.Expr) -> bool:
        """Are the pieces of a place known to everybody, as soon as one knows which place it is?"""
        if isinstance(zone, ir.Inside):
            return True
        if isinstance(zone, ir.ZoneAt):
            return self.open_zone(zone.zone)
        kinds = set(zone.type.of.names) if isinstance(zone.type, types.Zone) else set(self.program.columns)
        return all(self.open_zone(name) for name, each in self.game.zones.items() if kinds & set(each.of.names))

    def open_zone(self, name: str) -> bool:
        return name in self.game.zones and self.game.zones[name].sight == "open" and name not in self.veiled


def item_of(label: int) -> int:
    """An item of a list: if only the size of the list is known, nothing is known about it."""
    return PUBLIC if label == PUBLIC else PRIVATE


def secret_vars(game: ir.Game) -> set[str]:
    """Variables that not everybody sees, always or at times."""
    hidden = {stmt.var for stmt in show_statements(game) if stmt.var is not None and stmt.sight == "none"}
    chosen = {node.var for node in walk((game.procs, game.menus)) if isinstance(node, ir.EachChooses)}
    return {name for name, var in game.vars.items() if var.sight != "open" or var.chosen or name in hidden | chosen}


def veiled_zones(game: ir.Game) -> set[str]:
    """Zones that may contain a hidden piece."""
    found: set[str] = set()
    for stmt in show_statements(game):
        if stmt.sight == "none" and stmt.pieces is not None:
            found |= lying(game, stmt.pieces)
    return found


def show_statements(game: ir.Game) -> list[ir.Show]:
    return [node for node in walk((game.procs, game.menus)) if isinstance(node, ir.Show)]


# ---------------------------------------------------------------- labels by class


def of_known(flow: Public, expr: ir.Expr, env: Labels) -> int:
    """Pieces named explicitly: their faces are known only if every zone they may be in is open."""
    inner = item(expr.type)
    if not isinstance(inner, types.Piece):
        return PUBLIC
    kinds = {name for name in inner.names if name in flow.program.faces or name in flow.game.groups}
    unseen = any(kinds & set(zone.of.names) and not flow.open_zone(name) for name, zone in flow.game.zones.items())
    if not unseen:
        return PUBLIC
    return SIZE if isinstance(expr.type, types.List) else PRIVATE


def of_local(flow: Public, expr: ir.Get, env: Labels) -> int:
    """Until all statements have been interpreted, a local is as public as what it was assigned so far."""
    return env.get(expr.local, PRIVATE if flow.settled else PUBLIC)


def of_var(flow: Public, expr: ir.VarAt, env: Labels) -> int:
    return PRIVATE if expr.var in flow.secret_vars | flow.unseen_vars else flow.join(expr.indexes, env)


def of_map(flow: Public, expr: ir.VarMap, env: Labels) -> int:
    return SIZE if expr.var in flow.secret_vars | flow.unseen_vars else PUBLIC


def of_contents(flow: Public, expr: ir.Contents, env: Labels) -> int:
    """Sizes are public; the pieces only if everybody sees them."""
    if flow.label(expr.zone, env) != PUBLIC:
        return PRIVATE
    return PUBLIC if flow.sees_zone(expr.zone) else SIZE


def of_amount(flow: Public, expr: ir.Amount, env: Labels) -> int:
    return flow.join((expr.holder,), env) if flow.game.resources[expr.resource].sight == "open" else PRIVATE


def of_op(flow: Public, expr: ir.Op, env: Labels) -> int:
    labels = [flow.label(argument, env) for argument in expr.arguments]
    if expr.op in ("count", "empty"):
        return PRIVATE if PRIVATE in labels else PUBLIC
    if expr.op in ("join", *SIZED):
        return max(labels)
    if expr.op == "take" and labels[1] == PUBLIC:
        return labels[0]
    if expr.op == "owner" and any(not flow.open_zone(name) for name in flow.game.zones):
        return PRIVATE
    return PUBLIC if max(labels, default=PUBLIC) == PUBLIC else PRIVATE


def of_if(flow: Public, expr: ir.If, env: Labels) -> int:
    if flow.label(expr.condition, env) != PUBLIC:
        return PRIVATE
    return max(flow.label(expr.then, env), flow.label(expr.otherwise, env))


def of_reveal(flow: Public, expr: ir.Reveal, env: Labels) -> int:
    """A value told to everyone is public; a value told to some is not."""
    return PUBLIC if expr.to is None else flow.label(expr.value, env)


def of_after(flow: Public, expr: ir.After, env: Labels) -> int:
    """A trial run that uses only open information is public; otherwise nobody can tell."""
    game = flow.game
    hides = any(stmt.sight == "none" for stmt in show_statements(game))
    hidden = flow.secret_vars | ({*game.zones, *game.vars} if hides else set())
    known = all_open(game, expr, hidden) and flow.join(expr.arguments, env) == PUBLIC
    return flow.label(expr.value, env) if known else PRIVATE


def of_let(flow: Public, expr: ir.Let, env: Labels) -> int:
    return flow.label(expr.body, {**env, expr.local: flow.label(expr.value, env)})


def of_rungs(flow: Public, expr: ir.Rungs, env: Labels) -> int:
    if flow.join(tuple(rung.condition for rung in expr.rungs), env) != PUBLIC:
        return PRIVATE
    return max(flow.label(value, env) for value in (*(rung.value for rung in expr.rungs), expr.otherwise))


def of_call(flow: Public, expr: ir.Call, env: Labels) -> int:
    return flow.label_call(expr.fn, tuple(flow.label(argument, env) for argument in expr.arguments))


def of_each(flow: Public, expr: ir.Each, env: Labels) -> int:
    inner, labels = flow.bind_all(expr.binders, dict(env))
    if PRIVATE in labels or flow.maybe(expr.condition, inner) != PUBLIC:
        return PRIVATE
    inside = max(flow.label(expr.element, inner), flow.maybe(expr.key, inner), *labels)
    return PUBLIC if inside == PUBLIC else SIZE


def of_list(flow: Public, expr: ir.ListOf, env: Labels) -> int:
    return PUBLIC if flow.join(expr.items, env) == PUBLIC else SIZE


def of_menu(flow: Public, expr: ir.MenuOptions, env: Labels) -> int:
    found = flow.label_menu(expr.menu, env)
    inside = [*found.binders, found.condition, found.key, found.when]
    inside += [label for labels, guard in found.actions for label in (*labels, guard)]
    return PUBLIC if max(inside) == PUBLIC else PRIVATE


LABELS: Total[int] = total(ir.Expr)
for _kind, _maker in {
    **dict.fromkeys((ir.Const, ir.Members, ir.Seats), lambda flow, expr, env: PUBLIC),
    ir.Sees: lambda flow, expr, env: PRIVATE,
    ir.Lit: of_known,
    ir.Pieces: of_known,
    ir.Look: of_known,
    ir.Get: of_local,
    ir.VarAt: of_var,
    ir.VarMap: of_map,
    ir.ZoneAt: lambda flow, expr, env: flow.join(expr.indexes, env),
    ir.Inside: lambda flow, expr, env: flow.join((expr.group,), env),
    ir.Contents: of_contents,
    ir.Amount: of_amount,
    ir.PieceField: lambda flow, expr, env: flow.join((expr.piece,), env),
    ir.RowField: lambda flow, expr, env: flow.join((expr.row,), env),
    ir.RowAt: lambda flow, expr, env: flow.join((expr.key,), env),
    ir.CellAt: lambda flow, expr, env: flow.join(expr.indexes, env),
    ir.Op: of_op,
    ir.If: of_if,
    ir.Reveal: of_reveal,
    ir.After: of_after,
    ir.Let: of_let,
    ir.Rungs: of_rungs,
    ir.Call: of_call,
    ir.Each: of_each,
    ir.ListOf: of_list,
    ir.TupleOf: lambda flow, expr, env: flow.join(expr.items, env),
    ir.MenuOptions: of_menu,
}.items():
    LABELS.case(_kind)(_maker)
LABELS.seal()
