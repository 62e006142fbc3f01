"""Tests that were sound when a game was last checked: which of them still are.

A test sees what things are and what they take, never what a rule does with them. All of that is a `Frame`: facts for
each name. Between two frames the facts of some names differ. A test is affected if it contains such a name, or a name
that leads to one: `cards` leads to `Card`, `Card` to `Color`. A test that is not affected is as sound under the new
frame as under the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.frozen import Frozen, compared_fields
from rulelang.check import builtins
from rulelang.check.environment import Symbol, World
from rulelang.link.linker import Linked
from rulelang.syntax import nodes
from rulelang.syntax.vocabulary import RESERVED

FRAMES = 6  # frames to remember
TOLD = {"span", "text", "tags"}  # attributes that a test cannot see
WORD = re.compile(r"[A-Za-z_]\w*")
OWN = {*RESERVED, *builtins.NAMES}  # words of every game: sharing them means nothing


@attrs.frozen(eq=False)
class Sound:
    """A sound test, with the names in it and the number of the first free local."""

    node: nodes.Test
    made: ir.Test
    mentions: list[tuple[nodes.Word, Symbol | str | tuple[str, str]]]
    """A name, and a symbol of the test itself, or the name of a symbol of the game, or the key of a part."""
    locals: int
    words: frozenset[str]


Known = dict[int, Sound]


# ---------------------------------------------------------------- what a test can see


@attrs.define(eq=False)
class Frame:
    """All that a test can see of a game."""

    whole: tuple[Any, ...]
    """What every test may depend on."""
    facts: dict[str, list[Any]]
    """What is known of each name."""
    parts: frozenset[str]
    """Names of members, fields, columns and actions."""
    leads: dict[str, set[str]] = attrs.field(factory=dict)
    """A cache: the names in the facts of a name."""
    reached: dict[str, set[str]] = attrs.field(factory=dict)

    def difference(self, other: Frame) -> set[str]:
        """The names whose facts differ in another frame."""
        names = self.facts.keys() | other.facts.keys()
        return {name for name in names if not alike(self.facts.get(name), other.facts.get(name))}

    def reach(self, word: str) -> set[str]:
        """The names that a name leads to."""
        if word not in self.reached:
            found = self.reached[word] = {word}
            waiting = [word]
            while waiting:
                more = self.leads_to(waiting.pop()) - found
                found |= more
                waiting += more
        return self.reached[word]

    def leads_to(self, word: str) -> set[str]:
        """The names in the facts of a name."""
        if word not in self.leads:
            self.leads[word] = words_in(self.facts.get(word, ())) & self.facts.keys()
        return self.leads[word]


# Not compared: what tests see through symbols and menus, what only rules have, and the results of checking. They see
# all else.
UNSEEN = {
    "symbols", "menus", "parts", "fns", "procs", "invariants", "originals", "problems", "unknown", "lost", "missed",
    "unused", "excused", "locals", "mentions", "implied", "offered", "asked",
}  # fmt: skip
SEEN = [field.name for field in attrs.fields(World) if field.name not in UNSEEN]
WHOLE = {"least", "most", "boards"}  # a board has cells that nothing names
NAMED = [name for name in SEEN if name not in WHOLE]


def frame_of(world: World, linked: Linked, options: dict[str, ir.Option], first: int) -> Frame:
    """What everything is and takes, but not what rules do with it."""
    facts: dict[str, list[Any]] = {
        name: [(each.kind, each.name, each.type, each.params, each.indexes, each.mutable, each.faulty)]
        for name, each in world.symbols.items()
    }
    for kind in NAMED:
        for name, each in getattr(world, kind).items():
            facts.setdefault(name, []).append((kind, dict(each) if isinstance(each, dict) else each))
    for name, option in options.items():
        facts.setdefault(name, []).append(option)
    for name, menu in world.menus.items():
        facts.setdefault(name, []).append([action.name for action in menu.actions])
    for owner, part in world.parts:
        facts.setdefault(owner, []).append(part)
    whole = (world.least, world.most, dict(world.boards), [*linked.variants], first)
    return Frame(whole, facts, frozenset(part for _, part in world.parts))


def alike(one: Any, other: Any) -> bool:
    """Whether two facts are equal, apart from TOLD attributes and the numbers of locals."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, ir.Local):
        return one.name == other.name and alike(one.type, other.type)
    if isinstance(one, Frozen):
        cls: Any = type(one)
        return all(alike(getattr(one, name), getattr(other, name)) for name in compared_fields(cls) if name not in TOLD)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(value, other[key]) for key, value in one.items())
    return bool(one == other)


