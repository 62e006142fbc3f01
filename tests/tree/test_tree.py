"""Trees mean what matches mean: the same questions, the same knowledge, the same ends; and they are no larger."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from helpers import examples
from hypothesis import Phase, given
from hypothesis import strategies as st
from tree_kit import TABLES, Table, game_at, last, tables, walk

from rulelang import LoadError, Node, NoSample, Tree, load
from rulelang.base.source import Source
from rulelang.play.game import assemble
from rulelang.tree import information, measure

QUICK = (Phase.explicit, Phase.generate)  # a table and a seed are small already
steps = st.integers(0, 120)
seeds = st.integers(0, 1000)


@examples(20, phases=QUICK)
@given(tables(), seeds, steps)
def test_a_node_is_a_match(table: Table, seed: int, most: int) -> None:
    """The reference, given the same draws and answers, stands at the same question, and seats know the same."""
    node = last(table.tree, seed, most)
    if node is None or node.kind == "chance":
        return
    match = node.match()
    assert match.over == (node.kind == "end")
    if match.decision is not None:
        assert [option.value for option in match.decision.options] == [each.value for each in node.decision.options]
        assert match.decision.seat == node.seat
    if match.state.block is None and not node.spelled:
        for seat in table.game.program.seats:
            assert node.information(seat) == information(match, seat)


@examples(10, phases=QUICK)
@given(tables(), seeds, steps)
def test_steps_back_copies_and_pickles_are_the_same_node(table: Table, seed: int, most: int) -> None:
    node = last(table.tree, seed, most)
    if node is None:
        return
    again, seats = node.tree.node(node.path), table.game.program.seats
    assert (again.kind, again.seat, again.legal, again.path) == (node.kind, node.seat, node.legal, node.path)
    assert [again.information(seat) for seat in seats] == [node.information(seat) for seat in seats]
    if node.parent is not None:
        assert node.step in node.parent.legal and node.parent.child(node.step).legal == node.legal


@examples(10, phases=QUICK)
@given(tables(), seeds, steps)
def test_probabilities_are_those_of_the_draws(table: Table, seed: int, most: int) -> None:
    for node in walk(table.tree, seed, most):
        if node.fork is not None:
            assert sum(probability for _, probability in node.outcomes) == pytest.approx(1)
            assert len(node.legal) > 1 and len({each.text for each in node.fork.outcomes}) >= 1


@examples(10, phases=QUICK)
@given(tables(), seeds, steps)
def test_words_spell_every_option_once(table: Table, seed: int, most: int) -> None:
    """No two options have one word, no word begins another, and numbers mean the same everywhere."""
    tree = table.tree
    for node in walk(tree, seed, most):
        if node.kind == "decision" and not node.spelled:
            words = sorted(node.words)
            assert len(words) == len(node.question.options)
            assert all(later[: len(word)] != word for word, later in pairwise(words))
            assert all(0 <= letter < len(tree.actions) for word in words for letter in word)
            assert [number for number, legal in enumerate(node.mask) if legal] == node.actions


@examples(6, phases=QUICK)
@given(tables(), seeds)
def test_equal_logs_are_equal_texts(table: Table, seed: int) -> None:
    """Of the nodes of some walks: a seat has the same text, and the same fingerprint, where it has the same log."""
    tree, seats, pairs = table.tree, table.game.program.seats, set()
    for number in range(4):
        nodes = [node for node in walk(tree, seed + number, 12) if node.kind == "decision" and not node.spelled]
        for node in nodes[:3]:
            match = node.match()
            if match.state.block is None:
                pairs |= {
                    (repr(match.log(seat)), node.information(seat), node.fingerprint(seat), seat) for seat in seats
                }
    by_seat = [{pair[:3] for pair in pairs if pair[3] == seat} for seat in seats]
    for known in by_seat:
        assert len({log for log, _, _ in known}) == len({text for _, text, _ in known}) == len(known)


@examples(10, phases=QUICK)
@given(tables(), seeds, st.integers(0, 40))
def test_equal_texts_are_equal_tensors(table: Table, seed: int, most: int) -> None:
    """Of nodes that a seat cannot tell apart the tensors are equal: whatever others hold, and in blocks too."""
    tree, seats, known = table.tree, table.game.program.seats, dict[str, list[float]]()
    for number in range(4):
        for node in walk(tree, seed + number, most):
            for seat in seats if node.kind == "decision" else ():
                assert known.setdefault(node.information(seat), node.tensor(seat)) == node.tensor(seat)
                assert len(node.tensor(seat)) == tree.tensors.schema.size


def test_a_schema_names_every_place() -> None:
    tree = Tree(load("kuhn"))
    node, places = tree.node((2, 0, 2)), {}
    for field in tree.tensors.schema.fields:
        for at, label in enumerate(field.labels):
            places[field.name, label] = node.tensor(2)[field.start + at]
    assert places["seat", "P2"] == places["asked", "P2"] == places["zone hand[P2]", "Card(1)"] == 1
    assert places["zone hand[P1]", "Card(?)"] == 1 and places["zone hand[P1]", "Card(3)"] == 0
    assert places["variable bettor", "1"] == 1 and places["resource chips pot", "share of all"] == 3 / 400
    assert "the past" in tree.tensors.schema.left_out


@examples(6, phases=QUICK)
@given(tables(), seeds, st.integers(0, 60))
def test_twins_have_one_text(table: Table, seed: int, most: int) -> None:
    """A world that a seat cannot tell from the real one has the same text."""
    node = last(table.tree, seed, most)
    if node is None or node.kind != "decision" or node.spelled:
        return
    match = node.match()
    try:
        twin = match.sample(node.seat, seed)
    except NoSample:
        return
    assert information(twin, node.seat) == information(match, node.seat)


# ---------------------------------------------------------------- small games by hand


def test_kuhn_is_as_large_as_it_should_be() -> None:
    kuhn = measure(Tree(load("kuhn")))
    assert kuhn.exact and kuhn.nodes.value == 58 and kuhn.information == (6, 6)
    assert (kuhn.chance, kuhn.decisions, kuhn.ends, kuhn.depth, kuhn.widest) == (4, 24, 30, 5, 2)


SHUFFLED = """rules 1
game "Piles" for 2 players
piece Card(rank: 1..{ranks}) in deck "Card": {copies} each
zone deck: pile of Card, {sight}
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
setup: shuffle deck
play:
  for p in seats: deal 1 from deck to hand[p]
  for p in seats: p chooses n from 1..2 "A number"
  {more}
