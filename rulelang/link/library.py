"""The standard library: the prelude that every game has, and the mechanisms of the families."""

from __future__ import annotations

import functools

from rulelang.base.files import library_folder
from rulelang.base.limits import Limits, use_limits
from rulelang.base.source import LIBRARY, Source
from rulelang.diagnostics import Diagnostic
from rulelang.syntax import nodes, parse

FAMILIES = ("auction", "trick", "draft", "trade", "reaction")
ON_REQUEST = ("dice", "french", "hands")  # modules that a file must `use`; the families are included automatically
Parsed = tuple[nodes.File, list[Diagnostic]]


@functools.cache
def library_file(name: str) -> Parsed:
    """A file of the standard library, read once, since it never changes while the program runs."""
    with use_limits(Limits.none()):
        return parse(read_library(name))


def read_library(name: str) -> Source:
    path = library_folder() / f"{name}.rules"
    return Source(f"{LIBRARY}{name}.rules", path.read_text(encoding="utf-8"))
