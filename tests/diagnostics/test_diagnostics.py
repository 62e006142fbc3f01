"""The table of codes, the making of problems, and their exact look."""

import json
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.base.source import Source, Span
from rulelang.diagnostics import CODES, Diagnostic, Label, nearest, problem, render, table, to_json, unique
from rulelang.diagnostics.model import edits

FILLER = "    # a rule\n"
NOKOSU = Source(
    "games/nokosu.rules",
    'game "Nokosu":\n' + 4 * FILLER + "    zone hand per player\n" + 7 * FILLER
    + "        move card from hadn to trick, hand\n",
)  # fmt: skip


def at(source, text, nth=0):
    """The nth place of a text in a source."""
    start = [found.start() for found in re.finditer(re.escape(text), source.text)][nth]
    return Span(source, start, start + len(text))


def shown(span, label="", *also, title="the title", help="do this.", **options):
    labels = (Label(span, label), *(Label(place, text) for place, text in also))
    return render(Diagnostic("R201", title, labels, help), **options)


def test_every_row_of_the_table_is_whole():
    for code, row in CODES.items():
        assert re.fullmatch(r"R\d{3}", code) and row.title and row.next
        parsed = string.Formatter().parse(row.title + row.next)
        assert all(field is None or field.isidentifier() for _, field, _, _ in parsed), code


def test_a_table_refuses_a_bad_row():
    assert table("\n # why\n R1 | note | a | b | c\n")["R1"].next == "b | c"
    for text in ("R1 | error | a", "R1 | fatal | a | b", "R1 | note | a | b\nR1 | note | c | d"):
        with pytest.raises(ValueError):
            table(text)


def test_a_problem_takes_its_words_from_the_table():
    span = at(NOKOSU, "hadn")
    also = [(at(NOKOSU, "hand"), "there")]
    made = problem("R100", span, label="here", also=also, what="odd {x}", next="Mend it.")
    assert (made.title, made.help, made.severity) == ("odd {x}", "Mend it.", "error")
    assert (made.span, made.line) == (span, 14)
    assert [label.text for label in made.labels] == ["here", "there"]
    assert problem("R100", span, what="odd", help="try again.").help == "try again."
    with pytest.raises(KeyError):
        problem("R100", span, next="Mend it.")


def test_two_labels():
    text = shown(
        at(NOKOSU, "hadn"),
        "looked up here",
        (at(NOKOSU, "hand"), "`hand` is declared here"),
        title="no zone is named `hadn`",
        help="did you mean `hand`?",
    )
    assert text == """\
error[R201]: no zone is named `hadn`
   ┌─ games/nokosu.rules:14:24
   │
 6 │     zone hand per player
   │          ---- `hand` is declared here
14 │         move card from hadn to trick, hand
   │                        ^^^^ looked up here
   = help: did you mean `hand`?      more: rulelang explain R201"""


def test_labels_on_one_line_hang_from_bars():
    text = shown(at(NOKOSU, "hadn"), "here", (at(NOKOSU, "hand", 1), "last"), (at(NOKOSU, "card"), "first"))
    assert text == """\
error[R201]: the title
   ┌─ games/nokosu.rules:14:24
   │
14 │         move card from hadn to trick, hand
   │              ----      ^^^^           ---- last
   │              │         │
   │              │         here
   │              first
   = help: do this.      more: rulelang explain R201"""


def test_labels_may_overlap():
    around, within = at(NOKOSU, "card from hadn"), at(NOKOSU, "hadn")
    text = shown(at(NOKOSU, "from hadn"), "here", (around, "around"), (within, "in"))
    assert text == """\
error[R201]: the title
   ┌─ games/nokosu.rules:14:19
   │
14 │         move card from hadn to trick, hand
   │              -----^^^^^^^^^ here
   │              │         │
   │              │         in
   │              around
   = help: do this.      more: rulelang explain R201"""


def test_two_files_are_two_boxes():
    library = Source("std/trick.rules", "mechanism trick\n")
    text = shown(at(NOKOSU, "trick"), "bound here", (at(library, "trick"), "declared here"), help="")
    assert text == """\
error[R201]: the title
   ┌─ games/nokosu.rules:14:32
   │
14 │         move card from hadn to trick, hand
   │                                ^^^^^ bound here
   │
   ┌─ std/trick.rules:1:11
   │
 1 │ mechanism trick
   │           ----- declared here
   = more: rulelang explain R201"""


def test_a_long_span_is_marked_on_its_first_line():
    text = shown(NOKOSU.whole(), "begins here")
    assert text.splitlines()[3:5] == ['1 │ game "Nokosu":', "  │ ^^^^^^^^^^^^^^ begins here"]


def test_the_end_of_a_file_can_be_marked():
    end = len(NOKOSU.text)
    assert shown(Span(NOKOSU, end, end), "something is missing").splitlines()[1:5] == [
        "   ┌─ games/nokosu.rules:15:1",
        "   │",
        "15 │",
        "   │ ^ something is missing",
    ]


