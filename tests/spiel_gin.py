"""Gin Rummy is that of OpenSpiel: the same cards dealt and drawn, the same legal moves, knocking and returns.

Both are played side by side, by players who keep what leaves little deadwood and knock when they may. Where the two are
meant to differ: OpenSpiel lets a player discard the card just taken from the discards, its knocker says so before
discarding, its other player has to lay down melds by hand, which are worked out here, a run there takes no third
card at one end (`AllLayoffs` looks at the neighbours of the run as it was laid down), when two cards are left, the
other player may still take the last discard to knock, and who has just as much deadwood as the knocker gets nothing. A
card that is laid off there goes to every meld that it fits: here to the run. Of two ways to split a hand of eleven that
leave as much, OpenSpiel looks at one, and then may not let a player knock who could by the other. A deal in which fifty
upcards were taken ends there, and counts for nobody.
"""

from __future__ import annotations

import random
import re
from typing import Any

from spiel_told import Told, plays_of

from rulelang import load
from rulelang.program.events import Moved

DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
SUITS = {"spades": 0, "clubs": 1, "diamonds": 2, "hearts": 3}
RANKS, SIGNS = "A23456789TJQK", "scdh"
KNOCK_CARD, UNDERCUT = 10, 25.0
MOST_UPCARDS = 50


def compare(games: int, first: int = 0) -> str:
    """What is different in so many deals; nothing if all are the same."""
    found = ((seed, difference(seed)) for seed in range(first, first + games))
    return next((f"gin_rummy, deal {seed}: {each}" for seed, each in found if each), "")


def difference(seed: int, turns: list[tuple[list[str], str]] | None = None) -> str:
    """Plays a deal on both; where they part. `turns` is given our options and answers."""
    both = Both(seed)
    while both.told.seat:
        options = {word: at for at, word in enumerate(both.told.words)}
        found = both.turn(both.told.seat, options)
        if found:
            return "" if both.is_cut else found
        if turns is not None:
            turns.append((list(options), both.word))
    return both.end()


def replayed(seed: int, turns: list[tuple[list[str], str]]) -> dict[int, int]:
    """Plays a recorded deal again, on ours alone; what the seats have won."""
    match = load("gin_rummy", options={"most_deals": 1}).start(seed)
    for words, taken in turns:
        assert match.decision is not None and [str(each.value) for each in match.decision.options] == words
        match.choose(words.index(taken))
    assert match.over
    return dict(match.scores)


