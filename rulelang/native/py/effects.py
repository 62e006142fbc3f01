"""Effects on the table as Python statements."""

from __future__ import annotations

from rulelang.base.numbers import LEAST, MOST
from rulelang.native.passes.provenance import possible_pieces, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Sources, Transfer
from rulelang.native.plan.expressions import data_of
from rulelang.native.plan.nodes import LIST, MASK, clean
from rulelang.native.py.bulk_moves import apart, gather, in_front, is_gathering
from rulelang.native.py.parts import PLACE
from rulelang.native.py.placing import atomize, lower
from rulelang.native.py.stmt import Steps, prints

MASKED = ("set", "bag")
FEW = 3  # places that a piece is looked for in


@prints(acts.Move)
def move(out: Steps, step: acts.Move) -> None:
    """What is simple is written out; everything else goes through `move`."""
    some = step.transfers
    if len(some) == 1 and (move_known(out, step) or simple_move(out, some[0])):
        return
    if all(is_gathering(out, each) for each in some) and apart([data_of(each.pieces, ops.CONST) for each in some]):
        gather(out, some)
        return
    texts = [f"({out.values.items(each.pieces)}, {out.of(each.target)}, {each.end!r})" for each in some]
    out.line(f"move([{', '.join(texts)}])", "move")


def move_known(out: Steps, step: acts.Move) -> bool:
    """One piece that lies in one of some known sets."""
    some = step.transfers[0]
    target, side = some.target, some.side
    layout, lies = out.layout, step.lies
    if lies is None or not all(layout.masked[zone] for zone in lies.zones) or layout.groups:
        return False
    if not some.fits or side is None:
        return False
    piece, place = out.of(some.pieces.args[0]), atomize(out, target)
    bit = f"BIT[{piece}]"
    source = source_of(out, lies, piece)
    out.line(f"Z[{source}] ^= {bit}", "Z", "BIT")
    if side in MASKED:
        out.line(f"Z[{place}] |= {bit}")
    elif zones_at(layout, target) & out.read:
        out.line(f"Z[{place}] = ({piece}, *Z[{place}])" if in_front(some.end, side) else f"Z[{place}] += ({piece},)")
    out.lay(f"place[{piece}] = {place}")
    if any(layout.takes(zone) & layout.twins for zone in lies.zones):
        with out.block(f"if S[{source}] and S[{source}] & SAME[{piece}]:", "S", "SAME"):
            out.line(f"parted({piece}, {source})", "parted")
        if side in MASKED:
            out.line(f"S[{place}] = None", "S")
    if side == "bag":
        out.line(f"unface({piece})", "unface")
    return True


def source_of(out: Steps, lies: Sources, piece: str) -> str:
    """The place that a piece lies in, of a few that are known."""
    if len(lies.zones) == 1:
        return str(min(lies.zones))
    if not 1 <= len(lies.places) <= FEW:
        return out.assign_temp(f"place[{piece}]", PLACE)
    *others, last = lies.places
    found = out.of(last)
    for at in reversed(range(len(others))):
        here, behind = possible_pieces(out.layout, others[at]), 0
        for other in lies.places[at + 1 :]:
            behind |= possible_pieces(out.layout, other)
        place, test = out.of(others[at]), f"{piece} < {here.bit_length()}"
        if here.bit_length() >= (behind & -behind).bit_length():
            test = f"{out.values.use('Z')}[{place}] & {out.values.use('BIT')}[{piece}]"
        found = f"{place} if {test} else {found}"
    return out.assign_temp(found)


