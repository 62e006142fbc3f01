"""Quantifiers in words: the raisin cards in your hand, the players who are out, each number from 1 to 4; how many there
are, and for how many something holds.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import conjuncts, is_get, walk
from rulelang.present.english import inside
from rulelang.rulebook import telling
from rulelang.rulebook.english import THEY, Fact, Person, Things, a, is_plural, listed, person, plural, some, words
from rulelang.rulebook.naming import Teller, name_text
from rulelang.rulebook.phrases import PRELUDE


def each_of(many: str, word: str = "each") -> str:
    """`all players` in a loop: each player; a list without a noun, by its name: each of the best."""
    if isinstance(many, Things) and (not many.order or not many.human):
        return many.one(word)
    return f"{word} of {many.definite if isinstance(many, Things) else many}"


def each_one(tell: Teller, local: ir.Local, source: ir.Expr, many: str) -> str:
    """Each item of a list; a number with a letter by that letter: each *k* from 0 to 2."""
    return f"each {one_thing(tell, local, many)}"


def one_thing(tell: Teller, local: ir.Local, many: str) -> str:
    """`player`, `of your sweets`, `*k* from 0 to 2`, as after “for each”."""
    name = name_text(tell.local(local))
    if not isinstance(many, Things):
        return f"of {many} ({name})" if name.startswith("*") else f"of {many}"
    if name.startswith("*") and many.things == "numbers":
        return many.with_(determiner="", things=name, rest=many.rest.removeprefix(f" {name}")).one("")
    return f"{many.one('')} ({name})" if name.startswith("*") else many.one("")


def binder(tell: Teller, local: ir.Local) -> str | Person:
    """The name of an item while its list is told."""
    if isinstance(bare(local.type), t.Seat):
        return THEY if THEY not in tell.env.values() else person("that player")
    if isinstance(local.type, t.List) and isinstance(local.type.of, t.Piece):
        return Things("those", plural(tell.thing(local.type.of)))
    thing = tell.thing(local.type)
    if f"that {thing}" in tell.names():
        return f"*{local.name}*"
    return f"*{local.name}*" if isinstance(bare(local.type), t.Int) and len(local.name) < 3 else f"that {thing}"


def members(tell: Teller, local: ir.Local, source: ir.Expr, condition: ir.Expr | None) -> str:
    """The items of a list for which a condition holds."""
    many = telling.noun(tell, source)
    if condition is None:
        return many
    known = tell.known.condition(condition)
    if isinstance(known, ir.Lit) and known.value:
        return many
    others = [other for part in conjuncts(known) if (other := exception_of(local, part)) is not None]
    said = such(tell, local, many, [part for part in conjuncts(known) if exception_of(local, part) is None])
    return except_for(said, listed([as_object(tell, other) for other in others])) if others else said


def as_object(tell: Teller, what: ir.Expr) -> str:
    """As the object of a word such as `except`: you, them, that card."""
    return telling.who(tell, what).object if isinstance(bare(what.type), t.Seat) else telling.noun(tell, what)


def exception_of(local: ir.Local, condition: ir.Expr) -> ir.Expr | None:
    """What a condition excludes by name: x in `q != x`."""
    if not (isinstance(condition, ir.Op) and condition.op == "ne"):
        return None
    left, right = condition.arguments
    if is_get(right, local):
        left, right = right, left
    plain = is_get(left, local) and not isinstance(local.type, t.Optional)
    return right if plain and not any(is_get(each, local) for each in walk(right)) else None


def except_for(many: str, others: str) -> str:
    """`the players who are in, except you`."""
    return many.with_(order=f" except {others}{many.order}") if isinstance(many, Things) else f"{many} except {others}"


def such(tell: Teller, local: ir.Local, many: str, parts: list[ir.Expr]) -> str:
    """Those for which all of some conditions hold."""
    name = binder(tell, local)
    if not isinstance(many, Things):
        comma = "," if isinstance(bare(local.type), t.Seat) and ", " in many else ""
        return f"{many}{comma} {relative(tell, local, name, parts)}" if parts else many
    for part in tuple(parts):
        if (kind := by_kind(tell, local, part)) is not None:
            parts.remove(part)
            many = many.of_kind(*kind)
        elif (owner := by_owner(tell, local, part)) is not None and many.determiner in ("all", "the"):
            parts.remove(part)
            many = many.with_(determiner=owner)
    if not parts:
        return many
    facts = [describe_condition(tell, local, name, part) for part in parts]
    if all(isinstance(fact, Fact) and fact.is_about(name_text(name)) for fact in facts):
        return many.definite.with_(which=tuple(facts))
    rest = f"{'for whom' if many.human else 'where'} {' and '.join(facts)}"
    letter = f" {name}" if name_text(name).startswith("*") and many.things == "numbers" else ""
    return many.definite.with_(rest=f"{letter}{many.rest}", which=(rest,))


def describe_condition(tell: Teller, local: ir.Local, name: str | Person, condition: ir.Expr) -> str:
    with tell.naming((local, name)):
        said = telling.clause(tell, tell.known.condition(condition))
    either = isinstance(condition, ir.Op) and condition.op == "or"
    return f"({said})" if either else said


def relative(tell: Teller, local: ir.Local, name: str | Person, conditions: list[ir.Expr]) -> str:
    """Conditions as relative clauses: that are red, whose suit is red, where …"""
    facts = [describe_condition(tell, local, name, part) for part in conditions]
    human = isinstance(bare(local.type), t.Seat)
    if all(isinstance(fact, Fact) and fact.is_about(name_text(name)) for fact in facts):
        return " and ".join(fact.relative(human) for fact in facts if isinstance(fact, Fact))
    return f"{'for whom' if human else 'where'} {' and '.join(facts)}"


def by_kind(tell: Teller, local: ir.Local, condition: ir.Expr) -> tuple[str, str] | None:
    """What comes before and after the noun: `c.kind == raisin` gives `raisin` cards, `c.kind == k` gives cards `of kind
    k`. None for any other condition.
    """
    field, value = field_and_value(local, condition)
    if field is None or value is None or not isinstance(bare(field.type), t.Enum):
        return None
    name, said = tell.field(field), telling.noun(tell, value)
    word = said.replace(" ", "").replace("-", "").isalpha() and said.partition(" ")[0] not in DETERMINERS
    if tell.known.value(value) is not None or (word and said != "it"):
        return said, ""
    if said == "it" or said.startswith("that "):
        return "", f"of {'this' if said == 'it' else 'that'} {name}"
    return ("", f"of {name} {said}") if said.startswith("*") else None


DETERMINERS = ("the", "its", "your", "their", "that")


def by_owner(tell: Teller, local: ir.Local, condition: ir.Expr) -> str | None:
    """`c.of == p`: your cards."""
    field, value = field_and_value(local, condition)
    seat = field is not None and value is not None and isinstance(bare(field.type), t.Seat)
    return telling.who(tell, value).own if seat and value is not None else None


def field_and_value(local: ir.Local, condition: ir.Expr) -> tuple[ir.PieceField | None, ir.Expr | None]:
    """A field of the item, and the value that it must equal."""
    if not (isinstance(condition, ir.Op) and condition.op == "eq"):
        return None, None
    left, right = condition.arguments
    for field, value in ((left, right), (right, left)):
        if isinstance(field, ir.PieceField) and is_field(field, local):
            return field, value
    return None, None


def is_field(expr: ir.Expr, local: ir.Local) -> bool:
    return isinstance(expr, ir.PieceField) and is_get(expr.piece, local)


def some_of(many: str) -> str:
    """`all cards` as a set to take from: the cards."""
    return many.definite if isinstance(many, Things) else many


# ---------------------------------------------------------------- conditions about many

COUNTED = {
    "eq": "exactly {}", "ne": "not {}", "lt": "fewer than {}", "le": "at most {}", "gt": "more than {}",
    "ge": "at least {}",
}  # fmt: skip


def number_words(tell: Teller, op: str, right: ir.Expr) -> str:
    """`at least 2`, `exactly one`."""
    known = tell.known.value(right)
    if known and op == "gt" and isinstance(known[0], int) and not isinstance(known[0], bool):
        return f"at least {known[0] + 1}"
    if known and op == "lt" and isinstance(known[0], int) and not isinstance(known[0], bool) and known[0] > 0:
        return f"at most {known[0] - 1}"
    return COUNTED[op].format(telling.noun(tell, right))


def describe_count(tell: Teller, what: ir.Expr, op: str, right: ir.Expr) -> str:
    """`count(x) >= 2`: there are at least 2 of x; with a player's zone, they have at least 2."""
    known = tell.known.value(right)
    if (fn := plain_fn(tell, what)) is not None and isinstance(what, ir.Call):
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in what.arguments])):
            return describe_count(tell, fn.body, op, right)
    if known == (0,) and op in ("eq", "gt", "ne"):
        return emptiness(tell, what, op == "eq")
    if known == (1,) and op == "ge":
        return emptiness(tell, what, False)
    if isinstance(what, ir.Op) and what.op == "distinct" and known == (1,) and op == "eq":
        return all_alike(tell, what.arguments[0])
    if op == "eq" and isinstance(right, ir.Op) and right.op == "count":
        these, those = telling.noun(tell, what), telling.noun(tell, right.arguments[0])
        return all_different(tell, what, right) or f"there are as many of {these} as of {those}"
    number = number_words(tell, op, right)
    one = number.endswith(" 1")
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        zone = what.zone
        if (who := owner_of_zone(tell, zone)) is not None:
            if tell.is_named_after_pieces(zone.zone):
                return Fact(who.name, who.many, "have", some(number, tell.place(zone.zone)))
            held = f"{some(number, tell.holds(zone.zone))} {inside(tell.place(zone.zone))}"
            return Fact(who.name, who.many, "have", f"{held} {telling.noun(tell, zone)}")
    many = telling.noun(tell, what)
    if isinstance(many, Things):
        own = many.determiner not in ("all", "the", "")
        said = f"{number} of {many}" if own else many.one(number) if one else f"{number} {many.bare}"
        return f"there {'is' if one else 'are'} {said}"
    return f"there {'is' if one else 'are'} {number} of {many}"


