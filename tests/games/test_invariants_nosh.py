"""Nosh: what its specification says of every course of a game (§6), read off the games that were played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from helpers import examples, plays
from hypothesis import given
from walking import keeps

from rulelang.program import events as ev

STANDS = {3: 8, 4: 10, 5: 12}  # by players: treats on all stands together

# ---------------------------------------------------------------- reading


def rounds(walk):
    return walk.runs("Round")


def sales(stretch):
    return stretch.runs("StandSale")


def bids(sale):
    """Seat, bid or `pass`, and the moment, in order."""
    return [(moment.event.seat, moment.answer, moment) for moment in sale.answers("StandSale.n")]


def best(sale):
    """The last bid that was made, and who made it."""
    return [(seat, bid) for seat, bid, _ in bids(sale) if bid != "pass"][-1]


def acquired(stretch):
    """Who took stands, in order."""
    return [each.arguments[0] for each in stretch.runs("serve")]


def claims(stretch):
    """Goals that were claimed: the moves that laid them before their owners."""
    return stretch.moves(target="claimed")


def coins(table, seats):
    return {seat: table.amount("coins", seat) for seat in seats}


def held(table, seats):
    """All that a player can lose: coins and treats, by seat."""
    return {seat: (table.amount("coins", seat), table.zone("treats", seat)) for seat in seats}


def kinds(table, name, *indexes):
    """Treats in a place, by kind."""
    return Counter(kind for _, kind in table.looks(name, *indexes))


def claimed_looks(table, seats):
    return [look for seat in seats for look in table.looks("claimed", seat)]


def before_answers(walk):
    """The table at each question of the game."""
    return [moment.before for moment in walk.answers()]


# ---------------------------------------------------------------- the invariants


def bids_go_up(walk):
    """I-5: each bid is above the last and within its bidder's coins; the first is 0 or more."""
    for sale in sales(walk):
        high = -1
        for seat, bid, moment in bids(sale):
            if bid != "pass":
                assert high < bid <= moment.before.amount("coins", seat), "a bid too low or too high"
                high = bid


def a_stand_for_every_hungry_player(walk):
    """I-6: where a stand is chosen there are as many as hungry players, two at least; the starter is one of them."""
    for moment in walk.answers("Fair.here"):
        table = moment.before
        hungry = [seat for seat in walk.seats if table.var("hungry", seat)]
        stands = [number for number in range(1, walk.players + 1) if not table.var("sold", number)]
        assert len(stands) == len(hungry) >= 2, "stands and hungry players"
        assert moment.event.seat == table.var("starter") and moment.event.seat in hungry, "who chooses is not hungry"


def everybody_takes_one_stand_a_round(walk):
    """I-7: one stand in each round."""
    assert len(rounds(walk)) == walk.options["rounds"], "rounds"
    for round_ in rounds(walk):
        assert sorted(acquired(round_)) == list(walk.seats), "a stand too few or many"


def one_claim_a_round(walk):
    """I-8: a goal of this round, and no second one."""
    for round_ in rounds(walk):
        seats = [moment.target[1] for moment in claims(round_)]
        assert len(seats) == len(set(seats)), "two claims in a round"
        shown = round_.before.zone("goals")
        assert all(set(moment.event.pieces) <= set(shown) for moment in claims(round_)), "a goal of another round"
        color = "Blue" if round_.before.var("round") < walk.options["rounds"] else "Red"
        assert {look[0] for look in round_.before.looks("goals")} == {color}, "goals of the wrong color"


def one_stand_is_free(walk):
    """I-9: n - 1 stands are sold in a round, the last is taken for nothing."""
    for round_ in rounds(walk):
        (fair,) = round_.runs("Fair")
        assert len(sales(fair)) == walk.players - 1, "stands sold"
        assert len(acquired(fair)) == walk.players, "stands taken"
        assert len(fair.paid()) <= walk.players - 1, "payments"
        assert coins(sales(fair)[-1].after, walk.seats) == coins(fair.after, walk.seats), "the last stand is paid for"


def coins_are_pocket_money_less_bids(walk):
    """I-10: 15 each, 2 each a payday, less all winning bids."""
    paydays, spent = 0, 0
    for moment in walk.moments:
        event, after = moment.event, moment.after
        if isinstance(event, ev.Left):
            paydays += event.proc == "Pay"
            spent += after.var("StandSale.high") if event.proc == "StandSale" else 0
        if isinstance(event, ev.Chose | ev.Ended):
            expected = walk.players * (15 + 2 * paydays) - spent
            assert sum(coins(after, walk.seats).values()) == expected, "coins in all"


def treats_are_what_was_bought_less_what_was_eaten(walk):
    """I-11: one each, those of the stands, less those of the claimed goals."""
    bought = 0
    for moment in walk.moments:
        event = moment.event
        if isinstance(event, ev.Moved) and moment.source[0] == "stand" and moment.target[0] == "treats":
            bought += len(event.pieces)
        if isinstance(event, ev.Chose | ev.Ended):
            eaten = sum(len(look[-1]) for look in claimed_looks(moment.after, walk.seats))
            number = sum(len(moment.after.zone("treats", seat)) for seat in walk.seats)
            assert number == walk.players + bought - eaten, "treats in all"


