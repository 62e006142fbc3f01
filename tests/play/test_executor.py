"""Whether anybody looks at a match changes its speed and nothing else.

`Plain` is a runner that makes a match which the reference alone plays: what all others are compared with.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import cycle

import pytest
from helpers import ALL, ROOT, Setup, counts, examples, variants
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from native_kit import GUARDED
from play_kit import CUPS, LINES, PACKS, WORN, game_of, readers, small

from rulelang import Decision, Game, IllegalChoice, Match, RuleError, load
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Runner
from rulelang.native.host.tiers import CAREFUL, PATIENCE
from rulelang.play import executor
from rulelang.play.executor import shortcut
from rulelang.play.match import begin


class Plain(Runner):
    pass


MOST = [Setup(name, counts(name)[-1]) for name in ALL]
VARIED = [Setup(name, counts(name)[0], some) for name in ALL for some in variants(name) if len(some) == 1]
WAYS = ROOT / "tests/data/every_way_to_ask.rules"
LOOKS = ("nothing", "nothing", "events", "view", "value", "name", "clone", "undo", "wrong")
MOVES = st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(LOOKS)), min_size=1, max_size=25)
SEEDS = st.integers(-(2**70), 2**70)


def quick(game: Game) -> Game:
    """The game with the code that plays what nobody looks at, as if it had been played often."""
    shortcut(game.program).make()
    assert shortcut(game.program).stepper is not None
    return game


@cache
def quick_setup(setup: Setup) -> Game:
    return quick(setup.game)


@cache
def ways() -> Game:
    return quick(load(WAYS, players=3))


def told(match: Match) -> list[object]:
    """All that a match tells."""
    seen = [(match.view(seat), match.log(seat)) for seat in readers(match)]
    ended = match.over, match.winners, match.scores, match.score_sheet
    return [match.record(), match.events, *seen, *ended, len(match.acts), asked(match.decision), str(match.error)]


def asked(decision: Decision | None) -> object:
    if decision is None:
        return None
    options = [(option.index, option.value, option.label, option.raw) for option in decision.options]
    return decision.seat, decision.name, decision.prompt, options


def look(match: Match, how: str) -> None:
    decision = match.decision
    assert decision is not None
    if how == "events":
        assert match.events
    elif how == "view":
        assert match.view(decision.seat)["decision"]["name"] == decision.name
    elif how == "value":
        assert decision.options[-1].value is not None
    elif how == "name":
        assert decision.name in repr(decision)
    elif how == "clone":
        other = match.clone()
        play_on(other, [3, 1], 5)
    elif how == "wrong":
        with pytest.raises(IllegalChoice):
            match.choose(len(decision.options))


def play_on(match: Match, answers: list[int], most: int = 10**6) -> None:
    """Answers without a look, by index and by option."""
    for number, answer in zip(range(most), cycle(answers)):
        if (decision := match.decision) is None:
            return
        index = answer % len(decision.options)
        match.choose(index if number % 2 else decision.options[index])


def alike(game: Game, seed: int, moves: list[tuple[int, str]]) -> None:
    """Some moves with looks between them, the same with none, and the same by the reference alone."""
    plain = begin(game, seed, 3, None, Plain)
    some, blind = game.start(seed, index=3), game.start(seed, index=3)
    for answer, how in moves:
        if (wanted := plain.decision) is None:
            break
        look(some, how)
        for match in (plain, some, blind):
            decision = match.decision
            assert decision is not None
            assert (decision.seat, len(decision.options)) == (wanted.seat, len(wanted.options))
            match.choose(answer % len(decision.options))
            if how == "undo":
                assert match.undo()
                match.choose(0)
    copies, all_told = [match.clone() for match in (plain, some, blind)], told(plain)
    assert told(some) == all_told
    for match in copies:
        play_on(match, [answer for answer, _ in moves], 15)
    assert copies[0].events == copies[1].events == copies[2].events
    assert told(blind) == all_told, "and a copy that goes on leaves its original alone"


@pytest.mark.few(2)
@pytest.mark.parametrize("setup", [*MOST, *VARIED], ids=str)
@examples(2, suppress_health_check=list(HealthCheck))
@given(SEEDS, MOVES)
def test_looking_changes_nothing(setup, seed, moves):
    alike(quick_setup(setup), seed, moves)


@examples(15, suppress_health_check=list(HealthCheck))
@given(SEEDS, MOVES)
def test_looking_changes_nothing_in_whatever_way_one_is_asked(seed, moves):
    alike(ways(), seed, moves)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ALL)
def test_how_a_game_ends_is_told_unseen(name):
    game = quick_setup(Setup(name, counts(name)[0]))
    plain, blind = begin(game, 7, 0, None, Plain), game.start(7)
    for match in (plain, blind):
        play_on(match, [5, 1, 0, 3, 2])
    ended = blind.over, blind.decision, blind.pending, blind.winners, blind.scores
    assert ended == (True, None, [], plain.winners, plain.scores)
    assert blind.executor.core is None, "the reference was not needed"
    assert blind.events == plain.events and blind.record() == plain.record()


def test_seats_that_choose_together_may_answer_ahead_of_unseen_play():
    game = quick(small("packs", 3))
    plain, blind = begin(game, 4, 0, None, Plain), game.start(4)
    for match in (plain, blind):
        play_on(match, [0], 3)
        while len(match.pending) < 3:
            match.choose(0)
        match.choose(match.pending[2].options[-1])
        match.choose(match.pending[1].options[0])
        play_on(match, [1, 0], 6)
    assert told(blind) == told(plain)
    while plain.undo():
        assert blind.undo()
    assert not blind.undo() and told(blind) == told(plain)


# ---------------------------------------------------------------- questions and options


def test_a_question_can_be_looked_at_after_it_was_answered():
    """Also where the match has gone back and another way since."""
    game = quick_setup(Setup("nosh", 3))
    match, wanted, kept = game.start(7), [], []
    plain = begin(game, 7, 0, None, Plain)
    for _ in range(12):
        kept.append(match.decision)
        wanted.append(asked(plain.decision))
        match.choose(0)
        plain.choose(0)
    assert [asked(decision) for decision in kept[8:]] == wanted[8:]
    for _ in range(6):
        assert match.undo()
    play_on(match, [1], 10)
    assert [asked(decision) for decision in kept] == wanted


def test_an_option_of_another_question_is_taken_only_if_it_is_the_same():
    for match in (begin(broken(), 7, 0, None, Plain), broken().start(7)):
        first = match.decision.options
        match.choose(first[1])
        match.choose(first[1])  # the same number, though it was offered for something else
        assert [answer.name for answer in match.answers] == ["Rise.n", "Say.n"]
    game = quick_setup(Setup("nokosu", 3))
    for match in (begin(game, 7, 0, None, Plain), game.start(7)):
        first, here = match.decision.options, match.clone()
        match.choose(first[0])
        for option in (first[0], first[-1]):
            with pytest.raises(IllegalChoice, match=r"Option\(\d, .* is not an option of P\d now"):
                match.choose(option)
        here.choose(first[-1])
        assert len(match.acts) == len(here.acts) == 1


def test_options_are_a_sequence():
    game = quick_setup(Setup("nokosu", 3))
    for match in (begin(game, 7, 0, None, Plain), game.start(7)):
        options = match.decision.options
        assert options == tuple(options) and hash(options) == hash(tuple(options)) and repr(options)[0] == "("
        assert options[-1] is options[len(options) - 1] and options[-1].index == len(options) - 1
        assert options[1:3] == (options[1], options[2]) and list(reversed(options))[-1] is options[0]
        assert options[2] in options and options.index(options[2]) == 2
        with pytest.raises(IndexError):
            options[len(options)]


# ---------------------------------------------------------------- rules that are wrong


def test_a_mistake_is_raised_by_the_answer_that_meets_it():
    game = quick(game_of(WORN))
    plain, blind = begin(game, 0, 0, None, Plain), game.start(0)
    for match in (plain, blind):
        with pytest.raises(RuleError) as caught:
            match.choose(5)
        assert match.error is caught.value and match.error.diagnostic.code == "R603"
    assert str(plain.error) == str(blind.error) and told(blind) == told(plain)
    for match in (plain, blind):
        play_on(match, [2, 1])
    assert told(blind) == told(plain) and blind.over


BROKEN = """rules 1
game "Broken" for 2 players "Invariants that break at a question, at the end of a phase, and only while a phase runs."
var points[Seat]: 0..99 = 0
var turns: 0..99 = 0
play:
  repeat 9 times:
    run Rise
    run Rest
    if points[P1] > 20: points[P1] = 0
