"""Step builds put the questions of the reference, in its order, and end as it does; copies go on alike and apart."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import pytest
from helpers import ALL, ROOT, Setup, counts, variants
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang import load
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.native.python_engines import BOLD, CAREFUL, PLAIN
from rulelang.native.step import REFERENCE, Stepper, Table, stepper

FEWEST_AND_MOST = [Setup(name, players) for name in ALL for players in sorted({counts(name)[0], counts(name)[-1]})]
VARIED = [Setup(name, counts(name)[-1], some) for name in ALL for some in variants(name) if len(some) == 1]
SETUPS = [*FEWEST_AND_MOST, *VARIED, Setup("nuts", 3, (), (("coffee_cap", 4),))]


@cache
def made(setup: Setup, engine: str) -> Stepper:
    return stepper(setup.game.program, engine)


def at(table: Table) -> tuple[int, int, int]:
    return table.seat, table.options, table.asked


def ended(table: Table) -> tuple[object, object]:
    assert table.over and not table.options
    return table.scores, table.winners


def play_on(table: Table, answers: list[int]) -> None:
    """Answers to the end; an answer counts among as many options as there are."""
    for answer in cycle(answers):
        if table.over:
            return
        table.choose(answer % table.options)


def same(setup: Setup, engine: str, seed: int, answers: list[int], copied: int) -> None:
    """Plays a game on both. A copy is made at question `copied`; it goes another way, and a second one the same way."""
    wanted, table = made(setup, "reference").start(seed, 3), made(setup, engine).start(seed, 3)
    copies = ()
    for answer in cycle(answers):
        assert at(table) == at(wanted)
        if wanted.over:
            break
        if wanted.asked == copied:
            copies = table.clone(), table.clone()
        wanted.choose(answer % wanted.options)
        table.choose(answer % table.options)
        if wanted.asked == copied + 5 and copies:
            play_on(copies[0], [answer + 1, 0, 7])
    assert ended(table) == ended(wanted)
    assert table.level == made(setup, engine).first, "no engine had to help"
    for answer in wanted.answers[copied:] if copies else ():
        copies[1].choose(answer)
    if copies:
        assert ended(copies[1]) == ended(wanted)
        other = copies[0].clone()
        assert ended(other) == ended(copies[0])
        again = made(setup, "reference").start(seed, 3)
        for answer in copies[0].answers:
            again.choose(answer)
        assert ended(again) == ended(copies[0])


ENGINES = ["python"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
@given(st.integers(-(2**70), 2**70), st.lists(st.integers(0, 10**6), min_size=1, max_size=40), st.integers(0, 60))
def test_a_step_build_puts_the_questions_of_the_reference(setup, engine, seed, answers, copied):
    same(setup, engine, seed, answers, copied)


@pytest.mark.parametrize("level", [PLAIN, CAREFUL])
@pytest.mark.parametrize("name", ["nokosu", "nuts", "sweet_nose"])
def test_careful_engines_step_alike(name, level):
    setup = Setup(name, counts(name)[0])
    wanted, table = made(setup, "reference").start(7), Stepper(setup.game.program, level).start(7)
    answers = [5, 0, 3, 1, 1, 8]
    play_on(wanted, answers)
    play_on(table, answers)
    assert ended(table) == ended(wanted)
    assert table.answers == wanted.answers and table.level == level


@pytest.mark.parametrize("engine", [*ENGINES, "reference"])
def test_what_is_not_offered_is_refused_and_changes_nothing(engine):
    table = made(Setup("no_thanks", 3), engine).start(7)
    before = at(table)
    for wrong in (-1, table.options, 1000, True, "0", None):
        with pytest.raises(IllegalChoice, match=f"P{table.seat} has options 0 to {table.options - 1}, not"):
            table.choose(wrong)
        assert at(table) == before
    play_on(table, [1])
    with pytest.raises(IllegalChoice, match="the game is over"):
        table.choose(0)


WRONG = """rules 1
game "Wrong" for 2 players "The rules run into a wall."
piece Chip(number: 1..3) in pile "Chip": 1 each
zone pile: set of Chip, open
var small: 0..3 = 0
play:
  repeat 9 times:
    P1 may choose c from pile: small += c.number
winner p: most small
"""


@pytest.mark.parametrize("engine", [*ENGINES, "reference"])
def test_a_mistake_in_the_rules_is_told_and_another_answer_may_follow(engine, tmp_path):
    path = tmp_path / "wrong.rules"
    path.write_text(WRONG, encoding="utf-8")
    program = load(path).program
    table = stepper(program, engine).start(7)
    table.choose(1)
    table.choose(3)
    before = at(table)
    for _ in range(2):
        with pytest.raises(RuleError) as told:
            table.choose(2)
        assert "small" in told.value.diagnostic.title + str(told.value.diagnostic)
        assert at(table) == before and table.answers == [1, 3]
    copy = table.clone()
    play_on(table, [3])
    assert ended(table) == (((2,), (2,)), (1, 2))
    copy.choose(0)
    assert at(copy)[2] == 3


SILENT = """rules 1
game "Silent" for 2 players "Nobody is asked."
var points[Seat]: Int = 0
play:
  points[P2] = 1
winner p: most points[p]
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_without_questions_is_over_at_once(engine, tmp_path):
    path = tmp_path / "silent.rules"
    path.write_text(SILENT, encoding="utf-8")
    table = stepper(load(path).program, engine).start(7)
    assert ended(table) == (((0,), (1,)), (2,)) and table.asked == 0


def test_bold_code_that_gives_up_is_followed_by_careful_code(tmp_path):
    path = tmp_path / "guarded.rules"
    path.write_text(GUARDED, encoding="utf-8")
    table = stepper(load(path).program, "python").start(7)
    assert table.level == BOLD
    table.choose(3)  # pass
    table.choose(0)
    assert table.level == PLAIN and ended(table) == (((0,), (0,)), (1, 2))
    assert REFERENCE > CAREFUL


GUARDED = """rules 1
game "Guarded" for 2 players "What is asked for in a loop is often not there."
piece Chip(number: 1..3) in pile "Chip": 1 each
zone pile: set of Chip, open
zone got[Seat]: set of Chip, open
var points[Seat]: Int = 0
play:
  for p in seats:
    p may choose c from pile: move c to got[p]
  repeat 3 times:
    for p in seats:
      if not empty(got[P1]): points[p] += only(got[P1]).number
winner p: most points[p]
"""


def test_the_mod_of_the_examples_steps_alike():
    program = load(ALL["nokosu"], players=4, mods=[ROOT / "examples/mods/nokosu_first.rules"]).program
    wanted, table = stepper(program, "reference").start(7), stepper(program).start(7)
    play_on(wanted, [2, 9, 4])
    play_on(table, [2, 9, 4])
    assert ended(table) == ended(wanted) and table.answers == wanted.answers
