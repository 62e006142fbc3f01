"""Whoever misspells a name by a letter or two is told the name: in every shipped file, wherever a name can stand.

`python tests/sweep.py spelling` tries many more.
"""

from __future__ import annotations

import pytest
from spelling import FILES, USES, misspelling, shipped, unnoticed

from rulelang.syntax import nodes
from rulelang.syntax.file_checks import fields


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", range(80))
def test_a_misspelt_name_is_suggested(seed):
    made = misspelling(seed)
    assert made is None or not unnoticed(*made)


def test_names_of_every_sort_are_tried():
    assert all(name in fields(getattr(nodes, kind)) for kind, name in USES)
    wanted = {"word", "Name.name", "TypeName.name", "Field.name", "Setting.name", "Zone.sight"}
    for path in FILES:
        wanted -= {use.what for use in shipped(path).uses} if wanted else set()
    assert not wanted
    assert sum(misspelling(seed) is not None for seed in range(20)) > 12
