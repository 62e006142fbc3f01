"""What the steps of a plan do. A row of the table is a kind of step; a plan holds no others."""

from __future__ import annotations

import attrs


@attrs.frozen(eq=False)
class Act:
    """A kind of step. `suites`: how many it may hold; -1: any number. `data`: the classes of what is known of one when
    the plan is made, beside the values it needs (`steps.py`).

    asks: it puts a question. loops: its suite may be done several times. leaves: it may lead out of the suite that it
    stands in. watches: it is for statistics, and no rule reads what it writes.
    """

    name: str
    suites: tuple[int, ...]
    data: tuple[str, ...]
    asks: bool
    loops: bool
    leaves: bool
    watches: bool

    def __str__(self) -> str:
        return self.name


ACTS: dict[str, Act] = {}


def row(
    name: str,
    *suites: int,
    data: str = "None",
    asks: bool = False,
    loops: bool = False,
    out: bool = False,
    sees: bool = False,
) -> Act:
    """A row, with how many suites such a step may hold."""
    assert name not in ACTS, name
    ACTS[name] = Act(name, suites or (0,), tuple(data.split()), asks, loops, out, sees)
    return ACTS[name]


# ---------------------------------------------------------------- values

LET = row("let", data="str")
KEEP = row("keep", data="str")
STORE = row("store", data="Storing")
RENEW = row("renew", data="str")
DRAW = row("draw", data="Binding")
EXPR = row("expr")
REQUIRE = row("require")

# ---------------------------------------------------------------- the table

MOVE = row("move", data="Sources None")
DEAL = row("deal", data="Dealing")
SHUFFLE = row("shuffle", data="str None")
SHUFFLESOME = row("shufflesome")
ROLL = row("roll")
PAY = row("pay", data="Paying")
FORM = row("form", data="Forming")
TALLY = row("tally", data="Tallying")
TOTALS = row("totals", data="str")
TOTAL = row("total", data="str")

# ---------------------------------------------------------------- where play goes

IF = row("if", -1)
FOR = row("for", 1, loops=True, data="Binding")
WHILE = row("while", 1, loops=True, data="str")
REPEAT = row("repeat", 1, loops=True, data="Rounds")
TOGETHER = row("together", 1)
RUN = row("run", data="Running")
RETURN = row("return", out=True, data="int")
BREAK = row("break", out=True, data="int")
STOP = row("stop", out=True)
END = row("end", out=True)
ENDS = row("ends", out=True)
UNTIL = row("until", out=True)

# ---------------------------------------------------------------- questions

CHOOSE = row("choose", 0, 2, asks=True, data="Offer")
MENU = row("menu", 1, asks=True, data="Offering")
RESOLVE = row("resolve", asks=True, data="Reference")

# ---------------------------------------------------------------- who sees what, in a build that is watched

SHOW = row("show", sees=True, data="Showing")
TELL = row("tell", sees=True, data="Telling")
BLOCK = row("block", sees=True)
ROUND = row("round", sees=True)

# ---------------------------------------------------------------- statistics

COUNT = row("count", sees=True, data="Count")
OFFER = row("offer", sees=True, data="Offer")
SAMPLE = row("sample", sees=True, data="int")
STANDING = row("standing", sees=True, data="bool")
