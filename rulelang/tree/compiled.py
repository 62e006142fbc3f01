"""The same tree in C: nodes at the speed of generated code, for algorithms that traverse whole games.

    compiled = Compiled(rulelang.Tree(rulelang.load("leduc")))
    spot = compiled.root
    while spot.kind != "end":
        spot = spot.made(spot.legal[0])
    print(spot.utilities)

A spot has the chance outcomes, actions, utilities and tensors of the node with the same path, and 64-bit fingerprints
that are equal where those of nodes are. It keeps a copy of the game at the last question, and the answers and draws
since; C continues from there. What C cannot do raises Refused, with the reason: then the tree itself does it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from rulelang import ir
from rulelang.engine.errors import GivenUp
from rulelang.engine.state import sight_mask
from rulelang.ir.walk import walk
from rulelang.native.host.observed import Observed, Observer, Watched
from rulelang.play.event_parts import Entry
from rulelang.program import Program
from rulelang.tree.nodes import Kind, Node, Tree
from rulelang.tree.plays import Plays
from rulelang.tree.tensor import Tensor

Found = TypeVar("Found")


class Refused(Exception):
    """C cannot handle a tree, or a part of it; the text says why."""


def work_on_root(tree: Tree, work: Callable[[Any], Found]) -> Found:
    """The result of some work on a root: on the tree in C or, if C refuses, on the tree itself."""
    try:
        return work(Compiled(tree).root)
    except Refused:
        return work(tree.root)


class Compiled:
    """A tree in C. Raises Refused if it cannot be built."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.plays = tree, Plays(tree.game, tree.utility.name, like=tree)
        if tree.forced:
            raise Refused("C asks no forced questions")
        if zone := find_peeked_zone(tree.game.program):
            raise Refused(f"the order of `{zone}` is drawn when somebody looks, and the rules look into it")
        if self.plays.observer is None:
            raise Refused(self.plays.why)
        self.observer: Observer = self.plays.observer

    def __reduce__(self) -> Any:
        return Compiled, (self.tree,)

    @cached_property
    def root(self) -> Spot:
        return Spot(self, None, 0, None, -1, array("i"))

    def spot(self, path: tuple[int, ...]) -> Spot:
        """The spot at the end of a path of actions and outcomes."""
        found = self.root
        for step in path:
            found = found.made(step)
        return found


