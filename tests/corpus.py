"""Broken files with the codes expected on their lines: `---` begins a new case, `### R301` names a code on its line.

Each case is a file of its own. Where it stands says how it is looked at:

    syntax    is read only: what it names need not be there
    check     has the lines that every game has put before it
    whole     is a whole file; `# beside FILE` in its first line: a mod, played together with another
    play      has lines put before it like an example of `explain`; is played, with the last option always taken, and
              its tests are run
    several   is read only, and has several mistakes that are told in one go
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import attrs

from rulelang.base.source import Source, read_source
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.explained import whole as completed
from rulelang.diagnostics.model import Label
from rulelang.engine.errors import RuleError
from rulelang.engine.testing import Failure
from rulelang.play.game import assemble
from rulelang.syntax import parse
from rulelang.workspace.problems import Examined, examine
from rulelang.workspace.rule_tests import find_needless_breaks, prove

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parents[1]
RULES = sorted(path for folder in ("games", "examples", "rulelang/std") for path in (ROOT / folder).rglob("*.rules"))
HEAD = 'rules 1\ngame "A case" for 3 players\nplay: nothing\nwinner p: most p.number\n'
SHIFT = HEAD.count("\n")
Case = tuple[str, list[tuple[int, str]]]


def cases(folder: str) -> list[Case]:
    """Every case of a folder: its text, and the lines and codes expected."""
    return [case for path in sorted((DATA / folder).glob("*.rules")) for case in chunks(path)]


def chunks(path: Path) -> list[Case]:
    found = []
    for case in re.split(r"(?m)^---\n", path.read_text(encoding="utf-8")):
        lines = case.splitlines()
        want = [(n, code) for n, line in enumerate(lines, 1) for code in re.findall(r"### (\w+)", line)]
        found.append(("\n".join(line.split("###")[0].rstrip() for line in lines) + "\n", want))
    return found


@attrs.frozen
class Broken:
    """A broken file, and what should be said of it."""

    folder: str
    text: str
    want: tuple[tuple[int, str], ...]

    def found(self, folder: Path) -> list[tuple[int, str]]:
        return sorted((each.line, each.code) for each in self.problems(folder))

    def problems(self, folder: Path) -> list[Diagnostic]:
        if self.folder == "syntax":
            return parse(Source("case", self.text))[1]
        if self.folder == "play":
            return played(self.text)
        if self.folder == "check":
            return [moved(each, HEAD) for each in examine(Source("case", HEAD + self.text)).problems]
        return whole(self.text, folder)


def corpus() -> list[Broken]:
    """Every file with a mistake."""
    found = [(folder, case) for folder in ("syntax", "check", "whole", "play") for case in cases(folder)]
    return [Broken(folder, text, tuple(sorted(want))) for folder, (text, want) in found if want]


def whole(text: str, folder: Path) -> list[Diagnostic]:
    """What is found in a file that stands beside others: in its rules, else when its base's tests are run."""
    shutil.copytree(DATA / "whole" / "beside", folder, dirs_exist_ok=True)
    (folder / "binary.rules").write_bytes(b"\0\1\2")
    (folder / "base.txt").write_text("rules 1\n", encoding="utf-8")
    if not (folder / "pipe.rules").exists():
        os.mkfifo(folder / "pipe.rules")
        (folder / "out.rules").symlink_to(DATA / "whole" / "beside" / "base.rules")
    (folder / "folder.rules").mkdir(exist_ok=True)
    (folder / "case.rules").write_text(text, encoding="utf-8")
    case = read_source(folder / "case.rules")
    beside = re.match(r"# beside (\S+)", text)
    found = examine(read_source(folder / beside[1]), [case]) if beside else examine(case)
    if found.problems or found.linked is None or not found.linked.mods:
        return found.problems
    proofs = list(prove(found))
    return [proof.mistake for proof in proofs if proof.mistake] + find_needless_breaks(found, proofs)


def played(text: str) -> list[Diagnostic]:
    """What is found in a game when it is played, or when its tests are run."""
    complete = completed(text)
    head = complete[: len(complete) - len(text)]
    found = examine(Source("case", complete))
    if found.problems:
        return [moved(each, head) for each in found.problems]
    return [moved(each, head) for each in (*in_a_game(found), *in_tests(found))]


def in_a_game(found: Examined) -> Iterator[Diagnostic]:
    try:
        match = assemble(found.linked.source, None, (), {}, ()).start(seed=1)
        while decision := match.decision:
            match.choose(decision.options[-1])
    except RuleError as error:
        yield error.diagnostic


def in_tests(found: Examined) -> Iterator[Diagnostic]:
    for proof in prove(found):
        for each in proof.result.failures if proof.result else ():
            yield from (problem_in(each, code) for code in re.findall(r"\[(R\d+)\]", each.message))


def problem_in(failure: Failure, code: str) -> Diagnostic:
    return Diagnostic(code, failure.message, (Label(failure.span),))


def moved(each: Diagnostic, head: str) -> Diagnostic:
    """A problem as if these lines had not been put before its file."""
    source = Source("case", each.span.source.text[len(head) :])
    span = attrs.evolve(each.span, source=source, start=each.span.start - len(head), end=each.span.end - len(head))
    return attrs.evolve(each, labels=(attrs.evolve(each.labels[0], span=span), *each.labels[1:]))
