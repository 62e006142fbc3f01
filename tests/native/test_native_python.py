"""Generated Python: what it takes for granted, and what happens where that does not hold."""

from __future__ import annotations

import operator
import random
from pathlib import Path

import pytest

from rulelang import load
from rulelang.base.rng import stream
from rulelang.native.build import Build
from rulelang.native.host import rng as words
from rulelang.native.host import rng_numpy
from rulelang.native.host.playout import generated_python, prepare_plan
from rulelang.native.host.rng import BLOCK, EVEN, Stream, uneven
from rulelang.native.host.supply import PATIENCE, Supply
from rulelang.native.host.tiers import BOLD, improve
from rulelang.native.passes.pack_tuples import pack, span
from rulelang.native.plan import ops
from rulelang.native.plan.nodes import TUPLE, Node, number, op
from rulelang.native.py.module import python_text
from rulelang.native.rt.py.support import UNROLLED, Bail

GAMES = Path(__file__).parents[2] / "games"
WORDS = 1 << 32


# ---------------------------------------------------------------- even words


def needs_another(word: int, n: int) -> bool:
    """Must a draw of one of n take a word after this one?"""
    return word * n % WORDS < WORDS % n


def test_after_an_even_word_no_draw_takes_another():
    rare = {word for n in range(2, EVEN + 1) for k in range(n) if needs_another(word := -(-k * WORDS // n), n)}
    assert rare <= uneven()
    dice = random.Random(1)
    near = [(word + step) % WORDS for word in dice.sample(sorted(uneven()), 500) for step in (-1, 1)]
    for word in {*near, *(dice.randrange(WORDS) for _ in range(2000))} - uneven():
        assert not any(needs_another(word, n) for n in range(1, EVEN + 1))


@pytest.fixture
def declare_uneven(monkeypatch):
    """Has some words taken for uneven."""

    def declare(*some: int) -> None:
        for module in (words, rng_numpy):
            monkeypatch.setattr(module, "uneven", lambda: frozenset(some))
        rng_numpy.like_uneven.cache_clear()

    yield declare
    rng_numpy.like_uneven.cache_clear()


def word_of(game: int, player: int, place: int) -> int:
    return words.words(stream(7, game, player), place, 1)[0]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "game, player, place, numpy",
    [(2, 0, 0, False), (1, 4, 5, False), (PATIENCE + 3, 0, 300, True), (PATIENCE + 1, 3, 5, True)],
)
def test_a_game_with_an_uneven_word_is_played_by_code_that_looks(declare_uneven, game, player, place, numpy):
    program = load(GAMES / "nokosu.rules", players=4).program
    wanted = [generated_python(program, numpy=False)(7, each) for each in range(game + 2)]
    declare_uneven(word_of(game, player, place))
    play = generated_python(program, numpy=numpy)
    assert [play(7, each) for each in range(game + 2)] == wanted
    assert play.engines.given_up[BOLD] == 1 and not play.bails


def test_words_that_are_made_later_must_be_even_too(declare_uneven):
    declare_uneven(word_of(3, 1, BLOCK + 5))
    one, two = (Stream(stream(7, 3, 1), words.words(stream(7, 3, 1), 0, BLOCK)) for _ in range(2))
    with pytest.raises(Bail):
        for _ in zip(range(BLOCK + 1), one.even_words()):
            pass
    assert [word for _, word in zip(range(BLOCK + 6), two.words())][-1] == word_of(3, 1, BLOCK + 5)


def test_a_supply_tells_of_uneven_words_only_if_it_matters(declare_uneven):
    declare_uneven(word_of(0, 2, 3))
    supply = Supply(2, numpy=False)
    with pytest.raises(Bail):
        supply.streams(7, 0, even=True)
    assert supply.streams(7, 0)[2].key == stream(7, 0, 2)


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("work", [operator.eq, operator.lt, operator.ge, operator.add, operator.mul, operator.mod])
def test_a_die_that_shows_nothing_bails_out_whatever_is_done_with_its_face(work):
    for one, two in ((UNROLLED, 3), (3, UNROLLED)):
        with pytest.raises(Bail):
            work(one, two)
    for use in (hash, bool, (1, 2).__getitem__):
        with pytest.raises(Bail):
            use(UNROLLED)


def test_tuples_with_known_bounds_are_numbers_in_the_same_order():
    layout = prepare_plan(load(GAMES / "nokosu.rules", players=4).program, Build()).layout
    rows = [(4, 0), (3, -2), (3, 5), (0, 0), (2, 1)]
    ladder = Node(ops.TUPLE, TUPLE, tuple(map(number, rows[-1])))
    for row in rows[:-1]:
        ladder = Node(ops.IF, TUPLE, (op(ops.GET, data="c"), Node(ops.TUPLE, TUPLE, tuple(map(number, row))), ladder))
    made, found = pack(layout, ladder), []
    while made.op is ops.IF:
        found.append(made.args[1].data)
        made = made.args[2]
    found.append(made.data)
    assert sorted(rows[:-1][::-1] + rows[-1:]) == [row for _, row in sorted(zip(found, rows[:-1][::-1] + rows[-1:]))]
    assert span(layout, pack(layout, ladder), {}) == (min(found), max(found))


def test_a_tuple_of_unknown_parts_stays_one():
    layout = prepare_plan(load(GAMES / "nokosu.rules", players=4).program, Build()).layout
    unknown = Node(ops.TUPLE, TUPLE, (op(ops.GET, data="a"), number(1)))
    assert pack(layout, unknown) is unknown


# ---------------------------------------------------------------- what is left out


def text_of(name: str, **build: bool) -> str:
    plan = prepare_plan(load(GAMES / f"{name}.rules", players=4).program, Build(**build))
    improve(plan, Build(**build), BOLD)
    return python_text(plan, Build(**build))


def test_where_pieces_lie_is_written_down_only_if_somebody_asks():
    assert "place[" not in text_of("nokosu")
    assert "place[" in text_of("nuts")


def test_functions_that_nobody_calls_are_left_out():
    text = text_of("nokosu")
    assert "def deal_from_bag(" in text
    assert "def pay(" not in text and "def fn_Trick_legal(" not in text
