"""Every verb with every option. In a process of its own no other verb has loaded what a command needs: one command of
each verb runs there, and all of them with `python tests/sweep.py suite tests/cli`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
import warm
from cli_kit import GUESS, TESTED, rulelang
from helpers import WHOLE

from rulelang.cli.group import VERBS

MOD = """\
rules 1
mod "Far" extends guess
override option top = 8
"""

# Each option of each verb is in at least one of them. What stands before a `:` is the exit code, if it is not 0.
COMMANDS = """
    run guess.rules --players 2 --seed 3 --seats random,random --set top=5 --variant Night --trace t.json --record r
    run guess.rules --mod far.rules --seats random,random --names Ann,Ben --json
    run --resume played.json --limits file=99999
    run guess.rules --from played --seats random,random
    check guess.rules --mod far.rules --format json --limits file=99999
    check guess.rules --fix --json
    check guess.rules --reveals
    games --all
    test guess.rules --games 2 --time 9 --seed 1 --budget 999 --mutants 2 --jobs 1 --mod far.rules
    test guess.rules --games 2 --coverage --html page.html --json
    test guess.rules --games 2 --players 2 --variant Night --set top=5
    test guess.rules --no-search -k nobody
    test guess.rules --rules --limits file=99999
    fmt guess.rules --check --diff --limits file=99999
    sim guess.rules -n 4 --players 2 --seed 1 --set top=5 --mod far.rules --jobs 1 --engine python --no-statistics
    sim guess.rules -n 4 --variant Night --seats random,random --json a.json --csv games.csv --html page.html
 2: sim guess.rules --cluster nowhere --limits file=99999
    compare guess.rules far.rules -n 4 --players 2 --seed 1 --variant Night --set top=5 --mod far.rules --jobs 1
    compare guess.rules far.rules -n 4 --players 2 --engine python --json a.json --html p.html --seats random,random
 2: compare guess.rules far.rules --cluster nowhere --limits file=99999
    sweep guess.rules --set top=5,6 -n 4 --players 2 --seed 1 --variant Night --mod far.rules --jobs 1
    sweep guess.rules --set top=5,6 -n 4 --players 2 --engine python --json a.json --html p.html --seats random,random
 2: sweep guess.rules --set top=5,6 --cluster nowhere --limits file=99999
    tree guess.rules --players 2 --variant Night --set top=2 --mod far.rules --most 9999 --walks 3 --seed 1
    tree guess.rules --most 3 --walks 2 --json --limits file=99999
    solve guess.rules --players 2 --variant Night --set top=2 --utility score --iterations 2 --most 9999 --json
 2: solve guess.rules --mod far.rules --most 3 --limits file=99999
    diff guess.rules --variant Night --set top=7 --mod far.rules --short --limits file=99999
    diff guess.rules far.rules --json
    new other --family dice --players 2..3 --title Other --limits file=99999
    new another --mod guess.rules --title Another
    rulebook guess.rules --md --players 2 --variant Night --set top=7 --mod far.rules -o book.md --limits file=99999
    rulebook guess.rules --html --brief -o book.html
    arena guess.rules bot:4 random -n 2 --players 2 --seed 1 --variant Night --set top=5 --jobs 1 --json a --html b
    arena guess.rules easy random -n 2 --mod far.rules --limits file=99999
 2: learn guess.rules --players 2 --games 200 --seed 1 --variant Night --set top=5 --mod far.rules --to g.policy
 2: learn guess.rules --games 200 --limits file=99999
    ask guess.rules length -n 4 --players 2 --seed 1 --variant Night --set top=5 --mod far.rules --jobs 1
    ask guess.rules luck -n 4 --seats random,random --limits file=99999
    ask --list
    sim guess.rules -n 2 --seats bot:4,random
    sim guess.rules -n 2 --beside bot:4 --beside-games 1
    ask guess.rules thinking -n 8
    hint played.json 1 --bot bot:4 --seed 3 --names Ann,Ben --anyway --limits file=99999
    hint played.json 1 --bot easy --rules guess.rules --json
    review played.json --bot bot:4 --seed 3 --names Ann,Ben --anyway --most 2 --limits file=99999
    review played.json --bot easy --rules guess.rules --seat 1 --json
    games --json
    new rules --repo
    completion bash
 2: serve guess.rules --port 99999 --host 127.0.0.1 --public http://x.example --keep-days 3 --open --limits file=99999
 1: serve --db tables.db --host-link nothing
 2: serve --edit --uploads
 2: lsp --websocket nowhere --limits file=99999
    replay played.json --names Ann,Ben --to 2 --seat 1 --anyway --limits file=99999
    replay played.json --rules guess.rules --spectator --json
    replay played.json --step
 1: why played.json 1 nothing like it --names Ann,Ben --anyway --limits file=99999
    why played.json 2 3 --rules guess.rules --json
    explain R201 --json
"""
ROWS = [(line.partition(":")[::2] if line[:3].strip() else ("0", line)) for line in COMMANDS.strip("\n").splitlines()]
ALONE = {line for _, line in ROWS} if WHOLE else set({line.split()[0]: line for _, line in ROWS}.values())


def options(verb: str) -> set[str]:
    """The names of all options of a verb, each by the longest."""
    command = import_module(f"rulelang.cli.verbs.{verb}").command
    return {max(each.opts, key=len) for each in command.params if each.param_type_name == "option"}


@pytest.mark.parametrize("verb", VERBS)
def test_no_option_is_left_out(verb: str) -> None:
    lines = [line.split() for _, line in ROWS]
    assert not options(verb) - {word for line in lines if line[0] == verb for word in line}


@pytest.mark.few(12)
@pytest.mark.parametrize(("code", "line"), ROWS, ids=[" ".join(line.split()) for _, line in ROWS])
def test_it_runs(code: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("RULELANG_CC", "no-such-compiler")
    (tmp_path / "guess.rules").write_text(GUESS + TESTED, encoding="utf-8")
    (tmp_path / "far.rules").write_text(MOD, encoding="utf-8")
    if "played.json" in line:
        assert rulelang("run", "guess.rules", "--seats", "random,random", "--record", "played.json").code == 0
    if line in ALONE:
        done = warm.run(line.split())
        assert done.returncode == int(code), done.stdout + done.stderr
    else:
        said = rulelang(*line.split())
        assert said.code == int(code), said.text
