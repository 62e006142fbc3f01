"""The workshop: what it says of rules, what becomes of a match when they change, and that it keeps to its file."""

from __future__ import annotations

import random
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import FAINT, PHONE, UNNAMED, WIDER, a_browser, screen, take
from table_kit import Served, fetch, gone, serving, until

from rulelang.base.files import bundled_games
from rulelang.play.game import Game, load
from rulelang.table.desk import Desk, from_utf16, to_utf16
from rulelang.table.rework import carry_over
from rulelang.table.room import PERSON, Refused, Room, Seat, Settings

PASSING = """\
rules 1
game "Passing – 😀" for 2..3 players "Pass cards on."
use std.french
zone hand[Seat]: set of Card, owner

setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
play:
  repeat 3 times:
    for p in seats:
      p chooses gift from hand[p] "Pass a card to the left"
      move gift to hand[p.left]
winner p: most max(c.rank for c in hand[p])

test "three cards each":
  when setup
  expect count(hand[P1]) == 3
"""
BOMB = PASSING.replace("  repeat 3 times:\n", "  var n: Int = 0\n  while true: n += 1\n  repeat 3 times:\n")


def room_of(game: Game, seed: int = 3) -> Room:
    seats = [Seat(PERSON, name, "k") for name in ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")[: game.players]]
    room = Room("t", Settings(game.name), "", seats, game)
    room.begin(seed)
    return room


def play(room: Room, answers: int, dice: random.Random) -> Room:
    while room.asked_seats() and answers:
        seat = dice.choice(room.asked_seats())
        decision = room.decision(seat)
        assert decision is not None
        room.choose(seat, dice.randrange(len(decision.options)))
        answers -= 1
    return room


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> Game:
        (tmp_path / "passing.rules").write_text(text, encoding="utf-8")
        return load(tmp_path / "passing.rules")

    return write


# ---------------------------------------------------------------- a match under other rules


def test_a_table_has_as_many_seats_as_its_new_rules(tmp_path: Path) -> None:
    path = tmp_path / "passing.rules"
    path.write_text(PASSING, encoding="utf-8")
    with serving(tmp_path, {"passing": path}) as served:
        made = served.run(served.hub.rework("passing", None))
        author = served.client(made["table"], made["token"])
        for written, kinds in (("3..4", ["person", "easy", "easy"]), ("2..2", ["person", "easy"])):
            path.write_text(PASSING.replace("2..3", written), encoding="utf-8")
            assert "fit" in served.run(served.hub.rework("passing", made["table"]))["told"]
            room = served.run(served.hub.find(made["table"])).room
            assert [seat.kind for seat in room.seats] == kinds
            assert room.game.players == room.settings.players == len(kinds)
            while len(author.wait("table")["seats"]) != len(kinds):
                pass


@pytest.mark.few(1)
@pytest.mark.parametrize("name", bundled_games())
def test_under_the_same_rules_a_match_stands_where_it_stood(name: str) -> None:
    room = play(room_of(load(name)), 25, random.Random(1))
    course = carry_over(room, load(name))
    assert course.parts is None and "nothing differs" in course.told and room.match is not None
    again, seats = course.room.match, (None, *room.match.game.program.seats)
    assert course.room.acts == room.acts
    assert all(again.view(seat) == room.match.view(seat) and again.log(seat) == room.match.log(seat) for seat in seats)


def test_a_match_parts_where_an_answer_is_no_longer_offered(written: Any) -> None:
    room = play(room_of(written(PASSING)), 4, random.Random(2))
    course = carry_over(room, written(PASSING.replace("deal 3", "deal 2").replace("== 3", "== 2")))
    assert course.parts is not None and "not offered any more" in course.told and "from its old course" in course.told
    assert len(course.room.acts) == course.parts - 1 and course.before != course.after


def test_what_goes_another_way_is_told(written: Any) -> None:
    room = play(room_of(written(PASSING)), 4, random.Random(2))
    passing = "      move gift to hand[p.left]\n"
    course = carry_over(room, written(PASSING.replace(passing, f'{passing}      note "passed"\n')))
    assert course.parts is None and "after answer 1 it goes another way" in course.told
    assert "passed" in course.after.lower() and len(course.room.acts) == 4


def test_a_mistake_of_the_new_rules_stops_the_match_there(written: Any) -> None:
    room = play(room_of(written(PASSING)), 4, random.Random(2))
    stopped = "      require count(hand[p]) > 99\n      move gift"
    course = carry_over(room, written(PASSING.replace("      move gift", stopped)))
    assert course.parts == 1 and course.room.fault and course.room.acts == []


# ---------------------------------------------------------------- the desk


def test_the_desk_says_what_is_wrong_and_how_to_mend_it(tmp_path: Path) -> None:
    desk = Desk.of(tmp_path / "passing.rules", PASSING)
    assert desk.do("problems", PASSING, 0) == {"problems": []}
    text = PASSING.replace("hand[p.left]", "hnad[p.left]")
    (problem,) = desk.do("problems", text, 0)["problems"]
    at = from_utf16(text, problem["from"])
    assert text[at : at + 4] == "hnad" and problem["severity"] == "error" and problem["line"] == 13
    fix = problem["fixes"][0]
    units = text.encode("utf-16-le")
    mended = units[: 2 * fix["from"]] + fix["text"].encode("utf-16-le") + units[2 * fix["to"] :]
    assert mended.decode("utf-16-le") == PASSING


def test_the_desk_helps_to_write(tmp_path: Path) -> None:
    desk = Desk.of(tmp_path / "passing.rules", PASSING)
    at = to_utf16(PASSING, PASSING.index("hand[p.left]"))
    assert "zone hand[Seat]: set of Card" in desk.do("hover", PASSING, at)["text"]
    found = desk.do("words", PASSING, at + 2)
    assert found["from"] == at and "hand" in [each["label"] for each in found["options"]]
    loose = PASSING.replace("zone hand[Seat]: set", "zone   hand[Seat]:   set")
    assert desk.do("style", loose, 0) == {"text": PASSING}
    with pytest.raises(Refused, match="line 4"):
        desk.do("style", PASSING.replace("zone hand[Seat]:", "zone hand[Seat:"), 0)


def test_the_desk_shows_what_rules_come_to(tmp_path: Path) -> None:
    desk = Desk.of(tmp_path / "passing.rules", PASSING)
    (test,) = desk.do("tests", PASSING, 0)["tests"]
    assert test["passed"] and test["title"] == "three cards each"
    other = PASSING.replace("deal 3", "deal 4")
    (test,) = desk.do("tests", other, 0)["tests"]
    assert not test["passed"] and test["failures"][0]["line"] == 18
    assert "<html" in desk.do("rulebook", PASSING, 0)["page"] and "<html" in desk.do("simulation", PASSING, 0)["page"]
    assert desk.do("changes", PASSING, 0) == {"changes": []}
    assert any("4" in each["text"] for each in desk.do("changes", other, 0)["changes"])
    with pytest.raises(Refused, match="line 13"):
        desk.do("tests", PASSING.replace("hand[p.left]", "hnad[p.left]"), 0)


# ---------------------------------------------------------------- the server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workshop")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    (folder / "rules").mkdir()
    (folder / "rules/passing.rules").write_text(PASSING, encoding="utf-8")
    with serving(folder, edit=folder / "rules/passing.rules", uploads=True) as server:
        yield server


def at_desk(served: Served, do: str, text: str = "", **more: Any) -> tuple[int, dict[str, Any]]:
    assert served.workshop is not None
    return served.post("/api/edit", {"key": served.workshop.key, "do": do, "text": text, "at": 0, **more})


def test_only_the_key_opens_the_workshop(served: Served) -> None:
    for key in ("", "x", served.workshop.key[:-1], 7):
        status, found = served.post("/api/edit", {"key": key, "do": "save", "text": "rules 1"})
        assert status in (400, 403) and "why" in found
    assert at_desk(served, "nonsense")[0] == 404
    assert at_desk(served, "open")[1]["text"] == PASSING
    annex = urllib.request.Request(f"http://127.0.0.1:{served.annex.port}/api/games")
    assert fetch(annex)[0] == 403, "the annex answers its server alone"


def test_a_page_of_the_workshop_reaches_nothing(served: Served) -> None:
    status, found = at_desk(served, "rulebook", PASSING)
    assert status == 200
    status, headers, body = served.get(found["page"])
    assert status == 200 and b"Passing" in body
    assert headers["content-security-policy"].startswith("sandbox allow-scripts;")
    assert served.get("/edit/made/other")[0] == 404
    _, headers, body = served.get("/edit")
    nonce = headers["content-security-policy"].partition("'nonce-")[2].partition("'")[0]
    assert f'content="{nonce}"'.encode() in body and "frame-ancestors 'none'" in headers["content-security-policy"]


def test_rules_of_others_run_in_the_annex(served: Served) -> None:
    """They are played there like all others; what takes too much is refused, and nobody else waits."""
    status, made = served.post("/api/rules", {"name": "../My Game", "text": PASSING})
    assert status == 201 and made["game"].startswith("mygame-")
    table, token = served.table(made["game"], players=2)
    host = served.client(table, token)
    ann, ben = served.client(table).sit(1, "Ann"), served.client(table).sit(2, "Ben")
    host.do("start")
    for player in (ann, ben):
        player.wait("table")
    mover = ann if ann.question() else ben
    mover.do("answer", question=mover.question()["id"], option=0)
    for text in (BOMB, "rules 1\n", PASSING.replace("deal 3", "deal 99999999999999999999")):
        status, refused = served.post("/api/rules", {"name": "bomb", "text": text})
        assert (status, "why" in refused) in ((400, True), (201, False)), refused
        if status == 201:
            bad, key = served.table(refused["game"], players=2)
            other = served.client(bad, key)
            served.client(bad).sit(1, "Ann"), served.client(bad).sit(2, "Ben")
            assert other.ask("start")["type"] == "refused"
    assert served.post("/api/rules", {"name": 1, "text": []})[0] == 400
    for player in (host, ann, ben):
        player.close()


def test_a_server_that_takes_no_rules_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as plain:
        assert plain.post("/api/rules", {"name": "x", "text": PASSING})[0] == 403
        assert plain.get("/edit")[0] == 404
        assert gone(plain.client("x.nothing")), "a table of an annex that is not there"


def test_a_mistake_is_typed_seen_and_fixed_and_the_game_goes_on(served: Served, folder: Path) -> None:
    file = folder / "rules/passing.rules"
    with a_browser() as browser:
        page = screen(browser)
        page.goto(f"{served.url}/edit#{served.workshop.key}")
        table = page.frame_locator("#table")
        table.locator(".can").first.wait_for()
        assert "#" not in page.url
        inside = next(frame for frame in page.frames if "/t/" in frame.url)
        until(lambda: take(inside, random.Random(1), False))
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("zone pool: set of Crad, open")
        page.get_by_role("button", name="Change to Card", exact=True).first.wait_for()
        page.keyboard.press("Control+s")
        page.get_by_text("The table stays as it was").wait_for()
        assert "Crad" in file.read_text(encoding="utf-8")
        page.locator("#problems").get_by_role("button", name="Change to Card", exact=True).click()
        page.get_by_text("Nothing is wrong with these rules").wait_for()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("The match stands where it stood: all").wait_for()
        assert file.read_text(encoding="utf-8") == PASSING + "zone pool: set of Card, open"
        table.locator(".can").first.wait_for()
        until(lambda: take(inside, random.Random(2), False))
        page.get_by_role("tab", name="Tests").click()
        page.get_by_text("1 test, all pass").wait_for()
        page.get_by_role("tab", name="Rulebook").click()
        page.frame_locator("#panel iframe").locator("h1").first.wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert [each for each in page.evaluate(FAINT) if not each.startswith("cm-")] == [], scheme
        assert page.evaluate(UNNAMED) == [] and page.mistakes == []
        page.set_viewport_size(PHONE)
        assert not page.evaluate(WIDER)
        page.get_by_role("button", name="Show the table").click()
        page.get_by_role("tab", name="Table").click()
        table.locator(".own").wait_for()
        page.goto(served.url)
        broken = {"name": "mine.rules", "mimeType": "", "buffer": b"rules 1"}
        page.get_by_label("Rules of your own").set_input_files(broken)
        page.locator(".notice.shown").wait_for()
        mine = {"name": "mine.rules", "mimeType": "", "buffer": PASSING.encode()}
        page.get_by_label("Rules of your own").set_input_files(mine)
        page.get_by_role("button", name="Sit here").first.wait_for()
        assert page.mistakes == []
        page.context.close()
    assert sorted(path.name for path in file.parent.iterdir()) == ["passing.rules"], "nothing else is written"
