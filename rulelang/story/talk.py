"""What is said at every table: how the seats are called, what is asked, what the options are, and who has won."""

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
    """What is asked, in a line; where the rules have no words for it, what its menus or its phase are about."""
    names = decision.name.split("+") if "." not in decision.name else [decision.name.partition(".")[0]]
    return speech.prompt(decision) or "; ".join(
        facts.texts.get(name) or speech.vocabulary.heading(name) for name in names
    )


def option_words(decision: Decision, speech: Speech) -> list[Word]:
    """What each option is called; where the author calls two the same, also what is taken."""
    words = speech.options(decision)
    often = Counter(word.brief for word in words)
    return [
        attrs.evolve(word, short=f"{word.brief}: {option.value}") if often[word.brief] > 1 else word
        for word, option in zip(words, decision.options)
    ]


def reader_of(seat: int | None, names: Mapping[int, str], facts: Facts, seats: Sequence[int]) -> Reader:
    """Who is told, and how the seats are called: as the table says, else as the game does, else by number."""
    return Reader(seat, {each: names.get(each) or facts.vocabulary.seat(each) for each in seats})


def winners_sentence(winners: Sequence[int], scores: Mapping[int, Any], reader: Reader) -> str:
    """`Ann wins with 58.`, `You and Ben win together, with 40 each.`"""
    if not winners:
        return "Nobody wins."
    score, who = scores.get(winners[0]), Series(tuple(map(Ref, winners)))
    alone = len(winners) == 1
    told = () if score is None else ("with", str(score)) if alone else ("with", str(score), "each")
    return say(Clause(who, "win" if alone else "win together", told), reader)
