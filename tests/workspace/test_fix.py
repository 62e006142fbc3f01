"""`check --fix` mends slips and nothing else; `check --format` speaks to programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import GUESS, rulelang
from corpus import cases

from rulelang.base.source import Source
from rulelang.workspace.fixes import mend, problems_of, told
from rulelang.workspace.fixes.edits import EDITS
from rulelang.workspace.problems import examine

HEAD = 'rules 1\ngame "A case" for 3 players\nplay: nothing\nwinner p: most p.number\n'

# wrong | right
SLIPS = """
phase A nothing | phase A: nothing
fn f(p: Seat) -> Bool = p = P1 | fn f(p: Seat) -> Bool = p == P1
var n: Int = 0;phase A: n == 3 | var n: Int = 0;phase A: n = 3
phse A: nothing | phase A: nothing
setup: pass | setup: nothing
fn f(p: Seat) -> Bool = p != P1 && p != P2 | fn f(p: Seat) -> Bool = p != P1 and p != P2
setup:;  for p seats: note "hello" | setup:;  for p in seats: note "hello"
setup:;  for p : seats: note "hello" | setup:;  for p in seats: note "hello"
menu M(p: Seat):;  rest: nothing;setup: P1 chooses M(P1) | menu M(p: Seat):;  rest: nothing;setup: P1 chooses from M(P1)
var n: Int = 0;setup: n++ | var n: Int = 0;setup: n += 1
const A = 1_000 | const A = 1000
piece Card: 9 each;zone "deck": set of Card, open | piece Card: 9 each;zone deck: set of Card, open
credits nobody at all | credits "nobody at all"
enum Color: red blue | enum Color: red, blue
const A = 3) | const A = 3
ruling "It is so. | ruling "It is so."
piece Card in d: 9 each;zone d: pile of Card, hidden;zone m: row of Card, open;setup: deal 5 d to m \
| piece Card in d: 9 each;zone d: pile of Card, hidden;zone m: row of Card, open;setup: deal 5 from d to m
var dealer: Seat = P1;phase A: delaer = P2 | var dealer: Seat = P1;phase A: dealer = P2
piece Card(number: 1..5): 1 each;fn f(c: Card) -> Int = c.nubmer \
| piece Card(number: 1..5): 1 each;fn f(c: Card) -> Int = c.number
piece Card: 9 each;zone d: set of Card, open;fn f() -> Int = count(c in d where c == c) \
| piece Card: 9 each;zone d: set of Card, open;fn f() -> Int = count(for c in d where c == c)
piece Card: 9 each;zone d: set of Card, open;fn f() -> Bool = any(c == c c in d) \
| piece Card: 9 each;zone d: set of Card, open;fn f() -> Bool = any(c == c for c in d)
use std.frnech | use std.french
fn f() -> Int = 2;variant V:;  override fn ff() -> Int = 3 | fn f() -> Int = 2;variant V:;  override fn f() -> Int = 3
auction A is ascendin:;  limit(p) = 3 | auction A is ascending:;  limit(p) = 3
piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
var n: Int = 0;phase A: n = first(hand[P1]).number \
| piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
var n: Int = 0;phase A: n = reveal first(hand[P1]).number
piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
resource coins[Seat]: 90, open;\
phase A:;  pay sum(c.number for c in hand[P1]) coins from bank to P1 \
| piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
resource coins[Seat]: 90, open;\
phase A:;  pay reveal sum(c.number for c in hand[P1]) coins from bank to P1
"""


def slips() -> list[tuple[str, str]]:
    rows = [line.split(" | ") for line in SLIPS.replace("\\\n", "").strip().splitlines()]
    return [tuple(part.strip().replace(";", "\n") + "\n" for part in row) for row in rows]


@pytest.mark.parametrize(("wrong", "right"), slips(), ids=lambda text: text[:24].strip())
def test_a_slip_is_mended(wrong, right):
    mended = mend(Source("case.rules", HEAD + wrong))
    assert mended.after.text == HEAD + right and len(mended.gone) == 1 and not mended.left


def test_two_slips_and_a_mistake():
    text = HEAD + "var dealer: Seat = P1\nphase A\n  delaer = P2\n  dealer = 3\n"
    mended = mend(Source("case.rules", text))
    assert [each.code for each in mended.left] == ["R310"]
    assert "phase A:\n  dealer = P2" in mended.after.text


ZONES = "piece Card in deck: 9 each\nzone deck: pile of Card, hidden\nzone lane: row of Card, open\n"


def test_two_slips_in_one_line_are_mended_together():
    mended = mend(Source("case.rules", HEAD + ZONES + "setup: deel 3 form deck to lane\n"))
    assert mended.after.text.endswith("setup: deal 3 from deck to lane\n")
    assert len(mended.gone) == 2 and not mended.left


def test_a_slip_beside_one_that_cannot_be_mended_is_left(tmp_path):
    path = tmp_path / "case.rules"
    path.write_text(HEAD + ZONES + "setup: deel 3 from dek to hat\n")
    said = rulelang("check", "--fix", str(path))
    assert said.code == 1 and "nothing mended, since no single edit is sure" in said.out
    assert path.read_text() == HEAD + ZONES + "setup: deel 3 from dek to hat\n"


def test_a_name_that_is_wrong_in_several_places():
    text = HEAD + "var dealer: Seat = P1\nphase A:\n  delaer = P2\n  note \"delaer\"  # delaer\n  delaer = P3\n"
    mended = mend(Source("case.rules", text))
    assert not mended.left and mended.after.text.count("delaer") == 2 and len(mended.gone) == 1


def test_what_could_be_two_things_is_left():
    text = HEAD + "var hand1: Int = 0\nvar hand2: Int = 0\nphase A: hand = 3\n"
    assert mend(Source("case.rules", text)).after.text == text


def test_no_file_of_the_corpus_gets_worse():
    """Nothing that was not there before is found afterwards, and what is mended was a problem."""
    texts = [HEAD + text for text, want in cases("check") if want] + [text for text, want in cases("syntax") if want]
    count = 0
    for text in texts:
        source = Source("case.rules", text)
        before, mended = problems_of(source), mend(source)
        assert not told(list(mended.left)) - told(before)
        lines = {each.line for each in mended.gone}  # a second slip of a line shows when the first is gone
        assert len(mended.left) + len(lines) <= len(before) and bool(mended.gone) == (mended.after != source)
        count += len(mended.gone)
    assert count > 40


def test_the_file_is_written_and_the_change_shown(tmp_path: Path):
    path = tmp_path / "guess.rules"
    path.write_bytes(GUESS.replace("run Hide,", "run Hid,").replace("\n", "\r\n").encode())
    said = rulelang("check", "--fix", str(path))
    assert said.code == 0 and "1 slip mended, no problems" in said.out
    assert "-  run Hid, Ask" in said.out.replace("    run", "  run") and "+" in said.out
    assert path.read_bytes() == GUESS.replace("\n", "\r\n").encode()
    assert [each.name for each in tmp_path.iterdir()] == ["guess.rules"]


def test_nothing_is_written_where_nothing_is_mended(tmp_path: Path):
    path = tmp_path / "case.rules"
    path.write_text(HEAD + "var n: Int = true\n")
    before = path.stat().st_mtime_ns
    said = rulelang("check", "--fix", str(path))
    assert said.code == 1 and "1 error" in said.out and path.stat().st_mtime_ns == before


def test_formats(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("case.rules").write_text(HEAD + "var n: Int = 50 % 7\nvar x: Seat = P9\n")
    said = rulelang("check", "--format", "github", "case.rules")
    assert said.code == 1 and not said.err
    assert said.out.splitlines()[0].startswith(
        "::error file=case.rules,line=5,endLine=5,col=17,endColumn=18,title=R113"
    )
    assert "`%25`" in said.out and "\n::error file=case.rules,line=6" in said.out
    (file,) = json.loads(rulelang("check", "--format", "json", "case.rules").out)["files"]
    assert [each["code"] for each in file["diagnostics"]] == ["R113", "R304"] and "mended" not in file
    (file,) = json.loads(rulelang("check", "--fix", "--json", "case.rules").out)["files"]
    assert [each["code"] for each in file["mended"]] == ["R113"] and not file["ok"]


def test_every_edit_has_its_slip():
    tried = {each.code for wrong, _ in slips() for each in examine(Source("case.rules", HEAD + wrong)).problems}
    assert set(EDITS) - tried <= {"R107", "R117", "R120", "R122"}
