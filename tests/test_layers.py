"""The floors of `docs/architecture.md` hold: who imports whom, down only, and no modules in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/architecture.md"


# ---------------------------------------------------------------- the page


@cache
def floors() -> dict[str, tuple[int, frozenset[str]]]:
    """By package: its floor, and the packages it may import, as the table says."""
    rows = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].isdigit():
            for name in cells[1].replace("`", "").split(","):
                rows[name.strip()] = int(cells[0]), cells[3]
    height = {name: floor for name, (floor, _) in rows.items()}
    return {name: (floor, allowed(name, words, height)) for name, (floor, words) in rows.items()}


def allowed(name: str, words: str, height: dict[str, int]) -> frozenset[str]:
    """The packages that a cell such as `≤1 program engine` names."""
    found: set[str] = set()
    for word in words.replace("`", "").replace(",", " ").split():
        if word.startswith("≤"):
            found |= {each for each, floor in height.items() if floor <= int(word[1:])}
        elif word != "–":
            assert word in height, f"{name} may import {word}, which has no row"
            found.add(word)
    return frozenset(found - {name})


# ---------------------------------------------------------------- the imports


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / "rulelang").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    """By module: the modules it imports anywhere, also in functions and for types alone."""
    return {name: frozenset(imported(name, path)) - {name} for name, path in modules().items()}


def imported(name: str, path: Path) -> Iterator[str]:
    known = modules()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: write `from {'.' * node.level}{node.module}` with its whole name"
            for each in node.names:
                full = f"{node.module}.{each.name}"
                if full in known or node.module in known:
                    yield full if full in known else str(node.module)


def package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def circles(graph: dict[str, frozenset[str]]) -> list[list[str]]:
    """The sets of modules that can all reach each other, by Tarjan's algorithm."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == order[name]:
            at = stack.index(name)
            if len(stack) > at + 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for name in graph:
        if name not in order:
            visit(name)
    return found


# ---------------------------------------------------------------- the laws


def test_every_package_has_a_row_and_every_row_a_package_or_a_promise():
    packages = {package(name) for name, path in modules().items() if path.name == "__init__.py"} - {""}
    assert packages == {name for name in floors() if (ROOT / "rulelang" / name / "__init__.py").is_file()}


def test_the_table_points_down():
    for name, (floor, others) in floors().items():
        wrong = [other for other in others if floors()[other][0] > floor]
        assert not wrong, f"{name} on floor {floor} may not import {wrong}"


@pytest.mark.parametrize("name", sorted(floors()))
def test_a_package_imports_what_its_row_names(name):
    may = floors()[name][1] | {name}
    wrong = sorted(
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if package(module) == name and package(other) not in may
    )
    assert not wrong


def test_no_modules_in_a_circle():
    assert circles(imports()) == [], "break it, or move what both need to a module below"


def test_a_circle_is_found():
    graph = {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset("a")}
    assert circles(graph) == [["a", "b", "c"]]