winner p: most only(hand[p]).rank
"""


def piles(ranks: int = 5, copies: int = 1, sight: str = "hidden", more: str = "nothing", utility: str = "win") -> Tree:
    text = SHUFFLED.format(ranks=ranks, copies=copies, sight=sight, more=more)
    return Tree(assemble(Source("piles.rules", text), None, (), {}, ()), utility)


def test_a_shuffle_is_drawn_card_by_card_when_somebody_takes_one() -> None:
    """Five cards lie in 120 orders; two of them are taken."""
    size = measure(piles())
    assert size.ends == 5 * 4 * 4 and size.chance == 1 + 5
    assert measure(piles(more="move last(deck) to table")).ends == 5 * 4 * 4 * 3
    assert measure(piles(more="if empty(deck): nothing")).ends == 5 * 4 * 4


def test_what_is_seen_is_drawn_at_once() -> None:
    assert measure(piles(ranks=3, sight="open")).ends == 6 * 4


def test_cards_that_look_alike_are_one_outcome() -> None:
    tree = piles(ranks=2, copies=3)
    assert tree.root.outcomes == [(0, 0.5), (1, 0.5)]
    assert tree.root.child(0).outcomes == [(0, pytest.approx(2 / 5)), (1, pytest.approx(3 / 5))]
    assert tree.root.text(1) == "Card(2)"


def test_one_card_has_no_order_to_draw() -> None:
    """A match that stands at a node draws what the tree has drawn, also behind a shuffle of a single card."""
    back = "shuffle deck\n  move hand[P2] to deck\n  shuffle deck\n  deal 1 from deck to hand[P2]"
    tree = piles(ranks=3, more=back)
    for seed in range(6):
        node = last(tree, seed, 100)
        assert node is not None and information(node.match(), 2) == node.information(2)


def test_a_reshuffle_in_the_middle_of_a_deal() -> None:
    """The pile runs empty inside one deal: what was discarded is shuffled, and lies in any order."""
    text = """rules 1
game "Refilled" for 2 players
piece Card(rank: 1..3) in gone "Card": 1 each
zone deck: pile of Card, hidden, refill from gone
zone gone: set of Card, open
zone hand[Seat]: row of Card, owner
play:
  deal 3 from deck to hand[P1]
  P1 chooses c from hand[P1] "A card"
