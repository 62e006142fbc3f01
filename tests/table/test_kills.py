"""A server that is killed at random moments comes back with every answer that it acknowledged."""

from __future__ import annotations

from pathlib import Path

from table_kills import kill_often


def test_no_acknowledged_answer_is_lost(tmp_path: Path) -> None:
    wrong, answers = kill_often(tmp_path, kills=5, seed=3)
    assert wrong == []
    assert answers > 20
