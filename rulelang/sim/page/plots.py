"""The plots: dots with intervals, distributions one above the other, lines over values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap

import attrs

from rulelang.sim.figures import Numbers, columns
from rulelang.sim.page.axes import SPOKEN, WIDE, Scale, Write, as_number, below, beside, scale_for
from rulelang.sim.page.marks import NOTHING, Mark, place, tag, text
from rulelang.sim.wording import plain, whole_number

LETTER = 6.1  # how wide a letter of a label is
LINE = 13.0  # of a label
ROW = 24.0  # of dots
RIDGE = 46.0  # of a distribution
MOST = 60  # columns of a distribution
LINES = 190.0  # how high a plot of lines is


@attrs.frozen
class Dot:
    """A figure with its interval. `said`: as words beside it; `sure`: does it differ from the line?"""

    name: str
    value: float
    low: float
    high: float
    said: str
    sure: str = ""


@attrs.frozen
class Point:
    """A figure of one value of an option, with its interval."""

    value: float
    low: float
    high: float


def plot(title: str, told: str, high: float, *inside: Mark) -> Mark:
    """A plot that says what it shows to those who cannot see it."""
    heads = (tag("title", text(title)), tag("desc", text(told)))
    return tag("svg", *heads, *inside, viewBox=f"0 0 {place(WIDE)} {place(high)}", role="img", class_="plot",
               xmlns="http://www.w3.org/2000/svg")  # fmt: skip


def label_width(names: Sequence[str], most: int = 22) -> float:
    return max(len(line) for name in names for line in label_lines(name, most)) * LETTER + 12


def label_lines(name: str, most: int = 22) -> list[str]:
    """A label, whole: in as many lines as it takes."""
    return wrap(name, most) or [""]


def label_mark(name: str, x: float, y: float, most: int = 22, kind: str = "label") -> Mark:
    """A label, the middle of its lines here."""
    some = label_lines(name, most)
    if len(some) == 1:
        return tag("text", text(name), x=x, y=y, class_=kind)
    top = y - LINE * (len(some) - 1) / 2
    return tag("text", *(tag("tspan", text(line), x=x, y=top + LINE * at) for at, line in enumerate(some)), class_=kind)


# ---------------------------------------------------------------- dots


def dots(title: str, some: Sequence[Dot], label: str, write: Write, line: float | None, said: str = "") -> Mark:
    """One row each: a dot, a bar over its interval, the figure in words; starting at zero, or around a `line`."""
    left, right = label_width([each.name for each in some]), max(len(each.said) for each in some) * LETTER + 10
    ends = [end for each in some for end in (each.low, each.high)]
    scale = scale_for([*ends, *([] if line is None else [line])], left, WIDE - right, zero=line is None)
    top = 18.0 if line is not None and said else 6.0
    row = ROW + LINE * (max(len(label_lines(each.name)) for each in some) - 1)
    bottom = top + row * len(some)
    found = [below(scale, top, bottom, write, label)]
    if line is not None:
        x = scale(line)
        found.append(tag("line", x1=x, x2=x, y1=top - 4, y2=bottom, class_="fair"))
        found.append(tag("text", text(said), x=x, y=top - 7, class_="tick mid fairly"))
    found += [dot_row(each, scale, top + row * (at + 0.5)) for at, each in enumerate(some)]
    say = SPOKEN[write]
    told = "; ".join(f"{each.name} {each.said}, from {say(each.low)} to {say(each.high)}" for each in some)
    return plot(title, f"{label}: {told}.", bottom + 34, *found)


def dot_row(each: Dot, scale: Scale, y: float) -> Mark:
    mark = {"▲": " more", "▼": " less"}.get(each.sure, "")
    return tag(
        "g",
        tag("title", text(f"{each.name}: {each.said}")),
        label_mark(each.name, 2.0, y + 4),
        tag("line", x1=scale(each.low), x2=scale(each.high), y1=y, y2=y, class_="bar"),
        tag("circle", cx=scale(each.value), cy=y, r=4.5, class_="dot"),
        tag("text", text(each.said), x=WIDE - 2, y=y + 4, class_="value end"),
        class_=f"row{mark}",
    )


# ---------------------------------------------------------------- distributions


def ridges(title: str, some: Sequence[tuple[str, Numbers]], label: str) -> Mark:
    """Distributions on one axis, one above the other, each with its quantiles below it."""
    low, high = min(each.low for _, each in some), max(each.high for _, each in some)
    step = -(-(high - low + 1) // MOST)
    wide = -(-(high - low + 1) // step)
    named = any(name for name, _ in some)
    left = label_width([name for name, _ in some], 16) if named else 8.0
    scale = Scale(low - 0.5, low + wide * step - 0.5, left, WIDE - 8, least=1.0)
    tall = RIDGE if len(some) > 1 else 96.0
    top, bottom = 16.0, 16.0 + tall * len(some) + 4
    parts = [[each / max(1, numbers.count) for each in columns(numbers, wide, low, low + wide * step - 1)]
             for _, numbers in some]  # fmt: skip
    peak = max(map(max, parts)) or 1.0
    found = [below(scale, top, bottom, as_number, label)]
    found.append(
        tag("text", text("height: how often · dot: median · bars: 50 % and 90 %"), x=2.0, y=10.0, class_="axis")
    )
    for at, ((name, numbers), heights) in enumerate(zip(some, parts)):
        base = top + tall * (at + 1) - 11
        found.append(ridge(name, numbers, [h / peak * (tall - 15) for h in heights], scale, (low, step), base))
    told = "; ".join(f"{name} {in_words(numbers)}".strip() for name, numbers in some)
    return plot(title, f"{label}: {told}.", bottom + 34, *found)


def ridge(name: str, some: Numbers, heights: list[float], scale: Scale, bins: tuple[int, int], base: float) -> Mark:
    low, step = bins
    edges = [scale(low + step * at - 0.5) for at in range(len(heights) + 1)]
    gap = 1.5 if edges[1] - edges[0] > 8 else 0.0  # between the bars of a few values
    bars = [
        f"M{place(start + gap)} {place(base)}V{place(base - high)}H{place(end - gap)}V{place(base)}Z"
        for high, (start, end) in zip(heights, pairwise(edges))
        if high > 0
    ]
    line = base + 6
    return tag(
        "g",
        tag("title", text(f"{name}: {in_words(some)}" if name else in_words(some))),
        label_mark(name, 2.0, base - 2 - LINE * (len(label_lines(name, 16)) - 1) / 2, 16) if name else NOTHING,
        tag("path", d="".join(bars), class_="hill"),
        tag("line", x1=scale(some.q05), x2=scale(some.q95), y1=line, y2=line, class_="reach"),
        tag("line", x1=scale(some.q25), x2=scale(some.q75), y1=line, y2=line, class_="half"),
        tag("circle", cx=scale(some.median), cy=line, r=3.4, class_="median"),
    )


def in_words(some: Numbers) -> str:
    low, median, high = map(whole_number, (some.q05, some.median, some.q95))
    middle = f"mean {plain(some.mean)}, median {median}, 90 % from {low} to {high}"
    return f"{middle}, all from {whole_number(some.low)} to {whole_number(some.high)}"


# ---------------------------------------------------------------- lines


def lines(
    title: str, names: Sequence[str], places: Sequence[float] | None, some: Sequence[tuple[str, Sequence[Point]]],
    labels: tuple[str, str], write: Write,
) -> Mark:  # fmt: skip
    """One line per series over values, with a band for the interval; values that are not numbers have only dots."""
    right = WIDE - (max(len(name) for name, _ in some) * LETTER + 12 if len(some) > 1 else 12)
    ends = [end for _, points in some for point in points for end in (point.low, point.high)]
    up = scale_for(ends, LINES, 20.0)
    left = max(len(write(value)) for value in up.ticks(4)) * LETTER + 8
    at = list(range(len(names))) if places is None else places
    inset = 14.0 if places is not None else 36.0
    across = Scale(min(at), max(at), left + inset, right - inset)
    found = [beside(up, left, right, write, labels[1])]
    deep = LINE * (max(len(label_lines(name, 14)) for name in names) - 1)
    wide = max(len(line) for name in names for line in label_lines(name, 14))
    skip = -(-len(names) * wide * LETTER // (right - left))  # labels that would touch are left out
    found += [
        label_mark(name, across(x), LINES + 14 + LINE * (len(label_lines(name, 14)) - 1) / 2, 14, "tick mid")
        for number, (name, x) in enumerate(zip(names, at))
        if number % max(1, skip) == 0
    ]
    found.append(tag("text", text(labels[0]), x=(left + right) / 2, y=LINES + 30 + deep, class_="axis mid"))
    for number, (name, points) in enumerate(some):
        shift = 0.0 if places is not None else 5.0 * (number - (len(some) - 1) / 2)
        xs = [across(x) + shift for x in at]
        found.append(series(name, names, xs, points, up, write, number, places is not None))
    if len(some) > 1:
        found += ends_named([(name, up(points[-1].value)) for name, points in some], right)
    told = "; ".join(f"{name} {alt_text(names, points, write)}".strip() for name, points in some)
    return plot(title, f"{labels[1]}: {told}.", LINES + 36 + deep, *found)


def series(
    name: str, names: Sequence[str], xs: list[float], points: Sequence[Point], up: Scale, write: Write, number: int,
    joined_up: bool,
) -> Mark:  # fmt: skip
    found = []
    if joined_up and len(points) > 1:
        there = [(x, up(point.high)) for x, point in zip(xs, points)]
        back = [(x, up(point.low)) for x, point in zip(reversed(xs), reversed(points))]
        found.append(tag("path", d=f"M{path([*there, *back])}Z", class_="band"))
        found.append(tag("path", d=f"M{path([(x, up(p.value)) for x, p in zip(xs, points)])}", class_="line"))
    for x, point, value in zip(xs, points, names):
        said = f"{f'{name}, ' if name else ''}{value}: {SPOKEN[write](point.value)}"
        if not joined_up or len(points) == 1:
            found.append(tag("line", x1=x, x2=x, y1=up(point.low), y2=up(point.high), class_="whisker"))
        found.append(tag("circle", tag("title", text(said)), cx=x, cy=up(point.value), r=3.6, class_="dot"))
    return tag("g", *found, class_=f"series s{number % 8}")


def path(places: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{place(x)} {place(y)}" for x, y in places)


def ends_named(ends: Sequence[tuple[str, float]], right: float) -> list[Mark]:
    """The names of lines at their ends, moved apart where they would touch."""
    order = sorted(range(len(ends)), key=lambda at: ends[at][1])
    ys = [ends[at][1] for at in order]
    for _ in range(40):
        for above, under in pairwise(range(len(ys))):
            gap = 12.0 - (ys[under] - ys[above])
            if gap > 0:
                ys[above], ys[under] = ys[above] - gap / 2, ys[under] + gap / 2
    return [
        tag("text", text(ends[at][0]), x=right - 2, y=y + 4, class_=f"label name s{at % 8}") for at, y in zip(order, ys)
    ]


def alt_text(names: Sequence[str], points: Sequence[Point], write: Write) -> str:
    return ", ".join(f"{name}: {SPOKEN[write](point.value)}" for name, point in zip(names, points))
