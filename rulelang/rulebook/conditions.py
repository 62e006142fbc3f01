"""Conditions in words: `count(hand[p]) > 3` is “they have more than 3 cards in their hand”."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.present.english import THEIRS, second_person
from rulelang.rulebook import phrases, quantifiers, telling
from rulelang.rulebook.english import (
    YES,
    Fact,
    Person,
    Things,
    a,
    is_plural,
    is_several,
    listed,
    person,
    plain,
    small,
    some,
    words,
)
from rulelang.rulebook.naming import Teller, fill, name_text, whose
from rulelang.rulebook.telling import CLAUSES, NOUNS, clause

# comparison: the predicate
COMPARED = {
    "eq": "{}", "ne": "{}", "lt": "less than {}", "le": "at most {}", "gt": "more than {}", "ge": "at least {}",
}  # fmt: skip
ORDERED = {"lt": "before {}", "gt": "after {}", "le": "after {}", "ge": "before {}"}  # for enum members
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
FIRST = {"lt": "lt", "le": "lt", "gt": "gt", "ge": "gt"}  # how the first of several parts is compared
SAYS = re.compile(r"\{seat\} (\w+)/(\w+)( [^{}]*)")  # a sentence about a player
# VERBS make a text a sentence, unless one of PRONOUNS comes before them. A function whose name matches VERB is a verb:
# `can_use(p)` is “they can use”.
VERBS = {
    "is", "are", "has", "have", "may", "can", "must", "would", "will", "stay", "stays", "go", "goes", "fit", "fits",
    "lie", "lies", "say", "says", "ask", "asks", "belong", "belongs", "hold", "holds", "beat", "beats", "follow",
    "follows",
}  # fmt: skip
PRONOUNS = {"who", "what", "which", "where", "how", "that", "those", "whether", "whose"}
VERB = re.compile(r"^(can|may|must|are|is|\w+[^\Wsu]s)\b")  # a condition is no plural: counts, wins, has


def of_get(tell: Teller, expr: ir.Get) -> str:
    name = name_text(tell.local(expr.local))
    return Fact("the answer" if name == YES else name, False, "be", "yes")


def of_let(tell: Teller, expr: ir.Let) -> str:
    with tell.naming((expr.local, telling.noun(tell, expr.value))):
        return clause(tell, expr.body)


def of_const(tell: Teller, expr: ir.Const) -> str:
    players = " or ".join(str(count) for count, value in (tell.known.values(expr) or {}).items() if value)
    return f"{players} play" if players else f"{words(expr.name)} is set"


def of_field(tell: Teller, expr: ir.PieceField | ir.RowField) -> str:
    return Fact(NOUNS[type(expr)](tell, expr), False, "be", "yes")


def of_if(tell: Teller, expr: ir.If) -> str:
    """`if a then b else c` between conditions."""
    when, then, other = (clause(tell, each) for each in (expr.condition, expr.then, expr.otherwise))
    if then == "always":
        return f"{when}, or else {other}"
    return f"{then} (if {when}), or {other} (if not)"


def rungs(tell: Teller, expr: ir.Rungs) -> str:
    """A ladder of booleans: what excludes it, then what is required."""
    out = [clause(tell, each.condition) for each in expr.rungs if tell.known.value(each.value) == (False,)]
    last = clause(tell, expr.otherwise)
    return f"{last}, and none of these holds: {'; '.join(out)}" if out else last


def state(tell: Teller, expr: ir.VarAt, holds: bool) -> str:
    """A boolean variable as a state: they are hungry."""
    declared = tell.game.vars[expr.var]
    indexes = declared.indexes
    if declared.text and not indexes and not QUESTION.match(declared.text):
        said = fact_of(plain(head_words(declared.text)).removeprefix("whether "))
        if isinstance(said, Fact):
            return said if holds else said.negation
        return said if holds else f"{telling.NOT_SO}{said}"
    if told := says(tell, expr, holds):
        return told
    if seat_first(indexes) and len(expr.indexes) == 1:
        who = telling.who(tell, expr.indexes[0])
        return Fact(who.name, who.many, "be", mark(tell, expr.var), not holds)
    if seat_first(indexes) and len(expr.indexes) > 1:
        rest = listed([telling.noun(tell, each) for each in expr.indexes[1:]])
        who = telling.who(tell, expr.indexes[0])
        return Fact(rest, False, "be", f"{mark(tell, expr.var)} for {who.object}", not holds)
    if expr.indexes:
        return Fact(" and ".join(telling.noun(tell, each) for each in expr.indexes), len(expr.indexes) > 1, "be",
                    mark(tell, expr.var), not holds)  # fmt: skip
    return Fact(mark(tell, expr.var), False, "be", "on" if holds else "off")


QUESTION = re.compile(r"(which|how|what|who|whose|where|when|why)\b")  # a text that asks tells nothing that can hold


def fact_of(text: str) -> str:
    """An author's sentence as a fact, if its verb is clear."""
    for verb, base in VERBS_OF_FACTS.items():
        subject, found, rest = text.partition(f" {verb} ")
        if found and not PRONOUNS & set(subject.lower().split()) and len(subject.split()) < 5:
            negated = base == "be" and rest.startswith("not ")
            return Fact(subject, verb in ("are", "have"), base, rest.removeprefix("not ") if negated else rest, negated)
    return text


