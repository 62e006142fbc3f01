"""What a choice offers: its options, and how they are shown."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.analysis.public import PUBLIC, SIZE, Offered
from rulelang.engine.ask_policy import Public, must_ask, public_bags, public_values
from rulelang.engine.bags import count_bags, groups, item_key, sub_bags
from rulelang.engine.closures import Closures, Eval
from rulelang.engine.menus import Instance, RefPlan, instances, merge_alike, public_number, ref_plan, set_all
from rulelang.engine.messages import Part, Template
from rulelang.engine.meter import GRAIN
from rulelang.engine.runner import PASS, Slots
from rulelang.engine.state import State
from rulelang.engine.text import say, write_value
from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.program import WORK


def pieces_in(value: Any, type_: types.Type) -> tuple[int, ...]:
    """The pieces in a value, in order."""
    type_ = bare(type_)
    if isinstance(type_, types.Piece):
        return () if value is None else (value,)
    if isinstance(type_, types.List):
        return tuple(piece for item in value for piece in pieces_in(item, type_.of))
    return ()


@attrs.define(eq=False)
class ValueOffer:
    """A choice of a value, or of a bag of them."""

    make: Closures
    asking: ir.Asking
    slot: int
    source: Eval
    items: Eval
    guard: Eval | None
    number: Eval
    type: types.Type
    prompt: Template | None
    public: Public = attrs.field(init=False)
    known: Offered = attrs.field(init=False)
    """What is public about it."""

    def options(self, s: Slots) -> tuple[Any, ...]:
        """Every value for which the guard holds."""
        candidates = self.items(s) if self.asking.quantity is None else self.bags(s)
        meter, span, found = self.make.meter, self.asking.source.span, []
        if self.guard is None:
            found = list(candidates)
        else:
            for candidate in candidates:
                s[self.slot] = candidate
                if self.guard(s):
                    found.append(candidate)
        meter.options(len(found), span)
        return tuple(found)

    def sizes(self, s: Slots) -> range:
        assert self.asking.quantity is not None
        number = self.number(s)
        return range(number + 1) if self.asking.quantity.up_to else range(number, number + 1)

    def bags(self, s: Slots) -> Any:
        """The bags to choose from, counted before they are built: without a guard each is an option."""
        key, meter, span = item_key(self.make, self.asking.source.type), self.make.meter, self.asking.source.span
        alike = groups(self.source(s), lambda item: key(s, item))
        for size in self.sizes(s):
            number = count_bags(alike, size, meter.limits.items)
            if self.guard is None:
                meter.options(number, span)
            meter.spend(s, number * (1 + size // GRAIN), span)
        return (bag for size in self.sizes(s) if size >= 0 for bag in sub_bags(alike, size))

    def steps(self, s: Slots, chosen: tuple[Any, ...]) -> tuple[tuple[Any, ...], bool]:
        """Item by item: the items that may come next, and whether one may stop here."""
        key = item_key(self.make, self.asking.source.type)
        alike = groups(self.source(s), lambda item: key(s, item))
        at = next((n for n, group in enumerate(alike) if chosen and chosen[-1] in group), 0)
        used = sum(item in alike[at] for item in chosen) if chosen else 0
        rest = [alike[at][used:], *alike[at + 1 :]] if alike else []
        sizes = self.sizes(s)
        found = []
        for n, group in enumerate(rest):
            if group and self.leads_on(s, (*chosen, group[0]), [group[1:], *rest[n + 1 :]], sizes):
                found.append(group[0])
        return tuple(found), len(chosen) in sizes and self.good(s, chosen)

    def all_can_tell(self, s: Slots, chosen: tuple[Any, ...]) -> bool:
        """Whether everybody can tell that nothing may follow."""
        whole = self.known.number == PUBLIC and len(chosen) >= self.number(s)
        every = self.known.source <= SIZE and len(chosen) >= len(self.source(s))
        return whole or every or not must_ask(s, (PASS,), self.public)

    def leads_on(self, s: Slots, chosen: tuple[Any, ...], rest: list[tuple[Any, ...]], sizes: range) -> bool:
        """Whether this beginning can be completed."""
        wanted = [size - len(chosen) for size in sizes if size >= len(chosen)]
        if self.guard is None:
            return any(size <= sum(map(len, rest)) for size in wanted)
        return any(self.good(s, chosen + more) for size in wanted for more in sub_bags(rest, size))

    def good(self, s: Slots, bag: tuple[Any, ...]) -> bool:
        self.make.meter.spend(s, 1 + len(bag) // GRAIN, self.asking.source.span)
        s[self.slot] = bag
        return self.guard is None or bool(self.guard(s))

    # ------------------------------------------------------------ showing

    def pieces_of(self, value: Any) -> tuple[int, ...]:
        return pieces_in(value, self.type)

    def named_together(self, s: Slots) -> tuple[int, ...]:
        """The pieces that a seat must see to be told which one is picked: item by item they come in the order of what
        they show, and a picked one would tell how those that are picked before and after it compare with it.
        """
        return pieces_in(self.source(s), types.List(self.type)) if self.asking.one_by_one else ()

    def write(self, value: Any, state: State) -> int | str:
        return write_value(value, self.type, self.make.program, state)

    def label(self, value: Any, state: State) -> str:
        return say(value, self.type, self.make.program, state)


def value_offer(make: Closures, flow: Flow, asking: ir.Asking) -> ValueOffer:
    """Prepare a choice of a value."""
    kind = bare(asking.source.type)
    item = kind.of if isinstance(kind, types.List | types.Zone) else asking.local.type
    single = asking.quantity is None or asking.one_by_one
    offer = ValueOffer(
        make,
        asking,
        make.slot(asking.local),
        make.pieces(asking.source) if isinstance(kind, types.Zone) else make.of(asking.source),
        merge_alike(make, asking.source),
        make.maybe(asking.guard),
        make.of(asking.quantity.number) if asking.quantity else lambda s: 1,
        item if single else types.List(item),
        Template(make, asking.prompt) if asking.prompt else None,
    )
    offer.known = flow.label_choice(asking)
    offer.public = public_of(offer)
    return offer


def public_of(offer: ValueOffer) -> Public:
    label, asking = offer.known, offer.asking

    def size(s: Slots) -> int:
        return len(offer.source(s))

    if asking.quantity is None:
        return public_values(label, size)
    return public_bags(label, (asking.guard is not None, asking.quantity.up_to), size, offer.number)


# ---------------------------------------------------------------- menus


@attrs.define(eq=False)
class MenuOffer:
    """A choice among the actions of menus."""

    make: Closures
    refs: tuple[RefPlan, ...]
    labels: dict[tuple[int, int], Template]
    prompt: Template | None
    public: Public

    def options(self, s: Slots) -> tuple[Instance, ...]:
        meter, found = self.make.meter, []
        for instance in instances(self.refs, s):
            found.append(instance)
            if len(found) > meter.limits.options:
                meter.options(len(found), self.action(instance).span)
        return tuple(found)

    def action(self, value: Instance) -> ir.Action:
        return self.refs[value[0]].menu.actions[value[1]].action

    def named_together(self, s: Slots) -> tuple[int, ...]:
        """No more than the answer itself."""
        return ()

    def pieces_of(self, value: Instance) -> tuple[int, ...]:
        binders = self.action(value).binders
        return tuple(piece for (local, _), item in zip(binders, value[3]) for piece in pieces_in(item, local.type))

    def write(self, value: Instance, state: State) -> str:
        """`swap(P2, Card(blue, 3))`."""
        action, program = self.action(value), self.make.program
        items = [say(item, local.type, program, state) for (local, _), item in zip(action.binders, value[3])]
        return f"{action.name}({', '.join(items)})" if items else action.name

    def label(self, value: Instance, state: State) -> str:
        """The action's text with this instance's values, or as a test writes it."""
        text = self.labels.get(value[:2])
        return self.write(value, state) if text is None else text(self.slots_of(value, state))

    def parts(self, value: Instance, state: State) -> list[Part] | None:
        """The parts of the action's text with this instance's values; None if it has no text."""
        text = self.labels.get(value[:2])
        return None if text is None else text.parts(self.slots_of(value, state))

    def slots_of(self, value: Instance, state: State) -> Slots:
        """The slots for evaluating the text of an action."""
        s = state.slots.copy()
        s[WORK] = self.make.meter.limits.list  # there may be very many labels
        self.enter(s, value)
        return s

    def enter(self, s: Slots, value: Instance) -> None:
        """Sets the menu's parameters and the action's binders."""
        menu = self.refs[value[0]].menu
        set_all(s, menu.params, value[2])
        set_all(s, tuple([slot for slot, _, _ in menu.actions[value[1]].binders]), value[3])


def menu_offer(make: Closures, flow: Flow, refs: tuple[ir.MenuRef, ...], prompt: ir.Message | None) -> MenuOffer:
    """Prepare a choice among menus."""
    plans = tuple(ref_plan(make, ref, number) for number, ref in enumerate(refs))
    known = tuple(flow.label_menu(ref) for ref in refs)
    labels = {
        (plan.number, number): Template(make, each.action.label)
        for plan in plans
        for number, each in enumerate(plan.menu.actions)
        if each.action.label is not None
    }
    asked = Template(make, prompt) if prompt else None
    return MenuOffer(make, plans, labels, asked, lambda s: public_number(plans, known, s))
