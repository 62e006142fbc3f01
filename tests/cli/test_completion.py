"""What a shell completes: games, variants, options, mods and tests, as the line so far says which game is meant."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from cli_kit import GUESS, TESTED, rulelang
from helpers import ROOT

from rulelang.cli.group import VERBS
from rulelang.cli.shell import WHAT
from rulelang.cli.verbs.completion import MENDED, SHELLS

LINES = {
    # what is typed, and some of what is offered
    "ch": {"check"},
    "run no": {"nokosu", "nosh"},
    "run g": {"guess.rules"},
    "serve nokosu no": {"nokosu", "nosh"},
    "check folder/": {"folder/inside.rules"},
    "run guess.rules --variant ": {"Night"},
    "run guess.rules --set t": {"top="},
    "run nokosu --mod nokosu_b": {"nokosu_black"},
    "test guess.rules -k ": {"nobody has points"},
    "run guess.rules --from ": {"Ask", "all is played"},
    "explain R12": {"R120", "R121"},
    "run --pl": {"--players"},
    "run broken.rules --variant ": set(),
    "completion b": {"bash"},
}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "guess.rules").write_text(GUESS + TESTED, encoding="utf-8")
    (tmp_path / "broken.rules").write_bytes(b"rules 1\n\xff")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/inside.rules").write_text(GUESS, encoding="utf-8")
    return tmp_path


FREE = {"answer", "kinds", "name", "question", "shell", "words"}  # click knows the shells; the others are free text


def test_every_argument_is_completed_or_free() -> None:
    commands = [import_module(f"rulelang.cli.verbs.{verb}").command for verb in VERBS]
    named = {each.name for command in commands for each in command.params if each.param_type_name == "argument"}
    assert named - set(WHAT) == FREE, "WHAT in cli/shell.py"


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_completed(line: str, here: Path) -> None:
    words = ["rulelang", *line.split(" ")]
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1), "_RULELANG_COMPLETE": "bash_complete"}
    run = subprocess.run(
        [sys.executable, "-m", "rulelang"], cwd=here, env=environment(asked), capture_output=True, text=True
    )
    offered = {each.partition(",")[2] for each in run.stdout.splitlines()}
    assert not run.stderr and LINES[line] <= offered
    assert all(each.startswith(words[-1]) for each in offered)


def environment(more: dict[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_its_lines(shell: str) -> None:
    said = rulelang("completion", shell)
    assert said.code == 0 and f"_RULELANG_COMPLETE={shell}_complete" in said.out
    assert all(line.strip() in said.out for new in MENDED.get(shell, {}).values() for line in new.splitlines())
    program = shutil.which(shell)
    if program is not None:
        assert subprocess.run([program, "-n"], input=said.out, text=True, capture_output=True).returncode == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes(here: Path) -> None:
    """The lines, read by a real bash, and the function called as bash calls it when Tab is pressed.

    The function starts the command through `env`, so it has to be a program on the path.
    """
    script = """
eval "$(rulelang completion bash)"
COMP_WORDS=(rulelang run guess.rules --variant N) COMP_CWORD=4
own=$(complete -p rulelang | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$own rulelang
COMP_WORDS=(rulelang test guess.rules -k n) COMP_CWORD=4
$own rulelang
COMP_WORDS=(rulelang test guess.rules -k '"n') COMP_CWORD=4
$own rulelang
printf '%s\\n' "${COMPREPLY[@]}"
"""
    (here / "bin").mkdir()
    command = here / "bin" / "rulelang"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulelang "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    path = {"PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-c", script], cwd=here, env=environment(path), capture_output=True, text=True)
    assert run.stdout.splitlines() == ["Night", r"nobody\ has\ points", "nobody has points"], run.stderr


def test_an_unknown_shell_is_refused() -> None:
    said = rulelang("completion", "tcsh")
    assert said.code == 2 and "bash" in said.err and "Traceback" not in said.err
