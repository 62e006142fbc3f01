"""No number in play lies outside the range that the analysis has for it; ranges are as narrow as they should be."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest
from helpers import ALL, counts
from hypothesis import given
from hypothesis import strategies as st
from made_games import made_game

from rulelang import ir, load
from rulelang.analysis.ranges import ARITHMETIC, EVERY, Ranges, every_part
from rulelang.base.numbers import MOST
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source
from rulelang.engine.closures import Closures, bare
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.ir import types
from rulelang.ir.walk import walk
from rulelang.play.game import assemble
from rulelang.program import Program

NUMBERS = types.Int | types.Seat | types.Enum | types.Bool
WORK = {"neg": int.__neg__, "add": int.__add__, "sub": int.__sub__, "mul": int.__mul__, "div": int.__floordiv__,
        "mod": int.__mod__}  # fmt: skip


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every value that the reference works out is looked at; the list has how many there were."""
    plainly, seen = Closures.of, [0]

    def of(self: Closures, expr: ir.Expr):
        value = plainly(self, expr)
        if not isinstance(bare(expr.type), NUMBERS):
            return value
        low, high = self.ranges.of(expr)

        def run(s):
            found = value(s)
            assert found is None or low <= found <= high, f"{expr.span.text}: {found} is not in {low}..{high}"
            seen[0] += 1
            return found

        return run

    monkeypatch.setattr(Closures, "of", of)
    return seen


def plays(program: Program, games: int, most: int = 60) -> None:
    for game in range(games):
        with suppress(RuleError):
            runner, dice = Match(program, 3, game=game).runner, Dice(stream(3, game))
            for _ in range(most):
                if runner.question is not None:
                    runner.answer(dice.below(len(runner.question.options)))


@pytest.mark.parametrize("name", ALL)
def test_values_lie_in_their_ranges_and_most_need_no_test(name, watched):
    """Generated code is as fast as it was, since nearly all that shipped games work out is known to stay in bounds."""
    program = load(ALL[name], players=counts(name)[0]).program
    plays(program, 1)
    assert watched[0] > 1000
    ranges, built_in = Ranges(program), [n for n in walk(every_part(program.game)) if isinstance(n, ir.Op)]
    found = [node for node in built_in if node.op in ("add", "sub", "mul", "sum")]
    assert sum(not ranges.fits(each) for each in found) <= len(found) // 5


def test_values_of_made_games_lie_in_their_ranges(watched):
    for seed in range(12):
        plays(assemble(Source("made.rules", made_game(seed)), 2, (), {}, ()).program, 2)
    assert watched[0] > 1000


SMALL = st.tuples(st.integers(-9, 9), st.integers(0, 5)).map(lambda pair: (pair[0], sum(pair)))


@given(st.sampled_from(sorted(WORK)), SMALL, SMALL)
def test_intervals_hold_every_result(name, one, two):
    sides = [one] if name == "neg" else [one, two]
    low, high = ARITHMETIC[name](*sides)
    for values in product(*(range(first, last + 1) for first, last in sides)):
        if name in ("div", "mod") and values[1] == 0:
            continue
        assert low <= WORK[name](*values) <= high


RULES = """rules 1
game "Ranges" for 2 players
piece Card(number: 1..4) in deck "Card": 3 each
zone deck: pile of Card, open
var free: Int = 0
var level: 0..9 = 1
fn any_number(n: 1..6) -> Int = n + 1
play:
  let few = level + 1
  for k in 1..few: free = {value}
winner p: most free
"""


@pytest.mark.parametrize(
    ("value", "range_"),
    {
        "7": (7, 7),
        "level": (0, 9),
        "few": (1, 10),
        "k": (1, 10),
        "level * k - 3": (-3, 87),
        "free": EVERY,
        "min(free, 5)": (-MOST, 5),
        "any_number(k)": (-MOST + 1, MOST),
        "sum(c.number for c in deck)": (0, 48),
        "count(deck) div 2": (0, 6),
        "free mod 7": (0, 6),
        "(if free > 2 then 4 else -1)": (-1, 4),
        "max([1, k])": (1, 10),
    }.items(),
)
def test_ranges(value, range_):
    program = assemble(Source("ranges.rules", RULES.format(value=value)), 2, (), {}, ()).program
    writes = [node for node in walk(program.game.procs) if isinstance(node, ir.Assign)]
    (written,) = [node.value for node in writes if isinstance(node.target, ir.VarTarget)]
    assert Ranges(program).of(written) == range_
