"""What a caller may ask of a game: the file or name, players, variants, options, mods.

Each mistake here is one sentence that says what is wrong, what there is, and the nearest name; the command line
shows the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulelang import ir
from rulelang import types as t
from rulelang.diagnostics import Diagnostic, nearest, problem
from rulelang.link import Linked, library
from rulelang.play.errors import LoadError
from rulelang.source import Source, Unreadable, read_source

Name = str | os.PathLike[str]
MOD = re.compile(r"^mod\b", re.MULTILINE)
BASE = re.compile(r'^mod\s+"[^"]*"\s+extends\s+(\w+)', re.MULTILINE)


# ---------------------------------------------------------------- files


def find_source(name: Name) -> Source:
    """The rules of a file, or of a bundled game by its name."""
    if is_path(name):
        return readable(name)
    path = library.find_game(str(name), Path())
    if path is None:
        raise LoadError(f"There is no game `{name}`; {choices('game', str(name), library.bundled_games())}")
    return readable(path)


def find_mods(names: Iterable[Name], base: Source) -> list[Source]:
    """The mods asked for; each must be a mod, and one of this game."""
    mods = [find_mod(name, base) for name in names]
    known = {stem(base), *map(stem, mods)}
    for mod in mods:
        if not MOD.search(mod.text):
            raise LoadError(f'`{mod.name}` is not a mod; a mod begins with `mod "…" extends {stem(base)}`.')
        of = BASE.search(mod.text)
        if of and not MOD.search(base.text) and of[1] not in known:
            raise LoadError(f"`{mod.name}` is a mod of `{of[1]}`, not of `{stem(base)}`.")
    return mods


def stem(source: Source) -> str:
    return Path(source.name).name.removesuffix(".rules")


def find_mod(name: Name, base: Source) -> Source:
    """A mod: a file, a bundled mod by its name, or a name beside the game."""
    if is_path(name):
        return readable(name)
    folders = (library.bundled_mods(), Path(base.name).parent)
    known = {path.stem: path for folder in folders for path in mods_in(folder)}
    if str(name) not in known:
        raise LoadError(f"There is no mod `{name}`; {choices('mod', str(name), known)}")
    return readable(known[str(name)])


def is_path(name: Name) -> bool:
    text = os.fspath(name)
    return not isinstance(name, str) or text.endswith(".rules") or os.sep in text or os.path.isfile(text)


def mods_in(folder: Path) -> list[Path]:
    """The mods in a folder: the files that say so."""
    files = sorted(folder.glob("*.rules")) if folder.is_dir() else []
    return [path for path in files if MOD.search(path.read_text(encoding="utf-8", errors="replace"))]


def readable(name: Name) -> Source:
    try:
        return read_source(name)
    except Unreadable as error:
        raise LoadError(error.message) from None


# ---------------------------------------------------------------- variants, players, options


def check_variants(linked: Linked, wanted: Sequence[str]) -> None:
    """Every variant is there, and none excludes another."""
    for name in wanted:
        if name not in linked.variants:
            raise LoadError(f"There is no variant `{name}`; {choices('variant', name, linked.variants)}")
    for name in wanted:
        for other in linked.variants[name].excludes:
            if str(other) in wanted:
                found = [problem("R214", other.span, name=name, other=other)]
                raise LoadError(f"The variants `{name}` and `{other}` exclude each other; choose one of them.", found)


def check_players(game: ir.Game, players: int | None) -> int:
    """The number of players; the least there can be if none is given."""
    if players is None:
        return min(game.players)
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
        raise LoadError(f"“{game.title}” is for {one_of(game.players)} players, not {players!r}.")
    return players


def check_options(game: ir.Game, options: Mapping[str, object]) -> None:
    """Every option is there, and names in values are; the rest is looked at when the game is lowered."""
    for name, value in options.items():
        if name not in game.options:
            raise LoadError(f"There is no option `{name}`; {choices('option', str(name), game.options)}")
        kind = inner(game.options[name].type)
        if isinstance(kind, t.Enum):
            check_members(name, value, game.enums[kind.name].members)


def check_members(name: str, value: object, members: Sequence[str]) -> None:
    """The names in a value are members of the enum."""
    texts = re.findall(r"\w+", value) if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    for text in texts:
        if isinstance(text, str) and text not in (*members, "none"):
            raise LoadError(f"Option `{name}` cannot be `{text}`; {choices('value', text, members)}")


def inner(type_: t.Type) -> t.Type:
    """What an option holds, leaving aside `?` and lists."""
    return inner(type_.of) if isinstance(type_, t.Optional | t.List) else type_


def refused(diagnostics: Iterable[Diagnostic]) -> str | None:
    """The sentence for an option whose value is not allowed."""
    for each in diagnostics:
        if each.code == "R502":
            return f"{each.title[:1].upper()}{each.title[1:]}; {each.help[:1].lower()}{each.help[1:]}"
    return None


# ---------------------------------------------------------------- sentences


def choices(kind: str, name: str, known: Iterable[str]) -> str:
    """The end of a sentence: the nearest name, and what there is."""
    names = list(known)
    if not names:
        return f"there are no {kind}s."
    close = nearest(name, names)
    guess = f"did you mean `{close}`? " if close else ""
    there = f"{kind}s are" if len(names) > 1 else f"{kind} is"
    listing = f"the {there} {', '.join(f'`{each}`' for each in names)}."
    return f"{guess}{listing[:1].upper() if guess else 't'}{listing[1:]}"


def one_of(numbers: Sequence[int]) -> str:
    """`3 or 4`, `2 to 6`, `4`."""
    low, high = min(numbers), max(numbers)
    if len(numbers) > 2 and list(numbers) == list(range(low, high + 1)):
        return f"{low} to {high}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
