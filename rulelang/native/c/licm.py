"""Loop-invariant code motion in C: computes before a loop what the loop does not change.

The value may not be needed, and then it must not bail out: so failed tests are only noted beside the value, and the
code bails out where the value is used. A value that needs other kinds of tests is computed in place.
"""

from __future__ import annotations

from rulelang.native.c.code import TYPES, Code, spell
from rulelang.native.c.lists import known_places
from rulelang.native.c.stmt import Statements, prints
from rulelang.native.passes.cse import safe
from rulelang.native.passes.inline import Inlining
from rulelang.native.passes.licm import hoist
from rulelang.native.passes.sources import mark_sources
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import NodeOf, is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, Plan, Step, nodes, op, simple

MOST = 40  # nodes of a mask that is written wherever it is used; a compiler works it out once


def prepare(plan: Plan, whole: frozenset[str] = frozenset()) -> None:
    """Writes procedures out, but for some, and has what stays the same worked out before loops."""
    Written(plan, whole).all()
    mark_sources(plan)
    hoist(plan, bold=True)


class Written(Inlining):
    """Scores stay functions. What a function is given is taken to be what its type says, as if it were called."""

    def expand_tally(self, step: acts.Tally) -> list[Step]:
        return [step]

    def is_plain(self, arg: Node) -> bool:
        return simple(arg) or (arg.rep == MASK and safe(arg) and len(list(nodes(arg))) <= MOST)

    def pass_argument(self, arg: Node) -> Node:
        return op(ops.GIVEN, arg, rep=arg.rep) if arg.op is ops.VAR else arg


@prints(acts.Keep)
def keep(out: Statements, step: acts.Keep) -> None:
    name, value = step.name, step.args[0]
    if not note_value(out, name, value):
        out.instead[name] = value


def note_value(out: Statements, name: str, value: Node) -> bool:
    """Writes down a value and whether it bails out, if that can be told."""
    if not can_note(out, value):
        return False
    tested, taken = out.tested, out.taken
    text, lines = out.capture(value)
    if lines:
        out.taken = taken  # what was written is dropped
        return False
    if out.may_be_none(value):
        out.plan.optional.add(name)
    out.before[name] = TYPES[value.rep]
    out.wholes.locals[name] = out.wholes.judge(value)
    if out.tested == tested:
        out.line(f"{name} = {text};")
        return True
    out.noting = True
    text, _ = out.capture(value)
    out.noting = False
    out.doubted.add(name)
    out.before[f"{name}_bad"] = "I"
    out.line(f"doubt = 0; {name} = {text}; {name}_bad = doubt;")
    return True


def can_note(code: Code, node: Node) -> bool:
    """Can all that it is made of be worked out early, with failures noted? Lists cannot, nor can what calls others."""
    if is_op(node, ops.GET) and node.data in code.instead:
        return can_note(code, code.instead[node.data])
    if node.rep == LIST or not node.op.early:
        return False
    if node.op is ops.MERGE and known_places(code, node) != []:
        return False
    return all(can_note(code, arg) for arg in node.args)


def get(code: Code, node: NodeOf[str]) -> str:
    """A local; or what is written in its place."""
    if node.data in code.instead:
        return code.of(code.instead[node.data])
    if node.data in code.doubted - code.raw:
        return code.rt("sure_m" if node.rep == MASK else "sure_i", f"{node.data}_bad", str(node.data))
    return str(node.data)


spell(ops.GET, by=get)
spell(ops.GIVEN, by=lambda code, node: code.of(node.args[0]))
