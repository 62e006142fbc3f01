"""The texts of declarations at one table: braces contain an option or a constant, which is replaced by its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.data import to_json
from rulelang.present.english import agree
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program

HOLE = re.compile(r"\{(\w+)\}([^{]*)")
DECLARED = (
    "options", "constants", "enums", "pieces", "groups", "tables", "zones", "vars", "resources", "fns", "procs",
    "menus", "scores", "instances",
)  # fmt: skip

Say = Callable[[str], str | None]
"""The value of an option or constant in words; None for an unknown name."""


def at_table(program: Program) -> Program:
    """The program with its table's values in the texts of its game."""
    game = program.game
    types = {each.name: each.type for each in game.options.values()}
    types |= {each.name: each.type for each in game.constants.values()}
    vocabulary = Vocabulary(game)

    def say(name: str) -> str | None:
        if name not in program.constants:
            return None
        value = program.constants[name]
        type_ = types.get(name)
        return str(value) if type_ is None else vocabulary.value(type_, to_json(program, value, type_, str)).name

    filled = with_values(game, say)
    return program if filled is game else attrs.evolve(program, game=filled)


def with_values(game: ir.Game, say: Say) -> ir.Game:
    """The game with its texts filled in; the same object if there are no braces."""
    if not any("{" in text for text in texts(game)):
        return game
    filled: dict[str, Any] = {
        part: {name: with_text(each, say) for name, each in getattr(game, part).items()} for part in DECLARED
    }
    return attrs.evolve(
        game,
        text=fill(game.text, say),
        winner=game.winner and with_text(game.winner, say),
        endings=tuple(with_text(each, say) for each in game.endings),
        rulings=tuple((fill(text, say), tags) for text, tags in game.rulings),
        **filled,
    )


def texts(game: ir.Game) -> Iterator[str]:
    """Every text that `with_values` fills."""
    yield game.text
    yield from (text for text, _ in game.rulings)
    yield from (each.text for part in DECLARED for each in getattr(game, part).values())
    yield from (each.text for each in game.endings)
    yield from [game.winner.text] if game.winner else []


def with_text(declared: Any, say: Say) -> Any:
    text = fill(declared.text, say)
    return declared if text is declared.text else attrs.evolve(declared, text=text)


def fill(text: str, say: Say) -> str:
    """A text with its values; nouns agree with the numbers before them: `{rounds} rounds` becomes `1 round`."""

    def replace(hole: re.Match[str]) -> str:
        value = say(hole[1])
        return hole[0] if value is None else value + agree(1 if value == "1" else 0, hole[2])

    return HOLE.sub(replace, text) if "{" in text else text
