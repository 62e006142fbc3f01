"""Small changes to rules: is any of them noticed? `mutants(source)` lists them, `survivors` tries some.

A mutant differs from its file in one place: a comparison, a constant, a policy for ties and the like, a line that does
nothing, another zone. Bounds of loops and ranges, texts, tags, invariants and tests are left alone. A mutant that the
checker refuses is none. The others are put to the tests of the file and to a short search; one that neither notices
tells of a rule that nothing proves.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulelang.chance import Dice, shuffle, stream
from rulelang.source import Source, Span
from rulelang.syntax import nodes, parse

# declarations that say what happens; the others say what there is, or what must hold
RULES = (
    nodes.Const, nodes.ConstByPlayers, nodes.Table, nodes.Grid, nodes.Fn, nodes.Step, nodes.Phase, nodes.Setup,
    nodes.Play, nodes.Menu, nodes.Score, nodes.Winner, nodes.Ends, nodes.Instance, nodes.Mechanism, nodes.Variant,
    nodes.Override, nodes.OverrideAction, nodes.ExtendRows, nodes.Extend, nodes.Weave,
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
    "all": ("any", "comparison"), "and": ("or", "comparison"), "or": ("and", "comparison"),
    "left": ("right", "swapped zone"), "right": ("left", "swapped zone"),
}  # fmt: skip

TOKEN = re.compile(r"""
    (?P<skip> "(?:\\.|[^"\\\n])*" | \#[^\n]* | \[[A-Z]+-[^\]\n]*\] | at\s+most\s+\w+ | :\s*-?\w+\s*\.\.\s*\w+ | -> )
  | (?P<word> [A-Za-z_]\w* ) | (?P<number> \d+ ) | (?P<sign> \+= | -= | == | != | <= | >= | [<>+-] )
""", re.VERBOSE)  # fmt: skip
LINE = re.compile(r"^(?P<indent>[ ]+)(?P<text>[^\s#|\"].*[^\s:,\\(\[])[ ]*$", re.MULTILINE)
KEPT = re.compile(r"(?:nothing|note|else|elif|let|var|and|or|where|return)\b|\w+(?:\(.*\))? = ")


@attrs.frozen
class Mutant:
    """One change: the characters from `start` to `end` become `new`."""

    start: int
    end: int
    new: str
    kind: str

    def text(self, source: Source) -> str:
        return source.text[: self.start] + self.new + source.text[self.end :]

    def diff(self, source: Source) -> list[str]:
        """The line before and after."""
        line, _ = source.position(self.start)
        changed = Source(source.name, self.text(source))
        return [f"{source.name}:{line} ({self.kind})", f"  - {source.line(line)}", f"  + {changed.line(line)}"]


@attrs.frozen
class Verdict:
    """What became of a mutant: `noticed` says by what, None if by nothing; not `legal`: the checker refused it."""

    mutant: Mutant
    legal: bool
    noticed: str | None = None


# ---------------------------------------------------------------- which changes


def mutants(source: Source) -> list[Mutant]:
    """Every change there is, in the order of the file."""
    tree, _ = parse(source)
    zones = alike_zones(tree)
    found: list[Mutant] = []
    for declaration in tree.declarations:
        if isinstance(declaration, RULES):
            found += words(declaration.span, zones)
            found += removed_lines(declaration)
    return sorted(set(found), key=lambda each: (each.start, each.end, each.new))


def words(span: Span, zones: dict[str, list[str]]) -> Iterator[Mutant]:
    """A word, sign or number that becomes another."""
    for token in TOKEN.finditer(span.source.text, span.start, span.end):
        text, start, end = token[0], token.start(), token.end()
        if token.lastgroup == "number":
            yield Mutant(start, end, str(int(text) + 1), "constant")
        elif token.lastgroup != "skip" and text in SWAPS:
            yield Mutant(start, end, *SWAPS[text])
        elif token.lastgroup == "word":
            for other in zones.get(text, []):
                yield Mutant(start, end, other, "swapped zone")


def alike_zones(tree: nodes.File) -> dict[str, list[str]]:
    """By zone: the others that have the same indexes."""
    shapes: dict[str, list[str]] = {}
    for declaration in tree.declarations:
        if isinstance(declaration, nodes.Zone):
            head = declaration.span.text.partition(":")[0]
            shapes.setdefault(head.partition("[")[2], []).append(str(declaration.name))
    return {name: [other for other in names if other != name] for names in shapes.values() for name in names}


def removed_lines(declaration: nodes.Node) -> Iterator[Mutant]:
    """A statement that does nothing instead."""
    if not isinstance(declaration, nodes.Step | nodes.Phase | nodes.Setup | nodes.Play | nodes.Menu | nodes.Mechanism):
        return
    span = declaration.span
    for line in LINE.finditer(span.source.text, span.start, span.end):
        if not KEPT.match(line["text"]) and line["text"].count("(") == line["text"].count(")"):
            yield Mutant(line.start("text"), line.end("text"), "nothing", "removed line")


# ---------------------------------------------------------------- trying them


@attrs.frozen
class Trial:
    """How a mutant is tried: so many games, so many answers, so many seconds."""

    source: Source
    mods: tuple[Source, ...] = ()
    games: int = 20
    answers: int = 600
    seconds: int = 60

    def __call__(self, mutant: Mutant) -> Verdict:
        return tried(self, mutant)


class TooLong(Exception):
    """A mutant that does not come to an end."""


def survivors(
    trial: Trial, number: int, seed: int = 0, progress: Callable[[int], None] = lambda done: None
) -> list[Verdict]:
    """The verdicts on so many legal mutants, chosen by a seed, tried on all cores."""
    order = shuffle(mutants(trial.source), Dice(stream(seed)).below)
    verdicts: list[Verdict] = []
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    with context.Pool(initializer=quiet) as pool:
        with contextlib.suppress(KeyboardInterrupt):  # what was tried until then is told
            for verdict in pool.imap(trial, order):
                if verdict.legal:
                    verdicts.append(verdict)
                    progress(len(verdicts))
                if len(verdicts) == number:
                    break
        pool.terminate()
    return sorted(verdicts, key=lambda each: each.mutant.start)


def quiet() -> None:
    """Ctrl-C is for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def tried(trial: Trial, mutant: Mutant) -> Verdict:
    """Is the change noticed, and by what?"""

    def ring(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(trial.seconds)
    try:
        return judged(trial, mutant)
    except TooLong:
        return Verdict(mutant, True, "time")
    except Exception as error:
        return Verdict(mutant, True, type(error).__name__)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def judged(trial: Trial, mutant: Mutant) -> Verdict:
    from rulelang.examine import examine
    from rulelang.proofs import prove
    from rulelang.prove.search import Effort, search
    from rulelang.prove.tables import Rules

    source = Source(trial.source.name, mutant.text(trial.source))
    found = examine(source, trial.mods)
    if found.errors:
        return Verdict(mutant, False)
    for proof in prove(found):
        if proof.problems or proof.mistake or not (proof.passed or proof.on_purpose):
            return Verdict(mutant, True, proof.test.title)
    result = search(Rules(source, trial.mods), Effort(trial.games, trial.answers, shrinking=0, engines=False))
    return Verdict(mutant, True, result.failure.fault.code if result.failure and result.failure.fault else None)
