"""Every property of whole games can fail: a small change of the rules breaks it, and it alone must notice.

The invariants of the file are taken out first. A row is a property, a passage of the rules, what is written there
instead, and at which table if not at the usual one.
"""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import test_invariants_nokosu as nokosu
import test_invariants_nosh as nosh
import test_invariants_nuts as nuts
import test_invariants_pretzel as pretzel
import test_invariants_sweet_nose as sweet_nose
from helpers import Setup
from walking import Changed, notices, walk

from rulelang.play.match import begin
from rulelang.program import events as ev

GAMES = {"nokosu": nokosu, "nosh": nosh, "nuts": nuts, "pretzel": pretzel, "sweet_nose": sweet_nose}

NOKOSU = (
    (nokosu.undealt_cards, "      move d to bag", "      move first(cards[p]) to deck"),
    (nokosu.dice_of_each_color, ": DICE each", ": DICE + 1 each"),
    (nokosu.one_centre_die, "      move d to bag", "      move middle to bag, d to middle"),
    (nokosu.faces_stay, "  leader = dealer.left [NOKO-21]\n", "  roll middle\n  leader = dealer.left\n"),
    (nokosu.pieces_left_to_play, "      move d to bag [NOKO-15]\n", ""),
    (nokosu.every_trick_is_won, "tricks[w] += 1", "tricks[w] = 1"),
    (nokosu.a_declarer_starts_with_fewer_dice, "      move d to bag [NOKO-15]\n", ""),
    (nokosu.suits_are_followed, "= alike(c, led)", "= c.color == led.color"),
    (nokosu.trumps_win, '(2, c.number) when same_color(c) "color', '(0, c.number) when same_color(c) "color'),
    (nokosu.the_last_of_the_strongest_wins, "= last_played", "= first_played"),
    (nokosu.the_winner_leads, "leader = run Trick(leader)", "let taker = run Trick(leader)"),
    (nokosu.the_winner_leads, "leader = dealer.left [NOKO-21]", "leader = dealer [NOKO-21]"),
    (nokosu.bonus_by_eligible_players, "| 0 | 30 | 20 | 10 | 0 |", "| 0 | 30 | 30 | 10 | 0 |"),
    (nokosu.points_of_a_round, "const ZERO_BONUS = 10", "const ZERO_BONUS = 9"),
    (nokosu.a_die_left_over_is_one_to_six_tricks, "else only(dice[p]).number)", "else tricks[p])"),
    (nokosu.totals_never_fall, '"Tricks won": tricks[p]', '"Tricks won": 5 - tricks[p]'),
)

NEXT = "  starter = patient ["
NOSH = (
    (nosh.bids_go_up, "raise [NOSH-21] = 1", "raise [NOSH-21] = 0"),
    (nosh.a_stand_for_every_hungry_player, "starter chooses here from", "starter.left chooses here from"),
    (nosh.everybody_takes_one_stand_a_round, "run serve(patient,", "run serve(patient.left,"),
    (nosh.one_claim_a_round, "const CLAIMS = 1", "const CLAIMS = 2"),
    (nosh.one_stand_is_free, NEXT, f"  pay up to 3 coins from patient to bank\n{NEXT}"),
    (nosh.coins_are_pocket_money_less_bids, "const POCKET_MONEY = 2", "const POCKET_MONEY = 3"),
    (nosh.treats_are_what_was_bought_less_what_was_eaten, "deal 1 from deck to treats", "deal 2 from deck to treats"),
    (nosh.only_the_winner_changes, "pay owed coins from p to bank", "pay up to owed coins from p.left to bank"),
    (nosh.only_the_winner_changes, NEXT, f"  pay 1 coins from bank to patient.left\n{NEXT}"),
    (nosh.goals_on_display, "41]: move plan[round] to goals", "41]: move take(plan[round], 3) to goals"),
    (nosh.the_last_bidder_buys, "[NOSH-26] = high", "[NOSH-26] = second"),
    (nosh.the_last_taker_starts, NEXT, "  starter = patient.left ["),
    (nosh.stands_are_filled, "where STANDS[s] >= nth", "where STANDS[s] > nth"),
    (nosh.scores_add_up, "const FAVORITE_BONUS = 2", "const FAVORITE_BONUS = 3"),
    (nosh.claims_eat_what_the_goal_shows, "for k in g.needs: move", "for k in take(g.needs, 1): move"),
)

