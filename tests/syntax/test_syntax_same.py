"""The parser's own loop and Lark's contextual lexer and parser read the same, and no text makes it fail."""

from __future__ import annotations

import functools
import random

import pytest
from corpus import RULES, cases
from helpers import SHARE, examples
from hypothesis import given
from hypothesis import strategies as st
from lark import Token, Tree, UnexpectedInput
from lark.indenter import DedentError

from rulelang.base.source import Source, Span
from rulelang.syntax import RESERVED, nodes, parse
from rulelang.syntax.build import LEAVES, making, word
from rulelang.syntax.read import grammar, read
from rulelang.syntax.scan import WORD, tokens
from rulelang.syntax.tables import BLOCK_TOKENS, SILENT, encode, grammar_text, lark_of, tables_from_lark

TEXTS = [path.read_text(encoding="utf-8") for path in RULES]
CASES = [*cases("syntax"), *cases("several")]


@functools.cache
def plain():
    """The grammar as Lark runs it, which takes seconds to make; a conflict in it would be an error here."""
    shown = lambda node: not (isinstance(node, Token) and node.type in BLOCK_TOKENS)  # noqa: E731
    return lark_of(grammar_text(), propagate_positions=shown, strict=True)


def test_the_grammar_has_no_conflicts():
    assert plain().options.strict


def test_the_same_grammar_is_the_same_file_every_time():
    """Lark numbers its states as sets happen to be ordered; a wheel that is built twice is one wheel all the same."""
    assert encode(tables_from_lark(plain())) == encode(grammar().tables)


def build(tree, source: Source):
    """Nodes from Lark's own tree, in the plainest way."""
    if tree is None or not isinstance(tree, Tree):
        leaf = LEAVES.get(tree.type, word) if tree is not None else None
        return leaf(source, str(tree), tree.start_pos, tree.end_pos) if leaf else None
    children = [build(child, source) for child in tree.children if getattr(child, "type", "") not in SILENT]
    span = Span(source, -1, -1) if tree.meta.empty else Span(source, tree.meta.start_pos, tree.meta.end_pos)
    return making(str(tree.data))(span, children)


def same_spans(one, other) -> bool:
    if isinstance(one, nodes.Node):
        names = [name for name in type(one).__slots__ if name != "__weakref__"]
        return one.span == other.span and all(same_spans(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, tuple):
        return all(map(same_spans, one, other))
    return getattr(one, "span", None) == getattr(other, "span", None)


@pytest.mark.parametrize("text", [text for text, _ in CASES])
def test_the_same_tree_or_none(text):
    check_same(text)


@pytest.mark.few(12)
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_same_tree_of_a_game(path):
    assert check_same(path.read_text(encoding="utf-8")) == "both"


def check_same(text: str) -> str:
    """Both read the same, except for the two things in which ours differs on purpose; see read.py."""
    source = Source("case", text)
    result = read(source, text + "\n")
    try:
        larks = build(plain().parse(text + "\n"), source)
    except (UnexpectedInput, DedentError, AssertionError) as error:
        if result.value is None:
            return "neither"
        assert is_free_word(error), error
        return "only ours"
    if result.value is None:
        assert is_glued(text, result.pos), result
        return "only lark"
    assert result.value == larks and same_spans(result.value, larks)
    return "both"


def is_free_word(error: Exception) -> bool:
    """Whether Lark stopped at a word that it took for a keyword, and that is not reserved."""
    token = getattr(error, "token", None)
    return token is not None and str(token) in set(grammar().tables.words) - RESERVED


def is_glued(text: str, at: int) -> bool:
    """Whether we stopped at a longer word that begins with a keyword, which Lark cuts in two."""
    words = grammar().tables.words
    found = next((token for token in tokens(text, at, len(text))), None)
    return found is not None and found.kind == WORD and found.text not in words and found.text.startswith(tuple(words))


@st.composite
def edited(draw):
    """A game with one token taken out, doubled, or changed for another of the game, or a letter put in."""
    text = draw(st.sampled_from(TEXTS))
    found = tokens(text, 0, len(text))
    token = draw(st.sampled_from(found))
    other = draw(st.sampled_from(found)).text
    sign = draw(st.sampled_from("()[]\"':;=.,|\\\n \t#@{}é…a1"))
    old = token.text
    put = draw(st.sampled_from(["", f"{old} {old}", other, f"{other} {old}", sign + old]))
    return text[: token.start] + put + text[token.end :]


@examples(100)
@given(edited())
def test_an_edited_game_is_read_as_lark_reads_it(text):
    check_same(text)


def edits(seed: int, count: int):
    """Games with one random edit each, quicker than drawing them one by one."""
    rng = random.Random(seed)
    for _ in range(count):
        text = rng.choice(TEXTS)
        found = tokens(text, 0, len(text))
        token, other = rng.choice(found), rng.choice(found)
        at = rng.randrange(len(text))
        yield rng.choice(
            [
                text[: token.start] + text[token.end :],
                text[: token.end] + " " + token.text + text[token.end :],
                text[: token.start] + other.text + text[token.end :],
                text[:at] + text[at + 1 :],
                text[:at] + rng.choice("()[]\"':;=.,|\\\n \t#@{}é…") + text[at:],
            ]
        )


def test_one_edit_makes_few_mistakes():
    for text in edits(seed=5, count=200 // min(SHARE, 4)):
        _, problems = parse(Source("case", text))
        assert len(problems) <= 5, text


ANY = st.text(alphabet=st.characters(blacklist_categories=[]), max_size=80)
SIGNS = st.text("()[]\"'|:.=\n\t #\\ai1", max_size=60)


@examples(150)
@given(ANY | SIGNS)
def test_any_text_can_be_read(text):
    for prefix in ("", "rules 1\nsetup:\n  "):
        tree, problems = parse(Source("case", prefix + text))
        assert isinstance(tree, nodes.File) and len(problems) <= 25
        for each in problems:
            assert 0 <= each.span.start <= each.span.end <= len(prefix + text)
