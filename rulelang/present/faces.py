"""Pieces side by side: in few words in a row, and by name in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

from rulelang.ir import types as t
from rulelang.present.phrase import Joined, Noun, Phrase, Quantity, Ref, Series
from rulelang.present.vocabulary import Vocabulary, Word

REPEATED = 6  # equal numbers that are named one by one
FEW = 3  # kinds of faces that are named in a sentence
BETWEEN = " · "
Data = Mapping[str, Any]
"""A piece: its `kind` and `fields`, null if they are hidden; a group also has its `pieces`."""


@attrs.frozen
class Faces:
    """A game's words for its pieces. `single`: whether there is only one such piece, so that it is `the` one."""

    vocabulary: Vocabulary
    single: Callable[[Data], bool] = lambda piece: False

    # ------------------------------------------------------------ rows

    def row(self, pieces: Sequence[Data], ordered: bool = False) -> list[Word]:
        """Pieces in few words: in an ordered row each in its place; else equal ones counted, and those of one color
        together.
        """
        mixed = len({piece["kind"] for piece in pieces}) > 1
        words = [self.face(piece, mixed) for piece in pieces]
        if ordered:
            return words
        if not mixed and pieces and all(self.is_pair(piece) for piece in pieces):
            return self.pairs(pieces)
        return [times(word, number) for word, number in Counter(words).items()]

    def line(self, pieces: Sequence[Data], ordered: bool = False) -> str:
        return BETWEEN.join(word.brief for word in self.row(pieces, ordered))

    def face(self, piece: Data, mixed: bool = False) -> Word:
        """A piece; where kinds are mixed and its face does not show its kind, with its kind."""
        if piece["fields"] is None:
            return Word("?") if not mixed else Word(f"{self.vocabulary.kind(piece['kind']).name} ?")
        word, kind = self.vocabulary.piece(piece["kind"], piece["fields"]), self.vocabulary.kind(piece["kind"])
        if mixed and kind.name not in word.name and not self.vocabulary.look(piece["kind"]).face:
            word = attrs.evolve(word, name=f"{word.name} {kind.name}", short=f"{word.brief} {kind.name}")
        if piece.get("pieces"):
            inside = self.line(piece["pieces"])
            return attrs.evolve(word, short=f"{word.brief} [{inside}]")
        return word

    def is_pair(self, piece: Data) -> bool:
        """Whether it has two fields and no face of its own. Then pieces with the same first field are put together."""
        look, fields = self.vocabulary.look(piece["kind"]), piece["fields"]
        plain = fields is not None and not (look.short or look.face) and not piece.get("pieces")
        return plain and len(self.field_words(piece)) == 2

    def field_words(self, piece: Data) -> list[Word]:
        return list(self.vocabulary.parts(piece["kind"], piece["fields"]).values())

    def pairs(self, pieces: Sequence[Data]) -> list[Word]:
        """`blue 3 5`, `red 0`."""
        pairs = [self.field_words(piece) for piece in pieces]
        firsts = [first for first, _ in pairs]
        pairs.sort(key=lambda pair: firsts.index(pair[0]))
        return [
            Word(f"{first.brief} {' '.join(second.brief for _, second in some)}", color=first.color)
            for first, some in groupby(pairs, key=lambda pair: pair[0])
        ]

    # ------------------------------------------------------------ sentences

    def several(self, pieces: Sequence[Data], unseen: Mapping[str, int] | None = None) -> Phrase:
        """Pieces in a sentence: a few by name, many in short form, hidden ones counted."""
        covered = Counter(piece["kind"] for piece in pieces if piece["fields"] is None) + Counter(unseen or {})
        owned = Counter((piece["kind"], seat) for piece in pieces if (seat := self.owner(piece)))
        pieces = [piece for piece in pieces if piece["fields"] is not None and not self.owner(piece)]
        mixed = len({piece["kind"] for piece in pieces}) > 1
        often = Counter(self.face(piece, mixed) for piece in pieces)
        single = {self.face(piece, mixed): self.single(piece) for piece in pieces}
        hidden = [self.number(kind, number) for kind, number in covered.items()]
        hidden = [*(self.of_seat(*whose, number) for whose, number in owned.items()), *hidden]
        numbers = [word.name for word in often.elements() if word.name.isdigit()] if len(pieces) > 1 else []
        often = Counter({word: number for word, number in often.items() if not numbers or not word.name.isdigit()})
        if len(often) > FEW:
            return Series((self.line(pieces), *hidden))
        named = (self.some(word, number, single[word]) for word, number in often.items())
        return Series((*sorted(numbers), *named, *hidden))

    def owner(self, piece: Data) -> int | None:
        """The owner of a piece that shows nothing else."""
        fields = self.vocabulary.all_fields(piece["kind"])
        alone = piece["fields"] is not None and len(fields) == 1 and isinstance(fields[0].type, t.Seat)
        return piece["fields"][fields[0].name] if alone else None

    def of_seat(self, kind: str, seat: int, number: int) -> Phrase:
        """`your disc`, `2 of Ann’s discs`."""
        word = self.vocabulary.kind(kind)
        if number == 1:
            return Noun(word.name, owner=Ref(seat))
        return Joined((str(number), "of", Noun(word.plural, owner=Ref(seat))))

    def some(self, word: Word, number: int, single: bool) -> Phrase:
        """`the king of hearts`, `an apple`, `2 corn dogs`; dice are counted without a plural: `2 × blue 5`."""
        if number == 1:
            return Noun(word.name, article="the" if single else "a")
        if word.name[-1:].isdigit():
            return Joined((str(number), "×", word.name))
        return Quantity(number, Noun(word.name, word.several))

    def number(self, kind: str, number: int) -> Phrase:
        """`a card`, `3 cards`."""
        word = self.vocabulary.kind(kind)
        return Quantity(number, Noun(word.name, word.several), "a")


def times(word: Word, number: int) -> Word:
    """`apple ×3`; a few equal numbers one by one, since `2 ×2` would be read as four: `2 2`."""
    if number > 1 and number <= REPEATED and word.brief.isdigit():
        return attrs.evolve(word, short=" ".join([word.brief] * number))
    return word if number == 1 else attrs.evolve(word, short=f"{word.brief} ×{number}")
