"""Text to tree: mistakes on their lines, trees and spans of what can be read."""

from __future__ import annotations

import re
import threading

import pytest
from corpus import ROOT, RULES, cases

from rulelang.base.source import Source
from rulelang.syntax import comments, nodes, parse, slips
from rulelang.syntax.build import CLASSES, LISTS, SPECIAL
from rulelang.syntax.file_checks import walk
from rulelang.syntax.read import grammar
from rulelang.syntax.slips import SLIPS

CASES = [*cases("syntax"), *cases("several")]


def found(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in parse(Source("case", text))[1]]


@pytest.mark.parametrize("text,want", CASES)
def test_mistakes_are_reported_on_their_lines(text, want):
    assert found(text) == want


@pytest.mark.parametrize("text,want", CASES)
def test_every_message_says_what_to_do(text, want):
    for each in parse(Source("case", text))[1]:
        assert each.title and each.help and "{" not in re.sub(r"`[^`]*`", "", each.title)
        assert not re.search(r"\b[A-Z_]{4,}\b", each.title + re.sub(r"`[^`]*`|VALUE|LIST|ZONE", "", each.help))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_games_have_no_mistakes(path):
    tree, problems = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert not problems and tree.declarations


def test_rules_of_the_grammar_are_the_node_classes():
    made = {result for _, _, result, _ in grammar().tables.rules} - {"", "*"}
    assert made - LISTS - set(SPECIAL) | {"line", "up_to"} == set(CLASSES)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_spans_hold_what_was_written(path):
    source = Source(path.name, path.read_text(encoding="utf-8"))
    for node, _ in walk(parse(source)[0]):
        if isinstance(node, nodes.Cell):  # may be empty
            continue
        text = node.span.text
        assert text and text == text.strip(), node


def test_the_span_of_an_expression_reads_as_that_expression():
    source = Source("nokosu", (ROOT / "games" / "nokosu.rules").read_text(encoding="utf-8"))
    for node, _ in walk(parse(source)[0]):
        if isinstance(node, nodes.Expr) and not isinstance(node, nodes.Comprehension | nodes.Negative):
            [const] = parse(Source("one", f"rules 1\nconst A = {node.span.text}"))[0].declarations
            assert const.value == node


def test_brackets_round_an_expression_are_of_the_expression_around_it():
    tree, _ = parse(Source("case", "rules 1\nconst A = (a + b) * c  # why\n"))
    product = tree.declarations[0].value
    assert product.span.text == "(a + b) * c" and product.left.span.text == "a + b"


@pytest.mark.parametrize(
    "text",
    ["", "\n", "   ", "# only a comment", "rules 1", "rules 1\nconst A = 3", "rules 1\r\nsetup:\r\n  stop\r\n"],
)
def test_ends_of_files(text):
    assert parse(Source("case", text))[1] == []
    assert parse(Source("case", "\ufeff" + text))[1] == []


def test_line_ends_of_two_letters_have_no_part_in_spans():
    tree, _ = parse(Source("case", "rules 1\r\nconst A = 3\r\nsetup:\r\n  stop\r\n"))
    assert [part.span.text for part in tree.parts] == ["rules 1", "const A = 3", "setup:\r\n  stop"]


@pytest.mark.parametrize(
    "value",
    ["(" * 50_000, "(" * 25_000 + "1" + ")" * 25_000, "[" * 500 + "]" * 500, "-" * 5000 + "1", "1" + " + 1" * 5000],
    ids=lambda value: value[:3] + value[-3:],
)
def test_too_deep_is_said(value):
    assert found(f"rules 1\nconst A = {value}\nconst B = 3\n")[0] == (2, "R131")


@pytest.mark.parametrize("value", ["(" * 100_000, "1" + " + 1" * 50_000])
def test_more_than_anybody_reads_is_not_read(value):
    assert found(f"rules 1\nconst A = {value}\nconst B = 3\n") == [(1, "R134")]


def test_many_blocks_in_each_other():
    text = "rules 1\nsetup:\n" + "".join(f"{' ' * n}if a:\n" for n in range(1, 900)) + " " * 900 + "stop\n"
    assert {code for _, code in found(text)} == {"R131"}


