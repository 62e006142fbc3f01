"""Conditions in words: `count(hand[p]) > 3` is “they have more than 3 cards in their hand”."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.present.english import conjugate
from rulelang.rulebook import phrases, quantifiers, telling
from rulelang.rulebook.english import YES, Person, head_of, is_plural, listed, person, plain, plural, some, words
from rulelang.rulebook.naming import Teller, bare, called, fill, from_library
from rulelang.rulebook.telling import CLAUSES, NOUNS, clause

COMPARED = {
    "eq": "{be} {}", "ne": "{be} not {}", "lt": "{be} less than {}", "le": "{be} at most {}", "gt": "{be} more than {}",
    "ge": "{be} at least {}",
}  # fmt: skip
ORDERED = {  # members of an enum
    "lt": "comes before {}", "gt": "comes after {}", "le": "does not come after {}", "ge": "does not come before {}",
}  # fmt: skip
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
COUNTED = {
    "eq": "exactly {}", "ne": "not {}", "lt": "fewer than {}", "le": "at most {}", "gt": "more than {}",
    "ge": "at least {}",
}  # fmt: skip
SAYS = re.compile(r"\{seat\} (\w+)/(\w+)( [^{}]*)")  # a sentence about a player
# A function whose name begins so is a verb: `can_use(p)` is “they can use”.
VERB = re.compile(r"^(can|has|may|must|is|are|does|holds|ignores|wins|needs|fits|beats|owns|follows|takes|shows)\b")


def of_get(tell: Teller, expr: ir.Get) -> str:
    return "the answer is yes" if tell.local(expr.local) == YES else f"{called(tell.local(expr.local))} holds"


def of_let(tell: Teller, expr: ir.Let) -> str:
    with tell.naming((expr.local, telling.noun(tell, expr.value))):
        return clause(tell, expr.body)


def of_const(tell: Teller, expr: ir.Const) -> str:
    players = " or ".join(str(count) for count, value in (tell.known.values(expr) or {}).items() if value)
    return f"{players} play" if players else f"{words(expr.name)} is set"


def of_field(tell: Teller, expr: ir.PieceField | ir.RowField) -> str:
    return f"{NOUNS[type(expr)](tell, expr)} is yes"


def of_if(tell: Teller, expr: ir.If) -> str:
    """`if a then b else c` between conditions."""
    when, then, other = (clause(tell, each) for each in (expr.condition, expr.then, expr.otherwise))
    if then == "always":
        return f"{when}, or else {other}"
    return f"{then} (if {when}), or {other} (if not)"


def rungs(tell: Teller, expr: ir.Rungs) -> str:
    """A ladder of yes and no: what rules it out, then what is needed."""
    out = [clause(tell, each.condition) for each in expr.rungs if tell.known.value(each.value) == (False,)]
    last = clause(tell, expr.otherwise)
    return f"{last}, and none of these holds: {'; '.join(out)}" if out else last


def state(tell: Teller, expr: ir.VarAt, holds: bool) -> str:
    """A mark that something carries: they are hungry."""
    declared = tell.game.vars[expr.var]
    indexes = declared.indexes
    if declared.text and not indexes:
        said = plain(re.split("[:;]", declared.text)[0])
        return said if holds else f"it is not so that {said}"
    if told := says(tell, expr, holds):
        return told
    name = f"*{tell.link('mark', expr.var, tell.variable(expr.var))}*"
    word = "" if holds else "not "
    if seat_first(indexes) and len(expr.indexes) == 1:
        who = telling.who(tell, expr.indexes[0])
        return f"{who.does('be')} {word}{name}"
    if seat_first(indexes) and len(expr.indexes) > 1:
        rest = listed([telling.noun(tell, each) for each in expr.indexes[1:]])
        return f"{telling.who(tell, expr.indexes[0]).own} {rest.removeprefix('the ')} is {word}{name}"
    if expr.indexes:
        return f"{' and '.join(telling.noun(tell, each) for each in expr.indexes)} is {word}{name}"
    return f"{name} is {'on' if holds else 'off'}"


def says(tell: Teller, expr: ir.VarAt, holds: bool) -> str:
    """The author's sentence for a mark of a player: `{seat} has/have promised Zero Tricks`; "" if there is none."""
    found = SAYS.fullmatch(tell.vocabulary.look(expr.var).says)
    if found is None or len(expr.indexes) != 1 or not seat_first(tell.game.vars[expr.var].indexes):
        return ""
    who = telling.who(tell, expr.indexes[0])
    return f"{who.name} {plain(conjugate(f'{found[2]}{found[3]}', not who.many, not holds))}"


def seat_first(indexes: tuple[ir.Index, ...]) -> bool:
    return bool(indexes) and indexes[0].kind == "Seat"


