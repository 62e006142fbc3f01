"""From a typed game to a program for one table: `lower(game, players, options)`."""

from rulelang.lower.load import lower

__all__ = ["lower"]
