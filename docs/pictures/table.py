"""`make pictures`: a table in the browser, as Ann sees it in the middle of a game of Nokosu Dice; and the workshop."""

from __future__ import annotations

import tempfile
from pathlib import Path

from browser_kit import a_browser, screen
from table_kit import serving

HERE = Path(__file__).parent
SEED, ANSWERS = 7, 17


RULES = """\
rules 1
game "High Card" for 2..6 players "Pass cards on; the highest card wins."
use std.french
zone pool: set of Crad, open
zone hand[Seat]: set of Card, owner

setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
play:
  repeat 2 times:
    for p in seats:
      p chooses gift from hand[p] "Pass a card to the left"
      move gift to hand[p.left]
  for p in seats: reveal hand[p]
winner p: most max(c.rank for c in hand[p])
"""


def main() -> None:
    table_picture()
    workshop_picture()


def workshop_picture() -> None:
    with tempfile.TemporaryDirectory() as folder, a_browser() as browser:
        file = Path(folder) / "high.rules"
        file.write_text(RULES.replace("Crad", "Card"), encoding="utf-8")
        with serving(Path(folder), edit=file) as served:
            page = screen(browser, color_scheme="light")
            page.set_viewport_size({"width": 1400, "height": 800})
            page.goto(f"{served.url}/edit#{served.workshop.key}")
            page.frame_locator("#table").locator(".can").first.wait_for()
            page.locator(".cm-content").click()
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(RULES)
            page.get_by_role("button", name="Change to Card", exact=True).first.wait_for()
            page.screenshot(path=HERE / "workshop.png")


def table_picture() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), pause=600) as served, a_browser() as browser:
        served.hub.new_seed = lambda: SEED
        table, token = served.table("nokosu", players=3)
        host = served.client(table, token)
        ann, _ = served.client(table).sit(1, "Ann"), served.client(table).sit(2, "Ben")
        host.do("bot", seat=3, kind="medium")
        host.do("start")
        served.play_on(table, ANSWERS, 1)
        page = screen(browser, color_scheme="light")
        page.set_viewport_size({"width": 1100, "height": 760})
        page.goto(f"{served.url}/t/{table}#{ann.token}")
        page.wait_for_selector(".can")
        page.screenshot(path=HERE / "table.png")


if __name__ == "__main__":
    main()
