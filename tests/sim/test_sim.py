"""Statistics: the same from every engine, counted right, and whole however the games are shared out."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import pairwise
from statistics import mean, stdev

import attrs
import pytest
from cli_kit import BREAKS, GUESS
from helpers import ALL, ROOT, Setup, counts, examples, setups, variants
from hypothesis import given
from hypothesis import strategies as st
from native_kit import needs_c

from rulelang import load
from rulelang.base.rng import seed_of
from rulelang.engine.match import Match
from rulelang.native.host.playout import reference
from rulelang.native.totals import BINS, HEAD, LARGEST, SERIES, bin_of, bounds
from rulelang.program import Program
from rulelang.program.events import Chose
from rulelang.sim import in_python
from rulelang.sim.engines import c_engine, engine_for, python_engine, reference_engine
from rulelang.sim.figures import numbers, share
from rulelang.sim.instrument import plain_watch, watch_program
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import Run, simulate
from rulelang.sim.setup import play_chunk, setup_of
from rulelang.sim.tally import Tally

MOST = [Setup(name, counts(name)[-1]) for name in ALL]
VARIED = [Setup(name, counts(name)[0], some) for name in ALL for some in variants(name)[1:] if len(some) == 1]
OPTIONS = [Setup("nuts", 3, (), (("gold_types", "gloves coffee_break broom"),)), Setup("nokosu", 3)]
MODS = sorted((ROOT / "examples/mods").glob("*.rules"))[::3]


def program_of(text: str, folder, players: int | None = None) -> Program:
    path = folder / "small.rules"
    path.write_text(text, encoding="utf-8")
    return load(path, players=players).program


def ran(name, games: int, **more) -> Report:
    return report_of(simulate(setup_of(str(name), **more), 7, games))


def use(report: Report, group: str, name: str):
    (found,) = [each for each in report.uses if (each.group, each.name) == (group, name)]
    return found


# ---------------------------------------------------------------- every engine


def same(program: Program, games: int, monkeypatch, with_c: bool) -> None:
    """All engines give one tally, and none had to be helped by the reference."""
    watch = watch_program(program)
    wanted = reference_engine(watch).chunk(7, 0, games)
    assert wanted.games == games
    makers = [python_engine, *([c_engine] if with_c else [])]
    made = [make(watch).chunk for make in makers]
    monkeypatch.setattr(in_python, "reference_play", lambda watch: pytest.fail("the reference had to help"))
    for chunk in made:
        assert chunk(7, 0, games) == wanted


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("setup", [*MOST, *OPTIONS], ids=str)
def test_every_engine_gives_the_same_tally(setup, monkeypatch):
    same(setup.game.program, 3, monkeypatch, True)


VARIOUS = """rules 1
game "Various" for 3 players "Whatever is counted happens in some game."
var points[Seat]: Int = 0
play:
  for turn in 1..5:
    for p in seats:
      p chooses n from 1..3 "How many?"
      p chooses way from 1..n "Which way?"
      points[p] += n + way
