"""The view of a reader, built from the entries of its log and the rules alone.

`match.view(seat)` must be the same (law L1: views, questions, prompts, options and labels are functions of the log, in
every file). It holds by construction, part by part:

- **Questions.** Who is asked what, and to the seat itself the prompt and every option with its label, is told by
  `asked` before it is answered. Whatever they were worked out from, the view shows no more than that entry. Whether
  they *may* be worked out from it is the business of the analysis (`rulelang/analysis`), which refuses rules that show
  a seat what it may not know.
- **The table.** Each entry that changes it says how what it touched looks now: `zones`, `held`, `variables`,
  `resources`. In a secret block the reader's table is that of its log: the one at the start, and its own steps.
- **What the rules work out** from the table for everybody: scores, and what a running mechanism shows. A reader gets
  such a value only if it sees all that is read for it (`engine/visibility.knows`), `"?"` otherwise. To prove it, they
  are worked out here on a table that is *made up* from the log: what the reader does not see is any piece of that kind,
  any value. If the real table gives something else, the view has told what the log has not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulelang import ir
from rulelang.base.dispatch import NotTotal
from rulelang.engine.data import UNKNOWN, elements, fields_json, keys, to_json, var_name, zone_name
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State, sight_mask
from rulelang.ir import types as t
from rulelang.play import tableau
from rulelang.play.event_json import ORDERED
from rulelang.play.event_parts import Entry
from rulelang.play.view import table, who_is_asked
from rulelang.program import OVER, RUNNING, WINNERS, Program, Records, ZoneInstance

Table = dict[str, Any]


class Retelling:
    """What a reader knows from the entries it was told so far."""

    def __init__(self, program: Program, seat: int | None) -> None:
        self.program, self.seat = program, seat
        self.zones: Table = {}
        """By name: size, pieces and unseen, as a view has them."""
        self.variables: Table = {}
        """Also what mechanisms run with, as variables of theirs."""
        self.amounts: Table = {}
        self.running: list[str] = []
        self.block: list[int] | None = None
        self.question: Entry | None = None
        self.ended: Entry | None = None

    @classmethod
    def of(cls, program: Program, seat: int | None, entries: Iterable[Entry]) -> Retelling:
        found = cls(program, seat)
        for entry in entries:
            found.hear(entry)
        return found

    def hear(self, entry: Entry) -> None:
        """Takes note of an entry."""
        if entry["event"] not in HEARD:
            raise NotTotal(f"an entry `{entry['event']}` has no meaning for a view")
        self.question = None
        HEARD[entry["event"]](self, entry)

    # ------------------------------------------------------------ one method a kind of entry

    def patch(self, entry: Entry) -> None:
        """Most entries say how what they touched looks now."""
        for name, zone in entry.get("zones", {}).items():
            self.zones[name] = {key: zone[key] for key in ("size", "pieces", "unseen")}
        self.variables |= {**entry.get("variables", {}), **entry.get("held", {})}
        self.amounts |= entry.get("resources", {})

    def entered(self, entry: Entry) -> None:
        """A mechanism's own variables are seen again as declared; new values are told next."""
        proc = self.proc_of(entry)
        self.running.append(proc.name)
        if proc.kind != "mechanism":
            return
        self.variables |= {f"{proc.name}.{name}": value for name, value in entry["arguments"].items()}
        for var in self.program.vars.values():
            if self.program.game.vars[var.name].during == proc.name:
                for at in elements(var):
                    sight = sight_mask(self.program, var.sight, at[0] if var.by_seat else None)
                    name = var_name(self.program, var.name, at)
                    if not sight >> (self.seat or 0) & 1:
                        self.variables[name] = UNKNOWN

    def left(self, entry: Entry) -> None:
        game = self.program.game
        while (proc := game.procs[self.running.pop()]).declared != entry["what"] or proc.kind != entry["kind"]:
            pass

    def proc_of(self, entry: Entry) -> ir.Proc:
        """What has been entered: what stands around a procedure has its name, but is of another kind; what an override
        replaces is `name'`, and runs inside it.
        """
        procs = self.program.game.procs.values()
        named = [each for each in procs if (each.declared, each.kind) == (entry["what"], entry["kind"])]
        return min((each for each in named if each.name not in self.running), key=lambda each: len(each.name))

    def asked(self, entry: Entry) -> None:
        self.question = entry

    def paid(self, entry: Entry) -> None:
        holders = dict(self.amounts[entry["resource"]])
        for who, change in ((entry["from"], -entry["amount"]), (entry["to"], entry["amount"])):
            if holders[who] != UNKNOWN:
                holders[who] += change
        self.amounts[entry["resource"]] = holders

    def wrote(self, entry: Entry) -> None:
        self.variables[entry["variable"]] = entry["value"]

    def block_began(self, entry: Entry) -> None:
        self.block = entry["seats"]

    def block_ended(self, entry: Entry) -> None:
        self.block = None
        self.patch(entry)

    def end(self, entry: Entry) -> None:
        self.ended, self.running = entry, []

    def nothing(self, entry: Entry) -> None:
        """What has happened to nothing that a view shows."""

    # ------------------------------------------------------------ the view

    def view(self) -> Table:
        """The view as the log tells it."""
        state = MadeUp(self).state()
        own = self.question if self.question is not None and self.question["seat"] == self.seat else None
        shown = {key: own[key] for key in ("name", "prompt", "options")} if own else None
        return {**table(state, self.seat), **self.told_table(), "asked": self.who(own is not None), "decision": shown}

    def told_table(self) -> Table:
        """The parts that the entries tell as they are."""
        running = [*self.running]
        vars_, zones = self.program.game.vars, [*self.public(running)]
        names = [name for name, var in vars_.items() if var.during is None or var.during in running]
        parts = [var_name(self.program, name, at) for name in names for at in elements(self.program.vars[name])]
        told = {
            "zones": {zone_name(self.program, zone): self.zone(zone) for zone in zones},
            "variables": {name: self.variables.get(name, UNKNOWN) for name in parts},
            "resources": self.amounts,
        }
        scores = self.ended["scores"] if self.ended is not None else None
        return {**told, "scores": [each[0] for each in scores]} if scores and all(scores) else told

    def public(self, running: list[str]) -> Iterator[ZoneInstance]:
        stocks = set(self.program.stocks.values())
        for zone in self.program.zones:
            if zone.group is None and zone.id not in stocks and (zone.during is None or zone.during in running):
                yield zone

    def zone(self, zone: ZoneInstance) -> Table:
        """A zone of which nothing was told is empty."""
        lying = self.zones.get(zone_name(self.program, zone), {"size": 0, "pieces": [], "unseen": {}})
        return {**tableau.zone_title(self.program, zone), **lying}

    def who(self, you: bool) -> Table | None:
        if self.ended is not None:
            return None
        if self.block is not None:
            return who_is_asked(self.block, None, you)
        return who_is_asked([self.question["seat"]], self.question["name"], you) if self.question else None


