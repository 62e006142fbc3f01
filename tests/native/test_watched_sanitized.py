"""Watched builds with every test that the compiler can build in: pasts are told, made and tried, and searched in."""

from __future__ import annotations

from helpers import ROOT
from native_kit import needs_c
from sanitized import watched

pytestmark = needs_c


def test_a_watched_build_does_nothing_that_c_does_not_define(tmp_path):
    """The smallest game with a secret; `tests/sweep.py watched` does it with every game."""
    assert watched(ROOT / "examples/gallery/kuhn.rules", 2, tmp_path) in ("", "no sanitizers")
