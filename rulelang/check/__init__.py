"""One linked game to a typed game: names, types, ranges, tables, effects. All mistakes are collected, told once."""

from rulelang.check import (
    assignments,
    blocks,
    choices,
    effects,
    expressions,
    lists,
    names,
    operators,
    postfix,
    statements,
)  # fmt: skip
from rulelang.check.checker import PLAYABLE, check

__all__ = ["PLAYABLE", "check"]

# Every form of the language is read by one of these, which enter themselves in the tables of `expressions` and
# `statements`. A form that none of them reads is an error here, before anything is checked.
FORMS = (names, lists, operators, postfix, assignments, effects, blocks, choices)
expressions.TABLE.seal()
statements.TABLE.seal()
