"""Every limit: what exceeds it is told with its name, what is at it is not; nothing is built before it is counted."""

from __future__ import annotations

import itertools

import attrs
import pytest
from hostile import asked, game, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulelang
from rulelang.base.limits import DEFAULT, NAMES, PLENTY, BadLimits, Limits, current, read_limits, use_limits
from rulelang.base.source import Source, Unreadable, read_source
from rulelang.engine.bags import count_bags, count_orders, groups, orders, split, sub_bags
from rulelang.engine.errors import RuleError
from rulelang.engine.listing import subtract, subtract_counted
from rulelang.workspace.problems import examine

# limit: as much as is allowed, rules that ask for just that, and rules that ask for more
AT_LOAD = {
    "words": (80, "", "var a: Int = 1 + 1 + 1\n"),
    "depth": (3, "fn f() -> Int = n\nfn g() -> Int = f()\nfn h() -> Int = g()\n",
              "fn f() -> Int = n\nfn g() -> Int = f()\nfn h() -> Int = g()\nfn i() -> Int = h()\n"),
    "declarations": (13, "", "".join(f"const C{i} = 1\n" for i in range(20))),
    "linkings": (1, "variant v:\n  override setup: nothing\nsetup: nothing\n",
                 "variant v:\n  override setup: nothing\nvariant w:\n  override setup: nothing\nsetup: nothing\n"),
    "checked_words": (900, "", "setup: nothing\n" + lines("variant v{i}:\n  override setup: nothing", 9)),
    "members": (3, "", "enum Four: a, b, c, d\n"),
    "pieces": (40, "piece Tok in box: 4 each\n", "piece Tok in box: 5 each\n"),
    "zones": (14, "zone z[1..10]: set of Card, open\n", "zone z[1..11]: set of Card, open\n"),
    "elements": (13, "var v[1..10]: Int = 0\n", "var v[1..11]: Int = 0\n"),
    "constants": (1000, "const C = count(for x in 1..100 where x > 1)\n",
                  "const C = count(for x in 1..2000 where x > 1)\n"),
    "list": (200, "const C = count(1..200)\n", "const C = count(1..201)\n"),
}  # fmt: skip
IN_PLAY = {
    "list": (200, asked("  n = count(1..200 + n)\n"), asked("  n = count(1..201 + n)\n")),
    "text": (20, 'play: note "{n} 890"\n', 'play: note "{n}' + "x" * 20 + '"\n'),
    "options": (20, "play: P1 chooses a from 1..20\n", "play: P1 chooses a from 1..21\n"),
    "items": (500, asked("  n = count(for x in 1..100 where x > n)\n"),
              asked("  n = count(for x in 1..600 where x > n)\n")),
    "events": (50, "play:\n  repeat 20 times: n += 1\n", "play:\n  repeat 60 times: n += 1\n"),
}  # fmt: skip


def only(name: str, most: int) -> Limits:
    return attrs.evolve(Limits.none(), **{name: most})


@pytest.mark.parametrize("name", AT_LOAD)
def test_what_rules_ask_for_when_they_are_loaded(name):
    most, enough, more = AT_LOAD[name]
    with use_limits(only(name, most)):
        assert [each.code for each in examine(Source("a.rules", game(enough))).errors] == []
        (found,) = examine(Source("a.rules", game(more))).errors
    assert found.code == "R134" and f"at most {most}" in found.title and f"--limits {name}=N" in found.help


def play(folder, rules: str, limits: Limits) -> None:
    (folder / "a.rules").write_text(game(rules))
    match = rulelang.load(folder / "a.rules", limits=limits).start(1)
    while match.decision:
        match.choose(0)


@pytest.mark.parametrize("name", IN_PLAY)
def test_what_rules_ask_for_in_play(name, tmp_path):
    most, enough, more = IN_PLAY[name]
    play(tmp_path, enough, only(name, most))
    with pytest.raises(RuleError) as caught:
        play(tmp_path, more, only(name, most))
    assert caught.value.code == "R631" and f"--limits {name}=N" in caught.value.diagnostic.help
    assert f"at most {most}" in caught.value.message


