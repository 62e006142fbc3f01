"""The user's own cache folder: where compiled games and notes are kept, and which of its files are trusted.

Cached files are trusted like the user's own, so they count only if they belong to this user and nobody else may write
to them or to the folder. They are written under another name and then renamed, so that nobody finds half a file.
Nothing in the cache is needed: whatever is missing, stale or broken is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from rulelang.base.files import HOME, Shelf, bundled_folder, resolve_source
from rulelang.base.source import Source


def cache_folder() -> Path | None:
    """Where this user keeps files that can be made again; None if that is unknown."""
    own, base = os.environ.get("RULELANG_CACHE"), os.environ.get("XDG_CACHE_HOME", "")
    if own:
        return Path(own)
    if os.path.isabs(base) and sys.platform != "darwin":
        return Path(base) / "rulelang"
    try:
        return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "rulelang"
    except RuntimeError:
        return None


def place(name: str) -> Path | None:
    """The path of a compiled game or a note; None if no folder is ours alone, or something that is no file lies there:
    to open a pipe would block.
    """
    folder = cache_folder()
    try:
        folder = None if folder is None else private_folder(folder / "native")
    except OSError:
        return None
    path = None if folder is None else folder / name
    return path if path is not None and (path.is_file() or not path.exists()) else None


def private_folder(folder: Path) -> Path | None:
    """The folder, created if need be; None if somebody else could write to it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder if is_ours(folder) else None


def is_ours(path: Path) -> bool:
    """Whether it exists, is no link, and is writable by nobody else."""
    try:
        about = path.lstat()
    except OSError:
        return False
    kind = stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)
    return kind and about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def version() -> str:
    """An identifier of this rulelang: its path, and the size and times of all its files."""
    found = [str(HOME)]
    for home in (HOME, bundled_folder("grammar")):
        for folder, folders, files in os.walk(home):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for name in sorted(files):
                about = os.stat(os.path.join(folder, name))
                found.append(f"{name} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


# ---------------------------------------------------------------- texts


def sum_of(source: Source) -> str:
    """A hash of a text, its name in messages, and its file: of two names for one file, one counts."""
    parts = [source.text, source.name, os.path.realpath(source.name)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def same_files(asked: Iterable[Sequence[str]], given: Sequence[Source], shelf: Shelf) -> Shelf | None:
    """The files that rules depend on, if each of them, resolved again, is unchanged."""
    found: Shelf = {}
    for asking, words, known in asked:
        source = shelf.get((asking, words)) or resolve_source(asking, words, given)
        if not isinstance(source, Source) or sum_of(source) != known:
            return None
        found[asking, words] = source
    return found


def seal(text: bytes) -> bytes:
    """The bytes after a checksum, which proves that they are complete."""
    return hashlib.sha256(text).hexdigest().encode() + b"\n" + text


def unseal(data: bytes) -> bytes:
    """The bytes that were sealed; raises ValueError if they are not intact."""
    wanted, _, text = data.partition(b"\n")
    if wanted != hashlib.sha256(text).hexdigest().encode():
        raise ValueError("not what was written")
    return text
