"""Lists of lists in C: an item of a list is one number, and an inner list is represented by its address.

So storing, copying or comparing a list requires knowing its depth: a list of numbers has depth one, a list of lists of
numbers has depth two. A stored list is copied as a whole: first the outer list, then what it contains.
"""

from __future__ import annotations

from typing import Any

from rulelang.native.plan import ops
from rulelang.native.plan.expressions import data_of, is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, Plan
from rulelang.native.plan.reps import Parts, list_depth

INNER = (ops.AT, ops.FIRST, ops.LAST, ops.ONLY, ops.FIRST_OR_NONE, ops.LAST_OR_NONE)
OUTER = (ops.SUBSETS, ops.BAGS, ops.PERMUTATIONS)
MADE = ("list", "highest", "lowest", "sorted", "best_split")  # comprehensions that make a list


def depth(plan: Plan, node: Node) -> int:
    """How deep the lists of a value go; 0: it is no list."""
    if node.rep != LIST:
        return int(node.rep == MASK)
    if is_op(node, ops.GET):
        return plan.depths.get(node.data, 1)
    if is_op(node, ops.VAR, ops.VARMAP):
        return list_depth(plan.layout.game.vars[node.data].type) + (node.op is ops.VARMAP)
    if is_op(node, ops.CONST):
        return value_depth(node.data)
    if is_op(node, ops.TAB):
        return max(map(value_depth, node.data.values))
    if node.op in (ops.CALL, ops.AFTER):
        value = plan.fns[node.data.fn if is_op(node, ops.AFTER) else data_of(node, ops.CALL)].value
        return 1 if value is None else depth(plan, value)
    if is_op(node, ops.EACH):
        return (node.data.kind in MADE) + depth(plan, node.args[-2])
    if node.op in INNER:
        return max(1, depth(plan, node.args[0]) - 1)
    if node.op in OUTER:
        return 1 + depth(plan, node.args[0])
    if node.op is ops.ONE:
        return 1 + depth(plan, node.args[0])
    if node.op is ops.SOME:
        return 2
    deepest = max((depth(plan, arg) for arg in node.args), default=0)
    return deepest + 1 if node.op is ops.LIST else max(1, deepest)


def value_depth(value: Any) -> int:
    """The same of a value that is known."""
    if not isinstance(value, tuple) or isinstance(value, Parts):
        return 0
    return 1 + max(map(value_depth, value), default=0)
