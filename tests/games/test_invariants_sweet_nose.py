"""Sweet Nose: what its specification says of every course of a game (§6), read off the games that were played."""

from __future__ import annotations

from itertools import groupby, pairwise

from helpers import examples, plays
from hypothesis import given
from walking import keeps

from rulelang.program import events as ev

PLATE, KINDS = 8, range(1, 6)
NEEDS = (17, 19, 22, 26, 31)  # sweet points of a round that open each level of stores
PHASES = ("SetMarkers", "Exchange", "Count")

# ---------------------------------------------------------------- reading


def steps(exchange):
    """Each answer of phase 2 with what came of it."""
    return exchange.until(lambda moment: isinstance(moment.event, ev.Chose))


def done(walk, step):
    """The menu and the option that was taken; nothing for a pass."""
    answer = step.moments[0].answer
    if answer == "pass":
        return None, None
    menu = step.moments[0].event.name.split("+")[answer[0]]
    return menu, walk.option_name(menu, answer[1])


def turns(exchange):
    """The steps of each turn: those of one seat in a row."""
    return [list(some) for _, some in groupby(steps(exchange), key=lambda step: step.moments[0].event.seat)]


def plates(table, seats):
    return [len(table.zone("plate", seat)) for seat in seats]


def bowls(table, seats):
    return [len(table.zone("bowl", seat)) for seat in seats]


def markers(table, seats):
    """By seat: the sweetness of each kind."""
    return {seat: [table.var("sweetness", seat, kind) for kind in KINDS] for seat in seats}


def totals(table, seats):
    return {seat: table.var("total", seat) for seat in seats}


def rounds(walk):
    """The stretches of each round: markers, exchange, count."""
    return list(zip(*(walk.runs(phase) for phase in PHASES)))


def access(points):
    return sum(points >= need for need in NEEDS)


def levels(table, seat):
    return [level for _, _, level, _ in table.looks("store", seat)]


def kinds_moved(step):
    """The kinds that change places in an exchange."""
    return [look[1] for moment in step.moves() for look in moment.event.looks]


# ---------------------------------------------------------------- the invariants


def markers_stay(walk):
    """7: only the store that switches markers changes them, two of its holder's, once a round."""
    for setting, exchange, count in rounds(walk):
        assert markers(setting.after, walk.seats) == markers(exchange.before, walk.seats), "changed before phase 2"
        assert markers(exchange.after, walk.seats) == markers(count.after, walk.seats), "changed after phase 2"
        switched = []
        for step in steps(exchange):
            expected = markers(step.before, walk.seats)
            if done(walk, step)[1] == "switch_markers":
                seat, (*_, (a, b)) = step.moments[0].event.seat, step.moments[0].answer
                expected[seat][a - 1], expected[seat][b - 1] = expected[seat][b - 1], expected[seat][a - 1]
                switched.append(seat)
            assert markers(step.after, walk.seats) == expected, "markers change"
        assert len(switched) == len(set(switched)), "switched twice in a round"


def phase_2_ends_with_an_empty_plate(walk):
    """9: not before, and at the lap limit at the latest."""
    for exchange in walk.runs("Exchange"):
        for step in steps(exchange):
            assert min(plates(step.before, walk.seats)) >= 1, "somebody is asked beside an empty plate"
        laps = len(turns(exchange)) == walk.options["lap_limit"] * walk.players
        assert min(plates(exchange.after, walk.seats)) == 0 or laps, "the phase ends too early"
        assert len(turns(exchange)) <= walk.options["lap_limit"] * walk.players, "too many laps"


def exchanges_change_sizes(walk):
    """10: with a player both plates lose one and both bowls get one; with the market nothing changes in size."""
    for exchange in walk.runs("Exchange"):
        swaps = 0
        for step in steps(exchange):
            menu, option = done(walk, step)
            if menu != "Swaps":
                continue
            plate, bowl = plates(step.before, walk.seats), bowls(step.before, walk.seats)
            if option == "swap":
                swaps += 1
                for seat in (step.moments[0].event.seat, step.moments[0].answer[-1][0]):
                    plate[seat - 1] -= 1
                    bowl[seat - 1] += 1
            assert (plates(step.after, walk.seats), bowls(step.after, walk.seats)) == (plate, bowl), "sizes"
        if not any(done(walk, step)[0] == "UseStore" for step in steps(exchange)):
            assert sum(plates(exchange.after, walk.seats)) == PLATE * walk.players - 2 * swaps, "sizes of a phase"


