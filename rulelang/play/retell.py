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

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.dispatch import NotTotal
from rulelang.engine.data import UNKNOWN, fields_json, keys, to_json, zone_name
from rulelang.engine.start import code_of, first_slots
from rulelang.engine.state import State, sight_mask
from rulelang.ir import types as t
from rulelang.play import tableau
from rulelang.play.event_json import ORDERED
from rulelang.play.event_parts import Entry
from rulelang.play.view import Worked, describe, who_is_asked
from rulelang.program import OVER, RUNNING, WINNERS, Program, Records

Table = dict[str, Any]
EMPTY: Table = {"size": 0, "pieces": [], "unseen": {}}


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
                for at, name in tableau.element_names(self.program)[var.name]:
                    sight = sight_mask(self.program, var.sight, at[0] if var.by_seat else None)
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
        seen = describe(state, self.seat, self.lying(state), self.holding(state), self.amounts, Worked(state))
        scores = self.ended["scores"] if self.ended is not None else None
        told = {"scores": [each[0] for each in scores]} if scores and all(scores) else {}
        return {**seen, **told, "asked": self.who(own is not None), "decision": shown}

    def lying(self, state: State) -> Table:
        """The zones that are there, as the entries tell them; a zone that no entry mentions is empty."""
        return {name: {**title, **self.zones.get(name, EMPTY)} for _, name, title in tableau.public_zones(state)}

    def holding(self, state: State) -> Table:
        """The variables that are there, as the entries tell them."""
        running, known = state.running, tableau.element_names(self.program)
        names = (name for name, var in self.program.game.vars.items() if var.during is None or var.during in running)
        return {text: self.variables.get(text, UNKNOWN) for name in names for _, text in known[name]}

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


@attrs.frozen
class Supply:
    """The pieces of a program by what tells them apart, and the slots of a table on which none of them lies."""

    slots: list[Any]
    zones: dict[str, int]
    """The zones of the rules by name."""
    kinds: dict[str, list[int]]
    looks: dict[tuple[str, str], list[int]]
    """By kind and printed fields."""
    printed: dict[str, list[str]]
    """By kind: the names of the fields that do not change. A face is put on a piece, and a group is given its own."""

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, program: Program) -> Supply:
        slots, zones = first_slots(code_of(program), 0), program.layout.zones
        slots[zones : zones + len(program.zones)] = [()] * len(program.zones)
        named = {zone_name(program, zone): zone.id for zone in program.zones if zone.group is None}
        found = cls(slots, named, {}, {}, {})
        for piece in program.pieces:
            fixed = {} if piece.is_group else dict(fields_json(program, (piece.kind, *piece.fields)))
            found.printed[piece.kind] = [*fixed]
            found.kinds.setdefault(piece.kind, []).append(piece.id)
            found.looks.setdefault(found.look(piece.kind, fixed), []).append(piece.id)
        return found

    def look(self, kind: str, fields: Table) -> tuple[str, str]:
        return kind, repr([fields[name] for name in self.printed[kind]])


class MadeUp:
    """A table on which the reader sees what it sees: what it does not see is made up, in a fixed way."""

    def __init__(self, told: Retelling) -> None:
        self.told, self.program, self.bit = told, told.program, 1 << (told.seat or 0)
        self.supply = Supply.of(self.program)
        self.slots = self.supply.slots.copy()
        self.free = {piece.id for piece in self.program.pieces}
        """The pieces that lie nowhere yet."""
        self.kinds = {kind: iter(pieces) for kind, pieces in self.supply.kinds.items()}
        self.lying: dict[int, list[int]] = {}
        """By zone: the pieces in it, in order."""

    def state(self) -> State:
        program, slots, layout = self.program, self.slots, self.program.layout
        some = [(self.supply.zones[name], lying) for name, lying in self.told.zones.items()]
        for seen in (True, False):
            for zone_id, lying in some:
                self.lay(zone_id, lying, seen)
        for piece in sorted(self.free):
            self.put(piece, program.pieces[piece].home, False)
        for zone_id, pieces in self.lying.items():
            ordered = program.zones[zone_id].order in ORDERED
            slots[layout.zones + zone_id] = tuple(pieces if ordered else sorted(pieces))
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
                    self.put(self.find(self.kinds[kind]), zone_id, False)
            return
        for each in lying["pieces"]:
            if each["fields"] is not None:
                self.lay_piece(each, zone_id)

    def lay_piece(self, data: Table, zone_id: int) -> None:
        program, layout, kind = self.program, self.program.layout, data["kind"]
        piece = self.find(self.supply.looks[self.supply.look(kind, data["fields"])])
        if piece in program.insides:
            types = {field.name: field.type for field in program.game.groups[kind].fields}
            fields = tuple(self.raw(value, types[name]) for name, value in data["fields"].items())
            self.slots[layout.groups + piece] = fields
            for seen in (True, False):
                self.lay(program.insides[piece], data, seen)
        elif (rolls := program.game.pieces[kind].rolls) is not None:
            face = data["fields"][rolls.name]
            self.slots[layout.faces + piece] = None if face is None else self.raw(face, rolls.type)
        self.put(piece, zone_id, True)

    def find(self, pieces: Iterable[int]) -> int:
        """The first of some pieces that lies nowhere yet."""
        found = next(piece for piece in pieces if piece in self.free)
        self.free.remove(found)
        return found

    def put(self, piece: int, zone_id: int, seen: bool) -> None:
        layout = self.program.layout
        self.lying.setdefault(zone_id, []).append(piece)
        self.slots[layout.places + piece] = zone_id
        self.slots[layout.sights + piece] = self.bit if seen else 0

    # ------------------------------------------------------------ values

    def set_variables(self) -> None:
        told, names = self.told.variables, tableau.element_names(self.program)
        for var in self.program.vars.values():
            type_ = self.program.game.vars[var.name].type
            for offset, (_, text) in enumerate(names[var.name]):
                value = told.get(text, UNKNOWN)
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
