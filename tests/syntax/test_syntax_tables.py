"""The parser's tables: made by Lark, kept in files that can be trusted, in step with our words and patterns."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulelang.syntax import RESERVED, tables
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import NEXT, PHRASES, SIGN

ROOT = Path(__file__).parents[2]
KEY = b"k" * 32


@pytest.fixture
def made():
    return grammar().tables


def test_kept_tables_are_the_tables(tmp_path, made):
    path = tmp_path / "deep" / "tables.bin"
    tables.write(path, KEY, made)
    assert tables.read(path, KEY, mine_only=True) == made
    assert [file.name for file in path.parent.iterdir()] == ["tables.bin"]


def test_an_installation_makes_the_tables(tmp_path, made, monkeypatch):
    """What Lark makes of the grammar is compared in `test_syntax_same.py`, once: it takes seconds."""
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "tables.bin")
    monkeypatch.setattr(tables, "make", lambda grammar: {tables.grammar_text(): made}[grammar])
    tables.ship()
    assert tables.read(tables.SHIPPED, tables.key_of(tables.grammar_text()), mine_only=True) == made


def test_tables_of_another_grammar_are_left(tmp_path, made):
    tables.write(tmp_path / "t", KEY, made)
    assert tables.read(tmp_path / "t", b"x" * 32) is None
    assert tables.key_of("one") != tables.key_of("two")


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"{}\n", b"[[],[],[1,2,[],[],{},{},{}]]\n"])
def test_a_broken_file_is_left(tmp_path, content):
    (tmp_path / "t").write_bytes(KEY + content)
    assert tables.read(tmp_path / "t", KEY) is None
    (tmp_path / "t").write_bytes(content)
    assert tables.read(tmp_path / "t", KEY) is None


def test_no_part_of_a_file_is_taken_for_the_whole(tmp_path, made):
    whole = tables.encode(made)
    for size in (10, len(whole) // 2, len(whole) - 2, len(whole) - 1):
        (tmp_path / "t").write_bytes(KEY + whole[:size])
        assert tables.read(tmp_path / "t", KEY) is None


OTHERS = [name for name in ("python3.11", "python3.12", "python3.13") if name != f"python3.{sys.version_info[1]}"]
PLAY = """
import sys
from importlib.machinery import PathFinder
class NoLark(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        assert name != "lark", "the tables are made again"
sys.meta_path.insert(0, NoLark)
import rulelang
match = rulelang.load("nokosu", players=3).start(seed=7)
while decision := match.decision:
    match.choose(decision.options[0])
print(match.scores)
"""


@pytest.mark.parametrize("name", OTHERS)
def test_another_python_reads_the_same_file(name, tmp_path, made, monkeypatch):
    """Nothing is made anew, and the game is the same."""
    python = installed(name)
    if python is None:
        pytest.skip(f"no {name} on this machine")
    folder = tmp_path / "packages"
    folder.mkdir()
    for package in ("attr", "attrs"):
        (folder / package).symlink_to(Path(find_spec(package).origin).parent)
    tables.write(tmp_path / "tables.bin", tables.key_of(tables.grammar_text()), made)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{folder}")
    mine = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    theirs = subprocess.run([python, "-c", PLAY], capture_output=True, text=True)
    assert theirs.stdout == mine.stdout, theirs.stderr


def installed(name: str) -> str | None:
    """A Python of that name that runs: on the path, or among pyenv's."""
    version = name.removeprefix("python")
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/{name}"))
    for found in (shutil.which(name), *map(str, kept)):
        if found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0:
            return found
    return None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs the owners of files")
def test_a_file_that_others_can_write_is_left(tmp_path, made):
    path = tmp_path / "t"
    tables.write(path, KEY, made)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o620)
    assert tables.read(path, KEY, mine_only=True) is None
    assert tables.read(path, KEY) == made


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path, made):
    (tmp_path / "file").write_text("")
    tables.write(tmp_path / "file" / "tables.bin", KEY, made)


def test_a_pipe_in_place_of_the_tables_is_not_waited_for(tmp_path, made):
    os.mkfifo(tmp_path / "tables.bin")
    assert tables.read(tmp_path / "tables.bin", KEY) is None
    tables.write(tmp_path / "tables.bin", KEY, made)
    assert not (tmp_path / "tables.bin").is_file()


