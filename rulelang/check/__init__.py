"""From one linked game to a typed game: names, types, ranges, tables, effects. All mistakes are collected and reported
once.
"""

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

# These modules register a reader for every form of the language in the tables of `expressions` and `statements`. A form
# without a reader is an error here, before anything is checked.
FORMS = (names, lists, operators, postfix, assignments, effects, blocks, choices)
expressions.TABLE.seal()
statements.TABLE.seal()
