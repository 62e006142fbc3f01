"""A rulebook, assembled: the parts of a game in the order in which a person needs them."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulelang import ir
from rulelang.present.texts import with_values
from rulelang.rulebook.changes import variants
from rulelang.rulebook.components import by_players, components, numbers, tables
from rulelang.rulebook.course import course, pending, setup
from rulelang.rulebook.ending import finish, scoring
from rulelang.rulebook.english import a, capital, listed, plain, sentence, small, spans, title, words
from rulelang.rulebook.examples import examples
from rulelang.rulebook.gather import Rules
from rulelang.rulebook.model import Book, Item, Listing, Para, Ref, Section, Table, refs, walk, with_links
from rulelang.rulebook.naming import Teller, anchor, name_text
from rulelang.rulebook.places import places
from rulelang.rulebook.telling import noun
from rulelang.syntax import nodes


def make_book(rules: Rules) -> Book:
    """The rulebook of a game."""
    tell = Teller(rules)
    tell.game = game = with_values(rules.game, lambda name: constant_text(tell, name))
    heads = [Para(sentence(plain(str(head.text))), Ref((), head.span)) for head in rules.linked.mods if head.text]
    opening = [setup(tell), course(tell)]
    ending = [scoring(tell), finish(tell)]
    done = set(tell.waiting)
    more = pending(tell, done)
    if more:
        opening[1] = Section(
            opening[1].title, opening[1].anchor, opening[1].blocks, (*opening[1].inside, *more), opening[1].ref
        )
    tags = {tag for section in walk([*opening, *ending]) for ref in refs(section) for tag in ref.tags}
    told = [
        Section("About this version", "about", tuple(heads)),
        components(tell), places(tell), by_players(tell), *opening, *ending,
        examples(rules), terms(tell, tags), tables(tell), numbers(tell), options(tell), variants(tell), rulings(tell),
        always(tell), credits(game),
    ]  # fmt: skip
    sections = disambiguate_titles(section for section in told if section)
    top = Ref(tuple(str(tag) for tag in rules.linked.head.tags), rules.linked.head.span)
    index = index_of(sections, top.tags)
    sections = with_links([*sections, *([index] if index else [])])
    facts = [f"{spans(rules.counts)} player{'' if rules.counts == (1,) else 's'}"]
    facts += [f"variant {title(name)}" for name in game.active]
    facts += [f"{words(name)}: {option_value(tell, name)}" for name in rules.options]
    sources = {each.name: each.text for each in (rules.source, *rules.mods)}
    for section in walk(sections):
        for ref in refs(section):
            if ref.span is not None and not ref.span.source.is_library:
                sources.setdefault(ref.span.source.name, ref.span.source.text)
    return Book(head_title(rules), plain(game.text), tuple(facts), tuple(sections), sources, top)


def constant_text(tell: Teller, name: str) -> str | None:
    """The value of an option or constant in the braces of a text, for every number of players."""
    values = {count: program.constants.get(name) for count, program in tell.rules.programs.items()}
    declared = tell.game.options.get(name) or tell.game.constants.get(name)
    if name == "players":
        return str(tell.rules.counts[0]) if len(values) == 1 else "the number of"
    return tell.by_players(values, declared.type) if declared is not None else None


def disambiguate_titles(sections: Iterable[Section]) -> list[Section]:
    """Two parts with one name are distinguished by their kind: Fill, and the step Fill."""
    seen: set[str] = set()

    def name(section: Section) -> Section:
        twice = section.title in seen and section.kind
        seen.add(section.title)
        known = f"{section.title} ({section.kind})" if twice else section.title
        return attrs.evolve(section, title=known, inside=tuple(map(name, section.inside)))

    return [name(section) for section in sections]


def head_title(rules: Rules) -> str:
    mods = [str(head.title) for head in rules.linked.mods]
    return plain(" + ".join([rules.game.title, *mods]) if mods else rules.game.title)


# ---------------------------------------------------------------- to look up


def terms(tell: Teller, told: set[str]) -> Section:
    """The meaning of the terms in the rules."""
    items: list[Item] = []
    done: set[str] = set()
    while waiting := [name for name in tell.terms if name not in done]:
        done.add(waiting[0])
        items.append(term(tell, tell.game.fns[waiting[0]]))
    items += [
        plain_term(tell, fn) for fn in tell.game.fns.values() if fn.name not in done and is_unmentioned(tell, fn, told)
    ]
    return Section("Terms", "terms", (Listing(tuple(items)),) if items else ())


def is_unmentioned(tell: Teller, fn: ir.Fn, told: set[str]) -> bool:
    """Whether a function has a numbered rule but no sentence has mentioned it."""
    own = not fn.span.source.is_library and "." not in fn.name and fn.name not in tell.game.scores
    return own and any(tag not in told for tag in fn.tags)


def term(tell: Teller, fn: ir.Fn) -> Item:
    from rulelang.rulebook.course import parameters
    from rulelang.rulebook.explaining import meaning

    tell.env = {}
    parameters(tell, fn.params)
    text, inside = meaning(tell, fn)
    told = " ".join([text, *(item.text for item in inside)])
    names = [(param, name_text(tell.env[param.number])) for param in fn.params]
    spoken = [f"{a(tell.thing(param.type))} {name}" for param, name in names if name.startswith("*") and name in told]
    about = f" (of {listed(spoken)})" if spoken else ""
    name = f"**{capital(words(fn.name))}**{{#{anchor('term', fn.name)}}}{about}"
    return Item(f"{name}: {text}", Ref(fn.tags, fn.span), inside, bool(inside))


def plain_term(tell: Teller, fn: ir.Fn) -> Item:
    """A term that only tests use: its text is enough."""
    if not fn.text:
        return term(tell, fn)
    return Item(sentence(f"**{capital(words(fn.name))}**: {plain(capital(fn.text))}"), Ref(fn.tags, fn.span))


def options(tell: Teller) -> Section:
    rows, marks = [], []
    for each in tell.game.options.values():
        here = option_value(tell, each.name)
        rows.append((f"**{capital(words(each.name))}**", plain(each.text), allowed_values(tell, each), here))
        marks.append(Ref(each.tags, each.span))
    block = Table(("option", "what it sets", "values", "here"), tuple(rows), marks=tuple(marks))
    return Section("What the table may set", "options", (block,) if rows else ())


def option_value(tell: Teller, name: str) -> str:
    values = {count: program.options[name] for count, program in tell.rules.programs.items()}
    return tell.by_players(values, tell.game.options[name].type)


def allowed_values(tell: Teller, each: ir.Option) -> str:
    from rulelang.ir import types as t
    from rulelang.ir.types import bare

    kind = bare(each.type)
    if each.low is not None and each.high is not None:
        return f"{noun(tell, each.low)} to {noun(tell, each.high)}"
    if isinstance(kind, t.Bool):
        return "yes or no"
    if isinstance(kind, t.Seat):
        return "a player, or nobody"
    inner = kind.of if isinstance(kind, t.List) else kind
    if isinstance(inner, t.Enum) and inner.name in tell.game.boards:
        return f"a cell of the {words(inner.name)}"
    if isinstance(inner, t.Enum):
        members = [tell.member(inner.name, member) for member in tell.game.enums[inner.name].members]
        return listed(members, "or") if inner is kind else f"some of {listed(members)}"
    return ""


def rulings(tell: Teller) -> Section:
    told = zip(tell.game.rulings, tell.rules.linked.declared(nodes.Ruling))
    items = [Item(sentence(plain(text)), Ref(tags, node.span)) for (text, tags), node in told]
    return Section("Rulings", "rulings", (Listing(tuple(items)),) if items else ())


def always(tell: Teller) -> Section:
    """What always holds: the invariants by their titles."""
    items = []
    for each in tell.game.invariants:
        during = listed([f"*{capital(tell.heading(name))}*" for name in each.during])
        text = f"during {during}: {small(plain(each.title))}" if during else plain(each.title)
        items.append(Item(sentence(text), Ref(each.tags, each.span)))
    return Section("What always holds", "always", (Listing(tuple(items)),) if items else ())


def credits(game: ir.Game) -> Section:
    return Section("Credits", "credits", tuple(Para(sentence(plain(text))) for text in game.credits))


def index_of(sections: list[Section], first: tuple[str, ...]) -> Section | None:
    """Where each numbered rule is told; those in `first` are on the title page."""
    found: dict[str, dict[str, str]] = {tag: {"top": "Title"} for tag in first}
    for section in walk(sections):
        for ref in refs(section):
            for tag in ref.tags:
                found.setdefault(tag, {}).setdefault(section.anchor, section.title)
    if not found:
        return None
    rows = [
        (tag, listed([f"[{name}](#{place})" for place, name in found[tag].items()]))
        for tag in sorted(found, key=natural)
    ]
    return Section("Index of rules", "index", (Table(("rule", "told under"), tuple(rows)),), kind="index")


def natural(tag: str) -> tuple[str, int]:
    head, _, number = tag.rpartition("-")
    return head, int(number) if number.isdigit() else 0
