"""Solves small games: CFR+ on the whole tree, and how much a seat could still gain by deviating.

The tree is stored once as nested tuples, with information states numbered. CFR+ (Tammelin, 2014) is regret matching
with regrets that are never negative, seats updated in turn, and later rounds weighing more in the average. For two
seats with a constant sum the average converges to an equilibrium; for others the possible gain says how near to one it
is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulelang.tree.compiled import Spot, work_on_root
from rulelang.tree.nodes import Node, Tree
from rulelang.tree.size import SMALL

END, CHANCE, DECISION = 0, 1, 2
Flat = tuple[Any, ...]
"""(END, utilities), (CHANCE, ((probability, child), …)), or (DECISION, information state, (child, …))."""


class TooLarge(Exception):
    """The tree has more nodes than allowed."""


@attrs.define(eq=False)
class Situation:
    """An information state: who is asked, what the seat knows, and what was learned there."""

    seat: int
    node: Node | Spot
    actions: list[int]
    regrets: list[float] = attrs.Factory(list)
    total: list[float] = attrs.Factory(list)
    """The weighted sum of all strategies so far."""
    now: list[float] = attrs.Factory(list)

    def __attrs_post_init__(self) -> None:
        number = len(self.actions)
        self.regrets, self.total, self.now = [0.0] * number, [0.0] * number, [1 / number] * number

    @property
    def average(self) -> list[float]:
        """The average strategy: a probability per action."""
        total = sum(self.total)
        return [each / total for each in self.total] if total else [1 / len(self.total)] * len(self.total)

    def match_regrets(self) -> None:
        total = sum(self.regrets)
        self.now = [each / total for each in self.regrets] if total else [1 / len(self.regrets)] * len(self.regrets)


@attrs.frozen(eq=False)
class Solution:
    """The result: by seat the value of the game and the possible gain, and every information state."""

    tree: Tree
    nodes: int
    iterations: int
    values: tuple[float, ...]
    gains: tuple[float, ...]
    situations: tuple[Situation, ...]

    @property
    def exploitability(self) -> float:
        """The mean gain of a seat that knows the strategies of the others."""
        return sum(self.gains) / len(self.gains)


class Solver:
    """CFR+ on a tree. Raises TooLarge if it has more than `most` nodes."""

    def __init__(self, tree: Tree, most: int) -> None:
        self.tree, self.iterations = tree, 0
        try:
            self.root = self.flatten(tree.root, min(most, SMALL))
        except TooLarge:
            self.root = work_on_root(tree, lambda root: self.flatten(root, most))

    def flatten(self, root: Node | Spot, most: int) -> Flat:
        """The whole tree as tuples: its nodes from the top, then assembled from the bottom."""
        self.known: dict[tuple[int, int], int] = {}
        self.situations: list[Situation] = []
        heads: list[tuple[int, Any, int]] = []
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if len(heads) + len(waiting) >= most:
                raise TooLarge
            legal = node.legal
            heads.append((*self.head(node), len(legal)))
            waiting += [node.made(step) for step in reversed(legal)]
        self.nodes = len(heads)
        done: list[Flat] = []
        for kind, what, many in reversed(heads):
            children = tuple([done.pop() for _ in range(many)])
            if kind == END:
                done.append((END, what))
            else:
                done.append((CHANCE, tuple(zip(what, children))) if kind == CHANCE else (DECISION, what, children))
        return done[0]

    def head(self, node: Node | Spot) -> tuple[int, Any]:
        """A node without its children: utilities, probabilities, or the number of an information state."""
        if node.kind == "end":
            return END, tuple(node.utilities)
        if node.kind == "chance":
            return CHANCE, [chance for _, chance in node.outcomes]
        number = self.known.setdefault((node.seat, node.fingerprint(node.seat)), len(self.situations))
        if number == len(self.situations):
            self.situations.append(Situation(node.seat, node, node.actions))
        return DECISION, number

    # ------------------------------------------------------------ learning

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            for seat in self.tree.game.program.seats:
                self.learn(self.root, seat, 1.0, 1.0)
                for each in self.situations:
                    if each.seat == seat:
                        each.regrets = [max(regret, 0.0) for regret in each.regrets]
                        each.match_regrets()

    def learn(self, node: Flat, seat: int, own: float, others: float) -> float:
        """The value for a seat; `own` and `others`: their contributions to the reach probability."""
        if node[0] == END:
            return float(node[1][seat - 1])
        if node[0] == CHANCE:
            return sum(chance * self.learn(child, seat, own, others * chance) for chance, child in node[1])
        here, children = self.situations[node[1]], node[2]
        if here.seat != seat:
            return sum(
                chance * self.learn(child, seat, own, others * chance) for chance, child in zip(here.now, children)
            )
        values = [self.learn(child, seat, own * chance, others) for chance, child in zip(here.now, children)]
        value = sum(chance * each for chance, each in zip(here.now, values))
        for at, each in enumerate(values):
            here.regrets[at] += others * (each - value)
            here.total[at] += self.iterations * own * here.now[at]
        return value

    # ------------------------------------------------------------ how good it is

    def solution(self) -> Solution:
        """The result so far."""
        policy = [each.average for each in self.situations]
        seats = self.tree.game.program.seats
        values = tuple(value_of(self.root, policy, seat) for seat in seats)
        best = [BestResponse(self, policy, seat).value(self.root) for seat in seats]
        gains = tuple(max(most - value, 0.0) for most, value in zip(best, values))
        return Solution(self.tree, self.nodes, self.iterations, values, gains, tuple(self.situations))


def value_of(node: Flat, policy: list[list[float]], seat: int) -> float:
    """The value for a seat if all follow the policy."""
    if node[0] == END:
        return float(node[1][seat - 1])
    ways = node[1] if node[0] == CHANCE else zip(policy[node[1]], node[2])
    return sum(chance * value_of(child, policy, seat) for chance, child in ways if chance)


class BestResponse:
    """The best response of a seat if the others follow a policy."""

    def __init__(self, solver: Solver, policy: list[list[float]], seat: int) -> None:
        self.situations, self.policy, self.seat = solver.situations, policy, seat
        self.reached: dict[int, list[tuple[float, Flat]]] = {}
        for number, chance, node in self.reach(solver.root, 1.0):
            self.reached.setdefault(number, []).append((chance, node))
        self.choices: dict[int, int] = {}
        self.values: dict[int, float] = {}

    def reach(self, node: Flat, others: float) -> Iterator[tuple[int, float, Flat]]:
        """Every decision of the seat, with the reach probability from chance and the others."""
        if node[0] == DECISION and self.situations[node[1]].seat == self.seat:
            yield node[1], others, node
            for child in node[2]:
                yield from self.reach(child, others)
        elif node[0] != END:
            for chance, child in self.ways(node):
                yield from self.reach(child, others * chance)

    def ways(self, node: Flat) -> Iterable[tuple[float, Flat]]:
        """The moves of chance or the others at a node, with their probabilities."""
        return node[1] if node[0] == CHANCE else zip(self.policy[node[1]], node[2])

    def value(self, node: Flat) -> float:
        known = self.values.get(id(node))
        if known is None:
            known = self.values[id(node)] = self.evaluate(node)
        return known

    def evaluate(self, node: Flat) -> float:
        if node[0] == END:
            return float(node[1][self.seat - 1])
        if node[0] == DECISION and self.situations[node[1]].seat == self.seat:
            return self.value(node[2][self.choice(node[1])])
        return sum(chance * self.value(child) for chance, child in self.ways(node))

    def choice(self, number: int) -> int:
        """The best action in an information state: the same for all nodes that the seat cannot tell apart."""
        if number not in self.choices:
            reached = self.reached[number]
            actions = range(len(self.situations[number].actions))
            values = [sum(chance * self.value(node[2][at]) for chance, node in reached) for at in actions]
            self.choices[number] = max(actions, key=values.__getitem__)
        return self.choices[number]


def solve(tree: Tree, iterations: int = 200, most: int = 50_000) -> Solution:
    """Solve a game with a number of iterations of CFR+. Raises TooLarge if its tree has more than `most` nodes."""
    solver = Solver(tree, most)
    solver.run(iterations)
    return solver.solution()