def test_the_other_limits(tmp_path):
    with pytest.raises(RuleError, match="more than 10 steps"):
        play(tmp_path, "play:\n  repeat 60 times: n += 1\n", only("steps", 10))
    with use_limits(only("file", 5)), pytest.raises(Unreadable, match="too large for rules"):
        read_source(tmp_path / "a.rules")
    (tmp_path / "b.rules").write_text("rules 1\nconst B = 1\n")
    with pytest.raises(rulelang.LoadError, match="2 files, at most 1"):
        play(tmp_path, "use b\n", only("files", 1))
    assert {*AT_LOAD, *IN_PLAY, "steps", "file", "files", "shown"} == set(NAMES)


def test_a_game_is_played_under_the_limits_it_was_loaded_under(tmp_path):
    (tmp_path / "a.rules").write_text(game("play: P1 chooses a from 1..30\n"))
    loaded = rulelang.load(tmp_path / "a.rules", limits=Limits(options=30))
    with use_limits(Limits(options=1)):
        assert loaded.start(1).decision
    with pytest.raises(RuleError, match="30 options, at most 29"):
        rulelang.load(tmp_path / "a.rules", limits=Limits(options=29)).start(1)
    assert current() is DEFAULT


BAD = ["", "pieces", "pieces=", "pieces=-1", "pieces=1.5", "peices=3", "none,list=3", "list=" + "9" * 30]


@pytest.mark.parametrize("text", BAD)
def test_bad_limits_are_a_sentence(text):
    with pytest.raises(BadLimits, match=r"\.$"):
        read_limits(text)


def test_good_limits():
    assert read_limits("pieces=3, zones = none") == Limits(pieces=3, zones=PLENTY)
    assert read_limits("none") == Limits.none()


# ---------------------------------------------------------------- counted before they are made

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
bags = st.lists(st.integers(0, 4), max_size=9).map(tuple)


@calm
@given(bags, st.integers(-1, 10), st.integers(0, 50))
def test_bags_are_counted_as_they_are_made(items, size, most):
    alike = groups(items, lambda item: item)
    number = len(list(sub_bags(alike, size))) if size >= 0 else 0
    assert min(count_bags(alike, size, most), most + 1) == min(number, most + 1)


def test_many_bags_are_counted_at_once():
    assert count_bags([(i,) for i in range(10_000)], 5000, 10**7) == 10**7 + 1
    assert count_bags([(i,) for i in range(10_000)], 9_999, 10**7) == 10_000


@calm
@given(st.lists(st.integers(0, 3), max_size=6).map(tuple))
def test_orders_come_as_they_did(items):
    assert list(orders(items)) == list(dict.fromkeys(itertools.permutations(items)))
    assert count_orders(items) == len(list(orders(items)))


@calm
@given(st.lists(st.tuples(st.integers(-1, 5), st.lists(st.integers(0, 6), max_size=3).map(tuple)), max_size=7))
def test_a_split_is_the_first_of_the_best_selections(pairs):
    numbers = range(len(pairs))
    some = sorted(itertools.chain(*(itertools.combinations(numbers, size) for size in range(len(pairs) + 1))))
    items = {taken: [item for at in taken for item in set(pairs[at][1])] for taken in some}
    apart = [
        taken for taken in some if len(set(items[taken])) == len(items[taken]) and all(pairs[at][0] > 0 for at in taken)
    ]
    best = max(apart, key=lambda taken: sum(pairs[at][0] for at in taken))
    assert split(pairs, lambda number: None) == tuple(pairs[at][1] for at in best)


@calm
@given(bags, bags)
def test_long_lists_are_taken_away_alike(items, gone):
    assert subtract(items, gone) == subtract_counted(items, gone)
