"""The command line as a whole: verbs, help, exit codes, and that nothing a user types shows a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from cli_kit import BREAKS, GUESS, LOOPS, ROOT, rulelang, script
from click.testing import CliRunner

from rulelang import cli
from rulelang.cli.group import VERBS


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in a folder with some files, good and bad."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guess.rules").write_text(GUESS)
    (tmp_path / "breaks.rules").write_text(BREAKS)
    (tmp_path / "loops.rules").write_text(LOOPS)
    (tmp_path / "utf.rules").write_bytes(b'rules 1\ngame "\xff"')
    (tmp_path / "binary.rules").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "huge.rules").write_bytes(b"# long\n" * 200_000)
    (tmp_path / "empty.rules").write_bytes(b"")
    (tmp_path / "tabs.rules").write_text('rules 1\ngame "T" for 2 players\nplay:\n\tif true:\n    \tnothing\n')
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.json").write_text("[1, 2]")
    return tmp_path


# ---------------------------------------------------------------- help


def test_each_verb_has_a_module_with_its_summary_and_examples() -> None:
    for verb, summary in VERBS.items():
        command = import_module(f"rulelang.cli.verbs.{verb}").command
        assert isinstance(command, click.Command) and command.name == verb
        said = rulelang(verb, "--help")
        assert said.code == 0 and summary in said.out and "Examples:" in said.out
        assert "{" not in said.out


def test_every_module_of_verbs_is_a_verb() -> None:
    modules = {path.stem for path in (ROOT / "rulelang/cli/verbs").glob("[a-z]*.py")}
    assert modules == set(VERBS), "VERBS in cli/group.py"


def test_help_lists_every_verb() -> None:
    for arguments in ((), ("--help",), ("-h",)):
        said = rulelang(*arguments)
        assert said.code == 0
        assert all(f"  {verb} " in said.out and summary in said.out for verb, summary in VERBS.items())


def test_version() -> None:
    from importlib.metadata import version

    assert rulelang("--version").out == f"rulelang {version('rulelang')}\n"


def test_it_is_a_module_too() -> None:
    done = subprocess.run([sys.executable, "-m", "rulelang", "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("rulelang ")
    assert subprocess.run([sys.executable, "-m", "rulelang", "frobnicate"], capture_output=True).returncode == 2


def test_help_imports_little() -> None:
    """`--help` is as fast as Python and click allow."""
    code = "import sys; from rulelang.cli import main; main(['--help']); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"attr", "attrs", "lark", "rich", "hypothesis", "rulelang.base.source"} & set(loaded)


def test_a_verb_does_its_heavy_imports_when_it_is_called() -> None:
    names = ", ".join(f"rulelang.cli.verbs.{verb}" for verb in VERBS)
    code = f"import sys, {names}; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"lark", "rich", "hypothesis", "joblib", "numpy", "rulelang.link", "rulelang.syntax"} & set(loaded)


# ---------------------------------------------------------------- bad input: one sentence, and nothing else

MISUSE = {
    # what is typed: what the sentence says
    "frobnicate": "there is no verb `frobnicate`",
    "chekc": "did you mean `check`?",
    "guess.rules": "rulelang run guess.rules",
    "run": "say which game to play",
    "run --frob": "--frob",
    "run nowhere.rules": "there is no file `nowhere.rules`",
    "run gues.rules": "did you mean `guess.rules`?",
    "run folder": "folder",
    "run ./folder": "`./folder` is a folder",
    "run utf.rules": "not UTF-8 at line 2",
    "run binary.rules": "binary data",
    "run huge.rules": "larger than 1 MiB",
    "run no/such/game.rules": "There is no folder `no/such`",
    "run guess.rules --players 9": "2 or 3 players, not 9",
    "run guess.rules --players x": "--players",
    "run guess.rules --seed x": "--seed",
    "run guess.rules --set tap=3": "did you mean `top`?",
    "run guess.rules --set top=99": "option `top` cannot be 99",
    "run guess.rules --set top": "--set option=value",
    "run guess.rules --set top=3 --set top=4": "set twice",
    "run guess.rules --variant Night": "there is no variant `Night`",
    "run guess.rules --mod nothere": "there is no mod `nothere`",
    "run guess.rules --mod nothere.rules": "nothere.rules",
    "run guess.rules --seats you,robot": "there is no kind of seat `robot`",
    "run guess.rules --seats you,rondom": "did you mean `random`?",
    "run guess.rules --seats random": "2 or 3 players, not 1",
    "run guess.rules --seats random,random,random,random": "2 or 3 players, not 4",
    "run guess.rules --players 2 --seats random,random,random": "2 play, and `--seats` names 3",
    "run guess.rules --trace no/such/file": "cannot be written",
    "run guess.rules --record folder": "it is a folder",
    "run guess.rules --record guess.rules": "it holds rules, which would be lost",
    "run guess.rules --trace text.json": "it holds something else, which would be lost",
    "sim guess.rules -n 2 --json guess.rules": "it holds rules, which would be lost",
    "rulebook guess.rules -o guess.rules": "it holds rules, which would be lost",
    "run guess.rules --json --seats you,random": "--json",
    "run --resume nothere": "`nothere` cannot be read",
    "run --resume text.json": "not a record",
    "run --resume text.json --players 2": "leave out --players",
    "check": "PATH",
    "check nowhere.rules": "there is no file `nowhere.rules`",
    "check folder": "no `.rules` file in the folder",
    "check binary.rules": "binary data",
    "check utf.rules": "not UTF-8",
    "check huge.rules": "larger than 1 MiB",
    "test": "PATH",
    "test nowhere": "no game or file `nowhere`",
    "test guess.rules -k zebra": "no test holds `zebra`",
    "replay": "RECORD",
    "replay nothere": "`nothere` cannot be read",
    "replay text.json": "not a record",
    "replay guess.rules": "not a record",
    "replay folder": "cannot be read",
    "explain R999": "there is no code `R999`",
    "explain r10": "did you mean `R100`?",
}


@pytest.mark.parametrize("typed", MISUSE)
def test_misuse_gets_a_sentence_and_exit_code_2(typed: str, here: Path) -> None:
    before = sorted(here.iterdir())
    said = rulelang(*typed.split())
    assert said.code == 2 and not said.out
    assert MISUSE[typed].casefold() in said.err.casefold()
    assert said.err.startswith("rulelang") and len(said.err.splitlines()) <= 2 and "Traceback" not in said.err
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize("verb", ["run", "check", "test"])
def test_an_empty_name_is_refused(verb: str) -> None:
    assert rulelang(verb, "").code == 2


WRONG = {
    "check tabs.rules": "tabs and spaces are mixed",
    "run tabs.rules": "tabs and spaces are mixed",
    "test tabs.rules": "tabs and spaces are mixed",
    "check empty.rules": "neither a `game` nor a `mod`",
    "run empty.rules": "neither a `game` nor a `mod`",
    "run loops.rules --seed 1": "steps without a choice",
    "run breaks.rules --seed 1": "`n` cannot be 2",
}


@pytest.mark.parametrize("typed", WRONG)
def test_wrong_rules_get_a_diagnostic_and_exit_code_1(typed: str) -> None:
    said = rulelang(*typed.split())
    assert said.code == 1
    assert WRONG[typed] in said.err and "─ " in said.err and "Traceback" not in said.text


def test_a_mistake_of_ours_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("what\nis this")

    monkeypatch.setattr("rulelang.cli.verbs.check.report", fail)
    said = rulelang("check", "guess.rules")
    assert said.code == 1 and len(said.err.splitlines()) == 1
    assert "report it" in said.err and "RULELANG_DEBUG=1" in said.err
    monkeypatch.setenv("RULELANG_DEBUG", "1")
    with pytest.raises(KeyError):
        rulelang("check", "guess.rules")


def test_exit_codes_are_those_of_click_too() -> None:
    """Programs that call the click command get the same codes."""
    runner = CliRunner()
    assert runner.invoke(cli.rulelang, ["check", "guess.rules"]).exit_code == 0
    assert runner.invoke(cli.rulelang, ["check", "tabs.rules"]).exit_code == 1
    assert runner.invoke(cli.rulelang, ["check", "nowhere.rules"]).exit_code == 2


# ---------------------------------------------------------------- the process


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As with `| head`: quiet, also when all is written at the end."""
    for arguments in ("run guess.rules --seed 1", "explain", "--help"):
        with subprocess.Popen(
            [script(), *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout and process.stderr
            process.stdout.close()
            assert process.stderr.read() == b"" and process.wait() in (0, 1)


def test_a_terminal_without_letters_gets_question_marks() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [script(), "run", "guess.rules", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, env=env)
    assert done.returncode == 0 and b"?" in done.stdout and not done.stderr


def test_no_game_is_known_by_name() -> None:
    """The command line plays any game; it names none."""
    names = [path.stem for path in (ROOT / "games").glob("*.rules")]
    for path in (ROOT / "rulelang" / "cli").rglob("*.py"):
        text = path.read_text(encoding="utf-8").casefold()
        assert not [name for name in names if name in text], path
