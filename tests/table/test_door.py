"""Nobody gets in: other origins and hosts, broken and large frames, paths, and rules with scripts in every text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from table_kit import PATIENCE, Player, Served, fetch, gone, opened, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rulelang.table.actions import ACTIONS

FRAMES = 300


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("door")) as server:
        yield server


def test_every_answer_has_the_security_headers(served: Served) -> None:
    for path in ("/", "/t/abc", "/api/games", "/static/nothing", "/nowhere", "/static/index.html"):
        _, headers, _ = served.get(path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
def test_pages_elsewhere_are_refused(served: Served, headers: dict[str, str]) -> None:
    import http.client

    link = http.client.HTTPConnection(served.host, timeout=PATIENCE)
    link.request(
        "POST", "/api/tables", b'{"settings": {"game": "nokosu"}}', {"content-type": "application/json", **headers}
    )
    assert link.getresponse().status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_socket_from_another_site_is_refused(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        opened(f"ws://{served.host}/ws", origin=origin)
    assert refused.value.response.status_code == 403
    opened(f"ws://{served.host}/ws", origin=served.url).close()


PATHS = ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "//etc/passwd", "/static//etc/passwd",
         "/t/..%2f..%2fetc%2fpasswd/record", "/api/tables/..%2f..%2fetc/record", "/api/tables/%00/record"]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_paths_lead_nowhere_else(served: Served, path: str) -> None:
    status, _, body = served.get(path)
    assert status in (400, 403, 404) or b"<!doctype html>" in body.lower()
    assert b"root:" not in body and b"import" not in body


def test_a_table_is_asked_for_in_json(served: Served) -> None:
    import urllib.request

    place = f"{served.url}/api/tables"
    json_type = {"content-type": "application/json"}
    for body, headers, status in [
        (b"game=nokosu", {"content-type": "application/x-www-form-urlencoded"}, 415),
        (b"{", json_type, 400),
        (b"[" * 20000, json_type, 400),
        (b"{}", json_type, 400),
        (b'{"settings": []}', json_type, 400),
        (b'{"settings": {"game": {"a": 1}}}', json_type, 400),
        (b" " * 100_000, json_type, 413),
    ]:
        found, _, said = fetch(urllib.request.Request(place, body, headers))
        assert found == status, (body[:20], said)
        assert json.loads(said)["why"].endswith(".")


def scrambled(dice: random.Random, question: str) -> Any:
    """A message that is wrong somewhere."""
    kind = dice.randrange(6)
    if kind == 0:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(60)))
    if kind == 1:
        return "".join(chr(dice.choice([dice.randrange(32, 127), dice.randrange(0x500)])) for _ in range(40))
    if kind == 2:
        return dice.choice(["[" * 5000, '{"do":' * 3000, "null", "[]", "1e999", '"x"', "{}", "9" * 5000])
    odd = [None, True, -1, 10**12, 0.5, "", "x" * 3000, [], {}, "1.0.3", question, "../..", "\x00", "<script>"]
    name = dice.choice([*ACTIONS, "hello", "replay", "", "__init__", None])
    takes = ACTIONS[name].takes if name in ACTIONS else {"a": 1}
    message = {"do": name, "id": dice.choice(odd), **{word: dice.choice(odd) for word in takes}}
    if dice.random() < 0.2:
        message["settings"] = {key: dice.choice(odd) for key in ("game", "players", "variants", "options", "mods")}
    return message


def unharmed(served: Served, table: str) -> list[Any]:
    room = served.run(served.hub.find(table)).room
    return [room.settings, room.seats, list(room.acts), room.number, room.watch]


def test_broken_frames_change_nothing(served: Served) -> None:
    """Frames at random from somebody who looks on and from somebody who sits: a clear refusal, the table unharmed."""
    table, token = served.table("nokosu", players=3, options={"rounds": "1"})
    host = served.client(table, token)
    ann = served.client(table).sit(1, "Ann")
    ben, cy = served.client(table).sit(2, "Ben"), served.client(table).sit(3, "Cy")
    host.do("start")
    before, dice, sent = unharmed(served, table), random.Random(7), 0
    while sent < FRAMES:
        mask = served.client(table)  # a stranger: nothing of what it asks for is granted
        try:
            for _ in range(15):
                sent += 1
                mask.send(scrambled(dice, "1.0.9"))
            mask.drain(0.01)
            assert all("Traceback" not in json.dumps(frame) for frame in mask.frames)
        except ConnectionClosed:
            pass
        mask.close()
    assert unharmed(served, table) == before
    assert ben.ask("undo")["why"] == "There is nothing to take back."
    for player in (ann, cy):
        player.drain(0.05)
        assert player.last["table"]["me"] == player.seat


def test_a_large_frame_ends_the_connection_of_its_sender_alone(served: Served) -> None:
    table, token = served.table("nokosu")
    host, other = served.client(table, token), served.client(table)
    other.wait("people")
    other.send({"do": "say", "text": "x" * 100_000})
    gone(other)
    assert host.ask("free", seat=1)["type"] == "done"


def test_too_many_messages_end_the_connection(served: Served) -> None:
    table, _ = served.table("nokosu")
    noisy = served.client(table)
    try:
        for _ in range(200):
            noisy.send({"do": "nothing"})
    except ConnectionClosed:
        pass
    assert "Too many messages" in gone(noisy)


def test_nothing_is_said_before_hello(served: Served) -> None:
    player = Player(opened(f"ws://{served.host}/ws"))
    player.send({"do": "start"})
    assert "Say hello first" in gone(player)
    assert "no such table" in gone(served.client("../../t.db"))


def test_a_slow_client_is_cut_off_and_holds_nobody_up(served: Served) -> None:
    table, token = served.table("nokosu", players=3, options={"rounds": "1"})
    host = served.client(table, token)
    host.wait("people")
    live = served.run(served.hub.find(table))
    before = set(live.clients)
    slow = served.client(table)
    slow.wait("people")
    (mine,) = live.clients - before

    async def flood() -> None:
        for number in range(300):
            mine.send({"type": "chat", "lines": [str(number)]})

    served.run(flood())
    assert mine.cut
    assert host.ask("free", seat=1)["type"] == "done"
