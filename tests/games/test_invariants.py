"""Where each invariant of the five specifications (their §6) is held; none is forgotten, and nothing named is missing.

An invariant is held by the title of an `invariant` in the rules file, by the census that is taken after every effect
(rulelang/prove/audit.py), by a property of whole games (test_invariants_<game>.py), or by a law that has tests of its
own.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
import test_hidden as hidden
import test_invariants_nokosu as nokosu
import test_invariants_nosh as nosh
import test_invariants_nuts as nuts
import test_invariants_pretzel as pretzel
import test_invariants_sweet_nose as sweet_nose
import test_laws as laws
import test_metamorphic as metamorphic
from helpers import GAMES, Setup, counts

from rulelang.engine.data import to_text
from rulelang.program.text import field_types
from rulelang.prove.audit import wrong_amounts, wrong_numbers, wrong_pieces

LAWS = (hidden, laws, metamorphic)
MODULES = {"nokosu": nokosu, "nosh": nosh, "nuts": nuts, "pretzel": pretzel, "sweet_nose": sweet_nose}


def numbered(sign: str, last: int) -> list[str]:
    return [f"{sign}{number}" for number in range(1, last + 1)]


# ---------------------------------------------------------------- what the box holds

# game: for a number of players, how many there are of each sort of piece, and of each resource
NUTS = {
    "peanut": (16, 23, 30, 36),
    "almond": (13, 18, 24, 29),
    "cashew": (11, 15, 20, 24),
    "macadamia": (8, 11, 15, 18),
    **dict.fromkeys(("bad_nut", "broom", "raisin", "honey_roasted"), (1, 2, 3, 3)),
}
COLORS = ("red", "blue", "green", "yellow", "purple")
TREATS = ("apple", "cone", "corn", "dog", "puff")
SWEETS = ("cake", "skewer", "candy", "rice", "jelly")
BOX = {
    "nokosu": lambda n: {
        **{("Card", color): 4 + n for color in COLORS[: n + 1]},
        **{("Die", color): 1 + n for color in COLORS[: n + 1]},
    },
    "nosh": lambda n: {
        **{("Treat", kind): 10 for kind in TREATS},
        **{("Favorite", kind): 1 for kind in TREATS},
        "Blue": 40,
        "Red": 15,
        "coins": 200,
    },
    "nuts": lambda n: {("Card", kind): copies[n - 2] for kind, copies in NUTS.items()},
    "pretzel": lambda n: {"Die": 5, "pretzels": 400},
    "sweet_nose": lambda n: {**{("Token", kind): 9 for kind in SWEETS}, "Store": 10},
}
BY_KIND = ("Card", "Die", "Treat", "Favorite", "Token")


@pytest.mark.parametrize(("name", "players"), [(name, players) for name in GAMES for players in counts(name)])
def test_the_box(name, players):
    """As many of each sort as the specification says; the census sees to it that none is lost."""
    program = Setup(name, players).game.program
    found = Counter(sort(program, piece) for piece in program.pieces if not piece.is_group)
    found.update({each.name: each.total for each in program.resources.values()})
    assert found == BOX[name](players)


def sort(program, piece):
    """A piece by its kind and, where that says more, by the first of its fields."""
    if piece.kind not in BY_KIND or not piece.fields:
        return piece.kind
    return piece.kind, to_text(program, piece.fields[0], field_types(program, piece.kind)[0])


CENSUS = (wrong_pieces, wrong_amounts, wrong_numbers, test_the_box)

# ---------------------------------------------------------------- where each is held

# game: the numbers that its specification gives
NUMBERS = {
    "nokosu": numbered("", 18),
    "nosh": [*numbered("I-", 20), *numbered("MT-", 3)],
    "nuts": [*numbered("I-", 22), *numbered("MT-", 3)],
    "pretzel": numbered("", 17),
    "sweet_nose": numbered("", 18),
}

# game: number: a title is that of an invariant in the rules file, a function is of the census, a property or a law
HELD = {
    "nokosu": {
        "1": (wrong_pieces, test_the_box, nokosu.undealt_cards),
        "2": (wrong_pieces, test_the_box, nokosu.dice_of_each_color),
        "3": ("There is one centre die", nokosu.one_centre_die),
        "4": (wrong_numbers, nokosu.faces_stay),
        "5": ("The bag holds the dice that are not in play",),
        "6": ("Nobody runs ahead", nokosu.pieces_left_to_play),
        "7": ("Every trick is whole", nokosu.every_trick_is_won),
        "8": ("A non-declarer keeps a die", nokosu.a_declarer_starts_with_fewer_dice),
        "9": (nokosu.suits_are_followed,),
        "10": (nokosu.trumps_win,),
        "11": (nokosu.the_last_of_the_strongest_wins,),
        "12": (nokosu.the_winner_leads,),
        "13": (nokosu.bonus_by_eligible_players,),
        "14": (nokosu.points_of_a_round,),
        "15": (nokosu.a_die_left_over_is_one_to_six_tricks,),
        "16": ("There are as many trumps as ever",),
        "17": ("Somebody takes a trick",),
        "18": (nokosu.totals_never_fall,),
    },
    "nosh": {
        "I-1": (wrong_amounts, test_the_box),
        "I-2": (wrong_pieces, test_the_box),
        "I-3": (wrong_pieces, test_the_box),
        "I-4": (wrong_pieces, test_the_box, "Everybody has one Favorite"),
        "I-5": (nosh.bids_go_up,),
        "I-6": ("There is a stand for every hungry player", nosh.a_stand_for_every_hungry_player),
        "I-7": ("Everybody gets one stand", nosh.everybody_takes_one_stand_a_round),
        "I-8": ("There are no more goals than stands", nosh.one_claim_a_round),
        "I-9": (nosh.one_stand_is_free,),
        "I-10": (nosh.coins_are_pocket_money_less_bids,),
        "I-11": (nosh.treats_are_what_was_bought_less_what_was_eaten,),
        "I-12": (nosh.only_the_winner_changes,),
        "I-13": ("Goals wait for the rounds to come", nosh.goals_on_display),
        "I-14": (nosh.bids_and_passes,),
        "I-15": (nosh.the_last_bidder_buys,),
        "I-16": (nosh.the_last_taker_starts,),
        "I-17": ("Stands are filled as far as treats go", nosh.stands_are_filled),
        "I-18": (nosh.scores_add_up,),
        "I-19": (nosh.claims_eat_what_the_goal_shows,),
        "I-20": (laws.test_options_are_what_can_be_taken,),
        "MT-1": (metamorphic.test_nosh_mt1_the_last_payday_changes_no_winner,),
        "MT-2": (metamorphic.test_nosh_mt2_treats_can_change_their_names,),
        "MT-3": (metamorphic.test_nosh_mt3_seats_can_be_rotated,),
    },
    "nuts": {
        "I-1": (wrong_pieces, test_the_box),
        "I-2": ("Hands hold nuts only", "Only gold cards lie in front", "Floors hold nuts and bad nuts only"),
        "I-3": (nuts.the_belt_shrinks_as_bid,),
        "I-4": (nuts.bids_fit_the_belt,),
        "I-5": (nuts.everybody_takes_once,),
        "I-6": (nuts.the_belt_is_used_up,),
        "I-7": ("The belt is empty",),
        "I-8": (nuts.only_the_last_takes_without_a_bid,),
        "I-9": ("Every package is whole",),
        "I-10": (nuts.honey_goes_on_new_packages,),
        "I-11": (nuts.packages_stay,),
        "I-12": ("Hands are small when the boss comes", nuts.hands_are_cut),
        "I-13": (nuts.floors_shrink_by_gold_cards,),
        "I-14": (nuts.the_deck_suffices,),
        "I-15": (nuts.cards_face_down,),
        "I-16": (nuts.ties_leave_the_rest_in_order,),
        "I-17": (nuts.payouts,),
        "I-18": (nuts.bounds,),
        "I-19": (nuts.gold_cards_only_move_nuts,),
        "I-20": ("Somebody bids for something", nuts.only_those_in_bid),
        "I-21": (hidden.test_a_seat_cannot_tell_a_sample_from_the_game,),
        "I-22": (nuts.the_richest_win,),
        "MT-1": (metamorphic.test_nuts_mt1_seats_can_change_places,),
        "MT-2": (metamorphic.test_nuts_mt2_and_mt3_bids_that_do_not_count,),
        "MT-3": (metamorphic.test_nuts_mt2_and_mt3_bids_that_do_not_count,),
    },
    "pretzel": {
        "1": (wrong_amounts, test_the_box, "Every pretzel is somewhere"),
        "2": (wrong_amounts,),
        "3": (wrong_numbers, "No pawn rests on a slide"),
        "4": ("Nobody plays on with enough to win",),
        "5": (pretzel.nommed_is_gone,),
        "6": ("There are five dice", pretzel.five_dice),
        "7": (pretzel.one_pawn_a_turn,),
        "8": (pretzel.pawns_walk_as_the_dice_say,),
        "9": (pretzel.awards,),
        "10": (pretzel.steals_and_gives_keep_the_sum,),
        "11": (pretzel.pretzels_set_aside,),
        "12": (pretzel.few_actions,),
        "13": (pretzel.turns_go_clockwise,),
        "14": (pretzel.the_game_ends_for_a_reason,),
        "15": (pretzel.five_pretzels_pay_nothing,),
        "16": (pretzel.piles_of_others,),
        "17": (pretzel.the_largest_pile_wins,),
    },
    "sweet_nose": {
        "1": (wrong_pieces, test_the_box, "Every sweet is on a plate, in a bowl, in the market or out of the game"),
        "2": ("Everybody has eight sweets",),
        "3": ("The market is full",),
        "4": ("Every sweet is on a plate, in a bowl, in the market or out of the game",),
        "5": ("All sweets begin on the plates", "Everybody has eight sweets"),
        "6": ("Each sweetness is given once",),
        "7": (sweet_nose.markers_stay,),
        "8": (wrong_pieces, test_the_box, "Nobody has more than one store"),
        "9": (sweet_nose.phase_2_ends_with_an_empty_plate,),
        "10": (sweet_nose.exchanges_change_sizes,),
        "11": (sweet_nose.one_exchange_a_turn,),
        "12": ("Round points stay within bounds", sweet_nose.totals_add_up),
        "13": ("Each sweet counts its marker and its kind in the market",),
        "14": ("Nobody holds a store out of reach", sweet_nose.stores_within_reach),
        "15": ("Nobody has a store in round 1", sweet_nose.stores_are_taken_between_rounds),
        "16": ("The start player has the highest total", sweet_nose.the_highest_total_starts),
        "17": (sweet_nose.the_highest_totals_choose_first,),
        "18": ("No space is bid twice", sweet_nose.bids_differ),
    },
}

each_game = pytest.mark.parametrize("name", GAMES)


def titles(name: str) -> list[str]:
    """The invariants in a rules file, those of its variants too."""
    return re.findall(r'(?m)^ *invariant "([^"]+)"', GAMES[name].read_text(encoding="utf-8"))


@each_game
def test_no_number_is_missing(name):
    assert list(HELD[name]) == NUMBERS[name]
    assert all(HELD[name].values())


@each_game
def test_what_is_named_is_there(name):
    for holders in HELD[name].values():
        for each in holders:
            if isinstance(each, str):
                assert each in titles(name)
            else:
                tested = any(getattr(module, each.__name__, None) is each for module in LAWS)
                assert each in CENSUS or each in MODULES[name].PROPERTIES or tested


@each_game
def test_properties_say_which_invariant_they_hold(name):
    """Each is in the table under the number that its docstring begins with, and only there."""
    stated = {each: (each.__doc__ or "").split(":")[0] for each in MODULES[name].PROPERTIES}
    listed = {each: number for number, holders in HELD[name].items() for each in holders if each in stated}
    assert listed == stated
