"""Sets that contain either all or none of the identical pieces in a zone: such a set is deduplicated at once."""

from __future__ import annotations

from rulelang.native.plan import ops
from rulelang.native.plan.expressions import NodeOf, is_op
from rulelang.native.plan.layout import MISSING, Layout
from rulelang.native.plan.nodes import MASK, Node, Plan, number_of


class Wholes:
    """Finds the nodes for which this is known. Names of locals are unique, so one table holds them all."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layout: Layout = plan.layout
        classes: dict[int, int] = {}
        for piece, look in enumerate(self.layout.looks):
            classes[look] = classes.get(look, 0) | 1 << piece
        self.classes = [each for each in classes.values() if each & (each - 1)]
        self.locals: dict[str, tuple[bool, bool]] = {}

    def in_sets(self, node: Node) -> bool:
        """Do all pieces of a mask lie in sets?"""
        return self.judge(node.args[0] if node.op is ops.MERGE else node)[1]

    def judge(self, node: Node) -> tuple[bool, bool]:
        """Is it whole? And are all its pieces in sets?"""
        if node.rep != MASK:
            return False, False
        if node.op is ops.ZONE:
            fine = self.is_set(node.args[0])
            return fine, fine
        if node.op in (ops.MAND, ops.MOR, ops.MANDNOT):
            (one, here), (two, there) = map(self.judge, node.args)
            placed = {ops.MAND: here or there, ops.MOR: here and there, ops.MANDNOT: here}[node.op]
            return one and two, placed
        if node.op is ops.IF:
            (one, here), (two, there) = map(self.judge, node.args[1:])
            return one and two, here and there
        if is_op(node, ops.LET):
            self.locals[node.data] = self.judge(node.args[0])
            return self.judge(node.args[1])
        if is_op(node, ops.GET):
            return self.locals.get(node.data, (False, False))
        if node.op in (ops.ROLLED, ops.MNOT):
            whole, placed = self.judge(node.args[0])
            return whole, placed and node.op is ops.ROLLED
        if is_op(node, ops.CALL):
            return self.judge_call(node)
        return self.by_look(node)

    def judge_call(self, node: NodeOf[str]) -> tuple[bool, bool]:
        unit = self.plan.fns[node.data]
        assert unit.value is not None
        for (name, _), arg in zip(unit.params, node.args):
            self.locals[name] = self.judge(arg)
        return self.judge(unit.value)

    def by_look(self, node: Node) -> tuple[bool, bool]:
        """Masks that are known now."""
        if is_op(node, ops.FACEMASK):
            return True, False
        if is_op(node, ops.MCONST):
            return self.is_whole(node.data), node.data == 0
        if is_op(node, ops.MPICK):
            return all(map(self.is_whole, node.data.values())), False
        if is_op(node, ops.MTAB):
            return all(self.is_whole(each) for each in node.data.values if each is not MISSING), False
        return False, False

    def is_whole(self, mask: int) -> bool:
        return all(mask & each in (0, each) for each in self.classes)

    def is_set(self, place: Node) -> bool:
        """Is a place a set, and no bag?"""
        zones = self.layout.program.zones
        if place.op is ops.NUM:
            return zones[number_of(place)].order == "set"
        if is_op(place, ops.TAB):
            return all(isinstance(each, int) and zones[each].order == "set" for each in place.data.values if each)
        arrays = self.layout.program.zone_arrays
        bags = (array for array in arrays.values() if zones[array.base].order == "bag")
        return not any(array.sizes for array in bags)
