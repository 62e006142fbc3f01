"""An instance of a mechanism in words: its own text, then each of its hooks."""

from __future__ import annotations

import re

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook.conditions import COMPARED
from rulelang.rulebook.english import IT, Person, a, capital, listed, person, plain, sentence, title
from rulelang.rulebook.labels import message
from rulelang.rulebook.model import Block, Item, Listing, Para, Ref, Section, item_texts
from rulelang.rulebook.naming import Teller, anchor, fill
from rulelang.rulebook.telling import clause, noun, steps
from rulelang.syntax import nodes

WINNER = re.compile(r"won|sold")


def mechanism(tell: Teller, instance: ir.Instance) -> Section:
    """How a trick, auction, draft or trade goes."""
    declared = tell.rules.mechanism(instance)
    blocks: list[Block] = [Para(sentence(plain(instance.text)), Ref(instance.tags, instance.span))]
    items: list[Item] = []
    if declared is not None:
        if declared.text and str(declared.text) != instance.text:
            blocks.append(Para(sentence(fill(str(declared.text), {"p": "a player", "q": "the other"}))))
        for part in declared.parts:
            if isinstance(part, nodes.Need | nodes.Hook):
                items += hook(tell, instance, part)
            elif isinstance(part, nodes.OnHook):
                items += moment(tell, instance, part)
            elif isinstance(part, nodes.Ruling):
                items.append(Item(sentence(plain(str(part.text)))))
    if items:
        blocks.append(Listing(tuple(items)))
    name = capital(tell.heading(instance.name))
    return Section(name, anchor("proc", instance.name), tuple(blocks), kind=instance.family)


def names_for(params: tuple[ir.Local, ...]) -> list[tuple[ir.Local, str | Person]]:
    """The parameters of a hook in words: the first seat is the player, a piece of the lead is the lead."""
    found: list[tuple[ir.Local, str | Person]] = []
    seats = 0
    for param in params:
        if isinstance(bare(param.type), t.Seat):
            letters = {"w": "the winner"} if len(param.name) < 3 else {param.name: f"the {param.name}"}
            found.append((param, person(letters.get(param.name, "the player" if not seats else "the other player"))))
            seats += 1
        elif isinstance(param.type, t.List) and isinstance(param.type.of, t.Seat):
            found.append((param, "these players"))
        elif param.name == "led":
            found.append((param, "the lead"))
        elif len(param.name) > 2:
            found.append((param, f"the {param.name}"))
        elif isinstance(bare(param.type), t.Piece):
            found.append((param, "the piece"))
        else:
            found.append((param, f"*{param.name}*"))
    return found


def hook(tell: Teller, instance: ir.Instance, part: nodes.Need | nodes.Hook) -> list[Item]:
    """`ties = last_played`: “Among equally strong: the last played.”"""
    fn = tell.game.fns.get(f"{instance.name}.{part.name}")
    if fn is None:
        return []
    default = fn.span.source.is_library
    body = fn.body
    if default and (isinstance(body, ir.Lit) or isinstance(part, nodes.Hook)):
        return []
    pairs = names_for(fn.params)
    if len(fn.params) == 1 and isinstance(bare(fn.params[0].type), t.Int):
        pairs = [(fn.params[0], IT)]
    called = {"p": person("a player"), **{param.name: said for param, said in pairs}}
    asked = fill(str(part.text or title(str(part.name))), called).partition("; ")[0]
    ref = Ref(fn.tags, fn.span)
    with tell.naming(*pairs):
        if isinstance(body, ir.Rungs):
            yes_no = isinstance(body.type, t.Bool)
            about = f"{colon(asked)} in this order:" if not yes_no else f" – {plain(fn.text)}:" if fn.text else ":"
            return [Item(f"**{capital(asked)}**{about}", ref, ladder(tell, body), not yes_no)]
        said = binding(tell, fn, str(part.text or ""))
    return [Item(f"**{capital(asked)}**{colon(asked)} {sentence(said)}", ref)]


