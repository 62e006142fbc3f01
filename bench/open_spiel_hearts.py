"""Hearts by OpenSpiel is the game of examples/hearts.rules: legal moves and returns, deal by deal.

    python bench/open_spiel_hearts.py [--deals 1000]

The command plays deals on both: the same cards dealt, passed and played. At every decision the legal moves must be the
same, and so must the result in the end. This is done for the usual parameters, with each of them turned round, and with
all of them turned round; where cards are passed, this is done in all four ways by turns.

A game of OpenSpiel is one deal, whose first draw says where cards are passed; with `most_deals = 1` a game of ours is
one deal too, and `first_pass` says it. OpenSpiel's returns are 26 less the points of the deal.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pyspiel
from pyspiel import State

from rulelang import Game, Match, load
from rulelang.program.events import Chose, Moved

RULES = Path(__file__).parents[1] / "examples/hearts.rules"
POINTS = 26  # of a whole deal

PARAMETERS = {  # of OpenSpiel, each with the option of the rules that it is
    "pass_cards": "pass_cards",
    "no_pts_on_first_trick": "safe_first_trick",
    "can_lead_any_club": "lead_any_club",
    "jd_bonus": "jack_bonus",
    "avoid_all_tricks_bonus": "no_trick_bonus",
    "must_break_hearts": "break_hearts",
    "qs_breaks_hearts": "queen_breaks",
    "can_lead_hearts_instead_of_qs": "spare_queen",
}
DIRECTIONS = {"nowhere": 0, "left": 1, "across": 2, "right": 3}  # the values of `first_pass`, as OpenSpiel numbers them
SUITS = (0, 1, 3, 2)  # OpenSpiel's numbers of clubs, diamonds, spades and hearts
HEARTS, QUEEN_OF_SPADES = 2, 43


def action_of(look: tuple) -> int:
    """The number OpenSpiel gives to a card."""
    _, suit, rank = look
    return (rank - 2) * 4 + SUITS[suit - 1]


def turned(*names: str) -> dict[str, bool]:
    """The parameters of OpenSpiel, with some of them turned round."""
    usual = pyspiel.load_game("hearts").get_type().parameter_specification
    assert set(usual) == set(PARAMETERS), "OpenSpiel has other parameters than the rules"
    return {name: usual[name] != (name in names) for name in PARAMETERS}


@attrs.frozen
class Deal:
    """A deal that both have played. `legal` and `taken`: at each decision, by OpenSpiel's numbers.

    `moves`: decisions for which the usual parameters would have left other legal moves; `other`: … other returns.
    """

    options: dict[str, object]
    seed: int
    legal: list[list[int]]
    taken: list[int]
    returns: list[float]
    moves: int
    other: bool
    moon: bool


class Apart(Exception):
    """The two do not play the same game."""


def deals(parameters: dict[str, bool], number: int, first: int = 0) -> Iterator[Deal]:
    """Plays some deals on both, from a number on. Raises Apart at the first difference."""
    ways = list(DIRECTIONS) if parameters["pass_cards"] else ["left"]
    options = {PARAMETERS[name]: value for name, value in parameters.items()}
    settings = [{**options, "most_deals": 1, "first_pass": way} for way in ways]
    games = [load(RULES, players=4, options=some) for some in settings]
    rival, usual = pyspiel.load_game("hearts", parameters), pyspiel.load_game("hearts")
    for seed in range(first, first + number):
        kind = seed % len(ways)
        match = played(games[kind], seed)
        direction = DIRECTIONS[ways[kind]] if parameters["pass_cards"] else DIRECTIONS["nowhere"]
        states = rival.new_initial_state(), usual.new_initial_state()
        same(seed, states[0], direction in states[0].legal_actions(), f"passing {ways[kind]}")
        for state in states:
            for action in (direction, *dealt(match)):
                state.apply_action(action)
        yield followed(match, *states, settings[kind], seed)


def followed(match: Match, state: State, usual: State, options: dict[str, object], seed: int) -> Deal:
    """Takes OpenSpiel through a deal that we have played. `usual` goes along by the usual parameters."""
    legal, taken, changed = [], [], 0
    for seat, cards, card in moves(match):
        same(seed, state, state.current_player() == seat - 1, f"player {seat - 1} to move")
        same(seed, state, state.legal_actions() == sorted(cards), f"{sorted(cards)} as legal moves")
        legal.append(state.legal_actions())
        taken.append(card)
        changed += legal[-1] != usual.legal_actions()
        state.apply_action(card)
        usual.apply_action(card)
    returns = [float(POINTS - points) for points in match.scores.values()]
    same(seed, state, state.is_terminal() and state.returns() == returns, f"the returns {returns}")
    moon = sorted(usual.returns()) == [0, 0, 0, POINTS]
    return Deal(options, seed, legal, taken, returns, changed, usual.returns() != returns, moon)


def same(seed: int, state: State, holds: bool, ours: str) -> None:
    if not holds:
        raise Apart(
            f"In deal {seed} we have {ours}; OpenSpiel has {state.legal_actions()}, {state.returns()}:\n{state}"
        )


def played(game: Game, number: int) -> Match:
    """A deal that is played to its end. By lot alone, moons and hands of hearts and the queen would be seldom."""
    match, lot = game.start(seed=number), random.Random(number)
    style = STYLES[number // 4 % 3]
    while decision := match.decision:
        cards = [card_of(option.value) for option in decision.options]
        match.choose(style(cards, decision.seat, lot))
    return match


def by_lot(cards: list[int], seat: int, lot: random.Random) -> int:
    return lot.randrange(len(cards))


def keeping_penalties(cards: list[int], seat: int, lot: random.Random) -> int:
    """No heart and no queen of spades as long as there is anything else."""
    free = [place for place, card in enumerate(cards) if card % 4 != HEARTS and card != QUEEN_OF_SPADES]
    return lot.choice(free or range(len(cards)))


def shooting_the_moon(cards: list[int], seat: int, lot: random.Random) -> int:
    """The first seat plays its highest card, the others their lowest."""
    return cards.index(max(cards) if seat == 1 else min(cards))


STYLES = by_lot, keeping_penalties, shooting_the_moon


def card_of(value: str) -> int:
    """`Card(clubs, 2)` as OpenSpiel counts."""
    suit, rank = value.removeprefix("Card(").removesuffix(")").split(", ")
    return action_of((None, ("clubs", "diamonds", "spades", "hearts").index(suit) + 1, int(rank)))


def dealt(match: Match) -> list[int]:
    """The cards as they were dealt, one to each player in turn, as OpenSpiel deals them."""
    piles = [event for event in match.events if isinstance(event, Moved) and len(event.pieces) == 13][:4]
    return [action_of(look) for four in zip(*(pile.looks for pile in piles), strict=True) for look in four]


def moves(match: Match) -> Iterator[tuple[int, list[int], int]]:
    """Every decision, asked or not: whose it was, what could be taken, and what was."""
    pack = next(event for event in match.events if isinstance(event, Moved))
    actions = dict(zip(pack.pieces, map(action_of, pack.looks), strict=True))
    for event in match.events:
        if isinstance(event, Chose):
            yield event.seat, [actions[piece] for piece in event.options], actions[event.options[event.taken]]


# ---------------------------------------------------------------- the command


def settings() -> dict[str, dict[str, bool]]:
    """The usual parameters, each of them turned round, and all of them turned round."""
    each = {f"{name} = {str(turned(name)[name]).lower()}": turned(name) for name in PARAMETERS}
    return {"usual": turned(), **each, "all turned round": turned(*PARAMETERS)}


def report(number: int) -> None:
    """A row for each setting. Ends the program where the two are apart."""
    print("| parameters of OpenSpiel | deals | decisions | legal moves changed | returns changed | moons |")
    print("|---|--:|--:|--:|--:|--:|")
    for label, parameters in settings().items():
        try:
            found = list(deals(parameters, number))
        except Apart as problem:
            sys.exit(f"{label}: not the same game. {problem}")
        decisions, changed = sum(len(deal.taken) for deal in found), sum(deal.moves for deal in found)
        numbers = (len(found), decisions, changed, sum(deal.other for deal in found), sum(deal.moon for deal in found))
        print(f"| {label} | " + " | ".join(f"{each:,}" for each in numbers) + " |", flush=True)
    print("\nLegal moves and returns were the same at every decision and in every deal.")


def record(path: Path) -> None:
    """Writes down a telling deal of each setting, for the tests that run without OpenSpiel."""
    kept = []
    for parameters in settings().values():
        deal = max(deals(parameters, 60), key=lambda deal: (deal.moves > 0) + deal.other + deal.moon)
        lines = [f"{name(card)} of {' '.join(map(name, legal))}" for legal, card in zip(deal.legal, deal.taken)]
        kept.append({"options": deal.options, "seed": deal.seed, "decisions": lines, "returns": deal.returns})
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def name(card: int) -> str:
    """The queen of spades is `QS`."""
    return "23456789TJQKA"[card // 4] + "CDHS"[card % 4]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares Hearts with OpenSpiel's, decision by decision.")
    parser.add_argument("--deals", type=int, default=1000, help="for each setting")
    parser.add_argument("--record", type=Path, metavar="FILE", help="writes a few deals down for tests instead")
    wanted = parser.parse_args()
    if wanted.record:
        record(wanted.record)
    else:
        report(wanted.deals)


if __name__ == "__main__":
    main()
