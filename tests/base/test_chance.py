"""The random contract: the vectors of docs/determinism.md, and what holds for every stream."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.base.rng import GAMMA, HALF, WORD, Dice, draw_below, fold, mix64, shuffle, stream

DOC = (Path(__file__).parents[2] / "docs" / "determinism.md").read_text(encoding="utf-8")

words = st.integers(0, WORD)
bounds = st.integers(1, HALF) | st.integers(1, 100)


def vectors(section):
    """The rows of the table in a section of the page, without its head."""
    text = DOC.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = re.findall(r"^\|(.*)\|$", text, re.M)
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    assert len(rows) > 2
    return rows[2:]


def numbers(text):
    return [int(word) for word in text.split()]


@pytest.mark.parametrize("key, expected", [(key, rest) for key, *rest in vectors("Words")])
def test_words_of_the_page(key, expected):
    assert [f"{mix64(int(key) + c * GAMMA):#018x}" for c in (1, 2, 3)] == expected


@pytest.mark.parametrize("seed, game, player, key", vectors("Streams"))
def test_streams_of_the_page(seed, game, player, key):
    assert f"{stream(int(seed), int(game), int(player)):#018x}" == key


@pytest.mark.parametrize("n, draws, counter", vectors("Draws"))
def test_draws_of_the_page(n, draws, counter):
    dice = Dice(stream(7))
    assert [dice.below(int(n)) for _ in range(8)] == numbers(draws)
    assert dice.counter == int(counter)


def deal_out(pieces, below):
    return [pieces.pop(below(len(pieces))) for _ in range(len(pieces))]


STATEMENTS = {
    "shuffle": lambda n, below: shuffle(range(n), below),
    "roll": lambda n, below: [1 + below(6) for _ in range(n)],
    "bag": lambda n, below: deal_out(list(range(n)), below),
    "random": lambda n, below: [below(n)],
}


@pytest.mark.parametrize("statement, outcome, counter", vectors("Statements"))
def test_statements_of_the_page(statement, outcome, counter):
    kind, n = statement.split()
    dice = Dice(stream(7))
    assert STATEMENTS[kind](int(n), dice.below) == numbers(outcome)
    assert dice.counter == int(counter)


@pytest.mark.parametrize("a, b, quotient, rest", vectors("Division"))
def test_division_of_the_page(a, b, quotient, rest):
    assert divmod(int(a), int(b)) == (int(quotient), int(rest))


@given(words, st.integers(0, 1 << 40), bounds)
def test_a_draw_is_in_bounds_and_counts_its_words(key, counter, n):
    value, after = draw_below(key, counter, n)
    assert 0 <= value < n
    assert after == counter if n == 1 else after > counter


@given(words, st.lists(bounds, max_size=20))
def test_a_stream_goes_on_from_its_counter(key, sizes):
    whole, saved = Dice(key), Dice(key)
    for n in sizes:
        saved = Dice(saved.key, saved.counter)
        assert whole.below(n) == saved.below(n)
    assert whole == saved


@given(words, st.integers(0, 1000), st.integers(0, 10).map(lambda bits: 1 << bits))
def test_words_can_be_skipped(key, skipped, n):
    """A power of two throws no word away, so a draw is a word."""
    dice = Dice(key)
    for _ in range(skipped):
        dice.below(2)
    assert Dice(key, skipped).below(n) == dice.below(n)


@given(words, st.lists(st.integers(), max_size=40))
def test_a_shuffle_keeps_its_items(key, items):
    before = list(items)
    assert Counter(shuffle(items, Dice(key).below)) == Counter(before)
    assert items == before


@given(st.integers(), st.integers(0, 50), st.integers(0, 8))
def test_streams_are_apart(seed, game, player):
    keys = [stream(seed, game, player), stream(seed, game + 1, player), stream(seed, game, player + 1)]
    keys += [stream(seed + 1, game, player), stream(seed + (1 << 64), game, player)]
    assert len(set(keys)) == len(keys)
    assert all(0 <= key <= WORD for key in keys)


@given(words)
def test_a_seed_of_one_word_is_its_own_fold(seed):
    assert fold(seed) == seed


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52])
def test_outcomes_are_even(n):
    """Chi squared of 200 draws for each outcome stays under a bound passed once in a million."""
    dice, draws = Dice(stream(2026)), 200 * n
    seen = Counter(dice.below(n) for _ in range(draws))
    chi = sum((seen[value] - 200) ** 2 / 200 for value in range(n))
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 20


def test_each_order_of_three_is_as_likely():
    seen = Counter(tuple(shuffle("abc", Dice(stream(1, game)).below)) for game in range(6000))
    assert len(seen) == 6
    assert all(abs(count - 1000) < 150 for count in seen.values())


@pytest.mark.parametrize("n", [0, -1, 1 << 32])
def test_a_draw_without_outcomes_is_refused(n):
    with pytest.raises(ValueError):
        draw_below(0, 0, n)
