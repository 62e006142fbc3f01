"""Step builds put the questions of the reference, in its order, and end as it does; copies go on alike and apart."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache, partial
from itertools import cycle
from threading import Thread

import pytest
from helpers import ALL, ROOT, Setup, counts, examples, variants
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from native_kit import GUARDED, WRONG, needs_c

from rulelang import load
from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.native.build import Build
from rulelang.native.c.table import step_text
from rulelang.native.host import c_table
from rulelang.native.host.c_table import NATIVE
from rulelang.native.host.cc import NoCompiler, library
from rulelang.native.host.playout import prepare_plan
from rulelang.native.host.select import Stepper, Table, stepper
from rulelang.native.host.table import End
from rulelang.native.host.tiers import BOLD, CAREFUL, PATIENCE, PLAIN
from rulelang.native.plan.nodes import Unsupported

FEWEST_AND_MOST = [Setup(name, players) for name in ALL for players in sorted({counts(name)[0], counts(name)[-1]})]
VARIED = [Setup(name, counts(name)[-1], some) for name in ALL for some in variants(name) if len(some) == 1]
SETUPS = [*FEWEST_AND_MOST, *VARIED]
WAYS = ROOT / "tests/data/every_way_to_ask.rules"
NOT_IN_C = ROOT / "tests/data/not_in_c.rules"

ENGINES = ["python", pytest.param("c", marks=needs_c)]
LISTED = st.lists(st.integers(0, 10**6), min_size=1, max_size=40)
SEEDS = st.integers(-(2**70), 2**70)


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


def again(setup: Setup, table: Table, seed: int) -> Table:
    """The same game on the reference."""
    wanted = made(setup, "reference").start(seed, 3)
    for answer in table.answers:
        wanted.choose(answer)
    return wanted


@pytest.mark.few(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@examples(3, suppress_health_check=list(HealthCheck))
@given(SEEDS, LISTED, st.integers(0, 60))
def test_a_step_build_puts_the_questions_of_the_reference(setup, engine, seed, answers, copied):
    """A copy is made at question `copied`; one goes another way meanwhile, and a second one the same way later."""
    wanted, table = made(setup, "reference").start(seed, 3), made(setup, engine).start(seed, 3)
    copies = side_by_side(wanted, table, answers, copied)
    if copies:
        for answer in wanted.answers[copied:]:
            copies[1].choose(answer)
        assert ended(copies[1]) == ended(wanted)
        play_on(copies[0], [1])
        assert ended(copies[0]) == ended(again(setup, copies[0], seed)) == ended(copies[0].clone())


def side_by_side(wanted: Table, table: Table, answers: list[int], copied: int) -> tuple[Table, ...]:
    """Plays both to the end with the same answers; gives the copies that were made on the way."""
    copies: tuple[Table, ...] = ()
    for answer in cycle(answers):
        assert at(table) == at(wanted)
        if wanted.over:
            break
        if wanted.asked == copied:
            copies = table.clone(), table.clone()
        if wanted.asked == copied + 5:
            play_on(copies[0], [answer + 1, 0, 7])
        wanted.choose(answer % wanted.options)
        table.choose(answer % table.options)
    assert ended(table) == ended(wanted)
    assert table.answers == wanted.answers
    assert table.level == table.stepper.first, "no other engine had to help"
    return copies


@cache
def asking_in_every_way(players: int, engine: str) -> Stepper:
    return stepper(load(WAYS, players=players).program, engine)


@pytest.mark.parametrize("engine", ENGINES)
@examples(60, suppress_health_check=list(HealthCheck))
@given(st.integers(2, 3), SEEDS, LISTED, st.integers(0, 60))
def test_every_way_to_ask(engine, players, seed, answers, copied):
    """Bags one by one and with a condition, loops over lists, actions in actions, phases that are left, secrets."""
    wanted, table = (asking_in_every_way(players, each).start(seed) for each in ("reference", engine))
    copies = side_by_side(wanted, table, answers, copied)
    for answer in wanted.answers[copied:] if copies else ():
        copies[1].choose(answer)
    assert not copies or ended(copies[1]) == ended(wanted)


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", ALL)
@examples(3, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_many_tables_take_turns(name, data):
    """Tables in C share a library: what one does must not show at another."""
    setup = Setup(name, counts(name)[0])
    tables = [made(setup, "c").start(seed, 3) for seed in range(4)]
    for which in data.draw(st.lists(st.integers(0, 5), min_size=30, max_size=90)):
        table = tables[which % len(tables)]
        if which == 5:
            tables.append(table.clone())
        elif not table.over:
            table.choose(which * 7919 % table.options)
    for table in tables:
        seed = table.seed
        assert at(again(setup, table, seed)) == at(table)
        play_on(table, [1, 0])
        assert ended(again(setup, table, seed)) == ended(table)


@pytest.mark.few(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ALL)
def test_rollouts_and_turned_chance_are_the_same_everywhere(name, engine):
    setup = Setup(name, counts(name)[-1])
    table, wanted = made(setup, engine).start(7, 3), made(setup, "reference").start(7, 3)
    for answer in (3, 1, 4, 1, 5):
        for each in (table, wanted):
            each.choose(answer % each.options)
    before = at(table)
    first, second = table.rollout(-5, 2), table.rollout(6)
    assert first == wanted.rollout(-5, 2) and second == wanted.rollout(6)
    assert first != second and at(table) == before
    other_way = table.clone()
    for each in (table, wanted):
        each.turn(11, 5)
        each.choose(0)
        each.turn(12)
        each.choose(0)
        each.turn(12)  # from its beginning once more
    other = table.clone()
    for each in (table, wanted, other, other_way):
        play_on(each, [2, 7, 1])
    assert ended(table) == ended(wanted) == ended(other)
    assert ended(other_way) == ended(again(setup, other_way, 7))
    assert table.rollout(1) == wanted.rollout(1), "of a game that is over"


def at_the_same_time(*jobs: Callable[[], object]) -> list[object]:
    """What some functions give, each in a thread of its own, with threads that take turns as often as can be."""
    found: dict[int, object] = {}
    threads = [Thread(target=lambda at=at, job=job: found.update({at: job()})) for at, job in enumerate(jobs)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(before)
    return [found[at] for at in range(len(jobs))]


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", ["nokosu", "nuts", "sweet_nose"])
def test_tables_are_played_in_many_threads_at_the_same_time(name):
    """Each thread steps a table of its own and rolls out one that all of them know."""
    setup = Setup(name, 3)
    shared = made(setup, "c").start(7, 3)
    shared.choose(0)

    def play(seed: int) -> tuple[Table, list[End]]:
        table = made(setup, "c").start(seed, 3)
        ends = list[End]()
        for answer in cycle([seed, 3, 1]):
            if table.over:
                return table, ends
            table.choose(answer % table.options)
            ends.append(shared.rollout(seed, table.asked))

    for table, ends in at_the_same_time(*(partial(play, seed) for seed in range(4))):
        assert ended(table) == ended(again(setup, table, table.seed))
        assert ends == [shared.rollout(table.seed, at) for at in range(1, table.asked + 1)]
    assert at(shared) == at(again(setup, shared, 7))


@needs_c
def test_a_table_that_two_threads_answer_stays_a_table():
    """Whose answer counts is not said; but C is never given half a table."""
    lib, table = made(Setup("nokosu", 3), "c").lib, made(Setup("nokosu", 3), "c").start(7)

    def play() -> int:
        asked = 0
        while (code := lib.choose(table.at, 0)) > 0:
            asked += 1
        return asked - (code < 0)

    wanted = table.clone()
    play_on(wanted, [0])
    asked = at_the_same_time(play, play, play)
    assert sum(asked) + 1 == wanted.asked - 2, "one saw the end, two were refused"
    assert lib.end_of(table.state).scores == wanted.scores


@pytest.mark.few(2)
@needs_c
@pytest.mark.parametrize("path", [*ALL.values(), WAYS], ids=lambda path: path.stem)
def test_nothing_that_is_needed_after_a_question_is_lost(path, tmp_path):
    """No jump to where a game goes on may skip the first value of a variable."""
    text = step_text(prepare_plan(load(path).program, Build(step=True)))
    assert not jumps(text, tmp_path)
    forgetful = re.sub(r"^(L\d+: ;)", r"I forgotten = 1; \1", text, flags=re.MULTILINE)
    assert jumps(forgetful, tmp_path)


def jumps(text: str, tmp_path) -> str:
    """What gcc has to say of such jumps."""
    if shutil.which("gcc") is None or b"clang" in subprocess.run(["gcc", "--version"], capture_output=True).stdout:
        pytest.skip("only gcc tells")
    path = tmp_path / "game.c"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["gcc", "-fsyntax-only", "-Wjump-misses-init", str(path)], capture_output=True, text=True, env=os.environ
    )
    return "".join(line for line in done.stderr.splitlines() if "Wjump-misses-init" in line or "error:" in line)


POISON = """
static struct Work *clean(const struct rulelang_table *t);
static struct Work *loaded(const struct rulelang_table *t) {
    struct Work *work = taken();
    memset((char *)work + sizeof work->state, 0x15, sizeof *work - sizeof work->state);
    fill();
    give_back(work);
    return clean(t);
}
static struct Work *clean("""


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("path", [*ALL.values(), WAYS], ids=lambda path: path.stem)
def test_a_table_holds_all_that_is_needed(path, monkeypatch):
    """Whatever else a library has is spoilt before each step, and the games stay as they are."""
    program = load(path).program
    sound = stepper(program, "c")
    text = step_text(prepare_plan(program, Build(step=True))).replace("static struct Work *loaded(", POISON, 1)
    monkeypatch.setattr(c_table, "step_library", lambda program: library(text))
    spoilt = stepper(program, "c")
    assert spoilt.lib.kept._name != sound.lib.kept._name
    for seed in range(3):
        tables = sound.start(seed), spoilt.start(seed)
        side_by_side(*tables, [3, 1, 4, 1, 5, 9, 2, 6], 10**6)
        assert tables[1].level == NATIVE


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


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_is_copied_by_any_means_but_not_pickled(engine):
    setup = Setup("no_thanks", 3)
    table = made(setup, engine).start(7, 3)
    play = [0, 1, 1]
    copies = copy(table), deepcopy(table)
    play_on(table, [1, 0])
    for each in copies:
        assert at(each)[2] == 0
        play_on(each, play)
        assert ended(each) == ended(again(setup, each, 7))
    with pytest.raises(TypeError, match="keep its seed, its game and its answers"):
        pickle.dumps(table)


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
    other = table.clone()
    play_on(table, [3])
    assert ended(table) == (((2,), (2,)), (1, 2))
    other.choose(0)
    assert at(other)[2] == 3


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
    tables = stepper(load(path).program, "python")
    for _ in range(PATIENCE + 1):
        table = tables.start(7)
        assert table.level == BOLD == tables.first
        table.choose(3)  # pass
        table.choose(0)
        assert table.level == PLAIN and ended(table) == (((0,), (0,)), (1, 2))
    assert tables.first == tables.start(7).level == PLAIN, "it is left aside"


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_the_mod_of_the_examples_steps_alike(engine):
    program = load(ALL["nokosu"], players=4, mods=[ROOT / "examples/mods/nokosu_first.rules"]).program
    wanted, table = stepper(program, "reference").start(7), stepper(program, engine).start(7)
    play_on(wanted, [2, 9, 4])
    play_on(table, [2, 9, 4])
    assert ended(table) == ended(wanted) and table.answers == wanted.answers


# ---------------------------------------------------------------- which engine


@needs_c
def test_rules_that_c_cannot_take_are_stepped_by_python():
    program = load(NOT_IN_C).program
    with pytest.raises(Unsupported):
        stepper(program, "c")
    tables = stepper(program)
    assert tables.why.startswith("played by generated Python: C cannot take a tuple with a list in it")
    table, wanted = tables.start(7, 3), stepper(program, "reference").start(7, 3)
    play_on(table, [4, 0, 2])
    play_on(wanted, [4, 0, 2])
    assert table.level == BOLD and ended(table) == ended(wanted)


@needs_c
def test_c_is_the_first_choice():
    tables = stepper(Setup("no_thanks", 3).game.program)
    assert tables.why == "" and tables.start(7).level == NATIVE


def test_without_a_compiler_python_steps_and_says_so(monkeypatch):
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    program = Setup("no_thanks", 3).game.program
    with pytest.raises(NoCompiler):
        stepper(program, "c")
    tables = stepper(program)
    assert "no-such-compiler" in tables.why and tables.start(7).level == BOLD
    with pytest.raises(ValueError, match="there is no engine 'fast'"):
        stepper(program, "fast")


@needs_c
def test_what_is_not_offered_is_refused_by_c_as_well():
    tables = stepper(Setup("no_thanks", 3).game.program, "c")
    table = tables.start(7)
    lib = tables.lib
    assert [lib.choose(table.at, index) for index in (-1, table.options, 10**9)] == [-1, -1, -1]
    play_on(table, [1])
    assert lib.choose(table.at, 0) == lib.play_out(table.state, 1, 1) == -1


def test_everything_exported_carries_the_prefix():
    lines = step_text(prepare_plan(Setup("nokosu", 4).game.program, Build(step=True))).splitlines()
    kinds = ("I ", "void ", "const I ", "uint64_t ", "struct Work *")
    exported = [line for line in lines if line.endswith(("{", "}")) and line.startswith(kinds)]
    assert len(exported) == 17 and all("rulelang_table_" in line or "rulelang_work_" in line for line in exported)
