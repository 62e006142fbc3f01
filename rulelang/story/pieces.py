"""Pieces in a line of text, as short as they can be told apart.

Where all pieces are of one kind the kind is left out; pieces whose first of two fields is the same are told together,
and alike pieces are counted: `blue 3 5 · red 0`, `apple ×2 · pear`. Where kinds are mixed each is named: `Card blue
3 · Die red 4`. A field that is a long text is left out everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rulelang.cli.terminal import enumerate_words

LOOK = re.compile(r"(\w+)(?:\((.*)\))?", re.DOTALL)
BETWEEN = " · "
IRREGULAR = {"die": "dice", "leaf": "leaves", "penny": "pence", "foot": "feet", "mouse": "mice", "sheep": "sheep"}
Look = tuple[str, tuple[str, ...]]


def read_look(text: str) -> Look:
    """`Card(blue, 3)` as its kind and fields; long texts among the fields are left out."""
    found = LOOK.fullmatch(text)
    if not found:
        return text, ()
    kind, fields = found.group(1), split(found.group(2) or "")
    return kind, tuple(part for part in fields if not is_prose(part)) or tuple(fields)


def split(text: str) -> list[str]:
    """Parts between commas, but for those inside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def is_prose(field: str) -> bool:
    """A text of several words; members and numbers are one word, a name has two at most."""
    return field.count(" ") > 1 and field[0] not in "[(" and not LOOK.fullmatch(field)


def short(text: str) -> str:
    """A piece, or an action with pieces, without the long texts among its fields."""
    kind, fields = read_look(text)
    return f"{kind}({', '.join(map(short, fields))})" if fields else kind


def line_of(entry: Mapping[str, Any]) -> str:
    """What a zone of a view holds; `–` if nothing."""
    seen = texts(piece for piece in entry["pieces"] if "pieces" not in piece)
    groups = [piece for piece in entry["pieces"] if "pieces" in piece]
    ordered = entry["order"] in ("row", "pile")
    shown = [*([told(seen, ordered)] if seen else []), *map(group, groups)]
    listed = sum(piece.endswith("(?)") for piece in seen)  # a row names the unseen at their places
    if sum(entry["unseen"].values()) > listed:
        shown += [amount(kind, number) for kind, number in entry["unseen"].items()]
    return BETWEEN.join(shown) or "–"


def group(entry: Mapping[str, Any]) -> str:
    """A group with what it holds: `Pack(apple) [apple ×3]`."""
    return f"{entry['text']} [{line_of({'order': 'set', **entry})}]"


def texts(pieces: Iterable[Mapping[str, Any]]) -> list[str]:
    """Pieces of a view by their looks."""
    return [piece["text"] for piece in pieces]


def is_piece(value: Any) -> bool:
    """Is it a piece, as a view has them?"""
    return isinstance(value, Mapping) and {"text", "kind", "fields"} <= value.keys()


def told(pieces: Sequence[str], ordered: bool = False) -> str:
    """Some pieces in a line; in a row or pile each stands in its place."""
    looks = [read_look(piece) for piece in pieces]
    kinds = {kind for kind, _ in looks}
    if ordered:
        return BETWEEN.join(one(look, len(kinds) > 1) for look in looks)
    return BETWEEN.join(part for kind in dict.fromkeys(kind for kind, _ in looks) for part in parts(looks, kind, kinds))


def parts(looks: Sequence[Look], kind: str, kinds: set[str]) -> list[str]:
    """The pieces of a kind, those with the same first of two fields together."""
    fields = [each for name, each in looks if name == kind]
    prefix = f"{kind} " if len(kinds) > 1 else ""
    if fields and all(len(each) == 2 for each in fields):
        pairs = sorted(fields, key=first_seen(fields))
        return [
            f"{prefix}{first} {' '.join(second for _, second in group)}"
            for first, group in groupby(pairs, key=lambda pair: pair[0])
        ]
    return [times(one((kind, each), bool(prefix)), number) for each, number in Counter(fields).items()]


def first_seen(fields: Sequence[tuple[str, ...]]) -> Any:
    """Sorts by the first field, in the order in which its values appear."""
    order = {first: place for place, first in reversed(list(enumerate(first for first, _ in fields)))}
    return lambda pair: order[pair[0]]


def one(look: Look, named: bool) -> str:
    """A single piece; `?` if it is not seen."""
    kind, fields = look
    if not fields:
        return kind
    return f"{kind} {' '.join(fields)}" if named else " ".join(fields)


def times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"


# ---------------------------------------------------------------- how many


def plural(word: str) -> str:
    """Several of a kind."""
    lower = word.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower].capitalize() if word[:1].isupper() else IRREGULAR[lower]
    if re.search(r"[^aeiou]y$", lower):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", lower) else f"{word}s"


def counted(kinds: Mapping[str, int]) -> str:
    """`a Card`, `10 Cards and 2 Dice`."""
    return enumerate_words([amount(kind, number) for kind, number in kinds.items()])


def amount(kind: str, number: int) -> str:
    return f"{number} {plural(kind)}" if number > 1 else f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"
