"""What a seat knows at a node: its log, extended from node to node, and the same as one text.

Recent logs are cached, so that the next node down the tree has little to read.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any

import attrs

from rulelang.engine.match import Decision
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.unordered import settle_order
from rulelang.play.event_json import asked_entry
from rulelang.play.event_parts import Entry
from rulelang.play.follow import Follower
from rulelang.play.log import Log
from rulelang.play.match import Game, Match
from rulelang.program import BLOCK_SEAT, Program
from rulelang.tree.position import Position

RECENT = 2048  # cached logs


@attrs.define
class Reading:
    """A log, and its entries as text."""

    log: Log
    lines: list[str]

    def copy(self) -> Reading:
        return Reading(self.log.copy(), self.lines.copy())

    def carry_on(self, node: Position) -> None:
        """Reads what has happened since the parent of a node."""
        swaps = list(node.swaps)
        for number, event in enumerate(node.events):
            self.swap(swaps, number)
            question = answered_question(self.log.answers.program, node) if number == 0 else None
            self.log.add(event, question)
        self.swap(swaps, len(node.events))
        self.lines += map(line, self.log.entries[len(self.lines) :])

    def swap(self, swaps: list[tuple[int, int, int]], number: int) -> None:
        """Puts pieces of shuffled zones into the positions where they were found."""
        while swaps and swaps[0][0] <= number:
            _, here, piece = swaps.pop(0)
            for follower in (self.log.follower, self.log.start):
                if follower is not None:
                    exchange(follower, here, piece)


def answered_question(program: Program, node: Position) -> Decision | None:
    """The question that the last step answered, if it was asked."""
    parent = node.parent
    if parent is None or parent.question is None or not parent.question.asked:
        return None
    return Decision(program, settle_order(parent.slots), parent.question)


def exchange(follower: Follower, left: int, right: int) -> None:
    """Swap two pieces of one zone that nobody can see."""
    slots, board = follower.state.slots, follower.board
    zone = board.zones + slots[board.places + left]
    swap = {left: right, right: left}
    slots[zone] = tuple([swap.get(piece, piece) for piece in slots[zone]])


def line(entry: Entry) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def text_of(seat: int, lines: list[str]) -> str:
    """One line per entry, without the first: that is the table before set-up, the same in every game."""
    return "\n".join([f"P{seat}", *lines[1:]])


def information(match: Match, seat: int) -> str:
    """What a seat knows in a match, as a node tells it."""
    core = match.branch(match.check_seat(seat))
    log = Log(seat, match.game.answers, match.follower(), brief=True)
    log.carry_on(core)
    return text_of(seat, list(map(line, log.with_question(core))))


class Readings:
    """The logs of a tree's nodes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.recent: OrderedDict[tuple[Any, int], Reading] = OrderedDict()

    def of(self, node: Position, seat: int) -> Reading:
        """The log of a seat at a node, continued from the nearest cached ancestor."""
        ahead, found = [], None
        for each in node.past:
            found = self.recent.get((each, seat))
            if found is not None:
                break
            ahead.append(each)
        if not ahead and found is not None:
            return found
        reading = found.copy() if found is not None else self.blank(seat)
        for each in reversed(ahead):
            reading.carry_on(each)
        self.recent[node, seat] = reading
        if len(self.recent) > RECENT:
            self.recent.popitem(last=False)
        return reading

    def blank(self, seat: int) -> Reading:
        """Before the game begins."""
        program = self.game.program
        follower = Follower(program, first_slots(code_of(program), 0))
        return Reading(Log(seat, self.game.answers, follower, brief=True), [])

    def entries(self, node: Position, seat: int) -> list[Entry]:
        reading = self.of(node, seat)
        return [*reading.log.entries, *now(node, seat, reading)]

    def text(self, node: Position, seat: int) -> str:
        reading = self.of(node, seat)
        return text_of(seat, [*reading.lines, *map(line, now(node, seat, reading))])


def now(node: Position, seat: int, reading: Reading) -> list[Entry]:
    """The open question as far as the seat may know it, and the part of its answer so far."""
    if node.question is None or not node.question.asked or node.slots[BLOCK_SEAT] not in (0, seat):
        return []
    program = reading.log.answers.program
    decision = Decision(program, settle_order(node.slots), node.question)
    found = [asked_entry(decision, reading.log.scene(reading.log.follower.state))]
    if node.spelled and seat == node.question.seat:
        found.append({"event": "spelled", "actions": list(node.spelled)})
    return found
