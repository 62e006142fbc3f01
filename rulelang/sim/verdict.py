"""Differences in plain words: which were found, and where none were found."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from rulelang.sim.compare import Difference
from rulelang.sim.main_figures import BY_NAME
from rulelang.sim.sheet import PAID
from rulelang.sim.wording import group_title, winning

PRICE = "mean auction "  # how the figures begin that are of auctions


@attrs.frozen
class Verdict:
    """Sentences about what differs, and names of figures for which no difference was found."""

    found: tuple[str, ...]
    alike: tuple[str, ...]


def verdict_of(differences: Sequence[Difference]) -> Verdict:
    """The main figures in words; the seats come first."""
    found, alike = [], []
    seats = [each for each in differences if each.name.startswith("wins ")]
    for each in seats:
        if each.found:
            often = "more" if each.value > 0 else "less"
            found.append(f"{winning(each.name)} wins {amount(each, 'share')} {often} often")
    if seats and not found:
        alike.append("how often each seat wins")
    for each in differences:
        if each.name in BY_NAME:
            figure = BY_NAME[each.name]
            said = amount(each, figure.unit)
            if each.found and said.split(" ")[0].strip("0.,"):
                found.append((figure.more if each.value > 0 else figure.less).format(said))
            else:
                alike.append(figure.label)
        elif is_price(each) and each.found:
            found.append(price_said(each))
    return Verdict(tuple(found), tuple(alike))


def is_price(each: Difference) -> bool:
    """Is it what buyers pay?"""
    return each.name.startswith(PRICE) and each.name.endswith(PAID)


def price_said(each: Difference) -> str:
    """`what is sold in “Stand sale” becomes cheaper, by 1.00 ± 0.03 coins (18.2 %)`."""
    place, _, resource = each.name.removeprefix(PRICE).partition(" · ")
    how = "more expensive" if each.value > 0 else "cheaper"
    part = f" ({100 * abs(each.value / each.before):.1f}\xa0%)" if each.before else ""
    coins = f"{amount(each, 'number')} {resource.removesuffix(PAID)}"
    return f"what is sold in “{group_title(place)}” becomes {how}, by {coins}{part}"


def amount(each: Difference, unit: str) -> str:
    """`2.1 ± 0.4 points`, `11.0 ± 0.3 %`, `3.2 ± 0.1`."""
    size, error = abs(each.value), each.error or 0.0
    if unit == "share":
        return f"{100 * size:.1f} ± {100 * error:.1f} points"
    if unit == "part" and each.before:
        return f"{100 * size / abs(each.before):.1f} ± {100 * error / abs(each.before):.1f} %"
    places = 0 if size >= 1000 else 1 if size >= 10 else 2
    return f"{size:,.{places}f} ± {error:,.{places}f}"
