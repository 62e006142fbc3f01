"""From C text to a loaded library: compiled once, and kept in the user's cache folder under a hash of everything that
matters.

If the system says what the processor can do, code is generated for this processor; since that is part of the hash,
machines may share a folder. A cache file is written under another name and then renamed, so that nobody sees an
incomplete one. It is loaded only if it and its folder belong to this user, nobody else may write to them, and the file
is whole: it ends with a checksum, since a damaged library would end the process that loads it.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from rulelang.base.cache import is_ours, place

FLAGS = ("-O2", "-shared", "-fPIC", "-w")
QUICK = ("-O0", "-shared", "-fPIC", "-w")
LARGEST = 1_000_000  # letters of a text that is optimised; the largest bundled game has 160,000, more takes minutes
"""For a few hundred games: to make the code faster would take longer than to play them."""
TUNING = ("-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fno-tree-loop-distribute-patterns", "-mgeneral-regs-only")
"""Lists are short, and masks are written word by word: to read them as vectors is slow."""
SANITIZED = ("-Og", "-g1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""A build that stops at the first access to memory that is not there, and the first number that does not fit."""
NATIVE = ("-march=native",)
CPUINFO = Path("/proc/cpuinfo")
ABOUT_CPU = ("vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU part", "Features")
COMPILERS = ("cc", "gcc", "clang")
PATIENCE = 300  # seconds that a compiler may take
ROOM = 16 << 20  # bytes that a library may take
SUM = hashlib.sha256().digest_size  # bytes at the end of a library


class NoCompiler(Exception):
    """There is no C compiler, or it does not work; the text says why."""


def compiler() -> list[str]:
    """The command of the C compiler: RULELANG_CC, or the first that is found."""
    wanted = os.environ.get("RULELANG_CC")
    if wanted is not None:
        try:
            words = shlex.split(wanted)
        except ValueError:  # a quote that is not closed
            words = []
        if not words or shutil.which(words[0]) is None:
            raise NoCompiler(f"RULELANG_CC names no compiler that can be run: {wanted!r}")
        return words
    for name in COMPILERS:
        if shutil.which(name):
            return [name]
    raise NoCompiler("no C compiler is installed (looked for cc, gcc and clang)")



def library(text: str, quick: bool = False) -> ctypes.CDLL:
    """The library of a C text, from the cache or compiled now. `quick`: compile fast rather than optimize."""
    command, flags = compiler(), QUICK if quick or len(text) > LARGEST else FLAGS
    path = place(f"{key_of(command, text, flags)}.so")
    kept = None if path is None else open_kept(path)
    if kept is not None:
        return kept
    if path is not None:
        with suppress(OSError):  # the disk of the cache may be full
            return open_library(compile_text(command, text, path, flags))
    try:
        with tempfile.TemporaryDirectory(prefix="rulelang-") as own:
            return open_library(compile_text(command, text, Path(own) / "game.so", flags))
    except OSError as error:
        raise NoCompiler(f"there is no place for what the C compiler makes: {error.strerror or error}") from None


def open_kept(path: Path) -> ctypes.CDLL | None:
    """The library that was kept at a path; None if there is none that can be trusted, so that it is made again."""
    with suppress(OSError):
        if is_ours(path) and is_whole(path.read_bytes()):
            return ctypes.CDLL(str(path))
    return None


def checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def is_whole(data: bytes) -> bool:
    """Whether the bytes of a library end with the checksum of the others."""
    return data[-SUM:] == checksum(data[:-SUM])


def open_library(path: Path) -> ctypes.CDLL:
    """Loads a library that was just compiled; if it is not one, the compiler is not a compiler."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise NoCompiler(f"what the C compiler made cannot be loaded: {error}") from None


def build_sanitized(text: str, path: Path) -> Path:
    """A program from a C text with a `main`, built with sanitizers: it stops with a report at the first fault."""
    source = path.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    words = [*compiler(), *SANITIZED, "-o", str(path), str(source)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoCompiler(f"the C compiler failed: {first_line(done.stderr)}")
    return path


def key_of(command: list[str], text: str, usual: tuple[str, ...] | None = None) -> str:
    """A hash of the text, the compiler and the machine."""
    found = Path(shutil.which(command[0]) or command[0]).resolve()
    about = found.stat()
    parts = [*command, *(usual or FLAGS), *TUNING, *NATIVE, str(found), str(about.st_size), str(about.st_mtime_ns)]
    parts += [os.uname().machine, processor(), text]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


def processor() -> str:
    """The system's description of its first processor; empty if there is none."""
    try:
        first = CPUINFO.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
    except OSError:
        return ""
    lines = (line.partition(":") for line in first.splitlines())
    return "\n".join(f"{name.strip()}:{value}" for name, _, value in lines if name.strip() in ABOUT_CPU)




def compile_text(command: list[str], text: str, path: Path, usual: tuple[str, ...]) -> Path:
    """Compiles under a temporary name in the same folder and then renames."""
    with tempfile.TemporaryDirectory(prefix=".making-", dir=path.parent) as making:
        source, made = Path(making) / "game.c", Path(making) / "game.so"
        source.write_text(text, encoding="utf-8")
        for flags in (*tuning_flags(usual), usual):
            words = [*command, *flags, "-o", str(made), str(source)]
            done = run_compiler(words)
            if done.returncode == 0:
                break
        if done.returncode != 0 and shutil.disk_usage(making).free < ROOM:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if done.returncode != 0 or not made.is_file():
            raise NoCompiler(f"the C compiler failed: {first_line(done.stderr)}")
        made.write_bytes((data := made.read_bytes()) + checksum(data))
        made.chmod(0o700)
        os.replace(made, path)
    return path


def tuning_flags(usual: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The flags to try before the usual ones; a quick build is not tuned, since that takes long."""
    if usual is QUICK:
        return ()
    native = NATIVE if processor() else ()
    return (*usual, *TUNING, *native), (*usual, *native)


def first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "it said nothing")


def run_compiler(words: list[str]) -> subprocess.CompletedProcess[str]:
    """The output of the compiler; it reads nothing but its files, and has a minute or two."""
    try:
        return subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE
        )  # its code is the caller's to judge
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCompiler(f"the C compiler failed: {error}") from None
