"""`override`: a new node in place of an old one; inside it, `original` is the old one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from rulelang.diagnostics import problem
from rulelang.link.keys import (
    NAMELESS,
    WORDS,
    key_of,
    mentions_original,
    place,
    row_key,
    rows_of,
    same_shape,
    with_original,
)
from rulelang.link.merge import Merger
from rulelang.link.rows import override_table
from rulelang.syntax import nodes


def override(merger: Merger, change: nodes.Override, by: str) -> None:
    new = change.declaration
    if isinstance(new, nodes.Instance):
        override_instance(merger, new, by)
    elif isinstance(new, nodes.Score):
        override_score(merger, new, by)
    elif isinstance(new, nodes.ExtendRows | nodes.Grid):
        override_table(merger, new, by)
    elif isinstance(new, nodes.Look):
        override_look(merger, new, by)
    elif isinstance(new, nodes.Const):
        override_const(merger, new, by)
    elif isinstance(new, nodes.Variant):
        override_variant(merger, new, by)
    elif isinstance(new, NAMELESS) or type(new) not in WORDS:
        merger.problems.append(problem("R209", new.span, what=WORDS.get(type(new), "this")))
    else:
        override_named(merger, new, by)


def override_named(merger: Merger, new: Any, by: str) -> None:
    key = key_of(new)
    same_kind = (nodes.Step, nodes.Phase) if isinstance(new, nodes.Step | nodes.Phase) else (type(new),)
    name = new.name if hasattr(new, "name") else nodes.Word(key.removeprefix("invariant "), place(new))
    old = merger.named.get(key)
    if not isinstance(old, same_kind):
        merger.find(name, same_kind, "override")
        return
    if not same_shape(new, old, merger.named):
        also = [(place(old), "declared here")]
        merger.problems.append(problem("R213", place(new), name=name, also=also))
        return
    merger.claim(key, "", place(new), by, mentions_original(new))
    merger.replace(old, new)


def override_look(merger: Merger, new: nodes.Look, by: str) -> None:
    """Replace the name, the parts and the rows that are given; keep the others."""
    old = merger.named.get(key_of(new))
    if not isinstance(old, nodes.Look):
        merger.declare_named(new)
        return
    keys = {str(row.key.span.text): row for row in old.rows if isinstance(row, nodes.LookRow)}
    keys |= {str(row.key.span.text): row for row in new.rows if isinstance(row, nodes.LookRow)}
    kinds = {part_kind(part) for part in new.parts}
    parts = (*(part for part in old.parts if part_kind(part) not in kinds), *new.parts)
    merger.named[key_of(new)] = attrs.evolve(new, text=new.text or old.text, parts=parts, rows=tuple(keys.values()))


def part_kind(part: nodes.LookPart) -> object:
    """The kind of a part: two parts of one kind exclude each other."""
    return str(part.word.name) if isinstance(part, nodes.LookText) else type(part)


def override_variant(merger: Merger, new: nodes.Variant, by: str) -> None:
    if str(new.name) not in merger.variants:
        merger.missing(new.name, "variant", "override", merger.variants)
        return
    merger.claim(str(new.name), "", new.name.span, by)
    merger.variants[str(new.name)] = new


# ---------------------------------------------------------------- constants, options, the game


def override_const(merger: Merger, new: nodes.Const, by: str) -> None:
    """A constant; a constant from a table by players leaves that table."""
    for at, table in enumerate(merger.nameless):
        if isinstance(table, nodes.ConstByPlayers):
            row = next((row for row in rows_of(table.rows)[1:] if row_key(row) == new.name), None)
            if row is not None:
                merger.claim(str(new.name), "", new.name.span, by, mentions_original(new))
                merger.nameless[at] = attrs.evolve(table, rows=tuple(each for each in table.rows if each is not row))
                merger.declare_named(new)
                merger.remember(by_players(table, row, new), new)
                return
    override_named(merger, new, by)


def by_players(table: nodes.ConstByPlayers, row: nodes.TableRow, new: nodes.Const) -> nodes.Const:
    """A row of constants by players as one constant: `if players == 3 then 9 else …`."""
    span = row.span
    value: nodes.Expr | None = None
    for count, cell in reversed(list(zip(rows_of(table.rows)[0].cells[1:], row.cells[1:]))):
        atoms: tuple[Any, ...] = getattr(cell, "atoms", ())
        counts: tuple[Any, ...] = getattr(count, "atoms", ())
        if not atoms or not counts:
            continue
        own = atoms[0] if len(atoms) == 1 else nodes.List(span, atoms)
        test = nodes.Compare(span, nodes.Players(span), nodes.Word("==", span), counts[0])
        value = own if value is None else nodes.IfExpr(span, test, own, value)
    return nodes.Const(span, new.name, None, value or nodes.Number(span, 0), table.text, table.tags)


def override_option(merger: Merger, change: nodes.OverrideOption, by: str) -> None:
    old = merger.find(change.name, (nodes.Option,), "override")
    if old is not None:
        merger.claim(str(change.name), "", change.name.span, by, mentions_original(change.value))
        merger.named[str(old.name)] = attrs.evolve(old, default=with_original(change.value, old.default))


def override_game(merger: Merger, change: nodes.OverrideGame, by: str) -> None:
    merger.claim("game", "", change.span, by)
    merger.game = nodes.Game(change.span, nodes.Word("", change.span), change.players, None, ())


# ---------------------------------------------------------------- one part of something


def override_instance(merger: Merger, new: nodes.Instance, by: str) -> None:
    """Replace only the hooks that are listed; with `is`, everything."""
    old = merger.find(new.name, (nodes.Instance,), "override")
    if old is None:
        return
    if new.family.name != old.family.name:
        also = [(place(old), "declared here")]
        have, want = str(old.family.name), str(new.family.name)
        merger.problems.append(problem("R215", new.name.span, name=new.name, have=have, want=want, also=also))
        return
    key = str(new.name)
    if new.mechanism is not None:
        merger.claim(key, "", new.name.span, by)
        merger.replace(old, attrs.evolve(new, text=new.text or old.text, tags=new.tags or old.tags))
        return
    bindings = list(old.bindings)
    for binding in new.bindings:
        if isinstance(binding, nodes.Hole):
            continue
        merger.claim(key, f".{binding.name}", binding.name.span, by, mentions_original(binding))
        at = place_of(bindings, "name", binding.name)
        if at is None:
            bindings.append(binding)
        else:
            merger.remember(bindings[at], binding)
            bindings[at] = binding
    merger.named[key] = attrs.evolve(
        old, bindings=tuple(bindings), text=new.text or old.text, tags=new.tags or old.tags
    )


def place_of(parts: Sequence[Any], field: str, name: nodes.Word) -> int | None:
    """The index of the part with this name."""
    return next((at for at, part in enumerate(parts) if getattr(part, field, None) == name), None)


def override_score(merger: Merger, new: nodes.Score, by: str) -> None:
    """Replace single lines, by label."""
    old = merger.find(new.name, (nodes.Score,), "override")
    if old is None:
        return
    lines = list(old.lines)
    for line in new.lines:
        if isinstance(line, nodes.Hole):
            continue
        at = place_of(lines, "label", line.label)
        part = f' "{line.label}"'
        if at is None:
            labels = [each.label for each in lines if isinstance(each, nodes.ScoreLine)]
            merger.missing(line.label, "score line", "override", labels, f"{new.name}{part}")
            continue
        merger.claim(str(new.name), part, line.label.span, by, mentions_original(line))
        merger.remember(lines[at], line)
        lines[at] = line
    merger.named[str(old.name)] = attrs.evolve(old, lines=tuple(lines))


def override_action(merger: Merger, change: nodes.OverrideAction, by: str) -> None:
    menu = merger.find(change.menu, (nodes.Menu,), "override an action of")
    if menu is None:
        return
    new, part = change.action, f".{change.action.name}"
    actions = list(menu.actions)
    at = place_of(actions, "name", new.name)
    if at is None:
        names = [each.name for each in actions if isinstance(each, nodes.Action)]
        merger.missing(new.name, f"action of `{change.menu}`", "override", names, f"{change.menu}{part}")
        return
    old = actions[at]
    if mentions_original(new) and len(new.binders) != len(old.binders):
        also = [(old.name.span, "declared here")]
        merger.problems.append(problem("R213", new.name.span, name=new.name, also=also))
        return
    merger.claim(str(change.menu), part, new.name.span, by, mentions_original(new))
    merger.remember(old, new)
    actions[at] = new
    merger.named[str(menu.name)] = attrs.evolve(menu, actions=tuple(actions))
