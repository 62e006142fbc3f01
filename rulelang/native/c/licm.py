"""What a loop does not change, worked out before it, in C.

The value may not be needed, and then it must not be trouble: so tests that fail are only noted, beside the value, and
it is trouble where the value is used. What has other tests than these is worked out where it stands.
"""

from __future__ import annotations

import re

from rulelang.native.c.code import TYPES, Code
from rulelang.native.c.stmt import Statements, prints
from rulelang.native.passes.cse import safe
from rulelang.native.passes.inline import Inlining
from rulelang.native.passes.licm import hoist
from rulelang.native.passes.sources import mark_sources
from rulelang.native.plan import acts, ops
from rulelang.native.plan.nodes import MASK, Node, Plan, Step, nodes, simple

TESTS = (
    "ix", "need", "found", "found_face", "shown", "within", "rolled", "m_only", "m_first", "m_last", "pack", "part",
    "fit", "mul_ck",
    "trouble", "passed", "sure_i", "sure_m",
)  # fmt: skip
PLAIN = ("i_if", "slot", "around", "pack_small", "decided")
MOST = 40  # nodes of a mask that is written wherever it is used; a compiler works it out once
CALLED = re.compile(r"\b([a-z]\w*)\(")


def prepare(plan: Plan) -> None:
    """Writes procedures out and has what stays the same worked out before loops."""
    Written(plan).all()
    mark_sources(plan)
    hoist(plan, bold=True)


class Written(Inlining):
    """Scores stay functions. What a function is given is taken to be what its type says, as if it were called."""

    def tallied(self, step: Step) -> list[Step]:
        return [step]

    def is_plain(self, arg: Node) -> bool:
        return simple(arg) or (arg.rep == MASK and safe(arg) and len(list(nodes(arg))) <= MOST)

    def given(self, arg: Node) -> Node:
        return Node(ops.GIVEN, arg.rep, (arg,)) if arg.op is ops.VAR else arg


@prints(acts.KEEP)
def keep(out: Statements, step: Step) -> None:
    name, value = step.data, step.args[0]
    if not noted(out, name, value):
        out.instead[name] = value


def noted(out: Statements, name: str, value: Node) -> bool:
    """Writes down a value and whether it is trouble, if that can be told."""
    text, lines = out.capture(value)
    called = set(CALLED.findall(" ".join([*lines, text])))
    tests = called & set(TESTS)
    if any(each not in (*TESTS, *PLAIN) and not each.startswith("m_") for each in called) or lines or "mem[" in text:
        return False
    if out.may_be_none(value):
        out.plan.optional.add(name)
    out.before[name] = TYPES[value.rep]
    out.wholes.locals[name] = out.wholes.known(value)
    if not tests:
        out.line(f"{name} = {text};")
        return True
    out.doubted.add(name)
    out.before[f"{name}_bad"] = "I"
    text = CALLED.sub(lambda found: f"noted_{found[0]}" if found[1] in tests else found[0], text)
    out.line(f"doubt = 0; {name} = {text}; {name}_bad = doubt;")
    return True


def get(code: Code, node: Node) -> str:
    """A local; or what is written in its place."""
    if node.data in code.instead:
        return code.of(code.instead[node.data])
    if node.data in code.doubted - code.raw:
        return f"sure_{'m' if node.rep == MASK else 'i'}({node.data}_bad, {node.data})"
    return str(node.data)


Code.printers[ops.GET] = get
Code.printers[ops.GIVEN] = lambda code, node: code.of(node.args[0])