def test_reports_end_somewhere():
    assert len(found("rules 1\n" + "const A = = 3\nconst B = 3\n" * 100)) == 20


def test_what_can_be_read_is_in_the_tree():
    text = "rules 1\nconst A = 3\nconst = 4\nphase B\n  stop\n  shuffle +\n  stop\nconst C = 5\n"
    tree, problems = parse(Source("case", text))
    assert [type(part).__name__ for part in tree.parts] == ["Version", "Const", "Hole", "Phase", "Const"]
    phase = tree.parts[3]
    assert [type(each).__name__ for each in phase.body.statements] == ["Stop", "Hole", "Stop"]
    assert tree.parts[2].span.text == "const = 4" and len(problems) == 3


def test_many_threads_read_at_once():
    source = Source("nokosu", (ROOT / "games" / "nokosu.rules").read_text(encoding="utf-8"))
    want, wrong = parse(source)[0], []

    def work() -> None:
        for _ in range(8):
            tree, problems = parse(source)
            broken = parse(Source("case", "rules 1\nsetup:\n  shufle deck\n"))[1]
            if problems or tree != want or len(broken) != 1:
                wrong.append(problems)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# a line as somebody writes it at first: what the message says to write instead
INSTEAD = {
    "piece Man(kind: K) in box: (if kind == a then 1 elif kind == b then 4 else 8) each": "`else if`",
    "fn f(a: Int) -> Int = if a == 1 then 2 elif a == 3 then 4 elif a == 4 then 2 else 5": "`else if`",
    "fn f() -> Bool = any(s[1].a == s[2].a == s[3].a for s in all)": "`s[1].a == s[2].a and s[2].a == s[3].a`",
    'phase Race "Run" until count(out) >= 3: nothing': '`… until count(out) >= 3 "Run"`',
    'end when "Over" points[P1] > 3': '`… points[P1] > 3 "Over"`',
    'menu M(p: Seat):\n  take(c in market) "Take" where c.rank > 3: nothing': '`… where c.rank > 3 "Take"`',
    'fn total "all" (p: Seat) -> Int = 3': '`… (p: Seat) -> Int "all"`',
    "table PRICE[0..4]:\n  | 0 | 3 |": "`table PRICE[0..4]: Int:`",
    "setup:\n  for i from 1 to 4: nothing": "`for i in 1..4:`",
    "setup:\n  let next_cell: Grid? = Grid(1, 2)": "`var next_cell: Grid? = …`",
    "setup:\n  p may choose 1 to 3 cs from hand[p]: nothing": "`choose cs from subsets(hand[p], 1..3)`",
    "setup:\n  p chooses at least 2 cs from hand[p]": "`chooses cs from subsets(hand[p], 2..count(hand[p]))`",
    "setup:\n  p chooses any number of cs from hand[p]": "`chooses up to count(hand[p]) cs from hand[p]`",
    "setup:\n  end game with [p]": "`end game for [p]`",
    "piece Card(rank: 1..9): 1 each in deck": "`piece … in deck: 1 each`",
    "option most_turns = 40": "`override option most_turns = 40`",
    "invariant count(deck) == 3": '`invariant "',
}


@pytest.mark.parametrize("line", INSTEAD)
def test_a_message_shows_the_line_as_it_is_written_here(line):
    told = parse(Source("case", f"rules 1\n{line}\n"))[1]
    assert all(INSTEAD[line] in each.help for each in told) and told


def test_comments():
    text = '# one\nrules 1 # two\nconst A = "# no" # three\r\n  # four'
    assert [(each.span.text, each.own_line) for each in comments(Source("case", text))] == [
        ("# one", True),
        ("# two", False),
        ("# three", False),
        ("# four", True),
    ]


def test_every_slip_explains_some_case(monkeypatch):
    used = set()

    def noting(slip):
        def wrapped(case):
            for proposal in slip(case):
                if proposal.mend is None or case.mends(proposal.mend, proposal.sure):
                    used.add(slip.__name__)
                yield proposal

        return wrapped

    monkeypatch.setattr(slips, "SLIPS", [noting(slip) for slip in SLIPS])
    for text, _ in [*CASES, ("rules 1\nconst A = " + "(" * 99, [])]:
        parse(Source("case", text))
    assert {slip.__name__ for slip in SLIPS} == used
