"""Functions explained: the meaning of a term in words, and its formula."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.rulebook.english import IT, LINK, a, listed, sentence, words
from rulelang.rulebook.labels import message
from rulelang.rulebook.marks import LETTER
from rulelang.rulebook.model import Item, Ref
from rulelang.rulebook.naming import Teller, anchor, fill
from rulelang.rulebook.phrases import those_who
from rulelang.rulebook.telling import clause, noun, when

LONG = 400  # a longer formula helps nobody
SHORT = 90  # beside a text, a longer formula repeats it less clearly


def meaning(tell: Teller, fn: ir.Fn) -> tuple[str, tuple[Item, ...]]:
    """The text of a function and its formula; a ladder is a list of cases."""
    text = fill(fn.text, {param.name: tell.local(param) for param in fn.params})
    text = those_who(text) if fn.body.type == t.List(t.Seat()) else text
    body = fn.body
    while isinstance(body, ir.Let):
        tell.env[body.local.number] = noun(tell, body.value)
        body = body.body
    if isinstance(body, ir.Rungs):
        return sentence(text or "in this order"), cases(tell, body)
    formula = clause(tell, body) if isinstance(body.type, t.Bool) else formula_of(tell, body)
    if text and formula in ("always", "never"):
        return f"{sentence(text)} *Here that is {formula} so.*", ()
    if not formula or formula in ("always", "never") or len(formula) > LONG or "…" in formula:
        return sentence(text), ()
    condition = isinstance(body.type, t.Bool)
    if not text:
        it = next((param for param in fn.params if tell.env.get(param.number) is IT), None)
        of = f" of {a(tell.thing(it.type))}" if it is not None else ""
        return sentence(f"{f'this holds{of} if ' if condition else ''}{formula}"), ()
    if len(LINK.sub(r"\1", formula)) > SHORT or " modulo " in formula:
        links = list(dict.fromkeys(by_name(tell, found[0], found[1]) for found in LINK.finditer(formula)))
        return f"{sentence(text)}{f' See {listed(links)}.' if links else ''}", ()
    return f"{sentence(text)} *That is{', if' if condition else ':'}* {formula}.", ()


def by_name(tell: Teller, link: str, said: str) -> str:
    """A link outside its sentence: if its text has letters, it is named after its term."""
    if any(words(name) == said and link.endswith(f"(#{anchor('table', name)})") for name in tell.tables):
        return f"the table {link}"
    if not LETTER.search(said):
        return link
    name = next(name for name in tell.terms if link.endswith(f"(#{anchor('term', name)})"))
    return tell.link("term", name, words(name))


def formula_of(tell: Teller, body: ir.Expr) -> str:
    known = tell.known.values(body)
    if known is not None and isinstance(body.type, t.Int | t.Enum):
        return tell.by_players(known, body.type)
    return noun(tell, body)


def cases(tell: Teller, body: ir.Rungs) -> tuple[Item, ...]:
    """Each rung: its value, its condition and its reason."""
    items: list[Item] = []
    yes_no = isinstance(body.type, t.Bool)
    for rung in body.rungs:
        value = answer(tell, rung.value) if yes_no else noun(tell, rung.value)
        why = f" – {message(tell, rung.reason)}" if rung.reason else ""
        known = tell.known.condition(rung.condition)
        if isinstance(known, ir.Lit) and not known.value:
            continue  # never the case at these tables
        if isinstance(known, ir.Lit):
            said = f"{'otherwise ' if items else ''}{value}{why}"
            return (*items, Item(sentence(said), Ref(rung.tags, rung.span)))
        said = f"{value} {when(tell, known)}{why}"
        items.append(Item(sentence(said), Ref(rung.tags, rung.span)))
    last = clause(tell, body.otherwise) if yes_no else noun(tell, body.otherwise)
    reason = message(tell, body.reason)
    why = f" – {reason}" if reason else ""
    holds = "it holds if " if yes_no and last not in ("always", "never") else ""
    told = reason if reason and " modulo " in last else f"{holds}{last}{why}"
    said = f"{'otherwise ' if items else ''}{told}"
    return (*items, Item(sentence(said), Ref(body.tags, body.otherwise.span)))


def answer(tell: Teller, value: ir.Expr) -> str:
    known = tell.known.value(value)
    if known is not None:
        return "yes" if known[0] else "no"
    return f"yes, provided {clause(tell, value)},"
