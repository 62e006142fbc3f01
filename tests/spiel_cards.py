"""Card games that OpenSpiel has too: both are dealt the same cards, and have the same legal moves and returns.

`compare(name, games, first)` plays random deals of ours and takes OpenSpiel through them. `record(name, seed)` is a
deal of ours as the moves that were legal and taken; recorded ones are compared without OpenSpiel. Where the two are
meant to differ:

- its Euchre forbids the dealer to put away the card just taken up, and asks whether to play alone after that;
- its Blackjack goes on asking at 21; a natural is a 21 like any other there, equal to one with more cards; it has one
  pack and no doubling;
- its Oh Hell is one deal with the hook rule on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs
from spiel_told import Told, plays_of

from rulelang import Match
from rulelang.program.events import Moved, Paid, Wrote

Turn = tuple[int, list[int], int]
"""A seat from 0, what it may do and what it does, as OpenSpiel numbers them."""


@attrs.frozen
class Shared:
    """A game of both: our options by seed, what OpenSpiel is given first, our questions in its words, its returns."""

    theirs: str
    options: Callable[[int], dict[str, Any]]
    deal: Callable[[Match, dict[str, Any]], list[int]]
    asked: Callable[[list[str], int], list[int]]
    """What may be answered, by our words and the card that was turned up."""
    returns: Callable[[Told], list[float]]
    players: int | None = None
    turned: Callable[[tuple[Any, ...]], int] | None = None
    """The number of the card that lies turned up, if that matters."""


def cards_in(match: Match, zone: str) -> list[list[tuple[Any, ...]]]:
    """What was dealt first to each zone of this name, as suit and rank."""
    zones, found = match.game.program.zones, dict[int, list[tuple[Any, ...]]]()
    for event in match.events:
        if isinstance(event, Moved) and zones[event.target].name == zone and zones[event.source].name == "deck":
            found.setdefault(event.target, [look[1:] for look in event.looks])
    return [found[target] for target in sorted(found)]


def dealer_of(match: Match) -> int:
    """Whom chance made the first dealer."""
    return next(int(event.value) for event in match.events if isinstance(event, Wrote) and event.var == "dealer") - 1


def card(text: str) -> tuple[int, int]:
    """`Card(clubs, 3)`: suit and rank."""
    suit, rank = text[5:-1].split(", ")
    return ("clubs", "diamonds", "spades", "hearts").index(suit) + 1, int(rank)


# ---------------------------------------------------------------- oh hell


def oh_hell_card(look: tuple[Any, ...]) -> int:
    return (look[1] - 2) * 4 + look[0] - 1


def oh_hell_deal(match: Match, options: dict[str, Any]) -> list[int]:
    hands = [[oh_hell_card(look) for look in hand] for hand in cards_in(match, "hand")]
    rounds = [each for four in zip(*hands, strict=True) for each in four]
    return [options["most"], dealer_of(match), *rounds, *map(oh_hell_card, cards_in(match, "turned")[0])]


def oh_hell_asked(words: list[str], turned: int) -> list[int]:
    return [52 + int(word) if word.isdigit() else oh_hell_card(card(word)) for word in words]


def oh_hell_options(seed: int) -> dict[str, Any]:
    return {"schedule": "single", "hook": True, "most": 1 + seed % 10}


# ---------------------------------------------------------------- euchre

PASS, ALONE, PARTNER = 24, 29, 30
EUCHRE_SUITS = (0, 1, 3, 2)  # of clubs, diamonds, spades, hearts


def euchre_card(look: tuple[Any, ...]) -> int:
    return (look[1] - 9) * 4 + EUCHRE_SUITS[look[0] - 1]


def euchre_deal(match: Match, options: dict[str, Any]) -> list[int]:
    """One card each in turn, the dealer first."""
    dealer = dealer_of(match)
    hands = [[euchre_card(look) for look in hand] for hand in cards_in(match, "hand")]
    order = [hands[(dealer + at) % 4] for at in range(4)]
    rounds = [each for four in zip(*order, strict=True) for each in four]
    return [dealer, *rounds, euchre_card(cards_in(match, "turned")[0][0])]


def euchre_asked(words: list[str], turned: int) -> list[int]:
    named = {"pass": PASS, "order_up": 25 + turned % 4, "true": ALONE, "false": PARTNER}
    suits = dict(zip(("clubs", "diamonds", "spades", "hearts"), EUCHRE_SUITS))
    named |= {f"make({suit})": 25 + number for suit, number in suits.items()}
    return [named[word] if word in named else euchre_card(card(word)) for word in words]


def euchre_returns(told: Told) -> list[float]:
    """Points of the first deal; what one side wins the other loses."""
    totals = told.held("points")
    return [own - other for own, other in zip(totals, totals[1:] + totals[:1])]


# ---------------------------------------------------------------- blackjack

HIT, STAND = 0, 1
BLACKJACK_SUITS = (0, 1, 3, 2)


def blackjack_card(look: tuple[Any, ...]) -> int:
    return BLACKJACK_SUITS[look[0] - 1] * 13 + (0 if look[1] == 14 else look[1] - 1)


def blackjack_deal(match: Match, options: dict[str, Any]) -> list[int]:
    """Two cards for the player, two for the house, then whatever is drawn."""
    zones, found = match.game.program.zones, list[int]()
    for event in match.events:
        if isinstance(event, Moved) and zones[event.source].name == "deck" and zones[event.target].name != "deck":
            found += [blackjack_card(look[1:]) for look in event.looks]
    return found


def blackjack_asked(words: list[str], turned: int) -> list[int]:
    return [{"hit": HIT, "stand": STAND}[word] for word in words]


def lying(match: Match, zone: str) -> list[int]:
    """The ranks of the cards that were dealt to a zone."""
    zones = match.game.program.zones
    dealt = [each for each in match.events if isinstance(each, Moved) and zones[each.source].name == "deck"]
    return [look[2] for event in dealt if zones[event.target].name == zone for look in event.looks]


def worth(ranks: list[int]) -> int:
    """What cards count; one ace may count eleven."""
    hard = sum(1 if rank == 14 else min(rank, 10) for rank in ranks)
    return hard + 10 if 14 in ranks and hard <= 11 else hard


def blackjack_returns(told: Told) -> list[float]:
    """Who wins: here a natural pays more, and beats 21 with more cards; there it is a 21 like any other."""
    match = told.play.match()
    hand, house = ([each for zone in zones for each in lying(match, zone)] for zones in (("hand",), ("house", "hole")))
    if worth(hand) == worth(house) == 21:
        return [0.0]
    paid = [event for event in match.events if isinstance(event, Paid)]
    gained = sum(event.amount if event.target == 1 else -event.amount for event in paid)
    return [float((gained > 1000) - (gained < 1000))]


# ---------------------------------------------------------------- both at once

SHARED = {
    "oh_hell": Shared(
        "oh_hell(players=3)", oh_hell_options, oh_hell_deal, oh_hell_asked,
        lambda told: told.held("points"), 3,
    ),
    "euchre": Shared(
        "euchre", lambda seed: {"goal": 5}, euchre_deal, euchre_asked, euchre_returns, turned=euchre_card
    ),
    "blackjack": Shared(
        "blackjack", lambda seed: {"rounds": 1, "packs": 1, "doubling": False},
        blackjack_deal, blackjack_asked, blackjack_returns, 1,
    ),
}  # fmt: skip


def started(name: str, seed: int) -> Told:
    shared = SHARED[name]
    return Told(plays_of(name, shared.players, **shared.options(seed)), seed)


def turned_up(name: str, match: Match) -> int:
    """The card that lies turned up, by its number; less than nothing where that does not matter."""
    number = SHARED[name].turned
    return -1 if number is None else number(cards_in(match, "turned")[0][0])


def played(name: str, seed: int) -> tuple[Told, list[Turn], int]:
    """A deal of ours at random, where it ended, every question that was asked, and the card that was turned up."""
    shared, dice, turns, told = SHARED[name], random.Random(seed), list[Turn](), started(name, seed)
    turned = turned_up(name, told.play.match())
    while told.seat and not (name == "euchre" and any(told.held("points"))):
        legal, seat = shared.asked(told.words, turned), told.seat - 1
        # the dealer of a Euchre may not put away the card just taken up
        barred = turned if name == "euchre" and len(legal) == 6 else -1
        taken = dice.choice([each for each in legal if each != barred])
        turns.append((seat, sorted(legal), taken))
        told.choose(legal.index(taken))
    return told, turns, turned


def record(name: str, seed: int) -> tuple[list[Turn], list[float]]:
    """A deal of ours at random: every question that was asked, in the words of OpenSpiel, and the returns."""
    told, turns, _ = played(name, seed)
    return turns, SHARED[name].returns(told)


def followed(name: str, seed: int, off: float = 0.0) -> str:
    """Plays a deal of ours and takes OpenSpiel through it; where it goes another way. `off`: by how much our first
    return is changed, to see that it is noticed.
    """
    import pyspiel

    shared, (told, turns, turned) = SHARED[name], played(name, seed)
    first, *others = shared.returns(told)
    match = told.play.match() if name == "blackjack" else told.plays.game.start(seed)  # Blackjack deals later, too
    state, dealt = pyspiel.load_game(shared.theirs).new_initial_state(), iter(shared.deal(match, shared.options(seed)))
    for seat, legal, taken in [*as_theirs(name, turns, turned), (-1, [], -1)]:
        while not state.is_terminal() and (state.current_player(), state.legal_actions()) != (seat, legal):
            forced = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(next(dealt))
            elif len(forced) == 1 or (name == "blackjack" and forced == [HIT, STAND] and not legal):
                state.apply_action(forced[-1])
            else:
                return f"{state.current_player()} may {forced}, ours: {seat} may {legal}"
        if not state.is_terminal() and taken >= 0:
            state.apply_action(taken)
        elif taken >= 0:
            return f"it is over there; ours: {seat} may {legal}"
    returns = [first + off, *others]
    return "" if state.is_terminal() and state.returns() == returns else f"returns {state.returns()}, ours {returns}"


def as_theirs(name: str, turns: list[Turn], turned: int) -> Iterator[Turn]:
    """Our questions in the order of OpenSpiel, without what it does not offer."""
    held: list[Turn] = []
    for at, (seat, legal, taken) in enumerate(turns):
        if name == "euchre" and legal == [ALONE, PARTNER] and at + 1 < len(turns) and len(turns[at + 1][1]) == 6:
            held = [(seat, legal, taken)]  # the dealer puts a card away first
        elif name == "euchre" and len(legal) == 6:
            yield seat, [each for each in legal if each != turned], taken
            yield from held
        else:
            yield seat, legal, taken


def compare(name: str, games: int, first: int = 0) -> str:
    """What is different in so many deals; nothing if all are the same."""
    found = ((seed, followed(name, seed)) for seed in range(first, first + games))
    return next((f"{name}, deal {seed}: {each}" for seed, each in found if each), "")
