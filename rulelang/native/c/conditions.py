"""Conditions as C: with a branch, or without one if both sides may be evaluated (see `if_convert`)."""

from __future__ import annotations

from functools import partial

from rulelang.native.c.code import TYPES, Code
from rulelang.native.c.decision_tables import decision, locals_of
from rulelang.native.c.if_convert import certain, proven
from rulelang.native.plan import ops
from rulelang.native.plan.nodes import MASK, Node, nodes, op, same


def branch(code: Code, node: Node) -> str:
    """A conditional expression; where a side needs lines of its own, a statement."""
    node = merge_conditions(node)
    by_table = decision(code, node)
    if by_table is not None:
        return by_table
    condition, before = code.of(node.args[0]), code.proven
    code.proven = proven(node.args[0], before)
    early = all(map(partial(may_speculate, code), node.args[1:]))
    tests, sides = speculate(code, node.args[1:]) if early else ([], [])
    if early and not sides[0][1] and not sides[1][1]:
        code.proven = before
        condition = code.rt("passed", condition, *tests) if any(test != "0" for test in tests) else condition
        return f"{'m_if' if node.rep == MASK else 'i_if'}({condition}, {sides[0][0]}, {sides[1][0]})"
    sides = [code.capture(arg) for arg in node.args[1:]]
    code.proven = before
    if not sides[0][1] and not sides[1][1]:
        return f"({condition} ? {sides[0][0]} : {sides[1][0]})"
    return split(code, condition, sides, TYPES[node.rep])


def merge_conditions(node: Node) -> Node:
    """Of two conditions one behind the other, with the same value for two of three cases, one."""
    condition, then, otherwise = node.args
    if otherwise.op is not ops.IF or otherwise.rep != MASK:
        return node
    second, one, other = otherwise.args
    if same(other, then):
        return merge_conditions(op(ops.IF, op(ops.AND, op(ops.NOT, condition), second), one, then, rep=MASK))
    if same(one, then):
        return merge_conditions(op(ops.IF, op(ops.OR, condition, second), then, other, rep=MASK))
    return node


def speculate(code: Code, args: tuple[Node, ...]) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Values that are worked out whether they are needed or not: what bails out if they are, and their texts."""
    known, tests, sides = code.raw, [], []
    for arg in args:
        names = doubtful_locals(code, arg)
        code.raw = known | names
        sides.append(code.capture(arg))
        tests.append(" | ".join(f"{name}_bad" for name in sorted(names)) or "0")
        code.raw = known
    return tests, sides


def may_speculate(code: Code, node: Node) -> bool:
    """May it be worked out in any case? What it may need, or may not, must not be in doubt."""
    in_doubt = locals_of(nodes(node)) & code.doubted - code.raw
    return in_doubt == doubtful_locals(code, node) and code.speculation.allows(node, code.proven)


def doubtful_locals(code: Code, node: Node) -> set[str]:
    """What may bail out of that which a value needs in any case."""
    return locals_of(certain(node)) & code.doubted - code.raw


def split(code: Code, condition: str, sides: list[tuple[str, list[str]]], type_: str) -> str:
    code.serial += 1
    name = f"t{code.serial}"
    if code.frame is None:
        code.line(f"{type_} {name};")
    else:
        code.frame.local(type_, name)
    for head, (text, lines) in zip((f"if ({condition})", "else"), sides):
        with code.block(head):
            code.lines += lines
            code.line(f"{name} = {text};")
    return name


def logic(code: Code, node: Node) -> str:
    one, before = code.of(node.args[0]), code.proven
    code.proven = proven(node.args[0], before)
    early = may_speculate(code, node.args[1])
    (test,), ((two, lines),) = speculate(code, node.args[1:]) if early else (("",), (("", ["not evaluated"]),))
    if early and not lines:
        code.proven = before
        if test != "0":
            one = code.rt("passed", one, *((test, "0") if node.op is ops.AND else ("0", test)))
        return f"(({one} != 0) {'&' if node.op is ops.AND else '|'} ({two} != 0))"
    two, lines = code.capture(node.args[1])
    code.proven = before
    if not lines:
        return f"({one} {'&&' if node.op is ops.AND else '||'} {two})"
    sides = [(two, lines), ("0", [])] if node.op is ops.AND else [("1", []), (two, lines)]
    return split(code, one, sides, "I")
