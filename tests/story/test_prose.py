"""What people read of a game: its story, questions and options, read for program residue and bad English."""

from __future__ import annotations

from pathlib import Path

import pytest
from prose import faults, paragraphs, sentence_faults

from rulelang.base.rng import Dice, stream
from rulelang.play.game import Game, load
from rulelang.play.match import Match
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.story import Facts, Story

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "games").glob("*.rules")), *sorted((ROOT / "examples").glob("*.rules"))]


def played(game: Game, seed: int, most: int) -> tuple[Match, list[str]]:
    """A game played at random, and every question and option on the way, as its seat is told them."""
    match, dice, told = game.start(seed=seed), Dice(stream(seed, 0, 1)), []
    facts = Facts.of(game.program)
    while match.decision is not None and len(told) < most:
        speech = Speech(facts.vocabulary, Reader(match.decision.seat))
        told += [speech.prompt(match.decision), *(word.name for word in speech.options(match.decision)[:8])]
        match.choose(dice.below(len(match.decision.options)))
    return match, told


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_is_told_in_good_english(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story for a spectator and for a seat, with every question and option of the game."""
    monkeypatch.setattr("rulelang.cli.terminal.width", lambda: 100_000)
    game = load(path)
    match, told = played(game, 5, 1500)
    for seat in (None, 1):
        story = Story(Facts.of(game.program), game.program.seats, Reader(seat))
        lines = [*story.tell(match.log(seat)), *story.close()]
        text = "\n".join(lines)
        assert not faults(text)
        assert not [fault for each in paragraphs(lines) for fault in sentence_faults(each)]
    assert not [fault for each in dict.fromkeys(told) for fault in faults(each)]
