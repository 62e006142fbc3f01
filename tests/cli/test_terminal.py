"""Nothing gets to a terminal or into a page but what `cli/terminal.py` and the escapers let through."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cli_kit import ROOT, Said, rulelang, script, terminal
from helpers import examples
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from rulelang.base.escape import csv_cell, html_text, json_text, markdown_text
from rulelang.base.hidden import is_hidden, terminal_text

WAYS_OUT = {"print", "echo", "secho", "pprint", "Console"}
STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}
BARS = {"cli/options/simulate.py", "cli/report/search.py"}  # a progress bar is drawn by rich

# A text in every place that has one; @ is what a stranger wrote there.
GAME = """\
rules 1
game "G@" for 2 players "about @"
credits "by @"
ruling "ruled @"
option top: 2..4 = 3 "top @"
enum Suit "suit @": red, blue
piece Coin(side: 1..2) in hat "coin @": 1 each
zone hat: bag of Coin, hidden "hat @"
zone hand[Seat]: set of Coin, owner "hand @"
var said[Seat]: 0..4 = 0 "said @"
var points[Seat]: Int = 0 "points @"

play:
  run Ask
  tally Rate

phase Ask "phase @":
  for p in seats:
    p chooses n from 1..top "prompt @"
    said[p] = n
    note "noted @ {n}"
  P1 chooses from Menu(P1)

menu Menu(p: Seat) "menu @":
  stay(n in 1..2) where n != 2 else "never @" "stay @ {n}": nothing
  go "go @": points[p] += 1

score Rate for p into points:
  "line @": 1 when said[p] == 1

winner p: most points[p]

variant Short "short @":
  override option top = 2

invariant "inv @": points[P1] >= 0

test "test @":
  expect points[P1] == 1
"""
NASTY = "\x1b[31m\x07\x08\x9b\x7f\u202e\u2066\u200b\u2060\ufeff\u00ad\u3164\U000e0041"
NASTY += "<script>alert(1)</script>&lt;|*`_#=![x](javascript:y)'"
ALPHABET = "\x1b\x07\x9b\x0b\x0c\x1c\x85\u2028\u2029\u202e\u200d\ufeff\ud7ff\U000e0001\t<>&|*_`#=+-@[]()!'/ab "


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- one way out


def test_there_is_one_way_out() -> None:
    found = []
    for path in sorted((ROOT / "rulelang").rglob("*.py")):
        name = str(path.relative_to(ROOT / "rulelang"))
        text = path.read_text(encoding="utf-8")
        if name == "cli/terminal.py" or not any(word in text for word in ("sys", *WAYS_OUT)):
            continue
        for node in ast.walk(ast.parse(text)):
            stream = isinstance(node, ast.Attribute) and node.attr in STREAMS and ast.unparse(node.value) == "sys"
            stream |= isinstance(node, ast.ImportFrom) and node.module == "sys"
            called = node.func if isinstance(node, ast.Call) else None
            way = getattr(called, "id", None) or getattr(called, "attr", None)
            if stream or (way in WAYS_OUT and not (way == "Console" and name in BARS)):
                found.append(f"{name}:{node.lineno}")
    assert found == []


# ---------------------------------------------------------------- hostile texts


def spotless(said: Said) -> None:
    """Nothing hidden, no traceback, no way into a terminal."""
    assert not [letter for letter in said.text if letter != "\n" and is_hidden(letter)]
    assert "mistake in rulelang" not in said.text


class Live(HTMLParser):
    """Everything in a page that a browser would do more with than show."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag] * (tag in ("iframe", "img", "object", "embed", "form", "link", "base"))
        self.found += [key for key, value in attrs if key.startswith("on") or "javascript:" in (value or "")]

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and "alert" in data:
            self.found.append("script")


def dead(page: str) -> None:
    """Is there nothing in a page but text?"""
    live = Live()
    live.feed(page)
    assert live.found == [] and "<script>alert" not in page
    assert not [letter for letter in page if letter not in "\n" and is_hidden(letter)]


@examples(4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(ALPHABET, min_size=1, max_size=12))
@example(NASTY)
def test_a_hostile_text_in_every_place_gives_no_orders(text: str) -> None:
    Path("h.rules").write_text(GAME.replace("@", text.replace("\\", "").replace('"', "")), encoding="utf-8", newline="")
    checked = rulelang("check", "h.rules")
    spotless(checked)
    for verb in (
        "run h.rules --seed 3 --seats random,random --record r.json --trace t.jsonl", "check h.rules --json",
        "run h.rules --seats random,random --json", "replay r.json", "replay r.json --json", "replay t.jsonl --seat 1",
        "rulebook h.rules", "test h.rules --games 2", "fmt --diff h.rules", "diff h.rules --variant Short",
        "sim h.rules -n 20 --engine python --csv - --json -", "check h.rules --format github",
    ):  # fmt: skip
        said = rulelang(*verb.split())
        spotless(said)
        assert said.code in (0, 1) or checked.code == 1, said
    spotless(rulelang("run", "h.rules", "--seats", "you,random", typed="1\n?\nwhy stay\nu\nx\nq\n"))
    spotless(rulelang("replay", "r.json", "--step", typed="\n\n\ns1\nq\n"))
    if checked.code == 0:
        rulelang("rulebook", "h.rules", "--html", "-o", "b.html")
        rulelang("sim", "h.rules", "-n", 20, "--engine", "python", "--html", "s.html")
        rulelang("test", "h.rules", "--games", 2, "--coverage", "--html", "c.html")
        for page in ("b.html", "s.html"):
            dead(Path(page).read_text(encoding="utf-8"))


