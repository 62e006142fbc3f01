"""What a client may ask a table to do: one row per action, with who may do it and which arguments it takes.

An action changes the room and returns the rows that must be on the disk before it is acknowledged. An action that is
not possible is refused with a sentence. Nothing else changes a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang.base.hidden import safe
from rulelang.table import bots, store
from rulelang.table.hub import Hub
from rulelang.table.live import Client, Live
from rulelang.table.room import PERSON, Refused, Settings
from rulelang.table.store import Statement

NAME, CHAT, WORD = 24, 500, 200  # the most letters of a name, a chat line, and anything else
MANY = 200  # settings

Message = dict[str, Any]
ANYONE, SEATED, HOST, OWNER = "anyone", "a seat", "the host", "the host or who sits there"


@attrs.define
class Result:
    """Rows to write to the disk, the reply to the client, a chat line for all, and whether the table has changed."""

    rows: list[Statement] = attrs.field(factory=list)
    reply: Message = attrs.field(factory=dict)
    chat: Message | None = None
    changed: bool = attrs.field(default=attrs.Factory(lambda self: bool(self.rows), takes_self=True))


@attrs.frozen
class Action:
    who: str
    takes: dict[str, type]
    run: Callable[[Hub, Live, Client, Message], Any]


async def perform(hub: Hub, live: Live, client: Client, message: Message) -> None:
    """Do what a message asks, or refuse it and change nothing."""
    try:
        async with live.lock:
            await act(hub, live, client, message)
    except Refused as error:
        await hub.tell_fault(live)
        client.send({"type": "refused", **mark_of(message), "why": str(error)})


async def act(hub: Hub, live: Live, client: Client, message: Message) -> None:
    """Do what a message asks, write it to the disk and acknowledge it; then tell the others."""
    result = run(hub, live, client, message)
    result = await result if hasattr(result, "__await__") else result
    if result.rows:
        await hub.save(live, result.rows)
    if result.chat is not None:
        for each in live.clients:
            each.send(result.chat)
    done = {"type": "done", **mark_of(message), **result.reply}
    if result.changed:
        await hub.tell(live, client, done)
    else:
        client.send(done)


def run(hub: Hub, live: Live, client: Client, message: Message) -> Any:
    """The result of the action that a message names, if its sender may do that."""
    name = message.get("do")
    action = ACTIONS.get(name) if isinstance(name, str) else None
    if action is None:
        raise Refused("That is nothing a table can do; see the page about the protocol.")
    if action.who == SEATED and client.seat is None:
        raise Refused("You look on: sit down first.")
    if action.who == HOST and not client.host:
        raise Refused("Only the host of the table may do that.")
    if action.who == OWNER and not client.host and (client.seat is None or message.get("seat") != client.seat):
        raise Refused("Only the host, or whoever sits there, may do that.")
    for word, kind in action.takes.items():
        check(word, message.get(word), kind)
    return action.run(hub, live, client, message)


def mark_of(message: Message) -> Message:
    """The id of a message, so that its sender knows which message a reply belongs to."""
    return {"id": message["id"]} if isinstance(message.get("id"), int | str) else {}


def check(word: str, value: Any, kind: type) -> None:
    """Refuse a part of a message that has the wrong type or is too long."""
    fits = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    if not fits:
        raise Refused(f"`{word}` must be {KINDS[kind]}.")
    if kind is int and abs(value) > 1 << 31:
        raise Refused(f"`{word}` is too large.")
    if kind is str and len(value) > 2000:
        raise Refused(f"`{word}` is too long.")


KINDS = {int: "a whole number", str: "a text", bool: "true or false", dict: "an object", list: "a list"}


def keep(hub: Hub, live: Live) -> Statement:
    return store.keep_room(live.room.id, live.room.state(), hub.now())


# ---------------------------------------------------------------- sitting


def sit(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Take a free seat; only this client gets the key to it."""
    name = tidy(message["name"], NAME)
    if not name:
        raise Refused("Say how you are called.")
    if client.seat is not None:
        raise Refused("You sit already; stand up first.")
    token = live.room.sit(message["seat"], name)
    client.seat = message["seat"]
    return Result([keep(hub, live)], {"seat": message["seat"], "token": token})


