"""Pages of `sim`, `compare` and `sweep`: whole, safe, alike, and without anything from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from cli_kit import NOT_COMPILED, rulelang
from native_kit import needs_c

from rulelang.native.totals import bin_of
from rulelang.sim.compare import differences, play_sides
from rulelang.sim.figures import numbers
from rulelang.sim.page import comparison_page, report_page, sweep_page
from rulelang.sim.page.axes import Scale, as_number, as_percent, round_step, scale_for
from rulelang.sim.page.marks import place, tag, text
from rulelang.sim.page.plots import Dot, Point, dots, lines, ridges
from rulelang.sim.page.sweep import Swept
from rulelang.sim.report import Report, Used, report_of
from rulelang.sim.run import simulate
from rulelang.sim.setup import setup_of

SVG = re.compile(r"<svg.*?</svg>", re.S)
VOID = {"meta", "!doctype"}
HOSTILE = """</title><script>alert("1")</script><img src=x onerror='alert(2)'> & \x07\u202e\ufffe"""

@pytest.fixture(autouse=True)
def folder(two_games):
    """Everything happens in a folder with two small games; nothing is compiled."""
    return two_games


class Outline(HTMLParser):
    """Notes every element, and that each is closed where it was opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, name, attributes):
        self.tags.append((name, dict(attributes)))
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name, attributes):
        self.tags.append((name, dict(attributes)))

    def handle_endtag(self, name):
        assert self.open.pop() == name

    def handle_data(self, data):
        self.words.append(data)

    def count(self, name: str) -> int:
        return sum(each == name for each, _ in self.tags)


def report(name: str = "guess.rules", players: int | None = None, engine: str = "python") -> Report:
    setup = setup_of(name, players, (), {}, (), engine, True)
    return report_of(simulate(setup, 7, 200, 1))


def pages() -> dict[str, str]:
    """One page of each verb."""
    one, two = report(), report(players=3)
    setups = [setup_of("guess.rules", 2, (), {"top": top}, (), "python", True) for top in (6, 3, 9)]
    sides = play_sides(setups, 7, 200)
    told = [report_of(run) for run in sides.runs]
    swept = [Swept("3", 3.0, told[1], differences(sides, 1)), Swept("6", 6.0, told[0], None)]
    return {
        "sim": report_page([one]),
        "players": report_page([one, two]),
        "compare": comparison_page(("guess", "top=3"), told[:2], differences(sides, 1)),
        "sweep": sweep_page("top", [*swept, Swept("9", 9.0, told[2], differences(sides, 2))]),
    }


# ---------------------------------------------------------------- whole pages


def test_pages_are_whole_and_every_plot_says_what_it_shows():
    for verb, page in pages().items():
        outline = Outline(page)
        assert outline.count("h1") == 1 and outline.count("figure") >= 4, verb
        assert "prefers-color-scheme: dark" in page and "@media print" in page and "size: A4" in page
        drawings = [ElementTree.fromstring(found) for found in SVG.findall(page)]
        assert len(drawings) == outline.count("svg") > 4
        space = "{http://www.w3.org/2000/svg}"
        for each in drawings:
            assert each.get("role") == "img" and (each.findtext(f"{space}title") or "").strip()
            if each.get("class") == "plot":
                assert re.search(r"\d", each.findtext(f"{space}desc") or "")
                axes = [found for found in each.iter(f"{space}text") if "axis" in (found.get("class") or "")]
                assert axes and all((found.text or "").strip() for found in axes)


def test_every_link_and_reference_stays_inside():
    for page in pages().values():
        outline = Outline(page)
        ids = {found["id"] for _, found in outline.tags if "id" in found}
        links = [found["href"] or "" for _, found in outline.tags if "href" in found]
        assert all(link.startswith("#") and link[1:] in ids for link in links)
        assert not any({"src", "srcset", "action", "data", "poster"} & set(found) for _, found in outline.tags)
        assert not {"link", "iframe", "object", "embed", "base"} & {name for name, _ in outline.tags}
        rest = page.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp|//\w", rest)


