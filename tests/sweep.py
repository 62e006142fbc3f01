"""The long runs behind the suite: random games in every setting, random edits of every file.

    python tests/sweep.py games [--games 1000] [--game nuts]    every setting of every game, by groups
    python tests/sweep.py mutants [--edits 5000]                damaged files are told what is wrong, quickly
    python tests/sweep.py edits [--edits 5000]                  while a file is edited, nothing stale is told
    python tests/sweep.py rename [--game nuts] [--share 5] [--first 0]
                                                                each name of each game to a fresh one and back
    python tests/sweep.py spelling [--edits 5000]               misspelt names are told with the name that was meant
    python tests/sweep.py hostile [--edits 5000]                damaged rules, records and commands; hostile files
    python tests/sweep.py secrets [--games 5000]                programs with secrets, planted leaks, twins of the games
    python tests/sweep.py orders [--games 500]                  secret blocks are the same in any order of answers
    python tests/sweep.py alarms [--games 1000]                 programs that may leak: how many are refused, and how
                                                                many of these tell nothing (15 % at most)
    python tests/sweep.py made [--games 1000]                   games that nobody wrote are the same on every engine
    python tests/sweep.py kills [--games 200]                   a game that is killed has lost no answer
    python tests/sweep.py tables [--games 200] [--first 0]      a server of tables that is killed has lost no answer
    python tests/sweep.py postgres [--games 200]                of two servers with one database one is killed: the
                                                                other takes its tables over, and no answer is lost
    python tests/sweep.py frames [--edits 10000]                broken frames at tables: nothing lost, nothing twice
    python tests/sweep.py wire [--games 20]                     tables that look alike to a seat send it the same bytes
    python tests/sweep.py nokosu [--games 10000]                many random games at each number of players
    python tests/sweep.py retell [--games 200]                  every view at every question is what its log tells
    python tests/sweep.py outcomes [--games 200] [--first 0] [--record FILE | --check FILE]
                                                                every engine plays what the others play, and as recorded
    python tests/sweep.py engines [--decisions 10000000]        all rules and made games in C with invariants, of which
                                                                1 % sanitized and 0.1 % on the other engines too
    python tests/sweep.py trees [--games 20]                    trees of every game at every table are what matches are,
                                                                and keep the contracts of OpenSpiel and PettingZoo
    python tests/sweep.py spiel [--games 100000] [--first 0] [--game hex]
                                                                games, whole trees and solutions are those of OpenSpiel
    python tests/sweep.py insight [--games 200]                 figures counted again; no claim without an effect
    python tests/sweep.py prose [--games 20] [--game nuts]      rulebooks, stories, questions and reasons are English
    python tests/sweep.py samples [--games 3] [--game nuts]     worlds and answers of bots follow from the log of their
                                                                seat: the size is how many positions have no world
    python tests/sweep.py worlds [--games 10000] [--game nuts]  worlds of each game, on the reference: the seat is told
                                                                the same; the size is how many differ
    python tests/sweep.py watched [--game nuts]                 the same in builds that stop at the first thing that C
                                                                does not define
    python tests/sweep.py suite [tests/games …]                 the suite with all examples and parameters, of which
                                                                `make test` tries a share

A setting group is a game, a number of players and what is varied: its variants, one of its options, or random
combinations of all. `--games` are played in each group, shared out among its settings. Every piece, amount and number
is counted after every effect, invariants are tested wherever somebody is asked; a game that breaks a rule or does not
end is a failure, and is named with its seed. Ctrl-C and SIGTERM print what there is so far; the exit code is 1 if
anything failed.
"""

from __future__ import annotations

import argparse
import gc
import io
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import attrs
import outcomes
import sanitized
from fuzz import command, failure
from helpers import ALL, EVERY, GAMES, Play, Setup, counts, loaded, option_values, variants
from hostile import CASES, HOSTILE_VERBS, hostile
from insight_kit import PLAIN, alike_told_apart, claimed, miscounted, report
from kills import kill_once
from law_kit import FILES as RULES
from law_kit import game_named, untold
from made_blocks import ORDERS, order_matters
from made_games import ENGINES, differences, made_game, program_made
from made_secrets import made_secrets, planted, plants, program_of, refusals, suspicious, told_apart
from mutants import mutant
from play_kit import TEXTS
from postgres_kit import postgres
from prose_kit import FILES as FILES_TOLD
from prose_kit import everything_of
from renaming import names_of, round_trip, workspace
from retyped import retype, retype_workspace
from sanitized import differences as differing
from sanitized import watched
from spelling import FILES, misspelling, unnoticed
from sweep_engines import DRAFTS, play_table, tables
from table_fuzz import fuzz_table
from table_kills import kill_often, take_over_often
from table_kit import serving
from tree_kit import Table, apart, unlike_walks, walk
from twin_worlds import compare_worlds, try_game
from wire_kit import PLAYERS, twins

from rulelang import Tree, load
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source
from rulelang.diagnostics import render
from rulelang.native.plan.nodes import Unsupported
from rulelang.prove.audit import Audited
from rulelang.tree import information
from rulelang.tree.plays import Plays
from rulelang.workspace.problems import examine

