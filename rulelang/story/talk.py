"""Texts for every table: the names of the seats, the questions, the options, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.engine.match import Decision
from rulelang.present.english import Reader, say
from rulelang.present.phrase import Clause, Ref, Series
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Word
from rulelang.story.facts import Facts


def question_words(decision: Decision, speech: Speech, facts: Facts) -> str:
    """The question in a line; if the rules have no words for it, what its menus or its phase are about."""
    names = decision.name.split("+") if "." not in decision.name else [decision.name.partition(".")[0]]
    return speech.prompt(decision) or "; ".join(
        facts.texts.get(name) or speech.vocabulary.heading(name) for name in names
    )


def option_words(decision: Decision, speech: Speech) -> list[Word]:
    """The text of each option; if the author gives two the same text, with what each takes."""
    words = speech.options(decision)
    often = Counter(word.brief for word in words)
    return [
        attrs.evolve(word, short=f"{word.brief}: {option.value}") if often[word.brief] > 1 else word
        for word, option in zip(words, decision.options)
    ]


def reader_of(seat: int | None, names: Mapping[int, str], facts: Facts, seats: Sequence[int]) -> Reader:
    """The reader, and the names of the seats: the table's, else the game's, else numbers."""
    return Reader(seat, {each: names.get(each) or facts.vocabulary.seat(each) for each in seats})


def winners_sentence(winners: Sequence[int], scores: Mapping[int, Any], reader: Reader) -> str:
    """`Ann wins with 58.`, `You and Ben win together, with 40 each.`"""
    if not winners:
        return "Nobody wins."
    score, who = scores.get(winners[0]), Series(tuple(map(Ref, winners)))
    alone = len(winners) == 1
    told = () if score is None else ("with", str(score)) if alone else ("with", str(score), "each")
    return say(Clause(who, "win" if alone else "win together", told), reader)