phase Rise:
  for p in seats:
    p chooses n from 0..5 "How much?"
    points[p] += n
    run Say(p)
  turns += 1
step Say(p: Seat):
  p chooses n from 0..1 "More?"
  points[p] += n
phase Rest:
  P1 chooses n from 0..1 "Shall I rest?"
  if n == 1: run Sleep
phase Sleep: points[P2] += 1
invariant "Not thirteen" during Say: points[P1] != 13
invariant "Never seventeen": points[P1] != 17 or turns mod 2 == 0
invariant "Sleepers are even" during Sleep: points[P2] mod 2 == 0
winner p: most points[p]
"""


# What an invariant may look at: variables, piles and rows, sets, faces, groups, amounts, functions, locals.
LOOKED_AT = {
    "points": (BROKEN, ""),
    "a row": (LINES, "all(c.rank != 7 for c in take(line, 2))"),
    "a pile": (LINES, "count(for c in stack where c.rank > 6) < 2"),
    "rows of seats": (LINES, "all(any(c.rank < 9 for c in kept[p]) for p in seats)"),
    "faces": (CUPS, "all(d.face != e.face for p in seats, d in cup[p], e in middle)"),
    "sets": (PACKS, "all(count(hand[p]) + count(shown[p]) > 1 for p in seats)"),
    "groups": (PACKS, "all(g.size == 1 for p in seats, g in packs[p])"),
    "amounts": (PACKS, "all(coins[p] != 4 or turn == p for p in seats)"),
    "a function": (PACKS, "liked_by(P1) < 3"),
}
PHASES = {PACKS: " during Make, Open", CUPS: " during Round", LINES: ""}


@cache
def with_invariant(what: str) -> Game:
    text, condition = LOOKED_AT[what]
    if condition:
        text += f'invariant "It holds"{PHASES[text]}: {condition}\n'
    if "liked_by" in condition:
        text += "fn liked_by(p: Seat) -> Int = count(for c in hand[p] where c.suit in liked)\n"
    return quick(game_of(text))


def start_or_say(game: Game, seed: int, runner: type[Runner]) -> tuple[Match | None, list[object]]:
    """A match and the mistakes it met; none if it cannot begin."""
    try:
        return begin(game, seed, 0, None, runner), []
    except RuleError as error:
        return None, [error.diagnostic]


def choose_or_say(match: Match, number: int, answer: int, errors: list[object]) -> None:
    """An answer that meets a mistake is not taken: the next is tried."""
    try:
        match.choose(answer % len(match.decision.options))
    except RuleError as error:
        errors.append((number, error.diagnostic))


@pytest.mark.parametrize("what", LOOKED_AT)
@examples(15, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 99), st.lists(st.integers(0, 9), min_size=30, max_size=30), st.sets(st.integers(0, 30)))
def test_an_invariant_is_broken_by_the_same_answer(what, seed, answers, looks):
    game = with_invariant(what)
    (plain, wanted), (blind, found) = (start_or_say(game, seed, runner) for runner in (Plain, Runner))
    assert found == wanted
    for number, answer in enumerate(answers):
        if plain is None or plain.decision is None:
            break
        choose_or_say(plain, number, answer, wanted)
        choose_or_say(blind, number, answer, found)
        assert found == wanted
        if number in looks:
            assert blind.events == plain.events
    assert plain is None or told(blind) == told(plain)


@pytest.mark.parametrize("what", LOOKED_AT)
def test_each_of_these_invariants_can_be_broken(what):
    for seed in range(40):
        match, errors = start_or_say(with_invariant(what), seed, Plain)
        for number in range(40):
            if errors:
                return
            if match.decision is not None:
                choose_or_say(match, number, number * number + seed, errors)
    pytest.fail("the property above has nothing to find")


def broken() -> Game:
    return with_invariant("points")


def test_code_that_always_gives_up_is_left_aside():
    game = quick(game_of(WORN))
    tables = shortcut(game.program).stepper
    for _ in range(PATIENCE * 8):
        match = game.start(0)
        with pytest.raises(RuleError):
            match.choose(5)
        match.choose(1)
        assert match.executor.table is None
    assert tables.first > CAREFUL
    assert game.start(0).executor.table is None


def test_bold_code_that_gives_up_is_followed_by_careful_code():
    game = quick(game_of(GUARDED))
    match = game.start(7)
    match.choose(3)  # pass
    match.choose(0)
    assert match.over and match.winners == (1, 2) and match.executor.core is None


SLOW = """rules 1
game "Slow" for 2 players "Many things between two questions."
var n: 0..9999999 = 0
play:
  P1 chooses k from 1..2 "How slow?"
  repeat 50 times:
    if k == 2:
      repeat 50 times: n += 1
  P2 chooses m from 0..1 "Go on?"
