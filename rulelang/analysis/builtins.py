"""Who may know the result of a built-in, by the labels of its arguments; without a row here, nobody may."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulelang import ir
from rulelang.analysis.labels import PUBLIC, Label, value
from rulelang.ir import types
from rulelang.ir.types import has_pieces

Builtin = Callable[[ir.Op, list[Label]], Label]


def together(expr: ir.Op, labels: list[Label]) -> Label:
    """Everything it is computed from must be known."""
    sight = PUBLIC
    for label in labels:
        sight &= label.flat()
    return value(sight)


def label_comparison(expr: ir.Op, labels: list[Label]) -> Label:
    """A comparison with none only asks whether there is a value."""
    for side, other in ((0, 1), (1, 0)):
        argument = expr.arguments[side]
        if isinstance(argument, ir.Lit) and argument.value is None:
            return value(labels[other].size & labels[other].which)
    return together(expr, labels)


def label_size(expr: ir.Op, labels: list[Label]) -> Label:
    return value(labels[0].size)


def an_item(expr: ir.Op, labels: list[Label]) -> Label:
    at = PUBLIC
    for label in labels[1:]:
        at &= label.flat()
    listed = isinstance(expr.arguments[0].type, types.List)
    return labels[0].item(at & labels[0].size) if listed else labels[0]


def only_one(expr: ir.Op, labels: list[Label]) -> Label:
    """Of one item, the order does not matter."""
    made = labels[0]
    if not isinstance(expr.arguments[0].type, types.List):
        return made
    which = made.which & made.size
    return Label(which, which, PUBLIC, made.look, made.where(), False, made.partly, lying=made.lying)


def extreme(expr: ir.Op, labels: list[Label]) -> Label:
    """`min` and `max`: of numbers, or the first item with the best key."""
    return together(expr, labels) if len(labels) > 1 else labels[0].item(labels[0].size)


def best(expr: ir.Op, labels: list[Label]) -> Label:
    """`highest` and `lowest`: the keys decide how many there are and which."""
    made = labels[0]
    keys = made.order & made.which & made.size if has_pieces(expr.type) else made.flat()
    return attrs.evolve(made, size=keys, which=keys, chosen=None)


def label_join(expr: ir.Op, labels: list[Label]) -> Label:
    made = labels[0] & labels[1]
    return attrs.evolve(made, many=True, chosen=None)


def label_difference(expr: ir.Op, labels: list[Label]) -> Label:
    """Which pieces are left is known to those who know where the others lie, else to nobody: a piece that is known by
    name, or was lost sight of, may be any of those in a zone.
    """
    one, other = labels
    which = one.which & other.which & other.size
    if has_pieces(expr.type):
        which &= one.where() & other.where()
    return attrs.evolve(one, size=one.size & which, which=which, term=None, drawn=False, chosen=None)


def first_few(expr: ir.Op, labels: list[Label]) -> Label:
    made, number = labels[0], labels[1].flat()
    which = made.which & made.order & number
    return attrs.evolve(made, size=made.size & number, which=which, drawn=False, chosen=None)


def label_reordering(expr: ir.Op, labels: list[Label]) -> Label:
    made = labels[0]
    return made if has_pieces(expr.type) else attrs.evolve(made, order=made.order & made.which)


def label_distinct(expr: ir.Op, labels: list[Label]) -> Label:
    """Identical pieces count once."""
    made = labels[0]
    sight = together(expr, labels).size
    return Label(sight, sight, sight, made.look, made.place, made.many, made.partly, lying=made.lying)


def owner(expr: ir.Op, labels: list[Label]) -> Label:
    return value(labels[0].where() & labels[0].which)


def seat_beside(expr: ir.Op, labels: list[Label]) -> Label:
    made, seat = together(expr, labels), labels[0].term
    return attrs.evolve(made, term=(expr.op, seat)) if seat is not None else made


def default(expr: ir.Op, labels: list[Label]) -> Label:
    return (labels[0] & labels[1]).under(labels[0].size)


def at_key(expr: ir.Op, labels: list[Label]) -> Label:
    return attrs.evolve(labels[0].item(labels[1].flat()), drawn=labels[0].drawn)


def of_map(expr: ir.Op, labels: list[Label]) -> Label:
    return labels[0]


# built-in: how its label is made
BUILTINS: dict[str, Builtin] = {
    **dict.fromkeys(
        ("neg", "add", "sub", "mul", "div", "mod", "lt", "le", "gt", "ge", "and", "or", "not", "in", "not_in", "range",
         "sum", "any", "all", "seat", "number", "part", "ranged", "connected",
         "longest_line"),
        together,
    ),
    **dict.fromkeys(("eq", "ne"), label_comparison),
    **dict.fromkeys(("count", "empty"), label_size),
    **dict.fromkeys(("first", "last", "first_or_none", "last_or_none", "at"), an_item),
    **dict.fromkeys(("min", "max"), extreme),
    **dict.fromkeys(("highest", "lowest"), best),
    **dict.fromkeys(("sorted", "reverse"), label_reordering),
    **dict.fromkeys(("distinct", "subsets", "bags", "permutations", "best_split"), label_distinct),
    **dict.fromkeys(("left", "right"), seat_beside),
    "only": only_one,
    "join": label_join,
    "without": label_difference,
    "take": first_few,
    "owner": owner,
    "default": default,
    "map_at": at_key,
    "values": of_map,
}  # fmt: skip