def test_the_same_games_are_the_same_bytes_on_every_engine():
    first, again = pages(), pages()
    assert first == again
    assert report_page([report(engine="reference")]) == first["sim"]
    assert str(Path.cwd()) not in "".join(first.values())


@needs_c
def test_c_writes_the_same_page(monkeypatch):
    monkeypatch.delenv("RULELANG_CC")
    assert report_page([report(engine="c")]) == report_page([report(engine="python")])


def test_figures_of_the_report_stand_in_the_page():
    told = report()
    words = " ".join(Outline(report_page([told])).words)
    for seat in told.seats:
        assert f"{100 * seat.wins.value:.1f}\xa0%" in words
        assert f"{100 * seat.wins.low:.1f}–{100 * seat.wins.high:.1f}" in words
    for use in told.uses:
        if use.wins is not None:
            assert f"{100 * use.wins.value:.1f}\xa0%" in words, use


def test_the_verdict_stands_in_the_page_of_a_comparison():
    words = " ".join(Outline(pages()["compare"]).words)
    assert "Scores are " in words and "No difference found in how often each seat wins" in words


def test_what_was_never_measured_is_not_shown_as_nothing():
    told = report()
    none = numbers({}, 0)
    bare = attrs.evolve(told, changes=none, half=attrs.evolve(told.half, games=0))
    for some in (told, bare):
        swept = sweep_page("top", [Swept("6", 6.0, some, None), Swept("7", 7.0, some, [])])
        for page in (report_page([some]), report_page([some, some]), swept):
            words = " ".join(Outline(page).words)
            wanted = (True, True) if some is told else (False, False)
            assert ("half-time" in words, "hanges of the lead" in words) == wanted


def test_games_that_the_rules_could_not_play():
    told = report("breaks.rules")
    assert told.games == 0 and told.faulty == 200
    page = report_page([told, told])
    words = " ".join(Outline(page).words)
    assert "200 games were stopped by a mistake in the rules" in words and "breaks.rules:8" in words
    assert str(Path.cwd()) not in page


# ---------------------------------------------------------------- hostile texts


def test_texts_from_the_rules_are_only_text():
    told = report()
    uses = tuple(attrs.evolve(each, name=HOSTILE, group=HOSTILE, text=HOSTILE) for each in told.uses)
    idle = Used("action", "idle" + HOSTILE, HOSTILE, HOSTILE, 0, 0, 0, None, None)
    measures = tuple(attrs.evolve(each, name=HOSTILE, group=HOSTILE, text=HOSTILE) for each in told.measures)
    changes = {"title": HOSTILE, "variants": (HOSTILE,), "options": {HOSTILE: HOSTILE}, "mods": (HOSTILE,)}
    bad = attrs.evolve(told, uses=(*uses, idle), measures=measures, **changes)
    sides = play_sides([setup_of("guess.rules", 2, (), {"top": top}, (), "python", True) for top in (6, 3)], 7, 200)
    found = differences(sides, 1)
    hostile = [attrs.evolve(each, name=f"times answer {HOSTILE}") if "·" in each.name else each for each in found]
    for page in (
        report_page([bad, bad]),
        comparison_page((HOSTILE, HOSTILE), (bad, bad), hostile),
        sweep_page(HOSTILE, [Swept(HOSTILE, None, bad, None), Swept(HOSTILE, None, bad, found)]),
    ):
        outline = Outline(page)
        assert outline.count("script") == 1 and outline.count("img") == 0 and outline.count("title") > 1
        assert not any(name.startswith("on") for _, found in outline.tags for name in found)
        assert "\x07" not in page and "\u202e" not in page and "\ufffe" not in page
        for each in SVG.findall(page):
            ElementTree.fromstring(each)
    assert HOSTILE[:30] in " ".join(outline.words)


def test_marks():
    assert text("""<a href='"'>&""") == "&lt;a href=&#x27;&quot;&#x27;&gt;&amp;"
    assert tag("g", text("<"), class_='a"b', data_v=1) == '<g class="a&quot;b" data-v="1">&lt;</g>'
    assert tag("line", x1=1.0, y1=-0.04) == '<line x1="1" y1="0"/>'
    assert [place(each) for each in (0.25, -3.0, 12.96)] == ["0.2", "-3", "13"]


