"""What the steps of a plan do. A row of the table is a kind of step; a plan holds no others."""

from __future__ import annotations

import attrs


@attrs.frozen(eq=False)
class Act:
    """A kind of step. `suites`: how many it may hold; -1: any number.

    asks: it puts a question. loops: its suite may be done several times. leaves: it may lead out of the suite that it
    stands in. watches: it is for statistics, and no rule reads what it writes.
    """

    name: str
    suites: tuple[int, ...]
    asks: bool
    loops: bool
    leaves: bool
    watches: bool

    def __str__(self) -> str:
        return self.name


ACTS: dict[str, Act] = {}


def row(name: str, *suites: int, asks: bool = False, loops: bool = False, out: bool = False, sees: bool = False) -> Act:
    """A row, with how many suites such a step may hold."""
    assert name not in ACTS, name
    ACTS[name] = Act(name, suites or (0,), asks, loops, out, sees)
    return ACTS[name]


# ---------------------------------------------------------------- values

LET = row("let")
KEEP = row("keep")
STORE = row("store")
RENEW = row("renew")
DRAW = row("draw")
EXPR = row("expr")
REQUIRE = row("require")

# ---------------------------------------------------------------- the table

MOVE = row("move")
DEAL = row("deal")
SHUFFLE = row("shuffle")
SHUFFLESOME = row("shufflesome")
ROLL = row("roll")
PAY = row("pay")
FORM = row("form")
TALLY = row("tally")
TOTALS = row("totals")
TOTAL = row("total")

# ---------------------------------------------------------------- where play goes

IF = row("if", -1)
FOR = row("for", 1, loops=True)
WHILE = row("while", 1, loops=True)
REPEAT = row("repeat", 1, loops=True)
TOGETHER = row("together", 1)
RUN = row("run")
RETURN = row("return", out=True)
BREAK = row("break", out=True)
STOP = row("stop", out=True)
END = row("end", out=True)
ENDS = row("ends", out=True)
UNTIL = row("until", out=True)

# ---------------------------------------------------------------- questions

CHOOSE = row("choose", 0, 2, asks=True)
MENU = row("menu", 1, asks=True)
RESOLVE = row("resolve", asks=True)

# ---------------------------------------------------------------- who sees what, in a build that is watched

SHOW = row("show", sees=True)
TELL = row("tell", sees=True)
BLOCK = row("block", sees=True)
ROUND = row("round", sees=True)

# ---------------------------------------------------------------- statistics

COUNT = row("count", sees=True)
OFFER = row("offer", sees=True)
SAMPLE = row("sample", sees=True)
STANDING = row("standing", sees=True)
