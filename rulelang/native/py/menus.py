"""Choices as Python statements."""

from __future__ import annotations

from typing import Any

from rulelang.analysis.public import PUBLIC, SIZE
from rulelang.native.passes.provenance import shaded_places
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import Binder, Reference
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import MASK, Node, Step, clean
from rulelang.native.py.ask import ask, asking, lone_asked, narrow
from rulelang.native.py.placing import assign, atomize
from rulelang.native.py.stats import note_options
from rulelang.native.py.stmt import Steps, prints

# ---------------------------------------------------------------- a value


@prints(acts.Choose)
def choose(out: Steps, step: acts.Choose) -> None:
    offer, seat = step.offer, step.args[0]
    if offer.want is not None and offer.steps:
        one_by_one(out, offer, seat)
    else:
        options, picked, passing = out.temp(), out.temp(), int(offer.optional)
        is_mask = in_options(out, offer, options)
        size = f"{options}.bit_count()" if is_mask else f"len({options})"
        count = out.temp()
        out.line(f"{count} = {size}{' + 1' if passing else ''}")
        note_options(out, offer, options, is_mask, atomize(out, seat))
        asking(out, (count, picked, options), offer, atomize(out, seat), is_mask)
        take(out, offer, (options, picked, count), is_mask, step)
        return
    if offer.optional:
        with out.block(f"if {offer.name} is not None:"):
            out.suite(step.bodies[0])
        with out.block("else:"):
            out.suite(step.bodies[1])


def in_options(out: Steps, offer: Offer, options: str) -> bool:
    """Writes down the options; True if they are a mask."""
    guard = f" if {out.of(offer.guard)}" if offer.guard is not None else ""
    if offer.want is not None:
        want = f"upto(0, {out.of(offer.want)})" if offer.asked.up_to else f"({out.of(offer.want)},)"
        text = f"subsets({out.of(offer.options)}, {want}, {out.values.key_of(offer.pieces)})"
    elif offer.guard is None:
        assign(out, options, offer.options)
        return bool(offer.options.rep == MASK)
    else:
        text = out.values.items(offer.options)
    out.line(f"{options} = [{offer.name} for {offer.name} in {text}{guard}]" if guard else f"{options} = {text}")
    return False


def take(out: Steps, offer: Offer, names: tuple[str, str, str], is_mask: bool, step: Step) -> None:
    """The option that was drawn; the last is `pass`, where one may."""
    options, picked, count = names

    def value() -> None:
        if is_mask:
            if offer.optional:
                narrow(out, options, picked, f"{count} - 2")
            out.line(f"{out.name(offer.name)} = {options}.bit_length() - 1")
        else:
            out.line(f"{out.name(offer.name)} = {options}[{picked}]")

    if not offer.optional:
        value()
        return
    with out.block(f"if {picked} < {count} - 1:"):
        value()
        out.suite(step.bodies[0])
    if step.bodies[1]:
        with out.block("else:"):
            out.suite(step.bodies[1])


def one_by_one(out: Steps, offer: Offer, seat: Node) -> None:
    """A bag put together piece by piece; `pass` ends it. None: passed at once."""
    alike, sizes = out.temp(), out.temp()
    out.line(f"{alike} = {group_alike(out, offer)}")
    assert offer.want is not None
    want = atomize(out, offer.want)
    out.line(f"{sizes} = upto(0, {want})" if offer.asked.up_to else f"{sizes} = range({want}, {want} + 1)")
    guard = "None" if offer.guard is None else f"lambda {offer.name}: {out.of(offer.guard)}"
    bag, some, enough, picked = (out.temp() for _ in range(4))
    name = out.name(offer.name)
    out.line(f"{bag} = ()")
    with out.loop("while True:"):
        out.line(f"{some}, {enough} = steps({alike}, {bag}, {sizes}, {guard})")
        whole = [f"len({bag}) >= {want}"] * offer.asked.numbered
        every = [f"len({bag}) >= sum(map(len, {alike}))"] * offer.asked.counted
        silent = f"not ({lone_asked(out, offer, 'True')})"
        told = f"({' or '.join([*whole, *every, silent])})"
        done = f"{told} and {bag}" if offer.optional else told
        with out.block(f"if not {some} and {enough} and {done}:"):
            out.line(f"{name} = {bag}")
            out.line("break")
        out.line(f"{enough} = {enough} or ({offer.optional} and not {bag})")
        out.line(f"{picked} = len({some}) + {enough}")
        with out.block(f"if not {picked}:"):
            out.line("bail()")
        with out.block(f"if {picked} == 1 and not ({lone_asked(out, offer, f'not {some}')}):"):
            out.line(f"{picked} = 0")
            out.note_forced()
        with out.block("else:"):
            out.ask(picked, out.of(seat), picked)
        with out.block(f"if {picked} < len({some}):"):
            out.line(f"{bag} += ({some}[{picked}],)")
            out.line("continue")
        out.line(f"{name} = {f'{bag} or None' if offer.optional else bag}")
        out.line("break")


def group_alike(out: Steps, offer: Offer) -> str:
    """The items that a bag is taken from, alike ones together."""
    source = out.of(offer.options)
    if offer.options.op is ops.IDS and offer.pieces and shaded_places(out.plan, offer.options.args[0]) == []:
        return f"[(each,) for each in {source}]"
    return f"groups({source}, {out.values.key_of(offer.pieces)})"