# ---------------------------------------------------------------- plots


def test_axes_have_round_numbers():
    assert [round_step(each) for each in (0.3, 1, 2.1, 26, 70)] == [0.5, 1, 2.5, 50, 100]
    assert Scale(0.27, 0.41, 0, 100).ticks() == pytest.approx([0.3, 0.35, 0.4])
    assert Scale(-1.2, 2.2, 0, 100).ticks() == [-1, 0, 1, 2]
    assert Scale(-0.5, 1.5, 0, 100, least=1).ticks() == [0, 1]
    assert [as_number(each) for each in (0.025, -2.0, 12500.0, -0.0)] == ["0.025", "−2", "12,500", "0"]
    assert scale_for([5.0], 0, 100)(5.0) == pytest.approx(50)
    assert scale_for([5.0, 9.0], 0, 100, zero=True)(0.0) == 0


def circles(plot: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.-]+)" cy="([\d.-]+)"', plot)]


def test_dots_lie_in_order_and_a_bar_holds_its_dot():
    some = [Dot("P1", 0.2, 0.1, 0.3, "20 %"), Dot("P2", 0.4, 0.35, 0.6, "40 %", "▲")]
    plot = dots("Wins", some, "share", as_percent, 0.25, "fair")
    (first, top), (second, under) = circles(plot)
    assert first < second and top < under
    bars = re.findall(r'<line x1="([\d.]+)" x2="([\d.]+)" y1="[\d.]+" y2="[\d.]+" class="bar"', plot)
    assert [float(low) < dot < float(high) for (low, high), dot in zip(bars, (first, second))] == [True, True]
    assert 'class="row more"' in plot


def test_a_distribution_is_as_high_as_it_is_frequent():
    row = {0: 10, 1: 13, 2: 19, **bins({1: 8, 2: 1, 3: 1})}
    plot = ridges("Numbers", [("", numbers(row, 0))], "how many")
    (path,) = re.findall(r'<path d="([^"]+)"', plot)
    heights = [float(base) - float(top) for base, top in re.findall(r"M[\d.]+ ([\d.]+)V([\d.]+)", path)]
    assert len(heights) == 3 and heights[0] == pytest.approx(8 * heights[1], rel=0.02) and heights[1] == heights[2]


def bins(found: dict[int, int]) -> dict[int, int]:
    return {3 + bin_of(value): count for value, count in found.items()}


def test_values_that_are_no_numbers_are_not_joined_by_a_line():
    series = [("P1", [Point(1, 0.5, 1.5), Point(3, 2, 4)]), ("P2", [Point(1, 0.5, 1.5), Point(3, 2, 4)])]
    joined = lines("Lengths", ["1", "9"], [1, 9], series, ("rounds", "mean"), as_number)
    apart = lines("Lengths", ["red", "blue"], None, series, ("color", "mean"), as_number)
    assert joined.count('class="line"') == 2 and joined.count('class="whisker"') == 0
    assert apart.count('class="line"') == 0 and apart.count('class="whisker"') == 4
    names = [float(y) for y in re.findall(r'y="([\d.]+)" class="label name', joined)]
    assert abs(names[0] - names[1]) >= 11.9


# ---------------------------------------------------------------- on the command line


def test_each_verb_writes_a_page():
    verbs = {
        "sim": ["--players", "2,3"],
        "compare": ["--set", "top=3"],
        "sweep": ["--set", "top=2..4"],
    }
    for verb, more in verbs.items():
        said = rulelang(verb, "guess.rules", "-n", 60, *more, "--html", f"{verb}.html")
        assert said.code == 0 and said.err.removeprefix(NOT_COMPILED) == f"Written: {verb}.html\n" and said.out
        page = Path(f"{verb}.html").read_text(encoding="utf-8")
        assert Outline(page).count("main") == 1
        alone = rulelang(verb, "guess.rules", "-n", 60, *more, "--html", "-", "--engine", "reference")
        assert alone.out == page, verb
