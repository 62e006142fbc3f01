"""The pages of README.md and docs/: every example is checked, its tests are run, it is played; every command is typed.

A fenced block says what it is in its first line:

    ```rules                      a whole file: no problem is found, its tests pass, it can be played to the end
    ```rules fragment             declarations, statements or expectations; they are put into the game of the examples
    ```rules broken R301          a file or fragment in which just this problem is found
    ```rules fails R603           a file or fragment that goes wrong in play, with this code
    ```rules from PATH            lines of a file, in its order
    ```rules slip PATH CODE       a line of a file, written wrongly; a ```text block below it shows what is said of it
    ```console                    commands after `$ rulelang`; what they print is below, `…` stands for lines left out

Tables between `<!-- table: NAME -->` and `<!-- end -->` are written by this file: `make pages`.
"""

from __future__ import annotations

import difflib
import os
import random
import re
import shlex
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest
import warm

from rulelang import ir
from rulelang.analysis.report import analysis
from rulelang.base.limits import Limits
from rulelang.base.source import Source
from rulelang.check.builtins import NAMES
from rulelang.diagnostics import CODES, render
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.engine.testing import run_test
from rulelang.lower import lower
from rulelang.syntax import RESERVED, nodes, parse
from rulelang.syntax.build import CLASSES
from rulelang.syntax.file_checks import walk
from rulelang.workspace.problems import Examined, examine

ROOT = Path(__file__).parents[2]
LANGUAGE = ROOT / "docs" / "language.md"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__))
TOP = [ROOT / "README.md", ROOT / "SECURITY.md"]
OURS = [*TOP, *(ROOT / "docs" / f"{name}.md" for name in ("README", "language", "library", "tutorial"))]
FOUND = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "howto").glob("*.md"))]
OTHERS = [page for page in FOUND if page not in OURS and page.name not in ELSEWHERE]
PAGES = [page for page in OURS + OTHERS if page.exists()]


@attrs.frozen
class Block:
    """A fenced block: where it stands, the words after its fence, and what is in it."""

    page: Path
    line: int
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page, text.count("\n", 0, found.start()) + 1, (found[1], *found[2].split()), found[3])
        for found in FENCE.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def of_kind(*words: str) -> list[Block]:
    """The blocks whose fence begins with these words; `rules` alone is a whole file."""
    if words == ("rules",):
        return [block for block in BLOCKS if block.words == words]
    return [block for block in BLOCKS if block.words[: len(words)] == words]


