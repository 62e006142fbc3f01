"""Bots: what may sit at a seat, that it knows no more than the seat, and that thinking helps."""

from __future__ import annotations

import time
from functools import partial

import pytest
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from native_kit import needs_c
from play_kit import NIM, game_of, games, plays, steps

from rulelang import NoSample, load
from rulelang.bots.apart import LONGEST, Apart
from rulelang.bots.flat import flat_search
from rulelang.bots.kinds import BadKind, Effort, Thought, read_kind
from rulelang.bots.players import Searcher, play, player_of, seat_players
from rulelang.bots.plugins import BotError, answer_of
from rulelang.bots.review import judge, worst
from rulelang.bots.thinking import decide, think
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.policy import WEIGHTS, Policies
from rulelang.native.plan.nodes import Unsupported

LITTLE = Effort(30, 2)
HEART = Effort(1, 1, by_heart=True)
SIGNALS = """\
rules 1
game "Signals" for 2 players "Both call heads or tails at the same time; the first wants the same, the second not."
var points[Seat]: Int = 0
play:
  each p in seats secretly chooses call from 0..1 "Call"
  reveal call
  if call[P1] == call[P2]: points[P1] += 1
  else: points[P2] += 1
winner p: most points[p]
"""


DARE = """\
rules 1
game "Dare" for 2 players "Whoever dares wins much, unless the other finds the one answer. Cards are secret."
piece Card(rank: 1..40) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
var points[Seat]: Int = 0
play:
  shuffle deck
  for p in seats: deal 6 from deck to hand[p]
  P1 chooses dare from 0..1 "Dare?"
  P2 chooses answer from 0..7 "How do you answer?"
  points[P1] += if dare == 0 then 1 else if answer == 5 then -3 else 3
winner p: most points[p]
"""


# ---------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("text", "simulations", "seconds"),
    [("easy", 24, 0), ("hard", 1000, 0), ("bot", 1000, 0), ("bot:500", 500, 0), ("bot:2s", 0, 2)],
)
def test_kinds_that_think(text, simulations, seconds):
    effort = read_kind(text).effort
    assert (effort.simulations, effort.seconds) == (simulations, seconds)


@pytest.mark.parametrize("text", ["bot:", "bot:0", "bot:2m", "bot:99999999", "bot:601s", "robot", "hrad", "", "a:b:c"])
def test_a_wrong_kind_is_told_in_a_sentence(text):
    with pytest.raises(BadKind, match=r"^(there is no kind of seat|`bot:.* says no time to think)") as found:
        read_kind(text)
    assert str(found.value)[-1] in ".?"


@pytest.mark.few(1)
@needs_c
@pytest.mark.parametrize("name", ["nokosu", "nosh"])
def test_threads_find_together_what_the_same_number_of_threads_finds_again(name):
    match = games()[name].start(seed=7)
    seat, (one, two, alone) = match.decision.seat, map(read_kind, ("bot:301x2", "bot:301x2", "bot:301"))
    first, again, other = (think(match, seat, kind.effort, 4) for kind in (one, two, alone))
    assert first == again and first.simulations == other.simulations == 301 and first != other
    assert all(0 <= mean <= 1 for mean in first.means)


# ---------------------------------------------------------------- small games as a whole


def mixed_thought(match, seat, seed=3):
    thought = think(match, seat, read_kind("mixed:20000").effort, seed)
    return [visits / sum(thought.visits) for visits in thought.visits]


@needs_c
def test_who_calls_in_secret_calls_each_side_as_often(tmp_path):
    """Whoever preferred one could be foreseen. The second is asked while nobody knows what the first has called."""
    (tmp_path / "signals.rules").write_text(SIGNALS, encoding="utf-8")
    match = load(tmp_path / "signals.rules").start(seed=1)
    assert mixed_thought(match, 1) == pytest.approx([0.5, 0.5], abs=0.05)
    match.choose(0)
    assert mixed_thought(match, 2) == pytest.approx([0.5, 0.5], abs=0.05)


@needs_c
def test_kuhn_poker_as_it_should_be_played():
    """Who was bet at calls with the king, folds the jack, and calls with the queen one time in three, since the first
    bluffs with the jack; the first never bets the queen. Twins are answered alike.
    """
    game, seen = load("kuhn"), dict[str, list[float]]()
    for index in range(12):
        match = game.start(seed=4, index=index)
        for seat in (1, 2):
            card = match.view(seat)["zones"][f"hand[P{seat}]"]["pieces"][0]["text"]
            seen[f"{seat} {card}"] = mixed_thought(match, seat)
            assert mixed_thought(match.sample(seat, 5), seat) == seen[f"{seat} {card}"]
            match.choose(1)  # a bet
    near = partial(pytest.approx, abs=0.1)
    assert seen["2 Card(1)"] == near([1, 0]) and seen["2 Card(3)"] == near([0, 1])
    assert seen["2 Card(2)"] == near([2 / 3, 1 / 3]) and seen["1 Card(2)"] == near([1, 0])
    assert 0 < seen["1 Card(1)"][1] < 0.4


