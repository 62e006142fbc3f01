"""Pieces that go from place to place, in sentences.

Moves that belong together arrive one by one (a deal is a move a seat, a gathered trick a move a piece). They are told
together: by who gets them, or by where they go. The verb follows from who owns either end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.story.english import Place, kinds_of, listing, read_place
from rulelang.story.pieces import counted
from rulelang.story.sentences import Sentence, plainly, seat_mark

Entry = Mapping[str, Any]


@attrs.define
class Transfer:
    """Pieces from a place (None: from several) to a place."""

    source: Place | None
    target: Place
    pieces: list[str]
    unseen: Counter[str]
    rolled: bool = False

    @property
    def size(self) -> int:
        return len(self.pieces) + self.unseen.total()


def transfers(entries: Sequence[Entry]) -> list[Transfer]:
    """The moves, those to one place together; a move within a place is none."""
    found: dict[str, Transfer] = {}
    for entry in entries:
        if entry["event"] == "rolled":
            roll(entry, found)
            continue
        if entry["from"] == entry["to"]:
            continue
        source, target = read_place(entry["from"]), read_place(entry["to"])
        known = found.get(entry["to"])
        if known is None or known.rolled:
            found[entry["to"]] = Transfer(source, target, list(entry["pieces"]), Counter(entry["unseen"]))
        else:
            known.source = source if known.source == source else None
            known.pieces += entry["pieces"]
            known.unseen.update(entry["unseen"])
    return list(found.values())


def roll(entry: Entry, found: dict[str, Transfer]) -> None:
    """A die shows a face: what came to this place is told as it was rolled."""
    known = found.get(entry["zone"])
    if known is None or not known.rolled:
        place = read_place(entry["zone"])
        found[entry["zone"]] = known = Transfer(None, place, [], Counter(), rolled=True)
    known.pieces.append(entry["piece"])


def tell_moves(entries: Sequence[Entry], said: Counter[str]) -> list[Sentence]:
    """Sentences for moves that nobody chose. `said`: pieces named a moment ago, which need no name again."""
    return [sentence(each, said) for each in transfers(entries) if each.size]


def sentence(each: Transfer, said: Counter[str]) -> Sentence:
    """One transfer: seats get, take or roll; otherwise pieces go."""
    source, target = each.source, each.target
    what = listing(each.pieces, each.unseen)
    if each.rolled:
        where = "" if target.name in ("rolled", "roll") else f" in {target}"
        return Sentence((target.owner,), "roll", what) if target.owner else plainly(f"rolled{where}: {what}")
    repeated = bool(each.pieces) and not each.unseen and not Counter(each.pieces) - said
    if repeated:
        what = f"all {each.size}" if each.size > 1 else "it"
    if target.owner is None:
        return plainly(f"{what if repeated else goods(each)} {'goes' if each.size == 1 else 'go'} to {target}")
    if source is None or source.passing:
        return Sentence((target.owner,), "take", what)
    if source.owner == target.owner:
        return Sentence((target.owner,), "move", what, f" from {source} to {target}")
    rest = f" from {whence(source)}"
    return Sentence((target.owner,), "get", what, rest, shared=not each.pieces)


def goods(each: Transfer) -> str:
    """What goes to a common place: a few pieces by name, many by number."""
    if each.size <= 3:
        return listing(each.pieces, each.unseen)
    return counted(kinds_of(each.pieces) + each.unseen)


def tell_choice(seat: int, entry: Entry) -> Sentence:
    """A chosen piece moves: played, taken, given or put somewhere."""
    source, target = read_place(entry["from"]), read_place(entry["to"])
    what = listing(entry["pieces"], entry["unseen"])
    if target.passing:
        return Sentence((seat,), "play", what)
    if target.owner == seat:
        if source.owner == seat:
            return Sentence((seat,), "move", what, f" to {target}")
        return Sentence((seat,), "take", what, f" from {whence(source)}")
    if target.owner:
        return Sentence((seat,), "give", what, f" to {seat_mark(target.owner)}")
    if source.owner == seat:
        return Sentence((seat,), "put", what, f" into {target}")
    return Sentence((seat,), "move", what, f" to {target}")


def whence(source: Place) -> str:
    """Where pieces come from: whoever had them, or the place."""
    return seat_mark(source.owner) if source.owner else str(source)
