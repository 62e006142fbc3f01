"""Mixed Nuts: what its specification says of every course of a game (§6), read off the games that were played."""

from __future__ import annotations

from collections import Counter

from helpers import examples, plays
from hypothesis import given
from walking import keeps

from rulelang.program import events as ev

SEASONS = range(1, 5)
NUTS = {"peanut": (2, 2, 1), "almond": (3, 3, 2), "cashew": (4, 4, 3), "macadamia": (7, 5, 4)}  # value, penalty, honey
PENALTY = {**{kind: penalty for kind, (_, penalty, _) in NUTS.items()}, "bad_nut": 5}
MIXED = 5
LEFT_IN_DECK = {2: 2, 3: 4, 4: 9, 5: 6}
WHERE_TAKEN = ("hand", "front", "floor")

# ---------------------------------------------------------------- reading


def kind_of(walk, look):
    """The name of a card's kind, or of a package's."""
    return walk.game.program.members["Kind"][look[1] - 1]


def kinds(walk, table, name, *indexes):
    return Counter(kind_of(walk, look) for look in table.looks(name, *indexes))


def seasons(walk):
    """Each season's bidding, with its number."""
    return list(enumerate(walk.runs("Collect"), 1))


def belt(table, season):
    return table.zone("belt", season)


def bids(grab):
    """By seat: what was bid in a round."""
    return {moment.event.seat: moment.answer for moment in grab.answers("Grab.bid")}


def lowest(grab):
    """The lowest bid that is not Nil, and who made it."""
    least = min((bid for bid in bids(grab).values() if bid), default=0)
    return least, [seat for seat, bid in bids(grab).items() if bid == least and bid]


def takes(stretch):
    """Moves from the belt to a player."""
    return [moment for moment in stretch.moves("belt") if moment.target[0] in WHERE_TAKEN]


def takers(stretch):
    return {moment.target[1] for moment in takes(stretch)}


def inside(moment, seats):
    return [seat for seat in seats if moment.before.var("inside", seat)]


def package_at(moment, zone):
    """The package whose inside a zone is, or None."""
    return moment.before.state.program.zones[zone].group


def packages(walk, table, seat):
    """Each package: its kind and the kinds of its cards."""
    state = table.state
    return [
        (
            kind_of(walk, state.look(group)),
            Counter(kind_of(walk, state.look(card)) for card in state.pieces_in_group(group)),
        )
        for group in table.zone("packages", seat)
    ]


def nuts_held(walk, table):
    """All nuts and bad nuts in hands and on floors."""
    found = [card for seat in walk.seats for zone in ("hand", "floor") for card in table.zone(zone, seat)]
    return sorted(found)


# ---------------------------------------------------------------- the invariants


def the_belt_shrinks_as_bid(walk):
    """I-3: by the winner's bid, by 1 in a tie, by 2 (or the last one) when all bid Nil."""
    for season, collect in seasons(walk):
        for grab in collect.runs("Grab"):
            length = len(belt(grab.before, season))
            least, seats = lowest(grab)
            expected = min(2, length) if not seats else least if len(seats) == 1 else 1
            assert length - len(belt(grab.after, season)) == expected > 0, "the belt shrinks otherwise"


def bids_fit_the_belt(walk):
    """I-4: from 0 to the cards that are left."""
    for season, collect in seasons(walk):
        for moment in collect.answers("Grab.bid"):
            assert 0 <= moment.answer <= len(belt(moment.before, season)), "a bid above the belt"


def everybody_takes_once(walk):
    """I-5: once a season at most."""
    for _, collect in seasons(walk):
        rounds = [*collect.runs("Grab"), last_take(collect)]
        seats = [seat for each in rounds for seat in takers(each)]
        assert len(seats) == len(set(seats)), "somebody takes twice"


def last_take(collect):
    """What happens after the last round of bids."""
    ends = [at for at, moment in enumerate(collect.moments) if is_left(moment, "Grab")]
    return type(collect)(collect.moments[ends[-1] + 1 :])