def colon(asked: str) -> str:
    return "" if asked.endswith(("?", ":")) else " –" if ":" in asked else ":"


def binding(tell: Teller, fn: ir.Fn, asked: str) -> str:
    """The binding of a hook: its text, or its formula."""
    text = fill(fn.text, {param.name: tell.local(param) for param in fn.params}) if fn.text != asked else ""
    if text and isinstance(fn.body, ir.Op) and fn.body.op in COMPARED:
        return f"if {clause(tell, fn.body)} – {text}"
    if text:
        return text
    if isinstance(fn.body.type, t.Bool):
        known = tell.known.value(fn.body)
        if known is not None:
            return "yes" if known[0] else "no"
        return f"if {clause(tell, fn.body)}"
    return noun(tell, fn.body)


def ladder(tell: Teller, body: ir.Rungs) -> tuple[Item, ...]:
    """The rungs by their reasons; a rung without a reason by its condition."""
    items = []
    for rung in body.rungs:
        said = message(tell, rung.reason) if rung.reason else f"if {clause(tell, rung.condition)}"
        said += f": {clause(tell, rung.value)}" if isinstance(body.type, t.Bool) and not rung.reason else ""
        items.append(Item(sentence(said + finer(tell, rung.value)), Ref(rung.tags, rung.span)))
    last = reason_of_else(tell, body)
    ref = Ref(body.tags, body.otherwise.span)
    return (*items, Item(sentence(last), ref)) if last else tuple(items)


def finer(tell: Teller, value: ir.Expr) -> str:
    """The tie-breaker between pieces on one rung: the parts of the tuple after its number."""
    if isinstance(value, ir.TupleOf) and len(value.items) > 1:
        rest = [each for each in value.items[1:] if tell.known.value(each) is None]
        if rest:
            return f"; among these the higher, by {' then '.join(noun(tell, each) for each in rest)}"
        return "; all of these are equally strong"
    return ""


def reason_of_else(tell: Teller, body: ir.Rungs) -> str:
    if body.reason is None and isinstance(body.type, t.Bool):
        return f"otherwise: {clause(tell, body.otherwise)}"
    return f"last: {message(tell, body.reason)}" if body.reason is not None else ""


def introduce_letters(
    tell: Teller, pairs: list[tuple[ir.Local, str | Person]], said: str, inside: tuple[Item, ...]
) -> str:
    """The letters that the steps use but their heading does not."""
    told = " ".join(text for item in inside for text in item_texts(item))
    new = [f"{a(tell.thing(param.type))} *{param.name}*" for param, name in pairs
           if name == f"*{param.name}*" and name in told and name not in said]  # fmt: skip
    return f" ({listed(new)})" if new else ""


def moment(tell: Teller, instance: ir.Instance, part: nodes.OnHook) -> list[Item]:
    """`on won(w): tricks[w] += 1`."""
    proc = tell.game.procs.get(f"{instance.name}.{part.name}")
    if proc is None or proc.span.source.is_library or not proc.body:
        return []
    pairs = names_for(proc.params)
    if WINNER.search(str(part.name)):
        pairs = [(param, person("the winner") if said == person("the player") else said) for param, said in pairs]
    text = str(part.text or title(str(part.name)))
    if "this" in text.split():  # such as what is owed: it is mentioned but has no name
        pairs = [(param, "that number" if isinstance(bare(param.type), t.Int) else said) for param, said in pairs]
    when = fill(text, {param.name: said for param, said in pairs})
    when = when if when.startswith(("after", "when", "before")) else f"when {when}"
    with tell.naming(*pairs):
        inside = steps(tell, proc.body)
    if not inside:
        return []
    when += introduce_letters(tell, pairs, when, inside)
    if len(inside) == 1 and not inside[0].inside:
        return [Item(f"**{capital(when)}**: {inside[0].text}", Ref(proc.tags, proc.span) + inside[0].ref)]
    return [Item(f"**{capital(when)}**:", Ref(proc.tags, proc.span), inside)]
