"""Games of rulelang in OpenSpiel: they keep its contract, and those that it has too are the same, node by node."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `pip install 'rulelang[spiel]'` brings it")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability
from spiel_kit import SAME, compare

from rulelang import LoadError, load
from rulelang.base.files import bundled_games
from rulelang.engine.fields import field_values
from rulelang.engine.start import code_of, first_slots
from rulelang.program import WORK
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


@pytest.mark.parametrize(("ours", "theirs", "known"), SAME, ids=[theirs[:20] for _, theirs, _ in SAME])
def test_whole_trees_are_the_same(ours: str, theirs: str, known: int) -> None:
    """The same chances, players, actions and returns everywhere, and information states that match one to one."""
    assert compare(ours, theirs, known) == ""


def test_solvers_find_the_same() -> None:
    found = []
    for game in (pyspiel.load_game("rulelang(file=kuhn,utility=margin)"), pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(20):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-6) and found[0] < 0.1


def test_the_deadwood_of_a_hand_is_that_of_open_spiel() -> None:
    """Melds are found by `best_split`; hands of low cards and spades have many."""
    program, random = load("gin_rummy").program, Random(3)
    code, utilities = code_of(program), pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    make, slots = code.extra["make"], first_slots(code, 0)
    unmatched, (cards,) = make.body("unmatched"), program.game.fns["unmatched"].params
    suits, ranks = (field_values(program, name) for name in ("suit", "rank"))
    dense = [card for card in range(52) if ranks[card] < 7 or suits[card] == 2]
    for hand in [random.sample(some, 10) for some in (range(52), dense) * 100]:
        slots[make.slot(cards)], slots[WORK] = tuple(sorted(hand)), program.limits.items
        theirs = utilities.min_deadwood([13 * (suits[card] - 1) + ranks[card] - 1 for card in hand])
        assert unmatched(slots) == theirs
