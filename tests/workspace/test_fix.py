"""`check --fix` mends slips and nothing else; `check --format` speaks to programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import GUESS, rulelang
from corpus import cases
from slips import HEAD, slips

from rulelang.base.files import bundled_games
from rulelang.base.source import Source
from rulelang.workspace.fixes import Enough, count_messages, mend, problems_of, ration
from rulelang.workspace.fixes.edits import EDITS, offers
from rulelang.workspace.problems import examine


@pytest.mark.parametrize(("wrong", "right"), slips(), ids=lambda text: text[:24].strip())
def test_a_slip_is_mended(wrong, right):
    mended = mend(Source("case.rules", HEAD + wrong))
    assert mended.after.text == HEAD + right and len(mended.gone) == 1 and not mended.left


def test_two_slips_and_a_mistake():
    text = HEAD + "var dealer: Seat = P1\nphase A\n  delaer = P2\n  dealer = 3\n"
    mended = mend(Source("case.rules", text))
    assert [each.code for each in mended.left] == ["R310"]
    assert "phase A:\n  dealer = P2" in mended.after.text


def test_a_problem_that_names_every_word_is_left_alone():
    """One try for each of sixty words, and for each of these again, would take minutes."""
    looked = []

    def look(source: Source):
        looked.append(source)
        assert len(looked) < 12
        return problems_of(source)

    text = bundled_games()["nokosu"].read_text(encoding="utf-8")
    mend(Source("case.rules", text.replace("into cards[P2]", "inot cards[P2]", 1)), look)


def test_a_table_that_is_not_there_breaks_no_check():
    """Pieces come from a table with a row too wide: what is asked of a whole game is not asked."""
    text = """rules 1
mod "m" extends nuts
extend enum Kind: pistachio
extend table CARD:
  | kind      | border | size | value | penalty | honey |
  | pistachio | | brown  | 2    | 1     | 1       | 1     |
extend table COPIES:
  | kind      | 2  | 3  | 4  | 5  |
  | pistachio | 12 | 12 | 12 | 12 |
"""
    assert "R212" in [each.code for each in examine(Source("m.rules", text)).problems]


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


def test_what_takes_long_is_not_tried_for_ever():
    """A large file is checked some times only; for the base of a mod as much is counted as for a large game."""
    for text, most in (("a" * 30_000, 6), ("a", 8), ('mod "M" extends nuts', 3)):
        check = ration(lambda source: [], 200_000)
        with pytest.raises(Enough):
            for _ in range(most):
                assert check(Source("case.rules", text)) == []
            check(Source("case.rules", text))


def test_a_name_that_is_wrong_in_several_places():
    text = HEAD + "var dealer: Seat = P1\nphase A:\n  delaer = P2\n  note \"delaer\"  # delaer\n  delaer = P3\n"
    mended = mend(Source("case.rules", text))
    assert not mended.left and mended.after.text.count("delaer") == 2 and len(mended.gone) == 1


CARDS = """enum Suit: red, blue
enum Rank: low, high
piece Card(suit: Suit) in deck "Card": 9 each
table CARD[Suit]: 0..9:
  | red | 1 |
  | blue | 2 |
zone deck: pile of Card, hidden
var cards: Int = 0
"""


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("zone pool: set of Crad, open\n", ["Card"]),  # no table, no variable
        ("zone pool: set of Ranks, open\n", []),  # an enum cannot lie there
        ("zone pool[Siut]: set of Card, open\n", ["Suit"]),
        ("zone pool[Crad]: set of Card, open\n", []),  # pieces count nothing
        ("var best: Crad? = none\n", ["Card"]),
        ("var ranks: Rnak = low\n", ["Rank"]),
    ],
)
def test_what_is_suggested_can_stand_there(line, names):
    """“Change to card” was offered beside “Change to Card” where a type was expected."""
    (found,) = [each for each in problems_of(Source("case.rules", HEAD + CARDS + line)) if each.code == "R301"]
    assert [each.everywhere or each.text for each in offers(found)] == names
    assert ("did you mean" in found.help) == bool(names)


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
        assert not count_messages(list(mended.left)) - count_messages(before)
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
