"""Games made at random in which seats act in secret: what each does in its part of a block, in any order.

Same seed, same game. In a part a seat chooses numbers and cards of its own, moves them, marks, loops and takes
actions; around it stand endings and an `until` that would come true in the middle of a block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from play_kit import game_of, readers

from rulelang import Game, Match
from rulelang.base.rng import Dice, stream

HEAD = """rules 1
game "In secret" for 2..3 players "Nobody knows why."
enum Color: red, blue
piece Card(color: Color, number: 1..5) in deck "Card": 1 each
group Pack(size: 1..4) of Card, at most 12 "A pack"
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone kept[Seat]: row of Card, owner
zone shown[Seat]: set of Card, open
zone packs[Seat]: set of Pack, owner
var mark[Seat]: 0..9 = 0, owner
var rounds: 0..9 = 0
setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
"""
FOOT = """menu Acts(p: Seat) "What to do":
  keep(c in hand[p]) "Keep {c}": move c to kept[p]
  show(c in hand[p]) "Show {c}": move c to shown[p]
  think "Think": mark[p] = min(mark[p] + 1, 9)
winner p: most count(shown[p])
"""


class Maker:
    def __init__(self, seed: int) -> None:
        self.dice, self.fresh = Dice(stream(seed, 3)), 0

    def below(self, number: int) -> int:
        return self.dice.below(number)

    def name(self) -> str:
        self.fresh += 1
        return f"x{self.fresh}"

    def suite(self, depth: int, indent: str) -> list[str]:
        return [indent + line for _ in range(1 + self.below(2)) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        """A statement of the part of seat p."""
        plain: list[Callable[[], list[str]]] = [self.number, self.card, self.action, self.effect]
        deep: list[Callable[[int], list[str]]] = [self.branch, self.loop]
        at = self.below(len(plain) + (len(deep) if depth else 0))
        return plain[at]() if at < len(plain) else deep[at - len(plain)](depth - 1)

    def number(self) -> list[str]:
        n = self.name()
        low = ("0", "mark[p] div 3")[self.below(2)]
        return [f'p chooses {n} from {low}..4 "How many?"', f"mark[p] = {n}"]

    def card(self) -> list[str]:
        c, where = self.name(), ("kept[p]", "shown[p]")[self.below(2)]
        guard = ("", f" where {c}.number > mark[p]", f" where {c}.color == red")[self.below(3)]
        return [f'p may choose {c} from hand[p]{guard} "Which?":', f"  move {c} to {where}"]

    def action(self) -> list[str]:
        return ["p may choose from Acts(p)"]

    def effect(self) -> list[str]:
        return [
            "mark[p] = min(mark[p] + count(kept[p]), 9)",
            "if not empty(hand[p]): form Pack(1) from [first(hand[p])] to packs[p]",
        ][self.below(2)].splitlines()

    def branch(self, depth: int) -> list[str]:
        test = ("mark[p] > 1", "count(hand[p]) > 1", "rounds > 1")[self.below(3)]
        return [f"if {test}:", *self.suite(depth, "  "), "else:", *self.suite(depth, "  ")]

    def loop(self, depth: int) -> list[str]:
        return [f"repeat {1 + self.below(2)} times:", *self.suite(depth, "  ")]

    def game(self) -> str:
        until = ("", " until any(count(shown[p]) > 1 for p in seats)")[self.below(2)]
        ending = ("", "end when any(count(hand[p]) == 0 for p in seats)\n")[self.below(2)]
        seats = ("seats", "[for p in seats where not empty(hand[p])]")[self.below(2)]
        ask = ['  each p in seats secretly chooses bid from 0..mark[p] + 1 "Bid"', "  reveal bid"]
        bid = ask if self.below(2) else []
        play = ["play:", "  repeat 2 times:", "    rounds += 1", "    run Secret", f"phase Secret{until}:"]
        block = [f"  each p in {seats} secretly:", *self.suite(2, "    "), *bid]
        return HEAD + ending + "\n".join([*play, *block]) + "\n" + FOOT


def block_game(seed: int) -> Game:
    return game_of(Maker(seed).game(), players=2 + seed % 2)


# ---------------------------------------------------------------- orders of answering

ORDERS: dict[str, Callable[[int, int], int]] = {
    "in turn": lambda open_, step: 0,
    "the last first": lambda open_, step: open_ - 1,
    "mixed": lambda open_, step: (step * 7 + 3) % open_,
}


def told_in(game: Game, seed: int, order: str) -> dict[str, Any]:
    """Everything that is told and offered in a game whose seats answer in this order, each in its own fixed way."""
    match: Match = game.start(seed)
    given: dict[int, int] = {}
    offered: dict[int, list[Any]] = {}
    step = 0
    while match.decision is not None:
        pending = match.pending
        asked = pending[ORDERS[order](len(pending), step)]
        seat = asked.seat
        given[seat] = given.get(seat, 0) + 1
        offered.setdefault(seat, []).append((asked.name, asked.prompt, [option.label for option in asked.options]))
        match.choose(asked.options[Dice(stream(seed, seat, given[seat])).below(len(asked.options))])
        step += 1
    logs = {seat: match.log(seat) for seat in readers(match)}
    return {"offered": offered, "logs": logs, "slots": match.state.slots[12:], "winners": match.winners}


def order_matters(seed: int) -> str | None:
    """What differs between orders of answering; None if nothing does."""
    game = block_game(seed)
    first, *others = (told_in(game, seed, order) for order in ORDERS)
    for order, other in zip([*ORDERS][1:], others):
        for what, found in first.items():
            if other[what] != found:
                return f"seed {seed}: {what} differ, {order}"
    return None
