"""A game as a PettingZoo environment: chance comes from the seed, agents answer."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.tree.plays import Play, Plays
from rulelang.tree.tensor import Schema

WAIT = 0  # the answer of an agent that is not asked: the action `pass`


def plays_of(game: Game | str | os.PathLike[str], utility: str, native: bool, settings: dict[str, Any]) -> Plays:
    """Plays of a loaded game, or of one by file or name with settings as for `rulelang.load`."""
    return Plays(game if isinstance(game, Game) else load(game, **settings), utility, native)


def env(game: Game | str | os.PathLike[str], *, utility: str = "win", native: bool = True, **settings: Any) -> Table:
    """A game in which agents are asked one after another; settings are those of `rulelang.load`. Without `native` the
    reference engine plays, not C.
    """
    return Table(plays_of(game, utility, native, settings))


def parallel_env(
    game: Game | str | os.PathLike[str], *, utility: str = "win", native: bool = True, **settings: Any
) -> ParallelTable:
    """The same, but all agents that choose at the same time are asked at once; the others answer `pass`, action 0."""
    return ParallelTable(plays_of(game, utility, native, settings))


class Seats:
    """What both kinds of environment share: a game in play, and what agents see of it.

    `reset(seed=7)` begins the game of `game.start(seed=7)`, and each reset without a seed the next game of that seed.
    """

    metadata: dict[str, Any]

    def __init__(self, plays: Plays) -> None:
        self.plays, self.seed, self.number = plays, 0, -1
        self.play: Play
        game = plays.game
        self.metadata = {"name": f"rulelang_{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: str | None = None
        self.possible_agents = [f"P{seat}" for seat in game.program.seats]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.width = len(plays.actions)
        seen = spaces.Box(-np.inf, np.inf, (self.schema.size,), np.float32)
        mask = spaces.Box(0, 1, (self.width,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(self.width) for agent in self.possible_agents}

    @property
    def schema(self) -> Schema:
        """The layout of an observation."""
        return self.plays.tensors.schema

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = seed, 0
        self.play = self.plays.start(self.seed, self.number)

    def observation_of(self, seat: int, legal: list[int]) -> dict[str, Any]:
        mask = bytearray(self.width)
        for action in legal:
            mask[action] = 1
        seen = np.frombuffer(self.play.tensor(seat)).astype(np.float32)
        return {"observation": seen, "action_mask": np.frombuffer(mask, np.int8)}

    def rewards_now(self) -> dict[str, float]:
        """By agent: its utility at the end, zero before."""
        return dict(zip(self.possible_agents, self.play.utilities))

    def render(self) -> str:
        """The answers so far, in words."""
        return "\n".join(str(self.plays.actions[each]) for each in self.play.taken)

    def close(self) -> None:
        """Nothing to close."""


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
        """Set whose turn it is; at the end give everybody their utility."""
        if not self.play.seat:
            self.rewards = self.rewards_now()
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.play.seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seats[agent]
        return self.observation_of(seat, self.play.actions if self.play.seat == seat else [])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0  # nobody is rewarded before the end
        self.play.take(action)
        self.turn()


class ParallelTable(Seats, ParallelEnv):
    """A game in which all agents that choose at the same time are asked at once."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.begin(seed)
        self.agents = self.possible_agents.copy()
        return self.observations(), {agent: {} for agent in self.agents}

    def legal_by_seat(self) -> dict[int, list[int]]:
        """The seats that are asked now, with what is legal for each.

        Nobody in a block knows what another has answered there, so what a later seat may answer does not depend on it.
        """
        play, found = self.play, dict[int, list[int]]()
        block = play.block_number
        while play.seat and play.seat not in found and (play.block_number == block or not found):
            found[play.seat] = play.actions
            if not block:
                break
            play = play.clone()
            play.take(play.actions[0])
        return found

    def observations(self) -> dict[str, Any]:
        asked = self.legal_by_seat()
        return {agent: self.observation_of(seat, asked.get(seat, [WAIT])) for agent, seat in self.seats.items()}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        for seat in self.legal_by_seat():
            if self.play.seat != seat:
                break  # the seat before it has another question
            self.play.take(actions[f"P{seat}"])
        over = not self.play.seat
        observations, rewards = self.observations(), self.rewards_now()
        agents = self.possible_agents
        if over:
            self.agents = []
        ends, cuts = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return observations, rewards, ends, cuts, {agent: {} for agent in agents}
