"""Pieces and payments in words: moving, dealing, shuffling, rolling, showing, paying."""

from __future__ import annotations

from rulelang import ir
from rulelang.rulebook.english import WORKED_OUT, Things, a, is_plural, listed, plural, some, words
from rulelang.rulebook.naming import Teller
from rulelang.rulebook.phrases import holder, var_place
from rulelang.rulebook.telling import noun, who


def move(tell: Teller, statement: ir.Move) -> str:
    said = [f"{noun(tell, what)} {to(tell, where, at)}" for what, where, at in statement.transfers]
    if len(said) == 1:
        what, where, at = statement.transfers[0]
        if gathers(tell, what, where):
            return f"gather {noun(tell, what)}"
        return for_each(noun(tell, what), f"move {{}} {to(tell, where, at)}")
    return f"move {listed(said)}"


def gathers(tell: Teller, what: ir.Expr, where: ir.Expr) -> bool:
    """All dice moved to the dice: they are gathered there."""
    if not (isinstance(what, ir.Pieces) and isinstance(where, ir.ZoneAt) and where.zone != "box"):
        return False
    return tell.place(where.zone) == plural(tell.piece(what.names)) and not where.indexes


def for_each(what: str, form: str) -> str:
    """Moving `the first of x, for each k` becomes: for each k, move the first of x."""
    one, loop, each = what.partition(", for each ")
    return f"for each {each}, {form.format(one)}" if loop else form.format(what)


def to(tell: Teller, where: ir.Expr, at: str | None) -> str:
    place = noun(tell, where)
    if isinstance(where, ir.Call | ir.If):
        return f"to {place}"
    if isinstance(where, ir.Inside):
        return f"onto {place}"
    zone = tell.game.zones.get(where.zone) if isinstance(where, ir.ZoneAt) else None
    if zone is not None and zone.order == "pile" and at is None:
        return f"to {place}"
    return f"to the {at} of {place}" if at else f"to {place}"


def deal(tell: Teller, statement: ir.Deal) -> str:
    number = noun(tell, statement.number)
    source, zone = noun(tell, statement.source), statement.source
    name = zone.zone if isinstance(zone, ir.ZoneAt) else ""
    thing = tell.holds(name) if name else "piece"
    bag = name in tell.game.zones and tell.game.zones[name].order == "bag"
    many, how_many = amount(some(number, thing), statement.up_to)
    where = to(tell, statement.target, statement.place)
    return f"{'draw' if bag else 'deal'} {many} from {source} {where}{how_many}"


def shuffle(tell: Teller, statement: ir.Shuffle) -> str:
    return f"shuffle {listed([places(tell, each) for each in statement.what])}"


def places(tell: Teller, what: ir.Expr) -> str:
    """A zone by its own name, if all of it is meant."""
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        return noun(tell, what.zone)
    return noun(tell, what)


def roll(tell: Teller, statement: ir.Roll) -> str:
    return f"roll {noun(tell, statement.pieces)}"


# How the declared sight is restored.
AGAIN = {
    "open": "open to all again",
    "owner": "secret again: only the owner looks at {it}",
    "hidden": "face down again",
}
ANYWHERE = "no longer revealed"


def sight_of(tell: Teller, statement: ir.Show) -> str | None:
    """The declared sight of a variable or a zone; None for pieces that may lie anywhere."""
    if statement.var:
        return tell.game.vars[statement.var].sight
    if isinstance(statement.pieces, ir.Contents) and isinstance(statement.pieces.zone, ir.ZoneAt):
        return tell.game.zones[statement.pieces.zone.zone].sight
    return None


def show(tell: Teller, statement: ir.Show) -> str:
    what = noun(tell, statement.pieces) if statement.pieces is not None else variable(tell, statement)
    if statement.sight == "none":
        return f"turn {what} face down"
    if statement.sight == "declared":
        many = isinstance(what, Things) or is_plural(what)
        sight = sight_of(tell, statement)
        again = AGAIN[sight].format(it="them" if many else "it") if sight else ANYWHERE
        return f"{what} {'are' if many else 'is'} {again}"
    if statement.seats is not None:
        return f"show {what} to {readers(tell, statement.seats)}"
    return for_each(what, "reveal {} to everybody")


def readers(tell: Teller, seats: ir.Expr) -> str:
    """Who is shown something."""
    if isinstance(seats, ir.ListOf):
        return listed([who(tell, each).object for each in seats.items])
    return noun(tell, seats)


def variable(tell: Teller, statement: ir.Show) -> str:
    declared = tell.game.vars[statement.var or ""]
    if declared.chosen:
        return f"everybody's choice ({words(declared.name)})"
    if not statement.indexes:
        return f"everybody's {words(declared.name)}" if declared.indexes else f"the {words(declared.name)}"
    return var_place(tell, ir.VarAt(declared.type, statement.span, declared.name, statement.indexes))


def pay(tell: Teller, statement: ir.Pay) -> str:
    number = noun(tell, statement.amount)
    many, how_many = amount(some(number, tell.resource(statement.resource)), statement.up_to)
    source, target = (holder(tell, each, statement.resource) for each in (statement.source, statement.target))
    if target.many or source.name == "the bank":
        return f"{target.does('take')} {many} from {source.object}{how_many}"
    return f"{source.does('pay')} {many} to {target.object}{how_many}"


def amount(many: str, limited: bool) -> tuple[str, str]:
    """`3 coins …, or as many as are left`: nobody chooses. A number that needs words comes last: `coins …, namely the
    number of …`.
    """
    things, worked_out, number = many.partition(WORKED_OUT)
    left = ", or as many as are left" if limited and not many.startswith("1 ") else ""
    if worked_out:
        return things, f", namely {number}{left}"
    return many, left or (" (if there is one left)" if limited else "")


def form(tell: Teller, statement: ir.Form) -> str:
    fields = tell.game.groups[statement.group].fields
    said = [f"{words(field.name)}: {noun(tell, value)}" for field, value in zip(fields, statement.fields)]
    with_fields = f" ({', '.join(said)})" if said else ""
    name = tell.piece((statement.group,))
    return f"make {a(name)}{with_fields} of {noun(tell, statement.pieces)}; it goes to {noun(tell, statement.target)}"
