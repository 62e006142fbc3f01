"""All that people are told of a game, for the lint: its rulebook, stories, questions, labels and reasons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prose import book_faults, faults, paragraphs, sentence_faults

from rulelang.base.rng import Dice, stream
from rulelang.cli import terminal
from rulelang.cli.play.story_page import StoryPage
from rulelang.ir.types import Piece
from rulelang.play.game import load
from rulelang.play.match import Game, Match
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.rulebook import brief, gather, make_book, to_markdown
from rulelang.story import Facts, Story

ROOT = Path(__file__).parents[1]
MODS = sorted((ROOT / "examples/mods").glob("*.rules"))
GALLERY = sorted((ROOT / "examples/gallery").glob("*.rules"))
FILES = [*sorted((ROOT / "games").glob("*.rules")), *sorted((ROOT / "examples").glob("*.rules")), *GALLERY, *MODS]


def book_of(path: Path, players: int | None = None) -> Iterator[str]:
    """What is wrong with a rulebook and its short form."""
    book = make_book(gather(str(path), players))
    yield from book_faults(to_markdown(book, {}))
    yield from book_faults(to_markdown(brief(book), {}))


def played(game: Game, seed: int, most: int) -> tuple[Match, list[str]]:
    """A whole game played at random, and its first questions and options, so many, as their seats are told them."""
    match, dice, told = game.start(seed=seed), Dice(stream(seed, 0, 1)), []
    facts = Facts.of(game.program)
    while match.decision is not None:
        if len(told) < most:
            speech = Speech(facts.vocabulary, Reader(match.decision.seat))
            told += [speech.prompt(match.decision), *(word.name for word in speech.options(match.decision)[:8])]
        match.choose(dice.below(len(match.decision.options)))
    return match, told


def story_of(game: Game, seed: int, most: int, *readers: int | None) -> Iterator[str]:
    """What is wrong with a story, as a spectator or a seat is told it, and with the questions and options in it."""
    match, told = played(game, seed, most)
    for seat in readers:
        story = Story(StoryPage(Facts.of(game.program), game.program.seats, Reader(seat)))
        lines = [*story.tell(match.log(seat)), *story.close()]
        yield from faults("\n".join(lines))
        yield from (fault for each in paragraphs(lines) for fault in sentence_faults(each))
    yield from (fault for each in dict.fromkeys(told) for fault in faults(each))


def offered(game: Game, seed: int) -> dict[str, list[str]]:
    """What each question of a game offers at one time or another."""
    match, dice, found = game.start(seed=seed), Dice(stream(seed, 0, 2)), dict[str, dict[str, None]]()
    speech = Speech(Facts.of(game.program).vocabulary, Reader(1))
    while match.decision is not None:
        found.setdefault(match.decision.name, {}).update({word.name: None for word in speech.options(match.decision)})
        match.choose(dice.below(len(match.decision.options)))
    return {question: list(names) for question, names in found.items()}


def refused(game: Game, seed: int, wanted: int) -> list[str]:
    """Why moves are not offered, so many: some of the pieces in sight, all actions, what the question offers later."""
    told = list[str]()
    for number in range(seed, seed + 5):
        told += refused_in(game, number, wanted - len(told))
    return told


def refused_in(game: Game, seed: int, wanted: int) -> list[str]:
    match, dice, told = game.start(seed=seed), Dice(stream(seed, 0, 1)), list[str]()
    speech = Speech(Facts.of(game.program).vocabulary, Reader(1))
    menus = [action.name for menu in game.program.game.menus.values() for action in menu.actions]
    elsewhere = offered(game, seed) if wanted else {}
    while match.decision is not None and len(told) < wanted:
        decision, state = match.decision, match.decision.state
        bit = 1 << decision.seat
        pieces = [piece.id for piece in game.program.pieces if state.piece_sight(piece.id) & bit]
        names = [speech.speak(piece, Piece((game.program.pieces[piece].kind,)), game.program, state)
                 for piece in pieces[:: max(1, len(pieces) // 4)]]  # fmt: skip
        other = elsewhere.get(decision.name, [])
        for words in [*names, *menus, *other[dice.below(len(other) or 1) :][:6]]:
            found = match.why(words)
            told += [str(found)] if found is not None and "in the list" not in found.text else []
        match.choose(dice.below(len(decision.options)))
    return told[:wanted]


def reasons_of(game: Game, seed: int, wanted: int) -> Iterator[str]:
    told = dict.fromkeys(refused(game, seed, wanted))
    yield from (fault for each in told for fault in faults(each.rpartition(" (")[0]))


def everything_of(path: Path, games: int, reasons: int) -> Iterator[str]:
    """What is wrong with all that is told of a game, at every number of players."""
    terminal.width, usual = wide, terminal.width
    try:
        yield from book_of(path)
        for players in load(path).counts:
            game: Any = load(path, players=players)
            yield from book_of(path, players)
            for seed in range(games):
                yield from story_of(game, seed, 3000, None if seed % 2 else 1 + seed // 2 % players)
            yield from reasons_of(game, 5, reasons)
    finally:
        terminal.width = usual


def wide() -> int:
    return 100_000
