"""Lists and sums in words: which pieces, how many, the most of them; and arithmetic."""

from __future__ import annotations

from collections.abc import Callable

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import is_get
from rulelang.present.english import inside, ordinal
from rulelang.rulebook.english import IT, Count, Person, Things, bare_list, listed, person, singular, words
from rulelang.rulebook.naming import Teller, name_text
from rulelang.rulebook.quantifiers import binder, each_one, members, some_of
from rulelang.rulebook.telling import NOUNS, OPS, noun, who

FEW = 6  # entries of a list up to this many are told as first, second …


def each_list(tell: Teller, expr: ir.Each) -> str:
    """`for d in rolled where d.face == v`: the dice among the rolled dice that show v."""
    *outer, (local, source) = expr.binders
    if isinstance(expr.element, ir.RowAt) and isinstance(source, ir.Members) and expr.condition is None:
        return f"the rows of the table {tell.link('table', expr.element.table, tell.thing(expr.element.type))}"
    pairs = [(each, tell.fresh(each)) for each, _ in outer]
    plain = is_get(expr.element, local)
    with tell.naming(*pairs):
        inner = members(tell, local, source, expr.condition)
        with tell.naming((local, binder(tell, local))):
            said = inner if plain else f"{noun(tell, expr.element)}, for {each_one(tell, local, source, inner)}"
    for each, over in reversed(outer):
        with tell.naming(*pairs):
            more = each_one(tell, each, over, members(tell, each, over, None))
        said += f", for {more}" if plain and each is outer[-1][0] else f" and {more}"
    return said


# ---------------------------------------------------------------- operators


def number_of(tell: Teller, what: ir.Expr) -> str:
    source = what.binders[-1][1] if isinstance(what, ir.Each) else what
    if isinstance(source, ir.Op) and source.op == "subsets":
        return f"the number of ways to choose {noun(tell, what)}"
    return Count(noun(tell, what))


def number_in_order(tell: Teller, what: ir.Expr) -> str:
    """`p.number`: your number; `suit.number`: the number of the suit."""
    return who(tell, what).has("number") if isinstance(bare(what.type), t.Seat) else f"the number of {noun(tell, what)}"


def total(tell: Teller, what: ir.Expr) -> str:
    """`sum(g.points for g in claimed[p])`: the points of all goals in …, added up."""
    if isinstance(what, ir.Each):
        local, source = what.binders[-1]
        field = what.element
        if isinstance(field, ir.PieceField) and isinstance(field.piece, ir.Get) and len(what.binders) < 2:
            return f"the total {tell.field(field)} of {members(tell, local, source, what.condition)}"
        each, element = sum_of(tell, what)
        return f"the total of {element} for {each}"
    return f"the total of {noun(tell, what)}"


def for_each(tell: Teller, what: ir.Each) -> str:
    """`sum(CARD[c.kind].penalty for c in floor[p])`: for each of the cards in your floor, the penalty of its kind."""
    local, source = what.binders[-1]
    if isinstance(what.element, ir.PieceField) and isinstance(what.element.piece, ir.Get) and len(what.binders) < 2:
        return f"the total {tell.field(what.element)} of {members(tell, local, source, what.condition)}"
    return "for {}, {}".format(*sum_of(tell, what))


def sum_of(tell: Teller, what: ir.Each) -> tuple[str, str]:
    """What is iterated over, and what is added up."""
    with tell.naming():
        over = []
        for at, (local, source) in enumerate(what.binders):
            last = at == len(what.binders) - 1
            tell.env[local.number] = binder(tell, local)
            over.append(members(tell, local, source, what.condition if last else None))
        element = noun(tell, what.element)
        if len(over) == 1:
            tell.env[local.number] = IT if isinstance(bare(local.type), t.Piece) else tell.env[local.number]
            element = noun(tell, what.element)
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
        by = of_each(tell, local, source.key if source.key is not None else source.element)
        many = members(tell, local, over, source.condition)
        if source.key is not None:
            return f"those of {some_of(many)} with {superlative(word, by)}"
        if name_text(name := binder(tell, local)).startswith("*") and name_text(name) in by:
            with tell.naming((local, name)):
                return f"the {word} value of {by} for {each_one(tell, local, over, many)}"
        return f"{superlative(word, by)} of {some_of(many)}"

    return tell_it


def superlative(word: str, by: str) -> str:
    """`the highest points`, and of `the price of its kind` the highest price of its kind."""
    by = by.removeprefix("the ").removeprefix(f"{word} ")
    return f"the {word} value of the {by}" if by.startswith(("highest ", "lowest ")) else f"the {word} {by}"


def of_each(tell: Teller, local: ir.Local, value: ir.Expr) -> str:
    """The compared property of each thing: `points`, not `that player's points`."""
    name = binder(tell, local)
    with tell.naming((local, name)):
        said = noun(tell, value)
    return said.removeprefix(f"{name.own if isinstance(name, Person) else person(name).own} ")


