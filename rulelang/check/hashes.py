"""A hash of each declaration, to compare records, C libraries and learned policies with the rules.

It covers how a declaration affects play. Looks, credits and rulings have no hash, and texts, prompts, reasons, labels
and rule tags do not count: better words change no game.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from rulelang.base.frozen import Frozen, shown_fields
from rulelang.link.linker import Linked
from rulelang.syntax import nodes

WORDS = {"text", "prompt", "reason", "label", "tags"}
SAYS_NOTHING = nodes.Look | nodes.Credits | nodes.Ruling


class Hashes(Mapping[str, str]):
    """The hashes of a linked game by name, computed on first use."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked

    @functools.cached_property
    def by_name(self) -> dict[str, str]:
        texts: dict[str, list[str]] = {}
        for node in self.linked.declarations:
            if not isinstance(node, SAYS_NOTHING):
                texts.setdefault(record_name(node), []).append(meaning_text(node))
        for name, woven in self.linked.weaves.items():
            texts.setdefault(name, []).append(meaning_text(woven))
        return {name: hashlib.sha256("\n".join(each).encode()).hexdigest()[:16] for name, each in texts.items()}

    def __getitem__(self, name: str) -> str:
        return self.by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)


def meaning_text(value: Any) -> str:
    """A part of the tree as text; parts that play differently have different texts."""
    if isinstance(value, Frozen):
        cls: Any = type(value)
        parts = (f"{name}={meaning_text(getattr(value, name))}" for name in shown_fields(cls) if name not in WORDS)
        return f"{cls.__name__}({', '.join(parts)})"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(meaning_text, value))})"
    return repr(value)


def record_name(node: Any) -> str:
    """The name of a declaration in a record: its name or title, else its kind."""
    return str(getattr(node, "name", None) or getattr(node, "title", None) or type(node).__name__.lower())
