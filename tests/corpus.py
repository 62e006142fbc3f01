"""Broken files with the codes expected on their lines: `---` begins a new case, `### R301` names a code on its line."""

from __future__ import annotations

import re
from pathlib import Path

DATA = Path(__file__).parent / "data"
Case = tuple[str, list[tuple[int, str]]]


def cases(folder: str) -> list[Case]:
    """Every case of a folder: its text, and the lines and codes expected."""
    return [case for path in sorted((DATA / folder).glob("*.rules")) for case in chunks(path)]


def chunks(path: Path) -> list[Case]:
    found = []
    for case in re.split(r"(?m)^---\n", path.read_text(encoding="utf-8")):
        lines = case.splitlines()
        want = [(n, code) for n, line in enumerate(lines, 1) for code in re.findall(r"### (\w+)", line)]
        found.append(("\n".join(line.split("###")[0].rstrip() for line in lines) + "\n", want))
    return found
