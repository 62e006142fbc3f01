"""Telling a game: sentences from log entries, pieces in few words, tables of scores, options in columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cli_kit import GAMES

from rulelang.base.rng import Dice, stream
from rulelang.cli.options.settings import read_value
from rulelang.cli.play.prompt import columns
from rulelang.cli.play.screen import screen
from rulelang.play.game import load
from rulelang.play.match import Match
from rulelang.story import Facts, Story
from rulelang.story.english import humanise, listing, read_place, some
from rulelang.story.pieces import line_of, read_look, short, told
from rulelang.story.sentences import Sentence, paragraph
from rulelang.story.sheet import final_sheet, score_rows, woven

# ---------------------------------------------------------------- words

PIECES = {
    # pieces: in a line
    "Card(blue, 3)": "blue 3",
    "Card(blue, 3) Card(red, 0) Card(blue, 5)": "blue 3 5 · red 0",
    "Die(6) Die(4) Die(6)": "6 ×2 · 4",
    "Card(blue, 3) Die(red, 4)": "Card blue 3 · Die red 4",
    "Token Token": "Token ×2",
}


@pytest.mark.parametrize("pieces", PIECES)
def test_pieces_in_a_line(pieces: str) -> None:
    looks = pieces.replace(", ", ",").split(" ")
    assert told([look.replace(",", ", ") for look in looks]) == PIECES[pieces]


def in_view(*looks: str) -> list[dict[str, Any]]:
    """Pieces as a view has them."""
    return [{"text": look, "kind": look.partition("(")[0], "fields": {}} for look in looks]


def test_rows_keep_their_order_and_hidden_pieces_their_places() -> None:
    row = {"order": "row", "size": 3, "pieces": in_view("Card(a)", "Card(?)", "Card(a)"), "unseen": {"Card": 1}}
    assert line_of(row) == "a · ? · a"
    assert line_of({"order": "set", "size": 2, "pieces": [], "unseen": {"Die": 2}}) == "2 Dice"
    assert line_of({"order": "set", "size": 0, "pieces": [], "unseen": {}}) == "–"
    (group,) = in_view("Package(nut)")
    inner = {**group, "size": 2, "pieces": in_view("Card(nut)", "Card(nut)"), "unseen": {}}
    assert line_of({"order": "set", "size": 1, "pieces": [inner], "unseen": {}}) == "Package(nut) [nut ×2]"


def test_long_texts_are_left_out_of_looks() -> None:
    assert read_look("Goal(B7, [a, b], 3)") == ("Goal", ("B7", "[a, b]", "3"))
    assert short("take(Store(own, 4, Let two sweets change places))") == "take(Store(own, 4))"
    assert short("Store(Let two sweets change places)") == "Store(Let two sweets change places)"
    assert short("Your cake for a skewer (of P2)") == "Your cake for a skewer (of P2)"


def test_places_names_and_amounts() -> None:
    assert (read_place("hand[P2]").owner, str(read_place("hand[P2]"))) == (2, "hand")
    assert (read_place("belt[3]").owner, str(read_place("belt[3]"))) == (None, "belt 3")
    assert str(read_place("tried[P1, nut]")) == "tried nut" and read_place("Trick.laid[P1]").passing
    assert [humanise(name) for name in ("PickDice", "Trick", "play_tricks", "A1Sale")] == [
        "Pick dice", "Trick", "Play tricks", "A 1 sale"]  # fmt: skip
    assert [some(1, "coins"), some(3, "coins"), some("?", "coins"), some(1, "berries")] == [
        "1 coin", "3 coins", "some coins", "1 berry"]  # fmt: skip
    assert listing(["Card(a)", "Card(b)"], {"Card": 2}) == "Card(a), Card(b) and 2 Cards"
    assert listing(["Card(a)"] * 4) == "Cards a ×4"


def test_values_of_options_as_a_test_writes_them() -> None:
    texts = ("7", "-2", "true", "none", "P2", "red", "[red, 3]", "[]")
    assert [read_value(text) for text in texts] == [7, -2, True, None, "P2", "red", ["red", 3], []]


# ---------------------------------------------------------------- sentences


def test_sentences_join() -> None:
    play = [Sentence((1,), "play", "Card(a)"), Sentence((2,), "play", "Card(b)"), Sentence((3,), "take", "all 2")]
    assert paragraph(play, None) == "P1 plays Card(a), P2 Card(b). P3 takes all 2."
    assert paragraph(play, 2) == "P1 plays Card(a), you Card(b). P3 takes all 2."
    assert paragraph(play, 1) == "You play Card(a), P2 Card(b). P3 takes all 2."
    passes = [Sentence((seat,), "pass", shared=True) for seat in (1, 2, 3)]
    assert paragraph(passes, None) == "P1, P2 and P3 pass."
    assert paragraph(passes[:1], None) == "P1 passes."
    deal = [Sentence((seat,), "get", "2 Cards", " from deck", shared=True) for seat in (1, 2)]
    assert paragraph(deal, 2) == "P1 and you get 2 Cards each from deck."
    more = [Sentence((1,), "move", "Die(2)", " to spent"), Sentence((1,), "move", "Die(3)", " to spent")]
    assert paragraph(more, None) == "P1 moves Die(2) and Die(3) to spent."
    assert paragraph([], None) == ""


FACTS = Facts(
    texts={"Deal": "Everybody gets cards", "Trick": "", "Bids": ""},
    kinds=frozenset(("Card", "Die")),
    rounds="Deal",
    numbered=frozenset(),
    families={"Sale": "auction"},
    told_vars={"zero": "promised nothing"},
    told_numbers=frozenset(("tricks",)),
    seat_vars=frozenset(("dealer",)),
    places_shown=frozenset(),
    into={"Score": "points"},
)


def enter(what: str, kind: str = "phase") -> dict[str, Any]:
    return {"event": "entered", "what": what, "kind": kind}


def leave(what: str) -> dict[str, Any]:
    return {"event": "left", "what": what, "kind": "phase"}


def chose(seat: int, name: str, answer: Any, asked: bool = True) -> dict[str, Any]:
    return {"event": "chose", "seat": seat, "name": name, "asked": asked, "answer": answer}


def moved(source: str, target: str, *pieces: str, **unseen: int) -> dict[str, Any]:
    return {"event": "moved", "from": source, "to": target, "pieces": list(pieces), "unseen": unseen}


def wrote(variable: str, value: Any) -> dict[str, Any]:
    return {"event": "wrote", "variable": variable, "value": value}


def tell(*entries: dict[str, Any], me: int | None = None) -> list[str]:
    story = Story(FACTS, (1, 2), me)
    return [*story.tell(entries), *story.close()]


def test_a_round() -> None:
    lines = tell(
        enter("play", "play"),
        wrote("dealer", 2),
        enter("Deal"),
        moved("deck", "hand[P1]", Card=5),
        moved("deck", "hand[P2]", Card=5),
        leave("Deal"),
        enter("Tricks"),
        enter("Trick", "mechanism"),
        chose(1, "Trick.c", "Card(?)"),
        wrote("Trick.led", "Card(a)"),
        moved("hand[P1]", "Trick.laid[P1]", "Card(a)"),
        chose(2, "Trick.c", "Card(?)"),
        moved("hand[P2]", "Trick.laid[P2]", "Card(b)"),
        moved("Trick.laid[P1]", "taken[P2]", "Card(a)"),
        moved("Trick.laid[P2]", "taken[P2]", "Card(b)"),
        wrote("tricks[P2]", 1),
        leave("Trick"),
    )
    assert lines == [
        "",
        "━━ Round 1 · dealer P2 ━━",
        "",
        "Deal: Everybody gets cards",
        "  P1 and P2 get 5 Cards each from deck.",
        "",
        "Tricks",
        "  Trick 1. P1 plays Card(a), P2 Card(b). P2 takes all 2 (tricks 1).",
    ]


TOLD = {
    # what is known: how it is told
    "P1 passes.": [chose(1, "Bids.n", "pass")],
    "": [chose(1, "Bids.n", "pass", asked=False)],
    "P1 bids 3, P2 5.": [chose(1, "Sale.n", 3), chose(2, "Sale.n", 5)],
    "P1 chooses 1. P1 chooses 2.": [chose(1, "Bids.n", 1), chose(1, "Bids.n", 2)],
    "P1 chooses yes.": [chose(1, "Bids.n", True)],
    "P1 chooses in secret.": [chose(1, "Bids.n", "?")],
    "P1 chooses “trade in” (Card(a), P2).": [chose(1, "Trades", "trade_in(Card(a), P2)")],
    "P2 takes Card(a) from market.": [chose(2, "Draft.c", "Card(a)"), moved("market", "hand[P2]", "Card(a)")],
    "P2 gives Card(a) and a Card to P1.": [
        chose(2, "Gift.c", "[Card(a), Card(?)]"),
        moved("hand[P2]", "hand[P1]", "Card(a)", Card=1),
    ],
    "P1 puts Die(4) into bag (promised nothing).": [
        chose(1, "Zero.d", "Die(4)"),
        moved("dice[P1]", "bag", "Die(4)"),
        wrote("zero[P1]", True),
    ],
    "P1 pays 3 coins to the bank. P2 gets 1 coin from the bank.": [
        {"event": "paid", "resource": "coins", "amount": 3, "from": "P1", "to": "bank"},
        {"event": "paid", "resource": "coins", "amount": 1, "from": "bank", "to": "P2"},
    ],
    "P1 rolls Die(2) and Die(3). Rolled in middle: Die(1).": [
        moved("bag", "dice[P1]", Die=2),
        {"event": "rolled", "zone": "dice[P1]", "piece": "Die(2)"},
        {"event": "rolled", "zone": "dice[P1]", "piece": "Die(3)"},
        {"event": "rolled", "zone": "middle", "piece": "Die(1)"},
    ],
    "10 Cards go to deck.": [moved("hand[P1]", "deck", Card=4), moved("hand[P2]", "deck", Card=6)],
    "Bid: P1 3, P2 5.": [
        {"event": "showed", "sight": "reveal", "zones": [], "covered": [], "pieces": [], "unseen": {},
         "variables": {"Sale.bid[P1]": 3, "Sale.bid[P2]": 5}},
    ],
    "P1 and P2 choose in secret. P2 now has 3 in hand.": [
        {"event": "block_began", "seats": [1, 2]},
        {"event": "block_ended", "seats": [1, 2], "zones": {"hand[P2]": {"size": 3}}, "variables": {}, "resources": {}},
    ],
    "The rain comes.": [{"event": "noted", "text": "The rain comes."}],
}  # fmt: skip


@pytest.mark.parametrize("text", TOLD)
def test_what_happens_is_a_sentence(text: str) -> None:
    assert " ".join(" ".join(tell(*TOLD[text])).split()) == text


def test_a_heading_with_nothing_below_is_told_only_for_its_text() -> None:
    assert tell(enter("Deal"), leave("Deal"), enter("Deal"), leave("Deal")) == ["", "Deal: Everybody gets cards"]
    assert tell(enter("Bids"), leave("Bids")) == []


def test_scores_are_a_table() -> None:
    entries = [
        {"event": "scored", "score": "Score", "seat": seat, "lines": lines, "total": total}
        for seat, lines, total in (
            (1, [{"label": "Tricks", "value": 3}, {"label": "Bonus", "value": 10}], 13),
            (2, [{"label": "Tricks", "value": 4}], 4),
        )
    ]
    assert tell(entries[0], wrote("points[P1]", 20), entries[1], wrote("points[P2]", 30)) == [
        "",
        "  Score            P1    P2",
        "  Tricks            3     4",
        "  Bonus            10     –",
        "  Total            13     4",
        "  Points so far    20    30",
    ]
    assert [name for name, _ in score_rows(entries)] == ["Tricks", "Bonus", "Total"]
    assert woven(["a", "c"], ["a", "b", "c"]) == ["a", "b", "c"] and woven(["b"], ["a", "b"]) == ["a", "b"]
    blocks = [{"score": "Score", "text": "", "seats": {1: {"lines": [], "total": 0}, 2: {"lines": [], "total": 0}}}] * 2
    assert [line.split()[0] for line in final_sheet(blocks, {1: 5, 2: 6}, (1, 2))] == [
        "P1", "Score", "Total", "Score", "Total", "Score"]  # fmt: skip


# ---------------------------------------------------------------- questions


def test_options_stand_in_columns_that_fit() -> None:
    many = columns([f"{number:>3}  Card(blue, {number})" for number in range(1, 31)])
    assert len(many) == 10 and all(len(line) <= 80 for line in many) and many[0].count("Card") == 3
    assert columns(["1  a", "2  b"]) == ["1  a", "2  b"]
    wide = columns([" 1  " + "long words " * 12])
    assert len(wide) == 2 and all(len(line) <= 80 for line in wide)


# ---------------------------------------------------------------- every game


def moments(match: Match, seed: int) -> Iterator[Match]:
    """A match at each of its questions, played at random."""
    dice = Dice(stream(seed, 0, 1))
    while match.decision:
        yield match
        match.choose(dice.below(len(match.decision.options)))


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_of_every_game(game: str) -> None:
    """At every question, from the seat that is asked and for a spectator: lines of 80 columns without holes."""
    loaded = load(game)
    facts = Facts.of(loaded.typed)
    for number, match in enumerate(moments(loaded.start(seed=2), 2)):
        if number % 7 == 0:
            assert match.decision
            for seat in (match.decision.seat, None):
                lines = screen(match.view(seat), facts)
                assert lines and all(len(line) <= 80 and line == line.rstrip() for line in lines)
                assert not any(word in line for line in lines for word in ("None", "{", "[P", ";;", "  ;"))


@pytest.mark.parametrize("game", GAMES)
def test_a_story_told_in_parts_is_the_story(game: str) -> None:
    """Nothing is lost or told twice between two questions."""
    loaded = load(game)
    story, told_so_far, lines = Story(Facts.of(loaded.typed), loaded.program.seats), 0, []
    match = loaded.start(seed=2)
    for _ in moments(match, 2):
        entries = match.log(None)
        lines += story.tell(entries[told_so_far:])
        told_so_far = len(entries)
    lines += [*story.tell(match.log(None)[told_so_far:]), *story.close()]
    whole = Story(Facts.of(loaded.typed), loaded.program.seats)
    assert lines == [*whole.tell(match.log(None)), *whole.close()]
