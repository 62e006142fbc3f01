"""The course of the game: set-up, play, and every phase, step, mechanism and menu in the order in which they
come up.
"""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.rulebook import choices
from rulelang.rulebook.ending import never, text_blocks
from rulelang.rulebook.english import (
    IT,
    YOU,
    Person,
    Things,
    capital,
    listed,
    person,
    plain,
    plural,
    sentence,
    small,
    title,
    words,
)
from rulelang.rulebook.labels import message
from rulelang.rulebook.marks import LETTER
from rulelang.rulebook.mechanisms import mechanism
from rulelang.rulebook.model import Block, Item, Listing, Para, Ref, Section
from rulelang.rulebook.naming import Teller, anchor, name_text
from rulelang.rulebook.telling import clause, noun, steps

CONCERNED = "“You” is the player concerned."


def setup(tell: Teller) -> Section:
    proc = tell.game.procs.get("setup")
    return part(tell, proc, "Set-up", "set-up") if proc else Section("Set-up", "set-up")


def course(tell: Teller) -> Section:
    """The course of the game, and what it runs."""
    top = part(tell, tell.game.procs["play"], "Course of the game", "course")
    return Section(top.title, top.anchor, top.blocks, tuple(pending(tell)), top.ref)


def pending(tell: Teller, done: set[tuple[str, str]] | None = None) -> list[Section]:
    """A section for everything that was mentioned and has none yet; each may mention more."""
    done = done if done is not None else set()
    sections = []
    while waiting := [each for each in tell.waiting if each not in done]:
        kind, name = waiting[0]
        done.add((kind, name))
        at = list(tell.waiting).index((kind, name))
        before = set(tell.waiting)
        sections.append(menu(tell, tell.game.menus[name]) if kind == "menu" else procedure(tell, name))
        bring_forward(tell, at, before)
    return sections


def bring_forward(tell: Teller, at: int, before: set[tuple[str, str]]) -> None:
    """Move what a section mentions first to directly after it."""
    order = list(tell.waiting)
    new = [each for each in order if each not in before]
    old = [each for each in order if each in before]
    tell.waiting = dict.fromkeys([*old[: at + 1], *new, *old[at + 1 :]])


def procedure(tell: Teller, name: str) -> Section:
    if name in tell.game.instances:
        return mechanism(tell, tell.game.instances[name])
    proc = tell.game.procs[name]
    return part(tell, proc, capital(tell.heading(name)), anchor("proc", name))


def part(tell: Teller, proc: ir.Proc, name: str, place: str) -> Section:
    """A phase or step: its text, when it ends, then its steps one by one."""
    tell.env = {}
    you = parameters(tell, proc.params)
    blocks = text_blocks(proc)
    if you:
        blocks.append(Para(you))
    if proc.until is not None:
        blocks.append(Para(sentence(f"*It ends* as soon as {clause(tell, proc.until)}")))
    tell.ends = proc.until is not None and len(proc.body) == 1
    items = steps(tell, proc.body)
    tell.ends = False
    if items:
        blocks.append(Listing(items, numbered=len(items) > 1))
    ref = Ref() if proc.text else Ref(proc.tags, proc.span)
    return Section(name, place, tuple(blocks), ref=ref, kind=proc.kind)


def parameters(tell: Teller, params: tuple[ir.Local, ...]) -> str:
    """Name the parameters: the first seat is you. Explains the others, if they are letters."""
    seats = 0
    for param in params:
        name: str | Person
        if isinstance(bare(param.type), t.Seat):
            long = len(param.name) > 2
            name = YOU if not seats else person(f"the {words(param.name)}" if long else "the other player")
            seats += 1
        else:
            name = tell.fresh(param)
        tell.env[param.number] = name
    if len(params) == 1 and len(params[0].name) < 3 and not seats and not isinstance(bare(params[0].type), t.Int):
        many = params[0].type
        listed_so = isinstance(many, t.List) and isinstance(many.of, t.Piece)
        tell.env[params[0].number] = Things("these", plural(tell.thing(many.of))) if listed_so else IT  # type: ignore[attr-defined]
        return ""
    letters = [param for param in params if name_text(tell.env[param.number]).startswith("*")]
    said = [f"{name_text(tell.env[param.number])} is {article(tell, param)}" for param in letters]
    about = CONCERNED if seats else ""
    return " ".join(each for each in (about, sentence(listed(said)) if said else "") if each)


def article(tell: Teller, param: ir.Local) -> str:
    from rulelang.rulebook.english import a

    return a(tell.thing(param.type))


# ---------------------------------------------------------------- menus


