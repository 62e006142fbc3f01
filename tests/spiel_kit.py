"""Games that OpenSpiel has too, compared node by node."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from rulelang.spiel import load_tree

assert load_tree  # importing it registers the games

DICE = Path(__file__).parent / "data" / "spiel" / "one_die_each.rules"
# ours | theirs | information states
SAME = [
    ("file=kuhn,utility=margin", "kuhn_poker", 12),
    ("file=leduc,utility=margin", "leduc_poker", 936),
    ("file=goofspiel,options=cards:3,utility=score",
     "turn_based_simultaneous_game(game=goofspiel(num_cards=3,points_order=random,returns_type=total_points))", 114),
    ("file=sealed_auction,options=max_value:4,utility=profit,forced=True", "first_sealed_auction(max_value=4)", 8),
    (f"file={DICE},options=faces:3,utility=margin,forced=True", "liars_dice(numdice=1,dice_sides=3)", 192),
]  # fmt: skip
# the same at their usual size, for the sweep; OpenSpiel's Goofspiel does not recall in which order bids were made
LARGE = [
    ("file=goofspiel,options=cards:4,utility=score",
     "turn_based_simultaneous_game(game=goofspiel(num_cards=4,points_order=random,returns_type=total_points))",
     7304, 6056),
    ("file=sealed_auction,utility=profit,forced=True", "first_sealed_auction(max_value=10)", 20),
    (f"file={DICE},utility=margin,forced=True", "liars_dice(numdice=1)", 24576),
]  # fmt: skip

# whole games of them, at random: by name
WALKED = {
    "kuhn": SAME[0][:2],
    "leduc": SAME[1][:2],
    "goofspiel": ("file=goofspiel,utility=score",
     "turn_based_simultaneous_game(game=goofspiel(points_order=random,returns_type=total_points))"),
    "sealed_auction": LARGE[1][:2],
    "liars_dice": LARGE[2][:2],
}  # fmt: skip

SOLVED = ("rulelang(file=leduc,utility=margin)", "leduc_poker", 20)


def uncertain(state: Any) -> Any:
    """The state where something is open: OpenSpiel's auction draws the buyer also where there is only one."""
    while state.is_chance_node() and len(state.chance_outcomes()) == 1:
        state = state.child(state.chance_outcomes()[0][0])
    return state


def apart(one: Any, other: Any, texts: dict[tuple[int, str], str]) -> str:
    """What is different between two states themselves; nothing if they are the same."""
    if (one.is_chance_node(), one.is_terminal()) != (other.is_chance_node(), other.is_terminal()):
        return f"kind at {one}"
    if one.is_terminal():
        return "" if one.returns() == pytest.approx(other.returns()) else f"returns at {one}"
    if one.is_chance_node():
        mine, theirs = ([chance for _, chance in each.chance_outcomes()] for each in (one, other))
        return "" if mine == pytest.approx(theirs) else f"chances at {one}"
    player = one.current_player()
    known = texts.setdefault((player, one.information_state_string(player)), other.information_state_string(player))
    if player != other.current_player() or known != other.information_state_string(player):
        return f"who knows what at {one}"
    return "" if len(one.legal_actions()) == len(other.legal_actions()) else f"actions at {one}"


def steps(one: Any, other: Any) -> list[tuple[int, int]]:
    """What may be done next in two states that are the same: the first of one is the first of the other."""
    return list(zip(one.legal_actions(), other.legal_actions()))


def difference(one: Any, other: Any, texts: dict[tuple[int, str], str]) -> str:
    """What is different between two states, or under them; nothing if they are the same."""
    one, other = uncertain(one), uncertain(other)
    below = (difference(one.child(a), other.child(b), texts) for a, b in steps(one, other))
    return apart(one, other, texts) or next(filter(None, below), "")


def first_states(ours: str, theirs: str) -> list[Any]:
    return [pyspiel.load_game(name).new_initial_state() for name in (f"rulelang({ours})", theirs)]


def walks(ours: str, theirs: str, games: int, first: int) -> str:
    """What is different in so many games at random, from a number on; nothing if they are the same."""
    texts: dict[tuple[int, str], str] = {}
    starts = first_states(ours, theirs)
    for seed in range(first, first + games):
        (one, other), random = (uncertain(each.clone()) for each in starts), Random(seed)
        while not (found := apart(one, other, texts)) and not one.is_terminal():
            mine, other_one = random.choice(steps(one, other))
            one, other = uncertain(one.child(mine)), uncertain(other.child(other_one))
        if found:
            return f"game {seed}: {found}"
    return "" if len(texts) == len(set(texts.values())) else "two situations of ours are one of theirs"


def compare(ours: str, theirs: str, known: int, told_apart: int | None = None) -> str:
    """What is different between two games; nothing if their trees are the same, and so many information states, of
    which theirs may tell fewer apart.
    """
    texts: dict[tuple[int, str], str] = {}
    found = difference(*first_states(ours, theirs), texts)
    many = len(texts), len(set(texts.values()))
    return found or ("" if many == (known, told_apart or known) else f"{many} information states")


def solved(name: str, rounds: int) -> list[float]:
    """What CFR+ of OpenSpiel finds in so many rounds: the value of each player, and the exploitability."""
    game = pyspiel.load_game(name)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * game.num_players())
    return [*map(float, values), float(exploitability.exploitability(game, policy))]


def solved_apart(ours: str, theirs: str, rounds: int) -> str:
    """Where values and exploitability of two games that are solved differ; nothing if they are the same."""
    one, other = solved(ours, rounds), solved(theirs, rounds)
    return "" if one == pytest.approx(other, abs=1e-6) else f"{one} is not {other}"