VERBS_OF_FACTS = {"is": "be", "are": "be", "has": "have", "have": "have", "may": "may", "can": "can", "must": "must"}


def mark(tell: Teller, var: str) -> str:
    return f"*{tell.link('mark', var, tell.variable(var))}*"


def head_words(text: str) -> str:
    """The first words of a text, up to its explanation."""
    return text.partition(":")[0].partition(";")[0].strip()


def says(tell: Teller, expr: ir.VarAt, holds: bool) -> str:
    """The author's sentence for a player's boolean variable: `{seat} has/have promised Zero Tricks`; "" if there is
    none.
    """
    found = SAYS.fullmatch(tell.vocabulary.look(expr.var).says)
    if found is None or len(expr.indexes) != 1 or not seat_first(tell.game.vars[expr.var].indexes):
        return ""
    who = telling.who(tell, expr.indexes[0])
    verb, _, rest = f"{found[2]}{found[3]}".partition(" ")
    if verb in ("have", "are", "be"):
        return Fact(who.name, who.many, f"{verb} {plain(rest)}", "", not holds)
    return Fact(who.name, who.many, verb, plain(rest), not holds)


def seat_first(indexes: tuple[ir.Index, ...]) -> bool:
    return bool(indexes) and indexes[0].kind == "Seat"


def call(tell: Teller, expr: ir.Call) -> str:
    """A condition with its own name; a text explains its meaning."""
    fn = tell.game.fns[expr.fn]
    said = [telling.name_of(tell, each) for each in expr.arguments]
    if not fn.text or fn.span.source.is_library:
        with tell.naming(*zip(fn.params, said)):
            return clause(tell, fn.body)
    names = {param.name: arg for param, arg in zip(fn.params, said)}
    link = tell.link("term", fn.name, words(fn.name))
    spoken = any(speaks_of(fn.text, param.name) for param in fn.params if len(param.name) < 3)
    if (spoken or not said) and not fn.text.endswith("?"):
        return fact_by_text(tell, fn, names)
    if is_whole_sentence(fn.text):
        return tell.link("term", fn.name, plain(small(head_words(fn.text)))) + phrases.unspoken(fn, said)
    if len(said) > 1 and isinstance(bare(fn.params[0].type), type(bare(fn.params[1].type))):
        first, second = (each.name if isinstance(each, Person) else each for each in said[:2])
        return Fact(f"{first} and {second}", True, "be", link)
    first_one = said[0] if isinstance(said[0], Person) else person(said[0])
    many = first_one.many or isinstance(said[0], Things)
    rest = [each.object if isinstance(each, Person) else each for each in said[1:]]
    tail = f" ({', '.join(rest)})" if rest else ""
    if VERB.match(words(fn.name)):
        verb = second_person(words(fn.name)) if many else words(fn.name)
        return f"{first_one.name} {tell.link('term', fn.name, verb)}{tail}"
    return Fact(first_one.name, many, "be", f"{link}{tail}")


