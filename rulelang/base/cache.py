"""The user's own cache folder: where compiled games and notes are kept, and which of its files count.

What lies there is trusted as the user's own files are, and so it counts only if it belongs to this user and nobody
else may write to it or to the folder. It is written under another name and then renamed, so that nobody finds half of
it. Nothing that lies there needs to: whatever is missing, stale or broken is made again.
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
    """Where this user keeps what can be made again; None where that cannot be known."""
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
    """Where a compiled game or a note lies; None if there is no folder that is ours alone."""
    folder = cache_folder()
    try:
        folder = None if folder is None else private_folder(folder / "native")
    except OSError:
        return None
    return None if folder is None else folder / name


def private_folder(folder: Path) -> Path | None:
    """The folder, made if need be; None if somebody else could write to it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder if is_ours(folder) else None


def is_ours(path: Path) -> bool:
    """Is it there, no link, and writable by nobody else?"""
    try:
        about = path.lstat()
    except OSError:
        return False
    kind = stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)
    return kind and about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def version() -> str:
    """This rulelang: where it lies, and every file of it by size and times."""
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
    """A text, the name it has in messages, and the file it is: of two names for one file, one counts."""
    parts = [source.text, source.name, os.path.realpath(source.name)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def same_files(asked: Iterable[Sequence[str]], given: Sequence[Source], shelf: Shelf) -> Shelf | None:
    """The files that rules stand on, if each of them, looked for anew, is what it was."""
    found: Shelf = {}
    for asking, words, known in asked:
        source = shelf.get((asking, words)) or resolve_source(asking, words, given)
        if not isinstance(source, Source) or sum_of(source) != known:
            return None
        found[asking, words] = source
    return found


def seal(text: bytes) -> bytes:
    """The bytes with a checksum before them, which proves that they are whole."""
    return hashlib.sha256(text).hexdigest().encode() + b"\n" + text


def unseal(data: bytes) -> bytes:
    """The bytes that were sealed; raises ValueError if they are not whole."""
    wanted, _, text = data.partition(b"\n")
    if wanted != hashlib.sha256(text).hexdigest().encode():
        raise ValueError("not what was written")
    return text
