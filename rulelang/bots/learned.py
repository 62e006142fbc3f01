"""Learned policies: files of plain numbers, beside the game or in the cache, each valid for one set of rules.

    {"rulelang policy": 2, "rules": "9f…", "tables": {"4 players": {"games": 20000, "seed": 1, "weights": [0, -3, …],
     "prior": false, "value": {"weights": {"coins": [31, -4], …}, "stages": {"round": [1, 7]}}}}}

`prior`: does a search try first what the policy holds likely? `value`: what a position is worth, if that helps.

A file may come from a stranger: its size is limited, its numbers are checked one by one, and a file learned from other
rules is refused. Looks, comments and tests do not count as rules.
"""

from __future__ import annotations

import hashlib
import json
import threading
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from rulelang.base.cache import is_ours, place
from rulelang.base.files import write_whole
from rulelang.base.frozen import Frozen, frozen
from rulelang.native.host.cc import NoCompiler
from rulelang.native.host.policy import WEIGHTS, Policies, Policy
from rulelang.native.host.search import Searcher
from rulelang.native.host.value import MOST as MOST_VALUE
from rulelang.native.host.value import Value, Valued, value_for
from rulelang.native.plan.nodes import Unsupported
from rulelang.play.match import Game
from rulelang.program import Program

FORMAT = 2  # of the file, and of the features: what was learned from others means nothing
LARGEST = 4_000_000  # bytes of a file
MOST = 1 << 15  # a weight lies between this and its negative
MOST_NAMES = 64  # that a value has weights for


class BadPolicy(ValueError):
    """A file is not a policy, or is one for other rules; the text is one sentence."""


@frozen
class Learned(Frozen):
    """What was learned for one table: from how many games, and with which seed. `prior`: does a search first try what
    the policy considers likely?
    """

    weights: tuple[int, ...]
    games: int
    seed: int
    prior: bool = True
    value: Valued | None = None


# ---------------------------------------------------------------- names


def rules_of(program: Program) -> str:
    """A hash of the rules, without their looks."""
    return hashlib.sha256(json.dumps([FORMAT, sorted(program.game.hashes.items())]).encode()).hexdigest()[:40]


def table_of(program: Program) -> str:
    """A table of these rules: players, and the settings that differ from the defaults."""
    usual = program.game.options
    said = {name: value for name, value in program.options.items() if name in usual}
    parts = [f"{program.players} players", *program.game.active]
    return ", ".join([*parts, *(f"{name}={said[name]!r}" for name in sorted(said))])


def beside(program: Program) -> Path | None:
    """The path of the policy file beside the rules."""
    play = program.game.procs.get("play")
    source = Path(play.span.source.name) if play is not None else None
    return source.with_suffix(".policy") if source is not None and source.suffix == ".rules" else None


def cache_path(program: Program) -> Path | None:
    return place(f"{hashlib.sha256(f'{rules_of(program)} {table_of(program)}'.encode()).hexdigest()[:40]}.policy")


# ---------------------------------------------------------------- files


