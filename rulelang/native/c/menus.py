"""Choices as C statements. The options of menus are written down or, if they contain lists, counted; one is drawn; then
it is taken from there, or found again.
"""

from __future__ import annotations

from typing import Any

from rulelang.analysis.public import PUBLIC, SIZE
from rulelang.native.c.stats import note_options
from rulelang.native.c.stmt import Statements, has_bit, prints
from rulelang.native.c.unit import taker, writes_down
from rulelang.native.c.watch import row_of_offer, rows
from rulelang.native.plan import acts, ops
from rulelang.native.plan.expressions import Binder, Reference
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import LIST, MASK, Node, Step, clean

# ---------------------------------------------------------------- a value


@prints(acts.Choose)
def choose(out: Statements, step: acts.Choose) -> None:
    offer, seat = step.offer, step.args[0]
    out.declare(offer.name)
    if offer.want is not None and offer.steps:
        one_by_one(out, step)
        passed = f"{offer.name} == NONE"
    else:
        out.question(step)
        options, count = options_of(out, offer)
        note_options(out, offer, (options, count), out.of(seat))
        by_mask = has_bit(offer)
        rows(out, row_of_offer(out, offer, options, count), options if by_mask else "")
        total = out.temp("I", f"{count} + {int(offer.optional)}")
        picked = asking(out, offer, (total, count), seat)
        passed = f"{picked} == {count}"
        with out.block(f"if ({picked} < {count})" if offer.optional else ""):
            take_option(out, offer, options, picked)
    if offer.optional:
        with out.block(f"if (!({passed}))"):
            out.note_choice(offer)
            out.suite(step.bodies[0])
        out.forget()
        with out.block("else"):
            out.suite(step.bodies[1])


def options_of(out: Statements, offer: Offer) -> tuple[str, str]:
    """The options, and how many there are."""
    if offer.want is not None and offer.guard is None:
        items, want = out.of(offer.options), out.temp("I", out.sure(offer.want))
        low = "0" if offer.asked.up_to else want
        return low, out.temp("I", out.rt("count_bags", items, low, want, str(int(offer.pieces))))
    if offer.want is not None:
        items, want = out.of(offer.options), out.temp("I", out.sure(offer.want))
        sizes = out.temp("I", out.rt("span", "0" if offer.asked.up_to else want, want))
        listed = out.temp("I", out.rt("sub_bags", items, sizes, str(int(offer.pieces))))
    elif offer.options.rep == MASK and offer.guard is None:
        mask = out.temp("M", out.of(offer.options))
        return mask, out.temp("I", f"m_count({mask})")
    elif offer.options.op is ops.RANGE and offer.guard is None:
        low, high = (out.temp("I", out.sure(arg)) for arg in offer.options.args)
        return low, out.temp("I", f"{high} < {low} ? 0 : upto({low}, {high}) - {low} + 1")
    elif offer.guard is None:
        listed = out.temp("I", out.of(offer.options))
    else:
        return filter_values(out, offer)
    if offer.guard is not None:
        return filter_bags(out, offer, listed)
    return listed, out.temp("I", f"mem[{listed}]")


def filter_values(out: Statements, offer: Offer) -> tuple[str, str]:
    """Single values for which the guard holds."""
    assert offer.guard is not None
    start = out.temp("I", "bp")
    with out.loop(f"{offer.name}_", offer.options), out.release_memory():
        out.line(f"{offer.name} = {offer.name}_;")
        out.line(f"if ({out.of(offer.guard)}) push({offer.name});")
    listed = out.temp("I", out.rt("built", start))
    return listed, out.temp("I", f"mem[{listed}]")


def filter_bags(out: Statements, offer: Offer, listed: str) -> tuple[str, str]:
    """Bags for which the guard holds."""
    assert offer.guard is not None
    start = out.temp("I", "bp")
    with out.block(f"for (I at = 1; at <= mem[{listed}]; at++)"), out.release_memory():
        out.line(f"{offer.name} = mem[{listed} + at];")
        out.line(f"if ({out.of(offer.guard)}) push({offer.name});")
    kept = out.temp("I", out.rt("built", start))
    return kept, out.temp("I", f"mem[{kept}]")


