"""A plan as the text of one C file, which plays games to their end. Exported names begin with `rulelang_`."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.base.numbers import MOST
from rulelang.native.build import Build
from rulelang.native.c import control, effects, lists, menus  # noqa: F401  who prints what
from rulelang.native.c.code import TYPES
from rulelang.native.c.dice import before_play, face_variables, faces, rolling, spans
from rulelang.native.c.expr import function_name
from rulelang.native.c.known import MISS, NONE, declare_row
from rulelang.native.c.licm import prepare
from rulelang.native.c.masks import mask_variables, masks_text, split_of, words_of
from rulelang.native.c.nesting import depth
from rulelang.native.c.state import Variable, lasting, playout_state, runtime_variables, table_state
from rulelang.native.c.stats import adding, watching
from rulelang.native.c.stmt import Statements, region_name, renew
from rulelang.native.c.unit import (
    action,
    checks,
    function,
    heads,
    menu_function,
    option_size,
    picks,
    procedure,
    refills,
    running,
    signature,
)
from rulelang.native.c.watch import element_count, row_of_pick, watch_numbers, watch_tables
from rulelang.native.passes.suspend import asking_units
from rulelang.native.plan import (
    acts,
    stats,  # noqa: F401  who plans what
)
from rulelang.native.plan.layout import Layout
from rulelang.native.plan.nodes import LIST, LISTED, ROUNDS, Plan, clean
from rulelang.native.rt import runtime_text
from rulelang.native.totals import FINALE
from rulelang.program import BANK

FUEL = 20_000_000  # rounds of loops in a game, or in a step of one; after that the reference plays it, and says why
ARENA = 1 << 18  # numbers that lists may take in all
MOST_OPTIONS = 1 << 14  # of a question; with more the reference plays
TRACED = 1 << 16  # choices and draws that a traced build keeps


def c_text(plan: Plan, build: Build) -> str:
    """The whole file."""
    return whole(print_functions(plan, build), build)


def print_functions(plan: Plan, build: Build) -> Statements:
    """The functions of a program."""
    if plan.not_in_c is not None:
        raise plan.not_in_c
    plan.layout.spans = spans(plan)
    if not build.invariants:  # who looks on sees which procedures run
        prepare(plan, frozenset(asking_units(plan).procs) if build.watched else frozenset())
    out = Statements(plan, build.invariants, build.step, build.watched)
    for zone, masked in enumerate(plan.layout.masked):
        if not masked:
            out.regions[f"zone {zone}"] = plan.layout.count + 2
    for unit in plan.fns.values():
        function(out, unit)
    for name in plan.menus:
        menu_function(out, name)
    for (name, place), unit in plan.actions.items():
        action(out, name, place, unit)
    for unit in plan.procs.values():
        procedure(out, unit)
    picks(out)
    if build.watched:
        out.lines += [*row_of_pick(out), *watch_numbers(out)]
    refills(out)
    checks(out)
    ending(out)
    if build.statistics:
        adding(out)
    try_out(out)
    return out


def whole(out: Statements, build: Build, more: Iterable[str] = ()) -> str:
    """The functions with all that they need, and more behind them."""
    places, end = dict[str, int](), out.memory
    for name, size in out.regions.items():
        places[name], end = end, end + size
    watch = watch_tables(out) if build.watched else []
    table = [
        *tables(out, places),
        *faces(out),
        runtime_text("before.h"),
        runtime_text("twins.h"),
        *watch,
        *rolling(out),
    ]
    table += map(runtime_text, ("pieces.h", "bags.h", "best.h", "options.h"))
    body = [*table, *heads(out), *out.lines, "", *more]
    regions = [f"#define {region_name(name)} {place}" for name, place in places.items()]
    return "\n".join([*head(out, build, end), *state(out, build), *runtime(build), *regions, *body])


def head(out: Statements, build: Build, end: int) -> list[str]:
    """The numbers that all depends on, and masks."""
    layout = out.layout
    words = words_of(layout.count)
    bits = masks_text(layout, [1 << at for at in range(max(layout.count, 1))]).replace("%s", "bits")
    masks = runtime_text({1: "mask_one.h", 2: "mask_two.h"}.get(words, "mask_many.h"))
    defines = {
        "COUNT": max(layout.count, 1),
        "WORDS": words,
        "SPLIT": split_of(layout),
        "PLAYERS": layout.players,
        "ZONES": len(layout.program.zones),
        "NONE": f"({NONE}LL)",
        "MISS": f"({MISS}LL)",
        "MOST": f"{MOST}LL",
        "LISTED": LISTED,
        "SUBSET": 64,
        "APART": 512,
        "ROUNDS": ROUNDS,
        "ARENA_START": end,
        "MEMORY": end + ARENA,
        "BUILD": ARENA // 2,
        "MOST_OPTIONS": MOST_OPTIONS,
        "OPTION_SIZE": option_size(out.plan),
        "FUEL": FUEL,
        "TRACE": TRACED if build.traced else 0,
        "CHECKED": int(build.invariants),
        "SCRIPTED": int(build.step),
        "WATCHED": int(build.watched),
        "ROLLOUT": int(build.rollout),
        "ELEMENTS": element_count(layout.program),
        "GROUPS": int(bool(layout.groups)),
        "PLACES": int(reads_places(out)),
        "FIRSTS": int(out.merges),
        "DICE": int(bool(layout.faced) and not layout.groups),
        "FIELDS": max([1, *(len(layout.program.columns[name]) for name in layout.game.groups)]),
    }
    lines = [*(f"#include <{name}.h>" for name in ("setjmp", "stddef", "stdint", "string")), "typedef int64_t I;"]
    lines += [f"#define {name} {value}" for name, value in defines.items()]
    return [*lines, runtime_text("word.h"), masks.replace("BITS", bits)]


def runtime(build: Build) -> list[str]:
    """What does not depend on the rules."""
    put = [runtime_text("put.h")] if build.step else []
    eyes = runtime_text("watched.h" if build.watched else "unwatched.h")
    return [
        runtime_text("basics.h"),
        runtime_text("lists.h"),
        watching(build.statistics),
        runtime_text("rng.h"),
        eyes,
        *put,
    ]


def reads_places(out: Statements) -> bool:
    """Does anything find out where a piece lies?"""
    return bool(out.layout.groups) or out.finds or out.watched


def state(out: Statements, build: Build) -> list[str]:
    """Where a game is kept."""
    variables = [*runtime_variables(build), *game_variables(out)]
    looks = [] if out.layout.faced else ["#define lk look"]
    if not build.step:
        return [*playout_state(variables), *looks]
    return [*table_state(variables, (frame.member for frame in out.frames), out.functions, build), *looks]


def game_variables(out: Statements) -> list[Variable]:
    """What the rules change."""
    program, found = out.layout.program, list[Variable]()
    for name, var in program.vars.items():
        found.append(Variable("I", f"v_{clean(name)}", f"[{max(var.array.length, 1)}]" if var.array.sizes else ""))
    found += [Variable("I", name) for name in out.plan.shared]
    found += [Variable("I", f"r_{clean(name)}", f"[{len(each.holders)}]") for name, each in program.resources.items()]
    found += [*mask_variables(out.layout, "zm", "ZONES"), Variable("uint16_t", "place", "[COUNT]")]
    found.append(Variable("I", "gf", "[GROUPS ? COUNT : 1][FIELDS]"))
    found += lasting("I", lk="[COUNT]") if out.layout.faced else ()
    found += [*face_variables(out.plan), *mask_variables(out.layout, "firsts", "FIRSTS ? ZONES : 1")]
    return [*found, Variable("uint8_t", "stale", "[ZONES]"), *lasting("I", *running(out))]


def tables(out: Statements, places: dict[str, int]) -> list[str]:
    """What is known of pieces and zones, and the tables of the rules."""
    layout, program = out.layout, out.layout.program
    pieces = range(max(layout.count, 1))
    stock = {piece.id: program.stocks[piece.kind] for piece in program.pieces if piece.is_group}
    rows = {
        "zone_list": [places.get(f"zone {zone.id}", 0) for zone in program.zones],
        "masked": [int(each) for each in layout.masked],
        "is_bag": [int(zone.order == "bag") for zone in program.zones],
        "is_pile": [int(zone.order == "pile") for zone in program.zones],
        "group_of": [-1 if zone.group is None else zone.group for zone in program.zones],
        "look": layout.looks or [0],
        "has_face": [int(piece in layout.faced) for piece in pieces],
        "inside_of": [program.insides.get(piece, -1) for piece in pieces],
        "stock_of": [stock.get(piece, -1) for piece in pieces],
        "kept": [int(zone.id not in out.idle) for zone in program.zones],
    }
    lines = [declare_row(name, row) for name, row in rows.items()]
    masks = [layout.kind_mask(zone.of) if zone.of is not None else layout.full for zone in program.zones]
    lines.append(masks_text(layout, masks).replace("%s", "takes"))
    lines.append(
        f"static const M twins = {out.mask(whole_words(layout))}, groups = {out.mask(layout.mask(layout.groups))};"
    )
    same: dict[int, int] = {}
    for piece, look in enumerate(layout.looks):
        same[look] = same.get(look, 0) | 1 << piece
    likes = [same[look] for look in layout.looks] or [0]
    lines.append(masks_text(layout, likes).replace("%s", "looks_alike"))
    return [*lines, *(text.replace("%s", name) for text, name in out.tables.items())]


# ---------------------------------------------------------------- trying out


def try_out(out: Statements) -> None:
    """The functions that run a procedure, work a value out, and put the state back as it was."""
    names = [*(each.name for each in game_variables(out)), "together", "rl_winners", "left_zones_of_groups"]
    names += ["running", "watcher", "n_touched"] if out.watched else []
    kept = [name for name in out.regions if name.startswith(("zone ", "v "))]
    for fn, trial in out.trials.items():
        unit, params = out.plan.fns[fn], out.plan.procs[trial.proc].params
        given = [(f"a{at}", rep) for at, (_, rep) in enumerate(params)]
        out.indent = 0
        with out.block(signature(out, f"try_{clean(fn)}", (*given, *unit.params), unit.rep)):
            for name in names:
                out.line(f"__typeof__({name}) s_{name}; memcpy(&s_{name}, &{name}, sizeof s_{name});")
            for name in kept:
                at, own = region_name(name), f"s_{region_name(name)}"
                out.line(f"I {own}[{out.regions[name]}]; memcpy({own}, mem + {at}, sizeof {own});")
            out.line("jmp_buf outer; memcpy(&outer, &over, sizeof over);")
            out.line(f"burn(16); looking++;{' watcher = 0;' * out.watched}")  # nobody sees what is only tried out
            out.line("int how = setjmp(over);")
            out.line(f"if (!how) run_{clean(trial.proc)}({', '.join(own for own, _ in given)});")
            out.line("memcpy(&over, &outer, sizeof over);")
            out.line("if (how && how != 2) longjmp(over, how);")
            out.line(f"{TYPES[unit.rep]} found = {function_name(unit)}({', '.join(own for own, _ in unit.params)});")
            if unit.rep == LIST and unit.value is not None:
                out.line(f"if (found != NONE) found = fresh_deep(found, {depth(out.plan, unit.value)});")
            for name in kept:
                at, own = region_name(name), f"s_{region_name(name)}"
                out.line(f"memcpy(mem + {at}, {own}, sizeof {own});")
            for name in names:
                out.line(f"memcpy(&{name}, &s_{name}, sizeof s_{name});")
            out.line("looking--;")
            out.line("return found;")


# ---------------------------------------------------------------- beginning and end


def whole_words(layout: Layout) -> int:
    """The pieces that have others like them; if all of the last word have, it is filled up and need not be masked."""
    words = words_of(layout.count)
    last = split_of(layout) if words == 2 else 64 * (words - 1)
    filled = (layout.twins >> last) == (layout.full >> last)
    return layout.twins | ((1 << 64) - 1) << last if filled else layout.twins


def ending(out: Statements) -> None:
    """Sets the table, plays, and writes down how it ended."""
    plan, program = out.plan, out.layout.program
    seat, criteria = plan.criteria
    with out.block(out.head("void", "reset")):
        begin(out)
    width = max(1, len(criteria))
    with out.block(out.head("void", "finish", "I *out")):
        out.line(f"I scores[PLAYERS][{width}];")
        with out.block("for (I p = 1; p <= PLAYERS; p++)"):
            out.line(f"I {seat or 'none'} = p; (void){seat or 'none'};")
            for at, (_, value) in enumerate(criteria):
                out.line(f"scores[p - 1][{at}] = {out.sure(value)};")
        out.line("I best = (1LL << (PLAYERS + 1)) - 2;")
        for at, (most, _) in enumerate(criteria):
            out.line(f"best = best_of(best, &scores[0][{at}], {width}, {int(most)});")
        out.line("out[1] = asked; out[2] = rl_winners < 0 ? best : rl_winners;")
        out.line("for (I k = 0; k <= PLAYERS; k++) out[3 + k] = words_taken(k);")
        out.line(f"memcpy(out + 4 + PLAYERS, scores, {len(criteria)} * PLAYERS * sizeof(I));")
        if FINALE in plan.procs:
            out.line(f"run_{clean(FINALE)}();")
    runs = " ".join(f"run_{name}();" for name in ("setup", "play") if name in plan.procs)
    if out.asking is None:
        numbers = str(4 + program.players * (1 + len(criteria)))
        out.lines.append(runtime_text("playout.c").replace("RUNS", runs).replace("WIDTH", numbers))
    constants = [f"    mem[{at}] = {len(items)};" for items, at in out.constants.items()]
    for items, at in out.constants.items():
        constants += [f"    mem[{at + k}] = {item}LL;" for k, item in enumerate(items, 1)]
    out.lines += [f"{out.head('void', 'fill')} {{", *constants, "}"]


def begin(out: Statements) -> None:
    plan, program, layout = out.plan, out.layout.program, out.layout
    out.line("top = ARENA_START; bp = 0; together = 0; asked = 0; rl_winners = -1; n_traces = 0; n_draws = 0;")
    out.line("looking = 0;")
    for name in running(out):  # a game may have ended inside any of them
        out.line(f"{name} = 0;")
    out.line("left_zones_of_groups = m_zero(); stopped = 0;")
    out.line("for (I z = 0; z < ZONES; z++) { m_put(zm, z, m_zero()); stale[z] = 1; }")
    out.line("if (FIRSTS) for (I z = 0; z < ZONES; z++) m_put(firsts, z, m_zero());")
    out.line("for (I z = 0; z < ZONES; z++) if (zone_list[z]) mem[zone_list[z]] = 0;")
    out.line("if (GROUPS) for (I c = 0; c < COUNT; c++) for (I k = 0; k < FIELDS; k++) gf[c][k] = NONE;")
    if layout.faced:
        out.line("for (I c = 0; c < COUNT; c++) lk[c] = look[c];")
    for zone in sorted({piece.home for piece in program.pieces}):
        ids = [piece.id for piece in program.pieces if piece.home == zone]
        listed, size = out.array("I", ids), len(ids)
        if layout.masked[zone]:
            out.line(f"for (I i = 0; i < {size}; i++) set_place({listed}[i], {zone});")
            out.line(f"m_put(zm, {zone}, {out.mask(layout.mask(ids))});")
        else:
            out.line(f"I *l{zone} = mem + zone_list[{zone}]; *l{zone} = {size};")
            out.line(f"for (I i = 0; i < {size}; i++) set_place(l{zone}[i + 1] = {listed}[i], {zone});")
    for line in before_play(plan, out):
        out.line(line)
    for name, resource in program.resources.items():
        for at, holder in enumerate(resource.holders):
            out.line(f"r_{clean(name)}[{at}] = {resource.total if holder == BANK else 0};")
    for name, rep in plan.shared.items():
        out.line(f"{name} = NONE;" if rep else "")
    started = dict(plan.starts)
    for var in program.vars:
        with out.block(""):
            renew(out, acts.Renew((started[var],) if var in started else (), var=var))
