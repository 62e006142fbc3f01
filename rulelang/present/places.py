"""Places as logs name them: `hand[P2]`, `deck`, `belt[3]`, `Trick.laid[P1]`."""

from __future__ import annotations

from functools import lru_cache

import attrs

from rulelang.present.phrase import Noun, Phrase, Ref
from rulelang.present.vocabulary import Vocabulary


@attrs.frozen
class Place:
    """A zone, variable or holder. `name`: as declared. `owner`: the seat in its first index."""

    name: str
    owner: int | None = None
    indexes: tuple[str, ...] = ()

    @property
    def passing(self) -> bool:
        """Whether it belongs to a mechanism, so that pieces only pass through it."""
        return "." in self.name

    def words(self, vocabulary: Vocabulary) -> str:
        """`hand`, `stand 2`; `a1`, where that says it."""
        name = "" if self.indexes and vocabulary.is_told_by_cell(self.name) else vocabulary.place(self.name).name
        return " ".join(filter(None, [name, self.index(vocabulary)]))

    def index(self, vocabulary: Vocabulary) -> str:
        """Its other indexes besides the owner: `2`, `rice cake`."""
        return " ".join(vocabulary.indexes(self.name, self.indexes))

    def phrase(self, vocabulary: Vocabulary) -> Phrase:
        """`Ann’s hand`, `the deck`, `stand 2`."""
        if self.owner is not None:
            return Noun(self.words(vocabulary), owner=Ref(self.owner))
        return Noun(self.words(vocabulary), article="" if self.indexes else "the")


@lru_cache(maxsize=1 << 12)
def read_place(text: str) -> Place:
    """A place from its name in a log; the seat in its first index owns it."""
    name, _, indexes = text.partition("[")
    parts = tuple(part for part in indexes.rstrip("]").split(", ") if part)
    owner = read_seat(parts[0]) if parts else None
    return Place(name, owner, parts[1:] if owner else parts)


def read_seat(name: str) -> int | None:
    return int(name[1:]) if name[:1] == "P" and name[1:].isdigit() else None
