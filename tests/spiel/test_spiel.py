"""Games of rulelang in OpenSpiel: they keep its contract, and those that it has too are the same, node by node."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `pip install 'rulelang[spiel]'` brings it")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from rulelang import LoadError, load
from rulelang.base.files import bundled_games
from rulelang.spiel import load_tree, spiel_game

QUICK = ["kuhn", "leduc", "connect_four", "pig", "goofspiel", "sealed_auction", "no_thanks", "liars_dice"]


@pytest.mark.parametrize("name", QUICK)
def test_it_keeps_the_contract(name: str) -> None:
    game = pyspiel.load_game(f"rulelang(file={name})")
    pyspiel.random_sim_test(game, 1, True, False)


def test_parameters() -> None:
    game = pyspiel.load_game(f"rulelang(file={bundled_games()['nokosu']},players=4,options=rounds:1)")
    assert game.num_players() == 4 and game.tree.game.options["rounds"] == 1
    assert pyspiel.load_game(str(game)).num_distinct_actions() == game.num_distinct_actions()
    assert spiel_game(load("kuhn")).num_players() == 2
    with pytest.raises(LoadError, match="`rounds` sets nothing; write the options as `options=rounds:2;deals:3`"):
        load_tree("nokosu", 3, "rounds", "", "", "win", False)
    with pytest.raises(Exception, match="`nothing`"):
        pyspiel.load_game("rulelang(file=nothing)")


def difference(one: Any, other: Any, texts: dict[tuple[int, str], str]) -> str:
    """What is different between two states, or under them; nothing if they are the same."""
    if (one.is_chance_node(), one.is_terminal()) != (other.is_chance_node(), other.is_terminal()):
        return f"kind at {one}"
    if one.is_terminal():
        return "" if one.returns() == pytest.approx(other.returns()) else f"returns at {one}"
    if one.is_chance_node():
        mine, theirs = ([chance for _, chance in each.chance_outcomes()] for each in (one, other))
        if mine != pytest.approx(theirs):
            return f"chances at {one}"
        pairs = zip([step for step, _ in one.chance_outcomes()], [step for step, _ in other.chance_outcomes()])
    else:
        player = one.current_player()
        known = texts.setdefault((player, one.information_state_string(player)), other.information_state_string(player))
        if player != other.current_player() or known != other.information_state_string(player):
            return f"who knows what at {one}"
        if len(one.legal_actions()) != len(other.legal_actions()):
            return f"actions at {one}"
        pairs = zip(one.legal_actions(), other.legal_actions())
    return next(filter(None, (difference(one.child(a), other.child(b), texts) for a, b in pairs)), "")


@pytest.mark.parametrize(("name", "known"), [("kuhn", 12), ("leduc", 936)])
def test_whole_trees_are_the_same(name: str, known: int) -> None:
    """The same chances, players, actions and returns everywhere, and information states that match one to one."""
    ours, theirs = pyspiel.load_game(f"rulelang(file={name},utility=margin)"), pyspiel.load_game(f"{name}_poker")
    texts: dict[tuple[int, str], str] = {}
    assert difference(ours.new_initial_state(), theirs.new_initial_state(), texts) == ""
    assert len(texts) == len(set(texts.values())) == known


def test_solvers_find_the_same() -> None:
    found = []
    for game in (pyspiel.load_game("rulelang(file=kuhn,utility=margin)"), pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(20):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-6) and found[0] < 0.1
