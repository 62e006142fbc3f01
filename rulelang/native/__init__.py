"""Fast back ends: the typed game as generated Python and C, which play what the reference plays."""
