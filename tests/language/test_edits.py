"""Edits as the language server sees them: no exception, and what is told is what a whole check tells. Figures are in
`bench/edits.py`; `tests/sweep.py edits` makes thousands.
"""

from __future__ import annotations

import pytest
from helpers import ALL
from retyped import retype


@pytest.mark.parametrize("name", ["nokosu", "nosh", "hearts", "liars_dice"])
def test_nothing_stale_is_told(name: str) -> None:
    assert [each.stale for each in retype(ALL[name], 1, 6) if each.stale] == []