def read(path: Path, program: Program) -> Learned | None:
    """The policy for a table in a file; None if the file has none for it. Raises BadPolicy."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadPolicy(f"`{path}` cannot be read ({(error.strerror or str(error)).lower()}).") from None
    if len(data) > LARGEST:
        raise BadPolicy(f"`{path}` is larger than {LARGEST:,} bytes; make it anew with `rulelang learn`.")
    try:
        found = json.loads(data)
        version, rules, tables = found["rulelang policy"], found["rules"], found["tables"]
        table = tables.get(table_of(program))
        learned = None if table is None else check_weights(table)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadPolicy(f"`{path}` holds nothing that bots have learned; make it anew with `rulelang learn`.") from None
    if version != FORMAT or rules != rules_of(program):
        raise BadPolicy(f"`{path}` was learned from other rules; make it anew with `rulelang learn`.")
    return learned


def check_weights(table: Any) -> Learned:
    """Checks that these are numbers, as many as there should be, and none too large."""
    weights, games, seed = table["weights"], table["games"], table["seed"]
    whole = all(type(each) is int for each in (*weights, games, seed))
    if not whole or len(weights) != WEIGHTS or not all(-MOST < each < MOST for each in weights):
        raise ValueError("weights")
    value, prior = table.get("value"), table.get("prior", True)
    if not isinstance(prior, bool):
        raise ValueError("prior")
    return Learned(tuple(weights), games, seed, prior, None if value is None else check_value(value))


def check_value(value: Any) -> Valued:
    """By name, as many weights as there are stages and one more; whole numbers, and none too large."""
    rows, stages = value["weights"], value["stages"]
    numbers = [each for row in (*rows.values(), *stages.values()) for each in row]
    whole = all(type(each) is int and -MOST_VALUE < each < MOST_VALUE for each in numbers)
    even = all(len(row) == len(stages) + 1 for row in rows.values()) and all(len(row) == 2 for row in stages.values())
    if not whole or not even or not rows or len(rows) > MOST_NAMES or len(stages) > MOST_NAMES:
        raise ValueError("value")
    return Valued(
        tuple((name, tuple(row)) for name, row in rows.items()), tuple((name, *row) for name, row in stages.items())
    )


def plain(learned: Learned) -> dict[str, Any]:
    """As it stands in a file."""
    found: dict[str, Any] = {"games": learned.games, "seed": learned.seed, "weights": learned.weights}
    if not learned.prior:
        found["prior"] = False
    if learned.value is not None:
        stages = {name: span for name, *span in learned.value.stages}
        found["value"] = {"weights": dict(learned.value.weights), "stages": stages}
    return found


def write(path: Path, program: Program, learned: Learned, mode: int | None = None) -> None:
    """Adds the policy for a table to a file; policies for other rules are dropped. Raises Unwritable."""
    tables: dict[str, Any] = {}
    try:
        read(path, program)
        tables = json.loads(path.read_bytes())["tables"]
    except BadPolicy:
        pass
    tables[table_of(program)] = plain(learned)
    compact = partial(json.dumps, separators=(",", ":"))
    rows = ",\n".join(f" {compact(name)}: {compact(tables[name])}" for name in sorted(tables))
    head = f'{{"rulelang policy": {FORMAT}, "rules": "{rules_of(program)}", "tables": {{\n'
    write_whole(path, f"{head}{rows}\n}}}}\n", mode=mode)


# ---------------------------------------------------------------- using it


@lru_cache(maxsize=32)
def learned_of(program: Program) -> tuple[Learned | None, str]:
    """The learned policy for a table, and what is wrong with the file beside the rules, if anything."""
    note = cache_path(program)
    if note is not None and is_ours(note):
        try:
            found = read(note, program)
        except BadPolicy:
            found = None
        if found is not None:
            return found, ""
    path = beside(program)
    if path is None or not path.is_file():
        return None, ""
    try:
        return read(path, program), ""
    except BadPolicy as problem:
        return None, str(problem)


def nothing_learned(game: Game) -> str:
    """The sentence for a `learned` bot in a game for which nothing has been learned."""
    wrong = learned_of(game.program)[1]
    table = f"{game.name} with {game.players} players"
    return wrong or f"no bot has learned {table}; `rulelang learn {game.name} --players {game.players}` changes that."


own = threading.local()  # a policy thinks with memory of its own


def policy_of(program: Program) -> Policy | None:
    """The policy of a table, for this thread; None if there is none, or C does not support the rules."""
    policies: dict[int, tuple[Program, Policy | None]] = own.__dict__.setdefault("policies", {})
    if id(program) not in policies:
        if len(policies) > 16:
            policies.clear()
        policies[id(program)] = program, make_policy(program)
    return policies[id(program)][1]


def make_policy(program: Program) -> Policy | None:
    learned, _ = learned_of(program)
    try:
        return None if learned is None else Policies(program).new(learned.weights)
    except (Unsupported, NoCompiler):
        return None


def is_prior(program: Program) -> bool:
    """Does a search try first what the policy of a table holds likely?"""
    learned, _ = learned_of(program)
    return learned is not None and learned.prior


@lru_cache(maxsize=32)
def value_of(searcher: Searcher, program: Program) -> Value | None:
    """The value that a search takes; None if none was learned for the table."""
    learned, _ = learned_of(program)
    return value_for(searcher, learned.value if learned is not None else None)
