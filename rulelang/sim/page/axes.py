"""Scales and axes: from numbers to positions, with round numbers as ticks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, floor, log10

import attrs

from rulelang.sim.page.marks import Mark, join_marks, tag, text
from rulelang.sim.wording import percent, plain, signed_text

WIDE = 380.0  # of every plot, in units of about a pixel
STEPS = (1, 2, 2.5, 5, 10)

Write = Callable[[float], str]


@attrs.frozen
class Scale:
    """Numbers from `low` to `high` lie between the places `first` and `last`."""

    low: float
    high: float
    first: float
    last: float
    least: float = 0.0

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.first + (inside - self.low) * (self.last - self.first) / ((self.high - self.low) or 1)

    def ticks(self, about: int = 5) -> list[float]:
        """Round numbers on the scale, `least` or more apart."""
        step = round_step(max((self.high - self.low) / about, self.least))
        found = [step * at for at in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]
        return [0.0 if abs(each) < step / 1e6 else each for each in found]


def round_step(least: float) -> float:
    """1, 2, 2.5 or 5 times a power of ten, and no less."""
    if least <= 0:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in STEPS if power * step >= least * (1 - 1e-9))


def scale_for(values: Iterable[float], first: float, last: float, zero: bool = False) -> Scale:
    """A scale that holds all values with a little room, or from zero on."""
    some = sorted(values)
    low, high = some[0], some[-1]
    room = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    if zero and low >= 0:
        return Scale(0.0, high + room, first, last)
    return Scale(low - room, high + room, first, last)


def as_percent(value: float) -> str:
    return f"{as_number(100 * value)}\xa0%"


def as_number(value: float) -> str:
    """A round number without needless places."""
    words = f"{abs(value):,.3f}".rstrip("0").rstrip(".")
    return f"−{words}" if value < 0 and words.strip("0.,") else words


def as_change(value: float) -> str:
    return f"+{as_number(value)}" if value > 0 else as_number(value)


# what is written at an axis, and how a figure between its round numbers is
SPOKEN: dict[Write, Write] = {as_percent: percent, as_number: plain, as_change: signed_text}


def below(scale: Scale, top: float, bottom: float, write: Write, label: str) -> Mark:
    """The axis below a plot, with lines through it."""
    found = []
    for value in scale.ticks():
        x = scale(value)
        found.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid"))
        found.append(tag("text", text(write(value)), x=x, y=bottom + 13, class_="tick mid"))
    middle = (scale.first + scale.last) / 2
    found.append(tag("text", text(label), x=middle, y=bottom + 28, class_="axis mid"))
    return join_marks(*found)


def beside(scale: Scale, left: float, right: float, write: Write, label: str) -> Mark:
    """The axis at the left of a plot; its name stands above it."""
    found = []
    for value in scale.ticks(4):
        y = scale(value)
        found.append(tag("line", x1=left, x2=right, y1=y, y2=y, class_="grid"))
        found.append(tag("text", text(write(value)), x=left - 5, y=y + 3.5, class_="tick end"))
    return join_marks(*found, tag("text", text(label), x=2.0, y=10.0, class_="axis"))
