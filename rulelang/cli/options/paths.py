"""Which files a command means: a game by file or name, rules in folders."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulelang.base.source import Unreadable, missing, read_source


def find_game(name: str) -> Path:
    """The file of a game: a path, or the name of a bundled game. Other names are refused with the nearest one."""
    path = Path(name)
    if name and path.is_file():
        return path
    from rulelang.base.files import display_path, known_games

    games = known_games()
    if name in games:
        return Path(display_path(games[name]))
    if not name or (os.sep not in name and not path.exists() and path.suffix != ".rules"):
        raise click.UsageError(unknown_game(name, games), click.get_current_context())
    read_source(name)  # raises the error: missing, a folder, or not readable
    return path


def unknown_game(name: str, games: dict[str, Path]) -> str:
    """The sentence for a name that is neither a bundled game nor a file."""
    from rulelang.diagnostics import nearest

    close = nearest(name, games)
    if close:
        return f"there is no game `{name}`; did you mean `{close}`?"
    beside = missing(name)
    all_games = "`rulelang games --all` lists those that come with it."
    hint = beside.split("; ", 1)[1] if "did you mean" in beside else all_games
    return f"there is no game or file `{name}`; {hint}"


def games_of(files: list[Path]) -> list[Path]:
    """The files to examine; a module is replaced by a game that uses it."""
    from rulelang.workspace.modules import user_of

    return list(dict.fromkeys(user_of(path) or path for path in files))


def rules_files(paths: tuple[str, ...]) -> list[Path]:
    """The rules files that the paths mean, in order: a file itself, all files in a folder, the game of a name."""
    files: list[Path] = []
    for name in paths:
        if not name or not Path(name).is_dir():
            files.append(find_game(name))
            continue
        inside = sorted(path for path in Path(name).rglob("*.rules") if path.is_file())
        if not inside:
            raise Unreadable(f"There is no `.rules` file in the folder `{name}`; name another.")
        files += inside
    return list(dict.fromkeys(files))