def lone_always(offer: Offer) -> bool:
    return offer.asked.kind == "always"


def lone(out: Statements, offer: Offer, passing: str) -> str:
    """Is a lone option put to the seat?"""
    rule = offer.asked
    if rule.kind != "size":
        return str(int(rule.kind == "always"))
    if rule.single:
        return f"({out.of(offer.size)} > {int(rule.known)})"
    assert offer.want is not None
    size, want = out.of(offer.size), out.sure(offer.want)
    return f"bag_asked({size}, {want}, {int(rule.guard)}, {int(rule.up_to)}, {passing})"


def asking(out: Statements, offer: Offer, names: tuple[str, str], seat: Node) -> str:
    """Draws an answer, if the seat is asked."""
    total, count = names
    if lone_always(offer):
        if not offer.optional:
            out.line(f"if (!{total}) bail();")
        who = out.of(seat)
        out.serial += 1
        picked = f"t{out.serial}"
        out.line(out.ask(out.local("I", picked), who, total))
        return picked
    picked, who = out.temp("I", "0"), out.of(seat)
    out.line(f"if ({total} > 1) {out.ask(picked, who, total)}")
    with out.block("else"):
        out.line(f"if (!{total}) bail();")
        rule = lone(out, offer, f"{count} == 0")
        out.line(f"if ({rule}) {out.ask('', who, '1')} else {{ FORCED }}" if rule != "0" else "FORCED")
    return picked


def take_option(out: Statements, offer: Offer, options: str, picked: str) -> None:
    if has_bit(offer) and not offer.optional:
        out.pieces.add(offer.name)
    if has_bit(offer) and out.places_of(offer) is not None:
        bit = f"bit_{offer.name}"
        out.before[bit] = "M"
        out.line(f"{bit} = m_kth_bit({options}, {picked}); {offer.name} = m_piece({bit});")
    elif has_bit(offer):
        out.line(f"{offer.name} = m_kth({options}, {picked});")
    elif offer.options.op is ops.RANGE and offer.guard is None and offer.want is None:
        out.line(f"{offer.name} = {options} + {picked};")
    elif offer.want is not None and offer.guard is None:
        bag = out.temp("I", out.rt("kth_bag", picked, options))
        out.line(f"{offer.name} = {out.copy_list(offer.name, bag, 1)};")
    elif offer.rep == LIST:
        value = f"mem[{options} + 1 + {picked}]"
        out.line(f"{offer.name} = {out.copy_list(offer.name, value, out.plan.depths.get(offer.name, 1))};")
    else:
        out.line(f"{offer.name} = mem[{options} + 1 + {picked}];")


def one_by_one(out: Statements, step: acts.Choose) -> None:
    """A bag put together piece by piece."""
    offer, seat = step.offer, step.args[0]
    assert offer.want is not None
    want, who = out.temp("I", out.sure(offer.want)), out.of(seat)
    who = out.temp("I", who) if out.frame is not None else who
    source, region = out.steady_copy(out.of(offer.options), out.frame is not None, 1), out.region(offer.name)
    low = "0" if offer.asked.up_to else want
    out.line(f"mem[{region}] = 0; {offer.name} = {region};")
    with out.block("for (;;)"), out.remembering(want, who, source, offer.name):
        out.question(step)
        out.line("I enough;")
        some = out.rt("next_ones", source, region, low, want, str(int(offer.pieces)), "&enough")
        out.line(f"I some = {some};")
        if offer.guard is not None:
            leading_on(out, offer, (source, region, low, want))
        whole = [f"mem[{region}] >= {want}"] * offer.asked.numbered
        every = [f"mem[{region}] >= mem[{source}]"] * offer.asked.counted
        told = f"({' || '.join([*whole, *every, '!' + lone(out, offer, '1')])})"
        stopping = f"mem[{region}] && {told}" if offer.optional else told
        out.line(f"if (!mem[some] && enough && {stopping}) break;")
        if offer.optional:
            out.line(f"enough = enough || !mem[{region}];")
        out.line("I n = mem[some] + (enough != 0), k = 0;")
        out.line("if (!n) bail();")
        tag = "PIECE" if offer.of_pieces else "NUMBER"
        each = f"for (I i = 1; i <= mem[some]; i++) row_of(mem[some + i], {tag});"
        veiled = [f"picked_from({source});"] * offer.of_pieces
        rows(out, [*veiled, each, "if (n > mem[some]) row_of(0, PASSING);"])
        out.line(f"if (n > 1 || {lone(out, offer, '!mem[some]')}) {out.ask('k', who, 'n')} else {{ FORCED }}")
        out.line(f"if (k < mem[some]) {{ grow({region}, mem[some + 1 + k], {out.capacity}); continue; }}")
        if offer.optional:
            out.line(f"if (!mem[{region}]) {offer.name} = NONE;")
        out.line("break;")


