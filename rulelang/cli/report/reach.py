"""What `rulelang test` reports on a file once its tests have passed: the search and, if asked for, the lines that
nothing has reached and the mutants that nothing has noticed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.base.files import write_whole
from rulelang.cli.play.record_files import must_be_writable
from rulelang.cli.report.search import SearchOptions, play_file, progress_bar, tell_search
from rulelang.cli.terminal import paint, say
from rulelang.present.english import pluralize

if TYPE_CHECKING:
    from rulelang.base.source import Source
    from rulelang.prove.coverage import Coverage
    from rulelang.prove.mutation_testing import Verdict, Verdicts

COLUMNS = 80  # columns of the line for a mutant


def after_tests(
    path: Path, mods: tuple[str, ...], given: SearchOptions, coverage: Coverage | None, as_json: bool
) -> tuple[dict[str, Any], int]:
    """Play a file; the report as JSON, and an exit code."""
    found: dict[str, Any] = {}
    code = 0
    if not given.no_search:
        search = play_file(path, mods, given, as_json)
        found["search"] = search.to_json()
        code = 1 if search.failed else 130 if search.result.interrupted else 0
        if not as_json:
            tell_search(search)
    if coverage is not None:
        found["coverage"] = tell_reach(path, coverage, given.html, as_json)
    if given.mutants is not None and code == 0:
        found["mutants"], code = tell_mutants(path, mods, given, as_json)
    return found, code


# ---------------------------------------------------------------- coverage


@contextlib.contextmanager
def watching(given: SearchOptions, files: list[Path]) -> Iterator[Coverage | None]:
    """Measure coverage inside the `with`, if asked for."""
    from rulelang.cli.errors import refusal

    if given.html is not None and (not given.coverage or len(files) > 1):
        raise refusal("`--html` goes with `--coverage`, and with one file of rules.")
    must_be_writable("--html", given.html)
    if not given.coverage:
        yield None
        return
    from rulelang.prove.coverage import Coverage

    with Coverage().watching() as coverage:
        yield coverage


def tell_reach(path: Path, coverage: Coverage, html: str | None, as_json: bool) -> dict[str, Any]:
    from rulelang.base.source import read_source
    from rulelang.prove.reach import Reach

    reach = Reach.of(coverage, read_source(path))
    if not as_json:
        say("\n".join(reach.text()))
    if html is not None:
        write_whole(html, reach.html())
        if not as_json:
            say(f"The page is in {html}.")
    return reach.to_json()


# ---------------------------------------------------------------- mutants


def tell_mutants(path: Path, mods: tuple[str, ...], given: SearchOptions, as_json: bool) -> tuple[dict[str, Any], int]:
    """Try mutants, print those that nothing noticed with their lines, and return an exit code."""
    from rulelang.base.source import read_source
    from rulelang.play.sources import find_mods
    from rulelang.prove.mutation_testing import Trial, try_mutants

    source, wanted = read_source(path), given.mutants or 0
    trial = Trial.of(source, tuple(find_mods(mods, source)))
    with progress_bar(path.name, "mutants", as_json) as progress:
        found = try_mutants(trial, wanted, given.seed, given.jobs, lambda done: progress(done, done / wanted, ""))
    if not as_json:
        for each in found.unnoticed:
            say("\n".join(mutant_lines(each, source)))
        say(f"{path}: {mutants_verdict(found)}")
    unnoticed = [mutant_json(each, source) for each in found.unnoticed]
    code = 130 if found.interrupted else 0
    return {"tried": len(found.counted), "interrupted": found.interrupted, "unnoticed": unnoticed}, code


def mutant_lines(verdict: Verdict, source: Source) -> list[str]:
    """`market.rules:60 (removed line)`, then the line before and after; long lines are cut around the change."""
    mutant = verdict.mutant
    before, after = excerpts(*mutant.lines(source), COLUMNS - 4)
    return [
        f"{source.name}:{mutant.line(source)} ({mutant.kind})",
        f"  {paint('-', 'bad')} {before}",
        f"  {paint('+', 'good')} {after}",
    ]


def excerpts(before: str, after: str, width: int) -> tuple[str, str]:
    """Two lines that differ in one place, cut to a width around that place."""
    before, after = before.strip(), after.strip()
    same = next((at for at, pair in enumerate(zip(before, after)) if len(set(pair)) > 1), min(len(before), len(after)))
    start = max(0, min(same - width // 2, max(len(before), len(after)) - width))
    return cut(before, start, width), cut(after, start, width)


def cut(line: str, start: int, width: int) -> str:
    """A part of a line, with a mark at each cut."""
    text = line[start : start + width]
    text = "…" + text[1:] if start else text
    return text[:-1] + "…" if start + width < len(line) else text


def mutants_verdict(found: Verdicts) -> str:
    """`35 of 40 mutants noticed; 2 more make the same game`."""
    total, alive = len(found.counted), len(found.unnoticed)
    said = paint(f"{total - alive} of {pluralize(total, 'mutant')} noticed", "bad" if alive else "good")
    said += f"; {found.same} more made no difference" if found.same else ""
    return f"{said} (interrupted)" if found.interrupted else said


def mutant_json(verdict: Verdict, source: Source) -> dict[str, Any]:
    before, after = verdict.mutant.lines(source)
    return {"line": verdict.mutant.line(source), "kind": verdict.mutant.kind, "before": before, "after": after}