def each(*words: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", of_kind(*words), ids=str)


# ---------------------------------------------------------------- fragments

DECLARING = re.compile(
    r"(option|const|enum|type|piece|zone|resource|var|table|board|group|look|fn|step|phase|setup|play|menu|score|winner"
    r"|end when|end after|invariant|variant|override|extend|remove|before|after|mechanism|auction|trick|draft|trade"
    r"|reaction|test|ruling|credits|use)\b"
)


@cache
def frame() -> str:
    """The game of the examples, as the reference prints it."""
    return next(block.text for block in blocks_of(LANGUAGE) if 'game "The game of the examples"' in block.text)


def whole(text: str) -> str:
    """A file: the text itself, or the game of the examples with the text in its place."""
    first = re.split(r"[\s:]", text, maxsplit=1)[0]
    if first == "rules":
        return text
    if first == "expect":
        return framed(f'test "an example":\n{textwrap.indent(text, "  ")}')
    if DECLARING.match(text):
        return framed(text)
    names = [name for name in ("p", "q") if used(name, text)]
    arguments = ", ".join({"p": "P1", "q": "P2"}[name] for name in names)
    head = f"phase Example({', '.join(f'{name}: Seat' for name in names)})" if names else "phase Example"
    return framed(f"{head}:\n{textwrap.indent(text, '  ')}play: run Example{f'({arguments})' if names else ''}\n")


def used(name: str, text: str) -> bool:
    """Is a name used, and not bound by the text itself?"""
    bound = rf"\b(?:for|each|let|var)\s+{name}\b|, {name} in\b|\b{name} from\b"
    return bool(re.search(rf"\b{name}\b", text)) and not re.search(bound, text)


def framed(text: str) -> str:
    """The text after the game of the examples, without what the text declares itself; its phases are run."""
    own = {key(line) for line in text.splitlines() if line[:1].isalpha()}
    kept = [chunk for chunk in re.split(r"(?m)^(?=\w)", frame()) if key(chunk) not in own]
    phases = re.findall(r"(?m)^phase (\w+)(?: until|:| \")", text)
    if phases and "play" not in own:
        kept = [chunk for chunk in kept if key(chunk) != "play"]
        text += f"play: run {', '.join(phases)}\n"
    return "".join(kept) + text


def key(line: str) -> str:
    """What a declaration declares: its name, or its word where there is one of a kind."""
    words = re.findall(r"\w+", line)
    if words[:1] == ["look"]:
        return " ".join(words)
    single = ("rules", "game", "setup", "play", "winner")
    return words[0] if words[:1] and words[0] in single else " ".join(words[1:2])


# ---------------------------------------------------------------- checking and playing


def examined(block: Block) -> Examined:
    return examine(Source(f"{ROOT / 'games' / block.page.name}", whole(block.text)))


def told(found: Examined) -> str:
    return "\n".join(map(render, found.problems))


def failed_tests(found: Examined) -> dict[str, str]:
    """The tests that fail, with the first reason."""
    reasons = {}
    for game, test in found.tests():
        program, _ = lower(game, test.players, test.settings)
        assert program is not None
        result = run_test(program, test)
        if not result.passed:
            reasons[test.title] = str(result.failures[0])
    return reasons


def broken_on_purpose(found: Examined, title: str) -> bool:
    assert found.linked is not None
    return any(title == name or re.match(rf"{re.escape(name)}\b", title) for name in found.linked.breaks)


def play(game: ir.Game, players: int, seed: int) -> Match:
    """A game played at random to its end."""
    program, _ = lower(game, players, {})
    assert program is not None
    analysis(program)  # so that what is perhaps revealed is tested in play
    match, bots = Match(program, seed=seed, guarded=True), random.Random(seed)
    while match.decision is not None:
        match.choose(bots.randrange(len(match.decision.options)))
    return match


def plays(found: Examined) -> Iterator[Match]:
    """The game in its forms: plain with the fewest and the most players, and with each variant."""
    for variants, game in found.games.items():
        for players in {game.players[0], game.players[-1]} if not variants else game.players[:1]:
            yield play(game, players, seed=1)


@pytest.mark.parametrize("block", of_kind("rules") + of_kind("rules", "fragment"), ids=str)
def test_examples_are_right(block):
    found = examined(block)
    assert not found.problems, told(found)
    failed = failed_tests(found)
    assert all(broken_on_purpose(found, title) for title in failed), failed
    for match in plays(found):
        assert match.over


@each("rules", "broken")
def test_mistakes_are_found(block):
    found = examined(block)
    assert [problem.code for problem in found.problems] == [block.words[2]], told(found)


@each("rules", "fails")
def test_mistakes_in_play_are_found(block):
    found = examined(block)
    assert not found.problems, told(found)
    with pytest.raises(RuleError) as error:
        list(plays(found))
    assert error.value.code == block.words[2]


# ---------------------------------------------------------------- files beside the pages


def in_order(wanted: list[str], lines: list[str]) -> str | None:
    """The first line that is wanted and does not come; None if all do. A `…` inside a line stands for what varies."""
    at = 0
    for line in wanted:
        found = next((number for number, each in enumerate(lines[at:], at) if fits(line, each)), None)
        if found is None:
            return line
        at = found + 1
    return None


def fits(wanted: str, line: str) -> bool:
    pattern = ".+".join(map(re.escape, wanted.split("…")))
    return re.fullmatch(pattern, line) is not None


@each("rules", "from")
def test_shown_lines_stand_in_their_file(block):
    lines = (ROOT / block.words[2]).read_text("utf-8").splitlines()
    assert in_order([line for line in block.text.splitlines() if line.strip() not in ("", "…")], lines) is None


@each("rules", "slip")
def test_what_is_said_of_a_slip_is_shown(block):
    path, code = ROOT / block.words[2], block.words[3]
    lines, wrong = path.read_text("utf-8").splitlines(), block.text.rstrip("\n")
    near = max(lines, key=lambda line: difflib.SequenceMatcher(None, line, wrong).ratio())
    text = "\n".join(wrong if line == near else line for line in lines) + "\n"
    found = examine(Source("windfall.rules", text))
    assert [problem.code for problem in found.problems] == [code]
    shown = next(other for other in BLOCKS if other.page == block.page and other.line > block.line)
    assert shown.words == ("text",) and shown.text.strip() == told(found).strip()


TUTORIAL = sorted((ROOT / "examples" / "tutorial").glob("*.rules"))


@pytest.mark.parametrize("path", TUTORIAL, ids=lambda path: path.name)
def test_steps_of_the_tutorial_can_be_played(path):
    found = examine(Source(str(path), path.read_text("utf-8")))
    assert not found.problems, told(found)
    assert not failed_tests(found)
    assert all(match.over for match in plays(found))


# ---------------------------------------------------------------- commands


@cache
def output(command: str) -> list[str]:
    """What a command prints, on both streams, in a terminal of 80 columns without colour."""
    arguments = shlex.split(command)[1:]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    ran = warm.run(arguments, cwd=ROOT, env=environment, together=True)
    assert ran.returncode < 2, ran.stdout
    return [line.rstrip() for line in ran.stdout.splitlines()]


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Each command of a block, with the lines shown below it."""
    found = re.split(r"(?m)^\$ ", block.text)[1:]
    return [(part.splitlines()[0], part.splitlines()[1:]) for part in found if part.startswith("rulelang ")]


@each("console")
def test_commands_print_what_is_shown(block):
    for command, shown in commands(block):
        wanted = [line.rstrip() for line in shown if line.strip()]
        printed = [line for line in output(command) if line]
        if "…" not in (line.strip() for line in wanted):
            assert not wanted or len(printed) == len(wanted)
        assert in_order([line for line in wanted if line.strip() != "…"], printed) is None


# ---------------------------------------------------------------- the pages as a whole


LINKED = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        path, _, place = target.partition("#")
        if target.startswith(("http://", "https://")):
            continue
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not place or place in anchors(file), target


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_rows_of_a_table_are_as_wide_as_its_header(page):
    for table in re.findall(r"(?m)^(?:\|.*\n)+", re.sub(FENCE, "", page.read_text("utf-8"))):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def anchors(page: Path) -> set[str]:
    """What can stand after `#` in a link to a page."""
    heads = re.findall(r"(?m)^#+ (.+)$", re.sub(FENCE, "", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_of_rules_is_of_a_known_kind(page):
    known = {(), ("fragment",), ("broken",), ("fails",), ("from",), ("slip",)}
    for block in blocks_of(page):
        assert block.words[0] != "rules" or block.words[1:2] in known, str(block)


def test_every_construct_is_in_the_reference():
    shown = {type(node) for block in blocks_of(LANGUAGE) if block.words[0] == "rules" for node in tree(block)}
    wanted = set(CLASSES.values()) - {nodes.File}
    assert not {kind.__name__ for kind in wanted - shown}


def tree(block: Block) -> list[nodes.Node]:
    file, _ = parse(Source(str(block), whole(block.text)))
    return [node for node, _ in walk(file)]


def test_every_builtin_is_in_the_reference():
    text = LANGUAGE.read_text("utf-8")
    assert not [name for name in NAMES if f"`{name}(" not in text]


def test_the_taste_is_real():
    """What README.md shows of a game stands in that game."""
    assert [block for block in BLOCKS if block.page.name == "README.md" and block.words[:2] == ("rules", "from")]


# ---------------------------------------------------------------- tables that are written from the sources


def reserved() -> str:
    words = " ".join(f"`{word}`" for word in sorted(RESERVED))
    return textwrap.fill(words, 110, break_on_hyphens=False)


def limits() -> str:
    rows = []
    for each in attrs.fields(Limits):
        rows.append(f"| `{each.name}` | {each.default:,} {each.metadata['what']} {each.metadata['where']} |")
    return "\n".join(["| limit | at most |", "|---|---|", *rows])


def codes(digits: str) -> str:
    found = sorted(code for code in CODES if code[1] in digits)
    rows = [f"| {code} | {cell(CODES[code].title)} | {cell(CODES[code].next)} |" for code in found]
    return "\n".join(["| code | what is wrong | what to do |", "|---|---|---|", *rows])


def cell(text: str) -> str:
    """A template as prose: what is filled in is shown as `…`."""
    filled = re.sub(r"\{(\w+)\}", "…", text.replace("{{", "\0").replace("}}", "\1"))
    return filled.replace("\0", "{").replace("\1", "}").replace("|", "\\|")


def mechanism(family: str, name: str) -> str:
    """What a mechanism of the library needs, offers and tells, one row each."""
    file, _ = parse(Source(family, (ROOT / "rulelang" / "std" / f"{family}.rules").read_text("utf-8")))
    found = next(d for d in file.declarations if isinstance(d, nodes.Mechanism) and d.name == name)
    rows = [asked(part) for part in found.parts if isinstance(part, nodes.Need | nodes.Hook | nodes.OnHook)]
    return "\n".join(["| name | gives | if you leave it out | meaning |", "|---|---|---|---|", *rows])


def asked(part: nodes.Need | nodes.Hook | nodes.OnHook) -> str:
    params = f"({', '.join(f'{p.name}: {p.type.span.text}' for p in part.params)})" if part.params else ""
    text = str(part.text or "")
    if isinstance(part, nodes.OnHook):
        return f"| `on {part.name}{params}` | – | nothing happens | {text} |"
    left = f"`{part.value.span.text}`" if isinstance(part, nodes.Hook) else "**needed**"
    return f"| `{part.name}{params}` | `{part.type.span.text}` | {left} | {text} |".replace("of P|", "of P |")


def written(name: str) -> str:
    kind, _, rest = name.partition(" ")
    if kind == "reserved":
        return reserved()
    if kind == "limits":
        return limits()
    return codes(rest) if kind == "codes" else mechanism(*rest.split("."))


TABLE = re.compile(r"<!-- table: ([^>]+?) -->\n(.*?)<!-- end -->", re.DOTALL)
TABLES = {found[1]: found[2] for page in PAGES for found in TABLE.finditer(page.read_text("utf-8"))}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_those_of_the_sources(name):
    assert TABLES[name] == written(name) + "\n", "a page is old: run `make pages`"


def test_every_mechanism_is_in_the_library_page():
    for path in (ROOT / "rulelang" / "std").glob("*.rules"):
        file, _ = parse(Source(path.name, path.read_text("utf-8")))
        for part in file.declarations:
            assert not isinstance(part, nodes.Mechanism) or f"mechanism {part.family.name}.{part.name}" in TABLES


def test_every_word_that_the_library_takes_is_on_its_page():
    page = (ROOT / "docs/library.md").read_text("utf-8")
    for path in (ROOT / "rulelang" / "std").glob("*.rules"):
        file, _ = parse(Source(path.name, path.read_text("utf-8")))
        words = [str(word) for part in file.declarations if isinstance(part, nodes.Enum) for word in part.members]
        assert [word for word in words if f"`{word}`" not in page] == [], path.name


if __name__ == "__main__":
    for page in PAGES:
        old = page.read_text("utf-8")
        page.write_text(TABLE.sub(lambda at: f"<!-- table: {at[1]} -->\n{written(at[1])}\n<!-- end -->", old), "utf-8")
