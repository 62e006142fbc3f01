"""`rulelang test PATH…`: the tests in rules files, and the matrix of rules and tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.options.settings import table_options
from rulelang.cli.report.reach import after_tests, watching
from rulelang.cli.report.search import SearchOptions, proving_options
from rulelang.cli.terminal import paint, say, say_json, warn
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic
    from rulelang.prove.coverage import Coverage
    from rulelang.workspace.rule_tests import Proof

TOLD, LONG = 3, 120  # mistakes with the base that are shown in full; columns of a line
EXAMPLES = "rulelang test {file}\nrulelang test {folder} -k score\nrulelang test --rules {file}"


@click.command("test", cls=Verb, help=VERBS["test"], epilog=EXAMPLES)
@click.argument("paths", metavar="PATH…", nargs=-1, required=True)
@click.option("-k", "wanted", metavar="TEXT", help="Only tests whose title or tags contain TEXT.")
@table_options("mods")
@click.option("--rules", is_flag=True, help="Show the lines and tests of each rule id; run nothing.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@proving_options
def command(
    paths: tuple[str, ...], wanted: str | None, mods: tuple[str, ...], rules: bool, as_json: bool, **proving: Any
) -> int:
    from rulelang.cli.errors import refusal
    from rulelang.cli.options.paths import games_of, rules_files

    files = games_of(rules_files(paths))
    if rules and mods:
        raise refusal("`--rules` shows the lines of one file; name the mod instead of `--mod`.")
    if rules:
        return show_rules(files, as_json)
    given = SearchOptions(**proving) if not wanted else SearchOptions(no_search=True)
    with watching(given, files) as coverage:
        reports = [report(path, wanted, mods) for path in files]
        if wanted and not any(each.proofs or each.problems for each in reports):
            raise click.UsageError(f"no test holds `{wanted}` in its title or tags.", click.get_current_context())
        return tell_all(reports, mods, given, coverage, as_json)


def tell_all(
    reports: list[Report], mods: tuple[str, ...], given: SearchOptions, coverage: Coverage | None, as_json: bool
) -> int:
    """Report the tests of each file, then the search; a file whose tests fail is not played."""
    codes, said = [0], []
    for each in reports:
        if not as_json:
            tell(each)
        more: dict[str, Any] = {}
        if each.failed:
            codes.append(1)
        elif 130 not in codes:
            more, code = after_tests(each.path, mods, given, coverage, as_json)
            codes.append(code)
        if as_json:
            said.append({**each.to_json(), **more})
    if as_json:
        say_json({"version": 1, "files": said})
    return 1 if 1 in codes else max(codes)


def show_rules(files: list[Path], as_json: bool) -> int:
    from rulelang.cli.report.rule_matrix import matrix, matrix_json, tell_matrix

    found = [(path, matrix(path)) for path in files]
    if as_json:
        say_json({"version": 1, "files": [matrix_json(*each) for each in found]})
    else:
        for each in found:
            tell_matrix(*each)
    return 0


@attrs.frozen
class Report:
    """The test results of a file, or the problems that keep its tests from running. `mistakes`: of a mod, with its
    base's tests.
    """

    path: Path
    problems: list[Diagnostic]
    proofs: list[Proof]
    mistakes: list[Diagnostic]

    @property
    def failed(self) -> bool:
        return bool(self.problems or self.mistakes or self.failures)

    @property
    def failures(self) -> list[Proof]:
        return [each for each in self.proofs if not each.passed and not each.on_purpose]

    def to_json(self) -> dict[str, Any]:
        from rulelang.diagnostics import to_json

        return {
            "file": str(self.path),
            "diagnostics": [to_json(each) for each in (*self.problems, *self.mistakes)],
            "tests": [proof_json(each) for each in self.proofs],
        }


def proof_json(proof: Proof) -> dict[str, Any]:
    test = proof.test
    return {
        "title": test.title,
        "rules": list(test.tags),
        "file": test.span.source.name,
        "line": test.span.line,
        "players": test.players,
        "passed": proof.passed,
        "on_purpose": proof.on_purpose,
        "failures": [
            {
                "line": failure.span.line,
                "message": failure.message,
                "expected": failure.expected,
                "actual": failure.actual,
                "options": list(failure.options),
            }
            for failure in (proof.result.failures if proof.result else ())
        ],
    }


def report(path: Path, wanted: str | None, mods: tuple[str, ...] = ()) -> Report:
    """Run the tests of a file, and of its base, whose title or tags contain a text."""
    from rulelang.base.source import read_source
    from rulelang.cli.errors import report_load_errors
    from rulelang.play.sources import find_mods
    from rulelang.workspace.problems import examine
    from rulelang.workspace.rule_tests import find_needless_breaks, prove

    source = read_source(path)
    with report_load_errors():
        with_mods = find_mods(mods, source)
    found = examine(source, with_mods)
    if found.errors:
        return Report(path, found.errors, [], [])
    texts = (wanted or "").casefold()
    proofs = list(prove(found, lambda test: any(texts in text.casefold() for text in (test.title, *test.tags))))
    problems = [problem for each in proofs for problem in each.problems]
    if problems:
        return Report(path, problems, [], [])
    mistakes = [each.mistake for each in proofs if each.mistake is not None]
    mistakes += find_needless_breaks(found, proofs) if not with_mods else []
    proofs.sort(key=lambda each: (each.test.span.source.name == str(path), each.test.span.start))
    return Report(path, [], proofs, mistakes)


def tell(report: Report) -> None:
    """Print what failed, with its lines, then one line for the file."""
    from rulelang.cli.errors import tell_problem
    from rulelang.cli.report.failure import failure_lines

    for problem in (*report.problems, *report.mistakes[:TOLD]):
        tell_problem(problem)
    if len(report.mistakes) > TOLD:
        warn(f"… and {pluralize(len(report.mistakes) - TOLD, 'mistake')} more with tests of the base.")
    titles = [each.test.title for each in report.proofs if each.mistake is not None]
    if titles:
        warn("\n".join(["If all of them are meant to fail, write:", *breaks_lines(titles), ""]))
    for each in report.failures:
        if each.mistake is None and each.result is not None:
            say("\n".join([*failure_lines(each.program, each.result), ""]))
    say(f"{report.path}: {verdict(report)}")


def breaks_lines(titles: list[str]) -> list[str]:
    """The lines `breaks …` for these tests, wrapped."""
    from rulelang.link.base_tests import identity

    lines: list[str] = []
    for name in dict.fromkeys(identity(title) for title in titles):
        entry = f'"{name}"'
        if lines and len(lines[-1]) + len(entry) + 2 <= LONG:
            lines[-1] += f", {entry}"
        else:
            lines.append(f"breaks {entry}")
    return lines


def verdict(report: Report) -> str:
    """`18 tests passed`, `2 of 18 tests failed`, `20 tests passed; 3 of the base fail on purpose`."""
    if report.problems:
        return paint("the rules are wrong, so no test was run", "bad")
    counted = [each for each in report.proofs if not each.on_purpose]
    total, aside = len(counted), len(report.proofs) - len(counted)
    if report.failures:
        said = paint(f"{len(report.failures)} of {pluralize(total, 'test')} failed", "bad")
    elif report.mistakes:
        said = paint(f"{pluralize(total, 'test')} passed, but {pluralize(len(report.mistakes), 'mistake')}", "bad")
    else:
        said = paint(f"{pluralize(total, 'test')} passed", "good") if total else "no tests"
    return f"{said}; {aside} of the base may fail" if aside else said
