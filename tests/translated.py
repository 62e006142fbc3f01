"""A rulebook in another language, to see what a translation would miss: `python tests/translated.py GAME.rules`.

Every text with a sentence in the modules that CONTRIBUTING.md names is translated when its module is imported: into
Cyrillic letters, so that nothing else changes. What is still English in the book are the words of the game, and single
words that join others; those are printed with the places where they may come from. A word that comes from none of the
modules is marked `elsewhere`: the list in CONTRIBUTING.md lacks a module.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SENTENCE = re.compile(r"[A-Za-z]{2,} |^ [a-z]| [a-z]+ ?$")
LETTERS = {ord(first) + n: letter + n for first, letter in (("a", 0x430), ("A", 0x410)) for n in range(26)}


def listed_modules() -> dict[str, Path]:
    """The modules with English sentences, as CONTRIBUTING.md names them."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"(?ms)^Modules with English sentences.*?\n\n", page)
    parts = re.findall(r"in\s`(rulelang/\w+)`([^;]*)", listed)
    files = [f"{folder}/{name}" for folder, names in parts for name in re.findall(r"`(\w+)`", names)]
    return {file.replace("/", "."): ROOT / f"{file}.py" for file in files}


def translated(text: str) -> str:
    """In other letters, but for holes and markup."""
    return re.sub(r"(\{\w*\}|<[^>]*>)|([A-Za-z]+)", lambda found: found[1] or found[2].translate(LETTERS), text)


def is_sentence(text: object) -> bool:
    return isinstance(text, str) and bool(SENTENCE.search(text)) and "<" not in text


class Translator(ast.NodeTransformer):
    """Leaves patterns, docstrings and messages of mistakes as they are."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if ast.unparse(node.func).startswith("re."):
            node.args[1:] = map(self.visit, node.args[1:])
            return node
        return self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.copy_location(ast.Constant(translated(node.value)), node) if is_sentence(node.value) else node


class Loader(SourceFileLoader):
    def get_code(self, name: str) -> Any:
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        return compile(ast.fix_missing_locations(Translator().visit(tree)), self.path, "exec")


class Finder:
    """Imports the modules in translation."""

    def __init__(self, modules: dict[str, Path]) -> None:
        self.modules = modules

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        place = self.modules.get(name)
        return place and ModuleSpec(name, Loader(name, str(place)), origin=str(place))


def single_words(modules: dict[str, Path]) -> Iterator[tuple[str, str]]:
    """Each word of a text that is not translated, and its place."""
    for path in modules.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_sentence(node.value):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield from ((word, place) for word in words(node.value) if node.value != node.value.upper())


def words(text: str) -> set[str]:
    """In small letters; `HandSize` is two."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)}


def forms(word: str) -> list[str]:
    """A word, and what it may be the plural of."""
    return [word, *(word.removesuffix(end) for end in ("s", "es") if word.endswith(end))]


def left(game: str) -> dict[str, list[str]]:
    """The English words in the translated book of a game that are not its own, with where they may come from."""
    modules = listed_modules()
    sys.meta_path.insert(0, Finder(modules))  # type: ignore[arg-type]
    from rulelang.rulebook import gather, make_book, to_markdown

    made = to_markdown(make_book(gather(game)), {})
    book = re.sub(r'\]\([^)]*\)|<a id="[^"]*">|<\w+>|</\w+>', " ", made)
    library = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rulelang/std").glob("*.rules"))
    own = words(Path(game).read_text(encoding="utf-8") + library)
    known = {form for word in own for form in forms(word)}
    places: dict[str, list[str]] = {}
    for word, place in single_words(modules):
        places.setdefault(word, []).append(place)
    assert re.search("[а-щ]", book), "nothing is translated"
    foreign = [word for word in sorted(words(book)) if len(word) > 1 and known.isdisjoint(forms(word))]
    found = {word: [place for form in forms(word) for place in places.get(form, ())] for word in foreign}
    return {word: found[word] or ["elsewhere"] for word in foreign}


if __name__ == "__main__":
    for word, places in left(sys.argv[1]).items():
        print(f"{word}: {', '.join(dict.fromkeys(places))}")
