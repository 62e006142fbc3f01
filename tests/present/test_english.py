"""English: words, articles, verbs, lists, and phrases as text."""

from __future__ import annotations

import pytest

from rulelang.present.english import (
    Reader,
    agree,
    article,
    capital,
    inside,
    ordinal,
    plural,
    say,
    second_person,
    series,
    singular,
    third_person,
    words_of,
    write,
)
from rulelang.present.parts import IT, YOU, Person, name_parameters, person
from rulelang.present.phrase import Clause, Joined, Noun, Phrase, Quantity, Ref, Series, Told

ANN = Reader(1, {1: "Ann", 2: "Ben", 3: "Chris"})
NOBODY = Reader(None, {1: "Ann", 2: "Ben"})

PLURALS = {
    "card": "cards", "die": "dice", "box": "boxes", "city": "cities", "day": "days", "corn dog": "corn dogs",
    "slice of cake": "slices of cake", "leaf": "leaves", "sheep": "sheep", "Number Card": "Number Cards",
    "church": "churches", "penny": "pence", "potato": "potatoes",
}  # fmt: skip


@pytest.mark.parametrize("word", PLURALS)
def test_plurals_and_back(word: str) -> None:
    assert plural(word) == PLURALS[word]
    assert singular(PLURALS[word]) == word


@pytest.mark.parametrize("word", ["bus", "glass", "basis", "rice", "card"])
def test_what_is_no_plural_stays(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("cotton_candy", "cotton candy"),
        ("PickDice", "pick dice"),
        ("ZERO_BONUS", "zero bonus"),
        ("R12", "R12"),
        ("Trick.led", "led"),
        ("A1Sale", "A1 sale"),
        ("gold_types", "gold types"),
    ],
)
def test_words_of_an_identifier(identifier: str, words: str) -> None:
    assert words_of(identifier) == words


@pytest.mark.parametrize(
    ("place", "told"), [("hand", "in"), ("floor", "on"), ("belt 2", "on"), ("bag of bits", "in"), ("discards", "among")]
)
def test_in_or_on_a_place(place: str, told: str) -> None:
    assert inside(place) == told


P, C = {"p": YOU}, {"p": person("Ann"), "c": person("the king")}


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("p still has p's cards", P, "you still have your cards"),
        ("p may take c from p; c's suit counts", {**P, "c": IT}, "you may take it from you; its suit counts"),
        ("p holds what is better than c", C, "Ann holds what is better than the king"),
        ("where c goes when p takes it", {**C, **P}, "where the king goes when you take it"),
        ("a run of n cards", {"n": person("3")}, "a run of 3 cards"),
        ("p passes *p* and map", P, "you pass *p* and map"),
    ],
)
def test_texts_that_speak_of_letters(text: str, names: dict[str, Person], told: str) -> None:
    assert name_parameters(text, names) == told


def test_articles() -> None:
    assert [article(word) for word in ("ace", "card", "8", "11", "18", "1", "unit", "hour", "uninvited guest")] == [
        "an", "a", "an", "an", "an", "a", "a", "an", "an"]  # fmt: skip


def test_verbs() -> None:
    verbs = ("play", "pass", "carry", "have to pass", "go", "can bid", "is ready")
    assert [third_person(verb) for verb in verbs[:6]] == [
        "plays", "passes", "carries", "has to pass", "goes", "can bid"]  # fmt: skip
    assert [second_person(verb) for verb in ("plays", "passes", "carries", "has promised", "goes", "is ready")] == [
        "play", "pass", "carry", "have promised", "go", "are ready"]  # fmt: skip


def test_lists_and_numbers() -> None:
    assert [series([]), series(["a"]), series(["a", "b"]), series(["a", "b", "c"], "or")] == [
        "", "a", "a and b", "a, b or c"]  # fmt: skip
    assert [ordinal(number) for number in (1, 3, 11, 21, 22, 113)] == [
        "first", "third", "11th", "21st", "22nd", "113th"]  # fmt: skip
    assert [agree(1, " dice each"), agree(2, " dice each"), agree(1, " of them"), agree(True, " dice")] == [
        " die each", " dice each", " of them", " dice"]  # fmt: skip


PHRASES: dict[str, tuple[Phrase, Reader]] = {
    "Ben plays the king of hearts.": (Clause(Ref(2), "play", (Noun("king of hearts", article="the"),)), ANN),
    "You play an ace.": (Clause(Ref(1), "play", (Noun("ace", article="a"),)), ANN),
    "You and Ben get 3 dice each.": (Clause(Series((Ref(1), Ref(2))), "get", (Quantity(3, Noun("die")), "each")), ANN),
    "Ann and Ben pass.": (Clause(Series((Ref(1), Ref(2))), "pass"), NOBODY),
    "Ann passes.": (Clause(Series((Ref(1),)), "pass"), NOBODY),
    "Ben cannot bid.": (Clause(Ref(2), "can bid", negated=True), ANN),
    "Ben does not follow.": (Clause(Ref(2), "follow", negated=True), ANN),
    "You are ready.": (Clause(Ref(1), "be ready"), ANN),
    "Player 7 is ready.": (Clause(Ref(7), "be ready"), ANN),
    "1 coin.": (Quantity(1, Noun("coin")), ANN),
    "A card.": (Quantity(1, Noun("card"), "a"), ANN),
    "No coins.": (Quantity(0, Noun("coin")), ANN),
    "Some popcorn.": (Quantity(None, Noun("popcorn", "popcorn")), ANN),
    "Ben’s hand, your hand and Chris’ hand.": (Series(tuple(Noun("hand", owner=Ref(n)) for n in (2, 1, 3))), ANN),
    "You promise Zero Tricks and return the blue 5.": (
        Told("{seat} promises/promise Zero Tricks and returns/return {value}",
             (("seat", Ref(1)), ("value", Noun("blue 5", article="the")))), ANN),
    "Ben has promised it.": (Told("{seat} has promised it", (("seat", Ref(2)),)), ANN),
    "You have promised it.": (Told("{seat} has promised it", (("seat", Ref(1)),)), ANN),
    "Ben has not promised it.": (Told("{seat} has/have promised it", (("seat", Ref(2)),), holds=False), ANN),
    "You have not promised it.": (Told("{seat} has promised it", (("seat", Ref(1)),), holds=False), ANN),
    "You are not hungry.": (Told("{seat} is/are hungry", (("seat", Ref(1)),), holds=False), ANN),
    "Ben does not stay and wait.": (Told("{seat} stays/stay and waits/wait", (("seat", Ref(2)),), holds=False), ANN),
    "Ann 3.": (Joined((Ref(1), "3")), NOBODY),
    "Player 3: 4 cards.": (Joined((Ref(3), "4 cards")), NOBODY),
    "From the deck.": (Joined(("from", Noun("deck", article="the"))), ANN),
}  # fmt: skip


@pytest.mark.parametrize("text", PHRASES)
def test_phrases_are_sentences(text: str) -> None:
    assert say(*PHRASES[text]) == text


def test_texts_stay() -> None:
    assert write("Gloves", ANN) == "Gloves" and say("is it so?", ANN) == "Is it so?"


@pytest.mark.parametrize(("text", "said"), [("d4 to d6", "d4 to d6"), ("red 4", "Red 4"), ("a king", "A king")])
def test_the_name_of_a_cell_has_no_capital(text: str, said: str) -> None:
    assert capital(text) == said
