"""Generated Python and C play what the reference plays: choices, draws, scores, winners, words of chance."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import attrs
import pytest
from helpers import ALL, ROOT, Setup, counts, variants
from native_kit import GUARDED, needs_c

from rulelang import load
from rulelang.base.cache import is_ours
from rulelang.base.rng import Dice, bounded, stream
from rulelang.native.build import Build
from rulelang.native.host import cc
from rulelang.native.host.cc import NoCompiler, library
from rulelang.native.host.playout import Outcome, Play, generated_c, generated_python, reference
from rulelang.native.host.rng import BLOCK, Stream, words
from rulelang.native.host.rng_numpy import AHEAD
from rulelang.native.host.select import fastest
from rulelang.native.host.supply import PATIENCE, Supply
from rulelang.native.host.tiers import BOLD, CAREFUL, PLAIN

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


def same(play: Play, meaning: Play, games: int, seed: int = 7) -> list[Outcome]:
    """Plays some games on both; every one must be the same, and the reference must not have had to help."""
    found = []
    for game in range(games):
        wanted = meaning(seed, game)
        assert play(seed, game) == wanted
        found.append(wanted)
    assert play.bails == 0
    return found


# ---------------------------------------------------------------- the same games


@pytest.mark.few(4)
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


@pytest.mark.few(2)
@needs_c
@pytest.mark.parametrize("name", ["nokosu", "pretzel", "liars_dice"])
def test_generated_c_tests_invariants(name):
    program = Setup(name, counts(name)[0]).game.program
    same(generated_c(program, Build(traced=True, invariants=True)), reference(program, traced=True), 1)


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
                assert bounded(key, before + place, 2**31)[0] == word >> 1


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
def test_conditions_that_begin_with_one_that_holds_for_all_cards_or_none(make, tmp_path):
    path = tmp_path / "flag.rules"
    path.write_text(FLAG, encoding="utf-8")
    program = load(path, players=2).program
    same(make(program, Build(traced=True)), reference(program, traced=True), 8)


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_dealing_from_a_bag_draws_among_what_is_left(make, tmp_path):
    path = tmp_path / "lot.rules"
    path.write_text(LOT, encoding="utf-8")
    program = load(path, players=2).program
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
def test_a_word_that_would_favour_an_outcome_is_thrown_away(make, rules, game, player, tmp_path):
    """One draw in a hundred million: these games of seed 7 have one among their 40 draws."""
    path = tmp_path / "rare.rules"
    path.write_text(rules, encoding="utf-8")
    program = load(path, players=2).program
    wanted = reference(program, traced=True)(7, game)
    assert wanted.counters[player] == 41 and len(wanted.choices or wanted.draws) == 40
    assert make(program, Build(traced=True))(7, game) == wanted
    assert make(program)(7, game) == attrs.evolve(wanted, choices=(), draws=())


# ---------------------------------------------------------------- what is worked out beforehand

MOVED = """rules 1
game "Moved" for 2 players "Pieces change their places behind the back of those who chose them."
enum Color: red, blue
piece Die(color: Color) rolls face: 1..2 in bag "Die": 4 each
piece Card(number: 1..4) in deck "Card": 2 each
zone bag: bag of Die, hidden
zone deck: pile of Card, hidden
zone table: set of Die, open
zone dice[Seat]: set of Die, open
zone hand[Seat]: set of Card, open
zone heap: pile of Card, open
var best: 0..4 = 0
var points[Seat]: Int = 0
fn top() -> Int = if empty(heap) then 0 else first(heap).number
fn many() -> Int = count(for d in table where d.face == 2)

phase Fill:
  move Die to bag, Card to deck
  shuffle deck
  deal 6 from bag to table
  roll table
  for p in seats: deal 4 from deck to hand[p]

phase Take:
  repeat 2 times:
    for p in seats:
      p chooses d from table where d.face == 2 or many() < 3
      roll table
      move d to dice[p]
  for p in seats:
    p may choose d from dice[p]: move d to bag
    P1 chooses d from table
    move table to dice[p]
    move d to table

phase Pass:
  repeat 2 times:
    for p in seats:
      points[p] += 3 * count(table) + count(dice[P2])
      move table to dice[P2]
    move dice[P2] to table

phase Lay:
  best = 0
  repeat 3 times:
    for p in seats:
      p chooses c from hand[p] where c.number != best or best == 1
      move c to heap
      best = top()
      points[p] += top() + many() + max(count(hand[q]) for q in seats)

play:
  repeat 3 times: run Fill, Take, Pass, Lay
