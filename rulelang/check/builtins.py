"""The built-in functions: their arguments and their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.check.environment import Context
from rulelang.check.typing import element, is_ordered, join
from rulelang.ir.types import BOOL, INT, SEAT, UNKNOWN, Actions, Enum, Int, List, Optional, Piece, Seat, Type, Unknown
from rulelang.syntax import nodes

Builtin = Callable[[Context, nodes.Call, "Type | None"], ir.Expr]


def arguments_of(ctx: Context, node: nodes.Call, least: int, most: int) -> list[Any] | None:
    """The arguments as written, if their number is right."""
    args = [node.arguments] if isinstance(node.arguments, nodes.Comprehension) else list(node.arguments)
    if least <= len(args) <= most:
        return args
    name = node.function.name if isinstance(node.function, nodes.Name) else "this"
    want = str(least) if least == most else f"{least} to {most}"
    ctx.report("R321", node.span, name=name, want=want, have=len(args))
    return None


def one_list(ctx: Context, argument: Any, want: Type | None = None) -> ir.Expr:
    from rulelang.check.expressions import expr, require_list
    from rulelang.check.lists import comprehension

    if isinstance(argument, nodes.Comprehension):
        return comprehension(ctx, argument, want)
    return require_list(ctx, expr(ctx, argument, List(want) if want is not None else None))


def is_keyed(found: ir.Expr) -> bool:
    """Whether a comprehension has a `by` key for comparing its items."""
    return isinstance(found, ir.Each) and found.key is not None


def missing(node: nodes.Call) -> ir.Expr:
    return ir.Lit(UNKNOWN, node.span, None)


def of_list(op: str, result: Type, items: Type | None = None) -> Builtin:
    """A built-in from a list to a plain value."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        args = arguments_of(ctx, node, 1, 1)
        if args is None:
            return missing(node)
        found = one_list(ctx, args[0], items)
        if isinstance(found, ir.Each) and found.key is not None:
            ctx.report("R376", found.key.span)
        if isinstance(found.type, Actions) and op not in ("count", "empty"):
            ctx.report("R313", found.span, have=found.type)
        return ir.Op(result, node.span, op, (found,))

    return build


def list_argument(ctx: Context, node: nodes.Call) -> ir.Expr | None:
    """The one argument of a built-in that takes a list."""
    args = arguments_of(ctx, node, 1, 1)
    return None if args is None else one_list(ctx, args[0])


def same_list(op: str, must_order: bool = False) -> Builtin:
    """A built-in from a list to a list of the same type."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        found = list_argument(ctx, node)
        if found is None:
            return missing(node)
        if must_order and not is_keyed(found) and not is_ordered(element(found.type)):
            ctx.report("R318", found.span, have=element(found.type))
        return ir.Op(found.type, node.span, op, (found,))

    return build


def end_of(op: str) -> Builtin:
    """`first` and `last`: an item, or none where an optional is expected."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        found = list_argument(ctx, node)
        if found is None:
            return missing(node)
        if isinstance(want, Optional):
            return ir.Op(Optional(element(found.type)), node.span, f"{op}_or_none", (found,))
        return ir.Op(element(found.type), node.span, op, (found,))

    return build


