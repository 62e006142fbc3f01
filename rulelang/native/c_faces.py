"""Dice in a generated C file: what each shows, masks of the pieces by what they show, and rolling."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.fields import field_values
from rulelang.native.c_code import mask_text
from rulelang.native.plan import Plan
from rulelang.native.python_values import clean


def spans(plan: Plan) -> dict[str, tuple[int, int]]:
    """The lowest and highest value of each field that is rolled for some kind."""
    found: dict[str, tuple[int, int]] = {}
    program = plan.layout.program
    for kind, (low, high) in program.faces.items():
        field = program.columns[kind][-1]
        known = [value for value in field_values(program, field) if isinstance(value, int)]
        before = found.get(field, (low, high))
        found[field] = (min([low, before[0], *known]), max([high, before[1], *known]))
    return found


def kinds(plan: Plan) -> Iterator[tuple[str, str, str, int]]:
    """Each kind of dice: its name, the test that a piece is one, the field it rolls and its lowest value."""
    program = plan.layout.program
    for name in program.faces:
        ids = [piece.id for piece in program.pieces if piece.kind == name]
        field = program.columns[name][-1]
        if ids:
            yield name, f"if (c >= {ids[0]} && c <= {ids[-1]})", clean(field), plan.layout.spans[field][0]


def faces(plan: Plan) -> list[str]:
    """Fields that are rolled: by piece, and as masks by value."""
    layout, lines, shown, single, every = plan.layout, ["static M unrolled;"], "", "", ""
    for field, (low, high) in layout.spans.items():
        own, size = clean(field), high - low + 1
        lines.append(f"static I f_{own}[COUNT]; static M fm_{own}[{size}];")
        every += f"for (I k = 0; k < {size}; k++) fm_{own}[k] = m_andnot(fm_{own}[k], m); "
    clear = ""
    for _, test, own, low in kinds(plan):
        shown += f"{test} return m_and(looks_alike[c], f_{own}[c] == NONE ? unrolled : fm_{own}[f_{own}[c] - {low}]); "
        single += f"{test} {off(own, low)} "
        clear += f"{test} {{ f_{own}[c] = NONE; lk[c] = look[c]; }} "
    return [
        *lines,
        f"static inline M like(I c) {{ {shown}return looks_alike[c]; }}",
        f"static inline void no_face(I c) {{ {clear}}}",
        f"static void unface(I c) {{ {single}no_face(c); unrolled = m_or(unrolled, m_bit(c)); }}",
        f"static void unface_all(M m) {{ m = m_and(m, {mask_text(layout.count, layout.mask(layout.faced))}); {every}",
        "unrolled = m_or(unrolled, m); for (; !m_empty(m); m = m_drop(m)) no_face(m_low(m)); }",
        "static inline M rolled(M m) { if (!m_empty(m_and(m, unrolled))) trouble(); return m; }",
    ]


def off(own: str, low: int) -> str:
    """Takes a piece out of the mask of what it shows."""
    here = f"fm_{own}[f_{own}[c] - {low}]"
    return f"if (f_{own}[c] != NONE) {here} = m_andnot({here}, m_bit(c));"


def rolling(plan: Plan) -> list[str]:
    cases = ""
    for name, test, own, low in kinds(plan):
        first, last = plan.layout.program.faces[name]
        cases += (
            f"{test} {{ I x = {first} + chance({last - first + 1}); {off(own, low)} "
            f"f_{own}[c] = x; lk[c] = look[c] + (x + 1000) * COUNT; "
            f"fm_{own}[x - {low}] = m_or(fm_{own}[x - {low}], m_bit(c)); continue; }} "
        )
    return [
        "static void roll(M m) {",
        f"for (M rest = m; !m_empty(rest); rest = m_drop(rest)) {{ I c = m_low(rest); {cases}trouble(); }}",
        "unrolled = m_andnot(unrolled, m); look_again_at(m); }",
    ]
