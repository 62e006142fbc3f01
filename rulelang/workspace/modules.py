"""Modules: files without a `game` or `mod` line, whose declarations others include with `use`.

A module is not a game by itself. To examine one, examine a game or mod that uses it: the problems of the module are
reported there, and its tests run with the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulelang.base.source import Unreadable, read_source

HEAD = re.compile(r"^(game|mod)\b", re.MULTILINE)
USE = re.compile(r"^use\s+([\w., ]+)", re.MULTILINE)
ABOVE = 3  # folders to search for users: that of the module, and those above


def user_of(path: Path) -> Path | None:
    """A game or mod that uses a module, directly or through other modules; None for all other files."""
    found, seen = [path], {path}
    for module in found:
        if HEAD.search(text_of(module)):
            return module if module is not path else None
        more = [each for each in users(module) if each not in seen]
        found += more
        seen.update(more)
    return None


def users(module: Path) -> Iterator[Path]:
    """The files that name a module: `parts` beside it, `folder.parts` in the folder above."""
    name = module.stem
    for folder in list(module.absolute().parents)[:ABOVE]:
        for path in sorted(each for each in folder.glob("*.rules") if each.is_file()):  # reading a pipe would block
            named = [each.strip() for line in USE.findall(text_of(path)) for each in line.split(",")]
            if name in named:
                yield path if module.is_absolute() else shortest(path)
        name = f"{folder.name}.{name}"


def shortest(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def text_of(path: Path) -> str:
    """The text of a file; empty if it cannot be read."""
    try:
        return read_source(path).text
    except Unreadable:
        return ""
