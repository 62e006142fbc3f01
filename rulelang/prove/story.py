"""A failure as a short story, and as a record that can be replayed.

    error[R614]: invariant broken: Nobody has more than eight points
      dice.rules:8  invariant "…": all(points[p] <= 8 for p in seats)
      points[p] is 10, for p = P1

    It takes 2 players and 1 answer:
      chance: roll 6, roll 6
      P1: 5 (Turn.n)

    These lines ran in the last step:
      17 │ pay n coins from p to pot
      …

A story has fewer than 25 lines, whatever the game: if there is much to tell, trivial parts (the first outcome, the
first option) are omitted, and if it is still too long, so is the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.base.hidden import clean
from rulelang.base.source import Span
from rulelang.engine.closures import Closures
from rulelang.engine.data import as_text
from rulelang.engine.start import code_of
from rulelang.play.match import Game
from rulelang.play.record import header, record
from rulelang.prove.faults import Fault
from rulelang.prove.parts import parts
from rulelang.prove.play import Outcome
from rulelang.prove.step import Happened, Step, retrace

WIDE = 100  # a line is cut there
TOLD = 8  # chance and answers that are told
RAN = 7  # rule lines that are told


@attrs.frozen
class Story:
    """A failure: the game, what went wrong, and how it came to it."""

    game: Game
    outcome: Outcome
    fault: Fault
    step: Step

    @classmethod
    def of(cls, outcome: Outcome, game: Game) -> Story:
        assert outcome.fault is not None
        return cls(game, outcome, outcome.fault, retrace(game, outcome))

    # ------------------------------------------------------------ in words

    def lines(self) -> list[str]:
        """The story, under 25 lines, without the command that replays it."""
        told = [f"error[{self.fault.code}]: {self.fault.title}", *self.place(), *self.reasons()]
        told += [f"It takes {self.setting()}:", *(f"  {each}" for each in self.tale() or ["nothing but the set-up"])]
        told += self.ran()
        return [cut(line) for line in told]

    def place(self) -> Iterator[str]:
        if self.fault.span is not None:
            yield f"  {self.fault.span!r}  {self.fault.span.source.line(self.fault.span.line).strip()}"

    def reasons(self) -> Iterator[str]:
        """The values of the parts of an invariant; else what to do."""
        found = self.parts()
        yield from (f"  {each}" for each in found or [self.fault.help])

    def parts(self) -> list[str]:
        for invariant in self.game.typed.invariants:
            if self.fault.code == "R614" and invariant.title == self.fault.invariant:
                make: Closures = code_of(self.game.program).extra["make"]
                return parts(make, invariant.condition, self.step.slots)
        return []

    def setting(self) -> str:
        """`2 players, rounds=1 and 3 answers`."""
        table = self.outcome.plan.table
        options = [f"{name}={as_text(value)}" for name, value in table.options]
        answers = len(self.outcome.taken)
        words = [f"{table.players} player{'s' * (table.players != 1)}", *table.variants, *options]
        return f"{', '.join(words)} and {answers} answer{'s' * (answers != 1)}"

    def tale(self) -> list[str]:
        """Chance and answers in order: all answers if they are few, else those that matter."""
        happened = self.step.happened
        moving = [each for each in happened if each.seat or not each.plain]
        lines = happened_lines(moving)
        if len(lines) > TOLD:
            last = next((each for each in reversed(happened) if each.seat), None)
            lines = happened_lines([each for each in moving if not each.plain or each is last])
            return [*shorten(lines, TOLD), "(all else: the first option, the first outcome)"]
        return lines

    def ran(self) -> Iterator[str]:
        """The rule lines of the last step, the last one marked: there it broke."""
        places = [place for place in self.step.places if place.source.name != "engine"]
        lines = {(place.source.name, place.line): place for place in places}
        if not lines:
            return
        broke = (places[-1].source.name, places[-1].line)
        *before, last = [*(key for key in lines if key != broke), broke]
        yield "These lines ran in the last step:"
        yield from (f"    {rule_line(lines[key], self.game.name)}" for key in before[-RAN:])
        yield f"  → {rule_line(lines[last], self.game.name)}"

    # ------------------------------------------------------------ the record

    def record(self) -> dict[str, Any]:
        """The game up to and with the answer that broke it."""
        match = self.outcome.match
        made = record(match) if match is not None else {**header(self.game, 0, 0), "answers": [], "result": None}
        taken = [each for each in self.step.happened if each.seat]
        answers = [
            {"seat": each.seat, "name": each.about, "value": value_of(each), "index": each.outcome} for each in taken
        ]
        return {**made, "seed": 0, "chance": self.step.draws, "answers": answers, "result": None}

    def to_json(self) -> dict[str, Any]:
        table = self.outcome.plan.table
        return {
            **self.fault.to_json(),
            "players": table.players,
            "variants": list(table.variants),
            "options": dict(table.options),
            "parts": self.parts(),
            "story": self.lines(),
        }


def value_of(happened: Happened) -> int | str:
    """An answer as a record has it: whole numbers are numbers."""
    text = happened.text
    return int(text) if text.lstrip("-").isdecimal() else text


def happened_lines(happened: list[Happened]) -> list[str]:
    """One line an answer; draws that follow each other are one line."""
    lines: list[str] = []
    for each in happened:
        if each.seat:
            lines.append(f"P{each.seat}: {each.text} ({each.about})")
        elif lines and lines[-1].startswith("chance: ") and len(lines[-1]) < WIDE:
            lines[-1] += f", {each.about} {each.text}"
        else:
            lines.append(f"chance: {each.about} {each.text}")
    return lines


def shorten(lines: list[str], most: int) -> list[str]:
    """The first and the last of many lines."""
    if len(lines) <= most:
        return lines
    left = len(lines) - most + 1
    return [*lines[: most // 2], f"… {left} more", *lines[len(lines) - (most - most // 2 - 1) :]]


def rule_line(place: Span, own: str) -> str:
    """`17 │ pay n coins from p to pot`; of another file with its name."""
    name = place.source.name.rpartition("/")[2].removesuffix(".rules")
    where = f"{place.line}" if name == own else f"{name}:{place.line}"
    return f"{where:>4} │ {place.source.line(place.line).strip()}"


def cut(line: str) -> str:
    """A line that fits the width, with nothing in it that disturbs a terminal."""
    indent, text = line[: len(line) - len(line.lstrip())], clean(line)
    return (indent + text)[: WIDE - 1] + "…" if len(indent + text) > WIDE else indent + text
