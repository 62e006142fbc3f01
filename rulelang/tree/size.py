"""The size of a game: counted if possible, else estimated from random walks.

The estimate is Knuth's: a walk that takes each step with probability 1/k stands for the product of all k on its way.
The mean over many walks estimates the number of nodes, whatever the shape of the tree; the spread of the walks gives
its error. Information states cannot be estimated this way, because several nodes share one.
"""

from __future__ import annotations

from math import isqrt, log10
from random import Random

import attrs

from rulelang.tree.compiled import Spot, work_on_root
from rulelang.tree.nodes import Node, Tree

EXACT = 50_000  # nodes that are counted one by one
SMALL = 1000  # nodes that are counted before C is compiled
WALKS = 400  # walks of an estimate
PROBES = 3  # walks before anything is counted
HOPELESS = 100  # no counting if probes suggest this many times the limit
WIDTH = 196  # half the width of a 95 % interval, in hundredths of a standard error


@attrs.frozen
class Estimate:
    """A number with its 95 % interval. Integers, because trees have more nodes than floats can count."""

    value: int
    low: int
    high: int

    @property
    def texts(self) -> tuple[str, str, str]:
        """The three numbers for people: `2.7e+34`."""
        return powers(self.value), powers(self.low), powers(self.high)


def powers(number: int) -> str:
    """A large number as a power of ten; it may have thousands of digits."""
    if number < 10**6:
        return f"{number:,}"
    exponent, part = divmod(log10(number), 1)
    return f"{10**part:.1f}e+{int(exponent)}"


@attrs.frozen
class Size:
    """The size of a tree. `exact`: whether it was counted; else `nodes` is an estimate, `information` is unknown, and
    the rest comes from the walks.
    """

    exact: bool
    nodes: Estimate
    chance: int
    decisions: int
    ends: int
    information: tuple[int, ...] | None
    """By seat: the number of information states in which it is asked."""
    depth: int
    branching: float
    """The mean number of actions of a decision …"""
    widest: int
    """… and the largest."""
    walks: int = 0


@attrs.define
class Count:
    """Statistics of the nodes so far."""

    kinds: dict[str, int] = attrs.Factory(lambda: {"chance": 0, "decision": 0, "end": 0})
    depth: int = 0
    actions: int = 0
    widest: int = 0

    def add(self, node: Node | Spot, depth: int) -> None:
        self.kinds[node.kind] += 1
        self.depth = max(self.depth, depth)
        if node.kind == "decision":
            self.actions += len(node.legal)
            self.widest = max(self.widest, len(node.legal))

    def size(self, nodes: Estimate, information: tuple[int, ...] | None, walks: int = 0) -> Size:
        chance, decisions, ends = self.kinds.values()
        branching = self.actions / decisions if decisions else 0.0
        exact = information is not None
        return Size(exact, nodes, chance, decisions, ends, information, self.depth, branching, self.widest, walks)


def measure(tree: Tree, most: int = EXACT, seed: int = 0, walks: int = WALKS) -> Size:
    """The size of a tree: exact if it has at most `most` nodes, else estimated from `walks` walks. The reference engine
    counts small trees, C the others if it can.
    """
    found = count_nodes(tree.root, tree.players, min(most, SMALL))
    return found or work_on_root(tree, lambda root: count_or_estimate(root, tree.players, most, seed, walks))


def count_or_estimate(root: Node | Spot, players: int, most: int, seed: int, walks: int) -> Size:
    """Count the nodes, or estimate them if a few random walks suggest that there are far too many to count."""
    hopeless = estimate(root, seed, PROBES).nodes.value > HOPELESS * most
    return (None if hopeless else count_nodes(root, players, most)) or estimate(root, seed, walks)


def count_nodes(root: Node | Spot, players: int, most: int) -> Size | None:
    """Count all nodes one by one; None if there are more than `most`."""
    waiting, count = [(root, 0)], Count()
    known: list[set[int]] = [set() for _ in range(players)]
    number = 0
    while waiting:
        node, depth = waiting.pop()
        number += 1
        if number + len(waiting) > most:
            return None
        count.add(node, depth)
        if node.kind == "decision":
            known[node.seat - 1].add(node.fingerprint(node.seat))
        waiting += [(node.made(step), depth + 1) for step in reversed(node.legal)]
    return count.size(Estimate(number, number, number), tuple(map(len, known)))


def estimate(root: Node | Spot, seed: int, walks: int) -> Size:
    """The size by Knuth's estimator, from random walks."""
    random, count, found = Random(seed), Count(), list[int]()
    for _ in range(max(walks, 2)):
        node, ways, nodes, depth = root, 1, 1, 0
        count.add(node, 0)
        while node.kind != "end":
            legal = node.legal
            ways *= len(legal)
            nodes += ways
            node, depth = node.made(random.choice(legal)), depth + 1
            count.add(node, depth)
        found.append(nodes)
    mean = sum(found) // len(found)
    variance = sum((each - mean) ** 2 for each in found) // (len(found) - 1) // len(found)
    error = isqrt(variance) * WIDTH // 100
    return count.size(Estimate(mean, max(mean - error, 1), mean + error), None, len(found))
