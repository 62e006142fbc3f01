"""Some of many in words: the raisin cards in your hand, the players who are out, each number from 1 to 4."""

from __future__ import annotations

import re

from rulelang import ir
from rulelang.ir import types as t
from rulelang.rulebook import telling
from rulelang.rulebook.english import Person, is_plural, person, plural, singular, words
from rulelang.rulebook.naming import Teller, bare, called

# What “that” does to the verb of one when it is told of many.
MANY = {"is": "are", "has": "have", "isn't": "aren't", "shows": "show", "lies": "lie"}


def each_of(many: str) -> str:
    """`all players` as a loop says it: each of all players."""
    if many.startswith("all "):
        return f"each of the {many[4:]}" if "," in many else f"each {one_of_many(many[4:])}"
    return f"each of {many}"


def one_of_many(many: str) -> str:
    head, space, rest = many.partition(" ")
    return f"{singular(head)}{space}{rest}" if is_plural(head) else singular(many)


def each_one(tell: Teller, local: ir.Local, source: ir.Expr, many: str) -> str:
    """Each thing of a list; a number that has a letter by this letter: each *k* from 0 to 2."""
    name = called(tell.local(local))
    if name.startswith("*") and isinstance(source, ir.Op) and source.op == "range":
        rest = re.sub(rf"^the numbers (?:{re.escape(name)} )?", "", many)
        return f"each {name} {rest.replace(' that are not ', ' that is not ')}"
    return each_of(many)


def one_thing(tell: Teller, local: ir.Local, source: ir.Expr) -> str:
    """`player`, `of your sweets`, `*k* from 0 to 2`, as it stands behind “for each”."""
    many = re.sub("^all (the )?", "", telling.noun(tell, source))
    name = called(tell.local(local))
    if name.startswith("*"):
        numbers = many.startswith("the numbers from ")
        return f"{name} {many.removeprefix('the numbers ')}" if numbers else f"of {many} ({name})"
    return one_of_many(many) if " " not in many else f"of {many}"


def binder(tell: Teller, local: ir.Local) -> str | Person:
    """What one thing of a list is called while the list is told."""
    if isinstance(bare(local.type), t.Seat):
        return person("that player")
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
    with tell.naming((local, name)):
        clause = telling.clause(tell, known)
    if adjective := by_kind(tell, local, known):
        return described(tell, local, many, adjective)
    rest = relative(clause, name, isinstance(bare(local.type), t.Seat))
    if rest.startswith("where ") and called(name).startswith("*"):
        many = many.replace("numbers", f"numbers {called(name)}", 1)
    first, order, begin = many.partition(" in turn, beginning ")
    many = f"the {first[4:]}" if first.startswith("all ") and "," not in first else first
    return f"{many} {rest}{f', {order.strip()} {begin}' if order else ''}"


def by_kind(tell: Teller, local: ir.Local, condition: ir.Expr) -> str:
    """`c.kind == raisin`: `raisin …`; `c.kind == k`: `… of kind k`; empty for any other condition."""
    if not (isinstance(condition, ir.Op) and condition.op == "eq" and isinstance(condition.arguments[0].type, t.Enum)):
        return ""
    field, value = condition.arguments
    if not (isinstance(field, ir.PieceField) and isinstance(field.piece, ir.Get) and field.piece.local is local):
        return ""
    said, name = telling.noun(tell, value), words(field.field)
    if said == "it" or said.startswith("that "):
        return f"… of {'this' if said == 'it' else 'that'} {name}"
    if said.startswith("*"):
        return f"… of {name} {said}"
    return f"{said} …" if re.fullmatch(r"(?!the |its |your )[\w-]+( [\w-]+)?", said) else ""


def described(tell: Teller, local: ir.Local, many: str, adjective: str) -> str:
    """`the cards in your hand` of a kind: the raisin cards in your hand."""
    things = plural(tell.thing(local.type))
    if re.search(rf"\b{things}\b", many):
        return re.sub(rf"\b{things}\b", adjective.replace("…", things), re.sub("^all ", "the ", many))
    return f"those of {many} that are {adjective.replace('…', '').strip()}"


def relative(clause: str, name: str | Person, human: bool) -> str:
    """`that card is red` as a relative clause: that are red."""
    said = name.name if isinstance(name, Person) else name
    if human:
        rest = clause[len(said) :].replace(f" {said}'s", " their").replace(f" {said} ", " they ")
        clause = clause[: len(said)] + rest
    if found := re.match(rf"there are (.*) in {'their' if human else re.escape(said) + chr(39) + 's'} (.*)", clause):
        return f"{'who' if human else 'that'} have {found[1]} in their {found[2]}"
    if found := re.match(rf"the (\[[^\]]*\]\([^)]*\)) of {re.escape(said)}(?:'s (\w+))? (is|are) (.*)", clause):
        return f"whose {found[2] + chr(39) + 's ' if found[2] else ''}{found[1]} {found[3]} {found[4]}"
    found = re.match(rf"{re.escape(said)} (\w+)\b(.*)", clause)
    if found and said not in found[2] and " or " not in clause:
        rest = found[2].replace(f"and {said} is", "and are")
        return f"{'who' if human else 'that'} {MANY.get(found[1]) or found[1]}{rest}"
    found = re.match(rf"{re.escape(said)}'s (.*)", clause)
    if found and said not in found[1]:
        return f"whose {found[1]}"
    return f"where {clause}"
