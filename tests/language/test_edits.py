"""Edits as the language server sees them: no exception, and what is told is what a whole check tells. Figures are in
`bench/edits.py`; `tests/sweep.py edits` makes thousands.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers import ALL, ROOT, examples
from hypothesis import given
from hypothesis import strategies as st
from retyped import retype, versions

from rulelang.language.index import Index
from rulelang.language.project import Project


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["nokosu", "nosh", "hearts", "liars_dice"])
def test_nothing_stale_is_told(name: str) -> None:
    assert [each.stale for each in retype(ALL[name], 1, 6) if each.stale] == []


def known(index: Index) -> Any:
    """All that an index knows, without its spans."""
    things = {key: (each.kind, each.name, each.type, str(each.declared)) for key, each in index.things.items()}
    return things, {place: index.root(key) for place, key in index.keys.items()}, index.implied


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["nosh", "hearts"])
@examples(2)
@given(seed=st.integers(0, 1 << 20))
def test_names_are_found_as_if_for_the_first_time(name: str, seed: int) -> None:
    """What is remembered from edit to edit loses no name, and finds none in the wrong place."""
    path = ALL[name].resolve()
    text, project = path.read_text(encoding="utf-8"), Project()
    for version in (text, *versions(text, seed, 3), text):
        fresh = Project()
        for each in (project, fresh):
            each.open(path, version)
        assert project.problems(path) == fresh.problems(path)
        assert known(project.index(path)) == known(fresh.index(path))


def test_an_action_may_be_called_like_a_built_in() -> None:
    """A test that names it is checked again when its menu is called otherwise."""
    path, project = (ROOT / "tests/data/rename/mod.rules").resolve(), Project()
    base = path.parent / "base.rules"
    text = base.read_text(encoding="utf-8")
    for version in (text, text.replace("Moves", "Turns"), text):
        fresh = Project()
        for each in (project, fresh):
            each.open(base, version)
        assert project.problems(path) == fresh.problems(path)


def test_a_mod_sees_what_is_typed_into_its_base() -> None:
    """Each edit of a game counts for the mods that stand on it, and moves what was found in it."""
    game, mod = ALL["nokosu"].resolve(), ALL["nokosu"].parents[1].resolve() / "examples/mods/nokosu_penalty.rules"
    text, project = game.read_text(encoding="utf-8"), Project()
    project.open(mod, mod.read_text(encoding="utf-8"))
    for version in (text, "# a line\n" + text, text.replace("zone cards", "zone  kards"), text):
        fresh = Project()
        project.open(game, version)
        fresh.open(game, version)
        fresh.open(mod, project.texts[mod])
        for path in (game, mod):
            assert project.problems(path) == fresh.problems(path)
            assert known(project.index(path)) == known(fresh.index(path))
