"""Figures from totals: means, spreads, quantiles, and their confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

from rulelang.base.frozen import Frozen, frozen
from rulelang.native.totals import BINS, bounds

FEWEST = 200  # offers of an option that say what comes of it

Z = 1.959964  # of the normal distribution, for 95 %
FALSE = 0.0125  # of reports on a game without any effect may claim one, for each kind of claim: 5 % in all


@frozen
class Share(Frozen):
    """A share with its 95 % interval (Wilson's)."""

    value: float
    low: float
    high: float

    def above(self, other: float, among: int = 4) -> bool:
        """Is it significantly more? The interval is wider than 95 %, since several shares are examined at once."""
        return self.value - other > margin(among) * (self.value - self.low)

    def below(self, other: float, among: int = 4) -> bool:
        return other - self.value > margin(among) * (self.high - self.value)


def share(part: float, whole: float) -> Share:
    if whole <= 0:
        return Share(0.0, 0.0, 1.0)
    p = part / whole
    wide = 1 + Z * Z / whole
    middle = (p + Z * Z / (2 * whole)) / wide
    off = Z * sqrt(p * (1 - p) / whole + Z * Z / (4 * whole * whole)) / wide
    return Share(p, max(0.0, middle - off), min(1.0, middle + off))


@lru_cache
def margin(among: int) -> float:
    """How many times its 95 % interval a difference must be, so that among this many none is claimed by chance."""
    return NormalDist().inv_cdf(1 - FALSE / (2 * max(1, among))) / Z


@frozen
class Effect(Frozen):
    """A difference with half of its 95 % interval."""

    value: float
    error: float

    def sure(self, among: int) -> bool:
        """Is it more than chance brings, given how many are looked at?"""
        return abs(self.value) > margin(among) * self.error


def effect(row: Mapping[int, int], at: int, where: int, scale: float) -> Effect | None:
    """What came of an option, from the sums that lie here (native/totals.py): games are what varies independently."""
    offered, squares = row.get(at, 0), row.get(at + 1, 0)
    total, of_totals, both = (row.get(at + where + place, 0) for place in range(3))
    if offered < FEWEST or not of_totals:
        return None
    mean = total / offered
    variance = max(0.0, of_totals - 2 * mean * both + mean * mean * squares)
    return Effect(mean / scale, Z * sqrt(variance) / offered / scale)


@frozen
class Bin(Frozen):
    """Numbers from `low` to `high`, and how many there were."""

    low: int
    high: int
    count: int


@frozen
class Numbers(Frozen):
    """A series of numbers. Quantiles are exact up to 1023 and within a sixteenth above."""

    count: int
    mean: float
    sd: float
    error: float
    """Half of the 95 % interval of the mean."""
    low: int
    q05: int
    q25: int
    median: int
    q75: int
    q95: int
    high: int
    bins: tuple[Bin, ...]


NONE = Numbers(0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0, 0, ())


def numbers(row: Mapping[int, int], at: int) -> Numbers:
    """The series that lies here."""
    count, total, squares = (row.get(at + place, 0) for place in range(3))
    if not count:
        return NONE
    mean = total / count
    # Exact until the division: whole numbers do not lose what floats would.
    variance = (squares * count - total * total) / (count * count)
    sd = sqrt(max(0.0, variance) * count / (count - 1)) if count > 1 else 0.0
    some = [(place, row[at + 3 + place]) for place in range(BINS) if row.get(at + 3 + place)]
    bins = tuple(sorted((Bin(*bounds(place), number) for place, number in some), key=lambda each: each.low))
    q05, q25, median, q75, q95 = (quantile(bins, count, part) for part in (0.05, 0.25, 0.5, 0.75, 0.95))
    error = Z * sd / sqrt(count)
    return Numbers(count, mean, sd, error, bins[0].low, q05, q25, median, q75, q95, bins[-1].high, bins)


def quantile(bins: tuple[Bin, ...], count: int, part: float) -> int:
    """The number that is not exceeded by this share of all; for a wide bin, its middle."""
    so_far = 0
    for each in bins:
        so_far += each.count
        if so_far >= part * count:
            return (each.low + each.high) // 2
    return bins[-1].high


def columns(some: Numbers, wide: int, low: int | None = None, high: int | None = None) -> list[int]:
    """The numbers in a number of equally wide columns, from `low` to `high`."""
    first, last = some.low if low is None else low, some.high if high is None else high
    found = [0] * wide
    for each in some.bins:
        middle = (each.low + each.high) / 2
        place = int((middle - first) * wide / max(1, last - first + 1))
        found[max(0, min(wide - 1, place))] += each.count
    return found
