"""Games that nobody wrote are played alike by every engine. `tests/sweep.py made` plays many more of them."""

from __future__ import annotations

import pytest
from made_games import differences, made_game
from native_kit import needs_c


@pytest.mark.few(2)
@pytest.mark.parametrize("first", range(0, 32, 4))
def test_generated_python_plays_any_game_alike(first):
    for seed in range(first, first + 4):
        assert differences(seed, ("python", "python steps")) == []


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("seed", range(100, 106))
def test_generated_c_plays_any_game_alike(seed):
    assert differences(seed, ("c steps" if seed % 6 == 0 else "c",)) == []


def test_a_seed_makes_one_game():
    assert made_game(5) == made_game(5) != made_game(6)
