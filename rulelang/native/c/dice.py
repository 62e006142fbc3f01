"""Dice in a generated C file: the face of each, masks of the pieces by face, and rolling."""

from __future__ import annotations

from rulelang.engine.fields import MISSING as NO_FIELD
from rulelang.engine.fields import field_values
from rulelang.native.c.code import Code
from rulelang.native.c.known import narrow
from rulelang.native.c.masks import arrays_of, mask_text, mask_variables
from rulelang.native.c.state import Variable
from rulelang.native.plan.layout import LARGEST
from rulelang.native.plan.nodes import Plan, Unsupported, clean


def spans(plan: Plan) -> dict[str, tuple[int, int]]:
    """The lowest and highest value of each field that is rolled for some kind."""
    found: dict[str, tuple[int, int]] = {}
    program = plan.layout.program
    for kind, (low, high) in program.faces.items():
        field = program.columns[kind][-1]
        known = [value for value in field_values(program, field) if isinstance(value, int)]
        before = found.get(field, (low, high))
        found[field] = (min([low, before[0], *known]), max([high, before[1], *known]))
        if found[field][1] - found[field][0] >= LARGEST:
            raise Unsupported("dice whose faces are far apart")
    return found


def number_type(low: int, high: int) -> str:
    """What holds the number of a value: 0 for none, 1 for the lowest, and so on."""
    return narrow([high - low + 1])


def kinds(plan: Plan) -> list[tuple[str, str, str, int]]:
    """Each kind of dice: its name, the test that a piece is one, the field it rolls and its lowest value."""
    program, found = plan.layout.program, []
    for name in program.faces:
        ids = [piece.id for piece in program.pieces if piece.kind == name]
        field = program.columns[name][-1]
        if ids:
            found.append((name, f"if (c >= {ids[0]} && c <= {ids[-1]})", clean(field), plan.layout.spans[field][0]))
    return found


def face_variables(plan: Plan) -> list[Variable]:
    """Fields that are rolled: the number of the value by piece, and masks by that; the first shows nothing."""
    found = []
    for field, (low, high) in plan.layout.spans.items():
        found.append(Variable(number_type(low, high), f"n_{clean(field)}", "[COUNT]"))
        found += mask_variables(plan.layout, f"fm_{clean(field)}", high - low + 3)
    return found


def faces(out: Code) -> list[str]:
    """What pieces show, and how they come to show nothing."""
    plan, layout, lines, clear, every = out.plan, out.layout, [], "", ""
    faced = mask_text(layout, layout.mask(layout.faced))
    alike, bare, off = "m_at(looks_alike, c)", "m_zero()", ""
    for field, (low, high) in layout.spans.items():
        own, size = clean(field), high - low + 2
        alike = f"m_and({alike}, m_at(fm_{own}, n_{own}[c]))"
        bare = f"m_or({bare}, m_and(m_at(fm_{own}, 0), ROLLS_{own}))"
        ids = [each for each in layout.faced if field == layout.program.columns[layout.program.pieces[each].kind][-1]]
        lines.append(f"#define ROLLS_{own} {mask_text(layout, layout.mask(ids))}")
        mine = f"m_and(m, ROLLS_{own})"
        every += f"for (I k = 1; k < {size}; k++) m_put(fm_{own}, k, m_andnot(m_at(fm_{own}, k), {mine})); "
        every += f"m_put(fm_{own}, 0, m_or(m_at(fm_{own}, 0), {mine})); "
    for _, test, own, _ in kinds(plan):
        clear += f"{test} {{ n_{own}[c] = 0; lk[c] = look[c]; }} "
        off += f"{test} {{ m_remove(fm_{own}, n_{own}[c], c, m_bit(c)); m_add(fm_{own}, 0, c, m_bit(c)); }} "
    return [
        *lines,
        f"#define FACED {faced}",
        f"{out.head('inline M', 'like', 'I c')} {{ return {alike}; }}",
        f"{out.head('inline void', 'no_face', 'I c')} {{ {clear}}}",
        f"{out.head('void', 'unface', 'I c')} {{ {off}no_face(c); }}",
        f"{out.head('void', 'unface_all', 'M m')} {{ m = m_and(m, FACED); {every}",
        "for (; !m_empty(m); m = m_drop(m)) no_face(m_low(m)); }",
        f"{out.head('inline M', 'unrolled', 'M m')} {{ return m_and(m, {bare}); }}",
        f"{out.head('inline M', 'rolled', 'M m')} {{ if (!m_empty(unrolled(m))) bail(); return m; }}",
    ]


def rolling(out: Code) -> list[str]:
    """Rolls the dice of a mask, one by one. What is not of the other kinds is of the last."""
    plan, cases, some = out.plan, "", kinds(out.plan)
    for name, test, own, low in some:
        first, last = plan.layout.program.faces[name]
        cases += (
            f"{test if name != some[-1][0] else ''} {{ I x = {first} + face_drawn(c, {last - first + 1}); "
            f"m_remove(fm_{own}, n_{own}[c], c, die); n_{own}[c] = x - {low} + 1; "
            f"lk[c] = look[c] + (x - {first - 1}) * COUNT; m_add(fm_{own}, n_{own}[c], c, die); continue; }} "
        )
    return [
        f"{out.head('ALWAYS void', 'roll', 'M m')} {{",
        "if (!m_empty(m_andnot(m, FACED))) bail();",
        "for (M rest = m, next; !m_empty(rest); rest = next) {",
        f"next = m_drop(rest); M die = m_andnot(rest, next); I c = m_low(rest); {cases}}}",
        "}",
    ]


def before_play(plan: Plan, out: Code) -> list[str]:
    """What the pieces show at first."""
    lines = []
    for field, (low, high) in plan.layout.spans.items():
        values = field_values(plan.layout.program, field)
        shown = [0 if value is NO_FIELD or value is None else int(value) - low + 1 for value in values]
        masks = [plan.layout.mask(at for at, own in enumerate(shown) if own == k) for k in range(high - low + 3)]
        own, numbers, by_number = clean(field), out.array(number_type(low, high), shown), out.masks(masks)
        arrays = zip(arrays_of(out.layout, f"fm_{own}"), arrays_of(out.layout, by_number))
        pairs = [(f"n_{own}", numbers), *arrays]
        lines += [f"memcpy({to}, {known}, sizeof {to});" for to, known in pairs]
    return lines
