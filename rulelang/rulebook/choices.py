"""Choices in words: who chooses, from what, and what follows."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook import telling
from rulelang.rulebook.english import (
    IT,
    THEY,
    YES,
    YOU,
    Person,
    Things,
    a,
    capital,
    is_plural,
    listed,
    person,
    plural,
    some,
    words,
)
from rulelang.rulebook.labels import message
from rulelang.rulebook.model import Item
from rulelang.rulebook.naming import Teller, name_text
from rulelang.rulebook.quantifiers import each_of
from rulelang.rulebook.running import arguments
from rulelang.rulebook.telling import head, steps, steps_naming


def choose(tell: Teller, statement: ir.Choose) -> list[Item]:
    who = telling.who(tell, statement.seat)
    asking = statement.asking
    verb = "may choose" if statement.optional else who.verb("choose")
    secret = "secretly " if statement.secret else ""
    with tell.naming():
        tell.env.update(persons_in_question(tell, statement.seat))
        text = f"{who.name} {secret}{verb} {describe_offer(tell, asking, who)}"
        prompt = f" – “{message(tell, asking.prompt)}”" if asking.prompt else ""
    text += role(tell, asking)
    if is_yes_or_no(asking):
        text = f"{who.name} {secret}{who.verb('answer')} yes or no"
    items = [Item(f"{capital(text)}{prompt}{'' if prompt.endswith('?”') else '.'}")]
    chosen = (asking.local, answer_name(tell, asking))
    if not statement.optional:
        tell.env[asking.local.number] = chosen[1]
        return items
    inside = steps_naming(tell, statement.body, chosen)
    if inside:
        items.append(head(f"if {who.does('do')}", inside))
    inside = steps_naming(tell, statement.otherwise)
    if inside:
        items.append(head("if not", inside))
    return items


def persons_in_question(tell: Teller, seat: ir.Expr) -> dict[int, Person]:
    """The persons inside a question: the asked seat is `they`, and whoever was `you` becomes `that player`."""
    if not isinstance(seat, ir.Get) or tell.local(seat.local) in (YOU, THEY) or THEY in tell.env.values():
        return {}
    others = [number for number, name in tell.env.items() if name == YOU]
    return {seat.local.number: THEY} | dict.fromkeys(others, person("that player"))


def role(tell: Teller, asking: ir.Asking) -> str:
    """The name that later steps use for what is chosen: another player (the victim)."""
    name = answer_name(tell, asking)
    known = tell.thing(asking.local.type) in name_text(name) or name_text(name).startswith(("the chosen ", "*"))
    return "" if known else f" ({name_text(name)})"


def is_yes_or_no(asking: ir.Asking) -> bool:
    items = asking.source.items if isinstance(asking.source, ir.ListOf) else ()
    return [each.value for each in items if isinstance(each, ir.Lit)] == [True, False]


def answer_name(tell: Teller, asking: ir.Asking) -> str | Person:
    """What was chosen is named by its kind, as long as that is unambiguous."""
    if is_yes_or_no(asking):
        return YES
    type_ = bare(asking.local.type)
    if isinstance(type_, t.Int):
        return "the chosen number" if "the chosen number" not in tell.names() else f"*{words(asking.local.name)}*"
    plain = asking.quantity is None or is_plural(words(asking.local.name))
    if len(asking.local.name) > 2 and plain:
        return tell.fresh(asking.local)
    if isinstance(type_, t.Seat):
        return person("the chosen player")
    many = asking.quantity is not None
    thing = tell.thing(type_.of if many and isinstance(type_, t.List) else type_)
    name = f"the chosen {plural(thing) if many else thing}"
    return name if name not in tell.names() else f"*{asking.local.name}*"


def describe_offer(tell: Teller, asking: ir.Asking, who: Person) -> str:
    """What is offered, and under which condition."""
    several = asking.quantity
    if several is not None:
        upto = "up to " if several.up_to else ""
        thing = tell.thing(getattr(bare(asking.local.type), "of", t.INT))
        number = telling.noun(tell, several.number)
        text = f"{upto}{some(number, thing)} from {telling.noun(tell, asking.source)}"
    else:
        text = one_of(tell, asking.source)
    if asking.guard is None:
        return text
    known = tell.known.condition(asking.guard)
    if isinstance(known, ir.Lit) and known.value:
        return text
    said: str | Person = THEY if isinstance(bare(asking.local.type), t.Seat) else IT
    if isinstance(asking.local.type, t.List):
        said = "these"
    with tell.naming((asking.local, "what is chosen" if several is not None else said)):
        said_when = telling.when(tell, known)
        return f"{text}, {said_when if said_when.startswith('unless ') else f'provided {said_when[3:]}'}"


def one_of(tell: Teller, source: ir.Expr) -> str:
    """`others(p)`: another player; `dice[p]`: one of their dice; `1..6`: a number from 1 to 6."""
    if isinstance(source, ir.Call) and source.fn == "others":
        return "another player"
    if isinstance(source, ir.Seats):
        return "a player"
    if isinstance(source, ir.Members):
        return a(tell.thing(t.Enum(source.enum)))
    if isinstance(source, ir.Op) and source.op == "range":
        low, high = (telling.noun(tell, each) for each in source.arguments)
        return f"a number from {low} to {high}"
    if isinstance(source, ir.Op) and source.op == "permutations":
        return f"an order of {telling.noun(tell, source.arguments[0])}"
    if isinstance(source, ir.Op) and source.op == "subsets":
        return telling.noun(tell, source).removeprefix("any ")
    if isinstance(source, ir.Contents) and isinstance(source.zone, ir.ZoneAt):
        place = telling.noun(tell, source.zone)
        if source.zone.zone != "box" and not tell.is_named_after_pieces(source.zone.zone):
            return f"{a(tell.holds(source.zone.zone))} from {place}"
    said = telling.noun(tell, source)
    if isinstance(said, Things) and not said.order and said.determiner in ("all", "the"):
        return a(said.one(""))
    return f"one of {said.definite if isinstance(said, Things) else said}"


# ---------------------------------------------------------------- menus


def menus_text(tell: Teller, menus: tuple[ir.MenuRef, ...], seat: ir.Expr) -> str:
    said = []
    for each in menus:
        text = tell.link("menu", each.menu, tell.heading(each.menu))
        bound = [local for local, _ in each.binders]
        given = [
            (param, value) for param, value in zip(tell.game.menus[each.menu].params, each.arguments)
            if value != seat and not (isinstance(value, ir.Get) and value.local in bound)
        ]  # fmt: skip
        text += arguments(tell, given)
        over = [telling.noun(tell, source) for _, source in each.binders]
        more = f" (for {listed([each_of(each) for each in over])})" if over else ""
        said.append(text + more)
    return listed(dict.fromkeys(said), "or")


def choose_action(tell: Teller, statement: ir.ChooseAction) -> list[Item]:
    who = telling.who(tell, statement.seat)
    verb = "may take" if statement.optional else who.verb("take")
    secret = "secretly " if statement.secret else ""
    prompt = message(tell, statement.prompt)
    text = f"{who.name} {secret}{verb} an action: {menus_text(tell, statement.menus, statement.seat)}"
    items = [Item(capital(text) + (f" – “{prompt}”" if prompt else "") + ("" if prompt.endswith("?") else "."))]
    inside = steps(tell, statement.fallback or ())
    if inside:
        when = f"if {who.does('do')} not" if statement.optional else "if there is no such action"
        items.append(head(when, inside))
    elif statement.fallback is not None and not statement.optional:
        items.append(Item("If there is no such action, nothing happens."))
    return items


def resolve(tell: Teller, statement: ir.Resolve) -> str:
    menu = tell.game.menus[statement.menu.menu]
    about = [telling.noun(tell, each) for each in statement.menu.arguments[1:]]
    link = tell.link("menu", menu.name, capital(tell.heading(menu.name)))
    return f"what happens now depends on {listed(about)}: see {link}" if about else f"now comes {link}"


# ---------------------------------------------------------------- at the same time


def each_chooses(tell: Teller, statement: ir.EachChooses) -> str:
    seats = crowd(tell, statement.seats)
    with tell.naming((statement.seat, THEY)):
        text = describe_offer(tell, statement.asking, THEY)
    prompt = f" – “{message(tell, statement.asking.prompt)}”" if statement.asking.prompt else ""
    name = words(statement.var)
    return f"{seats} choose {text} (their *{name}*), in secret and at the same time{prompt}"


def each_secretly(tell: Teller, statement: ir.EachSecretly) -> list[Item]:
    inside = steps_naming(tell, statement.body, (statement.seat, THEY))
    return [head(f"{crowd(tell, statement.seats)}, at the same time and in secret", inside)]


def crowd(tell: Teller, seats: ir.Expr) -> str:
    said = telling.noun(tell, seats)
    return said.with_(order="") if isinstance(said, Things) else said