def simple_move(out: Steps, some: Transfer) -> bool:
    """One piece, or a whole place, to a place of a known kind."""
    pieces, target, end, side = some.pieces, some.target, some.end, some.side
    if not some.fits or side is None:
        return False
    if some.single:
        piece = out.of(pieces.args[0])
        if side in MASKED:
            out.line(f"to_{side}({piece}, {out.of(target)})", f"to_{side}")
        else:
            out.line(f"to_list({piece}, {out.of(target)}, {in_front(end, side)})", "to_list")
        return True
    if pieces.op is not ops.ZONE or out.layout.groups:
        return False
    if pieces.rep == LIST and not zones_at(out.layout, target) & out.read:
        source, place, piece = atomize(out, pieces.args[0]), atomize(out, target), out.temp()
        out.lay_all(piece, f"Z[{source}]", place)
        out.line(f"Z[{source}] = ()", "Z")
    elif pieces.rep == LIST and side not in MASKED:
        out.line(f"pour({out.of(pieces.args[0])}, {out.of(target)}, {in_front(end, side)})", "pour")
    elif pieces.rep == MASK and side == "set":
        out.line(f"pour_set({out.of(pieces.args[0])}, {out.of(target)})", "pour_set")
    else:
        return False
    return True


@prints(acts.Deal)
def deal(out: Steps, step: acts.Deal) -> None:
    place, up_to, sides = step.end, step.up_to, step.sides
    plain = step.fits and not step.refills and not out.layout.groups
    if plain and sides[1] == "set" and sides[0] not in ("set", None):
        dealt = "deal_from_bag" if sides[0] == "bag" else "deal_from_list"
        out.line(f"{dealt}({out.values.all(step.args)}, {up_to})", dealt)
    else:
        out.line(f"deal({out.values.all(step.args)}, {place!r}, {up_to})", "deal")


@prints(acts.Shuffle)
def shuffle(out: Steps, step: acts.Shuffle) -> None:
    if step.side not in ("set", "bag"):
        out.line(f"shuffle({out.of(step.args[0])})", "shuffle")


@prints(acts.ShuffleSome)
def shuffle_some(out: Steps, step: acts.ShuffleSome) -> None:
    out.line(f"shuffle_some({out.of(step.args[0])})", "shuffle_some")


@prints(acts.Roll)
def roll(out: Steps, step: acts.Roll) -> None:
    items = step.args[0]
    if items.op is ops.ZONE and items.rep == MASK:
        out.line(f"roll_in({out.of(items.args[0])})", "roll_in")
    else:
        out.line(f"roll_some({out.values.items(items)})", "roll_some")


@prints(acts.Pay)
def pay(out: Steps, step: acts.Pay) -> None:
    resource, up_to = step.resource, step.up_to
    out.line(f"pay({out.values.state_name('r', resource)}, {out.values.all(step.args)}, {up_to})", "pay")


@prints(acts.Form)
def form(out: Steps, step: acts.Form) -> None:
    pieces, place = (atomize(out, arg) for arg in step.args)
    given = [atomize(out, field) for field in step.fields]
    for value, bounds in zip(given, step.bounds):
        if bounds is not None:
            low, high = (out.of(each) for each in bounds)
            with out.block(f"if not {low} <= {value} <= {high}:"):
                out.line("bail()")
    stock = out.layout.program.stocks[step.group]
    out.line(f"form({stock}, {pieces}, {place}, ({''.join(each + ', ' for each in given)}))", "form")


@prints(acts.Totals)
def totals(out: Steps, step: acts.Totals) -> None:
    out.line(f"{step.name} = []")


@prints(acts.Total)
def total(out: Steps, step: acts.Total) -> None:
    out.line(f"{step.name}.append({lower(out, step.args[0])})")


@prints(acts.Tally)
def tally(out: Steps, step: acts.Tally) -> None:
    score, into, low, high = step.score, step.into, step.low, step.high
    seats, call = out.layout.program.seats, f"fn_{clean(score)}"
    totals = out.of(step.args[0]) if step.args else out.temp()
    if not step.args:
        out.line(f"{totals} = ({', '.join(f'{call}({seat})' for seat in seats)},)", call)
    if into is not None:
        at, total, held_by_seats = out.temp(), out.temp(), out.values.state_name("v", into)
        with out.loop(f"for {at}, {total} in enumerate({totals}, {out.values.pad(into)}):"):
            out.line(f"{total} += {held_by_seats}[{at}]")
            with out.block(f"if not {LEAST if low is None else low} <= {total} <= {MOST if high is None else high}:"):
                out.line("bail()")
            out.line(f"{held_by_seats}[{at}] = {total}")
