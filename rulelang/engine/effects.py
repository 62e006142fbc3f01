"""Instructions for the other effects: moves, deals, shuffles, rolls, payments, groups and scores."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.base.rng import shuffle as shuffled
from rulelang.base.source import Span
from rulelang.engine.board import Board
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.errors import RuleError, check_number
from rulelang.engine.instructions import Assembler, writes
from rulelang.engine.looks import Wanted
from rulelang.engine.meter import PIECE
from rulelang.engine.runner import Runner, Slots
from rulelang.engine.state import amount_sight
from rulelang.engine.text import say_look
from rulelang.engine.unordered import Unordered, plain
from rulelang.engine.writing import write_element
from rulelang.ir import types
from rulelang.program import BLOCK_SEAT, ResourceInstance
from rulelang.program.events import Formed, Paid, Rolled, Scored, Shuffled


@writes(ir.Move)
def move(asm: Assembler, stmt: ir.Move) -> None:
    """Evaluate all sources and targets first."""
    board = asm.board
    jobs = [(asm.make.pieces(what), asm.make.of(where), end) for what, where, end in stmt.transfers]

    def run(r: Runner, s: Slots) -> None:
        moves = [(pieces(s), zone(s), end) for pieces, zone, end in jobs]
        moves = [job for job in moves if job[0]]
        if moves:
            board.move(r, s, moves, stmt.span)

    asm.effect(stmt.span, run, "pieces")


# ---------------------------------------------------------------- dealing and shuffling


@writes(ir.Deal)
def deal(asm: Assembler, stmt: ir.Deal) -> None:
    number, source, target = asm.make.of(stmt.number), asm.make.of(stmt.source), asm.make.of(stmt.target)
    refills = refills_of(asm.make)

    def run(r: Runner, s: Slots) -> None:
        deal_pieces(asm, r, s, number(s), source(s), target(s), stmt, refills)

    asm.effect(stmt.span, run, "pieces")


def refills_of(make: Closures) -> dict[str, Eval]:
    return {zone.name: make.of(zone.refill) for zone in make.program.game.zones.values() if zone.refill is not None}


def deal_pieces(
    asm: Assembler, r: Runner, s: Slots, number: int, source: int, target: int, stmt: ir.Deal, refills: dict[str, Eval]
) -> None:
    """Deal piece by piece, refilling a source that runs empty. Pieces with no chance event between them move
    together.
    """
    zones, name = asm.board.zones, asm.program.zones[source].name
    if number < 0:
        raise RuleError("R626", stmt.span, what="a deal", number=number)
    left = number
    while left > 0:
        if not s[zones + source] and name in refills:
            refill(asm, r, s, source, refills[name](s), stmt.span)
        lying = s[zones + source]
        if not lying:
            break
        if asm.board.bag[source]:
            piece = lying[r.draw(len(lying), "deal", lying, ANY_PIECE, stmt.span)]
            some: tuple[int, ...] = (piece,)
        else:
            some = lying[:left]
        asm.board.move(r, s, [(some, target, stmt.place)], stmt.span)
        left -= len(some)
    if left and not stmt.up_to:
        raise RuleError("R603", stmt.span, zone=name, count=number - left, needed=number)


ANY_PIECE = types.Piece(())


def refill(asm: Assembler, r: Runner, s: Slots, zone: int, source: int, span: Span) -> None:
    """Move another zone's pieces in, in canonical order, and shuffle."""
    pieces = s[asm.board.zones + source]
    if pieces:
        asm.board.move(r, s, [(pieces, zone, None)], span)
        shuffle_pieces(asm, r, s, s[asm.board.zones + zone], span)


@writes(ir.Shuffle)
def shuffle(asm: Assembler, stmt: ir.Shuffle) -> None:
    what = [asm.make.pieces(each) for each in stmt.what]

    def run(r: Runner, s: Slots) -> None:
        for pieces in what:
            shuffle_pieces(asm, r, s, pieces(s), stmt.span)

    asm.effect(stmt.span, run, "pieces")


def shuffle_pieces(asm: Assembler, r: Runner, s: Slots, pieces: tuple[int, ...], span: Span) -> None:
    """Permute some pieces of one zone among their positions; sets and bags have no order to change."""
    board = asm.board
    board.meter.spend(s, PIECE * len(pieces), span)
    if r.lazy and (closed := closed_zone(board, s, pieces)) is not None:
        s[board.zones + closed] = order = r.loosen(tuple(sorted(plain(pieces))))
        r.events.append(Shuffled(span, s[BLOCK_SEAT], closed, plain(order)))
        return
    zones = {s[board.places + piece] for piece in pieces}
    if len(zones) > 1:
        raise RuleError("R627", span)
    if not zones or board.sorted[zone := zones.pop()]:
        return
    chosen, lying = set(pieces), s[board.zones + zone]
    these = [piece for piece in lying if piece in chosen]
    new = iter(shuffle_order(r, these, span))
    s[board.zones + zone] = tuple([next(new) if piece in chosen else piece for piece in lying])
    now = tuple([piece for piece in s[board.zones + zone] if piece in chosen])
    r.events.append(Shuffled(span, s[BLOCK_SEAT], zone, now))


