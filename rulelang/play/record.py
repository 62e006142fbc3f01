"""A game as it can be saved: what was played, the seed, and the answers that were asked for.

Everything else follows from these. A record is JSON; it contains a hash of each declaration of the rules, so that a
replay under other rules is refused with the names of what has changed. `anyway` replays it nevertheless and finds
answers by their values.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulelang.base import rng
from rulelang.base.escape import json_text
from rulelang.base.hidden import clean
from rulelang.base.source import LANGUAGE_VERSION
from rulelang.diagnostics import nearest
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Decision
from rulelang.play.errors import BadRecord
from rulelang.play.journal import from_journal, is_journal
from rulelang.play.progress import Loaded, P, Progress
from rulelang.play.record_shape import RECORD, briefly

FORMAT = "rulelang record"
VERSION = 1
LARGEST = 4 << 20  # bytes; a long game has less than a hundredth of it
MOST = 12  # names of declarations in a sentence


def header(game: Loaded, seed: int, index: int) -> dict[str, Any]:
    """The fields that stand before the game is played; a trace begins with the same."""
    begun = {"test": game.test.title} if game.test is not None else {}
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
        **begun,
        "seed": seed,
        "index": index,
    }


def record(match: Progress[Any]) -> dict[str, Any]:
    """The record of a match so far."""
    result = {"winners": list(match.winners), "scores": list(match.scores.values())} if match.over else None
    return {
        **header(match.game, match.seed, match.index),
        "chance": {str(number): outcome for number, outcome in match.scripted_draws().items()},
        "answers": [answer.to_json() for answer in match.answers],
        "result": result,
    }


# ---------------------------------------------------------------- reading


def read_record(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The record in a file; for the journal of an interrupted game, its complete answers."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            return parse_record(file.read(LARGEST + 1), f"`{name}`")[0]
    except OSError as error:
        raise BadRecord(
            f"`{name}` cannot be read ({(error.strerror or str(error)).lower()}); check the name."
        ) from None


def parse_record(data: bytes, name: str) -> tuple[dict[str, Any], bool]:
    """The record in the bytes of a file, and whether it was a journal whose last line was torn."""
    if len(data) > LARGEST:
        raise BadRecord(f"{name} is not a record: it is larger than {LARGEST >> 20} MiB.")
    first, _, rest = data.partition(b"\n")
    head = from_json(first)
    if is_journal(head):
        record, torn = from_journal(head, rest.splitlines(), name)
        return check_record({**record, "format": FORMAT}, name), torn
    value = from_json(data) if rest.strip() else head
    if value is None:
        raise BadRecord(f"{name} is not a record: it is not JSON; a record is what `match.record()` gives.")
    return check_record(value, name), False


def from_json(data: bytes) -> Any:
    """What a text of JSON stands for; None if it is none, or too deep."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def check_record(value: object, name: str = "This") -> dict[str, Any]:
    """A record that has all its parts; the sentence says which one is wrong."""
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise BadRecord(f'{name} is not a record of a game: it does not say `"format": "{FORMAT}"`.')
    version = value.get("version")
    if version != VERSION or isinstance(version, bool):
        raise BadRecord(f"{name} is a record of version {briefly(version)}, and this rulelang reads version {VERSION}.")
    for place, words in RECORD(value, ""):
        raise BadRecord(f"{name} is damaged: its `{place}` is not {words}.")
    if value["language"] != LANGUAGE_VERSION or value["rng"] != rng.VERSION:
        raise BadRecord(
            f"{name} was made with another version of the language or of chance, and cannot be replayed here."
        )
    return dict(value)


def settings_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """What `load` must be given, besides the file, to play the game of a record."""
    if value.get("test") is not None:
        return {"test": value["test"], "mods": value["mods"]}
    return {key: value[key] for key in ("players", "variants", "options", "mods")}


# ---------------------------------------------------------------- replaying


def replay(game: Loaded, start: Callable[..., P], value: object, anyway: bool = False) -> P:
    """The match of a record, as far as it was played."""
    known = check_record(value)
    same_table(game, known, anyway)
    changed = list(changes(known["declarations"], game.typed.hashes))
    if changed and not anyway:
        raise BadRecord(describe_changes(known["declarations"], game.typed.hashes), changed)
    script = {int(number): outcome for number, outcome in known["chance"].items()}
    try:
        return replay_answers(
            start(seed=known["seed"], index=known["index"], chance=script or None), known, anyway, changed
        )
    except (RuleError, ValueError) as error:
        raise BadRecord(f"The record leads to a game that cannot be played: {error}.", changed) from error


def replay_answers(match: P, known: Mapping[str, Any], anyway: bool, changed: list[str]) -> P:
    """The match with the answers of a record."""
    for number, answer in enumerate(known["answers"], 1):
        decision = match.decision
        if decision is None:
            raise BadRecord(
                f"The record has {len(known['answers'])} answers, but the game is over after {number - 1}.", changed
            )
        match.choose(find(decision, answer, number, anyway, changed))
    return match


def same_table(game: Loaded, known: Mapping[str, Any], anyway: bool) -> None:
    """Checks that the game is loaded with the settings it was played with."""
    ours: dict[str, Any] = {"title": game.title, "players": game.players, "test": game.test and game.test.title}
    if not anyway:
        ours |= {"options": game.options, "variants": list(game.variants), "mods": list(game.mods)}
    for field, here in ours.items():
        if known.get(field) != here:
            there = clean(json_text(known.get(field)))
            raise BadRecord(f"The record has {field} {there}, not {json_text(here)}; load it so.")


def find(decision: Decision, answer: Mapping[str, Any], number: int, anyway: bool, changed: Iterable[str]) -> int:
    """The index of the recorded answer among the options."""
    values = [option.value for option in decision.options]
    at, value = answer["index"], answer["value"]
    if not anyway and answer["seat"] == decision.seat and 0 <= at < len(values) and values[at] == value:
        return int(at)
    if anyway and answer["seat"] == decision.seat and value in values:
        return at if 0 <= at < len(values) and values[at] == value else values.index(value)
    what = f"answer {number} of the record (P{answer['seat']}, {briefly(answer['name'])}: {briefly(value)})"
    if answer["seat"] != decision.seat:
        raise BadRecord(f"At {what} it is P{decision.seat} who is asked, for {decision.name}.", changed)
    near = nearest(briefly(value), map(str, values))
    raise BadRecord(f"At {what} this is not offered{f'; did it mean `{near}`?' if near else '.'}", changed)


# ---------------------------------------------------------------- what has changed


def changes(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """The declarations that are other, new or gone."""
    yield from (name for name in then if now.get(name) != then[name])
    yield from (name for name in now if name not in then)


def describe_changes(then: Mapping[str, str], now: Mapping[str, str]) -> str:
    parts = (
        ("changed", [name for name in then if name in now and now[name] != then[name]]),
        ("gone", [name for name in then if name not in now]),
        ("new", [name for name in now if name not in then]),
    )
    told = "; ".join(f"{word}: {some_of(names)}" for word, names in parts if names)
    return f"The rules are not those the record was made with ({told}); replay it anyway to find the answers by value."


def some_of(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"{', '.join(f'`{briefly(name)}`' for name in names[:MOST])}{more}"
