"""Files: where rules are found, which files rules may ask for, and atomic writes.

Rules come from strangers. A file named by `extends` or `use` is read only if it is a regular `.rules` file in the
folder of the asking file or below, in the library or among the bundled games and mods, with no `..` and no link out of
there; or if the caller has given it. It is opened once, checked through its descriptor, and read from that. Nothing is
parsed here, so a caller that only wants to know whether rules have changed need not load the parser.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulelang.base.frozen import Frozen, frozen
from rulelang.base.source import Source, Unreadable, as_text, enough, source_name

HOME = Path(__file__).parents[1]
Shelf = dict[tuple[str, str], Source]
"""Files that others depend on: by the asking file, and its words, `extends NAME` or `use NAME`."""


def bundled_folder(name: str) -> Path:
    """A folder shipped inside the package, or the repository's own when working in it."""
    shipped = HOME / name
    return shipped if shipped.is_dir() else HOME.parent / name


def bundled_games() -> dict[str, Path]:
    """The games that come with the package, by name."""
    return {path.stem: path for path in sorted(bundled_folder("games").glob("*.rules"))}


def gallery_folders() -> tuple[Path, ...]:
    """The folders of the gallery: traditional and generic games that serve as examples."""
    shipped, here = HOME / "gallery", HOME.parent / "examples"
    return (shipped,) if shipped.is_dir() else (here, here / "gallery")


def gallery_games() -> dict[str, Path]:
    """The games of the gallery, by name."""
    found = [path for folder in gallery_folders() for path in folder.glob("*.rules")]
    return {path.stem: path for path in sorted(found, key=lambda path: path.stem)}


def known_games() -> dict[str, Path]:
    """All games with a name: the bundled ones, and the gallery."""
    return {**gallery_games(), **bundled_games()}


def bundled_mods() -> Path:
    """The folder of the mods that come with the package."""
    shipped = bundled_folder("mods")
    return shipped if shipped.is_dir() else HOME.parent / "examples" / "mods"


def library_folder() -> Path:
    return HOME / "std"


def module_names() -> list[str]:
    """What `use` can name in the standard library."""
    return [f"std.{path.stem}" for path in sorted(library_folder().glob("*.rules"))]


def find_game(name: str, beside: Path | None = None) -> Path | None:
    """The file that `run NAME` means: one of that name in the folder, else the bundled game or that of the gallery."""
    sibling = beside / f"{name}.rules" if beside else None
    if sibling and sibling.is_file():
        return sibling
    return known_games().get(name)


# ---------------------------------------------------------------- what a file asks for


@frozen
class Refusal(Frozen):
    """A file that is not read for the asking one: the code of the diagnostic, and its parts."""

    code: str
    why: str = ""


OUTSIDE = Refusal("R221")
OTHER_KIND = Refusal("R222")
KINDS = {  # kinds of files that are not regular
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
    stat.S_IFLNK: "a link",
}


def resolve_source(asking: str, words: str, given: Iterable[Source] = ()) -> Source | Refusal | None:
    """What `extends NAME` or `use NAME` in a file means; None if there is no such file. A `given` file may be meant
    wherever it lies: by its path, or by its name if no file in the folder has it.
    """
    verb, _, name = words.partition(" ")
    folder = Path(asking).parent
    path = module_path(name, folder) if verb == "use" else base_path(name, folder)
    by_path = {os.path.realpath(source.name): source for source in given}
    if path is None:
        named = [source for source in by_path.values() if source_name(source.name) == name]
        path = known_games().get(name)
        return named[0] if named else read_below(path, folder) if path else None
    if source := by_path.get(os.path.realpath(path)):
        return source
    if verb == "extends" and (os.path.isabs(name) or ".." in Path(name).parts):
        return OUTSIDE
    return read_below(path, folder) if os.path.exists(path) else None


def base_path(name: str, beside: Path) -> Path | None:
    """The file that `extends NAME` means in the mod's folder: a path, or a name if there is such a file."""
    if "." in name or "/" in name:
        return beside / name
    sibling = beside / f"{name}.rules"
    return sibling if sibling.exists() else None


