"""The meaning of the texts of pieces in a log: `Card(blue, 3)` is a card whose color is blue and whose number is 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.engine.data import fields_json, look_text, unseen
from rulelang.program import Program

Data = Mapping[str, Any]


@attrs.define
class Lexicon:
    """Pieces by their text. Groups formed in play are learned from the tables in a log."""

    program: Program
    known: dict[str, Data]
    copies: Counter[str]

    @classmethod
    def of(cls, program: Program) -> Lexicon:
        known: dict[str, Data] = {}
        copies: Counter[str] = Counter()
        for kind in (*program.game.pieces, *program.game.groups):
            known[unseen(kind)] = {"text": unseen(kind), "kind": kind, "fields": None}
        for piece in program.pieces:
            if piece.is_group:
                continue
            low, high = program.faces.get(piece.kind, (0, -1))
            rolled = [None, *range(low, high + 1)] if piece.kind in program.faces else []
            looks = [(piece.kind, *piece.fields, face) for face in rolled] or [(piece.kind, *piece.fields)]
            for look in looks:
                text = look_text(program, look)
                known[text] = {"text": text, "kind": piece.kind, "fields": dict(fields_json(program, look))}
                copies[text] += 1
        return cls(program, known, copies)

    def piece(self, text: str) -> Data:
        """The piece for a text; for a group that was never seen, only its kind."""
        return self.known.get(text) or self.known[unseen(text.partition("(")[0])]

    def pieces(self, texts: Sequence[str]) -> list[Data]:
        return [self.piece(text) for text in texts]

    def is_single(self, piece: Data) -> bool:
        """Whether no other piece is like it. A rolled die is always distinct."""
        return piece["kind"] in self.program.faces or self.copies[piece["text"]] == 1

    def learn(self, entry: Mapping[str, Any]) -> None:
        """Learn the groups on the tables of an entry."""
        zones = entry.get("zones")
        for zone in zones.values() if isinstance(zones, Mapping) else ():
            for piece in zone.get("pieces", ()):
                if "pieces" in piece and piece["fields"] is not None:
                    self.known[piece["text"]] = piece
                    look = tuple(piece["fields"].values())
                    self.known[f"{piece['kind']}({', '.join(map(str, look))})"] = piece
