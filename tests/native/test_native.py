"""Generated Python and C play what the reference plays: choices, draws, scores, winners, words of chance."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import attrs
import pytest
from helpers import ALL, ROOT, Setup, counts, variants
from native_kit import needs_c, program_of, same

from rulelang import load
from rulelang.base.cache import is_ours
from rulelang.base.rng import Dice, draw_below, stream
from rulelang.native.build import Build
from rulelang.native.host import cc
from rulelang.native.host.cc import NoCompiler, library
from rulelang.native.host.playout import generated_c, generated_python, reference
from rulelang.native.host.rng import BLOCK, Stream, words
from rulelang.native.host.rng_numpy import AHEAD
from rulelang.native.host.select import fastest
from rulelang.native.host.supply import PATIENCE, Supply
from rulelang.native.host.tiers import BOLD

NOT_IN_C = ROOT / "tests/data/not_in_c.rules"
TUTORIAL = sorted((ROOT / "examples/tutorial").glob("*.rules"))
TABLES = [Setup(name, players) for name in ALL for players in counts(name)]
VARIED = [Setup(name, counts(name)[-1], some) for name in ALL for some in variants(name) if len(some) == 1]
VARIED += [Setup(name, counts(name)[0], variants(name)[-1]) for name in ALL if len(variants(name)[-1]) > 1]
OPTIONS = [
    Setup("nokosu", 3, (), (("removed", "red"), ("rounds", 1))),
    Setup("nokosu", 4, (), (("first_dealer", 3), ("rounds", 2))),
    Setup("pretzel", 3, (), (("bag", 50), ("goal", 60))),
    Setup("nosh", 4, (), (("income", "start_of_round"), ("rounds", 3))),
    Setup("nuts", 3, (), (("coffee_cap", 4),)),
    Setup("liars_dice", 3, (), (("wild_ones", False),)),
    Setup("hearts", 4, (), (("limit", 20),)),
    Setup("hearts", 4, (), (("first_pass", "across"), ("most_deals", 1))),
    Setup("hearts", 4, (), (("jack_bonus", True), ("no_trick_bonus", True), ("queen_breaks", False))),
    Setup("hearts", 4, (), (("lead_any_club", True), ("pass_cards", False), ("spare_queen", True))),
    Setup("hearts", 4, (), (("break_hearts", False), ("safe_first_trick", False))),
]


# ---------------------------------------------------------------- the same games


@pytest.mark.few(2)
@pytest.mark.parametrize("setup", [*TABLES, *VARIED, *OPTIONS], ids=str)
def test_generated_python_plays_the_same_games(setup):
    program = setup.game.program
    meaning = reference(program, traced=True)
    checked = generated_python(program, Build(traced=True, invariants=True))
    (first,) = same(checked, meaning, 1)
    assert len(first.choices) == first.asked > 0
    same(generated_python(program, Build(traced=True)), meaning, 1, seed=-3)
    fast = generated_python(program)  # where nobody listens, questions are written out
    assert fast(7, 0) == attrs.evolve(first, choices=(), draws=())
    assert fast.engines.given_up[BOLD] == 0


@needs_c
@pytest.mark.parametrize("setup", OPTIONS[2:4], ids=str)  # tests/games/test_outcomes.py has every game and variant
def test_generated_c_plays_the_same_games(setup):
    program = setup.game.program
    same(generated_c(program, Build(traced=True)), reference(program, traced=True), 2)


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", ["nokosu", "pretzel", "liars_dice"])
def test_generated_c_tests_invariants(name):
    program = Setup(name, counts(name)[0]).game.program
    same(generated_c(program, Build(traced=True, invariants=True)), reference(program, traced=True), 1)


INVARIANT = """rules 1
game "Left" for 2 players
var level: 0..9 = 0
var points[Seat]: Int = 0
play:
  repeat 4 times: run Climb
phase Climb:
  level = 0
  run up(P1)
  level = 9
step up(p: Seat):
  level = 1
  p chooses n from 0..2 "How far?"
  if n == 0: stop
  if n == 2: end game
  level = 2