GLOVES = {"options": (("gold_types", "gloves coffee_break broom"),)}
OWN_FLOOR = "    move card to discards [NUTS-25, 49]\n    run collect(p, [c]) [NUTS-26, 28]"
PENALTIES = "| penalty: 0..5 | honey: 0..4 |\n  | peanut        | brown          | 3          | 2           | 2 "
ALMOND = "| almond        | brown          | 3          | 3 "
NUTS = (
    (
        nuts.the_belt_shrinks_as_bid,
        "run collect(p, take(belt[season], n))",
        "run collect(p, take(belt[season], n + 1))",
    ),
    (nuts.bids_fit_the_belt, "= 0..count(belt[season])", "= 0..count(belt[season]) + 1"),
    (nuts.everybody_takes_once, "    inside[p] = false [NUTS-13]\n", ""),
    (nuts.the_belt_is_used_up, "deal 1 from belt[season] to discards", "deal 1 from belt[season] to deck"),
    (nuts.only_the_last_takes_without_a_bid, "collect(only(bidders()), belt", "collect(first(seats), belt"),
    (nuts.honey_goes_on_new_packages, "where g.made == season and", "where"),
    (nuts.packages_stay, "where g.made == season and", "where"),
    (nuts.hands_are_cut, "p chooses hand_limit keep", "p chooses 2 keep"),
    (nuts.floors_shrink_by_gold_cards, "repeat brooms(p) times", "repeat brooms(p) + 1 times"),
    (nuts.floors_shrink_by_gold_cards, OWN_FLOOR, OWN_FLOOR.replace("discards", "aside[p]"), GLOVES),
    (nuts.the_deck_suffices, "= 5 * players + 2", "= 5 * players + 1"),
    (nuts.cards_face_down, "take(belt[s], count(belt[s]) - 1)", "take(belt[s], count(belt[s]) - 2)"),
    (nuts.ties_leave_the_rest_in_order, "shuffle take(belt[season], n)", "shuffle belt[season]"),
    (nuts.payouts, ALMOND, ALMOND.replace("| 3 ", "| 4 ").replace("| 4 ", "| 3 ", 1)),
    (nuts.bounds, PENALTIES, PENALTIES.replace("0..5", "0..9").removesuffix("2 ") + "9 "),
    (nuts.bounds, "| peanut        | brown          | 3 ", "| peanut        | brown          | 1 "),
    (nuts.gold_cards_only_move_nuts, "run collect(p, [c]) [NUTS-26, 28]", "move c to discards", GLOVES),
    (nuts.only_those_in_bid, "run Grab(season, bidders())", "run Grab(season, seats)"),
    (nuts.the_richest_win, "winner p: most Payout(p)", "winner p: least Payout(p)"),
)

PRETZEL = (
    (pretzel.nommed_is_gone, "pay up to here.n pretzels from p to nommed", "pay up to here.n pretzels from p to bank"),
    (pretzel.five_dice, "while not empty(rolled) at most DICE", "while count(rolled) > 1 at most DICE"),
    (pretzel.one_pawn_a_turn, "    mover = victim [PRETZ-18]\n", ""),
    (pretzel.pawns_walk_as_the_dice_say, "(s + n) mod (LAST + 1)", "(s + 2 * n) mod (LAST + 1)"),
    (pretzel.awards, "= s < LAST and s + n >= LAST", "= s + n >= LAST"),
    (pretzel.steals_and_gives_keep_the_sum, "pretzels from victim to p [PRETZ-15]", "pretzels from bank to p"),
    (
        pretzel.steals_and_gives_keep_the_sum,
        "24]:\n    pay up to here.n pretzels from victim",
        "24]:\n    pay 1 pretzels from bank",
    ),
    (pretzel.pretzels_set_aside, "pay up to count(pretzel_faces)", "pay up to 2 * count(pretzel_faces)"),
    (pretzel.few_actions, "move take(showing(v), 2) to spent", "move take(showing(v), 1) to spent"),
    (pretzel.turns_go_clockwise, "    active = active.left", "    active = active.right"),
    (pretzel.the_game_ends_for_a_reason, "if pretzels[bank] == 0", "if pretzels[bank] < 390"),
    (pretzel.piles_of_others, "    pushing = true", "    pay up to 1 pretzels from p.left to bank\n    pushing = true"),
    (pretzel.the_largest_pile_wins, "winner p: most pretzels[p]", "winner p: least pretzels[p]"),
)

