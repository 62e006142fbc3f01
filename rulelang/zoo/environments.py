"""A tree as a PettingZoo environment: chance is drawn from the seed, agents answer."""

from __future__ import annotations

import os
from bisect import bisect
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from rulelang.engine.state import State
from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.tree.nodes import Node, Tree
from rulelang.tree.tensor import Schema

WAIT = 0  # what an agent answers that is not asked: the action `pass`


def tree_of(game: Game | str | os.PathLike[str], utility: str, settings: dict[str, Any]) -> Tree:
    """The tree of a game that is loaded, or of a file or name with settings as `rulelang.load` takes them."""
    return Tree(game if isinstance(game, Game) else load(game, **settings), utility)


def env(game: Game | str | os.PathLike[str], *, utility: str = "win", **settings: Any) -> Table:
    """A game in which agents are asked one after another; settings are those of `rulelang.load`."""
    return Table(tree_of(game, utility, settings))


def parallel_env(game: Game | str | os.PathLike[str], *, utility: str = "win", **settings: Any) -> ParallelTable:
    """The same with all agents asked at once that choose at the same time; the others answer `pass`, action 0."""
    return ParallelTable(tree_of(game, utility, settings))


class Seats:
    """What both kinds of environment have in common: a tree, the node where play stands, and chance."""

    metadata: dict[str, Any]

    def __init__(self, tree: Tree) -> None:
        self.tree, self.node, self.random = tree, tree.root, Random(0)
        self.metadata = {"name": f"rulelang_{tree.game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: str | None = None
        self.possible_agents = [f"P{seat}" for seat in tree.game.program.seats]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.width = len(tree.actions)
        seen = spaces.Box(-np.inf, np.inf, (self.schema.size,), np.float32)
        mask = spaces.Box(0, 1, (self.width,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(self.width) for agent in self.possible_agents}

    @property
    def schema(self) -> Schema:
        """What stands where in an observation."""
        return self.tree.tensors.schema

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.random = Random(seed)
        self.node = self.drawn(self.tree.root)

    def drawn(self, node: Node) -> Node:
        """The next node where somebody decides, or the end."""
        while node.fork is not None:
            node = node.child(bisect(node.fork.limits, self.random.randrange(node.fork.limits[-1])))
        return node

    def answered(self, node: Node, action: Any) -> Node:
        """The node that an action leads to; one that is not legal is refused."""
        legal = node.actions
        if action not in legal:
            named = ", ".join(f"{each} ({self.tree.actions[each]})" for each in legal[:8])
            raise ValueError(f"action {action} is not legal for P{node.seat} now; legal are {named}")
        return self.drawn(node.child(int(action)))

    def observed(self, node: Node, seat: int, legal: list[int]) -> dict[str, Any]:
        mask = bytearray(self.width)
        for action in legal:
            mask[action] = 1
        seen = np.frombuffer(node.tensor(seat)).astype(np.float32)
        return {"observation": seen, "action_mask": np.frombuffer(mask, np.int8)}

    def rewards_now(self) -> dict[str, float]:
        """By agent: its utility at the end, nothing before."""
        return dict(zip(self.possible_agents, self.node.utilities))

    def render(self) -> str:
        """The way here, in words."""
        steps = list(self.node.past)[::-1]
        return "\n".join(before.text(after.step) for before, after in pairwise(steps))

    def close(self) -> None:
        """There is nothing to close."""


class Table(Seats, AECEnv):
    """A game in which agents are asked one after another."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.turn()

    def turn(self) -> None:
        """Whose turn it is; at the end everybody gets what the game has brought."""
        if self.node.kind == "end":
            self.rewards = self.rewards_now()
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.node.seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        node, seat = self.node, self.seats[agent]
        return self.observed(node, seat, node.actions if node.seat == seat else [])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0  # nobody is rewarded before the end
        self.node = self.answered(self.node, action)
        self.turn()


class ParallelTable(Seats, ParallelEnv):
    """A game in which all agents that choose at the same time are asked at once."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.begin(seed)
        self.agents = self.possible_agents.copy()
        return self.observations(), {agent: {} for agent in self.agents}

    def asked(self) -> dict[int, list[int]]:
        """The seats that are asked now, with what is legal for each.

        Nobody in a block knows what another has answered there, so what a later seat may answer does not depend on it.
        """
        node, found = self.node, dict[int, list[int]]()
        block = State(self.tree.game.program, node.slots).block
        last = len(block.seats) if block is not None else 1
        while len(found) < last and node.seat and node.seat not in found:
            found[node.seat] = node.actions
            node = node.child(node.actions[0])
            still = State(self.tree.game.program, node.slots).block
            if node.fork is not None or still is None:
                break
        return found

    def observations(self) -> dict[str, Any]:
        asked = self.asked()
        seats = self.tree.game.program.seats
        return {f"P{seat}": self.observed(self.node, seat, asked.get(seat, [WAIT])) for seat in seats}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        for seat in self.asked():
            if self.node.seat != seat:
                break  # the one before is asked for more
            self.node = self.answered(self.node, actions[f"P{seat}"])
        over = self.node.kind == "end"
        observations, rewards = self.observations(), self.rewards_now()
        agents = self.possible_agents
        if over:
            self.agents = []
        ends, cuts = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return observations, rewards, ends, cuts, {agent: {} for agent in agents}
