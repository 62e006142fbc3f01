"""Small changes to rules: `mutants(source)` lists them; `mutation_testing` runs the tests on them.

A mutant differs from its file in one place: a comparison, a constant, a policy (for ties, say), a line that does
nothing, another zone or variable. Bounds of loops and ranges, texts, tags, invariants and tests are not mutated, nor
are functions that only invariants and tests call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from rulelang.base.source import Source, Span
from rulelang.syntax import nodes, parse
from rulelang.syntax.file_checks import walk

# declarations that say what happens; the others say what there is, or what must hold
RULES = (
    nodes.Option, nodes.Const, nodes.ConstByPlayers, nodes.Var, nodes.Table, nodes.Grid, nodes.Fn, nodes.Step,
    nodes.Phase, nodes.Setup, nodes.Play, nodes.Menu, nodes.Score, nodes.Winner, nodes.Ends, nodes.Instance,
    nodes.Mechanism, nodes.Variant, nodes.Override, nodes.OverrideAction, nodes.ExtendRows, nodes.Extend, nodes.Weave,
)  # fmt: skip
# those that consist of statements, so that a line can do nothing instead
DOING = (
    nodes.Step, nodes.Phase, nodes.Setup, nodes.Play, nodes.Menu, nodes.Mechanism, nodes.Instance, nodes.Variant,
    nodes.Override, nodes.OverrideAction, nodes.Extend, nodes.Weave,
)  # fmt: skip

# a word or sign: what it becomes, and what kind of change that is
SWAPS = {
    "==": ("!=", "comparison"), "!=": ("==", "comparison"), "<": ("<=", "comparison"), "<=": ("<", "comparison"),
    ">": (">=", "comparison"), ">=": (">", "comparison"), "+": ("-", "constant"), "-": ("+", "constant"),
    "+=": ("-=", "constant"), "-=": ("+=", "constant"), "true": ("false", "constant"), "false": ("true", "constant"),
    "first_played": ("last_played", "tie policy"), "last_played": ("first_played", "tie policy"),
    "highest": ("lowest", "tie policy"), "lowest": ("highest", "tie policy"), "most": ("least", "tie policy"),
    "least": ("most", "tie policy"), "first": ("last", "tie policy"), "last": ("first", "tie policy"),
    "max": ("min", "tie policy"), "min": ("max", "tie policy"), "any": ("all", "comparison"),
    "all": ("any", "comparison"), "and": ("or", "comparison"), "or": ("and", "comparison"), "not": ("", "comparison"),
    "left": ("right", "order"), "right": ("left", "order"), "seats_from": ("seats_after", "order"),
    "seats_after": ("seats_from", "order"),
}  # fmt: skip

TOKEN = re.compile(r"""
    (?P<skip> "(?:\\.|[^"\\\n])*" | \#[^\n]* | \[[A-Z]+-[^\]\n]*\] | at\s+most\s+(?:[^:\[\n]|\[(?![A-Z]+-))*
            | (?::|\bof)\s*-?\w+\s*\.\.\s*\w+ | -> )
  | (?P<word> [A-Za-z_]\w* ) | (?P<number> \d+ ) | (?P<sign> \+= | -= | == | != | <= | >= | [<>+-] )
