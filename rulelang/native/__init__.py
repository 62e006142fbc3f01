"""Fast back ends: the typed game as generated Python and C, with the same results as the reference."""
