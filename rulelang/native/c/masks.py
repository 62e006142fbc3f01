"""Masks as C text: one word, two, or many. An array of two-word masks is two arrays (see `rt/c/mask_two.h`)."""

from __future__ import annotations

from rulelang.native.c.state import Variable
from rulelang.native.plan.layout import Layout


def words_of(count: int) -> int:
    return max(1, (count + 63) // 64)


def split_of(layout: Layout) -> int:
    """Where the second of two words begins: if it can, with a type, so that a zone of that type has one word."""
    starts = [
        at for at, piece in enumerate(layout.program.pieces) if at and piece.kind != layout.program.pieces[at - 1].kind
    ]
    fitting = [at for at in starts if at <= 64 and layout.count - at <= 64]
    return min(fitting, key=lambda at: abs(2 * at - layout.count), default=64)


def mask_text(layout: Layout, value: int) -> str:
    words = words_of(layout.count)
    width = split_of(layout) if words == 2 else 64
    parts = [f"0x{value >> width * k & (1 << 64) - 1:x}ULL" for k in range(words)]
    if words == 1:
        return parts[0]
    if words == 2:
        return f"((M){{0x{value & (1 << width) - 1:x}ULL, {parts[1]}}})"
    return f"((M){{{{{', '.join(parts)}}}}})"


def masks_text(layout: Layout, values: list[int]) -> str:
    """A table of masks called `%s`."""
    if words_of(layout.count) != 2:
        return f"static const M %s[{len(values)}] = {{{', '.join(mask_text(layout, value) for value in values)}}};"
    split, size = split_of(layout), len(values)
    words = [", ".join(f"0x{value & (1 << split) - 1:x}ULL" for value in values)]
    words.append(", ".join(f"0x{value >> split & (1 << 64) - 1:x}ULL" for value in values))
    arrays = ", ".join(f"{name}[{size}] = {{{text}}}" for name, text in zip(arrays_of(layout, "%s"), words))
    return f"static const uint64_t {arrays};"


def mask_variables(layout: Layout, name: str, size: str | int) -> list[Variable]:
    """An array of masks that change."""
    type_ = "uint64_t" if words_of(layout.count) == 2 else "M"
    return [Variable(type_, each, f"[{size}]") for each in arrays_of(layout, name)]


def arrays_of(layout: Layout, name: str) -> list[str]:
    """The arrays that hold the masks of this name."""
    return [f"{name}_a", f"{name}_b"] if words_of(layout.count) == 2 else [name]
