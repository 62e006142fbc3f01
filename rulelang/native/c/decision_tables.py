"""A chain of conditions as branch-free C: a table, indexed by which conditions are true, says which case holds.

This works for cases that are known numbers, or known except for one number that all of them share, such as the
strengths of cards. All conditions are evaluated, so they have to be cheap and safe (see `if_convert`). Anything among
them that may bail out is tested once, and only if every path through the chain would test it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from rulelang.native.c.code import Code
from rulelang.native.c.if_convert import certain, proven
from rulelang.native.c.packing import pack_parts
from rulelang.native.c.tuples import is_small
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import is_op
from rulelang.native.plan.nodes import MASK, Node, nodes, number_of

MOST = 4  # conditions that are worked out


@attrs.frozen
class Case:
    """A known number, to which another may be added."""

    known: int
    more: Node | None = None


@attrs.define
class Chain:
    """`cases`: one for each of the conditions, and one for when none holds. `texts`: of what these are made of."""

    conditions: list[Node]
    cases: list[Case]
    texts: dict[int, str] = attrs.Factory(dict)

    def parts(self) -> Iterator[Node]:
        for condition in self.conditions:
            yield from parts_of(condition)
        yield from (case.more for case in self.cases if case.more is not None)

    def way(self, truth: dict[str, bool]) -> tuple[Case, set[str]]:
        """The case that holds, and all that a branch would have asked for."""
        asked: set[str] = set()
        held = (at for at, condition in enumerate(self.conditions) if self.holds(condition, truth, asked))
        case = self.cases[next(held, -1)]
        return case, asked | ({self.texts[id(case.more)]} if case.more is not None else set())

    def holds(self, node: Node, truth: dict[str, bool], asked: set[str]) -> bool:
        if node.op is ops.NOT:
            return not self.holds(node.args[0], truth, asked)
        if node.op in (ops.AND, ops.OR):
            if self.holds(node.args[0], truth, asked) == (node.op is ops.OR):
                return node.op is ops.OR
            return self.holds(node.args[1], truth, asked)
        text = self.texts[id(node)]
        asked.add(text)
        return truth[text]


def decision(code: Code, node: Node) -> str | None:
    """The text of a chain of two or more conditions; none if it cannot be written like this."""
    chain = chain_of(code, node)
    if chain is None or not may_speculate(code, chain):
        return None
    doubted = {name for part in chain.parts() for name in locals_of(nodes(part))} & code.doubted - code.raw
    needs = write_parts(code, chain, doubted)
    more = {chain.texts[id(case.more)] for case in chain.cases if case.more is not None}
    atoms = list(dict.fromkeys(chain.texts[id(part)] for each in chain.conditions for part in parts_of(each)))
    if needs is None or len(more) > 1 or len(atoms) > MOST:
        return None
    ways = [chain.way(dict(zip(atoms, truth))) for truth in product((False, True), repeat=len(atoms))]
    if any({name for text in asked for name in needs[text]} != doubted for _, asked in ways):
        return None
    place = " + ".join(f"({atom} != 0) * {1 << at}LL" for at, atom in enumerate(reversed(atoms)))
    if doubted:
        place = code.rt("sure_i", " | ".join(f"{name}_bad" for name in sorted(doubted)), place)
    known = code.array("I", [case.known for case, _ in ways])
    if not more:
        return f"{known}[{place}]"
    adding = code.array("I", [-int(case.more is not None) for case, _ in ways])
    return f"decided({known}, {adding}, {place}, {more.pop()})"


def chain_of(code: Code, node: Node) -> Chain | None:
    conditions, cases = list[Node](), list[Case | None]()
    while node.op is ops.IF and node.rep != MASK:
        conditions.append(node.args[0])
        cases.append(case_of(code, node.args[1]))
        node = node.args[2]
    cases.append(case_of(code, node))
    known = [case for case in cases if case is not None]
    return Chain(conditions, known) if len(conditions) > 1 and len(known) == len(cases) else None


def case_of(code: Code, node: Node) -> Case | None:
    """A number or tuple that is known, but for its last part."""
    *first, last = node.args if node.op is ops.TUPLE else (node,)
    small = all(is_small(code, part, 1 + len(first)) for part in (*first, last))
    if not small or any(part.op is not ops.NUM for part in first):
        return None
    whole = pack_parts([*map(number_of, first), number_of(last) if last.op is ops.NUM else 0])
    return Case(whole, None if last.op is ops.NUM else last)


def parts_of(condition: Node) -> Iterator[Node]:
    """The conditions that a condition is put together from."""
    if condition.op not in (ops.AND, ops.OR, ops.NOT):
        yield condition
    for arg in condition.args if condition.op in (ops.AND, ops.OR, ops.NOT) else ():
        yield from parts_of(arg)


def locals_of(some: Iterator[Node]) -> set[str]:
    return {each.data for each in some if is_op(each, ops.GET)}


def may_speculate(code: Code, chain: Chain) -> bool:
    first = chain.conditions[0]
    before, sure = proven(first, code.proven), {id(each) for each in certain(first)}
    return all(id(part) in sure or code.speculation.allows(part, before) for part in chain.parts())


def write_parts(code: Code, chain: Chain, doubted: set[str]) -> dict[str, set[str]] | None:
    """Writes the parts; what each needs of that which is in doubt. None if one has lines or conditions of its own."""
    known, needs, fine = code.raw, dict[str, set[str]](), True
    code.raw = known | doubted
    for part in chain.parts():
        text, lines = code.capture(part)
        names = locals_of(nodes(part)) & doubted
        fine = fine and not lines and names <= locals_of(certain(part))
        chain.texts[id(part)], needs[text] = text, names
    code.raw = known
    return needs if fine else None