def test_tabs_and_wide_letters_keep_the_marks_in_place():
    source = Source("玩.rules", "\tzone 手牌\tper e\u0301 seat\n")
    text = shown(at(source, "per"), "here", (at(source, "手牌"), "wide"), (at(source, "seat"), "after"))
    assert text == """\
error[R201]: the title
  ┌─ 玩.rules:1:10
  │
1 │     zone 手牌   per e\u0301 seat
  │          ----   ^^^   ---- after
  │          │      │
  │          │      here
  │          wide
  = help: do this.      more: rulelang explain R201"""


def test_nothing_disturbs_the_terminal():
    source = Source("x\x1b.rules", "zone \x1b[31m \u202e hand\r\n")
    text = shown(at(source, "hand"), "two\nlines \x07", title="\x1b[2J", help="\u2066x")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\u2066]", text)
    assert "^^^^ two lines ‹U+0007›" in text


def test_a_line_longer_than_the_screen_is_cut_around_its_mark():
    source = Source("x", "a " * 200 + "hadn" + " b" * 200)
    lines = shown(at(source, "hadn"), "here", width=60).splitlines()
    assert lines[3] == "1 │ …a a a a a a a a a a a a a a hadn b b b b b b b b…"
    assert lines[3].index("hadn") == lines[4].index("^^^^ here")


def test_a_long_next_step_is_wrapped():
    step = "Give each seat a hand of its own before the first trick of the round is led."
    text = shown(at(NOKOSU, "hadn"), help=step, width=60)
    assert text.splitlines()[5:] == [
        "   = help: Give each seat a hand of its own before the first",
        "           trick of the round is led.",
        "           more: rulelang explain R201",
    ]


letters = st.text(alphabet="ab \t\r玩e\u0301\u202e\x1b", max_size=30)


@given(st.lists(letters, min_size=1, max_size=4).map("\n".join), st.data())
def test_any_problem_can_be_shown(text, data):
    """Colour changes no letter, and every box keeps its gutter."""
    source = Source("any", text)
    offsets = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    spans = data.draw(st.lists(offsets.map(lambda pair: Span(source, *pair)), min_size=1, max_size=5))
    labels = tuple(Label(span, data.draw(st.sampled_from(["", "§"]))) for span in spans)
    found = Diagnostic("R100", "t", labels, "h")
    plain = render(found)
    assert re.sub(r"\x1b\[[\d;]*m", "", render(found, color=True)).replace(" \n", "\n") == plain
    assert all(re.match(r"(\d| ) (│|┌─|=)", line) for line in plain.splitlines()[1:])
    assert plain.count("§") == sum(bool(label.text) for label in found.labels)


def test_json():
    made = problem("R100", at(NOKOSU, "hadn"), label="here", what="odd", next="Mend it.")
    assert json.loads(json.dumps(to_json(made))) == {
        "code": "R100",
        "severity": "error",
        "title": "odd",
        "help": "Mend it.",
        "labels": [
            {
                "file": "games/nokosu.rules",
                "line": 14,
                "column": 24,
                "end_line": 14,
                "end_column": 28,
                "text": "here",
                "primary": True,
            }
        ],
    }


@pytest.mark.parametrize(
    "name, candidates, expected",
    [
        ("hadn", ["stock", "hand"], "hand"),
        ("HAND", ["band", "hand"], "hand"),
        ("hand", ["hand"], None),
        ("hand", ["hand", "hands"], "hands"),
        ("trcik", ["trick", "track"], "trick"),
        ("bat", ["cat", "bar"], "bar"),
        ("hand", ["trick"], None),
        ("abcdefghijkl", ["abcdefghiXYZ"], None),
        ("x", ["y", "n"], None),
        ("x", ["X"], "X"),
        ("", ["a"], None),
        ("hand", [], None),
    ],
)
def test_nearest(name, candidates, expected):
    assert nearest(name, candidates) == expected
    assert nearest(name, reversed(candidates)) == expected


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edits_count_the_same_both_ways(one, other):
    assert edits(one, other) == edits(other, one)
    assert (edits(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= edits(one, other) <= max(len(one), len(other))


def test_unique_keeps_each_once_in_reading_order():
    other = Source("a.rules", "hadn")
    spans = [at(NOKOSU, "hadn"), at(NOKOSU, "hand"), at(other, "hadn"), at(NOKOSU, "hadn")]
    found = [problem("R100", span, what="odd", next="n") for span in spans]
    found.append(problem("R100", spans[0], what="even", next="n"))
    places = [(repr(each.span), each.title) for each in unique(found)]
    assert places == [
        ("a.rules:1:1", "odd"),
        ("games/nokosu.rules:6:10", "odd"),
        ("games/nokosu.rules:14:24", "odd"),
        ("games/nokosu.rules:14:24", "even"),
    ]
