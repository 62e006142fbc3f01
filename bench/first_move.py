"""From a link to the first move: a browser as large as a phone, new to the server, opens the link of a seat and plays.

    python bench/first_move.py

Beside it, in the same run, how long the same browser takes for a page of the same server with nothing on it.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser_kit import CHOOSE, a_browser, screen, take
from table_kit import Served, serving

GAMES = ("nokosu", "nosh", "nuts")
TIMES = 5
OPEN = "asked => document.querySelector('.question')?.rulelangKey === asked"


def first_move(browser: Any, served: Served, game: str, seed: int) -> tuple[float, float]:
    """Seconds until the first piece or button can be taken, and until the server has taken the answer."""
    table, token = served.table(game, players=3)
    host = served.client(table, token)
    players = [served.client(table).sit(seat, f"N{seat}") for seat in (1, 2, 3)]
    host.do("start")
    served.play_on(table, 0, 1, seed)
    page = screen(browser, phone=True)
    began = time.monotonic()
    page.goto(f"{served.url}/t/{table}#{players[0].token}", wait_until="commit")
    page.wait_for_selector(CHOOSE)
    shown = time.monotonic() - began
    asked = page.evaluate("document.querySelector('.question').rulelangKey")
    dice = random.Random(seed)
    while page.evaluate(OPEN, asked):
        take(page, dice, phone=True) or page.wait_for_timeout(5)  # a long choice is built up
    moved = time.monotonic() - began
    page.context.close()
    for player in (host, *players):
        player.close()
    return shown, moved


def empty(browser: Any, served: Served) -> float:
    page = screen(browser, phone=True)
    began = time.monotonic()
    page.goto(f"{served.url}/static/icon.svg")
    took = time.monotonic() - began
    page.context.close()
    return took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, a_browser() as browser:
        plain = statistics.median(empty(browser, served) for _ in range(TIMES))
        print(f"an empty page      {plain:5.2f} s")
        for game in GAMES:
            found = [first_move(browser, served, game, seed) for seed in range(TIMES)]
            shown, moved = (statistics.median(each) for each in zip(*found))
            most = max(last for _, last in found)
            print(f"{game:<18} {shown:5.2f} s to the table, {moved:5.2f} s to the first move (most {most:.2f} s)")


if __name__ == "__main__":
    main()