HEARD: dict[str, Callable[[Retelling, Entry], None]] = {
    "began": Retelling.patch,
    "entered": Retelling.entered,
    "left": Retelling.left,
    "asked": Retelling.asked,
    "chose": Retelling.nothing,
    "moved": Retelling.patch,
    "shuffled": Retelling.patch,
    "rolled": Retelling.patch,
    "formed": Retelling.patch,
    "paid": Retelling.paid,
    "wrote": Retelling.wrote,
    "showed": Retelling.patch,
    "told": Retelling.nothing,
    "scored": Retelling.nothing,
    "noted": Retelling.nothing,
    "block_began": Retelling.block_began,
    "block_ended": Retelling.block_ended,
    "ended": Retelling.end,
}


# ---------------------------------------------------------------- a table made up from what is known


class MadeUp:
    """A table on which the reader sees what it sees: what it does not see is made up, in a fixed way."""

    def __init__(self, told: Retelling) -> None:
        self.told, self.program, self.bit = told, told.program, 1 << (told.seat or 0)
        code = code_of(self.program)
        self.slots = first_slots(code, 0)
        self.free = {piece.id: None for piece in self.program.pieces}
        """The pieces that lie nowhere yet, in order."""

    def state(self) -> State:
        program, slots, layout = self.program, self.slots, self.program.layout
        for zone in program.zones:
            slots[layout.zones + zone.id] = ()
        named = {zone_name(program, zone): zone for zone in program.zones if zone.group is None}
        some = [(named[name].id, lying) for name, lying in self.told.zones.items()]
        for seen in (True, False):
            for zone_id, lying in some:
                self.lay(zone_id, lying, seen)
        for piece in self.free:
            self.put(piece, program.pieces[piece].home, False)
        self.set_variables()
        self.set_amounts()
        for proc in (program.game.procs[name] for name in self.told.running):
            if proc.kind == "mechanism":
                for param, type_ in zip(proc.params, program.game.takes(proc)):
                    value = self.told.variables[f"{proc.name}.{param.name}"]
                    slots[layout.locals + param.number] = self.raw(value, type_)
        slots[RUNNING] = tuple(program.procs.index(name) for name in self.told.running)
        if self.told.ended is not None:
            slots[OVER], slots[WINNERS] = True, tuple(self.told.ended["winners"])
        return State(program, slots)

    # ------------------------------------------------------------ pieces

    def lay(self, zone_id: int, lying: Table, seen: bool) -> None:
        """Lays down the pieces that are seen, or then those that are not."""
        if not seen:
            for kind, number in lying["unseen"].items():
                for _ in range(number):
                    self.put(self.find(lambda piece, kind=kind: piece.kind == kind), zone_id, False)  # type: ignore[misc]
            return
        for each in lying["pieces"]:
            if each["fields"] is not None:
                self.lay_piece(each, zone_id)

    def lay_piece(self, data: Table, zone_id: int) -> None:
        program, layout = self.program, self.program.layout
        piece = self.find(lambda each: looks_like(program, each, data))
        types = self.types(data["kind"])
        if piece in program.insides:
            fields = tuple(self.raw(value, types[name]) for name, value in data["fields"].items())
            self.slots[layout.groups + piece] = fields
            for seen in (True, False):
                self.lay(program.insides[piece], data, seen)
        elif data["kind"] in program.faces:
            *_, (name, face) = data["fields"].items()
            self.slots[layout.faces + piece] = face if face is None else self.raw(face, types[name])
        self.put(piece, zone_id, True)

    def types(self, kind: str) -> dict[str, t.Type]:
        game = self.program.game
        if kind in game.groups:
            return {field.name: field.type for field in game.groups[kind].fields}
        declared = game.pieces[kind]
        return {field.name: field.type for field in (*declared.fields, *([declared.rolls] if declared.rolls else []))}

    def find(self, wanted: Callable[[Any], bool]) -> int:
        """A piece that lies nowhere yet."""
        found = next(piece for piece in self.free if wanted(self.program.pieces[piece]))
        del self.free[found]
        return found

    def put(self, piece: int, zone_id: int, seen: bool) -> None:
        layout = self.program.layout
        lying = (*self.slots[layout.zones + zone_id], piece)
        self.slots[layout.zones + zone_id] = (
            lying if self.program.zones[zone_id].order in ORDERED else tuple(sorted(lying))
        )
        self.slots[layout.places + piece] = zone_id
        self.slots[layout.sights + piece] = self.bit if seen else 0

    # ------------------------------------------------------------ values

    def set_variables(self) -> None:
        for var in self.program.vars.values():
            type_ = self.program.game.vars[var.name].type
            for offset, at in enumerate(elements(var)):
                value = self.told.variables.get(var_name(self.program, var.name, at), UNKNOWN)
                seen = value != UNKNOWN
                self.slots[var.sights + offset] = self.bit if seen else 0
                self.slots[var.array.base + offset] = self.raw(value, type_) if seen else None

    def set_amounts(self) -> None:
        for resource in self.program.resources.values():
            told = self.told.amounts.get(resource.name, {})
            for holder in resource.holders:
                amount = told.get(tableau.holder_name(resource, holder), UNKNOWN)
                self.slots[resource.slot(holder)] = 0 if amount == UNKNOWN else amount

    def raw(self, value: Any, type_: t.Type) -> Any:
        """The value that JSON stands for: `to_json` backwards."""
        program = self.program
        if value is None:
            return None
        if isinstance(type_, t.Optional):
            return self.raw(value, type_.of)
        if isinstance(type_, t.Enum):
            return program.members[type_.name].index(value) + 1
        if isinstance(type_, t.Piece):
            return self.any_like(value)
        if isinstance(type_, t.List):
            return tuple(self.raw(item, type_.of) for item in value)
        if isinstance(type_, t.Tuple):
            return tuple(self.raw(item, part) for item, part in zip(value, type_.parts))
        if isinstance(type_, t.Map):
            return tuple(self.raw(value[key], type_.of) for key in keys(program, type_.key))
        return self.by_name(value, type_)

    def by_name(self, value: Any, type_: t.Type) -> Any:
        """Rows, zones and holders, each found by what it is called; the rest is what it is."""
        program = self.program
        if isinstance(type_, t.Row):
            records, key = program.tables[type_.table], program.game.tables[type_.table].columns[0].type
            assert isinstance(records, Records)
            return next(at for at, row in enumerate(records.rows) if to_json(program, row[0], key, str) == value)
        if isinstance(type_, t.Zone):
            return next(zone.id for zone in program.zones if zone_name(program, zone) == value)
        if isinstance(type_, t.Holder):
            resource = program.resources[type_.resource]
            return next(each for each in resource.holders if resource.title(each) == value)
        return value

    def any_like(self, data: Table) -> int:
        """A piece that looks so; one in sight, if it is known."""
        state, program = State(self.program, self.slots), self.program
        alike = [
            piece.id
            for piece in program.pieces
            if piece.kind == data["kind"]
            and (data["fields"] is None or dict(fields_json(program, state.look(piece.id))) == data["fields"])
        ]
        wanted = data["fields"] is not None
        return next((each for each in alike if bool(state.piece_sight(each) & self.bit) == wanted), alike[0])


def looks_like(program: Program, piece: Any, data: Table) -> bool:
    """Can a piece have this look? A face is put on it, and the fields of a group are given to it."""
    if piece.kind != data["kind"] or piece.is_group:
        return bool(piece.kind == data["kind"])
    fixed = dict(fields_json(program, (piece.kind, *piece.fields)))
    return all(data["fields"][name] == value for name, value in fixed.items())
