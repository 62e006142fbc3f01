"""Tree to text: the one way to write a rules file.

    text, problems = format_source(source)

A text with mistakes comes back as it was, with the mistakes. Otherwise the tree is printed: `shapes` says how each
construct is written, `rows` puts the constructs on lines, `phrase` breaks what is longer than 100 columns, and
`assemble` puts back what the tree leaves out: comments and blank lines, which `layout` finds in the text. From the
author's layout these things are kept:

- a blank line where there were some, and every comment, on a line of its own or behind one;
- a block on the line of its colon, if it was written so and fits;
- parentheses that are not needed, if they stand round an `and`, or an `if … then … else`, within something larger;
- the lines of a statement that has a comment inside; and where one was broken by a backslash, after `=` or a comma, or
  before an operator, if nothing shorter can be found.

Everything else follows from the tree, so that the same tree is always the same text, and formatting twice is
formatting once.
"""

from __future__ import annotations

from rulelang.base.limits import EXHAUSTED
from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic, too_much
from rulelang.format.assemble import assemble
from rulelang.format.layout import read_layout
from rulelang.format.rows import rows_of
from rulelang.syntax import nodes, parse

__all__ = ["format_source", "format_text", "format_tree"]


def format_text(text: str) -> str:
    """The formatted text; a text with mistakes unchanged."""
    return format_source(Source("rules", text))[0]


def format_source(source: Source) -> tuple[str, list[Diagnostic]]:
    """The formatted text and no problems; or the unchanged text and its problems."""
    try:
        return restyle(source)
    except EXHAUSTED as error:
        return source.text, [too_much(error, source)]


def restyle(source: Source) -> tuple[str, list[Diagnostic]]:
    """The same as `format_source`, but raises if a limit is exceeded."""
    plain = Source(source.name, source.text.removeprefix("\ufeff").replace("\r\n", "\n"))
    tree, problems = parse(plain)
    errors = [each for each in problems if each.severity == "error"]
    if errors:
        return source.text, errors
    text = assemble(rows_of(tree), read_layout(plain.text))
    if parse(Source(source.name, text))[0] != tree:
        raise AssertionError(f"formatting would change what {source.name} means")
    return text, []


def format_tree(tree: nodes.File) -> str:
    """The text of a tree that may have no source."""
    return assemble(rows_of(tree), read_layout(""))
