"""A declarative rules language for tabletop games."""
