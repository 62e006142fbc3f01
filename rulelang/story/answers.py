"""How an answer is told when it moved nothing, or something else than what was chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulelang.story.english import kinds_of, listing, read_place, said
from rulelang.story.facts import Facts
from rulelang.story.pieces import read_look, short, split
from rulelang.story.sentences import Sentence, seat_mark

Entry = Mapping[str, Any]

# family: what a seat does that names a number in one of its mechanisms
NUMBERS = {"auction": "bid"}


def pieces_of(choice: Entry, facts: Facts) -> list[str]:
    """The pieces in an answer; none if it is something else."""
    answer = choice["answer"]
    if not isinstance(answer, str):
        return []
    items = split(answer[1:-1]) if answer.startswith("[") else [answer]
    return [item for item in items if read_look(item)[0] in facts.kinds]


def is_action(choice: Entry) -> bool:
    """Was an action of a menu taken, and not a value? Values have a name with a point in it: `Trick.c`."""
    return isinstance(choice["answer"], str) and "." not in choice["name"] and choice["answer"] != "pass"


def tell_answer(choice: Entry, facts: Facts) -> Sentence:
    """The sentence for an answer."""
    seat, answer = (choice["seat"],), choice["answer"]
    if answer == "pass":
        return Sentence(seat, "pass", shared=True)
    if answer == "?":
        return Sentence(seat, "choose", "", " in secret", shared=True)
    pieces = pieces_of(choice, facts)
    if pieces:
        return Sentence(seat, "choose", listing(pieces))
    if is_action(choice):
        label = choice.get("label")
        return Sentence(seat, "choose", f"“{label}”" if label else action(answer))
    family = facts.families.get(choice["name"].partition(".")[0], "")
    verb = NUMBERS.get(family, "choose") if isinstance(answer, int) else "choose"
    return Sentence(seat, verb, said(answer))


def action(answer: str) -> str:
    """`trade_in(Token(jelly))` as people say it: “trade in” with Token(jelly)."""
    name, bracket, inside = answer.partition("(")
    words = f"“{name.replace('_', ' ')}”"
    return f"{words} ({', '.join(map(short, split(inside[:-1])))})" if bracket else words


def same_pieces(pieces: list[str], entry: Entry) -> bool:
    """Does this move carry just the pieces of an answer? What was not seen when it was chosen counts by kind."""
    known = Counter(piece for piece in pieces if not piece.endswith("(?)"))
    carried = kinds_of(entry["pieces"]) + Counter(entry["unseen"])
    return (
        bool(pieces) and kinds_of(pieces) == carried and (not entry["pieces"] or not known - Counter(entry["pieces"]))
    )


def values_by_seat(values: Mapping[str, Any], facts: Facts) -> str:
    """`bid: P1 3, P2 5`; with more indexes, `worth: P1 red 5, blue 3; P2 red 2, blue 4`."""
    base = next(iter(values)).partition("[")[0]
    by_owner: dict[int | None, list[str]] = {}
    for name, value in values.items():
        place = read_place(name)
        by_owner.setdefault(place.owner, []).append(f"{place.rest.strip()} {facts.shown(base, value)}".strip())
    parts = [f"{seat_mark(owner)} {', '.join(each)}" if owner else ", ".join(each) for owner, each in by_owner.items()]
    longer = any(len(each) > 1 for each in by_owner.values())
    return f"{base.rpartition('.')[2].replace('_', ' ')}: {('; ' if longer else ', ').join(parts)}"


def named_holder(name: str) -> str:
    """Who has or gets an amount: a seat, the bank or a pot."""
    owner = read_place(f"[{name}]").owner
    return seat_mark(owner) if owner else "the bank" if name == "bank" else name
