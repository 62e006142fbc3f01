"""Labels: who may know what about a value.

`Readers` is everybody (ALL) or a set of seats, each written as a term: a seat by number, a local that holds one, an
open variable, or the seat to the left or right of a term. Two different terms never count as the same seat, and a seat
without a term (UNNAMED) knows only what all know. A value
computed from two others may be known by those who may know both, so the join of labels is the intersection of readers,
and `a` may flow to readers who all are readers of `a`.

A `Sight` has two sets of readers: those who know for sure, and those who know if what was perhaps revealed has been
revealed. The difference has a reason in `needs`: HERE, a test when the statement runs; NEVER, if there is no such test;
or a piece that was openly chosen and has not been shown yet. A `Label` has one sight for each thing that can be known
about a value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulelang.base.source import Span

Term = tuple[Any, ...]
Readers = frozenset[Term] | None
Lying = frozenset[tuple[str, Term | None]] | None
ALL: Readers = None
NONE: Readers = frozenset()

HERE = ("here",)  # known if it is seen when the statement is played
NEVER = ("never",)  # known if it is seen at a moment at which nothing can be tested
FEW = 8

UNNAMED = ("unnamed",)  # a seat that no term names: it knows what all know, and no other seat counts as the same


def author_name(name: str) -> str:
    """A name as the author writes it: if all choose two values under one name, the second is `bid'`."""
    return name.rstrip("'")


@attrs.frozen
class Origin:
    """Why a value is private: where it is read, what that is, and where its sight is declared."""

    span: Span
    name: str = attrs.field(converter=author_name)
    declared: Span | None
    how: str
    decided: Span | None = attrs.field(default=None, eq=False)
    """The condition or list by which it decides where play goes."""


@attrs.frozen
class Sight:
    """Who may know a thing: `known` for sure, `maybe` if `needs` are met."""

    known: Readers
    maybe: Readers
    needs: frozenset[Term] = frozenset()
    origin: Origin | None = attrs.field(default=None, eq=False)
    joined: tuple[Sight, ...] = attrs.field(default=(), eq=False, repr=False)
    """The first few that it was joined from."""
    draws: frozenset[Span] = frozenset()
    """The draws that it depends on: all may know them until one is kept where only some see it."""

    def __and__(self, other: Sight) -> Sight:
        if other is PUBLIC or other is self:
            return self
        if self is PUBLIC:
            return other
        known, maybe = common(self.known, other.known), common(self.maybe, other.maybe)
        needs = self.needs | other.needs if known != maybe else frozenset()
        parts = (*self.parts, *other.parts)[:FEW]
        return Sight(known, maybe, needs, narrower(self, other).origin, parts, self.draws | other.draws)

    @property
    def parts(self) -> tuple[Sight, ...]:
        return self.joined or (self,)

    def cause(self, audience: Readers) -> Origin | None:
        """Why an audience may not know it."""
        hidden = [each for each in self.joined if each.origin is not None and not covers(each.maybe, audience)]
        return min(hidden, key=breadth).origin if hidden else self.origin

    def map_readers(self, change: Callable[[Readers], Readers]) -> Sight:
        """The same with other readers."""
        known, maybe = change(self.known), change(self.maybe)
        if known == self.known and maybe == self.maybe:
            return self
        needs = self.needs if known != maybe else frozenset()
        return Sight(known, maybe, needs, self.origin, draws=self.draws)

    def meet(self, need: Callable[[Term], bool]) -> Sight:
        """The label once these needs are met."""
        left = frozenset(each for each in self.needs if not need(each))
        if left == self.needs:
            return self
        return attrs.evolve(self, needs=left) if left else attrs.evolve(self, known=self.maybe, needs=left)

    def rename_needs(self, rename: Callable[[Term], Term]) -> Sight:
        """The same with its needs renamed."""
        renamed = frozenset(map(rename, self.needs))
        return self if renamed == self.needs else attrs.evolve(self, needs=renamed)

    def sure(self) -> Sight:
        """Without those who only may know it."""
        return self if self.known == self.maybe else Sight(self.known, self.known, origin=self.origin, draws=self.draws)

    def deciding(self, span: Span) -> Sight:
        """Who can tell which path play takes, if this decides it."""
        if self.origin is None or self.origin.decided is not None:
            return self
        return attrs.evolve(self, origin=attrs.evolve(self.origin, decided=span), joined=())


PUBLIC = Sight(ALL, ALL)


def private(origin: Origin, known: Readers = NONE, maybe: Readers = NONE) -> Sight:
    """Known to some seats, and perhaps to more."""
    if known is None:
        return PUBLIC
    maybe = None if maybe is None else maybe | known
    return Sight(known, maybe, frozenset([HERE]) if maybe != known else frozenset(), origin)


def only(term: Term | None) -> Readers:
    """One seat, by the term that names it."""
    return frozenset([UNNAMED if term is None else term])


def common(one: Readers, other: Readers) -> Readers:
    if one is None:
        return other
    return one if other is None else one & other


def united(one: Readers, other: Readers) -> Readers:
    return None if one is None or other is None else one | other


def covers(readers: Readers, audience: Readers) -> bool:
    """Is the whole audience among these readers?"""
    return readers is None or (audience is not None and audience <= readers and UNNAMED not in audience)


def narrower(one: Sight, other: Sight) -> Sight:
    """The one with fewer readers: it is the reason."""
    return other if breadth(other) < breadth(one) else one


def breadth(sight: Sight) -> tuple[float, float]:
    return (
        float("inf") if sight.maybe is None else len(sight.maybe),
        float("inf") if sight.known is None else len(sight.known),
    )


@attrs.frozen
class Label:
    """Who may know what of a value.

    size    how many items a list has; whether an optional is there
    which   the value; of pieces, which ones they are, whatever they show
    order   in which order the items of a list stand
    look    what pieces show
    place   in which zone pieces lie, each of them if they may lie in several (`many`)
    term    the seat that it is, if that can be named
    partly  some of the pieces may be seen and others not
    drawn   it was drawn at random or chosen by a seat: which one it is says nothing of the others
    chosen  the open answer that it is, all of it
    lying   the zones in which the pieces may lie, each with its seat if that can be named; None: anywhere

    A place has the look of what lies there, and in `order` who knows the order of that.
    """

    size: Sight = PUBLIC
    which: Sight = PUBLIC
    order: Sight = PUBLIC
    look: Sight = PUBLIC
    place: Sight = PUBLIC
    many: bool = False
    partly: bool = False
    term: Term | None = None
    drawn: bool = False
    chosen: Term | None = None
    lying: Lying = None

    def flat(self) -> Sight:
        """Who may know everything that can be computed from the value."""
        return self.size & self.which & self.order & self.look

    def is_open(self) -> bool:
        """May everyone know all of it?"""
        return self.size is self.which is self.order is self.look is self.place is PUBLIC

    def has_needs(self) -> bool:
        """Is part of it known only if it was revealed?"""
        return bool(self.needs())

    def where(self) -> Sight:
        """Who may know which zones the pieces are in: if there are several zones, only those who know which pieces they
        are.
        """
        return self.place & self.which & self.size if self.many else self.place

    def each(self, change: Callable[[Sight], Sight]) -> Label:
        """The label with each of its sights changed."""
        sights = [self.size, self.which, self.order, self.look, self.place]
        made = [change(sight) for sight in sights]
        if all(new is old for new, old in zip(made, sights)):
            return self
        size, which, order, look, place = made
        return attrs.evolve(self, size=size, which=which, order=order, look=look, place=place)

    def __and__(self, other: Label) -> Label:
        """One or the other."""
        return Label(
            self.size & other.size,
            self.which & other.which,
            self.order & other.order,
            self.look & other.look,
            self.place & other.place,
            self.many or other.many,
            self.partly or other.partly,
            self.term if self.term == other.term else None,
            self.drawn and other.drawn,
            self.chosen if self.chosen == other.chosen else None,
            None if self.lying is None or other.lying is None else self.lying | other.lying,
        )

    def under(self, pc: Sight) -> Label:
        """The label of something that was decided where only some can tell that play got there."""
        return self if pc is PUBLIC else self.each(lambda sight: sight & pc)

    def item(self, at: Sight = PUBLIC) -> Label:
        """One of the items, at a position that these readers may know."""
        which = self.which & self.order & at
        return Label(which, which, PUBLIC, self.look, self.where(), False, self.partly, lying=self.lying)

    def needs(self) -> frozenset[Term]:
        """All that has to be met for what is perhaps known of it."""
        return self.size.needs | self.which.needs | self.order.needs | self.look.needs | self.place.needs

    def rename_needs(self, rename: Callable[[Term], Term]) -> Label:
        """With other names for its needs, and for the answer that it is."""
        chosen = None if self.chosen is None else rename(self.chosen)
        made = self.each(lambda sight: sight.rename_needs(rename))
        return made if chosen == self.chosen else attrs.evolve(made, chosen=None if chosen == NEVER else chosen)


OPEN = Label()


def value(sight: Sight) -> Label:
    """A plain value."""
    return OPEN if sight is PUBLIC else Label(sight, sight)


# ---------------------------------------------------------------- terms


def holds(term: Term, gone: Callable[[Term], bool]) -> bool:
    """Does a term refer to one of these?"""
    return gone(term) or (term[0] in ("left", "right") and holds(term[1], gone))


def without(label: Label, gone: Callable[[Term], bool]) -> Label:
    """The label when some terms no longer name the same seat: it still knows, but nobody can say which seat it is."""

    def keep(readers: Readers) -> Readers:
        if not readers:
            return readers
        dead = [term for term in readers if holds(term, gone)]
        return readers.difference(dead) | {UNNAMED} if dead else readers

    if label.is_open():
        made = label
    else:
        made = label.each(lambda sight: sight.map_readers(keep))
    return attrs.evolve(made, term=None) if made.term is not None and holds(made.term, gone) else made