@needs_c
def test_a_game_that_is_too_large_is_searched():
    match = games()["nosh"].start(seed=2)
    thought = think(match, match.decision.seat, read_kind("mixed:50").effort, 1)
    assert thought.simulations == 50 and thought.worlds > 1


# ---------------------------------------------------------------- what a bot knows


@pytest.mark.few(1)
@pytest.mark.parametrize("name", games())
def test_a_bot_knows_no_more_than_its_seat(name, monkeypatch):
    """Twins: in another match with the same log for the seat that is asked, a bot thinks and answers the same.

    So does one that has learned: what it holds likely depends on what the seat sees, whatever its weights are.
    """
    policy = any_policy(games()[name].program)
    monkeypatch.setattr("rulelang.bots.thinking.policy_of", lambda program: policy)
    for number, match in enumerate(steps(games()[name].start(seed=5), 3, most=30)):
        if number % 14 != 8 or match.decision is None:
            continue
        seat = match.decision.seat
        try:
            twin = match.sample(seat, 77)
        except NoSample:
            continue
        own = think(match, seat, LITTLE, 4)
        assert think(twin, seat, LITTLE, 4) == own
        assert decide(own, LITTLE, twin, seat, 4) == decide(own, LITTLE, match, seat, 4)
        if policy is not None:
            assert think(twin, seat, HEART, 4) == think(match, seat, HEART, 4)


def any_policy(program):
    """A policy with weights that nobody has learned, if C can take the rules."""
    try:
        return Policies(program).new([at * 7919 % 401 - 200 for at in range(WEIGHTS)])
    except (Unsupported, NoCompiler):
        return None


@examples(15)
@given(plays(("packs", "cups"), most=20), st.integers(0, 99))
def test_what_a_bot_answers_is_an_option_and_the_same_again(match, seed):
    for decision in match.pending:
        player = Searcher(LITTLE, seed)
        index = player.answer(match, decision.seat)
        assert 0 <= index < len(decision.options)
        assert Searcher(LITTLE, seed).answer(match, decision.seat) == index


# ---------------------------------------------------------------- thinking


def test_who_thinks_wins_at_nim():
    game = game_of(NIM)
    for seed in range(3):
        match = game.start(seed=seed)
        play(match, seat_players([read_kind("bot:300"), read_kind("random")], seed))
        assert match.winners == (1,)


@needs_c
def test_what_others_answer_is_learned_from_all_worlds_together():
    """The other has other cards in each world, and one answer that is best whatever they are."""
    match = game_of(DARE).start(seed=1)
    assert think(match, 1, Effort(1000, 16), 3).best == 0


def test_what_a_blunder_costs():
    """Of 7 one must leave 6; whoever takes two gives the game away, and the best answer costs nothing."""
    game = game_of(NIM)
    for first, slips in ((1, [1]), (0, [])):
        match = game.start()
        found = list(judge(match, [first], (1, 2), Effort(600, 4), 3))
        assert [each.number for each in worst(found, 5)] == slips
        assert found[0].taken == first and (found[0].cost > 0.5) == bool(slips)


def test_without_a_compiler_it_looks_one_move_ahead():
    match = game_of(NIM).start()
    match.choose(1)  # five are left …
    match.choose(0)  # … and four: one more leaves three, from which the other cannot win
    thought = flat_search(match, 1, Effort(200, 1), 5)
    assert thought.worlds == 1 and thought.simulations == 200 and thought.best == 0


def test_without_a_compiler_it_does_not_foresee_what_will_be_drawn():
    text = """rules 1
game "Guess" for 2 players "A die is thrown after the guess."
piece Tile(face: 1..6) in cup "Tile": 1 each
zone cup: bag of Tile, open
zone out: row of Tile, open
var guessed: 1..6 = 1
play:
  P1 chooses n from 1..6 "Which?"
  guessed = n
  deal 1 from cup to out
winner p: most if p == P1 and first(out).face == guessed then 1 else 0
"""
    thoughts = {flat_search(game_of(text).start(seed), 1, Effort(60, 1), 5) for seed in range(5)}
    assert len(thoughts) == 1 and max(thoughts.pop().means) < 1


def test_simultaneous_choices_are_mixed():
    """Who always calls the same is foreseen."""
    match = game_of(SIGNALS).start()
    calls = {Searcher(Effort(400, 2), seed).answer(match, 1) for seed in range(12)}
    assert calls == {0, 1}


def test_who_has_no_world_takes_any_option():
    match = game_of(NIM).start()
    nothing = Thought((0, 0), (0.0, 0.0), 0, (0.0, 0.0), True)
    assert {decide(nothing, LITTLE, match, 1, seed) for seed in range(20)} == {0, 1}


