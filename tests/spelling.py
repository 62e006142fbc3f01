"""Misspelt names: every place of a rules file where a name is used, and slips of the pen by one or two edits."""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source, read_source
from rulelang.check import builtins
from rulelang.diagnostics.model import edits
from rulelang.link.library import FAMILIES, ON_REQUEST, library_file
from rulelang.syntax import nodes, parse
from rulelang.syntax.file_checks import fields, walk
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import WORD, Token, tokens
from rulelang.syntax.vocabulary import FOREIGN
from rulelang.workspace.problems import examine

ROOT = Path(__file__).parents[1]
FILES = sorted(path for folder in ("games", "examples") for path in (ROOT / folder).rglob("*.rules"))

# Where a word is the use of a name, by node and field; in every other place it declares one, or is a text.
USES = {
    ("Action", "key"), ("Bind", "name"), ("BindOn", "name"), ("Deal", "place"), ("ExtendRows", "name"),
    ("Family", "name"), ("Field", "name"), ("Form", "group"), ("Instance", "mechanism"), ("Invariant", "during"),
    ("ModHead", "base"), ("Name", "name"), ("OverrideOption", "name"), ("Pay", "resource"), ("Piece", "home"),
    ("Resource", "sight"), ("Score", "into"), ("Setting", "name"), ("Tally", "score"), ("Target", "what"),
    ("Transfer", "place"), ("TypeName", "name"), ("Use", "modules"), ("Var", "sight"), ("Variant", "excludes"),
    ("Weave", "target"), ("Zone", "order"), ("Zone", "sight"),
}  # fmt: skip


@attrs.frozen
class Use:
    """A name where it is used, or a word of the language (`what` is "word")."""

    what: str
    name: str
    start: int

    def misspelt(self, text: str, slip: str) -> str:
        return text[: self.start] + slip + text[self.start + len(self.name) :]


@attrs.frozen
class Shipped:
    """A file, the names it uses, and every name that could be meant in it."""

    source: Source
    uses: tuple[Use, ...]
    known: frozenset[str]

    def slip(self, use: Use, dice: Dice, number: int) -> str | None:
        """The name with so many edits, unless another known name is as near."""
        made = use.name
        for _ in range(number):
            made = edited(made, dice)
        distance = edits(made.casefold(), use.name.casefold())
        rivals = (edits(made.casefold(), other.casefold()) for other in self.known if other != use.name)
        fine = re.fullmatch(r"[A-Za-z_]\w*", made) and distance == number
        return made if fine and all(rival > distance for rival in rivals) else None


@functools.cache
def shipped(path: Path) -> Shipped:
    source = read_source(path)
    tree, _ = parse(source)
    files = [tree, *bases(tree, path)]
    own = {word for file in files for word in words_of(file.span.source.text)}
    return Shipped(source, tuple(uses(tree)), frozenset(own | ours()))


def bases(tree: nodes.File, path: Path) -> list[nodes.File]:
    heads = [part for part in tree.parts if isinstance(part, nodes.ModHead)]
    if not heads:
        return []
    beside = path.parent / f"{heads[0].base}.rules"
    base = beside if beside.exists() else ROOT / "games" / f"{heads[0].base}.rules"
    below, _ = parse(read_source(base))
    return [below, *bases(below, base)]


@functools.cache
def ours() -> frozenset[str]:
    """The words of the language and its library."""
    files = [library_file(name)[0] for name in ("prelude", *FAMILIES, *ON_REQUEST)]
    library = {word for file in files for word in words_of(file.span.source.text)}
    words = {*grammar().tables.words, *builtins.NAMES, *FOREIGN}
    return frozenset(library | words)


def words_of(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"\n]*"|#[^\n]*', "", text))


def uses(tree: nodes.File) -> Iterator[Use]:
    """Every name in its place, then every word of the language."""
    text = tree.span.source.text
    placed = set()
    pots = {index.span.start for node in tree.parts if isinstance(node, nodes.Resource) for index in node.holders}
    for node, _ in walk(tree):
        for name in fields(type(node)):
            for word in flat(getattr(node, name)):
                placed |= set(range(word.span.start, word.span.end))
                used = (type(node).__name__, name) in USES and word.span.start not in pots
                if used and word.span.text == str(word) and str(word).isidentifier():
                    yield Use(f"{type(node).__name__}.{name}", str(word), word.span.start)
    for token in tokens(text, 0, len(text)):
        if token.kind == WORD and token.start not in placed and not tag(text, token):
            yield Use("word", token.text, token.start)


def tag(text: str, token: Token) -> bool:
    """The letters of a rule's id, as in `[NOKO-9]`: no list of rules stands in the file."""
    return text[token.end : token.end + 1] == "-" and text[token.start - 1] in "[ "


def flat(value: Any) -> Iterator[nodes.Word]:
    if isinstance(value, tuple):
        for each in value:
            yield from flat(each)
    elif isinstance(value, nodes.Word):
        yield value


def edited(word: str, dice: Dice) -> str:
    """One letter left out, put in, swapped with the next, or changed."""
    at, letter = dice.below(len(word)), string.ascii_lowercase[dice.below(26)]
    swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
    return (word[:at] + word[at + 1 :], word[:at] + letter + word[at:], swapped, word[:at] + letter + word[at + 1 :])[
        dice.below(4)
    ]


def misspelling(seed: int) -> tuple[Shipped, Use, str] | None:
    """A file, a name in it and a slip of it; none where every slip tried is as near to another name."""
    dice = Dice(stream(seed))
    file = shipped(FILES[seed % len(FILES)])
    kinds = sorted({use.what for use in file.uses})
    kind = kinds[dice.below(len(kinds))]
    some = [use for use in file.uses if use.what == kind and len(use.name) > 1]
    if not some:
        return None
    use = some[dice.below(len(some))]
    number = 1 + dice.below(2) if len(use.name) > 3 else 1  # of three letters, two would leave only one
    slips = (file.slip(use, dice, number) for _ in range(5))
    return next(((file, use, slip) for slip in slips if slip), None)


def unnoticed(file: Shipped, use: Use, slip: str) -> str:
    """What is wrong with the answer to a misspelt name: the first problem of its line offers the name itself."""
    found = examine(Source(file.source.name, use.misspelt(file.source.text, slip))).problems
    line = file.source.text.count("\n", 0, use.start) + 1
    here = [each for each in found if each.line == line]
    if here and re.search(rf"did you mean `{use.name}`\?", here[0].help, re.IGNORECASE):
        return ""
    return f"{file.source.name}:{line}: {use.name} as {slip}: {[(each.code, each.line, each.help) for each in found]}"
