"""Traces: of the documented shape, and complete enough to audit a game without rulelang."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from play_kit import PACKS, fits_schema, game_of, games, small, steps

from rulelang.base.escape import json_text
from rulelang.play.trace import VERSION


@pytest.mark.few(2)
@pytest.mark.parametrize("name", games())
def test_traces_have_the_documented_shape(name):
    *_, match = steps(games()[name].start(seed=6), 2)
    lines = [json.loads(line) for line in map(json_text, match.trace())]
    seen: Counter[str] = Counter()
    for line in lines:
        seen[line["event"]] += 1
        if seen[line["event"]] <= 20:
            fits_schema("trace", line)
    assert lines[0]["version"] == VERSION and [line["number"] for line in lines[1:]] == list(range(len(lines) - 1))


class Auditor:
    """Knows JSON and nothing of rulelang: follows pieces, amounts and variables line by line."""

    def __init__(self, header):
        self.looks = {piece["id"]: piece["look"] for piece in header["pieces"]}
        self.where: dict[int, str] = {}
        self.amounts = header["resources"]
        self.variables = dict(header["variables"])
        self.total = {name: sum(held.values()) for name, held in self.amounts.items()}

    def read(self, line):
        kind = line["event"]
        if kind == "began":
            self.where = {piece["id"]: piece["zone"] for piece in line["pieces"]}
        elif kind == "drew":
            assert 0 <= line["outcome"] < line["n"]
        elif kind == "chose":
            assert line["options"][line["taken"]]["value"] == line["answer"]
        elif kind == "moved":
            for piece in line["pieces"]:
                assert self.where[piece["id"]] == line["from"], line
                self.where[piece["id"]] = line["to"]
        elif kind == "formed":
            for piece in line["pieces"]:
                self.where[piece["id"]] = line["zone"]
        elif kind == "shuffled":
            assert {self.where[piece["id"]] for piece in line["pieces"]} == {line["zone"]}
        elif kind == "paid":
            self.amounts[line["resource"]][line["from"]] -= line["amount"]
            self.amounts[line["resource"]][line["to"]] += line["amount"]
            assert min(self.amounts[line["resource"]].values()) >= 0
            assert sum(self.amounts[line["resource"]].values()) == self.total[line["resource"]]
        elif kind == "wrote":
            self.variables[line["variable"]] = line["value"]
        elif kind == "scored":
            assert sum(item["value"] for item in line["lines"]) == line["total"]


@pytest.mark.parametrize("name", games())
def test_a_program_that_knows_nothing_can_follow_a_trace(name):
    *_, match = steps(games()[name].start(seed=4), 9)
    header, *lines = match.trace()
    auditor = Auditor(json.loads(json.dumps(header)))
    for line in lines:
        auditor.read(line)
    sizes = Counter(re.sub(r"#\d+$", "", zone) for zone in auditor.where.values())
    for zone, entry in match.view(None)["zones"].items():
        assert sizes[zone] == entry["size"]
    for variable, value in match.view(None)["variables"].items():
        assert value == "?" or auditor.variables[variable] == value
    assert lines[-1]["event"] == "ended" and lines[-1]["winners"] == list(match.winners)


def test_every_draw_says_what_it_meant():
    *_, match = steps(small("cups").start(3))
    drawn = [line for line in match.trace() if line["event"] == "drew"]
    assert all(line["means"] == line["outcome"] + 1 for line in drawn if line["what"] == "roll")
    assert all(line["means"]["look"].startswith("Die(") for line in drawn if line["what"] == "deal")
    *_, match = steps(small("packs").start(3))
    shuffles = [line for line in match.trace() if line["event"] in ("drew", "shuffled")]
    order = next(line for line in shuffles if line["event"] == "shuffled")["pieces"]
    placed = [line["means"]["id"] for line in shuffles if line["event"] == "drew" and line["what"] == "shuffle"]
    assert placed[:23] == [piece["id"] for piece in order[:23]]


def test_lines_name_their_rule():
    text = PACKS.replace('"Give a card to the left, unseen":', '"Give a card to the left, unseen" [PACK-3]:')
    *_, match = steps(game_of(text).start(3))
    lines = list(match.trace())
    number = text.lstrip().splitlines().index("    move c to hand[p.left]") + 1
    (first,) = [line for line in lines if line.get("to") == "hand[P2]" and line.get("from") == "hand[P1]"][:1]
    assert first["rule"] == f"small.rules:{number}" and first["tags"] == ["PACK-3"]
    assert all(line["rule"] is None or re.fullmatch(r"\w+\.rules:\d+", line["rule"]) for line in lines[1:])


def test_all_options_are_in_a_trace():
    match = small("packs").start(3)
    options = [option.value for option in match.decision.options]
    match.choose(1)
    chose = next(line for line in match.trace() if line["event"] == "chose")
    assert [option["value"] for option in chose["options"]] == options and chose["answer"] == options[1]
    assert chose["seat"] == 1 and chose["asked"] and len(chose["options"][0]["pieces"]) == 1
