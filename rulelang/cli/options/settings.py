"""Table settings as the command line writes them (`--set rounds=2`, `--set out=[red, blue]`), and the options that
several verbs share: `--players`, `--variant`, `--set` and `--mod` for a table; `--names`, `--rules` and `--anyway` for
a recorded game.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

OPTIONS = {
    "players": click.option("--players", type=int, metavar="N",
                            help="Number of players (default: the fewest the game allows)."),
    "variants": click.option("--variant", "variants", multiple=True, metavar="V",
                             help="A variant to play with; may be repeated."),
    "settings": click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE",
                             help="Set an option; may be repeated."),
    "mods": click.option("--mod", "mods", multiple=True, metavar="FILE", help="A mod to play with; may be repeated."),
}  # fmt: skip


RECORDED = {
    "names": click.option("--names", metavar="NAME,…", help="The players' names, from the first seat on."),
    "rules": click.option("--rules", metavar="FILE", help="The rules, if they are neither here nor bundled."),
    "anyway": click.option("--anyway", is_flag=True,
                           help="Also if the rules have changed since; answers are found by value."),
}  # fmt: skip
Decorator = Callable[[Any], Any]


def some_options(options: Mapping[str, Decorator], names: Sequence[str]) -> Decorator:
    """Add the named options, in that order, to a command that takes them as keywords."""

    def add(command: Any) -> Any:
        for name in reversed(names):
            command = options[name](command)
        return command

    return add


def table_options(*names: str) -> Decorator:
    """Add some of the table options, or those that say which rules are played."""
    return some_options(OPTIONS, names or ("variants", "settings", "mods"))


def command_again(
    what: Iterable[str],
    players: int,
    seed: int,
    variants: Iterable[str] = (),
    settings: Iterable[str] = (),
    mods: Iterable[str] = (),
    more: Iterable[str] = (),
) -> str:
    """The command that does the same again: a verb with its arguments, its table, and other options."""
    words = ["rulelang", *what, "--players", str(players), "--seed", str(seed)]
    for flag, values in (("--variant", variants), ("--set", settings), ("--mod", mods)):
        words += [word for value in values for word in (flag, value)]
    return shlex.join([*words, *more])


def record_options(*names: str) -> Decorator:
    """Add some of the options for a recorded game, or all."""
    return some_options(RECORDED, names or tuple(RECORDED))


def read_settings(texts: tuple[str, ...]) -> dict[str, object]:
    """Options by name, with the values for loading a game."""
    settings: dict[str, object] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            refuse(f"`--set {text}` sets nothing; write it as `--set option=value`.")
        if name in settings:
            refuse(f"option `{name}` is set twice; set it once.")
        settings[name] = read_value(value)
    return settings


def read_value(text: str) -> object:
    """A number, `true`, `false`, `none`, a list in brackets, or a name: as a test writes it."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1].strip()
        return [read_value(part) for part in inside.split(",")] if inside else []
    if re.fullmatch(r"-?[0-9]{1,30}", text):
        return int(text)
    return {"true": True, "false": False, "none": None}.get(text, text)


def refuse(sentence: str) -> None:
    raise click.UsageError(sentence, click.get_current_context())
