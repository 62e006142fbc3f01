"""What is offered, who is asked, and what an answer does."""

from __future__ import annotations

import pytest
from engine_kit import answer, events, lying, play, values

from rulelang.engine.errors import IllegalChoice, RuleError
from rulelang.engine.match import Match
from rulelang.program.events import BlockBegan, BlockEnded, Chose, Wrote

TWINS = """
piece Card(number: 1..3) in deck "Card": 2 each
zone deck: pile of Card, open
zone hand[Seat]: set of Card, owner
zone table: row of Card, open
"""


def asked(match: Match) -> list[tuple[int, bool]]:
    return [(event.seat, event.asked) for event in events(match, Chose)]


# ---------------------------------------------------------------- values


def test_a_choice_keeps_its_value() -> None:
    match = play('play:\n  P2 chooses n from 1..9 where n mod 3 == 0 "Which, {P2}?"\n  score[P2] = n')
    decision = match.decision
    assert decision is not None and (decision.seat, decision.name, decision.prompt) == (2, "play.n", "Which, P2?")
    assert values(match) == [3, 6, 9]
    answer(match, 6)
    assert match.scores == {1: 0, 2: 6} and match.decision is None


def test_options_are_written_as_in_tests() -> None:
    lines = [
        "n from [none, 3]",
        "b from [false, true]",
        "p from seats",
        "c from Color",
        "d from deck where d.number == 2",
    ]
    found = [values(play(f"play: P1 chooses {line}")) for line in lines[1:]]
    assert found == [["false", "true"], ["P1", "P2"], ["red", "blue"], ["Card(red, 2)", "Card(blue, 2)"]]


def test_alike_pieces_of_one_zone_are_one_option() -> None:
    match = play(TWINS + "play:\n  move last(deck) to table\n  P1 chooses c from deck + table\n  move c to hand[P1]")
    assert values(match) == ["Card(1)", "Card(2)", "Card(3)", "Card(3)"]
    match.choose(3)
    assert lying(match, "table") == []


def test_an_optional_choice_has_pass_last_and_two_ways() -> None:
    text = "play:\n  P1 may choose n from 1..2: score[P1] = n\n  else: score[P1] = 7"
    match = play(text)
    assert values(match) == [1, 2, "pass"]
    answer(match, "pass")
    assert match.scores[1] == 7
    again = play(text)
    answer(again, 2)
    assert again.scores[1] == 2


def test_one_option_that_everybody_knows_is_not_asked() -> None:
    match = play("play:\n  P1 chooses n from 3..3\n  P2 may choose m from 4..3: nothing\n  score[P1] = n")
    assert match.over and match.scores[1] == 3
    assert asked(match) == [(1, False), (2, False)]


def test_a_compulsory_choice_without_option_is_an_error() -> None:
    with pytest.raises(RuleError, match="P1 must choose") as error:
        play("play: P1 chooses n from 2..1")
    assert error.value.code == "R601"


# ---------------------------------------------------------------- silence tells nothing


@pytest.mark.parametrize(
    ("cards", "choice", "is_asked"),
    [
        (1, "P1 chooses c from hand[P1]", False),  # sizes are public
        (2, "P1 chooses c from hand[P1] where c.number == 2", True),  # the guard reads the hand
        (1, "P1 chooses c from hand[P1] where c.number == 2", True),
        (0, "P1 may choose c from hand[P1] where c.number == 3: nothing", False),
        (1, "P1 may choose c from hand[P1] where c.number == 3: nothing", True),
        (2, "P1 chooses c from table where c.number == 3", False),  # the table is open
        (1, "P1 chooses n from 1..count(hand[P1])", False),
        (2, "P1 chooses n from 1..min(c.number for c in hand[P1])", True),
        (2, "P1 chooses 2 cs from hand[P1]", False),
        (2, "P1 chooses up to 0 cs from hand[P1]", False),
        (1, "P1 chooses n from (if empty(hand[P2]) then [1] else [1, 2])", False),
        (2, "P1 chooses n from (if any(c.number == 9 for c in hand[P1]) then [1, 2] else [1])", True),
    ],
)
def test_who_is_asked(cards: int, choice: str, is_asked: bool) -> None:
    match = play(
        "play:\n  deal 1 from deck to table\n  move last(deck) to table\n"
        f"  move take(deck, {cards}) to hand[P1]\n  {choice}"
    )
    while match.decision:
        match.choose(0)
    assert asked(match) == [(1, is_asked)]


def test_functions_are_looked_through() -> None:
    text = """
fn known(p: Seat) -> Int = count(hand[p])
fn secret(p: Seat) -> Int = sum(c.number for c in hand[p]) - 2
play:
  deal 2 from deck to hand[P1]
  P1 chooses n from 2..known(P1)
  P1 chooses m from 1..secret(P1)
"""
    match = play(text)
    assert asked(match) == [(1, False)] and values(match) == [1]


