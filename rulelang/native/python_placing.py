"""Values that are worked out by several Python statements: lets, ladders, searches, sets with alike pieces once."""

from __future__ import annotations

from rulelang.native.inlining import is_search
from rulelang.native.plan import MASK, Node
from rulelang.native.python_steps import Steps

BETTER = {("highest", "first"): ">", ("highest", "last"): ">=", ("lowest", "first"): "<", ("lowest", "last"): "<="}


def placed(out: Steps, node: Node) -> str:
    """The text of a value; where statements say it better, they are written first, and the text is a name."""
    if not wants_statements(node):
        return out.of(node)
    name = out.temp()
    assign(out, name, node)
    return name


def wants_statements(node: Node) -> bool:
    if node.op in ("let", "merge", "only") or is_search(node):
        return node.op not in ("merge", "only") or (node.rep == MASK) == (node.op == "merge")
    return node.op == "if" and any(map(wants_statements, node.args[1:]))


def assign(out: Steps, name: str, node: Node) -> None:
    """Writes a value under a name that it does not read."""
    if not wants_statements(node):
        out.line(f"{name} = {out.of(node)}")
    elif node.op == "let":
        assign(out, node.data, node.args[0])
        assign(out, name, node.args[1])
    elif node.op == "only":
        out.line(f"({name},) = {out.of(node.args[0])}")
    elif node.op == "if":
        with out.block(f"if {out.of(node.args[0])}:"):
            assign(out, name, node.args[1])
        with out.block("else:"):
            assign(out, name, node.args[2])
    elif node.op == "merge":
        assign(out, name, node.args[0])
        merge(out, name, node)
    else:
        search(out, name, node)


def merge(out: Steps, name: str, node: Node) -> None:
    """Leaves alike pieces out of a set that has a name."""
    places = out.values.shades(node)
    if places is None:
        out.line(f"{name} = merge({name})")
        return
    for place in places:
        shade, zone = out.temp(), out.held(place)
        out.line(f"{shade} = S[{zone}]")
        with out.block(f"if {shade} is None:"):
            out.line(f"{shade} = shaded({zone})")
        with out.block(f"if {shade}:"):
            out.line(f"{name} &= ~{shade}")


def search(out: Steps, name: str, node: Node) -> None:
    """The first or last of the greatest or least items; trouble if there are none."""
    each = node.args[0]
    (item,), (source, condition, element, key) = each.data[1], each.args
    best = out.temp()
    out.line(f"{best} = None")
    with out.block(f"for {item} in {out.values.items(source)}:"):
        if condition.op != "num":
            with out.block(f"if {out.test(condition, False)}:"):
                out.line("continue")
        here = placed(out, key)
        here = here if here.isidentifier() else out.named(here)
        with out.block(f"if {best} is None or {here} {BETTER[each.data[0], node.op]} {best}:"):
            out.line(f"{best} = {here}")
            out.line(f"{name} = {out.of(element)}")
    with out.block(f"if {best} is None:"):
        out.line("trouble()")