""", re.VERBOSE)  # fmt: skip
LINE = re.compile(r"^(?P<indent>[ ]+)(?P<text>[^\s#|\"].*[^\s:,\\(\[])[ ]*$", re.MULTILINE)
KEPT = re.compile(r"(?:nothing|note|else|elif|let|var|and|or|where|return|on|then|override)\b|.* when ")
HOOK = re.compile(r"\w+(?:\(.*\))?(?: \"[^\"]*\")?(?: \[.*\])? = ")


@attrs.frozen
class Mutant:
    """One change: the characters from `start` to `end` become `new`."""

    start: int
    end: int
    new: str
    kind: str

    def text(self, source: Source) -> str:
        return source.text[: self.start] + self.new + source.text[self.end :]

    def line(self, source: Source) -> int:
        return source.position(self.start)[0]

    def lines(self, source: Source) -> tuple[str, str]:
        """The line before and after."""
        line = self.line(source)
        return source.line(line), Source(source.name, self.text(source)).line(line)


def mutants(source: Source) -> list[Mutant]:
    """Every change there is, in the order of the file."""
    tree, _ = parse(source)
    others = other_words(tree)
    found: list[Mutant] = []
    for declaration in (said := rules(tree)):
        found += words(declaration.span, others)
        found += idle_lines(declaration)
        found += lost_lines(declaration)
        found += outside(bounds(declaration.span), parts(declaration))
    kept = outside(proof_in_variants(tree, said), iter(set(found)))
    return sorted(kept, key=lambda each: (each.start, each.end, each.new))


def rules(tree: nodes.File) -> Sequence[nodes.Node]:
    """The declarations that say what happens, without functions that none of the others names."""
    found = [each for each in tree.declarations if isinstance(each, RULES)]
    others = [each for each in tree.declarations if not isinstance(each, (*RULES, nodes.Test, nodes.Invariant))]
    while True:
        used = [each for each in found if not isinstance(each, nodes.Fn) or is_named(each, [*found, *others])]
        if len(used) == len(found):
            return used
        found = used


def proof_in_variants(tree: nodes.File, said: Sequence[nodes.Node]) -> list[tuple[int, int]]:
    """Where variants have invariants, tests, and functions that none of the rules names."""
    functions = {str(each.name) for each in tree.declarations if isinstance(each, nodes.Fn)}
    unused = functions - {str(each.name) for each in said if isinstance(each, nodes.Fn)}
    found = []
    for node, _ in (pair for each in said for pair in walk(each)):
        changed = node.declaration if isinstance(node, nodes.Override) else node
        proof = isinstance(changed, nodes.Invariant | nodes.Test)
        if proof or (isinstance(changed, nodes.Fn) and str(changed.name) in unused):
            found.append((node.span.start, node.span.end))
    return found


def is_named(function: nodes.Fn, declarations: Sequence[nodes.Node]) -> bool:
    """Does another declaration name it? To override it is not to use it."""
    name = re.compile(rf"(?<!fn )\b{function.name}\b")
    return any(name.search(each.span.text) for each in declarations if each is not function)


Others = dict[str, list[tuple[str, str]]]


def words(span: Span, others: Others) -> Iterator[Mutant]:
    """A word, sign or number that becomes another."""
    for token in TOKEN.finditer(span.source.text, span.start, span.end):
        text, start, end = token[0], token.start(), token.end()
        if token.lastgroup == "number":
            for number in (int(text) + 1, int(text) - 1):
                if number >= 0:
                    yield Mutant(start, end, str(number), "constant")
        elif token.lastgroup != "skip" and text in SWAPS:
            yield Mutant(start, end, *SWAPS[text])
        elif token.lastgroup == "word":
            for other, kind in others.get(text, []):
                yield Mutant(start, end, other, kind)


def other_words(tree: nodes.File) -> Others:
    """By name: what may stand in its place. Zones and variables go with others that have the same indexes, functions
    with others of the same type; for a constant or a member of an enum there is the next one.
    """
    found: Others = {}
    for kind, names in kin(tree):
        for at, name in enumerate(names):
            others = names[:at] + names[at + 1 :] if kind != "constant" else [names[(at + 1) % len(names)]]
            found[name] = [(other, kind) for other in others if other != name]
    return found


def kin(tree: nodes.File) -> list[tuple[str, list[str]]]:
    """Names that are alike, and the kind of change if one stands for another."""
    shapes: dict[tuple[str, str], list[str]] = {}
    for each in tree.declarations:
        if isinstance(each, nodes.Zone | nodes.Var):
            kind = "swapped zone" if isinstance(each, nodes.Zone) else "swapped variable"
            shapes.setdefault((kind, types_text(each.indexes)), []).append(str(each.name))
        elif isinstance(each, nodes.Fn):
            type_ = types_text([param.type for param in each.params]) + " -> " + types_text([each.type])
            shapes.setdefault(("swapped function", type_), []).append(str(each.name))
        elif isinstance(each, nodes.Enum):
            shapes["constant", str(each.name)] = [str(member) for member in each.members]
        elif isinstance(each, nodes.Const):
            shapes.setdefault(("constant", ""), []).append(str(each.name))
        elif isinstance(each, nodes.ConstByPlayers):
            shapes.setdefault(("constant", ""), []).extend(row.cells[0].span.text for row in each.rows[1:])
    return [(kind, names) for (kind, _), names in shapes.items()]


def types_text(types: Sequence[nodes.Node]) -> str:
    return ", ".join(each.span.text for each in types)


def idle_lines(declaration: nodes.Node) -> Iterator[Mutant]:
    """A statement that does nothing instead."""
    span = declaration.span
    for line in LINE.finditer(span.source.text, span.start, span.end) if isinstance(declaration, DOING) else ():
        text = line["text"]
        hook = isinstance(declaration, nodes.Instance | nodes.Mechanism | nodes.Variant) and HOOK.match(text)
        if not KEPT.match(text) and not hook and text.count("(") == text.count(")"):
            yield Mutant(line.start("text"), line.end("text"), "nothing", "removed line")


def lost_lines(declaration: nodes.Node) -> Iterator[Mutant]:
    """A rung of a ladder or a line of a score that is not there."""
    for ladder, _ in walk(declaration):
        if isinstance(ladder, nodes.Ladder | nodes.Score):
            lines = [each for each in parts_of(ladder) if isinstance(each, nodes.Rung | nodes.ScoreLine)]
            for line in lines if isinstance(ladder, nodes.Ladder) or len(lines) > 1 else ():
                yield Mutant(line.span.start, line.span.end, "", "removed line")


def parts_of(ladder: nodes.Ladder | nodes.Score) -> tuple[nodes.Node, ...]:
    return ladder.parts if isinstance(ladder, nodes.Ladder) else ladder.lines


def parts(declaration: nodes.Node) -> Iterator[Mutant]:
    """One side of two instead of both, or a condition that always holds."""
    for node, _ in walk(declaration):
        if isinstance(node, nodes.AndExpr | nodes.OrExpr):
            yield from instead(node, "comparison", node.left, node.right)
        elif isinstance(node, nodes.Binary):
            yield from instead(node, "constant", node.left)
        elif isinstance(node, nodes.IfExpr):
            yield from instead(node, "comparison", node.then, node.otherwise)
        elif isinstance(node, nodes.If | nodes.For | nodes.Rung | nodes.Guard | nodes.Comprehension | nodes.ScoreLine):
            condition = node.condition
            if condition is not None:
                yield Mutant(condition.span.start, condition.span.end, "true", "comparison")


def bounds(span: Span) -> list[tuple[int, int]]:
    """Where bounds, texts and tags stand."""
    tokens = TOKEN.finditer(span.source.text, span.start, span.end)
    return [token.span() for token in tokens if token.lastgroup == "skip"]


def outside(places: list[tuple[int, int]], found: Iterator[Mutant]) -> Iterator[Mutant]:
    """Those that lie in none of these places."""
    return (each for each in found if not any(start <= each.start and each.end <= end for start, end in places))


def instead(node: nodes.Node, kind: str, *sides: nodes.Node) -> Iterator[Mutant]:
    """A side that stands for the whole."""
    for side in sides:
        yield Mutant(node.span.start, node.span.end, side.span.text, kind)
