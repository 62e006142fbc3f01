"""Effects on the table as C statements."""

from __future__ import annotations

from rulelang.engine.state import amount_sight
from rulelang.native.c.expr import half_of, index
from rulelang.native.c.lists import is_cheap
from rulelang.native.c.stmt import Statements, first_element, prints
from rulelang.native.passes.provenance import possible_pieces, sources, zones_at
from rulelang.native.plan import acts, ops
from rulelang.native.plan.acts import Transfer
from rulelang.native.plan.expressions import data_of, is_op
from rulelang.native.plan.nodes import MASK, Node, clean
from rulelang.native.plan.views import simultaneous_writes
from rulelang.program import Program

KINDS = {None: "0", "set": "SET", "bag": "BAG", "pile": "PILE", "row": "ROW"}
SIDES = {None: 0, "left": 1, "top": 1, "right": 2, "bottom": 2}


@prints(acts.Move)
def move(out: Statements, step: acts.Move) -> None:
    """All sources and targets are read first."""
    some = step.transfers
    if len(some) == 1:
        move_alone(out, some[0])
    elif not out.layout.groups and all(each.pieces.op in (ops.CONST, ops.MCONST) for each in some):
        gather(out, some)
    else:
        move_together(out, some)


def move_alone(out: Statements, some: Transfer) -> None:
    pieces, target, end, fits, kind = some.pieces, some.target, some.end, some.fits, some.side
    if some.single:
        piece = pieces.args[0]
        name = piece.data if is_op(piece, ops.GET) else ""
        if name in out.lies and not out.layout.groups and kind is not None:
            move_from(out, name, some)
            return
        lies = KINDS[kind] if zones_at(out.layout, target) & out.idle else f"{KINDS[kind]} | KEPT"
        known = f"{lies}, {int(fits)}, {(name in out.in_sets) + (name in out.firsts)}"
        out.line(f"{out.rt('move_one', out.of(piece), out.of(target), str(SIDES[end]), known)};")
    elif pieces.op in (ops.CONST, ops.MCONST) and not out.layout.groups:
        gather(out, (some,))
    elif pieces.op is ops.ZONE and pieces.rep != MASK:
        here, there = (index(out, place, len(out.layout.program.zones)) for place in (pieces.args[0], target))
        if fits and shed(out, pieces.args[0], target):
            out.line(f"shed({here}, {there});")
        else:
            out.line(f"{out.rt('move_zone', here, there, str(SIDES[end]), str(int(fits)))};")
    elif pieces.rep == MASK:
        mask = out.temp("M", out.of(pieces))
        out.line(f"{out.rt('move_mask', mask, out.of(target), str(SIDES[end]))};")
    else:
        move_together(out, (some,))


def move_from(out: Statements, name: str, some: Transfer) -> None:
    """A piece that was chosen leaves the one of a few places that it lies in."""
    target, end, fits, kind = some.target, some.end, some.fits, some.side
    layout, size = out.layout, len(out.layout.program.zones)
    to = out.temp("I", index(out, target, size))
    bit = f"bit_{name}" if name in out.bits else f"m_bit(ix({name}, COUNT))"
    if not fits:
        out.line(f"if (!m_has(m_at(takes, {to}), {name})) bail();")
    for place in out.lies[name]:
        twin, first = int(bool(possible_pieces(layout, place) & layout.twins)), int(name in out.firsts)
        out.line(f"leave({name}, {bit}, {index(out, place, size)}, {half_of(layout, place)}, {twin}, {first});")
    lies = KINDS[kind] if zones_at(layout, target) & out.idle else f"{KINDS[kind]} | KEPT"
    out.line(f"put_in({name}, {bit}, {to}, {SIDES[end]}, {lies});")


def shed(out: Statements, source: Node, target: Node) -> bool:
    """Does all of a list go where nobody looks?"""
    layout, idle = out.layout, out.idle
    here, there = zones_at(layout, source), zones_at(layout, target)
    return not layout.groups and there <= idle and not any(layout.masked[zone] or zone in idle for zone in here)


def move_together(out: Statements, transfers: tuple[Transfer, ...]) -> None:
    names = []
    for some in transfers:
        text = out.rt("ids" if some.pieces.rep == MASK else "fresh_copy", out.of(some.pieces))
        names.append((out.temp("I", text), out.temp("I", out.of(some.target)), str(SIDES[some.end])))
    all_ = "".join(f"m_or_list(&twice, {pieces}); " for pieces, _, _ in names)
    out.line(f"{{ M twice = m_zero(); {all_}(void)twice; }}")
    for each in names:
        out.line(f"{out.rt('move_all', *each)};")
    out.line("disband_left();")


def gather(out: Statements, transfers: tuple[Transfer, ...]) -> None:
    """Pieces that are known now are fetched from wherever they lie; a zone that can hold no others is emptied."""
    layout, size = out.layout, len(out.layout.program.zones)
    targets = [out.temp("I", index(out, each.target, size)) for each in transfers]
    lists = [ids_of(each.pieces) for each in transfers]
    gone = layout.mask(piece for some in lists for piece in some)
    if sum(map(len, lists)) != gone.bit_count():
        out.line("bail();")  # a piece is moved twice at once
        return
    for zone in layout.program.zones:
        takes = layout.full if zone.of is None else layout.kind_mask(zone.of)
        if takes & gone:
            out.line(f"thin_out({zone.id}, {out.mask(gone)});" if takes & ~gone else f"clear_zone({zone.id});")
    for some, target, each in zip(lists, targets, transfers):
        mask = out.mask(layout.mask(some))
        if not each.fits:
            out.line(f"if (!m_empty(m_andnot({mask}, m_at(takes, {target})))) bail();")
        known = out.array("I", some)
        out.line(f"lay_known({known}, {len(some)}, {mask}, {target}, {SIDES[each.end]});")


