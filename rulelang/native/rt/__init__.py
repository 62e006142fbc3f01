"""The fixed runtime: the C that is pasted unchanged into every generated text, and what generated Python calls.

A C file here is plain C: `tests/native/test_runtime_c.py` compiles each with all warnings. A printer pastes the files
it needs into one text, so that a game is one file with one hash. The comment at the top of a file is not pasted.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

C = Path(__file__).parent / "c"


@cache
def runtime_text(name: str) -> str:
    """The text of a C file, without the comment at its head."""
    return (C / name).read_text(encoding="utf-8").partition("*/\n")[2]