def module_path(name: str, beside: Path) -> Path:
    """The file that `use NAME` means: `std.french` in the library, else a dotted path from the folder of the file."""
    parts = name.split(".")
    path = library_folder().joinpath(*parts[1:]) if parts[0] == "std" else beside.joinpath(*parts)
    return path.with_name(path.name + ".rules")


def read_below(path: Path, folder: Path) -> Source | Refusal:
    """A rules file, if it really lies in the folder, the library or among the bundled games and mods."""
    if path.suffix != ".rules":
        return OTHER_KIND
    real = os.path.realpath(path)
    for root in (folder, library_folder(), bundled_folder("games"), bundled_mods(), *gallery_folders()):
        below = os.path.relpath(real, os.path.realpath(root)).split(os.sep)
        if below[0] != os.pardir:
            if not real.endswith(".rules"):
                return OTHER_KIND
            return read_regular(os.path.realpath(root), below, display_path(path))
    return OUTSIDE


def read_regular(root: str, below: list[str], name: str) -> Source | Refusal:
    """The text of a regular file, opened step by step from a folder; no step may be a link, whatever others do
    meanwhile.
    """
    try:
        number = open_below(root, below)
        kind = stat.S_IFMT(os.fstat(number).st_mode)
        if kind != stat.S_IFREG:
            os.close(number)
            return Refusal("R223", KINDS.get(kind, "something else"))
        with open(number, "rb") as file:
            return Source(name, as_text(name, file.read(enough())))
    except Unreadable as error:
        return Refusal("R205", error.message)
    except OSError as error:
        return Refusal("R205", f"`{name}` cannot be opened ({(error.strerror or str(error)).lower()}).")


def open_below(root: str, below: list[str]) -> int:
    """A descriptor to read from; a pipe is opened without waiting for its writer."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    if os.open not in os.supports_dir_fd:
        return os.open(os.path.join(root, *below), flags | getattr(os, "O_BINARY", 0))
    at = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in below[:-1]:
            step = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = step
        return os.open(below[-1], flags, dir_fd=at)
    finally:
        os.close(at)


def display_path(path: Path | str) -> str:
    """A path for people: relative to the working folder, if it is below that."""
    try:
        here = os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)
    return str(path) if here.startswith("..") else here


# ---------------------------------------------------------------- writing


class Unwritable(Exception):
    """A file could not be written; the message says which and why. Its old content is intact."""


def write_whole(path: str | os.PathLike[str], content: str | bytes, mode: int | None = None) -> None:
    """Replace a file by a text atomically: written beside it, synced to the disk, renamed.

    A link stays a link, and a file keeps its permissions; a device or a pipe is written to.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        if is_stream(path):
            Path(path).write_bytes(data)
        else:
            replace(os.path.realpath(path), data, mode)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Unwritable(f"`{os.fspath(path)}` cannot be written ({why}); nothing there was changed.") from None


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether this is something to write to, such as a device or a pipe, rather than a file that can be replaced."""
    name = os.fspath(path)
    return os.path.exists(name) and (name.startswith("/dev/") or not os.path.isfile(name))


def replace(path: str, data: bytes, mode: int | None) -> None:
    """Replace an old file by a new one atomically."""
    folder, name = os.path.split(path)
    part = os.path.join(folder, f".{name[:100]}.{os.urandom(4).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:  # from the first moment: Ctrl-C may come as soon as the file exists
        number = os.open(part, flags, 0o666 if mode is None else mode)
        with open(number, "wb") as file:
            if mode is None and os.path.exists(path):
                os.chmod(part, stat.S_IMODE(os.stat(path).st_mode))
            file.write(data)
            file.flush()
            os.fsync(number)
        os.replace(part, path)
    except FileExistsError:
        raise  # it belongs to somebody else
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    sync_folder(folder)


def sync_folder(folder: str) -> None:
    """Sync the names in a folder to the disk, if the system can."""
    with suppress(OSError):
        number = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