def test_a_zone_with_hidden_pieces_is_private() -> None:
    text = "play:\n  deal 1 from deck to table\n  {hide}\n  P1 chooses c from table where c.number == 1"
    assert asked(play(text.format(hide="nothing"))) == [(1, False)]
    assert play(text.format(hide="hide table")).decision is not None


# ---------------------------------------------------------------- bags


def test_bags_are_offered_once_each() -> None:
    match = play(
        TWINS
        + "play:\n  move deck to hand[P1]\n"
        + "  P1 chooses 2 cs from hand[P1] where sum(c.number for c in cs) > 3\n  move cs to table"
    )
    assert values(match) == [
        "[Card(1), Card(3)]",
        "[Card(2), Card(2)]",
        "[Card(2), Card(3)]",
        "[Card(3), Card(3)]",
    ]
    answer(match, "[Card(2), Card(2)]")
    assert lying(match, "table") == ["Card(2)", "Card(2)"]


def test_up_to_a_number_offers_every_size() -> None:
    match = play(TWINS + "play:\n  move take(deck, 3) to hand[P1]\n  P1 chooses up to 2 cs from hand[P1]")
    assert values(match) == ["[]", "[Card(1)]", "[Card(2)]", "[Card(1), Card(1)]", "[Card(1), Card(2)]"]


def test_one_by_one_reaches_each_bag_in_one_way() -> None:
    text = (
        TWINS
        + "play:\n  move deck to hand[P1]\n  P1 chooses {how} cs from hand[P1]{where} one by one\n  move cs to table"
    )

    def reached(how: str, where: str = "") -> list[str]:
        found, open_ = [], [play(text.format(how=how, where=where))]
        while open_:
            match = open_.pop()
            if match.decision is None:
                found.append(str(lying(match, "table")))
                continue
            for index in range(len(match.decision.options)):
                branch = match.clone()
                branch.choose(index)
                open_.append(branch)
        return sorted(found)

    pairs = reached("2")
    assert len(pairs) == len(set(pairs)) == 6
    some = reached("up to 2")
    assert len(some) == len(set(some)) == 10
    guarded = reached("2", " where sum(c.number for c in cs) == 4")
    assert guarded == ["['Card(1)', 'Card(3)']", "['Card(2)', 'Card(2)']"]


# ---------------------------------------------------------------- menus

MENU = """
menu Take(p: Seat) "Take a card":
  top where not empty(deck) "The top card, {first(deck)}": move first(deck) to hand[p]
  pick(n in 1..2, c in table) where c.number == n "Card {c} with {n}": move c to hand[p]
  then: score[p] += 1
"""


def test_actions_are_offered_in_order_with_their_labels() -> None:
    match = play(MENU + "play:\n  deal 3 from deck to table\n  P2 chooses from Take(P2)")
    decision = match.decision
    assert decision is not None and decision.name == "Take"
    assert values(match) == ["top", "pick(1, Card(red, 1))", "pick(2, Card(red, 2))"]
    assert [o.label for o in decision.options] == [
        "The top card, Card(blue, 1)",
        "Card Card(red, 1) with 1",
        "Card Card(red, 2) with 2",
    ]
    answer(match, "pick(2, Card(red, 2))")
    assert lying(match, "hand", 2) == ["Card(red, 2)"] and match.scores[2] == 1


def test_nothing_legal_takes_the_fallback() -> None:
    text = MENU + "play:\n  move deck to hand[P1]\n  P2 chooses from Take(P2) else score[P2] = 5"
    match = play(text)
    assert match.over and match.scores[2] == 5 and asked(match) == [(2, False)]
    with pytest.raises(RuleError) as error:
        play(MENU + "play:\n  move deck to hand[P1]\n  P2 chooses from Take(P2)")
    assert error.value.code == "R601"


def test_declining_leaves_the_loop() -> None:
    match = play(MENU + "play:\n  repeat 9 times: P1 may choose from Take(P1) else break\n  score[P2] = 1")
    answer(match, "top", "top", "pass")
    assert match.scores == {1: 2, 2: 1}


def test_a_menu_is_a_value() -> None:
    match = play(
        MENU + "play:\n  deal 2 from deck to table\n  score[P1] = count(Take(P1))\n  if empty(Take(P2)): score[P2] = 1"
    )
    assert match.scores == {1: 3, 2: 0}


KEYED = """
enum Power: look, swap_it, rest
var power[Seat]: Power = look
menu Use(p: Seat, k: Power) by k:
  look: score[p] += 1
  swap_it(q in seats): score[q] += 10
  also for swap_it: score[p] += 100
  rest: nothing
"""


def test_a_key_decides_which_actions_are_offered() -> None:
    match = play(KEYED + "play: P1 chooses from [Use(P1, k) for k in [look, swap_it]]")
    assert values(match) == ["look", "swap_it(P1)", "swap_it(P2)", "also"]
    answer(match, "swap_it(P2)")
    assert match.scores == {1: 0, 2: 10}