winner p: most points[p]
"""


@needs_c
def test_no_engine_forgets_what_is_counted(tmp_path):
    watch = watch_program(program_of(VARIOUS, tmp_path))
    tally, totals = python_engine(watch).chunk(7, 0, 100), watch.totals
    sums = {name: totals.series(number) + 1 for number, name in enumerate(SERIES)}
    places = {**{name: place for place, name in enumerate(HEAD)}, **sums}
    assert not [name for name, place in places.items() if not tally.row.get(place)], "add_game in native/totals.py"
    assert tally == c_engine(watch).chunk(7, 0, 100), "add_game in native/rt/c/stats.c"


@pytest.mark.few(1)
@pytest.mark.parametrize("setup", VARIED, ids=str)
def test_variants_give_the_same_tally(setup, monkeypatch):
    same(setup.game.program, 1, monkeypatch, False)


@pytest.mark.few(1)
@pytest.mark.parametrize("path", MODS, ids=lambda path: path.stem)
def test_mods_give_the_same_tally(path, monkeypatch):
    base = next(name for name in ALL if path.stem.startswith(f"{name}_"))
    same(load(ALL[base], mods=[path]).program, 1, monkeypatch, False)


@pytest.mark.few(1)
@pytest.mark.parametrize("setup", MOST, ids=str)
def test_who_watches_changes_nothing(setup):
    """The same winners, scores and lengths with everything counted and with nothing."""
    program = setup.game.program
    rows = []
    for watch in (watch_program(program), plain_watch(program)):
        row, totals = python_engine(watch).chunk(5, 0, 2).row, watch.totals
        ends = totals.series(totals.sampled)
        about = [0, 1, *range(totals.wins, totals.series(1)), *range(totals.series(3), totals.series(5))]
        about += range(totals.series(totals.scores), ends)
        rows.append({place: row[place] for place in about if place in row})
    assert rows[0] == rows[1] and rows[0][0] == 2


@pytest.mark.parametrize("name", ["no_thanks", "liars_dice", "pretzel"])
def test_actions_are_those_of_the_events(name):
    """Counted a second time, from what the reference tells of each choice."""
    program = Setup(name, counts(name)[0]).game.program
    watch, times = watch_program(program), Counter[tuple[str, str]]()
    play = reference(program, traced=True)
    tally = python_engine(watch).chunk(7, 0, 3)
    for game in range(3):
        for menu, action in taken(program, play(7, game).choices, game):
            times[menu, action] += 1
    found = Counter[tuple[str, str]]()
    for cell, each in enumerate(watch.sheet.uses):
        if each.group in {menu for menu, _ in times}:
            found[each.group, each.name] += tally.row.get(watch.totals.used + 5 * cell, 0)
    assert +found == times and times


def taken(program: Program, choices, game: int):
    """The menus and actions that were chosen, or passed, in a game with these answers."""
    match = Match(program, 7, game=game)
    answers = iter(choices)
    while match.decision is not None:
        match.choose(next(answers)[1])
    for event in match.events:
        if isinstance(event, Chose) and event.name in program.game.menus and len(event.options[0]) > 1:
            menu, answer = program.game.menus[event.name], event.options[event.taken]
            if menu.key is None:
                yield menu.name, "pass" if answer == "pass" else menu.actions[answer[1]].name


# ---------------------------------------------------------------- counted by hand

KNOWN = """rules 1
game "Known" for 2 players "Nothing is left to chance, and nobody has a choice."
enum Color: red, blue
table PRIZE[1..4]: 0..9 "Points by round":
  | 1 | 1 |
  | 2 | 5 |
  | 3 | 0 |
  | 4 | 9 |
var points[Seat]: Int = 0
var prize: 0..9 = 0
play:
  for turn in 1..4:
    let p = if turn mod 2 == 1 then P1 else P2
    p chooses c from [if p == P1 then red else blue] "Which color?"
    p chooses from Take(p, turn)
    P1 may choose n from [for n in 1..2 where turn > 4 + n] "A number?": prize = n
menu Take(p: Seat, turn: Int):
  take "Take the prize":
    prize = PRIZE[turn]
    points[p] += prize
  leave where turn > 4: prize = 0
winner p: most points[p]
"""


def test_a_game_counted_by_hand(tmp_path):
    """P1 gets 1 and 0, P2 gets 5 and 9: the lead goes to P1, then to P2, who keeps it."""
    path = tmp_path / "known.rules"
    path.write_text(KNOWN, encoding="utf-8")
    report = ran(path, 10, engine="python")
    assert [each.wins.value for each in report.seats] == [0, 1] and report.ties.value == 0
    assert [each.score.mean for each in report.seats] == [1, 14]
    assert (report.second.mean, report.spread.mean, report.spread.sd) == (13, 13, 0)
    assert (report.rounds.mean, report.rounds_are) == (4, (f"{path}:12",))
    assert report.changes.mean == 1
    assert (report.half.games, report.half.alone.value, report.half.behind.value) == (10, 1, 0)
    assert report.decisions.mean == 0 and report.forced.value == 1
    took, left = use(report, "Take", "take"), use(report, "Take", "leave")
    assert (took.times, took.users, took.games, took.wins.value, took.score) == (40, 20, 10, 0.5, 7.5)
    assert (took.text, left.times, left.wins) == ("Take the prize", 0, None)
    red = use(report, "play.c", "red")
    assert (red.times, red.users, red.wins.value, red.score) == (20, 10, 0, 1)
    assert [use(report, "PRIZE", f"{turn}").times for turn in range(1, 5)] == [10] * 4
    assert use(report, "play.n", "pass").times == 40


BEHIND = """rules 1
game "Behind" for 3 players "Who is last at half-time wins."
var points[Seat]: Int = 0
play:
  for turn in 1..4:
    P1 chooses n from [1] "A number?"
    points[P1] += if turn < 4 then 2 else 0
    points[P2] += if turn < 4 then 1 else 0
    points[P3] += if turn < 4 then 0 else 9
