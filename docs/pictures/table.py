"""`make pictures`: the table in the browser, as Ann and Ben see it in the middle of a game of Nokosu Dice."""

from __future__ import annotations

import tempfile
from pathlib import Path

from browser_kit import a_browser, screen
from table_kit import serving

HERE = Path(__file__).parent
SEED, ANSWERS = 7, 17


def main() -> None:
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