def owner_of_zone(tell: Teller, zone: ir.ZoneAt) -> Person | None:
    """The owner of a zone, if it is a player."""
    own = zone.zone != "box" and zone.indexes and tell.game.zones[zone.zone].indexes[0].kind == "Seat"
    return telling.who(tell, zone.indexes[0]) if own else None


def all_alike(tell: Teller, what: ir.Expr) -> str:
    """`count(distinct(c.suit for c in x)) == 1`: all of x are of one suit."""
    if isinstance(what, ir.Each) and len(what.binders) == 1 and isinstance(what.element, ir.PieceField):
        local, source = what.binders[0]
        many = members(tell, local, source, what.condition)
        said = f"all {many.bare}" if isinstance(many, Things) else f"all of {many}"
        return f"{said} have the same {tell.field(what.element)}"
    return f"{telling.noun(tell, what)} are all the same"


def all_different(tell: Teller, what: ir.Expr, number: ir.Op) -> str:
    """`count(distinct(c.suit for c in x)) == count(x)`: no two of x have the same suit; "" for other comparisons."""
    each = what.arguments[0] if isinstance(what, ir.Op) and what.op == "distinct" else None
    if not isinstance(each, ir.Each) or len(each.binders) != 1 or not isinstance(each.element, ir.PieceField):
        return ""
    many = telling.noun(tell, each.binders[0][1])
    same = each.condition is None and str(many) == str(telling.noun(tell, number.arguments[0]))
    return f"no two of {many} have the same {tell.field(each.element)}" if same else ""


