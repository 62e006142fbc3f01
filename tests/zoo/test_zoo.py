"""Environments keep PettingZoo's own contract, on games of every kind."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed; `pip install 'rulelang[zoo]'` brings it")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from rulelang import load
from rulelang.zoo import env, parallel_env


@pytest.mark.parametrize("name", ["kuhn", "leduc", "goofspiel", "hex", "pretzel", "no_thanks"])
def test_one_after_another(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, native=name == "leduc"), num_cycles=30)


@pytest.mark.parametrize("name", ["goofspiel", "sealed_auction", "kuhn"])
def test_all_at_once(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env(name, native=False), num_cycles=30)


def test_the_same_seed_is_the_same_game() -> None:
    game = load("leduc")
    seed_test(lambda: env(game), num_cycles=20)


def test_a_reset_begins_the_game_of_the_seed_and_then_the_next_one() -> None:
    game, table = load("leduc"), env("leduc")
    for number in range(3):
        table.reset(seed=9 if number == 0 else None)
        asked = game.start(seed=9, index=number).decision
        assert asked is not None and table.agent_selection == f"P{asked.seat}"
        table.step(int(table.last()[0]["action_mask"].argmax()))
        own = table.play.match()
        assert own.seed == 9 and own.core.game == number and table.render() == "Bet: call"


def test_seats_that_choose_at_the_same_time_are_asked_at_once() -> None:
    table = parallel_env("goofspiel", players=3, native=False)
    observations, _ = table.reset(seed=3)
    assert all(each["action_mask"].sum() == 13 for each in observations.values())
    cards = {agent: int(each["action_mask"].argmax()) for agent, each in observations.items()}
    after, *_ = table.step(cards)
    assert all(each["action_mask"].sum() == 12 for each in after.values())


def test_who_is_not_asked_waits() -> None:
    observations, _ = parallel_env("kuhn", native=False).reset(seed=1)
    assert list(observations["P2"]["action_mask"].nonzero()[0]) == [0]


def test_an_action_that_is_not_legal_is_refused() -> None:
    table = env("kuhn", native=False)
    table.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 3 is not legal for P1 now; legal are 1 \(Open: check\)"):
        table.step(3)


def test_rewards_come_at_the_end() -> None:
    table = env("kuhn", utility="margin", native=False)
    table.reset(seed=1)
    for _ in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            assert abs(reward) == 1
        table.step(None if over else int(observation["action_mask"].argmax()))
    assert not table.agents


TWICE = """rules 1
game "Twice" for 2 players
var one[Seat]: 1..2? = none
var other[Seat]: 1..3? = none
play:
  each p in seats secretly chooses one from 1..2 "One or two"
  each p in seats secretly chooses other from 1..3 "Up to three"
winner p: most p.number
"""


@pytest.mark.parametrize("native", [True, False])
def test_who_is_asked_next_is_not_asked_at_once(native: bool, tmp_path: Path) -> None:
    """In the middle of a block those are asked that are still to answer it, not those whom the next one asks."""
    (tmp_path / "twice.rules").write_text(TWICE)
    table = parallel_env(tmp_path / "twice.rules", native=native)
    table.reset(seed=1)
    assert list(table.legal_by_seat()) == [1, 2]
    table.play.take(table.play.actions[0])
    assert {seat: len(legal) for seat, legal in table.legal_by_seat().items()} == {2: 2}
    table.play.take(table.play.actions[0])
    assert {seat: len(legal) for seat, legal in table.legal_by_seat().items()} == {1: 3, 2: 3}
