"""Sentences for pieces that move from place to place.

Moves that belong together arrive one by one: a deal is one move per seat, a gathered trick one per piece. They are told
together, by who gets the pieces or by where they go. The owners of both ends determine the verb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulelang.present.english import inside
from rulelang.present.phrase import Noun, Phrase, Quantity, Ref, Series
from rulelang.present.places import Place, read_place
from rulelang.story.facts import Facts
from rulelang.story.sentences import Sentence, plain_sentence

Entry = Mapping[str, Any]
FEW = 3  # pieces to a common place that are named, at most


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
    """The moves, grouped by target; a move within a place is left out."""
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
    """A die shows a face: it is told as rolled at the place it came to."""
    known = found.get(entry["zone"])
    if known is None or not known.rolled:
        place = read_place(entry["zone"])
        found[entry["zone"]] = known = Transfer(None, place, [], Counter(), rolled=True)
    known.pieces.append(entry["piece"])


def tell_moves(entries: Sequence[Entry], said: Counter[str], facts: Facts) -> list[Sentence]:
    """Sentences for moves that nobody chose. `said`: pieces that were just named and need no name again."""
    shown = [each for each in transfers(entries) if each.size and facts.is_shown(each.target.name)]
    alike: dict[object, list[Transfer]] = {}
    for each in shown:
        alike.setdefault(arrangement(each, facts), []).append(each)
    together = {kind: some for kind, some in alike.items() if kind and len(some) >= FEW}
    found: list[Sentence] = []
    for each in shown:
        some = together.get(arrangement(each, facts), [])
        if each in some[:1]:
            found.append(tell_arrangement(some, facts))
        elif not some:
            found.append(sentence(each, said, facts))
    return found


def arrangement(each: Transfer, facts: Facts) -> object:
    """Equal for transfers that one sentence tells: a piece of the same look each, to common places of one name."""
    common = each.target.owner is None and len(each.target.indexes) == 1 and not each.rolled
    piece = facts.several(each.pieces, each.unseen) if common and each.size == 1 else None
    return piece and (piece, each.source, each.target.name)


def tell_arrangement(some: list[Transfer], facts: Facts) -> Sentence:
    """`6 of Ann’s pawns go to cells a1, b1, …`."""
    first, vocabulary = some[0], facts.vocabulary
    unseen: Counter[str] = sum((each.unseen for each in some), Counter())
    what = facts.several([name for each in some for name in each.pieces], unseen)
    cells = Series(tuple(Noun(each.target.index(vocabulary)) for each in some))
    told_by_cell = vocabulary.is_told_by_cell(first.target.name)
    name = () if told_by_cell else (vocabulary.place(first.target.name).plural,)
    return plain_sentence(what, "go", *origin(first, facts), "to", *name, cells)


def origin(each: Transfer, facts: Facts) -> tuple[Phrase, ...]:
    """`from Ann`, for pieces that leave a seat’s own place."""
    if each.source is None or each.source.owner is None or each.source.passing:
        return ()
    return "from", origin_of(each.source, facts)


def sentence(each: Transfer, said: Counter[str], facts: Facts) -> Sentence:
    """One transfer: seats get, take or roll; otherwise pieces go."""
    source, target = each.source, each.target
    repeated = bool(each.pieces) and not each.unseen and not Counter(each.pieces) - said
    what: Phrase = facts.several(each.pieces, each.unseen)
    if each.rolled:
        return tell_roll(target, what, facts)
    if repeated:
        what = {1: "it", 2: "both"}.get(each.size, f"all {each.size}")
    if target.owner is None:
        goods = what if repeated else common_goods(each, facts)
        came = () if repeated else origin(each, facts)
        return plain_sentence(goods, "go" if each.size > 1 else "goes", *came, *to(target, facts))
    if source is None or source.passing:
        return Sentence((target.owner,), "take", (what,))
    if source.owner == target.owner:
        rest = ("from", facts.place(source), *to(target, facts))
        return Sentence((target.owner,), "move", (what,), rest)
    return Sentence((target.owner,), "get", (what,), ("from", origin_of(source, facts)), shared=not each.pieces)


def tell_roll(place: Place, what: Phrase, facts: Facts) -> Sentence:
    """`Ann rolls the blue 5`, `rolled in the middle: …`."""
    if place.owner:
        return Sentence((place.owner,), "roll", (what,))
    where = () if place.name in ("rolled", "roll") else (inside(place.words(facts.vocabulary)), facts.place(place))
    return plain_sentence("rolled", *where, "–", what)


def common_goods(each: Transfer, facts: Facts) -> Phrase:
    """What goes to a common place: a few pieces by name, many by number."""
    if each.size <= FEW:
        return facts.several(each.pieces, each.unseen)
    kinds = Counter(piece["kind"] for piece in facts.lexicon.pieces(each.pieces)) + each.unseen
    return Series(tuple(facts.faces.number(kind, number) for kind, number in kinds.items()))


def tell_choice(seat: int, entry: Entry, facts: Facts) -> Sentence:
    """A chosen piece moves: played, taken, given or put somewhere."""
    source, target = read_place(entry["from"]), read_place(entry["to"])
    what = (facts.several(entry["pieces"], entry["unseen"]),)
    if target.passing:
        return Sentence((seat,), "play", what)
    if target.owner == seat:
        if source.owner == seat:
            return Sentence((seat,), "move", what, to(target, facts))
        return Sentence((seat,), "take", what, ("from", origin_of(source, facts)))
    if target.owner:
        return Sentence((seat,), "give", what, ("to", Ref(target.owner)))
    if source.owner == seat:
        into = "onto" if inside(target.words(facts.vocabulary)) == "on" else "into"
        return Sentence((seat,), "put", what, (into, facts.place(target)))
    return Sentence((seat,), "move", what, to(target, facts))


def to(target: Place, facts: Facts) -> tuple[Phrase, ...]:
    return "to", facts.place(target)


def origin_of(source: Place, facts: Facts) -> Phrase:
    """Where pieces come from: their owner, or the place."""
    return Ref(source.owner) if source.owner else facts.place(source)


def amount(number: int | str, resource: str, facts: Facts) -> Phrase:
    """`3 coins`, `1 coin`, `some coins`."""
    word = facts.vocabulary.resource(resource)
    return Quantity(number if isinstance(number, int) else None, Noun(word.name, word.several))
