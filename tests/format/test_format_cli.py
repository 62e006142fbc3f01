"""`rulelang fmt`: files, folders and the input; what it writes, says and gives back."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest
from cli_kit import GUESS, rulelang, script

from rulelang.base import files

UGLY = GUESS.replace("  repeat 3 times:", "  repeat   3 times:   # thrice")
BROKEN = GUESS.replace("repeat 3 times:", "repeat 3 times")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.rules").write_text(GUESS)
    (tmp_path / "ugly.rules").write_text(UGLY)
    (tmp_path / "broken.rules").write_text(BROKEN)
    return tmp_path


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def test_a_file_is_formatted_once():
    said = rulelang("fmt", "ugly.rules")
    assert (said.code, said.out, said.err) == (0, "ugly.rules: formatted\n1 file formatted\n", "")
    assert Path("ugly.rules").read_text() == GUESS.replace("repeat 3 times:", "repeat 3 times:  # thrice")
    said = rulelang("fmt", "ugly.rules")
    assert (said.code, said.out) == (0, "1 file already in style\n")


def test_only_what_changes_is_written():
    os.utime("good.rules", (1, 1))
    assert rulelang("fmt", "good.rules", "ugly.rules").code == 0
    assert Path("good.rules").stat().st_mtime == 1
    assert names() == ["broken.rules", "good.rules", "ugly.rules"]


def test_a_file_with_mistakes_is_not_touched():
    said = rulelang("fmt", ".")
    assert said.code == 1 and "error[R1" in said.err
    assert said.out.splitlines() == [
        "broken.rules: not touched",
        "ugly.rules: formatted",
        "1 file formatted, 1 file already in style, 1 file with mistakes",
    ]
    assert Path("broken.rules").read_text() == BROKEN


def test_check_writes_nothing():
    said = rulelang("fmt", "--check", "ugly.rules", "good.rules")
    assert said.code == 1 and "ugly.rules: would be formatted\n" in said.out
    assert Path("ugly.rules").read_text() == UGLY
    assert rulelang("fmt", "--check", "good.rules").code == 0


def test_diff_shows_the_change():
    said = rulelang("fmt", "--diff", "ugly.rules", "good.rules")
    assert said.code == 0 and Path("ugly.rules").read_text() == UGLY
    assert "\n-  repeat   3 times:   # thrice\n+  repeat 3 times:  # thrice\n" in said.out
    assert said.out.startswith("--- ugly.rules\n+++ ugly.rules (formatted)\n@@ ")
    assert rulelang("fmt", "--diff", "--check", "ugly.rules").code == 1


def test_diff_can_be_applied():
    Path("ugly.rules").write_text(UGLY.rstrip("\n"))
    patch = rulelang("fmt", "--diff", "ugly.rules").out
    assert "\n\\ No newline at end of file\n" in patch


def test_line_ends_are_a_change():
    Path("dos.rules").write_bytes(GUESS.replace("\n", "\r\n").encode())
    assert rulelang("fmt", "--check", "dos.rules").code == 1
    assert rulelang("fmt", "dos.rules").code == 0
    assert Path("dos.rules").read_bytes() == GUESS.encode()


def test_from_input_to_output():
    said = rulelang("fmt", "-", typed=UGLY)
    assert (said.code, said.err) == (0, "") and said.out == GUESS.replace("3 times:", "3 times:  # thrice")
    assert rulelang("fmt", "-", "--check", typed=UGLY).code == 1
    assert rulelang("fmt", "-", "--check", typed=GUESS).code == 0
    said = rulelang("fmt", "-", typed=BROKEN)
    assert said.code == 1 and said.out == BROKEN and "error[R1" in said.err


def test_the_input_as_bytes():
    text = GUESS.replace("Name the number.", "Nenne die Zahl: ½ 玩").replace("\n", "\r\n")
    done = subprocess.run(
        [script(), "fmt", "-"], input=text.encode(), capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=True
    )
    assert done.stdout.decode() == text.replace("\r\n", "\n")


def test_wrong_usage():
    for arguments in (["fmt", "-", "good.rules"], ["fmt", "nowhere.rules"], ["fmt"]):
        assert rulelang(*arguments).code == 2


def test_bundled_games_are_only_looked_at():
    from rulelang.base.files import bundled_games

    name = next(iter(bundled_games()))
    said = rulelang("fmt", name)
    assert said.code == 2 and "comes with rulelang" in said.err
    assert rulelang("fmt", "--diff", name).code == 0


def test_links_and_permissions_stay():
    Path("ugly.rules").chmod(0o640)
    Path("link.rules").symlink_to("ugly.rules")
    assert rulelang("fmt", "link.rules").code == 0
    assert Path("link.rules").is_symlink() and Path("ugly.rules").read_text() != UGLY
    assert stat.S_IMODE(Path("ugly.rules").stat().st_mode) == 0o640


def test_an_interruption_loses_nothing(monkeypatch: pytest.MonkeyPatch):
    def interrupted(number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    assert rulelang("fmt", "ugly.rules").code == 130
    assert Path("ugly.rules").read_text() == UGLY
    assert names() == ["broken.rules", "good.rules", "ugly.rules"]


def test_interrupted_among_many_files(folder: Path):
    many = [folder / f"many{k}.rules" for k in range(60)]
    for path in many:
        path.write_text(UGLY)
    running = subprocess.Popen([script(), "fmt", *map(str, many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout
    running.stdout.read(1)
    time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode in (0, 130)
    assert {path.read_text() for path in many} <= {UGLY, GUESS.replace("3 times:", "3 times:  # thrice")}
    assert not list(folder.glob(".*"))
