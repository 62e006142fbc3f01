"""The page of bots: its bot is written down as it stands there, and sits at a table."""

from __future__ import annotations

import re
from pathlib import Path

from rulelang import load
from rulelang.bots.kinds import MEANINGS, STRENGTHS, read_kind
from rulelang.bots.players import play, seat_players

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_of_the_page_beats_players_who_choose_at_random(tmp_path, monkeypatch):
    (text,) = re.findall(r"```python\n# thrifty.py\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "thrifty.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    game, wins = load("nosh", players=3), 0
    for deal in range(9):
        match, own = game.start(seed=5, index=deal), deal % 3
        kinds = ["thrifty:Thrifty" if seat == own else "random" for seat in range(3)]
        play(match, seat_players([read_kind(kind) for kind in kinds], 5, deal))
        wins += match.winners == (own + 1,)
    assert wins >= 7


def test_the_page_names_every_kind():
    for kind in MEANINGS:
        assert f"`{kind}`" in PAGE
    for kind in ("medium", "hard"):
        assert f"{STRENGTHS[kind].simulations:,} simulations" in PAGE