def test_where_tables_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    assert tables.cache_path() == tmp_path / "tables.bin"
    monkeypatch.delenv("RULELANG_CACHE")
    assert tables.cache_path() == tables.SHIPPED  # this is a working copy
    monkeypatch.setattr(tables, "repository_grammar", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tables.cache_path() == tmp_path / "rulelang" / "tables.bin"


def test_first_run_keeps_what_the_next_one_reads(monkeypatch, tmp_path, made):
    calls = []
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "SHIPPED", tmp_path / "none")
    monkeypatch.setattr(tables, "make", lambda grammar: calls.append(1) or made)
    assert tables.load() == tables.load() == made
    assert calls == [1]


def test_a_run_with_tables_does_not_import_lark():
    program = (
        "import sys; from rulelang.base.source import Source; from rulelang.syntax import parse;"
        "parse(Source('a', 'rules 1')); sys.exit('lark' in sys.modules)"
    )
    grammar()  # now they are kept, if they were not before
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_patterns_are_those_of_the_grammar(made):
    ours = re.sub(r"\s+(?![^\[]*\])", "", NEXT.pattern).replace("?:", "").replace("\\#", "#")
    for name in ("NAME", "INT", "TEXT", "_NL", "CONTINUED", "CARRIED", "__IGNORE_1"):
        theirs = made.patterns[name].replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        assert theirs.replace("?:", "").replace("[\\t ]", "[\\t ]") in ours, name
    for name in (name for names in PHRASES.values() for name in names):
        assert name in made.patterns
    for sign in made.signs:
        match = NEXT.fullmatch(sign)
        assert match and match[SIGN] == sign
    assert {name for name in made.patterns if not name.startswith("__")} == {
        *(name for names in PHRASES.values() for name in names),
        *("NAME", "INT", "TEXT", "_NL", "TAG", "CONTINUED", "CARRIED", "AUGMENT", "COMPARE"),
    }


def test_reserved_words_are_those_that_can_stand_where_a_name_can(made):
    assert reserved(made) == RESERVED
    assert len(RESERVED) <= 70


def reserved(made) -> set[str]:
    """The words that can follow where a name can too, whatever stands before.

    What a state allows after a reduction depends on the states below it. So go down from every state whose row has a
    name and words, through all states that can lie below, as long as the name and a word do the same.
    """
    spelling = {name: word for word, name in made.words.items()}
    below = defaultdict(set)
    for state, row in enumerate(made.rows):
        for act in row.values():
            if act >= 0:
                below[act].add(state)
    open_ = [((state,), frozenset(spelling.keys() & row)) for state, row in enumerate(made.rows) if "NAME" in row]
    seen, found = defaultdict(frozenset), set()
    while open_:
        stack, words = open_.pop()
        words -= seen[stack] | found
        if not words:
            continue
        seen[stack] |= words
        name_does = outcome(made, stack, "NAME")
        does = {word: outcome(made, stack, word) for word in words}
        if name_does == "shift":
            found |= {word for word, done in does.items() if done == "shift"}
        alike = frozenset(word for word, done in does.items() if done == name_does)
        if isinstance(name_does, tuple) and alike:
            rule, depth = name_does
            states = {stack[0]}
            for _ in range(depth):
                states = {lower for state in states for lower in below[state]}
            open_ += [((state, made.rows[state][rule]), alike) for state in states if rule in made.rows[state]]
        other = frozenset(word for word, done in does.items() if done != "fail") - alike
        if name_does != "fail" and other:
            open_ += [((state, *stack), other) for state in below[stack[0]]]
    return {spelling[name] for name in found}


def outcome(made, stack, name):
    """Whether a terminal is shifted or fails on a piece of stack, or the reduction that needs more of it."""
    stack = list(stack)
    while True:
        act = made.rows[stack[-1]].get(name)
        if act is None:
            return "fail"
        if act >= 0:
            return "shift"
        rule, size, _, _ = made.rules[~act]
        if size >= len(stack):
            return rule, size - len(stack) + 1
        if size:
            del stack[-size:]
        stack.append(made.rows[stack[-1]][rule])
