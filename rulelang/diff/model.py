"""Two forms of a game, and the changes between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.files import display_path
from rulelang.base.source import Span
from rulelang.link import Linked
from rulelang.link.keys import key_of
from rulelang.lower import lower
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program
from rulelang.syntax import nodes


@attrs.define(slots=False)
class Side:
    """One form of a game: linked, checked, and lowered for every number of players that its options allow."""

    linked: Linked
    game: ir.Game
    options: dict[str, Any] = attrs.field(factory=dict)

    @cached_property
    def programs(self) -> dict[int, Program]:
        made = {players: lower(self.game, players, self.options) for players in self.game.players}
        return {players: program for players, (program, problems) in made.items() if not problems}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.game)

    @cached_property
    def nodes(self) -> dict[str, Any]:
        """The declarations by key, without the library's."""
        found = [node for node in self.linked.declarations if id(node) not in self.linked.library]
        return {key_of(node): node for node in found if hasattr(node, "name") or isinstance(node, SINGLE)}

    def all(self, *kinds: type) -> dict[str, Any]:
        return {key: node for key, node in self.nodes.items() if isinstance(node, kinds)}


def pairs(olds: Mapping[str, Any], news: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """By key what was there and what is there now: none where one is missing."""
    for key in {**olds, **news}:
        yield key, olds.get(key), news.get(key)


SINGLE = (nodes.Setup, nodes.Play, nodes.Winner, nodes.Invariant)


@attrs.frozen
class Lines:
    """Lines of rules: their place, and their text without tags."""

    file: str
    line: int
    text: tuple[str, ...]

    @classmethod
    def of(cls, span: Span) -> Lines:
        lines = re.sub(r"[ \t]*\[[A-Z]+-\d[^\]\n]*\]", "", span.text).rstrip().splitlines()
        return cls(display_path(span.source.name), span.line, tuple(line.rstrip() for line in lines if line.strip()))

    def to_json(self) -> dict[str, Any]:
        return {"file": self.file, "line": self.line, "text": list(self.text)}


@attrs.frozen
class Change:
    """One change: the sort of thing, its key, the kind of change, and a sentence. `follows`: a consequence that nobody
    wrote.
    """

    sort: str
    name: str
    what: str
    text: str
    before: Lines | None = None
    after: Lines | None = None
    follows: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "sort": self.sort,
            "name": self.name,
            "what": self.what,
            "text": self.text,
            "follows": self.follows,
            "before": self.before.to_json() if self.before else None,
            "after": self.after.to_json() if self.after else None,
        }


@attrs.frozen
class Difference:
    """All differences, in the order of a rulebook: data, actions, scoring."""

    before: str
    after: str
    text: str
    changes: tuple[Change, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "version": 1,
            "before": self.before,
            "after": self.after,
            "text": self.text,
            "changes": [each.to_json() for each in self.changes],
        }
