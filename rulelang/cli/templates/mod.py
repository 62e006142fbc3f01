"""A starter mod: one change that keeps everything as it is, its test, and a list of other possible changes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rulelang.base.files import bundled_games
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic
from rulelang.format import format_source
from rulelang.link import Linked, link
from rulelang.link.keys import row_key, rows_of
from rulelang.play.errors import LoadError, problems_text
from rulelang.play.sources import find_source, is_path
from rulelang.syntax import nodes

SHOWN = 8  # names of each kind in the list


def mod_text(game: str, path: Path, title: str) -> str:
    """The text of a new mod; raises LoadError if there is no such game."""
    source = find_source(game)
    linked, problems = link(source)
    errors: list[Diagnostic] = [each for each in problems if each.severity == "error"]
    if linked is None or errors:
        raise LoadError(problems_text(errors), errors)
    change, test = first_change(linked)
    head = f'mod "{title}" extends {base_name(game, path)} "Say here what is different."'
    text = "\n".join(["rules 1", head, "", change, "", *hints(linked), "", *test, ""])
    return format_source(Source(str(path), text))[0]


def base_name(game: str, path: Path) -> str:
    """How the mod names its game: by its path in quotes if it lies in a folder below the mod, else by its name."""
    if not is_path(game):
        return game
    below = Path(os.path.relpath(Path(game).resolve(), path.parent.resolve()))
    by_path = len(below.parts) > 1 or below.stem in bundled_games()
    return f'"{below.as_posix()}"' if by_path and is_alone(game, path) else Path(game).stem


def is_alone(game: str, path: Path) -> bool:
    """Whether the mod can be played by itself. Not if its game lies above or beside its folder: rules do not read
    there.
    """
    return not is_path(game) or Path(game).resolve().is_relative_to(path.parent.resolve())


def first_change(linked: Linked) -> tuple[str, list[str]]:
    """A numeric option or constant, set to its present value, for the author to change."""
    for kind, words, field in ((nodes.Option, "option", "default"), (nodes.Const, "const", "value")):
        for node in own_declarations(linked, kind):
            value = getattr(node, field)
            if isinstance(value, nodes.Number):
                text = f" # {node.text}" if node.text else ""
                test = [f'test "{str(node.name).lower().replace("_", " ")}":', f"  expect {node.name} == {value.value}"]
                return f"override {words} {node.name} = {value.value}{text}", test
    return 'ruling "Say here what is different."', ['test "somebody plays":', "  expect players >= 1"]


def hints(linked: Linked) -> list[str]:
    """What the game lets a mod change, as comments."""
    found = [
        ("override option … = …", [node.name for node in own_declarations(linked, nodes.Option)]),
        ("override const … = …", [node.name for node in own_declarations(linked, nodes.Const)] + by_players(linked)),
        ("override fn …", [node.name for node in own_declarations(linked, nodes.Fn)]),
        ("override phase … / after …:", [node.name for node in own_declarations(linked, nodes.Phase)]),
        ("override trick, auction, draft … :", [node.name for node in own_declarations(linked, nodes.Instance)]),
        ("extend menu …: / remove action ….…", [node.name for node in own_declarations(linked, nodes.Menu)]),
        ('extend score … for p: / remove score … "…"', [node.name for node in own_declarations(linked, nodes.Score)]),
        ("extend table …: / override table …:",
         [node.name for node in own_declarations(linked, nodes.Table, nodes.Grid)]),
    ]
    lines = ["# What else can be changed; a test of the game that fails on purpose is listed: breaks \"its title\""]
    for form, names in found:
        if names:
            more = ", …" if len(names) > SHOWN else ""
            lines.append(f"#   {form:<44} {', '.join(map(str, names[:SHOWN]))}{more}")
    return lines


def own_declarations(linked: Linked, *kinds: type) -> list[Any]:
    return [each for each in linked.declared(*kinds) if id(each) not in linked.library]


def by_players(linked: Linked) -> list[Any]:
    tables = [rows_of(node.rows)[1:] for node in linked.declared(nodes.ConstByPlayers)]
    return [row_key(row) for rows in tables for row in rows]
