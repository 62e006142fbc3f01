"""Games of rulelang in OpenSpiel: they keep its contract, and those that it has too are the same, node by node."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `pip install 'rulelang[spiel]'` brings it")

import pyspiel
from spiel_kit import SAME, compare, solved, solved_apart

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


@pytest.mark.few(3)
@pytest.mark.parametrize(("ours", "theirs", "known"), SAME, ids=[theirs[:20] for _, theirs, _ in SAME])
def test_whole_trees_are_the_same(ours: str, theirs: str, known: int) -> None:
    """The same chances, players, actions and returns everywhere, and information states that match one to one."""
    assert compare(ours, theirs, known) == ""


def past(state: Any) -> Any:
    """All that a state tells of how play came there."""
    taken = [(each.player, each.action) for each in state.full_history()]
    first = state.is_initial_state(), state.is_initial_non_chance_state()
    return taken, state.history(), state.history_str(), state.move_number(), first


def test_a_state_that_python_drives_has_the_past_that_open_spiel_tells() -> None:
    """Leduc is OpenSpiel's own but for the numbers of chance and actions, so the past is that of its own state."""
    ours, theirs = pyspiel.load_game("rulelang(file=leduc,utility=margin)"), pyspiel.load_game("leduc_poker")
    one, other, random = ours.new_initial_state(), theirs.new_initial_state(), Random(2)
    while not one.is_terminal():
        mine, players = past(one), [player for player, _ in past(other)[0]]
        assert [player for player, _ in mine[0]] == players and mine[3:] == past(other)[3:]
        assert mine[1] == [action for _, action in mine[0]] and mine[2] == ", ".join(map(str, mine[1]))
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(ours, one))
        for copied in (again, one.clone(), ours.deserialize_state(one.serialize()), deepcopy(one)):
            assert past(copied) == mine and str(copied) == str(one)
            assert copied.information_state_string(0) == one.information_state_string(0)
        at = random.randrange(len(one.legal_actions()))
        step = one.legal_actions()[at]
        below = one.child(step)
        below.undo_action(one.current_player(), step)
        assert past(below) == mine
        one.apply_action(step)
        other.apply_action(other.legal_actions()[at])
    assert past(one)[3] == past(other)[3]


def test_what_is_done_to_a_list_of_actions_changes_no_game() -> None:
    state = pyspiel.load_game("rulelang(file=kuhn)").new_initial_state()
    state.chance_outcomes().clear()
    state.apply_action(state.legal_actions().pop())
    assert len(state.legal_actions()) == 2
    state.apply_action(0)
    state.legal_actions().clear()
    assert len(state.legal_actions()) == 2 and len(state.clone().legal_actions(0)) == 2


def test_solvers_find_the_same() -> None:
    """CFR+ of OpenSpiel on our game and on its own: the values and how far the policies can be exploited. Leduc is
    solved by `tests/sweep.py spiel`.
    """
    kuhn = "rulelang(file=kuhn,utility=margin)", "kuhn_poker", 20
    assert solved_apart(*kuhn) == "" and solved(*kuhn[1:])[-1] < 0.05
    assert solved_apart(kuhn[0], "leduc_poker(suit_isomorphism=true)", 1), "another game has another value"


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
