"""Walks through trees: every game of the repository at every table, and games that nobody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

import attrs
from helpers import EVERY, counts
from hypothesis import strategies as st
from law_kit import hidden_game
from made_games import made_game

from rulelang import Game, LoadError, Node, RuleError, Tree, load
from rulelang.base.source import Source
from rulelang.play.game import assemble
from rulelang.tree.compiled import Compiled, Refused, Spot
from rulelang.tree.plays import Plays

SLOW = {"gin_rummy"}
"""A few steps of these take the reference longer than the suite has; the sweep takes them."""
TABLES = [(name, players) for name in EVERY if name not in SLOW for players in counts(name)]


@lru_cache(maxsize=100)
def game_at(name: str, players: int) -> Game:
    return load(EVERY[name], players=players)


@lru_cache(maxsize=50)
def made(seed: int) -> Game:
    """A game that nobody wrote; where it is none, a small one that somebody did."""
    try:
        return assemble(Source("made.rules", made_game(seed)), None, (), {}, ())
    except LoadError:
        return game_at("kuhn", 2)


@attrs.frozen
class Table:
    """A game by name and players, or one that nobody wrote by its seed."""

    name: str
    number: int

    @property
    def game(self) -> Game:
        if self.name == "hidden":
            return hidden_game(self.number) or made(self.number)
        return made(self.number) if self.name == "made" else game_at(self.name, self.number)

    @property
    def tree(self) -> Tree:
        return Tree(self.game)


def tables() -> st.SearchStrategy[Table]:
    """Every game of the repository at every table, and games that nobody wrote."""
    made_up = st.builds(Table, st.sampled_from(("made", "hidden")), st.integers(0, 400))
    return st.one_of(st.sampled_from([Table(*each) for each in TABLES]), made_up)


def walk(tree: Tree, seed: int, most: int) -> Iterator[Node]:
    """A random walk from the root, up to so many steps; it ends where the rules break."""
    random = Random(seed)
    try:
        node = tree.root
        yield node
        for _ in range(most):
            if node.kind == "end":
                return
            node = node.made(random.choice(node.legal))
            yield node
    except RuleError:
        return


def last(tree: Tree, seed: int, most: int) -> Node | None:
    """Where such a walk ends; None if the rules break at once."""
    node = None
    for node in walk(tree, seed, most):  # noqa: B007
        pass
    return node


def apart(native: Plays, seed: int, most: int) -> str:
    """Where C plays another game than the reference; nothing if it is the same for so many answers."""
    game, random = native.game, Random(seed)
    if native.observer is None:
        return "" if native.why else "nobody says why there is no C"
    one, other = native.start(seed), Plays(game, native.utility.name, native=False).start(seed)
    while other.seat and len(other.answers) < most:
        where = f"seed {seed}, answer {len(other.answers)}"
        if (one.seat, one.words, one.actions, one.block) != (other.seat, other.words, other.actions, other.block):
            return (
                f"{where}: P{one.seat} may {one.words} in {one.block}, not P{other.seat} {other.words}, {other.block}"
            )
        for seat in game.program.seats:
            seen, wanted = one.tensor(seat), other.tensor(seat)
            for field in native.tensors.schema.fields:
                part = slice(field.start, field.start + field.size)
                if seen[part] != wanted[part]:
                    return f"{where}, P{seat}: {field.name} is {list(seen[part])}, not {list(wanted[part])}"
        action = random.choice(other.actions)
        one.take(action)
        other.take(action)
    if (one.seat, one.utilities) != (other.seat, other.utilities):
        return f"seed {seed}: P{one.seat}, {one.utilities}, not P{other.seat}, {other.utilities}"
    return ""


Known = dict[tuple[int, object], object]
"""By seat: the text of each fingerprint, and the fingerprint of each text."""


def unlike(spot: Spot, node: Node, known: Known) -> str:
    """What C has differently at a node; nothing if it is the same, and seats know the same where they did before."""
    if (spot.kind, spot.seat, spot.outcomes) != (node.kind, node.seat, node.outcomes):
        return f"{spot.kind} of P{spot.seat}, {spot.outcomes}, not {node.kind} of P{node.seat}, {node.outcomes}"
    if node.kind == "end":
        return "" if spot.utilities == node.utilities else f"{spot.utilities}, not {node.utilities}"
    if spot.legal != node.legal:
        return f"{spot.legal} is legal, not {node.legal}"
    for seat in node.tree.game.program.seats if node.kind == "decision" else ():
        number, text = spot.fingerprint(seat), node.information(seat)
        if known.setdefault((seat, number), text) != text or known.setdefault((seat, text), number) != number:
            return f"what P{seat} knows: fingerprint {number}"
        if spot.tensor(seat) != node.tensor(seat):
            return f"the tensor of P{seat}"
    return ""


def unlike_walks(game: Game, seeds: range, most: int) -> str:
    """Where the tree in C is another one, on some walks; nothing where C refuses the game and says why."""
    tree, known = Tree(game), Known()
    for seed in seeds:
        random = Random(seed)
        try:
            spot, node = Compiled(tree).root, tree.root
            for _ in range(most):
                if found := unlike(spot, node, known):
                    return f"seed {seed}, {node.path}: {found}"
                if node.kind == "end":
                    break
                step = random.choice(node.legal)
                spot, node = spot.made(step), node.made(step)
        except Refused as why:
            assert str(why)
        except RuleError:
            pass
    return ""
