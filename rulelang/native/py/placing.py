"""Values that take several Python statements to compute: lets, ladders, searches, sets without duplicates of identical
pieces.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulelang.native.passes.cse import binders, local_read, safe
from rulelang.native.passes.inline import is_search
from rulelang.native.passes.pack_tuples import pack, span
from rulelang.native.passes.provenance import shape
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import NodeOf, data_of, is_op
from rulelang.native.plan.nodes import MASK, Node, get, nodes
from rulelang.native.py.expr import Name
from rulelang.native.py.stmt import Steps

BETTER = {
    ("highest", ops.FIRST): ">",
    ("highest", ops.LAST): ">=",
    ("lowest", ops.FIRST): "<",
    ("lowest", ops.LAST): "<=",
}


def lower(out: Steps, node: Node) -> str:
    """The text of a value; if statements are better, they are written first, and the text is a name."""
    if not wants_statements(node):
        return out.of(node)
    name = out.temp()
    assign(out, name, node)
    return name


def atomize(out: Steps, node: Node) -> str:
    """A value that can be written down again: a name, or a number."""
    text = lower(out, node)
    return text if isinstance(text, Name) or node.op is ops.NUM else out.assign_temp(text)


def wants_statements(node: Node) -> bool:
    if node.op in (ops.LET, ops.MERGE, ops.ONLY) or is_search(node):
        return node.op not in (ops.MERGE, ops.ONLY) or (node.rep == MASK) == (node.op is ops.MERGE)
    return node.op is ops.IF and any(map(wants_statements, node.args[1:]))


def assign(out: Steps, name: str, node: Node) -> None:
    """Writes a value under a name that it does not read."""
    if not wants_statements(node):
        out.line(f"{name} = {out.of(node)}")
    elif is_op(node, ops.LET):
        if node.args[0].op is ops.FACE and works_with(node.args[1], node.data):
            out.line(f"{node.data} = {out.values.operand(node.args[0])}")
        else:
            assign(out, node.data, node.args[0])
        assign(out, name, node.args[1])
    elif node.op is ops.ONLY:
        out.line(f"({name},) = {out.of(node.args[0])}")
    elif node.op is ops.IF:
        with out.block(f"if {out.of(node.args[0])}:"):
            assign(out, name, node.args[1])
        with out.block("else:"):
            assign(out, name, node.args[2])
    elif is_op(node, ops.MERGE):
        assign(out, name, node.args[0])
        merge(out, name, node)
    else:
        search(out, name, node)


def works_with(node: Node, name: str) -> bool:
    """Is a local used, whatever happens, before anything else is decided?"""
    if node.op.strict:
        return any((is_op(arg, ops.GET) and arg.data == name) or works_with(arg, name) for arg in node.args)
    return node.op in (ops.IF, ops.AND, ops.OR, ops.NOT, ops.LET) and works_with(node.args[0], name)


def merge(out: Steps, name: str, node: NodeOf[list[Node] | None]) -> None:
    """Leaves alike pieces out of a set that has a name."""
    places = out.values.shades(node)
    if places is None:
        out.line(f"{name} = merge({name})", "merge")
        return
    for place in places:
        shade, zone = out.temp(), atomize(out, place)
        out.line(f"{shade} = S[{zone}]", "S")
        with out.block(f"if {shade} is None:"):
            out.line(f"{shade} = shaded({zone})", "shaded")
        with out.block(f"if {shade}:"):
            out.line(f"{name} &= ~{shade}")


def read_once(out: Steps, *values: Node) -> list[Node]:
    """Values with names for the places that they look into several times, which are written first."""
    inner = [node for value in values for node in nodes(value)]
    own = {name for node in inner for name in binders(node)}
    seen = [
        node
        for node in inner
        if node.op is ops.ZONE and safe(node) and not own & {name for each in nodes(node) for name in local_read(each)}
    ]
    times = Counter(map(shape, seen))
    names: dict[Any, Node] = {}
    for node in seen:
        if times[shape(node)] > 1 and shape(node) not in names:
            names[shape(node)] = get(out.assign_temp(out.of(node)), node.rep)
    return [with_names(value, names) for value in values]


def with_names(node: Node, names: dict[Any, Node]) -> Node:
    if node.op is ops.ZONE:
        return names.get(shape(node), node)
    return attrs.evolve(node, args=tuple(with_names(arg, names) for arg in node.args)) if names else node


def search(out: Steps, name: str, node: Node) -> None:
    """The first or last of the greatest or least items; bails out if there are none."""
    each = node.args[0]
    (kind, (item,)), (source, condition, element, key) = data_of(each, ops.EACH), each.args
    key, best = pack(out.layout, key), out.temp()
    bounds = span(out.layout, key, {})
    none = str(None if bounds is None else bounds[0] - 1 if kind == "highest" else bounds[1] + 1)
    out.line(f"{best} = {none}")
    with out.loop(f"for {item} in {out.values.items(source)}:"):
        condition, key = read_once(out, condition, key)
        if condition.op is not ops.NUM:
            with out.block(f"if {out.test(condition, False)}:"):
                out.line("continue")
        here = lower(out, key)
        here = here if isinstance(here, Name) else out.assign_temp(here)
        first = "" if bounds else f"{best} is None or "
        with out.block(f"if {first}{here} {BETTER[kind, node.op]} {best}:"):
            out.line(f"{best} = {here}")
            out.line(f"{name} = {out.of(element)}")
    with out.block(f"if {best} {'==' if bounds else 'is'} {none}:"):
        out.line("bail()")