winner p: most p.number
"""
    tree = Tree(assemble(Source("refilled.rules", text), None, (), {}, ()))
    size = measure(tree)
    assert size.decisions == 6 and size.ends == 18
    node = tree.node((2, 0))
    assert [piece["text"] for piece in node.match().view(1)["zones"]["hand[P1]"]["pieces"]] == [
        "Card(3)", "Card(1)", "Card(2)",
    ]  # fmt: skip


def ends(node: Node, probability: Fraction = Fraction(1)) -> dict[tuple[float, ...], Fraction]:
    """How a tree ends if all choose at random."""
    if node.kind == "end":
        return {tuple(node.utilities): probability}
    found: dict[tuple[float, ...], Fraction] = {}
    total = sum(each.weight for each in node.fork.outcomes) if node.fork else len(node.legal)
    for step in node.legal:
        weight = node.fork.outcomes[step].weight if node.fork else 1
        for end, part in ends(node.child(step), probability * Fraction(weight, total)).items():
            found[end] = found.get(end, Fraction(0)) + part
    return found


@pytest.mark.parametrize("more", ["nothing", "move last(deck) to table", "shuffle deck", "reveal deck"])
def test_chance_is_fair_however_it_is_drawn(more: str) -> None:
    """The same ends with the same probabilities, whether the order is drawn at once or card by card."""
    lazy, eager = (ends(piles(3, 2, sight, more).root) for sight in ("hidden", "open"))
    assert lazy == eager and sum(lazy.values()) == 1


def test_random_games_end_as_trees_do() -> None:
    """Seeds and trees agree on how often P1 wins."""
    game, random = load("kuhn"), Random(3)
    wins = 0
    for seed in range(600):
        match = game.start(seed=seed)
        while match.decision:
            match.choose(random.randrange(len(match.decision.options)))
        wins += match.winners == (1,)
    exact = sum(part for end, part in ends(Tree(game).root).items() if end == (1.0, 0.0))
    assert abs(wins / 600 - float(exact)) < 0.09  # four standard errors


def test_forced_questions_are_asked_if_wanted() -> None:
    text = """rules 1
game "Forced" for 2 players
var points[Seat]: 0..9 = 0
play:
  for p in seats:
    p chooses n from 3..3 "The only number"
    points[p] = n
winner p: most points[p]
"""
    game = assemble(Source("forced.rules", text), None, (), {}, ())
    assert Tree(game).root.kind == "end"
    asked = Tree(game, forced=True).root
    assert asked.kind == "decision" and asked.seat == 1 and len(asked.legal) == 1
    assert asked.child(asked.legal[0]).child(asked.child(asked.legal[0]).legal[0]).kind == "end"


# ---------------------------------------------------------------- the rest of the interface


def test_utilities() -> None:
    tree = Tree(load("kuhn"), "margin")
    node = tree.node((2, 0, 2, 4))  # king against jack, bet and called
    assert node.utilities == [2.0, -2.0] and tree.utility.total == 0
    assert Tree(load("kuhn")).node((2, 0, 2, 4)).utilities == [1.0, 0.0]
    assert Tree(load("kuhn"), "score").node((2, 0, 2, 4)).utilities == [202.0, 198.0]
    assert Tree(load("kuhn"), "chips").node((2, 0, 2, 4)).utilities == [202.0, 198.0]
    low = Tree(load("no_thanks"), "score")
    assert all(each <= 0 for each in last(low, 1, 500).utilities)
    with pytest.raises(LoadError, match="`money` is no utility of “Kuhn Poker” for 2 players; there are `win`"):
        Tree(load("kuhn"), "money")


def test_a_node_is_pickled_by_its_path() -> None:
    node = Tree(load("leduc"), "margin").node((1, 2, 3))
    again = pickle.loads(pickle.dumps(node))
    assert again.path == node.path and again.information(2) == node.information(2)
    assert again.tree.utility.name == "margin"


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="7 is not legal here; legal: 0, 1, 2"):
        Tree(load("kuhn")).root.child(7)


def test_a_large_game_is_estimated() -> None:
    size = measure(Tree(load("connect_four")), most=200, walks=20)
    assert not size.exact and size.information is None and size.walks > 1
    assert size.nodes.low < size.nodes.value < size.nodes.high


def test_more_nodes_than_a_float_can_count() -> None:
    from rulelang.tree.size import Estimate

    assert Estimate(27 * 10**5000, 999_999, 10**6).texts == ("2.7e+5001", "999,999", "1.0e+6")


def test_the_estimate_is_right_on_average() -> None:
    from rulelang.tree.size import estimate

    size = estimate(Tree(load("leduc")).root, seed=1, walks=400)
    assert size.nodes.low < 9457 < size.nodes.high


def test_every_game_has_actions() -> None:
    for name, players in dict(TABLES).items():
        actions = game_at(name, players).actions()
        assert [each.number for each in actions] == list(range(len(actions)))
        assert str(actions[0]) == "pass" and len(actions) < 20_000
    assert game_at("kuhn", 2).actions()[2].value == "bet"