def stand(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Leave one's seat."""
    assert client.seat is not None
    empty(live, client.seat)
    return Result([keep(hub, live)])


def rename(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    assert client.seat is not None
    name = tidy(message["name"], NAME)
    others = [seat.name for at, seat in enumerate(live.room.seats, 1) if at != client.seat]
    if not name or name in others:
        raise Refused("Choose a name that nobody else here has.")
    live.room.seats[client.seat - 1].name = name
    return Result([keep(hub, live)])


def ready(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    assert client.seat is not None
    live.room.seats[client.seat - 1].ready = message["ready"]
    return Result([keep(hub, live)])


def free(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """The host frees a seat; whoever sat there becomes a spectator."""
    live.room.at(message["seat"])
    empty(live, message["seat"])
    return Result([keep(hub, live)])


def empty(live: Live, at: int) -> None:
    live.room.leave(at)
    unseat(live, at)


def unseat(live: Live, at: int) -> None:
    """Turn the connections of a seat into spectators, or dismiss them if the host allows no spectators."""
    for each in list(live.clients):
        if each.seat == at:
            each.seat, each.course = None, ()
            each.last.clear()
            if live.room.match is not None and live.room.watch and not each.raw:
                each.send(live.viewer(None).whole())
            if not live.room.watch and not each.host and live.room.match is not None:
                each.dismiss("You have no seat here any more, and the host lets nobody look on.")


def renew(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """A new key to a seat whose holder has lost the old one; the old one is no longer valid."""
    token = live.room.renew(message["seat"])
    unseat(live, message["seat"])
    return Result([keep(hub, live)], {"seat": message["seat"], "token": token})


def bot(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Let a bot play a seat; if a person sits there, the bot only holds the seat for them."""
    if message["kind"] not in bots.KINDS:
        raise Refused(f"There is no bot `{tidy(message['kind'], 40)}`; there are: {', '.join(bots.KINDS)}.")
    live.room.give_to_bot(message["seat"], message["kind"])
    return Result([keep(hub, live)])


def back(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """The person takes the seat back from the bot that held it."""
    live.room.give_back(message["seat"])
    return Result([keep(hub, live)])


# ---------------------------------------------------------------- setting up


async def settle(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Change what is played: the game, the number of players, options, variants and mods."""
    room = live.room
    if room.phase == "play":
        raise Refused("A game is under way; it must end before another one is set up.")
    settings = read_settings(message["settings"])
    game = await hub.shelf.game(settings)
    settings.players = game.players
    live.resize(game.players)
    room.settings, room.game, room.match = settings, game, None
    live.viewers.clear()
    return Result([keep(hub, live)])


def read_settings(given: dict[str, Any]) -> Settings:
    """Check every part of the settings that a client sent."""
    players, options, name = given.get("players"), given.get("options", {}), given.get("game")
    variants, mods = given.get("variants", []), given.get("mods", [])
    counted = players is None or (isinstance(players, int) and not isinstance(players, bool))
    if counted and isinstance(options, dict) and isinstance(variants, list) and isinstance(mods, list):
        texts = [name, *variants, *mods, *options, *options.values()]
        if len(texts) <= MANY and all(isinstance(each, str) and len(each) <= WORD for each in texts):
            return Settings(str(name), players, variants, options, mods)
    raise Refused("These settings cannot be read: give `game`, `players`, `variants`, `options` and `mods`.")


def watch(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Allow spectators, or not."""
    live.room.watch = message["watch"]
    if not message["watch"]:
        for each in list(live.clients):
            if each.seat is None and not each.host:
                each.dismiss("The host lets nobody look on.")
    return Result([keep(hub, live)])


def start(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """A new match, or a rematch."""
    room = live.room
    before = room.number
    head = room.begin(hub.new_seed())
    assert room.number == before + 1
    for seat in room.seats:
        seat.ready = seat.is_bot
    return Result([store.keep_match(room.id, room.number, head), keep(hub, live)])


def give_up(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """The host ends a match that nobody will finish; the table goes back to its lobby."""
    room = live.room
    room.give_up()
    live.viewers.clear()
    head: dict[str, Any] = {"seed": "0", "settings": None, "rules": {}}
    return Result([store.keep_match(room.id, room.number, head), keep(hub, live)])


# ---------------------------------------------------------------- playing


def answer(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Answer the question that the message names; a double click or a late answer does nothing."""
    room = live.room
    assert client.seat is not None
    if room.match is None or message["question"] != live.viewer(client.seat).open_question():
        raise Refused("That question is no longer open.")
    if room.seats[client.seat - 1].kind != PERSON:
        raise Refused("A bot plays your seat; take it back first.")
    room.choose(client.seat, message["option"])
    return Result(hub.keep_answers(room, len(room.acts) - 1))


def undo(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Take back one's last answer; if somebody has learned something since, all must agree first."""
    room = live.room
    assert client.seat is not None
    if room.match is None or room.last_answer(client.seat) is None or room.match.over:
        raise Refused("There is nothing to take back.")
    if not room.is_free_to_undo(client.seat):
        room.asking, room.agreed = client.seat, set()
        if room.must_agree():
            return Result(reply={"asked": True}, changed=True)
    return Result(take_back(hub, live, client.seat))


def agree(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Agree or disagree that somebody takes back an answer."""
    room = live.room
    assert client.seat is not None
    if room.asking is None or client.seat == room.asking:
        raise Refused("Nobody asks you to agree to anything.")
    if not message["agree"]:
        room.stop_asking()
        return Result(changed=True)
    room.agreed.add(client.seat)
    if room.must_agree():
        return Result(changed=True)
    return Result(take_back(hub, live, room.asking))


def take_back(hub: Hub, live: Live, seat: int) -> list[Statement]:
    room = live.room
    at = room.undo(seat)
    return [store.drop_answers(room.id, room.number, at), *hub.keep_answers(room, at), keep(hub, live)]


def why(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """Why something is not offered now."""
    room = live.room
    if room.match is None or room.decision(client.seat) is None or room.match.decision is None:
        raise Refused("You are not asked now.")
    if room.match.decision.seat != client.seat:
        raise Refused("While all choose at the same time this cannot be told.")
    found = room.match.why(message["words"][:WORD])
    return Result(reply={"text": str(found) if found is not None else "Nothing that you see is called so."})


def say(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """A line of chat."""
    room, text = live.room, tidy(message["text"], CHAT)
    if not text:
        raise Refused("There is nothing to say.")
    if client.seat is None:
        raise Refused("Only those who sit at the table can chat.")
    name = room.seats[client.seat - 1].name
    room.chat = [*room.chat, (client.seat, name, text)][-store.KEPT_CHAT :]
    rows = store.keep_chat(room.id, client.seat, name, text, hub.now())
    return Result(rows, chat={"type": "chat", "lines": [{"seat": client.seat, "name": name, "text": text}]})


def tidy(text: str, most: int) -> str:
    """A stranger's text on one line, with hidden characters shown by their numbers, and cut to a maximum length, though
    never within such a number.
    """
    found = ""
    for letter in " ".join(text.split()):
        if len(found) + len(safe(letter)) > most:
            break
        found += safe(letter)
    return found.strip()


# ---------------------------------------------------------------- links


def qr(hub: Hub, live: Live, client: Client, message: Message) -> Result:
    """A link as a QR code: rows of dark and light."""
    import segno

    if len(message["text"]) > 300:
        raise Refused("That is too long for a QR code.")
    rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(message["text"], micro=False).matrix]
    return Result(reply={"rows": rows})


# action: who may do it, what it takes, and what it does
ACTIONS = {
    "sit":      Action(ANYONE, {"seat": int, "name": str}, sit),
    "stand":    Action(SEATED, {}, stand),
    "rename":   Action(SEATED, {"name": str}, rename),
    "ready":    Action(SEATED, {"ready": bool}, ready),
    "answer":   Action(SEATED, {"question": str, "option": int}, answer),
    "undo":     Action(SEATED, {}, undo),
    "agree":    Action(SEATED, {"agree": bool}, agree),
    "why":      Action(SEATED, {"words": str}, why),
    "say":      Action(SEATED, {"text": str}, say),
    "qr":       Action(ANYONE, {"text": str}, qr),
    "start":    Action(HOST, {}, start),
    "settle":   Action(HOST, {"settings": dict}, settle),
    "give_up":  Action(HOST, {}, give_up),
    "watch":    Action(HOST, {"watch": bool}, watch),
    "free":     Action(HOST, {"seat": int}, free),
    "renew":    Action(HOST, {"seat": int}, renew),
    "bot":      Action(HOST, {"seat": int, "kind": str}, bot),
    "back":     Action(OWNER, {"seat": int}, back),
}  # fmt: skip