def closed_zone(board: Board, s: Slots, pieces: tuple[int, ...]) -> int | None:
    """The zone that these pieces fill, if nobody can see its order; then the order need not be drawn yet."""
    some = plain(pieces)
    if len(some) < 2:
        return None
    zone: int = s[board.places + some[0]]
    lying = s[board.zones + zone]
    if board.sorted[zone] or s[BLOCK_SEAT] or len(lying) != len(some) or set(some) != set(plain(lying)):
        return None
    alike = len({board.kinds[piece] for piece in some}) == 1 and not board.is_group[some[0]]
    if not alike or any(board.sight(s, piece) for piece in some):
        return None
    # A copy of the zone keeps the old order, so that order must be drawn first.
    copies = (slot for slot, value in enumerate(s) if isinstance(value, Unordered) and slot != board.zones + zone)
    return None if any(not s[slot].loose.isdisjoint(some) for slot in copies) else zone


def shuffle_order(r: Runner, order: list[int], span: Span) -> list[int]:
    """Fisher–Yates forward; at each draw a script sees the candidates for the next position."""
    if r.chance is None:
        return shuffled(order, lambda n: r.draw(n, "shuffle", (), ANY_PIECE, span))
    for here in range(len(order)):
        there = here + r.draw(len(order) - here, "shuffle", tuple(order[here:]), ANY_PIECE, span)
        order[here], order[there] = order[there], order[here]
    return order


@writes(ir.Roll)
def roll(asm: Assembler, stmt: ir.Roll) -> None:
    """Roll each piece in id order, with one draw each."""
    what, board, faces = asm.make.pieces(stmt.pieces), asm.board, asm.program.faces

    def run(r: Runner, s: Slots) -> None:
        pieces = sorted(what(s))
        board.meter.spend(s, PIECE * len(pieces), stmt.span)
        for piece in pieces:
            low, high = faces[board.kinds[piece]]
            face = low + r.draw(high - low + 1, "roll", range(low, high + 1), types.INT, stmt.span)
            s[board.faces + piece] = face
            r.events.append(Rolled(stmt.span, s[BLOCK_SEAT], piece, face, board.sight(s, piece)))

    asm.effect(stmt.span, run, "pieces")


# ---------------------------------------------------------------- payments


@writes(ir.Pay)
def pay(asm: Assembler, stmt: ir.Pay) -> None:
    amount, source, target = asm.make.of(stmt.amount), asm.make.of(stmt.source), asm.make.of(stmt.target)
    resource = asm.program.resources[stmt.resource]

    def run(r: Runner, s: Slots) -> None:
        pay_amount(r, s, resource, amount(s), source(s), target(s), stmt)

    asm.effect(stmt.span, run, stmt.resource)


def pay_amount(
    r: Runner, s: Slots, resource: ResourceInstance, amount: int, source: int, target: int, stmt: ir.Pay
) -> None:
    if amount < 0:
        raise RuleError("R615", stmt.span, amount=amount, resource=resource.name)
    giver, taker = resource.slot(source), resource.slot(target)
    if amount > s[giver]:
        if not stmt.up_to:
            who = resource.title(source)
            holder = f"P{who}" if isinstance(who, int) else who
            raise RuleError("R602", stmt.span, holder=holder, amount=s[giver], resource=resource.name, needed=amount)
        amount = s[giver]
    if amount:
        s[giver] -= amount
        s[taker] += amount
        seen = sees(r, resource, source) | sees(r, resource, target)
        names = resource.title(source), resource.title(target)
        r.events.append(Paid(stmt.span, s[BLOCK_SEAT], resource.name, amount, *names, seen))


def sees(r: Runner, resource: ResourceInstance, holder: int) -> int:
    return amount_sight(r.program, resource.sight, holder)


# ---------------------------------------------------------------- groups


