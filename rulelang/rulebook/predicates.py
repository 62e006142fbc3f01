"""Conditions with a name, boolean variables and functions: in the author's words, if these are a sentence."""

from __future__ import annotations

import re

from rulelang import ir
from rulelang.ir.types import bare
from rulelang.present.english import second_person
from rulelang.rulebook import phrases, telling
from rulelang.rulebook.english import Fact, Person, Things, listed, person, plain, small, words
from rulelang.rulebook.naming import Teller, fill
from rulelang.rulebook.telling import CLAUSES, clause

SAYS = re.compile(r"\{seat\} (\w+)/(\w+)( [^{}]*)")  # a sentence about a player
QUESTION = re.compile(r"(which|how|what|who|whose|where|when|why)\b")  # a text that asks tells nothing that can hold
# VERBS make a text a sentence, unless one of PRONOUNS comes before them. A function whose name matches VERB is a verb:
# `can_use(p)` is “they can use”.
VERBS = {
    "is", "are", "has", "have", "may", "can", "must", "would", "will", "stay", "stays", "go", "goes", "fit", "fits",
    "lie", "lies", "say", "says", "ask", "asks", "belong", "belongs", "hold", "holds", "beat", "beats", "follow",
    "follows",
}  # fmt: skip
PRONOUNS = {"who", "what", "which", "where", "how", "that", "those", "whether", "whose"}
VERB = re.compile(r"^(can|may|must|are|is|\w+[^\Wsu]s)\b")  # a condition is no plural: counts, wins, has
VERBS_OF_FACTS = {"is": "be", "are": "be", "has": "have", "have": "have", "may": "may", "can": "can", "must": "must"}


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


def fact_of(text: str) -> str:
    """An author's sentence as a fact, if its verb is clear."""
    for verb, base in VERBS_OF_FACTS.items():
        subject, found, rest = text.partition(f" {verb} ")
        if found and not PRONOUNS & set(subject.lower().split()) and len(subject.split()) < 5:
            negated = base == "be" and rest.startswith("not ")
            return Fact(subject, verb in ("are", "have"), base, rest.removeprefix("not ") if negated else rest, negated)
    return text


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


CLAUSES[ir.VarAt] = lambda tell, expr: state(tell, expr, True)
CLAUSES[ir.Call] = call