def in_order(tell: Teller, what: ir.Expr) -> str:
    if isinstance(what, ir.Each) and what.key is not None:
        local, over = what.binders[-1]
        key, word = what.key, "lowest"
        if isinstance(key, ir.Op) and key.op == "neg":
            key, word = key.arguments[0], "highest"
        by = of_each(tell, local, key)
        return f"{members(tell, local, over, what.condition)}, {superlative(word, by)} first"
    return f"{noun(tell, what)} in order"


def only(tell: Teller, what: ir.Expr) -> str:
    """`only(middle)`: the die in the middle."""
    if isinstance(bare(what.type), t.Seat):
        return noun(tell, what)
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        place = noun(tell, what.zone)
        thing = tell.holds(what.zone.zone)
        if tell.is_named_after_pieces(what.zone.zone):
            first, _, rest = place.partition(" ")
            return f"{first} {singular(rest)}" if first in ("their", "your") else f"the {thing} of {place}"
        name = tell.place(what.zone.zone)
        how = "on" if tell.vocabulary.is_told_by_cell(what.zone.zone) else inside(name)
        return place if name == thing else f"the {thing} {how} {place}"
    said = noun(tell, what)
    return said.one("the only") if isinstance(said, Things) else f"the only one of {said}"


def place_in(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, what: ir.Expr) -> str:
        if isinstance(what, ir.Op) and what.op in ("highest", "lowest"):
            return best(tell, what)
        said = noun(tell, what)
        if isinstance(said, Things) and not is_pile(tell, what):
            if said.order:
                return f"the {word} {said.with_(order='').one('')}{said.order}"
            first = "first" if word == "first" else "last"
            listed_so = isinstance(what, ir.VarAt) or is_row(tell, what)
            return said.one(f"the {first}") if listed_so else said.one("a" if word == "first" else "the last")
        if isinstance(what, ir.Each) or is_unordered(tell, what):
            return f"{'one' if word == 'first' else 'the last'} of {said}"
        return f"the {'top' if is_pile(tell, what) else word} {single(tell, what)}"

    return tell_it


def is_unordered(tell: Teller, what: ir.Expr) -> bool:
    """Whether it calls a function that picks from an unordered zone, or that has no text."""
    fn = tell.game.fns[what.fn] if isinstance(what, ir.Call) else None
    if fn is None or not fn.text:
        return fn is not None
    source = fn.body.binders[-1][1] if isinstance(fn.body, ir.Each) else fn.body
    zone = source.zone if isinstance(source, ir.Contents) else None
    return isinstance(zone, ir.ZoneAt) and zone.zone in tell.game.zones and (
        tell.game.zones[zone.zone].order in ("set", "bag")
    )


def is_row(tell: Teller, what: ir.Expr) -> bool:
    zone = what.zone if isinstance(what, ir.Contents) else None
    return isinstance(zone, ir.ZoneAt) and zone.zone != "box" and tell.game.zones[zone.zone].order == "row"


def best(tell: Teller, what: ir.Op) -> str:
    """`first(highest(for p in seats_from(x) by points[p]))`: the player with the highest points, …"""
    (source,) = what.arguments
    if not isinstance(source, ir.Each) or source.key is None:
        return noun(tell, what)
    local, over = source.binders[-1]
    many, by = members(tell, local, over, source.condition), of_each(tell, local, source.key)
    order = many.order if isinstance(many, Things) else ""
    tie = f" (of equals the first{order})" if order else " (of equals the first)"
    thing = many.with_(order="").one("the") if isinstance(many, Things) else f"the one of {many}"
    return f"{thing} with {superlative(what.op, by)}{tie}"


def is_pile(tell: Teller, what: ir.Expr) -> bool:
    zone = what.zone if isinstance(what, ir.Contents) else None
    return isinstance(zone, ir.ZoneAt) and zone.zone != "box" and tell.game.zones[zone.zone].order == "pile"


def single(tell: Teller, what: ir.Expr) -> str:
    """A single item of a list, without article: die of the middle."""
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
            there_are = f"there are {bare_list(number.removeprefix('the number of '))}"
            return f"as many of {said} as {there_are if number.startswith('the number of ') else f'{number} says'}"
        return f"{number} of {said}"
    return f"the first {number} of {said}"


def counts(expr: ir.Expr, what: ir.Expr) -> bool:
    return isinstance(expr, ir.Op) and expr.op == "count" and expr.arguments[0] == what


def times(tell: Teller, one: ir.Expr, other: ir.Expr) -> str:
    """A product; a factor of one is left out."""
    if tell.known.value(one) == (1,) or tell.known.value(other) == (1,):
        return noun(tell, other if tell.known.value(one) == (1,) else one)
    return pair("{} × {}")(tell, one, other)


