"""A recorded game from a file: a record, the journal of an interrupted game, or a trace, which contains a record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulelang.cli.errors import refusal
from rulelang.cli.terminal import warn
from rulelang.play.errors import BadRecord
from rulelang.play.record import FORMAT, LARGEST, VERSION, check_record, from_json, parse_record

TRACE = "rulelang trace"


@attrs.frozen
class Recorded:
    """A record, and whether the file it comes from is a trace."""

    record: dict[str, Any]
    is_trace: bool = False


def read_recorded(path: str) -> Recorded:
    """Read the recorded game in a file once; for an interrupted game, say what is missing."""
    name = f"`{path}`"
    try:
        with open(path, "rb") as file:
            first = file.readline(LARGEST + 1)
            head = from_json(first)
            if isinstance(head, dict) and head.get("format") == TRACE:
                return Recorded(from_trace(head, file, name), is_trace=True)
            record, torn = parse_record(first + file.read(LARGEST + 1 - len(first)), name)
    except BadRecord as error:
        raise refusal(str(error)) from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise refusal(f"{name} cannot be read ({why}); check the name.") from None
    if torn:
        warn(f"The last line of {name} was cut off and is left out: {len(record['answers'])} answers are whole.")
    return Recorded(record)


def from_trace(head: dict[str, Any], lines: Iterable[bytes], name: str) -> dict[str, Any]:
    """The record in a trace: its header, and the answers to its questions."""
    answers = []
    for number, text in enumerate(lines, 2):
        line = from_json(text)
        if not isinstance(line, dict):
            raise BadRecord(f"{name} is damaged: line {number} is not an event.")
        if line.get("event") == "chose" and line.get("asked"):
            keys = {"seat": "seat", "name": "name", "value": "answer", "index": "taken"}
            answers.append({key: line.get(held) for key, held in keys.items()})
    fields = {key: value for key, value in head.items() if key not in ("event", "pieces", "zones")}
    return check_record({**fields, "format": FORMAT, "version": VERSION, "answers": answers}, name)
