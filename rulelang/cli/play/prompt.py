"""A question at the terminal: the options, and a line of input.

`narrowing` says what a typed line means. `?`, `hint`, `u` and `q` are for the table, not for the game, so they are
returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Literal

from rulelang.cli.play.display import Lines
from rulelang.cli.play.narrowing import Choice, Narrowed, Refused, Taken, all_numbers, are_orders, interpret, read_words
from rulelang.cli.terminal import dye, paint, say, visible, width, wrap

MANY = 20  # with more options than these, a filter is offered
Command = Literal["?", "u", "q", "hint", "table", "history", "list", "rules"]
PAGES: dict[str, Command] = {"table": "table", "history": "history", "list": "list", "rules": "rules"}
WHY = re.compile(r"why\b\s*(.*)", re.IGNORECASE)
WORDS: dict[str, Command] = {"?": "?", "help": "?", "u": "u", "undo": "u", "q": "q", "quit": "q", "hint": "hint"}


def ask(
    choices: Sequence[Choice],
    display: Lines,
    why: Callable[[str], str] | None = None,
    again: bool = False,
) -> int | Command:
    """The index of the chosen option, or a command. `why` explains why a move is not offered; `again`: the options are
    visible already. Raises EOFError at the end of the input.
    """
    everything = tuple(range(len(choices)))
    left = everything
    if not again:
        show(choices, left, display)
    while True:
        line = " ".join(display.ask("> ").split())
        if line in WORDS:
            return WORDS[line]
        if line in PAGES and not is_option(choices, line):
            return PAGES[line]
        if not line and len(left) == 1:
            return left[0]
        asked = WHY.fullmatch(line)
        if asked is not None and why is not None and not is_option(choices, line):
            say("\n".join(wrap(why(asked[1]))))
            continue
        meant = interpret(choices, left, line) if line else Narrowed(everything)
        match meant:
            case Taken(index):
                return index
            case Refused(text):
                say("\n".join(wrap(text)))
            case Narrowed(kept):
                left = kept
                display.renew()
                show(choices, left, display)
                if line:
                    say(paint("Enter takes it." if len(left) == 1 else "Enter shows all options again.", "dim"))


def is_option(choices: Sequence[Choice], line: str) -> bool:
    """Whether an option begins with the words of a line."""
    words = read_words(line)
    return any(spelling[: len(words)] == words for each in choices for spelling in each.spellings)


def show(choices: Sequence[Choice], left: Sequence[int], display: Lines) -> None:
    """The options in as many columns as fit, down and then across: each with its place, numbers without one."""
    if len(left) > MANY and are_orders(choices):
        display.offered = show_order(choices, left)
        return
    display.offered = [choices[index].label for index in left]
    say("\n".join(list_choices(choices, left, display.column)))
    if len(left) > MANY and not all_numbers(choices):
        say(paint("Type part of an option to see fewer.", "dim"))


def list_choices(choices: Sequence[Choice], left: Sequence[int], column: int) -> list[str]:
    """The lines of a list of options; up to `column` of them in one column."""
    if all_numbers(choices):
        return wrap("   ".join(choices[index].label for index in left), "  ")
    wide = len(str(len(choices))) + 1
    labels = {index: dye(choices[index].label, choices[index].color) for index in left}
    return columns([f" {f'#{index + 1}':>{wide}}  {label}" for index, label in labels.items()], column)


def show_order(choices: Sequence[Choice], left: Sequence[int]) -> list[str]:
    """Orders of the same things, place by place: print what is settled, and return what may come next."""
    items = [choices[index].label.split(", ") for index in left]
    settled = [each[0] for each in takewhile(lambda place: len(set(place)) == 1, zip(*items))]
    following = dict.fromkeys(item[len(settled)] for item in items)
    begun = f"So far: {', '.join(settled)}. " if settled else ""
    say("\n".join(wrap(f"{begun}Place {len(settled) + 1}: {', '.join(following)}", "  ")))
    say(paint("Type what comes next, or several with commas.", "dim"))
    return list(following)


def columns(cells: list[str], few: int, gap: int = 3) -> list[str]:
    """Cells in columns of equal width, filled downwards; up to `few` cells in one column."""
    widest = max(map(visible, cells), default=0)
    fit = max(1, (width() + gap) // (widest + gap)) if len(cells) > few else 1
    if fit == 1:
        return [line for cell in cells for line in wrap(cell.lstrip(), margin(cell), " " * (len(margin(cell)) + 4))]
    height = -(-len(cells) // fit)
    rows = [cells[row::height] for row in range(height)]
    return [(" " * gap).join(cell + " " * (widest - visible(cell)) for cell in row).rstrip() for row in rows]


def margin(cell: str) -> str:
    """The leading spaces of a cell."""
    return cell[: len(cell) - len(cell.lstrip())]
