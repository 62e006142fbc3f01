"""Options and answers as a test block writes them, from the events alone: `5`, `"Card(blue, 3)"`, `"swap(P2,
Card(?))"`, `"pass"`.

The event of a choice holds raw values. Their meaning follows from the name of the choice and its line: a value of some
type, or an action of some menus. The reader decides how pieces are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.data import Namer, seat_name, to_json
from rulelang.engine.runner import PASS
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import walk
from rulelang.program import Program
from rulelang.program import events as ev

Menus = tuple[ir.MenuRef, ...]
Key = tuple[str, Span]


@attrs.frozen(eq=False)
class Answers:
    """The choices of a program by name and line: the type of what is chosen, or the menus it is chosen from."""

    program: Program
    choices: dict[Key, t.Type | Menus]

    @classmethod
    def of(cls, program: Program) -> Answers:
        return cls(program, dict(choices(program.game)))

    def write(self, key: Key, option: Any, namer: Namer) -> Any:
        """An option as a test writes it; a whole number stays one."""
        if option == PASS:
            return PASS
        kind = self.choices[key]
        if isinstance(kind, tuple):
            return self.action(kind, option, namer)
        return option if is_number(option, kind) else self.text(option, kind, namer)

    def taken(self, menus: Menus, option: Any) -> tuple[ir.Menu, ir.Action, list[tuple[ir.Local, Any]]]:
        """The menu and the action of an option, and the values of its binders."""
        ref, number, _, values = option
        menu = self.program.game.menus[menus[ref].menu]
        action = menu.actions[number]
        return menu, action, [(local, value) for (local, _), value in zip(action.binders, values)]

    def action(self, menus: Menus, option: Any, namer: Namer) -> str:
        """`swap(P2, Card(blue, 3))`: the binders of the action, not the arguments of its menu."""
        _, action, bound = self.taken(menus, option)
        items = [self.text(value, local.type, namer) for local, value in bound]
        return f"{action.name}({', '.join(items)})" if items else action.name

    def data(self, key: Key, option: Any, namer: Namer) -> Any:
        """An option as JSON: a value by its type, or the action with its arguments by name; null for `pass`."""
        if option == PASS:
            return None
        kind = self.choices[key]
        if not isinstance(kind, tuple):
            return to_json(self.program, option, kind, namer)
        menu, action, bound = self.taken(kind, option)
        arguments = {local.name: to_json(self.program, value, local.type, namer) for local, value in bound}
        return {"menu": menu.name, "action": action.name, "arguments": arguments}

    def text(self, value: Any, type_: t.Type, namer: Namer) -> str:
        """A value in words."""
        type_ = bare(type_)
        if value is None:
            return "none"
        if isinstance(type_, t.Piece):
            return namer(value)
        if isinstance(type_, t.Seat):
            return seat_name(value)
        if isinstance(type_, t.List):
            return f"[{', '.join(self.text(item, type_.of, namer) for item in value)}]"
        if isinstance(type_, t.Tuple):
            return f"{type_.name}({', '.join(self.text(item, part, namer) for item, part in zip(value, type_.parts))})"
        plain = to_json(self.program, value, type_, namer)
        return str(plain).lower() if isinstance(plain, bool) else str(plain)

    def arrange(self, key: Key, option: Any, by: Callable[[int], Any]) -> Any:
        """The same option with the pieces of each list in another order: a bag is in the order of what its pieces show,
        which would tell those who see some of them how the others compare.
        """
        if option == PASS:
            return option
        kind = self.choices[key]
        if not isinstance(kind, tuple):
            return arrange_value(option, kind, by)
        ref, number, given, values = option
        bound = self.taken(kind, option)[2]
        return ref, number, given, tuple(arrange_value(value, local.type, by) for local, value in bound) or values

    def pieces(self, key: Key, option: Any) -> tuple[int, ...]:
        """The pieces in an option, in order."""
        if option == PASS:
            return ()
        kind = self.choices[key]
        if not isinstance(kind, tuple):
            return tuple(pieces_in(option, kind))
        bound = self.taken(kind, option)[2]
        return tuple(piece for local, value in bound for piece in pieces_in(value, local.type))


def key_of(event: ev.Chose) -> Key:
    """What a choice is found by."""
    assert event.rule is not None
    return event.name, event.rule


def pieces_in(value: Any, type_: t.Type) -> Iterator[int]:
    type_ = bare(type_)
    if value is None:
        return
    if isinstance(type_, t.Piece):
        yield value
    elif isinstance(type_, t.List):
        for item in value:
            yield from pieces_in(item, type_.of)


def arrange_value(value: Any, type_: t.Type, by: Callable[[int], Any]) -> Any:
    """A value with the pieces of each list in it in this order."""
    type_ = bare(type_)
    if value is None or not isinstance(type_, t.List):
        return value
    if isinstance(bare(type_.of), t.Piece):
        return tuple(sorted(value, key=by))
    return tuple(arrange_value(item, type_.of, by) for item in value)


def is_number(value: Any, type_: t.Type) -> bool:
    return isinstance(bare(type_), t.Int) and isinstance(value, int) and not isinstance(value, bool)


# ---------------------------------------------------------------- where choices stand


def choices(game: ir.Game) -> Iterator[tuple[Key, t.Type | Menus]]:
    """Every choice of a game, under the name the engine gives it."""
    for name, stmt in choice_statements(game):
        if isinstance(stmt, ir.Choose | ir.EachChooses):
            yield (name, stmt.span), answer_type(stmt.asking)
        else:
            yield (name, stmt.span), stmt.menus if isinstance(stmt, ir.ChooseAction) else (stmt.menu,)


Choosing = ir.Choose | ir.EachChooses | ir.ChooseAction | ir.Resolve


def choice_statements(game: ir.Game) -> Iterator[tuple[str, Choosing]]:
    for where, body in bodies(game):
        for stmt in walk(body):
            if isinstance(stmt, ir.Choose | ir.EachChooses):
                yield f"{where}.{stmt.asking.local.name}", stmt
            elif isinstance(stmt, ir.ChooseAction):
                yield "+".join(dict.fromkeys(ref.menu for ref in stmt.menus)), stmt
            elif isinstance(stmt, ir.Resolve):
                yield stmt.menu.menu, stmt


def bodies(game: ir.Game) -> Iterator[tuple[str, ir.Suite]]:
    for proc in game.procs.values():
        yield proc.declared, proc.body
    for menu in game.menus.values():
        yield menu.name, menu.finally_
        for action in menu.actions:
            yield f"{menu.name}.{action.name}", action.body


def answer_type(asking: ir.Asking) -> t.Type:
    """The type of one answer: an item of the list, or a bag of them."""
    kind = bare(asking.source.type)
    item = kind.of if isinstance(kind, t.List | t.Zone) else asking.local.type
    return item if asking.quantity is None or asking.one_by_one else t.List(item)
