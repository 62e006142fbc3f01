"""The reference engine: closures over a flat state. It is what the language means; other back ends must agree with
it.
"""
