"""A damaged file is told what is wrong with it: never a traceback, never a flood."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutants import mutant

from rulelang.base.source import Source
from rulelang.diagnostics import render
from rulelang.workspace.problems import examine

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("games/*.rules"), *ROOT.glob("examples/*.rules")])
MOST = 5


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", range(150))
def test_one_edit_gives_few_errors(seed):
    path = FILES[seed % len(FILES)]
    found = examine(Source(path.name, mutant(path.read_text(encoding="utf-8"), seed)))
    for each in found.problems:
        render(each)
    assert len(found.errors) <= MOST, [(each.code, each.line, each.title) for each in found.errors]
