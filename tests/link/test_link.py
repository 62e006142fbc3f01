"""Mods on their base and on each other: what they may change, and what is said when they may not."""

from __future__ import annotations

import re

import pytest
from link_kit import BASE

from rulelang.base.source import read_source
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import find_needless_breaks, prove


@pytest.fixture
def table(tmp_path):
    """Writes a base game and mods, and examines the last, or a stack of them."""
    (tmp_path / "base.rules").write_text(BASE)

    def make(*texts: str, stack: bool = False, names: str = "abcdef"):
        paths = []
        for name, text in zip(names, texts):
            path = tmp_path / f"{name}.rules"
            head = "" if text.startswith("mod") else f'mod "Mod {name.upper()}" extends base\n'
            path.write_text(f"rules 1\n{head}{unfolded(text)}\n")
            paths.append(path)
        if stack:
            return examine(read_source(tmp_path / "base.rules"), [read_source(path) for path in paths])
        return examine(read_source(paths[-1]))

    return make


def unfolded(text: str) -> str:
    """Tests and variants that stand on one line here get the block they need."""
    return re.sub(r"(?m)^((?:test|variant) .*?): (?=expect|override|remove)", r"\1:\n  ", text)


def said(found) -> list[str]:
    return [f"{each.code} {each.title}" for each in found.problems]


def codes(found) -> list[str]:
    return [each.code for each in found.problems]


def places(problem) -> list[str]:
    """The files of a problem's labels."""
    return [re.split(r"[/\\]", label.span.source.name)[-1] for label in problem.labels]


def failing(found) -> list[str]:
    assert not found.problems, said(found)
    return [each.test.title for each in prove(found) if not each.passed and not each.on_purpose]


def own(test: str) -> str:
    return f'test "own": expect {test}'


# ---------------------------------------------------------------- what can be changed


@pytest.mark.parametrize(
    "text",
    [
        "override fn twice(m: Int) -> Int = original + m\nbreaks \"B-10\"\n" + own("twice(3) == 9"),
        "override const GOAL = original + 2\n" + own("GOAL == 7"),
        "override const HAND = original * 10\n" + own("HAND == 30"),
        "override table CARD:\n  | kind | cost |\n  | blue | 7 |\n"
        + own("[CARD[blue].cost, CARD[blue].size] == [7, 4]"),
        "override table COPIES[Kind, 2..3]: 0..9:\n  | kind | 3 | 2 |\n  | red | 8 | 7 |\n"
        + own("COPIES[red, 2] == 7"),
        "override table STEPS[1..2]: 0..9:\n  | 2 | 8 |\n" + own("[STEPS[1], STEPS[2]] == [3, 8]"),
        "override table CARD:\n  | kind: Kind | cost: Int |\n  | blue | 7 |\n" + own("CARD[blue].cost == 7"),
        "override table COPIES:\n  | kind | 3 |\n  | red | 8 |\n"
        + 'test "own" for 3 players: expect [COPIES[red, 3], count(Card)] == [8, 12]',
        "override table STEPS[1..2]: 0..50:\n  | 2 | 40 |\n" + own("[STEPS[1], STEPS[2]] == [3, 40]"),
        "override table STEPS:\n  | 2 | 8 |\n" + own("[STEPS[1], STEPS[2]] == [3, 8]"),
        "extend table STEPS:\n  | 3 | 9 |\n" + own("STEPS[3] == 9"),
        "extend enum Kind: green\nextend table CARD:\n  | size | kind | cost |\n  | 1 | green | 2 |\n"
        "extend table COPIES:\n  | kind | 2 | 3 |\n  | green | 5 | 6 |\n"
        + own("[CARD[green].cost, COPIES[green, 2], count(Card)] == [2, 5, 8]"),
        "extend piece Tile:\n  | worth | name |\n  | 4 | two |\n" + own("sum(t.worth for t in Tile) == 5"),
        "override score Total for p:\n  \"Goal\": original + 1\n" + own("Total(P1) == 1"),
        "remove score Total \"Goal\"\nextend score Total for p:\n  \"Gift\": 3\n" + own("Total(P1) == 3"),
        "remove action Act.wait\nbreaks \"waiting\"\n" + own("count(Act(P1)) == 2"),
        "override action Act.gain(k in 1..2) \"More\":\n  original\n  run add(p, 1)\nbreaks \"B-1\"\n"
        'test "own":\n  when Round:\n    P1: gain(2)\n    P2: gain(1)\n  expect [points[P1], points[P2]] == [3, 2]',
        "override step add(p: Seat, n: Int):\n  log += 1\n  original\n"
        'test "own":\n  when add(P1, 4)\n  expect [points[P1], log] == [4, 1]',
        "override step next_of(p: Seat) -> Int:\n  let n = run original\n  return n * 10\n"
        'test "own":\n  when next_of(P1)\n  expect result == 10',
        "override phase Round:\n  original\n  original\n"
        'test "own":\n  when Round:\n    P1: gain(2)\n    P2: gain(1)\n    P1: gain(2)\n    P2: wait\n'
        "  expect points[P1] == 4",
        "before Round: log += 1\nafter Round: log += 10\n"
        'test "own":\n  when Round:\n    others: first\n  expect log == 11',
        "override option rounds = 3\n" + own("rounds == 3"),
        "override option rounds = original + (original - 1)\n" + own("rounds == 3"),
        "remove variant Slow\nremove option fast\nremove invariant \"No debts\"\nremove piece Tile\nremove zone tiles\n"
        + own("rounds == 2"),
        "override winner p: least points[p]\n" + 'test "own":\n  given: points = [1, 2]\n  expect winners == [P1]',
    ],
    ids=lambda text: text.split("\n")[0],
)  # fmt: skip
def test_changes_that_hold(table, text):
    found = table(text)
    assert failing(found) == []
    assert find_needless_breaks(found, list(prove(found))) == []


