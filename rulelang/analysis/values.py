"""The label of each expression: who may know its value, by the class of the expression and the name of the built-in.

Labels pass through functions by the labels of the arguments. A handle on a piece says nothing about its face; a look is
read from the zone that the piece was taken from. Anything unforeseen may be known by nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.facts import Facts
from rulelang.analysis.labels import (
    ALL,
    NONE,
    OPEN,
    PUBLIC,
    Label,
    Origin,
    Readers,
    Sight,
    Term,
    only,
    private,
    value,
    without,
)  # fmt: skip
from rulelang.base.dispatch import total
from rulelang.base.source import Span
from rulelang.ir import types
from rulelang.ir.types import bare, has_pieces, item, kinds_within
from rulelang.program import BANK, Program

Env = dict[ir.Local, Label]


@attrs.frozen
class Block:
    """The secret block that play is in: its seat, and what is written in it."""

    seat: Term
    name: str
    writes: frozenset[str]


class Values:
    """The labels of a program's expressions."""

    def __init__(self, program: Program) -> None:
        self.program, self.game = program, program.game
        self.facts = Facts(program)
        self.block: Block | None = None
        self.outer: tuple[tuple[ir.Local, Label], ...] = ()
        """The parameters of the mechanisms that run: their functions, steps and menus may use them."""
        self.outside: frozenset[ir.Local] = frozenset()
        """The locals that were there before the secret block."""
        self.calls: dict[Any, Label] = {}
        self.unshown: set[str] = set()
        """Variables that may hold a piece which not all of their readers have seen."""
        self.counted: set[str] = set()
        """Variables of secret answers whose number is the chooser's to say."""
        holding = [var for var in self.game.vars.values() if has_pieces(var.type)]
        self.holders = {var.name: ir.Local(var.name, var.type, -1 - at) for at, var in enumerate(holding)}
        """By variable that holds pieces: what stands among the locals for where these lie."""

    def label(self, expr: ir.Expr, env: Env) -> Label:
        return of(expr, self, env)

    def flat(self, expr: ir.Expr | None, env: Env) -> Sight:
        """Who may know the value of an expression."""
        return PUBLIC if expr is None else self.label(expr, env).flat()

    def join(self, exprs: tuple[ir.Expr, ...], env: Env) -> Sight:
        sight = PUBLIC
        for expr in exprs:
            sight &= self.label(expr, env).flat()
        return sight

    def kept(self, env: Env) -> Env:
        """What is known of where pieces lie that variables hold: it goes along wherever play goes."""
        return {local: env[local] for local in self.holders.values() if local in env}

    def bind(self, local: ir.Local, label: Label) -> Label:
        """What a local is worth that has just been given a value."""
        made = without(label, lambda term: term == ("local", local.number))
        if isinstance(local.type, types.Seat) and made.term is None:
            made = attrs.evolve(made, term=("local", local.number))
        return made

    def label_call(self, fn: str, labels: tuple[Label, ...], kept: Env) -> Label:
        """The label of a function's value, by those of its arguments."""
        key = (fn, labels, self.block, self.outer, tuple(kept.values()))
        if key not in self.calls:
            declared = self.game.fns[fn]
            env = {param: self.bind(param, label) for param, label in zip(declared.params, labels)}
            found = self.label(declared.body, {**kept, **env})
            self.calls[key] = only_from(found, (*labels, *(label for _, label in self.outer)))
        return self.calls[key]

    # ------------------------------------------------------------ what is declared

    def sight(self, declared: str, name: str, where: tuple[Span, Span | None], owner: Label | None) -> Sight:
        """Who sees what is kept under a name that is declared so; `owner`: its first index."""
        shown = ALL if name in self.facts.revealed else NONE
        origin = Origin(where[0], name, where[1], SIGHTS[declared])
        if declared == "open":
            return private(origin, NONE, ALL) if name in self.facts.hidden else PUBLIC
        seats: Readers = NONE
        if declared == "owner" and owner is not None and owner.term is not None and name not in self.facts.hidden:
            seats = frozenset([owner.term])
        return private(origin, seats, shown)

    def others(self, name: str, first: Label | None, span: Span) -> Sight:
        """What other seats write in the same secret block may be known by nobody before it ends."""
        block = self.block
        if block is None or name not in block.writes or (first is not None and first.term == block.seat):
            return PUBLIC
        return private(Origin(span, name, None, "written by all seats in this secret block"))

    def anywhere(self, kinds: tuple[str, ...], span: Span) -> tuple[Sight, bool]:
        """Who sees pieces of these kinds wherever they may lie, and whether they may be seen in part."""
        sight, partly = PUBLIC, False
        for zone in self.facts.zones_of(kinds):
            partly = partly or self.facts.is_partly_seen(zone)
            if not self.facts.is_open(zone):
                sight &= self.sight(zone.sight, zone.name, (span, zone.span), None)
        return sight, partly

    def unfollowed(self, var: str, span: Span) -> Label:
        """What is known of the pieces in a variable, if nothing is known of what became of them."""
        kinds = kinds_within(self.game.vars[var].type)
        look = self.anywhere(kinds, span)[0] if self.is_changing(kinds) else PUBLIC
        return lost(Label(look=look), span, var)

    def is_changing(self, kinds: tuple[str, ...]) -> bool:
        """May pieces of these kinds show something else later: are they rolled, or formed?"""
        return any(kind in self.program.faces or kind in self.game.groups for kind in kinds)