def one_exchange_a_turn(walk):
    """11: one exchange and one store at most; two kinds change places."""
    for exchange in walk.runs("Exchange"):
        for turn in turns(exchange):
            menus = [done(walk, step)[0] for step in turn]
            assert menus.count("Swaps") <= 1 and menus.count("UseStore") <= 1, "too much in a turn"
            for step in turn:
                if done(walk, step)[0] == "Swaps":
                    assert len(kinds_moved(step)) == len(set(kinds_moved(step))) == 2, "one kind for itself"


def totals_add_up(walk):
    """12: the points of all rounds and the own bid; 8 points a round at least, 64 at most with a market of three."""
    auction = walk.runs("Auction")
    expected = totals(auction[0].after, walk.seats) if auction else dict.fromkeys(walk.seats, 0)
    for count in walk.runs("Count"):
        for seat in walk.seats:
            points = count.after.var("sp", seat)
            assert PLATE <= points <= PLATE * (len(KINDS) + walk.options["market_size"]), "points of a round"
            expected[seat] += points
        assert totals(count.after, walk.seats) == expected, "totals"


def stores_within_reach(walk):
    """14: a store's level is open to its holder by the points of the round before, or of the round just counted."""
    for (_, _, count), following in pairwise(rounds(walk)):
        for phase in following:
            for moment in phase.moments:
                for seat in walk.seats:
                    reach = access(count.after.var("sp", seat))
                    assert all(level <= reach for level in levels(moment.after, seat)), "a store out of reach"
    for reset in walk.runs("Reset"):
        for moment in reset.moves("stores", "store"):
            reach = access(reset.before.var("sp", moment.target[1]))
            assert all(level <= reach for _, _, level, _ in moment.event.looks), "a store out of reach is taken"


def stores_are_taken_between_rounds(walk):
    """15: nobody has one in round 1, unless they were sold; a store that was used stays away till the next reset."""
    for number, phases in enumerate(rounds(walk), 1):
        for phase in phases:
            assert not phase.moves("stores"), "a store is taken in a round"
            if number == 1 and "Shopkeeper" not in walk.game.variants:
                held = [levels(moment.after, seat) for moment in phase.moments for seat in walk.seats]
                assert not any(held), "a store in round 1"


def the_highest_total_starts(walk):
    """16: from round 2 on the start player has the most points; and has the first turn."""
    for number, (setting, exchange, _) in enumerate(rounds(walk), 1):
        starter = exchange.before.var("starter")
        assert setting.before.var("starter") == starter == steps(exchange)[0].moments[0].event.seat, "another starts"
        held = totals(exchange.before, walk.seats)
        assert number == 1 or held[starter] == max(held.values()), "not the highest total starts"


def the_highest_totals_choose_first(walk):
    """17: stores are chosen in the order of totals."""
    for choosing in (*walk.runs("Auction"), *walk.runs("Reset")):
        order = [moment.before.var("total", moment.event.seat) for moment in choosing.answers("Shop")]
        assert order == sorted(order, reverse=True), "a lower total chooses first"


def bids_differ(walk):
    """18: no two on one space of the ladder, and nobody goes back."""
    for climb in walk.runs("Climb"):
        for moment in climb.of(ev.Wrote, var="total"):
            assert moment.event.value > moment.before.var("total", *moment.event.indexes), "a bid goes back"
            bids = [bid for bid in totals(moment.after, walk.seats).values() if bid]
            assert len(bids) == len(set(bids)), "two bid the same"


PROPERTIES = (
    markers_stay,
    phase_2_ends_with_an_empty_plate,
    exchanges_change_sizes,
    one_exchange_a_turn,
    totals_add_up,
    stores_within_reach,
    stores_are_taken_between_rounds,
    the_highest_total_starts,
    the_highest_totals_choose_first,
    bids_differ,
)


@examples(20)
@given(plays(("sweet_nose",)))
def test_every_game_keeps_them(play):
    keeps(play, PROPERTIES)
