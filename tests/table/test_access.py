"""Nobody gets in: other origins and hosts, broken and large frames, paths, and rules with scripts in every text."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest
from table_fuzz import fuzz_table
from table_kit import PATIENCE, Player, Served, fetch, gone, opened, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rulelang.table import access

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


@pytest.mark.parametrize("headers", [{"Origin": "http://["}, {"Host": "["}, {"Host": "[::1"}, {"Host": "a]b"}])
def test_what_is_no_address_is_refused(served: Served, headers: dict[str, str]) -> None:
    import http.client

    link = http.client.HTTPConnection(served.host, timeout=PATIENCE)
    link.request("GET", "/", headers=headers)
    assert link.getresponse().status == 403


HALF = "\ud83d"  # the first half of a letter that UTF-16 writes in two


def test_half_a_letter_is_refused_wherever_it_stands(served: Served) -> None:
    table, host = served.table()
    for settings in ({"game": HALF}, {"game": "nokosu", "options": {HALF: "1"}}, {"game": "nokosu", "mods": [HALF]}):
        status, found = served.post("/api/tables", {"settings": settings})
        assert (status, found["why"][-1]) == (400, ".")
    client = served.client(table, host)
    client.wait("people")
    for message in ({"do": "qr", "text": HALF}, {"do": "sit", "seat": 1, "name": HALF}, {"do": "undo", "id": HALF}):
        client.send(message)
        assert "JSON object" in client.wait("refused")["why"]
    assert "Say hello" in gone(served.client(table, HALF)) and "Say hello" in gone(served.client(HALF))
    client.do("watch", watch=True)


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


def test_broken_frames_change_nothing(served: Served) -> None:
    """From strangers, from seats and from the host: what is played is what was acknowledged, each answer once."""
    wrong, answers = fuzz_table(served, FRAMES, seed=7)
    assert wrong == []
    assert answers > 5


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


def test_a_request_that_is_not_sent_to_its_end_is_no_mistake_of_ours(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever hangs up leaves no traceback in the log, and whoever waits is not waited for."""
    monkeypatch.setattr(access, "PATIENCE", 0.2)
    host, port = served.host.split(":")
    begun = f"POST /api/tables HTTP/1.1\r\nHost: {served.host}\r\nContent-Type: application/json\r\n"
    for hangs_up in (True, False):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as link:
            link.sendall(f'{begun}Content-Length: 99\r\n\r\n{{"set'.encode())
            if not hangs_up:
                assert b" 408 " in link.recv(100)
    assert served.get("/")[0] == 200 and "Exception in ASGI" not in caplog.text
