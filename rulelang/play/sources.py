"""The files that a caller means: a game by file or name, and its mods. Any mistake is reported in one sentence.

Only the first words of a file are read here, so a game that was played before is found without loading the parser.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from rulelang.base.files import bundled_mods, find_game, known_games, read_below
from rulelang.base.source import Source, Unreadable, read_source, source_name
from rulelang.play.errors import LoadError

Name = str | os.PathLike[str]
MOD = re.compile(r"^mod\b", re.MULTILINE)
BASE = re.compile(r'^mod\s+"[^"]*"\s+extends\s+(\w+)', re.MULTILINE)


def find_source(name: Name) -> Source:
    """The rules of a file, or of a game that comes with rulelang by its name."""
    if is_path(name):
        return readable(name)
    path = find_game(str(name), Path())
    if path is None:
        raise LoadError(f"There is no game `{name}`; {choices('game', str(name), known_games())}")
    return readable(path)


def find_mods(names: Iterable[Name], base: Source) -> list[Source]:
    """The mods asked for; each must be a mod, and one of this game."""
    mods = [find_mod(name, base) for name in names]
    game = source_name(base.name)
    known = {game, *(source_name(mod.name) for mod in mods)}
    for mod in mods:
        if not mod.is_rules or not MOD.search(mod.text):
            raise LoadError(f'`{mod.name}` is not a mod; a mod begins with `rules 1` and `mod "…" extends {game}`.')
        of = BASE.search(mod.text)
        if of and not MOD.search(base.text) and of[1] not in known:
            raise LoadError(f"`{mod.name}` is a mod of `{of[1]}`, not of `{game}`.")
    return mods


def find_mod(name: Name, base: Source) -> Source:
    """A mod: a file, a bundled mod by its name, or a name beside the game."""
    if is_path(name):
        return readable(name)
    folders = (bundled_mods(), Path(base.name).parent)
    known = {path.stem: path for folder in folders for path in mods_in(folder)}
    if str(name) not in known:
        raise LoadError(f"There is no mod `{name}`; {choices('mod', str(name), known)}")
    return readable(known[str(name)])


def is_path(name: Name) -> bool:
    text = os.fspath(name)
    return not isinstance(name, str) or text.endswith(".rules") or os.sep in text or os.path.isfile(text)


def mods_in(folder: Path) -> list[Path]:
    """The mods in a folder: the files that say so."""
    found = []
    for path in sorted(folder.glob("*.rules")) if folder.is_dir() else []:
        source = read_below(path, folder)
        if isinstance(source, Source) and source.is_rules and MOD.search(source.text):
            found.append(path)
    return found


def readable(name: Name) -> Source:
    try:
        return read_source(name)
    except Unreadable as error:
        raise LoadError(error.message) from None


def choices(kind: str, name: str, known: Iterable[str]) -> str:
    """The end of a sentence: the nearest name, and what there is."""
    from rulelang.diagnostics import nearest

    names = list(known)
    if not names:
        return f"there are no {kind}s."
    close = nearest(name, names)
    guess = f"did you mean `{close}`? " if close else ""
    there = f"{kind}s are" if len(names) > 1 else f"{kind} is"
    listing = f"the {there} {', '.join(f'`{each}`' for each in names)}."
    return f"{guess}{listing[:1].upper() if guess else 't'}{listing[1:]}"