# ---------------------------------------------------------------- an action


@prints(acts.Menu)
def menu(out: Steps, step: acts.Menu) -> None:
    refs, passing = step.refs, step.passing
    options, picked, count = out.temp(), out.temp(), out.temp()
    out.line(f"{options} = []")
    for ref in refs:
        add_options(out, ref, options)
    more = {"always": f"len({options}) + 1", "stuck": f"len({options}) or 1", "never": f"len({options})"}[passing]
    out.line(f"{count} = {more}")
    seat = out.of(step.args[0])
    ask_menu(out, refs, (count, picked, options), seat, passing)
    with out.block(f"if {picked} < len({options}):"):
        act(out, refs, options, picked)
    if step.bodies[0]:
        with out.block("else:"):
            out.suite(step.bodies[0])


def add_options(out: Steps, ref: Reference, options: str) -> None:
    """Adds the options of a menu."""
    depth = out.indent
    for binder in ref.binders:
        out.open_loop(f"for {binder.name} in {out.values.items(binder.values)}:")
    if ref.condition is not None:
        out.line(f"if {out.of(ref.condition)}:")
        out.indent += 1
    own = f"menu_{clean(ref.menu)}"
    out.line(f"{own}({options}{''.join(', ' + out.of(arg) for arg in ref.args)})", own)
    out.indent = depth


def ask_menu(out: Steps, refs: Any, names: tuple[str, str, str], seat: str, passing: str) -> None:
    count, picked, options = names
    with out.block(f"if {count} > 1:"):
        ask(out, picked, seat, count)
    with out.block("else:"):
        out.line(f"{picked} = 0")
        if passing == "never":
            with out.block(f"if not {count}:"):
                out.line("bail()")
        if all(ref.public for ref in refs):
            out.note_forced()
        else:
            known = out.temp()
            tell(out, refs, known)
            with out.block(f"if {known}() != len({options}):"):
                out.ask("", seat, "1")
            if out.build.statistics:
                with out.block("else:"):
                    out.note_forced()


def tell(out: Steps, refs: tuple[Reference, ...], name: str) -> None:
    """A function that counts the options there are for all that everybody knows; 2 if that cannot be told."""
    outer, out.outer = out.outer, set()
    with out.block(f"def {name}():"):
        out.line("number = 0")
        for ref in refs:
            depth = out.indent
            if public_binders(out, ref.binders, ref.labels.binders) and holds(out, ref.condition, ref.labels.condition):
                public_actions(out, ref)
            out.indent = depth
        out.line("return min(number, 2)")
    out.outer = outer


def public_binders(out: Steps, binders: tuple[Binder, ...], labels: tuple[int, ...]) -> bool:
    """Opens the loops that everybody can follow; False where that ends."""
    for binder, label in zip(binders, labels):
        if label > SIZE:
            out.line("return 2")
            return False
        if label == SIZE:
            with out.block(f"if {out.of(binder.size)} > 1:"):
                out.line("return 2")
        out.open_loop(f"for {binder.name} in {out.values.items(binder.values)}:")
    return True


def holds(out: Steps, condition: Node | None, label: int) -> bool:
    if condition is None:
        return True
    if label != PUBLIC:
        out.line("return 2")
        return False
    out.line(f"if {out.of(condition)}:")
    out.indent += 1
    return True


def public_actions(out: Steps, ref: Reference) -> None:
    menu, labels = out.plan.menus[ref.menu], ref.labels
    for (name, _), arg in zip(menu.params, ref.args):
        out.line(f"{name} = {out.of(arg)}")
    if not holds(out, menu.condition, labels.when):
        return
    if labels.key != PUBLIC:
        out.line("return 2")
        return
    for action, (binders, guard) in zip(menu.actions, labels.actions):
        depth = out.indent
        if menu.key is not None and action.key is not None:
            out.line(f"if {out.of(menu.key)} == {action.key}:")
            out.indent += 1
        if public_binders(out, action.binders, binders) and holds(out, action.guard, guard):
            out.line("number += 1")
        out.indent = depth


@prints(acts.Resolve)
def resolve(out: Steps, step: acts.Resolve) -> None:
    """The one action that applies; only its binders are asked for."""
    ref = step.ref
    options, picked = out.temp(), out.temp()
    out.line(f"{options} = []")
    add_options(out, ref, options)
    with out.block(f"if len({{each[0] for each in {options}}}) != 1:"):
        out.line("bail()")
    out.line(f"{picked} = 0")
    args = len(ref.args)
    with out.block(f"if len({options}[0]) > {args + 1}:"):
        count = out.temp()
        out.line(f"{count} = len({options})")
        ask_menu(out, (ref,), (count, picked, options), f"{options}[0][1]", "never")
    act(out, (ref,), options, picked)


def act(out: Steps, refs: tuple[Reference, ...], options: str, picked: str) -> None:
    """Runs the action that was picked. Only some actions ask: those that do give a generator."""
    call = f"{options}[0](*{options}[1:])"
    out.line(f"{options} = {options}[{picked}]")
    if not out.asking.taking(ref.menu for ref in refs):
        out.line(call)
        return
    out.line(f"{options} = {call}")
    with out.block(f"if {options} is not None:"):
        out.line(f"yield from {options}")
