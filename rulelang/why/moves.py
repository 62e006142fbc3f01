"""What a player means by a few words, and why it is not possible now.

Only what the asked player can see is used: the candidate pieces are those the player sees, and a reason is given only
if the player sees everything that its text reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.data import zone_name
from rulelang.engine.match import Decision
from rulelang.engine.menus import combinations, is_offered, set_all
from rulelang.engine.offers import MenuOffer, ValueOffer
from rulelang.engine.runner import PASS
from rulelang.engine.text import say
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.present.english import capital, inside, is_run, series, words_of, write
from rulelang.present.places import read_place
from rulelang.present.speech import Speech
from rulelang.program import Program
from rulelang.why.reasons import SAID, Reason, Tracer, explain_failure


@attrs.frozen
class Why:
    """An answer for people: the move that is meant, why it is not possible, and the rule: `file:line` and its ids."""

    move: str
    text: str
    rule: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        where = ", ".join([PurePath(self.rule).name, *self.ids]) if self.rule else ""
        return f"{capital(self.move).rstrip('.')}: {self.text}" + (f" ({where})" if where else "")


SMALL = {"a", "an", "the", "of", "for", "to", "with"}  # words that do not distinguish moves
Words = Counter[str]


def why(decision: Decision, words: str, speech: Speech) -> Why | None:
    """Why a move is not among the options; None if the words match nothing that the seat can see."""
    wanted = split(words)
    if not wanted:
        return None
    for option in decision.options:
        name = speech.option(option).name
        if option.raw is not PASS and fits(wanted, name, option.value):
            place = "" if isinstance(option.value, int) else f", as #{option.index + 1} in the list"
            return Why(name, f"you can do that now{place}", "", ())
    offer = decision.question.offer
    if isinstance(offer, MenuOffer):
        return why_action(decision, offer, wanted, speech)
    assert isinstance(offer, ValueOffer)
    return why_value(decision, offer, wanted, speech)


def split(words: object) -> Words:
    """The words that identify a move; repetition counts."""
    return Counter(word for word in re.findall(r"-?\d+|[^\W_]+", str(words).lower()) if word not in SMALL)


def fits(wanted: Words, *spellings: object) -> bool:
    """Whether one of the spellings of a move contains all the words."""
    return any(wanted <= split(spelling) for spelling in spellings)


# ---------------------------------------------------------------- values


def why_value(decision: Decision, offer: ValueOffer, wanted: Words, speech: Speech) -> Why | None:
    """Of several values that match the words, the one with the best reason."""
    state, program = decision.state, decision.state.program
    meant = []
    for item, type_ in candidates(decision, offer.asking.source.type):
        word = speech.word(item, type_, program, state)
        if fits(wanted, word.name, word.brief, say(item, type_, program, state)):
            meant.append((word.name, value_reason(decision, offer, item, speech)))
    return answer(program, *max(meant, key=lambda each: each[1].weight)) if meant else None


def candidates(decision: Decision, source: types.Type) -> Iterator[tuple[Any, types.Type]]:
    """All values of the type that is chosen from, as far as the seat sees them."""
    kind = bare(source)
    type_ = bare(kind.of) if isinstance(kind, types.List | types.Zone) else kind
    state, program = decision.state, decision.state.program
    if isinstance(type_, types.Piece):
        for piece in program.pieces:
            if piece.kind in type_.names and state.piece_sight(piece.id) >> decision.seat & 1:
                yield piece.id, type_
    elif isinstance(type_, types.Enum):
        yield from ((n, type_) for n in range(1, len(program.members[type_.name]) + 1))
    elif isinstance(type_, types.Seat):
        yield from ((n, type_) for n in range(1, program.players + 1))
    elif isinstance(type_, types.Int):
        yield from ((n, type_) for n in range(-100, 1001))


def value_reason(decision: Decision, offer: ValueOffer, item: Any, speech: Speech) -> Reason:
    slots = decision.state.slots.copy()
    asking = offer.asking
    at = Tracer(offer.make, slots, decision.seat, speech, item, named=(asking.local,))
    if not at.holds(asking.source):
        found = at.reason(asking.source)
        if found.text or found.weight:
            return found
        number = isinstance(offer.type, types.Int)
        return attrs.evolve(found, text=in_range(decision) if number else elsewhere(at, item, offer.type))
    slots[offer.slot] = item
    words = at.say(asking.reason)
    found = explain_failure(at, asking.guard, asking.source.span)
    return attrs.evolve(found, weight=SAID, text=words) if words else found


def in_range(decision: Decision) -> str:
    """The numbers that can be chosen instead."""
    numbers = sorted(option.raw for option in decision.options if option.raw is not PASS)
    if not numbers:
        return "no number can be chosen now, so that you can only pass"
    if is_run(numbers):
        return f"you can choose a number from {numbers[0]} to {numbers[-1]}"
    return f"you can choose {series(map(str, numbers), 'or')}"


def elsewhere(at: Tracer, item: Any, type_: types.Type) -> str:
    """Where a piece lies that is not among the choices."""
    if not isinstance(type_, types.Piece):
        return ""
    zone = at.make.program.zones[at.state.place(item)]
    if zone.group is not None or zone.name == "box":
        return ""
    place, words = read_place(zone_name(at.make.program, zone)), at.speech.vocabulary
    if place.passing:
        return f"it has been played to the {words_of(place.name.partition('.')[0])} already"
    where = f"{inside(place.words(words))} {write(place.phrase(words), at.speech.reader)}"
    return f"it lies {where}, so you cannot choose it"


# ---------------------------------------------------------------- actions


def why_action(decision: Decision, offer: MenuOffer, wanted: Words, speech: Speech) -> Why | None:
    """An action that the words name, excluded by its guard or by the menu's own condition."""
    slots = decision.state.slots.copy()
    for name, action, plan in forbidden(offer, slots, decision, wanted, speech):
        named = tuple(local for local, _ in action.binders)
        at = Tracer(offer.make, slots, decision.seat, speech, None, named=named)
        found = explain_failure(at, action.guard or plan.menu.condition, action.span)
        words = at.say(action.reason)
        if found.weight == SAID:  # a ladder says more than the guard's own text, and names the line
            found = attrs.evolve(found, text=f"{words}: {found.text}" if words else found.text)
        else:
            found = attrs.evolve(found, text=words or found.text, span=action.span, tags=action.tags or found.tags)
        return answer(decision.state.program, name, found)
    return None