invariant "Nobody is high while going up" during up: level < 9
winner p: most points[p]
"""


@needs_c
def test_invariants_of_a_step_end_with_it_however_it_is_left():
    """By `stop` and by the end of the game: they were tested from then on, and C gave every game up."""
    program = program_of(INVARIANT)
    play = generated_c(program, Build(invariants=True))
    assert not any(play.raw(7, 0, 50)[0 :: play.width])


@pytest.mark.parametrize("path", TUTORIAL, ids=lambda path: path.stem)
def test_the_tutorial_is_the_same(path):
    program = load(path).program
    same(generated_python(program, Build(traced=True)), reference(program, traced=True), 1)


@pytest.mark.few(1)
@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_a_mod_is_the_same(make):
    program = load(ALL["nokosu"], players=4, mods=[ROOT / "examples/mods/nokosu_first.rules"]).program
    same(make(program, Build(traced=True)), reference(program, traced=True), 1)


@pytest.mark.parametrize("players", [3, 4])
def test_the_plain_program_of_the_bench_plays_the_same_game(players, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    from plain_nokosu import Nokosu

    meaning = reference(Setup("nokosu", players).game.program)
    for game in range(3):
        dice = [Dice(stream(7, game, seat)) for seat in range(players + 1)]
        plain = Nokosu(players, dice[0], dice[1:])
        wanted = meaning(7, game)
        assert [(points,) for points in plain.play()] == list(wanted.scores)
        assert plain.decisions == wanted.asked
        assert tuple(each.counter for each in dice) == wanted.counters


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("native", [(), cc.NATIVE], ids=["any processor", "this processor"])
def test_the_hand_written_program_of_the_bench_plays_the_same_games(players, native, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    monkeypatch.setattr(cc, "NATIVE", native)
    monkeypatch.setenv("QUICK_CC_TUNED", "1")
    from hand import hand_nokosu

    raw, width = hand_nokosu(players)
    play = generated_c(Setup("nokosu", players).game.program)
    assert list(raw(-3, 5, 300)) == list(play.raw(-3, 5, 300))
    assert play.width == width


# ---------------------------------------------------------------- chance


def test_words_in_blocks_are_the_words_of_the_stream():
    key = stream(7)
    for before in (0, 1, 32, 2**50):
        for number in (BLOCK, 3 * BLOCK):
            for place, word in enumerate(words(key, before, number)):
                assert draw_below(key, before + place, 2**31)[0] == word >> 1


def taken(streams: list[Stream], number: int) -> list[list[int]]:
    return [list(islice(stream.words(), number)) for stream in streams]


@pytest.mark.parametrize("seed", [7, -3, 2**70])
def test_numpy_makes_the_same_words_as_python(seed):
    pytest.importorskip("numpy")
    plain, quick = Supply(3, numpy=False), Supply(3)
    for game in range(PATIENCE + AHEAD + 3):
        one, two = plain.streams(seed, game), quick.streams(seed, game)
        assert taken(one, 70) == taken(two, 70)
        assert [each.taken for each in one] == [each.taken for each in two] == [70] * 4
        plain.learn((70, 3, 0, 900))
        quick.learn((70, 3, 0, 900))
    assert quick.ahead and not plain.ahead
    again = quick.next[1] - 1
    assert taken(quick.streams(seed, again), 9) == taken(plain.streams(seed, again), 9)
    assert taken(quick.streams(seed, 2), 9) == taken(plain.streams(seed, 2), 9)


def test_without_numpy_the_words_are_made_all_the_same(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    supply = Supply(2)
    for game in range(PATIENCE + 2):
        assert supply.streams(7, game)[1].key == stream(7, game, 1)
    assert not supply.numpy and not supply.ahead


FLAG = """rules 1
game "Flag" for 2 players "Conditions in a row, of which the first does not depend on the card."
enum Color: red, blue
piece Card(color: Color, number: 1..5) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
var flag: Bool = true
var points[Seat]: Int = 0
play:
  shuffle deck
  for p in seats: deal 5 from deck to hand[p]
  repeat 2 times:
    for p in seats:
      points[p] += count(c for c in hand[p] where flag and c.color == red and c.number == 3)
      points[p] += 10 * count(c for c in hand[p] where (flag and c.color == red) or c.number == 3)
      points[p] += 100 * count(c for c in hand[p] where if flag and c.color == red then c.number == 3 else c.number > 3)
    flag = false
winner p: most points[p]
"""


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_conditions_that_begin_with_one_that_holds_for_all_cards_or_none(make):
    program = program_of(FLAG)
    same(make(program, Build(traced=True)), reference(program, traced=True), 8)


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_dealing_from_a_bag_draws_among_what_is_left(make):
    program = program_of(LOT)
    outcomes = same(make(program, Build(traced=True)), reference(program, traced=True), 2)
    assert len(outcomes[0].draws) == 40


LOT = """rules 1
game "Lot" for 2 players "Draws."
piece Chip(number: 1..60) in pile "Chip": 1 each
zone pile: bag of Chip, hidden
zone got[Seat]: set of Chip, open
play:
  repeat 20 times:
    for p in seats: deal 1 from pile to got[p]
