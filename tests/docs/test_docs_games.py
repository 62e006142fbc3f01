"""The pages of the games, and of their rulings: every mod shown is run, every change and command named is there.

A block ` ```rules mod GAME ` is the body of a mod of that game, without its first two lines.
"""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path

import pytest
from test_docs import blocks_of, play, told

import rulelang
from rulelang.base.source import Source
from rulelang.cli.options.settings import read_settings
from rulelang.syntax import nodes
from rulelang.workspace.problems import Examined, examine
from rulelang.workspace.rule_tests import of_base, prove

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
BLOCKS = [block for page in (*GAMES, ROOT / "docs" / "rulings.md") for block in blocks_of(page)]
CHANGE = re.compile(r"`(override|extend) (\w+) (\w+)(?:\.(\w+))?`")
COMMAND = re.compile(r"`rulelang run ([^`]+)`")
KINDS = {
    "table": nodes.Table | nodes.Grid, "fn": nodes.Fn, "step": nodes.Step, "phase": nodes.Phase, "menu": nodes.Menu,
    "enum": nodes.Enum, "piece": nodes.Piece, "score": nodes.Score, "trick": nodes.Instance, "auction": nodes.Instance,
    "action": nodes.Menu, "const": nodes.Const | nodes.ConstByPlayers, "option": nodes.Option,
}  # fmt: skip


def examined(block) -> Examined:
    _, kind, game = block.words
    assert kind == "mod"
    head = f'rules 1\nmod "Of the page" extends {game}\n'
    return examine(Source(str(ROOT / "games" / block.page.name), head + block.text))


def test_every_game_shows_a_mod():
    assert {block.words[2] for block in BLOCKS} == {page.stem for page in GAMES}
    assert all(any(block.page == page for block in BLOCKS) for page in GAMES)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_mod_that_is_shown_holds(block):
    found = examined(block)
    assert not found.problems, told(found)
    own = list(prove(found, lambda test: not of_base(found.linked, test.span)))
    assert all(proof.passed for proof in own) and (own or block.page.name == "rulings.md")
    assert play(found.game, found.game.players[0], seed=2).over


@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_what_a_page_says_can_be_changed_is_there(page):
    game = ROOT / "games" / f"{page.stem}.rules"
    linked = examine(Source(str(game), game.read_text("utf-8"))).linked
    changes = CHANGE.findall(page.read_text("utf-8"))
    assert changes
    for _, kind, name, part in changes:
        if (kind, name) == ("const", "by"):
            continue
        named = [node for node in linked.declarations if str(getattr(node, "name", "")) == name]
        (found,) = [node for node in named if not isinstance(node, nodes.Look)]
        assert isinstance(found, KINDS[kind]), (kind, name)
        assert not part or part in {str(action.name) for action in found.actions}


@pytest.mark.few(1)
@pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)
def test_the_settings_of_a_page_can_be_played(page):
    commands = COMMAND.findall(page.read_text("utf-8"))
    assert commands
    for command in commands:
        game, *rest = shlex.split(command)
        given = {word: [value for flag, value in itertools.pairwise(rest) if flag == f"--{word}"]
                 for word in ("variant", "set", "mod", "players")}  # fmt: skip
        options = read_settings(tuple(given["set"]))
        players = int(given["players"][0]) if given["players"] else None
        loaded = rulelang.load(game, players=players, variants=given["variant"], options=options, mods=given["mod"])
        assert loaded.start(seed=1).decision is not None