def fact_by_text(tell: Teller, fn: ir.Fn, names: dict[str, str | Person]) -> str:
    """The author's sentence; if it begins with its subject, it is a fact about them."""
    text = head_words(fill(fn.text, names))
    for said in names.values():
        who = said if isinstance(said, Person) else person(said)
        if not text.startswith(f"{who.name} "):
            continue
        verb, _, rest = text.removeprefix(f"{who.name} ").partition(" ")
        base = VERBS_OF_FACTS.get(verb) or (second_person(verb) if verb.endswith("s") and not who.many else "")
        if base and rest:
            negated = base == "be" and rest.startswith("not ")
            link = tell.link("term", fn.name, rest.removeprefix("not ") if negated else rest)
            return Fact(who.name, who.many or isinstance(said, Things), base, link, negated)
    return tell.link("term", fn.name, text)


def speaks_of(text: str, letter: str) -> bool:
    """Does a text name a parameter?"""
    return letter in text.replace("'s", " ").replace(",", " ").replace(";", " ").replace(":", " ").split()


def is_whole_sentence(text: str) -> bool:
    """Whether a text states a fact, as `the count stays within 31` does: it has a verb."""
    said = head_words(text).lower().split()
    verb = next((at for at, word in enumerate(said[:6]) if word in VERBS), 0)
    return verb > 0 and not PRONOUNS & set(said[:verb]) and not text.endswith("?")


# ---------------------------------------------------------------- operators


def comparison(tell: Teller, expr: ir.Op) -> str:
    left, right = expr.arguments
    op = expr.op
    if isinstance(right.type, t.Nothing) or (isinstance(right, ir.Lit) and right.value is None):
        return of_none(tell, left, op == "eq")
    if isinstance(left, ir.Call) and left.fn in tell.game.fns and not tell.game.fns[left.fn].text:
        fn = tell.game.fns[left.fn]
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in left.arguments])):
            return comparison(tell, attrs.evolve(expr, arguments=(fn.body, right)))
    if isinstance(left, ir.Op) and left.op == "count":
        return quantifiers.describe_count(tell, left.arguments[0], op, right)
    if isinstance(left.type, t.Bool):
        return clause(tell, left) if (op == "eq") == (tell.known.value(right) == (True,)) else deny(tell, left)
    if isinstance(left, ir.Amount):
        who = phrases.holder(tell, left.holder, left.resource)
        known = tell.known.value(right)
        if known == (0,) and op in ("eq", "gt", "ne"):
            return Fact(who.name, who.many, "have", f"{'no' if op == 'eq' else 'any'} {tell.resource(left.resource)}")
        number = quantifiers.number_words(tell, op, right)
        return Fact(who.name, who.many, "have", some(number, tell.resource(left.resource)))
    if op == "eq" and (alone := by_oneself(tell, left, right)):
        return alone
    if isinstance(bare(left.type), t.Seat) and op in ("eq", "ne"):
        for field, seat in ((left, right), (right, left)):
            if isinstance(field, ir.PieceField) and isinstance(field.piece, ir.Get):
                owner = THEIRS.get(whose(telling.who(tell, seat)), whose(telling.who(tell, seat)))
                return Fact(telling.noun(tell, field.piece), False, "be", owner, op == "ne")
        one, other = (telling.who(tell, each) for each in (left, right))
        one, other = (other, one) if other.many else (one, other)
        return Fact(one.name, one.many, "be", other.object, op == "ne")
    subject = telling.noun(tell, left)
    value = either(tell, right) if isinstance(right, ir.If) else by_name(tell, left, right)
    if isinstance(left.type, t.Enum) and op in ORDERED:
        return Fact(subject, False, "come", ORDERED[op].format(value), op in ("le", "ge"))
    if isinstance(left, ir.TupleOf) and isinstance(right, ir.TupleOf) and op in FIRST:
        return in_order(tell, op, left.items, right.items)
    if isinstance(left.type, t.Tuple):
        return Fact(subject, False, "equal" if op == "eq" else "differ", value if op == "eq" else f"from {value}")
    return Fact(subject, is_several(subject), "be", COMPARED[op].format(value), op == "ne", *owner_of(tell, left))


