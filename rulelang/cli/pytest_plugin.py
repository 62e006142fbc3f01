"""`pytest games/` runs rules: every `test` block is an item, and so is “nothing breaks”, the search of a file.

Items have the titles of the tests, so `-k`, `-x`, `--lf` and xdist work as usual. A failure shows what `rulelang test`
shows. `--rules-games N` sets how many games the search plays; 0 skips it. The cache folder keeps known failures and
their records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

SEARCH = "nothing breaks"
GAMES, ANSWERS = 25, 1000  # the search budget of a file by default


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulelang", "rules files")
    group.addoption("--rules-games", type=int, default=GAMES, metavar="N", help="games played with each rules file")
    group.addoption("--rules-seed", type=int, default=0, metavar="S", help="the seed of these games")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".rules":
        return RulesFile.from_parent(parent, path=file_path)
    return None


class Failed(Exception):
    """A failed item; the message is its report."""


class RulesFile(pytest.File):
    """A rules file. A file that cannot be loaded is a collection error."""

    def collect(self) -> Iterable[pytest.Item]:
        from rulelang.base.hidden import clean
        from rulelang.base.source import Unreadable, read_source
        from rulelang.workspace.modules import user_of
        from rulelang.workspace.problems import examine

        if user_of(self.path) is not None:
            return  # the tests of a module run in the game that uses it
        try:
            found = examine(read_source(self.path))
        except Unreadable as error:
            raise self.CollectError(str(error)) from None
        if found.errors:
            raise self.CollectError(problems(found.errors))
        for number, (game, test) in enumerate(found.tests()):
            item = TestBlock.from_parent(self, name=clean(test.title))
            item.number, item.game, item.test, item.linked = number, game, test, found.linked
            yield item
        if found.game is not None and self.config.getoption("--rules-games"):
            yield Search.from_parent(self, name=SEARCH)


def problems(found: Iterable[Any]) -> str:
    from rulelang.diagnostics import render

    return "\n".join(render(each, color=False) for each in found)


class RulesItem(pytest.Item):
    """A test of rules."""

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs)
        self.funcargs: dict[str, object] = {}  # other plugins look here for fixtures, whatever the item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo)


class TestBlock(RulesItem):
    """A `test` block."""

    __test__ = False  # not a class that pytest collects
    number: int
    game: Any
    test: Any
    linked: Any

    def runtest(self) -> None:
        from rulelang.cli.report.failure import failure_lines
        from rulelang.link.base_tests import of_base
        from rulelang.workspace.rule_tests import judge, run

        proof = run(self.game, self.test)
        if of_base(self.linked, self.test.span):
            proof = judge(self.linked, proof)
        if proof.on_purpose:
            pytest.skip("a test of the base that this mod breaks on purpose")
        if proof.mistake is not None or proof.problems:
            raise Failed(problems([*proof.problems, *([proof.mistake] if proof.mistake else [])]))
        if proof.result is not None and not proof.passed:
            raise Failed("\n".join(failure_lines(proof.program, proof.result)))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.test.span.line - 1, self.name


class Search(RulesItem):
    """Plays games to check that nothing breaks."""

    def runtest(self) -> None:
        from rulelang.base.cache import cache_folder
        from rulelang.base.source import read_source
        from rulelang.prove.search import Effort, search
        from rulelang.prove.tables import Rules

        games, seed = self.config.getoption("--rules-games"), self.config.getoption("--rules-seed")
        answers = ANSWERS if games == GAMES else None
        rules = Rules(read_source(self.path))
        result = search(rules, Effort(games, answers=answers, seed=seed, keep=cache_folder()))
        if result.failure is not None:
            raise Failed("\n".join(failure_lines(rules, result, self.path)))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


def failure_lines(rules: Any, result: Any, path: Path) -> Iterator[str]:
    """The story of a failure, and the path of its record."""
    from rulelang.base.cache import cache_folder
    from rulelang.cli.play.record_files import replay_command, write_record
    from rulelang.prove.story import Story

    story = Story.of(result.failure, rules.game(result.failure.plan.table))
    yield from story.lines()
    folder = cache_folder()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        record = write_record(folder / f"{path.stem}-{story.fault.code}.record.json", story.record())
        yield f"Go through it: {replay_command(str(path), record)} --step"
