"""Players who think, and bots of others, in simulations: told beside players who choose at random."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
import warm
from helpers import ROOT
from insight_kit import NEVER, PLAIN, report

from rulelang.cli.report.simulation import report_lines
from rulelang.sim.export import as_csv
from rulelang.sim.page import report_page
from rulelang.sim.report import Report, report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of
from rulelang.sim.thinking import sure_tastes, taste_sentences, thinkers

BOTS = """
class NeverBlue:
    def choose(self, view, log, decision):
        return next(option for option in decision["options"] if option["value"] != "blue")

class Lost:
    def choose(self, view, log, decision):
        return 99
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A designer's folder: rules, and bots beside them."""
    (tmp_path / "plain.rules").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "never.rules").write_text(NEVER, encoding="utf-8")
    (tmp_path / "mybots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def beside(name: str, kind: str, games: int, seed: int = 7) -> Report:
    setup = setup_of(name)
    found = report_of(simulate(thinkers(setup, kind), seed, games))
    return attrs.evolve(report(name, 500, seed, engine="python"), beside=found)


def test_what_they_do_otherwise_is_named_everywhere(folder: Path) -> None:
    found = beside("never.rules", "mybots:NeverBlue", 20)
    sure = {each.option.name: each for each in sure_tastes(found)}  # it takes what comes first of the others
    assert {name: each.thinkers.taken.value for name, each in sure.items()} == {"red": 1, "green": 0, "blue": 0}
    assert sure["blue"].thinkers.offered == 20 * 3 * 4
    told = " ".join(taste_sentences(found))
    assert "take less often than players who choose at random: Play, c · green (0.0\xa0% of the times" in told
    screen, page = "\n".join(report_lines(found)), report_page([found])
    for text in (screen, page):
        assert "What skill changes" in text and "by mybots:NeverBlue" in text
        assert "beside 20 games of mybots:NeverBlue" in text.replace("\n", " ")
    assert "beside: answer,play.c,blue,taken of offered,0.0" in as_csv([found])
    assert found.to_json()["beside"]["bots"] == ("mybots:NeverBlue",) * 3


def test_those_who_choose_alike_are_not_told_apart(folder: Path) -> None:
    """Of 12 at 1.25 %, more than 2 come less than once in a thousand times; `tests/sweep.py insight` tries 200."""
    assert sum(bool(sure_tastes(beside("plain.rules", "random", 12, seed))) for seed in range(12)) <= 2


# ---------------------------------------------------------------- bots of others


SIM = ("sim", "never.rules", "-n", "12", "--seats")


def sim(*words: str) -> subprocess.CompletedProcess[str]:
    return warm.run([*SIM, *words])


def test_own_bots_sit_in_simulations(folder: Path) -> None:
    """In a process of its own, in several, and by the name that a package gives it."""
    info = folder / "packages/mybots-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mybots\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[rulelang.bots]\nnever-blue = mybots:NeverBlue\n", encoding="utf-8")
    alone = sim("mybots:NeverBlue,random,random")
    assert alone.returncode == 0 and "played by bots (mybots:NeverBlue, random" in alone.stdout.replace("\n", " ")
    assert sim("mybots:NeverBlue,random,random", "--jobs", "2").stdout == alone.stdout
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder / "packages", folder, ROOT)))}
    command = [sys.executable, "-m", "rulelang", *SIM, "never-blue,random,random"]
    packed = subprocess.run(command, capture_output=True, text=True, env=env)
    assert packed.stdout.splitlines()[4:8] == alone.stdout.splitlines()[4:8], packed.stderr


@pytest.mark.parametrize(
    ("seats", "code", "said"),
    [("mybots:Lost,random,random", 1, "the bot `mybots:Lost` answered 99, which is no option"),
     ("nowhere:Bot,random,random", 2, "the bot `nowhere:Bot` cannot be made"),
     ("mybots:NeverBlue", 2, "names 1 seats, and 3 play")],
)  # fmt: skip
def test_what_is_wrong_with_a_bot_is_a_sentence(folder: Path, seats: str, code: int, said: str) -> None:
    done = sim(seats)
    assert done.returncode == code and said in done.stderr and "Traceback" not in done.stderr
