"""What the workshop knows about the rules that are being written: problems and fixes, completion, hover, style, tests,
the rulebook, a simulation, and what has changed since they were opened. Every editor uses the same code.

It runs where the rules run: in the annex (`annex.py`), never in the main server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.limits import current
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.diagnostics import Diagnostic
from rulelang.diff import Side, compare
from rulelang.format import format_source
from rulelang.language.complete import WORD, complete
from rulelang.language.hover import declaration_at, hover_text
from rulelang.language.project import OpenTexts, Project
from rulelang.link import link
from rulelang.play.errors import LoadError
from rulelang.rulebook import make_book, to_html
from rulelang.rulebook.gather import read
from rulelang.sim.model import Setup
from rulelang.sim.page.simulation import report_page
from rulelang.sim.report import report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import load
from rulelang.table.room import Refused
from rulelang.workspace.fixes.edits import offers
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove

Data = dict[str, Any]
GAMES = 1000  # games of a simulation
MOST = 2000  # completions that are offered


@attrs.define(eq=False)
class Desk:
    """A file that is being written. `first`: its text when it was opened."""

    path: Path
    first: str
    project: Project

    @classmethod
    def of(cls, path: Path, text: str) -> Desk:
        return cls(path.resolve(), text, Project([path.parent]))

    def do(self, what: str, text: str, at: int) -> Data:
        """Run one of SERVICES on the current text; `at` counts as JavaScript does."""
        try:
            return SERVICES[what](self, Source(str(self.path), text), from_utf16(text, at))
        except LoadError as error:
            raise Refused(str(error).replace(str(self.path), self.path.name)) from None

    # ------------------------------------------------------------ while somebody writes

    def problems(self, source: Source, at: int) -> Data:
        self.project.open(self.path, source.text)
        found = self.project.problems(self.path)
        return {"problems": [self.problem(source, each) for each in found]}

    def problem(self, source: Source, found: Diagnostic) -> Data:
        """A problem with its position; a problem in another file is shown at the top of this one, with its location."""
        here = found.span.source.name == source.name
        start, end = (found.span.start, found.span.end) if here else (0, 0)
        where = "" if here else f"{Path(found.span.source.name).name}:{found.span.line}: "
        return {
            "from": to_utf16(source.text, start),
            "to": to_utf16(source.text, end),
            "severity": found.severity if found.severity in ("error", "warning") else "info",
            "code": found.code,
            "line": found.span.line,
            "title": where + found.title,
            "help": found.help,
            "fixes": [
                {"from": to_utf16(source.text, each.start), "to": to_utf16(source.text, each.end), "text": each.text,
                 "title": each.title}
                for each in (offers(found) if here else ())
            ],
        }  # fmt: skip

    def words(self, source: Source, at: int) -> Data:
        typed = WORD.search(source.text, 0, at)
        found = complete(source, at, self.project.trial_reader, OpenTexts(self.project))
        options = [{"label": each.word, "kind": each.kind, "detail": each.detail} for each in found[:MOST]]
        return {"from": to_utf16(source.text, typed.start() if typed else at), "options": options}

    def hover(self, source: Source, at: int) -> Data:
        self.project.open(self.path, source.text)
        index = self.project.index(self.path)
        thing, place = index.at(source.name, at), index.place_at(source.name, at)
        if thing is None or place is None:
            return {"text": ""}
        span = thing.declared
        tree = self.project.tree(Path(span.source.name)) if span is not None else None
        declaration = declaration_at(tree, span.start) if tree is not None and span is not None else None
        ends = {"from": to_utf16(source.text, place[1]), "to": to_utf16(source.text, place[2])}
        return {"text": hover_text(thing, declaration), **ends}

    def style(self, source: Source, at: int) -> Data:
        text, problems = format_source(source)
        if problems:
            raise Refused("What cannot be read cannot be put in order; mend line "
                          f"{problems[0].span.line} first: {problems[0].title}.")  # fmt: skip
        return {"text": text}

    # ------------------------------------------------------------ the tabs

    def tests(self, source: Source, at: int) -> Data:
        found = examine(source)
        stop_at(found.errors, self.path)
        proofs = list(prove(found))
        stop_at([problem for each in proofs for problem in each.problems], self.path)
        return {
            "tests": [
                {
                    "title": proof.test.title,
                    "line": proof.test.span.line,
                    "passed": proof.passed or proof.on_purpose,
                    "failures": [
                        {"line": failure.span.line, "text": failure.message, "expected": failure.expected,
                         "actual": failure.actual}
                        for failure in (proof.result.failures if proof.result else ())
                    ],
                }
                for proof in proofs
            ]
        }  # fmt: skip

    def rulebook(self, source: Source, at: int) -> Data:
        return {"page": to_html(make_book(read(source, (), None, (), {})))}

    def simulation(self, source: Source, at: int) -> Data:
        setup = load(Setup(source, 0, (), json.dumps({}), (), "auto", True, limits=current()), None)
        return {"page": report_page([report_of(simulate(setup, 1, GAMES, 1))])}

    def changes(self, source: Source, at: int) -> Data:
        before, after = (self.side(text) for text in (Source(source.name, self.first), source))
        found = compare(before, after).to_json()
        rows = [{key: each[key] for key in ("text", "follows", "sort")} for each in found["changes"]]
        return {"changes": rows}

    def side(self, source: Source) -> Side:
        linked, problems = link(source)
        stop_at([each for each in problems if each.severity == "error"], self.path)
        assert linked is not None
        game, problems = check(linked)
        stop_at([each for each in problems if each.severity == "error"], self.path)
        assert game is not None
        return Side(linked, game, {})


# service: the method that answers it
SERVICES: dict[str, Callable[[Desk, Source, int], Data]] = {
    "problems":   Desk.problems,
    "words":      Desk.words,
    "hover":      Desk.hover,
    "style":      Desk.style,
    "tests":      Desk.tests,
    "rulebook":   Desk.rulebook,
    "simulation": Desk.simulation,
    "changes":    Desk.changes,
}  # fmt: skip


def stop_at(errors: list[Diagnostic], path: Path) -> None:
    if errors:
        first = errors[0]
        raise Refused(f"{path.name} has mistakes; the first is in line {first.span.line}: {first.title}.")


# ---------------------------------------------------------------- places as a browser counts them


def to_utf16(text: str, at: int) -> int:
    return at if text.isascii() else len(text[:at].encode("utf-16-le")) // 2


def from_utf16(text: str, at: int) -> int:
    return at if text.isascii() else len(text.encode("utf-16-le")[: 2 * at].decode("utf-16-le", "ignore"))