def leading_on(out: Statements, offer: Offer, names: tuple[str, str, str, str]) -> None:
    """Of the items that may come next those that some bag goes on with for which the guard holds."""
    assert offer.guard is not None
    source, region, low, want = names
    with out.block("if (enough)"), out.release_memory():
        out.line(f"{offer.name} = {region};")
        out.line(f"enough = {out.of(offer.guard)};")
    out.line("I start = bp;")
    with out.block("for (I i = 1; i <= mem[some]; i++)"):
        out.line("struct bag_walk walk;")
        out.line("I leads = 0;")
        begun = out.rt("walk_bags", "&walk", source, region, "mem[some + i]", low, want, str(int(offer.pieces)))
        with out.block(f"for (I more = {begun}; more && !leads; more = next_bag(&walk))"), out.release_memory():
            out.line(f"burn(1); {offer.name} = {out.rt('bag_walked', '&walk')};")
            out.line(f"leads = {out.of(offer.guard)};")
        out.line("if (leads) push(mem[some + i]);")
    out.line(f"some = {out.rt('built', 'start')}; {offer.name} = {region};")


# ---------------------------------------------------------------- an action


@prints(acts.Menu)
def menu(out: Statements, step: acts.Menu) -> None:
    refs, passing = step.refs, step.passing
    out.question(step)
    count = out.temp("I", "0")
    at_once = all(writes_down(out.plan.menus[ref.menu]) for ref in refs)
    if at_once:
        out.line("n_options = 0;")
    enumerate_options(out, refs, count, "ALL" if at_once else "-1")
    extra = {"always": "1", "stuck": f"!{count}", "never": "0"}[passing]
    total, picked = out.temp("I", f"{count} + {extra}"), out.temp("I", "0")
    rows_of_menus(out, refs, (total, count), at_once)
    ask_option(out, refs, (total, count, picked), out.of(step.args[0]))
    with out.block(f"if ({picked} < {count})"):
        if at_once:
            out.line(f"take_option({picked});")
        else:
            again = out.temp("I", "0")
            enumerate_options(out, refs, again, picked)
        take(out, step, [ref.menu for ref in refs])
    if step.bodies[0]:
        with out.block("else"):
            out.suite(step.bodies[0])


def rows_of_menus(out: Statements, refs: tuple[Reference, ...], names: tuple[str, str], at_once: bool) -> None:
    """Writes down what menus offer, if somebody watches."""
    if not out.watched:
        return
    total, count = names
    outer, out.lines = out.lines, []
    if at_once:
        out.line(f"for (I k = 0; k < {count}; k++) {{ take_option(k); row_picked(); }}")
    else:
        out.line("I again = 0;")
        enumerate_options(out, refs, "again", "AS_ROWS")
    each, out.lines = out.lines, outer
    rows(out, [*each, f"if ({total} > {count}) row_of(0, PASSING);"])


def enumerate_options(out: Statements, refs: tuple[Reference, ...], count: str, want: str) -> None:
    """Counts the options, and keeps the one that is wanted."""
    for ref in refs:
        open_binders(out, ref, 0, count, want)


def open_binders(out: Statements, ref: Reference, at: int, count: str, want: str) -> None:
    if at < len(ref.binders):
        with out.loop(ref.binders[at].name, ref.binders[at].values):
            open_binders(out, ref, at + 1, count, want)
        return
    with out.block(f"if ({out.of(ref.condition)})" if ref.condition is not None else ""):
        args = "".join(f", {out.of(arg)}" for arg in ref.args)
        out.line(f"{count} += menu_{clean(ref.menu)}({count}, {want}{args});")


