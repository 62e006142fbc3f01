"""The table of changes: `extend`, `remove`, `before` and `after` are here, the longer ones in other modules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from rulelang.link import override, rows
from rulelang.link.keys import RUNNABLE
from rulelang.link.merge import Merger
from rulelang.syntax import nodes


def apply(merger: Merger, declarations: Iterable[nodes.Node], by: str = "") -> None:
    """Apply declarations and changes, in order; `by` is the mod or variant they belong to."""
    for declaration in declarations:
        change = CHANGES.get(type(declaration))
        if change:
            change(merger, declaration, by)
        else:
            merger.declare(declaration)


# ---------------------------------------------------------------- extend


def extend(merger: Merger, change: nodes.Extend, by: str) -> None:
    more = change.declaration
    EXTENSIONS[type(more)](merger, more, by)


def extend_enum(merger: Merger, more: nodes.Enum, by: str) -> None:
    old = merger.find(more.name, (nodes.Enum,), "extend")
    if old is None:
        return
    merger.touch(str(old.name), "", more.name.span, by)
    for member in more.members:
        first = next((each for each in old.members if each == member), None)
        if first is not None:
            merger.report_twice(member.span, f"member of {old.name}", member, first.span)
    known = set(old.members)
    fresh = tuple(member for member in more.members if member not in known)
    merger.named[str(old.name)] = attrs.evolve(old, members=old.members + fresh)


def extend_score(merger: Merger, more: nodes.Score, by: str) -> None:
    old = merger.find(more.name, (nodes.Score,), "extend")
    if old is None:
        return
    labels = {str(line.label): line.label.span for line in old.lines if isinstance(line, nodes.ScoreLine)}
    for line in more.lines:
        if isinstance(line, nodes.ScoreLine):
            merger.touch(str(old.name), f' "{line.label}"', line.label.span, by)
            if str(line.label) in labels:
                merger.report_twice(line.label.span, "score line", line.label, labels[str(line.label)])
                return
    merger.named[str(old.name)] = attrs.evolve(old, lines=old.lines + more.lines)


def extend_menu(merger: Merger, more: nodes.Menu, by: str) -> None:
    old = merger.find(more.name, (nodes.Menu,), "extend")
    if old is not None:
        for action in more.actions:
            if isinstance(action, nodes.Action):
                merger.touch(str(old.name), f".{action.name}", action.name.span, by)
        merger.named[str(old.name)] = attrs.evolve(old, actions=old.actions + more.actions)


EXTENSIONS: dict[type, Callable[[Merger, Any, str], None]] = {
    nodes.Enum: extend_enum,
    nodes.ExtendRows: rows.extend_rows,
    nodes.Piece: rows.extend_piece,
    nodes.Score: extend_score,
    nodes.Menu: extend_menu,
    nodes.ConstByPlayers: rows.extend_players,
}


# ---------------------------------------------------------------- remove


def remove_action(merger: Merger, change: nodes.RemoveAction, by: str) -> None:
    menu = merger.find(change.menu, (nodes.Menu,), "remove an action of")
    remove_part(merger, menu, change.name, by)


def remove_score(merger: Merger, change: nodes.RemoveScore, by: str) -> None:
    score = merger.find(change.score, (nodes.Score,), "remove a line of")
    remove_part(merger, score, change.label, by)


PARTS = {  # the fields with the parts and with a part's name; a word for a part, and how its name is written
    nodes.Menu: ("actions", "name", "action of `{}`", ".{}"),
    nodes.Score: ("lines", "label", "score line", ' "{}"'),
}


def remove_part(merger: Merger, whole: Any, name: nodes.Word, by: str) -> None:
    """Remove one part of a declaration, if it was found."""
    if whole is None:
        return
    field, name_field, what, written = PARTS[type(whole)]
    parts, said = getattr(whole, field), written.format(name)
    left = tuple(each for each in parts if getattr(each, name_field, None) != name)
    if len(left) == len(parts):
        names = [getattr(each, name_field) for each in parts if not isinstance(each, nodes.Hole)]
        merger.missing(name, what.format(whole.name), "remove", names, f"{whole.name}{said}")
        return
    merger.remove(str(whole.name), said, name.span, by)
    merger.named[str(whole.name)] = attrs.evolve(whole, **{field: left})


def remove_invariant(merger: Merger, change: nodes.RemoveInvariant, by: str) -> None:
    key = f"invariant {change.title}"
    if merger.named.pop(key, None) is None:
        titles = [each.removeprefix("invariant ") for each in merger.named if each.startswith("invariant ")]
        merger.missing(change.title, "invariant", "remove", titles, key)
        return
    merger.remove(key, "", change.title.span, by)


def remove_test(merger: Merger, change: nodes.RemoveTest, by: str) -> None:
    if merger.tests.pop(str(change.title), None) is None:
        merger.missing(change.title, "test", "remove", merger.tests, f"test {change.title}")
        return
    merger.remove(f"test {change.title}", "", change.title.span, by)


# The word after `remove`, and the classes it removes.
REMOVABLE: dict[str, tuple[type, ...]] = {
    "option": (nodes.Option,), "variant": (nodes.Variant,), "piece": (nodes.Piece,), "menu": (nodes.Menu,),
    "enum": (nodes.Enum,), "const": (nodes.Const,), "zone": (nodes.Zone,), "var": (nodes.Var,),
    "table": (nodes.Table, nodes.Grid), "fn": (nodes.Fn,), "step": (nodes.Step,), "phase": (nodes.Phase,),
}  # fmt: skip


def remove_decl(merger: Merger, change: nodes.RemoveDecl, by: str) -> None:
    kind = str(change.kind.name)
    if kind == "variant":
        if merger.variants.pop(str(change.name), None) is None:
            merger.missing(change.name, "variant", "remove", merger.variants)
            return
    elif merger.find(change.name, REMOVABLE[kind], "remove") is None:
        return
    else:
        del merger.named[str(change.name)]
        merger.named.pop(f"look {change.name}", None)
    merger.remove(str(change.name), "", change.name.span, by)


# ---------------------------------------------------------------- before and after


def weave(merger: Merger, change: nodes.Weave, by: str) -> None:
    target = str(change.target)
    if not isinstance(merger.named.get(target), RUNNABLE):
        names = [key for key, node in merger.named.items() if isinstance(node, RUNNABLE)]
        merger.missing(change.target, "phase or step", f"put something {change.when}", names)
        return
    merger.touch(target, "", change.target.span, by)
    before, after = merger.weaves.setdefault(target, ([], []))
    if change.when == "before":
        before.insert(0, change.body)
    else:
        after.append(change.body)


CHANGES: dict[type, Callable[[Merger, Any, str], None]] = {
    nodes.Override: override.override,
    nodes.OverrideAction: override.override_action,
    nodes.OverrideOption: override.override_option,
    nodes.OverrideGame: override.override_game,
    nodes.Extend: extend,
    nodes.RemoveAction: remove_action,
    nodes.RemoveScore: remove_score,
    nodes.RemoveInvariant: remove_invariant,
    nodes.RemoveTest: remove_test,
    nodes.RemoveDecl: remove_decl,
    nodes.Weave: weave,
}
