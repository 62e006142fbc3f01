"""Laws of the gallery: each game has what others learn from, passes its tests, and notices a planted fault.

`tests/sweep_engines.py` plays every one of them at every table on every engine; here each is played a few times.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from helpers import ROOT

from rulelang import RuleError, load
from rulelang.base.files import bundled_games, gallery_games
from rulelang.base.source import read_source
from rulelang.native.c.module import c_text
from rulelang.native.host.playout import generated_python, prepare_plan, reference
from rulelang.native.py.stmt import Build
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove

GALLERY = {name: path for name, path in gallery_games().items() if path.parent.name == "gallery"}
games = pytest.mark.parametrize("name", GALLERY)

FAULTS = {  # a line of the rules, what a careless writer might have put there, and the invariant that notices
    "blackjack": ("bet[p] += stake", "bet[p] += 2 * stake", "A bet is the stake or twice"),
    "brandubh": ("or c != THRONE and c not in CORNERS)", "or c != THRONE)", "Only the king stands on the throne"),
    "breakthrough": ("    move at[b] to box\n", "", "A cell has one pawn at most"),
    "code_breaker": ("right[p] == length:", "right[p] + elsewhere[p] == length:", "Whoever has solved it is right"),
    "column_race": ("used() < RUNNERS)", "used() <= RUNNERS)", "There are at most three climbers"),
    "connect_four": ("for p in seats: run Turn(p)", "for p in seats: run Turn(P1)", "The players take turns"),
    "court": ("deal 1 from deck", "deal 2 from deck", "Nobody has more cards than at the start"),
    "crazy_eights": ("  move top to discards\n", "", "One card is to be matched"),
    "cribbage": ("total() + worth(c) <= COUNT", "total() + worth(c) <= 2 * COUNT", "The count stays within 31"),
    "dutch_auction": ("on sold(p, n): pay n coins from p to bank", "on sold(p, n): nothing", "A flower has a price"),
    "english_auction": ("pay owed coins from p to bank", "nothing", "Every painting has cost a coin"),
    "euchre": ("1 when makes(p) and", "1 when p == maker and", "Partners have the same points"),
    "fruit_draft": ("to hand[next_player(p)]", "to hand[P1]", "Everybody has as many cards"),
    "gammon_race": ("at[p.left, i] = START", "nothing", "No space has stones of both"),
    "gin_rummy": ("deal HAND from deck", "deal HAND - 1 from deck", "Hands have ten cards, eleven in one's turn"),
    "goofspiel": ("  let best", "  move first(hand[P1]) to box\n  let best", "Everybody has bid as often"),
    "hex": ("where empty(at[c])", "where count(at[c]) < 2", "A cell has one stone at most"),
    "holdem": ("put_in[p] += paid", "put_in[p] += n + 1", "The pot is what was put in"),
    "kuhn": ("    bettor = p", "    pay 3 chips from p to pot\n    bettor = p", "The pot is what was put in"),
    "leduc": ("  pay stake - staked[p] chips", "  pay stake chips", "The pot is what was put in"),
    "oh_hell": ("tricks[w] += 1", "nothing", "Tricks won and cards taken agree"),
    "pig": ("    if points[p] + total >= goal: run bank_it(p)\n", "", "Whoever has enough stops"),
    "president": ("if empty(hand[p]):", "if count(hand[p]) == 1:", "Whoever is out has no cards"),
    "scopa": ("move s to taken[p]", "move s to box", "There are forty cards"),
    "sealed_auction": ("reveal value[p] - n", "reveal value[p] - 2 * n", "Nobody pays too much"),
    "spades": ("tricks[w] += 1", "nothing", "Tricks and cards agree"),
    "yacht": ("  filled[p, b] = true\n", "", "An empty box scores nothing"),
}  # fmt: skip

SHORT = {  # options that make a long game short
    "crazy_eights": {"limit": 20}, "euchre": {"goal": 5}, "holdem": {"hands": 1},
    "oh_hell": {"most": 2}, "president": {"rounds": 1}, "scopa": {"goal": 5}, "column_race": {"columns": 1},
    "pig": {"goal": 30}, "blackjack": {"rounds": 2}, "gin_rummy": {"most_deals": 1},
}  # fmt: skip


def played(path: Path, seed: int) -> None:
    """A game in which everybody chooses at random."""
    match, random = load(path).start(seed), Random(seed)
    while match.decision is not None:
        match.choose(random.choice(match.decision.options))


@games
def test_a_game_shows_what_others_need(name: str) -> None:
    game = load(GALLERY[name])
    assert game.credits and game.text and len(game.typed.tests) >= 3
    assert game.typed.options or game.typed.variants, "something to choose for the table"
    assert game.typed.invariants and name not in bundled_games()
    assert not game.warnings


def test_names_are_those_of_files_and_of_one_game_only() -> None:
    assert len(gallery_games()) >= 24 and not set(gallery_games()) & set(bundled_games())
    assert load("hearts").title == "Hearts" and load("pig").title == "Pig"


def test_the_page_of_the_gallery_lists_every_game() -> None:
    """`python bench/gallery.py` writes it; the figures are not compared."""
    page = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    found = re.findall(r"^\*\*(\w+)\*\* – (.*?), for .* players?\. ", page, re.MULTILINE)
    assert found == [(name, load(name).title) for name in gallery_games()]


@games
def test_its_tests_pass(name: str) -> None:
    proofs = list(prove(examine(read_source(GALLERY[name]))))
    assert proofs and all(proof.passed for proof in proofs)


@games
def test_a_planted_fault_breaks_an_invariant(name: str, tmp_path: Path) -> None:
    right, wrong, invariant = FAULTS[name]
    text = GALLERY[name].read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / f"{name}.rules"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        for seed in range(60):
            played(path, seed)
    assert caught.value.code == "R614" and invariant in str(caught.value)


@pytest.mark.few(4)
@games
def test_engines_agree(name: str) -> None:
    program = load(GALLERY[name], options=SHORT.get(name)).program
    meaning = reference(program, traced=True)
    fast = generated_python(program, Build(traced=True))
    assert fast(5, 0) == meaning(5, 0)
    assert fast.bails == 0, "generated code plays it to the end"  # type: ignore[attr-defined]
    c_text(prepare_plan(program, Build()), Build())  # C can take it too; `tests/sweep_engines.py` compiles and plays it