SIGHTS = {"owner": "seen by its owner only", "hidden": "hidden from everybody", "open": "may be hidden by `hide`"}
TOLD: dict[str, Callable[[Term | None], Readers]] = {
    "open": lambda owner: ALL,
    "owner": only,
    "hidden": lambda owner: NONE,
}
"""Who is told what is put under a declared sight: all who may see it there, by the seat in its first index."""


def only_from(label: Label, given: tuple[Label, ...], dead: frozenset[int] | None = None) -> Label:
    """A result without terms for locals that mean nothing outside."""
    alive = {term for each in given for term in terms_of(each)}
    return without(label, lambda term: term[0] == "local" and term not in alive)


def terms_of(label: Label) -> set[Term]:
    found: set[Term] = set() if label.term is None else {label.term}
    for sight in (label.size, label.which, label.order, label.look, label.place):
        found |= (sight.known or frozenset()) | (sight.maybe or frozenset())
    return {inner for term in found for inner in nested_terms(term)}


def nested_terms(term: Term) -> list[Term]:
    return [term, *nested_terms(term[1])] if term[0] in ("left", "right") else [term]


def nobody(span: Span, name: str) -> Label:
    """What is not foreseen."""
    sight = private(Origin(span, name, None, "not known to be open to all"))
    return Label(sight, sight, sight, sight, sight, many=True, partly=True)


def lost(label: Label, span: Span, name: str) -> Label:
    """Pieces that nobody can tell from others any more, and that may be anywhere."""
    place = private(Origin(span, name, None, "may lie anywhere by now"))
    return attrs.evolve(label, place=place, many=True, chosen=None, lying=None)


of = total(ir.Expr)


# ---------------------------------------------------------------- what is known from the start


@of.case(ir.Const, ir.Members, ir.Seats)
def constant(expr: ir.Expr, at: Values, env: Env) -> Label:
    return OPEN


@of.case(ir.Lit)
def literal(expr: ir.Lit, at: Values, env: Env) -> Label:
    if isinstance(expr.type, types.Zone):
        return nobody(expr.span, "this")
    if has_pieces(expr.type) and expr.value not in (None, ()):
        return label_named(expr, at, kinds_of(expr.type))
    seat = isinstance(expr.type, types.Seat) and isinstance(expr.value, int)
    return Label(term=("seat", expr.value)) if seat else OPEN


@of.case(ir.Pieces)
def pieces(expr: ir.Pieces, at: Values, env: Env) -> Label:
    return label_named(expr, at, expr.names)


@of.case(ir.Look)
def look(expr: ir.Look, at: Values, env: Env) -> Label:
    return label_named(expr, at, (expr.kind,)).under(at.join(expr.fields, env))


def kinds_of(type_: types.Type) -> tuple[str, ...]:
    inner = item(type_)
    return inner.names if isinstance(inner, types.Piece) else ()


def label_named(expr: ir.Expr, at: Values, kinds: tuple[str, ...]) -> Label:
    """Pieces named outright: what is printed on them is known, where they lie and what they show is not. Who sees them
    when play comes here cannot be tested, as long as only where they lie is asked.
    """
    seen, partly = at.anywhere(kinds, expr.span)
    return Label(look=seen if at.is_changing(kinds) else PUBLIC, place=seen.sure(), many=True, partly=partly)


@of.case(ir.Sees)
def sees(expr: ir.Sees, at: Values, env: Env) -> Label:
    """Sights are public, but only tests ask for them."""
    return value(at.flat(expr.seat, env))


# ---------------------------------------------------------------- what is kept


@of.case(ir.Get)
def get(expr: ir.Get, at: Values, env: Env) -> Label:
    found = env.get(expr.local) or dict(at.outer).get(expr.local)
    return found if found is not None else nobody(expr.span, expr.local.name)


