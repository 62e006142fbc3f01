"""Renaming: over a game and all its mods to a fresh name, where nothing is wrong, and back, byte for byte."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import GAMES, ROOT

from rulelang.language.index import edited
from rulelang.language.project import Project
from rulelang.language.rename import Edits, NotRenamed, rename

SHARE = 1  # names of each game in the suite; `tests/sweep.py rename` takes all


def workspace(game: str, folder: Path) -> Project:
    """A game with all its mods in a folder of their own."""
    for path in [GAMES[game], *sorted((ROOT / "examples/mods").glob(f"{game}_*.rules"))]:
        shutil.copy(path, folder)
    return Project([folder])


def names_of(project: Project, path: Path) -> Iterator[int]:
    """The place of every name that a game declares itself."""
    source = project.source(path)
    assert source is not None
    for thing in project.index(path).things.values():
        own = thing.declared is not None and thing.declared.source.name == source.name
        if own and thing.declared is not None and thing.kind not in ("setup", "play"):
            yield thing.declared.start


def applied(project: Project, edits: Edits) -> Project:
    after = Project(project.folders)
    after.texts = dict(project.texts)
    for file, found in edits.items():
        source = project.source(file)
        assert source is not None
        after.texts[file] = edited(source.text, found)
    return after


def round_trip(project: Project, path: Path, start: int) -> None:
    source = project.source(path)
    assert source is not None
    thing = project.index(path).at(source.name, start)
    assert thing is not None
    old = thing.name.rpartition(".")[2]
    fresh = f"Zq{old}" if old[0].isupper() else f"zq_{old}"
    there = rename(project, path, start, fresh)
    after = applied(project, there)
    moved = start + sum(len(new) - (last - first) for first, last, new in there[path] if first < start)
    back = applied(after, rename(after, path, moved, old))
    for file in there:
        before = project.source(file)
        assert before is not None and back.texts[file] == before.text, (old, file)


@pytest.mark.parametrize("game", GAMES)
def test_a_name_goes_and_comes_back(game: str, tmp_path: Path) -> None:
    project = workspace(game, tmp_path)
    path = (tmp_path / f"{game}.rules").resolve()
    names = sorted(names_of(project, path))
    for start in random.Random(game).sample(names, SHARE):
        round_trip(project, path, start)


def test_what_a_mechanism_is_bound_to_by_its_name_is_bound_in_words(tmp_path: Path) -> None:
    """`hand` of Mixed Nuts is what its trades mean by `hand(p)`: with another name it has to be said."""
    project = workspace("nuts", tmp_path)
    path = (tmp_path / "nuts.rules").resolve()
    source = project.source(path)
    assert source is not None
    start = source.text.index("zone hand") + 5
    after = applied(project, rename(project, path, start, "cards"))
    assert "  hand(p) = cards[p]\n" in after.texts[path]
    round_trip(project, path, start)


@pytest.mark.parametrize(
    ("new", "why"),
    [("for", "no word of the language"), ("dealer", "there would be a mistake"), ("1st", "cannot be a name")],
)
def test_a_name_that_cannot_be_is_refused(new: str, why: str, tmp_path: Path) -> None:
    project = workspace("nokosu", tmp_path)
    path = (tmp_path / "nokosu.rules").resolve()
    source = project.source(path)
    assert source is not None
    with pytest.raises(NotRenamed, match=why):
        rename(project, path, source.text.index("zero["), new)


def test_the_braces_of_a_look_are_renamed_too(tmp_path: Path) -> None:
    """A field in the look of a piece, and an enum in what a variable says; warnings are looked at as well."""
    game = tmp_path / "small.rules"
    game.write_text(SMALL, encoding="utf-8")
    project, path = Project([tmp_path]), game.resolve()
    after = applied(project, rename(project, path, SMALL.index("rank: 1..3"), "number"))
    assert 'look Card face "{number} of {suit}"' in after.texts[path]
    after = applied(project, rename(project, path, SMALL.index("enum Suit") + 5, "Color"))
    assert 'look sold says "{color} is sold"' in after.texts[path]
    round_trip(project, path, SMALL.index("rank: 1..3"))
    round_trip(project, path, SMALL.index("enum Suit") + 5)


SMALL = """\
rules 1
game "Small" for 2 players "Nothing much."
enum Suit: red, blue
piece Card(suit: Suit, rank: 1..3) in deck: 1 each
zone deck: pile of Card, hidden
var sold[Suit]: Bool = false
look Card face "{rank} of {suit}"
look sold says "{suit} is sold"
play: nothing
winner p: most p.number
"""


def test_the_word_at_a_place_is_found_wherever_it_stands(tmp_path: Path) -> None:
    """At its beginning, inside and at its end; between two words, neither."""
    project = workspace("nokosu", tmp_path)
    path = (tmp_path / "nokosu.rules").resolve()
    index = project.index(path)
    for place in index.places[str(path)]:
        for offset in {place[1], (place[1] + place[2]) // 2, place[2]}:
            found = index.place_at(str(path), offset)
            assert found is not None and found[1] <= offset <= found[2]
    assert index.at(str(path), 0) is None
