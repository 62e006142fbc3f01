"""The key of a position for a seat, as C: equal if the seat sees the same (`plan/views.py`)."""

from __future__ import annotations

from rulelang.native.c.known import declare_row
from rulelang.native.c.stmt import Statements
from rulelang.native.plan.nodes import clean
from rulelang.native.plan.views import views_of
from rulelang.native.rt import runtime_text

WORD = 64  # pieces that one mask holds


def view_key(out: Statements) -> list[str]:
    """`key_of_view(seat)`: what lies in zones is the same text in every game, variables and amounts are not."""
    views = views_of(out.layout)
    known = {"seen_zones": views.contents, "seen_sizes": views.sizes}
    looks = out.layout.looks
    differ = len(set(looks)) == len(looks) <= WORD and not out.layout.faced and not out.layout.groups
    lines = [*(declare_row(name, masks or (0,)) for name, masks in known.items()), f"#define ALL_DIFFER {int(differ)}"]
    lines.append(runtime_text("views.h"))
    lines.append(f"{out.head('uint64_t', 'key_of_view', 'I seat')} {{")
    lines.append("    uint64_t key = key_of_zones(seat);")
    first = 0
    for kind, seen in (("v", views.vars), ("r", views.resources)):
        for name, masks in seen.items():
            is_array = kind == "r" or bool(out.layout.program.vars[name].array.sizes)
            lines += numbers(f"{kind}_{clean(name)}", masks, is_array, first)
            first += len(masks)
    return [*lines, "    return key;", "}"]


def numbers(name: str, masks: tuple[int, ...], is_array: bool, first: int) -> list[str]:
    """Adds what a seat sees of a variable or a resource to the key; `first`: its place among all of them."""
    place = f"{hex(1 << 60)}ULL + {first}"
    if not is_array:
        return [f"    if ({masks[0]}LL >> seat & 1) key += seen({place}, {name});"]
    if not any(masks):
        return []
    sights = f"static const I sights[] = {{{', '.join(map(str, masks))}}};"
    adding = f"if (sights[i] >> seat & 1) key += seen({place} + (uint64_t)i, {name}[i]);"
    return [f"    {{ {sights} for (I i = 0; i < {len(masks)}; i++) {adding} }}"]