@writes(ir.Form)
def form(asm: Assembler, stmt: ir.Form) -> None:
    """Take a group from the stock, set its fields and its place, then move the pieces into it."""
    fields, pieces, target = asm.make.all(stmt.fields), asm.make.pieces(stmt.pieces), asm.make.of(stmt.target)
    board, stock = asm.board, asm.program.stocks[stmt.group]
    ranges = field_ranges(asm.make, asm.program.game.groups[stmt.group])

    def run(r: Runner, s: Slots) -> None:
        held, zone, values = pieces(s), target(s), tuple([field(s) for field in fields])
        unused = s[board.zones + stock]
        if not unused:
            raise RuleError("R604", stmt.span, name=stmt.group)
        if not held:
            raise RuleError("R624", stmt.span, name=stmt.group)
        for (name, low, high), value in zip(ranges, values):
            check_field(s, name, low, high, value, stmt.span)
        group = unused[0]
        board.fitting((group,), zone, stmt.span)
        board.take_out(s, (group,), stock)
        board.put_in(s, (group,), zone, None)
        s[board.groups + group] = values
        r.events.append(Formed(stmt.span, s[BLOCK_SEAT], group, stmt.group, values, zone, board.sight(s, group)))
        board.move(r, s, [(held, asm.program.insides[group], None)], stmt.span)

    asm.effect(stmt.span, run, "pieces")


def field_ranges(make: Closures, group: ir.GroupType) -> list[tuple[str, Eval | None, Eval | None]]:
    return [(field.name, make.maybe(field.low), make.maybe(field.high)) for field in group.fields]


def check_field(s: Slots, name: str, low: Eval | None, high: Eval | None, value: Any, span: Span) -> None:
    if low is None or high is None or not isinstance(value, int):
        return
    if not low(s) <= value <= high(s):
        raise RuleError("R605", span, name=name, value=value, low=low(s), high=high(s))


# ---------------------------------------------------------------- scores


@writes(ir.Tally)
def tally(asm: Assembler, stmt: ir.Tally) -> None:
    """Compute every seat's score, or that of one; then write the sums."""
    score = asm.program.game.scores[stmt.score]
    lines, slot = asm.make.lines(score), asm.make.slot(score.seat)
    one = asm.make.of(stmt.seat) if stmt.seat is not None else None

    def run(r: Runner, s: Slots) -> None:
        totals = {}
        for seat in asm.program.seats if one is None else (one(s),):
            s[slot] = seat
            items = tuple([(label, value(s)) for label, holds, value in lines if holds is None or holds(s)])
            totals[seat] = check_number(sum(value for _, value in items), score.span)
            r.events.append(Scored(stmt.span, s[BLOCK_SEAT], score.name, seat, items, totals[seat]))
        if score.into is not None:
            var = asm.program.vars[score.into]
            for seat, total in totals.items():
                place = var.array.base + seat - 1
                now = check_number(s[place] + total, stmt.span)
                write_element(r, s, asm.program, var, (place, (seat,)), now, stmt.span)

    asm.effect(stmt.span, run, *((score.into,) if score.into else ()))


# ---------------------------------------------------------------- tests only


@writes(ir.Put)
def put(asm: Assembler, stmt: ir.Put) -> None:
    """Place pieces by look: from the box first, else from where they started; set their faces."""
    patterns, target, board = asm.make.of(stmt.patterns), asm.make.of(stmt.target), asm.board

    def run(r: Runner, s: Slots) -> None:
        wanted = patterns(s)
        for each in wanted if isinstance(wanted, tuple) else (wanted,):
            piece = find_piece(asm, r, each, stmt.span) if isinstance(each, Wanted) else each
            r.put[piece] = target(s)
            board.move(r, s, [((piece,), target(s), None)], stmt.span)
            if isinstance(each, Wanted) and board.rolls[piece] and len(each.fields) == len(board.looks[piece]):
                s[board.faces + piece] = each.fields[-1]
                face, seen = s[board.faces + piece], board.sight(s, piece)
                r.events.append(Rolled(stmt.span, s[BLOCK_SEAT], piece, face, seen))

    asm.do(stmt.span, run)


def find_piece(asm: Assembler, r: Runner, wanted: Wanted, span: Span) -> int:
    """A piece with the wanted look, apart from its face; not one that the test has placed already."""
    board, s = asm.board, r.s
    for where in ("box", "home"):
        for piece in asm.program.pieces:
            place = s[board.places + piece.id]
            free = place == (0 if where == "box" else piece.home) and r.put.get(piece.id) != place
            declared_fields = wanted.fields[: len(piece.fields)]
            if free and piece.kind == wanted.kind and piece.fields[: len(declared_fields)] == declared_fields:
                return piece.id
    raise RuleError("R622", span, look=say_look(wanted, asm.program, r.state))
