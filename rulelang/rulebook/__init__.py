"""A rulebook that a person can play from, made from the rules alone.

`gather` reads a game for every number of players; `book` assembles the parts (`components`, `places`, `course`,
`mechanisms`, `ending`, `changes`); `telling` turns values and steps into English, dispatching on their kind to
`phrases`, `lists`, `conditions`, `statements` and `choices`; `markdown`, `page` and `lines` write the book.
"""

from rulelang.rulebook import conditions, lists, statements  # noqa: F401  they fill the tables of `telling`
from rulelang.rulebook.book import make_book
from rulelang.rulebook.brief import brief
from rulelang.rulebook.gather import gather
from rulelang.rulebook.lines import to_lines
from rulelang.rulebook.markdown import to_markdown
from rulelang.rulebook.page import to_html

__all__ = ["brief", "gather", "make_book", "to_html", "to_lines", "to_markdown"]
