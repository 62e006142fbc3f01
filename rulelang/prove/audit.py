"""Audits everything after every effect, from the slots alone: every piece, amount and number is where it should be.

An `Audited` runner keeps its events in a list that checks the slots each time something on the table has changed. So
anything created or lost is reported with the effect that did it, even if the next effect would cancel it out.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from rulelang.engine.errors import RuleError
from rulelang.engine.runner import Runner
from rulelang.lower.settings import is_inside
from rulelang.program import Program
from rulelang.program import events as ev

Slots = list[Any]

# Events that tell of no change on the table.
STILL = (ev.Began, ev.BlockBegan, ev.BlockEnded, ev.Chose, ev.Drew, ev.Entered, ev.Left, ev.Noted, ev.Told)


class Lost(RuleError):
    """Something is not conserved or is out of its range; its place is the effect that did it."""


class Book(list[ev.Event]):
    """A list of events that checks the slots each time something changes."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self.runner = runner

    def append(self, event: ev.Event) -> None:
        super().append(event)
        if not isinstance(event, STILL):
            for what, how in census(self.runner.program, self.runner.s):
                raise Lost("R709", event.rule or self.runner.code.spans[0], what=what, how=how)


class Audited(Runner):
    """A runner that counts after every effect."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.events = Book(self)


def census(program: Program, s: Slots) -> list[tuple[str, str]]:
    """What is wrong with some slots, and how: pieces, amounts, numbers, faces."""
    return [*wrong_pieces(program, s), *wrong_amounts(program, s), *wrong_numbers(program, s)]


def wrong_pieces(program: Program, s: Slots) -> list[tuple[str, str]]:
    """Every piece is in exactly one zone, the one that its own slot names; sets are in order."""
    first, places = program.layout.zones, program.layout.places
    lying = s[first : first + len(program.zones)]
    number = len(program.pieces)
    if sorted(chain.from_iterable(lying)) != list(range(number)):
        return [("pieces", f"there are {number}, and {sum(map(len, lying))} lie somewhere")]
    for zone, here in enumerate(lying):
        for piece in here:
            if s[places + piece] != zone:
                how = f"{piece_name(program, piece)} lies in {program.zones[zone].name} and is thought to be elsewhere"
                return [("pieces", how)]
        if len(here) > 1 and program.zones[zone].order in ("set", "bag") and list(here) != sorted(here):
            return [("pieces", f"{program.zones[zone].name} is out of order")]
    return []


def piece_name(program: Program, piece: int) -> str:
    each = program.pieces[piece]
    return f"{each.kind}{each.fields}"


def wrong_amounts(program: Program, s: Slots) -> list[tuple[str, str]]:
    found = []
    for resource in program.resources.values():
        amounts = [s[resource.slot(holder)] for holder in resource.holders]
        if sum(amounts) != resource.total or min(amounts) < 0:
            how = f"there are {resource.total}, and {sum(amounts)} are held, the least {min(amounts)}"
            found.append((resource.name, how))
    return found


def wrong_numbers(program: Program, s: Slots) -> list[tuple[str, str]]:
    """Every variable that holds a number is in its range, every die shows a face it has."""
    for var in program.vars.values():
        if var.low is None and var.high is None:
            continue
        for value in s[var.array.base : var.array.base + var.array.length]:
            if type(value) is int and not is_inside(value, var.low, var.high):
                return [(f"the bounds of `{var.name}`", f"it is {value}, outside {var.low}..{var.high}")]
    if not program.faces:
        return []
    faces = {face for face in s[program.layout.faces : program.layout.sights] if face is not None}
    shown = {face for low, high in program.faces.values() for face in range(low, high + 1)}
    return [("the faces of dice", f"one shows {face}") for face in sorted(faces - shown)]
