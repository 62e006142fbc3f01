"""A small game for each construct: the reference, generated Python and C play it alike, and none falls back."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT
from made_games import by_steps, made_game
from native_kit import needs_c, same

from rulelang import RuleError, ir, load
from rulelang.base.dispatch import concrete
from rulelang.base.source import Source
from rulelang.check import boards, builtins
from rulelang.engine.runner import Runner
from rulelang.ir.walk import walk
from rulelang.native.build import Build
from rulelang.native.c.module import c_text
from rulelang.native.host.playout import generated_c, generated_python, prepare_plan, reference
from rulelang.native.py.module import python_text
from rulelang.play.game import assemble
from rulelang.play.match import begin

ENGINES = {generated_python: "python", generated_c: "c"}
GAMES = sorted((Path(__file__).parents[1] / "data" / "constructs").glob("*.rules"))


@pytest.mark.few(2)
@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_engines_agree(path, make):
    for players in load(path).typed.players:
        program = load(path, players=players).program
        meaning, play = reference(program, traced=True), make(program, Build(traced=True, invariants=True))
        steps = by_steps(ENGINES[make], program)
        for game in range(5):
            want = meaning(11, game)
            assert play(11, game) == want
            assert steps(11, game) == (want.scores, want.winners, want.asked)
        assert play.bails == 0


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
def test_every_builtin_is_played_alike(make):
    """A new one goes into one of these games: a row or a function that an engine lacks shows only when it is called."""
    tried = [each for each in GAMES if each.stem in ("boards", "builtins")]
    rules = "".join(path.read_text("utf-8") for path in tried)
    assert not [name for name in (*builtins.TABLE, *boards.TABLE) if f"{name}(" not in rules]
    for path in tried:
        program = load(path).program
        same(make(program), reference(program), 5)


# What no game that is played here has: what tests put, what a mod says, what a game takes for granted.
UNPLAYED = {ir.Put, ir.Original, ir.Require}


def test_every_statement_is_in_a_game_that_engines_are_compared_on():
    games = [load(path).typed for path in (*GAMES, *sorted((ROOT / "games").glob("*.rules")))]
    played = {type(each) for game in games for each in walk((game.procs, game.menus)) if isinstance(each, ir.Stmt)}
    language = {each for each in concrete(ir.Stmt) if each.__module__ == ir.Stmt.__module__}
    assert language - played == UNPLAYED, "a game in tests/data/constructs"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_statement_that_draws_is_known_to_draw(path):
    """Else a secret block would take it, and a tree would lack its branches."""
    drawn = set()

    class Noting(Runner):
        def draw(self, n, what, candidates, type_, span):
            drawn.add(span)
            return super().draw(n, what, candidates, type_, span)

    match = begin(load(path), 3, 0, None, Noting)
    while match.decision is not None:
        match.choose(0)
    game = match.game.program.game
    drawing = [each for each in walk((game.procs, game.menus)) if isinstance(each, ir.Stmt) and each.span in drawn]
    assert not [each for each in drawing if not isinstance(each, (*ir.DRAWING, ir.Deal))], "DRAWING in ir/statements.py"


def files() -> list[Path]:
    """Every rules file that there is to play: games, examples, constructs."""
    folders = ("games", "examples", "examples/gallery", "examples/tutorial", "tests/data/constructs", "tests/faults")
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.rules"))]


@pytest.mark.few(4)
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_no_engine_falls_back(path):
    """What `check` accepts is taken by generated Python and C, with and without stops."""
    for players in {min(load(path).counts), max(load(path).counts)}:
        program = load(path, players=players).program
        for build in (Build(), Build(invariants=True), Build(step=True)):
            python_text(prepare_plan(program, build), build)
            c_text(prepare_plan(program, build), build)


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(40))
def test_no_engine_falls_back_on_games_that_nobody_wrote(seed):
    program = assemble(Source("made.rules", made_game(seed)), 2 + seed % 2, (), {}, ()).program
    python_text(prepare_plan(program, Build()), Build())
    c_text(prepare_plan(program, Build()), Build())


SKIPPED = """rules 1
game "A mistake behind the first" for 2 players
var points[Seat]: 0..99 = 0
fn parts() -> list of Int = [for n in 1..4 where 12 div (3 - n) > 0]
play:
  for p in seats:
    p chooses n from 1..3
    {line}
winner p: most points[p]
"""


@pytest.mark.parametrize("make", [generated_python, pytest.param(generated_c, marks=needs_c)])
@pytest.mark.parametrize(
    "line", ["points[p] += first(parts())", "if not empty(parts()): points[p] += n", "if n in parts(): points[p] += n"]
)
def test_a_list_that_need_not_be_made_is_still_a_mistake_where_making_it_is(line, make):
    """Its third item divides by zero; to know the answer, one need not come so far."""
    program = assemble(Source("skipped.rules", SKIPPED.format(line=line)), 2, (), {}, ()).program
    with pytest.raises(RuleError, match="division by 0"):
        make(program, Build())(1, 0)
