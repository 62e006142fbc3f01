"""`rulelang new NAME`: a small game that can be played and tested at once; `--mod GAME`: a mod of a game; `--repo`: a
repository with a game and everything to check it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from rulelang.base.files import write_whole
from rulelang.cli.errors import refusal, report_load_errors
from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import is_person, say

EXAMPLES = """\
rulelang new my_game
rulelang new my_tricks --family trick --players 3..5 --title Tricks
rulelang new --mod {game} my_mod
rulelang new --repo my_rules"""
FAMILIES = {
    "trick": "cards are played to tricks",
    "auction": "things are sold to the highest bid",
    "draft": "tiles are picked from the middle",
    "dice": "dice are rolled, and luck is pushed",
    "blank": "the least that is a game",
}
ALSO = {"trick-taking": "trick", "tricks": "trick", "drafting": "draft", "auctions": "auction"}  # synonyms
MOST = 10  # the most players of a new game
T = TypeVar("T")


@click.command("new", cls=Verb, help=VERBS["new"], epilog=EXAMPLES)
@click.argument("name", required=False)
@click.option("--family", metavar="FAMILY", help=f"What it is like: {', '.join(FAMILIES)}.")
@click.option("--players", metavar="N", help="Number of players, as 4 or 2..4.")
@click.option("--title", metavar="TITLE", help="Title of the game (default: made from NAME).")
@click.option("--mod", "game", metavar="GAME", help="Start a mod of this game instead of a game.")
@click.option("--repo", is_flag=True, help="Start a repository: a folder with a game, its tests and checks.")
def command(
    name: str | None, family: str | None, players: str | None, title: str | None, game: str | None, repo: bool
) -> int:
    asks = is_person()
    if game is not None and repo:
        raise refusal("a repository begins with a game; leave `--mod` out, and write the mod into it afterwards.")
    if game is not None and (family or players):
        raise refusal("a mod has the family and the players of its game; leave `--family` and `--players` out.")
    if not name and not asks:
        raise refusal("name the file to write, as `rulelang new my_game`.")
    read = new_folder if repo else new_path
    what, first = ("folder", "my_rules") if repo else ("file", "my_mod" if game is not None else "my_game")
    path = read(name) if name else ask(f"Name of the {what}", first, read)
    title = title or (ask("Title", title_of(path), str) if asks else title_of(path))
    if game is not None:
        text = mod_of(game, path, readable(title))
    else:
        family = find_family(family) if family else ask_family() if asks else "blank"
        question = "Players, as 4 or 2..4"
        players = player_range(players) if players else ask(question, "2..4", player_range) if asks else "2..4"
        text = game_text(family, players, readable(title))
    if repo:
        return write_repository(path, readable(title), text)
    write_whole(path, text)
    what = "a mod" if game is not None else "a game"
    words = command_name(path, game)
    say(f"{path}: {what} with tests. Next:\n  rulelang test {words}\n  rulelang run {words}")
    return 0


def write_repository(folder: Path, title: str, text: str) -> int:
    from rulelang.cli.templates import repository

    name = re.sub(r"\W", "_", folder.name)
    for path, content in repository(name, title, text).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, content)
    say(f"{folder}: a repository with a game, its tests and checks. Next:")
    say(f"  cd {folder} && git init\n  rulelang test games\n  rulelang run games/{name}.rules")
    return 0


def command_name(path: Path, game: str | None) -> str:
    """How a command names the new file; a mod in another folder needs its game too."""
    from rulelang.cli.templates.mod import is_alone

    return str(path) if game is None or is_alone(game, path) else f"{game} --mod {path}"


# ---------------------------------------------------------------- asking


def ask(question: str, default: str, read: Callable[[str], T]) -> T:
    """Ask until an answer can be read; for one that cannot, say why."""
    while True:
        answer: str = click.prompt(question, default=default)
        try:
            return read(answer.strip())
        except click.UsageError as refused:
            say(f"  {refused.message[:1].upper()}{refused.message[1:]}")


def ask_family() -> str:
    for name, text in FAMILIES.items():
        say(f"  {name:<8} {text}")
    return ask("Family", "blank", find_family)


# ---------------------------------------------------------------- what was asked for


def new_path(name: str) -> Path:
    """The path of the new file; refuses a file that exists."""
    path = Path(name if name.endswith(".rules") else f"{name}.rules")
    if not re.fullmatch(r"[A-Za-z]\w*\.rules", path.name):
        raise refusal(f"`{path.name}` cannot be the name of a game; use letters, digits and `_`.")
    if path.exists():
        raise refusal(f"`{path}` is there already; choose another name.")
    if not path.parent.is_dir():
        raise refusal(f"there is no folder `{path.parent}`; make it first.")
    return path


def new_folder(name: str) -> Path:
    """The folder for a repository; refuses one that is not empty."""
    path = Path(name)
    if not re.fullmatch(r"[A-Za-z][\w-]*", path.name):
        raise refusal(f"`{path.name}` cannot be the name of a repository; use letters, digits, `_` and `-`.")
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise refusal(f"`{path}` is there already; choose another name.")
    if not path.parent.is_dir():
        raise refusal(f"there is no folder `{path.parent}`; make it first.")
    return path


def title_of(path: Path) -> str:
    return re.sub(r"(^| )\w", lambda found: found[0].upper(), re.sub("[_-]", " ", path.stem))


def readable(title: str) -> str:
    """A title that can stand between quotes on one line."""
    return " ".join(title.replace("\\", "").replace('"', "'").split()) or "A game"


def find_family(name: str) -> str:
    from rulelang.diagnostics import nearest

    name = ALSO.get(name, name)
    if name in FAMILIES:
        return name
    close = nearest(name, FAMILIES)
    guess = f"did you mean `{close}`? " if close else ""
    raise refusal(f"there is no family `{name}`; {guess}there are: {', '.join(FAMILIES)}.")


def player_range(text: str) -> str:
    """`4` or `2..4`, as a game writes it."""
    found = re.fullmatch(r"\s*(\d{1,2})\s*(?:(?:\.\.|-|–)\s*(\d{1,2})\s*)?", text)
    low = int(found[1]) if found else 0
    high = int(found[2] or found[1]) if found else 0
    if not 2 <= low <= high <= MOST:
        raise refusal(f"`{text}` is no number of players; write it as 4 or 2..4, from 2 to {MOST}.")
    return str(low) if low == high else f"{low}..{high}"


# ---------------------------------------------------------------- writing


def game_text(family: str, players: str, title: str) -> str:
    from rulelang.cli.templates import template

    text = template(family).replace('"TITLE"', f'"{title}"').replace("for PLAYERS players", f"for {players} players")
    return text.replace("for MANY players", f"for {players.rpartition('..')[2]} players")


def mod_of(game: str, path: Path, title: str) -> str:
    from rulelang.cli.templates.mod import mod_text

    with report_load_errors():
        return mod_text(game, path, title)
