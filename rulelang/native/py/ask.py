"""Questions as Python statements: what is drawn for a seat that chooses at random."""

from __future__ import annotations

from rulelang.native.host.rng import EVEN
from rulelang.native.plan.menus import Offer
from rulelang.native.py.stmt import Steps


def asking(out: Steps, names: tuple[str, str, str], offer: Offer, seat: str, is_mask: bool) -> None:
    """Draws an answer, if the seat is asked; without an option it bails out.

    Of a mask that one may not pass, what was drawn becomes the highest bit. A lone piece is so already.
    """
    count, picked, options = names
    with out.block(f"if {count} > 1:"):
        ask(out, picked, seat, count, out.layout.count + 1 if is_mask else None)
        if is_mask and not offer.optional:
            narrow(out, options, picked, f"{count} - 1")
    with out.block("else:"):
        if not is_mask or offer.optional:
            out.line(f"{picked} = 0")
        if not offer.optional:
            with out.block(f"if not {count}:"):
                out.line("bail()")
        lone = lone_asked(out, offer, f"not {options}")
        if lone == "True":
            ask_one(out, seat)
        elif lone == "False":
            out.note_forced()
        else:
            with out.block(f"if {lone}:"):
                ask_one(out, seat)
            if out.build.statistics:
                with out.block("else:"):
                    out.note_forced()


def ask(out: Steps, picked: str, seat: str, count: str, most: int | None = None) -> None:
    """Puts a question with several answers to a seat; `most`: how many at most, if that is known."""
    if not out.build.tells_nothing:
        out.ask(picked, seat, count)
        return
    if not out.build.counts_words:
        out.outer.add("asked")
        out.line("asked += 1")
    if out.build.even and most is not None and most <= EVEN:
        out.line(f"{picked} = next(W[{seat}]) * {count} >> 32", "W")
        return
    out.line(f"{picked} = next(W[{seat}]) * {count}", "W")
    with out.block(f"if {picked} & 0xFFFFFFFF < {count}:"):
        out.line(f"{picked} = again({seat}, {picked}, {count})", "again")
    out.line(f"{picked} >>= 32")


def ask_one(out: Steps, seat: str) -> None:
    """Puts a question with one answer to a seat."""
    if not out.build.tells_nothing:
        out.ask("", seat, "1")
        return
    out.outer.add("asked")
    out.line("asked += 1")


def lone_asked(out: Steps, offer: Offer, passing: str) -> str:
    """Is a lone option put to the seat? As a condition."""
    rule = offer.asked
    if rule.kind != "size":
        return str(rule.kind == "always")
    if rule.single:
        return f"{out.of(offer.size)} {'> 1' if rule.known else '> 0'}"
    assert offer.want is not None
    return f"bag_asked({out.of(offer.size)}, {out.of(offer.want)}, {rule.guard}, {rule.up_to}, {passing})"


def narrow(out: Steps, options: str, picked: str, last: str) -> None:
    """Makes the piece of a mask that was drawn its highest bit, from the end that is nearer."""
    with out.block(f"if {picked} + {picked} < {last}:"):
        with out.loop(f"while {picked}:"):
            out.line(f"{options} &= {options} - 1")
            out.line(f"{picked} -= 1")
        out.line(f"{options} ^= {options} - 1")
    with out.block("else:"):
        out.line(f"{picked} = {last} - {picked}")
        with out.loop(f"while {picked}:"):
            out.line(f"{options} ^= TOP[{options}.bit_length()]", "TOP")
            out.line(f"{picked} -= 1")
