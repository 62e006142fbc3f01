"""Where things lie, and what players keep track of: places and markers."""

from __future__ import annotations

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.walk import walk
from rulelang.rulebook.english import capital, listed, plain, plural, sentence
from rulelang.rulebook.model import Block, Item, Listing, Ref, Section, Table
from rulelang.rulebook.naming import Teller, anchor
from rulelang.rulebook.telling import noun

SIGHTS = {"open": "everybody sees it", "owner": "only its owner sees it", "hidden": "nobody sees it"}
ORDERS = {"pile": "a pile", "row": "a row", "set": "in any order", "bag": "a bag, drawn from blindly"}


def sight(tell: Teller, name: str, declared: str) -> str:
    """Who sees a place or a variable; if the rules reveal it later, the sight holds until then."""
    until = ", until it is revealed" if declared != "open" and name in revealed_names(tell) else ""
    return f"{SIGHTS[declared]}{until}"


def revealed_names(tell: Teller) -> set[str]:
    """The places and variables of which something is revealed to everybody."""
    found = set[str]()
    for node in walk((tell.game.procs, tell.game.menus)):
        if isinstance(node, ir.Show) and node.sight == "all" and node.seats is None:
            found |= {each.zone for each in walk(node.pieces) if isinstance(each, ir.ZoneAt)}
            found |= {node.var} if node.var else set()
    return found


def places(tell: Teller) -> Section:
    """Zones and what is kept track of."""
    zones = [each for each in tell.game.zones.values() if each.during is None and each.name != "box"]
    rows = [(f"**{capital(place_name(tell, each))}**", zone_holds(tell, each), zone_text(tell, each)) for each in zones]
    marks = tuple(Ref(each.tags, each.span) for each in zones)
    blocks: list[Block] = [Table(("place", "holds", "note"), tuple(rows), marks=marks)] if rows else []
    items = [Item(mark_text(tell, each), Ref(each.tags, each.span)) for each in tracked_variables(tell)]
    inside = [Section("To keep track of", "marks", (Listing(tuple(items)),))] if items else []
    return Section("Places on the table", "places", tuple(blocks), tuple(inside))


def tracked_variables(tell: Teller) -> list[ir.VarType]:
    """The variables that players keep track of."""
    return [
        each for each in tell.game.vars.values()
        if each.during is None and not each.chosen and (each.text or each.tags or each.indexes)
        and not tell.is_bookkeeping(each.name)
    ]  # fmt: skip


def place_name(tell: Teller, each: ir.ZoneType) -> str:
    if tell.vocabulary.is_told_by_cell(each.name):
        return plural(tell.thing(t.Enum(each.indexes[0].kind)))
    owned = each.indexes and each.indexes[0].kind == "Seat"
    return f"{tell.place(each.name)} of each player" if owned else tell.place(each.name)


def zone_holds(tell: Teller, each: ir.ZoneType) -> str:
    rest = [index for index in each.indexes if index.kind != "Seat"]
    several = ""
    if rest and rest[0].low is not None and rest[0].high is not None:
        several = f", one for each number from {noun(tell, rest[0].low)} to {noun(tell, rest[0].high)}"
    elif rest:
        several = f", one for each {tell.thing(t.Enum(rest[0].kind))}"
    return f"{plural(tell.piece(each.of.names))}, {ORDERS[each.order]}{several}"


def zone_text(tell: Teller, each: ir.ZoneType) -> str:
    refill = f"when it runs out: {noun(tell, each.refill)}, shuffled" if each.refill is not None else ""
    return "; ".join(part for part in (sight(tell, each.name, each.sight), plain(each.text), refill) if part)


def mark_text(tell: Teller, each: ir.VarType) -> str:
    owner = " of each player" if each.indexes and each.indexes[0].kind == "Seat" else ""
    kinds = [index.kind for index in each.indexes if index.kind != "Seat" and index.low is None]
    rest = [tell.thing(t.Enum(kind)) for kind in kinds]
    more = f" for each {listed(rest)}" if rest else ""
    short = len(each.name) < 3 and bool(each.text) and not tell.vocabulary.look(each.name).name
    name = capital(plain(each.text) if short else tell.variable(each.name))
    text = f"**{name}**{{#{anchor('mark', each.name)}}}{owner}{more}"
    if each.text and not short:
        text += f" – {plain(each.text)}"
    begin = tell.known.value(each.start) if each.start is not None else None
    if begin is not None and begin[0] is not None and not isinstance(each.type, t.Seat | t.List | t.Bool):
        text += f"; begins at {tell.value(begin[0], each.type)}"
    if begin is not None and begin[0] is True:
        text += "; at first everybody is" if owner else "; at first it holds"
    if each.sight != "open":
        text += f"; {sight(tell, each.name, each.sight)}"
    return sentence(text)
