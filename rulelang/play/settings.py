"""What a caller may ask of a table: players, variants, options.

Each mistake here is one sentence that says what is wrong, what is available, and the nearest name; the command line
shows the same sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulelang import ir
from rulelang.diagnostics import Diagnostic, problem
from rulelang.ir import types as t
from rulelang.ir.types import item
from rulelang.link import Linked
from rulelang.play.errors import LoadError
from rulelang.play.sources import choices
from rulelang.present.english import capital


def check_variants(linked: Linked, wanted: Sequence[str]) -> None:
    """Every variant is there, and none excludes another."""
    for name in wanted:
        if name not in linked.variants:
            raise LoadError(f"There is no variant `{name}`; {choices('variant', name, linked.variants)}")
    for name in wanted:
        for other in linked.variants[name].excludes:
            if str(other) in wanted:
                found = [problem("R214", other.span, name=name, other=other)]
                raise LoadError(f"The variants `{name}` and `{other}` exclude each other; choose one of them.", found)


def check_players(game: ir.Game, players: int | None) -> int:
    """The number of players; the least there can be if none is given."""
    if players is None:
        return min(game.players)
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
        raise LoadError(f"“{game.title}” is for {one_of(game.players)} players, not {players!r}.")
    return players


def check_options(game: ir.Game, options: Mapping[str, object]) -> None:
    """Every option is there, and names in values are; the rest is looked at when the game is lowered."""
    for name, value in options.items():
        if name not in game.options:
            raise LoadError(f"There is no option `{name}`; {choices('option', str(name), game.options)}")
        kind = item(game.options[name].type)
        if isinstance(kind, t.Enum) and kind.name not in game.boards:
            check_members(name, value, game.enums[kind.name].members)


def check_members(name: str, value: object, members: Sequence[str]) -> None:
    """The names in a value are members of the enum."""
    texts = re.findall(r"\w+", value) if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    for text in texts:
        if isinstance(text, str) and text not in (*members, "none"):
            raise LoadError(f"Option `{name}` cannot be `{text}`; {choices('value', text, members)}")


def refusal_of(diagnostics: Iterable[Diagnostic]) -> str | None:
    """The sentence for an option whose value is not allowed."""
    for each in diagnostics:
        if each.code == "R502":
            return f"{capital(each.title)}; {each.help[:1].lower()}{each.help[1:]}"
    return None


def one_of(numbers: Sequence[int]) -> str:
    """`3 or 4`, `2 to 6`, `4`."""
    low, high = min(numbers), max(numbers)
    if len(numbers) > 2 and list(numbers) == list(range(low, high + 1)):
        return f"{low} to {high}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
