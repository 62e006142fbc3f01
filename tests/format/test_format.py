"""`format_text`: one style, comments kept, formatting twice is formatting once, and the meaning stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import examples
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st
from trees import (
    CHANGED,
    COMPOUND,
    DECLARED,
    EFFECTS,
    ITEMS,
    LEAVES,
    NOWHERE,
    OPERATORS,
    PARTS,
    SCRIPT,
    SIMPLE,
    TYPES,
    built,
    file_of,
    files,
)

from rulelang.base.source import Source
from rulelang.format import format_source, format_text, format_tree
from rulelang.format.blocks import BLOCKS, PREFIXES
from rulelang.format.shapes import EXPRESSIONS
from rulelang.format.writing import TEMPLATES, WAYS
from rulelang.syntax import comments, nodes, parse
from rulelang.syntax.build import CLASSES

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path for folder in ("games", "examples", "rulelang/std") for path in (ROOT / folder).rglob("*.rules"))
# The tutorial shows a long line of these as it is.
some_trees = examples(12, suppress_health_check=list(HealthCheck))


def tree_of(text: str) -> nodes.File:
    tree, problems = parse(Source("case", text))
    assert not problems, (text, problems)
    return tree


def remarks(text: str) -> list[str]:
    return [each.span.text.rstrip() for each in comments(Source("case", text))]


def check(text: str) -> str:
    """What holds for every text; its text in the one style."""
    after = format_text(text)
    assert tree_of(after) == tree_of(text)
    assert remarks(after) == remarks(text)
    assert format_text(after) == after
    assert not any(line != line.rstrip() for line in after.split("\n"))
    return after


# ---------------------------------------------------------------- shipped files


@pytest.mark.few(8)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_keep_their_meaning(path):
    check(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_are_formatted(path):
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text, f"rulelang fmt {path.relative_to(ROOT)}"


# ---------------------------------------------------------------- trees


def test_every_construct_is_written_once():
    tables = [{*BLOCKS}, {*PREFIXES}, {*EXPRESSIONS}, {*TEMPLATES}, {*WAYS}, SPREAD]
    assert set().union(*tables) == set(CLASSES.values())
    assert sum(map(len, tables)) == len(CLASSES)


# Written by what holds them.
SPREAD = {
    nodes.File, nodes.Suite, nodes.Ladder, nodes.Rows, nodes.HeaderRow, nodes.TableRow, nodes.Binary,
}  # fmt: skip


def round_trip(tree: nodes.File) -> None:
    text = format_tree(tree)
    assert tree_of(text) == tree, text
    assert format_text(text) == text


@pytest.mark.parametrize("cls", [*ITEMS, *DECLARED, *CHANGED], ids=lambda cls: cls.__name__)
def test_declarations_come_back(cls):
    some_trees(given(files(cls))(round_trip))()


def setup_of(*statements: nodes.Node) -> nodes.Node:
    return nodes.Setup(NOWHERE, None, (), nodes.Suite(NOWHERE, statements))


def proof(*parts: nodes.Node) -> nodes.Node:
    return nodes.Test(NOWHERE, nodes.Word("t", NOWHERE), (), None, (), parts)


NAME = nodes.Word("x", NOWHERE)
FAMILY = nodes.Family(NOWHERE, nodes.Word("trick", NOWHERE))
TARGET = nodes.Target(NOWHERE, nodes.Word("play", NOWHERE))
# What is no declaration, and a declaration around it.
HOLDERS = {
    (*SIMPLE, *COMPOUND, nodes.Line): setup_of,
    (*EFFECTS,): lambda node: setup_of(nodes.Let(NOWHERE, NAME, node)),
    (*LEAVES, *OPERATORS): lambda node: nodes.Const(NOWHERE, NAME, None, node, None, ()),
    (*PARTS,): lambda node: nodes.Mechanism(NOWHERE, NAME, FAMILY, (), (), None, None, (), (node,)),
    (*SCRIPT,): lambda node: proof(nodes.When(NOWHERE, TARGET, (node, node))),
    (nodes.Given, nodes.When, nodes.Expect, nodes.ExpectSees, nodes.ExpectBlind): proof,
    (*TYPES, nodes.Record): lambda node: nodes.TypeAlias(NOWHERE, NAME, node, None, ()),
    (nodes.ExtendRows,): lambda node: nodes.Extend(NOWHERE, node),
}
HELD = {cls: holder for classes, holder in HOLDERS.items() for cls in classes}

# What stands in nearly all of its holders.
SMALL = {
    nodes.Binder, nodes.Comprehension, nodes.Param, nodes.LadderLet, nodes.Rung, nodes.Otherwise, nodes.Negative,
    nodes.AnyType, nodes.OrderedType, nodes.HasType, nodes.Family, nodes.Removable, nodes.Refill, nodes.Copies,
    nodes.Cell, nodes.NoCell, nodes.HeaderCell, nodes.Show, nodes.Most, nodes.Least, nodes.Setting, nodes.Guard,
    nodes.Exactly, nodes.UpTo, nodes.Transfer, nodes.Passed, nodes.Elif, nodes.Else, nodes.Action, nodes.Finally,
    nodes.ScoreLine, nodes.Bind, nodes.BindOn, nodes.Target, nodes.Version,
    nodes.LookRow, nodes.LookWord, nodes.LookText, nodes.LookColor, nodes.LookDuring, nodes.LookBookkeeping,
}  # fmt: skip


@pytest.mark.few(13)
@pytest.mark.parametrize("cls", HELD, ids=lambda cls: cls.__name__)
def test_parts_come_back(cls):
    some_trees(given(built(cls).map(HELD[cls]).map(file_of))(round_trip))()


def test_every_construct_comes_back():
    tried = {*ITEMS, *DECLARED, *CHANGED, *HELD, *SMALL, *SPREAD, nodes.Hole}
    assert tried == set(CLASSES.values())


# ---------------------------------------------------------------- texts as people write them


@st.composite
def scribbled(draw):
    """A text in style, then spoilt: blanks, blank lines, comments behind and between lines, line ends."""
    lines = format_tree(draw(files())).split("\n")[:-1]
    out = []
    for number, line in enumerate(lines):
        what = draw(st.integers(0, 12))
        if what == 1:
            out += ["", " " * draw(st.integers(0, 3))]
        elif what == 2:
            out.append(" " * draw(st.integers(0, 9)) + f"# above {number}")
        elif what == 3:
            line += " " * draw(st.integers(0, 9)) + f"# behind {number} "
        elif what == 4:
            line = line.replace(" = ", "  =   ").replace(", ", " ,")
        elif what == 5 and out and out[-1].endswith(":") and not line.lstrip().startswith("|"):
            line = f"{out.pop()} {line.lstrip()}"
        out.append(line)
    end = draw(st.sampled_from(["", "\n", "\n\n  \n", "# end", "\n# end"]))
    text = draw(st.sampled_from(["\n", "\r\n"])).join(out) + end
    assume(not parse(Source("case", text))[1])
    return text


@examples(150, suppress_health_check=list(HealthCheck))
@given(scribbled())
def test_scribbled_texts_keep_all_that_matters(text):
    check(text)


def test_a_text_with_mistakes_is_not_touched():
    text = "rules 1\r\ngame   for 3\n"
    assert format_text(text) == text
    same, problems = format_source(Source("case", text))
    assert same == text and problems


def test_only_whitespace_and_comments():
    assert format_text("") == format_text("\n \n") == ""
    assert format_text("\n\n   # alone\n\n\n# two") == "# alone\n\n# two\n"
