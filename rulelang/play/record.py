"""A game as it can be kept: what was played, the seed, and the answers that were asked for.

Everything else follows from these. A record is JSON; it names a hash of each declaration of the rules, so that
a replay under other rules is refused with the names of what has changed. `anyway` replays all the same, and
finds answers by their value.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from rulelang.base import rng
from rulelang.diagnostics import nearest
from rulelang.engine.errors import RuleError
from rulelang.link.linker import LANGUAGE_VERSION
from rulelang.play.errors import BadRecord

if TYPE_CHECKING:
    from rulelang.play.game import Game
    from rulelang.play.match import Decision, Match

FORMAT = "rulelang record"
VERSION = 1
LARGEST = 64 << 20  # bytes; a long game has less than a thousandth of it

# field: what it must be, in words and as a test
FIELDS: dict[str, tuple[str, type | tuple[type, ...]]] = {
    "language": ("a number", int),
    "rng": ("a number", int),
    "title": ("a text", str),
    "source": ("a text", str),
    "declarations": ("hashes by name", dict),
    "players": ("a number", int),
    "options": ("values by name", dict),
    "variants": ("a list of names", list),
    "mods": ("a list of names", list),
    "seed": ("a number", int),
    "index": ("a number", int),
    "chance": ("outcomes by number of draw", dict),
    "answers": ("a list of answers", list),
}


def header(game: Game, seed: int, index: int) -> dict[str, Any]:
    """The fields that stand before the game is played; a trace begins with the same."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": LANGUAGE_VERSION,
        "rng": rng.VERSION,
        "title": game.title,
        "source": game.name,
        "declarations": dict(game.typed.hashes),
        "players": game.players,
        "options": game.options,
        "variants": list(game.variants),
        "mods": list(game.mods),
        "seed": seed,
        "index": index,
    }


def record(match: Match) -> dict[str, Any]:
    """The record of a match so far."""
    result = {"winners": list(match.winners), "scores": list(match.scores.values())} if match.over else None
    return {
        **header(match.game, match.seed, match.index),
        "chance": {str(number): outcome for number, outcome in match.scripted_draws().items()},
        "answers": [answer.to_json() for answer in match.answers],
        "result": result,
    }


@attrs.frozen
class Answer:
    """An asked answer: whose, to what, and which."""

    seat: int
    name: str
    value: int | str
    index: int

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)


# ---------------------------------------------------------------- reading


def read_record(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The record in a file."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(
            f"`{name}` cannot be read ({(error.strerror or str(error)).lower()}); check the name."
        ) from None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord(f"`{name}` is not a record: it is not JSON; a record is what `match.record()` gives.") from None
    return checked(value, f"`{name}`")


def checked(value: object, name: str = "This") -> dict[str, Any]:
    """A record that has all its parts; the sentence says which one is wrong."""
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise BadRecord(f'{name} is not a record of a game: it does not say `"format": "{FORMAT}"`.')
    if value.get("version") != VERSION:
        raise BadRecord(
            f"{name} is a record of version {value.get('version')!r}, and this rulelang reads version {VERSION}."
        )
    for field, (words, kind) in FIELDS.items():
        if not isinstance(value.get(field), kind) or isinstance(value.get(field), bool):
            raise BadRecord(f"{name} is damaged: its `{field}` is not {words}.")
    for number, answer in enumerate(value["answers"], 1):
        if not is_answer(answer):
            raise BadRecord(f"{name} is damaged: answer {number} has no seat, name, value and index.")
    if not all(key.isdecimal() and isinstance(each, int) for key, each in value["chance"].items()):
        raise BadRecord(f"{name} is damaged: its `chance` is not outcomes by number of draw.")
    if value["language"] != LANGUAGE_VERSION or value["rng"] != rng.VERSION:
        raise BadRecord(
            f"{name} was made with another version of the language or of chance, and cannot be replayed here."
        )
    return dict(value)


def is_answer(value: object) -> bool:
    kinds = {"seat": int, "name": str, "value": (int, str), "index": int}
    return isinstance(value, Mapping) and all(isinstance(value.get(key), kind) for key, kind in kinds.items())  # type: ignore[arg-type]


def settings_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """What `load` must be given, besides the file, to play the game of a record."""
    return {key: value[key] for key in ("players", "variants", "options", "mods")}


# ---------------------------------------------------------------- replaying


def replay(game: Game, value: object, anyway: bool = False) -> Match:
    """The match of a record, as far as it was played."""
    known = checked(value)
    same_table(game, known, anyway)
    changed = list(changes(known["declarations"], game.typed.hashes))
    if changed and not anyway:
        raise BadRecord(changed_sentence(known["declarations"], game.typed.hashes), changed)
    script = {int(number): outcome for number, outcome in known["chance"].items()}
    try:
        return carried_on(
            game.start(seed=known["seed"], index=known["index"], chance=script or None), known, anyway, changed
        )
    except (RuleError, ValueError) as error:
        raise BadRecord(f"The record leads to a game that cannot be played: {error}.", changed) from error


def carried_on(match: Match, known: Mapping[str, Any], anyway: bool, changed: list[str]) -> Match:
    """The match with the answers of a record."""
    for number, answer in enumerate(known["answers"], 1):
        decision = match.decision
        if decision is None:
            raise BadRecord(
                f"The record has {len(known['answers'])} answers, but the game is over after {number - 1}.", changed
            )
        match.choose(find(decision, answer, number, anyway, changed))
    return match


def same_table(game: Game, known: Mapping[str, Any], anyway: bool) -> None:
    """The game must be loaded as it was played."""
    ours: dict[str, Any] = {"title": game.title, "players": game.players}
    if not anyway:
        ours |= {"options": game.options, "variants": list(game.variants), "mods": list(game.mods)}
    for field, here in ours.items():
        if known[field] != here:
            there = json.dumps(known[field], ensure_ascii=False)
            raise BadRecord(f"The record has {field} {there}, not {json.dumps(here, ensure_ascii=False)}; load it so.")


def find(decision: Decision, answer: Mapping[str, Any], number: int, anyway: bool, changed: Iterable[str]) -> int:
    """The index of the recorded answer among the options."""
    values = [option.value for option in decision.options]
    at, value = answer["index"], answer["value"]
    if not anyway and answer["seat"] == decision.seat and 0 <= at < len(values) and values[at] == value:
        return int(at)
    if anyway and answer["seat"] == decision.seat and value in values:
        return at if 0 <= at < len(values) and values[at] == value else values.index(value)
    what = f"answer {number} of the record (P{answer['seat']}, {answer['name']}: {value})"
    if answer["seat"] != decision.seat:
        raise BadRecord(f"At {what} it is P{decision.seat} who is asked, for {decision.name}.", changed)
    near = nearest(str(value), map(str, values))
    raise BadRecord(f"At {what} this is not offered{f'; did it mean `{near}`?' if near else '.'}", changed)


# ---------------------------------------------------------------- what has changed


def changes(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """The declarations that are other, new or gone."""
    yield from (name for name in then if now.get(name) != then[name])
    yield from (name for name in now if name not in then)


def changed_sentence(then: Mapping[str, str], now: Mapping[str, str]) -> str:
    parts = (
        ("changed", [name for name in then if name in now and now[name] != then[name]]),
        ("gone", [name for name in then if name not in now]),
        ("new", [name for name in now if name not in then]),
    )
    told = "; ".join(f"{word}: {', '.join(f'`{name}`' for name in names)}" for word, names in parts if names)
    return f"The rules are not those the record was made with ({told}); replay it anyway to find the answers by value."