def ids_of(pieces: Node) -> list[int]:
    if is_op(pieces, ops.CONST):
        return list(pieces.data)
    mask = data_of(pieces, ops.MCONST)
    return [piece for piece in range(mask.bit_length()) if mask >> piece & 1]


@prints(acts.Deal)
def deal(out: Statements, step: acts.Deal) -> None:
    place, up_to, sides = step.end, step.up_to, step.sides
    number, source, target = step.args
    here, there = zones_at(out.layout, source), zones_at(out.layout, target)
    if not step.refills and not out.layout.groups and not here & there and not there & out.idle:
        way = "list" if sides[0] in ("pile", "row") else "bag" if sides == ("bag", "set") else ""
        if way:
            wanted = out.temp("I", out.sure(number))
            side = f"{SIDES[place]}, " * (way == "list")
            last = f"{side}{half_of(out.layout, source)}"
            dealt = f"deal_{way}({wanted}, {out.of(source)}, {out.of(target)}, {last})"
            short = f"{dealt} < {wanted}" if not up_to else f"{dealt} < 0"
            out.line(f"if ({wanted} < 0 || {short}) bail();")
            return
    ends = out.sure(number), out.of(source), out.of(target)
    out.line(f"{out.rt('deal', *ends, str(SIDES[place]), str(int(up_to)))};")


@prints(acts.Shuffle)
def shuffle(out: Statements, step: acts.Shuffle) -> None:
    if step.side not in ("set", "bag"):
        out.line(f"shuffle({out.of(step.args[0])});")


@prints(acts.ShuffleSome)
def shuffle_some(out: Statements, step: acts.ShuffleSome) -> None:
    out.line(f"{out.rt('shuffle_some', out.of(step.args[0]))};")


@prints(acts.Roll)
def roll(out: Statements, step: acts.Roll) -> None:
    items = step.args[0]
    text = out.of(items)
    out.line(f"roll({text if items.rep == MASK else f'mask_of({text})'});")
    places = sources(out.plan, items)
    if places is None or not all(map(is_cheap, places)):
        out.line("memset(stale, 1, sizeof stale);")
        return
    for place in places:
        out.line(f"stale[{index(out, place, len(out.layout.program.zones))}] = 1;")


def amount_sights(program: Program, resource: str) -> list[int]:
    """Who sees the amount of each holder; what is paid in secret is the holder's own."""
    each = program.resources[resource]
    masks = [amount_sight(program, each.sight, holder) for holder in each.holders]
    if resource not in simultaneous_writes(program.game)[1]:
        return masks
    return [mask & (1 << holder if holder > 0 else 0) for mask, holder in zip(masks, each.holders)]


@prints(acts.Pay)
def pay(out: Statements, step: acts.Pay) -> None:
    resource, up_to = step.resource, step.up_to
    amount, giver, taker = step.args
    size = len(out.layout.program.resources[resource].holders)
    ends = [f"ix({out.of(giver)}, {size})", f"ix({out.of(taker)}, {size})"]
    if out.watched:
        ends = [out.temp("I", each) for each in ends]
    out.line(f"pay(r_{clean(resource)}, {out.sure(amount)}, {', '.join(ends)}, {int(up_to)});")
    if out.watched:
        out.line(f"static const I sights[] = {{{', '.join(map(str, amount_sights(out.layout.program, resource)))}}};")
        out.line(f"if (watcher) tells_paid(sights, r_{clean(resource)}, {', '.join(ends)});")


@prints(acts.Form)
def form(out: Statements, step: acts.Form) -> None:
    held = out.temp("I", out.rt("fresh_copy", out.of(step.args[0])))
    place = out.temp("I", out.of(step.args[1]))
    given = [out.temp("I", out.sure(field)) for field in step.fields]
    for value, bounds in zip(given, step.bounds):
        if bounds is not None:
            low, high = (out.sure(each) for each in bounds)
            out.line(f"if ({value} < {low} || {value} > {high}) bail();")
    out.line(f"I made = {out.rt('form', str(out.layout.program.stocks[step.group]), held, place)};")
    for at, value in enumerate(given):
        out.line(f"gf[made][{at}] = {value};")
    out.line(f"{out.rt('move_all', held, 'inside_of[made]', '0')};")
    out.line("disband_left();")


@prints(acts.Tally)
def tally(out: Statements, step: acts.Tally) -> None:
    score, into, low, high = step.score, step.into, step.low, step.high
    names = [out.temp("I", f"fn_{clean(score)}({seat})") for seat in out.layout.program.seats]
    if out.watched:
        first = None if into is None else first_element(out.layout.program, into)
        for at, name in enumerate(names):
            out.line(f"tells_total({-1 if first is None else first + at}, {at + 1}, {name});")
    if into is None:
        return
    for at, name in enumerate(names):
        tested = "" if low is not None and high is not None else "fit"
        out.line(f"{name} = {tested}({name} + need(v_{clean(into)}[{at}]));")
        limits = [f"{name} < {low}"] * (low is not None) + [f"{name} > {high}"] * (high is not None)
        if limits:
            out.line(f"if ({' || '.join(limits)}) bail();")
        out.line(f"v_{clean(into)}[{at}] = {name};")
