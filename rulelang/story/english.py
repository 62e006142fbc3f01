"""The words of a story: seats, places, kinds of pieces and lists of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulelang.cli.terminal import enumerate_words
from rulelang.story.pieces import counted, is_piece, plural, read_look, short, told

FEW = 3  # so many pieces are named in full


@attrs.frozen
class Place:
    """A zone as events name it: `hand[P2]`, `deck`, `Trick.laid[P1]`."""

    name: str
    owner: int | None
    rest: str
    passing: bool
    """It belongs to a mechanism, and its pieces only pass through."""

    def __str__(self) -> str:
        return f"{self.name}{self.rest}"


def read_place(text: str) -> Place:
    """A place from its name; the seat in its first index owns it."""
    name, _, indexes = text.partition("[")
    first, *others = indexes.rstrip("]").split(", ")
    owner = int(first[1:]) if re.fullmatch(r"P\d+", first) else None
    left = others if owner else [part for part in (first, *others) if part]
    plain = name.rpartition(".")[2].replace("_", " ")
    return Place(plain, owner, f" {', '.join(left)}" if left else "", "." in name)


def humanise(name: str) -> str:
    """`PickDice` as a heading: Pick dice."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name.rpartition(".")[2])
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts).capitalize() or name


def third_person(verb: str) -> str:
    """`play` as P2 does it: plays."""
    return f"{verb}es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else f"{verb}s"


def kinds_of(pieces: Iterable[str]) -> Counter[str]:
    return Counter(read_look(piece)[0] for piece in pieces)


def listing(pieces: Sequence[str], unseen: Mapping[str, int] | None = None) -> str:
    """Pieces in a sentence: a few by name, many in short, those that are not seen counted."""
    shown: list[str] = []
    if len(pieces) <= FEW:
        shown += map(short, pieces)
    elif len(kinds_of(pieces)) == 1:
        shown.append(f"{plural(read_look(pieces[0])[0])} {told(pieces)}")
    else:
        shown.append(told(pieces))
    return enumerate_words(shown + ([counted(unseen)] if unseen else []))


def some(amount: int | str, resource: str) -> str:
    """`3 coins`, `1 coin`, `some coins`."""
    if amount == 1:
        resource = re.sub(r"ies$", "y", resource) if resource.endswith("ies") else resource.removesuffix("s")
    return f"{'some' if amount == '?' else amount} {resource}"


def said(value: Any) -> str:
    """A value, as people say it."""
    if isinstance(value, bool) or value is None:
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, list):
        return enumerate_words(list(map(said, value))) or "nothing"
    return str(value["text"] if is_piece(value) else value)
