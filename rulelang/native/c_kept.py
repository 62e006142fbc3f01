"""Saving and loading all there is of a game in generated C: its variables, and of long arrays the part in use."""

from __future__ import annotations

import re

STATIC = re.compile(r"^static (?!const\b|inline\b|void\b|struct\b|jmp_buf\b)\w+ (?!\w+\()[^({]*;")
PART = re.compile(r"static \w+ ([^;]*);")
SCRATCH = {"traces", "draws", "n_traces", "n_draws", "bag_now", "bag_size", "rolling", "resuming", "answer"}
USED = {
    "mem": "top * sizeof(I)",
    "build": "bp * sizeof(I)",
    "options": "n_options * (sizeof options / MOST_OPTIONS)",
    "ways": "(bag_groups + 1) * sizeof ways[0]",
    "ways_sizes": "bag_groups * sizeof(I)",
    "stack_": "sp_",
}
"""Arrays of which only the beginning is in use, and how much."""


def keeping(lines: list[str]) -> str:
    """Functions that say how much there is to save, save it, and load it."""
    text = "\n".join(lines).splitlines()
    names = [name for line in text if STATIC.match(line) for part in PART.findall(line) for name in names_of(part)]
    whole = [name for name in dict.fromkeys(names) if name not in USED and name not in SCRATCH]
    used = [name for name in USED if name in names or name == "stack_"]
    sizes = " + ".join([*(f"sizeof {name}" for name in whole), *(f"({USED[name]})" for name in used)])
    out = [f"I rulelang_step_size(void) {{ return {sizes}; }}"]
    for verb, copy in (("save", "memcpy(b, {0}, {1});"), ("load", "memcpy({0}, b, {1});")):
        out.append(f"void rulelang_step_{verb}({'' if verb == 'save' else 'const '}char *b) {{")
        for name, size in [*((name, f"sizeof {name}") for name in whole), *((name, USED[name]) for name in used)]:
            out.append(f"    {copy.format('&' + name, size)} b += {size};")
        out.append("}")
    return "\n".join(out)


def names_of(declarators: str) -> list[str]:
    return [match[1] for part in declarators.split(", ") if (match := re.match(r"\*?(\w+)", part))]
