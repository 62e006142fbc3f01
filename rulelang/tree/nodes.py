"""The nodes of a game: what can happen at each, what it leads to, and what every seat knows there.

A node is immutable, so it is its own copy; `parent` takes back the last step. Children are computed on first access and
cached, up to a number of nodes, so that an algorithm that traverses a small game many times plays it once.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import attrs

from rulelang.engine.match import Decision
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State
from rulelang.engine.unordered import settle_order
from rulelang.play.actions import Word
from rulelang.play.event_parts import Entry
from rulelang.play.match import Game, Match
from rulelang.program import BLOCK, BLOCK_SEAT, OVER
from rulelang.program import events as ev
from rulelang.tree.knowledge import Readings
from rulelang.tree.position import Position
from rulelang.tree.replay import match_of
from rulelang.tree.tensor import Numbered, Tensor
from rulelang.tree.walker import Fork, Walker

KEPT = 1 << 18  # cached nodes of a tree
Kind = Literal["chance", "decision", "end"]


class Tree(Numbered):
    """A game as a tree. `utility`: what a seat wants, see `tree/utility.py`. `forced`: ask also if there is only one
    answer and everybody knows it. `kept`: how many nodes are cached.
    """

    def __init__(self, game: Game, utility: str = "win", forced: bool = False, kept: int = KEPT) -> None:
        super().__init__(game, utility)
        self.forced, self.kept = forced, kept
        self.code = code_of(game.program)
        self.readings = Readings(game)

    def __repr__(self) -> str:
        return f"<Tree of {self.game!r}>"

    def __reduce__(self) -> Any:
        return Tree, (self.game, self.utility.name, self.forced, self.kept)

    @property
    def players(self) -> int:
        return self.game.players

    @cached_property
    def root(self) -> Node:
        """Before the first draw or question."""
        walker = Walker(self.code, first_slots(self.code, 0), self.forced)
        places = tuple((piece.id, piece.home) for piece in self.game.program.pieces)
        walker.events.append(ev.Began(None, 0, places))
        walker.advance()
        return Node.at(self, walker)

    def node(self, path: tuple[int, ...]) -> Node:
        """The node at the end of a path of actions and outcomes."""
        found = self.root
        for step in path:
            found = found.child(step)
        return found


@attrs.define(eq=False, repr=False, kw_only=True)
class Node(Position):
    """A node of a tree. See `docs/research.md`."""

    tree: Tree
    children: dict[int, Node] = attrs.Factory(dict)
    told: dict[int, str] = attrs.Factory(dict)
    seen: dict[int, Tensor[float]] = attrs.Factory(dict)
    spellings: dict[Word, int] | None = None
    offered: list[int] | None = None
    chances: list[tuple[int, float]] | None = None

    @classmethod
    def at(cls, tree: Tree, walker: Walker, parent: Node | None = None, step: int = 0) -> Node:
        """The node at a walker's position."""
        return cls(
            tree=tree,
            slots=walker.s,
            question=walker.question,
            fork=walker.fork,
            given=tuple(walker.given),
            events=tuple(walker.events),
            swaps=tuple(walker.swaps),
            parent=parent,
            step=step,
        )

    def __repr__(self) -> str:
        return f"<Node {self.path} of “{self.tree.game.title}”: {self.kind}>"

    def __reduce__(self) -> Any:
        return Tree.node, (self.tree, self.path)

    def __deepcopy__(self, memo: Any) -> Node:
        return self  # it is immutable

    # ------------------------------------------------------------ what can happen

    @property
    def kind(self) -> Kind:
        if self.fork is not None:
            return "chance"
        return "decision" if self.question is not None else "end"

    @property
    def seat(self) -> int:
        """Who decides; 0 if nobody does."""
        return self.question.seat if self.question is not None else 0

    @property
    def decision(self) -> Decision | None:
        """The question, with its options and their texts."""
        if self.question is None:
            return None
        return Decision(self.tree.game.program, settle_order(self.slots), self.question)

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """At a chance node: each outcome with its probability."""
        if self.chances is None:
            self.chances = list(enumerate(self.fork.probabilities)) if self.fork is not None else []
        return self.chances

    @property
    def words(self) -> dict[Word, int]:
        """At a decision: the word of each option, with its index."""
        if self.spellings is None:
            decision = self.decision
            spelled = self.tree.actions.words(decision) if decision is not None else []
            self.spellings = {word: index for index, word in enumerate(spelled)}
        return self.spellings

    @property
    def actions(self) -> list[int]:
        """At a decision: the legal actions, in ascending order."""
        if self.offered is None:
            done = len(self.spelled)
            self.offered = sorted({word[done] for word in self.words if word[:done] == self.spelled})
        return self.offered

    @property
    def legal(self) -> list[int]:
        """The arguments of `child`: actions, or numbers of outcomes."""
        return self.actions if self.fork is None else list(range(len(self.fork.outcomes)))

    @property
    def mask(self) -> list[bool]:
        """By action: whether it is legal."""
        legal = set(self.actions)
        return [number in legal for number in range(len(self.tree.actions))]

    def text(self, step: int) -> str:
        """What an action or outcome is, for people."""
        return self.fork.outcomes[step].text if self.fork is not None else str(self.tree.actions[step])

    # ------------------------------------------------------------ moving through the tree

    def child(self, step: int) -> Node:
        """The node after an action or outcome."""
        found = self.children.get(step)
        if found is None:
            found = self.made(step)
            if self.tree.kept > 0:
                self.tree.kept -= 1
                self.children[step] = found
        return found

    def made(self, step: int) -> Node:
        """The same, not cached."""
        if step not in self.legal:
            raise ValueError(f"{step} is not legal here; legal: {', '.join(map(str, self.legal)) or 'nothing'}")
        if self.fork is not None:
            return self.child_of_draw(self.fork, step)
        word = (*self.spelled, step)
        if word in self.words:
            return self.child_of_answer(self.words[word], step)
        anew: dict[str, Any] = {"events": (), "swaps": (), "children": {}, "told": {}, "seen": {}, "offered": None}
        return attrs.evolve(self, parent=self, step=step, spelled=word, **anew)

    def child_of_draw(self, fork: Fork, step: int) -> Node:
        walker = Walker(self.tree.code, self.slots.copy(), self.tree.forced, self.given)
        walker.decide(fork, fork.outcomes[step].number)
        walker.loose = True
        walker.advance()
        return Node.at(self.tree, walker, self, step)

    def child_of_answer(self, index: int, step: int) -> Node:
        walker = Walker(self.tree.code, self.slots.copy(), self.tree.forced)
        walker.question = self.question
        walker.answer(index)
        return Node.at(self.tree, walker, self, step)

    def match(self) -> Match:
        """A match in this state, for everything that only a match offers: views, samples, stories, records."""
        return match_of(self.tree.game, self)

    # ------------------------------------------------------------ what a seat knows, and what it gets

    def log(self, seat: int) -> list[Entry]:
        """All that a seat knows, in brief, and the question that it is asked."""
        return self.tree.readings.entries(self, seat)

    def information(self, seat: int) -> str:
        """The same as one text: the information state. Two nodes have the same text if and only if the seat cannot tell
        them apart.
        """
        found = self.told.get(seat)
        if found is None:
            found = self.told[seat] = self.tree.readings.text(self, seat)
        return found

    def fingerprint(self, seat: int) -> int:
        """A 128-bit hash of the information."""
        return int.from_bytes(blake2b(self.information(seat).encode(), digest_size=16).digest(), "big")

    def tensor(self, seat: int) -> Tensor[float]:
        """What a seat sees as numbers; `tree.tensors.schema` describes them."""
        found = self.seen.get(seat)
        if found is None:
            state, asked, block = (
                State(self.tree.game.program, settle_order(self.slots)),
                self.seat,
                self.slots[BLOCK_SEAT],
            )
            if self.slots[BLOCK] is not None:  # in a block, the table as far as the seat may know its changes
                state = self.tree.readings.of(self, seat).log.follower.state
                asked = self.seat if block == seat else 0
            found = self.seen[seat] = self.tree.tensors.of(state, seat, asked)
        return found

    @property
    def utilities(self) -> list[float]:
        """By seat: its utility at the end; zero before."""
        return self.tree.utility.of(self.slots, self.events) if self.slots[OVER] else [0.0] * self.tree.players