@of.case(ir.VarAt)
def var_at(expr: ir.VarAt, at: Values, env: Env) -> Label:
    indexes = [at.label(index, env) for index in expr.indexes]
    return element(at, expr.var, expr.span, indexes, env)


def element(at: Values, name: str, span: Span, indexes: list[Label], env: Env) -> Label:
    """An element of a variable."""
    declared = at.game.vars[name]
    first = indexes[0] if indexes and declared.indexes[0].kind == "Seat" else None
    sight = at.sight(declared.sight, name, (span, declared.span), first) & at.others(name, first, span)
    for index in indexes:
        sight &= index.flat()
    if name in at.holders:
        shown = sight
        if name in at.unshown:
            origin = sight.origin or Origin(span, name, declared.span, "may hold a piece that not all have seen")
            shown = sight & private(origin, NONE, ALL)
        size = sight
        if declared.chosen and name not in at.counted:
            size = PUBLIC
            for index in indexes:
                size &= index.flat()
        held = env.get(at.holders[name]) or at.unfollowed(name, span)
        look = shown & held.look
        return Label(size, sight, sight, look, held.place, held.many, drawn=declared.chosen, lying=held.lying)
    kind = bare(declared.type)
    seat = isinstance(kind, types.Seat) and sight is PUBLIC and not indexes
    return Label(sight, sight, sight, term=("var", name) if seat else None)


@of.case(ir.VarMap)
def var_map(expr: ir.VarMap, at: Values, env: Env) -> Label:
    made = element(at, expr.var, expr.span, [], env)
    return attrs.evolve(made, size=PUBLIC, term=None)


@of.case(ir.Amount)
def amount(expr: ir.Amount, at: Values, env: Env) -> Label:
    """What a seat has is as its resource is declared; the pots of an `owner` resource are open, and nobody sees its
    bank: what is not there, the others have.
    """
    declared, holder = at.game.resources[expr.resource], at.label(expr.holder, env)
    pot = isinstance(expr.holder, ir.Lit) and isinstance(expr.holder.value, int) and expr.holder.value < BANK
    sight = PUBLIC
    if not (pot and declared.sight == "owner"):
        sight = at.sight(declared.sight, declared.name, (expr.span, declared.span), holder)
    return value(sight & holder.flat() & at.others(expr.resource, holder, expr.span))


# ---------------------------------------------------------------- places and pieces


@of.case(ir.ZoneAt)
def zone_at(expr: ir.ZoneAt, at: Values, env: Env) -> Label:
    indexes = [at.label(index, env) for index in expr.indexes]
    which = PUBLIC
    for index in indexes:
        which &= index.flat()
    zone = at.game.zones.get(expr.zone)
    if zone is None:  # the box
        seen = private(Origin(expr.span, expr.zone, None, "hidden from everybody"))
        return Label(which, which, seen, seen, which, lying=frozenset([(expr.zone, None)]))
    first = indexes[0] if indexes and zone.indexes[0].kind == "Seat" else None
    seen = at.sight(zone.sight, zone.name, (expr.span, zone.span), first)
    others = at.others(zone.name, first, expr.span)
    seen = seen & which & others
    order = seen if zone.order in ("set", "bag") else which & others
    lying = frozenset([(zone.name, None if first is None else first.term)])
    return Label(which & others, which, order, seen, which, False, at.facts.is_partly_seen(zone), lying=lying)


@of.case(ir.Inside)
def inside(expr: ir.Inside, at: Values, env: Env) -> Label:
    """What lies in a group is seen as the group is."""
    group = at.label(expr.group, env)
    return Label(group.which, group.which, group.which, group.look & group.which, group.where(), False, group.partly)


@of.case(ir.Contents)
def contents(expr: ir.Contents, at: Values, env: Env) -> Label:
    return attrs.evolve(at.label(expr.zone, env), term=None)


@of.case(ir.PieceField)
def piece_field(expr: ir.PieceField, at: Values, env: Env) -> Label:
    piece = at.label(expr.piece, env)
    return value(piece.which & piece.look & piece.size)


@of.case(ir.RowField)
def row_field(expr: ir.RowField, at: Values, env: Env) -> Label:
    return value(at.flat(expr.row, env))


@of.case(ir.RowAt)
def row_at(expr: ir.RowAt, at: Values, env: Env) -> Label:
    return value(at.flat(expr.key, env))


@of.case(ir.CellAt)
def cell_at(expr: ir.CellAt, at: Values, env: Env) -> Label:
    return value(at.join(expr.indexes, env))
