"""What `rulelang test` tells of a file once its tests have passed: the search, and if asked for, what in the rules
nothing has reached, and which small changes nothing has noticed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.cli.keeping import must_be_writable
from rulelang.cli.proving import Wish, play_file, progress_bar, tell_search
from rulelang.cli.terminal import number_of, paint, say

if TYPE_CHECKING:
    from rulelang.prove.coverage import Coverage
    from rulelang.prove.mutate import Verdict
    from rulelang.source import Source


def after_tests(
    path: Path, mods: tuple[str, ...], wish: Wish, coverage: Coverage | None, as_json: bool
) -> tuple[dict[str, Any], int]:
    """Plays a file; what is said of it as JSON, and an exit code."""
    found: dict[str, Any] = {}
    code = 0
    if not wish.no_search:
        search = play_file(path, mods, wish, as_json)
        found["search"] = search.to_json()
        code = 1 if search.failed else 130 if search.result.interrupted else 0
        if not as_json:
            tell_search(search)
    if coverage is not None:
        found["coverage"] = tell_reach(path, coverage, wish.html, as_json)
    if wish.mutants is not None and code == 0:
        found["mutants"] = tell_mutants(path, mods, wish, as_json)
    return found, code


# ---------------------------------------------------------------- coverage


@contextlib.contextmanager
def watching(wish: Wish, files: list[Path]) -> Iterator[Coverage | None]:
    """What is run meanwhile is watched, if that was asked for."""
    from rulelang.cli.telling import refusal

    if wish.html is not None and (not wish.coverage or len(files) > 1):
        raise refusal("`--html` goes with `--coverage`, and with one file of rules.")
    must_be_writable("--html", wish.html)
    if not wish.coverage:
        yield None
        return
    from rulelang.prove.coverage import Coverage

    with Coverage().watching() as coverage:
        yield coverage


def tell_reach(path: Path, coverage: Coverage, html: str | None, as_json: bool) -> dict[str, Any]:
    from rulelang.prove.reach import Reach
    from rulelang.source import read_source

    reach = Reach.of(coverage, read_source(path))
    if not as_json:
        say("\n".join(reach.text()))
    if html is not None:
        Path(html).write_text(reach.html(), encoding="utf-8")
        if not as_json:
            say(f"The page is in {html}.")
    return reach.to_json()


# ---------------------------------------------------------------- mutants


def tell_mutants(path: Path, mods: tuple[str, ...], wish: Wish, as_json: bool) -> dict[str, Any]:
    """Tries small changes of a file, with mods upon it; tells those that nothing noticed, with their lines."""
    from rulelang.play.settings import find_mods
    from rulelang.prove.mutate import Trial, survivors
    from rulelang.source import read_source

    source, wanted = read_source(path), wish.mutants or 0
    trial = Trial(source, tuple(find_mods(mods, source)))
    with progress_bar(path.name, "mutants", as_json) as progress:
        verdicts = survivors(trial, wanted, wish.seed, lambda done: progress(done, done / wanted))
    alive = [each for each in verdicts if each.noticed is None]
    if not as_json:
        for each in alive:
            say("\n".join(each.mutant.diff(source)))
        share = f"{len(verdicts) - len(alive)} of {number_of(len(verdicts), 'mutant')} noticed"
        say(f"{path}: {paint(share, 'bad' if alive else 'good')}")
    return {"tried": len(verdicts), "unnoticed": [mutant_json(each, source) for each in alive]}


def mutant_json(verdict: Verdict, source: Source) -> dict[str, Any]:
    line, _ = source.position(verdict.mutant.start)
    _, before, after = verdict.mutant.diff(source)
    return {"line": line, "kind": verdict.mutant.kind, "before": before[4:], "after": after[4:]}
