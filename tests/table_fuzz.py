"""Frames at random from strangers, from somebody who sits, and from the host, while proper answers come in between.

Whatever is sent, a table holds just the answers that were acknowledged, each once, in memory and on the disk.
"""

from __future__ import annotations

import json
import random
from typing import Any

from table_kit import Player, Served
from websockets.exceptions import ConnectionClosed

from rulelang.table.actions import ACTIONS

TOGETHER = 12  # frames of a connection, before it closes
ENDS = {"undo", "agree", "stand", "give_up"}  # what a seat or a host may do, and what would change what is counted


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
    name = dice.choice([*(set(ACTIONS) - ENDS), "hello", "replay", "", "__init__", None])
    takes = ACTIONS[name].takes if name in ACTIONS else {"a": 1}
    message = {"do": name, "id": dice.choice(odd), **{word: dice.choice(odd) for word in takes}}
    if dice.random() < 0.2:
        message["settings"] = {key: dice.choice(odd) for key in ("game", "players", "variants", "options", "mods")}
    return message


def answers(dice: random.Random, player: Player) -> list[dict[str, Any]]:
    """A proper answer, sent once or twice; or one to a question that is not open, or with an option that is none."""
    question = player.question()
    if question is None:
        return []
    option = dice.randrange(len(question["options"]))
    proper = {"do": "answer", "question": question["id"], "option": option}
    wrong = dice.choice([{**proper, "question": "1.0.2"}, {**proper, "option": len(question["options"]) + 3}])
    return dice.choice([[proper], [proper, proper], [wrong, proper], [wrong]])


def fuzz_table(served: Served, frames: int, seed: int) -> tuple[list[str], int]:
    """So many frames at one table: what went wrong, and how many answers were acknowledged."""
    dice, sent = random.Random(seed), 0
    table, host_key = served.table("nokosu", players=3)
    people = [served.client(table).sit(seat, f"N{seat}") for seat in (1, 2, 3)]
    served.client(table, host_key).do("start")
    before, given = standing(served, table), {seat: list[int]() for seat in (1, 2, 3)}
    wrong: list[str] = []
    while sent < frames:
        asked = served.run(served.hub.find(table)).room.asked_seats()
        seat = dice.choice([0, 1, 2, 3, 4, *asked * 5])  # 0 looks on, 4 is the host
        key = None if seat == 0 else host_key if seat == 4 else people[seat - 1].token
        client = served.client(table, key)
        client.wait("people")
        sent += burst(client, dice, given.get(seat, []))
        wrong += [f"a traceback in {frame}" for frame in client.frames if "Traceback" in json.dumps(frame)]
        client.close()
    wrong += differences(served, table, given)
    if standing(served, table) != before:
        wrong.append("seats or settings are not what they were")
    return wrong, sum(map(len, given.values()))


def burst(client: Player, dice: random.Random, given: list[int]) -> int:
    """Some frames, good and bad; the answers that are acknowledged are noted. The result is how many were sent."""
    client.drain(0.01)
    frames = [scrambled(dice, "1.0.9") for _ in range(TOGETHER)]
    at = dice.randrange(TOGETHER)
    frames[at:at] = proper = answers(dice, client)
    for number, frame in enumerate(proper):
        frames[at + number] = {**frame, "id": f"mine{number}"}
    try:
        for frame in frames:
            client.send(frame)
        client.send({"do": "qr", "id": "the end", "text": "x"})
        while client.read().get("id") != "the end":
            pass
    except ConnectionClosed:
        pass  # too much that cannot be read: it was sent away
    done = {frame.get("id") for frame in client.frames if frame["type"] == "done"}
    given += [frame["option"] for number, frame in enumerate(proper) if f"mine{number}" in done]
    return len(frames)


def standing(served: Served, table: str) -> list[Any]:
    """What no frame of a fuzzer may change: what is played, who sits where, and whether others may look on."""
    room = served.run(served.hub.find(table)).room
    return [room.settings, [(seat.kind, seat.key) for seat in room.seats], room.number, room.watch]


def differences(served: Served, table: str, given: dict[int, list[int]]) -> list[str]:
    """Where the answers in memory, those on the disk and those that were acknowledged are not the same."""
    acts = served.run(served.hub.find(table)).room.acts
    kept = served.run(served.hub.store.read(table)).answers
    wrong = [] if [tuple(each) for each in kept] == acts else ["the disk has other answers than the table"]
    for seat, options in given.items():
        if [option for who, option in acts if who == seat] != options:
            wrong.append(f"P{seat}: other answers are played than were acknowledged")
    return wrong