def call(tell: Teller, expr: ir.Call) -> str:
    """A condition with a name of its own; a text tells what it means."""
    fn = tell.game.fns[expr.fn]
    said = [telling.name_of(tell, each) for each in expr.arguments]
    if not fn.text or from_library(fn.span):
        with tell.naming(*zip(fn.params, said)):
            return clause(tell, fn.body)
    names = {param.name: arg for param, arg in zip(fn.params, said)}
    text = fill(fn.text, names)
    link = tell.link("term", fn.name, words(fn.name))
    spoken = any(re.search(rf"\b{param.name}\b", fn.text) for param in fn.params if len(param.name) < 3)
    if spoken and not text.endswith("?"):
        return tell.link("term", fn.name, text)
    if not said:
        return tell.link("term", fn.name, text)
    if len(said) > 1 and isinstance(bare(fn.params[0].type), type(bare(fn.params[1].type))):
        first, second = (each.name if isinstance(each, Person) else each for each in said[:2])
        return f"{first} and {second} are {link}"
    first_one = said[0] if isinstance(said[0], Person) else person(said[0])
    rest = [each.object if isinstance(each, Person) else each for each in said[1:]]
    tail = f" {', '.join(rest)}" if rest else ""
    if VERB.match(words(fn.name)):
        return f"{first_one.name} {link}{tail}"
    return f"{first_one.does('be')} {link}{tail}"


# ---------------------------------------------------------------- operators


def compared(tell: Teller, expr: ir.Op) -> str:
    left, right = expr.arguments
    op = expr.op
    if isinstance(right.type, t.Nothing) or (isinstance(right, ir.Lit) and right.value is None):
        return of_none(tell, left, op == "eq")
    if isinstance(left, ir.Call) and left.fn in tell.game.fns and not tell.game.fns[left.fn].text:
        fn = tell.game.fns[left.fn]
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in left.arguments])):
            return compared(tell, attrs.evolve(expr, arguments=(fn.body, right)))
    if isinstance(left, ir.Op) and left.op == "count":
        return counted(tell, left.arguments[0], op, right)
    if isinstance(left.type, t.Bool):
        return clause(tell, left) if (op == "eq") == (tell.known.value(right) == (True,)) else denied(tell, left)
    if isinstance(left, ir.Amount):
        who = phrases.holder(tell, left.holder, left.resource)
        if op == "eq" and tell.known.value(right) == (0,):
            return f"{who.does('have')} no {tell.resource(left.resource)}"
        return f"{who.does('have')} {some(COUNTED[op].format(telling.noun(tell, right)), tell.resource(left.resource))}"
    if isinstance(bare(left.type), t.Seat) and op in ("eq", "ne"):
        one, other = (telling.who(tell, each) for each in (left, right))
        one, other = (other, one) if other.many else (one, other)
        return f"{one.does('be')} {'not ' if op == 'ne' else ''}{other.object}"
    subject = telling.noun(tell, left)
    value = either(tell, right) if isinstance(right, ir.If) else telling.noun(tell, right)
    if isinstance(left.type, t.Enum) and op in ORDERED:
        return f"{subject} {ORDERED[op].format(value)}"
    if isinstance(left.type, t.Tuple):
        return f"{subject} {'equals' if op == 'eq' else 'differs from'} {value}"
    many = subject in ("they", "you") or (is_plural(subject) and " of " not in subject)
    be = "are" if many else "is"
    return f"{subject} {COMPARED[op].format(value, be=be)}"


def either(tell: Teller, expr: ir.If) -> str:
    """One of two values, each with its condition."""
    when = clause(tell, expr.condition)
    return f"{telling.noun(tell, expr.then)} (if {when}) or {telling.noun(tell, expr.otherwise)} (if not)"


def of_none(tell: Teller, what: ir.Expr, missing: bool) -> str:
    said = telling.noun(tell, what)
    if isinstance(bare(what.type), t.Seat):
        return f"there is no {said.removeprefix('the ')}" if missing else f"there is {said}"
    return f"there is no {said.removeprefix('the ')}" if missing else f"there is {said}"


def counted(tell: Teller, what: ir.Expr, op: str, right: ir.Expr) -> str:
    """`count(x) >= 2`: there are at least 2 of x; a player's place is what they have."""
    zero = tell.known.value(right) == (0,)
    if zero and op in ("eq", "gt", "ne"):
        return emptiness(tell, what, op == "eq")
    number = COUNTED[op].format(telling.noun(tell, right))
    known = tell.known.value(right)
    if known and op == "gt" and isinstance(known[0], int):
        number = f"at least {known[0] + 1}"
    if isinstance(what, ir.Contents) and isinstance(what.zone, ir.ZoneAt):
        zone = what.zone
        if zone.zone != "box" and zone.indexes and tell.game.zones[zone.zone].indexes[0].kind == "Seat":
            who = telling.who(tell, zone.indexes[0])
            thing = plural(tell.holds(zone.zone))
            if tell.named_after_pieces(zone.zone):
                return f"{who.does('have')} {number} {tell.place(zone.zone)}"
            return f"{who.does('have')} {number} {thing} in {telling.noun(tell, zone)}"
    many = re.sub("^(all|the) ", "", telling.noun(tell, what))
    whole = many.startswith("[") or not is_plural(head_of(many))  # a term that has an article of its own
    return f"there are {number} {'of ' if whole else ''}{many}"