def test_resolving_is_not_choosing() -> None:
    match = play(
        KEYED.replace("  also for swap_it: score[p] += 100\n", "")
        + "play:\n  resolve Use(P2, look)\n  resolve Use(P1, swap_it)"
    )
    assert match.scores[2] == 1 and events(match, Chose) == []
    decision = match.decision
    assert decision is not None and decision.seat == 1 and values(match) == ["swap_it(P1)", "swap_it(P2)"]
    with pytest.raises(RuleError) as error:
        play(KEYED + "play: resolve Use(P1, swap_it)")
    assert error.value.code == "R623"


# ---------------------------------------------------------------- simultaneous choices and secret blocks


def test_simultaneous_answers_are_seen_by_their_seats_until_revealed() -> None:
    match = play("""
play:
  each p in seats secretly chooses bid from 0..p.number "Bid"
  P1 chooses n from 1..2
  reveal bid
  for p in seats: score[p] = bid[p]
  P1 chooses m from 1..2
""")
    assert [d.seat for d in match.pending] == [1, 2] and match.state.block is not None
    assert [o.value for o in match.pending[1].options] == [0, 1, 2]
    match.choose(1)
    assert [d.seat for d in match.pending] == [2]
    match.choose(2)
    name = next(iter(events(match, Wrote))).var
    assert match.state.block is None
    assert [match.state.var_sight(name, (p,)) for p in (1, 2)] == [0b010, 0b100]
    match.choose(0)
    assert match.scores == {1: 1, 2: 2} and match.state.var_sight(name, (1,)) == 0b111
    assert [event.block for event in events(match, Chose)][:2] == [1, 2]
    assert all(event.secret for event in events(match, Chose)[:2])


def test_a_secret_block_runs_seat_by_seat() -> None:
    match = play(
        """
play:
  for p in seats: deal 2 from deck to hand[p]
  each p in seats secretly:
    repeat 2 times:
      p may choose c from hand[p]: move c to table
      else: break
""".replace("to table", "to kept[p]")
        + "zone kept[Seat]: set of Card, owner\n"
    )
    block = match.state.block
    assert block is not None and (block.seats, block.seat) == ((1, 2), 1)
    assert [d.seat for d in match.pending] == [1, 2]
    match.choose(0)
    assert [len(d.options) for d in match.pending] == [2, 3]
    match.choose(1)
    assert match.decision is not None and match.decision.seat == 2
    match.choose(2)
    assert match.over
    assert [e.seats for e in (*events(match, BlockBegan), *events(match, BlockEnded))] == [(1, 2), (1, 2)]


@pytest.mark.parametrize("way", ["if score[p] > 0: stop", "if score[p] > 0: return"])
def test_a_secret_block_cannot_be_left_early(way: str) -> None:
    """Rules that were not checked: the others would see that somebody is done."""
    match = play(f"""
var mine[Seat]: Int = 0, owner
play:
  run Ask
  P1 chooses m from 1..2
phase Ask:
  score[P1] = 1
  repeat 1 times:
    each p in seats secretly:
      p chooses n from 1..2
      mine[p] = n
      {way}
""")
    with pytest.raises(RuleError) as error:
        match.choose(0)
    assert error.value.code == "R632" and not events(match, BlockEnded)


def test_until_waits_for_the_end_of_a_secret_block() -> None:
    match = play("""
var mine[Seat]: Int = 0, owner
play:
  run Ask
  P1 chooses m from 1..2
phase Ask until any(mine[p] == 2 for p in seats):
  each p in seats secretly:
    p chooses n from 1..2
    mine[p] = n
""")
    match.choose(1)
    assert match.decision is not None and match.decision.seat == 2
    match.choose(0)
    assert match.state.block is None and match.decision is not None and match.decision.name == "play.m"


# ---------------------------------------------------------------- answers that are refused


def test_what_is_not_offered_changes_nothing() -> None:
    match = play("play:\n  P1 chooses n from 1..3\n  P1 chooses m from 1..n")
    old = match.decision
    assert old is not None
    before = (match.state.clone(), len(match.events))
    for wrong in (-1, 3, "1", None, True, 1.0):
        with pytest.raises(IllegalChoice):
            match.choose(wrong)  # type: ignore[arg-type]
    match.choose(1)
    with pytest.raises(IllegalChoice):
        match.choose(old.options[2])
    match.undo()
    assert (match.state, len(match.events)) == before


def test_an_error_leaves_everything_as_before_the_answer() -> None:
    match = play("play:\n  score[P1] = 1\n  P1 chooses n from 0..1\n  score[P1] = 2\n  score[P2] = 1 div n")
    before, number = match.state.clone(), len(match.events)
    with pytest.raises(RuleError) as error:
        match.choose(0)
    assert error.value.code == "R611"
    assert match.state == before and len(match.events) == number
    match.choose(1)
    assert match.over
