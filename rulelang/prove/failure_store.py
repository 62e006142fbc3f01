"""Known failures: they are kept in the user's cache folder, as a Hypothesis database, and tried first.

A failure is stored as an explicit plan, which means the same whatever else is drawn. A plan that no longer fails is
forgotten. Failures belong to their file, even when its text changes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, InMemoryExampleDatabase

from rulelang.prove.plan import Plan
from rulelang.prove.tables import Rules, Table

KEY = b"rulelang plans 1"


@attrs.frozen
class Known:
    """The known failures of one file."""

    store: ExampleDatabase

    @classmethod
    def of(cls, rules: Rules, folder: Path | None) -> Known:
        """Those in a folder; without one, none are kept."""
        if folder is None:
            return cls(InMemoryExampleDatabase())
        path = os.path.abspath(rules.source.name)
        name = f"{Path(path).stem}-{hashlib.sha256(path.encode()).hexdigest()[:16]}"
        return cls(DirectoryBasedExampleDatabase(folder / "failures" / name))

    def plans(self) -> Iterator[tuple[bytes, Plan]]:
        """Simplest first; what cannot be read is forgotten."""
        for data in sorted(self.store.fetch(KEY), key=lambda each: (len(each), each)):
            try:
                yield data, from_json(json.loads(data))
            except (ValueError, KeyError, TypeError):
                self.forget(data)

    def keep(self, plan: Plan) -> bytes:
        data = json.dumps(to_json(plan), ensure_ascii=False).encode()
        self.store.save(KEY, data)
        return data

    def forget(self, data: bytes) -> None:
        self.store.delete(KEY, data)


def to_json(plan: Plan) -> dict[str, Any]:
    return attrs.asdict(plan)


def from_json(value: dict[str, Any]) -> Plan:
    table = value["table"]
    options = tuple((name, tuple(each) if isinstance(each, list) else each) for name, each in table["options"])
    at = Table(int(table["players"]), tuple(table["variants"]), options)
    pairs = {name: tuple((int(a), int(b)) for a, b in value[name]) for name in ("draws", "choices")}
    return Plan(at, value["seed"], value["lean"], value["luck"], **pairs, stop=value["stop"])
