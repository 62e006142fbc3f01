"""`docs/howto/prove-your-rules.md`: its game is broken as it says, and its commands print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_kit import ROOT, rulelang

PAGE = (ROOT / "docs" / "howto" / "prove-your-rules.md").read_text(encoding="utf-8")
KEYS = "e\n"


def blocks(kind: str) -> list[tuple[str, str]]:
    return re.findall(rf"^```{kind} ?(.*?)\n(.*?)^```", PAGE, re.M | re.S)


def same(pattern: str, text: str) -> bool:
    """Is this the text? `…` alone on a line stands for lines, within or at the end of one for letters."""
    parts = []
    for line in pattern.splitlines():
        if line == "…":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith("==…"):
            parts.append(re.escape(line) + r"\n")
        else:
            parts.append(".*".join(map(re.escape, line.split("…"))) + r"\n")
    return re.fullmatch("".join(parts), text) is not None


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    ((name, text),) = blocks("rules")
    Path(name).write_text(text)
    broken = text.splitlines()[16]
    assert broken.strip().startswith("if coins[pot] > 3")
    Path("fixed.rules").write_text(text.replace(broken, "    nothing"))
    commands = [part for _, block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.M) if part]
    assert len(commands) == 4
    for part in commands:
        command, _, output = part.partition("\n")
        said = rulelang(*command.partition(" < ")[0].split()[1:], typed=KEYS)
        assert same(output, said.out), f"{command}\n{said.text}"