def test_a_hostile_text_is_spelled_out_and_colours_are_ours(here: Path) -> None:
    (here / "h.rules").write_text(GAME.replace("@", "\x1b[31m\u202eX"), encoding="utf-8")
    with terminal(here, "run", "h.rules", "--seed", 3, color=True) as screen:
        seen = screen.prompt()
        screen.type("q\n")
        assert screen.end() == 0
    assert "G‹U+001B›[31m‹U+202E›X" in seen and "\x1b[1m" in seen
    assert "\u202e" not in screen.seen and "\x1b[31m" not in screen.seen


@pytest.mark.parametrize("name", ["a\x1b[31mb.rules", "a\u202eb.rules", "a\nb.rules", b"a\xff\x80.rules"])
def test_a_hostile_name_of_a_file(here: Path, name: str | bytes) -> None:
    path = os.fsdecode(name)
    Path(path).write_text(GAME.replace("@", ""), encoding="utf-8")
    for arguments in (("check", path), ("check", "."), ("rulebook", path), ("fmt", "--diff", path), ("explain", path),
                      ("run", path, "--seats", "random,random", "--record", "r.json"), ("replay", "r.json"),
                      ("sim", path, "-n", 2, "--engine", "python"), ("run", f"{path}x"), (path,)):  # fmt: skip
        spotless(rulelang(*arguments))


# ---------------------------------------------------------------- escapers


@given(st.text(ALPHABET, max_size=20))
def test_escapers(text: str) -> None:
    assert not re.search(r"[<>\"']", html_text(text))
    assert not re.search(r"(?<!\\)(?:\\\\)*[<>`*\[\]]", markdown_text(text))
    assert json.loads(json_text({"t": text}, indent=1)) == {"t": text}
    assert not [each for each in json_text(text, indent=1) + terminal_text(text) if is_hidden(each)]
    out = io.StringIO()
    csv.writer(out).writerow([csv_cell(text), csv_cell(-3), csv_cell("-3"), csv_cell("+1.5e-3")])
    (row,) = csv.reader(io.StringIO(out.getvalue()))
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r")) and row[1:] == ["-3", "-3", "+1.5e-3"]


# ---------------------------------------------------------------- nobody reads


CLOSED = {
    "games": 0, "check h.rules": 0, "check bad.rules": 1, "fmt --diff h.rules": 0, "rulebook h.rules": 0,
    "explain R101": 0, "run h.rules --seats random,random": 0, "run --help": 0, "run nowhere": 2,
    "run h.rules --seats you,random": 130,
}  # fmt: skip


@pytest.mark.few(4)
@pytest.mark.parametrize("arguments", CLOSED)
@pytest.mark.parametrize("way", ["pipe", "closed", "full"])
def test_output_that_nobody_takes(here: Path, arguments: str, way: str) -> None:
    """The exit code is what it would be; a full disk is said."""
    if way != "pipe" and arguments not in ("check h.rules", "games", "run h.rules --seats you,random"):
        pytest.skip("the same code on the way")
    (here / "h.rules").write_text(GAME.replace("@", ""))
    (here / "bad.rules").write_text("rules 1\ngame 7\n")
    read, write = os.pipe()
    os.close(read)
    command = [script(), *arguments.split()]
    if way == "closed":
        command = ["sh", "-c", '"$@" >&-', "sh", *command]
    with open("/dev/full", "w") as full:
        out = {"pipe": write, "closed": write, "full": full}[way]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, input="1\n1\n", text=True, timeout=300)
    os.close(write)
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    if way == "full":
        assert done.returncode == 1 and "the output cannot be used (no space left on device)" in done.stderr
    elif way == "pipe":
        assert done.returncode == CLOSED[arguments], done.stderr


def worked(pid: int) -> float:
    """Seconds that processors have worked for a process and for those it has started, such as compilers."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        inside = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it is over
        return 0.0
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK") + sum(worked(int(child)) for child in inside)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell how long a process works")
def test_a_search_shows_that_it_goes_on(tmp_path: Path) -> None:
    """Deals of Gin take longest: no two seconds of work without a sign of life, however busy the machine is."""
    with terminal(tmp_path, "test", "gin_rummy", "--games", "4", "--set", "most_deals=1") as there:
        seen, last, longest = "", 0.0, 0.0
        while there.read():
            now = worked(there.pid)
            longest = max(longest, now - last)
            if there.seen != seen:
                seen, last = there.seen, max(now, last)
        assert "4 games played, nothing broken" in there.seen and there.process.wait() == 0
    assert longest < 2 and seen.count("games") > 1  # the last line, and signs before it: a quick search shows few