def _only(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    from rulelang.check.expressions import expr, require_list
    from rulelang.check.lists import comprehension

    args = arguments_of(ctx, node, 1, 1)
    if args is None:
        return missing(node)
    if isinstance(args[0], nodes.Comprehension):
        found: ir.Expr = comprehension(ctx, args[0])
    else:
        found = expr(ctx, args[0])
    if isinstance(found.type, Optional):
        return ir.Op(found.type.of, node.span, "only", (found,))
    if isinstance(found.type, Seat | Int | Enum):
        return found  # a fact says that it is there
    found = require_list(ctx, found)
    return ir.Op(element(found.type), node.span, "only", (found,))


def extreme(op: str) -> Builtin:
    """`min` and `max`: of a list, or of several values."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        from rulelang.check.expressions import expr

        args = arguments_of(ctx, node, 1, 99)
        if args is None:
            return missing(node)
        if len(args) == 1:
            found = one_list(ctx, args[0])
        else:
            items = tuple(expr(ctx, arg, INT) for arg in args)
            type_: Type = UNKNOWN
            for item in items:
                type_ = join(type_, item.type) or INT
            found = ir.ListOf(List(type_), node.span, items)
        if not is_keyed(found) and not is_ordered(element(found.type)):
            ctx.report("R318", found.span, have=element(found.type))
        return ir.Op(element(found.type), node.span, op, (found,))

    return build


def _take(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    from rulelang.check.expressions import expr

    args = arguments_of(ctx, node, 2, 2)
    if args is None:
        return missing(node)
    found, number = one_list(ctx, args[0]), expr(ctx, args[1], INT)
    return ir.Op(found.type, node.span, "take", (found, number))


def with_sizes(op: str) -> Builtin:
    """`subsets` and `bags`: of a list, with a size or a list of sizes."""

    def build(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
        from rulelang.check.expressions import expr

        args = arguments_of(ctx, node, 2, 2)
        if args is None:
            return missing(node)
        found, sizes = one_list(ctx, args[0]), expr(ctx, args[1])
        if isinstance(sizes.type, Int | Unknown):
            sizes = ir.ListOf(List(sizes.type), sizes.span, (sizes,))
        return ir.Op(List(found.type), node.span, op, (found, sizes))

    return build


def _permutations(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    found = list_argument(ctx, node)
    return missing(node) if found is None else ir.Op(List(found.type), node.span, "permutations", (found,))


def _best_split(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    """Disjoint lists with the highest total; the value of each is a number."""
    found = list_argument(ctx, node)
    if found is None:
        return missing(node)
    if not isinstance(element(found.type), List | Unknown):
        ctx.report("R313", found.span, have=element(found.type))
    key = found.key if isinstance(found, ir.Each) else None
    if key is not None and not isinstance(key.type, Int | Unknown):
        ctx.report("R310", key.span, have=key.type, want=INT)
    return ir.Op(found.type, node.span, "best_split", (found,))


def _owner(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    from rulelang.check.expressions import expr

    args = arguments_of(ctx, node, 1, 1)
    if args is None:
        return missing(node)
    piece = expr(ctx, args[0])
    if not isinstance(piece.type, Piece | Unknown):
        ctx.report("R314", piece.span, have=piece.type)
    found = ir.Op(Optional(SEAT), node.span, "owner", (piece,))
    return found if isinstance(want, Optional) else ir.Op(SEAT, node.span, "only", (found,))


def _seat(ctx: Context, node: nodes.Call, want: Type | None) -> ir.Expr:
    from rulelang.check.expressions import expr

    args = arguments_of(ctx, node, 1, 1)
    if args is None:
        return missing(node)
    return ir.Op(SEAT, node.span, "seat", (expr(ctx, args[0], INT),))


TABLE: dict[str, Builtin] = {
    "count": of_list("count", Int(0, None)),
    "empty": of_list("empty", BOOL),
    "sum": of_list("sum", INT, INT),
    "any": of_list("any", BOOL, BOOL),
    "all": of_list("all", BOOL, BOOL),
    "first": end_of("first"),
    "last": end_of("last"),
    "only": _only,
    "min": extreme("min"),
    "max": extreme("max"),
    "highest": same_list("highest", must_order=True),
    "lowest": same_list("lowest", must_order=True),
    "sorted": same_list("sorted", must_order=True),
    "reverse": same_list("reverse"),
    "distinct": same_list("distinct"),
    "take": _take,
    "subsets": with_sizes("subsets"),
    "bags": with_sizes("bags"),
    "permutations": _permutations,
    "best_split": _best_split,
    "owner": _owner,
    "seat": _seat,
}
NAMES = tuple(TABLE)
