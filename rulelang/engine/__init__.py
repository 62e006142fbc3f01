"""The reference engine: closures over a flat state. It defines what the language means; other back ends must agree with
it.

Each class of expression has a function that makes its closure, each class of statement one that writes its
instructions. The modules named below hold them and register them in the tables of `closures` and `instructions`.
Importing any module of the engine imports these first, so nobody sees a half-filled table.
"""

from __future__ import annotations

from rulelang.engine import blocks, choosing, control, counting, effects, fields, flowing, menus, ops, sights, writing
from rulelang.engine.closures import Closures
from rulelang.engine.instructions import Assembler

__all__ = ["EXPRESSIONS", "STATEMENTS"]

EXPRESSIONS = (control, fields, menus, ops, sights)
STATEMENTS = (blocks, choosing, counting, effects, flowing, writing)

Closures.makers.seal()
Assembler.writers.seal()