def plain_fn(tell: Teller, what: ir.Expr) -> ir.Fn | None:
    """The function of a call that is told by its formula."""
    fn = tell.game.fns.get(what.fn) if isinstance(what, ir.Call) else None
    return fn if fn is not None and not fn.text and fn.name not in PRELUDE else None


def emptiness(tell: Teller, what: ir.Expr, empty: bool) -> str:
    if (fn := plain_fn(tell, what)) is not None and isinstance(what, ir.Call):
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in what.arguments])):
            return emptiness(tell, fn.body, empty)
    if isinstance(what, ir.MenuOptions):
        said = tell.link("menu", what.menu.menu, words(what.menu.menu))
        return f"{'no' if empty else 'some'} action of {said} is possible"
    place = what.zone if isinstance(what, ir.Contents) else None
    if isinstance(place, ir.ZoneAt) and not tell.is_named_after_pieces(place.zone):
        said, who = telling.noun(tell, place), owner_of_zone(tell, place)
        owner = who.name if who is not None and (who.many or " of " not in who.name) else ""
        return Fact(said, is_plural(said) and " of " not in said, "be", "empty", not empty, owner)
    many = telling.noun(tell, what)
    inside = what.binders[-1][1] if isinstance(what, ir.Each) else None
    zone = inside.zone if isinstance(inside, ir.Contents) and isinstance(inside.zone, ir.ZoneAt) else None
    if isinstance(many, Things) and zone is not None and (who := owner_of_zone(tell, zone)) is not None:
        return Fact(who.name, who.many, "have", f"{'no' if empty else 'some'} {many.bare}")
    if isinstance(many, Things):
        own = many.determiner not in ("all", "the", "")
        return f"there are {'no' if empty else 'some'} {f'of {many}' if own else many.bare}"
    return f"there {'is nothing' if empty else 'is something'} in {many}" if not many.startswith("[") else (
        f"there is {'none' if empty else 'at least one'} of {many}")


