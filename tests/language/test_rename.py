"""Renaming: over a game and all its mods to a fresh name, where nothing is wrong, and back, byte for byte."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from helpers import GAMES, ROOT
from renaming import applied, name_at, names_of, round_trip, workspace

from rulelang.language.project import Project
from rulelang.language.rename import NotRenamed, rename

SHARE, MODS = 1, 1  # names and mods of each game in the suite; `tests/sweep.py rename` takes all


def opened(game: str, folder: Path, mods: int | None = None) -> tuple[Project, Path, str]:
    """A game with all its mods, or the first of them: where the game lies in it, and its text."""
    project, path = workspace(game, folder, mods), (folder / f"{game}.rules").resolve()
    source = project.source(path)
    assert source is not None
    return project, path, source.text


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_name_goes_and_comes_back(game: str, tmp_path: Path) -> None:
    project = workspace(game, tmp_path, MODS)
    path = (tmp_path / f"{game}.rules").resolve()
    names = sorted(names_of(project, path))
    round_trip(project, path, random.Random(game).sample(names, SHARE), proved=game == "pretzel")


def test_what_a_mechanism_is_bound_to_by_its_name_is_bound_in_words(tmp_path: Path) -> None:
    """`hand` of Mixed Nuts is what its trades mean by `hand(p)`: with another name it has to be said."""
    project, path, text = opened("nuts", tmp_path, MODS)
    start = text.index("zone hand") + 5
    after = applied(project, rename(project, path, start, "cards"))
    assert "  hand(p) = cards[p]\n" in after.texts[path]
    round_trip(project, path, [start])


@pytest.mark.parametrize(
    ("new", "why"),
    [("for", "no word of the language"), ("dealer", "there would be a mistake"), ("1st", "cannot be a name")],
)
def test_a_name_that_cannot_be_is_refused(new: str, why: str, tmp_path: Path) -> None:
    project, path, text = opened("nokosu", tmp_path)
    with pytest.raises(NotRenamed, match=why):
        rename(project, path, text.index("zero["), new)


def test_an_action_may_be_called_like_a_statement(tmp_path: Path) -> None:
    """`swap` of Sweet Nose; but not where its uses would be read otherwise."""
    project, path, text = opened("sweet_nose", tmp_path, MODS)
    start = text.index("  swap(q") + 2
    round_trip(project, path, [start])
    with pytest.raises(NotRenamed, match="there would be a mistake"):
        rename(project, path, start, "not")


def test_the_braces_of_a_look_are_renamed_too(tmp_path: Path) -> None:
    """A field in the look of a piece, and an enum in what a variable says; warnings are looked at as well."""
    game = tmp_path / "small.rules"
    game.write_text(SMALL, encoding="utf-8")
    project, path = Project([tmp_path]), game.resolve()
    after = applied(project, rename(project, path, SMALL.index("rank: 1..3"), "number"))
    assert 'look Card face "{number} of {suit}"' in after.texts[path]
    after = applied(project, rename(project, path, SMALL.index("enum Suit") + 5, "Color"))
    assert 'look sold says "{color} is sold"' in after.texts[path]
    round_trip(project, path, [SMALL.index("rank: 1..3"), SMALL.index("enum Suit") + 5])


def test_a_chosen_value_has_its_name_in_its_look_too(tmp_path: Path) -> None:
    text = SMALL.replace("play: nothing", CHOSEN)
    (tmp_path / "small.rules").write_text(text, encoding="utf-8")
    project, path = Project([tmp_path]), (tmp_path / "small.rules").resolve()
    after = applied(project, rename(project, path, text.index("bid from"), "offer"))
    assert 'look Bid.offer says "{seat} offers/offer {value}"' in after.texts[path]
    round_trip(project, path, [text.index("bid from")])


@pytest.mark.parametrize("name", ["base", "mod"])
def test_names_are_changed_in_every_kind_of_change(name: str, tmp_path: Path) -> None:
    """A mod extends, overrides and removes parts of tables, pieces, menus, variants; it runs steps before and after
    others, with their parameters. What all choose at the same time has a look.
    """
    for path in (ROOT / "tests/data/rename").iterdir():
        shutil.copy(path, tmp_path)
    project, path = Project([tmp_path]), (tmp_path / f"{name}.rules").resolve()
    each_once = {name_at(project, path, start): start for start in sorted(names_of(project, path))}
    round_trip(project, path, [*each_once.values()], proved=True)


def test_what_a_step_takes_is_the_same_before_and_after_it(tmp_path: Path) -> None:
    for path in (ROOT / "tests/data/rename").iterdir():
        shutil.copy(path, tmp_path)
    project, path = Project([tmp_path]), (tmp_path / "mod.rules").resolve()
    source = project.source(path)
    assert source is not None
    found = project.index(path).at(source.name, source.text.index("much > 2"))
    assert found is not None and found.declared is not None
    assert (Path(found.declared.source.name).name, found.type) == ("base.rules", "Int")
    assert len(project.mentions(path, found)) == 5


def test_a_name_that_a_mod_has_already_is_refused(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text(SMALL, encoding="utf-8")
    mod = 'rules 1\nmod "More" extends small "More."\nvar bought: Bool = false\n'
    (tmp_path / "more.rules").write_text(mod, encoding="utf-8")
    project, path = Project([tmp_path]), (tmp_path / "small.rules").resolve()
    with pytest.raises(NotRenamed, match="there would be a mistake in more"):
        rename(project, path, SMALL.index("sold["), "bought")


def test_a_column_has_its_name_in_its_look_too(tmp_path: Path) -> None:
    project = workspace("pretzel", tmp_path)
    path = (tmp_path / "pretzel.rules").resolve()
    source = project.source(path)
    assert source is not None
    after = applied(project, rename(project, path, source.text.index("n: Int |"), "amount"))
    assert 'look BOARD.amount "number"' in after.texts[path] and "here.amount" in after.texts[path]


CHOSEN = """\
look Bid.bid says "{seat} offers/offer {value}"
play: run Bid
phase Bid:
  for p in seats: p chooses bid from 1..3"""

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


def test_one_more_mistake_of_a_kind_that_is_there_already_is_refused(tmp_path: Path) -> None:
    text = SMALL.replace("play:", "var one: Int = 0\nvar one: Int = 1\nvar two: Int = 0\nplay:")
    (tmp_path / "small.rules").write_text(text, encoding="utf-8")
    project, path = Project([tmp_path]), (tmp_path / "small.rules").resolve()
    with pytest.raises(NotRenamed, match="there would be a mistake in small"):
        rename(project, path, text.index("two:"), "sold")


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


def test_what_a_zone_says_of_its_pieces_is_renamed_with_their_fields(tmp_path: Path) -> None:
    """`look middle says "trumps are {color} and every {number}"` of Nokosu, whose middle has dice in it."""
    project, path, text = opened("nokosu", tmp_path, MODS)
    round_trip(project, path, [text.index("piece Die(color") + 10, text.index("rolls number") + 6])
