"""What a player means by a few words, and why it cannot be done now.

Nothing is looked at that the player asked could not see: the pieces meant are those in its sight, and a reason is given
only if everything its text reads is in its sight too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import Span
from rulelang.engine.closures import bare
from rulelang.engine.match import Decision
from rulelang.engine.menus import combinations, offered, set_all
from rulelang.engine.offers import MenuOffer, ValueOffer
from rulelang.engine.text import say
from rulelang.ir import types
from rulelang.program import Program
from rulelang.why.reasons import SAID, Reason, Tracer, failed


@attrs.frozen
class Why:
    """An answer for people: what is meant, why it cannot be done, and the rule: `file:line` and its ids."""

    move: str
    text: str
    rule: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        where = ", ".join([self.rule, *self.ids]) if self.rule else ""
        return f"{self.move}: {self.text}" + (f" ({where})" if where else "")


def why(decision: Decision, words: str) -> Why | None:
    """Why a move is not among the options; None if the words fit nothing that the seat can see."""
    wanted = split(words)
    for option in decision.options:
        if option.raw != "pass" and wanted and wanted <= split(f"{option.value} {option.label}"):
            return Why(option.label, f"it is offered, as option {option.index + 1}", "", ())
    offer = decision.question.offer
    if isinstance(offer, MenuOffer):
        return why_action(decision, offer, wanted)
    assert isinstance(offer, ValueOffer)
    return why_value(decision, offer, wanted)


def split(words: str) -> set[str]:
    return set(re.findall(r"-?\w+", words.lower()))


# ---------------------------------------------------------------- values


def why_value(decision: Decision, offer: ValueOffer, wanted: set[str]) -> Why | None:
    """Of several things that the words fit, the one the rules have most to say about."""
    state, program = decision.state, decision.state.program
    named = [(say(item, type_, program, state), item) for item, type_ in candidates(decision, offer.asking.source.type)]
    meant = [(name, value_reason(decision, offer, item)) for name, item in named if wanted and wanted <= split(name)]
    return answer(program, *max(meant, key=lambda each: each[1].weight)) if meant else None


def candidates(decision: Decision, source: types.Type) -> Iterator[tuple[Any, types.Type]]:
    """Everything of the kind that is chosen among, as far as the seat sees it."""
    kind = bare(source)
    type_ = bare(kind.of) if isinstance(kind, types.List | types.Zone) else kind
    state, program = decision.state, decision.state.program
    if isinstance(type_, types.Piece):
        for piece in program.pieces:
            if piece.kind in type_.names and state.piece_sight(piece.id) >> decision.seat & 1:
                yield piece.id, type_
    elif isinstance(type_, types.Enum):
        yield from ((n, type_) for n in range(1, len(program.game.enums[type_.name].members) + 1))
    elif isinstance(type_, types.Seat):
        yield from ((n, type_) for n in range(1, program.players + 1))
    elif isinstance(type_, types.Int):
        yield from ((n, type_) for n in range(-100, 1001))


def value_reason(decision: Decision, offer: ValueOffer, item: Any) -> Reason:
    slots = decision.state.slots.copy()
    at = Tracer(offer.make, slots, decision.seat, item)
    asking = offer.asking
    if not at.holds(asking.source):
        return at.reason(asking.source)
    slots[offer.slot] = item
    words = at.said(asking.reason)
    found = failed(at, asking.guard, asking.source.span)
    return attrs.evolve(found, weight=SAID, text=words) if words else found


# ---------------------------------------------------------------- actions


def why_action(decision: Decision, offer: MenuOffer, wanted: set[str]) -> Why | None:
    """An action whose name and values are meant: its guard, or the menu's own condition, leaves it out."""
    slots = decision.state.slots.copy()
    for name, action, plan in forbidden(offer, slots, decision, wanted):
        at = Tracer(offer.make, slots, decision.seat, None)
        found = failed(at, action.guard or plan.menu.condition, action.span)
        words = at.said(action.reason)
        if found.weight == SAID:  # a ladder says more than the guard's own text, and where
            found = attrs.evolve(found, text=f"{words}: {found.text}" if words else found.text)
        else:
            found = attrs.evolve(found, text=words or found.text, span=action.span, tags=action.tags or found.tags)
        return answer(decision.state.program, name, found)
    return None


def forbidden(offer: MenuOffer, s: Any, decision: Decision, wanted: set[str]) -> Iterator[tuple[str, ir.Action, Any]]:
    """The actions that the words mean, whether or not their guards hold."""
    for ref in offer.refs:
        for _ in combinations(ref.binders, s):
            values = tuple(argument(s) for argument in ref.arguments)
            set_all(s, ref.menu.params, values)
            key = None if ref.menu.key is None else ref.menu.key(s)
            for number, plan in enumerate(ref.menu.actions):
                if not offered(plan, ref.menu, key):
                    continue
                for _ in combinations(plan.binders, s):
                    instance = (ref.number, number, values, tuple(s[slot] for slot, _, _ in plan.binders))
                    name = offer.written(instance, decision.state)
                    if wanted and wanted <= split(f"{name} {offer.label(instance, decision.state)}"):
                        yield name, plan.action, ref.menu


# ---------------------------------------------------------------- the answer


def answer(program: Program, name: str, found: Reason) -> Why:
    span, ids = in_the_game(program, found.span, found.tags)
    text = found.text or "the rules leave it out here"
    return Why(name, text, place(span), ids)


def place(span: Span) -> str:
    """`games/….rules:41`"""
    return f"{span.source.name}:{span.line}"


def in_the_game(program: Program, span: Span, tags: ir.Tags) -> tuple[Span, ir.Tags]:
    """A line of the library is told as the line of the game that uses it, if that can be told."""
    if not span.source.name.startswith("std/"):
        return span, tags
    instances = [each for each in program.game.instances.values() if not each.span.source.name.startswith("std/")]
    return (instances[0].span, tags or instances[0].tags) if len(instances) == 1 else (span, tags)
