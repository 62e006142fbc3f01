"""Nokosu Dice for random players, as a hobbyist would write it: plain Python, plain classes, no tricks.

The rules are those of games/nokosu.rules with their usual options. Chance comes from anything with a method `below(n)`:
Python's own generator for the bench, the streams of docs/determinism.md to show that the same game is played.
Alike dice are one option, as at the table.
"""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

COLORS = ("red", "blue", "green", "yellow", "purple")
ROUNDS, PICKS, ZERO_BONUS = 4, 3, 10
TABLE = {3: (6, 4, 9, 1, 10, 12), 4: (7, 5, 10, 2, 13, 14)}  # top, dice, cards, drawn, middle, tricks
BONUS = {3: (0, 20, 10, 0), 4: (0, 30, 20, 10, 0)}


class Draws(Protocol):
    def below(self, n: int) -> int: ...


class Fast:
    """Python's own random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self.random() * n)


class Piece(NamedTuple):
    """A card, or a die that shows a number."""

    is_die: bool
    color: int
    number: int


Die = tuple[int, Piece]  # its number, and what it shows


class Player:
    def __init__(self) -> None:
        self.points = 0
        self.cards: list[Piece] = []
        self.dice: list[Die] = []
        self.zero = False
        self.tricks = 0


class Nokosu:
    """One game. `decisions` counts the questions that were put to somebody."""

    def __init__(self, players: int, chance: Draws, seats: list[Draws]) -> None:
        self.n = players
        self.top, self.dice, self.cards, self.drawn, self.middle_size, self.tricks = TABLE[players]
        self.chance, self.seats = chance, seats
        self.middle: list[Die] = []
        self.players = [Player() for _ in range(players)]
        colors = COLORS if players == 4 else COLORS[:4]
        self.deck = [Piece(False, color, number) for color in range(len(colors)) for number in range(self.top + 1)]
        self.all_dice = [color for color in range(len(colors)) for _ in range(self.dice)]
        self.decisions = 0

    def draw(self, n: int) -> int:
        return self.chance.below(n) if n > 1 else 0

    def choice(self, seat: int, n: int) -> int:
        """One of n at random; a question even if there is one answer."""
        self.decisions += 1
        return self.seats[seat].below(n) if n > 1 else 0

    def play(self) -> list[int]:
        dealer = self.draw(self.n)
        deck = list(self.deck)
        for _ in range(ROUNDS):
            self.deal(dealer, deck)
            self.pick(dealer)
            self.declare(dealer)
            self.play_tricks(dealer)
            self.score()
            dealer = (dealer + 1) % self.n
        return [player.points for player in self.players]

    def after(self, seat: int) -> list[int]:
        """Everybody clockwise, this seat last."""
        return [(seat + k) % self.n for k in range(1, self.n + 1)]

    def deal(self, dealer: int, deck: list[Piece]) -> None:
        deck[:] = reversed(self.deck)  # put back by id, each on top of the last
        for here in range(len(deck) - 1):
            there = here + self.draw(len(deck) - here)
            deck[here], deck[there] = deck[there], deck[here]
        bag = list(range(len(self.all_dice)))
        place = 0
        order = self.after(dealer)
        for seat in order:
            player = self.players[seat]
            player.cards = sorted(deck[place : place + self.cards])
            place += self.cards
            player.zero, player.tricks = False, 0
        for seat in order:
            self.players[seat].dice = self.rolled([self.from_bag(bag) for _ in range(self.drawn)])
        self.middle = self.rolled([self.from_bag(bag) for _ in range(self.middle_size)])

    def from_bag(self, bag: list[int]) -> int:
        return bag.pop(self.draw(len(bag)))

    def rolled(self, dice: list[int]) -> list[Die]:
        """Dice in order of their ids, each with a face."""
        return [(die, Piece(True, self.all_dice[die], 1 + self.draw(6))) for die in sorted(dice)]

    def options(self, dice: list[Die]) -> list[Die]:
        """Alike dice are one option."""
        found: dict[Piece, Die] = {}
        for die in dice:
            found.setdefault(die[1], die)
        return list(found.values())

    def pick(self, dealer: int) -> None:
        for _ in range(PICKS):
            for seat in self.after(dealer):
                options = self.options(self.middle)
                die = options[self.choice(seat, len(options))]
                self.middle.remove(die)
                self.players[seat].dice = sorted([*self.players[seat].dice, die])
        self.trump = self.middle[0][1]

    def declare(self, dealer: int) -> None:
        for seat in self.after(dealer):
            player = self.players[seat]
            options = self.options(player.dice)
            picked = self.choice(seat, len(options) + 1)
            if picked < len(options):
                player.dice.remove(options[picked])
                player.zero = True

    def is_trump(self, piece: Piece) -> bool:
        return piece.number == self.trump.number or piece.color == self.trump.color

    def follows(self, piece: Piece, led: Piece) -> bool:
        if self.is_trump(led):
            return self.is_trump(piece)
        return not self.is_trump(piece) and piece.color == led.color

    def strength(self, piece: Piece, led: Piece) -> tuple[int, int]:
        if piece.number == self.trump.number:
            return (4, 0) if piece.color == self.trump.color else (3, 0)
        if piece.color == self.trump.color:
            return 2, piece.number
        return (1, piece.number) if piece.color == led.color else (0, 0)

    def play_tricks(self, dealer: int) -> None:
        leader = (dealer + 1) % self.n
        for _ in range(self.tricks):
            leader = self.trick(leader)
            self.players[leader].tricks += 1

    def trick(self, leader: int) -> int:
        led: Piece | None = None
        best, winner = (-1, -1), leader
        for k in range(self.n):
            seat = (leader + k) % self.n
            piece = self.card_of(seat, led)
            led = led or piece
            strength = self.strength(piece, led)
            if strength >= best:
                best, winner = strength, seat
        return winner

    def card_of(self, seat: int, led: Piece | None) -> Piece:
        """The piece that a seat plays: one that follows if there is one."""
        player = self.players[seat]
        hand = list(player.cards)
        if player.zero or len(player.dice) > 1:
            hand += dict.fromkeys([die for _, die in player.dice])
        legal = [piece for piece in hand if led is not None and self.follows(piece, led)] or hand
        piece = legal[self.choice(seat, len(legal))]
        if piece.is_die:
            player.dice.remove(next(die for die in player.dice if die[1] == piece))
        else:
            player.cards.remove(piece)
        return piece

    def score(self) -> None:
        eligible = [player.tricks == (0 if player.zero else player.dice[0][1].number) for player in self.players]
        bonus = BONUS[self.n][sum(eligible)]
        for player, kept in zip(self.players, eligible):
            player.points += player.tricks + kept * (bonus + ZERO_BONUS * player.zero)


def main() -> None:
    game = Nokosu(4, Fast(1), [Fast(seat) for seat in range(2, 6)])
    print(game.play(), game.decisions)


if __name__ == "__main__":
    main()
