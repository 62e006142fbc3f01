"""Learning: the same seed learns the same, it helps, and what strangers say was learned is looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from native_kit import needs_c
from play_kit import LONG, NIM, game_of

from rulelang import load
from rulelang.bots import learned as kept
from rulelang.bots.kinds import read_kind
from rulelang.bots.learned import (
    BadPolicy,
    Learned,
    is_prior,
    learned_of,
    read,
    rules_of,
    table_of,
    value_of,
    write,
)
from rulelang.bots.learning import Judged, lead, learn
from rulelang.bots.players import play, seat_players
from rulelang.bots.plugins import BotError
from rulelang.native.host.policy import WEIGHTS, Learner
from rulelang.native.host.search import Searcher
from rulelang.native.host.value import Valued

pytestmark = needs_c

NOTHING = Learned((0,) * WEIGHTS, 1, 2)


def test_the_same_seed_learns_the_same_however_many_help():
    program = game_of(NIM).program
    found = []
    for seed, threads in ((5, 1), (5, 2), (5, 3), (6, 1)):
        learner = Learner(program, seed, threads)
        assert learner.batch(50, 3000) + learner.batch(51, 2000) == 101
        found.append(learner.policy.rounded_weights())
    assert found[0] == found[1] == found[2] != found[3]
    assert any(found[0])


def test_the_same_seed_writes_the_same_file(tmp_path):
    game = game_of(NIM)
    for threads in (1, 2):
        *_, last = learn(game, 300, 3, threads, 1, 10)
        write(tmp_path / f"{threads}.policy", game.program, last)
    assert (tmp_path / "1.policy").read_bytes() == (tmp_path / "2.policy").read_bytes()


def test_every_game_that_is_learned_from_comes_to_its_end():
    """Dice drawn from a bag of two kinds: gcc 12 once left out the rest of the deal, and nothing could be learned."""
    assert Learner(load("nokosu", players=4).program, 1, 1).batch(20, 3000) == 20


def test_who_has_learned_nim_wins(monkeypatch, tmp_path):
    """Of 7 one must take one, and leave a multiple of three ever after."""
    monkeypatch.setattr(kept, "cache_path", lambda program: tmp_path / "nim.policy")
    game = game_of(NIM)
    *curve, judged, last = learn(game, 2000, 1, 1, 4, 1000)
    assert judged == Judged(False, False)  # a search finds the best answer by itself
    assert isinstance(last, Learned) and [each.games for each in curve] == [500, 1000, 1500, 2000]
    assert curve[-1].wins > 0.8
    write(tmp_path / "nim.policy", game.program, last, mode=0o600)
    learned_of.cache_clear()
    for seed in range(3):
        match = game.start(seed=seed)
        play(match, seat_players([read_kind("learned"), read_kind("random")], seed))
        assert match.winners == (1,)
    learned_of.cache_clear()


def test_who_has_learned_nothing_says_so():
    match = game_of(NIM).start()
    with pytest.raises(BotError, match=r"no bot has learned .* with 2 players; `rulelang learn .* --players 2`"):
        play(match, seat_players([read_kind("learned")] * 2, 1))


# ---------------------------------------------------------------- files


def test_what_was_learned_is_read_as_it_was_written(tmp_path):
    two, three = (game_of(NIM.replace("for 2 ", "for 2..3 "), players=number).program for number in (2, 3))
    path, some = tmp_path / "nim.policy", Learned(tuple(range(-3, WEIGHTS - 3)), 400, 9)
    write(path, two, NOTHING)
    write(path, three, some)
    assert (read(path, two), read(path, three)) == (NOTHING, some)
    assert table_of(two) != table_of(three) and rules_of(two) == rules_of(three)


VALUE = Valued((("coins", (7, -1)), ("asked", (0, 0))), (("turn", 0, 30),))


def test_a_value_is_read_as_it_was_written(tmp_path):
    program, path = game_of(NIM).program, tmp_path / "nim.policy"
    some = Learned((0,) * WEIGHTS, 400, 9, prior=False, value=VALUE)
    write(path, program, some)
    assert read(path, program) == some


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("prior", 1),
        ("prior", None),
        ("value", []),
        ("value", {"weights": {}, "stages": {}}),
        ("value", {"weights": {"coins": [1]}, "stages": {"turn": [0, 30]}}),
        ("value", {"weights": {"coins": [1, 2]}, "stages": {"turn": [0]}}),
        ("value", {"weights": {"coins": [1, 0.5]}, "stages": {"turn": [0, 30]}}),
        ("value", {"weights": {"coins": [1, 1 << 34]}, "stages": {"turn": [0, 30]}}),
        ("value", {"weights": {"coins": [True]}, "stages": {}}),
        ("value", {"weights": {f"a{at}": [1] for at in range(65)}, "stages": {}}),
        ("value", {"weights": {"coins": 7}, "stages": {}}),
        ("value", {"weights": {"coins": [0] * 66}, "stages": {f"a{at}": [0, 1] for at in range(65)}}),
    ],
)
def test_what_is_no_value_is_refused(tmp_path, part, wrong):
    program, path = game_of(NIM).program, tmp_path / "nim.policy"
    tables = {table_of(program): {"games": 1, "seed": 1, "weights": [0] * WEIGHTS, part: wrong}}
    path.write_text(json.dumps({"rulelang policy": kept.FORMAT, "rules": rules_of(program), "tables": tables}))
    with pytest.raises(BadPolicy, match=r"holds nothing that bots have learned; make it anew with `rulelang learn`\.$"):
        read(path, program)


def test_a_search_uses_what_helped(monkeypatch, tmp_path):
    """What was learned of other things than the game has is left alone."""
    monkeypatch.setattr(kept, "cache_path", lambda program: tmp_path / "long.policy")
    game = game_of(LONG)
    searcher = Searcher(game.program)
    *_, judged, last = learn(game, 200, 1, 1, 1, 10)
    assert judged.value and last.value is not None and last.prior == judged.prior
    for value, used in ((last.value, True), (VALUE, False)):
        write(tmp_path / "long.policy", game.program, Learned(last.weights, 1, 1, last.prior, value), mode=0o600)
        learned_of.cache_clear()
        value_of.cache_clear()
        assert (value_of(searcher, game.program) is not None) == used
        assert is_prior(game.program) == last.prior
        match = game.start(seed=1)
        play(match, seat_players([read_kind("bot:20"), read_kind("plain:20")], 1))
        assert match.winners == (1,) if used else match.over
    learned_of.cache_clear()
    value_of.cache_clear()


@pytest.mark.parametrize("ending", ["winner p: most coins[p]", "winner p: least coins[p]", "  end game for [P2]"])
def test_who_wins_a_duel_is_ahead_in_it(ending):
    game = game_of(LONG.replace("winner p: most coins[p]", ending))
    for seed in range(4):
        match = game.start(seed=seed)
        play(match, seat_players([read_kind("random")] * 2, seed))
        leads = [lead(match, seat) for seat in (1, 2)]
        assert sum(leads) == 0 and all((each > 0) == (match.winners == (at,)) for at, each in enumerate(leads, 1))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "\x00", "[" * 100_000, '{"rulelang policy": 2, "rules": "", "tables": []}']
    + [json.dumps({"games": 1, "seed": 1, "weights": wrong}) for wrong in ([0], "0" * WEIGHTS, [1e9] * WEIGHTS, None)]
    + [json.dumps({"games": 1, "seed": 1, "weights": [*[0] * (WEIGHTS - 1), last]}) for last in (1 << 15, 0.5, True)],
)
def test_what_is_no_policy_is_refused(tmp_path, text):
    program, path = game_of(NIM).program, tmp_path / "nim.policy"
    if '"games"' in text:
        tables = {table_of(program): json.loads(text)}
        text = json.dumps({"rulelang policy": kept.FORMAT, "rules": rules_of(program), "tables": tables})
    path.write_text(text)
    with pytest.raises(BadPolicy, match=r"holds nothing that bots have learned; make it anew with `rulelang learn`\.$"):
        read(path, program)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "nim.policy"
    path.write_text(" " * (kept.LARGEST + 1))
    with pytest.raises(BadPolicy, match="larger than 4,000,000 bytes"):
        read(path, game_of(NIM).program)


def test_what_was_learned_from_other_rules_is_refused(tmp_path):
    """Looks, comments and tests do not count; everything else does."""
    source, path = tmp_path / "nim.rules", tmp_path / "nim.policy"
    source.write_text(NIM)
    write(path, load(str(source)).program, NOTHING)
    source.write_text(NIM.replace("rules 1\n", "rules 1\n# a comment\n"))
    assert learned_of(load(str(source)).program) == (NOTHING, "")
    source.write_text(NIM.replace("7", "8", 1))
    found, problem = learned_of(load(str(source)).program)
    assert found is None and problem.endswith("was learned from other rules; make it anew with `rulelang learn`.")


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[2].glob("games/*.policy")), ids=lambda path: path.stem)
def test_the_bundled_games_know_what_they_ship(path):
    """Whoever changes the rules makes it anew: `make policies`."""
    found = json.loads(path.read_text())
    game = load(path.stem)
    assert found["rules"] == rules_of(game.program)
    assert any(name.startswith("4 players") for name in found["tables"])
