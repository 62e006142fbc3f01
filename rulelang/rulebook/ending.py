"""Scoring and the end in words: the lines of a score, what ends a game, who has won."""

from __future__ import annotations

import re

from rulelang import ir
from rulelang.rulebook.english import THEY, YOU, bare_list, capital, is_plural, plain, sentence, small
from rulelang.rulebook.lists import for_each
from rulelang.rulebook.model import Block, Item, Listing, Para, Ref, Section
from rulelang.rulebook.naming import Teller, anchor
from rulelang.rulebook.telling import clause, noun, when

ENDS = re.compile(r"\bgame (ends|is over)\b")  # a text that repeats the beginning of the sentence


def text_blocks(each: ir.Score | ir.Proc) -> list[Block]:
    """What its author says of it, if anything."""
    return [Para(sentence(plain(each.text)), Ref(each.tags, each.span))] if each.text else []


def scoring(tell: Teller) -> Section:
    inside = [score(tell, each) for each in tell.game.scores.values()]
    return Section("Scoring", "scoring", (), tuple(inside))


def score(tell: Teller, each: ir.Score) -> Section:
    blocks = text_blocks(each)
    lines = [line for line in each.lines if not (line.condition is not None and never(tell, line.condition))]
    blocks.append(Listing(tuple(score_line(tell, each, line) for line in lines)))
    if each.into:
        blocks.append(Para(f"The sum is added to your {tell.variable(each.into)}."))
    return Section(capital(tell.heading(each.name)), anchor("score", each.name), tuple(blocks), kind="score")


def never(tell: Teller, condition: ir.Expr) -> bool:
    """Whether it holds at no table with these settings."""
    known = tell.known.condition(condition)
    return isinstance(known, ir.Lit) and not known.value


def score_line(tell: Teller, each: ir.Score, line: ir.ScoreLine) -> Item:
    """`"Bonus": 10 when eligible(p)`: its label, its value, and when."""
    tell.env = {each.seat.number: YOU}
    text = f"**{plain(line.label)}**: {describe_sum(tell, line.value)}"
    if line.condition is not None:
        text += f", {when(tell, line.condition)}"
    return Item(sentence(text), Ref(line.tags, line.span))


def describe_sum(tell: Teller, value: ir.Expr) -> str:
    """A line of a score is already a sum: `for each sweet, …`."""
    sums = isinstance(value, ir.Op) and value.op == "sum" and isinstance(value.arguments[0], ir.Each)
    return for_each(tell, value.arguments[0]) if sums else noun(tell, value)  # type: ignore[attr-defined]


def finish(tell: Teller) -> Section:
    """When the game ends, and who has won."""
    items = [ending(tell, each) for each in tell.game.endings]
    items.append(Item("The game ends when its [course](#course) is over."))
    items += [limit(tell, each) for each in tell.game.limits]
    if tell.game.winner is not None:
        items.append(winner(tell, tell.game.winner))
    else:
        items.append(Item("If nobody has won by then, the game is a draw."))
    return Section("End of the game", "end", (Listing(tuple(items)),))


def ending(tell: Teller, each: ir.Ending) -> Item:
    tell.env = {}
    more = each.text and not ENDS.search(each.text)
    text = f" – {plain(small(each.text))}" if more else ""
    said = f"the game ends at once when {clause(tell, each.condition)}{text}"
    return Item(sentence(said), Ref(each.tags, each.span))


def limit(tell: Teller, each: ir.Limit) -> Item:
    """A table limit."""
    tell.env = {}
    part = f"[{capital(tell.heading(each.proc))}](#{anchor('proc', each.proc)})"
    text = f" – {plain(small(each.text))}" if each.text else ""
    said = f"**Table limit**: the game ends where {part} would begin again after {noun(tell, each.number)} times{text}"
    return Item(sentence(said), Ref(each.tags, each.span))


def winner(tell: Teller, each: ir.Winner) -> Item:
    tell.env = {each.seat.number: THEY}
    decides = [criterion(tell, most, value) for most, value in each.criteria]
    text = f"**The winner** is whoever has {', then '.join(decides)}"
    text += f" – {plain(each.text)}" if each.text else "; whoever is still level shares the win"
    return Item(sentence(text), Ref(each.tags, each.span))


def criterion(tell: Teller, most: bool, value: ir.Expr) -> str:
    """`the most points`, `the least of something worked out`."""
    best = "highest" if most else "lowest"
    if isinstance(value, ir.VarAt) and value.indexes:
        return the_most(most, tell.variable(value.var))
    if isinstance(value, ir.Amount):
        return the_most(most, tell.resource(value.resource))
    said = noun(tell, value)
    if isinstance(value, ir.Op) and value.op == "count":
        return the_most(most, bare_list(noun(tell, value.arguments[0])).removeprefix("their "))
    return f"the {best} {said.removeprefix('the ').removeprefix('their ')}"


def the_most(most: bool, things: str) -> str:
    return f"the {'most' if most else 'fewest' if is_plural(things) else 'least'} {things}"
