"""Nothing is forgotten: every table over what the language has knows all of it, or stops the import.

`Total` tables seal themselves, and `tests/base/test_dispatch.py` seals all of them again. Here are the tables by name.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TypeGuard

import pytest

import rulelang.native.plan.program
import rulelang.rulebook.book  # noqa: F401  who plans and who says what
from rulelang import ir
from rulelang.analysis import builtins as labels
from rulelang.analysis import values
from rulelang.base.dispatch import concrete
from rulelang.check import builtins, data
from rulelang.cli import terminal
from rulelang.engine import ops
from rulelang.engine.closures import Closures
from rulelang.engine.instructions import Assembler
from rulelang.engine.state import sight_mask
from rulelang.ir import counting
from rulelang.ir.appearance import COLORS
from rulelang.language import hover
from rulelang.link.library import FAMILIES, ON_REQUEST, library_file
from rulelang.native.plan import builtins as planned
from rulelang.native.plan.build import Planner
from rulelang.native.plan.statements import Writer
from rulelang.prove.mutate import SWAPS
from rulelang.rulebook import moving, places, telling
from rulelang.syntax import nodes

ROOT = Path(__file__).parents[1]


def test_every_expression_has_a_closure_and_every_statement_instructions():
    assert set(Closures.makers.cases) == set(concrete(ir.Expr))
    assert set(Assembler.writers.cases) == set(concrete(ir.Stmt)) >= {counting.Count, ir.Move}


def test_every_expression_and_every_statement_has_a_plan():
    assert set(Planner.makers) == set(concrete(ir.Expr)), "@makes in native/plan"
    assert set(Writer.makers) == set(concrete(ir.Stmt)), "@writes in native/plan"


def test_the_rulebook_says_every_expression_and_every_statement():
    """But for what is no rule: what tests put, notes, what a game takes for granted, what statistics count."""
    counted = {each for each in concrete(ir.Stmt) if each.__module__ == counting.__name__}
    assert set(concrete(ir.Stmt)) - set(telling.STEPS) == {ir.Put, ir.Note, ir.Require} | counted, "STEPS in rulebook"
    assert set(concrete(ir.Expr)) - set(telling.NOUNS) == {ir.Sees}, "NOUNS in rulebook"


def test_every_statement_says_what_it_changes_by_names_of_its_fields():
    for kind in concrete(ir.Stmt):
        assert set(kind.changes) <= set(kind.__annotations__), kind
    with pytest.raises(TypeError, match="Forgetful does not say what it changes"):
        type("Forgetful", (ir.Stmt,), {})


def test_every_operation_has_a_meaning():
    assert set(ops.OPS) == set(ir.OPS), "OPS in ir/expressions.py, OPS in engine/ops.py"


def test_no_table_of_operations_forgets_one():
    """What is said of an operation, by the table that says it; CONTRIBUTING.md leads to each of them."""
    tables = {
        "BUILTINS in analysis/builtins.py: who may know it": set(labels.BUILTINS),
        "MAKERS in native/plan/builtins.py: how it is planned": {*planned.MAKERS, *planned.PLAIN},
        "OPS in rulebook/lists.py: how the rulebook says it": {*telling.OPS, *telling.CLAUSES},
        "TABLE in check/builtins.py: how it is written": named_in_check() | {"first_or_none", "last_or_none"},
    }
    for table, known in tables.items():
        assert not set(ir.OPS) - known, table
    assert not set(builtins.NAMES) - set(hover.BUILTINS), "BUILTINS in language/hover.py: what an editor says of it"


def named_in_check() -> set[str]:
    """Every plain text in the checker: the operations that it makes are among them."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "rulelang/check").glob("*.py")]
    return {str(node.value) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_no_table_of_sights_forgets_one():
    """Who sees a zone: what is not open and not the owner's is nobody's for the engine, so a new one begins there."""
    tables = {
        "SIGHTS in analysis/values.py": values.SIGHTS,
        "TOLD in analysis/values.py": values.TOLD,
        "SIGHTS in rulebook/places.py": places.SIGHTS,
        "AGAIN in rulebook/moving.py": moving.AGAIN,
    }
    for table, known in tables.items():
        assert set(known) == set(data.SIGHTS), table
    page = (ROOT / "docs/language.md").read_text("utf-8").partition("| sight | who sees the pieces |")[2]
    rows = page.partition("\n\n")[0]
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", rows)) == set(data.SIGHTS), "the table of sights in docs/language.md"


def test_no_two_sights_mean_the_same():
    """`declared` takes a sight that it does not know for hidden."""
    table = SimpleNamespace(everybody=0b1111)
    seen = {sight: sight_mask(table, sight, 2) for sight in data.SIGHTS}
    assert len(set(seen.values())) == len(seen), "declared in engine/state.py"


def test_no_page_and_no_screen_forgets_a_color():
    """Black and white are the page's own."""
    pages = {
        name: (ROOT / "rulelang" / name).read_text("utf-8") for name in ("rulebook/style.css", "table/static/style.css")
    }
    tables = {
        "TINTS in cli/terminal.py": set(terminal.TINTS),
        "rulebook/style.css": set(re.findall(r"--(\w+):", pages["rulebook/style.css"])),
        "table/static/style.css": set(re.findall(r"\.c-(\w+)", pages["table/static/style.css"])),
    }
    for table, known in tables.items():
        assert not set(COLORS) - {"black", "white"} - known, table
    (row,) = re.findall(r"(?m)^\| `color red` \| (.+) \|$", (ROOT / "docs/language.md").read_text("utf-8"))
    named = {COLORS[word] for word in re.findall(r"\w+", row) if word != "or"}
    assert named == set(COLORS.values()), "the parts of a look in docs/language.md"


def test_the_browser_draws_what_it_is_told_of_a_piece():
    """The scene names the parts of a face, and `pieces.js` draws them."""
    tree = ast.parse((ROOT / "rulelang/table/scene.py").read_text(encoding="utf-8"))
    faces = [each for each in ast.walk(tree) if getattr(each, "name", "") in ("face", "draw_face", "back")]
    told = set[str]()
    for node in (node for each in faces for node in ast.walk(each)):
        named = node.keys if isinstance(node, ast.Dict) else [node.slice] if is_stored(node) else []
        told |= {str(each.value) for each in named if isinstance(each, ast.Constant)}
    pieces, style = ((ROOT / "rulelang/table/static" / name).read_text("utf-8") for name in ("pieces.js", "style.css"))
    drawn = set(re.findall(r"\bface\.(\w+)", pieces))
    assert told == drawn, "draw_face in table/scene.py, inner and piece in table/static/pieces.js"
    classes = {word for found in re.findall(r'class: ["`]([\w -]+)', pieces) for word in found.split()}
    assert classes and classes <= set(re.findall(r"\.([\w-]+)", style)), "table/static/style.css"


def is_stored(node: ast.AST) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


def test_every_builtin_makes_operations_that_are_known():
    """The names of operations that the checker writes down are names of `ir.OPS`."""
    made = set()
    for path in (ROOT / "rulelang/check").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "ir.Op" and len(node.args) > 2:
                name = node.args[2]
                made |= {name.value} if isinstance(name, ast.Constant) else set()
    assert made and made <= set(ir.OPS)
    assert set(builtins.NAMES) <= set(ir.OPS)


ANALYSES = [*sorted((ROOT / "rulelang/analysis").glob("*.py")), ROOT / "rulelang/sim/safety.py"]


@pytest.mark.parametrize("path", ANALYSES, ids=lambda path: path.stem)
def test_no_analysis_asks_a_node_for_what_it_may_not_have(path):
    """`getattr(stmt, "body", ())` would say of a new statement that it holds nothing; a table has a case for it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
            assert len(node.args) < 3, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("module", ["closures", "instructions", "choosing", "errors", "match", "start"])
def test_no_order_of_imports_leaves_a_table_half_filled(module):
    code = (
        f"import rulelang.engine.{module}; from rulelang.engine.closures import Closures;"
        "from rulelang.engine.instructions import Assembler; assert Closures.makers.sealed and Assembler.writers.sealed"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("package", ["rulelang.engine", "rulelang.check"])
def test_a_package_names_the_modules_with_its_cases(package):
    """A module with cases that the package does not import would be one that somebody has to remember."""
    home = importlib.import_module(package)
    known = {each.__name__ for name in ("EXPRESSIONS", "STATEMENTS", "FORMS") for each in getattr(home, name, ())}
    tables = {Closures.makers, Assembler.writers} if package.endswith("engine") else set()
    homes = {case.__module__ for table in tables for case in table.cases.values()}
    assert homes - {f"{package}.closures", f"{package}.instructions"} <= known


def test_every_policy_of_the_library_is_put_to_the_test():
    """`test --mutants` replaces a word that a mechanism is bound to by another one of the same list."""
    files = (library_file(family)[0] for family in FAMILIES)
    enums = [each for file in files for each in file.declarations if isinstance(each, nodes.Enum)]
    for words in ({str(word) for word in each.members} for each in enums):
        assert {SWAPS.get(word, ("",))[0] for word in words} <= words, f"SWAPS in prove/mutate.py: {sorted(words)}"
    assert enums


def test_every_file_of_the_library_is_known_and_can_be_read():
    """A name of a module that nobody lists is told without the `use` that would bring it."""
    names = {path.stem for path in (ROOT / "rulelang/std").glob("*.rules")}
    assert names == {"prelude", *FAMILIES, *ON_REQUEST}
    assert not [each for name in names for each in library_file(name)[1]]
