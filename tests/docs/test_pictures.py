"""The pictures of the README: each is there, is shown, and says in words what it shows."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/pictures"
SHOWN = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_every_picture_is_shown_and_described() -> None:
    made = {path.relative_to(ROOT).as_posix() for path in FOLDER.iterdir() if path.suffix in (".svg", ".png")}
    assert {path for _, path in SHOWN} == made and len(made) >= 3
    assert all(len(words.split()) > 5 for words, _ in SHOWN)


def test_the_terminal_is_text_in_its_colors() -> None:
    root = ElementTree.parse(FOLDER / "terminal.svg").getroot()
    rows = ["".join(row.itertext()).replace("\u00a0", " ") for row in root.iter("{http://www.w3.org/2000/svg}text")]
    assert 20 <= len(rows) <= 24 and "Play to the trick" in rows
    assert len({span.get("fill") for span in root.iter("{http://www.w3.org/2000/svg}tspan")}) > 4