winner p: most points[p]
"""


def test_a_comeback(tmp_path):
    path = tmp_path / "behind.rules"
    path.write_text(BEHIND, encoding="utf-8")
    half = ran(path, 4, engine="reference").half
    assert (half.games, half.alone.value, half.behind.value, half.last.value) == (4, 0, 1, 1)


def test_ties_share_a_win(tmp_path):
    path = tmp_path / "tied.rules"
    path.write_text(BEHIND.replace("else 9", "else 0").replace("+= if turn < 4 then 1", "+= if turn < 4 then 2"))
    report = ran(path, 6)
    assert [each.wins.value for each in report.seats] == [0.5, 0.5, 0]
    assert report.ties.value == 1 and report.second.mean == 0 and report.spread.mean == 6
    assert report.half.games == 0


def test_prices_and_tricks_come_from_the_families():
    """Every lot is sold or not, and every trick is won by somebody, with a card that follows or not."""
    nosh = ran(ALL["nosh"], 40, players=4)
    (price,) = [each.numbers for each in nosh.measures if (each.kind, each.name) == ("auction", "coins paid")]
    assert price.count == use(nosh, "StandSale", "sold").times > 0
    assert use(nosh, "StandSale", "sold").times + use(nosh, "StandSale", "not sold").times == 40 * 7 * 3
    nokosu = ran(ALL["nokosu"], 40, players=4)
    for group in ("Trick: won by", "Trick: won with"):
        assert sum(each.times for each in nokosu.uses if each.group == group) == 40 * 4 * 14


def test_lines_of_scores_add_up_to_the_scores():
    report = ran(ALL["no_thanks"], 50, players=3)
    lines = [each.numbers for each in report.measures if each.kind == "score"]
    given = sum(line.mean * line.count for line in lines)
    assert given == pytest.approx(sum(each.score.mean * 50 for each in report.seats))


# ---------------------------------------------------------------- shares of games


def test_jobs_do_not_show(tmp_path):
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")
    setup = setup_of(str(path), engine="python")
    alone, together = simulate(setup, 3, 3000), simulate(setup, 3, 3000, jobs=2)
    assert alone.tally == together.tally and alone.finished == 3000
    assert attrs.evolve(report_of(alone), stopped=False) == report_of(together)


@given(st.lists(st.integers(0, 40), unique=True), st.integers(-5, 2**70))
def test_a_tally_is_the_sum_of_its_parts_in_any_order(cuts, seed):
    chunk = tiny_chunk()
    places = sorted({0, 40, *cuts})
    whole, parts = chunk(seed, 0, 40), [chunk(seed, a, b - a) for a, b in pairwise(places)]
    added = Tally()
    for part in sorted(parts, key=repr):
        added.add(part)
    assert added == whole


TINY: list = []


def tiny_chunk():
    if not TINY:
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            TINY.append(python_engine(watch_program(program_of(GUESS, Path(folder), 3))).chunk)
    return TINY[0]


def test_a_chunk_is_a_function_of_plain_data(tmp_path):
    """A setup can be sent to another process, which needs no file."""
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")
    setup = setup_of(str(path), options={"top": 3}, players=3)
    path.unlink()
    again = pickle.loads(pickle.dumps(setup))
    assert again == setup
    assert pickle.loads(pickle.dumps(play_chunk(again, 7, 10, 5))) == play_chunk(setup, 7, 10, 5)


def test_stopped_games_are_reported(tmp_path):
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")

    def stop(finished: int) -> None:
        if finished > 100:
            raise KeyboardInterrupt

    run = simulate(setup_of(str(path)), 7, 10**12, progress=stop)
    report = report_of(run)
    assert report.stopped and 100 < report.games < report.wanted
    assert simulate(run.setup, 7, report.games).tally == run.tally


# ---------------------------------------------------------------- mistakes in the rules

SELDOM = """rules 1
game "Seldom" for 2 players "Breaks once in a while."
var n: 0..9 = 0
var points[Seat]: Int = 0
play:
  repeat 2 times:
    for p in seats:
      p chooses k from 0..5 "How many?"
      points[p] += k
      n += if k == 5 then 5 else 0
