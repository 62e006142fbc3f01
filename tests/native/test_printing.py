"""Printers say what they write: nothing in `rulelang/native` reads generated code to find out what stands in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from helpers import ALL

from rulelang import load
from rulelang.native.build import Build
from rulelang.native.host.playout import prepare_plan
from rulelang.native.host.tiers import BOLD, CAREFUL, improve
from rulelang.native.py import module
from rulelang.native.py.parts import PLACE, Part
from rulelang.sim.instrument import watch_program

NATIVE = Path(module.__file__).parent.parent
READERS = {"re", "ast", "tokenize", "symtable", "dis"}
BUILDS = {
    "plain": Build(), "even": Build(even=True), "traced": Build(traced=True), "steps": Build(step=True),
    "invariants": Build(invariants=True),
}  # fmt: skip


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_reads_generated_code():
    """If this fails: let the printer that writes the code keep what has to be known of it."""
    found = {(path.name, name) for path in NATIVE.rglob("*.py") for name in imported(path) if name in READERS}
    assert not found


def test_no_text_is_searched_for_what_stands_in_it():
    """Text is put together; it is not asked what it begins with, or whether something stands in it."""
    asking = {"startswith", "endswith", "find", "partition", "rpartition", "isidentifier", "isdigit"}
    found = set()
    for folder in ("c", "py"):
        for path in (NATIVE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in asking:
                    found.add((f"{folder}/{path.name}", node.attr))
    assert found == {
        ("c/lists.py", "startswith"),  # a kind of search, as the plan names it
        ("c/module.py", "startswith"),  # a region of memory, by its name
        ("c/table.py", "partition"),  # the same
        ("py/invariants.py", "startswith"),  # a place of the state, as `passes/effects.py` names it
    }


# ---------------------------------------------------------------- what is said is so


def mentioned(part: Part) -> tuple[set[str], bool]:
    """The names in the text of a function that are not its own, and whether it asks where a piece lies."""
    (tree,) = ast.parse(dedent("\n".join(part.lines))).body
    assert isinstance(tree, ast.FunctionDef)
    nodes = [node for statement in tree.body for node in ast.walk(statement)]
    outer = {name for node in nodes if isinstance(node, ast.Nonlocal) for name in node.names}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    params = tree.args.args[: len(tree.args.args) - len(tree.args.defaults)]  # the others are bound to their own names
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {each.arg for each in params}
    places = [node for node in nodes if isinstance(node, ast.Subscript) and ast.unparse(node.value) == PLACE]
    asks = any(isinstance(node.ctx, ast.Load) for node in places)
    return {node.id for node in names} - (own - outer), asks


@pytest.fixture
def parts(monkeypatch) -> list[Part]:
    """The parts of the modules that are made."""
    kept: list[Part] = []
    prune = module.prune
    monkeypatch.setattr(module, "prune", lambda parts, starts: kept.extend(parts) or prune(parts, starts))
    return kept


@pytest.mark.few(2)
@pytest.mark.parametrize("build", [*BUILDS, "statistics"])
@pytest.mark.parametrize("path", ALL.values(), ids=lambda path: path.stem)
def test_functions_use_what_they_say(path, build, parts):
    program, how = load(path).program, BUILDS.get(build)
    if how is None:
        watch = watch_program(program)
        program, how = watch.program, Build(statistics=watch.totals)
    for level in (BOLD, CAREFUL):
        parts.clear()
        plan = prepare_plan(program, how)
        improve(plan, how, level)
        text = module.python_text(plan, how)
        functions = {part.name for part in parts if part.name}
        variables = {f"v_{name}" for name, var in program.vars.items() if not var.array.sizes} | {*plan.shared}
        asked = False
        for part in parts:
            if part.name:
                names, asks = mentioned(part)
                known = (functions | variables) - {part.name}
                assert part.uses & known == names & known, part.name
                assert (PLACE in part.uses) == asks or part.name.startswith("try_"), part.name
                asked |= PLACE in part.uses and f"    def {part.name}(" in text
        assert asked or "place[" not in text, "nobody asks where pieces lie, so nobody has to say it"
