"""How fast OpenSpiel plays Hearts at random, with its usual parameters and cards passed to the left."""

from __future__ import annotations

import random

import pyspiel

LEFT = 1
DECISIONS = 4 * 3 + 52  # of a deal: cards passed, cards played


def rollouts(first: int, games: int) -> int:
    """Its C++ alone: an MCTS bot that looks once, with an evaluator that plays so many games to their end.

    The bot must begin at a decision, so OpenSpiel's dealing is not counted; ours always is.
    """
    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(games, first + 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, first + 1, False)
    bot.step(dealt(game, random.Random(first)))
    return games * DECISIONS


def from_python(first: int, games: int) -> int:
    """The loop of its documentation: chance is drawn from `chance_outcomes()`, card by card."""
    game, dice, decisions = pyspiel.load_game("hearts"), random.Random(first), 0
    for _ in range(games):
        state = game.new_initial_state()
        state.apply_action(LEFT)
        while state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(cards, chances)[0])
        decisions += to_the_end(state, dice)
    return decisions


def shuffled_outside(first: int, games: int) -> int:
    """The same with a pack that Python shuffles, which knows that all cards are as likely."""
    game, dice = pyspiel.load_game("hearts"), random.Random(first)
    return sum(to_the_end(dealt(game, dice), dice) for _ in range(games))


def dealing_not_counted(first: int, games: int) -> int:
    """The same deal again and again, copied."""
    game, dice = pyspiel.load_game("hearts"), random.Random(first)
    state = dealt(game, dice)
    return sum(to_the_end(state.clone(), dice) for _ in range(games))


def dealt(game: pyspiel.Game, dice: random.Random) -> pyspiel.State:
    state, pack = game.new_initial_state(), list(range(52))
    dice.shuffle(pack)
    state.apply_action(LEFT)
    for card in pack:
        state.apply_action(card)
    return state


def to_the_end(state: pyspiel.State, dice: random.Random) -> int:
    """Plays at random; gives the number of decisions."""
    decisions, draw = 0, dice.random
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        decisions += 1
    return decisions
