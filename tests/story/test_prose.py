"""What people read of a game: its story, questions and options, read for program residue and bad English."""

from __future__ import annotations

from pathlib import Path

import pytest
from prose import book_faults
from prose_kit import FILES, MODS, book_of, reasons_of, story_of, wide

from rulelang.play.game import load

each_file = pytest.mark.parametrize("path", [path for path in FILES if path not in MODS], ids=lambda path: path.stem)


@pytest.mark.few(4)
@each_file
def test_a_game_is_told_in_good_english(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story for a spectator and for a seat, with every question and option of the game."""
    monkeypatch.setattr("rulelang.cli.terminal.width", wide)
    assert not list(story_of(load(path), 5, 600, None, 1))


@pytest.mark.few(1)
@each_file
def test_why_is_told_in_good_english(path: Path) -> None:
    assert not list(reasons_of(load(path), 5, 8))


@pytest.mark.few(2)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rulebook_is_good_english(path: Path) -> None:
    assert not list(book_of(path))


INTRODUCED = """\
## Home
*n* is a number.
- **Pair of *v*: take *n***
  - Choose a number from 2 to 6 (*v*).
  - For each *k* from 1 to *v*: move *k*.
1. *s* is the number of cards.
2. Take *s*.
"""
LOST = """\
## Home
*n* is a number.
## Away
- Take *n*.
  - Choose a number (*v*).
- Move *v*.
"""


def test_a_letter_is_introduced_where_it_is_used_or_above() -> None:
    assert not book_faults(INTRODUCED)
    assert [fault[:22] for fault in book_faults(LOST)] == ["an undefined letter: n", "an undefined letter: v"]
