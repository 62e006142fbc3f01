"""The one style, case by case: what is written on the left comes out as on the right."""

from __future__ import annotations

import pytest

from rulelang.format import format_text
from rulelang.format.phrase import WIDTH, lay_out

# what it shows: before, after (without the line `rules 1`)
CASES = {
    "spaces round signs": (
        "const  A:Int=1+2*-3   [HRTS-1,2,3,  7]\nzone hand [Seat] : set of Card ,owner\n",
        "const A: Int = 1 + 2 * -3 [HRTS-1..3, 7]\nzone hand[Seat]: set of Card, owner\n",
    ),
    "indentation by two, tabs too": (
        "play:\n\tif a:\n\t\tstop\n\telse:\n\t\tbreak\n",
        "play:\n  if a:\n    stop\n  else:\n    break\n",
    ),
    "parentheses that are not needed": (
        "const A = ((1)) + (2 * 3) - (4 - 5)\nconst B = (a == b) and not (c or d)\nconst C = (x)[(1)]\n",
        "const A = 1 + 2 * 3 - (4 - 5)\nconst B = a == b and not (c or d)\nconst C = x[1]\n",
    ),
    "parentheses that help are kept": (
        "const A = (a and b) or c\nconst B = a and b or c\nconst C = f((if a then b else c))\n"
        "const D = [(if a then b else c)]\n",
        "const A = (a and b) or c\nconst B = a and b or c\nconst C = f(if a then b else c)\n"
        "const D = [(if a then b else c)]\n",
    ),
    "texts": (r'credits "a \"b\" \c \\ {d}"' + "\n", r'credits "a \"b\" c \\ {d}"' + "\n"),
    "no brackets for no parameters": ("menu Answer( ):\n  take: nothing\n", "menu Answer:\n  take: nothing\n"),
    "blank lines, one at most": (
        "\n\nplay:\n\n\n  stop\n\n\n\nsetup: nothing\n\n\n",
        "\nplay:\n\n  stop\n\nsetup: nothing\n",
    ),
    "tables": (
        "const by players:\n   ||3|4|\n   |CARDS|9|10|\n   # most\n   |X|-1|-|\n",
        "const by players:\n  |       | 3  | 4  |\n  | CARDS | 9  | 10 |\n  # most\n  | X     | -1 | -  |\n",
    ),
    "a wide letter takes two columns": (
        'table T[1..2]: Text:\n  | 1 | "玩具" |\n  | 22 | "abcdef" |\n',
        'table T[1..2]: Text:\n  | 1  | "玩具"   |\n  | 22 | "abcdef" |\n',
    ),
    "comments are indented like what follows": (
        "      # one\nplay:\n# two\n  stop\n    # three\n  # four\n# five\nsetup: nothing\n  # six\n",
        "# one\nplay:\n  # two\n  stop\n  # three\n  # four\n# five\nsetup: nothing\n# six\n",
    ),
    "comments behind lines": (
        "const A = 1# a\nconst LONG = 2    #b\n",
        "const A = 1  # a\nconst LONG = 2  #b\n",
    ),
    "comments below each other": (
        "const A = 1         # a\nconst LONGER = 2    # b\n\nconst B = 3         # c\n",
        "const A = 1       # a\nconst LONGER = 2  # b\n\nconst B = 3  # c\n",
    ),
    "a comment inside a line keeps its lines": (
        "const A = [1,   # one\n 2]\nconst B = a # first\n  and b\n",
        "const A = [1,   # one\n    2]\nconst B = a # first\n    and b\n",
    ),
    "a block stays behind its colon": ("play:   stop   [X-1]\n", "play: stop [X-1]\n"),
    "a line that was broken and fits": (
        "const A = f(1,\n  2)\n  and b\nconst B = \\\n  3\n",
        "const A = f(1, 2) and b\nconst B = 3\n",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_style(name):
    before, after = CASES[name]
    assert format_text("rules 1\n" + before) == "rules 1\n" + after
    assert format_text("rules 1\n" + after) == "rules 1\n" + after


def test_line_ends_and_the_mark_at_the_front():
    assert format_text("\ufeffrules 1\r\nplay: stop  # x\r\n\r\n") == "rules 1\nplay: stop  # x\n"
    assert format_text("rules 1\nplay: stop") == "rules 1\nplay: stop\n"


LONG = "a_rather_long_name"


def test_a_block_that_does_not_fit_behind_its_colon():
    head, body = f'phase Hide "{"x" * 60}":', f"run {LONG}({LONG})"
    assert format_text(f"rules 1\n{head} {body}  # why\n") == f"rules 1\n{head}\n  {body}  # why\n"


def test_long_lines_are_broken_before_where_and_or_and_after_commas():
    text = format_text(
        "rules 1\nsetup:\n"
        f"  for p in {LONG} where {LONG}(p) and {LONG}(p) or {LONG}(p) and {LONG}(p): stop\n"
        f"  put [{', '.join([LONG] * 7)}] into {LONG}\n"
    )
    assert text == (
        "rules 1\nsetup:\n"
        f"  for p in {LONG} where {LONG}(p) and {LONG}(p)\n"
        f"      or {LONG}(p) and {LONG}(p):\n"
        "    stop\n"
        f"  put [{LONG}, {LONG}, {LONG}, {LONG},\n"
        f"      {LONG}, {LONG}, {LONG}] into {LONG}\n"
    )
    assert max(map(len, text.split("\n"))) <= WIDTH


def test_a_long_line_that_cannot_be_broken_is_left():
    line = f'ruling "{"word " * 30}" [HRTS-1, 2]'
    assert format_text(f"rules 1\n{line}\n") == f"rules 1\n{line}\n"
    names = ", ".join([LONG] * 8)
    broken = "rules 1\nenum Kind: " + names.replace(f"{LONG}, ", f"{LONG}, \\\n    ", 1) + "\n"
    assert format_text(broken) == broken  # the author's own way stays
    assert format_text(f"rules 1\nenum Kind: {names}\n") == f"rules 1\nenum Kind: {names}\n"


def test_what_is_short_and_in_brackets_holds_together():
    assert lay_out(("x" * 99, "(", "a,", " b", ")"), 0) == ["x" * 99 + "(a, b)"]


def test_breaks_are_the_cheapest_that_fit():
    phrase = ("a" * 60, 5, "b" * 30, 1, "c" * 30)
    assert lay_out(phrase, 0) == ["a" * 60 + " " + "b" * 30, "    " + "c" * 30]
    assert lay_out(phrase, 20) == ["a" * 60, " " * 24 + "b" * 30 + " " + "c" * 30]