winner p: most n
"""


def test_the_limit_of_instructions_shows_to_whoever_looks(monkeypatch):
    """Generated code does not count them: the one mistake that is not found by the answer that makes it."""
    monkeypatch.setattr(executor, "Core", partial(Core, budget=1000))
    game = quick(game_of(SLOW))
    match = game.start(1)
    match.choose(1)
    assert match.decision.seat == 2
    with pytest.raises(RuleError) as caught:
        match.view(1)
    assert caught.value.diagnostic.code == "R618"
    assert match.undo() and match.view(1)["decision"]["options"][1]["value"] == 2
    match.choose(0)
    assert match.view(2)["variables"]["n"] == 0


# ---------------------------------------------------------------- who plays


@pytest.fixture
def played(monkeypatch) -> list[int]:
    """The answers that the reference plays."""
    found: list[int] = []
    choose = Core.choose

    def noted(core, answer):
        choose(core, answer)
        found.append(len(core.history))

    monkeypatch.setattr(Core, "choose", noted)
    return found


def test_the_reference_plays_an_answer_once_if_somebody_looks_and_else_not_at_all(played):
    game = quick_setup(Setup("nosh", 3))
    match = game.start(7)
    play_on(match, [1, 0], 20)
    assert played == [] and not match.over and match.winners == ()
    assert len(match.events) > 20 and played == [*range(1, 21)]
    play_on(match, [1, 0], 10)
    assert played == [*range(1, 22)], "it plays the answer after a look, in case that is looked at as well"
    assert match.scores and match.scores and match.view(1) and played == [*range(1, 31)]


def test_a_match_that_is_looked_at_after_every_answer_is_played_by_the_reference_alone(played):
    match = quick_setup(Setup("nosh", 3)).start(7)
    for number in range(1, 20):
        assert match.decision.name
        match.choose(0)
        assert played == [*range(1, number + 1)] and match.executor.table.asked == 0


def test_copies_go_on_by_the_reference_until_playing_again_pays(played):
    game = quick_setup(Setup("nosh", 3))
    shortcut(game.program).copies.clear()
    match = game.start(7)
    play_on(match, [1, 0], 24)
    other = match.clone()
    assert played == [*range(1, 25)]
    play_on(other, [1], 10)
    assert other.executor.table.asked == 34 and played[24:] == [25, 26, 27, 28]
    for _ in range(5):  # back and forth costs no more than it does on the reference
        other.undo()
        other.choose(0)
    assert played[28:] == [*range(29, 34), *[34] * 5]
    play_on(match.clone(), [1], 5)
    played.clear()
    for _ in range(3):
        play_on(match.clone(), [1], 5)
    assert played == [], "after two copies that were played on for long, code plays a copy at once"
    for _ in range(3):
        match.clone()
    play_on(match.clone(), [1], 5)
    assert played == [25, 26, 27, 28], "and after copies that were not, it does not"


def test_code_is_made_when_it_pays(monkeypatch):
    monkeypatch.setattr(executor, "PAYS", 50)
    game = load(ALL["nosh"], players=4)
    looked_at = game.start(7)
    while decision := looked_at.decision:
        looked_at.choose(decision.options[0] if decision.options[0].label else 1)
    assert shortcut(game.program).unseen == 0
    match = game.start(7)
    play_on(match, [0, 1], 50)
    assert not shortcut(game.program).tried and match.executor.table is None
    play_on(match, [0, 1], 1)
    assert match.executor.table.asked == 51


def test_rules_that_no_generated_code_takes_are_played_by_the_reference(monkeypatch):
    from rulelang.native.host import table as tables
    from rulelang.native.plan.nodes import Unsupported

    def refuse(*_):
        raise Unsupported("this")

    monkeypatch.setattr(tables, "prepare_plan", refuse)
    monkeypatch.setattr(executor, "PAYS", 0)
    game = load(ALL["no_thanks"], players=3)
    match = game.start(7)
    play_on(match, [1])
    assert match.over and shortcut(game.program).tried and match.executor.table is None


def test_scripted_chance_and_samples_are_played_by_the_reference():
    game = quick_setup(Setup("no_thanks", 3))
    for match in (game.start(7, chance={0: 1}), game.start(7).sample(1, 5)):
        play_on(match, [1, 0])
        assert match.over and match.executor.table is None


def test_an_interrupted_answer_is_not_taken(monkeypatch):
    """Ctrl-C comes when generated code has played an answer and before that is known."""
    game = quick_setup(Setup("nosh", 3))
    plain, match = begin(game, 7, 0, None, Plain), game.start(7)
    play_on(match, [0], 5)
    taken = match.executor.table.choose

    class Interrupted(type(match.executor.table)):
        __slots__ = ()

        def choose(self, index):
            taken(index)
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(match.executor.table, "__class__", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            match.choose(0)
    play_on(plain, [0], 5)
    assert len(match.decision.options) == len(plain.decision.options)
    for each in (plain, match):
        play_on(each, [1], 5)
    assert told(match) == told(plain)
