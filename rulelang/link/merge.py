"""Applies declarations and changes, one after another, to what has been declared so far.

Names of one file live in one namespace. A change finds what it changes by name (tests and invariants by title) and puts
a new node in its place; nothing is edited, so spans go on pointing at the line that was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from rulelang.diagnostics import Diagnostic, nearest, problem
from rulelang.source import Span
from rulelang.syntax import nodes

Weaves = dict[str, tuple[list[nodes.Suite], list[nodes.Suite]]]

# What each kind of declaration is called in messages.
WORDS: dict[type, str] = {
    nodes.Option: "option", nodes.Const: "constant", nodes.Enum: "enum", nodes.TypeAlias: "type", nodes.Piece: "piece",
    nodes.Zone: "zone", nodes.Resource: "resource", nodes.Var: "var", nodes.Table: "table", nodes.Grid: "table",
    nodes.Group: "group", nodes.Fn: "fn", nodes.Step: "step", nodes.Phase: "phase", nodes.Setup: "setup",
    nodes.Play: "play", nodes.Menu: "menu", nodes.Score: "score", nodes.Winner: "winner", nodes.Invariant: "invariant",
    nodes.Mechanism: "mechanism", nodes.Instance: "instance", nodes.Test: "test", nodes.Variant: "variant",
    nodes.ConstByPlayers: "constants by players", nodes.Ends: "end", nodes.Ruling: "ruling", nodes.Credits: "credits",
}  # fmt: skip
NAMELESS = (nodes.ConstByPlayers, nodes.Ends, nodes.Ruling, nodes.Credits, nodes.Hole)


@attrs.define
class Merger:
    problems: list[Diagnostic]
    named: dict[str, nodes.Node] = attrs.field(factory=dict)
    nameless: list[nodes.Node] = attrs.field(factory=list)
    order: list[str | int] = attrs.field(factory=list)
    variants: dict[str, nodes.Variant] = attrs.field(factory=dict)
    tests: dict[str, nodes.Test] = attrs.field(factory=dict)
    originals: dict[int, nodes.Node] = attrs.field(factory=dict)
    weaves: Weaves = attrs.field(factory=dict)
    changed_by: dict[str, tuple[str, Span]] = attrs.field(factory=dict)
    mods: set[str] = attrs.field(factory=set)
    game: nodes.Game | None = None
    kept: list[nodes.Node] = attrs.field(factory=list)
    """Nodes that only `originals` points at by id: they must live as long as this does."""

    # ------------------------------------------------------------ reading

    def declarations(self) -> Iterator[Any]:
        for key in self.order:
            if isinstance(key, int):
                yield self.nameless[key]
            elif key in self.named:
                yield self.named[key]

    # ------------------------------------------------------------ adding

    def add(self, declarations: Iterable[nodes.Node]) -> None:
        self.apply(declarations, by="")

    def apply(self, declarations: Iterable[nodes.Node], by: str) -> None:
        for declaration in declarations:
            change = CHANGES.get(type(declaration))
            if change:
                change(self, declaration, by)
            else:
                self.declare(declaration)

    def declare(self, declaration: nodes.Node) -> None:
        if isinstance(declaration, nodes.Variant):
            self.variants[self.fresh(declaration.name, self.variants, "variant")] = declaration
        elif isinstance(declaration, nodes.Test):
            self.tests[self.fresh(declaration.title, self.tests, "test")] = declaration
        elif isinstance(declaration, NAMELESS):
            self.order.append(len(self.nameless))
            self.nameless.append(declaration)
        else:
            self.declare_named(declaration)

    def declare_named(self, declaration: nodes.Node) -> None:
        key = key_of(declaration)
        if key in self.named:
            name = key.removeprefix("invariant ")
            self.twice(place(declaration), word(declaration), name, place(self.named[key]))
            return
        self.named[key] = declaration
        self.order.append(key)

    def fresh(self, name: nodes.Word, known: dict[str, Any], what: str) -> str:
        if name in known:
            self.twice(name.span, what, name, place(known[name]))
        return str(name)

    def twice(self, span: Span, what: str, name: str, first: Span) -> None:
        also = [(first, "declared first here")]
        self.problems.append(problem("R206", span, kind=what, name=name, label="declared again here", also=also))

    # ------------------------------------------------------------ finding what is changed

    def find(self, name: nodes.Word, kinds: tuple[type, ...], verb: str) -> Any:
        found = self.named.get(str(name))
        if isinstance(found, kinds):
            return found
        candidates = [key for key, node in self.named.items() if isinstance(node, kinds)]
        name = nodes.Word(name.removeprefix("invariant "), name.span)
        self.missing(name, " or ".join(dict.fromkeys(WORDS[kind] for kind in kinds)), verb, candidates)
        return None

    def missing(self, name: nodes.Word, what: str, verb: str, candidates: Iterable[str]) -> None:
        close = nearest(name, list(candidates))
        help_ = f"did you mean `{close}`?" if close else ""
        self.problems.append(problem("R207", name.span, kind=what, name=name, verb=verb, help=help_))

    def replace(self, old: nodes.Node, new: nodes.Node) -> None:
        self.named[key_of(old)] = new
        self.originals[id(new)] = old
        self.kept += [old, new]

    def claim(self, what: str, span: Span, by: str, uses_original: bool) -> None:
        """Two mods may not both replace a thing, unless the later one builds on the earlier. Variants come after them."""
        if by not in self.mods:
            return
        if what in self.changed_by and self.changed_by[what][0] != by and not uses_original:
            other, first = self.changed_by[what]
            also = [(first, f"`{other}` changes it here")]
            self.problems.append(problem("R208", span, what=what, by=by, other=other, also=also))
        self.changed_by[what] = (by, span)


# ---------------------------------------------------------------- override


def override(merger: Merger, change: nodes.Override, by: str) -> None:
    new = change.declaration
    if isinstance(new, nodes.Instance):
        override_instance(merger, new, by)
    elif isinstance(new, nodes.Score):
        override_score(merger, new, by)
    elif isinstance(new, nodes.Table | nodes.Grid):
        override_table(merger, new, by)
    elif isinstance(new, nodes.Const):
        override_const(merger, new, by)
    elif isinstance(new, NAMELESS) or type(new) not in WORDS:
        merger.problems.append(problem("R209", new.span, what=WORDS.get(type(new), "this")))
    else:
        override_named(merger, new, by)


def override_named(merger: Merger, new: Any, by: str) -> None:
    key = key_of(new)
    old = merger.named.get(key)
    same_kind = (nodes.Step, nodes.Phase) if isinstance(new, nodes.Step | nodes.Phase) else (type(new),)
    if old is None or not isinstance(old, same_kind):
        merger.find(getattr(new, "name", nodes.Word(key, place(new))), same_kind, "override")
        return
    if len(getattr(new, "params", ())) != len(getattr(old, "params", ())):
        also = [(place(old), "declared here")]
        merger.problems.append(problem("R213", place(new), name=key, also=also))
        return
    merger.claim(key, place(new), by, mentions_original(new))
    merger.replace(old, new)


def override_const(merger: Merger, new: nodes.Const, by: str) -> None:
    for at, table in enumerate(merger.nameless):
        if isinstance(table, nodes.ConstByPlayers):
            rows = tuple(row for row in table.rows if row_key(row) != new.name)
            if len(rows) < len(table.rows):
                merger.claim(str(new.name), new.name.span, by, False)
                merger.nameless[at] = attrs.evolve(table, rows=rows)
                merger.declare_named(new)
                return
    override_named(merger, new, by)


def override_instance(merger: Merger, new: nodes.Instance, by: str) -> None:
    old = merger.find(new.name, (nodes.Instance,), "override")
    if old is None:
        return
    if new.mechanism is not None:
        merger.claim(str(new.name), new.name.span, by, False)
        merger.replace(old, new)
        return
    bindings = list(old.bindings)
    for binding in new.bindings:
        if isinstance(binding, nodes.Hole):
            continue
        merger.claim(f"{new.name}.{binding.name}", binding.name.span, by, mentions_original(binding))
        at = next((i for i, b in enumerate(bindings) if getattr(b, "name", None) == binding.name), None)
        if at is None:
            bindings.append(binding)
        else:
            merger.originals[id(binding)] = bindings[at]
            merger.kept += [binding, bindings[at]]
            bindings[at] = binding
    merger.named[str(old.name)] = attrs.evolve(
        old, bindings=tuple(bindings), text=new.text or old.text, tags=new.tags or old.tags
    )


def override_score(merger: Merger, new: nodes.Score, by: str) -> None:
    old = merger.find(new.name, (nodes.Score,), "override")
    if old is None:
        return
    lines = list(old.lines)
    for line in new.lines:
        if isinstance(line, nodes.Hole):
            continue
        at = next((i for i, each in enumerate(lines) if getattr(each, "label", None) == line.label), None)
        merger.claim(f'{new.name} "{line.label}"', line.label.span, by, mentions_original(line))
        if at is None:
            labels = [each.label for each in lines if isinstance(each, nodes.ScoreLine)]
            merger.missing(line.label, "score line", "override", labels)
        else:
            merger.originals[id(line)] = lines[at]
            merger.kept += [line, lines[at]]
            lines[at] = line
    merger.named[str(old.name)] = attrs.evolve(old, lines=tuple(lines))


def override_table(merger: Merger, new: Any, by: str) -> None:
    """Rows by key: a row of the new table takes the place of the row with the same first cell."""
    old = merger.find(new.name, (type(new),), "override")
    if old is None:
        return
    old_rows = old.rows.rows if isinstance(old, nodes.Table) else old.rows
    new_rows = new.rows.rows if isinstance(new, nodes.Table) else new.rows[has_header(new) :]
    rows = list(old_rows)
    for row in new_rows:
        at = next((i for i, each in enumerate(rows) if row_key(each) == row_key(row)), None)
        merger.claim(f"{new.name}[{row_key(row)}]", row.span, by, False)
        if at is None:
            merger.problems.append(problem("R210", row.span, table=new.name, key=row_key(row)))
        else:
            rows[at] = row
    merger.named[str(old.name)] = with_rows(old, rows)


def override_action(merger: Merger, change: nodes.OverrideAction, by: str) -> None:
    menu = merger.find(change.menu, (nodes.Menu,), "override an action of")
    if menu is None:
        return
    actions = list(menu.actions)
    at = next((i for i, each in enumerate(actions) if getattr(each, "name", None) == change.action.name), None)
    if at is None:
        names = [each.name for each in actions if isinstance(each, nodes.Action)]
        merger.missing(change.action.name, f"action of `{change.menu}`", "override", names)
        return
    merger.claim(f"{change.menu}.{change.action.name}", change.action.name.span, by, mentions_original(change.action))
    merger.originals[id(change.action)] = actions[at]
    merger.kept += [change.action, actions[at]]
    actions[at] = change.action
    merger.named[str(menu.name)] = attrs.evolve(menu, actions=tuple(actions))


def override_option(merger: Merger, change: nodes.OverrideOption, by: str) -> None:
    old = merger.find(change.name, (nodes.Option,), "override")
    if old is not None:
        merger.claim(str(change.name), change.name.span, by, False)
        merger.named[str(old.name)] = attrs.evolve(old, default=change.value)


def override_game(merger: Merger, change: nodes.OverrideGame, by: str) -> None:
    merger.game = nodes.Game(change.span, nodes.Word("", change.span), change.players, None, ())


# ---------------------------------------------------------------- extend


def extend(merger: Merger, change: nodes.Extend, by: str) -> None:
    more = change.declaration
    EXTENSIONS[type(more)](merger, more)


def extend_enum(merger: Merger, more: nodes.Enum) -> None:
    old = merger.find(more.name, (nodes.Enum,), "extend")
    if old is not None:
        merger.named[str(old.name)] = attrs.evolve(old, members=old.members + more.members)


def extend_rows(merger: Merger, more: nodes.ExtendRows) -> None:
    old = merger.find(more.name, (nodes.Table, nodes.Grid), "extend")
    if old is None:
        return
    if isinstance(old, nodes.Table):
        header, rows = more.rows[0], more.rows[1:]
        names = [str(atom_name(cell)) for cell in header.cells]
        if sorted(names) != sorted(str(cell.name) for cell in old.rows.header.cells):
            columns = ", ".join(str(cell.name) for cell in old.rows.header.cells)
            merger.problems.append(problem("R212", header.span, name=old.name, columns=columns))
            return
        merger.named[str(old.name)] = with_rows(old, [*old.rows.rows, *reordered(merger, old, names, rows)])
    else:
        merger.named[str(old.name)] = with_rows(old, [*old.rows, *more.rows[has_header(old) :]])


def extend_piece(merger: Merger, more: nodes.Piece) -> None:
    old = merger.find(more.name, (nodes.Piece,), "extend")
    if old is None:
        return
    if not isinstance(old.made, nodes.Rows) or not isinstance(more.made, nodes.Rows):
        merger.problems.append(problem("R211", more.name.span, name=more.name))
        return
    names = [str(cell.name) for cell in more.made.header.cells]
    rows = reordered(merger, old, names, [row for row in more.made.rows if isinstance(row, nodes.TableRow)])
    made = attrs.evolve(old.made, rows=old.made.rows + tuple(rows))
    merger.named[str(old.name)] = attrs.evolve(old, made=made)


def extend_score(merger: Merger, more: nodes.Score) -> None:
    old = merger.find(more.name, (nodes.Score,), "extend")
    if old is not None:
        merger.named[str(old.name)] = attrs.evolve(old, lines=old.lines + more.lines)


def extend_menu(merger: Merger, more: nodes.Menu) -> None:
    old = merger.find(more.name, (nodes.Menu,), "extend")
    if old is not None:
        merger.named[str(old.name)] = attrs.evolve(old, actions=old.actions + more.actions)


def extend_players(merger: Merger, more: nodes.ConstByPlayers) -> None:
    """More columns: each row of the base that has the same name gets the new cells."""
    header, rows = more.rows[0], {row_key(row): row for row in more.rows[1:]}
    for at, table in enumerate(merger.nameless):
        if isinstance(table, nodes.ConstByPlayers) and any(row_key(row) in rows for row in table.rows[1:]):
            widened = [_joined(table.rows[0], header)]
            for row in table.rows[1:]:
                extra = rows.pop(row_key(row), None)
                widened.append(_joined(row, extra) if extra else row)
            merger.nameless[at] = attrs.evolve(table, rows=tuple(widened))
    for row in rows.values():
        merger.problems.append(problem("R210", row.span, table="const by players", key=row_key(row)))


def _joined(row: nodes.TableRow, extra: nodes.TableRow) -> nodes.TableRow:
    return attrs.evolve(row, cells=row.cells + extra.cells[1:])


EXTENSIONS: dict[type, Callable[[Merger, Any], None]] = {
    nodes.Enum: extend_enum,
    nodes.ExtendRows: extend_rows,
    nodes.Piece: extend_piece,
    nodes.Score: extend_score,
    nodes.Menu: extend_menu,
    nodes.ConstByPlayers: extend_players,
}


# ---------------------------------------------------------------- remove and weave


def remove_action(merger: Merger, change: nodes.RemoveAction, by: str) -> None:
    menu = merger.find(change.menu, (nodes.Menu,), "remove an action of")
    if menu is None:
        return
    actions = tuple(each for each in menu.actions if getattr(each, "name", None) != change.name)
    if len(actions) == len(menu.actions):
        merger.missing(change.name, f"action of `{change.menu}`", "remove", [a.name for a in menu.actions])
    merger.claim(f"{change.menu}.{change.name}", change.name.span, by, False)
    merger.named[str(menu.name)] = attrs.evolve(menu, actions=actions)


def remove_score(merger: Merger, change: nodes.RemoveScore, by: str) -> None:
    score = merger.find(change.score, (nodes.Score,), "remove a line of")
    if score is None:
        return
    lines = tuple(each for each in score.lines if getattr(each, "label", None) != change.label)
    if len(lines) == len(score.lines):
        merger.missing(change.label, "score line", "remove", [line.label for line in score.lines])
    merger.claim(f'{change.score} "{change.label}"', change.label.span, by, False)
    merger.named[str(score.name)] = attrs.evolve(score, lines=lines)


def remove_invariant(merger: Merger, change: nodes.RemoveInvariant, by: str) -> None:
    if merger.named.pop(f"invariant {change.title}", None) is None:
        titles = [key.removeprefix("invariant ") for key in merger.named if key.startswith("invariant ")]
        merger.missing(change.title, "invariant", "remove", titles)


def remove_test(merger: Merger, change: nodes.RemoveTest, by: str) -> None:
    if merger.tests.pop(str(change.title), None) is None:
        merger.missing(change.title, "test", "remove", merger.tests)


def remove_decl(merger: Merger, change: nodes.RemoveDecl, by: str) -> None:
    if merger.variants.pop(str(change.name), None) is None and merger.named.pop(str(change.name), None) is None:
        merger.missing(change.name, "declaration", "remove", [*merger.variants, *merger.named])


def weave(merger: Merger, change: nodes.Weave, by: str) -> None:
    target = str(change.target)
    if not isinstance(merger.named.get(target), nodes.Phase | nodes.Step | nodes.Setup | nodes.Play | nodes.Instance):
        runnable = (nodes.Phase, nodes.Step, nodes.Setup, nodes.Play, nodes.Instance)
        names = [key for key, node in merger.named.items() if isinstance(node, runnable)]
        merger.missing(change.target, "phase or step", f"put something {change.when}", names)
        return
    before, after = merger.weaves.setdefault(target, ([], []))
    if change.when == "before":
        before.insert(0, change.body)
    else:
        after.append(change.body)


CHANGES: dict[type, Callable[[Merger, Any, str], None]] = {
    nodes.Override: override,
    nodes.OverrideAction: override_action,
    nodes.OverrideOption: override_option,
    nodes.OverrideGame: override_game,
    nodes.Extend: extend,
    nodes.RemoveAction: remove_action,
    nodes.RemoveScore: remove_score,
    nodes.RemoveInvariant: remove_invariant,
    nodes.RemoveTest: remove_test,
    nodes.RemoveDecl: remove_decl,
    nodes.Weave: weave,
}


# ---------------------------------------------------------------- small questions about nodes


def key_of(node: Any) -> str:
    """What a declaration is found by. `setup`, `play` and `winner` are one each."""
    if isinstance(node, nodes.Setup | nodes.Play | nodes.Winner):
        return WORDS[type(node)]
    if isinstance(node, nodes.Invariant):
        return f"invariant {node.title}"
    return str(node.name)


def place(node: Any) -> Span:
    """Where a declaration is named."""
    name = getattr(node, "name", None) or getattr(node, "title", None)
    return name.span if isinstance(name, nodes.Word) else node.span


def word(node: nodes.Node) -> str:
    return WORDS.get(type(node), "declaration")


def row_key(row: Any) -> str:
    """The first cell of a row, as text."""
    return row.span.source.text[row.cells[0].span.start : row.cells[0].span.end] if row.cells else ""


def atom_name(cell: Any) -> str:
    atoms = getattr(cell, "atoms", ())
    return str(getattr(atoms[0], "name", "")) if atoms else ""


def has_header(grid: nodes.Grid) -> bool:
    """A grid with two indexes has a header row."""
    return len(grid.indexes) == 2


def with_rows(table: Any, rows: list[Any]) -> Any:
    if isinstance(table, nodes.Table):
        return attrs.evolve(table, rows=attrs.evolve(table.rows, rows=tuple(rows)))
    return attrs.evolve(table, rows=tuple(rows))


def reordered(merger: Merger, old: Any, names: list[str], rows: Iterable[nodes.TableRow]) -> list[nodes.TableRow]:
    """Rows whose columns stand in the order of the table they are added to."""
    rows_: Any = old.made if isinstance(old, nodes.Piece) else old.rows
    header = rows_.header
    wanted = [str(cell.name) for cell in header.cells]
    result = []
    for row in rows:
        if sorted(names) != sorted(wanted) or len(row.cells) != len(wanted):
            merger.problems.append(problem("R212", row.span, name=old.name, columns=", ".join(wanted)))
            continue
        cells = dict(zip(names, row.cells, strict=True))
        result.append(attrs.evolve(row, cells=tuple(cells[name] for name in wanted)))
    return result


def mentions_original(node: Any) -> bool:
    """Does this override use what it replaces?"""
    if isinstance(node, nodes.Original | nodes.OriginalStmt):
        return True
    if isinstance(node, tuple):
        return any(mentions_original(item) for item in node)
    if isinstance(node, nodes.Node):
        return any(mentions_original(getattr(node, field.name)) for field in attrs.fields(type(node))[1:])
    return False