def words_in(facts: Any, parts: frozenset[str] = frozenset()) -> set[str]:
    """Every word in some facts, except the words of the language; a part may have the name of a built-in."""
    return {word for text in texts_in(facts) for word in (text, *WORD.findall(text))} - (OWN - parts)


def texts_in(facts: Any) -> Iterator[str]:
    waiting = [facts]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, tuple | list | set | frozenset):
            waiting += each
        elif isinstance(each, dict):
            waiting += each
            waiting += each.values()
        elif isinstance(each, Frozen):
            waiting += [part for name, part in vars(each).items() if name not in TOLD]
        elif attrs.has(type(each)):
            waiting += [getattr(each, field.name) for field in attrs.fields(type(each))]


# ---------------------------------------------------------------- what is remembered


class Recall:
    """The tests that were sound under the last few frames."""

    def __init__(self) -> None:
        self.frames: list[tuple[Frame, Known]] = []

    def under(self, frame: Frame) -> Known:
        """What is known under a frame, by the id of each test."""
        other = [each for each in self.frames if each[0].whole == frame.whole]
        changes = [old.difference(frame) for old, _ in other]
        if set() in changes:
            found = other[changes.index(set())]
            self.frames.remove(found)
        else:
            sound = [keep_unaffected(*known, frame, changed) for known, changed in zip(other, changes)]
            found = frame, {key: each for known in reversed(sound) for key, each in known.items()}
        self.frames = [found, *self.frames[: FRAMES - 1]]
        return found[1]


def keep_unaffected(old: Frame, known: Known, new: Frame, changed: set[str]) -> Known:
    """What is known under the old frame and independent of the changes, so that it holds under the new one."""
    facts = [frame.facts.get(name, ()) for frame in (old, new) for name in changed]
    words = changed | words_in(facts, old.parts | new.parts)
    reach = {name for name in old.facts if not changed.isdisjoint(old.reach(name))}
    return {key: sound for key, sound in known.items() if sound.words.isdisjoint(words | reach)}


def sound_test(world: World, node: nodes.Test, known: Known) -> ir.Test | None:
    """A test that is known to be sound; its names are recorded again."""
    found = known.get(id(node))
    if found is None:
        return None
    for word, symbol in found.mentions:
        if isinstance(symbol, str):
            symbol = world.symbols[symbol]
        world.mention(word, world.parts[symbol] if isinstance(symbol, tuple) else symbol)
    world.locals = found.locals
    return found.made


def remember(world: World, node: nodes.Test, made: ir.Test, first: int, known: Known) -> None:
    """Remember a sound test, unless it names something that is neither its own nor the game's."""
    names = {id(symbol): name for name, symbol in world.symbols.items()}
    parts = {id(symbol): key for key, symbol in world.parts.items()}
    mentions: list[Any] = []
    for each in world.mentions[first:]:
        at = id(each.symbol)
        if each.symbol.local is None and at not in names and at not in parts:
            return
        mentions.append((each.word, names.get(at) or parts.get(at) or each.symbol))
    words = frozenset(WORD.findall(node.span.text))
    known[id(node)] = Sound(node, made, mentions, world.locals, words)


def state_of(world: World) -> tuple[Any, ...]:
    """The parts of the world that checking a sound test leaves unchanged."""
    return len(world.problems), world.missed, len(world.vars)
