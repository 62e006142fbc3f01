"""Variants in words: what each of them changes, told from the game with that variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.play.errors import LoadError
from rulelang.rulebook import components, ending, places
from rulelang.rulebook.course import action, menu, parameters, part
from rulelang.rulebook.english import capital, listed, plain, sentence, spans, title, words
from rulelang.rulebook.explaining import meaning
from rulelang.rulebook.gather import read
from rulelang.rulebook.mechanisms import mechanism
from rulelang.rulebook.model import Block, Item, Listing, Para, Ref, Section
from rulelang.rulebook.naming import Teller, anchor
from rulelang.rulebook.telling import steps
from rulelang.syntax import nodes


def variants(tell: Teller) -> Section:
    """Each variant that is not active, with its changes."""
    inside = []
    for name, node in tell.rules.linked.variants.items():
        tags = tuple(str(tag) for tag in node.tags)
        text = sentence(plain(str(node.text or "")))
        if node.excludes:
            text += f" Not together with {listed(title(str(other)) for other in node.excludes)}."
        if name in tell.game.active:
            text += " **It is part of this rulebook.**"
        blocks: list[Block] = [Para(text, Ref(tags, node.span))]
        if name not in tell.game.active:
            blocks += describe_variant(tell, name, node)
        inside.append(Section(title(name), anchor("variant", name), tuple(blocks)))
    return Section("Variants", "variants", (), tuple(inside))


def describe_variant(book: Teller, name: str, node: nodes.Variant) -> list[Block]:
    """What a variant changes, declaration by declaration."""
    rules = book.rules
    active = [*rules.game.active, name]
    count = rules.counts[0] if len(rules.counts) == 1 else None
    try:
        there = read(rules.source, rules.mods, count, active, rules.options, rules.reader)
    except LoadError:
        return []
    tell = Teller(there)
    tell.terms = dict(book.terms)
    items = [item for change in node.changes for item in describe_change(tell, change)]
    return [Listing(tuple(items))] if items else []


def describe_change(tell: Teller, change: nodes.Node) -> list[Item]:
    """One change. Tests are left out."""
    inner = getattr(change, "declaration", change)
    speak = CHANGES.get(type(inner))
    if speak is None:
        return []
    tell.env = {}
    said = speak(tell, inner, isinstance(change, nodes.Override | nodes.Extend))
    ref = Ref(components.tags_of(inner), inner.span)
    return [Item(sentence(said), ref)] if isinstance(said, str) else [with_place(each, ref) for each in said]


def with_place(item: Item, ref: Ref) -> Item:
    """An entry without a line of its own gets that of the change."""
    return item if item.ref.span else Item(item.text, item.ref + ref, item.inside, item.numbered)


# ---------------------------------------------------------------- parts of the game


def new_name(name: str, known: bool) -> str:
    """The name of a part of the game; a part that only the variant has becomes a link target."""
    place = "" if known else f"{{#{anchor('proc', name)}}}"
    return f"**{title(name)}**{place}"


def block_item(section: Section, name: str) -> list[Item]:
    """A changed part of the game as an entry with its steps."""
    text = " ".join(block.text for block in section.blocks if isinstance(block, Para))
    inside = tuple(item for block in section.blocks if isinstance(block, Listing) for item in block.items)
    return [Item(f"{name}: {text or 'now goes so:'}", Ref(), inside, section.kind in ("phase", "step"))]


def of_part(tell: Teller, node: Any, known: bool) -> list[Item]:
    name = str(getattr(node, "name", "") or type(node).__name__.lower())
    return block_item(part(tell, tell.game.procs[name], title(name), ""), new_name(name, known))


def of_instance(tell: Teller, node: nodes.Instance, known: bool) -> list[Item]:
    """A mechanism; if it is only changed, its changed hooks."""
    name = str(node.name)
    whole = mechanism(tell, tell.game.instances[name])
    if not known or node.mechanism is not None:
        return block_item(whole, new_name(name, known))
    entries = [item for block in whole.blocks if isinstance(block, Listing) for item in block.items]
    own = tuple(item for item in entries if item.ref.span is not None and inside(item.ref.span, node.span))
    return [Item(f"{new_name(name, known)} {'now:' if own else plain(str(node.text or ''))}", Ref(), own)]


def inside(span: Any, around: Any) -> bool:
    return span.source.name == around.source.name and around.start <= span.start < around.end


def of_fn(tell: Teller, node: nodes.Fn, known: bool) -> list[Item]:
    fn = tell.game.fns[str(node.name)]
    if known and fn.text and fn.name not in tell.terms:
        return [Item(sentence(f"**{title(fn.name)}**: {capital(plain(fn.text))}"))]  # only tests use it
    parameters(tell, fn.params)
    text, rungs = meaning(tell, fn)
    return [Item(f"**{title(fn.name)}**: {text}", Ref(), rungs)]


def of_menu(tell: Teller, node: nodes.Menu, known: bool) -> list[Item]:
    """A new menu, or new actions in one."""
    declared = tell.game.menus[str(node.name)]
    if not known:
        return block_item(menu(tell, declared), f"**{title(declared.name)}**{{#{anchor('menu', declared.name)}}}")
    parameters(tell, declared.params)
    own = {str(each.name) for each in node.actions if not isinstance(each, nodes.Hole)}
    return [action(tell, declared, each) for each in declared.actions if each.name in own]


def of_action(tell: Teller, node: nodes.OverrideAction, known: bool) -> list[Item]:
    declared = tell.game.menus[str(node.menu)]
    parameters(tell, declared.params)
    return [action(tell, declared, each) for each in declared.actions if each.name == str(node.action.name)]


def of_weave(tell: Teller, node: nodes.Weave, known: bool) -> list[Item]:
    """Statements before or after a part of the game, told from the part as it is now."""
    target = str(node.target)
    proc = tell.game.procs[target]
    parameters(tell, proc.params)
    own = [statement for statement in proc.body if inside(statement.span, node.span)]
    return [Item(f"**{capital(str(node.when))} {words(target)}:**", Ref(), steps(tell, own))]


# ---------------------------------------------------------------- scoring and the end


def of_score(tell: Teller, node: nodes.Score, known: bool) -> list[Item]:
    """The lines of a score that are new or changed."""
    score = tell.game.scores[str(node.name)]
    labels = {str(line.label) for line in node.lines if not isinstance(line, nodes.Hole)}
    lines = tuple(ending.score_line(tell, score, line) for line in score.lines if line.label in labels)
    return [Item(f"In the [{words(score.name)}](#{anchor('score', score.name)}):", Ref(), lines)]


def of_winner(tell: Teller, node: nodes.Winner, known: bool) -> list[Item]:
    return [ending.winner(tell, tell.game.winner)] if tell.game.winner else []


def of_ends(tell: Teller, node: nodes.Ends, known: bool) -> list[Item]:
    return [ending.ending(tell, each) for each in tell.game.endings if inside(each.span, node.span)]


def of_limit(tell: Teller, node: nodes.Limit, known: bool) -> list[Item]:
    return [ending.limit(tell, each) for each in tell.game.limits if inside(each.span, node.span)]


# ---------------------------------------------------------------- data


def of_const(tell: Teller, node: nodes.Const, known: bool) -> str:
    made = tell.game.constants[str(node.name)]
    values = {count: program.constants[made.name] for count, program in tell.rules.programs.items()}
    return f"**{plain(capital(made.text)) or title(made.name)}**: {tell.by_players(values, made.type)}"


def of_option(tell: Teller, node: Any, known: bool) -> str:
    option = tell.game.options[str(node.name)]
    values = {count: program.options[option.name] for count, program in tell.rules.programs.items()}
    here = tell.by_players(values, option.type)
    if isinstance(node, nodes.OverrideOption):
        return f"**{title(option.name)}** is {here}"
    return f"The table may also set **{words(option.name)}** – {plain(option.text)} (here: {here})"


def of_enum(tell: Teller, node: nodes.Enum, known: bool) -> str:
    return f"There is also, as {words(str(node.name))}: {listed(words(str(member)) for member in node.members)}"


def of_rows(tell: Teller, node: Any, known: bool) -> list[Item]:
    """Rows of a table, new or changed, cell by cell."""
    name = str(node.name)
    link = f"[{title(name)}](#{anchor('table', name)})"
    declared = tell.game.tables[name]
    if isinstance(node, nodes.Table):
        head, *rows = [node.rows.header, *node.rows.rows]
    else:
        head, *rows = node.rows if declared.columns or len(declared.indexes) == 2 else (None, *node.rows)
    heads = cells(head) if head is not None else None
    said = [describe_row(heads, cells(row)) for row in rows if isinstance(row, nodes.TableRow)]
    return [Item(sentence(f"In the table {link}: {each}")) for each in said]


def describe_row(heads: list[str] | None, row: list[str]) -> str:
    if heads is None:
        return ": ".join(words(cell) for cell in row)
    pairs = [f"{words(head.partition(':')[0])}: {words(cell)}" for head, cell in zip(heads, row)]
    return ", ".join(pairs)


def cells(row: Any) -> list[str]:
    return [part.strip() for part in row.span.text.strip().strip("|").split("|")]


def of_piece(tell: Teller, node: nodes.Piece, known: bool) -> str:
    name, about = components.name_row(tell, str(node.name))
    return f"There are {'more' if known else 'also'} {name}" + (f": {about}" if about else "")


def of_zone(tell: Teller, node: nodes.Zone, known: bool) -> str:
    zone = tell.game.zones[str(node.name)]
    return f"A place: **{places.place_name(tell, zone)}** – {places.zone_text(tell, zone)}"


def of_var(tell: Teller, node: nodes.Var, known: bool) -> str:
    return f"To keep track of: {places.mark_text(tell, tell.game.vars[str(node.name)])}"


GONE = {
    nodes.RemoveAction: lambda tell, node, known: f"The action **{words(str(node.name))}** is not there",
    nodes.RemoveScore: lambda tell, node, known: f"**{plain(str(node.label))}** is not scored",
    nodes.RemoveDecl: lambda tell, node, known: f"**{title(str(node.name))}** is not there",
}
CHANGES: dict[type, Callable[[Teller, Any, bool], str | list[Item]]] = {
    nodes.Fn: of_fn, nodes.Phase: of_part, nodes.Step: of_part, nodes.Setup: of_part, nodes.Play: of_part,
    nodes.Instance: of_instance, nodes.Menu: of_menu, nodes.OverrideAction: of_action, nodes.Weave: of_weave,
    nodes.Score: of_score, nodes.Winner: of_winner, nodes.Ends: of_ends, nodes.Limit: of_limit, nodes.Const: of_const,
    nodes.OverrideOption: of_option, nodes.Option: of_option, nodes.Enum: of_enum, nodes.ExtendRows: of_rows,
    nodes.Table: of_rows, nodes.Grid: of_rows, nodes.Piece: of_piece, nodes.Zone: of_zone, nodes.Var: of_var,
    nodes.Ruling: lambda tell, node, known: plain(str(node.text)),
    nodes.OverrideGame: lambda tell, node, known: f"For {spans(tell.rules.counts)} players",
    **GONE,
}  # fmt: skip