winner p: most points[p] + count(dice[p])
"""


def test_what_is_worked_out_beforehand_is_never_stale(tmp_path):
    path = tmp_path / "moved.rules"
    path.write_text(MOVED, encoding="utf-8")
    program = load(path, players=2).program
    meaning, traced = reference(program), reference(program, traced=True)
    same(generated_python(program, Build(traced=True)), traced, 30)
    for level in (BOLD, PLAIN, CAREFUL):
        play = generated_python(program)
        play.engines.given_up.update(dict.fromkeys(range(level), 1000))
        same(play, meaning, 10)
        assert play.engines.given_up[level] == 0


def test_what_was_not_needed_does_not_bail_out(tmp_path):
    path = tmp_path / "guarded.rules"
    path.write_text(GUARDED, encoding="utf-8")
    program = load(path, players=2).program
    play = generated_python(program)
    same(play, reference(program), 60)
    given_up = play.engines.given_up
    assert 4 < given_up[BOLD] < 30 and not given_up[PLAIN], "a bold engine gives up, and is left aside"
    assert set(play.engines.made) == {BOLD, PLAIN}


LED = """rules 1
game "Led" for 2 players "Each plays two cards, the second by the first."
enum Color: red, blue, green
piece Card(color: Color, number: 1..6) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone cards[Seat]: set of Card, open
var led: Card? = none
var best: Color = red
var points[Seat]: Int = 0
fn trump(c: Card) -> Bool = c.number == 6 or c.color == best
fn fits(c: Card) -> Bool = led == none or (if trump(c) then trump(led) else not trump(led) and c.color == led.color)

setup:
  shuffle deck
  best = random Color
  for p in seats: deal 9 from deck to cards[p]
play:
  repeat 3 times:
    for p in seats:
      led = none
      p may choose c from cards[p] where fits(c) "One?":
        led = c
        points[p] += c.number
      p may choose d from cards[p] where fits(d) "Two?": points[p] += 10 * d.number
winner p: most points[p]
"""


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_what_belongs_to_a_variable_follows_it_from_step_to_step(make, tmp_path):
    path = tmp_path / "led.rules"
    path.write_text(LED, encoding="utf-8")
    program = load(path, players=2).program
    same(make(program, Build(traced=True)), reference(program, traced=True), 30)


@needs_c
@pytest.mark.parametrize("rules", [MOVED, GUARDED], ids=["moved", "guarded"])
def test_c_notes_what_would_bail_out_and_knows_where_pieces_lie(rules, tmp_path):
    path = tmp_path / "game.rules"
    path.write_text(rules, encoding="utf-8")
    program = load(path, players=2).program
    play = generated_c(program, Build(traced=True))
    same(play, reference(program, traced=True), 60)
    assert not play.bails

CASES = """rules 1
game "Cases" for 2 players "What a card is worth depends on a card that may not be there."
enum Color: red, blue, green
piece Card(color: Color, number: 1..6) in deck "Card": 1 each
piece Die(color: Color) rolls face: 1..3 in bag "Die": 1 each
zone deck: pile of Card, hidden
zone bag: bag of Die, hidden
zone table: set of Die, open
zone spot: set of Card, open
zone cards[Seat]: set of Card, open
var points[Seat]: Int = 0
fn same(c: Card) -> Int = if c.number == only(spot).number then 3 else if c.color == only(spot).color then 2 else 0
fn guarded(c: Card) -> Int = if empty(spot) then 7 else same(c)
fn other(c: Card, d: Die) -> Int = if c.number == d.face then 30 else if c.color != d.color then 0 else d.face
fn plain(c: Card, d: Die) -> Int = if c.number == d.face and c.color == d.color then 40 else other(c, d)

setup:
  shuffle deck
  deal 3 from bag to table
  roll table
  for p in seats: deal 6 from deck to cards[p]
play:
  repeat 4 times:
    for p in seats:
      p may choose c from cards[p] "Lay it?":
        points[p] += guarded(c) + sum(plain(c, d) for d in table)
    if empty(spot): deal 1 from deck to spot
winner p: most points[p]
"""
WIDE = """rules 1
game "Wide" for 2 players "A hundred chips to choose from."
piece Chip(number: 1..100) in pile "Chip": 1 each
zone pile: set of Chip, open
zone got[Seat]: set of Chip, open
play:
  repeat 50 times:
    for p in seats:
      p chooses c from pile
      move c to got[p]
winner p: most sum(c.number for c in got[p])
"""


@needs_c
@pytest.mark.parametrize("rules", [CASES, WIDE], ids=["cases", "wide"])
def test_c_finds_the_case_and_the_piece_without_a_branch(rules, tmp_path):
    """A case that was not asked for does not bail out; a piece may be behind the 64th, in a second word."""
    path = tmp_path / "game.rules"
    path.write_text(rules, encoding="utf-8")
    program = load(path, players=2).program
    play = generated_c(program, Build(traced=True))
    same(play, reference(program, traced=True), 40)
    assert not play.bails


# ---------------------------------------------------------------- bailing out

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


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_a_mistake_in_the_rules_is_told_by_the_reference(make, tmp_path):
    path = tmp_path / "wrong.rules"
    path.write_text(WRONG, encoding="utf-8")
    program = load(path).program
    play, meaning = make(program), reference(program)
    with pytest.raises(Exception) as wanted:
        meaning(7, 0)
    with pytest.raises(type(wanted.value)) as told:
        play(7, 0)
    assert told.value.diagnostic == wanted.value.diagnostic


# ---------------------------------------------------------------- compiling


@needs_c
def test_a_compiled_game_is_kept_and_not_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library("int rulelang_one(void) { return 1; }")
    (made,) = (tmp_path / "rulelang/native").iterdir()
    monkeypatch.setattr(cc, "compiled", lambda *_: pytest.fail("compiled again"))
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
    monkeypatch.setattr(cc, "compiled", lambda *_: pytest.fail("compiled again"))
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
