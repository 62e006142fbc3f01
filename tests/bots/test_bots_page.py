"""The page of bots: its bot is written down as it stands there, and sits at a table."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang import load
from rulelang.bots.kinds import MEANINGS, STRENGTHS, read_kind
from rulelang.bots.players import play, seated

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_of_the_page_plays(tmp_path, monkeypatch):
    (text,) = re.findall(r"```python\n# careful.py\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "careful.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    match = load("nosh", players=3).start(seed=2)
    play(match, seated([read_kind(kind) for kind in ("careful:Careful", "random", "random")], 2))
    assert match.over


def test_the_page_names_every_kind():
    for kind in MEANINGS:
        assert f"`{kind}`" in PAGE
    for kind in ("medium", "hard"):
        assert f"{STRENGTHS[kind].simulations:,} simulations" in PAGE