def pair(form: str) -> Callable[..., str]:
    def tell_it(tell: Teller, one: ir.Expr, other: ir.Expr) -> str:
        return form.format(factor(tell, one), factor(tell, other))

    return tell_it


def factor(tell: Teller, expr: ir.Expr) -> str:
    """An operand; a sum is put in brackets."""
    said = noun(tell, expr)
    inner = isinstance(expr, ir.Op) and expr.op in ("add", "sub", "mul", "div", "mod", "sum") and not said.isdigit()
    return f"({said})" if inner or isinstance(expr, ir.If) else said


def minus(tell: Teller, what: ir.Expr) -> str:
    said = noun(tell, what)
    return f"{said}, taken off" if said.startswith("for ") else f"minus {said}"


def spread(tell: Teller, low: ir.Expr, high: ir.Expr) -> str:
    return Things("the", "numbers", f" from {noun(tell, low)} to {noun(tell, high)}")


def backwards(tell: Teller, what: ir.Expr) -> str:
    if isinstance(what, ir.Op) and what.op == "range":
        low, high = (noun(tell, each) for each in what.arguments)
        return Things("the", "numbers", f" from {high} down to {low}")
    return f"{noun(tell, what)}, backwards"


def neighbour(side: str) -> Callable[..., str]:
    def tell_it(tell: Teller, seat: ir.Expr) -> str:
        if tell.rules.counts == (2,):
            one = who(tell, seat)
            return "the other player" if one.many else f"{one.own} opponent"
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
    known = tell.known.value(index)
    if known and isinstance(known[0], int) and 0 < known[0] < FEW:
        return f"the {ordinal(known[0])} of {noun(tell, what)}"
    of = "the list " if isinstance(what, ir.Const) else ""
    return f"entry {noun(tell, index)} of {of}{noun(tell, what)}"


def of_mapping(tell: Teller, mapping: ir.Expr, key: ir.Expr) -> str:
    said = noun(tell, mapping).removeprefix("the ").removeprefix("everybody's ")
    return who(tell, key).has(singular(said))


def subset(tell: Teller, what: ir.Expr, size: ir.Expr) -> str:
    known, many = tell.known.value(size), some_of(noun(tell, what))
    if known and (isinstance(known[0], int) or len(known[0]) == 1):
        return f"any {known[0] if isinstance(known[0], int) else known[0][0]} of {many}"
    if isinstance(size, ir.Op) and size.op == "range":
        low, high = (noun(tell, each) for each in size.arguments)
        return f"{low} to {high} of {many}" if high.isdigit() else f"some of {many} ({low} to {high})"
    return f"{noun(tell, size)} of {many}"


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
    if isinstance(other, ir.ListOf) and not other.items:
        return noun(tell, what)
    return f"{noun(tell, what)} (if there is none: {noun(tell, other)})"


def part(tell: Teller, what: ir.Expr, number: ir.Expr) -> str:
    """`bid.tricks`."""
    kind = bare(what.type)
    assert isinstance(kind, t.Tuple) and isinstance(number, ir.Lit) and isinstance(number.value, int)
    return f"the {words(kind.fields[number.value])} of {noun(tell, what)}"


def best_split(tell: Teller, what: ir.Expr) -> str:
    """Disjoint lists; with their key, if there is one."""
    by = f" by {noun(tell, what.key)}" if isinstance(what, ir.Each) and what.key is not None else ""
    return f"the best split into {noun(tell, what)}{by}"


NOUNS[ir.Each] = each_list
OPS |= {
    "neg": minus, "add": pair("{} + {}"), "sub": pair("{} − {}"), "mul": times,
    "div": pair("{} divided by {}, rounded down"), "mod": pair("{} modulo {}"), "default": fallback,
    "range": spread, "join": together, "without": simply("{} without {}"), "count": number_of,
    "sum": total, "first": place_in("first"), "last": place_in("last"), "first_or_none": place_in("first"),
    "last_or_none": place_in("last"), "only": only, "min": extreme("lowest"), "max": extreme("highest"),
    "highest": extreme("highest"), "lowest": extreme("lowest"), "sorted": in_order,
    "reverse": backwards, "distinct": simply("the different ones of {}"), "take": take,
    "connected": simply("the cells among {1} that are connected with {0}"),
    "longest_line": simply("the length of the longest line of {}"),
    "subsets": subset, "bags": simply("any selection of {}"), "permutations": simply("any order of {}"),
    "best_split": best_split, "owner": simply("the owner of {}"), "seat": by_number,
    "left": neighbour("left"), "right": neighbour("right"), "number": number_in_order, "at": item,
    "map_at": of_mapping, "values": simply("{}"), "part": part, "ranged": lambda tell, what, *_: noun(tell, what),
}  # fmt: skip
