"""C for the features of a policy (`rt/c/policy.h`): tables of fields, functions of the rules, and what a seat sees of
variables, amounts and sizes. All of it is derived from the declarations and the plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir import types
from rulelang.ir.types import bare
from rulelang.native.c.expr import function_name
from rulelang.native.c.stmt import Statements
from rulelang.native.plan.features import Features, piece_vars_of
from rulelang.native.plan.nodes import clean
from rulelang.native.plan.views import Views, views_of
from rulelang.native.rt import runtime_text
from rulelang.program import PieceInstance, Program

MOST_SIGHTS = 24
MOST_RANKS = 2  # fields that pieces are ranked by …
MOST_PIECES = 256  # … where there are so many at most
FEW = 6  # elements of an array that are looked at one by one
FACE, UNKNOWN = -998, -999
ONE = 22  # bits of a chance of one, before it is halved


def policy_text(out: Statements) -> list[str]:
    """All that stands behind the functions of a game that is watched."""
    program, features = out.layout.program, out.plan.features
    fields = sorted({name for columns in program.columns.values() for name in columns})
    sights = list(sights_of(out, features, views_of(out.layout), fields))[:MOST_SIGHTS]
    asked, ranks = [*feature_texts(out, features), *alike_of(program, fields, views_of(out.layout))], ranks_of(program)
    asked += [text for _, name in ranks for text in standing_of(fields.index(name), len(features.pieces), features)]
    asked += [f"unseen({table}[{at}][c])" for at in range(len(ranks)) for table in ("more_than", "less_than")]
    most = out.plan.criteria[1][0][0] if out.plan.criteria[1] else True
    defines = {"N_SIGHTS": len(sights), "N_FEATURES": len(asked), "N_FIELDS": len(fields), "MOST_WINS": int(most)}
    halves = ", ".join(str(int(2 ** (ONE - k / 256) + 0.5)) for k in range(256))
    lines = [f"#define {name} {value}" for name, value in defines.items()]
    lines += rank_tables(program, ranks)
    lines += [
        field_table(program, fields),
        f"static const uint32_t halves[256] = {{{halves}}};",
        runtime_text("policy.h"),
    ]
    lines += switch(out.head("I", "feature", "I which, I seat, I c"), asked)
    lines += switch(out.head("I", "sight", "I which, I seat"), sights)
    return [*lines, *standing_text(out)]


def standing_text(out: Statements) -> list[str]:
    """What a value of a position looks at: how a seat stands, and behind that how far the game has come."""
    seats, table = out.plan.standing.seats, out.plan.standing.table
    names = [unit for _, unit in (*seats, *table)]
    numbers = [f"{function_name(out.plan.fns[name])}(seat)" for name in names]
    said = "\\n\\n".join("".join(f"\\n{name}" for name, _ in some) for some in (seats, table))
    head = [f"#define N_STANDINGS {len(seats)}", f"#define N_STAGES {len(table)}", f'#define STANDING_NAMES "{said}"']
    return [*head, *switch(out.head("I", "standing", "I which, I seat"), numbers)]


def switch(head: str, values: list[str]) -> list[str]:
    cases = [f"    case {at}: return {value};" for at, value in enumerate(values)]
    return [f"{head} {{", "    switch (which) {", *cases, "    }", "    return UNKNOWN;", "}"]


def field_table(program: Program, fields: list[str]) -> str:
    """By piece, its fields as numbers."""
    rows = []
    for piece in program.pieces:
        columns = program.columns[piece.kind]
        known = dict(zip(columns, piece.fields))
        if piece.kind in program.faces:
            known[columns[-1]] = FACE
        numbers = [known.get(name) for name in fields]
        rows.append([each if isinstance(each, int) and abs(each) < 30_000 else UNKNOWN for each in numbers] or [0])
    cells = ", ".join(f"{{{', '.join(str(int(each)) for each in row)}}}" for row in rows or [[0]])
    return f"static const int16_t field_of[COUNT][{max(1, len(fields))}] = {{{cells}}};"


# ---------------------------------------------------------------- of an option


def takes(program: Program, kinds: tuple[str, ...]) -> str:
    """The test that a piece is of some kinds."""
    ids = [piece.id for piece in program.pieces if piece.kind in kinds]
    if len(ids) == len(program.pieces):
        return "1"
    spans, tests = list[list[int]](), []
    for each in ids:
        if spans and spans[-1][1] == each - 1:
            spans[-1][1] = each
        else:
            spans.append([each, each])
    tests = [f"(c >= {low} && c <= {high})" for low, high in spans]
    return f"({' || '.join(tests)})" if tests else "0"


def feature_texts(out: Statements, features: Features) -> Iterator[str]:
    """What functions say of the piece `c`, for `seat`; what they cannot say is unknown."""
    program = out.layout.program
    for each in features.pieces:
        name, test = function_name(out.plan.fns[each.fn]), takes(program, each.kinds)
        args = ["seat"] * each.seat + ["c"]
        if each.second is not None:
            args.append(f"v_{clean(each.second)}")
            test += f" && {args[-1]} != NONE"
        yield f"{test} ? {name}({', '.join(args)}) : UNKNOWN"
    for duel in features.duels:
        name, led = function_name(out.plan.fns[duel.fn]), f"v_{clean(duel.led)}"
        zone = f"({program.zone_arrays[duel.laid].base} + ix(v_{clean(duel.winning)} - 1, PLAYERS))"
        best = f"(masked[{zone}] ? m_first(m_at(zm, {zone})) : mem[zone_list[{zone}] + need_one({zone})])"
        own, other = f"{name}(c, {led})", f"{name}({best}, {led})"
        yield f"{takes(program, duel.kinds)} && {led} != NONE ? sign_of({own}, {other}) : UNKNOWN"


def alike_of(program: Program, fields: list[str], views: Views) -> Iterator[str]:
    """How many pieces the seat has, of those it keeps in sets, that are like `c` in a field of names."""
    named = {
        name
        for kind, columns in program.columns.items()
        for at, name in enumerate(columns)
        if kind in program.game.pieces and is_enum(program, kind, name)
    }
    for name, array in program.zone_arrays.items():
        own = program.game.zones.get(name)
        first = program.zones[array.base] if array.length else None
        if own is None or first is None or len(array.sizes) != 1 or first.owner is None:
            continue
        if first.order not in ("set", "bag"):
            continue
        for field in sorted(named):
            zone = f"{array.base} + seat - 1"
            yield f"seen_zones[{zone}] >> seat & 1 ? alike_in({zone}, c, {fields.index(field)}) : UNKNOWN"


def is_enum(program: Program, kind: str, name: str) -> bool:
    return any(field.name == name and isinstance(field.type, types.Enum) for field in program.game.pieces[kind].fields)


def ranks_of(program: Program) -> list[tuple[str, str]]:
    """Fields that tell which of two pieces is the higher one: a kind, and its field with a number."""
    found = [
        (kind, field.name)
        for kind, columns in program.columns.items()
        if kind in program.game.pieces
        for field in program.game.pieces[kind].fields
        if field.name in columns and isinstance(bare(field.type), types.Int)
    ]
    return found[:MOST_RANKS] if len(program.pieces) <= MOST_PIECES else []


def standing_of(field: int, first: int, features: Features) -> Iterator[str]:
    """How many of the offered pieces are lower, how many higher; in tricks, of those that win or lose as it does."""
    duel = first if features.duels else -1
    yield f"stands(c, {field}, {duel}, -1)"
    yield f"stands(c, {field}, {duel}, 1)"


def rank_tables(program: Program, ranks: list[tuple[str, str]]) -> list[str]:
    """By piece, those of its kind that are higher and lower, as bits: alike in all fields with names."""
    words = len(program.pieces) // 64 + 1

    def read(piece: PieceInstance, kind: str, name: str) -> tuple[list[object], int]:
        """Its fields with names, and its number; what dice show is none of them."""
        fields = dict(zip(program.columns[kind], piece.fields))
        names, number = [each for each in fields if is_enum(program, kind, each)], fields.get(name)
        return [fields[each] for each in names], number if isinstance(number, int) else 0

    def rows(kind: str, name: str, sign: int) -> Iterator[str]:
        known = {piece.id: read(piece, kind, name) for piece in program.pieces if piece.kind == kind}
        for piece in program.pieces:
            names, number = known.get(piece.id, ([], 0))
            found = sum(
                1 << other
                for other, (own, rank) in (known.items() if piece.id in known else ())
                if own == names and (rank - number) * sign > 0
            )
            yield "{" + ", ".join(f"{found >> 64 * k & (1 << 64) - 1:#x}ULL" for k in range(words)) + "}"

    def table(name: str, sign: int) -> str:
        cells = ", ".join(f"{{{', '.join(rows(*rank, sign))}}}" for rank in ranks) or "{{0}}"
        return f"static const uint64_t {name}[{max(1, len(ranks))}][COUNT][{words}] = {{{cells}}};"

    return [f"#define PIECE_WORDS {words}", table("more_than", 1), table("less_than", -1)]


# ---------------------------------------------------------------- of a question


def sights_of(out: Statements, features: Features, views: Views, fields: list[str]) -> Iterator[str]:
    """What `seat` sees when it is asked."""
    program = out.layout.program
    for duel in features.duels:
        laid = program.zone_arrays[duel.laid]
        for each in features.pieces:
            if not each.seat and each.second is None and set(duel.kinds) <= set(each.kinds):
                yield f"in_all({laid.base}, {laid.length}, {features.pieces.index(each)}, seat)"
    for var in piece_vars_of(program, out.layout.flow):
        for at in range(len(fields)):
            yield f"v_{clean(var)} != NONE ? field(v_{clean(var)}, {at}) : 99"
    for name, masks in views.vars.items():
        type_ = bare(program.game.vars[name].type)
        if not isinstance(type_, types.Piece):
            yield from of_var(program, name, masks, isinstance(type_, types.Seat))
    for name in features.seats:
        yield f"{function_name(out.plan.fns[name])}(seat)"
    for name, masks in views.resources.items():
        place = f"r_{clean(name)}"
        yield text_if_seen(masks[0], f"{place}[seat - 1]")
        yield text_if_seen(masks[0], f"ahead_of_others({place}, seat)")
    yield from of_zones(out, views)


def text_if_seen(mask: int, text: str) -> str:
    """A value that each seat sees at least of itself."""
    return text if mask else "UNKNOWN"


def of_var(program: Program, name: str, masks: tuple[int, ...], is_seat: bool) -> Iterator[str]:
    var, place = program.vars[name], f"v_{clean(name)}"
    all_see = all(mask == program.everybody for mask in masks)

    def value(text: str) -> str:
        away = f"floor_mod({text} - seat, PLAYERS)" if is_seat else text
        return f"{text} != NONE ? {away} : 99"

    if not var.array.sizes:
        if all_see:
            yield value(place)
    elif var.by_seat and len(var.array.sizes) == 1:
        if all(mask >> seat & 1 for seat, mask in enumerate(masks, 1)):
            yield value(f"{place}[seat - 1]")
        if all_see and not is_seat:
            yield f"{place}[seat - 1] != NONE ? ahead_of_others({place}, seat) : 99"
    elif var.array.length <= FEW and all_see:
        for at in range(var.array.length):
            yield value(f"{place}[{at}]")


def of_zones(out: Statements, views: Views) -> Iterator[str]:
    """How many pieces lie where: with the seat itself, and in places of nobody."""
    program = out.layout.program
    for name, array in program.zone_arrays.items():
        if name not in program.game.zones or not array.length or not views.sizes[array.base]:
            continue
        owned = program.zones[array.base].owner is not None
        if owned and len(array.sizes) == 1:
            yield f"sizes_of({array.base} + seat - 1, 1)"
            yield f"sizes_of({array.base}, {array.length})"
        zones = range(array.base, array.base + array.length)
        if not owned and len(zones) <= FEW and all(views.sizes[zone] == program.everybody for zone in zones):
            yield from (f"sizes_of({zone}, 1)" for zone in zones)
