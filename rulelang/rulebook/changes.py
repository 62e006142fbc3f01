"""Variants in words: what each of them changes, told from the game as it is with the variant."""

from __future__ import annotations

from rulelang.play.errors import LoadError
from rulelang.rulebook import components
from rulelang.rulebook.course import parameters, part
from rulelang.rulebook.gather import Rules, read
from rulelang.rulebook.mechanisms import mechanism
from rulelang.rulebook.model import Block, Item, Listing, Para, Ref, Section
from rulelang.rulebook.naming import Teller, anchor
from rulelang.rulebook.words import capital, listed, plain, sentence, title, words
from rulelang.syntax import nodes


def variants(tell: Teller) -> Section:
    """Each variant that is not played, with what it changes."""
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
            blocks += changed(tell.rules, name, node)
        inside.append(Section(title(name), anchor("variant", name), tuple(blocks)))
    return Section("Variants", "variants", (), tuple(inside))


def changed(rules: Rules, name: str, node: nodes.Variant) -> list[Block]:
    """What a variant changes, declaration by declaration."""
    active = [*rules.game.active, name]
    count = rules.counts[0] if len(rules.counts) == 1 else None
    try:
        there = read(rules.source, rules.mods, count, active, rules.options, rules.reader)
    except LoadError:
        return []
    tell = Teller(there)
    items = [item for change in node.changes for item in told(tell, change)]
    return [Listing(tuple(items))] if items else []


def told(tell: Teller, change: nodes.Node) -> list[Item]:
    """One change. What only proves the rules is left out."""
    ref = Ref(components.tags_of(change), change.span)
    inner = getattr(change, "declaration", change)
    name = str(getattr(inner, "name", ""))
    tags = Ref(components.tags_of(inner), inner.span)
    if isinstance(inner, nodes.Fn):
        return [fn_item(tell, name, tags)]
    if isinstance(inner, nodes.Phase | nodes.Step):
        return [block_item(part(tell, tell.game.procs[name], title(name), ""), new_name(tell, name, change), tags)]
    if isinstance(inner, nodes.Instance):
        return [block_item(mechanism(tell, tell.game.instances[name]), new_name(tell, name, change), tags)]
    if isinstance(change, nodes.Weave):
        return [weave_item(tell, change, ref)]
    if isinstance(inner, nodes.Const):
        made = tell.game.constants[name]
        values = {count: program.constants[name] for count, program in tell.rules.programs.items()}
        said = f"**{plain(capital(made.text)) or title(name)}**: {tell.by_players(values, made.type)}"
        return [Item(sentence(said), tags)]
    if isinstance(change, nodes.OverrideOption):
        values = {count: program.options[name] for count, program in tell.rules.programs.items()}
        return [Item(f"**{title(name)}** is {tell.by_players(values, tell.game.options[name].type)}.", ref)]
    return rows_item(tell, change, inner, ref)


def rows_item(tell: Teller, change: nodes.Node, inner: nodes.Node, ref: Ref) -> list[Item]:
    """More members, rows and actions."""
    name = str(getattr(inner, "name", ""))
    if isinstance(inner, nodes.Enum):
        members = listed(words(str(member)) for member in inner.members)
        return [Item(f"There is also, as {words(name)}: {members}.", ref)]
    if isinstance(inner, nodes.ExtendRows):
        *_, last = inner.rows
        first = inner.rows[0]
        pairs = [f"{words(head)}: {words(cell)}" for head, cell in zip(cells(first), cells(last))]
        return [Item(f"In the table {title(name)} there is also: {', '.join(pairs)}.", ref)]
    if isinstance(inner, nodes.Menu) and isinstance(change, nodes.Extend):
        from rulelang.rulebook.course import action

        menu = tell.game.menus[name]
        tell.env = {}
        parameters(tell, menu.params)
        own = {str(each.name) for each in inner.actions if not isinstance(each, nodes.Hole)}
        return [action(tell, menu, each) for each in menu.actions if each.name in own]
    if isinstance(change, nodes.RemoveAction):
        return [Item(f"The action **{title(str(change.name))}** is not there.", ref)]
    return []


def cells(row: nodes.TableRow) -> list[str]:
    return [part.strip() for part in row.span.text.strip().strip("|").split("|")]


def fn_item(tell: Teller, name: str, ref: Ref) -> Item:
    from rulelang.rulebook.explaining import meaning

    fn = tell.game.fns[name]
    tell.env = {}
    parameters(tell, fn.params)
    text, inside = meaning(tell, fn)
    return Item(f"**{title(name)}**: {text}", ref, inside)


def new_name(tell: Teller, name: str, change: nodes.Node) -> str:
    """The name of a part of the game; one that only the variant has can be linked to."""
    place = "" if isinstance(change, nodes.Override) else f"{{#{anchor('proc', name)}}}"
    return f"**{title(name)}**{place}"


def block_item(section: Section, name: str, ref: Ref) -> Item:
    """A changed part of the game as an entry, with its steps under it."""
    text = " ".join(block.text for block in section.blocks if isinstance(block, Para))
    inside = tuple(item for block in section.blocks if isinstance(block, Listing) for item in block.items)
    return Item(f"{name}: {text or 'now goes so:'}", ref, inside, section.kind in ("phase", "step"))


def weave_item(tell: Teller, change: nodes.Weave, ref: Ref) -> Item:
    """Something that comes before or after a part of the game: its lines, told from the part as it is now."""
    target = str(change.target)
    proc = tell.game.procs[target]
    tell.env = {}
    parameters(tell, proc.params)
    from rulelang.rulebook.statements import steps

    own = [
        statement for statement in proc.body
        if change.span.start <= statement.span.start < change.span.end
        and statement.span.source.name == change.span.source.name
    ]  # fmt: skip
    return Item(f"**{capital(str(change.when))} {words(target)}:**", ref, steps(tell, own))