class Spot:
    """A node in C: immutable; `parent` takes back the last step, and it is pickled as its path."""

    __slots__ = ("before", "compiled", "index", "now", "outcomes", "parent", "script", "spelled", "step")

    def __init__(
        self, compiled: Compiled, parent: Spot | None, step: int, before: Watched | None, index: int, script: array[int]
    ) -> None:
        self.compiled, self.parent, self.step = compiled, parent, step
        self.before, self.index, self.script = before, index, script
        self.now: Watched | None = None
        self.outcomes: list[tuple[int, float]] = []
        self.spelled: dict[int, int] | None = None
        try:
            found = compiled.observer.walk(before, index, script)
        except GivenUp:
            raise Refused("C has given up a game") from None
        if isinstance(found, Watched):
            self.now = found
        else:
            total = sum(found)
            self.outcomes = [(number, weight / total) for number, weight in enumerate(found)]

    def __reduce__(self) -> Any:
        return Compiled.spot, (self.compiled, self.path)

    @property
    def kind(self) -> Kind:
        if self.now is None:
            return "chance"
        return "decision" if self.now.seat else "end"

    @property
    def seat(self) -> int:
        """Who decides; 0 if nobody does."""
        return self.now.seat if self.now is not None else 0

    @property
    def path(self) -> tuple[int, ...]:
        """The actions and outcomes that lead here."""
        found, here = list[int](), self
        while here.parent is not None:
            found.append(here.step)
            here = here.parent
        return tuple(found[::-1])

    @property
    def node(self) -> Node:
        """The same node of the tree, for everything that only the reference engine knows."""
        return self.compiled.tree.node(self.path)

    def log(self, seat: int) -> list[Entry]:
        """All that a seat knows, as the node tells it …"""
        return self.node.log(seat)

    def information(self, seat: int) -> str:
        """… and the same as one text."""
        return self.node.information(seat)

    @property
    def words(self) -> dict[int, int]:
        """At a decision: each action with the index of its option, in ascending order."""
        if self.spelled is None:
            self.spelled = dict(sorted(self.spell())) if self.seat else {}
        return self.spelled

    def spell(self) -> list[tuple[int, int]]:
        plays, now = self.compiled.plays, self.now
        assert now is not None
        found = plays.words_of(now.keys, lambda: self.node.decision)
        if len(set(found)) < len(found) or any(len(word) > 1 for word in found):
            raise Refused("C does not know answers that several actions spell")
        return [(word[0], index) for index, word in enumerate(found)]

    @property
    def actions(self) -> list[int]:
        """At a decision: the legal actions, in ascending order."""
        return list(self.words)

    @property
    def legal(self) -> list[int]:
        """The arguments of `made`: actions, or numbers of outcomes."""
        return list(range(len(self.outcomes))) if self.now is None else list(self.words)

    def made(self, step: int) -> Spot:
        """The spot that an action or outcome leads to."""
        if step not in (self.words if self.now is not None else range(len(self.outcomes))):
            raise ValueError(f"{step} is not legal here; legal: {', '.join(map(str, self.legal)) or 'nothing'}")
        if self.now is None:
            return Spot(self.compiled, self, step, self.before, self.index, self.script + array("i", [step]))
        return Spot(self.compiled, self, step, self.now, self.words[step], array("i"))

    child = made

    def fingerprint(self, seat: int) -> int:
        """At a decision: a number that is the same exactly where the seat has the same information."""
        if self.now is None:
            raise ValueError("where chance decides, C has told nobody yet what has happened; ask at a decision")
        return self.now.known[seat - 1]

    def tensor(self, seat: int) -> Tensor[float]:
        """At a decision: what a seat sees as numbers."""
        if self.now is not None:
            plays, found = self.compiled.plays, array("d", self.compiled.plays.blank)
            if self.table(seat).write(seat, plays.parts.rows, found):
                plays.tensors.address(found, seat, self.seat)
                return found
        return self.node.tensor(seat)

    def table(self, seat: int = 1) -> Observed:
        """The game as a seat has seen it."""
        assert self.now is not None
        return Observed(self.compiled.observer, self.now.state, self.now.kept[seat - 1])

    @property
    def utilities(self) -> list[float]:
        """By seat: its utility at the end; zero before."""
        if self.kind != "end":
            return [0.0] * self.compiled.tree.players
        return self.compiled.plays.utilities_of(self.table())


def find_peeked_zone(program: Program) -> str:
    """A zone whose order the tree draws lazily, but C cannot, because the rules do more with it than deal from it and
    count it. Empty if there is none.
    """
    game = program.game
    parts = (game.procs, game.menus, game.fns, game.scores, game.endings, game.winner)
    closed = {zone.name for zone in program.zones if not sight_mask(program, zone.sight, zone.owner)}
    closed &= {name for name, zone in game.zones.items() if zone.order in ("pile", "row")}
    plain, all_ = dict.fromkeys(closed, 0), dict.fromkeys(closed, 0)
    shuffled = {name for name, zone in game.zones.items() if zone.refill is not None}
    for each in walk(parts):
        if isinstance(each, ir.ZoneAt) and each.zone in closed:
            all_[each.zone] += 1
        for place in places(each):
            if isinstance(place, ir.ZoneAt) and place.zone in closed:
                plain[place.zone] += 1
        if isinstance(each, ir.Shuffle):
            shuffled |= {what.zone for what in each.what if isinstance(what, ir.ZoneAt)}
    return next((name for name in sorted(closed & shuffled) if plain[name] < all_[name]), "")


def places(node: Any) -> tuple[Any, ...]:
    """The zones that a statement or value uses without looking at their order."""
    if isinstance(node, ir.Deal):
        return node.source, node.target
    if isinstance(node, ir.Shuffle):
        return tuple(node.what)
    if isinstance(node, ir.Move):
        return tuple(target for _, target, _ in node.transfers)
    if isinstance(node, ir.Op) and node.op in ("count", "empty"):
        return tuple(node.arguments)
    return ()
