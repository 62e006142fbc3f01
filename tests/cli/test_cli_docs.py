"""Every example of `docs/commands.md` is run, in its order, and says what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_kit import BREAKS, GUESS, ROOT, rulelang

from rulelang.cli.group import VERBS

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")

FAILING = """\
rules 1
game "Failing" for 2 players
play: nothing
winner p: most p.number
test "two and two" for 2 players:
  expect 2 + 2 == 5
"""


def examples() -> list[tuple[str, str]]:
    """Each command with what it is said to print."""
    blocks = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M) if part]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def matches(pattern: str, text: str) -> bool:
    """Is this the text, where `…` alone on a line stands for lines and at the end of one for its rest?"""
    parts = []
    for line in pattern.splitlines():
        if line == "…":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("…"):
            parts.append(re.escape(line[:-1]) + r".*\n")
        else:
            parts.append(re.escape(line) + r"\n")
    return re.fullmatch("".join(parts), text) is not None


def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("games", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / "breaks.rules").write_text(BREAKS)
    (tmp_path / "failing.rules").write_text(FAILING)
    (tmp_path / "typo.rules").write_text(GUESS.replace("run Hide,", "run Hid,"))
    found = examples()
    assert len(found) >= 12
    for command, output in found:
        said = rulelang(*shlex.split(command)[1:])
        both = (said.out + said.err, said.err + said.out)
        assert any(matches(output, text) for text in both), f"{command}\n{said.text}"


def test_every_verb_and_option_has_its_place() -> None:
    for verb, summary in VERBS.items():
        assert f"\n## {verb}\n" in PAGE and f"| [`{verb}`](#{verb}) | {summary} |" in PAGE
        section = PAGE.partition(f"\n## {verb}\n")[2].partition("\n## ")[0]
        options = re.findall(r"^  (--?[a-z]+)", rulelang(verb, "--help").out, re.M)
        assert all(f"{option}" in section or option == "-h" for option in options), verb
