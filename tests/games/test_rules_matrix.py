"""Every numbered rule has a line that implements it and a test that proves it; documents, files and tests agree."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
from helpers import GAMES, ROOT

from rulelang.cli.report.rule_matrix import matrix, natural

# game: the letters its rules begin with, and how many of them there are
RULES = {
    "nokosu": ("NOKO", 39),
    "nosh": ("NOSH", 49),
    "nuts": ("NUTS", 53),
    "pretzel": ("PRETZ", 29),
    "sweet_nose": ("SWEET", 41),
}
UNTESTED = "## Rules without a test"


def page(name: str) -> str:
    return (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")


def documented(name: str) -> list[str]:
    """The ids in the table of rules of a game's page."""
    return re.findall(r"(?m)^\| ([A-Z]+-\d+) \|", page(name))


def excused(name: str) -> dict[str, str]:
    """The rules that a page lists as untested, and why."""
    _, _, section = page(name).partition(UNTESTED)
    return dict(re.findall(r"(?m)^- \*\*([A-Z]+-\d+)\*\*: (.+)$", section))


def statements(name: str) -> list[str]:
    """The lines of a file, a wrapped one in one piece: what goes on is indented by four more."""
    found: list[str] = []
    for line in GAMES[name].read_text(encoding="utf-8").splitlines():
        if found and line.strip() and indent(line) >= indent(found[-1]) + 4:
            found[-1] += " " + line.strip()
        elif line.strip():
            found.append(line)
    return found


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def test_there_are_211_rules():
    assert set(RULES) == set(GAMES)
    assert sum(number for _, number in RULES.values()) == 211


@pytest.mark.parametrize("name", RULES)
def test_the_page_lists_every_rule_once(name):
    letters, number = RULES[name]
    assert documented(name) == [f"{letters}-{n}" for n in range(1, number + 1)]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_has_a_line_and_a_test(name):
    found = {rule.id: rule for rule in matrix(GAMES[name])}
    assert sorted(found, key=natural) == documented(name), "the tags of the file are the rules of its page"
    assert [id for id, rule in found.items() if not rule.lines] == []
    untested = {id for id, rule in found.items() if not rule.tests}
    assert untested == set(excused(name)), "rules without a test are listed in the page, with the reason"
    assert all(len(reason) > 20 for reason in excused(name).values())


@pytest.mark.parametrize("name", RULES)
def test_rulings_and_variants_say_which_rule_they_are_about(name):
    for line in statements(name):
        if line.startswith(("ruling ", "variant ", "invariant ")):
            assert re.search(rf"\[{RULES[name][0]}-\d", line), line


@pytest.mark.parametrize("name", RULES)
def test_titles_of_tests_differ(name):
    titles = re.findall(r'(?m)^test "([^"]*)"', GAMES[name].read_text(encoding="utf-8"))
    assert len(set(titles)) == len(titles)


# The scenarios of each specification, by the ids that titles of tests begin with.
SCENARIOS = {
    "nokosu": ("N-S", 18),
    "nosh": ("NOSH-S", 15),
    "nuts": ("NUTS-S", 19),
    "pretzel": ("P-S", 17),
    "sweet_nose": ("S-S", 18),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_a_test(name):
    letters, number = SCENARIOS[name]
    titles = re.findall(r'(?m)^test "([^"]*)"', GAMES[name].read_text(encoding="utf-8"))
    told = {int(found) for title in titles for found in re.findall(rf"\b{letters}(\d+)", title)}
    assert told == set(range(1, number + 1))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_short(name):
    """Under 200 lines without tables, looks and tests."""
    lines = takewhile(lambda line: not line.startswith("test "), statements(name))
    head, rules = "", []
    for line in lines:
        head = line if not indent(line) else head
        if not line.lstrip().startswith("|") and not head.startswith("look "):
            rules.append(line)
    assert len(rules) < 200
