"""Problems in the rules: what they say (`codes`), what they are (`model`), how they look (`render`).

    from rulelang.diagnostics import problem, render
    print(render(problem("R100", span, what="a word is missing", next="Write it.")))
"""

from rulelang.diagnostics.codes import CODES, Code, table
from rulelang.diagnostics.model import Diagnostic, Label, most_similar, nearest, problem, too_much, unique
from rulelang.diagnostics.render import render, to_json

__all__ = [
    "CODES",
    "Code",
    "table",
    "Label",
    "Diagnostic",
    "problem",
    "most_similar",
    "nearest",
    "too_much",
    "unique",
    "render",
    "to_json",
]
