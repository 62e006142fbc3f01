"""`rulelang test PATH…`: the tests that stand in rules, and the matrix of rules and tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import number_of, paint, say, say_json

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic
    from rulelang.engine.testing import TestResult
    from rulelang.program import Program

EXAMPLES = "rulelang test {file}\nrulelang test {folder} -k score\nrulelang test --rules {file}"


@click.command("test", cls=Verb, help=VERBS["test"], epilog=EXAMPLES)
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("-k", "wanted", metavar="TEXT", help="Only tests whose title or tags hold TEXT.")
@click.option("--rules", is_flag=True, help="Show which lines and tests each rule id has; run nothing.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(paths: tuple[str, ...], wanted: str | None, rules: bool, as_json: bool) -> int:
    from rulelang.cli.finding import rules_files

    files = rules_files(paths)
    if rules:
        return show_rules(files, as_json)
    reports = [report(path, wanted) for path in files]
    if wanted and not any(each.results or each.problems for each in reports):
        raise click.UsageError(f"no test holds `{wanted}` in its title or tags.", click.get_current_context())
    if as_json:
        say_json({"version": 1, "files": [each.to_json() for each in reports]})
    else:
        for each in reports:
            tell(each)
    return 1 if any(each.failed for each in reports) else 0


def show_rules(files: list[Path], as_json: bool) -> int:
    from rulelang.cli.matrix import matrix, matrix_json, tell_matrix

    found = [(path, matrix(path)) for path in files]
    if as_json:
        say_json({"version": 1, "files": [matrix_json(*each) for each in found]})
    else:
        for each in found:
            tell_matrix(*each)
    return 0


@attrs.frozen
class Report:
    """The tests of a file, run; or the problems that do not let them run."""

    path: Path
    problems: list[Diagnostic]
    results: list[tuple[Program, TestResult]]

    @property
    def failed(self) -> bool:
        return bool(self.problems) or any(not result.passed for _, result in self.results)

    def to_json(self) -> dict[str, Any]:
        from rulelang.diagnostics import to_json

        return {
            "file": str(self.path),
            "diagnostics": [to_json(each) for each in self.problems],
            "tests": [result_json(result) for _, result in self.results],
        }


def result_json(result: TestResult) -> dict[str, Any]:
    test = result.test
    return {
        "title": test.title,
        "rules": list(test.tags),
        "line": test.span.line,
        "players": test.players,
        "passed": result.passed,
        "failures": [
            {
                "line": failure.span.line,
                "message": failure.message,
                "expected": failure.expected,
                "actual": failure.actual,
                "options": list(failure.options),
            }
            for failure in result.failures
        ],
    }


def report(path: Path, wanted: str | None) -> Report:
    """Run the tests of a file whose title or tags hold a text."""
    from rulelang.examine import examine
    from rulelang.source import read_source

    found = examine(read_source(path))
    if found.errors:
        return Report(path, found.errors, [])
    results = []
    for game, test in found.tests():
        if wanted is None or any(wanted.casefold() in text.casefold() for text in (test.title, *test.tags)):
            program, problems, result = run(game, test)
            if problems:
                return Report(path, problems, [])
            results.append((program, result))
    results.sort(key=lambda each: (each[1].test.span.source.name != str(path), each[1].test.span.start))
    return Report(path, [], results)


def run(game: Any, test: Any) -> tuple[Any, list[Diagnostic], Any]:
    """A test on its own table."""
    from rulelang.engine.testing import run_test
    from rulelang.lower import lower

    program, found = lower(game, test.players, test.settings)
    problems = [each for each in found if each.severity == "error"]
    return program, problems, None if problems else run_test(program, test)


def tell(report: Report) -> None:
    """What failed, with its lines, then one line for the file."""
    from rulelang.cli.failing import failure_lines
    from rulelang.cli.loading import tell_problem

    for problem in report.problems:
        tell_problem(problem)
    failed = [(program, result) for program, result in report.results if not result.passed]
    for program, result in failed:
        say("\n".join([*failure_lines(program, result), ""]))
    say(f"{report.path}: {verdict(report, len(failed))}")


def verdict(report: Report, failed: int) -> str:
    """`18 tests passed`, `2 of 18 tests failed`."""
    total = len(report.results)
    if report.problems:
        return paint("the rules are wrong, so no test was run", "bad")
    if failed:
        return paint(f"{failed} of {number_of(total, 'test')} failed", "bad")
    return paint(f"{number_of(total, 'test')} passed", "good") if total else "no tests"
