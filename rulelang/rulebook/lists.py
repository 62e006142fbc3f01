"""Lists and sums in words: which pieces, how many, the most of them; and arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulelang import ir
from rulelang.ir import types as t
from rulelang.rulebook.english import head_of, is_plural, listed, singular, words
from rulelang.rulebook.naming import Teller, bare, called
from rulelang.rulebook.quantifiers import binder, each_of, each_one, members, one_of_many
from rulelang.rulebook.telling import NOUNS, OPS, noun, who


def each_list(tell: Teller, expr: ir.Each) -> str:
    """`for d in rolled where d.face == v`: the dice among the rolled dice that show v."""
    *outer, (local, source) = expr.binders
    if isinstance(expr.element, ir.RowAt) and isinstance(source, ir.Members) and expr.condition is None:
        return f"the rows of the table {tell.link('table', expr.element.table, tell.thing(expr.element.type))}"
    pairs = [(each, tell.fresh(each)) for each, _ in outer]
    with tell.naming(*pairs):
        inner = members(tell, local, source, expr.condition)
        with tell.naming((local, binder(tell, local))):
            plain = isinstance(expr.element, ir.Get) and expr.element.local is local
            said = inner if plain else f"{noun(tell, expr.element)}, for {each_one(tell, local, source, inner)}"
    for each, over in reversed(outer):
        with tell.naming(*pairs):
            said += f" and {each_of(members(tell, each, over, None))}"
    return said


# ---------------------------------------------------------------- operators


def number_of(tell: Teller, what: ir.Expr) -> str:
    if isinstance(what, ir.Seats):
        return "the number of players"
    said = re.sub("^all (the )?", "", noun(tell, what))
    many = said.removeprefix("the ")
    return f"the number of {many if is_plural(head_of(many)) else said}"


def total(tell: Teller, what: ir.Expr) -> str:
    """`sum(g.points for g in claimed[p])`: the points of all goals in …, added up."""
    if isinstance(what, ir.Each):
        local, source = what.binders[-1]
        field = what.element
        if isinstance(field, ir.PieceField) and isinstance(field.piece, ir.Get) and len(what.binders) < 2:
            return f"the total {words(field.field)} of {members(tell, local, source, what.condition)}"
        each, element = sum_of(tell, what)
        return f"the total of {element} for {each}"
    return f"the total of {noun(tell, what)}"


def for_each(tell: Teller, what: ir.Each) -> str:
    """`sum(CARD[c.kind].penalty for c in floor[p])`: for each of the cards in your floor, the penalty of its kind."""
    local, source = what.binders[-1]
    if isinstance(what.element, ir.PieceField) and isinstance(what.element.piece, ir.Get) and len(what.binders) < 2:
        return f"the total {words(what.element.field)} of {members(tell, local, source, what.condition)}"
    return "for {}, {}".format(*sum_of(tell, what))


def sum_of(tell: Teller, what: ir.Each) -> tuple[str, str]:
    """What is gone through, and what is added up."""
    with tell.naming():
        over = []
        for at, (local, source) in enumerate(what.binders):
            last = at == len(what.binders) - 1
            tell.env[local.number] = binder(tell, local)
            over.append(members(tell, local, source, what.condition if last else None))
        element = noun(tell, what.element)
        if len(over) == 1:
            element = element.replace(f"{called(tell.local(local))}'s", "its")
        each = " and ".join(each_one(tell, *pair, said) for pair, said in zip(what.binders, over))
    return each, element


def extreme(word: str) -> Callable[..., str]:
    """`highest(for p in seats by points[p])`: those of all players with the highest points."""

    def tell_it(tell: Teller, *what: ir.Expr) -> str:
        if len(what) > 1:
            return f"the {word} of {listed([noun(tell, each) for each in what])}"
        (source,) = what
        if not isinstance(source, ir.Each):
            return f"the {word} of {noun(tell, source)}"
        local, over = source.binders[-1]
        with tell.naming((local, binder(tell, local))):
            by = noun(tell, source.key if source.key is not None else source.element)
        many = members(tell, local, over, source.condition)
        by = re.sub(r"^that [\w ]+?'s ", "", by)
        if source.key is not None:
            return f"those of {many} with the {word} {by}"
        return f"the {word} {by} of {many}"

    return tell_it


def in_order(tell: Teller, what: ir.Expr) -> str:
    if isinstance(what, ir.Each) and what.key is not None:
        local, over = what.binders[-1]
        key, word = what.key, "lowest"
        if isinstance(key, ir.Op) and key.op == "neg":
            key, word = key.arguments[0], "highest"
        with tell.naming((local, binder(tell, local))):
            by = re.sub(r"^that [\w ]+?'s ", "", noun(tell, key))
        return f"{members(tell, local, over, what.condition)}, the {word} {by} first"
    return f"{noun(tell, what)} in order"


def only(tell: Teller, what: ir.Expr) -> str:
    """`only(middle)`: the die in the middle."""
    if isinstance(bare(what.type), t.Seat):
        return noun(tell, what)
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        place = noun(tell, what.zone)
        thing = tell.holds(what.zone.zone)
        if tell.named_after_pieces(what.zone.zone):
            return one_of_many(place) if place.split()[0] in ("their", "your") else f"the {thing} of {place}"
        return place if tell.place(what.zone.zone) == thing else f"the {thing} in {place}"
    said = noun(tell, what)
    found = re.fullmatch(r"the (\w+)\b(.*)", said)
    if found and is_plural(found[1]):
        rest = found[2].replace(" who are ", " who is ", 1).replace(" that are ", " that is ", 1)
        return f"the only {singular(found[1])}{rest}"
    return f"the only one of {said}"


def place_in(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, what: ir.Expr) -> str:
        if isinstance(what, ir.Op) and what.op in ("highest", "lowest"):
            return best(tell, what)
        if isinstance(what, ir.Each) or (isinstance(what, ir.Call) and not tell.game.fns[what.fn].text):
            return f"{'one' if word == 'first' else 'the last'} of {noun(tell, what)}"
        return f"the {'top' if is_pile(tell, what) else word} {single(tell, what)}"

    return tell_it


def best(tell: Teller, what: ir.Op) -> str:
    """`first(highest(for p in seats_from(x) by points[p]))`: the player with the highest points, …"""
    (source,) = what.arguments
    said = noun(tell, what)
    found = re.fullmatch(r"those of (.*) with the ((?:highest|lowest) [^,]*)", said)
    if not found or not isinstance(source, ir.Each):
        return said
    order = found[1].partition(", beginning ")[2]
    tie = f" (of equals the first in turn, beginning {order})" if order else " (of equals the first)"
    every = order or found[1].startswith("all ")
    thing = f"the {tell.thing(source.element.type)}" if every else f"the one of {found[1]}"
    return f"{thing} with the {found[2]}{tie}"


def is_pile(tell: Teller, what: ir.Expr) -> bool:
    zone = what.zone if isinstance(what, ir.Contents) else None
    return isinstance(zone, ir.ZoneAt) and zone.zone != "box" and tell.game.zones[zone.zone].order == "pile"


def single(tell: Teller, what: ir.Expr) -> str:
    """One thing of a list, without article: die of the middle."""
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        return f"{tell.holds(what.zone.zone)} of {noun(tell, what.zone)}"
    return f"one of {noun(tell, what)}"


def take(tell: Teller, what: ir.Expr, count: ir.Expr) -> str:
    number, said = noun(tell, count), noun(tell, what)
    if isinstance(count, ir.Op) and count.op == "sub" and counts(count.arguments[0], what):
        less = noun(tell, count.arguments[1])
        return f"all but the last {'' if less == '1' else f'{less} '}of {said}"
    if isinstance(what, ir.Each | ir.Call):
        if " " in number and not number[0].isdigit():
            return f"as many of {said} as {re.sub('^the number of (the )?', 'there are ', number)}"
        return f"{number} of {said}"
    return f"the first {number} of {said}"


def counts(expr: ir.Expr, what: ir.Expr) -> bool:
    return isinstance(expr, ir.Op) and expr.op == "count" and expr.arguments[0] == what


def pair(form: str) -> Callable[..., str]:
    def tell_it(tell: Teller, one: ir.Expr, other: ir.Expr) -> str:
        return form.format(factor(tell, one), factor(tell, other))

    return tell_it


def factor(tell: Teller, expr: ir.Expr) -> str:
    """An operand; one that is itself a sum stands in brackets."""
    said = noun(tell, expr)
    inner = isinstance(expr, ir.Op) and expr.op in ("add", "sub", "mul", "div", "mod", "sum") and not said.isdigit()
    return f"({said})" if inner or isinstance(expr, ir.If) else said


def minus(tell: Teller, what: ir.Expr) -> str:
    said = noun(tell, what)
    return f"{said}, taken off" if said.startswith("for ") else f"minus {said}"


def spread(tell: Teller, low: ir.Expr, high: ir.Expr) -> str:
    return f"the numbers from {noun(tell, low)} to {noun(tell, high)}"


def neighbour(side: str) -> Callable[..., str]:
    def tell_it(tell: Teller, seat: ir.Expr) -> str:
        return f"the player to the {side} of {who(tell, seat).object}"

    return tell_it


def by_number(tell: Teller, number: ir.Expr) -> str:
    """`seat(season)`: a seat further each season."""
    if isinstance(number, ir.VarAt) and not number.indexes:
        name = tell.variable(number.var)
        return f"player 1 in {name} 1, player 2 in {name} 2 and so on"
    return f"the player whose number is {noun(tell, number)}"


def item(tell: Teller, what: ir.Expr, index: ir.Expr) -> str:
    if isinstance(index, ir.Op) and index.op == "number":
        return f"the entry for {noun(tell, index.arguments[0])} of {noun(tell, what)}"
    return f"entry {noun(tell, index)} of {noun(tell, what)}"


def of_mapping(tell: Teller, mapping: ir.Expr, key: ir.Expr) -> str:
    said = noun(tell, mapping)
    said = singular(re.sub(r"^(the|everybody's) ", "", said))
    return f"{who(tell, key).own} {said}"


def subset(tell: Teller, what: ir.Expr, size: ir.Expr) -> str:
    known = tell.known.value(size)
    if known and (isinstance(known[0], int) or len(known[0]) == 1):
        return f"any {known[0] if isinstance(known[0], int) else known[0][0]} of {noun(tell, what)}"
    return f"some of {noun(tell, what)} ({noun(tell, size).removeprefix('the numbers ')})"


def simply(form: str) -> Callable[..., str]:
    def tell_it(tell: Teller, *what: ir.Expr) -> str:
        return form.format(*(noun(tell, each) for each in what))

    return tell_it


def together(tell: Teller, *what: ir.Expr) -> str:
    """`a + b + c`, of lists: a, b and c."""
    parts = list(what)
    while isinstance(parts[0], ir.Op) and parts[0].op == "join":
        parts[:1] = parts[0].arguments
    return listed([noun(tell, each) for each in parts])


def fallback(tell: Teller, what: ir.Expr, other: ir.Expr) -> str:
    return f"{noun(tell, what)} (if there is none: {noun(tell, other)})"


def part(tell: Teller, what: ir.Expr, number: ir.Expr) -> str:
    """`bid.tricks`."""
    kind = bare(what.type)
    assert isinstance(kind, t.Tuple) and isinstance(number, ir.Lit) and isinstance(number.value, int)
    return f"the {words(kind.fields[number.value])} of {noun(tell, what)}"


def best_split(tell: Teller, what: ir.Expr) -> str:
    """Lists that have no item in common; by what they count, if that is said."""
    by = f" by {noun(tell, what.key)}" if isinstance(what, ir.Each) and what.key is not None else ""
    return f"the best split into {noun(tell, what)}{by}"


NOUNS[ir.Each] = each_list
OPS |= {
    "neg": minus, "add": pair("{} + {}"), "sub": pair("{} − {}"), "mul": pair("{} × {}"),
    "div": pair("{} divided by {}, rounded down"), "mod": pair("{} modulo {}"), "default": fallback,
    "range": spread, "join": together, "without": simply("{} without {}"), "count": number_of,
    "sum": total, "first": place_in("first"), "last": place_in("last"), "first_or_none": place_in("first"),
    "last_or_none": place_in("last"), "only": only, "min": extreme("lowest"), "max": extreme("highest"),
    "highest": extreme("highest"), "lowest": extreme("lowest"), "sorted": in_order,
    "reverse": simply("{}, backwards"), "distinct": simply("the different ones of {}"), "take": take,
    "connected": simply("the cells among {1} that are connected with {0}"),
    "longest_line": simply("the length of the longest line of {}"),
    "subsets": subset, "bags": simply("any selection of {}"), "permutations": simply("any order of {}"),
    "best_split": best_split, "owner": simply("the owner of {}"), "seat": by_number,
    "left": neighbour("left"), "right": neighbour("right"), "number": simply("the number of {}"), "at": item,
    "map_at": of_mapping, "values": simply("{}"), "part": part, "ranged": lambda tell, what, *_: noun(tell, what),
}  # fmt: skip
