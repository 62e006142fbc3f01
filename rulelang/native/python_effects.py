"""Steps on the table as Python statements."""

from __future__ import annotations

from rulelang.native.plan import LIST, MASK, Step
from rulelang.native.python_steps import Steps, prints
from rulelang.native.python_values import clean

FRONT = {"pile": True, "row": False}


@prints("move")
def move(out: Steps, step: Step) -> None:
    """One piece to a known place is written out; everything else goes through `move`."""
    if len(step.args) == 1:
        pieces, target, end, fits, single, side = step.args[0]
        if single and fits and side is not None:
            piece = out.of(pieces.args[0])
            if side in ("set", "bag"):
                out.line(f"to_{side}({piece}, {out.of(target)})")
            else:
                front = end in ("top", "left") or (end is None and side == "pile")
                out.line(f"to_list({piece}, {out.of(target)}, {front})")
            return
        if pieces.op == "zone" and pieces.rep == LIST and fits and side in FRONT and not out.layout.groups:
            front = end in ("top", "left") or (end is None and FRONT[side])
            out.line(f"pour({out.of(pieces.args[0])}, {out.of(target)}, {front})")
            return
    jobs = [f"({out.values.items(job[0])}, {out.of(job[1])}, {job[2]!r})" for job in step.args]
    out.line(f"move([{', '.join(jobs)}])")


@prints("deal")
def deal(out: Steps, step: Step) -> None:
    place, up_to, _, _, _ = step.data
    out.line(f"deal({out.values.all(step.args)}, {place!r}, {up_to})")


@prints("shuffle")
def shuffle(out: Steps, step: Step) -> None:
    if step.data not in ("set", "bag"):
        out.line(f"shuffle({out.of(step.args[0])})")


@prints("shufflesome")
def shuffle_some(out: Steps, step: Step) -> None:
    out.line(f"shuffle_some({out.of(step.args[0])})")


@prints("roll")
def roll(out: Steps, step: Step) -> None:
    items = step.args[0]
    out.line(f"roll({out.values.items(items) if items.rep == MASK else f'sorted({out.of(items)})'})")


@prints("pay")
def pay(out: Steps, step: Step) -> None:
    resource, up_to = step.data
    out.line(f"pay(r_{clean(resource)}, {out.values.all(step.args)}, {up_to})")


@prints("form")
def form(out: Steps, step: Step) -> None:
    group, fields, ranges, _, _ = step.data
    held, place = (out.held(arg) for arg in step.args)
    given = [out.held(field) for field in fields]
    for value, bounds in zip(given, ranges):
        if bounds is not None:
            low, high = (out.of(each) for each in bounds)
            with out.block(f"if not {low} <= {value} <= {high}:"):
                out.line("trouble()")
    stock = out.layout.program.stocks[group]
    out.line(f"form({stock}, {held}, {place}, ({''.join(each + ', ' for each in given)}))")


@prints("tally")
def tally(out: Steps, step: Step) -> None:
    score, into, low, high = step.data
    seats, call = out.layout.program.seats, f"fn_{clean(score)}"
    totals = out.temp()
    out.line(f"{totals} = ({', '.join(f'{call}({seat})' for seat in seats)},)")
    if into is not None:
        at, total = out.temp(), out.temp()
        with out.block(f"for {at}, {total} in enumerate({totals}, {out.values.pad(into)}):"):
            out.line(f"{total} += v_{clean(into)}[{at}]")
            limits = [f"{total} < {low}"] * (low is not None) + [f"{total} > {high}"] * (high is not None)
            if limits:
                with out.block(f"if {' or '.join(limits)}:"):
                    out.line("trouble()")
            out.line(f"v_{clean(into)}[{at}] = {total}")