# ---------------------------------------------------------------- bots of others


class Last:
    def choose(self, view, log, decision):
        assert view["seat"] == log[-1]["seat"] and "options" in log[-1]
        return decision["options"][-1]


@pytest.mark.parametrize("answer", [1, "2", {"index": 1}])
def test_an_answer_may_be_an_index_a_value_or_an_option(answer):
    match = game_of(NIM).start()
    view = match.view(1)
    values = [option["value"] for option in view["decision"]["options"]]

    class Bot:
        def choose(self, view, log, decision):
            return answer if answer != "2" else str(values[1]) if isinstance(values[1], str) else 1

    assert answer_of("own", Bot(), view, match.log(1)) == 1


def test_a_bot_of_others_sits_at_a_table(monkeypatch, tmp_path):
    (tmp_path / "ownbots.py").write_text("class First:\n    def choose(self, view, log, decision): return 0\n")
    monkeypatch.chdir(tmp_path)
    kind = read_kind("ownbots:First")
    match = game_of(NIM).start()
    assert set(play(match, {1: player_of(kind, 1, 0), 2: player_of(read_kind("random"), 2, 0)})[::2]) == {0}


@pytest.mark.parametrize("answer", [7, -1, True, None, "three", {"index": 9}])
def test_what_is_no_option_is_told(answer):
    match = game_of(NIM).start()

    class Bot:
        def choose(self, view, log, decision):
            return answer

    with pytest.raises(BotError, match=r"the bot `own` answered .* which is no option; there are 2, from 0 on"):
        answer_of("own", Bot(), match.view(1), match.log(1))


def test_a_bot_that_breaks_is_told():
    match = game_of(NIM).start()

    class Bot:
        def choose(self, view, log, decision):
            raise KeyError("hand")

    with pytest.raises(BotError, match="the bot `own` broke: KeyError: 'hand'"):
        answer_of("own", Bot(), match.view(1), match.log(1))
    with pytest.raises(BotError, match="the bot `nowhere:Bot` cannot be made"):
        player_of(read_kind("nowhere:Bot"), 1, 0)


APART = """\
import os, signal, sys, threading, time
class Own:
    def __init__(self, seed): self.seed = seed
    def choose(self, view, log, decision):
        print("this is not an answer")
        assert "rulelang.play.match" not in sys.modules, "the game is in its reach"
        left = len(decision["options"])
        return decision["options"][self.seed % left]
class Broken:
    def choose(self, view, log, decision): raise KeyError("hand")
class Gone:
    def choose(self, view, log, decision): os._exit(3)
class Odd:
    def choose(self, view, log, decision): return "seven"
class Deaf:
    def __init__(self): threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGSTOP)).start()
    def choose(self, view, log, decision): return 0
class Dripping:
    def choose(self, view, log, decision):
        while True: os.write(3, b" "), time.sleep(0.01)
"""


@pytest.fixture
def strangers(monkeypatch, tmp_path):
    (tmp_path / "strangers.py").write_text(APART)
    monkeypatch.chdir(tmp_path)


def test_a_bot_of_others_may_sit_in_a_process_of_its_own(strangers):
    kind = read_kind("apart:strangers:Own")
    alone = player_of(kind, 1, 3)
    match = game_of(NIM).start()
    assert alone.answer(match, 1) == alone.bot.choose(match.view(1), match.log(1), {})["index"]
    process = alone.bot.process
    del alone
    assert process.poll() is not None, "it ends with whoever speaks to it"


def test_only_a_bot_of_others_may_sit_apart():
    with pytest.raises(BadKind, match=r"^`apart:` stands before a bot of your own, .*; `apart:hard` names none\.$"):
        read_kind("apart:hard")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Broken", "the bot `strangers:Broken` broke: KeyError: 'hand'."),
        ("Gone", "the bot `strangers:Gone` has ended, in its own process."),
        ("Odd", "the bot `strangers:Odd` answered 'seven', which is no option; there are 2, from 0 on."),
        ("Nobody", "the bot `strangers:Nobody` cannot be made: AttributeError: "),
    ],
)
def test_what_goes_wrong_in_another_process_is_told(strangers, name, told):
    match = game_of(NIM).start()
    with pytest.raises(BotError) as found:
        player_of(read_kind(f"apart:strangers:{name}"), 1, 0).answer(match, 1)
    assert str(found.value).startswith(told)


@pytest.mark.parametrize("name", ["Deaf", "Dripping"])
def test_a_bot_that_never_reads_or_never_ends_its_answer_is_late(strangers, monkeypatch, name):
    bot = Apart(f"strangers:{name}", 0)
    monkeypatch.setattr("rulelang.bots.apart.PATIENCE", 1.0)
    time.sleep(0.2)
    with pytest.raises(BotError, match="gave no answer in"):
        bot.choose({"decision": {}, "long": "x" * LONGEST}, [], {})
