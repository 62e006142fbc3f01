"""Values in words: the name of a card, how many there are, where they lie.

A function with a text is told by its text, one without by its formula.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import inside, second_person
from rulelang.present.vocabulary import fill_face
from rulelang.rulebook.english import Count, Person, Things, a, is_plural, listed, person, plain, plural, small, words
from rulelang.rulebook.naming import Teller, name_text, whose
from rulelang.rulebook.telling import NOUNS, OPS, clause, name_of, noun, who

LONG = 130  # a longer formula is not put into a sentence


# ---------------------------------------------------------------- simple values


def of_lit(tell: Teller, expr: ir.Lit) -> str:
    return tell.value(expr.value, expr.type)


def of_const(tell: Teller, expr: ir.Const) -> str:
    if expr.name == "players":
        return Count(Things("all", "players", human=True))
    values = tell.known.values(expr)
    if values and isinstance(expr.type, t.List) and len({repr(each) for each in values.values()}) > 1:
        return f"[{words(expr.name)}](#by-players)"
    return tell.by_players(values, expr.type) if values else words(expr.name)


def of_get(tell: Teller, expr: ir.Get) -> str:
    name = name_text(tell.local(expr.local))
    if isinstance(expr.type, t.List) and name.startswith("the ") and not isinstance(name, Things):
        seats = isinstance(expr.type.of, t.Seat)
        return Things("the", name.removeprefix("the "), human=seats) if is_plural(name) else name
    return name


def of_var(tell: Teller, expr: ir.VarAt) -> str:
    declared = tell.game.vars[expr.var]
    place = var_place(tell, expr)
    if isinstance(declared.type, t.List) and not tell.vocabulary.look(expr.var).name:
        things = plural(tell.thing(declared.type.of))
        return Things("the", things, f" on {place}", human=isinstance(declared.type.of, t.Seat))
    return place


def var_place(tell: Teller, expr: ir.VarAt) -> str:
    """A variable as the target of a write: the dealer, their points, the list *out*."""
    declared = tell.game.vars[expr.var]
    noun_like = declared.text.partition(" ")[0] not in ("", "where", "who", "what", "how")
    name = plain(declared.text) if len(expr.var) < 3 and noun_like else tell.variable(expr.var)
    if isinstance(bare(declared.type), t.Seat):
        name = tell.human(name)
    elif isinstance(declared.type, t.List) and not tell.vocabulary.look(expr.var).name:
        name = f"list *{name}*"
    return indexed_noun(tell, name, declared.indexes, expr.indexes)


def indexed_noun(tell: Teller, name: str, indexes: tuple[ir.Index, ...], given: tuple[ir.Expr, ...]) -> str:
    """`hand[p]`: their hand; `stand[s]`: stand s; `sweetness[p, s]`: their sweetness of the s."""
    seat = given[0] if indexes and indexes[0].kind == "Seat" and given else None
    rest = [noun(tell, each) for each in (given[1:] if seat is not None else given)]
    short = all(each[:1] == "*" or each.isdigit() for each in rest)
    joint = " " if short else " of "
    own = f"of {listed(rest).removeprefix('the ')}"
    if rest and not short and name.endswith(f" {own}"):  # `goals of round` of the round
        return f"{name.removesuffix(own)}of {listed(rest)}"
    if len(rest) == 1 and not short and indexes[-1].kind in tell.game.boards and name == tell.thing(given[-1].type):
        return rest[0]  # a cell by itself, not the cell of that cell
    said = f"{name}{joint if rest else ''}{listed(rest)}"
    if seat is not None:
        return who(tell, seat).has(said)
    return said if rest and short else f"the {said}"


def of_map(tell: Teller, expr: ir.VarMap) -> str:
    return f"everybody's {tell.variable(expr.var)}"


def of_zone(tell: Teller, expr: ir.ZoneAt) -> str:
    if expr.zone == "box":
        return "the box"
    if tell.vocabulary.is_told_by_cell(expr.zone):
        return noun(tell, expr.indexes[0])
    return indexed_noun(tell, tell.place(expr.zone), tell.game.zones[expr.zone].indexes, expr.indexes)


def of_inside(tell: Teller, expr: ir.Inside) -> str:
    return noun(tell, expr.group)


def of_contents(tell: Teller, expr: ir.Contents) -> str:
    """The contents of a zone."""
    place = noun(tell, expr.zone)
    if isinstance(expr.zone, ir.ZoneAt) and expr.zone.zone != "box" and tell.is_named_after_pieces(expr.zone.zone):
        first, _, rest = place.partition(" ")
        if first not in ("the", "your", "their", "its") or expr.zone.indexes[1:]:
            return place
        things = plural(tell.holds(expr.zone.zone))
        own = rest.startswith(f"{things} ")  # the dice to use
        return Things(first, things, rest.removeprefix(things)) if own else Things(first, rest)
    if isinstance(expr.zone, ir.ZoneAt):
        things = tell.thing(expr.type.of) if isinstance(expr.type, t.List) else tell.holds(expr.zone.zone)
        on = "on" if tell.vocabulary.is_told_by_cell(expr.zone.zone) else inside(tell.place(expr.zone.zone))
        return Things("the", plural(things), f" {on} {place}")
    if isinstance(expr.zone, ir.Inside) and isinstance(expr.type, t.List):
        return Things("the", plural(tell.thing(expr.type.of)), f" in {place}")
    return f"what lies at {place}"


def of_amount(tell: Teller, expr: ir.Amount) -> str:
    return holder(tell, expr.holder, expr.resource).has(tell.resource(expr.resource))


def holder(tell: Teller, expr: ir.Expr, resource: str) -> Person:
    """The holder of a resource: a player, the bank, a pot."""
    if isinstance(bare(expr.type), t.Seat):
        return who(tell, expr)
    if isinstance(expr, ir.Lit) and isinstance(expr.value, int) and expr.value < 0:
        pots = tell.game.resources[resource].pots
        pot = "bank" if expr.value == -1 else pots[-2 - expr.value]
        return person(plain(tell.vocabulary.pot(resource, pot)))
    if isinstance(expr, ir.Lit) and isinstance(expr.value, int):
        return person(tell.vocabulary.seat(expr.value) or f"player {expr.value}")
    return who(tell, expr)


def of_field(tell: Teller, expr: ir.PieceField) -> str:
    return belonging(tell, expr.piece, tell.field(expr))


def belonging(tell: Teller, whole: ir.Expr, part: str) -> str:
    """`its number`, `the number of the die in the middle`."""
    part = part if len(part) > 1 else f"*{part}*"
    if isinstance(whole, ir.Get) and isinstance(name := tell.local(whole.local), Person):
        return name.has(part)
    said = noun(tell, whole)
    long = any(word in said for word in (" in ", " on ", " of "))
    return f"the {part} of {said}" if long else f"{whose(said)} {part}"


def of_row_field(tell: Teller, expr: ir.RowField) -> str:
    if isinstance(expr.row, ir.RowAt):
        said = tell.link("table", expr.row.table, tell.field(expr))
        return f"the {said} of {noun(tell, expr.row.key)}"
    return belonging(tell, expr.row, tell.field(expr))


def of_row(tell: Teller, expr: ir.RowAt) -> str:
    return f"the {tell.link('table', expr.table, tell.thing(expr.type))} of {noun(tell, expr.key)}"


def of_board(tell: Teller, expr: ir.CellAt, what: str) -> str:
    """What is looked up of a board."""
    if what in ("at", "perhaps"):
        if all(isinstance(each, ir.Lit) for each in expr.indexes):
            return expr.span.text
        names = ("column", "row") if len(expr.indexes) == 2 else ("space",)
        return "the cell in " + " and ".join(f"{name} {noun(tell, each)}" for name, each in zip(names, expr.indexes))
    first, *rest = (noun(tell, each) for each in expr.indexes)
    if what == "distance":
        return f"the distance from {first} to {rest[0]}"
    if what == "between":
        return Things("the", "cells", f" between {first} and {rest[0]}")
    if what == "in_line":
        return f"whether {first} and {rest[0]} lie in a line"
    if what in ("around", "neighbours"):
        return Things("the", "cells", f" {'around' if what == 'around' else 'next to'} {first}")
    return f"the {what} of {first}"


def of_cell(tell: Teller, expr: ir.CellAt) -> str:
    if expr.table not in tell.game.tables:
        return of_board(tell, expr, expr.table.partition(".")[2])
    indexes = listed([noun(tell, each) for each in expr.indexes])
    return f"the number in the table {tell.link('table', expr.table, words(expr.table))} for {indexes}"


def of_pieces(tell: Teller, expr: ir.Pieces) -> str:
    return Things("all", plural(tell.piece(expr.names)))


def of_look(tell: Teller, expr: ir.Look) -> str:
    said = [noun(tell, each) for each in expr.fields]
    if face := tell.vocabulary.look(expr.kind).face:
        names = [field.name for field in tell.game.pieces[expr.kind].fields]
        return f"the {fill_face(face, dict(zip(names, said)))}"
    fields = " ".join(said)
    return a(f"{fields} {tell.piece((expr.kind,))}" if fields else tell.piece((expr.kind,)))


def of_members(tell: Teller, expr: ir.Members) -> str:
    return Things("all", plural(tell.thing(t.Enum(expr.enum))))


def of_seats(tell: Teller, expr: ir.Seats) -> str:
    return Things("all", "players", human=True)


# ---------------------------------------------------------------- parts put together


def of_if(tell: Teller, expr: ir.If) -> str:
    known = tell.known.condition(expr.condition)
    if isinstance(known, ir.Lit):
        return noun(tell, expr.then if known.value else expr.otherwise)
    return f"{noun(tell, expr.then)} if {clause(tell, known)}, otherwise {noun(tell, expr.otherwise)}"


def of_reveal(tell: Teller, expr: ir.Reveal) -> str:
    return noun(tell, expr.value)


def of_let(tell: Teller, expr: ir.Let) -> str:
    with tell.naming((expr.local, noun(tell, expr.value))):
        return noun(tell, expr.body)


def of_rungs(tell: Teller, expr: ir.Rungs) -> str:
    parts = [f"{noun(tell, each.value)} if {clause(tell, each.condition)}" for each in expr.rungs]
    return "; ".join([*parts, f"otherwise {noun(tell, expr.otherwise)}"])


def of_call(tell: Teller, expr: ir.Call) -> str:
    if expr.fn in tell.game.scores:
        score = tell.game.scores[expr.fn]
        return who(tell, expr.arguments[0]).has(tell.link("score", score.name, tell.heading(score.name)))
    fn = tell.game.fns[expr.fn]
    if fn.span.source.is_library and expr.fn in PRELUDE:
        return PRELUDE[expr.fn](tell, *expr.arguments)
    said = [name_of(tell, each) for each in expr.arguments]
    if fn.text and not fn.span.source.is_library:
        text = tell.fn_text(fn, said)
        if isinstance(expr.type, t.List) and isinstance(expr.type.of, t.Seat):
            text = those_who(text)
        short = text.partition(":")[0].partition(";")[0].strip()  # the rest explains the term in its own entry
        link = tell.link("term", fn.name, short if len(short) < LONG else words(fn.name))
        return link + unspoken(fn, said)
    if fn.text and len(noun_of(tell, fn, said)) > LONG:
        return f"*{plain(small(fn.text.partition(';')[0].rstrip('.')))}*" + unspoken(fn, said)
    return noun_of(tell, fn, said)


def those_who(text: str) -> str:
    """`who is still in`, in the plural: those who are still in."""
    first, verb, rest = [*text.split(" ", 2), "", ""][:3]
    return f"those who {second_person(verb)} {rest}" if first == "who" and rest else text


def noun_of(tell: Teller, fn: ir.Fn, said: list[str | Person]) -> str:
    """A function by its formula."""
    with tell.naming(*zip(fn.params, said)):
        return noun(tell, fn.body)


def unspoken(fn: ir.Fn, said: list[str | Person]) -> str:
    """The arguments of a function that its text does not mention; `you` goes without saying."""
    left = []
    for param, each in zip(fn.params, said):
        told = len(param.name) < 3 and param.name in words_of(fn.text)
        seat = isinstance(bare(param.type), t.Seat)
        if not told and not (seat and isinstance(each, Person) and each.many):
            left.append(f"for {each.object}" if isinstance(each, Person) else each)
    return f" ({listed(left)})" if left else ""


def words_of(text: str) -> set[str]:
    """The words of a text, including letters that stand for something."""
    return set("".join(each if each.isalnum() else " " for each in text.replace("'s", " ")).split())


def seats_from(tell: Teller, first: ir.Expr) -> str:
    order = f" in turn, beginning with {who(tell, first).object}"
    return Things("all", "players", order=order, human=True)


def seats_after(tell: Teller, first: ir.Expr) -> str:
    order = f" in turn, beginning to the left of {who(tell, first).object}"
    return Things("all", "players", order=order, human=True)


def others(tell: Teller, seat: ir.Expr) -> str:
    if isinstance(seat, ir.Get):
        return Things("the", "other players", human=True)
    return Things("the", "players", f" other than {who(tell, seat).object}", human=True)


def next_among(tell: Teller, seat: ir.Expr, some_: ir.Expr) -> str:
    many = noun(tell, some_)
    among = many.bare if isinstance(many, Things) else f"of {many}"
    return f"the next {among.one('') if isinstance(among, Things) else among} to the left of {who(tell, seat).object}"


PRELUDE: dict[str, Callable[..., str]] = {
    "seats_from": seats_from, "seats_after": seats_after, "others": others, "next_among": next_among,
}  # fmt: skip


def of_list(tell: Teller, expr: ir.ListOf) -> str:
    return listed([noun(tell, each) for each in expr.items]) or "nothing"


def of_tuple(tell: Teller, expr: ir.TupleOf) -> str:
    """A tuple is compared part by part; a record has names for its parts."""
    if isinstance(expr.type, t.Tuple) and expr.type.name:
        parts = [f"{words(name)}: {object_of(tell, item)}" for name, item in zip(expr.type.fields, expr.items)]
        return f"({', '.join(parts)})"
    return ", then ".join(noun(tell, each) for each in expr.items)


def object_of(tell: Teller, expr: ir.Expr) -> str:
    """A value as an object: them, not they."""
    seat = isinstance(bare(expr.type), t.Seat) and not isinstance(expr, ir.Lit)
    return who(tell, expr).object if seat else noun(tell, expr)


def of_options(tell: Teller, expr: ir.MenuOptions) -> str:
    return f"the actions of {tell.link('menu', expr.menu.menu, words(expr.menu.menu))}"


def of_op(tell: Teller, expr: ir.Op) -> str:
    speak = OPS.get(expr.op)
    return speak(tell, *expr.arguments) if speak else f"{expr.op} of {listed([noun(tell, e) for e in expr.arguments])}"


def target_name(tell: Teller, target: ir.Target, statement: ir.Stmt) -> str:
    """The target of a statement."""
    if isinstance(target, ir.LocalTarget):
        return noun(tell, ir.Get(target.local.type, statement.span, target.local))
    indexes = target.indexes if isinstance(target, ir.VarTarget) else ()
    declared = tell.game.vars[target.var]
    return var_place(tell, ir.VarAt(declared.type, statement.span, target.var, indexes))


def of_after(tell: Teller, expr: ir.After) -> str:
    return f"{noun(tell, expr.value)} after “{words(expr.proc)}”"


NOUNS |= {
    ir.Lit: of_lit, ir.Const: of_const, ir.Get: of_get, ir.VarAt: of_var, ir.VarMap: of_map, ir.ZoneAt: of_zone,
    ir.Inside: of_inside, ir.Contents: of_contents, ir.Amount: of_amount, ir.PieceField: of_field,
    ir.RowField: of_row_field, ir.RowAt: of_row, ir.CellAt: of_cell, ir.Pieces: of_pieces, ir.Look: of_look,
    ir.Members: of_members, ir.Seats: of_seats, ir.If: of_if, ir.Let: of_let, ir.Rungs: of_rungs,
    ir.Reveal: of_reveal, ir.After: of_after, ir.Call: of_call,
    ir.ListOf: of_list, ir.TupleOf: of_tuple, ir.MenuOptions: of_options, ir.Op: of_op,
}  # fmt: skip
