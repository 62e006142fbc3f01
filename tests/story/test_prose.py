"""What people read of a game: its story, questions and options, read for program residue and bad English."""

from __future__ import annotations

from pathlib import Path

import pytest
from prose import faults, paragraphs, sentence_faults

from rulelang.base.rng import Dice, stream
from rulelang.cli.play.story_page import StoryPage
from rulelang.ir.types import Piece
from rulelang.play.game import load
from rulelang.play.match import Game, Match
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
        story = Story(StoryPage(Facts.of(game.program), game.program.seats, Reader(seat)))
        lines = [*story.tell(match.log(seat)), *story.close()]
        text = "\n".join(lines)
        assert not faults(text)
        assert not [fault for each in paragraphs(lines) for fault in sentence_faults(each)]
    assert not [fault for each in dict.fromkeys(told) for fault in faults(each)]


def refused(game: Game, seed: int, wanted: int) -> list[str]:
    """Why moves are not offered: of pieces in sight, and of actions with all their values."""
    match, dice, told = game.start(seed=seed), Dice(stream(seed, 0, 1)), {}
    speech = Speech(Facts.of(game.program).vocabulary, Reader(1))
    for _ in range(20):
        if match.decision is None or len(told) >= wanted:
            break
        decision, state = match.decision, match.decision.state
        bit = 1 << decision.seat
        pieces = [piece.id for piece in game.program.pieces if state.piece_sight(piece.id) & bit]
        menus = [action.name for menu in game.program.game.menus.values() for action in menu.actions]
        names = [speech.speak(piece, Piece((game.program.pieces[piece].kind,)), game.program, state)
                 for piece in pieces[:: max(1, len(pieces) // 4)]]  # fmt: skip
        for words in [*names, *menus]:
            found = match.why(words)
            told |= {str(found): None} if found is not None and "in the list" not in found.text else {}
        match.choose(dice.below(len(decision.options)))
    return list(told)


@pytest.mark.few(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_why_is_told_in_good_english(path: Path) -> None:
    told = refused(load(path), 5, 8)
    assert not [fault for each in told for fault in faults(each.rpartition(" (")[0])], told
