"""The repository as a whole: what it holds, what it knows, and what it ships."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from rulelang.base.files import gallery_games

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.stem for path in (ROOT / "games").glob("*.rules"))
TOP = {
    "pyproject.toml", "README.md", "LICENSE", "Makefile", "rulelang", "games", "grammar", "tests", "docs", "examples",
    "bench", "editors", "CONTRIBUTING.md", "SECURITY.md",
}  # fmt: skip
RULE_ID = re.compile(r"\b(NOKO|NOSH|NUTS|SWEET|PRETZ)-\d")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).exists()]


def test_the_top_level_is_as_agreed():
    found = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert {name for name in found if not name.startswith(".")} <= TOP


def test_the_quick_tests_have_a_part_of_every_floor():
    quick = (ROOT / "tests/quick").read_text(encoding="utf-8").split()
    assert all((ROOT / path.partition("::")[0]).exists() for path in quick)
    upper = {"bots", "spiel", "zoo", "table", "lsp"}  # they wait for other programs, or need packages of their own
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert folders - upper <= {path.split("/")[1] for path in quick}


def test_tests_of_one_folder_import_none_of_another():
    """So that each can be run alone; what they share is in a helper that is no test."""
    for path in sorted((ROOT / "tests").glob("*/test_*.py")):
        names = re.findall(r"(?m)^(?:from|import) (test_\w+)", path.read_text(encoding="utf-8"))
        assert not [name for name in names if not path.with_name(f"{name}.py").exists()], path


def test_the_engine_knows_no_game():
    names = [*GAMES, "Nokosu", "Nosh", "Mixed Nuts", "Sweet Nose", "Pretzel"]
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))
    guilty = []
    for path in sorted((ROOT / "rulelang").rglob("*")):
        if path.suffix in (".py", ".rules", ".lark") and "games" not in path.relative_to(ROOT / "rulelang").parts:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if pattern.search(line) or RULE_ID.search(line):
                    guilty.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert guilty == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from the working tree without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
    subprocess.run([*pip, *build], check=True, capture_output=True, cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_grammar_games_and_library(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        grammar = archive.read("rulelang/grammar/rulelang.lark")
    assert grammar == (ROOT / "grammar/rulelang.lark").read_bytes()
    assert {f"rulelang/games/{game}.rules" for game in GAMES} <= names
    assert {f"rulelang/gallery/{game}.rules" for game in gallery_games()} <= names
    assert {"rulelang/std/trick.rules", "rulelang/syntax/tables.bin"} <= names
    assert {f"rulelang/native/rt/c/{path.name}" for path in (ROOT / "rulelang/native/rt/c").iterdir()} <= names


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """An environment with the wheel alone; what it depends on is lent by this one."""
    home = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "env")], check=True)
    python = home / "env/bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    (site,) = (home / "env/lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    return home


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_installed_wheel_plays_every_bundled_game(installed, game):
    command = [str(installed / "env/bin/rulelang"), "run", game, "--seed", "1"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=installed, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout.splitlines()[-1]
