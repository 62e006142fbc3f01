"""What is imported for what: playing needs attrs and lark alone, and a verb loads no library that it does not use."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cli_kit import GUESS

from rulelang.base.extras import EXTRAS, missing

ROOT = Path(__file__).parents[1]

# Refuses every library but these, as if it were not installed.
REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first not in sys.stdlib_module_names and first not in {allowed}:
            raise ModuleNotFoundError(f"{{first}} is not installed", name=first)
sys.meta_path.insert(0, Refuse())
"""
PLAY = """
import rulelang
match = rulelang.load("guess.rules", players=2).start(seed=7)
while decision := match.decision:
    match.choose(decision.options[0])
match.view(1), match.log(2), match.record()
"""
VERBS = """
import contextlib, io
from rulelang.cli import main
for line in {lines}:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main(line.split()) == 0, (line, said.getvalue())
"""
LINES = [
    "check guess.rules",
    "fmt --check guess.rules",
    "run guess.rules --seats random,random --record played.json",
    "replay played.json",
    "rulebook guess.rules --md",
    "diff guess.rules --set top=9",
    "test guess.rules --no-search",
    "sim guess.rules -n 3 --jobs 1 --engine python",
    "games",
    "explain R201",
]


def refused(allowed: set[str], code: str, folder: Path) -> None:
    """Runs code where only some libraries can be imported."""
    (folder / "guess.rules").write_text(GUESS, encoding="utf-8")
    program = REFUSE.format(allowed=allowed | {"rulelang"}) + code
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_playing_needs_attrs_and_lark_alone(tmp_path: Path) -> None:
    refused({"attr", "attrs", "lark"}, PLAY, tmp_path)


def test_verbs_need_click_besides(tmp_path: Path) -> None:
    """No hypothesis, joblib, rich or NumPy: those are for searching, for many processes and for bars of progress."""
    refused({"attr", "attrs", "lark", "click"}, VERBS.format(lines=LINES), tmp_path)


def test_what_is_refused_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="click is not installed"):
        refused({"attr", "attrs", "lark"}, VERBS.format(lines=LINES), tmp_path)


def test_every_extra_that_something_needs_is_one_that_can_be_installed() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) <= set(known)
    for extra in EXTRAS:
        said = missing(extra, ModuleNotFoundError("gone", name="its_package"))
        assert said.count("its_package") == 1 and said.endswith(f"`pip install 'rulelang[{extra}]'` brings it.")


@pytest.mark.parametrize(("extra", "module"), [("spiel", "rulelang.spiel"), ("zoo", "rulelang.zoo")])
def test_what_is_not_installed_is_told_in_a_sentence(extra: str, module: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=rf"is not installed; `pip install 'rulelang\[{extra}\]'` brings it\."):
        refused({"attr", "attrs", "lark"}, f"import {module}", tmp_path)


@pytest.mark.parametrize(("extra", "line"), [("lsp", "lsp"), ("serve", "serve guess.rules")])
def test_a_verb_without_its_packages_is_told_in_a_sentence(extra: str, line: str, tmp_path: Path) -> None:
    code = f"from rulelang.cli import main; sys.exit(main({line.split()!r}))"
    with pytest.raises(AssertionError, match=rf"is not installed; `pip install 'rulelang\[{extra}\]'` brings it\."):
        refused({"attr", "attrs", "lark", "click"}, code, tmp_path)


def test_a_shared_database_without_its_package_is_told_in_a_sentence(tmp_path: Path) -> None:
    served = {"attr", "attrs", "lark", "click", "segno", "starlette", "uvicorn", "websockets", "anyio", "idna", "h11"}
    code = "from rulelang.cli import main; sys.exit(main(['serve', '--port', '0', '--db', 'postgresql://h/d']))"
    with pytest.raises(AssertionError, match=r"`psycopg` is not installed; `pip install 'rulelang\[postgres\]'`"):
        refused(served | {"sniffio", "typing_extensions"}, code, tmp_path)
