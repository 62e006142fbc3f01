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
    """Fields that are rolled: by piece, and as masks by value; the first mask is for those that show nothing."""
    layout, lines, clear, every = plan.layout, [], "", ""
    faced = mask_text(layout, layout.mask(layout.faced))
    alike, bare, off = "looks_alike[c]", "m_zero()", ""
    for field, (low, high) in layout.spans.items():
        own, size = clean(field), high - low + 2
        lines.append(f"static I f_{own}[COUNT]; static M fm_{own}[{size}];")
        lines.append(f"static uint16_t n_{own}[COUNT];")
        lines.append(f"static inline I at_{own}(I c) {{ return n_{own}[c]; }}")
        alike, bare = f"m_and({alike}, fm_{own}[at_{own}(c)])", f"m_or({bare}, m_and(fm_{own}[0], ROLLS_{own}))"
        ids = [each for each in layout.faced if field == layout.program.columns[layout.program.pieces[each].kind][-1]]
        lines.append(f"#define ROLLS_{own} {mask_text(layout, layout.mask(ids))}")
        every += f"for (I k = 1; k < {size}; k++) fm_{own}[k] = m_andnot(fm_{own}[k], m_and(m, ROLLS_{own})); "
        every += f"fm_{own}[0] = m_or(fm_{own}[0], m_and(m, ROLLS_{own})); "
    for _, test, own, _ in kinds(plan):
        here = f"fm_{own}[at_{own}(c)]"
        clear += f"{test} {{ f_{own}[c] = NONE; n_{own}[c] = 0; lk[c] = look[c]; }} "
        off += f"{test} {{ {here} = m_andnot({here}, m_bit(c)); fm_{own}[0] = m_or(fm_{own}[0], m_bit(c)); }} "
    return [
        *lines,
        f"static inline M like(I c) {{ return {alike}; }}",
        f"static inline void no_face(I c) {{ {clear}}}",
        f"static void unface(I c) {{ {off}no_face(c); }}",
        f"static void unface_all(M m) {{ m = m_and(m, {faced}); {every}",
        "for (; !m_empty(m); m = m_drop(m)) no_face(m_low(m)); }",
        f"static inline M unrolled(M m) {{ return m_and(m, {bare}); }}",
        "static inline M rolled(M m) { if (!m_empty(unrolled(m))) trouble(); return m; }",
    ]


def rolling(plan: Plan) -> list[str]:
    cases = ""
    for name, test, own, low in kinds(plan):
        first, last = plan.layout.program.faces[name]
        here, there = f"fm_{own}[at_{own}(c)]", f"fm_{own}[x - {low} + 1]"
        cases += (
            f"{test} {{ I x = {first} + chance({last - first + 1}); {here} = m_andnot({here}, m_bit(c)); "
            f"f_{own}[c] = x; n_{own}[c] = x - {low} + 1; lk[c] = look[c] + (x + 1000) * COUNT; "
            f"{there} = m_or({there}, m_bit(c)); continue; }} "
        )
    return [
        "static ALWAYS void roll(M m) {",
        f"for (M rest = m; !m_empty(rest); rest = m_drop(rest)) {{ I c = m_low(rest); {cases}trouble(); }}",
        "}",
    ]