TOLD = [path.stem for path in FILES_TOLD]
COMBINATIONS = 20  # random combinations of variants and options, for each game and number of players
Digests = dict[str, list[str]]
MOST_ERRORS = 5
MOST_SECONDS = 1.0
MOST_CPU, MOST_MEMORY = 5.0, 400.0  # seconds and megabytes that a command may take, whatever it is given
REPEATING = ("sim", "tree", "test", "compare", "sweep", "ask", "arena", "learn", "solve")
"""Verbs that go on until they are told to stop."""
WIDTHS = "{:<34} {:>9} {:>10} {:>10} {:>9}"


@attrs.frozen
class Job:
    """Some games of one setting, or some edits of one file."""

    group: str
    what: Any
    first: int
    number: int


@attrs.define
class Row:
    """What came of a group. `size`: decisions of games, lines of files. `digests`: of the outcomes of each setting.
    `more`: other things that were counted.
    """

    done: int = 0
    size: int = 0
    seconds: float = 0.0
    failures: list[str] = attrs.Factory(list)
    digests: dict[str, list[str]] = attrs.Factory(dict)
    more: Counter[str] = attrs.field(factory=Counter, converter=Counter)

    def add(self, other: Row) -> None:
        self.done += other.done
        self.size += other.size
        self.seconds += other.seconds
        self.failures += other.failures
        self.digests |= other.digests
        self.more += other.more


# ---------------------------------------------------------------- games


def groups(name: str, players: int) -> dict[str, list[Setup]]:
    """The setting groups of a game at a table."""
    found = {"variants": [Setup(name, players, chosen) for chosen in variants(name)]}
    for option in option_values(name, players):
        found[option] = one_option(name, players, option)
    if len(found) > 1:
        found["combinations"] = [combination(name, players, seed) for seed in range(COMBINATIONS)]
    return found


def one_option(name: str, players: int, option: str) -> list[Setup]:
    """Every value of an option; with each variant that gives it others."""
    plain = option_values(name, players)[option]
    setups = [Setup(name, players, (), ((option, value),)) for value in plain]
    for chosen in variants(name):
        if len(chosen) == 1:
            more = [value for value in option_values(name, players, chosen)[option] if value not in plain]
            setups += [Setup(name, players, chosen, ((option, value),)) for value in more]
    return setups


def combination(name: str, players: int, seed: int) -> Setup:
    """Some variants, and every option at random."""
    dice = Dice(stream(seed, players))
    some = variants(name)
    chosen = some[dice.below(len(some))]
    known = option_values(name, players, chosen)
    return Setup(name, players, chosen, tuple((each, known[each][dice.below(len(known[each]))]) for each in known))


