"""Where rules files are found: the bundled games, the standard library, and files beside each other.

Nothing is parsed here, so who only wants to know whether rules have changed need not load what reads them.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulelang.base.source import Source, Unreadable, read_source

HOME = Path(__file__).parents[1]
Shelf = dict[tuple[str, str], Source]
"""Files that others stand on: by the file that asks, and its words, `extends NAME` or `use NAME`."""


def bundled_folder(name: str) -> Path:
    """A folder shipped inside the package, or the repository's own when working in it."""
    shipped = HOME / name
    return shipped if shipped.is_dir() else HOME.parent / name


def bundled_games() -> dict[str, Path]:
    """The games that come with the package, by name."""
    return {path.stem: path for path in sorted(bundled_folder("games").glob("*.rules"))}


def bundled_mods() -> Path:
    """The folder of the mods that come with the package."""
    shipped = bundled_folder("mods")
    return shipped if shipped.is_dir() else HOME.parent / "examples" / "mods"


def library_folder() -> Path:
    return HOME / "std"


def module_names() -> list[str]:
    """What `use` can name in the standard library."""
    return [f"std.{path.stem}" for path in sorted(library_folder().glob("*.rules"))]


# ---------------------------------------------------------------- what a file asks for


def find_game(name: str, beside: Path | None = None) -> Path | None:
    """The file that `extends NAME` or `run NAME` means: a sibling of that name, else the bundled game."""
    sibling = beside / f"{name}.rules" if beside else None
    if sibling and sibling.is_file():
        return sibling
    return bundled_games().get(name)


def find_base(name: str, beside: Path) -> Path | None:
    """The file that `extends NAME` means: a path, or a game by its name."""
    return beside / name if "." in name or "/" in name else find_game(name, beside)


def find_module(name: str, beside: Path) -> Path:
    """The file that `use NAME` means: `std.french` in the library, else a path of dots beside the file."""
    parts = name.split(".")
    path = library_folder().joinpath(*parts[1:]) if parts[0] == "std" else beside.joinpath(*parts)
    return path.with_name(path.name + ".rules")


def find_wanted(asking: str, words: str) -> Path | None:
    """The file that the words of another mean, if there is one."""
    verb, _, name = words.partition(" ")
    folder = Path(asking).parent
    path = find_module(name, folder) if verb == "use" else find_base(name, folder)
    return path if path is not None and path.is_file() else None


def read_file(path: Path) -> Source | str:
    """A rules file under the name a reader knows it by, or the sentence that says why it cannot be read."""
    try:
        return Source(shown(path), read_source(path).text)
    except Unreadable as error:
        return error.message


def shown(path: Path) -> str:
    """A path as a reader knows it: from here, if it is below."""
    here = os.path.relpath(path)
    return str(path) if here.startswith("..") else here