def emptiness(tell: Teller, what: ir.Expr, empty: bool) -> str:
    if isinstance(what, ir.MenuOptions):
        said = tell.link("menu", what.menu.menu, words(what.menu.menu))
        return f"{'no' if empty else 'some'} action of {said} is possible"
    if isinstance(what, ir.Contents):
        place = telling.noun(tell, what.zone)
        be = "are" if isinstance(what.zone, ir.ZoneAt) and tell.named_after_pieces(what.zone.zone) else "is"
        if be == "are":
            return f"there are {'no' if empty else 'some'} {place.removeprefix('the ')}"
        return f"{place} {be} {'' if empty else 'not '}empty"
    many = re.sub("^(all|the) ", "", telling.noun(tell, what))
    if not is_plural(head_of(many)):
        return f"there is {'nothing' if empty else 'something'} in {many}"
    return f"there are {'no' if empty else 'some'} {many}"


def both(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        parts = [tell.known.condition(each) for each in expr.arguments]
        said = [clause(tell, each) for each in parts]
        if word == "and":
            said = [f"({each})" if isinstance(part, ir.Op) and part.op == "or" else each
                    for each, part in zip(said, parts)]  # fmt: skip
        first, second = said
        same = re.match(r"(they|you|the [\w ]+?) (are|is|have|has) ", first)
        if same and second.startswith(same[0]) and word == "and":
            return f"{first} and {second.removeprefix(same[0])}"
        return f"{first} {word} {second}"

    return tell_it


def negated(tell: Teller, expr: ir.Op) -> str:
    return denied(tell, expr.arguments[0])


def denied(tell: Teller, expr: ir.Expr) -> str:
    """The opposite of a condition."""
    if isinstance(expr, ir.VarAt):
        return state(tell, expr, False)
    if isinstance(expr, ir.Op) and expr.op in OPPOSITE:
        return clause(tell, ir.Op(expr.type, expr.span, OPPOSITE[expr.op], expr.arguments))
    if isinstance(expr, ir.Op) and expr.op == "empty":
        return emptiness(tell, expr.arguments[0], False)
    if isinstance(expr, ir.Op) and expr.op == "any":
        return every(tell, expr, "for none {}, {}")
    if isinstance(expr, ir.Op) and expr.op == "in":
        return clause(tell, ir.Op(expr.type, expr.span, "not_in", expr.arguments))
    said = clause(tell, expr)
    turned = re.sub(r"^(\S+(?: \S+){0,3}?) (is|are) (?!not)", r"\1 \2 not ", said, count=1)
    return turned if turned != said and isinstance(expr, ir.Call) else f"it is not so that {said}"


def among(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        left, right = expr.arguments
        subject = telling.noun(tell, left)
        be = "are" if subject in ("they", "you") else "is"
        if isinstance(right, ir.Op) and right.op == "range":
            low, high = (telling.noun(tell, each) for each in right.arguments)
            return f"{subject} {be} {word}from {low} to {high}"
        if isinstance(right, ir.ListOf):
            options = " or ".join(telling.noun(tell, each) for each in right.items)
            return f"{subject} {be} {word}{options}"
        return f"{subject} {be} {word}among {telling.noun(tell, right)}"

    return tell_it


def every(tell: Teller, expr: ir.Op, form: str) -> str:
    (what,) = expr.arguments
    if not isinstance(what, ir.Each):
        return form.format("of them", telling.noun(tell, what))
    if (short := whole_table(tell, what, expr.op)) and "no " not in form:
        return short
    with tell.naming():
        for local, _ in what.binders:
            tell.env[local.number] = quantifiers.binder(tell, local)
        things = " and ".join(quantifiers.one_thing(tell, *each) for each in what.binders)
        limit = f" where {clause(tell, what.condition)}" if what.condition is not None else ""
        return form.format(things + limit, clause(tell, what.element))


def whole_table(tell: Teller, what: ir.Each, op: str) -> str:
    """`any(… for p in seats)`: a player …; `all(…)`: every player …"""
    local, source = what.binders[0]
    if len(what.binders) > 1 or what.condition is not None or not isinstance(source, ir.Seats):
        return ""
    with tell.naming((local, person("a player" if op == "any" else "every player"))):
        return clause(tell, what.element)


CLAUSES |= dict.fromkeys(COMPARED, compared)
CLAUSES |= {
    "and": both("and"),
    "or": both("or"),
    "not": negated,
    "in": among(""),
    "not_in": among("not "),
    "empty": lambda tell, expr: emptiness(tell, expr.arguments[0], True),
    "any": lambda tell, expr: every(tell, expr, "for at least one {}, {}"),
    "all": lambda tell, expr: every(tell, expr, "for each {}, {}"),
    ir.After: lambda tell, expr: f"{clause(tell, expr.value)} after “{words(expr.proc)}”",
    ir.Reveal: lambda tell, expr: clause(tell, expr.value),
    ir.VarAt: lambda tell, expr: state(tell, expr, True),
    ir.Call: call,
    ir.Get: of_get,
    ir.If: of_if,
    ir.Rungs: rungs,
    ir.Let: of_let,
    ir.Const: of_const,
    ir.PieceField: of_field,
    ir.RowField: of_field,
}