winner p: most points[p]
"""


@needs_c
def test_games_that_break_are_left_out_and_can_be_seen_again(tmp_path):
    path = tmp_path / "seldom.rules"
    path.write_text(SELDOM, encoding="utf-8")
    reports = [ran(path, 60, engine=engine) for engine in ("c", "python", "reference")]
    first = reports[0]
    assert 0 < first.faulty < 60 and first.games + first.faulty == 60
    assert all(attrs.evolve(each, engine="c") == first for each in reports)
    fault = first.faults[0]
    assert fault.place == f"{path}:10" and "10" in fault.message
    program = load(path).program
    with pytest.raises(Exception, match="10"):
        reference(program)(seed_of(7, fault.game), 0)


@given(st.integers(-(2**70), 2**70), st.integers(0, 2**40))
def test_every_game_of_a_run_is_the_first_of_some_seed(seed, game):
    from rulelang.base.rng import stream

    assert stream(seed_of(seed, game), 0, 3) == stream(seed, game, 3)


def test_a_game_that_always_breaks(tmp_path):
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, encoding="utf-8")
    report = ran(path, 25)
    assert (report.games, report.faulty, len(report.faults)) == (0, 25, 10)


# ---------------------------------------------------------------- figures


@given(st.integers(-LARGEST, LARGEST))
def test_a_number_lies_in_its_bin(value):
    place = bin_of(value)
    low, high = bounds(place)
    assert 0 <= place < BINS and low <= value <= high
    assert high - low <= abs(value) / 16


@given(st.lists(st.integers(-2000, 2000), min_size=2))
def test_series_are_those_of_the_numbers(values):
    row = Counter({0: len(values), 1: sum(values), 2: sum(value * value for value in values)})
    row.update(3 + bin_of(value) for value in values)
    found = numbers(row, 0)
    assert found.mean == pytest.approx(mean(values)) and found.sd == pytest.approx(stdev(values), abs=1e-6)
    middle = sorted(values)[(len(values) - 1) // 2]
    assert abs(found.median - middle) <= abs(middle) / 16


def test_wilsons_interval():
    found = share(10, 40)  # worked out by hand from Wilson's formula
    assert (round(found.low, 4), round(found.high, 4)) == (0.1419, 0.4019)
    assert share(0, 20).low == 0 and share(20, 20).high == 1
    assert not found.above(0.2) and share(400, 1000).above(0.3) and share(200, 1000).below(0.3)


# ---------------------------------------------------------------- engines


def test_the_engine_says_why_it_is_not_c(monkeypatch):
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    engine = engine_for(watch_program(Setup("no_thanks", 3).game.program))
    assert engine.name == "python" and "no-such-compiler" in engine.why


def test_a_report_is_plain_data(tmp_path):
    path = tmp_path / "guess.rules"
    path.write_text(GUESS, encoding="utf-8")
    run = Run(setup_of(str(path)), 7, 3)
    run.tally.add(play_chunk(run.setup, 7, 0, 3))
    found = json.loads(json.dumps(report_of(run).to_json()))
    assert found["games"] == 3 and len(found["seats"]) == 2 and found["seats"][0]["score"]["bins"]


@examples(8)
@given(setups(), st.integers(0, 10**6))
def test_any_settings_give_the_same_tally(setup, seed):
    watch = watch_program(setup.game.program)
    assert python_engine(watch).chunk(seed, 3, 1) == reference_engine(watch).chunk(seed, 3, 1)