def menu(tell: Teller, declared: ir.Menu) -> Section:
    """The actions one may choose from, one by one."""
    tell.env = {}
    given = parameters(tell, declared.params).removeprefix(CONCERNED).strip()
    text = sentence(plain(declared.text)) if declared.text else ""
    blocks: list[Block] = [Para(text, Ref(declared.tags, declared.span))] if text else []
    blocks += [Para(given)] if given else []
    if declared.condition is not None:
        blocks.append(Para(sentence(f"only if {clause(tell, declared.condition)}")))
    if declared.key is not None:
        blocks.append(Para(sentence(f"which of these holds depends on {noun(tell, declared.key)}")))
    items = [action(tell, declared, each) for each in declared.actions if not is_never(tell, each)]
    blocks.append(Listing(tuple(items)))
    after = steps(tell, declared.finally_)
    if after:
        blocks.append(Listing((Item("**After any of these:**", Ref(), after),)))
    return Section(capital(tell.heading(declared.name)), anchor("menu", declared.name), tuple(blocks), kind="menu")


def is_never(tell: Teller, each: ir.Action) -> bool:
    """Whether no table with these settings offers this action."""
    return each.guard is not None and never(tell, each.guard)


def action(tell: Teller, declared: ir.Menu, each: ir.Action) -> Item:
    """An action: its label, what is chosen, when it is allowed, what happens."""
    ref = Ref(each.tags, each.span)
    with tell.naming(*name_played(tell, declared, each)):
        said = [bind(tell, local, source) for local, source in each.binders]
        label = message(tell, each.label)
        if not any(isinstance(part, str) and part.strip() for part in (each.label.parts if each.label else ())):
            label = f"{title(each.name)} {label}".rstrip()  # a label of holes alone says nothing
        key = ""
        if each.key is not None and declared.key is not None:
            key = f" ({tell.value(each.key, declared.key.type)})" if isinstance(each.key, int) else ""
            key = "" if key == f" ({small(label)})" else key  # an action without a label is called by its key
        inside: list[Item] = []
        if said:
            inside.append(Item(sentence(f"choose {listed(said)}")))
        if each.guard is not None:
            known = tell.known.condition(each.guard)
            if not (isinstance(known, ir.Lit) and known.value):
                inside.append(Item(sentence(describe_guard(tell, known, each.reason))))
        inside += steps(tell, each.body)
    return Item(f"**{capital(label)}**{key}", ref, tuple(inside))


def describe_guard(tell: Teller, guard: ir.Expr, reason: ir.Message | None) -> str:
    """When an action may be taken; a formula with its own letters is replaced by the author's reason, if there
    is one.
    """
    said = clause(tell, guard)
    letters = set(LETTER.findall(said)) - {name_text(name).strip("*") for name in tell.env.values()}
    return message(tell, reason) if letters and reason is not None else f"allowed if {said}"


def name_played(tell: Teller, declared: ir.Menu, each: ir.Action) -> list[tuple[ir.Local, str | Person]]:
    """A piece that a menu is about is named by the kind that leads to this action: the gloves."""
    key = declared.key
    if not (isinstance(key, ir.PieceField) and isinstance(key.piece, ir.Get) and isinstance(each.key, int)):
        return []
    return [(key.piece.local, f"the {tell.value(each.key, key.type)}")]


def bind(tell: Teller, local: ir.Local, source: ir.Expr) -> str:
    """What is chosen for an action; from here on its name refers to it."""
    said = choices.one_of(tell, source)
    if isinstance(bare(local.type), t.Seat):
        other = isinstance(source, ir.Call) and source.fn == "others"
        tell.env[local.number] = tell.fresh(local, other)
        return said if len(local.name) < 3 else f"{said} (the {words(local.name)})"
    name = words(local.name) if len(local.name) > 2 else ""
    thing = tell.thing(local.type)
    if name:
        tell.env[local.number] = name_owned(tell, local)
        return f"{said} ({tell.env[local.number]})"
    if isinstance(bare(local.type), t.Int | t.Enum):
        tell.env[local.number] = f"*{local.name}*"
        return f"{said} (*{local.name}*)"
    first = f"that {thing}"
    tell.env[local.number] = first if first not in tell.names() else f"the other {thing}"
    return said


def name_owned(tell: Teller, local: ir.Local) -> str | Person:
    """`mine` and `theirs` are told with the thing: your sweet, their sweet."""
    whose = {"mine": "your", "theirs": "their"}.get(local.name)
    return f"{whose} {tell.thing(local.type).removeprefix('set of ')}" if whose else tell.fresh(local)
