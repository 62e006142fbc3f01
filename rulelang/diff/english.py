"""Changes in words: the name of a thing, its new value and its old one. `present.english` inflects the words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.base.source import Span
from rulelang.diff.model import Change, Lines
from rulelang.present.english import capital, is_run, series
from rulelang.present.english import words_of as plain
from rulelang.syntax import nodes


def title(name: str, text: object = None) -> str:
    """The title of a thing: its text up to the first stop, or its name."""
    said = str(text or "")
    short = re.split(r"[;:.]", said)[0].strip()
    return capital(short if 0 < len(short) <= 60 else plain(name))


def source(span: Span) -> str:
    """A part of the rules on one line, without tags."""
    return " ".join(re.sub(r"\s*\[[A-Z]+-\d[^\]\n]*\]", "", span.text).split())


def same(old: Any, new: Any) -> bool:
    """Whether it is the same thing, or has the same source text."""
    return old is new or (old is not None and new is not None and source(old.span) == source(new.span))


def value_text(node: Any) -> str:
    """The value of a function or hook: a name in words, else as written."""
    value = getattr(node, "value", node)
    if isinstance(value, nodes.Name):
        return plain(str(value.name))
    return source(value.span)


def was(label: str, after: str, before: str) -> str:
    """`Rounds in a game: 5 (was 4)`; sentences get a colon."""
    colon = ":" if " " in before else ""
    return f"{label}: {after} (was{colon} {before})"


def by_players(label: str, before: Mapping[int, str], after: Mapping[int, str]) -> str:
    """A value that may depend on the number of players, where it has changed."""
    groups: dict[tuple[str | None, str], list[int]] = {}
    for players in after:
        pair = (before.get(players), after[players])
        if pair[0] != pair[1]:
            groups.setdefault(pair, []).append(players)
    same = len(groups) == 1 and len(next(iter(groups.values()))) == len(after)
    said = []
    for (old, new), counts in groups.items():
        text = f"{new}" if old is None else f"{new} (was {old})"
        said.append(text if same else f"{text} with {player_counts(counts)}")
    return f"{label}: {'; '.join(said)}"


def player_counts(counts: Sequence[int]) -> str:
    """`3 and 4 players`, `2 to 5 players`."""
    if is_run(counts):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{series(map(str, counts))} player{'' if counts == [1] else 's'}"


def declaration_change(sort: str, key: str, before: Any, after: Any, text: str, follows: bool = False) -> Change:
    """A change of a declaration, with the lines of both."""
    what = "added" if before is None else "removed" if after is None else "changed"
    lines = [Lines.of(node.span) if node is not None and not follows else None for node in (before, after)]
    return Change(sort, key, what, text, lines[0], lines[1], follows)


def text_of(node: Any) -> str:
    return str(getattr(node, "text", None) or "")