def is_left(moment, proc):
    return isinstance(moment.event, ev.Left) and moment.event.proc == proc


def the_belt_is_used_up(walk):
    """I-6: what is taken and what is discarded make the whole belt."""
    for season, collect in seasons(walk):
        taken = sum(len(moment.event.pieces) for moment in takes(collect))
        lost = sum(len(moment.event.pieces) for moment in collect.moves("belt", "discards"))
        assert taken + lost == len(belt(collect.before, season)), "cards of the belt"


def only_the_last_takes_without_a_bid(walk):
    """I-8: at most one, and nobody else is still in."""
    for _, collect in seasons(walk):
        free = takes(last_take(collect))
        assert len({moment.target[1] for moment in free}) <= 1, "two take without a bid"
        assert all(inside(moment, walk.seats) == [moment.target[1]] for moment in free), "not the last one in"
        for grab in collect.runs("Grab"):
            assert takers(grab) <= set(lowest(grab)[1]), "somebody takes who did not win"


def honey_goes_on_new_packages(walk):
    """I-10: in the season of the package, and not on a mixed one."""
    for moment in walk.of(ev.Moved):
        group = package_at(moment, moment.event.target)
        if group is not None and any(kind_of(walk, look) == "honey_roasted" for look in moment.event.looks):
            _, kind, made = moment.after.state.look(group)
            assert made == moment.before.var("season"), "honey on an old package"
            assert walk.game.program.members["Kind"][kind - 1] != "mixed_nuts", "honey on a mixed package"


def packages_stay(walk):
    """I-11: no package goes, and none changes after its season."""
    for moment in walk.of(ev.Moved):
        assert package_at(moment, moment.event.source) is None, "a card leaves a package"
        group = package_at(moment, moment.event.target)
        assert group is None or moment.after.state.look(group)[2] == moment.before.var("season"), "an old one grows"
        for seat in walk.seats:
            before, after = moment.before.zone("packages", seat), moment.after.zone("packages", seat)
            assert set(before) <= set(after), "a package goes"


def hands_are_cut(walk):
    """I-12: down to the limit, and what is over lies on the floor."""
    limit = walk.options["hand_limit"]
    for cleanup in walk.runs("Cleanup"):
        for seat in walk.seats:
            hand, left = len(cleanup.before.zone("hand", seat)), len(cleanup.after.zone("hand", seat))
            grown = len(cleanup.after.zone("floor", seat)) - len(cleanup.before.zone("floor", seat))
            assert left <= limit and grown == max(0, hand - limit) == hand - left, "hands after cleanup"


def floors_shrink_by_gold_cards(walk):
    """I-13: by one for each pair of Gloves that is discarded, and for each Broom."""
    assert len(walk.moves("floor")) == sum(
        len(part.moves("floor")) for name in ("TableActions", "Brooms") for part in walk.runs(name)
    ), "a floor shrinks at another time"
    for part in walk.runs("TableActions"):
        used = [look for moment in part.moves("front", "discards") for look in moment.event.looks]
        gloves = sum(kind_of(walk, look) == "gloves" for look in used)
        assert sum(len(moment.event.pieces) for moment in part.moves("floor")) <= gloves, "more than Gloves take"
    for part in walk.runs("Brooms"):
        for seat in walk.seats:
            swept = sum(len(moment.event.pieces) for moment in part.moves("floor") if moment.source[1] == seat)
            assert swept <= kinds(walk, part.before, "front", seat)["broom"], "more than Brooms take"


def the_deck_suffices(walk):
    """I-14: all belts together are 4(5n + 2) cards, and a few are left."""
    lengths = [len(belt(collect.before, season)) for season, collect in seasons(walk)]
    assert len(lengths) == 4 and sum(lengths) == 4 * (5 * walk.players + 2), "belts in all"
    assert len(walk.after.zone("deck")) == LEFT_IN_DECK[walk.players], "cards left in the deck"


