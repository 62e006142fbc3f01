"""The table in a real browser: two people and a bot play by clicking, one on a phone by touch; a third looks on.

One of them reloads in the middle, the other loses the network and comes back. `make browser-test` plays whole games.
"""

from __future__ import annotations

import gzip
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import CHOOSE, FAINT, UNNAMED, WIDER, a_browser, is_over, screen, sit, take
from helpers import WHOLE
from table_kit import PATIENCE, Served, serving, until

from rulelang.base.files import bundled_games

GAMES = {"nokosu": {"rounds": "1"}, "nosh": {"rounds": "4"}, "nuts": {}}
SHORT = {**GAMES, "pretzel": {"goal": "5"}, "sweet_nose": {}}  # all bundled games, soon over

STATIC = Path(__file__).parents[2] / "rulelang/table/static"

SCRIPTED = """\
rules 1
game "<script>document.title='owned'</script>" for 2 players "<img src=x onerror=alert(1)>"
option top: 2..9 = 6 "<b>bold</b>"
enum Color: red, blue
piece Card(color: Color, number: 1..6) in deck "Card": 1 each
zone deck: pile of Card, hidden "<i>deck</i>"
zone hand[Seat]: set of Card, owner
zone gone: pile of Card, open
setup:
  shuffle deck
  for p in seats:
    deal 3 from deck to hand[p]
play:
  repeat 3 times:
    for p in seats:
      p chooses c from hand[p] "</p><script>document.title='owned'</script>"
      move c to gone
winner p: most count(hand[p])
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("browser")) as server:
        yield server


def play(pages: list[tuple[Any, bool]], dice: random.Random, clicks: int) -> int:
    """So many clicks, or to the end of the game."""
    done, end = 0, time.monotonic() + (20 if WHOLE else 2) * PATIENCE
    while done < clicks and time.monotonic() < end and not all(is_over(page) for page, _ in pages):
        moved = [take(page, dice, phone) for page, phone in pages]
        done += sum(moved)
        if not any(moved):
            pages[0][0].wait_for_timeout(20)
    return done


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_two_people_and_a_bot(chromium: Any, served: Served, name: str) -> None:
    table, token = served.table(name, players=3, options=GAMES[name])
    link, dice = f"{served.url}/t/{table}", random.Random(5)
    ann, ben, watcher = screen(chromium), screen(chromium, phone=True), screen(chromium)
    ann.goto(f"{link}#{token}")
    sit(ann, "Ann")
    assert "#" not in ann.url, "the key stays in the address"
    ben.goto(link)
    sit(ben, "Ben")
    ann.get_by_label("Bots are").select_option("random")
    ann.get_by_role("button", name="Put a bot here").first.click()
    ann.get_by_role("button", name="Start the game").click()
    watcher.goto(link)
    for page in (ann, ben, watcher):
        page.wait_for_selector("main.table")
    both = [(ann, False), (ben, True)]
    assert play(both, dice, 8) > 0
    ann.reload()
    ann.wait_for_selector(".own")
    assert play(both, dice, 6) > 0
    ben.context.set_offline(True)
    ben.wait_for_selector(".offline")
    ben.context.set_offline(False)
    ben.wait_for_selector(".offline", state="detached")
    assert play(both, dice, 10_000 if WHOLE else 14) > 0
    if WHOLE:
        assert is_over(ann) and is_over(ben)
    watcher.wait_for_selector(".watching")
    assert watcher.locator(".can, .question").count() == 0
    assert not ben.evaluate(WIDER), "a phone must not scroll sideways"
    assert [page.mistakes for page in (ann, ben, watcher)] == [[], [], []]
    for page in (ann, ben, watcher):
        page.context.close()


def test_the_keyboard_alone_plays(chromium: Any, served: Served) -> None:
    table, token = served.table("nokosu", players=3, options={"rounds": "1"})
    page = screen(chromium)
    page.goto(f"{served.url}/t/{table}#{token}")
    sit(page, "Ann")
    page.get_by_label("Bots are").select_option("random")
    for left in (1, 0):
        page.get_by_role("button", name="Put a bot here").first.press("Enter")
        until(lambda left=left: page.get_by_role("button", name="Put a bot here").count() == left)
    page.get_by_role("button", name="Start the game").press("Enter")
    for _ in range(1000 if WHOLE else 5):
        page.wait_for_selector(f"{CHOOSE}, .outcome")
        if is_over(page):
            return page.context.close()
        asked = page.evaluate("document.querySelector('.question').rulelangKey")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.matches('.can, .option')")
        page.keyboard.press("Enter")
        until(lambda asked=asked: page.evaluate("document.querySelector('.question')?.rulelangKey") != asked)
    page.context.close()


def test_from_the_list_of_games_to_the_first_move(chromium: Any, served: Served) -> None:
    """On a phone: choose a game, sit down, fill up with bots, start, answer; nothing is wider than the screen."""
    page = screen(chromium, phone=True)
    page.goto(served.url)
    page.get_by_role("button", name="Set a table for Nokosu Dice").tap()
    page.wait_for_selector("main.lobby")
    assert not page.evaluate(WIDER), "the lobby"
    sit(page, "Ann")
    page.get_by_label("Bots are").select_option("random")
    for left in (1, 0):
        page.get_by_role("button", name="Put a bot here").first.tap()
        until(lambda left=left: page.get_by_role("button", name="Put a bot here").count() == left)
    assert not page.evaluate(WIDER) and page.evaluate(FAINT) == [] and page.evaluate(UNNAMED) == []
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_selector(CHOOSE)
    page.get_by_role("button", name="Seats").tap()
    until(lambda: page.evaluate("scrollY") == 0)
    assert not page.evaluate(WIDER), "the seats"
    page.get_by_role("button", name="Close").tap()
    assert take(page, random.Random(1), phone=True)
    page.goto(served.url)
    page.get_by_role("link", name="Nokosu Dice").wait_for()
    assert not page.evaluate(WIDER), "the list of games"
    assert page.mistakes == []
    page.context.close()


def test_a_seat_that_a_bot_plays_is_taken_back(chromium: Any, served: Served) -> None:
    table, token = served.table("nokosu", players=3, options={"rounds": "1"})
    host = served.client(table, token)
    players = [served.client(table).sit(seat, name) for seat, name in ((1, "Ann"), (2, "Ben"), (3, "Cleo"))]
    host.do("start")
    served.hub.pause = lambda kind: 600.0
    host.do("bot", seat=1, kind="random")
    page = screen(chromium)
    page.goto(f"{served.url}/t/{table}#{players[0].token}")
    page.get_by_role("button", name="I play again").click()
    page.get_by_role("button", name="I play again").wait_for(state="detached")
    assert page.mistakes == []
    page.context.close()
    served.hub.pause = lambda kind: 0.0
    for player in (host, *players):
        player.close()


def test_every_bundled_game_is_looked_at() -> None:
    assert set(SHORT) == set(bundled_games())


@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHORT)
def test_every_game_can_be_read_by_everybody(chromium: Any, served: Served, name: str) -> None:
    """In the middle and at the end, light and dark, on a phone: enough contrast, a name for everything, no mistakes."""
    table, token = served.table(name, options=SHORT[name])
    host = served.client(table, token)
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve"][: len(host.wait("people")["seats"])]
    players = [served.client(table).sit(seat, called) for seat, called in enumerate(names, 1)]
    host.do("start")
    page = screen(chromium, phone=True)
    for answers in (12, 100_000):
        served.play_on(table, answers, 1)
        page.goto(f"{served.url}/t/{table}#{players[0].token}")
        page.wait_for_selector(".own")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert page.evaluate(FAINT) == [], scheme
        assert page.evaluate(UNNAMED) == []
        assert not page.evaluate(WIDER), "a phone must not scroll sideways"
    assert is_over(page) and page.mistakes == []
    page.context.close()
    for player in (host, *players):
        player.close()


def test_texts_of_rules_are_texts(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text(SCRIPTED, encoding="utf-8")
    with serving(tmp_path, {"bad": tmp_path / "bad.rules"}) as served:
        table, token = served.table("bad")
        page = screen(chromium)
        page.goto(f"{served.url}/t/{table}#{token}")
        sit(page, "<img src=x>")
        assert page.evaluate(FAINT) == [] and page.evaluate(UNNAMED) == []
        page.get_by_label("Bots are").select_option("random")
        page.get_by_role("button", name="Put a bot here").first.click()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector(CHOOSE)
        assert "</p><script>" in page.locator(".prompt").inner_text()
        assert page.title().endswith("<script>document.title='owned'</script>")
        assert page.locator("main script, main img, main i, main b b").count() == 0
        assert page.mistakes == []
        page.context.close()


WORDS = """\
rules 1
game "Words" for 1 players "Words lie on a board."
enum Kind: king, raider, ambassador
piece Man(kind: Kind) in box: 1 each
board Grid: square 3 by 3
zone at[Grid]: set of Man, open
setup:
  for k in Kind: move first(for m in box where m.kind == k) to at[Grid(k.number, 2)]
