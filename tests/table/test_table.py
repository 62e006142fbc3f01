"""A table from the first link to the record: real sockets, people, a bot, a spectator; restarts and reconnections."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from table_kit import PATIENCE, Player, Served, gone, serving, until

from rulelang import load
from rulelang.table.actions import ACTIONS, tidy
from rulelang.table.room import Refused
from rulelang.table.serve import Plan, listen, new_host_key
from rulelang.table.store import BadStore, Store

SHORT = {"players": 3, "options": {"rounds": "1"}}


def test_a_name_is_not_cut_within_the_number_of_a_hidden_letter():
    assert tidy("Ann \u202e Bo", 24) == "Ann ‹U+202E› Bo"
    assert tidy("a" * 20 + "\u202eb", 24) == "a" * 20


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("tables")) as server:
        yield server


def play(players: list[Player], seed: int = 1, most: int = 500) -> None:
    """Everybody takes any option, until the game is over."""
    dice = random.Random(seed)
    for _ in range(most):
        for player in players:
            player.drain(0.01)
        if all(player.last["table"]["over"] for player in players):
            return
        for player in players:
            if question := player.question():
                player.ask("answer", question=question["id"], option=dice.randrange(len(question["options"])))


def two_and_a_bot(served: Served) -> tuple[str, Player, Player, Player]:
    table, token = served.table("nokosu", **SHORT)
    host = served.client(table, token)
    ann, ben = served.client(table).sit(1, "Ann"), served.client(table).sit(2, "Ben")
    host.do("bot", seat=3, kind="random")
    host.do("start")
    return table, host, ann, ben


def test_two_people_and_a_bot_play_a_game(served: Served) -> None:
    table, host, ann, ben = two_and_a_bot(served)
    assert served.get(f"/api/tables/{table}/record")[0] == 404, "a record tells every secret"
    play([ann, ben])
    host.drain(0.05)
    told = host.last["table"]["result"]
    assert told["sentence"] and told["rows"][-1]["label"] == "Score"
    status, headers, body = served.get(f"/api/tables/{table}/record")
    assert status == 200 and "attachment" in headers["content-disposition"]
    record = json.loads(body)
    match = load("nokosu", players=3, options={"rounds": 1}).replay(record)
    assert match.over and list(match.winners) == record["result"]["winners"]
    ann.send({"do": "replay"})
    frames = []
    while bundle := ann.wait("replay")["frames"]:
        frames += bundle
    assert frames[-1]["result"] == ann.last["table"]["result"]
    assert not frames[0]["over"]


def test_a_spectator_sees_no_hand(served: Served) -> None:
    table, _, ann, _ = two_and_a_bot(served)
    watcher = served.client(table)
    shown = watcher.wait("table")
    assert shown["me"] is None and shown["question"] is None
    hands = [place for seat in shown["seats"] for place in seat["places"] if place["name"] == "cards"]
    assert len(hands) == 3 and not any(place["faces"] for place in hands)
    ann.drain(0.05)
    assert any(place["faces"] for place in ann.last["table"]["seats"][0]["places"])


def test_a_late_or_double_click_does_nothing(served: Served) -> None:
    _, _, ann, ben = two_and_a_bot(served)
    asked = next(player for player in (ann, ben, ann, ben) if player.drain(0.3) or player.question())
    question = asked.question()
    assert question is not None
    first = asked.ask("answer", question=question["id"], option=0)
    again = asked.ask("answer", question=question["id"], option=0)
    assert (first["type"], again["type"]) == ("done", "refused")
    assert "no longer open" in again["why"]
    other = ben if asked is ann else ann
    assert other.ask("answer", question="1.0.0", option=0)["type"] == "refused"


def test_keys_open_what_they_are_for(served: Served) -> None:
    table, host, ann, ben = two_and_a_bot(served)
    again = served.client(table, ann.token)
    assert again.wait("people")["you"] == 1
    assert "no longer opens" in gone(served.client(table, "x" * 43))
    assert "no longer opens" in gone(served.client(table, ben.token[:-1]))
    other, _ = served.table("nokosu", **SHORT)
    assert "no longer opens" in gone(served.client(other, ann.token)), "a key of another table"
    renewed = host.do("renew", seat=1)["token"]
    assert "no longer opens" in gone(served.client(table, ann.token)), "an old key"
    assert served.client(table, renewed).wait("people")["you"] == 1
    for action in ("start", "give_up"):
        assert "Only the host" in ben.ask(action)["why"]
    assert "Only the host" in ben.ask("free", seat=1)["why"]
    assert "sit down first" in served.client(table).ask("say", text="hello")["why"]


def test_keys_are_kept_hashed_and_never_told(served: Served, tmp_path: Path) -> None:
    table, _, ann, ben = two_and_a_bot(served)
    watcher = served.client(table)
    watcher.wait("people")
    for player in (ann, ben, watcher):
        player.drain(0.05)
        text = json.dumps([frame for frame in player.frames if "token" not in frame])
        assert ann.token not in text and ben.token not in text
    kept = served.run(served.hub.store.read(table))
    assert ann.token not in json.dumps(kept.state)


def test_the_host_frees_fills_and_returns_seats(served: Served) -> None:
    table, token = served.table("nokosu", **SHORT)
    host = served.client(table, token)
    ann = served.client(table).sit(1, "Ann")
    assert "taken" in served.client(table).ask("sit", seat=1, name="Cy")["why"]
    assert "called Ann" in served.client(table).ask("sit", seat=2, name="Ann")["why"]
    assert "still free" in host.ask("start")["why"]
    host.do("bot", seat=1, kind="random")
    ann.drain(0.05)
    assert ann.last["people"]["seats"][0] | {"here": True} == {
        "seat": 1, "kind": "random", "name": "Ann", "ready": True, "here": True, "kept": True,
    }  # fmt: skip
    host.do("back", seat=1)
    assert host.last["people"]["seats"][0]["kind"] == "person"
    host.do("bot", seat=1, kind="random")
    assert "Only the host" in served.client(table).ask("back", seat=1)["why"]
    assert ann.do("back", seat=1) and "No bot" in ann.ask("back", seat=1)["why"]
    assert "Only the host" in ann.ask("back", seat=2)["why"]
    host.do("free", seat=1)
    ann.drain(0.1)
    assert ann.last["people"]["you"] is None
    assert "no longer opens" in gone(served.client(table, ann.token))


def test_settings_are_those_of_the_rules(served: Served) -> None:
    table, token = served.table("nokosu")
    host = served.client(table, token)
    settings = {"game": "nokosu", "players": 4, "options": {"rounds": "2"}}
    host.do("settle", settings=settings)
    assert len(host.last["people"]["seats"]) == 4
    assert "rounds" in host.ask("settle", settings={**settings, "options": {"round": "2"}})["why"]
    assert "no game" in host.ask("settle", settings={**settings, "game": "../../etc/passwd"})["why"]
    assert "no mod" in host.ask("settle", settings={**settings, "mods": ["/etc/passwd"]})["why"]
    assert "players" in host.ask("settle", settings={**settings, "players": 9})["why"]
    catalog = json.loads(served.get("/api/games")[2])
    assert {"nokosu", "nosh", "nuts"} <= {game["name"] for game in catalog["games"]}
    assert "/" not in json.dumps([game.get("file", "") for game in catalog["games"]])


def test_who_moves_up_sees_the_new_seat_and_not_the_old_one(served: Served) -> None:
    """With fewer players a seat's old number may be somebody else's."""
    table, token = served.table("nokosu", players=4)
    host = served.client(table, token)
    ben, cleo = served.client(table).sit(3, "Ben"), served.client(table).sit(4, "Cleo")
    host.do("settle", settings={"game": "nokosu", "players": 3})
    host.do("bot", seat=3, kind="random")
    host.do("start")
    for seat, player in ((1, ben), (2, cleo)):
        frame = player.wait("table")
        assert (player.last["people"]["you"], frame["me"]) == (seat, seat)
        faces = {each["seat"]: sum(len(place["faces"]) for place in each["places"]) for each in frame["seats"]}
        assert faces[seat] > 3 and max(faces[other] for other in faces if other != seat) <= 1
        assert served.client(table, player.token).wait("people")["you"] == seat


def test_a_mistake_in_rules_does_not_tell_where_they_lie(tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text('rules 1\ngame "Bad" for 2 players\nzone\n', encoding="utf-8")
    with serving(tmp_path, {"bad": tmp_path / "bad.rules"}) as served:
        table, token = served.table("nokosu")
        why = served.client(table, token).ask("settle", settings={"game": "bad"})["why"]
    assert "bad.rules:" in why and str(tmp_path) not in why


def test_watching_can_be_closed(served: Served) -> None:
    table, host, _, _ = two_and_a_bot(served)
    watcher = served.client(table)
    watcher.wait("people")
    host.do("watch", watch=False)
    assert "nobody look on" in gone(watcher)
    assert "nobody look on" in gone(served.client(table))


def test_chat_is_text_for_all_and_stays(served: Served) -> None:
    table, _, ann, ben = two_and_a_bot(served)
    ann.do("say", text="  <b>well\u202e  played</b>\n ")
    line = ben.wait("chat")["lines"][-1]
    assert line == {"seat": 1, "name": "Ann", "text": "<b>well‹U+202E› played</b>"}
    assert served.client(table).wait("chat")["lines"] == [line]


def test_undo_alone_with_bots_and_with_consent_of_people(served: Served) -> None:
    _, _, ann, ben = two_and_a_bot(served)
    until(lambda: ann.drain(0.05) or ben.drain(0.05) or ann.question() or ben.question())
    first, second = (ann, ben) if ann.question() else (ben, ann)
    question = first.question()
    first.do("answer", question=question["id"], option=0)
    second.drain(0.2)
    asked = first.ask("undo")
    if asked.get("asked"):  # somebody has learned something: the other one is asked
        second.drain(0.1)
        assert second.last["people"]["asking"] == first.seat
        assert second.last["people"]["waiting"] == [second.seat]
        second.do("agree", agree=True)
    until(lambda: first.drain(0.05) or first.question())
    assert first.question()["id"] != question["id"]
    assert first.question()["options"] == question["options"]
    assert "no longer open" in first.ask("answer", question=question["id"], option=0)["why"]


def test_programs_get_views_and_logs(served: Served) -> None:
    table, _, ann, ben = two_and_a_bot(served)
    program = served.client(table, ann.token, form="view")
    first = program.wait("view")
    log = first["log"]
    assert first["view"]["seat"] == 1 and first["at"] == len(log)
    for _ in range(3):
        until(lambda: ann.drain(0.05) or ben.drain(0.05) or ann.question() or ben.question())
        mover = ann if ann.question() else ben
        mover.do("answer", question=mover.question()["id"], option=0)
    program.drain(0.2)
    for frame in program.frames:
        if frame["type"] == "view" and frame is not first:
            log += frame["log"]
    room = served.run(served.hub.find(table)).room
    assert log == json.loads(json.dumps(room.match.log(1)))


def test_a_restart_brings_every_table_back(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        table, _, ann, ben = two_and_a_bot(served)
        for _ in range(6):
            until(lambda: ann.drain(0.05) or ben.drain(0.05) or ann.question() or ben.question())
            mover = ann if ann.question() else ben
            mover.do("answer", question=mover.question()["id"], option=0)
        until(lambda: ann.drain(0.05) or ben.drain(0.05) or ann.question() or ben.question())
        ann.do("say", text="back soon")
        ann.drain(0.2)
        before = ann.last["table"]
        keys = ann.token, ben.token
    with serving(tmp_path) as served:
        ann, ben = (served.client(table, key) for key in keys)
        after = ann.wait("table")
        for part in ("seats", "places", "question", "phase"):
            assert after[part] == before[part]
        assert ann.last["chat"]["lines"][-1]["text"] == "back soon"
        play([ann, ben])
        assert ann.last["table"]["over"]


def test_rules_that_changed_since_are_not_played_on(tmp_path: Path) -> None:
    rules = tmp_path / "own.rules"
    text = (Path(__file__).parents[2] / "games/nokosu.rules").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    with serving(tmp_path, {"own": rules}) as served:
        table, token = served.table("own", **SHORT)
        host = served.client(table, token)
        for seat in (1, 2, 3):
            host.do("bot", seat=seat, kind="random")
        host.do("start")
    rules.write_text(text.replace("ZERO_BONUS = 10", "ZERO_BONUS = 11"), encoding="utf-8")
    with serving(tmp_path, {"own": rules}) as served:
        host = served.client(table, token)
        assert "The rules are not those" in host.wait("people")["fault"]
        host.do("give_up")
        host.do("start")
        assert host.last["people"]["fault"] == ""


def test_a_new_key_for_the_host_while_the_server_runs(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        table, old = served.table("nokosu", **SHORT)
        host, ann = served.client(table, old), served.client(table).sit(1, "Ann")
        with pytest.raises(Refused, match="no table `x`"):
            new_host_key(str(tmp_path / "t.db"), "x")
        new = new_host_key(str(tmp_path / "t.db"), table)
        ann.do("ready", ready=True)  # the table is saved, with what the server knows
        assert served.client(table, new).wait("people")["host"]
        assert "no longer opens" in gone(served.client(table, old))
        assert "Only the host" in host.ask("free", seat=1)["why"]
        assert served.run(served.hub.store.words()) == {}
        newer = new_host_key(str(tmp_path / "t.db"), table)
        served.run(served.hub.watch())
        assert "no longer opens" in gone(served.client(table, new))
        newest = new_host_key(str(tmp_path / "t.db"), table)
    with serving(tmp_path) as served:
        assert served.client(table, newest).wait("people")["host"]
        assert "no longer opens" in gone(served.client(table, newer))


@pytest.mark.parametrize("content", [b"not a database, but long enough to be looked at" * 9, None])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "t.db"
    if content is not None:
        path.write_bytes(content)
    else:
        store = Store(str(path))
        store.thread.submit(lambda: store.file.execute("UPDATE meta SET value = '99'").connection.commit()).result()
        store.close()
    before = path.read_bytes()
    with pytest.raises(BadStore, match=r"cannot be used|another version"):
        Store(str(path))
    assert path.read_bytes() == before


def test_old_tables_are_cleared_away(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        table, _ = served.table("nokosu")
        served.hub.now = lambda: 4e9
        served.run(served.hub.sweep(60.0))
        with pytest.raises(Refused, match="no such table"):
            served.run(served.hub.find(table))


def test_the_client_of_the_page_about_the_protocol_plays(served: Served) -> None:
    page = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    table, token = served.table("nokosu", **SHORT)
    host = served.client(table, token)
    with ThreadPoolExecutor(3) as threads:
        views = [threads.submit(names["play"], served.url, table, seat, f"Robot {seat}") for seat in (1, 2, 3)]
        while any(seat["kind"] == "open" for seat in host.wait("people")["seats"]):
            pass
        host.do("start")
        seen = [each.result(PATIENCE) for each in views]
    assert all(view["over"] and view["winners"] == seen[0]["winners"] for view in seen)


def test_the_page_about_the_protocol_lists_every_action() -> None:
    page = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| `")]
    listed = {row[0].strip("`"): (row[1], row[2]) for row in rows if len(row) == 4}
    del listed["do"]
    assert listed.pop("replay")[1] == "anyone"
    assert listed == {
        name: (", ".join(f"`{word}`" for word in action.takes), action.who) for name, action in ACTIONS.items()
    }


def test_small_frames_are_sent_at_once() -> None:
    """A frame does not wait until the one before is acknowledged: that takes a client up to 40 ms."""

    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()
        listener = listen(Plan(port=0))

        async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            link = writer.get_extra_info("socket")
            found.set_result(link.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(come, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            writer.close()
            return int(await found)

    assert asyncio.run(accepted())
