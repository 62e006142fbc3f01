"""Shell completion: games, variants, options, mods and tests, as far as the line says which game is meant.

A shell asks at every press of Tab, so a file is parsed and linked, but not checked; one that cannot be read offers
nothing. `WHAT` says by the name of a parameter which words complete it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from rulelang.link import Linked

Offers = Iterator[tuple[str, str]]  # a word, and a line about it


class Known(click.types.StringParamType):
    """A text with known completions; files too if `files` is set."""

    def __init__(self, offers: Callable[[click.Context, str], Offers], files: bool = False) -> None:
        self.offers, self.files = offers, files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        words = {word: text for word, text in self.offers(ctx, incomplete) if word.startswith(incomplete)}
        found = [CompletionItem(word, help=text or None) for word, text in words.items()]
        return [*found, CompletionItem(incomplete, type="file")] if self.files and not found else found


def add_completion(command: click.Command) -> None:
    """Add completions to the plain text parameters of a verb."""
    for param in command.params:
        if param.name in WHAT and isinstance(param.type, click.types.StringParamType):
            param.type = WHAT[param.name]


# ---------------------------------------------------------------- which game


def game_of(ctx: click.Context) -> str | None:
    """The game that the line names so far."""
    for name in ("game", "base", "paths"):
        given: Any = ctx.params.get(name)
        if given:
            return str(given) if isinstance(given, str) else str(given[0])
    return ctx.args[0] if ctx.args else None  # click has not assigned it while an option's value is being typed


def link_named(ctx: click.Context) -> Linked | None:
    """The game that the line names, with its mods, if it can be linked."""
    from rulelang.base.files import bundled_games
    from rulelang.base.source import read_source
    from rulelang.link import link

    name = game_of(ctx)
    if name is None:
        return None
    path = Path(name) if Path(name).is_file() else bundled_games().get(name)
    if path is None:
        return None
    mods = [read_source(mod) for mod in ctx.params.get("mods") or () if Path(mod).is_file()]
    return link(read_source(path), (), mods)[0]


def ignore_errors(offers: Callable[[Linked], Offers]) -> Callable[[click.Context, str], Offers]:
    """The completions from a game; none if it cannot be read: the verb will say why."""

    def offer(ctx: click.Context, incomplete: str) -> Offers:
        try:
            game = link_named(ctx)
            yield from offers(game) if game is not None else ()
        except Exception:  # no place for messages while a line is being typed
            return

    return offer


# ---------------------------------------------------------------- what fits


def games(ctx: click.Context, incomplete: str) -> Offers:
    from rulelang.base.files import bundled_games

    yield from ((name, "a game that comes with rulelang") for name in bundled_games())
    yield from rules_here(incomplete)


def rules_here(incomplete: str) -> Offers:
    """The rules files and folders that match the path being typed."""
    folder = Path(incomplete if incomplete.endswith("/") else Path(incomplete).parent)
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_dir() and not path.name.startswith("."):
            yield f"{path}/", "a folder"
        elif path.suffix == ".rules":
            yield str(path), "a file of rules"


def mods(ctx: click.Context, incomplete: str) -> Offers:
    """The bundled mods of the game, then files."""
    from rulelang.base.files import bundled_mods

    name = Path(game_of(ctx) or "").stem
    found = sorted(bundled_mods().glob(f"{name}_*.rules")) if name else []
    yield from ((path.stem, f"a mod of {name}") for path in found)
    yield from rules_here(incomplete)


def variants(game: Linked) -> Offers:
    return ((name, str(each.text or "")) for name, each in game.variants.items())


def options(game: Linked) -> Offers:
    from rulelang.syntax import nodes

    for each in game.declarations:
        if isinstance(each, nodes.Option):
            yield f"{each.name}=", str(each.text or "")


def tests(game: Linked) -> Offers:
    return ((str(each.title), "") for each in game.tests)


def starts(game: Linked) -> Offers:
    """Where a game may start: its phases, and the tests that run something."""
    from rulelang.syntax import nodes

    for each in game.declarations:
        if isinstance(each, nodes.Phase):
            yield str(each.name), str(each.text or "")
    yield from ((title, "a test") for title in running_tests(game))


def running_tests(game: Linked) -> Iterator[str]:
    """The titles of the tests that run something."""
    from rulelang.syntax import nodes

    for each in game.tests:
        if any(isinstance(part, nodes.When) for part in each.parts):
            yield str(each.title)


def codes(ctx: click.Context, incomplete: str) -> Offers:
    from rulelang.diagnostics import CODES

    return ((code, row.title) for code, row in CODES.items())


def files(ctx: click.Context, incomplete: str) -> Offers:
    return iter(())


WHAT = {
    "game": Known(games),
    "games": Known(games),
    "other": Known(games),
    "base": Known(games),
    "others": Known(mods),
    "paths": Known(games),
    "mods": Known(mods),
    "variants": Known(ignore_errors(variants)),
    "settings": Known(ignore_errors(options)),
    "wanted": Known(ignore_errors(tests)),
    "start": Known(ignore_errors(starts)),
    "code": Known(codes),
    **dict.fromkeys(("recorded", "rules", "record", "trace", "resume", "output"), Known(files, files=True)),
}