def ask_option(out: Statements, refs: Any, names: tuple[str, str, str], seat: str) -> None:
    total, count, picked = names
    out.line(f"if ({total} > 1) {out.ask(picked, seat, total)}")
    with out.block("else"):
        out.line(f"if (!{total}) bail();")
        if all(ref.public for ref in refs):
            out.line("FORCED")
        else:
            out.serial += 1
            label, known = f"told{out.serial}", out.temp("I", "0")
            with out.block(""):
                for ref in refs:
                    public(out, ref, label, known)
            out.line(f"{label}: if ({known} > 2) {known} = 2;")
            out.line(f"if ({known} != {count}) {out.ask('', seat, '1')} else {{ FORCED }}")


def unknown(out: Statements, label: str, known: str) -> None:
    out.line(f"{{ {known} = 2; goto {label}; }}")


def public(out: Statements, ref: Reference, label: str, known: str) -> None:
    """Counts the options there are for all that everybody knows."""

    def actions() -> None:
        found = out.plan.menus[ref.menu]
        with out.block(""):
            for (name, _), arg in zip(found.params, ref.args):
                text = out.temp("I", out.of(arg))
                out.line(f"I {name} = {text}; (void){name};" if name not in out.plan.shared else f"{name} = {text};")
            holds(out, found.condition, ref.labels.when, label, known, menu_actions)

    def menu_actions() -> None:
        found = out.plan.menus[ref.menu]
        if ref.labels.key != PUBLIC:
            unknown(out, label, known)
            return
        for action, (labels, guard) in zip(found.actions, ref.labels.actions):
            match = found.key is not None and action.key is not None
            with out.block(f"if ({out.of(found.key)} == {action.key})" if match else ""):

                def count_action(action: Any = action, guard: int = guard) -> None:
                    holds(out, action.guard, guard, label, known, lambda: out.line(f"{known}++;"))

                places(out, action.binders, labels, label, known, count_action)

    def inner() -> None:
        holds(out, ref.condition, ref.labels.condition, label, known, actions)

    places(out, ref.binders, ref.labels.binders, label, known, inner)


def holds(out: Statements, condition: Node | None, mark: int, label: str, known: str, then: Any) -> None:
    if condition is None:
        then()
    elif mark != PUBLIC:
        unknown(out, label, known)
    else:
        with out.block(f"if ({out.of(condition)})"):
            then()


def places(
    out: Statements, binders: tuple[Binder, ...], marks: tuple[int, ...], label: str, known: str, then: Any
) -> None:
    if not binders:
        then()
        return
    binder, mark = binders[0], marks[0]
    if mark > SIZE:
        unknown(out, label, known)
        return
    if mark == SIZE:
        size = out.of(binder.size)
        out.line(f"if ({size} > 1)")
        unknown(out, label, known)
    with out.loop(binder.name, binder.values):
        places(out, binders[1:], marks[1:], label, known, then)


@prints(acts.Resolve)
def resolve(out: Statements, step: acts.Resolve) -> None:
    """The one action that applies; only its binders are asked for."""
    ref = step.ref
    out.question(step)
    out.line("pick_actions = 0;")
    count = out.temp("I", "0")
    enumerate_options(out, (ref,), count, "0")
    out.line(f"if (!{count} || pick_actions & (pick_actions - 1)) bail();")
    picked = out.temp("I", "0")
    with out.block("if (pick_binders)"):
        total = out.temp("I", count)
        seat = out.of(ref.args[0])
        rows_of_menus(out, (ref,), (total, count), False)
        ask_option(out, (ref,), (total, count, picked), seat)
        again = out.temp("I", "0")
        enumerate_options(out, (ref,), again, picked)
    take(out, step, [ref.menu])


def take(out: Statements, step: Step, menus: list[str]) -> None:
    """Runs the action that was picked."""
    waits = out.asking is not None and out.asking.taking(menus)
    out.line(out.call("", taker(out, menus), [], [], out.alive[id(step)].behind if waits else None))