def cards_face_down(walk):
    """I-15: one at the beginning of a season, or three, or none; and never more than before."""
    first = 3 if "MoreLuck" in walk.game.variants else 0 if "LessLuck" in walk.game.variants else 1
    everybody = walk.game.program.everybody
    for season, collect in seasons(walk):
        now = [
            sum(moment.after.state.piece_sight(card) != everybody for card in belt(moment.after, season))
            for moment in collect.moments
        ]
        assert now[0] == first, "cards face down at the beginning"
        assert now == sorted(now, reverse=True), "a card is turned down"


def ties_leave_the_rest_in_order(walk):
    """I-16: what lies to the right of the tied bid stays as it is."""
    for season, collect in seasons(walk):
        for grab in collect.runs("Grab"):
            least, seats = lowest(grab)
            if len(seats) > 1:
                before, after = belt(grab.before, season), belt(grab.after, season)
                assert before[least:] == after[least - 1 :], "the rest of the belt"
                assert set(after[: least - 1]) < set(before[:least]), "other cards at the left"


def payouts(walk):
    """I-17: packages, honey, spice and floors make the score; cards left in hands do not come into it."""
    spicy = walk.options["hot_spice_scope"] == "every_package"
    for seat, (score, *_) in enumerate(walk.ended.scores, 1):
        made = packages(walk, walk.after, seat)
        value = sum(MIXED if kind == "mixed_nuts" else NUTS[kind][0] for kind, _ in made)
        honey = sum(NUTS[kind][2] * cards["honey_roasted"] for kind, cards in made if kind in NUTS)
        spice = kinds(walk, walk.after, "front", seat)["hot_spice"]
        spice *= sum(spicy or kind == "peanut" for kind, _ in made)
        floor = kinds(walk, walk.after, "floor", seat)
        assert score == value + honey + spice - sum(PENALTY[kind] * floor[kind] for kind in floor), "a payout"


def bounds(walk):
    """I-18: no more packages than nuts and raisins allow, no score below all penalties."""
    had = {seat: set() for seat in walk.seats}
    for moment in walk.moves():
        if moment.target[0] in ("hand", "front"):
            cards = zip(moment.event.pieces, moment.event.looks)
            had[moment.target[1]] |= {piece for piece, look in cards if kind_of(walk, look) in (*NUTS, "raisin")}
    for seat, (score, *_) in enumerate(walk.ended.scores, 1):
        assert len(walk.after.zone("packages", seat)) * 3 <= len(had[seat]), "more packages than cards"
        assert score >= -5 * len(walk.after.zone("floor", seat)), "a score too low"


def gold_cards_only_move_nuts(walk):
    """I-19: Gloves and Coffee Breaks lose no nut and make none."""
    for part in walk.runs("TableActions"):
        assert nuts_held(walk, part.before) == nuts_held(walk, part.after), "nuts in hands and on floors"


def only_those_in_bid(walk):
    """I-20: who is out is not asked again this season; all others are."""
    for _, collect in seasons(walk):
        out = set()
        for grab in collect.runs("Grab"):
            assert set(bids(grab)) == set(walk.seats) - out, "who bids"
            out |= takers(grab)


def the_richest_win(walk):
    """I-22: the most coins, then the most packages."""
    ranked = {
        seat: (score, len(walk.after.zone("packages", seat))) for seat, (score, *_) in enumerate(walk.ended.scores, 1)
    }
    best = max(ranked.values())
    assert walk.ended.winners == tuple(seat for seat in walk.seats if ranked[seat] == best), "winners"


PROPERTIES = (
    the_belt_shrinks_as_bid,
    bids_fit_the_belt,
    everybody_takes_once,
    the_belt_is_used_up,
    only_the_last_takes_without_a_bid,
    honey_goes_on_new_packages,
    packages_stay,
    hands_are_cut,
    floors_shrink_by_gold_cards,
    the_deck_suffices,
    cards_face_down,
    ties_leave_the_rest_in_order,
    payouts,
    bounds,
    gold_cards_only_move_nuts,
    only_those_in_bid,
    the_richest_win,
)


@examples(18)
@given(plays(("nuts",)))
def test_every_game_keeps_them(play):
    keeps(play, PROPERTIES, seeds=2)