# word of a quantifier: the forms for a predicate of the item itself, of something it owns, or of something else
FORMS = {
    "some": ("at least one {one}", "there is {a_one} {whose}", "for at least one {one}, {fact}"),
    "every": ("every {one}", "for every {one}, {fact}", "for each {one}, {fact}"),
    "no": ("no {one}", "there is no {one} {whose}", "for no {one}, {fact}"),
}


ALONE = {"no": "none", "every": "each"}  # before “of”


def every(tell: Teller, expr: ir.Op, word: str) -> str:
    """`any(… for c in hand)`: at least one card in your hand …"""
    (what,) = expr.arguments
    if not isinstance(what, ir.Each):
        return f"{word} of {telling.noun(tell, what)} holds"
    if (short := whole_table(tell, what, expr.op)) and word != "no":
        return short
    itself, belonging, otherwise = FORMS[word]
    with tell.naming():
        over = []
        for at, (local, source) in enumerate(what.binders):
            last = at == len(what.binders) - 1
            many = members(tell, local, source, what.condition if last else None)
            tell.env[local.number] = binder(tell, local)
            over.append(one_thing(tell, local, many))
        one, name = " and ".join(over), name_text(tell.local(local))
        if one.startswith("of "):
            itself, otherwise = (form.replace(word, ALONE.get(word, word), 1) for form in (itself, otherwise))
        fact = telling.clause(tell, what.element)
        single = len(over) == 1 and isinstance(fact, Fact) and fact.is_about(name) and name not in ("they",)
        if single and isinstance(fact, Fact) and not fact.owner:
            return Fact(itself.format(one=one), False, fact.verb, fact.rest, fact.negated)
        if single and isinstance(fact, Fact) and not one.startswith("of "):
            return belonging.format(one=one, a_one=a(one), fact=fact, whose=fact.relative(False, one=True))
        return otherwise.format(one=one, fact=fact)


def whole_table(tell: Teller, what: ir.Each, op: str) -> str:
    """`any(… for p in seats)`: a player …; `all(…)`: every player …"""
    local, source = what.binders[0]
    if len(what.binders) > 1 or what.condition is not None or not isinstance(source, ir.Seats):
        return ""
    with tell.naming((local, person("a player" if op == "any" else "every player"))):
        return telling.clause(tell, what.element)
