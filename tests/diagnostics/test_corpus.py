"""The corpus of broken files: every code has one, and one mistake is one error, on its line."""

from __future__ import annotations

import re

import pytest
from corpus import ROOT, corpus

from rulelang.diagnostics import CODES

CORPUS = corpus()

# Codes that no text of a file brings about by itself, by their beginning: why, and where they are tested instead.
NO_FILE = {
    "R000": "what has no code of its own: files that cannot be opened, wrong commands (test_cli)",
    "R501": "an option that is asked for at the table (test_explain)",
    "R502": "the value of an option that is asked for at the table (test_explain)",
    "R503": "a number of players that is asked for at the table (test_explain)",
    "R618": "a million steps without a choice (test_cli_run, test_engine_statements: with a smaller number)",
    "R625": "a fault of the engine (test_laws puts one in)",
    "R632": "the last guard of a secret block, behind R397 (test_blocks plays rules that were not checked)",
    "R7": "found by playing many games (test_prove_faults: files in tests/faults, and faults of the engine put in)",
}


@pytest.mark.parametrize("broken", CORPUS, ids=lambda broken: broken.want[0][1])
def test_each_mistake_is_told_on_its_line(broken, tmp_path):
    assert broken.found(tmp_path) == list(broken.want)


def test_every_code_has_a_file_or_a_reason():
    there = {code for broken in CORPUS for _, code in broken.want}
    excused = {code for code in CODES if code in NO_FILE or code[:2] in NO_FILE}
    assert set(CODES) - there - excused == set(), "a case in tests/data, as in tests/data/check"
    assert there & excused == set()
    assert there <= set(CODES)


def test_every_code_that_is_reported_is_in_the_table():
    """And every code in the table is reported somewhere. R000 stands for whatever has no code of its own."""
    modules = (path for path in (ROOT / "rulelang").rglob("*.py") if path.name != "codes.py")
    reported = {code for path in modules for code in re.findall(r"\bR\d{3}\b", path.read_text(encoding="utf-8"))}
    assert reported - set(CODES) == set(), "CODES in diagnostics/codes.py"
    assert set(CODES) - reported == {"R000"}


def test_one_mistake_is_one_error():
    """What is expected is what is found (see above): so it is enough to count what is expected."""
    single = [broken for broken in CORPUS if len(broken.want) == 1]
    assert len(CORPUS) >= 150
    assert len(single) >= 0.95 * len(CORPUS)
