"""One linked game to a typed game: names, types, ranges, tables, effects. All mistakes are collected, told once."""

from rulelang.check import applied, assigning, blocks, choices, effects, lists, names, operators
from rulelang.check.checker import PLAYABLE, check

__all__ = ["PLAYABLE", "check"]

# Every form of the language is read by one of these; they enter themselves in the tables of `expr` and `statement`.
FORMS = (names, lists, operators, applied, assigning, effects, blocks, choices)
