"""Instructions for choices: they compute the options, and either answer or stop with a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang import ir
from rulelang.analysis.flow import Flow
from rulelang.base.source import Span
from rulelang.engine.ask_policy import must_ask
from rulelang.engine.closures import Eval
from rulelang.engine.ending import test_invariants
from rulelang.engine.errors import RuleError
from rulelang.engine.instructions import Assembler, Label, writes
from rulelang.engine.offers import MenuOffer, ValueOffer, menu_offer, value_offer
from rulelang.engine.runner import PASS, STOP, Instruction, Question, Runner, Slots
from rulelang.ir.types import has_pieces
from rulelang.program import PC

Take = Callable[[Runner, Slots, Any], int]


def flow_of(asm: Assembler) -> Flow:
    """The information-flow labels of the program, computed once."""
    if "flow" not in asm.shared:
        asm.shared["flow"] = Flow(asm.program)
    flow: Flow = asm.shared["flow"]
    return flow


def ask(r: Runner, s: Slots, at: int, question: Question) -> int:
    """Answer if everybody can tell that there is one answer; else stop and ask the question."""
    if not question.options:
        raise RuleError("R601", question.span, seat=f"P{question.seat}")
    question.asked = must_ask(s, question.options, question.offer.public)
    if question.asked:
        test_invariants(r, s)
    elif not r.stops:
        return r.take(question, 0, False)
    s[PC], r.question = at, question
    return STOP


# ---------------------------------------------------------------- a value


@writes(ir.Choose)
def choose(asm: Assembler, stmt: ir.Choose) -> None:
    offer, seat = value_offer(asm.make, flow_of(asm), stmt.asking), asm.make.of(stmt.seat)
    name, done, otherwise = f"{asm.where}.{stmt.asking.local.name}", Label(), Label()
    passing = otherwise if stmt.optional else None
    put_question(asm, offer, seat, (name, stmt.secret, stmt.span), keep_local(offer), passing)
    if stmt.optional:
        asm.suite(stmt.body)
        asm.jump(done, stmt.span)
        asm.place(otherwise)
        asm.suite(stmt.otherwise)
    asm.place(done)


def keep_local(offer: ValueOffer) -> Callable[[Runner, Slots, Any], None]:
    return lambda r, s, value: s.__setitem__(offer.slot, value)


def put_question(
    asm: Assembler,
    offer: ValueOffer,
    seat: Eval,
    about: tuple[str, bool, Span],
    keep: Callable[[Runner, Slots, Any], None],
    passing: Label | None,
) -> None:
    """Ask for a value, all at once or item by item; then store it and continue behind, or at `passing`."""
    if offer.asking.one_by_one and offer.asking.quantity is not None:
        put_questions(asm, offer, seat, about, keep, passing)
        return
    name, secret, span = about

    def build(at: int) -> Instruction:
        def take(r: Runner, s: Slots, value: Any) -> int:
            if value is PASS and passing is not None:
                return passing.pc
            keep(r, s, value)
            return at + 1

        def run(r: Runner, s: Slots) -> int:
            options = offer.options(s)
            if passing is not None:
                options = (*options, PASS)
            return ask(r, s, at, Question(seat(s), name, options, secret, offer, take, span))

        return run

    asm.emit(span, build)


def put_questions(
    asm: Assembler,
    offer: ValueOffer,
    seat: Eval,
    about: tuple[str, bool, Span],
    keep: Callable[[Runner, Slots, Any], None],
    passing: Label | None,
) -> None:
    """Item by item: there is one way to each bag, with its items in canonical order; `pass` ends it. If nothing can
    follow the last item, the seat is still asked, because not asking would reveal which item that is, unless everybody
    can tell that the bag is complete.
    """
    name, secret, span = about
    partial = asm.slot()
    if has_pieces(offer.asking.local.type):
        asm.shared.setdefault("handles", []).append(partial)
    asm.do(span, lambda r, s: s.__setitem__(partial, ()))

    def build(at: int) -> Instruction:
        def finish(r: Runner, s: Slots) -> int:
            keep(r, s, s[partial])
            return at + 1

        def take(r: Runner, s: Slots, value: Any) -> int:
            if value is not PASS:
                s[partial] = (*s[partial], value)
                return at
            if passing is not None and not s[partial]:
                return passing.pc
            return finish(r, s)

        def run(r: Runner, s: Slots) -> int:
            options, enough = offer.steps(s, s[partial])
            if not options and enough and (s[partial] or passing is None) and offer.all_can_tell(s, s[partial]):
                return finish(r, s)
            if enough or (passing is not None and not s[partial]):
                options = (*options, PASS)
            return ask(r, s, at, Question(seat(s), name, options, secret, offer, take, span))

        return run

    asm.emit(span, build)


# ---------------------------------------------------------------- an action


@writes(ir.ChooseAction)
def choose_action(asm: Assembler, stmt: ir.ChooseAction) -> None:
    offer, seat = menu_offer(asm.make, flow_of(asm), stmt.menus, stmt.prompt), asm.make.of(stmt.seat)
    name = "+".join(dict.fromkeys(ref.menu for ref in stmt.menus))
    fallback, done = Label(), Label()
    passing = stmt.optional or stmt.fallback is not None

    def build(at: int) -> Instruction:
        take = taking(asm, offer, at + 1, fallback)

        def run(r: Runner, s: Slots) -> int:
            options: tuple[Any, ...] = offer.options(s)
            if stmt.optional or (passing and not options):
                options = (*options, PASS)
            return ask(r, s, at, Question(seat(s), name, options, stmt.secret, offer, take, stmt.span))

        return run

    asm.emit(stmt.span, build)
    asm.jump(done, stmt.span)
    asm.place(fallback)
    asm.suite(stmt.fallback or ())
    asm.place(done)
    asm.test_until(stmt.span)


def taking(asm: Assembler, offer: MenuOffer, after: int, fallback: Label) -> Take:
    """Run the chosen action; play continues at `after`, or at the fallback."""
    backs, entries = asm.shared["menu_backs"], asm.shared["menu_entries"]

    def take(r: Runner, s: Slots, value: Any) -> int:
        if value is PASS:
            return fallback.pc
        menu = offer.refs[value[0]].menu.menu.name
        offer.enter(s, value)
        s[backs[menu]] = after
        return int(entries[menu, value[1]].pc)

    return take


@writes(ir.Resolve)
def resolve(asm: Assembler, stmt: ir.Resolve) -> None:
    """Run the one action that applies; only its binders are asked for."""
    offer = menu_offer(asm.make, flow_of(asm), (stmt.menu,), None)
    name, params = stmt.menu.menu, offer.refs[0].menu.params

    def build(at: int) -> Instruction:
        take = taking(asm, offer, at + 1, Label())

        def run(r: Runner, s: Slots) -> int:
            options = offer.options(s)
            number = len({option[1] for option in options})
            if number != 1:
                raise RuleError("R623", stmt.span, menu=name, count=number)
            if not offer.action(options[0]).binders:
                return take(r, s, options[0])
            return ask(r, s, at, Question(s[params[0]], name, options, False, offer, take, stmt.span))

        return run

    asm.emit(stmt.span, build)
    asm.test_until(stmt.span)


def reserve_menus(asm: Assembler) -> None:
    """A return slot for each menu and a label for each action."""
    asm.shared["menu_backs"] = {name: asm.slot() for name in asm.program.game.menus}
    asm.shared["menu_entries"] = {
        (name, number): Label() for name, menu in asm.program.game.menus.items() for number in range(len(menu.actions))
    }


def write_menus(asm: Assembler) -> None:
    """The body of each action, then the menu's end, then the return."""
    for name, menu in asm.program.game.menus.items():
        end, back = Label(), asm.shared["menu_backs"][name]
        for number, action in enumerate(menu.actions):
            asm.frame, asm.scopes, asm.where = None, [], f"{name}.{action.name}"
            asm.shared["action_end"] = end
            asm.place(asm.shared["menu_entries"][name, number])
            asm.suite(action.body)
            asm.jump(end, action.span)
        asm.place(end)
        asm.where = name
        asm.suite(menu.finally_)
        asm.emit(menu.span, lambda at, back=back: lambda r, s: s[back])  # type: ignore[misc]