def only_the_winner_changes(walk):
    """I-12: in a sale only the winner's coins change; who is sated keeps what is there to the end of the round."""
    for sale in sales(walk):
        winner, _ = best(sale)
        before, after = held(sale.before, walk.seats), held(sale.after, walk.seats)
        assert all(before[seat] == after[seat] for seat in walk.seats if seat != winner), "somebody else pays"
        assert before[winner][1] == after[winner][1], "the winner's treats change"
    for fair in walk.runs("Fair"):
        for serve in fair.runs("serve"):
            (seat, _) = serve.arguments
            end = held(fair.after, [seat])
            assert held(serve.after, [seat]) == end, "a sated player gains or loses"


def goals_on_display(walk):
    """I-13: a goal for each player less those claimed; those of later rounds lie face down."""
    rounds_, claimed_before = walk.options["rounds"], 0
    for moment in walk.moments:
        table = moment.before
        if isinstance(moment.event, ev.Entered) and moment.event.proc == "Round":
            claimed_before = len(claimed_looks(table, walk.seats))
        if isinstance(moment.event, ev.Chose):
            this_round = len(claimed_looks(table, walk.seats)) - claimed_before
            assert len(table.zone("goals")) == walk.players - this_round, "goals on display"
            waiting = sum(len(table.zone("plan", number)) for number in range(1, rounds_))
            assert waiting == walk.players * max(rounds_ - 1 - table.var("round"), 0), "blue goals face down"


def bids_and_passes(walk):
    """I-14: no more bids than coins allow; all hungry players but one pass, once."""
    for sale in sales(walk):
        _, hungry = sale.arguments
        made = [bid for _, bid, _ in bids(sale)]
        most = max(coins(sale.before, hungry).values())
        assert len(made) - made.count("pass") <= most + 1, "too many bids"
        assert made.count("pass") == len(hungry) - 1, "passes"


def the_last_bidder_buys(walk):
    """I-15: who made the last bid takes the stand, and pays that bid."""
    for fair in walk.runs("Fair"):
        for sale, serve in zip(sales(fair), fair.runs("serve")):
            seat, price = best(sale)
            assert serve.arguments == (seat, sale.arguments[0]), "somebody else takes the stand"
            assert sale.before.amount("coins", seat) - serve.before.amount("coins", seat) == price, "another price"


def the_last_taker_starts(walk):
    """I-16: who took the last stand starts the next round."""
    for round_, following in pairwise(rounds(walk)):
        assert following.before.var("starter") == acquired(round_)[-1], "somebody else starts"


def stands_are_filled(walk):
    """I-17: as many treats as the stands take, or as there are."""
    for fair in walk.runs("Fair"):
        lying = sum(len(fair.before.zone("stand", number)) for number in walk.seats)
        players = sum(len(fair.before.zone("treats", seat)) for seat in walk.seats)
        assert lying == min(STANDS[walk.players], 50 - players), "treats at the stands"


def scores_add_up(walk):
    """I-18: points of goals, two for each with the Favorite, half the coins; never below 0."""
    for seat, (score, *_) in enumerate(walk.ended.scores, 1):
        ((_, favorite),) = walk.after.looks("favorite", seat)
        goals = [points + 2 * (favorite in needs) for *_, points, needs in walk.after.looks("claimed", seat)]
        assert score == sum(goals) + walk.after.amount("coins", seat) // 2 >= 0, "a score"
        assert all(2 <= each <= 11 for each in goals), "worth of a goal"


def claims_eat_what_the_goal_shows(walk):
    """I-19: the treats of the goal go from the claimer to those eaten, no more and no less."""
    for serve in walk.runs("serve"):
        seat, stand = serve.arguments
        needs = Counter(kind for moment in claims(serve) for look in moment.event.looks for kind in look[-1])
        grown = kinds(serve.after, "eaten") - kinds(serve.before, "eaten")
        assert grown == needs and set(serve.before.zone("eaten")) <= set(serve.after.zone("eaten")), "treats eaten"
        had = kinds(serve.before, "treats", seat) + kinds(serve.before, "stand", stand)
        assert needs <= had and kinds(serve.after, "treats", seat) == had - needs, "treats after a claim"


PROPERTIES = (
    bids_go_up,
    a_stand_for_every_hungry_player,
    everybody_takes_one_stand_a_round,
    one_claim_a_round,
    one_stand_is_free,
    coins_are_pocket_money_less_bids,
    treats_are_what_was_bought_less_what_was_eaten,
    only_the_winner_changes,
    goals_on_display,
    bids_and_passes,
    the_last_bidder_buys,
    the_last_taker_starts,
    stands_are_filled,
    scores_add_up,
    claims_eat_what_the_goal_shows,
)


@examples(25)
@given(plays(("nosh",)))
def test_every_game_keeps_them(play):
    keeps(play, PROPERTIES)
