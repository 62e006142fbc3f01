"""What may be typed at a question: an option by what it is, a place by `#`; nothing else than was meant is taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from cli_kit import GAMES, rulelang
from hypothesis import given
from hypothesis import strategies as st

from rulelang.cli.play.display import Lines
from rulelang.cli.play.narrowing import Choice, Narrowed, Refused, Taken, interpret
from rulelang.cli.play.prompt import ask
from rulelang.cli.play.turn import options
from rulelang.play.game import load
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Vocabulary


def choices(*labels: object) -> list[Choice]:
    return [Choice(str(label)) for label in labels]


class Typing(Lines):
    """A display at which these lines are typed."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.left: Iterator[str] = iter(lines)

    def ask(self, question: str) -> str:
        return next(self.left)


def label(offered: list[Choice], *lines: str) -> str:
    """What is taken when these lines are typed."""
    taken = ask(offered, Typing(*lines))
    return offered[taken].label if isinstance(taken, int) else taken


CARDS = choices("Card(red, 3)", "Card(blue, 3)", "Card(blue, 4)")
DICE = choices("Die(red, 5)", "Die(blue, 3)", "Die(blue, 5)", "Die(green, 5)", "Die(green, 2)")
ORDERS = [Choice(str(list(order))) for order in permutations(range(1, 6))]


@pytest.mark.parametrize(
    ("offered", "typed", "taken"),
    [
        # The answers that did something else, of the first players.
        (choices(*range(7, 31), "pass"), ("8",), "8"),
        (choices(*range(13)), ("4",), "4"),
        (choices(2, 3), ("2",), "2"),
        (DICE, ("blue", "5", ""), "Die(blue, 5)"),
        (ORDERS, ("2, 4, 1", "3", ""), "[2, 4, 1, 3, 5]"),
        (ORDERS, ("[2, 4, 1, 3, 5]",), "[2, 4, 1, 3, 5]"),
        # By what it is: exactly, or a part of it and Enter.
        (CARDS, ("card(blue,3)",), "Card(blue, 3)"),
        (CARDS, ("blue 3", ""), "Card(blue, 3)"),
        (CARDS, ("BLUE", "4", ""), "Card(blue, 4)"),
        (choices("Buy", "Buy and sell"), ("buy",), "Buy"),
        (choices(1, 10, 11), ("1",), "1"),
        (choices(-2, -1, 0, 1, 2), ("-1",), "-1"),
        (choices(7, 8, "pass"), ("pass",), "pass"),
        # By place.
        (CARDS, ("#2",), "Card(blue, 3)"),
        (CARDS, ("blue", "", "#1"), "Card(red, 3)"),
        # What is not in sight, or not there, is refused, and nothing is taken.
        (CARDS, ("9", "#0", "#4", "x", "2", "#2"), "Card(blue, 3)"),
        (CARDS, ("blue", "#1", "red", "4", ""), "Card(blue, 4)"),
        (choices(7, 8, "pass"), ("6", "1", "2", "7"), "7"),
        (CARDS, ("( ,", "#1"), "Card(red, 3)"),
        # What is for the table and not for the game.
        (CARDS, ("?",), "?"),
        (CARDS, ("undo",), "u"),
        (CARDS, ("blue", "q"), "q"),
    ],
)
def test_what_is_typed_is_what_is_meant(offered: list[Choice], typed: tuple[str, ...], taken: str) -> None:
    assert label(offered, *typed) == taken


@pytest.mark.parametrize(
    ("offered", "left", "typed", "said"),
    [
        (choices(7, 8, "pass"), (0, 1, 2), "5", "`5` is not on the list. Type one of the numbers shown."),
        (choices("apple", "corn"), (0, 1), "2", "No option is `2`. To take one by its place in the list, type #2."),
        (CARDS, (1, 2), "red", "None of the options shown holds `red`. Press Enter to see all of them."),
        (CARDS, (1, 2), "#1", "#1 is not among the options shown. Press Enter to see all of them."),
        (CARDS, (0, 1, 2), "#9", "There is no #9: the list goes from #1 to #3."),
        (CARDS, (0, 1, 2), "x", "No option holds `x`. Type part of an option, #1 for the first one, or ? for help."),
    ],
)
def test_what_is_not_on_the_list_is_refused(
    offered: list[Choice], left: tuple[int, ...], typed: str, said: str
) -> None:
    assert interpret(offered, left, typed) == Refused(said)


def test_an_order_is_typed_from_its_beginning() -> None:
    everything = tuple(range(len(ORDERS)))
    begun = interpret(ORDERS, everything, "2, 4, 1")
    assert isinstance(begun, Narrowed) and len(begun.left) == 2
    assert all(ORDERS[at].label.startswith("[2, 4, 1") for at in begun.left)
    first = interpret(ORDERS, everything, "2")
    assert isinstance(first, Narrowed) and len(first.left) == 24
    second = interpret(ORDERS, first.left, "4")
    assert isinstance(second, Narrowed) and len(second.left) == 6


NAMES = st.sampled_from(["red", "blue", "pass", "Die", "no trump", "5 of hearts", "sell 2 for 3"])
LABELS = st.lists(st.one_of(NAMES, st.integers(-20, 40).map(str)), min_size=1, max_size=12, unique=True)


@given(LABELS, st.data())
def test_an_option_typed_as_it_is_shown_is_taken(labels: list[str], data: st.DataObject) -> None:
    offered = choices(*labels)
    at = data.draw(st.integers(0, len(labels) - 1))
    left = tuple(sorted({at, *data.draw(st.sets(st.integers(0, len(labels) - 1)))}))
    assert interpret(offered, left, labels[at]) == Taken(at)


@given(LABELS, st.text("0123456789 abredlu#-", max_size=8), st.data())
def test_nothing_that_is_not_in_sight_is_ever_taken(labels: list[str], line: str, data: st.DataObject) -> None:
    left = tuple(sorted(data.draw(st.sets(st.integers(0, len(labels) - 1), min_size=1))))
    meant = interpret(choices(*labels), left, line)
    kept = {Taken: lambda: {meant.index}, Narrowed: lambda: set(meant.left), Refused: set}[type(meant)]()
    assert kept <= set(left)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_typed_as_it_is_shown(game: str) -> None:
    """At every question of a game: the option itself is taken, or it is kept with others of the same name."""
    match = load(game).start(seed=3)
    speech = Speech(Vocabulary(match.game.typed))
    for _ in range(60):
        if match.decision is None:
            break
        offered = options(match.decision, speech)
        everything = tuple(range(len(offered)))
        for at in range(0, len(offered), 1 + len(offered) // 20):
            assert interpret(offered, everything, offered[at].label) == Taken(at)
            assert interpret(offered, everything, str(match.decision.options[at].value)) == Taken(at)
        match.choose(len(offered) // 2)


@pytest.mark.parametrize(("game", "typed", "meant"), [("nuts", ("99", "4"), 4), ("nosh", ("8", "13"), 13)])
def test_a_pipe_has_the_same_rules_of_typing(
    game: str, typed: tuple[str, ...], meant: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not on the list takes nothing; the number that is typed is the bid."""
    monkeypatch.chdir(tmp_path)
    seats = ("--seats", "you,random,random", "--record", "r.json")
    said = rulelang("run", game, "--seed", 1, "--players", 3, *seats, typed="\n".join([*typed, ""]))
    assert f"`{typed[0]}` is not on the list" in said.out and said.code == 130
    answers = json.loads(Path("r.json").read_text())["answers"]
    assert next(each["value"] for each in answers if each["seat"] == 1) == meant
