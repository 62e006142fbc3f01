"""A recorded game from a file: a record, or a trace, which holds all that a record does."""

from __future__ import annotations

import json
from typing import Any

from rulelang.cli.errors import refusal
from rulelang.play.errors import BadRecord
from rulelang.play.record import FORMAT, VERSION, checked, read_record

TRACE = "rulelang trace"
LARGEST = 256 << 20  # bytes


def read_recorded(path: str) -> dict[str, Any]:
    """The record in a file, or the record of a trace."""
    try:
        lines = trace_in(path)
        return from_trace(lines, path) if lines is not None else read_record(path)
    except BadRecord as error:
        raise refusal(str(error)) from None


def trace_in(path: str) -> list[dict[str, Any]] | None:
    """The lines of a trace; None if the file is none."""
    try:
        with open(path, "rb") as file:
            first = file.readline(LARGEST)
            head = json.loads(first)
            if not isinstance(head, dict) or head.get("format") != TRACE:
                return None
            return [head, *map(json.loads, file.read(LARGEST).splitlines())]
    except (OSError, ValueError, RecursionError):
        return None


def is_trace(path: str) -> bool:
    return trace_in(path) is not None


def from_trace(lines: list[dict[str, Any]], path: str) -> dict[str, Any]:
    """The record that a trace holds: its header, and the answers that were asked for."""
    head, *events = lines
    asked = [line for line in events if isinstance(line, dict) and line.get("event") == "chose" and line.get("asked")]
    answers = [
        {"seat": line.get("seat"), "name": line.get("name"), "value": line.get("answer"), "index": line.get("taken")}
        for line in asked
    ]
    fields = {key: value for key, value in head.items() if key not in ("event", "pieces", "zones")}
    return checked({**fields, "format": FORMAT, "version": VERSION, "answers": answers}, f"`{path}`")
