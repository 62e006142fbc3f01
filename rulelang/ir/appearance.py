"""Names, signs and colors of things. The rules never depend on them."""

from __future__ import annotations

from rulelang.base.frozen import Frozen, field, frozen

# The colors that a look may name, with their values on a page.
COLORS = {
    "black": "#222222", "white": "#f5f5f0", "gray": "#8a8a8a", "grey": "#8a8a8a", "silver": "#b8b8b8",
    "red": "#c62828", "orange": "#e07b00", "yellow": "#d9a900", "gold": "#b8860b", "green": "#2e7d32",
    "cyan": "#00838f", "blue": "#1e62c8", "purple": "#7b3fa0", "violet": "#7b3fa0", "magenta": "#b0208a",
    "pink": "#d81b72", "brown": "#795037",
}  # fmt: skip


@frozen
class Appearance(Frozen):
    """`face`: the name of a piece from its fields: `{rank} of {suit}`. `rows`: looks of members by name, of numbers, of
    seats (`P1`) and of pots. `says`: the meaning of a variable's value. `during`: the procedures during which it means
    something; empty: always.
    """

    name: str = ""
    plural: str = ""
    face: str = ""
    short: str = ""
    sign: str = ""
    color: str = ""
    says: str = ""
    during: tuple[str, ...] = ()
    bookkeeping: bool = False
    rows: dict[str | int, Appearance] = field(factory=dict)
