"""The examples of docs/research.md are run; those for other libraries where these are installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
NEEDED = {"": (), "spiel": ("pyspiel",), "zoo": ("pettingzoo",), "train": ("pettingzoo", "sklearn")}


@pytest.mark.parametrize("kind", NEEDED)
def test_the_examples(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    for library in NEEDED[kind]:
        pytest.importorskip(library, reason=f"{library} is not installed; `pip install 'rulelang[{kind}]'` brings it")
    space: dict[str, object] = {}
    found = re.findall(rf"```python{' ' + kind if kind else ''}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    for block in found:
        exec(compile(block, str(PAGE), "exec"), space)
