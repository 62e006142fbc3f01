"""Procedures that run others, and loops over players, in words."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook import telling
from rulelang.rulebook.english import THEY, YOU, Person, Things, capital, person, plain, small, words
from rulelang.rulebook.naming import Teller
from rulelang.rulebook.phrases import target_name
from rulelang.rulebook.quantifiers import each_of, members

# The result of a family, as a person or thing.
RESULT = {
    "trick": "the winner of the trick", "auction": "the winner of the auction", "trade": "an agreement",
    "reaction": "who reacted",
}  # fmt: skip
PREPOSITIONS = ("to", "of", "by", "at", "in", "on", "for")
VERBS = {"phase": "{}", "step": "{}", "mechanism": "play {}"}


def run_text(tell: Teller, statement: ir.Run) -> str:
    """`leader = run Trick(leader)`: play Trick with the leader; the winner becomes the leader."""
    proc = tell.game.procs[statement.proc]
    name = f"**{tell.link('proc', proc.name, tell.heading(proc.name))}**"
    given = list(zip(proc.params, statement.arguments))
    actor, given = acting(tell, given) if proc.kind != "mechanism" else ("", given)
    text = actor + VERBS.get(proc.kind, "{}").format(name) + arguments(tell, given)
    summary = short_text(tell, proc)
    if summary:
        text += f" – {summary}"
    return text + describe_result(tell, statement)


def acting(tell: Teller, given: list[tuple[ir.Local, ir.Expr]]) -> tuple[str, list[tuple[ir.Local, ir.Expr]]]:
    """The acting player, said first unless the sentence is already about them; and the other arguments."""
    if not given or not isinstance(bare(given[0][0].type), t.Seat) or len(given[0][0].name) > 2:
        return "", given
    seat = given[0][1]
    who = telling.who(tell, seat)
    gone_through = isinstance(seat, ir.Get) and seat.local.number in tell.looped
    clear = who.many and (gone_through or not {YOU, THEY} <= set(tell.env.values()))
    return ("" if clear else f"{capital(who.name)}: "), given[1:]


def short_text(tell: Teller, proc: ir.Proc) -> str:
    instance = tell.game.instances.get(proc.name)
    text = instance.text if instance else proc.text
    return plain(small(text))


def arguments(tell: Teller, given: Iterable[tuple[ir.Local, ir.Expr]]) -> str:
    """The other arguments, where they are not clear already."""
    said = []
    for param, value in given:
        if isinstance(value, ir.Lit) and value.value is None:
            continue
        if isinstance(bare(param.type), t.Seat):
            who = telling.who(tell, value)
            same = who.name in ("you", f"the {words(param.name)}")
            role = f"for {who.object}" if len(param.name) < 3 else f"with {who.object} as {words(param.name)}"
            said.append("" if same else role)
        elif isinstance(param.type, t.List) and isinstance(param.type.of, t.Seat):
            said.append(f"with {telling.noun(tell, value)}")
        else:
            text = telling.noun(tell, value)
            same = text.replace("the ", "") == words(param.name)
            given_so = len(param.name) < 3 or isinstance(bare(param.type), t.Int)
            label = f"*{words(param.name)}*" if given_so else words(param.name)
            if param.name in PREPOSITIONS:
                said.append(f"{param.name} {text}")
            else:
                said.append("" if same or text == label else f"{label}: {text}")
    return f" ({', '.join(each for each in said if each)})" if any(said) else ""


def describe_result(tell: Teller, statement: ir.Run) -> str:
    """What happens with the result."""
    if statement.into is None:
        return ""
    instance = tell.game.instances.get(statement.proc)
    result = RESULT.get(instance.family, "the result") if instance else "the result"
    target = statement.into
    if isinstance(target, ir.LocalTarget):
        name = words(target.local.name)
        seat = isinstance(bare(target.local.type), t.Seat)
        said: str | Person = person(f"the {name}") if seat else f"*{name}*"
        tell.env[target.local.number] = said
        shown = said.name if isinstance(said, Person) else said
        if seat:
            return f"; {result} is {shown}"
        if isinstance(bare(target.local.type), t.Bool) and instance is None:
            return f"; what comes of it, yes or no, is *{name}*"
        return f"; *{name}* {'says whether there is' if instance else 'is'} {result}"
    return f"; {result} becomes {target_name(tell, target, statement)}"


def loop_head(tell: Teller, local: ir.Local, source: ir.Expr, condition: ir.Expr | None) -> tuple[str, str | Person]:
    """The head of a loop, and the name of its current item."""
    if isinstance(bare(local.type), t.Seat):
        return players_head(tell, local, source, condition)
    if isinstance(source, ir.Op) and source.op == "range":
        low, high = (telling.noun(tell, each) for each in source.arguments)
        name: str | Person = f"*{words(local.name)}*"
        text = f"for each {name} from {low} to {high}"
    else:
        name = tell.fresh(local) if len(local.name) > 2 else f"that {tell.thing(local.type)}"
        if name in tell.names():
            name = f"*{local.name}*"
        said = telling.noun(tell, source)
        text = f"for {each_of(said)}"
    if condition is not None:
        with tell.naming((local, name)):
            text += f", if {telling.clause(tell, tell.known.condition(condition))}"
    return text, name


def players_head(tell: Teller, local: ir.Local, source: ir.Expr, condition: ir.Expr | None) -> tuple[str, str | Person]:
    taken_already = THEY in tell.env.values()
    name: str | Person = tell.fresh(local) if len(local.name) > 2 else person("that player") if taken_already else THEY
    many = members(tell, local, source, condition)
    if isinstance(many, Things) and many.order:
        which = many.with_(order="").one("each")
        return f"{which}{many.order}", name
    return (many.one("each") if isinstance(many, Things) else f"each of {many}"), name
