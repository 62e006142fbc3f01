"""Some of many in words: the raisin cards in your hand, the players who are out, each number from 1 to 4."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.rulebook import telling
from rulelang.rulebook.english import THEY, Fact, Person, Things, bare_list, person, plural
from rulelang.rulebook.naming import Teller, bare, called


def each_of(many: str, word: str = "each") -> str:
    """`all players` as a loop says it: each player; what is no list of things, by its name: each of the best."""
    if isinstance(many, Things) and (not many.order or not many.human):
        return many.one(word)
    return f"{word} of {many.definite if isinstance(many, Things) else many}"


def each_one(tell: Teller, local: ir.Local, source: ir.Expr, many: str) -> str:
    """Each thing of a list; a number that has a letter by this letter: each *k* from 0 to 2."""
    return f"each {one_thing(tell, local, many)}"


def one_thing(tell: Teller, local: ir.Local, many: str) -> str:
    """`player`, `of your sweets`, `*k* from 0 to 2`, as it stands behind “for each”."""
    name = called(tell.local(local))
    if not isinstance(many, Things):
        return f"of {many} ({name})" if name.startswith("*") else f"of {many}"
    if name.startswith("*") and many.things == "numbers":
        return many.with_(determiner="", things=name, rest=many.rest.removeprefix(f" {name}")).one("")
    return f"{many.one('')} ({name})" if name.startswith("*") else many.one("")


def binder(tell: Teller, local: ir.Local) -> str | Person:
    """What one thing of a list is called while the list is told."""
    if isinstance(bare(local.type), t.Seat):
        return THEY if THEY not in tell.env.values() else person("that player")
    if isinstance(local.type, t.List) and isinstance(local.type.of, t.Piece):
        return Things("those", plural(tell.thing(local.type.of)))
    thing = tell.thing(local.type)
    if f"that {thing}" in tell.names():
        return f"*{local.name}*"
    return f"*{local.name}*" if isinstance(bare(local.type), t.Int) and len(local.name) < 3 else f"that {thing}"


def members(tell: Teller, local: ir.Local, source: ir.Expr, condition: ir.Expr | None) -> str:
    """The things of a list for which a condition holds."""
    many = telling.noun(tell, source)
    if condition is None:
        return many
    known = tell.known.condition(condition)
    if isinstance(known, ir.Lit) and known.value:
        return many
    name = binder(tell, local)
    if not isinstance(many, Things):
        return f"{many} {relative(tell, local, name, known)}"
    parts = list(conjuncts(known))
    for part in tuple(parts):
        if (kind := by_kind(tell, local, part)) is not None:
            parts.remove(part)
            many = many.of_kind(*kind)
        elif (owner := by_owner(tell, local, part)) is not None and many.determiner in ("all", "the"):
            parts.remove(part)
            many = many.with_(determiner=owner)
    if not parts:
        return many
    facts = [told(tell, local, name, part) for part in parts]
    if all(isinstance(fact, Fact) and fact.is_about(called(name)) for fact in facts):
        return many.definite.with_(which=tuple(facts))
    rest = f"where {' and '.join(facts)}"
    letter = f" {name}" if called(name).startswith("*") and many.things == "numbers" else ""
    return many.definite.with_(rest=f"{letter}{many.rest}", which=(rest,))


def conjuncts(condition: ir.Expr) -> tuple[ir.Expr, ...]:
    """The parts of `a and b and c`."""
    if isinstance(condition, ir.Op) and condition.op == "and":
        return tuple(part for each in condition.arguments for part in conjuncts(each))
    return (condition,)


def told(tell: Teller, local: ir.Local, name: str | Person, condition: ir.Expr) -> str:
    with tell.naming((local, name)):
        said = telling.clause(tell, tell.known.condition(condition))
    either = isinstance(condition, ir.Op) and condition.op == "or"
    return f"({said})" if either else said


def relative(tell: Teller, local: ir.Local, name: str | Person, condition: ir.Expr) -> str:
    """A condition behind what it is about: that are red, whose suit is red, where …"""
    facts = [told(tell, local, name, part) for part in conjuncts(condition)]
    human = isinstance(bare(local.type), t.Seat)
    if all(isinstance(fact, Fact) and fact.is_about(called(name)) for fact in facts):
        return " and ".join(fact.relative(human) for fact in facts if isinstance(fact, Fact))
    return f"where {' and '.join(facts)}"


def by_kind(tell: Teller, local: ir.Local, condition: ir.Expr) -> tuple[str, str] | None:
    """What stands before and behind the noun: `c.kind == raisin` is `raisin` cards, `c.kind == k` cards `of kind k`.
    None for any other condition.
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
    """What a field of the thing must equal."""
    if not (isinstance(condition, ir.Op) and condition.op == "eq"):
        return None, None
    left, right = condition.arguments
    for field, value in ((left, right), (right, left)):
        if isinstance(field, ir.PieceField) and is_field(field, local):
            return field, value
    return None, None


def is_field(expr: ir.Expr, local: ir.Local) -> bool:
    return isinstance(expr, ir.PieceField) and isinstance(expr.piece, ir.Get) and expr.piece.local is local


def some_of(many: str) -> str:
    """`all cards` as what one takes some of: the cards."""
    return many.definite if isinstance(many, Things) else many


def without_article(many: str) -> str:
    return bare_list(many)
