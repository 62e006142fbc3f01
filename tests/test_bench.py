"""`make bench ARGS="--against COMMIT"`: what it measures in a process of its own, and what it makes of the figures."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))


def test_a_fresh_process_says_how_fast_it_plays_and_what(tmp_path):
    from against import Left, Tree

    tree = Tree(ROOT, tmp_path)
    speed, ended = tree.speed("no_thanks", "python steps", 0.001)
    assert speed > 0 and ended == tree.speed("no_thanks", "reference steps", 0.001)[1]
    with pytest.raises(Left):
        tree.speed("no_thanks", "no such engine", 0.001)


def test_what_is_quick_enough():
    from against import Compared, summary, verdict

    found = [Compared("c", "nokosu", 100, 96, True), Compared("c", "nosh", 100, 99, True)]
    found += [Compared("python", "nokosu", 100, 94, True), Compared("python", "nosh", 100, 120, True)]
    found += [Compared("reference", "nokosu", 100, 100, False)]
    assert [verdict(found, engine) for engine in ("c", "python", "reference")] == [True, False, False]
    table = "\n".join(summary(found))
    assert "| c | 0.975 | 0.960 (nokosu) | ≥ 0.97, ≥ 0.95: yes |" in table
    assert "| python | 1.070 | 0.940 (nokosu) | ≥ 0.97, ≥ 0.95: **no** |" in table
