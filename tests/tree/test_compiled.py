"""The tree in C is the tree: the same nodes, knowledge, tensors and utilities, and it is taken for large games."""

from __future__ import annotations

import pickle

import pytest
from helpers import examples
from hypothesis import Phase, given
from hypothesis import strategies as st
from native_kit import needs_c
from play_kit import game_of
from tree_kit import Known, unlike, unlike_walks

from rulelang import Node, Tree, load
from rulelang.tree import measure
from rulelang.tree.compiled import Compiled, Refused, Spot
from rulelang.tree.size import count_nodes

QUICK = (Phase.explicit, Phase.generate)


pytestmark = needs_c


def whole(spot: Spot, node: Node, known: Known) -> str:
    """What is different at a node or under it."""
    found = unlike(spot, node, known)
    below = (whole(spot.made(step), node.made(step), known) for step in node.legal)
    return found or next(filter(None, below), "")


@pytest.mark.parametrize(("name", "options"), [("kuhn", {}), ("goofspiel", {"cards": 3})])
def test_whole_trees_are_the_same(name: str, options: dict[str, int]) -> None:
    tree = Tree(load(name, options=options), "score", kept=0)
    assert whole(Compiled(tree).root, tree.root, Known()) == ""


@examples(4, phases=QUICK)
@given(st.sampled_from(["leduc", "hearts", "liars_dice"]), st.integers(0, 1000))
def test_walks_are_the_same(name: str, seed: int) -> None:
    """Shuffles that are drawn late, seats that act at once, dice; `tests/sweep.py trees` takes all games."""
    assert unlike_walks(load(name), range(seed, seed + 2), 60) == ""


def test_leduc_is_counted_by_c() -> None:
    found = count_nodes(Compiled(Tree(load("leduc"))).root, 2, 10_000)
    assert found is not None and found == measure(Tree(load("leduc")))
    assert (found.nodes.value, found.information) == (9457, (468, 468))


def test_a_spot_is_pickled_by_its_path_and_goes_back() -> None:
    spot = Compiled(Tree(load("leduc"), "margin")).spot((1, 2, 3))
    again = pickle.loads(pickle.dumps(spot))
    assert again.path == spot.path == (1, 2, 3) and again.fingerprint(2) == spot.fingerprint(2)
    assert spot.parent is not None and spot.parent.made(3).fingerprint(1) == spot.fingerprint(1)
    assert spot.information(1) == spot.node.information(1) and spot.log(1) == spot.node.log(1)


def test_what_is_not_legal_is_refused() -> None:
    root = Compiled(Tree(load("leduc"))).root
    with pytest.raises(ValueError, match="7 is not legal here; legal: 0, 1, 2, 3, 4, 5"):
        root.made(7)
    with pytest.raises(ValueError, match="ask at a decision"):
        root.fingerprint(1)


def test_what_c_cannot_do_is_said() -> None:
    with pytest.raises(Refused, match="forced questions"):
        Compiled(Tree(load("kuhn"), forced=True))
    with pytest.raises(Refused, match="the rules look into it"):
        Compiled(Tree(load("gin_rummy")))


TOLD = """\
rules 1
game "Told" for 2 players "All ways to tell a value, with a question behind each."
piece Card(rank: 1..4) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone gone: pile of Card, hidden
var points[Seat]: Int = 0
var secret[Seat]: Int = 0, owner
setup: shuffle deck
step discard():
  move hand[P1] to gone
play:
  for p in seats: deal 1 from deck to hand[p]
  {told}
  P1 chooses a from 0..1 "?"
  points[P1] += a
  P2 chooses b from 0..1 "?"
winner p: most points[p]
"""
WAYS = {
    "to one seat": "for p in seats: secret[p] = reveal first(hand[p]).rank mod 2 to p.left",
    "to a list": "let r = (reveal first(hand[P1]).rank to [P2])",
    "in elif": "if P1 == P2: points[P1] += 1\n  elif reveal first(hand[P1]).rank > 2: points[P1] += 1",
    "where of a loop": "for p in seats where reveal first(hand[p]).rank > 2: points[p] += 1",
    "rounds": "repeat reveal first(hand[P2]).rank - 1 times: points[P1] += 1",
    "while": "while (reveal first(hand[P1]).rank mod 2) == 5 at most 3: points[P1] += 1",
    "a note": 'let r = first(hand[P2]).rank\n  note "{reveal r}"',
    "not needed": "if P1 == P2 and (reveal first(hand[P1]).rank == 4): points[P1] += 1",
    "a piece": "let c = reveal first(hand[P1])",
    "pieces": "let held = reveal hand[P1]",
    "looking ahead": "points[P2] += reveal (first(gone).rank after run discard())",
}


@pytest.mark.few(5)
@pytest.mark.parametrize("way", WAYS)
def test_what_a_value_tells_is_known_in_c(way: str) -> None:
    tree = Tree(game_of(TOLD.replace("{told}", WAYS[way])), "score", kept=0)
    assert whole(Compiled(tree).root, tree.root, Known()) == ""
