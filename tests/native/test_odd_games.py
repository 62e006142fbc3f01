"""Odd mixtures of constructs, with numbers at their edges: every engine plays them as the reference does."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from made_games import ENGINES, ended
from native_kit import needs_c
from odd_games import CASES, odd_program
from sanitized import at_random, differences, played

from rulelang.native.host.playout import Outcome, reference

GAMES = 12


def otherwise(name: str, engines: Iterable[str]) -> list[str]:
    """The games that an engine plays otherwise than the reference."""
    program, found = odd_program(name), []
    meaning = reference(program, traced=True)
    wants = [ended(meaning, game) for game in range(GAMES)]
    for engine in engines:
        play = ENGINES[engine](program)
        for game, want in enumerate(wants):
            steps = engine.endswith("steps") and isinstance(want, Outcome)
            if ended(play, game) != ((want.scores, want.winners, want.asked) if steps else want):
                found.append(f"{engine}, game {game}")
    return found


@pytest.mark.few(12)
@pytest.mark.parametrize("name", CASES)
def test_generated_python_plays_odd_games_like_the_reference(name: str) -> None:
    assert otherwise(name, ["python", "python steps"]) == []


@pytest.mark.few(2)
@needs_c
@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize("name", CASES)
def test_generated_c_plays_odd_games_like_the_reference(name: str) -> None:
    assert otherwise(name, ["c", "c steps"]) == []


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", CASES)
def test_odd_games_do_nothing_that_c_does_not_define(name: str, tmp_path) -> None:
    assert differences(played(odd_program(name), 40, tmp_path)[:10], at_random(odd_program(name))) == []
