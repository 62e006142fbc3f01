"""Every code is explained: its wrong example gives just this code, its right one none. `docs/errors.md` is up to date.

`make pages` writes the page.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_kit import rulelang

from rulelang.base.source import Source, read_source
from rulelang.diagnostics import CODES
from rulelang.diagnostics.explained import BLOCKS, errors_page, explanations, whole
from rulelang.engine.errors import RuleError
from rulelang.lower import lower
from rulelang.play.game import assemble
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import find_needless_breaks, prove

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
TOLD = explanations()
SHOWN = [each for each in TOLD.values() if each.wrong]
LATER = {"R501", "R502", "R503"}


def test_every_code_is_explained():
    assert set(TOLD) == set(CODES), "a file in diagnostics/explained"
    assert set(BLOCKS) == {code[:2] for code in CODES}, "BLOCKS in diagnostics/explained: the page of errors"
    for each in TOLD.values():
        assert len(each.text) > 20 and each.text.endswith("."), each.code.code
        assert bool(each.wrong) == bool(each.right) != bool(each.why), each.code.code
        assert each.next.endswith((".", "?")), each.code.code
    assert len(SHOWN) >= len([code for code in CODES if not code.startswith("R7")]) - 10


@pytest.mark.parametrize("each", SHOWN, ids=lambda each: each.code.code)
def test_the_wrong_example_gives_just_this_code(each, tmp_path, monkeypatch):
    assert codes(each.wrong, tmp_path, monkeypatch) == [each.code.code]


@pytest.mark.parametrize("each", SHOWN, ids=lambda each: each.code.code)
def test_the_right_example_gives_none(each, tmp_path, monkeypatch):
    assert codes(each.right, tmp_path, monkeypatch) == []


def codes(example: str, folder: Path, monkeypatch) -> list[str]:
    """Everything that is found in an example, when it is looked at, loaded, tested and played."""
    monkeypatch.chdir(folder)
    files = re.split(r"(?m)^# file: (.*)\n", example)
    named = list(zip(files[1::2], files[2::2])) or [("main.rules", example)]
    if files[0].strip() and len(files) > 1:
        named = [("main.rules", files[0]), *named]
    for name, text in named:
        Path(name.split()[0]).write_text(whole(text), encoding="utf-8")
    sources = [read_source(name.split()[0]) for name, _ in named]
    beside = sources[1:] if named[0][0].endswith(" with") else []
    found = examine(sources[0], beside)
    if found.problems or found.game is None:
        return [each.code for each in found.problems]
    if named[0][0].endswith(" test") or "# tests" in example:
        return proof_codes(found)
    return loaded(example, sources[0], beside) or played(found)


def proof_codes(found) -> list[str]:
    proofs = list(prove(found))
    failures = [each for proof in proofs if proof.result and not proof.mistake for each in proof.result.failures]
    seen = [code for each in failures for code in re.findall(r"\[(R\d+)\]", each.message)]
    meant = [proof for proof in proofs if proof.on_purpose]
    mistakes = [proof.mistake.code for proof in proofs if proof.mistake]
    return mistakes + [each.code for each in find_needless_breaks(found, proofs)] + (seen if not meant else [])


def loaded(example: str, source: Source, mods: list[Source]) -> list[str]:
    """What the table is refused: options and players that the game is not for."""
    options = dict(part.split("=") for part in re.findall(r"(?m)^# set: (.*)$", example))
    players = re.findall(r"(?m)^# players: (\d+)$", example)
    game = examine(source, mods).game
    counts = [int(players[0])] if players else game.players[:1]
    return [each.code for count in counts for each in lower(game, count, dict(options))[1]]


def played(found) -> list[str]:
    source = found.linked.source
    try:
        match = assemble(source, None, (), {}, ()).start(seed=1)
        while decision := match.decision:
            match.choose(decision.options[-1])
    except RuleError as error:
        return [error.code]
    return []


def test_the_page_of_errors_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == errors_page(), "run `make pages`"


def test_explain_says_it_all():
    said = rulelang("explain", "r102").out
    assert "error[R102]" in said and "Wrong:" in said and "p == P1" in said and "What to do: Write `==`" in said
    listing = rulelang("explain").out.splitlines()
    assert len(listing) == len(CODES) and listing[0].startswith("R000")
    assert "did you mean `R102`" in rulelang("explain", "R1o2").err


if __name__ == "__main__":
    PAGE.write_text(errors_page(), encoding="utf-8")