play:
  P1 chooses c from Grid where empty(at[c]) "Where?"
winner p: most 0
"""


def test_a_word_stays_in_its_cell(chromium: Any, tmp_path: Path) -> None:
    """“raider” lay across three cells."""
    (tmp_path / "words.rules").write_text(WORDS, encoding="utf-8")
    with serving(tmp_path, {"words": tmp_path / "words.rules"}) as server:
        table, token = server.table("words")
        page = screen(chromium)
        page.goto(f"{server.url}/t/{table}#{token}")
        sit(page, "Ann")
        page.get_by_role("button", name="Start the game").click()
        page.locator(".board .cell").first.wait_for()
        wide = page.evaluate("""() => [...document.querySelectorAll(".board .cell")].map((cell) => {
            const sign = cell.querySelector(".sign"), ground = cell.querySelector(".ground").getBBox();
            return sign && [sign.textContent, sign.getBBox().width <= ground.width];
        }).filter(Boolean)""")
        assert wide == [["king", True], ["raider", True], ["ambassador", True]]


def test_a_board_stays_in_sight_beside_a_long_list(chromium: Any, served: Served) -> None:
    """On a phone, 40 moves covered the upper half of the board on which they could be picked."""
    table, token = served.table("brandubh")
    host = served.client(table, token)
    ann = served.client(table).sit(1, "Ann")
    host.do("bot", seat=2, kind="random")
    host.do("start")
    page = screen(chromium, phone=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served.url}/t/{table}#{ann.token}")
    page.locator(".board .can").first.wait_for()
    dock, board = (page.locator(each).bounding_box()["height"] for each in (".dock", ".board svg"))
    assert dock + board < 844 - 60 and "lit cells" in page.locator(".prompt").inner_text()
    page.locator('[data-cell="d2"]').tap()
    page.locator('[data-cell="a2"]').tap()
    page.locator(".story").get_by_text("A raider goes to a2").wait_for()


def test_the_page_is_small() -> None:
    """All that a phone fetches, compressed: at most 150 kB; with the workshop at most 400."""
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir()}
    more = [name for name in sizes if name.startswith(("workshop", "codemirror", "rulelang"))]
    assert sum(sizes.values()) - sum(sizes[name] for name in more) < 150_000
    assert len(more) == 6 and sum(sizes.values()) < 400_000
