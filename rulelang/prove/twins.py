"""Twins: two tables that a seat cannot distinguish must continue the same for it, except for what the rules release.

At a question, everything that the seat does not see is changed in a copy: unseen pieces of one kind swap places, unseen
values are drawn again. Handles are renamed accordingly, so that every list, local and answer means the same piece as
before. Both tables are then played in step, with the same draws and the same answers, and what the seat is told is
compared entry by entry. Only what a statement releases – the looks of pieces that move into view, an amount, a score, a
`reveal` – may differ, and the comparison stops there. A copy need not be a reachable position: the law holds for all
tables that look the same to the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.rng import Dice, shuffle, stream
from rulelang.base.source import Span
from rulelang.engine.data import look_text, piece_text
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Decision
from rulelang.engine.match import Match as Core
from rulelang.engine.runner import Question, Runner
from rulelang.engine.state import State
from rulelang.engine.telling import telling
from rulelang.ir import types
from rulelang.ir.types import bare, has_pieces
from rulelang.ir.walk import walk
from rulelang.play.answers import Answers
from rulelang.play.event_parts import Entry
from rulelang.play.follow import Follower
from rulelang.play.log import Log
from rulelang.program import BLOCK, Program
from rulelang.program import events as ev

AHEAD = 12  # answers that twins are played on
Handles = dict[int, int]  # by piece: the piece that stands in its place


@attrs.frozen
class Difference:
    """What a seat is told on one table and not on its twin."""

    what: str
    one: Any
    other: Any
    span: Span | None = None


def compare(core: Core, answers: Answers, seat: int, seed: int, ahead: int = AHEAD) -> Difference | None:
    """Plays a match and a twin of it for a seat in step; None if the seat cannot distinguish them."""
    dice = Dice(stream(seed))
    made = twin_slots(core.runner, seat, dice)
    if made is None or core.runner.question is None:
        return None
    slots, handles = made
    one, other = Side(core, core.runner.s.copy(), answers, seat), Side(core, slots, answers, seat)
    try:
        one.runner.advance()
        other.runner.advance()
        return in_step(one, other, handles, dice, ahead)
    except RuleError:
        return None


def in_step(one: Side, other: Side, handles: Handles, dice: Dice, ahead: int) -> Difference | None:
    for _ in range(ahead):
        found = compare_told(one, other)
        if found is not ALIKE:
            return found if isinstance(found, Difference) else None
        mine, its = one.runner.question, other.runner.question
        if mine is None or its is None:
            return None
        if (mine.seat, mine.name) != (its.seat, its.name):
            return Difference("who is asked", mine.name, its.name, mine.span)
        if mine.seat == one.seat and (found := compare_offers(one, other)):
            return found
        index = dice.below(len(mine.options))
        match = one.same(other, index, handles)
        if match is None:
            return None  # what is legal here is not legal there: an answer tells so much
        one.answer(index)
        other.answer(match)
    return None


@attrs.define
class Side:
    """One of two tables: its runner, and the log of the seat from here on."""

    core: Core
    slots: list[Any]
    answers: Answers
    seat: int
    runner: Runner = attrs.field(init=False)
    log: Log = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        runner = self.core.runner
        self.runner = Runner(runner.code, self.slots, None, runner.budget)
        self.runner.guarded = runner.guarded
        self.log = Log(self.seat, self.answers, Follower(runner.program, self.slots))

    def entries(self) -> list[tuple[Entry, ev.Event, list[str]]]:
        """What the seat was told since this was asked last, what happened each time, and the looks of pieces that moved
        before its eyes.
        """
        new, log = [], self.log
        for event in self.runner.events[len(log.read) :]:
            known, before = len(log.entries), log.follower.state
            pieces = event.pieces if isinstance(event, ev.Moved) else ()
            seen = [look_text(before.program, before.look(p)) for p in pieces if before.piece_sight(p) >> self.seat & 1]
            log.add(event)
            new += [(entry, event, seen) for entry in log.entries[known:]]
        return new

    def answer(self, index: int) -> None:
        self.runner.answer(index)

    def answer_text(self, question: Question, index: int, namer: Callable[[int], str], as_bag: bool = False) -> str:
        key, option = (question.name, question.span), question.options[index]
        return str(self.answers.write(key, self.answers.arrange(key, option, namer) if as_bag else option, namer))

    def same(self, other: Side, index: int, handles: Handles) -> int | None:
        """The option of the other table that means the same: a visible piece is matched by its look, and an unseen one
        by its place. A bag may be in another order there.
        """
        mine, its = self.runner.question, other.runner.question
        assert mine is not None and its is not None
        here, there = self.runner.state, other.runner.state

        def name(piece: int) -> str:
            twin = handles.get(piece, piece)
            seen = (here.piece_sight(piece) | there.piece_sight(twin)) >> self.seat & 1
            if seen or there.place(twin) != here.place(piece):
                twin = piece  # it is seen, or all were gathered since and lie the same on both tables
            return piece_text(there, twin)

        for as_bag in (False, True):
            wanted = self.answer_text(mine, index, name, as_bag)
            for at in range(len(its.options)):
                if other.answer_text(its, at, lambda piece: piece_text(there, piece), as_bag) == wanted:
                    return at
        return None

    def offer_texts(self) -> list[str]:
        question, state = self.runner.question, self.runner.state
        assert question is not None
        named = [self.answer_text(question, at, lambda p: piece_text(state, p)) for at in range(len(question.options))]
        asked = Decision(self.runner.program, self.runner.s, question)
        return [asked.prompt, *named, *(each.label for each in asked.options)]


# ---------------------------------------------------------------- the twin


def twin_slots(runner: Runner, seat: int, dice: Dice) -> tuple[list[Any], Handles] | None:
    """The slots of a table that looks the same to a seat; None in a secret block, and if nothing is hidden."""
    if runner.s[BLOCK] is not None:
        return None
    state = State(runner.program, runner.s.copy())
    handles = swap_unseen(state, seat, dice)
    changed = change_values(state, seat, dice)
    if all(piece == other for piece, other in handles.items()) and not changed:
        return None
    put_in_place(state, handles)
    for slot in handle_slots(runner):
        state.slots[slot] = rename_pieces(state.slots[slot], handles)
    return state.slots, handles


def swap_unseen(state: State, seat: int, dice: Dice) -> Handles:
    """Unseen pieces of one kind swap places; rolled ones among themselves."""
    groups: dict[Any, list[int]] = {}
    for piece in state.program.pieces:
        if not piece.is_group and not state.piece_sight(piece.id) >> seat & 1:
            groups.setdefault((piece.kind, state.face(piece.id) is None), []).append(piece.id)
    handles: Handles = {}
    for alike in groups.values():
        handles |= zip(alike, shuffle(alike, dice.below))
    return handles


def put_in_place(state: State, handles: Handles) -> None:
    """Each piece goes to where the piece was whose place it takes, and is visible as that one was."""
    slots, layout = state.slots, state.program.layout
    for base in (layout.places, layout.sights):
        old = {piece: slots[base + piece] for piece in handles}
        for piece, other in handles.items():
            slots[base + other] = old[piece]
    for zone in state.program.zones:
        lying = rename_pieces(slots[layout.zones + zone.id], handles)
        slots[layout.zones + zone.id] = tuple(sorted(lying)) if zone.order in ("set", "bag") else lying


def rename_pieces(value: Any, handles: Handles) -> Any:
    if isinstance(value, tuple):
        return tuple(rename_pieces(item, handles) for item in value)
    return handles.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


def change_values(state: State, seat: int, dice: Dice) -> bool:
    """Values and amounts that the seat does not see are shuffled among themselves, or drawn again."""
    changed = False
    for slots in unseen_values(state, seat):
        values = [state.slots[slot] for slot in slots]
        dealt = shuffle(values, dice.below)
        for slot, value in zip(slots, dealt):
            state.slots[slot] = value
        changed = changed or dealt != values
    for slot, choices in unseen_choices(state, seat):
        if dice.below(2) and state.slots[slot] is not None:
            drawn = choices[dice.below(len(choices))]
            changed = changed or drawn != state.slots[slot]
            state.slots[slot] = drawn
    return changed


def unseen_values(state: State, seat: int) -> Iterator[list[int]]:
    """By variable and resource: the slots that the seat does not see."""
    program = state.program
    for var in program.vars.values():
        if not has_pieces(program.game.vars[var.name].type):
            indexes = enumerate(var.array.keys(), var.array.base)
            found = [slot for slot, at in indexes if not state.var_sight(var.name, at) >> seat & 1]
            yield [slot for slot in found if state.slots[slot] is not None]
    for resource in program.resources.values():
        unseen = [who for who in resource.holders if not state.amount_sight(resource.name, who) >> seat & 1]
        yield [resource.slot(who) for who in unseen]


def unseen_choices(state: State, seat: int) -> Iterator[tuple[int, list[Any]]]:
    """Unseen elements of variables whose values are few, with all they may be."""
    program = state.program
    for var in program.vars.values():
        choices = values_of(program, program.game.vars[var.name].type, var.low, var.high)
        for at in var.array.keys() if choices else ():
            if not state.var_sight(var.name, at) >> seat & 1:
                yield program.var_slot(var.name, at), choices


def values_of(program: Program, type_: types.Type, low: int | None, high: int | None) -> list[Any]:
    kind = bare(type_)
    if isinstance(kind, types.Bool):
        return [False, True]
    if isinstance(kind, types.Enum):
        return list(range(1, len(program.members[kind.name]) + 1))
    if isinstance(kind, types.Int) and low is not None and high is not None and high - low < 50:
        return list(range(low, high + 1))
    return []


def handle_slots(runner: Runner) -> Iterator[int]:
    """Every slot that may hold pieces: locals, variables, and the lists that loops go through."""
    program = runner.program
    for local in locals_of(program.game):
        if has_pieces(local.type):
            yield program.layout.locals + local.number
    for var in program.vars.values():
        if has_pieces(program.game.vars[var.name].type):
            yield from range(var.array.base, var.array.base + var.array.length)
    yield from runner.code.extra.get("handles", ())


def locals_of(game: ir.Game) -> set[ir.Local]:
    """The locals of statements: those of expressions mean nothing between two statements."""
    found: set[ir.Local] = {param for proc in game.procs.values() for param in proc.params}
    for menu in game.menus.values():
        found |= {*menu.params, *(local for action in menu.actions for local, _ in action.binders)}
    for node in walk((game.procs, game.menus)):
        if isinstance(node, ir.LocalTarget | ir.For | ir.Asking):
            found.add(node.local)
    return found


# ---------------------------------------------------------------- what is told

ALIKE = "alike"
RELEASED = "released"


def compare_told(one: Side, other: Side) -> Any:
    """ALIKE, RELEASED, or how two tables tell themselves apart."""
    mine, its = one.entries(), other.entries()
    for (left, event, seen), (right, _, its_seen) in zip(mine, its):
        if left != right:
            released = is_released(one.runner.program, event, left, right, seen == its_seen)
            return RELEASED if released else Difference(left["event"], left, right, event.rule)
    if len(mine) != len(its):
        more, event, _ = (mine if len(mine) > len(its) else its)[min(len(mine), len(its))]
        return Difference(more["event"], more, None, event.rule)
    return ALIKE


def compare_offers(one: Side, other: Side) -> Difference | None:
    mine, its = one.offer_texts(), other.offer_texts()
    question = one.runner.question
    assert question is not None
    return Difference("the question", mine, its, question.span) if mine != its else None


def is_released(program: Program, event: ev.Event, left: Entry, right: Entry, seen_alike: bool) -> bool:
    """Do two entries differ only in what their statement is there to tell? Of pieces that were in sight, and are
    `seen_alike` or not, a move tells nothing new.
    """
    if left["event"] != right["event"]:
        return False
    if isinstance(event, ev.Ended) and left["winners"] != right["winners"] and names_winners(program):
        return False
    if event.rule in revealing(program):
        return True
    if not seen_alike:
        return False
    if isinstance(event, ev.Moved) and number(left) != number(right):
        in_group = event.target in program.insides.values()
        return program.zones[event.target].sight == "open" or (in_group and not (left["unseen"] or right["unseen"]))
    if isinstance(event, ev.Showed) and number(left) != number(right):
        return False
    parts = RELEASES.get(left["event"], ())
    kept = {key for key in (*left, *right) if key not in parts}
    return all(left.get(key) == right.get(key) for key in kept)


def number(entry: Entry) -> int:
    """How many pieces an entry tells of."""
    return len(entry["pieces"]) + sum(entry["unseen"].values()) + len(entry.get("covered", ()))


@lru_cache(maxsize=64)
def names_winners(program: Program) -> bool:
    """Does some line say who has won? Then it says no more than it may."""
    nodes = walk((program.game.procs, program.game.menus))
    return any(isinstance(node, ir.EndGame) and node.winners is not None for node in nodes)


@lru_cache(maxsize=64)
def revealing(program: Program) -> frozenset[Any]:
    """The statements whose own event tells what a `reveal` in them says: `x = reveal e`, `move c to reveal place`."""
    nodes = [node for node in walk((program.game.procs, program.game.menus)) if isinstance(node, ir.Stmt)]
    return frozenset(node.span for node in nodes if any(isinstance(part, ir.Reveal) for part in telling(node)))


# event: the parts of its entry that are released; of the others, and of other events, nothing is
RELEASES = {
    "moved": ("pieces", "unseen", "held", "zones"),
    "chose": ("answer", "label"),
    "showed": ("pieces", "unseen", "covered", "zones", "variables", "held"),
    "paid": ("amount",),
    "scored": ("lines", "total"),
    "told": ("value", "places"),
    "ended": ("winners", "scores"),
    "block_ended": ("zones", "resources", "held"),
}