def forbidden(
    offer: MenuOffer, s: Any, decision: Decision, wanted: Words, speech: Speech
) -> Iterator[tuple[str, ir.Action, Any]]:
    """The actions that the words name, whether or not their guards hold."""
    for ref in offer.refs:
        for _ in combinations(ref.binders, s):
            values = tuple(argument(s) for argument in ref.arguments)
            set_all(s, ref.menu.params, values)
            key = None if ref.menu.key is None else ref.menu.key(s)
            for number, plan in enumerate(ref.menu.actions):
                if not is_offered(plan, ref.menu, key):
                    continue
                for _ in combinations(plan.binders, s):
                    instance = (ref.number, number, values, tuple(s[slot] for slot, _, _ in plan.binders))
                    name = speech.instance(offer, instance, decision.state).name
                    if fits(wanted, name, offer.write(instance, decision.state)):
                        yield name, plan.action, ref.menu


# ---------------------------------------------------------------- the answer


def answer(program: Program, name: str, found: Reason) -> Why:
    span, ids = in_the_game(program, found.span, found.tags)
    text = found.text or "the rules do not offer it now"
    return Why(name, text, place(span), ids)


def place(span: Span) -> str:
    """`games/….rules:41`"""
    return f"{span.source.name}:{span.line}"


def in_the_game(program: Program, span: Span, tags: ir.Tags) -> tuple[Span, ir.Tags]:
    """Attribute a line of the library to the line of the game that uses it, if that is known."""
    if not span.source.is_library:
        return span, tags
    instances = [each for each in program.game.instances.values() if not each.span.source.is_library]
    return (instances[0].span, tags or instances[0].tags) if len(instances) == 1 else (span, tags)
