"""What the pages for contributors name is there: files, folders, and the tables in them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["CONTRIBUTING.md", "docs/architecture.md"]
PATH = re.compile(r"`((?:rulelang|tests|docs|grammar|bench|games)/[\w./-]*)`")
TABLE = re.compile(r"`([A-Z]{2,})` in `(rulelang/[\w/]+\.py)`")
CHANGES = {"Add a built-in", "Add a statement", "Add a diagnostic", "Add a verb", "Add an optimisation"}


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_is_named_is_there(page):
    named = PATH.findall(text(page))
    assert len(named) > 20 and not [path for path in named if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_every_table_that_is_named_is_in_its_file(page):
    for name, path in TABLE.findall(" ".join(text(page).split())):
        assert re.search(rf"(?m)^{name}\b.*=", text(path)), (name, path)


def test_the_steps_are_numbered():
    open_ = set(CHANGES)
    for title, body in re.findall(r"(?ms)^## (Add .*?)\n(.*?)(?=^## |\Z)", text("CONTRIBUTING.md")):
        open_.remove(title)
        numbers = [int(each) for each in re.findall(r"(?m)^(\d+)\. ", body)]
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= 3, title
    assert not open_


def test_every_pass_has_a_row():
    """Of `native/passes`, and no row is of a pass that is gone."""
    rows = re.findall(r"(?m)^\| (`.+?`) \| .+ \|$", text("docs/architecture.md").partition("## Passes")[2])
    named = {name for row in rows[: rows.index("`prune`") + 1] for name in re.findall(r"`(\w+)`", row)}
    native = ROOT / "rulelang/native"
    assert {path.stem for path in (native / "passes").glob("[a-z]*.py")} <= named
    assert not {name for name in named if not list(native.rglob(f"{name}.py"))}


def test_every_module_with_english_sentences_is_named():
    """For whoever wants rulebooks and stories in another language: nothing that is said is forgotten."""
    (listed,) = re.findall(r"(?ms)^Modules with English sentences.*?\n\n", text("CONTRIBUTING.md"))
    parts = re.findall(r"in\s`(rulelang/\w+)`([^;]*)", listed)
    named = {f"{folder}/{module}.py" for folder, modules in parts for module in re.findall(r"`(\w+)`", modules)}
    files = [path for folder, _ in parts for path in sorted((ROOT / folder).glob("*.py"))]
    assert len(parts) == 3 and named == {str(path.relative_to(ROOT)) for path in files if has_sentences(path)}


def test_a_translated_rulebook_has_no_english_from_elsewhere():
    """With every sentence of these modules translated there remain the game's own words, and single ones of theirs."""
    command = [sys.executable, ROOT / "tests/translated.py", ROOT / "examples/no_thanks.rules"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    left = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert "rulelang/rulebook/places.py" in left["place"] and len(left) < 30
    assert not [word for word, places in left.items() if places == "elsewhere"]


# What the modules of the three folders import from elsewhere may say something only when something is wrong.
MESSAGES = {
    "rulelang/base/dispatch", "rulelang/base/source", "rulelang/engine/testing", "rulelang/ir/types",
    "rulelang/link/linker", "rulelang/play/settings", "rulelang/play/sources", "rulelang/workspace/rule_tests",
}  # fmt: skip


def test_no_sentence_comes_from_elsewhere():
    """If this fails: a sentence of a rulebook or a story belongs in one of the modules that a translator is told of."""
    folders = tuple(f"rulelang/{name}/" for name in ("rulebook", "story", "present"))
    files = [path for folder in folders for path in sorted((ROOT / folder).glob("*.py"))]
    found = {path for each in files for path in imported(each)}
    others = {path for path in found if not str(path.relative_to(ROOT)).startswith(folders)}
    assert {str(path.relative_to(ROOT).with_suffix("")) for path in others if has_sentences(path)} == MESSAGES


def imported(path: Path) -> Iterator[Path]:
    """The modules of rulelang that a module names in its imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulelang"):
            for name in (node.module or "", *(f"{node.module}.{each.name}" for each in node.names)):
                places = ROOT / f"{name.replace('.', '/')}.py", ROOT / name.replace(".", "/") / "__init__.py"
                yield from (place for place in places if place.exists())


WORDS = re.compile(r"\b[A-Za-z][a-z]+ [a-z]{2,}|^ [a-z]{2,} ?$|^[a-z]{2,} $")  # two words, or one that joins


def has_sentences(path: Path) -> bool:
    """Are there words of a sentence in a text that is no docstring, no mistake and no markup?"""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    raised = (node for node in ast.walk(tree) if isinstance(node, ast.Raise))
    left_out |= {id(each) for node in raised for each in ast.walk(node)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in left_out]
    return any(WORDS.search(each) for each in texts if isinstance(each, str) and "<" not in each)
