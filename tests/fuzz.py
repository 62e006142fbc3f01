# ruff: noqa: E501  tables of words
"""Commands that nobody should give: on damaged rules, on damaged records, with damaged words. Same seed, same command.

Whatever is given, what comes out is a result or a sentence; never a traceback, a signal or minutes of silence.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path

from helpers import ALL
from mutants import mutant
from walled import Command, Run

import rulelang
from rulelang.base.files import bundled_mods
from rulelang.base.rng import Dice, stream
from rulelang.cli import group

EXAMPLES = Path(__file__).parents[1] / "examples"
MODS = {path.stem: path for path in sorted(bundled_mods().glob("*.rules"))}
SMALL = [path for path in [*ALL.values(), *MODS.values()] if path.stat().st_size < 40_000]
ODD = (
    "", "-", "--", "-1", "0", "1", "99999999999999999999", "1e9", "²", "٣", "[", "]", "[]", "[[", "none", "true", "P1", "P99",
    "red", "x=1", "=", "rounds", "rounds=", "rounds=--5", "rounds=²", "rounds=[1,2", "removed=none", "first_dealer=P99",
    "random", "you,random", "random,random,random", "you,you,you,you", "/", ".", "..", "~", "\t", "\u202e", "é", "%s", "{0}",
    "*", "a.rules", "a.json", "nokosu", "nokosu.rules", "dask://nowhere:1", "3..4", "4..3", "1..999999999999", "none=1",
    "pieces=1", "items=none", "R134", "P1.left",
)  # fmt: skip
FLAGS = (
    "--players", "--seed", "--variant", "--set", "--mod", "--seats", "--json", "--limits", "--engine", "--jobs", "-n", "-k",
    "--to", "--seat", "--spectator", "--anyway", "--rules", "--check", "--diff", "--fix", "--format", "--short", "--md", "--html",
    "--no-statistics", "--help", "--nothing", "--cluster", "--csv",
)  # fmt: skip
VERBS = tuple(name for name in group.VERBS if name not in ("serve", "lsp"))  # these go on until they are told to stop


def command(seed: int) -> Command:
    """A command by its number."""
    dice = Dice(stream(seed, 10))
    return KINDS[dice.below(len(KINDS))](seed, dice)


def on_rules(seed: int, dice: Dice) -> Command:
    """A verb on rules with one to three edits."""
    path = SMALL[dice.below(len(SMALL))]
    text = path.read_text(encoding="utf-8")
    for edit in range(1 + dice.below(3)):
        text = mutant(text, seed * 3 + edit)
    base = re.search(r"extends (\w+)", text)
    files = {"a.rules": text}
    if base and base[1] in MODS:
        files[f"{base[1]}.rules"] = MODS[base[1]].read_text(encoding="utf-8")
    return Command(files, RULE_VERBS[dice.below(len(RULE_VERBS))])


RULE_VERBS: tuple[tuple[str, ...], ...] = (
    ("check", "a.rules"), ("check", "a.rules"), ("check", "--json", "a.rules"), ("check", "--fix", "a.rules"),
    ("fmt", "a.rules"), ("rulebook", "a.rules"), ("run", "a.rules", "--seed", "1"),
    ("run", "a.rules", "--seed", "1", "--json"), ("test", "a.rules", "--no-search"), ("diff", "a.rules", "a.rules"),
    ("sim", "a.rules", "-n", "2", "--engine", "reference"), ("sim", "a.rules", "-n", "2", "--engine", "python"),
    ("tree", "a.rules", "--most", "200", "--walks", "2"), ("solve", "a.rules"), ("ask", "a.rules", "-n", "2"),
)  # fmt: skip


@functools.cache
def record() -> str:
    """The record of a short game."""
    match = rulelang.load("nokosu", players=3, options={"rounds": 1}).start(7)
    while decision := match.decision:
        match.choose(decision.options[len(match.events) % len(decision.options)])
    return json.dumps(match.record())


def on_record(seed: int, dice: Dice) -> Command:
    """A damaged record, told again or gone on with."""
    text = record()
    for edit in range(1 + dice.below(3)):
        text = spoiled(text, seed * 3 + edit)
    words = RECORD_VERBS[dice.below(len(RECORD_VERBS))]
    return Command({"a.json": text}, words)


RECORD_VERBS: tuple[tuple[str, ...], ...] = (
    ("replay", "a.json"), ("replay", "a.json", "--anyway"), ("replay", "a.json", "--json"), ("replay", "a.json", "--step"),
    ("replay", "a.json", "--to", "3", "--seat", "1"), ("run", "--resume", "a.json"), ("why", "a.json", "2", "score"),
    ("why", "a.json", "3", "1"), ("hint", "a.json", "3", "--bot", "bot:20"), ("review", "a.json", "--bot", "bot:20"),
)  # fmt: skip


def spoiled(text: str, seed: int) -> str:
    """A text of JSON with a value replaced, or any small edit."""
    dice = Dice(stream(seed, 11))
    values = list(re.finditer(r'(?<=[:\[, ])(-?\d+|"[^"]*"|null|true|false|\[\]|\{\})', text))
    if not values:
        return text  # nothing is left to spoil
    if dice.below(4) == 0:
        return mutant(text, seed)
    value = values[dice.below(len(values))]
    return text[: value.start()] + STRANGE[dice.below(len(STRANGE))] + text[value.end() :]


STRANGE = ("null", "true", "-1", "1e400", "99999999999999999999999", '"x"', "[]", "{}", "[[1]]", '{"a": 1}', "0.5", '"\\ud800"', "NaN")


# What bounds the verbs that would play for minutes.
SMALLEST: dict[str, tuple[str, ...]] = {
    "ask": ("-n", "2"), "arena": ("-n", "2"), "learn": ("--games", "200"), "tree": ("--most", "200", "--walks", "2"),
    "hint": ("--bot", "bot:20"), "review": ("--bot", "bot:20"),
}  # fmt: skip


def with_words(seed: int, dice: Dice) -> Command:
    """A verb with odd words behind it; never very many games."""
    words = [VERBS[dice.below(len(VERBS))]]
    for _ in range(dice.below(6)):
        some = (FLAGS, ODD)[dice.below(2)]
        words.append(some[dice.below(len(some))])
    if words[0] in ("sim", "compare", "sweep"):
        words += ["-n", "2", "--engine", "reference"]
    words += SMALLEST.get(words[0], ())
    if words[0] == "test":
        words += ["--no-search"]
    text = ALL["nokosu"].read_text(encoding="utf-8")
    return Command({"a.rules": text, "a.json": record()}, tuple(words))


KINDS: tuple[Callable[[int, Dice], Command], ...] = (on_rules, on_rules, on_rules, on_record, with_words, with_words)


def failure(given: Command, run: Run) -> str:
    """What is wrong with what came out; "" if nothing is."""
    return f"{' '.join(given.words)!r}: {run.broke}" if run.broke else ""
