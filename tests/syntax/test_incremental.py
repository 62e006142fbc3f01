"""A text that is read again after an edit comes out as if it were read for the first time, place by place."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import ALL, examples
from hypothesis import given
from hypothesis import strategies as st
from retyped import versions

from rulelang.base.source import Source, Span
from rulelang.syntax import incremental, parse
from rulelang.syntax.incremental import Rereader
from rulelang.syntax.nodes.base import Node, Word


def places(value: Any, source: Source) -> Any:
    """Every name and node with its place; all are in one text."""
    if isinstance(value, Node):
        inside = [places(each, source) for name, each in vars(value).items() if name != "span"]
        return type(value), place(value.span, source), inside
    if isinstance(value, tuple):
        return [places(each, source) for each in value]
    return (str(value), place(value.span, source)) if isinstance(value, Word) else value


def place(span: Span, source: Source) -> tuple[int, int]:
    assert span.source == source
    return span.start, span.end


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["nokosu", "hearts", "no_thanks"])
@examples(3)
@given(seed=st.integers(0, 1 << 20))
def test_it_is_read_as_if_for_the_first_time(name: str, seed: int) -> None:
    text, reader = ALL[name].read_text(encoding="utf-8"), Rereader()
    reader(Source(name, text))
    for version in versions(text, seed, 5):
        source = Source(name, version)
        (tree, problems), (whole, wanted) = reader(source), parse(source)
        assert problems == wanted
        read = whole.span.source  # nothing, where the text no longer says that it is rules
        assert read == source or not (source.is_rules or read.text)
        assert places(tree, read) == places(whole, read)


@pytest.mark.parametrize("name", ["nuts", "sweet_nose"])
def test_an_edit_in_a_line_reads_little(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read again is a small part of the text, wherever the edit is, whether it is right or wrong."""
    text, reader, read = ALL[name].read_text(encoding="utf-8"), Rereader(), []

    def read_parts(source: Source, given: str) -> Any:
        read.append(len(given.lstrip("rules 1\n")))
        return whole(source, given)

    whole = incremental.read_parts
    reader(Source(name, text))
    monkeypatch.setattr(incremental, "read_parts", read_parts)
    lines = [at for at, letter in enumerate(text) if letter == "\n"]
    for at in lines[40 :: len(lines) // 10]:
        for more in (" # so", " x ("):
            reader(Source(name, text[:at] + more + text[at:]))
    reader(Source(name, text))
    assert sorted(read)[len(read) * 3 // 4] < len(text) / 4


def test_what_is_wrong_further_down_does_not_change_what_is_said() -> None:
    """A line in brackets is mended alike, whether or not something else is wrong below it."""
    head = 'rules 1\ngame "A" for 2 players "x"\nfn f(a: Int) -> Int = max([a 1,\n  2,\n  3])\nplay: nothing\n'
    one, two = (parse(Source("a", head + last))[1] for last in ("winner p: most 1\n", "winner p: most (1 ]\n"))
    assert [each.title for each in one] == ["a comma is missing"] == [each.title for each in two[:1]]


def test_equal_blocks_have_places_of_their_own() -> None:
    text = 'rules 1\ngame "A" for 2 players "x"\nfn f() -> Int = 1\nfn f() -> Int = 1\n'
    reader = Rereader()
    for version in (text, text.replace("players", "players "), text + "fn f() -> Int = 1\n", text):
        source = Source("a", version)
        assert places(reader(source)[0], source) == places(parse(source)[0], source)


def test_a_mistake_is_told_again_unless_it_comes_right_after_its_like() -> None:
    """Lines in a row without their head are one mistake; the same mistake elsewhere is another."""
    line = "  P1 chooses c from 1..3\n"
    text = f'rules 1\ngame "A" for 2 players "x"\nwinner p: most 1\n{line}{line}fn f() -> Int = 1\n'
    once, twice = (parse(Source("a", each))[1] for each in (text, text + line))
    assert [each.line for each in once] == [4]
    assert [each.line for each in twice] == [4, 7]