def by_name(tell: Teller, field: ir.Expr, value: ir.Expr) -> str:
    """The right side of a comparison; the number of a field by its name: a queen, not 12."""
    known = tell.known.value(value)
    if known is not None and isinstance(field, ir.PieceField) and isinstance(field.type, t.Int):
        kinds = field.piece.type.names if isinstance(field.piece.type, t.Piece) else ()
        names = {tell.vocabulary.number(f"{kind}.{field.field}", known[0]).name for kind in kinds}
        if len(names) == 1:
            return plain(names.pop())
    return telling.noun(tell, value)


def by_oneself(tell: Teller, best: ir.Expr, only: ir.Expr) -> str:
    """`highest(for q in seats by count(taken[q])) == [p]`: you alone have the most; "" for other comparisons."""
    if not (isinstance(best, ir.Op) and best.op in ("highest", "lowest") and isinstance(only, ir.ListOf)):
        return ""
    each = best.arguments[0]
    if not (isinstance(each, ir.Each) and each.key is not None and len(only.items) == 1 and each.condition is None):
        return ""
    local, source = each.binders[-1]
    if not (isinstance(bare(local.type), t.Seat) and isinstance(source, ir.Seats)):
        return ""
    who = telling.who(tell, only.items[0])
    with tell.naming((local, who)):
        by = telling.noun(tell, each.key)
    link = "[" if by.startswith("[") else ""
    by = link + by.removeprefix(link).removeprefix("the ").removeprefix(f"{who.own} ")
    return f"{who.name} alone {who.verb('have')} the {best.op} {by}"


def in_order(tell: Teller, op: str, left: tuple[ir.Expr, ...], right: tuple[ir.Expr, ...]) -> str:
    """`(n, f) > (number, face)`: n is more than the number, or the same and f is more than the face."""
    one, *rest = left
    other, *others = right
    if not rest:
        return comparison(tell, ir.Op(t.BOOL, one.span, op, (one, other)))
    first = comparison(tell, ir.Op(t.BOOL, one.span, FIRST[op], (one, other)))
    return f"{first}, or the same and {in_order(tell, op, tuple(rest), tuple(others))}"


def owner_of(tell: Teller, expr: ir.Expr) -> tuple[str, str]:
    """The owner of something, and the thing: for `the price of that kind`, that kind and the price."""
    if isinstance(expr, ir.PieceField) and isinstance(expr.piece, ir.Get):
        return name_text(tell.local(expr.piece.local)), ""
    if isinstance(expr, ir.RowField) and isinstance(expr.row, ir.Get):
        return name_text(tell.local(expr.row.local)), ""
    if isinstance(expr, ir.RowField) and isinstance(expr.row, ir.RowAt):
        link, key = tell.link("table", expr.row.table, tell.field(expr)), expr.row.key
        if isinstance(key, ir.Get):
            return name_text(tell.local(key.local)), link
        if isinstance(key, ir.PieceField) and isinstance(key.piece, ir.Get):
            return name_text(tell.local(key.piece.local)), f"{tell.field(key)}'s {link}"
    if isinstance(expr, ir.VarAt) and seat_first(tell.game.vars[expr.var].indexes):
        who = telling.who(tell, expr.indexes[0])
        return (who.name, "") if who.many or " of " not in who.name else ("", "")
    return "", ""


def either(tell: Teller, expr: ir.If) -> str:
    """One of two values, each with its condition."""
    when = clause(tell, expr.condition)
    return f"{telling.noun(tell, expr.then)} (if {when}) or {telling.noun(tell, expr.otherwise)} (if not)"


def of_none(tell: Teller, what: ir.Expr, missing: bool) -> str:
    said = telling.noun(tell, what)
    if said.startswith("the "):
        name = said.removeprefix("the ")
        return f"there is no {name}" if missing else f"there is {a(name)}"
    return Fact(said, False, "be", "missing" if missing else "there")


