"""The mods that are shipped: each is small, says what it changes, passes its base's tests and its own, and plays."""

from __future__ import annotations

import re
import statistics
from functools import cache
from pathlib import Path

import pytest
from link_kit import examined, play_some

from rulelang.base.files import bundled_games
from rulelang.base.source import read_source
from rulelang.syntax import nodes, parse
from rulelang.workspace.rule_tests import find_needless_breaks, prove

ROOT = Path(__file__).parents[2]
MODS = sorted((ROOT / "examples" / "mods").glob("*.rules"))
SEEDS = 1  # `python tests/link/test_mods.py 30` plays more
each_mod = pytest.mark.parametrize("path", MODS, ids=lambda path: path.stem)


@cache
def parts(path: Path) -> tuple[nodes.Node, ...]:
    return parse(read_source(path))[0].parts


def rule_lines(path: Path) -> int:
    """The lines of rules: not the head, not `breaks`, not the tests."""
    skip = (nodes.ModHead, nodes.Breaks, nodes.Test, nodes.Version)
    texts = [part.span.text for part in parts(path) if not isinstance(part, skip)]
    return sum(1 for text in texts for line in text.splitlines() if line.split("#")[0].strip())


def test_every_game_has_mods():
    games = {name: [path for path in MODS if path.stem.startswith(f"{name}_")] for name in bundled_games()}
    assert all(len(found) >= 5 for found in games.values())
    assert sum(map(len, games.values())) == len(MODS) >= 26


# What the specification of each game lists as plausible, an “or” as two of them.
LISTED = {
    "nokosu": "rounds hundred first black colors penalty missed",
    "nosh": "short second sealed appetite wild pocket",
    "nuts": "three greedy crash pistachio strict winter push_broom",
    "pretzel": "board long reroll push five bump",
    "sweet_nose": "table sixth market fresh tooth sniff",
}


def test_every_listed_mod_is_there():
    assert {f"{game}_{name}" for game, names in LISTED.items() for name in names.split()} == {p.stem for p in MODS}


def test_most_are_a_few_lines():
    lines = [rule_lines(path) for path in MODS]
    assert statistics.median(lines) <= 8 and max(lines) <= 16


@each_mod
def test_a_mod_says_what_it_changes_and_proves_it(path):
    (head,) = [part for part in parts(path) if isinstance(part, nodes.ModHead)]
    assert len(head.text or "") > 20 and path.stem.startswith(f"{head.base}_")
    assert any(isinstance(part, nodes.Test) for part in parts(path))


@pytest.mark.few(4)
@each_mod
def test_a_mod_copies_no_phase(path):
    """What an override repeats of its base, it should leave to `original` or to a seam."""
    base = {line.strip() for line in examined(path).linked.source.text.splitlines()}
    for part in parts(path):
        if isinstance(part, nodes.Override) and isinstance(part.declaration, nodes.Phase | nodes.Step | nodes.Play):
            repeated = [line for line in part.span.text.splitlines()[1:] if untagged(line) in map(untagged, base)]
            assert not repeated


def untagged(line: str) -> str:
    return re.sub(r"\s*\[[A-Z]+-[^\]]*\]", "", line).strip()


@pytest.mark.few(4)
@each_mod
def test_a_mod_is_right_and_its_tests_pass(path):
    found = examined(path)
    assert not found.problems, [(each.code, each.title) for each in found.problems]
    proofs = list(prove(found))
    assert not [each.test.title for each in proofs if not each.passed and not each.on_purpose]
    assert not [each.title for each in find_needless_breaks(found, proofs)]


@pytest.mark.few(6)
@each_mod
def test_a_mod_can_be_played(path):
    play_some(path, SEEDS)


if __name__ == "__main__":
    import sys

    for mod in MODS:
        play_some(mod, int(sys.argv[1]))
    print(len(MODS), "mods,", statistics.median(map(rule_lines, MODS)), "lines in the median:")
    print({mod.stem: rule_lines(mod) for mod in MODS})
