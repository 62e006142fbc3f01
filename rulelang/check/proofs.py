"""Tests: the position, what is run, the answers, and what must hold afterwards."""

from __future__ import annotations

from typing import Any

from rulelang import ir
from rulelang.check.assignments import runnable
from rulelang.check.environment import Context, Symbol, seat_literal, seat_names
from rulelang.check.expressions import condition, expr
from rulelang.check.recall import Known, Recall, frame_of, remember, sound_test, state_of
from rulelang.check.statements import suite
from rulelang.diagnostics import nearest
from rulelang.ir.types import BOOL, INT, SEAT, UNKNOWN, Enum, List, Optional, Tuple, Type
from rulelang.link.base_tests import breaks_entry, of_base, report_broken
from rulelang.link.linker import Linked
from rulelang.syntax import nodes

MISSING = object()
WORDS = ("pass", "none", "true", "false")  # answers that are keywords


def variants_of(test: nodes.Test, known: Any) -> tuple[str, ...]:
    """The variants a test asks for after `with`."""
    return tuple(str(s.name) for s in test.settings if s.value is None and str(s.name) in known)


def tests(
    ctx: Context, linked: Linked, options: dict[str, ir.Option], recall: Recall | None = None
) -> tuple[ir.Test, ...]:
    """The tests for exactly the active variants; the others are checked with theirs.

    Each test is played alone, so the locals of all tests have the same numbers.
    """
    world, found = ctx.world, []
    first = most = -(-world.locals // STEP) * STEP
    known = recall.under(frame_of(world, linked, options, first)) if recall is not None else {}
    for node in linked.tests:
        if set(variants_of(node, linked.variants)) == set(linked.active):
            world.locals = first
            made = sound_test(world, node, known) or base_test(ctx, node, options, linked, known)
            found += [made] if made is not None else []
            most = max(most, world.locals)
            world.excused = {key for key in world.excused if key[0] != "local"}
    world.locals = most
    return tuple(found)


STEP = 64  # the locals of tests begin at a multiple of this, so that one more local in the rules changes no test


def base_test(
    ctx: Context, node: nodes.Test, options: dict[str, ir.Option], linked: Linked, known: Known
) -> ir.Test | None:
    """Check a test. If a test of the base does not fit a mod, that is the mod's mistake, unless the mod declares it."""
    world = ctx.world
    before, unknown = len(world.problems), dict(world.unknown)
    state, mentioned = state_of(world), len(world.mentions)
    made = test(ctx, node, options, linked.variants)
    if made is not None and state == state_of(world):
        remember(world, node, made, mentioned, known)
    wrong = [each for each in world.problems[before:] if each.severity == "error"]
    if of_base(linked, node.span):
        del world.problems[before:]
        world.unknown = unknown
        if wrong and breaks_entry(linked, str(node.title)) is None:
            world.problems.append(report_broken(linked, "R218", node, wrong[0].title, wrong[0].span))
    return made


def test(ctx: Context, node: nodes.Test, options: dict[str, ir.Option], variants: Any) -> ir.Test | None:
    start = len(ctx.world.problems)
    players = player_count(ctx, node)
    settings = {}
    for each in node.settings:
        value = setting(ctx, each, options, variants)
        if value is not MISSING:
            settings[str(each.name)] = value
    if any(each.code == "R391" for each in ctx.world.problems[start:]):
        return None  # the settings of the test are unknown
    child = ctx.child(testing=True, kind="test")
    given = tuple(suite(child, part.body) for part in node.parts if isinstance(part, nodes.Given))
    made = run_part(child, node)
    names = bind_names(child, made[2])
    kinds = nodes.Expect | nodes.ExpectSees | nodes.ExpectBlind
    expects = tuple((expectation(child, part), part.span) for part in node.parts if isinstance(part, kinds))
    if any(each.severity == "error" for each in ctx.world.problems[start:]):
        return None
    return ir.Test(
        str(node.title), node.tags, players, settings, variants_of(node, variants), given, made[0], made[1],
        made[3], names, expects, node.span,
    )  # fmt: skip


def expectation(ctx: Context, node: Any) -> ir.Expr:
    """What must hold: a condition, or that a seat sees something or not."""
    if isinstance(node, nodes.Expect):
        return condition(ctx, node.condition)
    seat, what = expr(ctx, node.seat, SEAT), expr(ctx, node.what)
    if not isinstance(what, ir.ZoneAt | ir.VarAt | ir.Amount) and what.type != UNKNOWN:
        ctx.report("R395", node.what.span)
    sees = ir.Sees(BOOL, node.span, seat, what)
    return sees if isinstance(node, nodes.ExpectSees) else ir.Op(BOOL, node.span, "not", (sees,))


def player_count(ctx: Context, node: nodes.Test) -> int:
    if node.players is None:
        return ctx.world.least
    if isinstance(node.players, nodes.Number) and ctx.world.least <= node.players.value <= ctx.world.most:
        return node.players.value
    ctx.report("R390", node.players.span, least=ctx.world.least, most=ctx.world.most)
    return ctx.world.least


def setting(ctx: Context, node: nodes.Setting, options: dict[str, ir.Option], variants: Any) -> Any:
    """An option's value; a variant has none."""
    name = str(node.name)
    if name not in (variants if node.value is None else options):
        close = nearest(name, [*variants, *options] if node.value is None else [*options])
        ctx.report("R391", node.name.span, name=name, help=f"did you mean `{close}`?" if close else "")
        return MISSING
    return MISSING if node.value is None else literal(ctx, expr(ctx, node.value, options[name].type))


def literal(ctx: Context, made: ir.Expr) -> Any:
    """A value as `load` takes it: enum members by name."""
    if isinstance(made, ir.Lit) and isinstance(made.type, Enum) and isinstance(made.value, int):
        return ctx.world.enums[made.type.name].members[made.value - 1]
    if isinstance(made, ir.Lit):
        return made.value
    if isinstance(made, ir.ListOf):
        return tuple(literal(ctx, item) for item in made.items)
    ctx.report("R392", made.span)
    return MISSING


def run_part(ctx: Context, node: nodes.Test) -> tuple[str | None, tuple[ir.Expr, ...], Type, tuple[ir.ScriptLine, ...]]:
    whens = [part for part in node.parts if isinstance(part, nodes.When)]
    for extra in whens[1:]:
        ctx.report("R393", extra.span, also=[(whens[0].span, "the first one")])
    if not whens:
        return None, (), UNKNOWN, ()
    what = whens[0].target.what
    target = nodes.Name(what.span, what) if isinstance(what, nodes.Word) else what
    found = runnable(ctx, target)
    lines = tuple(script_line(ctx, each) for each in whens[0].script if not isinstance(each, nodes.Hole))
    if found is None:
        return None, (), UNKNOWN, lines
    symbol, args = found
    return symbol.name, args, symbol.type, lines


def bind_names(ctx: Context, result: Type) -> dict[str, ir.Local]:
    """The names that expectations may use."""
    types: dict[str, Type] = {
        "result": result,
        "winners": List(SEAT),
        "options": Optional(INT),
        "asked": Optional(SEAT),
    }
    return {name: ctx.bind(name, type_) for name, type_ in types.items()}


# ---------------------------------------------------------------- the script


def script_line(ctx: Context, node: Any) -> ir.ScriptLine:
    if isinstance(node, nodes.Chance):
        return ir.ScriptLine("chance", None, tuple(pattern(ctx, e) for e in node.results), None, node.span)
    if isinstance(node, nodes.Policy):
        return ir.ScriptLine("others", None, (), policy(ctx, node), node.span)
    seat = expr(ctx, node.seat, SEAT)
    if isinstance(node, nodes.Answer):
        return ir.ScriptLine("answer", seat, (pattern(ctx, node.value),), None, node.span)
    kind = "may" if isinstance(node, nodes.ExactlyThese) else "may_not"
    return ir.ScriptLine(kind, seat, tuple(pattern(ctx, e) for e in node.values), None, node.span)


def policy(ctx: Context, node: nodes.Policy) -> tuple[str, int]:
    if isinstance(node.seed, nodes.Word):
        return "first", 0
    if isinstance(node.seed, nodes.Number):
        return "random", node.seed.value
    ctx.report("R392", node.span)
    return "first", 0


def pattern(ctx: Context, node: Any) -> ir.Pattern:
    """An answer as written; names that stand for nothing are reported."""
    return ir.Pattern(pattern_value(ctx, node), node.span)


def pattern_value(ctx: Context, node: Any) -> object:
    if isinstance(node, nodes.Passed):
        return "pass"
    if isinstance(node, nodes.Number):
        return node.value
    if isinstance(node, nodes.Minus) and isinstance(node.value, nodes.Number):
        return -node.value.value
    if isinstance(node, nodes.None_):
        return None
    if isinstance(node, nodes.True_ | nodes.False_):
        return isinstance(node, nodes.True_)
    if isinstance(node, nodes.Name):
        return _check_name(ctx, node)
    if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and isinstance(node.arguments, tuple):
        _check_action(ctx, node.function)
        return ("call", str(node.function.name), tuple(pattern_value(ctx, a) for a in node.arguments))
    if isinstance(node, nodes.List) and isinstance(node.items, tuple):
        return ("list", tuple(pattern_value(ctx, item) for item in node.items))
    ctx.report("R394", node.span)
    return None


def _check_name(ctx: Context, node: nodes.Name) -> object:
    name = str(node.name)
    symbol = ctx.lookup(name)
    if symbol is not None and symbol.kind in ("const", "option"):
        return ("const", name)
    for owner in (*ctx.world.members(name), *(menu.name for menu in ctx.world.menus.values())):
        ctx.world.mention_part(owner, node.name)
    known = ctx.world.members(name) or seat_literal(name) or name in action_names(ctx) or symbol is not None
    if not known:
        members = [m for e in ctx.world.enums.values() for m in e.members]
        consts = [n for n, s in ctx.symbols[0].items() if s.kind in ("const", "option")]
        ctx.unknown_name(node.name, "answer", [*members, *action_names(ctx), *seat_names(ctx.world), *consts, *WORDS])
    return name


def _check_action(ctx: Context, node: nodes.Name) -> None:
    symbol = ctx.lookup(node.name)
    for menu in ctx.world.menus.values():
        ctx.world.mention_part(menu.name, node.name)
    if str(node.name) not in action_names(ctx) and (symbol is None or not names_value(symbol)):
        names = [n for n, s in ctx.symbols[0].items() if names_value(s)]
        ctx.unknown_name(node.name, "action or piece", [*names, *action_names(ctx)])


def names_value(symbol: Symbol) -> bool:
    """Whether this name with brackets can be an answer: a piece, a group, a record."""
    return symbol.kind in ("piece", "group") or (symbol.kind == "type" and isinstance(symbol.type, Tuple))


def action_names(ctx: Context) -> set[str]:
    return {action.name for menu in ctx.world.menus.values() for action in menu.actions}
