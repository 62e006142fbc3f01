"""Where rules files are found: the standard library, the bundled games, and files beside each other."""

from __future__ import annotations

import functools
from importlib.resources import files
from pathlib import Path

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source, Unreadable, read_source
from rulelang.syntax import nodes, parse

FAMILIES = ("auction", "trick", "draft", "trade")
ON_REQUEST = ("french",)  # modules that a file must `use`; the families come by themselves
Parsed = tuple[nodes.File, list[Diagnostic]]


def bundled_folder(name: str) -> Path:
    """A folder shipped inside the package, or the repository's own when working in it."""
    shipped = Path(str(files("rulelang"))) / name
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / name


def bundled_games() -> dict[str, Path]:
    """The games that come with the package, by name."""
    return {path.stem: path for path in sorted(bundled_folder("games").glob("*.rules"))}


def bundled_mods() -> Path:
    """The folder of the mods that come with the package."""
    shipped = bundled_folder("mods")
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / "examples" / "mods"


def find_game(name: str, beside: Path | None = None) -> Path | None:
    """The file that `extends NAME` or `run NAME` means: a sibling of that name, else the bundled game."""
    sibling = beside / f"{name}.rules" if beside else None
    if sibling and sibling.is_file():
        return sibling
    return bundled_games().get(name)


def find_module(name: str, beside: Path) -> Path | None:
    """The file that `use NAME` means: `std.french` in the library, else a path of dots beside the file."""
    parts = name.split(".")
    path = library_folder().joinpath(*parts[1:]) if parts[0] == "std" else beside.joinpath(*parts)
    path = path.with_name(path.name + ".rules")
    return path if path.is_file() else None


def library_folder() -> Path:
    return Path(__file__).parents[1] / "std"


def module_names() -> list[str]:
    """What `use` can name in the standard library."""
    return [f"std.{path.stem}" for path in sorted(library_folder().glob("*.rules"))]


@functools.cache
def library_file(name: str) -> Parsed:
    """A file of the standard library, read once: it never changes while the program runs."""
    return parse(read_library(name))


def read_library(name: str) -> Source:
    path = library_folder() / f"{name}.rules"
    return Source(f"std/{name}.rules", path.read_text(encoding="utf-8"))


def read_file(path: Path, shown: str | None = None) -> Source | str:
    """A rules file, or the sentence that says why it cannot be read."""
    try:
        source = read_source(path)
    except Unreadable as error:
        return error.message
    return Source(shown, source.text) if shown else source
