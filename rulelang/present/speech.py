"""Questions and options in a game's own words, for one reader.

A value is named by its look, a seat by its name. The author's texts come first: an action with a text is told by it,
with its values in the braces; one without by its name and arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulelang.engine.data import piece_json, to_json
from rulelang.engine.match import Decision, Option
from rulelang.engine.messages import Part
from rulelang.engine.offers import MenuOffer, ValueOffer
from rulelang.engine.runner import PASS
from rulelang.engine.state import State
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import THEIRS, Reader, agree, begins, capital, second_person, series, words_of
from rulelang.present.vocabulary import Vocabulary, Word
from rulelang.program import Program


@attrs.frozen
class Speech:
    """The vocabulary of a game, and the reader."""

    vocabulary: Vocabulary
    reader: Reader = attrs.field(factory=Reader)

    def speak(self, value: Any, type_: t.Type, program: Program, state: State) -> str:
        """A value in a text: `king of hearts`, `Ann`, `3`."""
        return self.word(value, type_, program, state).name

    def word(self, value: Any, type_: t.Type, program: Program, state: State) -> Word:
        inner = bare(type_)
        if isinstance(inner, t.Seat) and value is not None:
            return Word(self.reader.name(value))
        if isinstance(inner, t.List) and isinstance(inner.of, t.Seat):
            return Word(series([self.reader.name(seat) for seat in value]) or "nobody")
        if isinstance(inner, t.Zone):
            return self.vocabulary.place(program.zones[value].name)
        if isinstance(inner, t.Holder):
            title = program.resources[inner.resource].title(value)
            name = self.vocabulary.pot(inner.resource, title) if isinstance(title, str) else self.reader.name(title)
            return Word(name)
        return self.vocabulary.value(
            inner, to_json(program, value, inner, lambda piece: piece_json(state, piece, True))
        )

    # ------------------------------------------------------------ questions

    def prompt(self, decision: Decision) -> str:
        """The prompt in the author's words; "" if there are none."""
        prompt, state = decision.question.offer.prompt, decision.state
        return self.text(prompt.parts(state.slots.copy()), state) if prompt else ""

    def text(self, parts: Iterable[Part], state: State) -> str:
        """An author's text with its values; nouns agree with the numbers before them."""
        told: list[str] = []
        before: Part = ""
        for part in parts:
            if not isinstance(part, str):
                told.append(self.speak(*part, state.program, state))
            elif seat_in(before) is None:
                told.append(agree(number_in(before), part))
            else:
                told = self.after_seat(told, seat_in(before) or 0, part)
            before = part
        return "".join(told)

    def after_seat(self, told: list[str], seat: int, text: str) -> list[str]:
        """The text after a seat: its possession, or what it does."""
        if text.startswith(("'s", "’s")):
            whose = self.reader.possessive(seat)
            return [*told[:-1], whose if text[2:] else THEIRS.get(whose, whose), text[2:]]
        mine = seat == self.reader.me and begins("".join(told[:-1]))
        return [*told, f" {second_person(text[1:])}" if mine and text.startswith(" ") else text]

    def options(self, decision: Decision) -> list[Word]:
        """The text of each option; for pieces of several kinds, with the kind of each."""
        words = [self.option(option) for option in decision.options]
        kinds = [kind_of(option) for option in decision.options]
        if len({kind for kind in kinds if kind}) < 2:
            return words
        return [self.with_kind(word, kind) if kind else word for word, kind in zip(words, kinds)]

    def option(self, option: Option) -> Word:
        decision, raw = option.decision, option.raw
        offer, state = decision.question.offer, decision.state
        if raw is PASS:
            return Word(PASS)
        if isinstance(offer, ValueOffer):
            return self.word(raw, offer.type, state.program, state)
        assert isinstance(offer, MenuOffer)
        return self.instance(offer, raw, state)

    def instance(self, offer: MenuOffer, raw: Any, state: State) -> Word:
        """An action with its values, offered or not."""
        parts = offer.parts(raw, state)
        return Word(self.text(parts, state)) if parts is not None else self.action(offer, raw, state)

    def action(self, offer: MenuOffer, raw: Any, state: State) -> Word:
        """An action without a text: its name and arguments."""
        action = offer.action(raw)
        pairs = zip((local.type for local, _ in action.binders), raw[3])
        values = [self.speak(value, type_, state.program, state) for type_, value in pairs]
        name = capital(words_of(action.name))
        return Word(f"{name}: {', '.join(values)}" if values else name)

    def with_kind(self, word: Word, kind: str) -> Word:
        """`blue 3` with its kind, card or die, unless its face shows that."""
        noun = self.vocabulary.kind(kind).name
        if noun in word.name or self.vocabulary.look(kind).face:
            return word
        return attrs.evolve(word, name=f"{word.name} {noun}", short=f"{word.brief} {noun}")


def seat_in(part: Part) -> int | None:
    """The seat in a hole of a text."""
    seat = not isinstance(part, str) and isinstance(bare(part[1]), t.Seat)
    return part[0] if seat else None  # type: ignore[return-value]


def number_in(part: Part) -> int | None:
    """The number in a hole of a text, with which the next noun agrees."""
    number = not isinstance(part, str) and isinstance(bare(part[1]), t.Int)
    return part[0] if number else None  # type: ignore[return-value]


def kind_of(option: Option) -> str:
    """The kind of piece that an option is; "" if it is something else."""
    offer, raw = option.decision.question.offer, option.raw
    if raw is PASS or not isinstance(offer, ValueOffer) or not isinstance(offer.type, t.Piece):
        return ""
    return offer.make.program.pieces[raw].kind