def game_jobs(names: Iterable[str], games: int) -> Iterator[Job]:
    for name in names:
        for players in counts(name):
            for title, setups in groups(name, players).items():
                share = max(1, -(-games // len(setups)))
                for number, setup in enumerate(setups):
                    yield Job(f"{name} {players} {title}", setup, number * share, share)


def nokosu_jobs(games: int) -> Iterator[Job]:
    each = max(games // 20, 1)
    for players in counts("nokosu"):
        yield from (Job(f"nokosu {players}", Setup("nokosu", players), at, each) for at in range(0, games, each))


def play_games(job: Job) -> Row:
    """Games of a setting, watched."""
    row, begun = Row(), time.process_time()
    for seed in range(job.first, job.first + job.number):
        try:
            play = Play(job.what, seed)
            match = play.end(play.start(Audited))
            row.size += len(match.acts)
            if not (match.over and match.winners):
                row.failures.append(f"{job.what}, seed {seed}: nobody has won")
        except Exception as error:
            row.failures.append(f"{job.what}, seed {seed}: {type(error).__name__}: {error}")
        row.done += 1
    if loaded.cache_info().currsize > 8:  # what is kept has to be looked through for garbage
        loaded.cache_clear()
    row.seconds = time.process_time() - begun
    return row


# ---------------------------------------------------------------- damaged files


SPACE = "workspace"


def edit_jobs(edits: int, names: list[str], seed: int, most: int = 20) -> Iterator[Job]:
    """Random edits, shared out among the files."""
    for at, name in enumerate(names):
        share = edits // len(names) + (at < edits % len(names))
        for first in range(0, share, most):
            yield Job(name, name, seed + first, min(most, share - first))


def edit_files(job: Job) -> Row:
    """Edited files, examined: no exception, few errors, little time."""
    row, text = Row(), ALL[job.what].read_text(encoding="utf-8")
    for seed in range(job.first, job.first + job.number):
        edited = mutant(text, seed)
        begun = time.process_time()
        try:
            found = examine(Source(f"{job.what}.rules", edited))
            taken = time.process_time() - begun
            for each in found.problems:
                render(each)
            if len(found.errors) > MOST_ERRORS:
                row.failures.append(f"{job.what}, edit {seed}: {len(found.errors)} errors")
            if taken > MOST_SECONDS:
                row.failures.append(f"{job.what}, edit {seed}: {taken:.1f} s")
        except Exception as error:
            taken = time.process_time() - begun
            row.failures.append(f"{job.what}, edit {seed}: {type(error).__name__}: {error}")
        row.done += 1
        row.size += len(edited.splitlines())
        row.seconds += taken
    return row


def retype_file(job: Job) -> Row:
    """A file or a workspace that is being edited: what is told is what a whole check tells."""
    row, begun = Row(), time.process_time()
    try:
        with tempfile.TemporaryDirectory() as folder:
            seed = job.first, job.number
            in_space = job.what == SPACE
            for each in retype_workspace(Path(folder), *seed) if in_space else retype(ALL[job.what], *seed):
                row.done += 1
                row.failures += [f"{job.what}, seed {job.first}, edit {row.done}: {each.stale}"] if each.stale else []
    except Exception as error:
        row.failures.append(f"{job.what}, seed {job.first}: {type(error).__name__}: {error}")
    row.seconds = time.process_time() - begun
    return row


def rename_jobs(names: Iterable[str], share: int, first: int, most: int = 20) -> Iterator[Job]:
    """Every name that a game declares, or one in so many from the first on, a few at a time."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found = sorted(names_of(workspace(name, Path(folder)), Path(folder, f"{name}.rules").resolve()))
        chosen = found[first::share]
        groups = -(-len(chosen) // most)
        for at in range(groups):
            yield Job(name, chosen[at::groups], 0, len(chosen[at::groups]))


def rename_some(job: Job) -> Row:
    """There and back, with all tests in between."""
    row, begun = Row(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        try:
            path = Path(folder, f"{job.group}.rules").resolve()
            round_trip(workspace(job.group, Path(folder)), path, job.what, proved=True)
        except Exception as error:
            row.failures.append(f"{job.group}, at {job.what}: {type(error).__name__}: {error}")
    row.done, row.seconds = job.number, time.process_time() - begun
    return row


def spelling_jobs(edits: int, most: int = 20) -> Iterator[Job]:
    for first in range(0, edits, most):
        yield Job("names", FILES, first, min(most, edits - first))


def misspell_names(job: Job) -> Row:
    """Names misspelt by one or two letters: each is suggested."""
    row, begun = Row(), time.process_time()
    for seed in range(job.first, job.first + job.number):
        made = misspelling(seed)
        if made is not None:
            row.done += 1
            row.size += len(made[0].source.text.splitlines())
            row.failures += [wrong] if (wrong := unnoticed(*made)) else []
    row.seconds = time.process_time() - begun
    return row


# ---------------------------------------------------------------- commands that nobody should give


def hostile_jobs(edits: int, first: int, most: int = 10) -> Iterator[Job]:
    """Every hostile file with every verb, unless that was done with the first commands; so many damaged commands."""
    for name in [] if first else CASES:
        yield Job(name.partition("/")[0], name, 0, len(HOSTILE_VERBS))
    for at in range(first, first + edits, most):
        yield Job("commands", None, at, min(most, first + edits - at))


def run_hostile(job: Job) -> Row:
    """Nothing breaks, nothing takes more than some seconds and megabytes, and what repeats by wish can be stopped."""
    row = Row()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / "here"  # some commands are about the folder above
        here.mkdir()
        for number in range(job.first, job.first + job.number):
            given = hostile(job.what, number) if job.what else command(number)
            repeats = given.words[0] in REPEATING or "/" in given.words
            run = given.run(here, seconds=60 if repeats else 20, patience=MOST_CPU if repeats else None)
            wrong = failure(given, run)
            if not wrong and repeats and run.stopping > MOST_SECONDS:
                wrong = f"{' '.join(given.words)}: stops {run.stopping:.1f} s after Ctrl-C"
            if not wrong and not repeats and (run.seconds > MOST_CPU or run.megabytes > MOST_MEMORY):
                wrong = f"{' '.join(given.words)}: {run.seconds:.1f} s, {run.megabytes:.0f} MB"
            row.failures += [f"{job.what or 'command'} {number}: {wrong}"] if wrong else []
            row.done += 1
            row.size += sum(text.count("\n") for text in given.files.values())
            row.seconds += run.seconds
    return row


# ---------------------------------------------------------------- secrets


TWINS = 25  # of a game in a sweep


def secret_jobs(programs: int, twins: int, most: int = 25) -> Iterator[Job]:
    """Programs with secrets, leaks planted into some, and twins of the games."""
    for first in range(0, programs, most):
        yield Job("programs that tell what they may", "", first, min(most, programs - first))
    for sink, route in plants():
        yield Job("planted leaks", (sink, route), 0, max(1, programs // 1000))
    for name in GAMES:
        for first in range(0, -(-twins // TWINS), 5):
            yield Job(f"twins of {name}", name, first, min(5, -(-twins // TWINS) - first))


def try_secrets(job: Job) -> Row:
    row = Row()
    began = time.process_time()
    for seed in range(job.first, job.first + job.number):
        if job.group == "planted leaks":
            row.done += 1
            row.failures += planted_unfound(*job.what, seed)
        elif job.what:
            game = loaded(Setup(job.what, counts(job.what)[seed % len(counts(job.what))]))
            found, done = told_apart(game.program, games=1, tries=1, seed=seed, most=TWINS, guarded=True, sound=True)
            row.done, row.size = row.done + done, row.size + done
            row.failures += [f"{job.what} seed {seed}: {found}"] if found else []
        else:
            row.done += 1
            program = program_of(made_secrets(seed), 2 + seed % 2)
            row.failures += [f"program {seed} is refused: {each.title}" for each in refusals(program)]
            found, done = told_apart(program, games=2, tries=3, seed=seed, guarded=True)
            row.size += done
            row.failures += [f"program {seed}: {found}"] if found else []
    row.seconds = time.process_time() - began
    return row


def planted_unfound(sink: str, route: str, seed: int) -> list[str]:
    """What the analysis and the twins miss of a planted leak."""
    program = program_of(made_secrets(seed, planted(sink, route)))
    missed = [] if refusals(program) else [f"not refused: {sink} by {route}, seed {seed}"]
    found, _ = told_apart(program, games=6, tries=6, most=400)
    return [*missed, *([] if found else [f"not told apart: {sink} by {route}, seed {seed}"])]


def answer_in_orders(job: Job) -> Row:
    """Games with secret blocks, each in three orders of answers."""
    row, began = Row(job.number), time.process_time()
    for seed in range(job.first, job.first + job.number):
        try:
            row.failures += filter(None, [order_matters(seed)])
        except Exception as error:  # an option that was offered is refused
            row.failures.append(f"seed {seed}: {type(error).__name__}: {error}")
    row.size, row.seconds = job.number * len(ORDERS), time.process_time() - began
    return row


def raise_alarms(job: Job) -> Row:
    """Numbers of all kinds in all places: how many programs are refused, and how many of these tell nothing."""
    row, began = Row(), time.process_time()
    for seed in range(job.first, job.first + job.number):
        text = suspicious(seed)
        program = program_of(text)
        refused = bool(refusals(program))
        found, _ = told_apart(program, games=6, tries=6, most=400, guarded=not refused)
        leaks = [f"program {seed}: {found}"] if found and not refused else []
        row.add(Row(refused, refused and found is None, 0.0, leaks))
    row.seconds = time.process_time() - began
    return row


# ---------------------------------------------------------------- made games


def in_tens(group: str, number: int, first: int = 0) -> Iterator[Job]:
    """So many seeds, ten a job."""
    for at in range(first, first + number, 10):
        yield Job(group, "", at, min(10, first + number - at))


def play_made(job: Job) -> Row:
    """Games made at random, on every engine; C in builds that stop at the first thing that C does not define, and of
    one game in four also as it is shipped.
    """
    row, begun = Row(), time.process_time()
    with tempfile.TemporaryDirectory(prefix="rulelang-") as folder:
        for seed in range(job.first, job.first + job.number):
            row.failures += differences(seed, ENGINES if seed % 4 == 0 else ("python", "python steps"))
            row.failures += [f"made game {seed}: {each}" for each in play_sanitized(seed, Path(folder))]
            row.done += 1
            row.size += len(made_game(seed).splitlines())
    row.seconds = time.process_time() - begun
    return row


def play_sanitized(seed: int, folder: Path, games: int = 20) -> list[str]:
    """What such builds report or play otherwise than the reference."""
    program = program_made(seed)
    ways = ((sanitized.played, sanitized.at_random), (sanitized.stepped, sanitized.in_order))
    try:
        return [each for play, meaning in ways for each in differing(play(program, games, folder), meaning(program))]
    except AssertionError as report:
        return [str(report)]


# ---------------------------------------------------------------- views


def retell_jobs(names: Iterable[str], games: int, first: int, most: int = 10) -> Iterator[Job]:
    """Some games of each file, then some more of each: a run that is cut has tried all files alike."""
    for at in range(first, first + games, most):
        yield from (Job(name, name, at, min(most, first + games - at)) for name in names)


def retell_views(job: Job) -> Row:
    """Whole games of a file: at every question, every reader's view is what its log tells."""
    row, begun = Row(), time.process_time()
    game = game_named(job.what)
    gc.disable()  # logs grow long, and hold nothing in circles
    gc.freeze()  # what is loaded stays
    for seed in range(job.first, job.first + job.number):
        match = game.start(seed)
        row.failures += [f"{job.what}, seed {seed}: {found}" for found in untold(match, seed)]
        if not match.over and job.what not in TEXTS:  # R630 is counted here, too
            row.failures.append(f"{job.what}, seed {seed}: a rule breaks")
        row.done += 1
        row.size += len(match.core.history)
        gc.collect()
    row.seconds = time.process_time() - begun
    return row


# ---------------------------------------------------------------- outcomes


def outcome_jobs(
    names: Iterable[str], games: int, engines: tuple[str, ...], recorded: Digests, first: int
) -> Iterator[Job]:
    for setup in outcomes.settings(names):
        yield Job(f"{setup.name} {setup.players}", (setup, engines, recorded), first, games)


def hash_games(job: Job) -> Row:
    """Games of a setting on several engines: all alike, and as recorded."""
    (setup, engines, recorded), row, begun = job.what, Row(), time.process_time()
    seeds = range(job.first, job.first + job.number)
    found = {engine: outcomes.digests(setup, engine, seeds) for engine in engines}
    kept, first = recorded.get(str(setup), []), engines[0]
    for engine, digests in found.items():
        for seed, digest in zip(seeds, digests):
            if digest != found[first][seed - job.first]:
                row.failures.append(f"{setup}, seed {seed}: {engine} does not play as {first} does")
            if seed < len(kept) and digest != kept[seed]:
                row.failures.append(f"{setup}, seed {seed}: {engine} does not play what was recorded")
    row.digests[str(setup)] = found[first]
    row.done, row.size, row.seconds = job.number, job.number * len(engines), time.process_time() - begun
    return row


def outcomes_asked(asked: Asked) -> Iterator[Job]:
    """Every setting of the games asked for; what is recorded begins with the first seed."""
    given = asked.given
    names, first = asked.some(ALL if given.record else EVERY), 0 if given.record else given.first
    recorded = outcomes.read(given.check) if given.check else {}
    return outcome_jobs(names, asked.games(200), tuple(given.engines.split(",")), recorded, first)


# ---------------------------------------------------------------- engines


WATCHED, COMPARED = 100, 1000  # of so many decisions in C one is played in a sanitized build, on the other engines


def engine_jobs(decisions: int, made: int, folder: Path) -> Iterator[Job]:
    found = list(tables(made, folder))
    watched = sum(each.watched for each in found)
    shares = decisions // len(found), decisions // WATCHED // watched, decisions // COMPARED // len(found)
    for each in found:
        yield Job(each.name, (each, *(1 + share for share in shares)), 0, 1)


def play_engines(job: Job) -> Row:
    """A table, on every engine; the size is how many decisions were made in C."""
    begun = time.process_time()
    found = play_table(*job.what)
    more = {"sanitized": found.sanitized, "compared": found.compared}
    return Row(found.games, found.in_c, time.process_time() - begun, found.failures, more=more)


# ---------------------------------------------------------------- running


def sweep(jobs: Iterable[Job], work: Callable[[Job], Row], processes: int | None = None) -> dict[str, Row]:
    """The rows of all groups; interrupted, those of the jobs that are done. Jobs are made while others run."""
    rows: dict[str, Row] = {}
    groups: dict[str, None] = {}

    def tasks() -> Iterator[tuple[Callable[[Job], Row], Job]]:
        for job in jobs:
            groups[job.group] = None
            yield work, job

    gc.freeze()
    with multiprocessing.get_context("fork").Pool(processes or os.cpu_count(), quiet) as pool:
        try:
            for job, row in pool.imap_unordered(at_work, tasks()):
                rows.setdefault(job.group, Row()).add(row)
                for failure in row.failures:  # a sweep is long: what goes wrong is told at once
                    print(failure, file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.terminate()
            print("interrupted: this is what is done so far", file=sys.stderr)
    return {group: rows[group] for group in groups if group in rows}


def kill_jobs(kills: int, first: int = 0) -> list[Job]:
    """Ten kills a game, of the seeds from `first` on."""
    return [Job("kill -9", None, first + at, min(10, kills - at)) for at in range(0, kills, 10)]


def kill_games(job: Job) -> Row:
    """Games that are killed at random moments; the size is how many answers were acknowledged."""
    row, began = Row(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(job.first, job.first + job.number):
            failures, answers = kill_once(Path(folder), seed)
            row.add(Row(1, answers, 0.0, failures))
    row.seconds = time.process_time() - began
    return row


def spiel_jobs(names: Iterable[str], games: int, first: int) -> Iterator[Job]:
    """Random games of each game that OpenSpiel has too; of all of them, also whole trees and what solvers find."""
    import spiel_kit
    import spiel_shared

    if names == list(spiel_shared.SHARED):
        yield from (Job("whole trees", ("whole", *row), 0, 1) for row in spiel_kit.LARGE)
        yield Job("solved", ("solved", *spiel_kit.SOLVED), 0, 1)
    for name in names:
        for at in range(first, first + games, CHUNK):
            yield Job(name, ("games", name), at, min(CHUNK, first + games - at))


CHUNK = 500  # games of a job
A_GAME = 500  # worlds of a game, at most


def compare_with_spiel(job: Job) -> Row:
    """What OpenSpiel has differently."""
    import spiel_kit
    import spiel_shared

    began, (what, *given) = time.process_time(), job.what
    if what == "whole":
        found = spiel_kit.compare(*given)
    elif what == "solved":
        found = spiel_kit.solved_apart(*given)
    else:
        found = spiel_shared.SHARED[given[0]](job.number, job.first)
    return Row(job.number, 0, time.process_time() - began, [f"{given[0]}: {found}"] if found else [])


def tree_jobs(names: Iterable[str], games: int) -> Iterator[Job]:
    """Some walks through each game at each table; of all of them, also through games that nobody wrote."""
    for name in names:
        for players in load(EVERY[name]).counts:
            yield Job(name, (name, players), 0, games)
    if names == list(EVERY):
        yield from (Job(kind, (kind, seed), 0, games) for kind in ("made", "hidden") for seed in range(games))


def walk_trees(job: Job) -> Row:
    """Walks to the end; what a seat knows there must be what it knows in the match, C must play the same, and other
    libraries be content.
    """
    row, began, (name, players) = Row(), time.process_time(), job.what
    game = Table(name, players).game
    if name not in EVERY:
        found = unlike_walks(game, range(job.first, job.first + job.number), 300)
        return Row(job.number, 0, time.process_time() - began, [f"{name} {players}: {found}"] if found else [])
    for seed in range(job.first, job.first + job.number):
        path = list(walk(Tree(game, kept=0), seed, 10**6))
        match, end = path[-1].match(), path[-1]
        same = all(end.information(seat) == information(match, seat) for seat in game.program.seats)
        row.add(Row(1, len(path), 0.0, [] if match.over and same else [f"{name} for {players}, seed {seed}"]))
    native = Plays(game)
    wrong = [each for seed in range(job.first, job.first + job.number) if (each := apart(native, seed, 300))]
    wrong += filter(None, [unlike_walks(game, range(job.first, job.first + job.number), 300)])
    row.failures += [f"{name} for {players}: {each}" for each in (*wrong, *broken_contracts(name, players))]
    row.seconds = time.process_time() - began
    return row


def broken_contracts(name: str, players: int) -> Iterator[str]:
    """What the tests of OpenSpiel and PettingZoo find, where these are installed."""
    checks: list[Callable[[], Any]] = []
    with suppress(ImportError):
        import pyspiel

        from rulelang.spiel import load_tree  # registers the game

        assert load_tree
        text = f"rulelang(file={EVERY[name]},players={players})"
        checks.append(lambda: pyspiel.random_sim_test(pyspiel.load_game(text), 1, True, False))
    with suppress(ImportError):
        from pettingzoo.test import api_test, parallel_api_test, seed_test

        from rulelang.zoo import env, parallel_env

        game = load(EVERY[name], players=players)
        checks.append(lambda: api_test(env(game), num_cycles=100))
        checks.append(lambda: parallel_api_test(parallel_env(game), num_cycles=50))
        checks.append(lambda: seed_test(lambda: env(game), num_cycles=20))
    for check in checks:
        try:
            with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                check()
        except Exception as error:
            yield f"{type(error).__name__}: {error}"


CLAIMS, ALIKE = "a game without effects", "players who choose alike"


def sample_jobs(names: Iterable[str], games: int) -> Iterator[Job]:
    """Some games of each file, at the smallest and the largest table."""
    for name in names:
        many = load(EVERY[name]).counts
        for players in sorted({many[0], many[-1]}):
            yield from (Job(f"{name} {players}", (name, players), seed, 1) for seed in range(games))


def twin_samples(job: Job) -> Row:
    """Positions of a game: what bots think in is the same for all that the seat cannot tell apart."""
    began = time.process_time()
    name, players = job.what
    try:
        tried = try_game(load(EVERY[name], players=players), job.first, most=12)
    except Unsupported:
        return Row(0, 0, time.process_time() - began, [])
    return Row(tried.positions, tried.without, time.process_time() - began, tried.failures)


def world_jobs(names: Iterable[str], worlds: int) -> Iterator[Job]:
    """So many worlds of each file, shared out among games at the smallest and the largest table."""
    for name in names:
        many = load(EVERY[name]).counts
        tables, each = sorted({many[0], many[-1]}), min(worlds, A_GAME)
        for number in range(max(1, worlds // each)):
            players = tables[number % len(tables)]
            yield Job(f"{name} {players}", (name, players), number, each)


def play_worlds(job: Job) -> Row:
    """Worlds of a game on the reference."""
    began = time.process_time()
    name, players = job.what
    try:
        found = compare_worlds(load(EVERY[name], players=players), job.first, job.number)
    except Unsupported:
        return Row(0, 0, time.process_time() - began, [])
    return Row(found.worlds, found.distinct, time.process_time() - began, found.failures)


def watch_sanitized(job: Job) -> Row:
    """Positions of a file in a sanitized build."""
    began = time.process_time()
    with tempfile.TemporaryDirectory(prefix="rulelang-") as folder:
        report = watched(EVERY[job.what], 6, Path(folder))
    failures = [f"{job.what}: {report}"] if report and "Unsupported" not in report else []
    return Row(6, 0, time.process_time() - began, failures)


def insight_jobs(games: int) -> Iterator[Job]:
    """Some games of each bundled one, counted a second time; and reports of as many seeds on a game without effects,
    alone and beside bots that choose at random.
    """
    yield from (Job(name, name, first, 20) for name in GAMES for first in range(0, games, 20))
    yield from (Job(what, what, first, 20) for what in (CLAIMS, ALIKE) for first in range(0, games, 20))


def try_insight(job: Job) -> Row:
    """Figures that are not those of the events; the size is how many reports claim what is not so, 5 % at most."""
    row, began = Row(), time.process_time()
    if job.what not in (CLAIMS, ALIKE):
        row.add(Row(job.number, 0, 0.0, list(miscounted(str(job.what), job.number, job.first))))
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "plain.rules"
            path.write_text(PLAIN, encoding="utf-8")
            seeds = range(job.first, job.first + job.number)
            found = [claimed(report(path, 20_000, seed)) if job.what == CLAIMS else alike_told_apart(path, seed)
                     for seed in seeds]  # fmt: skip
            row.add(Row(job.number, sum(found)))
    row.seconds = time.process_time() - began
    return row


def read_texts(job: Job) -> Row:
    """All that is told of a game, read for program residue and bad English."""
    began = time.process_time()
    found = sorted(set(everything_of(job.what, job.number, 10 * job.number)))
    return Row(job.number, 0, time.process_time() - began, [f"{job.group}: {each}" for each in found])


def kill_tables(job: Job) -> Row:
    """A server of tables that is killed ten times in a game; the size is how many answers were acknowledged."""
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        failures, answers = kill_often(Path(folder), job.number, job.first, rounds=4, pace=1.0)
    return Row(job.number, answers, time.process_time() - began, failures)


def kill_owners(job: Job) -> Row:
    """Two servers with one database, of which the owner of the table is killed ten times in a game."""
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder, postgres() as db:
        failures, answers = take_over_often(Path(folder), db, job.number, job.first, rounds=4)
    return Row(job.number, answers, time.process_time() - began, failures)


def frame_jobs(frames: int) -> list[Job]:
    return [Job("frames", None, first, min(500, frames - first)) for first in range(0, frames, 500)]


def send_frames(job: Job) -> Row:
    """Broken frames, with proper answers in between."""
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served:
        failures, answers = fuzz_table(served, job.number, job.first)
    return Row(job.number, answers, time.process_time() - began, failures)


def compare_frames(job: Job) -> Row:
    """Twins of a table; the size is how many frames were compared. A game of which none was is a failure."""
    row, began = Row(job.number), time.process_time()
    for seed in range(job.first, job.first + job.number):
        try:
            row.size += sum(twins(job.group, range(seed, seed + 1)).values())
        except AssertionError as error:
            row.failures.append(f"{job.group}, seed {seed}: frames differ at {str(error).splitlines()[0]}")
    if not (row.size or row.failures):
        row.failures.append(f"{job.group}: no frame was compared")
    row.seconds = time.process_time() - began
    return row


def whole_suite(tests: list[str], processes: int | None) -> int:
    """Every example of every law (`examples` in `helpers.py`), every parameter of what is marked `few`."""
    words = ["-m", "pytest", "-n", str(processes or os.cpu_count()), "--dist", "worksteal", *tests]
    return subprocess.run([sys.executable, *words], env={**os.environ, "RULELANG_WHOLE": "1"}, check=False).returncode


def quiet() -> None:
    """Workers leave Ctrl-C to the one that prints, and end when it says so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def at_work(task: tuple[Callable[[Job], Row], Job]) -> tuple[Job, Row]:
    work, job = task
    return job, work(job)


def table(rows: dict[str, Row], done: str, size: str) -> str:
    """A line a group, the sum, then every failure."""
    total = Row()
    lines = [WIDTHS.format("group", done, size, "cpu s", "failures")]
    for group, row in rows.items():
        total.add(row)
        lines.append(WIDTHS.format(group, row.done, row.size, f"{row.seconds:.1f}", len(row.failures)))
    lines.append(WIDTHS.format("all", total.done, total.size, f"{total.seconds:.1f}", len(total.failures)))
    lines += [f"{what}: {number}" for what, number in total.more.items()]
    return "\n".join([*lines, *total.failures[:50]])


# ---------------------------------------------------------------- the sweeps


@attrs.frozen
class Sweep:
    """What is done to which jobs, and what is counted. `files`: of which `--game` chooses one."""

    jobs: Callable[[Asked], Iterable[Job]]
    work: Callable[[Job], Row]
    done: str
    size: str = ""
    files: tuple[str, ...] = (*ALL,)


@attrs.frozen
class Asked:
    """What the command line asks for: `games` or the number that a sweep proposes, some of the files or all."""

    given: argparse.Namespace

    def games(self, usually: int) -> int:
        return self.given.games or usually

    def some(self, names: Iterable[str]) -> list[str]:
        return [self.given.game] if self.given.game else list(names)

    @property
    def first(self) -> int:
        return self.given.first

    @property
    def edits(self) -> int:
        return self.given.edits


def shared_with_spiel() -> list[str]:
    import spiel_shared

    return list(spiel_shared.SHARED)


EVERYTHING = (*EVERY,)
SWEEPS = {
    "games": Sweep(lambda asked: game_jobs(asked.some(GAMES), asked.games(1000)), play_games, "games", "decisions"),
    "nokosu": Sweep(lambda asked: nokosu_jobs(asked.games(10_000)), play_games, "games", "decisions"),
    "mutants": Sweep(lambda asked: edit_jobs(asked.edits, asked.some(ALL), asked.first), edit_files, "edits", "lines"),
    "edits": Sweep(
        lambda asked: edit_jobs(asked.edits, asked.some([*ALL, SPACE]), asked.first, 10),
        retype_file,
        "edits",
        files=(*ALL, SPACE),
    ),
    "rename": Sweep(lambda asked: rename_jobs(asked.some(GAMES), asked.given.share, asked.first), rename_some, "names"),
    "spelling": Sweep(lambda asked: spelling_jobs(asked.edits), misspell_names, "names", "lines"),
    "hostile": Sweep(lambda asked: hostile_jobs(asked.edits, asked.first), run_hostile, "commands", "lines"),
    "secrets": Sweep(lambda asked: secret_jobs(asked.games(5000), asked.games(1000)), try_secrets, "programs", "twins"),
    "orders": Sweep(
        lambda asked: in_tens("blocks", asked.games(500), asked.first), answer_in_orders, "programs", "orders"
    ),
    "alarms": Sweep(
        lambda asked: in_tens("programs", asked.games(1000), asked.first), raise_alarms, "refused", "silent"
    ),
    "made": Sweep(lambda asked: in_tens("made", asked.games(1000), asked.first), play_made, "games", "lines"),
    "retell": Sweep(
        lambda asked: retell_jobs(asked.some(RULES), asked.games(200), asked.first),
        retell_views,
        "games",
        "questions",
        (*RULES,),
    ),
    "engines": Sweep(
        lambda asked: engine_jobs(asked.given.decisions, asked.games(100), asked.given.folder),
        play_engines,
        "games",
        "decisions",
    ),
    "kills": Sweep(lambda asked: kill_jobs(asked.games(200), asked.first), kill_games, "kills", "answers"),
    "tables": Sweep(lambda asked: kill_jobs(asked.games(200), asked.first), kill_tables, "kills", "answers"),
    "postgres": Sweep(lambda asked: kill_jobs(asked.games(200), asked.first), kill_owners, "kills", "answers"),
    "frames": Sweep(lambda asked: frame_jobs(asked.edits), send_frames, "frames", "answers"),
    "wire": Sweep(
        lambda asked: [Job(name, None, 0, asked.games(20)) for name in PLAYERS], compare_frames, "seeds", "frames"
    ),
    "insight": Sweep(lambda asked: insight_jobs(asked.games(200)), try_insight, "games", "claims"),
    "trees": Sweep(
        lambda asked: tree_jobs(asked.some(EVERY), asked.games(20)), walk_trees, "games", "steps", EVERYTHING
    ),
    "spiel": Sweep(
        lambda asked: spiel_jobs(asked.some(shared_with_spiel()), asked.games(100_000), asked.first),
        compare_with_spiel,
        "games",
        files=EVERYTHING,
    ),
    "prose": Sweep(
        lambda asked: [
            Job(path.stem, path, 0, asked.games(20)) for path in FILES_TOLD if path.stem in asked.some(TOLD)
        ],
        read_texts,
        "games",
        files=(*ALL, *TOLD),
    ),
    "samples": Sweep(
        lambda asked: sample_jobs(asked.some(EVERY), asked.games(3)), twin_samples, "positions", "without", EVERYTHING
    ),
    "worlds": Sweep(
        lambda asked: world_jobs(asked.some(EVERY), asked.games(10_000)), play_worlds, "worlds", "distinct", EVERYTHING
    ),
    "watched": Sweep(
        lambda asked: [Job(name, name, 0, 1) for name in asked.some(EVERY)],
        watch_sanitized,
        "positions",
        files=EVERYTHING,
    ),
    "outcomes": Sweep(outcomes_asked, hash_games, "games", "plays", EVERYTHING),
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*SWEEPS, "suite"])
    parser.add_argument("tests", nargs="*", help="of the suite: these files and folders (all)")
    parser.add_argument("--games", type=int, help="random games in each group (1000; nokosu: 10000; some: 200)")
    parser.add_argument("--game", help="this game only")
    parser.add_argument("--first", type=int, default=0, help="the first seed of edits, kills or games; the first name")
    parser.add_argument("--edits", type=int, default=5000, help="random edits in all")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="decisions in C, in all")
    parser.add_argument("--folder", type=Path, default=DRAFTS, help="more rules for `engines` (../shared/drafts)")
    parser.add_argument("--share", type=int, default=1, help="rename one name in so many (%(default)s)")
    parser.add_argument("--processes", type=int, help="how many at a time (all cores)")
    parser.add_argument("--engines", default="reference,python,c", help="of the outcomes, with commas: %(default)s")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the digests of outcomes to a file")
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare the digests of outcomes with a file")
    given = parser.parse_args(arguments)
    if given.what == "suite":
        return whole_suite(given.tests, given.processes)
    for each in (signal.SIGINT, signal.SIGTERM):  # a shell makes what it starts in the background deaf to Ctrl-C
        signal.signal(each, signal.default_int_handler)
    chosen = SWEEPS[given.what]
    if given.game not in (None, *chosen.files):
        parser.error(f"{given.game} is nothing that `{given.what}` takes; choose from: {', '.join(chosen.files)}")
    rows = sweep(chosen.jobs(Asked(given)), chosen.work, given.processes)
    failed = any(row.failures for row in rows.values())
    if given.record and not failed:
        outcomes.write(given.record, {name: found for row in rows.values() for name, found in row.digests.items()})
    print(table(rows, chosen.done, chosen.size))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