def test_more_players(table):
    found = table(
        "override game for 2..4 players\n"
        "extend const by players:\n  | | 4 |\n  | HAND | 1 |\n  | TOP | 7 |\n"
        "extend table COPIES:\n  | kind | 4 |\n  | red | 5 |\n  | blue | 6 |\n"
        'test "own" for 4 players: expect [HAND, TOP, COPIES[red, players], count(Card)] == [1, 7, 5, 11]'
    )
    assert failing(found) == []
    assert found.game.players == (2, 3, 4)


# ---------------------------------------------------------------- what cannot


@pytest.mark.parametrize(
    ("text", "code", "files"),
    [
        ("override fn thrice(n: Int) -> Int = n", "R207", ["a"]),
        ("remove variant Slwo", "R207", ["a"]),
        ("breaks \"B-2\"", "R207", ["a"]),
        ("remove option Slow", "R207", ["a"]),
        ("remove enum CARD", "R215", ["a", "base"]),
        ("override step twice(n: Int): nothing", "R215", ["a", "base"]),
        ("override fn twice(n: Int, m: Int) -> Int = n", "R213", ["a", "base"]),
        ("override fn twice(n: Seat) -> Int = 3", "R213", ["a", "base"]),
        ("override fn twice(n: Int) -> Bool = true", "R213", ["a", "base"]),
        ("override action Act.gain \"Gain\": original", "R213", ["a", "base"]),
        ("enum Kind: red", "R206", ["a", "base"]),
        ("extend enum Kind: blue", "R206", ["a", "base"]),
        ("extend score Total for p:\n  \"Goal\": 1", "R206", ["a", "base"]),
        ("extend menu Act:\n  wait: nothing", "R206", ["a", "base"]),
        ("extend table STEPS:\n  | 2 | 9 |", "R372", ["a", "base"]),
        ("extend table COPIES:\n  | kind | 2 | 3 |\n  | red | 5 | 6 |", "R372", ["a", "base"]),
        ("extend table COPIES:\n  | kind | 4 |\n  | red | 5 |", "R216", ["a"]),
        ("extend const by players:\n  | | 4 |\n  | HAND | 1 |", "R216", ["a"]),
        ("extend const by players:\n  | | 3 |\n  | HAND | 1 |\n  | TOP | 1 |", "R206", ["a", "base"]),
        ("extend const by players:\n  | | 4 |\n  | HADN | 1 |", "R210", ["a"]),
        ("extend const by players:\n  expect 1", "R100", ["a"]),
        ("override table CARD:\n  expect 1", "R100", ["a"]),
        ("override table COPIES:\n  expect 1", "R100", ["a"]),
        ("extend table STEPS:\n  expect 1", "R100", ["a"]),
        ("override table CARD:\n  | kind | price |\n  | red | 5 |", "R212", ["a"]),
        ("override table CARD:\n  | kind | cost |\n  | green | 5 |", "R210", ["a"]),
        ("override game for 2..4 players", "R368", ["base"]),
        ("breaks \"B-10\"\nremove fn twice", "R207", ["base", "a"]),
        ("override step next_of(p: Seat) -> Int: return original", "R332", ["a"]),
        ("extend piece Card:\n  | kind |\n  | red |", "R211", ["a", "base"]),
        ("variant Third excludes Qiuck: remove option fast", "R207", ["a"]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_changes_that_do_not_hold(table, text, code, files):
    found = table(text)
    first = found.problems[0]
    assert first.code == code, said(found)
    assert [each.removesuffix(".rules") for each in places(first)] == files


# ---------------------------------------------------------------- tests of the base


def test_a_base_test_that_fails_names_the_change_and_the_test(table):
    found = table("const MORE = 2\noverride fn twice(n: Int) -> Int = original * MORE")
    (broken,) = [each for each in prove(found) if not each.passed]
    assert broken.mistake.code == "R217" and "B-10: twice" in broken.mistake.title
    assert places(broken.mistake) == ["a.rules", "base.rules"]
    assert broken.mistake.span.text == "twice"
    assert 'breaks "B-10"' in broken.mistake.help


def test_a_base_test_that_cannot_be_read_any_more(table):
    found = table("remove action Act.wait")
    assert codes(found) == ["R218"] and places(found.problems[0]) == ["a.rules", "base.rules"]
    assert found.problems[0].span.text == "wait"


def test_an_id_means_its_own_test_only(table):
    found = table('breaks "B-1"\nremove action Act.gain')
    assert codes(found) == []
    found = table('breaks "B-1"\noverride fn twice(n: Int) -> Int = 0')
    assert failing(found) == ["B-10: twice"]


def test_a_test_listed_for_nothing(table):
    found = table('breaks "B-1", "waiting"\nremove action Act.wait')
    (mistake,) = find_needless_breaks(found, list(prove(found)))
    assert mistake.code == "R219" and places(mistake) == ["a.rules", "base.rules"]


# ---------------------------------------------------------------- stacks


def test_mods_on_each_other(table):
    one = 'breaks "B-10"\noverride fn twice(n: Int) -> Int = original + 1'
    two = 'breaks "B-10"\noverride fn twice(n: Int) -> Int = original * 2\ntest "two": expect twice(3) == 14'
    assert failing(table(one, two, stack=True)) == []


@pytest.mark.parametrize(
    "change",
    [
        "override const GOAL = original + 1",
        "override const HAND = original + 1",
        "override score Total for p:\n  \"Goal\": original + 1",
        "override action Act.wait \"Wait\":\n  log += 1\n  original",
        "override step add(p: Seat, n: Int):\n  log += 1\n  original",
    ],
)  # fmt: skip
def test_original_of_an_original(table, change):
    """Three mods deep, each builds on the one before."""
    found = table(change, change, change, stack=True)
    assert not found.problems, said(found)
    checks = {
        "const GOAL": "GOAL == 8",
        "const HAND": "HAND == 6",
        "score": "Total(P1) == 3",
    }
    for key, test in checks.items():
        if key in change:
            assert failing(table(change, change, f"{change}\n{own(test)}", stack=True)) == []


def test_what_the_base_has_is_listed_where_no_name_is_near(table):
    """“Use the name of something the base declares” left the reader to look for it."""
    (only,) = table("override const ZEBRA = 30").problems
    assert only.code == "R207" and only.help == "The base has `GOAL`."
    (near,) = table("override const GOLA = 30").problems
    assert near.help == "did you mean `GOAL`?"
    (function,) = table("override fn zebra(n: Int) -> Int = 30").problems
    assert "`twice`" in function.help and "seats_from" not in function.help


@pytest.mark.parametrize(
    ("one", "two", "code"),
    [
        ("override const GOAL = 6", "override const GOAL = 7", "R208"),
        ("override const HAND = 6", "override const HAND = 7", "R208"),
        ("override option rounds = 1", "override option rounds = 3", "R208"),
        ("override fn twice(n: Int) -> Int = 6", "override fn twice(n: Int) -> Int = 7", "R208"),
        ("override game for 2 players", "override game for 3 players", "R208"),
        ("override table STEPS[1..2]: 0..9:\n  | 2 | 8 |", "override table STEPS[1..2]: 0..9:\n  | 2 | 9 |", "R208"),
        ("override action Act.wait: nothing", "remove action Act.wait", "R208"),
        ("remove action Act.wait", "override action Act.wait: nothing", "R207"),
        ("remove action Act.wait", "remove action Act.wait", "R207"),
        ("remove option fast", "override option fast = true", "R207"),
        ("remove score Total \"Goal\"", "override score Total for p:\n  \"Goal\": 1", "R207"),
        ("var more: Int = 0", "var more: Int = 1", "R206"),
        ("extend enum Kind: green", "extend enum Kind: green", "R206"),
        ("test \"same\": expect true", "test \"same\": expect true", "R206"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_conflicts_name_both_places(table, one, two, code):
    found = table(one, two, stack=True)
    first = next(each for each in found.problems if each.code == code)
    assert places(first) == ["b.rules", "a.rules"]
    assert codes(found)[:1] == [code] or code == "R206"


def test_different_parts_do_not_conflict(table):
    one = 'override action Act.gain(n in 1..2) "Gain": run add(p, n)'
    assert codes(table(one, 'override action Act.wait "Wait": nothing', stack=True)) == []


def test_a_mod_of_a_mod_may_change_what_its_base_changed(table):
    one = 'mod "One" extends base\noverride const GOAL = 6\ntest "six": expect GOAL == 6'
    two = 'mod "Two" extends a\nbreaks "six"\noverride const GOAL = 7\n' + own("GOAL == 7")
    assert failing(table(one, two)) == []


def test_a_mod_that_two_stand_on_is_there_once(table):
    one = 'mod "One" extends base\nvar more: Int = 0'
    two = 'mod "Two" extends a\nvar second: Int = 0'
    three = 'mod "Three" extends a\nvar third: Int = 0\n' + own("[more, second, third] == [0, 0, 0]")
    found = table(one, two, three, stack=True)
    assert failing(found) == []
    assert [str(head.title) for head in found.linked.mods] == ["One", "Two", "Three"]


def test_a_mod_of_another_game(table, tmp_path):
    (tmp_path / "other.rules").write_text(BASE.replace('"Base"', '"Other"'))
    found = table('mod "Stray" extends other\nvar more: Int = 0', stack=True)
    assert codes(found) == ["R220"] and places(found.problems[0]) == ["a.rules", "base.rules"]


def test_two_mods_of_one_title(table):
    texts = [f'mod "Same" extends base\noverride const GOAL = {value}' for value in (1, 2)]
    found = table(*texts, stack=True)
    assert codes(found) == ["R208"]


# ---------------------------------------------------------------- variants


def test_a_test_with_variants_that_exclude_each_other(table):
    found = table('test "both" with Slow, Quick: expect true')
    assert codes(found) == ["R214"] and places(found.problems[0]) == ["a.rules", "base.rules"]


def test_variants_come_after_mods(table):
    mod = 'breaks "B-10"\noverride fn twice(n: Int) -> Int = 10\ntest "own" with Slow: expect twice(3) == 9'
    assert failing(table(mod)) == []


def test_modules_use_modules_each_once(tmp_path):
    (tmp_path / "a.rules").write_text("rules 1\nuse b, c\nfn one() -> Int = two() - 1\n")
    (tmp_path / "b.rules").write_text("rules 1\nuse c, a\nfn two() -> Int = TWO\n")
    (tmp_path / "c.rules").write_text("rules 1\nuse std.french\nconst TWO = 2\n")
    (tmp_path / "game.rules").write_text(
        'rules 1\ngame "G" for 2 players\nuse a, b, std.french\nplay: nothing\nwinner p: most one()\n'
    )
    assert examine(read_source(tmp_path / "game.rules")).problems == []