winner p: most sum(c.number for c in got[p])
"""


PICKED = LOT.replace("bag of Chip, hidden", "set of Chip, open").replace(
    "for p in seats: deal 1 from pile to got[p]",
    """for p in seats:
      P1 chooses c from pile
      move c to got[p]""",
)


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
@pytest.mark.parametrize("rules, game, player", [(LOT, 19549310, 0), (PICKED, 4063945, 1)], ids=["deal", "choice"])
def test_a_word_that_would_favour_an_outcome_is_thrown_away(make, rules, game, player):
    """One draw in a hundred million: these games of seed 7 have one among their 40 draws."""
    program = program_of(rules)
    wanted = reference(program, traced=True)(7, game)
    assert wanted.counters[player] == 41 and len(wanted.choices or wanted.draws) == 40
    assert make(program, Build(traced=True))(7, game) == wanted
    assert make(program)(7, game) == attrs.evolve(wanted, choices=(), draws=())


# ---------------------------------------------------------------- compiling


@needs_c
def test_a_compiled_game_is_kept_and_not_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library("int rulelang_one(void) { return 1; }")
    (made,) = (tmp_path / "rulelang/native").iterdir()
    monkeypatch.setattr(cc, "compile_text", lambda *_: pytest.fail("compiled again"))
    assert library("int rulelang_one(void) { return 1; }").rulelang_one() == 1
    assert is_ours(made)


@needs_c
@pytest.mark.parametrize("what", ["file", "folder", "link"])
def test_what_another_user_could_have_written_is_not_loaded(monkeypatch, tmp_path, what):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library("int rulelang_two(void) { return 2; }")
    folder = tmp_path / "rulelang/native"
    (made,) = folder.iterdir()
    evil = tmp_path / "evil.so"
    evil.write_bytes(b"not a library")
    if what == "link":
        made.unlink()
        made.symlink_to(evil)
    else:
        made.unlink()  # a new file: the old one is still in use
        made.write_bytes(evil.read_bytes())
        (made if what == "file" else folder).chmod(0o777)
    assert library("int rulelang_two(void) { return 2; }").rulelang_two() == 2


@needs_c
def test_another_processor_has_a_library_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for flags in ("flags : sse2", "flags : sse2 bmi2"):
        about = tmp_path / "cpuinfo"
        about.write_text(f"processor : 0\n{flags}\ncpu MHz : 1000\n\nprocessor : 1\n", encoding="utf-8")
        monkeypatch.setattr(cc, "CPUINFO", about)
        library("int rulelang_three(void) { return 3; }")
    assert len(list((tmp_path / "cache/rulelang/native").iterdir())) == 2
    about.write_text(about.read_text(encoding="utf-8").replace("1000", "2000"), encoding="utf-8")
    monkeypatch.setattr(cc, "compile_text", lambda *_: pytest.fail("compiled again"))
    assert library("int rulelang_three(void) { return 3; }").rulelang_three() == 3


@needs_c
def test_a_compiler_that_does_not_know_our_tuning_compiles_without_it(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cc, "TUNING", ("-fno-such-thing",))
    monkeypatch.setattr(cc, "NATIVE", ("-march=no-such-processor",))
    assert library("int rulelang_four(void) { return 4; }").rulelang_four() == 4


@pytest.mark.parametrize("command", ["no-such-compiler", "", 'no-such-compiler "'])
def test_without_a_compiler_python_plays_and_says_so(monkeypatch, command):
    monkeypatch.setenv("RULELANG_CC", command)
    program = Setup("no_thanks", 3).game.program
    with pytest.raises(NoCompiler):
        generated_c(program)
    play, why = fastest(program)
    assert repr(command) in why and "\n" not in why
    assert play(7, 0) == reference(program)(7, 0)


@needs_c
def test_rules_that_c_cannot_take_are_played_by_python():
    program = load(NOT_IN_C).program
    play, why = fastest(program)
    assert why.startswith("played by generated Python: C cannot take a tuple with a list in it, or of more than 30")
    assert why.endswith("not_in_c.rules:11:18)"), "the line at fault"
    assert play(7, 0) == reference(program)(7, 0)


def test_everything_exported_carries_the_prefix():
    texts = [path.read_text(encoding="utf-8") for path in (Path(ROOT) / "rulelang/native/rt/c").glob("*.c")]
    lines = [line for text in texts for line in text.splitlines()]
    exported = [line for line in lines if line.startswith(("I ", "void ")) and "{" in line]
    assert exported and all(" rulelang_" in line for line in exported)
