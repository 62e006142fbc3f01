"""How an answer is told that moved nothing, or something else than what was chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rulelang import ir
from rulelang.present.english import begins, words_of
from rulelang.present.phrase import Joined, Noun, Phrase, Ref, Told
from rulelang.present.places import read_place
from rulelang.present.vocabulary import is_piece
from rulelang.story.facts import Facts
from rulelang.story.sentences import Sentence, plain_sentence

Entry = Mapping[str, Any]

# family: the verb for naming a number in one of its mechanisms
NUMBERS = {"auction": "bid"}


def pieces_of(choice: Entry) -> list[Mapping[str, Any]]:
    """The pieces in an answer that is a value; none for any other answer."""
    return [] if is_action(choice) else list(pieces_in(choice.get("data")))


def pieces_in(data: Any) -> Iterator[Mapping[str, Any]]:
    """The pieces in an option, also in the arguments of an action."""
    if is_piece(data):
        yield data
    elif isinstance(data, list):
        for item in data:
            yield from pieces_in(item)
    elif isinstance(data, Mapping):
        for value in data.get("arguments", {}).values():
            yield from pieces_in(value)


def is_action(choice: Entry) -> bool:
    """Whether the answer is an action of a menu, not a value."""
    data = choice.get("data")
    return isinstance(data, Mapping) and "action" in data


def tell_answer(choice: Entry, facts: Facts) -> Sentence:
    """The sentence for an answer."""
    seat, answer = (choice["seat"],), choice["answer"]
    if answer == "pass":
        asked = facts.questions.get(choice["name"])
        rest = ("on", f"“{asked}”") if asked else ()
        return Sentence(seat, "pass" if choice["asked"] else "have to pass", (), rest, shared=True)
    if answer == "?":
        return Sentence(seat, "choose", (), ("in secret",), shared=True)
    if is_action(choice):
        return Sentence(seat, "choose", (action(choice, facts),), answers=choice["name"])
    own = author_sentence(choice, facts)
    if own is not None:
        return own
    if pieces_of(choice):
        return Sentence(seat, "choose", (facts.faces.several(pieces_of(choice)),), answers=choice["name"])
    family = facts.families.get(choice["name"].partition(".")[0], "")
    noun = facts.vocabulary.look(choice["name"]).name
    value = facts.value(choice["name"], choice["data"])
    if isinstance(choice["data"], int) and family in NUMBERS and not noun:
        return Sentence(seat, NUMBERS[family], (value,))
    verb = "say" if isinstance(choice["data"], bool) else "choose"
    return Sentence(seat, verb, (Joined((noun, value)) if noun else value,), answers=choice["name"])


def author_sentence(choice: Entry, facts: Facts) -> Sentence | None:
    """An answer whose look has a sentence of its own."""
    says = facts.vocabulary.look(choice["name"]).says
    if not says or choice["answer"] in ("pass", "?"):
        return None
    pieces = pieces_of(choice)
    value = facts.faces.several(pieces) if pieces else facts.value(choice["name"], choice["data"])
    return plain_sentence(Told(says, (("seat", Ref(choice["seat"])), ("value", value))))


def action(choice: Entry, facts: Facts) -> Phrase:
    """An action by its text, or by its name and arguments: “trade in” (a jelly)."""
    told = choice.get("told")
    if told:
        parts = list(with_owners(told))
        if isinstance(parts[-1], str):
            parts[-1] = parts[-1].removesuffix(".")  # the sentence around it has a full stop of its own
        return Joined(("“", *parts, "”"), "")
    data = choice["data"]
    declared = facts.actions[data["menu"], data["action"]]
    types = {local.name: local.type for local, _ in declared.binders}
    values = {name: facts.phrase(types[name], value) for name, value in data["arguments"].items()}
    own = fill_label(declared.label, values)
    if own is not None:
        return Joined(("“", *own, "”"), "")
    quoted = f"“{words_of(data['action'])}”"
    return Joined((quoted, Joined(("(", Joined(tuple(values.values()), ", "), ")"), ""))) if values else quoted


def note_phrase(parts: Sequence[Any]) -> Phrase:
    """A text of the rules with its seats by name; if it begins with a seat, its verb agrees: `you slide on`."""
    holes = [(f"seat{at}", Ref(part["seat"])) for at, part in enumerate(parts) if not isinstance(part, str)]
    text = "".join(part if isinstance(part, str) else f"{{seat{at}}}" for at, part in enumerate(parts))
    return Told(text.rstrip("."), tuple(holes))


def with_owners(told: list[Any]) -> Iterator[Phrase]:
    """The parts of a label, with its seats by name, each with its possession or its verb."""
    runs = groupby(told, key=lambda part: isinstance(part, str))
    told = [part for is_text, run in runs for part in (["".join(run)] if is_text else run)]
    said = False
    for before, part, after in zip(["", *told], told, [*told[1:], ""]):
        text = after if isinstance(after, str) else ""
        if isinstance(part, str):
            yield "" if said else part
            said = False
        elif said := f"{text} ".startswith(("'s ", "’s ")):
            yield Noun(text[3:], owner=Ref(part["seat"]))
        elif said := text.startswith(" ") and "/" not in text and isinstance(before, str) and begins(before):
            yield Told(f"{{seat}}{text}", (("seat", Ref(part["seat"])),))
        else:
            yield Ref(part["seat"])


def fill_label(label: ir.Message | None, values: Mapping[str, Phrase]) -> list[Phrase] | None:
    """The text of an action that the reader does not see completely: its holes are filled as far as known. None if
    it has no text, or a hole for something else than what was chosen.
    """
    if label is None:
        return None
    known = [part for part in label.parts if isinstance(part, ir.Get) and part.local.name in values]
    if len(known) < sum(not isinstance(part, str) for part in label.parts):
        return None
    return [part if isinstance(part, str) else values[part.local.name] for part in label.parts]  # type: ignore[attr-defined]


def same_pieces(pieces: list[Mapping[str, Any]], entry: Entry, facts: Facts) -> bool:
    """Whether this move carries exactly the pieces of an answer. Pieces that were hidden when chosen count by kind."""
    known = Counter(piece["text"] for piece in pieces if piece["fields"] is not None)
    moved = facts.lexicon.pieces(entry["pieces"])
    carried = Counter(piece["kind"] for piece in moved) + Counter(entry["unseen"])
    same = Counter(piece["kind"] for piece in pieces) == carried
    return bool(pieces) and same and (not entry["pieces"] or not known - Counter(entry["pieces"]))


def values_by_seat(values: Mapping[str, Any], facts: Facts) -> Phrase:
    """`bid: Ann 3, Ben 5`; with more indexes, `worth: Ann red 5, blue 3; Ben red 2, blue 4`."""
    base = next(iter(values)).partition("[")[0]
    by_owner: dict[int | None, list[Phrase]] = {}
    for name, value in values.items():
        place = read_place(name)
        index = place.index(facts.vocabulary)
        said = facts.value(base, value)
        by_owner.setdefault(place.owner, []).append(Joined((index, said)) if index else said)
    longer = any(len(each) > 1 for each in by_owner.values())
    parts = tuple(
        Joined((Ref(owner), Joined(tuple(each), ", "))) if owner else Joined(tuple(each), ", ")
        for owner, each in by_owner.items()
    )
    return Joined((f"{facts.vocabulary.variable(base).name}:", Joined(parts, "; " if longer else ", ")))


def name_holder(name: str, resource: str, facts: Facts) -> Phrase:
    """Who has or gets an amount: a seat, the bank or a pot."""
    owner = read_place(f"x[{name}]").owner
    return Ref(owner) if owner else facts.vocabulary.pot(resource, name)
