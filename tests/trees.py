"""Trees of every construct, for properties that hold for all of them.

A strategy for a class is made from the types of its fields: `Word` is a name or a text, `tuple[X, ...]` some of X, and
so on. Where the types allow more than the grammar does, EXCEPT says what there may be. `files()` are whole trees,
`a(cls)` one construct; blocks hold blocks two deep.
"""

from __future__ import annotations

import functools
import types
import typing
from typing import Any

import attrs
from hypothesis import strategies as st

from rulelang.base.source import Source, Span
from rulelang.syntax import nodes as n
from rulelang.syntax.build import CLASSES
from rulelang.syntax.nodes.base import or_empty

NOWHERE = Span(Source("", ""), 0, 0)
TEXTS = {"text", "title", "label", "reason", "prompt", "tests"}
LETTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))

names = st.sampled_from([*"abcdpqxyz", "Card", "hand", "P1", "ends", "a_long_name"]).map(lambda s: n.Word(s, NOWHERE))
texts = st.one_of(
    st.sampled_from(["", "a {b} text", 'a "quoted" text', "back\\slash\\", "# none", "a [X-1] b", "x" * 60]),
    st.text(LETTERS, max_size=8),
).map(lambda s: n.Word(s, NOWHERE))
tags = st.lists(
    st.tuples(st.sampled_from(["HRTS", "X"]), st.integers(0, 9)).map(lambda each: f"{each[0]}-{each[1]}"), max_size=4
).map(tuple)


def words(*some: str) -> st.SearchStrategy[Any]:
    return st.sampled_from([n.Word(word, NOWHERE) for word in some])


def some(strategy: st.SearchStrategy[Any], least: int = 1, most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


# ---------------------------------------------------------------- kinds of node


def kinds(parent: type) -> list[type]:
    return [cls for cls in CLASSES.values() if issubclass(cls, parent)]


LEAVES = [n.Name, n.Players, n.Number, n.Text, n.None_, n.True_, n.False_, n.Original]
OPERATORS = [cls for cls in kinds(n.Expr) if cls not in (*LEAVES, n.Negative, n.Comprehension)]
LOOPS = [n.For, n.While, n.Repeat, n.RepeatOn, n.RepeatAtMost]
COMPOUND = [n.If, *LOOPS, n.MayChoose, n.YesOrNo, n.EachSecretly, n.Together]
SIMPLE = [cls for cls in kinds(n.Stmt) if cls not in (*COMPOUND, n.Line)]
EFFECTS = kinds(n.Effect)
PARTS = [n.Need, n.Hook, n.OnHook, n.Shows]
EXTENDED = [n.Enum, n.Piece, n.Score, n.Menu, n.ExtendRows, n.ConstByPlayers]
ITEMS = [n.Game, n.ModHead, n.Use, n.Breaks, n.Test]
CHANGED = [n.Override, n.Extend, n.Variant]
DECLARED = [cls for cls in kinds(n.Decl) if cls not in (*PARTS, *ITEMS, *CHANGED, n.ExtendRows)]
INNER = [*PARTS, n.Zone, n.Var, n.Fn, n.Step, n.Menu, n.Invariant, n.Ruling, n.Play]
SCRIPT = [n.Answer, n.ExactlyThese, n.NoneOfThese, n.Chance, n.Policy]
TYPES = kinds(n.Type)
CELLS = [n.Name, n.Number, n.Negative, n.Text, n.True_, n.False_, n.Players]


def any_of(classes: list[type]) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: st.one_of([a(cls) for cls in classes]))