SWAP = "[SWEET-9, 11]:\n    move mine to bowl[q]"
UNLIKE = (
    '\n      where mine.kind != theirs.kind else "both are {mine.kind}" "Trade {mine.kind} for {q}\'s {theirs.kind}"'
)
MARKED = "  unreveal sweetness [SWEET-5]\n"
FREE = "\n        where all(total[q] != n for q in others(p))]"
SHOPKEEPER = {"variants": ("Shopkeeper",)}
LAP = {"options": (("lap_limit", 1),)}
SWEET_NOSE = (
    (sweet_nose.markers_stay, SWAP, SWAP.replace("move", "swap sweetness[p, cake], sweetness[p, rice]\n    move")),
    (sweet_nose.phase_2_ends_with_an_empty_plate, "until any(empty(plate[p])", "until any(count(plate[p]) <= 2"),
    (sweet_nose.phase_2_ends_with_an_empty_plate, "repeat lap_limit times", "repeat lap_limit + 1 times", LAP),
    (sweet_nose.exchanges_change_sizes, SWAP, SWAP.replace("bowl[q]", "plate[q]")),
    (sweet_nose.one_exchange_a_turn, UNLIKE, ' "Trade {mine.kind} for {q}\'s {theirs.kind}"'),
    (sweet_nose.one_exchange_a_turn, "= count(store[p]) < held", "= count(store[p]) <= held"),
    (sweet_nose.totals_add_up, "  tally RoundPoints [SWEET-26]\n", "  tally RoundPoints\n  total[P1] += 1\n"),
    (sweet_nose.stores_within_reach, "| 5 | 31 |", "| 5 | 20 |"),
    (sweet_nose.stores_are_taken_between_rounds, MARKED, f"{MARKED}  move take(stores, 1) to store[P1]\n"),
    (sweet_nose.the_highest_total_starts, "first(highest(for p in seats_from", "first(lowest(for p in seats_from"),
    (sweet_nose.the_highest_totals_choose_first, "by -total[p])", "by total[p])"),
    (sweet_nose.bids_differ, FREE, "]", SHOPKEEPER),
    (sweet_nose.bids_differ, "for n in total[p] + 1..bid_cap", "for n in 1..bid_cap", SHOPKEEPER),
)

USUAL = {
    "nokosu": (4, NOKOSU),
    "nosh": (4, NOSH),
    "nuts": (4, NUTS),
    "pretzel": (3, PRETZEL),
    "sweet_nose": (4, SWEET_NOSE),
}
CHANGES = [
    pytest.param(holds, Changed(name, players, old=old, new=new, **dict(*more)), id=f"{name}-{holds.__name__}")
    for name, (players, rows) in USUAL.items()
    for holds, old, new, *more in rows
]


@pytest.mark.few(8)
@pytest.mark.parametrize(("holds", "setup"), CHANGES)
def test_a_change_of_the_rules_is_noticed(holds, setup):
    assert notices(holds, setup)


def test_a_missing_pass_is_noticed():
    """The auctions of the library ask until all but one have passed: no change of the game's rules makes it fewer."""

    def without_a_pass(events):
        bids = [event for event in events if isinstance(event, ev.Chose) and event.name == "StandSale.n"]
        events.remove(next(event for event in bids if event.options[event.taken] == "pass"))
        return events

    assert notices(nosh.bids_and_passes, Setup("nosh", 4), without_a_pass)


def test_five_pretzels_are_noticed():
    """Five 1s are too rare for chance: every die shows a 1."""
    wrong = Changed("pretzel", 3, old="end game for [p] [PRETZ-5]", new="end game for [p.left] [PRETZ-5]")
    for setup, outcome in ((Setup("pretzel", 3), nullcontext()), (wrong, pytest.raises(AssertionError))):
        way = walk(begin(setup.game, 1, 0, lambda draw: 0 if draw.what == "roll" else None))
        assert way.ended.winners
        with outcome:
            pretzel.five_pretzels_pay_nothing(way)


def test_no_property_is_left_out():
    """Each is broken above by a change of the rules, but for the two with a test of their own."""
    broken = {holds for _, rows in USUAL.values() for holds, *_ in rows}
    broken |= {nosh.bids_and_passes, pretzel.five_pretzels_pay_nothing}
    assert broken == {holds for module in GAMES.values() for holds in module.PROPERTIES}