def both(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        parts = [tell.known.condition(each) for each in expr.arguments]
        said = [clause(tell, each) for each in parts]
        if word == "and":
            said = [f"({each})" if isinstance(part, ir.Op) and part.op == "or" else each
                    for each, part in zip(said, parts)]  # fmt: skip
        first, second = said
        if word == "and" and isinstance(first, Fact) and isinstance(second, Fact):
            same = (first.subject, first.verb, first.negated) == (second.subject, second.verb, second.negated)
            if same and first.verb in ("be", "have"):
                return f"{first} and {second.rest}" if not first.negated else f"{first} {word} {second}"
        return f"{first} {word} {second}"

    return tell_it


def negation(tell: Teller, expr: ir.Op) -> str:
    return deny(tell, expr.arguments[0])


def deny(tell: Teller, expr: ir.Expr) -> str:
    """The opposite of a condition."""
    if isinstance(expr, ir.Get) and name_text(tell.local(expr.local)) == YES:
        return Fact("the answer", False, "be", "no")
    if isinstance(expr, ir.Op) and expr.op == "all" and isinstance(each := expr.arguments[0], ir.Each):
        other = ir.Op(t.BOOL, each.element.span, "not", (each.element,))
        return clause(tell, ir.Op(t.BOOL, expr.span, "any", (attrs.evolve(each, element=other),)))
    if isinstance(expr, ir.VarAt):
        return state(tell, expr, False)
    if isinstance(expr, ir.Op) and expr.op in OPPOSITE:
        return clause(tell, ir.Op(expr.type, expr.span, OPPOSITE[expr.op], expr.arguments))
    if isinstance(expr, ir.Op) and expr.op == "empty":
        return quantifiers.emptiness(tell, expr.arguments[0], False)
    if isinstance(expr, ir.Op) and expr.op == "any":
        return quantifiers.every(tell, expr, "no")
    if isinstance(expr, ir.Op) and expr.op == "in":
        return clause(tell, ir.Op(expr.type, expr.span, "not_in", expr.arguments))
    if isinstance(expr, ir.Call) and (fn := quantifiers.plain_fn(tell, expr)) is not None:
        with tell.naming(*zip(fn.params, [telling.name_of(tell, each) for each in expr.arguments])):
            return deny(tell, fn.body)
    said = clause(tell, expr)
    return said.negation if isinstance(said, Fact) else f"{telling.NOT_SO}{said}"


def among(word: str) -> Callable[..., str]:
    def tell_it(tell: Teller, expr: ir.Op) -> str:
        left, right = expr.arguments
        subject = telling.noun(tell, left)
        many, no = subject in ("they", "you") or (is_plural(subject) and " of " not in subject), bool(word)
        if isinstance(right, ir.Op) and right.op == "range":
            low, high = (telling.noun(tell, each) for each in right.arguments)
            return Fact(subject, many, "be", f"from {low} to {high}", no, *owner_of(tell, left))
        if isinstance(right, ir.ListOf):
            options = listed([telling.noun(tell, each) for each in right.items], "or")
            return Fact(subject, many, "be", options, no, *owner_of(tell, left))
        said = telling.noun(tell, right)
        if isinstance(said, Things) and said.rest.startswith(" on the list "):
            return Fact(subject, many, "be", said.rest.strip(), no)
        return Fact(subject, many, "be", f"among {quantifiers.some_of(said)}", no, *owner_of(tell, left))

    return tell_it


CLAUSES |= dict.fromkeys(COMPARED, comparison)
CLAUSES |= {
    "and": both("and"),
    "or": both("or"),
    "not": negation,
    "in": among(""),
    "not_in": among("not "),
    "empty": lambda tell, expr: quantifiers.emptiness(tell, expr.arguments[0], True),
    "any": lambda tell, expr: quantifiers.every(tell, expr, "some"),
    "all": lambda tell, expr: quantifiers.every(tell, expr, "every"),
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
