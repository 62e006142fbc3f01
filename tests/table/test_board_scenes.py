"""A board as a page draws it: cells with places and signs, options that a click on a cell stands for."""

from __future__ import annotations

from helpers import ROOT

from rulelang import load
from rulelang.present.english import Reader
from rulelang.story import Facts
from rulelang.table.scene import Scene


def scene(name, answers, seat):
    match = load(ROOT / f"examples/gallery/{name}.rules").start(3)
    for answer in answers:
        match.choose(next(each for each in match.decision.options if str(each.value) == answer))
    view = match.view(seat)
    facts = Facts.of(match.game.program)
    return match, Scene(view, facts, Reader(seat, {1: "Ann", 2: "Ben"}), {})


def test_cells_have_places_and_signs():
    _, drawn = scene("connect_four", ["d1", "d2", "a1"], 2)
    (board,) = drawn.draw()["boards"]
    cells = {cell["name"]: cell for cell in board["cells"]}
    assert board["shape"] == "square" and len(cells) == 42 and (cells["d2"]["x"], cells["d2"]["y"]) == (4, 2)
    assert [each["sign"] for each in cells["d1"]["on"] + cells["d2"]["on"]] == ["●", "○"] and not cells["g1"]["on"]
    assert [(each["sign"], each["name"]) for each in board["legend"]] == [("●", "Ann"), ("○", "you")]
    assert not any(place["key"].startswith("at[") for place in drawn.draw()["places"])


def test_options_name_their_cells():
    match, drawn = scene("hex", ["lay(b2)"], 2)
    options = drawn.question(match.decision)["options"]
    free = [cell for cell in match.game.program.members["Grid"] if cell != "b2"]
    assert [option["cells"] for option in options] == [[cell] for cell in free]
    match, drawn = scene("breakthrough", [], 1)
    assert ["a2", "b3"] in [option["cells"] for option in drawn.question(match.decision)["options"]]