class Both:
    """A deal of ours, and that of OpenSpiel beside it."""

    def __init__(self, seed: int) -> None:
        import pyspiel

        self.dice = random.Random(seed)
        self.told = Told(plays_of("gin_rummy", most_deals=1), seed)
        self.state = pyspiel.load_game("gin_rummy").new_initial_state()
        self.least = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
        match = self.told.play.match()
        zones, dealt = match.game.program.zones, {}
        for event in match.events:
            if isinstance(event, Moved) and zones[event.source].name == "deck":
                dealt[zones[event.target].name, zones[event.target].owner] = [number(look[1:]) for look in event.looks]
        start = [list(some) for (name, _), some in dealt.items() if name != "deck"]
        self.first = next(owner for name, owner in dealt if name == "hand")  # the first hand is that left of the dealer
        for action in [each for some in start for each in some]:
            self.state.apply_action(action)
        self.upcard, self.taken = start[-1][0], -1  # the card on the discards, and whether it was just taken
        self.hands, self.laid, self.knocker = self.held(), list[int](), 0

    @property
    def is_cut(self) -> bool:
        """Has OpenSpiel ended the deal for so many upcards that were taken?"""
        return self.state.is_terminal() and self.state.history().count(DRAW_UPCARD) >= MOST_UPCARDS

    def is_third(self, word: str) -> bool:
        """A card behind two that were laid off before, which OpenSpiel does not offer?"""
        (card,) = cards(word)
        ways = ((card + step, card + 2 * step) for step in (1, -1))
        third = any({one, two} <= set(self.laid) and one // 13 == two // 13 == card // 13 for one, two in ways)
        return third and card not in self.state.legal_actions()

    def is_there(self, word: str, options: dict[str, int], seat: int) -> bool:
        """Whether OpenSpiel has an option too."""
        if word.startswith("knock"):
            return self.least(sorted(self.held()[seat - 1])) <= KNOCK_CARD
        if word.startswith("add"):
            elsewhere = "false" in word and word.replace("false", "true") in options
            return not elsewhere and not self.is_third(word)
        return True

    def turn(self, seat: int, options: dict[str, int]) -> str:
        """One question of ours, answered on both."""
        options = {word: at for word, at in options.items() if self.is_there(word, options, seat)}
        if list(options) == ["pass"]:
            self.word = "pass"
            self.told.choose(options["pass"])
            return ""
        self.forced(seat, options)
        mine = sorted({action for word in options for action in self.actions(word)})
        if (self.state.current_player() == 0) != (seat == self.first) or self.state.is_terminal():
            return f"ours: P{seat} may {list(options)}; there: {self.state}"
        theirs = self.state.legal_actions()
        if any(word.startswith("discard") for word in options) and self.taken >= 0:
            hand = [each for each in theirs if each < DRAW_UPCARD]
            other = [card for card in hand if card != self.taken]
            ways = any(self.least([each for each in hand if each != card]) <= KNOCK_CARD for card in other)
            theirs = other + [KNOCK] * (ways and KNOCK in theirs)
        if mine != theirs:
            return f"ours: {mine}, theirs: {theirs}\n{self.state}"
        word = self.word = self.chosen(options)
        for action in self.steps(word):
            if action not in self.state.legal_actions():
                return f"{word}: {action} is not legal there\n{self.state}"
            self.state.apply_action(action)
        self.taken = self.upcard if word in ("true", "from_discards") else -1
        if word.startswith(("discard", "knock")):
            self.upcard = cards(word)[0]
        if word.startswith("add"):
            self.laid += cards(word)
        if word.startswith("knock"):
            self.knocker = seat
        self.hands = self.held()
        self.told.choose(options[word])
        return ""

    def held(self) -> list[set[int]]:
        """By seat: the cards in its hand."""
        return [{cards(card)[0] for card in self.told.field(seat, f"zone hand[P{seat}]")} for seat in (1, 2)]

    def chosen(self, options: dict[str, int]) -> str:
        """Knocks if possible, keeps what leaves little deadwood, else at random."""
        knocks = [word for word in options if word.startswith("knock")]
        discards = [word for word in options if word.startswith("discard")]
        if knocks and self.dice.random() < 0.8:
            return self.dice.choice(knocks)
        if discards and self.dice.random() < 0.9:
            hand = [cards(word)[0] for word in discards] + ([self.taken] if self.taken >= 0 else [])
            return min(discards, key=lambda word: (self.least([c for c in hand if c != cards(word)[0]]), word))
        return self.dice.choice([word for word in options if not word.startswith("knock")])

    def actions(self, word: str) -> list[int]:
        """What OpenSpiel offers first for an option of ours."""
        if word.startswith("knock"):
            return [KNOCK]
        return self.steps(word)

    def steps(self, word: str) -> list[int]:
        """An option of ours as moves of OpenSpiel."""
        plain = {"true": DRAW_UPCARD, "false": PASS, "from_stock": DRAW_STOCK, "from_discards": DRAW_UPCARD}
        plain |= {"done": PASS, "pass": PASS}
        if word in plain:
            return [plain[word]]
        if word.startswith("knock"):
            return [KNOCK, cards(word)[0]]
        if word.startswith("meld"):
            return [self.meld(frozenset(cards(word)))]
        return [cards(word)[0]]

    def meld(self, some: frozenset[int]) -> int:
        player = self.state.current_player()
        said = {action: self.state.action_to_string(player, action) for action in self.state.legal_actions()}
        return next((action for action, text in said.items() if action >= MELDS and held(text) == some), -1)

    def forced(self, seat: int, options: dict[str, int]) -> None:
        """Draws of chance as ours were, and moves without a choice that ours does not ask for."""
        while not self.state.is_terminal():
            legal = self.state.legal_actions()
            asked = len(options) == 1 and (self.state.current_player() == 0) == (seat == self.first)
            if self.state.is_chance_node():
                self.state.apply_action(self.drawn())
            elif legal in ([DRAW_STOCK], [PASS]) and not asked:
                self.state.apply_action(legal[0])
            else:
                return

    def drawn(self) -> int:
        """The card that was drawn since the last answer: what is new in a hand."""
        return next(card for now, before in zip(self.held(), self.hands) for card in now - before)

    def end(self) -> str:
        """The other player's melds, laid so that least is left; then the returns."""
        while not self.state.is_terminal():
            self.forced(0, {})
            if self.state.is_terminal():
                break
            self.state.apply_action(PASS if "Phase: Wall" in str(self.state) else self.best_meld())
        scored = self.told.held("points")
        own, other = scored[self.first - 1], scored[2 - self.first]
        returns = [own - other, other - own]
        theirs = self.state.returns()
        if self.knocker and theirs == [0, 0]:
            theirs = [-UNDERCUT, UNDERCUT] if self.knocker == self.first else [UNDERCUT, -UNDERCUT]
        return "" if theirs == returns else f"returns {theirs}, ours {returns}\n{self.state}"

    def best_meld(self) -> int:
        """Of the melds that can be laid that which begins the best split; `pass` if none saves anything."""
        player = self.state.current_player()
        options = []
        for action in self.state.legal_actions():
            after = self.state.clone()
            after.apply_action(action)
            options.append((self.outcome(after, player), action != PASS, action))
        return max(options)[2]

    def outcome(self, state: Any, player: int) -> float:
        """The best that the player can come to from here."""
        if state.is_terminal():
            return float(state.returns()[player])
        best = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            best.append(self.outcome(after, player))
        return max(best)


def number(look: tuple[Any, ...]) -> int:
    suit, rank = look
    return (1, 2, 0, 3)[suit - 1] * 13 + rank - 1


def cards(word: str) -> list[int]:
    """The cards that an option of ours names first; of `add(c, m)` the card alone."""
    found = [SUITS[suit] * 13 + int(rank) - 1 for suit, rank in re.findall(r"Card\((\w+), (\d+)\)", word)]
    return found[:1] if word.startswith("add") else found


def held(text: str) -> frozenset[int]:
    """`Player: 0 Action: As2s3s`."""
    written = text.rsplit(" ", 1)[1]
    return frozenset(SIGNS.index(written[at + 1]) * 13 + RANKS.index(written[at]) for at in range(0, len(written), 2))
