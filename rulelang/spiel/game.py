"""A tree as an OpenSpiel game. A state is just a node of the tree, so that copies cost nothing and traversing a small
game plays it only once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from rulelang.play.errors import LoadError
from rulelang.play.game import load
from rulelang.play.match import Game
from rulelang.tree.bounds import Bounds, bounds
from rulelang.tree.nodes import Node, Tree

NAME = "rulelang"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)  # C++ converts plain integers faster
DEFAULTS: dict[str, Any] = {
    "file": "",
    "players": 0,
    "options": "",
    "variants": "",
    "mods": "",
    "utility": "win",
    "forced": False,
}


@lru_cache(maxsize=32)
def load_tree(file: str, players: int, options: str, variants: str, mods: str, utility: str, forced: bool) -> Tree:
    """The tree for some parameters."""
    if not file:
        raise LoadError("Say which game: `rulelang(file=PATH)`, with a path or the name of a game.")
    given = dict(map(setting, split(options)))
    game = load(file, players=players or None, options=given, variants=split(variants), mods=split(mods))
    return Tree(game, utility, forced)


def split(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(";") if each.strip())


def setting(text: str) -> tuple[str, str]:
    """An option and its value: `rounds:2`."""
    name, colon, value = text.partition(":")
    if not colon:
        raise LoadError(f"`{text}` sets nothing; write the options as `options=rounds:2;deals:3`.")
    return name.strip(), value.strip()


@lru_cache(maxsize=32)
def bounds_of(tree: Tree) -> Bounds:
    return bounds(tree)


def spiel_game(game: Game, utility: str = "win", forced: bool = False) -> RulelangGame:
    """A loaded game, for OpenSpiel. It can be copied and played, but OpenSpiel cannot serialize it."""
    return RulelangGame({}, Tree(game, utility, forced))


def game_type(tree: Tree | None = None) -> pyspiel.GameType:
    """OpenSpiel's description of a kind of game."""
    kinds = pyspiel.GameType
    total = tree.utility.total if tree is not None else None
    sums = {0.0: kinds.Utility.ZERO_SUM, None: kinds.Utility.GENERAL_SUM}
    return pyspiel.GameType(
        short_name=NAME,
        long_name=f"rulelang: {tree.game.title}" if tree is not None else "A game of rulelang",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=sums.get(total, kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=tree.players if tree is not None else 10,
        min_num_players=tree.players if tree is not None else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def game_info(tree: Tree) -> pyspiel.GameInfo:
    known, utility = bounds_of(tree), tree.utility
    return pyspiel.GameInfo(
        num_distinct_actions=len(tree.actions),
        max_chance_outcomes=known.outcomes,
        num_players=tree.players,
        min_utility=utility.low,
        max_utility=utility.high,
        utility_sum=utility.total,
        max_game_length=known.length,
    )


class RulelangGame(pyspiel.Game):
    """A rules file as OpenSpiel sees it."""

    def __init__(self, params: dict[str, Any] | None = None, tree: Tree | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.tree = tree or load_tree(**given)
        super().__init__(game_type(self.tree), game_info(self.tree), params or {})

    def new_initial_state(self) -> RulelangState:
        return RulelangState(self, self.tree.root)

    def max_chance_nodes_in_history(self) -> int:
        return bounds_of(self.tree).length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulelangObserver:
        if params:
            raise ValueError(f"observers of rulelang take no parameters; {params} were given")
        return RulelangObserver(self.tree, iig_obs_type is not None and iig_obs_type.perfect_recall)


class RulelangState(pyspiel.State):
    """A node of the tree.

    Python moves from node to node without telling C++, which knows only the steps that it has taken itself. So
    everything about the past comes from the node; where OpenSpiel has to write the history, `write_history` repeats it
    there.
    """

    def __init__(self, game: RulelangGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        node = self.node
        if node.fork is not None:
            return CHANCE
        return node.question.seat - 1 if node.question is not None else TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same as OpenSpiel's, without a round trip through C++."""
        node = self.node
        return node.legal.copy() if player is None or player == node.seat - 1 or node.fork is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes.copy()

    # ------------------------------------------------------------ moving on, and the past

    def apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    _apply_action = apply_action  # called by C++

    def undo_action(self, player: int, action: int) -> None:
        self.node = self.node.parent

    def clone(self) -> RulelangState:
        return RulelangState(self.get_game(), self.node)

    def child(self, action: int) -> RulelangState:
        return RulelangState(self.get_game(), self.node.child(action))

    def history(self) -> list[int]:
        return list(self.node.path)

    def history_str(self) -> str:
        return ", ".join(map(str, self.node.path))

    def move_number(self) -> int:
        return len(self.node.path)

    def is_initial_state(self) -> bool:
        return self.node.parent is None

    def is_initial_non_chance_state(self) -> bool:
        past = list(self.node.past)
        return past[0].fork is None and all(each.fork is not None for each in past[1:])

    def write_history(self) -> pyspiel.State:
        """The same state with a history that C++ knows."""
        state = self.get_game().new_initial_state()
        for action in self.node.path:
            super(RulelangState, state).apply_action(action)
        return state

    def full_history(self) -> list[Any]:
        return super(RulelangState, self.write_history()).full_history()

    def serialize(self) -> str:
        return super(RulelangState, self.write_history()).serialize()

    # ------------------------------------------------------------ what is told

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.text(action) if self.node.fork is not None else f"outcome {action}"
        return str(self.node.tree.actions[action])

    def is_terminal(self) -> bool:
        node = self.node
        return node.question is None and node.fork is None

    def is_chance_node(self) -> bool:
        return self.node.fork is not None

    def returns(self) -> list[float]:
        return self.node.utilities

    def information_state_string(self, player: int | None = None) -> str:
        return self.node.information(self.node.seat if player is None else player + 1)

    def __str__(self) -> str:
        return " ".join(map(str, self.node.path))


class RulelangObserver:
    """What a player sees: the tensor, and the log as text."""

    def __init__(self, tree: Tree, recall: bool) -> None:
        self.recall = recall
        schema = tree.tensors.schema
        self.tensor = np.zeros(schema.size, np.float32)
        self.dict = {each.name: self.tensor[each.start : each.start + each.size] for each in schema.fields}

    def set_from(self, state: RulelangState, player: int) -> None:
        self.tensor[:] = state.node.tensor(player + 1)

    def string_from(self, state: RulelangState, player: int) -> str:
        return state.node.information(player + 1)


pyspiel.register_game(game_type(), RulelangGame)
