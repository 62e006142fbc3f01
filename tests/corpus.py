"""Broken files with the codes expected on their lines: `---` begins a new case, `### R301` names a code on its line.

Each case is a file of its own. Where it stands says how it is looked at:

    syntax    is read only: what it names need not be there
    check     has the lines that every game has put before it
    whole     is a whole file; `# beside FILE` in its first line: a mod, played together with another
    several   is read only, and has several mistakes that are told in one go
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import attrs

from rulelang.diagnostics import Diagnostic
from rulelang.examine import examine
from rulelang.proofs import listed_for_nothing, prove
from rulelang.source import Source, read_source
from rulelang.syntax import parse

DATA = Path(__file__).parent / "data"
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
        if self.folder == "check":
            return [moved(each) for each in examine(Source("case", HEAD + self.text)).problems]
        return whole(self.text, folder)


def corpus() -> list[Broken]:
    """Every file with a mistake."""
    found = [(folder, case) for folder in ("syntax", "check", "whole") for case in cases(folder)]
    return [Broken(folder, text, tuple(sorted(want))) for folder, (text, want) in found if want]


def whole(text: str, folder: Path) -> list[Diagnostic]:
    """What is found in a file that stands beside others: in its rules, else when its base's tests are run."""
    shutil.copytree(DATA / "whole" / "beside", folder, dirs_exist_ok=True)
    (folder / "binary.rules").write_bytes(b"\0\1\2")
    (folder / "case.rules").write_text(text, encoding="utf-8")
    case = read_source(folder / "case.rules")
    beside = re.match(r"# beside (\S+)", text)
    found = examine(read_source(folder / beside[1]), [case]) if beside else examine(case)
    if found.problems or found.linked is None or not found.linked.mods:
        return found.problems
    proofs = list(prove(found))
    return [proof.mistake for proof in proofs if proof.mistake] + listed_for_nothing(found, proofs)


def moved(each: Diagnostic) -> Diagnostic:
    """A problem as if the lines of every game had not been put before its file."""
    source = Source("case", each.span.source.text[len(HEAD) :])
    span = attrs.evolve(each.span, source=source, start=each.span.start - len(HEAD), end=each.span.end - len(HEAD))
    return attrs.evolve(each, labels=(attrs.evolve(each.labels[0], span=span), *each.labels[1:]))
