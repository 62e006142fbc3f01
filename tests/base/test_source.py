"""Places in a text, and files that cannot be read."""

import builtins
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.base.limits import DEFAULT
from rulelang.base.source import Source, Span, Unreadable, read_source

SOURCE = Source("games/x.rules", "game x\r\n  zone hand\n\nend")


@pytest.mark.parametrize(
    "offset, place",
    [
        (0, (1, 1)),
        (5, (1, 6)),
        (8, (2, 1)),
        (10, (2, 3)),
        (20, (3, 1)),
        (21, (4, 1)),
        (24, (4, 4)),
        (99, (4, 4)),
        (-3, (1, 1)),
    ],
)
def test_position(offset, place):
    assert SOURCE.position(offset) == place


def test_lines_stand_without_their_ends():
    assert [SOURCE.line(number) for number in (1, 2, 3, 4)] == ["game x", "  zone hand", "", "end"]
    assert Source("a", "one\n").line(2) == ""
    for number in (0, 5):
        with pytest.raises(IndexError):
            SOURCE.line(number)


@given(st.text(alphabet="ab\n\r\tä玩", max_size=40), st.data())
def test_a_position_leads_back_to_its_offset(text, data):
    source = Source("any", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    assert source.starts[line - 1] + column - 1 == offset
    assert source.text.split("\n")[line - 1].removesuffix("\r") == source.line(line)


def test_span():
    hand = Span(SOURCE, 15, 19)
    assert (hand.text, hand.line, hand.column, hand.end_line, hand.end_column) == ("hand", 2, 8, 2, 12)
    assert repr(hand) == "games/x.rules:2:8"
    assert Span(SOURCE, 10, 14).to(hand).text == hand.to(Span(SOURCE, 10, 14)).text == "zone hand"
    assert SOURCE.whole().text == SOURCE.text
    with pytest.raises(ValueError):
        hand.to(Span(Source("other", "x"), 0, 1))


def test_a_span_can_be_a_key_and_be_kept():
    hand = Span(SOURCE, 15, 19)
    assert {hand: 1}[Span(Source("games/x.rules", SOURCE.text), 15, 19)] == 1
    assert pickle.loads(pickle.dumps(hand)) == hand


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with two games, where the names of files are short."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "nokosu.rules").write_bytes("game ä\n".encode())
    (tmp_path / "games" / "nuts.rules").write_bytes(b"\xef\xbb\xbfgame b\r\n")
    return tmp_path


def test_a_file_is_read_under_the_name_given(folder):
    assert read_source("./games/nokosu.rules") == Source("./games/nokosu.rules", "game ä\n")
    assert read_source(folder / "games" / "nuts.rules").text == "game b\r\n"


WRONG = {
    "games/nokusu.rules": "There is no file `games/nokusu.rules`; did you mean `games/nokosu.rules`?",
    "games/nuts": "There is no file `games/nuts`; did you mean `games/nuts.rules`?",
    "games/NUTS.rule": "There is no file `games/NUTS.rule`; did you mean `games/nuts.rules`?",
    "games/zzz.rules": "There is no file `games/zzz.rules`; check the name.",
    "gmes/nuts.rules": "There is no folder `gmes`, so no file `gmes/nuts.rules`; check the path.",
    "games": "`games` is a folder, not a file of rules; name a file in it, as `games/nokosu.rules`.",
    ".": "`.` is a folder, not a file of rules; name a `.rules` file.",
    "nuts.rules": "There is no file `nuts.rules`; check the name.",
    "games/nuts.rules/x": (
        "There is no folder `games/nuts.rules`, so no file `games/nuts.rules/x`; check the path."
    ),
    "a\0b": "`a\0b` cannot be read (embedded null byte); check the name.",
    "n" * 300: f"`{'n' * 300}` cannot be read (file name too long); check the name.",
}


@pytest.mark.parametrize("name", WRONG, ids=range(len(WRONG)))
def test_a_name_that_leads_nowhere(folder, name):
    with pytest.raises(Unreadable) as caught:
        read_source(name)
    assert caught.value.message == WRONG[name]


DATA = {
    "latin": (b"game a\n# b\xe4r\n", "`bad.rules` is not UTF-8 at line 2; save it again as UTF-8."),
    "binary": (b"PK\0\1", "`bad.rules` holds binary data, not text; give the `.rules` file itself."),
    "large": (
        b"#" * (DEFAULT.file + 1),
        "`bad.rules` is larger than 1 MiB, too large for rules; split it, or check the name.",
    ),
}


@pytest.mark.parametrize("kind", DATA)
def test_a_file_that_is_no_text(folder, kind):
    data, message = DATA[kind]
    (folder / "bad.rules").write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        read_source("bad.rules")
    assert caught.value.message == message


def test_a_file_of_the_greatest_size_is_read(folder):
    (folder / "big.rules").write_bytes(b"#" * DEFAULT.file)
    assert len(read_source("big.rules").text) == DEFAULT.file


def test_a_file_that_may_not_be_read(folder, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(builtins, "open", refuse)
    with pytest.raises(Unreadable, match=r"^`games/nuts\.rules` may not be read by you; change"):
        read_source("games/nuts.rules")