def operations(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of([built(cls, inner) for cls in OPERATORS])


expressions = st.deferred(lambda: st.recursive(any_of(LEAVES), operations, max_leaves=5))
bounds = any_of([n.Number, n.Name, n.Negative, n.Players])
plain_types = st.recursive(
    st.deferred(lambda: st.one_of(a(n.TypeName), a(n.TypeRange))),
    lambda inner: (
        st.one_of([st.builds(cls, st.just(NOWHERE), inner) for cls in (n.TypeList, n.TypeZone)])
        | st.builds(n.TypeMap, st.just(NOWHERE), inner, inner)
    ),
    max_leaves=3,
)
single_types = plain_types | st.builds(n.Optional, st.just(NOWHERE), plain_types)
all_types = single_types | st.builds(n.Union, st.just(NOWHERE), some(single_types, 2))
lines = any_of(SIMPLE) | st.deferred(lambda: a(n.Line))
shallow = some(lines, 1, 2).map(lambda each: n.Suite(NOWHERE, each))
blocks = st.deferred(lambda: some(lines | st.one_of([built(cls, suite=shallow) for cls in COMPOUND]), 1, 2))
suites = blocks.map(lambda each: n.Suite(NOWHERE, each))

typed_cells = st.builds(n.HeaderCell, st.just(NOWHERE), names, single_types)
typed_headers = some(typed_cells).map(lambda cells: n.HeaderRow(NOWHERE, cells))

# Where the types of the fields say less than the grammar.
EXCEPT: dict[tuple[type, str], Any] = {
    (n.Text, "value"): texts,
    (n.Compare, "op"): words("==", "!=", "<=", ">=", "<", ">"),
    (n.Binary, "op"): words("+", "-", "*", "div", "mod"),
    (n.Augment, "op"): words("+=", "-="),
    (n.Family, "name"): words("auction", "trick", "draft", "trade", "reaction"),
    (n.Removable, "name"): words("option", "variant", "piece", "menu", "enum"),
    (n.Weave, "when"): words("before", "after"),
    (n.Weave, "target"): names | words("setup", "play"),
    (n.Target, "what"): expressions | words("setup", "play"),
    (n.Policy, "seed"): expressions | words("first"),
    (n.ModHead, "base"): names | words("other game.rules", "../a.rules"),
    (n.Use, "modules"): some(names | words("std.french")),
    (n.LookWord, "name"): words("plural", "face", "short", "sign", "says"),
    (n.LookRow, "key"): any_of([n.Name, n.Number, n.Negative]),
    (n.Look, "name"): names | words("Card.rank"),
    (n.Look, "rows"): some(st.deferred(lambda: a(n.LookRow)), 0, 2),
    (n.TypeRange, "low"): bounds,
    (n.TypeRange, "high"): bounds,
    (n.HeaderCell, "type"): st.none() | single_types,
    (n.Cell, "atoms"): some(any_of(CELLS), 0, 2),
    (n.TypeList, "of"): plain_types,
    (n.TypeZone, "of"): plain_types,
    (n.Optional, "of"): plain_types,
    (n.TypeMap, "key"): plain_types,
    (n.TypeMap, "of"): plain_types,
    (n.Union, "parts"): some(single_types, 2),
    (n.Record, "fields"): some(st.deferred(lambda: a(n.Param))),
    (n.TypeAlias, "type"): all_types | st.deferred(lambda: a(n.Record)),
    (n.Version, "number"): st.just(1),
    (n.Line, "statement"): any_of(SIMPLE),
    (n.Line, "tags"): tags.filter(bool),
    (n.ChooseAction, "fallback"): st.none() | any_of([n.Passed, n.Break, n.Stop, n.Assign, n.Run]),
    (n.Resolve, "fallback"): st.none() | any_of([n.Passed, n.Break, n.Return, n.Tally]),
    (n.MayChooseAction, "fallback"): st.none() | any_of([n.Passed, n.Break, n.Return, n.Tally]),
    (n.EachChooses, "secretly"): st.just(True),
    (n.EachSecretly, "secretly"): st.just(True),
    (n.ExtendRows, "rows"): some(st.deferred(lambda: a(n.TableRow) | typed_headers)),
    (n.Override, "declaration"): any_of([*(cls for cls in DECLARED if cls is not n.Table), n.ExtendRows]),
    (n.Extend, "declaration"): any_of(EXTENDED),
    (n.Variant, "changes"): some(any_of([*DECLARED, n.Override, n.Extend]), 1, 2),
    (n.Mechanism, "parts"): some(any_of(INNER), 1, 3),
    (n.When, "script"): some(any_of(SCRIPT), 0),
    (n.Ladder, "parts"): st.deferred(
        lambda: st.builds(
            lambda lets, rungs, last: (*lets, *rungs, last),
            some(a(n.LadderLet), 0, 2), some(a(n.Rung), 0, 2), a(n.Otherwise),
        )
    ),
}  # fmt: skip


# ---------------------------------------------------------------- from fields to strategies


@functools.cache
def a(cls: type) -> st.SearchStrategy[Any]:
    """Nodes of a class."""
    return built(cls)


def built(cls: Any, inner: Any = None, suite: Any = None) -> st.SearchStrategy[Any]:
    """Nodes of a class; expressions in it are `inner`, blocks `suite`, if these are given."""
    hints = hints_of(cls)
    made = [field_strategy(cls, field, hints[field.name], inner, suite) for field in attrs.fields(cls)[1:]]
    return st.builds(cls, st.just(NOWHERE), *made)


@functools.cache
def hints_of(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def field_strategy(cls: Any, field: Any, hint: Any, inner: Any, suite: Any) -> st.SearchStrategy[Any]:
    if (cls, field.name) in EXCEPT:
        return EXCEPT[cls, field.name]
    if field.name == "tags":
        return tags
    word = texts if field.name in TEXTS else names
    least = 0 if field.converter is or_empty else 1
    return of_type(hint, word, least, expressions if inner is None else inner, suites if suite is None else suite)


def of_type(hint: Any, word: Any, least: int, inner: Any, suite: Any) -> st.SearchStrategy[Any]:
    """What a field of this type may hold; lists that may be left out may be empty."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        parts = [part for part in typing.get_args(hint) if part is not n.Hole]
        return st.one_of([of_type(part, word, least, inner, suite) for part in parts])
    if typing.get_origin(hint) is tuple:
        return some(of_type(typing.get_args(hint)[0], word, least, inner, suite), least, 2)
    if hint is n.Comprehension:
        return built(hint, inner)
    simple = {
        type(None): st.none(), bool: st.booleans(), int: st.integers(0, 99), n.Word: word, n.Expr: inner,
        n.Type: all_types, n.Suite: suite, n.Effect: any_of(EFFECTS), n.Stmt: lines,
    }  # fmt: skip
    if hint in simple:
        return simple[hint]
    return st.deferred(lambda: built(hint, None, suite) if suite is shallow else a(hint))


def file_of(*parts: n.Node) -> n.File:
    return n.File(NOWHERE, (n.Version(NOWHERE, 1), *parts))


def files(*classes: type) -> st.SearchStrategy[n.File]:
    """Files with up to three declarations, of these classes or any."""
    return some(any_of(list(classes) or [*ITEMS, *DECLARED, *CHANGED]), 1, 3).map(lambda parts: file_of(*parts))
